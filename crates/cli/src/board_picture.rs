//! A Go position as a picture for the terminal.

use std::io::{self, IsTerminal};

use clap::ColorChoice;
use tengen_engine::go::{Player, Point, PointMask, Position, fixed_handicap};
use tengen_report::{BoardPicture, BoardStyle, Mark, Stone};

/// Whether standard output should have colours.
pub(crate) fn wants_colour(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
            io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
        }
    }
}

/// The board with its last move and, once stones are judged, the dead ones as owned by the other.
pub(crate) fn text(position: &Position, dead: Option<&PointMask>, colour: bool) -> String {
    let board = position.board();
    let side = board.size().side();
    let mut picture = BoardPicture::new(BoardStyle::Points, side, side);
    for star in (2..=9).rev().find_map(|n| fixed_handicap(board.size(), n)).unwrap_or_default() {
        picture.star(star.x(), star.y());
    }
    for (point, player) in board.stones() {
        let stone = if player == Player::Black { Stone::Black } else { Stone::White };
        picture.put(point.x(), point.y(), stone);
        if dead.is_some_and(|dead| dead.contains(point)) {
            let owner = if player == Player::Black { -1.0 } else { 1.0 };
            picture.shade(point.x(), point.y(), owner);
        }
    }
    let last: Option<Point> = position.moves().last().and_then(|&(_, m)| m.point());
    if let Some(last) = last {
        picture.mark(last.x(), last.y(), Mark::LastMove);
    }
    picture.to_text(colour)
}
