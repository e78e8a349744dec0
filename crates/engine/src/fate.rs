//! What becomes of one chain of stones: a game of its own, in which its owner wants to keep it and
//! the opponent to capture it.
//!
//! Who owns what over many playouts does not tell life from seki: at random, somebody always plays
//! into a seki and breaks it. A search for the one question sees that he should not, since both may
//! pass, and then the chain stands.

use tengen_game::random_key;
use tengen_go::{Game, Key, Move, MoveList, Outcome, Player, Point, Position, Rng};
use tengen_policy::go::{GoPlayouts, Tactics};
use tengen_search::{
    Control, Knowledge, Limits, MovePrior, NoMemory, PlayoutPolicy, PlayoutRecorder, PlayoutScore,
    Rave, RaveSchedule, Search, StopFlag, TreeOptions, TreeSearch, Uct,
};

/// A position in which only one point counts.
#[derive(Clone)]
struct Fate {
    position: Position,
    target: Point,
    owner: Player,
}

impl Fate {
    /// Who has got what he wanted.
    fn winner(&self, holder: Option<Player>) -> Outcome {
        Outcome::Win(if holder == Some(self.owner) { self.owner } else { self.owner.opponent() })
    }
}

impl Game for Fate {
    type Move = Move;

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn legal_moves(&self, out: &mut MoveList<Move>) {
        self.position.legal_moves(out);
    }

    fn is_legal(&self, m: Move) -> bool {
        self.position.is_legal(m)
    }

    fn play_unchecked(&mut self, m: Move) {
        self.position.play_unchecked(m);
    }

    /// As the board stands: what was not captured lives.
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()?;
        Some(self.winner(self.position.board().area().owner(self.target)))
    }

    fn key(&self) -> Key {
        self.position.key() ^ random_key(self.target.index() as u64)
    }

    fn history_key(&self) -> Key {
        self.position.history_key() ^ random_key(self.target.index() as u64)
    }

    fn key_from_scratch(&self) -> Key {
        self.position.key_from_scratch() ^ random_key(self.target.index() as u64)
    }
}

/// Go's playouts, seen from the one point.
#[derive(Clone)]
struct FatePlayouts(GoPlayouts);

impl PlayoutPolicy<Fate> for FatePlayouts {
    fn playout(
        &mut self,
        fate: &mut Fate,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        if let Some(outcome) = fate.outcome() {
            return outcome.into();
        }
        self.0.playout(&mut fate.position, rng, recorder);
        fate.winner(self.0.board().holder(fate.target)).into()
    }

    /// Only a second pass ends the game.
    fn winning_move(&mut self, fate: &Fate, moves: &[Move]) -> Option<usize> {
        if fate.position.passes() == 0 {
            return None;
        }
        let pass = moves.iter().position(|&m| m == Move::Pass)?;
        let mut after = fate.clone();
        after.play_unchecked(Move::Pass);
        (after.outcome() == Some(Outcome::Win(fate.to_move()))).then_some(pass)
    }

    fn slots(&self) -> usize {
        self.0.slots()
    }

    fn slot(&self, m: Move) -> Option<usize> {
        self.0.slot(m)
    }
}

/// Go's priors, which do not care what the game is about.
#[derive(Clone)]
struct FateKnowledge(Tactics);

impl Knowledge<Fate> for FateKnowledge {
    fn judge(&mut self, fate: &Fate, moves: &[Move], priors: &mut [MovePrior]) {
        self.0.judge(&fate.position, moves, priors);
        for (&m, prior) in moves.iter().zip(priors) {
            if m == Move::Pass {
                // It is the best there is in a seki, and what it leads to is soon seen.
                *prior = MovePrior { bias: 0.9, value: 0.9, weight: 4.0 };
            }
        }
    }
}

/// How likely the chain of `target` is to be captured if this player moves first, from 0 to 1.
pub(crate) fn capture_rate(
    position: &Position,
    target: Point,
    first: Player,
    limits: Limits,
    stop: &StopFlag,
) -> Result<f64, NoMemory> {
    let Some(owner) = position.board().stone(target) else { return Ok(0.0) };
    let mut position = position.clone();
    position.resume();
    position.set_to_move(first);
    let playouts = FatePlayouts(GoPlayouts::tactical(&position));
    let fate = Fate { position, target, owner };
    let rule = Rave {
        uct: Uct { c: 0.0, ..Uct::default() },
        schedule: RaveSchedule::Mse { bias: 0.02, doubt: 0.0 },
    };
    let options =
        TreeOptions { expand: 1, solver: true, memory: 8 << 20, ..TreeOptions::default() };
    let knowledge = FateKnowledge(Tactics::new(1.0));
    let mut search = TreeSearch::new(&fate, &playouts, &knowledge, rule, options)?;
    let report = search.search(&fate, &mut Control::new(limits).stopped_by(stop));
    Ok(if first == owner { 1.0 - report.value } else { report.value })
}
