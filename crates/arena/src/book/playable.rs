//! What the books of a game need to know of it beside its rules.

use std::fmt::Display;

use tengen_engine::go::{self, Canonical, Player};
use tengen_engine::{GameSetup, loa};
use tengen_report::{BoardPicture, BoardStyle, Mark, Stone};

/// A game whose books can be read and drawn.
pub(crate) trait Playable: Canonical<Move: Display> {
    /// A move from its text; whether it is legal is not asked.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;

    /// The board with its last move.
    fn picture(&self) -> BoardPicture;

    /// The cell of a move: where its stone is put, or where its piece goes. A pass has none.
    fn cell(m: Self::Move) -> Option<(usize, usize)>;

    /// Where a piece comes from; none where stones are put.
    fn origin(_: Self::Move) -> Option<(usize, usize)> {
        None
    }

    /// What a symmetry does to the board: 1 if columns and rows are exchanged first, 2 if columns are
    /// mirrored then, 4 if rows are.
    fn turn(s: usize) -> u8;

    /// How a game ends that is broken off since it is too long: who leads has won, or nobody.
    fn outcome_of_unfinished(&self) -> go::Outcome;
}

/// Does something with the first position of a setup, whatever its type. Of Phantom Go, where books
/// are of no use, it is the arbiter's.
macro_rules! with_start {
    ($setup:expr, $start:ident => $body:expr) => {
        match $setup {
            tengen_engine::GameSetup::Go(setup)
            | tengen_engine::GameSetup::Phantom(tengen_engine::PhantomSetup {
                go: setup, ..
            }) => {
                let $start = setup.position();
                $body
            }
            tengen_engine::GameSetup::Loa(setup) => {
                let $start = setup.position();
                $body
            }
        }
    };
}
pub(crate) use with_start;

const fn stone(player: Player) -> Stone {
    match player {
        Player::Black => Stone::Black,
        Player::White => Stone::White,
    }
}

impl Playable for go::Position {
    fn read_move(&self, text: &str) -> Result<go::Move, String> {
        text.parse().map_err(|error: go::BadMove| error.to_string())
    }

    fn picture(&self) -> BoardPicture {
        let size = self.board().size();
        let mut picture = BoardPicture::new(BoardStyle::Points, size.side(), size.side());
        let stars = (2..=9).rev().find_map(|n| go::fixed_handicap(size, n));
        for star in stars.unwrap_or_default() {
            picture.star(star.x(), star.y());
        }
        for (point, player) in self.board().stones() {
            picture.put(point.x(), point.y(), stone(player));
        }
        let last = self.moves().last().and_then(|&(_, m)| Self::cell(m));
        if let Some((column, row)) = last {
            picture.mark(column, row, Mark::LastMove);
        }
        picture
    }

    fn cell(m: go::Move) -> Option<(usize, usize)> {
        m.point().map(|point| (point.x(), point.y()))
    }

    fn turn(s: usize) -> u8 {
        s as u8
    }

    fn outcome_of_unfinished(&self) -> go::Outcome {
        self.komi().outcome(self.board().area().score())
    }
}

impl Playable for loa::Position {
    fn read_move(&self, text: &str) -> Result<loa::Move, String> {
        self.parse_move(text).map_err(|error| error.to_string())
    }

    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::new(BoardStyle::Squares, 8, 8);
        for square in loa::Square::all() {
            if let Some(player) = self.board().piece(square) {
                picture.put(square.file(), square.rank(), stone(player));
            }
        }
        if let Some((column, row)) = self.moves().last().and_then(|&m| Self::cell(m)) {
            picture.mark(column, row, Mark::LastMove);
        }
        picture
    }

    fn cell(m: loa::Move) -> Option<(usize, usize)> {
        m.squares().map(|(_, to)| (to.file(), to.rank()))
    }

    fn origin(m: loa::Move) -> Option<(usize, usize)> {
        m.squares().map(|(from, _)| (from.file(), from.rank()))
    }

    fn turn(s: usize) -> u8 {
        (s >> 2 | s << 1 & 0b110) as u8
    }

    fn outcome_of_unfinished(&self) -> go::Outcome {
        go::Outcome::Draw
    }
}

/// The position after some moves, written one after the other.
pub(crate) fn after<P: Playable>(start: &P, moves: &str) -> Result<P, String> {
    let mut position = start.clone();
    for (index, text) in moves.split_whitespace().enumerate() {
        let m = position.read_move(text).map_err(|error| format!("move {}: {error}", index + 1))?;
        position
            .play(m)
            .map_err(|error| format!("move {}, {text}: {}", index + 1, error.reason))?;
    }
    Ok(position)
}

/// `black` or `white`.
pub(crate) const fn name(player: Player) -> &'static str {
    match player {
        Player::Black => "black",
        Player::White => "white",
    }
}

/// The terms under which games of a book are played: as in matches of built-in players, what is dead
/// is taken off, and nobody need judge it.
pub(crate) fn played_out(setup: GameSetup) -> GameSetup {
    let mut setup = setup.open();
    if let GameSetup::Go(go) = &mut setup {
        go.rules.ending = go::Ending::AsItStands;
    }
    setup
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::go::Symmetric;

    /// Every symmetry does to the cells what its number says.
    fn check_turns<P: Playable>(position: &P) {
        let (picture, side) = (position.picture(), position.picture().columns());
        for s in 0..P::SYMMETRIES {
            let image = Symmetric::symmetric(position, s).picture();
            for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
                let turn = P::turn(s);
                let (mut to_x, mut to_y) = if turn & 1 > 0 { (y, x) } else { (x, y) };
                to_x = if turn & 2 > 0 { side - 1 - to_x } else { to_x };
                to_y = if turn & 4 > 0 { side - 1 - to_y } else { to_y };
                let stone = |picture: &BoardPicture, x, y| picture.cell(x, y).and_then(|c| c.stone);
                assert_eq!(stone(&picture, x, y), stone(&image, to_x, to_y), "symmetry {s}");
            }
        }
    }

    #[test]
    fn turns_are_those_of_the_games() {
        let size = go::BoardSize::new(5).expect("a size");
        let start = go::Position::new(size, go::Rules::CHINESE, go::Komi::SEVEN_AND_A_HALF);
        check_turns(&after(&start, "A2 B5 E4 C1").expect("legal"));
        let start = loa::Position::new(loa::Rules::PAPER);
        check_turns(&after(&start, "b1-b3 a2-c2 c1-e3").expect("legal"));
    }
}
