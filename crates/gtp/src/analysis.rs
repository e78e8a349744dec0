//! Searches as graphical programs read them: `info move D4 visits 100 ...`.

use std::fmt::{Display, Write};

use tengen_engine::go::{Player, Position};
use tengen_engine::{MoveReport, Ownership, SearchReport};

/// Whose way of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Leela Zero's: rates are whole numbers out of 10,000.
    Leela,
    /// KataGo's and Sabaki's: rates are fractions.
    Kata,
}

/// What is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) dialect: Dialect,
    pub(crate) ownership: bool,
    /// The most moves a line tells.
    pub(crate) moves: usize,
}

/// One line: the moves that were tried, the best first.
pub(crate) fn line<M: Display + Copy>(
    wanted: Wanted,
    report: &SearchReport<M>,
    map: Option<&str>,
) -> String {
    let mut out = String::new();
    // What was never tried says nothing, except where nothing was.
    let tried = report.moves.iter().enumerate().filter(|(i, m)| *i == 0 || m.visits > 0);
    for (order, m) in tried.take(wanted.moves.max(1)) {
        let space = if out.is_empty() { "" } else { " " };
        let _ = write!(out, "{space}info move {} visits {}", m.r#move, m.visits);
        let rates = [("winrate", m.value), ("lcb", lower_bound(m))];
        let prior = m.prior.map(|prior| ("prior", f64::from(prior.value)));
        for (name, rate) in rates.into_iter().chain(prior) {
            let _ = match wanted.dialect {
                Dialect::Leela => write!(out, " {name} {:.0}", 10_000.0 * rate),
                Dialect::Kata => write!(out, " {name} {rate:.6}"),
            };
        }
        let _ = write!(out, " order {order} pv");
        let own = [m.r#move];
        let moves: &[M] = if m.line.is_empty() { &own } else { &m.line };
        for m in moves {
            let _ = write!(out, " {m}");
        }
    }
    if let Some(map) = map {
        let _ = write!(out, " ownership{map}");
    }
    out
}

/// The least the move is likely to be worth (95 %), by its playouts alone.
fn lower_bound<M>(m: &MoveReport<M>) -> f64 {
    if m.visits == 0 || m.proof.is_some() {
        return m.value;
    }
    let deviation = (m.value * (1.0 - m.value) / m.visits as f64).sqrt();
    (m.value - 1.96 * deviation).max(0.0)
}

/// Who owns each point, row by row from the top, 1 for `player`.
pub(crate) fn ownership_map(position: &Position, ownership: &Ownership, player: Player) -> String {
    let size = position.board().size();
    let mut out = String::new();
    for point in rows(size).flatten() {
        let _ = write!(out, " {:.3}", ownership.for_player(player, point));
    }
    out
}

/// The points, row by row from the top.
pub(crate) fn rows(
    size: tengen_engine::go::BoardSize,
) -> impl Iterator<Item = impl Iterator<Item = tengen_engine::go::Point>> {
    use tengen_engine::go::Point;
    let side = size.side();
    (0..side).rev().map(move |y| (0..side).filter_map(move |x| Point::new(x, y)))
}
