//! Ladders: whether a chain that is all but captured can run away.

use tengen_go::{Board, Player, Point};

/// Positions that one question may look at: a ladder across the largest board, and some breaks.
const MOST_POSITIONS: u32 = 200;

/// Reads ladders. Keeps its boards, one for each move ahead, from question to question.
///
/// ```
/// use tengen_go::Board;
/// use tengen_policy::go::LadderReader;
/// let board: Board = "
///     . . . . . .
///     . . X X . .
///     . X O O X .
///     . . X . . .
///     . . . . . .
///     . . . . . ."
///     .parse()
///     .unwrap();
/// assert!(LadderReader::new().is_caught(&board, "C4".parse().unwrap()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LadderReader {
    boards: Vec<Board>,
    /// Positions that the question under way may still look at.
    left: u32,
    /// The same for all questions together, if somebody wants that.
    budget: Option<u32>,
}

impl LadderReader {
    /// A reader who has read nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { boards: Vec::new(), left: 0, budget: None }
    }

    /// From now on all questions together may look at so many positions. What is asked when they
    /// are used up is answered with no.
    pub const fn set_budget(&mut self, positions: u32) {
        self.budget = Some(positions);
    }

    /// Whether a chain with one liberty, its owner to move, will be captured by atari after atari.
    pub fn is_caught(&mut self, board: &Board, prey: Point) -> bool {
        self.begin(board);
        let caught = self.defend(0, prey);
        self.end();
        caught
    }

    /// The same for a chain with two liberties, its opponent to move.
    pub fn can_be_caught(&mut self, board: &Board, prey: Point) -> bool {
        self.begin(board);
        let caught = self.attack(0, prey);
        self.end();
        caught
    }

    fn begin(&mut self, board: &Board) {
        self.left = MOST_POSITIONS.min(self.budget.unwrap_or(MOST_POSITIONS));
        match self.boards.first_mut() {
            Some(first) => first.clone_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    /// Takes what the question has cost from the budget.
    fn end(&mut self) {
        if let Some(budget) = &mut self.budget {
            *budget -= MOST_POSITIONS.min(*budget) - self.left;
        }
    }

    /// Puts the board after a move at the next depth.
    fn play(&mut self, depth: usize, player: Player, point: Point) {
        if self.boards.len() == depth + 1 {
            let copy = self.boards[depth].clone();
            self.boards.push(copy);
        } else {
            let (before, after) = self.boards.split_at_mut(depth + 1);
            after[0].clone_from(&before[depth]);
        }
        self.boards[depth + 1].play(player, point);
    }

    /// The owner moves; whether all he can do is not enough. A question that gets too long is
    /// answered with no.
    fn defend(&mut self, depth: usize, prey: Point) -> bool {
        let board = &self.boards[depth];
        let Some(owner) = board.stone(prey) else { return true };
        let Some(last) = board.atari(prey) else { return false };
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        // He may take a chain that holds him, or run.
        let size = board.size();
        let (mut tried, mut count) = ([last; 5], 1);
        for stone in board.chain(prey) {
            for beside in stone.neighbours(size) {
                if board.stone(beside) == Some(owner.opponent())
                    && let Some(liberty) = board.atari(beside)
                    && count < tried.len()
                    && !tried[..count].contains(&liberty)
                {
                    tried[count] = liberty;
                    count += 1;
                }
            }
        }
        tried[..count].iter().all(|&point| {
            if !self.boards[depth].is_legal(owner, point) {
                return true;
            }
            self.play(depth, owner, point);
            match self.boards[depth + 1].liberties(prey).len() {
                0 | 1 => true,
                2 => self.attack(depth + 1, prey),
                _ => false,
            }
        })
    }

    /// The opponent moves; whether one of the two ataris catches the chain.
    fn attack(&mut self, depth: usize, prey: Point) -> bool {
        let board = &self.boards[depth];
        let Some(owner) = board.stone(prey) else { return true };
        let hunter = owner.opponent();
        board.liberties(prey).iter().any(|point| {
            if self.left == 0 || !self.boards[depth].is_legal(hunter, point) {
                return false;
            }
            self.play(depth, hunter, point);
            // A hunter who can be taken at once catches nobody.
            self.boards[depth + 1].atari(point).is_none() && self.defend(depth + 1, prey)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().expect("a diagram")
    }

    fn point(text: &str) -> Point {
        text.parse().expect("a point")
    }

    fn is_caught(board: &Board, prey: Point) -> bool {
        LadderReader::new().is_caught(board, prey)
    }

    fn can_be_caught(board: &Board, prey: Point) -> bool {
        LadderReader::new().can_be_caught(board, prey)
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

    /// Boards are large: read on the stack, a long ladder was too long for a thread.
    #[test]
    fn a_ladder_across_the_largest_board_fits_on_a_small_stack() {
        let read = || {
            let size = tengen_go::BoardSize::MAX;
            let stones = [("B3", Player::Black), ("C2", Player::Black), ("D2", Player::Black)];
            let stones = stones.map(|(name, player)| (point(name), player));
            let stones = stones.into_iter().chain([(point("C3"), Player::White)]);
            assert!(can_be_caught(&Board::from_stones(size, stones).unwrap(), point("C3")));
        };
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(read);
        thread.unwrap().join().unwrap();
    }

    #[test]
    fn a_budget_is_for_all_questions() {
        let ladder = board(LADDER);
        let mut reader = LadderReader::new();
        reader.set_budget(30);
        let answers: Vec<bool> =
            (0..10).map(|_| reader.can_be_caught(&ladder, point("C3"))).collect();
        assert!(answers[0] && !answers[9], "{answers:?}");
        assert!(answers.is_sorted_by(|a, b| a >= b), "{answers:?}");
        reader.set_budget(30);
        assert!(reader.can_be_caught(&ladder, point("C3")));
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
