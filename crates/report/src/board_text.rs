//! Boards for a terminal.

use crate::board::{BoardPicture, Cell, Mark, Stone};

/// Colours of the 256-colour terminal palette. Backgrounds run from White's over wood to Black's.
const BACKGROUNDS: [u8; 5] = [230, 222, 179, 136, 94];
const LAST_MOVE: u8 = 74;
const BLACK: u8 = 16;
const WHITE: u8 = 231;
const LABEL: u8 = 18;
const LINE: u8 = 94;

const RESET: &str = "\x1b[0m";

pub(crate) fn draw(picture: &BoardPicture, colour: bool) -> String {
    let letters = (0..picture.columns())
        .fold("  ".to_owned(), |line, column| format!("{line} {}", picture.column_letter(column)));
    let mut text = letters.clone();
    for row in (0..picture.rows()).rev() {
        let characters = row_characters(picture, row, colour);
        let cells = if colour {
            painted(&characters)
        } else {
            characters.iter().map(|character| character.shown).collect()
        };
        text += &format!("\n{:2}{cells}{}", row + 1, row + 1);
    }
    text + "\n" + &letters
}

/// A character of a row, with its colours.
#[derive(Clone, Copy)]
struct Character {
    shown: char,
    foreground: u8,
    background: u8,
}

/// Two characters for each cell, the gap before it and the cell itself, and a last gap.
fn row_characters(picture: &BoardPicture, row: usize, colour: bool) -> Vec<Character> {
    let mut characters: Vec<Character> = Vec::new();
    let mut last_background = BACKGROUNDS[2];
    let mut is_after_last_move = false;
    for column in 0..picture.columns() {
        let Some(cell) = picture.cell(column, row) else { continue };
        let is_last_move = cell.mark == Mark::LastMove;
        let background = background(cell);
        let label = terminal_label(cell, colour);
        let (in_gap, in_cell) = match label.as_slice() {
            [only] => (' ', Some(*only)),
            // The brackets of the last move leave no room for it.
            [first, second] if !is_after_last_move => (*first, Some(*second)),
            _ => (' ', None),
        };
        characters.push(match (is_last_move, is_after_last_move) {
            (true, _) => bracket('('),
            (false, true) => bracket(')'),
            _ => Character { shown: in_gap, foreground: label_colour(background), background },
        });
        let (shown, foreground) = match (cell.stone, in_cell) {
            (Some(Stone::Black), _) => (if colour { '●' } else { 'X' }, BLACK),
            (Some(Stone::White), _) => (if colour { '●' } else { 'O' }, WHITE),
            (None, Some(character)) => (character, label_colour(background)),
            (None, None) if cell.is_star => ('+', line_colour(background)),
            (None, None) => (if colour { '·' } else { '.' }, line_colour(background)),
        };
        characters.push(Character { shown, foreground, background });
        last_background = background;
        is_after_last_move = is_last_move;
    }
    characters.push(match is_after_last_move {
        true => bracket(')'),
        false => Character { shown: ' ', foreground: BLACK, background: last_background },
    });
    characters
}

fn bracket(shown: char) -> Character {
    Character { shown, foreground: BLACK, background: LAST_MOVE }
}

/// The label's characters, if there is room for them: one, or two in colour, where the background
/// shows to which cell they belong. Only ASCII, since others may be wider than a column.
fn terminal_label(cell: &Cell, colour: bool) -> Vec<char> {
    let room = if colour { 2 } else { 1 };
    match &cell.mark {
        Mark::Label(label) if cell.stone.is_none() && label.len() <= room => {
            label.chars().filter(char::is_ascii_graphic).collect()
        }
        _ => Vec::new(),
    }
}

/// A stone on ground of its own player stands on plain wood, where it can be seen.
fn background(cell: &Cell) -> u8 {
    let shade = match cell.visible_shade() {
        _ if cell.mark == Mark::LastMove => return LAST_MOVE,
        Some(shade) if !cell.is_held() => shade,
        _ => 0.0,
    };
    let [white, whitish, wood, blackish, black] = BACKGROUNDS;
    match shade {
        _ if shade < -0.6 => white,
        _ if shade < -0.2 => whitish,
        _ if shade <= 0.2 => wood,
        _ if shade <= 0.6 => blackish,
        _ => black,
    }
}

fn label_colour(background: u8) -> u8 {
    if background == BACKGROUNDS[4] { WHITE } else { LABEL }
}

fn line_colour(background: u8) -> u8 {
    match background {
        LAST_MOVE => BLACK,
        94 | 136 => BACKGROUNDS[1],
        _ => LINE,
    }
}

/// The characters with an escape sequence wherever the colours change.
fn painted(characters: &[Character]) -> String {
    let mut text = String::new();
    let mut colours = None;
    for character in characters {
        let Character { foreground, background, shown } = character;
        if colours != Some((foreground, background)) {
            text += &format!("\x1b[1;38;5;{foreground};48;5;{background}m");
            colours = Some((foreground, background));
        }
        text.push(*shown);
    }
    text + RESET
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardStyle;

    fn label(text: &str) -> Mark {
        Mark::Label(text.to_owned())
    }

    #[test]
    fn a_board_of_squares() {
        let mut picture = BoardPicture::new(BoardStyle::Squares, 4, 10);
        picture.put(0, 9, Stone::Black).put(3, 0, Stone::White).mark(3, 0, Mark::LastMove);
        let text = picture.to_string();
        assert!(text.starts_with("   a b c d\n10 X . . . 10\n 9 . . . . 9\n"), "{text}");
        assert!(text.ends_with(" 1 . . .(O)1\n   a b c d"), "{text}");
    }

    #[test]
    fn labels_take_the_room_there_is() {
        let mut picture = BoardPicture::new(BoardStyle::Points, 6, 1);
        picture.mark(0, 0, label("7")).mark(1, 0, label("52")).mark(2, 0, label("100"));
        picture.put(3, 0, Stone::Black).mark(3, 0, Mark::LastMove);
        picture.mark(4, 0, label("48")).star(5, 0);
        let text = picture.to_string();
        assert_eq!(text.lines().nth(1), Some(" 1 7 . .(X). + 1"));
        let in_colour = row_characters(&picture, 0, true);
        let shown: String = in_colour.iter().map(|character| character.shown).collect();
        assert_eq!(shown, " 752 ·(●)· + ");
    }

    #[test]
    fn colours_change_no_position() {
        let mut picture = BoardPicture::new(BoardStyle::Points, 3, 1);
        picture.put(0, 0, Stone::White).put(1, 0, Stone::Black).mark(1, 0, Mark::LastMove);
        picture.shade(2, 0, -1.0);
        let text = picture.to_text(true);
        let line = text.lines().nth(1).unwrap_or_default();
        assert_eq!(
            line,
            " 1\x1b[1;38;5;18;48;5;179m \x1b[1;38;5;231;48;5;179m●\x1b[1;38;5;16;48;5;74m(●)\
             \x1b[1;38;5;94;48;5;230m·\x1b[1;38;5;16;48;5;230m \x1b[0m1"
        );
        assert!(!picture.to_text(false).contains('\x1b'));
    }
}
