//! Who has won, and what is dead.

use tengen_engine::go::{Player, Point};
use tengen_engine::sgf::GameResult;
use tengen_engine::{Judgement, Status};

use super::{Call, Reply, text};
use crate::answer::Refusal;
use crate::arguments::vertices;

pub(super) fn final_score(call: &mut Call<'_>) -> Reply {
    let Call { session, .. } = call;
    let score = session.engine.final_score().map_err(|_| Refusal::new("cannot score"))?;
    text(GameResult::from_score(score).to_string())
}

pub(super) fn final_status_list(call: &mut Call<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
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
    let as_it_stands = session.engine.counts_as_it_stands();
    if as_it_stands && wanted == "dead" {
        return text("");
    }
    let judgement = session.engine.judge().map_err(|_| Refusal::new("cannot score"))?;
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
