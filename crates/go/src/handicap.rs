//! Where handicap stones go.

use crate::point::Point;
use crate::size::BoardSize;

/// The points of a fixed handicap as the Go Text Protocol defines them: 2 to 9 stones on odd
/// boards from 9x9, at most 4 on even boards from 8x8 and on 7x7. `None` if there is no such
/// handicap.
///
/// ```
/// use tengen_go::{BoardSize, fixed_handicap};
/// let size = BoardSize::new(19).unwrap();
/// let names: Vec<String> = fixed_handicap(size, 3).unwrap().iter().map(|p| p.to_string()).collect();
/// assert_eq!(names, ["D4", "Q16", "D16"]);
/// ```
#[must_use]
pub fn fixed_handicap(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    let side = size.side();
    let most = match side {
        0..7 => 0,
        7 => 4,
        _ if side.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    // The protocol moves to the fourth line from 13x13 on (GNU Go does already on 12x12).
    let low = if side >= 13 { 3 } else { 2 };
    let (high, middle) = (side - 1 - low, side / 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut points: Vec<(usize, usize)> = match stones {
        2..=4 => corners[..stones].to_vec(),
        _ => [&corners[..], &sides[..(stones - 4) & !1]].concat(),
    };
    if stones >= 5 && stones % 2 == 1 {
        points.push((middle, middle));
    }
    points.into_iter().map(|(x, y)| Point::new(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_bounds() {
        for side in 2..=19 {
            let size = BoardSize::new(side).unwrap();
            for stones in 0..=10 {
                let Some(points) = fixed_handicap(size, stones) else { continue };
                assert_eq!(points.len(), stones);
                assert!(points.iter().all(|&p| size.contains(p)));
                let distinct: crate::PointMask = points.iter().copied().collect();
                assert_eq!(distinct.len(), stones);
            }
        }
        let nine = BoardSize::new(9).unwrap();
        assert!(fixed_handicap(nine, 9).is_some() && fixed_handicap(nine, 10).is_none());
        assert!(fixed_handicap(BoardSize::new(8).unwrap(), 5).is_none());
        assert!(fixed_handicap(BoardSize::new(7).unwrap(), 5).is_none());
        assert!(fixed_handicap(BoardSize::new(6).unwrap(), 2).is_none());
    }

    #[test]
    fn the_order_is_that_of_the_protocol() {
        let names = |stones| {
            let points = fixed_handicap(BoardSize::new(9).unwrap(), stones).unwrap();
            points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(5), "C3 G7 C7 G3 E5");
        assert_eq!(names(6), "C3 G7 C7 G3 C5 G5");
        assert_eq!(names(7), "C3 G7 C7 G3 C5 G5 E5");
        assert_eq!(names(8), "C3 G7 C7 G3 C5 G5 E3 E7");
        assert_eq!(names(9), "C3 G7 C7 G3 C5 G5 E3 E7 E5");
    }
}
