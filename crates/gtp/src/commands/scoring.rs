//! Who has won, and what is dead.

use tengen_engine::go::{Ending, Game, Player, Point};
use tengen_engine::{Judgement, Status};

use super::text;
use crate::answer::{Answer, Refusal};
use crate::arguments::{Arguments, vertices};
use crate::session::{Caller, Session};

/// Whether the board counts as it stands: the game is over, under rules that say so.
fn counts_as_it_stands(session: &Session) -> bool {
    let position = session.engine.position();
    position.outcome().is_some() && position.rules().ending == Ending::AsItStands
}

fn judge(session: &mut Session) -> Result<Judgement, Refusal> {
    session.engine.judge().map_err(|_| Refusal::new("cannot score"))
}

pub(super) fn final_score(
    session: &mut Session,
    _: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    let area = if counts_as_it_stands(session) {
        session.engine.position().board().area().score()
    } else {
        judge(session)?.area().score()
    };
    let score = area as f32 - session.engine.position().komi().points();
    text(match score {
        _ if score > 0.0 => format!("B+{score}"),
        _ if score < 0.0 => format!("W+{}", -score),
        _ => "0".to_owned(),
    })
}

pub(super) fn final_status_list(
    session: &mut Session,
    mut arguments: Arguments<'_>,
    _: &dyn Caller,
) -> Result<Answer, Refusal> {
    let wanted = arguments.word()?;
    let status: fn(&Judgement, Point) -> Option<&'static str> = |judgement, point| {
        Some(match judgement.status(point)? {
            Status::Alive => "alive",
            Status::Seki => "seki",
            Status::Dead => "dead",
        })
    };
    if !["alive", "seki", "dead", "white_territory", "black_territory", "dame"].contains(&wanted) {
        return Err(Refusal::syntax());
    }
    let as_it_stands = counts_as_it_stands(session);
    if as_it_stands && wanted == "dead" {
        return text("");
    }
    let judgement = judge(session)?;
    let board = session.engine.position().board();
    if let Some(owner) = territory(wanted) {
        let area = if as_it_stands { board.area() } else { judgement.area() };
        let empty = |p: Point| board.is_empty(p) || judgement.dead().contains(p) && !as_it_stands;
        let points = board.size().points().filter(|&p| empty(p) && area.owner(p) == owner);
        return text(vertices(points));
    }
    let chains = board.stones().map(|(p, _)| p).filter(|&p| board.chain_id(p) == Some(p));
    let chains = chains.filter(|&p| match status(&judgement, p) {
        Some("dead") if as_it_stands => wanted == "alive",
        found => found == Some(wanted),
    });
    let lines: Vec<String> = chains.map(|p| vertices(board.chain(p))).collect();
    text(lines.join("\n"))
}

/// Whose empty points are asked for, if that is the question.
fn territory(wanted: &str) -> Option<Option<Player>> {
    match wanted {
        "black_territory" => Some(Some(Player::Black)),
        "white_territory" => Some(Some(Player::White)),
        "dame" => Some(None),
        _ => None,
    }
}
