//! A deliberately naive Lines of Action: a mailbox, lines walked square by square, groups by flood
//! fill, every earlier position kept. Tests only.
#![allow(dead_code)] // each test file uses its own part

use tengen_loa::{
    Board, Move, NoMove, Outcome, Player, Repetition, Rng, Rules, Simultaneous, Square,
};

/// Rank by rank from the bottom, in each rank from file a.
pub(crate) type Squares = [Option<Player>; 64];

/// A game: the pieces, and all positions so far, this one included.
#[derive(Clone)]
pub(crate) struct Naive {
    pub(crate) squares: Squares,
    pub(crate) to_move: Player,
    pub(crate) rules: Rules,
    pub(crate) plies: u32,
    /// Every position that counts for repetition, and who was to move.
    pub(crate) states: Vec<(Squares, Player)>,
}

const WAYS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// The index of a square, if it is on the board.
fn index(file: i32, rank: i32) -> Option<usize> {
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then_some((8 * rank + file) as usize)
}

pub(crate) fn square(index: usize) -> Square {
    Square::new(index % 8, index / 8).unwrap()
}

impl Naive {
    pub(crate) fn new(rules: Rules) -> Self {
        let mut squares = [None; 64];
        for i in 1..7 {
            squares[i] = Some(Player::Black);
            squares[56 + i] = Some(Player::Black);
            squares[8 * i] = Some(Player::White);
            squares[8 * i + 7] = Some(Player::White);
        }
        Self::from_squares(squares, Player::Black, rules)
    }

    pub(crate) fn from_squares(squares: Squares, to_move: Player, rules: Rules) -> Self {
        Self { squares, to_move, rules, plies: 0, states: vec![(squares, to_move)] }
    }

    pub(crate) fn board(&self) -> Board {
        let set = |player| {
            let mine = (0..64).filter(|&i| self.squares[i] == Some(player));
            mine.fold(0, |set, i| set | 1u64 << i)
        };
        Board::from_pieces(Player::BOTH.map(set)).unwrap()
    }

    /// Moves as pairs of squares, whether or not the game is over.
    pub(crate) fn moves_of(&self, player: Player) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for from in 0..64 {
            if self.squares[from] != Some(player) {
                continue;
            }
            let (file, rank) = ((from % 8) as i32, (from / 8) as i32);
            for (df, dr) in WAYS {
                let on_line = (-7..=7).filter_map(|k| index(file + k * df, rank + k * dr));
                let count = on_line.filter(|&i| self.squares[i].is_some()).count() as i32;
                let Some(to) = index(file + count * df, rank + count * dr) else { continue };
                let jumps = (1..count).filter_map(|k| index(file + k * df, rank + k * dr));
                let blocked = jumps.into_iter().any(|i| self.squares[i] == Some(!player));
                if !blocked && self.squares[to] != Some(player) {
                    moves.push((from, to));
                }
            }
        }
        moves
    }

    pub(crate) fn is_connected(&self, player: Player) -> bool {
        let mine = |i: usize| self.squares[i] == Some(player);
        let Some(first) = (0..64).find(|&i| mine(i)) else { return true };
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let (file, rank) = ((group[next] % 8) as i32, (group[next] / 8) as i32);
            for (df, dr) in WAYS {
                if let Some(i) = index(file + df, rank + dr)
                    && mine(i)
                    && !group.contains(&i)
                {
                    group.push(i);
                }
            }
            next += 1;
        }
        group.len() == (0..64).filter(|&i| mine(i)).count()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match Player::BOTH.map(|player| self.is_connected(player)) {
            [true, true] if self.rules.simultaneous == Simultaneous::Draw => {
                return Some(Outcome::Draw);
            }
            [true, true] => return Some(Outcome::Win(!self.to_move)),
            [true, false] => return Some(Outcome::Win(Player::Black)),
            [false, true] => return Some(Outcome::Win(Player::White)),
            [false, false] => {}
        }
        let now = (self.squares, self.to_move);
        let repeated = match self.rules.repetition {
            Repetition::None => false,
            Repetition::Threefold => self.states.iter().filter(|&&state| state == now).count() >= 3,
            Repetition::TwofoldBoard => {
                self.states.iter().filter(|&&(squares, _)| squares == now.0).count() >= 2
            }
        };
        if repeated || self.rules.length_cap.is_some_and(|cap| self.plies >= cap) {
            return Some(Outcome::Draw);
        }
        if !self.moves_of(self.to_move).is_empty() {
            return None;
        }
        match self.rules.no_move {
            NoMove::Loss => Some(Outcome::Win(!self.to_move)),
            NoMove::Pass if self.moves_of(!self.to_move).is_empty() => Some(Outcome::Draw),
            NoMove::Pass => None,
        }
    }

    /// The moves of the game, in the same order as the fast version has them.
    pub(crate) fn legal(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let moves = self.moves_of(self.to_move);
        if moves.is_empty() {
            return vec![Move::PASS];
        }
        let captures = |to: usize| self.squares[to].is_some();
        moves.iter().map(|&(a, b)| Move::new(square(a), square(b), captures(b))).collect()
    }

    pub(crate) fn play(&mut self, m: Move) {
        if let Some((from, to)) = m.squares() {
            self.squares[to.index()] = self.squares[from.index()].take();
        }
        self.to_move = !self.to_move;
        self.plies += 1;
        // A pass does not make a board occur again.
        if !(m.is_pass() && self.rules.repetition == Repetition::TwofoldBoard) {
            self.states.push((self.squares, self.to_move));
        }
    }

    /// A uniformly random game: outcome, plies, and who made the last move.
    pub(crate) fn playout(mut self, rng: &mut Rng, cap: u32) -> (Outcome, u32, Player) {
        for _ in 0..cap {
            let Some(m) = rng.choose(&self.legal()) else { break };
            self.play(m);
        }
        (self.outcome().unwrap_or(Outcome::Draw), self.plies, !self.to_move)
    }
}

/// Pieces thrown onto the board: some sparse, some dense, some crowded into a corner of it.
pub(crate) fn scattered(rng: &mut Rng) -> Squares {
    let mut squares = [None; 64];
    let side = 3 + rng.below(6);
    let most = (side * side / 2).min(12);
    for player in Player::BOTH {
        let mut missing = 1 + rng.below(most);
        while missing > 0 {
            let at = &mut squares[8 * rng.below(side) + rng.below(side)];
            if at.is_none() {
                *at = Some(player);
                missing -= 1;
            }
        }
    }
    squares
}
