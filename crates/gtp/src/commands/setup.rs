//! Games to come: size, komi, handicap.

use tengen_engine::GoSetup;
use tengen_engine::go::{
    Board, BoardSize, Move, Player, Point, PointMask, Position, fixed_handicap as fixed,
};

use super::{Call, Reply, done, text};
use crate::answer::Refusal;
use crate::arguments::{Arguments, colour, vertices};
use crate::gtp_game::GtpGame;
use crate::session::Session;

pub(super) fn boardsize(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let size = arguments.board_size()?;
    begin(session, GoSetup { size, ..session.engine.setup() }.position())
}

pub(super) fn clear_board<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, .. } = call;
    let position = session.engine.start();
    begin(session, position)
}

/// A game from this position.
pub(super) fn begin<E: GtpGame>(session: &mut Session<E>, position: E::Position) -> Reply {
    session.engine.set_position(position).map_err(|error| Refusal::new(error.to_string()))?;
    session.game_begins();
    done()
}

pub(super) fn komi(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    session.engine.set_komi(arguments.komi()?);
    done()
}

pub(super) fn fixed_handicap(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let stones = count(session, arguments)?;
    let size = session.engine.setup().size;
    let points = fixed(size, stones).ok_or_else(|| Refusal::new("invalid number of stones"))?;
    place(session, &points)?;
    text(vertices(points))
}

pub(super) fn place_free_handicap(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let stones = count(session, arguments)?;
    let size = session.engine.setup().size;
    if stones < 2 || stones >= size.area() {
        return Err(Refusal::new("invalid number of stones"));
    }
    let points = free_handicap(size, stones);
    place(session, &points)?;
    text(vertices(points))
}

pub(super) fn set_free_handicap(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    must_be_empty(session)?;
    let bad = || Refusal::new("bad vertex list");
    let mut points = Vec::new();
    while let Some(word) = arguments.try_word() {
        let Ok(Move::Play(point)) = word.parse() else { return Err(bad()) };
        points.push(point);
    }
    let area = session.engine.setup().size.area();
    if points.len() < 2 || points.len() >= area {
        return Err(bad());
    }
    place(session, &points).map_err(|_| bad())?;
    done()
}

/// `set_position COLOUR VERTEX ...`: a game that begins with these stones, Black to move.
pub(super) fn set_position(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let GoSetup { size, rules, komi } = session.engine.setup();
    let mut stones = Vec::new();
    while let Some(word) = arguments.try_word() {
        let player = colour(word).ok_or_else(Refusal::syntax)?;
        let Move::Play(point) = arguments.vertex()? else { return Err(Refusal::syntax()) };
        stones.push((point, player));
    }
    let board = Board::from_stones(size, stones);
    let board = board.map_err(|error| Refusal::new(error.to_string()))?;
    begin(session, Position::from_board(board, Player::Black, rules, komi))
}

fn must_be_empty(session: &Session) -> Result<(), Refusal> {
    if session.engine.position().board().stone_total() > 0 {
        return Err(Refusal::new("board not empty"));
    }
    Ok(())
}

/// A number of stones for an empty board.
fn count(session: &Session, arguments: &mut Arguments<'_>) -> Result<usize, Refusal> {
    let stones = arguments.parse::<i64>()?;
    must_be_empty(session)?;
    usize::try_from(stones).map_err(|_| Refusal::new("invalid number of stones"))
}

fn place(session: &mut Session, points: &[Point]) -> Result<(), Refusal> {
    let GoSetup { size, rules, komi } = session.engine.setup();
    let refuse = |reason: String| Refusal::new(reason);
    let position = Position::with_handicap(size, rules, komi, points.iter().copied())
        .map_err(|error| refuse(error.to_string()))?;
    session.engine.set_position(position).map_err(|error| refuse(error.to_string()))?;
    session.game_begins();
    Ok(())
}

/// The protocol's own points as far as they go; then whatever is farthest from other stones and
/// not too near to the edge.
fn free_handicap(size: BoardSize, stones: usize) -> Vec<Point> {
    let mut points = (2..=stones).rev().find_map(|stones| fixed(size, stones)).unwrap_or_default();
    let mut taken: PointMask = points.iter().copied().collect();
    let far = size.side() - 1;
    let line = |p: Point| p.x().min(p.y()).min(far - p.x()).min(far - p.y());
    let distance = |a: Point, b: Point| a.x().abs_diff(b.x()) + a.y().abs_diff(b.y());
    while points.len() < stones {
        let apart = |p: Point| points.iter().map(|&q| distance(p, q)).min().unwrap_or(0);
        let worth = |p: &Point| (line(*p).min(2), apart(*p), line(*p));
        let free = size.points().filter(|&p| !taken.contains(p));
        let Some(best) = free.max_by_key(worth) else { break };
        taken.insert(best);
        points.push(best);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_handicap_stones_stand_apart_and_on_the_board() {
        for side in 2..=19 {
            let size = BoardSize::new(side).unwrap();
            for stones in [2, 3, 5, 9, 12, 20] {
                if stones >= size.area() {
                    continue;
                }
                let points = free_handicap(size, stones);
                let distinct: PointMask = points.iter().copied().collect();
                assert_eq!((points.len(), distinct.len()), (stones, stones), "{side}");
                assert!(points.iter().all(|&p| size.contains(p)));
            }
        }
    }
}
