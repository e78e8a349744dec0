//! Sets of points on a board: boundaries and connected parts.

use tengen_go::{BoardSize, Point, PointMask};

/// The points of a board.
pub(crate) fn whole_board(size: BoardSize) -> PointMask {
    size.points().collect()
}

/// The points beside a set, but not in it.
pub(crate) fn boundary(set: &PointMask, size: BoardSize) -> PointMask {
    let beside: PointMask = set.iter().flat_map(|point| point.neighbours(size)).collect();
    beside - *set
}

/// The part of `set` that is connected with `start`, a member.
pub(crate) fn part_of(set: &PointMask, start: Point, size: BoardSize) -> PointMask {
    let (mut part, mut open) = (PointMask::EMPTY, vec![start]);
    part.insert(start);
    while let Some(point) = open.pop() {
        for next in point.neighbours(size) {
            if set.contains(next) && part.insert(next) {
                open.push(next);
            }
        }
    }
    part
}

/// The connected parts of a set.
pub(crate) fn parts(mut set: PointMask, size: BoardSize) -> Vec<PointMask> {
    let mut found = Vec::new();
    while let Some(start) = set.iter().next() {
        let part = part_of(&set, start, size);
        set -= part;
        found.push(part);
    }
    found
}
