//! Small games for the tests, and the obvious way to solve them.
#![allow(dead_code)]

use std::collections::HashMap;
use std::sync::Arc;

use tengen_game::{Game, Key, MoveList, Outcome, Player, Rng, random_key};
use tengen_search::{
    Evaluate, Implicit, Knowledge, MovePrior, PlayoutPolicy, PlayoutRecorder, PlayoutScore,
    ProofBias, ProofTerm, TreeOptions, Value,
};

/// Stones dropped into columns, or put anywhere; `connect` in a row wins, a full board is a draw.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InARow {
    width: usize,
    height: usize,
    connect: usize,
    gravity: bool,
    stones: [u64; 2],
    to_move: Player,
    over: Option<Outcome>,
}

impl InARow {
    pub(crate) fn drop(width: usize, height: usize, connect: usize) -> Self {
        Self {
            width,
            height,
            connect,
            gravity: true,
            stones: [0; 2],
            to_move: Player::Black,
            over: None,
        }
    }

    pub(crate) fn tic_tac_toe() -> Self {
        Self { gravity: false, ..Self::drop(3, 3, 3) }
    }

    fn bit(&self, x: usize, y: usize) -> u64 {
        1 << (y * self.width + x)
    }

    fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Where a stone lands.
    fn landing(&self, m: u8) -> Option<(usize, usize)> {
        let m = usize::from(m);
        if !self.gravity {
            let (x, y) = (m % self.width, m / self.width);
            return (y < self.height && self.all() & self.bit(x, y) == 0).then_some((x, y));
        }
        if m >= self.width {
            return None;
        }
        (0..self.height).find(|&y| self.all() & self.bit(m, y) == 0).map(|y| (m, y))
    }

    fn wins(&self, player: Player, x: usize, y: usize) -> bool {
        let own = self.stones[player.index()];
        let has = |x: isize, y: isize| {
            (0..self.width as isize).contains(&x)
                && (0..self.height as isize).contains(&y)
                && own & self.bit(x as usize, y as usize) != 0
        };
        let run = |dx: isize, dy: isize| {
            (1..).take_while(|&n| has(x as isize + n * dx, y as isize + n * dy)).count()
        };
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        directions.iter().any(|&(dx, dy)| 1 + run(dx, dy) + run(-dx, -dy) >= self.connect)
    }
}

impl Game for InARow {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        let moves = if self.gravity { self.width } else { self.width * self.height };
        out.extend((0..moves as u8).filter(|&m| self.is_legal(m)));
    }

    fn is_legal(&self, m: u8) -> bool {
        self.over.is_none() && self.landing(m).is_some()
    }

    fn play_unchecked(&mut self, m: u8) {
        let (x, y) = self.landing(m).expect("a legal move");
        self.stones[self.to_move.index()] |= self.bit(x, y);
        if self.wins(self.to_move, x, y) {
            self.over = Some(Outcome::Win(self.to_move));
        } else if self.all().count_ones() as usize == self.width * self.height {
            self.over = Some(Outcome::Draw);
        }
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over
    }

    fn key(&self) -> Key {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> Key {
        random_key(self.stones[0]) ^ random_key(!self.stones[1])
    }
}

/// Take one to three stones; whoever takes the last one *loses*, by his own move. Every fifth
/// pile, taking two stones lets the same player move again: turns need not alternate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Misere {
    pub(crate) stones: u8,
    pub(crate) to_move: Player,
}

impl Game for Misere {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        out.extend((1..=3).filter(|&n| self.is_legal(n)));
    }

    fn is_legal(&self, n: u8) -> bool {
        (1..=3).contains(&n) && n <= self.stones
    }

    fn play_unchecked(&mut self, n: u8) {
        let again = self.stones.is_multiple_of(5) && n == 2;
        self.stones -= n;
        if !again || self.stones == 0 {
            self.to_move = !self.to_move;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then_some(Outcome::Win(self.to_move))
    }

    fn key(&self) -> Key {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> Key {
        random_key(u64::from(self.stones) * 2 + self.to_move.index() as u64)
    }
}

/// A game tree written down. Players alternate.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    /// The game is over.
    End(Outcome),
    /// Playouts are won by Black with this probability; the game itself goes on without choice.
    Chance(f64),
    /// The player to move chooses.
    Choice(Vec<Tree>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TreeGame {
    tree: Arc<Tree>,
    /// The choices made.
    path: Vec<u8>,
    /// Those and the moves without choice.
    plies: usize,
}

impl TreeGame {
    pub(crate) fn new(tree: Tree) -> Self {
        Self { tree: Arc::new(tree), path: Vec::new(), plies: 0 }
    }

    /// The choices made.
    pub(crate) fn path(&self) -> &[u8] {
        &self.path
    }

    fn here(&self) -> &Tree {
        self.path.iter().fold(&*self.tree, |tree, &m| match tree {
            Tree::Choice(children) => &children[usize::from(m)],
            other => other,
        })
    }
}

impl Game for TreeGame {
    type Move = u8;

    fn to_move(&self) -> Player {
        Player::BOTH[self.plies % 2]
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        match self.here() {
            Tree::End(_) => {}
            Tree::Chance(_) => out.push(0),
            Tree::Choice(children) => out.extend(0..children.len() as u8),
        }
    }

    fn is_legal(&self, m: u8) -> bool {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.contains(&m)
    }

    fn play_unchecked(&mut self, m: u8) {
        if matches!(self.here(), Tree::Choice(_)) {
            self.path.push(m);
        }
        self.plies += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.here() {
            Tree::End(outcome) => Some(*outcome),
            _ => None,
        }
    }

    fn key(&self) -> Key {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> Key {
        self.path
            .iter()
            .fold(Key(self.plies as u64), |key, &m| random_key(key.0 ^ u64::from(m) << 7))
    }
}

/// Random moves until chance decides.
#[derive(Clone)]
pub(crate) struct TreePlayouts;

impl PlayoutPolicy<TreeGame> for TreePlayouts {
    fn playout(
        &mut self,
        position: &mut TreeGame,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        let _ = recorder;
        loop {
            let moves = match position.here() {
                Tree::End(outcome) => return (*outcome).into(),
                Tree::Chance(p) => {
                    let black = (rng.below(1_000_000) as f64) < p * 1e6;
                    let winner = if black { Player::Black } else { Player::White };
                    return Outcome::Win(winner).into();
                }
                Tree::Choice(children) => children.len(),
            };
            let m = rng.below(moves);
            position.play_unchecked(m as u8);
        }
    }
}

/// Evaluates positions by their keys: any number at all.
#[derive(Clone)]
pub(crate) struct Noise;

impl<G: Game> Knowledge<G> for Noise {
    const KNOWS: bool = false;
    fn judge(&mut self, _: &G, _: &[G::Move], _: &mut [MovePrior]) {}

    fn value(&mut self, position: &G) -> Option<f32> {
        let word = random_key(position.key().0).0 % 1200;
        // Some positions get no value, some one that is out of range, or none that is a number.
        match word {
            0..100 => None,
            100..200 => Some(f32::NAN),
            _ => Some((word as f32 - 250.0) / 900.0),
        }
    }
}

/// All sorts of guides for a solver, by a number.
pub(crate) fn guide(options: &mut TreeOptions, number: u64) {
    let implicit = |alpha, evaluate| Some(Implicit { alpha, evaluate });
    let numbers = |weight, kind| Some(ProofBias { weight, kind });
    (options.implicit, options.proof_numbers) = match number % 6 {
        0 => (implicit(0.3, Evaluate::Children), None),
        1 => (implicit(0.3, Evaluate::Visited), None),
        2 => (None, numbers(0.5, ProofTerm::Rank)),
        3 => (None, numbers(0.5, ProofTerm::Sum)),
        4 => (None, numbers(0.5, ProofTerm::Max)),
        _ => (implicit(0.4, Evaluate::Visited), numbers(1.0, ProofTerm::Rank)),
    };
}

/// The value of a position for the player to move, by looking at everything.
pub(crate) fn minimax<G: Game>(position: &G, memo: &mut HashMap<Key, Value>) -> Value {
    let player = position.to_move();
    if let Some(outcome) = position.outcome() {
        return Value::of(outcome, player);
    }
    if let Some(&value) = memo.get(&position.key()) {
        return value;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let value = moves.iter().map(|&m| value_after(position, m, memo)).max().expect("a move");
    memo.insert(position.key(), value);
    value
}

/// The value of a move for the player who makes it.
pub(crate) fn value_after<G: Game>(
    position: &G,
    m: G::Move,
    memo: &mut HashMap<Key, Value>,
) -> Value {
    let player = position.to_move();
    let mut after = position.clone();
    after.play_unchecked(m);
    if let Some(outcome) = after.outcome() {
        return Value::of(outcome, player);
    }
    let value = minimax(&after, memo);
    if after.to_move() == player { value } else { value.flipped() }
}

/// A position `plies` random moves into the game, or as far as it goes.
pub(crate) fn random_position<G: Game>(start: &G, plies: usize, rng: &mut Rng) -> Option<G> {
    let mut position = start.clone();
    let mut moves = MoveList::new();
    for _ in 0..plies {
        position.legal_moves(&mut moves);
        position.play_unchecked(rng.choose(&moves)?);
    }
    position.outcome().is_none().then_some(position)
}
