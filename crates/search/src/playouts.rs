//! Playout policies: how a game is finished at random.

use tengen_game::{Game, MoveList, Outcome, Player, Rng};

use crate::hash::move_hash;

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutScore {
    /// Who won.
    pub outcome: Outcome,
    /// By how much Black won, in the game's own points; for a game without points, 1 for a win of
    /// Black, -1 for one of White, 0 for a draw.
    pub points: f32,
    /// What Black can expect, from 0 to 1, where a playout was cut short and something better than
    /// the outcome is known. Searches of a tree go by it; others by the outcome.
    pub expectation: Option<f32>,
}

impl From<Outcome> for PlayoutScore {
    fn from(outcome: Outcome) -> Self {
        let points = outcome.value_for(Player::Black) as f32;
        Self { outcome, points, expectation: None }
    }
}

/// Who is told of the moves of a playout.
pub trait PlayoutRecorder {
    /// `player` has made the move that has this slot ([`PlayoutPolicy::slot`]).
    fn played(&mut self, player: Player, slot: usize);
}

/// Records nothing, at no cost.
impl PlayoutRecorder for () {
    #[inline(always)]
    fn played(&mut self, _: Player, _: usize) {}
}

/// Plays games to their end: the simulation strategy of a search.
///
/// Each thread has its own copy. A policy owns its whole loop, so that a game can run its playouts
/// on something leaner than its positions.
pub trait PlayoutPolicy<G: Game>: Clone + Send {
    /// Plays `position` to the end and tells `recorder` of the moves, those of passes and the like
    /// excepted. The position is scratch: it may be left in any state. It may be a finished game.
    fn playout(
        &mut self,
        position: &mut G,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore;

    /// The result of a finished game, as a playout would score it.
    fn score(&mut self, _position: &G, outcome: Outcome) -> PlayoutScore {
        outcome.into()
    }

    /// Chooses one of the legal moves (there is at least one), as a playout would.
    fn choose(&mut self, _position: &G, moves: &[G::Move], rng: &mut Rng) -> usize {
        rng.below(moves.len())
    }

    /// The index of a move that wins at once, if there is one. The default tries them all; a game
    /// that can tell faster should.
    fn winning_move(&mut self, position: &G, moves: &[G::Move]) -> Option<usize> {
        let (player, mut after) = (position.to_move(), position.clone());
        moves.iter().position(|&m| {
            after.clone_from(position);
            after.play_unchecked(m);
            after.outcome() == Some(Outcome::Win(player))
        })
    }

    /// Whether a playout could make this legal move. (A light playout of Go fills no own eye.)
    fn is_sensible(&mut self, _position: &G, _m: G::Move) -> bool {
        true
    }

    /// How many slots there are: see [`slot`](Self::slot).
    fn slots(&self) -> usize {
        1 << 12
    }

    /// Where all-as-first and RAVE count a move: moves with one slot are the same move made at
    /// another time. `None` for moves that should not be counted, such as a pass.
    ///
    /// The default hashes the move, so that two moves may meet in a slot. Give your game's moves
    /// numbers of their own if you use these methods.
    #[inline]
    fn slot(&self, m: G::Move) -> Option<usize> {
        Some(move_hash(&m) % self.slots())
    }
}

/// Uniformly random legal moves: right for any game, fast for none.
#[derive(Clone, Debug)]
pub struct UniformPlayouts<M> {
    moves: MoveList<M>,
    limit: u32,
}

impl<M> UniformPlayouts<M> {
    /// Playouts of at most 10,000 moves.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_limit(10_000)
    }

    /// Playouts that are draws if they are not over after `limit` moves.
    #[must_use]
    pub const fn with_limit(limit: u32) -> Self {
        Self { moves: MoveList::new(), limit }
    }
}

impl<M> Default for UniformPlayouts<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> PlayoutPolicy<G> for UniformPlayouts<G::Move> {
    fn playout(
        &mut self,
        position: &mut G,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        for _ in 0..self.limit {
            if let Some(outcome) = position.outcome() {
                return outcome.into();
            }
            position.legal_moves(&mut self.moves);
            let Some(m) = rng.choose(&self.moves) else { break };
            if let Some(slot) = PlayoutPolicy::<G>::slot(self, m) {
                recorder.played(position.to_move(), slot);
            }
            position.play_unchecked(m);
        }
        position.outcome().unwrap_or(Outcome::Draw).into()
    }
}

/// Who first made each move: what all-as-first and RAVE need.
///
/// One more slot than asked for stands for all moves that are not counted; nobody ever plays there.
#[derive(Clone, Debug)]
pub struct FirstPlays(Box<[u8]>);

impl FirstPlays {
    /// A record for this many slots, without moves.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Self(vec![0; slots + 1].into())
    }

    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Whether `player` was the first to make this move.
    #[inline(always)]
    #[must_use]
    pub fn is_first(&self, player: Player, slot: usize) -> bool {
        self.0[slot] == player.index() as u8 + 1
    }

    /// The same for a move that may not be counted at all, without a branch.
    #[inline(always)]
    pub(crate) fn counts(&self, player: Player, slot: Option<usize>) -> bool {
        let nobodys = self.0.len() - 1;
        self.0[slot.unwrap_or(nobodys).min(nobodys)] == player.index() as u8 + 1
    }

    /// `player` made this move before all that was recorded so far.
    #[inline(always)]
    pub fn played_before(&mut self, player: Player, slot: usize) {
        self.0[slot] = player.index() as u8 + 1;
    }
}

impl PlayoutRecorder for FirstPlays {
    #[inline(always)]
    fn played(&mut self, player: Player, slot: usize) {
        let first = &mut self.0[slot];
        *first = if *first == 0 { player.index() as u8 + 1 } else { *first };
    }
}
