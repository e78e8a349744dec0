//! Go points as SGF writes them: two letters, column and row, from `aa` at the top left.

use tengen_go::{BoardSize, Move, Point};

/// The point that a value names, if it is on the board.
pub(crate) fn point(text: &str, size: BoardSize) -> Option<Point> {
    let [column, row] = text.trim().as_bytes() else { return None };
    let letter = |byte: u8| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'));
    let (x, from_top) = (letter(*column)?, letter(*row)?);
    let y = size.side().checked_sub(from_top + 1)?;
    Point::new(x, y).filter(|&point| size.contains(point))
}

/// The points that a value names: one, or a rectangle given by two corners, as `aa:cc`.
pub(crate) fn points(text: &str, size: BoardSize) -> Option<impl Iterator<Item = Point> + use<>> {
    let (first, second) = text.split_once(':').unwrap_or((text, text));
    let (first, second) = (point(first, size)?, point(second, size)?);
    // FF[4] asks for the top left corner first. Any two corners are clear enough.
    let between = |a: usize, b: usize| a.min(b)..=a.max(b);
    let columns = between(first.x(), second.x());
    let rows = between(first.y(), second.y());
    Some(rows.flat_map(move |y| columns.clone().filter_map(move |x| Point::new(x, y))))
}

/// The move that a value stands for: `tt` was the pass before FF\[4\], and boards here are not
/// larger than 19x19, where it could be a point.
pub(crate) fn parse_move(text: &str, size: BoardSize) -> Option<Move> {
    match text.trim() {
        "" | "tt" => Some(Move::Pass),
        text => point(text, size).map(Move::Play),
    }
}

/// The value for a point.
pub(crate) fn point_value(point: Point, size: BoardSize) -> String {
    let letter = |n: usize| char::from(b"abcdefghijklmnopqrs"[n.min(18)]);
    let from_top = size.side().saturating_sub(point.y() + 1);
    [letter(point.x()), letter(from_top)].into_iter().collect()
}

/// The value for a move; a pass is empty.
pub(crate) fn move_value(m: Move, size: BoardSize) -> String {
    m.point().map(|point| point_value(point, size)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_both_ways_on_every_size() {
        for side in 2..=19 {
            let size = BoardSize::new(side).unwrap();
            for point in size.points() {
                let value = point_value(point, size);
                assert_eq!(super::point(&value, size), Some(point));
            }
            assert_eq!(
                point_value("A1".parse().unwrap(), size).as_bytes()[1] - b'a' + 1,
                side as u8
            );
        }
        let size = BoardSize::MAX;
        assert_eq!(point("pd", size), "Q16".parse().ok());
        for text in ["", "a", "aaa", "at", "ta", "AA", "a1", "é", "aé"] {
            assert_eq!(point(text, size), None, "{text}");
        }
    }

    #[test]
    fn rectangles_are_filled() {
        let size = BoardSize::new(9).unwrap();
        let names = |text: &str| {
            points(text, size).map(|points| points.map(|p| p.to_string()).collect::<Vec<_>>())
        };
        let square = ["A8", "B8", "A9", "B9"].map(str::to_owned).to_vec();
        assert_eq!(names("aa:bb"), Some(square.clone()));
        assert_eq!(names("ba:ab"), Some(square));
        assert_eq!(names("aa:aa").unwrap().len(), 1);
        assert_eq!(names("aa:jj"), None);
        assert_eq!(names("aa:"), None);
    }

    #[test]
    fn passes_have_two_forms() {
        let size = BoardSize::new(9).unwrap();
        assert_eq!(parse_move("", size), Some(Move::Pass));
        assert_eq!(parse_move("tt", size), Some(Move::Pass));
        assert_eq!(parse_move("jj", size), None);
        assert_eq!(move_value(Move::Pass, size), "");
    }
}
