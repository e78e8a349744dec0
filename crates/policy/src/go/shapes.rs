//! Good shapes of three by three points, as every playout-based program since MoGo knows them: hane,
//! cuts, and their relatives at the edge.

use std::sync::OnceLock;

use tengen_go::{Board, Point};

/// The shapes, for the player who is to move in the middle. `X` is one colour and `O` the other;
/// `x` is anything but X, `o` anything but O, `?` anything, `.` empty, `#` off the board. Each
/// stands for its turned, mirrored and colour-swapped images as well, but for those marked.
const SHAPES: &[[&str; 3]] = &[
    // Hane: enclosing, non-cutting, magari.
    ["XOX", "...", "???"],
    ["XO.", "...", "?.?"],
    ["XO?", "X..", "x.?"],
    // Katatsuke, a generic cut, a kosumi cut.
    [".O.", "X..", "..."],
    ["XO?", "O.o", "?o?"],
    ["XO?", "O.X", "???"],
    // A block, a split, hane and cut at the edge.
    ["?X?", "O.O", "ooo"],
    ["OX?", "o.O", "???"],
    ["X.?", "O.?", "###"],
    ["OX?", "X.O", "###"],
    ["?X?", "x.O", "###"],
    ["?XO", "x.x", "###"],
    ["?OX", "X.O", "###"],
];

// As [`Board::surroundings`] has them.
const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const OFF: u8 = 3;

/// Two bits for each of the eight neighbours.
type Code = usize;

struct Table(Box<[u64]>);

impl Table {
    fn insert(&mut self, code: Code) {
        self.0[code / 64] |= 1 << (code % 64);
    }

    fn contains(&self, code: Code) -> bool {
        self.0[code / 64] >> (code % 64) & 1 != 0
    }
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table(vec![0; 1 << 10].into());
        for shape in SHAPES {
            let cells = shape.map(|row| {
                let row = row.as_bytes();
                [row[0], row[1], row[2]]
            });
            for image in images(cells) {
                enter(&mut table, &image, 0, 0);
            }
        }
        table
    })
}

type Cells = [[u8; 3]; 3];

/// The eight turned and mirrored images, each in both colours.
fn images(mut cells: Cells) -> Vec<Cells> {
    let mut all = Vec::new();
    for _ in 0..2 {
        for _ in 0..4 {
            let mut turned = cells;
            for (y, row) in cells.iter().enumerate() {
                for (x, &cell) in row.iter().enumerate() {
                    turned[x][2 - y] = cell;
                }
            }
            cells = turned;
            all.push(cells);
            all.push(cells.map(|row| {
                row.map(|cell| match cell {
                    b'X' => b'O',
                    b'O' => b'X',
                    b'x' => b'o',
                    b'o' => b'x',
                    other => other,
                })
            }));
        }
        for row in &mut cells {
            row.reverse();
        }
    }
    all
}

/// Enters every code that a shape with its wildcards stands for.
fn enter(table: &mut Table, cells: &Cells, index: usize, code: Code) {
    if index == 9 {
        table.insert(code);
        return;
    }
    if index == 4 {
        return enter(table, cells, 5, code);
    }
    let fits: &[u8] = match cells[index / 3][index % 3] {
        b'X' => &[BLACK],
        b'O' => &[WHITE],
        b'x' => &[EMPTY, WHITE, OFF],
        b'o' => &[EMPTY, BLACK, OFF],
        b'.' => &[EMPTY],
        b'#' => &[OFF],
        _ => &[EMPTY, BLACK, WHITE, OFF],
    };
    let place = if index < 4 { index } else { index - 1 };
    for &cell in fits {
        enter(table, cells, index + 1, code | usize::from(cell) << (2 * place));
    }
}

/// Whether a stone on the empty `point` makes a good shape, for either colour.
#[inline]
pub(crate) fn is_good_shape(board: &Board, point: Point) -> bool {
    table().contains(board.surroundings(point).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_good(diagram: &str, at: &str) -> bool {
        let board: Board = diagram.parse().expect("a diagram");
        is_good_shape(&board, at.parse().expect("a point"))
    }

    #[test]
    fn hane_and_cuts_are_good_shapes_in_all_images() {
        let hane = [
            ". . . . .\n. X O X .\n. . . . .\n. . . . .\n. . . . .",
            ". . . . .\n. O X O .\n. . . . .\n. . . . .\n. . . . .",
        ];
        for diagram in hane {
            assert!(is_good(diagram, "C3"));
            assert!(!is_good(diagram, "C1"));
        }
        let turned = ". . . . .\n. . X . .\n. . O . .\n. . X . .\n. . . . .";
        assert!(is_good(turned, "D3") && is_good(turned, "B3"));
        let cut = ". . . . .\n. X O . .\n. O . X .\n. . . . .\n. . . . .";
        assert!(is_good(cut, "C3"));
    }

    #[test]
    fn an_empty_board_has_none() {
        let empty = ". . .\n. . .\n. . .";
        for at in ["A1", "B1", "B2", "C3"] {
            assert!(!is_good(empty, at), "{at}");
        }
    }
}
