//! Positions as pictures for the terminal.

use std::io::{self, IsTerminal};

use clap::ColorChoice;
use tengen_engine::go::{Player, Point, PointMask, Position, fixed_handicap};
use tengen_engine::loa;
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
pub(crate) fn go(position: &Position, dead: Option<&PointMask>, colour: bool) -> String {
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

/// The board with its last move, and marks on some squares.
pub(crate) fn loa(
    position: &loa::Position,
    marked: Option<&[loa::Square]>,
    colour: bool,
) -> String {
    let mut picture = BoardPicture::new(BoardStyle::Squares, 8, 8);
    for square in loa::Square::all() {
        if let Some(player) = position.board().piece(square) {
            let stone = if player == Player::Black { Stone::Black } else { Stone::White };
            picture.put(square.file(), square.rank(), stone);
        }
    }
    for square in marked.unwrap_or_default() {
        // A label would not be seen on a piece.
        let mark = match position.board().piece(*square) {
            Some(_) => Mark::LastMove,
            None => Mark::Label("*".to_owned()),
        };
        picture.mark(square.file(), square.rank(), mark);
    }
    let last = position.moves().last().and_then(|m| m.squares());
    if let (Some((_, to)), None) = (last, marked) {
        picture.mark(to.file(), to.rank(), Mark::LastMove);
    }
    picture.to_text(colour)
}
