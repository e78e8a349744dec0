//! Ladders: whether a chain that is all but captured can run away.

use tengen_go::{Board, Point};

/// Positions that one question may look at: a ladder across the largest board, and some breaks.
const MOST_POSITIONS: u32 = 200;

/// Whether a chain with one liberty, its owner to move, will be captured by atari after atari.
///
/// ```
/// use tengen_go::Board;
/// use tengen_policy::go::is_caught;
/// let board: Board = "
///     . . . . . .
///     . . X X . .
///     . X O O X .
///     . . X . . .
///     . . . . . .
///     . . . . . ."
///     .parse()
///     .unwrap();
/// assert!(is_caught(&board, "C4".parse().unwrap()));
/// ```
#[must_use]
pub fn is_caught(board: &Board, prey: Point) -> bool {
    let mut left = MOST_POSITIONS;
    defend(board, prey, &mut left)
}

/// The same for a chain with two liberties, its opponent to move.
#[must_use]
pub fn can_be_caught(board: &Board, prey: Point) -> bool {
    let mut left = MOST_POSITIONS;
    attack(board, prey, &mut left)
}

/// The owner moves; whether all he can do is not enough. A question that gets too long is answered
/// with no.
fn defend(board: &Board, prey: Point, left: &mut u32) -> bool {
    let Some(owner) = board.stone(prey) else { return true };
    let Some(last) = board.atari(prey) else { return false };
    if *left == 0 {
        return false;
    }
    *left -= 1;
    // He may take a chain that holds him, or run.
    let size = board.size();
    let mut tried = [last; 5];
    let mut count = 1;
    for stone in board.chain(prey) {
        for beside in stone.neighbours(size) {
            let taken = board.atari(beside).filter(|liberty| {
                board.stone(beside) != Some(owner) && !tried[..count].contains(liberty)
            });
            if let Some(liberty) = taken
                && count < tried.len()
            {
                tried[count] = liberty;
                count += 1;
            }
        }
    }
    let mut after = board.clone();
    tried[..count].iter().all(|&point| {
        if !board.is_legal(owner, point) {
            return true;
        }
        after.clone_from(board);
        after.play(owner, point);
        match after.liberties(prey).len() {
            0 | 1 => true,
            2 => attack(&after, prey, left),
            _ => false,
        }
    })
}

/// The opponent moves; whether one of the two ataris catches the chain.
fn attack(board: &Board, prey: Point, left: &mut u32) -> bool {
    let Some(owner) = board.stone(prey) else { return true };
    let hunter = owner.opponent();
    let mut after = board.clone();
    board.liberties(prey).iter().any(|point| {
        if *left == 0 || !board.is_legal(hunter, point) {
            return false;
        }
        after.clone_from(board);
        after.play(hunter, point);
        // A hunter who can be taken at once catches nobody.
        after.atari(point).is_none() && defend(&after, prey, left)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::Player;

    fn board(text: &str) -> Board {
        text.parse().expect("a diagram")
    }

    fn point(text: &str) -> Point {
        text.parse().expect("a point")
    }

    /// The white stone runs towards the upper right, if it can.
    const LADDER: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X O . . . . . .
        . . X X . . . . .
        . . . . . . . . .";

    #[test]
    fn a_ladder_works_until_a_stone_breaks_it() {
        let mut ladder = board(LADDER);
        assert!(can_be_caught(&ladder, point("C3")));
        for (breaker, breaks) in [("F6", true), ("F5", true), ("H2", false), ("B7", false)] {
            let mut broken = ladder.clone();
            broken.play(Player::White, point(breaker));
            assert_eq!(!can_be_caught(&broken, point("C3")), breaks, "{breaker}");
        }
        // From below it runs into the open.
        ladder.play(Player::Black, point("D3"));
        assert!(!is_caught(&ladder, point("C3")));
    }

    #[test]
    fn two_liberties() {
        let two = ". . . .\n. X O .\n. . X .\n. . . .";
        assert!(can_be_caught(&board(two), point("C3")));
        let free = ". . . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . .";
        assert!(!can_be_caught(&board(free), point("C3")));
    }

    #[test]
    fn who_can_take_the_hunter_is_not_caught() {
        // Black cannot run with B3, but takes C3, which holds him.
        let held = "
            . . . . .
            . O X . .
            O X O X .
            O . . X .
            . O X . .";
        assert!(!is_caught(&board(held), point("B3")));
        assert!(is_caught(&board(&held.replacen("O X .", "O . .", 1)), point("B3")));
    }
}
