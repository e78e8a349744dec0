//! Playouts of Lines of Action: by category, by evaluation, or uniform (paper 000, section 3.1,
//! and Winands and Björnsson, Evaluation Function Based Monte-Carlo LOA, 2010).

use std::sync::Arc;

use tengen_loa::{
    Aim, Board, Game, Move, NoMove, Outcome, Player, Playout, Position, Recorder, Rng, Square,
    Table, is_connected, squares,
};
use tengen_search::formulas::exp;
use tengen_search::{PlayoutPolicy, PlayoutRecorder, PlayoutScore};

use crate::loa::category::{Category, Mover};
use crate::loa::evaluation::{Evaluation, POINTS_PER_LOGIT};
use crate::loa::transitions::{LARGEST_WEIGHT, Transitions};

/// How the moves of a playout are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// All moves are equally likely.
    Uniform,
    /// Moves are drawn by the transition probabilities of their categories (paper 000).
    Category,
    /// The same, but a move that makes the evaluation worse is hardly ever drawn.
    Corrective,
    /// Of the most probable moves the one with the best evaluation.
    Greedy,
    /// Corrective in the tree and for the first move of a playout, greedy after that.
    Mixed,
}

impl Style {
    /// The names of all styles, in their order.
    pub const NAMES: &[&str] = &["uniform", "category", "corrective", "greedy", "mixed"];
    /// All styles, in the order of their names.
    pub const ALL: [Self; 5] =
        [Self::Uniform, Self::Category, Self::Corrective, Self::Greedy, Self::Mixed];
}

/// When a playout is stopped because the evaluation says that it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutOff {
    /// At how many points for one side. The paper: 1,000.
    pub points: i32,
    /// Every how many plies that is looked at. The paper: 3.
    pub every: u32,
}

/// Playouts on the bare board, without history, that are drawn after 200 plies.
///
/// ```
/// use tengen_loa::{Position, Rng, Rules};
/// use tengen_policy::loa::{CutOff, Evaluation, LoaPlayouts, Mia, Style, Transitions};
/// use tengen_search::PlayoutPolicy;
/// let mut playouts = LoaPlayouts::new(
///     Style::Category,
///     Transitions::built_in(),
///     Evaluation::of(Mia::Y2006).clone(),
///     Some(CutOff { points: 1000, every: 3 }),
/// );
/// let mut position = Position::new(Rules::PAPER);
/// let score = playouts.playout(&mut position, &mut Rng::new(1), &mut ());
/// println!("{:?}", score.outcome);
/// ```
#[derive(Clone, Debug)]
pub struct LoaPlayouts {
    style: Style,
    transitions: Transitions,
    evaluation: Arc<Evaluation>,
    cut_off: Option<CutOff>,
    /// After how many plies the evaluation draws the winner.
    length: Option<u32>,
    candidates: Candidates,
}

/// The moves of a position with their weights.
#[derive(Clone, Debug)]
struct Candidates {
    moves: [Move; MOST_MOVES],
    /// Of each move the sum of its weight and all before.
    sums: [u32; MOST_MOVES],
    count: usize,
    total: u32,
    weights: Vec<f32>,
}

/// No side has more moves: twelve pieces, eight directions.
const MOST_MOVES: usize = 96;

impl Default for Candidates {
    fn default() -> Self {
        let (moves, sums) = ([Move::PASS; MOST_MOVES], [0; MOST_MOVES]);
        Self { moves, sums, count: 0, total: 0, weights: Vec::new() }
    }
}

impl Candidates {
    /// Lists the moves of `player`, each with a weight by its category.
    #[inline(always)]
    fn list(&mut self, board: &Board, player: Player, weight: &[u32; Category::COUNT]) {
        let (mover, theirs) = (Mover::new(board, player), board.pieces(player.opponent()));
        let (mut count, mut total) = (0, 0);
        for from in squares(board.pieces(player)) {
            let mut reach = board.reach(player, from);
            while reach != 0 {
                let to = Square::lowest(reach);
                reach &= reach - 1;
                let captures = theirs & to.bit() != 0;
                total += weight[mover.of(from, to, captures).index() % Category::COUNT];
                let place = count % MOST_MOVES;
                self.moves[place] = Move::new(from, to, captures);
                self.sums[place] = total;
                count += 1;
            }
        }
        (self.count, self.total) = (count.min(MOST_MOVES), total);
    }

    fn moves(&self) -> &[Move] {
        &self.moves[..self.count]
    }

    /// The number of a move, as likely as its weight.
    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> usize {
        let drawn = rng.below(self.total as usize) as u32;
        // Without branches: where the search would end cannot be predicted.
        let passed: u32 = self.sums[..self.count].iter().map(|&sum| u32::from(sum <= drawn)).sum();
        (passed as usize).min(self.count.saturating_sub(1))
    }

    /// The weights one by one.
    fn single_weights(&mut self) {
        self.weights.clear();
        let mut before = 0;
        for &sum in &self.sums[..self.count] {
            self.weights.push((sum - before) as f32);
            before = sum;
        }
    }
}

/// Greedy playouts evaluate so many moves, the most probable ones.
const GREEDY_MOVES: usize = 7;

/// The weight of a move that makes the evaluation worse, against that of its category.
const CORRECTED: f32 = 0.01;

impl LoaPlayouts {
    /// Playouts of a style. The evaluation is used by the last three styles and by the cut-off.
    #[must_use]
    pub fn new(
        style: Style,
        transitions: Transitions,
        evaluation: Evaluation,
        cut_off: Option<CutOff>,
    ) -> Self {
        let evaluation = Arc::new(evaluation);
        let cut_off = cut_off.map(|it| CutOff { every: it.every.max(1), ..it });
        Self {
            style,
            transitions,
            evaluation,
            cut_off,
            length: None,
            candidates: Candidates::default(),
        }
    }

    /// The same, but after so many plies a playout ends, and its winner is drawn with the
    /// probability that the evaluation gives him.
    #[must_use]
    pub fn with_length(self, length: u32) -> Self {
        Self { length: Some(length), ..self }
    }

    /// What the evaluation expects; and a winner, drawn with that probability, for searches that
    /// know nothing between win and loss.
    fn adjudicate(&self, board: &Board, to_move: Player, rng: &mut Rng) -> PlayoutScore {
        let points = self.evaluation.points(board, to_move);
        let odds = exp(-f64::from(points.clamp(-20_000, 20_000)) / POINTS_PER_LOGIT);
        let rate = 1.0 / (1.0 + odds);
        let black = if to_move == Player::Black { rate } else { 1.0 - rate } as f32;
        let wins = rng.unit() < black;
        let outcome = Outcome::Win(if wins { Player::Black } else { Player::White });
        PlayoutScore { expectation: Some(black), ..outcome.into() }
    }

    /// A move in the way of `style`; none if there is none.
    #[inline(always)]
    fn draw(
        &mut self,
        style: Style,
        terms: &Playout,
        table: &Table,
        player: Player,
        rng: &mut Rng,
    ) -> Option<Aim> {
        if style == Style::Category {
            return self.accept(table, player, rng);
        }
        let board = table.board();
        let weights = if style == Style::Uniform { &EVEN } else { self.transitions.weights() };
        self.candidates.list(board, player, weights);
        if self.candidates.count == 0 {
            return None;
        }
        let chosen = match style {
            Style::Uniform | Style::Category => self.candidates.draw(rng),
            Style::Corrective | Style::Mixed => {
                self.candidates.single_weights();
                let Candidates { moves, count, weights, .. } = &mut self.candidates;
                let moves = &moves[..*count];
                let win = correct(&self.evaluation, terms, board, player, moves, weights);
                win.unwrap_or_else(|| by_weight(weights, rng))
            }
            Style::Greedy => {
                self.candidates.single_weights();
                let Candidates { moves, count, weights, .. } = &mut self.candidates;
                let moves = &moves[..*count];
                greedy(&self.evaluation, terms, board, player, moves, weights, rng)
            }
        };
        let (from, to) = self.candidates.moves().get(chosen)?.squares()?;
        Some(table.aim_of(from, to))
    }
}

/// The same weight for all categories.
static EVEN: [u32; Category::COUNT] = [1; Category::COUNT];

impl LoaPlayouts {
    /// A move, as likely as its category; none if there is none. A piece and a direction are drawn
    /// until a draw is legal and, with the probability of its category, accepted: some twenty draws
    /// without a branch cost less than listing thirty moves.
    #[inline(always)]
    fn accept(&mut self, table: &Table, player: Player, rng: &mut Rng) -> Option<Aim> {
        let board = table.board();
        let (mover, theirs) = (Mover::new(board, player), board.pieces(player.opponent()));
        let (weights, pairs) = (self.transitions.weights(), u64::from(table.pairs(player)));
        for _ in 0..PATIENCE {
            let bits = rng.next_u64();
            for half in [bits >> 32, bits & 0xffff_ffff] {
                // The whole part of the product is the pair, its fraction decides whether it is
                // accepted: as good as independent, since there are at most 96 pairs.
                let product = half * pairs;
                let aim = table.aim(player, (product >> 32) as usize);
                let captures = theirs & aim.to.bit() != 0;
                let weight =
                    weights[mover.of(aim.from, aim.to, captures).index() % Category::COUNT];
                let limit = u64::from(weight) << (32 - LARGEST_WEIGHT.ilog2());
                if aim.is_legal & ((product & 0xffff_ffff) < limit) {
                    return Some(aim);
                }
            }
        }
        self.candidates.list(board, player, self.transitions.weights());
        let chosen = (self.candidates.count > 0).then(|| self.candidates.draw(rng))?;
        let (from, to) = self.candidates.moves()[chosen].squares()?;
        Some(table.aim_of(from, to))
    }
}

/// After how many pairs of draws that were not accepted all moves are listed.
const PATIENCE: usize = 64;

/// An index, as likely as its weight.
#[inline(always)]
fn by_weight(weights: &[f32], rng: &mut Rng) -> usize {
    let total: f32 = weights.iter().sum();
    let mut left = total * rng.unit();
    for (i, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return i;
        }
    }
    weights.len() - 1
}

/// The board after a move, and its outcome if that ended the game.
#[inline(always)]
fn after(terms: &Playout, board: &Board, player: Player, m: Move) -> (Board, Option<Outcome>) {
    let mut next = *board;
    let Some((from, to)) = m.squares() else { return (next, None) };
    let captures = next.move_piece(player, from, to);
    let outcome = terms.after_move(&next, player, captures);
    (next, outcome)
}

/// Takes most of the weight from moves that make the evaluation worse. Returns a move that wins at
/// once, if there is one.
fn correct(
    evaluation: &Evaluation,
    terms: &Playout,
    board: &Board,
    player: Player,
    moves: &[Move],
    weights: &mut [f32],
) -> Option<usize> {
    let before = evaluation.points(board, player);
    for (i, (&m, weight)) in moves.iter().zip(weights).enumerate() {
        let (next, outcome) = after(terms, board, player, m);
        let worse = match outcome {
            Some(Outcome::Win(winner)) if winner == player => return Some(i),
            Some(Outcome::Win(_)) => true,
            Some(Outcome::Draw) => before > 0,
            None => -evaluation.points(&next, player.opponent()) < before,
        };
        *weight *= if worse { CORRECTED } else { 1.0 };
    }
    None
}

/// Of the most probable moves the one with the best evaluation; a win before all.
fn greedy(
    evaluation: &Evaluation,
    terms: &Playout,
    board: &Board,
    player: Player,
    moves: &[Move],
    weights: &mut [f32],
    rng: &mut Rng,
) -> usize {
    let (mut best, mut chosen) = (i32::MIN, 0);
    for _ in 0..GREEDY_MOVES.min(moves.len()) {
        // Drawn by weight, not sorted by it: a playout should not always be the same game.
        let i = by_weight(weights, rng);
        weights[i] = 0.0;
        let (next, outcome) = after(terms, board, player, moves[i]);
        let points = match outcome {
            Some(Outcome::Win(winner)) if winner == player => return i,
            Some(Outcome::Win(_)) => i32::MIN + 1,
            Some(Outcome::Draw) => 0,
            None => -evaluation.points(&next, player.opponent()),
        };
        if points > best {
            (best, chosen) = (points, i);
        }
    }
    chosen
}

impl PlayoutPolicy<Position> for LoaPlayouts {
    fn playout(
        &mut self,
        position: &mut Position,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        if let Some(outcome) = position.outcome() {
            return outcome.into();
        }
        let terms = position.playout();
        if self.style == Style::Uniform && self.cut_off.is_none() && self.length.is_none() {
            // Drawing without listing is several times as fast.
            let mut board = *position.board();
            return terms.run(&mut board, rng, &mut Slots(recorder)).outcome.into();
        }
        let (mut table, mut player) = (Table::new(position.board()), position.to_move());
        for ply in 0..terms.cap {
            if self.length == Some(ply) {
                return self.adjudicate(table.board(), player, rng);
            }
            if let Some(CutOff { points, every }) = self.cut_off
                && ply % every == 0
                && let Some(winner) = self.evaluation.leader(table.board(), player, points)
            {
                return Outcome::Win(winner).into();
            }
            let style = match self.style {
                Style::Mixed if ply > 0 => Style::Greedy,
                style => style,
            };
            let ending = match self.draw(style, &terms, &table, player, rng) {
                Some(aim) => {
                    let captures = table.play(player, aim);
                    Slots(&mut *recorder).played(player, Move::new(aim.from, aim.to, captures));
                    terms.after_move(table.board(), player, captures)
                }
                None => terms.without_move(table.board(), player),
            };
            if let Some(outcome) = ending {
                return outcome.into();
            }
            player = player.opponent();
        }
        Outcome::Draw.into()
    }

    fn choose(&mut self, position: &Position, moves: &[Move], rng: &mut Rng) -> usize {
        let (board, player) = (position.board(), position.to_move());
        let weights = &mut self.candidates.weights;
        weights.clear();
        weights.resize(moves.len(), 1.0);
        if self.style == Style::Uniform {
            return rng.below(moves.len());
        }
        self.transitions.fill(board, player, moves, weights);
        match self.style {
            Style::Uniform | Style::Category => by_weight(weights, rng),
            Style::Corrective | Style::Mixed => {
                let terms = position.playout();
                let win = correct(&self.evaluation, &terms, board, player, moves, weights);
                win.unwrap_or_else(|| by_weight(weights, rng))
            }
            Style::Greedy => {
                let terms = position.playout();
                greedy(&self.evaluation, &terms, board, player, moves, weights, rng)
            }
        }
    }

    fn winning_move(&mut self, position: &Position, moves: &[Move]) -> Option<usize> {
        let (board, player) = (position.board(), position.to_move());
        let terms = position.playout();
        let mine = board.pieces(player);
        // Who leaves the other without a move wins under some rules only, and hardly ever.
        let shuts_in = |m: Move| {
            terms.no_move == NoMove::Loss && {
                let mut after = position.clone();
                after.play_unchecked(m);
                after.outcome() == Some(Outcome::Win(player))
            }
        };
        moves.iter().position(|&m| {
            let Some((from, to)) = m.squares() else { return false };
            // Nearly all are told apart by this alone.
            let connects = is_connected(mine & !from.bit() | to.bit());
            connects && after(&terms, board, player, m).1 == Some(Outcome::Win(player))
                || shuts_in(m)
        })
    }

    fn slots(&self) -> usize {
        64 * 64
    }

    #[inline]
    fn slot(&self, m: Move) -> Option<usize> {
        slot(m)
    }
}

/// A slot for each pair of squares.
#[inline]
fn slot(m: Move) -> Option<usize> {
    m.squares().map(|(from, to)| 64 * from.index() + to.index())
}

/// Passes the moves of a playout on.
struct Slots<'a, R>(&'a mut R);

impl<R: PlayoutRecorder> Recorder for Slots<'_, R> {
    #[inline(always)]
    fn played(&mut self, player: Player, m: Move) {
        if let Some(slot) = slot(m) {
            self.0.played(player, slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_loa::{MoveList, Rules};

    use super::*;
    use crate::loa::evaluation::Mia;

    /// The move that wins at once is found if and only if there is one.
    /// Both ways to draw by category choose every move as often as its weight says.
    #[test]
    fn moves_are_drawn_as_often_as_their_categories_say() {
        let evaluation = Evaluation::of(Mia::Y2006).clone();
        let transitions = Transitions::built_in();
        let mut playouts = LoaPlayouts::new(Style::Category, transitions.clone(), evaluation, None);
        let text = "..xx..../......../......o./.xooo..o/oxx.x.o./.o....../o......./....o... b";
        for position in [
            Position::new(Rules::PAPER),
            Position::from_text(text, Rules::PAPER).expect("a position"),
        ] {
            let (board, player) = (position.board(), position.to_move());
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let weights: Vec<f64> = moves
                .iter()
                .map(|&m| f64::from(transitions.probability(board, player, m)))
                .collect();
            let total: f64 = weights.iter().sum();
            let (table, mut rng) = (Table::new(board), Rng::new(4));
            const DRAWS: usize = 200_000;
            let mut counts = vec![[0_usize; 2]; moves.len()];
            for _ in 0..DRAWS {
                let aim = playouts.accept(&table, player, &mut rng).expect("a move");
                let drawn = moves.iter().position(|m| m.squares() == Some((aim.from, aim.to)));
                counts[drawn.expect("a legal move")][0] += 1;
                playouts.candidates.list(board, player, transitions.weights());
                let listed = playouts.candidates.moves()[playouts.candidates.draw(&mut rng)];
                let listed = moves.iter().position(|&m| m == listed);
                counts[listed.expect("a legal move")][1] += 1;
            }
            for (count, weight) in counts.iter().zip(weights) {
                let expected = weight / total * DRAWS as f64;
                for &count in count {
                    let error = (count as f64 - expected).abs();
                    assert!(error < 5.0 * expected.sqrt() + 2.0, "{count} {expected}");
                }
            }
        }
    }

    #[test]
    fn winning_moves_are_those_that_end_the_game() {
        let mut rng = Rng::new(1);
        let evaluation = Evaluation::of(Mia::Y2006).clone();
        let mut playouts =
            LoaPlayouts::new(Style::Uniform, Transitions::built_in(), evaluation, None);
        let (mut wins, mut none) = (0, 0);
        for (_, rules) in Rules::PRESETS {
            for _ in 0..60 {
                let mut game = Position::new(rules);
                let mut moves = MoveList::new();
                while game.outcome().is_none() {
                    game.legal_moves(&mut moves);
                    let found = playouts.winning_move(&game, &moves);
                    let player = game.to_move();
                    let expected = moves.iter().position(|&m| {
                        let mut after = game.clone();
                        after.play_unchecked(m);
                        after.outcome() == Some(Outcome::Win(player))
                    });
                    assert_eq!(found, expected, "{game:?}");
                    if found.is_some() {
                        wins += 1;
                    } else {
                        none += 1;
                    }
                    let m = rng.choose(&moves).expect("a move");
                    game.play_unchecked(m);
                }
            }
        }
        assert!(wins > 100 && none > 1000, "{wins} {none}");
    }
}
