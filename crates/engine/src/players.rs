//! Players of every game: a text becomes a plan, and a plan a search. What only one game has comes
//! from its [`Repertoire`].

use std::num::NonZero;

use tengen_game::Game;
use tengen_search::formulas::TunedConstants;
use tengen_search::{
    Allocation, AlphaBeta, AlphaBetaOptions, Backup, BestFirst, BestFirstOptions, Bound, Evaluator,
    EvenPrior, FinalMove, FlatSearch, Gobble, GobbleOptions, Knowledge, Limits, NoMemory,
    PlayoutPolicy, Pruning, RandomMover, Rave, RaveSchedule, Sampling, ScoreKind, Search,
    SelectionRule, TreeOptions, TreeSearch, Uct, Widening,
};

use crate::game_name::GameName;
use crate::spec::{BadSpec, PlayerSpec};

/// A player could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlayer {
    /// Its text is wrong.
    #[error(transparent)]
    Spec(#[from] BadSpec),
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

/// What a game has to offer: playouts, knowledge, an evaluator. One for each position that a search
/// is made for.
pub(crate) trait Repertoire<G: Game + 'static> {
    /// Its playouts.
    type Policy: PlayoutPolicy<G> + 'static;
    /// Its evaluator.
    type Evaluator: Evaluator<G> + 'static;

    /// The playouts of this name, which is one of the words of the key `policy`.
    fn policy(&self, name: &str) -> Self::Policy;

    fn evaluator(&self) -> Self::Evaluator;

    /// The most moves that a playout should have.
    fn longest_playout(&self) -> u32;

    /// A search of a tree with the knowledge that the game alone has, by a word of the key `prior`.
    fn tree_with_own_prior(
        &self,
        prior: &Prior,
        policy: &Self::Policy,
        rule: impl SelectionRule + 'static,
        options: TreeOptions,
    ) -> Result<Box<dyn Search<G>>, NoMemory>;
}

/// What a spec says, read and checked.
struct Plan {
    kind: Kind,
    seed: u64,
    /// The playouts.
    policy: &'static str,
}

enum Kind {
    Random,
    Flat(Allocation),
    Gobble(GobbleOptions),
    BestFirst(BestFirstOptions),
    Tree { uct: Uct, rave: Option<RaveSchedule>, prior: Prior, options: TreeOptions },
    AlphaBeta(AlphaBetaOptions),
}

/// What is to be known of moves beforehand.
pub(crate) struct Prior {
    /// One of the words of the key `prior`.
    pub(crate) name: &'static str,
    /// The value of virtual playouts.
    value: f32,
    /// How many of them, or a factor: the key `prior-weight`.
    pub(crate) weight: f32,
}

/// Checks all values of a spec, as far as they do not depend on the game.
pub(crate) fn check(spec: &PlayerSpec) -> Result<(), BadSpec> {
    limits(spec)?;
    manners(spec)?;
    plan(spec, None).map(|_| ())
}

/// The limits of a move.
pub(crate) fn limits(spec: &PlayerSpec) -> Result<Limits, BadSpec> {
    if spec.name() == "random" {
        return Ok(Limits::playouts(0));
    }
    let time = spec.time("time")?;
    let playouts = spec.whole_or_off("sims", 0, Limits::MOST_PLAYOUTS)?;
    let asked = spec.settings().any(|(key, _)| key == "sims");
    Ok(Limits { playouts: playouts.filter(|_| asked || time.is_none()), time })
}

/// Reads a spec for a game; for `None`, as far as that goes without one.
fn plan(spec: &PlayerSpec, game: Option<GameName>) -> Result<Plan, BadSpec> {
    if let Some(game) = game {
        spec.must_play(game)?;
    }
    let kind = match spec.name() {
        "mc" => {
            let scores = [ScoreKind::Win, ScoreKind::NonLoss, ScoreKind::Points];
            let samplings = [Sampling::Standard, Sampling::AllAsFirst];
            Kind::Flat(Allocation::Equal {
                score: scores[spec.word("score", &["win", "nonloss", "points"])?],
                sampling: samplings[spec.word("sampling", &["standard", "all-as-first"])?],
            })
        }
        "gobble" => {
            let cooling = spec.number("cooling", 0.0, 1000.0)?;
            Kind::Gobble(GobbleOptions { cooling, ..GobbleOptions::default() })
        }
        "ucb" => bandit(spec, Bound::Plain { c: spec.number("c", 0.0, 100.0)? as f32 })?,
        "ucb-tuned" => bandit(
            spec,
            Bound::Tuned(TunedConstants {
                c: spec.number("c", 0.0, 100.0)?,
                c1: spec.number("c1", 0.0, 100.0)?,
                c2: spec.number("c2", 0.0, 100.0)?,
            }),
        )?,
        "mcts-basic" => {
            let mix = Backup::Mix { k: spec.number("mix-k", 0.0, 1e9)? };
            let backups = [Backup::Mean, mix, Backup::Minimax];
            Kind::BestFirst(BestFirstOptions {
                backup: backups[spec.word("backup", &["mean", "mix", "minimax"])?],
                playouts: spec.whole("playouts", 1, 1_000_000)? as u32,
                memory: spec.bytes("memory")?,
                seed: 0,
            })
        }
        "uct" | "mcts-solver" => tree(spec, game)?,
        "alphabeta" => Kind::AlphaBeta(AlphaBetaOptions {
            depth: spec.whole("depth", 1, 1000)? as u32,
            table: spec.bytes("memory")?,
            ply_probability: spec.number("ply-probability", 0.001, 0.999)?,
            ply_cost: {
                let least = spec.number("ply-min", 0.1, 10.0)?;
                (least, spec.number("ply-max", least, 100.0)?)
            },
        }),
        _ => Kind::Random,
    };
    let seed = if spec.name() == "alphabeta" { 0 } else { spec.whole("seed", 0, u64::MAX)? };
    let plays_out = !matches!(kind, Kind::Random | Kind::AlphaBeta(_));
    let policy = if plays_out { spec.word_in("policy", game)? } else { FIRST_POLICY };
    Ok(Plan { kind, seed, policy })
}

/// For players who make no playouts.
const FIRST_POLICY: &str = "uniform";

fn bandit(spec: &PlayerSpec, bound: Bound) -> Result<Kind, BadSpec> {
    let rules = [FinalMove::Value, FinalMove::Visits, FinalMove::Secure { a: 1.0 }];
    Ok(Kind::Flat(Allocation::Ucb {
        first: spec.whole("x", 1, 1_000_000)? as u32,
        batch: spec.whole("y", 1, 1_000_000)? as u32,
        bound,
        final_move: rules[spec.word("final", &["value", "visits", "secure"])?],
    }))
}

/// Values of the key `rave`.
const RAVE: &[&str] = &["off", "on", "hand", "mse"];

fn tree(spec: &PlayerSpec, game: Option<GameName>) -> Result<Kind, BadSpec> {
    let count = |key, min, max: u32| Ok::<u32, BadSpec>(spec.whole(key, min, max.into())? as u32);
    let with_rave = spec.word("rave", RAVE)? > 0;
    let uct = Uct {
        // RAVE explores by itself.
        c: spec.number_or("c", "auto", 0.0, 100.0)?.unwrap_or(if with_rave { 0.0 } else { 0.2 })
            as f32,
        fpu: spec.number("fpu", 0.0, f64::INFINITY)? as f32,
        bias: spec.number_in("bias", game, 0.0, 10_000.0)? as f32,
        trust: spec.whole_or_off("trust", 0, u32::MAX.into())?.map_or(u32::MAX, |n| n as u32),
    };
    let hand = RaveSchedule::Hand { k: spec.number("rave-k", 0.001, 1e9)? as f32 };
    let mse = RaveSchedule::Mse { bias: spec.number("rave-bias", 0.0, 1.0)? as f32 };
    let schedules = [None, Some(mse), Some(hand), Some(mse)];
    let prior = Prior {
        name: spec.word_in("prior", game)?,
        value: spec.number("prior-value", 0.0, 1.0)? as f32,
        weight: spec.number("prior-weight", 0.0, 65_535.0)? as f32,
    };
    let growth = spec.number("widen-growth", 1.0, 1000.0)? as f32;
    let widening = spec.number_or("widen", "off", 0.0, 1e9)?;
    let prune_visits = count("prune-visits", 0, u32::MAX)?;
    let pruning = spec.number_or("prune", "off", 0.0, 1.0)?;
    let rules = [
        FinalMove::Value,
        FinalMove::Visits,
        FinalMove::Secure { a: spec.number("secure-a", 0.0, 1000.0)? },
        FinalMove::MaxRobust,
    ];
    let options = TreeOptions {
        expand: count("expand", 0, u32::MAX)?,
        solver: spec.name() == "mcts-solver",
        policy_visits: count("threshold", 0, u32::MAX)?,
        widening: widening.map(|base| Widening { base: base as f32, growth }),
        pruning: pruning.map(|below| Pruning { below: below as f32, visits: prune_visits }),
        implicit: None,
        proof_numbers: None,
        virtual_loss: count("virtual-loss", 1, 1000)?,
        threads: NonZero::new(count("threads", 1, 1024)? as usize).unwrap_or(NonZero::<usize>::MIN),
        memory: spec.bytes("memory")?,
        seed: 0,
        final_move: rules[spec.word("final", &["value", "visits", "secure", "max-robust"])?],
        reuse: spec.switch("reuse")?,
    };
    let rave = schedules[spec.word("rave", RAVE)?];
    Ok(Kind::Tree { uct, rave, prior, options })
}

/// How a player behaves, apart from his moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Manners {
    /// Below this expectation he gives up.
    pub(crate) resign: Option<f64>,
    /// Thinks while the opponent does.
    pub(crate) ponder: bool,
}

pub(crate) fn manners(spec: &PlayerSpec) -> Result<Manners, BadSpec> {
    let resign =
        if spec.name() == "random" { None } else { spec.number_or("resign", "off", 0.0, 1.0)? };
    let ponder = matches!(spec.name(), "uct" | "mcts-solver") && spec.switch("ponder")?;
    Ok(Manners { resign, ponder })
}

/// The search of a spec, for games like this one.
pub(crate) fn search<G: Game + 'static, R: Repertoire<G>>(
    spec: &PlayerSpec,
    game: GameName,
    position: &G,
    repertoire: &R,
) -> Result<Box<dyn Search<G>>, NoPlayer> {
    let Plan { kind, seed, policy } = plan(spec, Some(game))?;
    let policy = repertoire.policy(policy);
    Ok(match kind {
        Kind::Random => Box::new(RandomMover::new(policy, seed)),
        Kind::Flat(allocation) => Box::new(FlatSearch::new(position, policy, allocation, seed)),
        Kind::Gobble(options) => {
            let limit = repertoire.longest_playout();
            Box::new(Gobble::new(position, policy, GobbleOptions { limit, seed, ..options }))
        }
        Kind::BestFirst(options) => {
            Box::new(BestFirst::new(position, policy, BestFirstOptions { seed, ..options }))
        }
        Kind::Tree { uct, rave, prior, options } => {
            let options = TreeOptions { seed, ..options };
            match rave {
                None => with_prior(position, repertoire, &policy, &prior, uct, options)?,
                Some(schedule) => {
                    let rule = Rave { uct, schedule };
                    with_prior(position, repertoire, &policy, &prior, rule, options)?
                }
            }
        }
        Kind::AlphaBeta(options) => Box::new(AlphaBeta::new(repertoire.evaluator(), options)?),
    })
}

/// The priors that every game has, or else the game's own.
fn with_prior<G: Game + 'static, R: Repertoire<G>>(
    position: &G,
    repertoire: &R,
    policy: &R::Policy,
    prior: &Prior,
    rule: impl SelectionRule + 'static,
    options: TreeOptions,
) -> Result<Box<dyn Search<G>>, NoMemory> {
    match prior.name {
        "none" => tree_search(position, policy, &(), rule, options),
        "even" => {
            let even = EvenPrior { value: prior.value, weight: prior.weight };
            tree_search(position, policy, &even, rule, options)
        }
        _ => repertoire.tree_with_own_prior(prior, policy, rule, options),
    }
}

/// A search of a tree, without its types.
pub(crate) fn tree_search<G: Game + 'static>(
    position: &G,
    policy: &(impl PlayoutPolicy<G> + 'static),
    knowledge: &(impl Knowledge<G> + 'static),
    rule: impl SelectionRule + 'static,
    options: TreeOptions,
) -> Result<Box<dyn Search<G>>, NoMemory> {
    Ok(Box::new(TreeSearch::new(position, policy, knowledge, rule, options)?))
}
