//! Positions as pictures for the terminal.

use std::io::{self, IsTerminal};

use clap::ColorChoice;
use tengen_engine::go::{Player, Point, PointMask, Position, fixed_handicap};
use tengen_engine::loa;
use tengen_engine::phantom::{PlayerView, Sight};
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

/// What a player of Phantom Go knows: stones, `!` on what was refused in this turn, `-` on what is
/// empty for certain while something is not.
pub(crate) fn phantom(view: &PlayerView, colour: bool) -> String {
    let side = view.size().side();
    let mut picture = BoardPicture::new(BoardStyle::Points, side, side);
    let stone = |player| if player == Player::Black { Stone::Black } else { Stone::White };
    for point in view.size().points() {
        let (x, y) = (point.x(), point.y());
        match view.sight(point) {
            Sight::Own => _ = picture.put(x, y, stone(view.player())),
            Sight::Opponent => _ = picture.put(x, y, stone(view.player().opponent())),
            _ if view.refused_now().contains(point) => {
                picture.mark(x, y, Mark::Label("!".to_owned()));
            }
            Sight::Empty if view.unseen() > 0 => {
                picture.mark(x, y, Mark::Label("-".to_owned()));
            }
            Sight::Empty | Sight::Unknown => {}
        }
    }
    picture.to_text(colour)
}

/// Pictures of one height side by side below their titles. `plain` are the same without colours:
/// they tell how wide the others are.
pub(crate) fn side_by_side(titles: &[&str], plain: &[String], pictures: &[String]) -> String {
    const GAP: &str = "    ";
    let width = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> =
        titles.iter().zip(plain).map(|(title, text)| width(title).max(width(text))).collect();
    let row = |cells: Vec<(&str, usize)>| {
        let padded = cells
            .iter()
            .zip(&widths)
            .map(|((cell, is), width)| format!("{cell}{}", " ".repeat(width.saturating_sub(*is))));
        padded.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    let mut rows = vec![row(titles.iter().map(|title| (*title, width(title))).collect())];
    let height = plain.iter().map(|text| text.lines().count()).max().unwrap_or(0);
    for line in 0..height {
        let cells = plain.iter().zip(pictures).map(|(plain, picture)| {
            let nth =
                |text: &'_ String| text.lines().nth(line).map_or(0, |line| line.chars().count());
            (picture.lines().nth(line).unwrap_or_default(), nth(plain))
        });
        rows.push(row(cells.collect()));
    }
    rows.join("\n")
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
