//! Players of every game: a text becomes a plan, and a plan a search. What only one game has comes
//! from its [`Repertoire`].

use std::num::NonZero;
use std::path::PathBuf;

use tengen_game::Canonical;
use tengen_search::formulas::TunedConstants;
use tengen_search::{
    Allocation, AlphaBeta, AlphaBetaOptions, Backup, BestFirst, BestFirstOptions, Bound, Evaluate,
    Evaluated, Evaluator, EvenPlayouts, EvenPrior, FinalMove, FlatSearch, Gobble, GobbleOptions,
    History, Implicit, Knowledge, Limits, NoMemory, PlayoutPolicy, ProofBias, ProofTerm, Pruning,
    RandomMover, Rave, RaveSchedule, Sampling, ScoreKind, Search, SelectionRule, TreeOptions,
    TreeSearch, Uct, Widening,
};

use crate::book_hand::{self, BookPlan};
use crate::book_prior::{BookPrior, Pages};
use crate::game_name::GameName;
use crate::phantom_players::{PhantomMethod, PhantomSettings};
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
    /// Its game hides the opponent's pieces from players who are made so.
    #[error("players of {0} are made from what they see, not from the whole game")]
    Hidden(GameName),
    /// Its opening book cannot be used.
    #[error("book {name}: {reason}")]
    Book {
        /// Where it should be.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file of what it should know cannot be used.
    #[error("{}: {reason}", .file.display())]
    Learned {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// What a game has to offer: playouts, knowledge, an evaluator. One for each position that a search
/// is made for.
pub(crate) trait Repertoire<G: Canonical + 'static> {
    /// Its playouts.
    type Policy: PlayoutPolicy<G> + 'static;
    /// Its evaluator.
    type Evaluator: Evaluator<G> + Clone + 'static;

    /// The playouts of a plan.
    fn policy(&self, plan: &PlayoutPlan) -> Result<Self::Policy, NoPlayer>;

    /// The evaluator of a plan.
    fn evaluator(&self, plan: &EvaluatorPlan) -> Self::Evaluator;

    /// The most moves that a playout should have.
    fn longest_playout(&self) -> u32;

    /// What `auto` stands for.
    fn tuning(&self) -> Tuning {
        Tuning { doubt: 0.0, below: None, history: None }
    }

    /// A search of a tree with the knowledge that the game alone has, by a word of the key `prior`.
    fn tree_with_own_prior(
        &self,
        prior: &Prior,
        tree: TreePlan<Self::Policy, Self::Evaluator, impl SelectionRule + 'static>,
    ) -> Result<Box<dyn Search<G>>, NoPlayer>;
}

/// How playouts go.
pub(crate) struct PlayoutPlan {
    /// One of the words of the key `policy`; [`FILE`] if it names a file.
    pub(crate) style: &'static str,
    /// That file.
    pub(crate) file: Option<PathBuf>,
    /// One of the words of the key `evaluator`; empty in games that have no such key.
    pub(crate) evaluator: &'static str,
    /// At how many points they are over, and every how many plies that is looked at.
    pub(crate) cut_off: Option<(u32, u32)>,
    /// After how many plies their winner is drawn.
    pub(crate) length: Option<u32>,
    /// Whether they look after chains and eyes, whatever the policy says.
    pub(crate) is_careful: bool,
}

/// How positions are valued.
pub(crate) struct EvaluatorPlan {
    /// An evaluator's name; empty in games that have but one.
    pub(crate) name: &'static str,
    /// Whether moves are to have probabilities.
    pub(crate) realization: bool,
    /// Whether noisy moves are to be followed.
    pub(crate) quiescence: bool,
    /// Points of chance.
    pub(crate) noise: u32,
    /// Its seed.
    pub(crate) seed: u64,
}

impl EvaluatorPlan {
    /// One that is asked for values only.
    const fn quiet(name: &'static str) -> Self {
        Self { name, realization: false, quiescence: true, noise: 0, seed: 0 }
    }
}

/// All of a tree search but what is known of moves.
pub(crate) struct TreePlan<P, E, R> {
    policy: P,
    evaluator: E,
    rule: R,
    options: TreeOptions,
    /// What an opening book adds to what is known of moves.
    book: Option<Pages>,
}

/// What a spec says, read and checked.
struct Plan {
    kind: Kind,
    seed: u64,
    playouts: PlayoutPlan,
}

enum Kind {
    Random,
    Flat(Allocation),
    Gobble(GobbleOptions),
    BestFirst(BestFirstOptions),
    Tree {
        uct: Uct,
        rave: Option<RaveSchedule>,
        by_board: ByBoard,
        prior: Prior,
        options: TreeOptions,
    },
    AlphaBeta(AlphaBetaOptions, EvaluatorPlan),
}

/// Keys of a tree search for which `auto` has another meaning on every board.
#[derive(Clone, Copy)]
pub(crate) struct Tuning {
    /// The key `rave-doubt`.
    pub(crate) doubt: f32,
    /// The key `prior-below`; `None` if it is off.
    pub(crate) below: Option<f32>,
    /// The key `history`; `None` if it is off.
    pub(crate) history: Option<f32>,
}

/// The same as a player has them; `None` where the board decides.
struct ByBoard {
    doubt: Option<f32>,
    below: Option<Option<f32>>,
    history: Option<Option<f32>>,
    /// The key `history-share`, which is the same on all boards.
    share: f32,
}

impl ByBoard {
    fn or(&self, board: Tuning) -> Tuning {
        Tuning {
            doubt: self.doubt.unwrap_or(board.doubt),
            below: self.below.unwrap_or(board.below),
            history: self.history.unwrap_or(board.history),
        }
    }
}

/// What is to be known of moves beforehand.
pub(crate) struct Prior {
    /// One of the words of the key `prior`.
    pub(crate) name: &'static str,
    /// The value of virtual playouts.
    value: f32,
    /// How many of them, or a factor: the key `prior-weight`; `None` if the board decides.
    pub(crate) weight: Option<f32>,
    /// Even ones beside them.
    pub(crate) even: f32,
    /// The file of what was learned, if it is not the built-in one.
    pub(crate) file: Option<PathBuf>,
}

/// Where nothing else is said.
pub(crate) const PRIOR_WEIGHT: f32 = 8.0;

/// Checks all values of a spec, as far as they do not depend on the game.
pub(crate) fn check(spec: &PlayerSpec) -> Result<(), BadSpec> {
    limits(spec)?;
    manners(spec)?;
    book(spec)?;
    if PhantomMethod::of(spec).is_some_and(|method| method != PhantomMethod::Random) {
        return PhantomSettings::of(spec).map(|_| ());
    }
    plan(spec, None).map(|_| ())
}

/// The opening book of a spec.
pub(crate) fn book(spec: &PlayerSpec) -> Result<Option<BookPlan>, BadSpec> {
    book_hand::plan(spec, has_tree(spec))
}

/// The limits of a move.
pub(crate) fn limits(spec: &PlayerSpec) -> Result<Limits, BadSpec> {
    if !spec.has("sims") {
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
        "uct" | "erica" | "mcts" | "mcts-solver" | "mc-loa" => tree(spec, game)?,
        "alphabeta" => Kind::AlphaBeta(plies(spec)?, EvaluatorPlan::quiet(BEST_EVALUATOR)),
        name @ ("mia-2000" | "mia-2002" | "mia-2006") => {
            let evaluator = EvaluatorPlan {
                name,
                realization: spec.switch("realization")?,
                quiescence: spec.switch("quiescence")?,
                noise: spec.whole("noise", 0, 1000)? as u32,
                seed: spec.whole("seed", 0, u64::MAX)?,
            };
            Kind::AlphaBeta(plies(spec)?, evaluator)
        }
        _ => Kind::Random,
    };
    let seed = if spec.name() == "alphabeta" { 0 } else { spec.whole("seed", 0, u64::MAX)? };
    let plays_out = !matches!(kind, Kind::Random | Kind::AlphaBeta(..));
    let playouts = if plays_out { playouts(spec, game)? } else { NO_PLAYOUTS };
    Ok(Plan { kind, seed, playouts })
}

/// For players who make none.
const NO_PLAYOUTS: PlayoutPlan = PlayoutPlan {
    style: "uniform",
    file: None,
    evaluator: BEST_EVALUATOR,
    cut_off: None,
    length: None,
    is_careful: false,
};

/// The evaluator of those who have no choice.
const BEST_EVALUATOR: &str = "mia-2006";

/// How the playouts of a spec go; uniform for those who make none.
pub(crate) fn playout_plan(spec: &PlayerSpec, game: GameName) -> Result<PlayoutPlan, BadSpec> {
    Ok(plan(spec, Some(game))?.playouts)
}

fn playouts(spec: &PlayerSpec, game: Option<GameName>) -> Result<PlayoutPlan, BadSpec> {
    let points = spec.whole_in("cutoff", game, 1, 100_000)?;
    let every = spec.whole_in("cutoff-every", game, 1, 1000)?;
    let length = spec.whole_in("length", game, 0, 100_000)?;
    let file = spec.file("policy").map(PathBuf::from);
    Ok(PlayoutPlan {
        style: spec.word_in("policy", game)?,
        file,
        evaluator: spec.word_in("evaluator", game)?,
        cut_off: points.zip(every).map(|(points, every)| (points as u32, every as u32)),
        length: length.map(|length| length as u32),
        is_careful: spec.word_in("care", game)? == "on",
    })
}

fn plies(spec: &PlayerSpec) -> Result<AlphaBetaOptions, BadSpec> {
    Ok(AlphaBetaOptions {
        depth: spec.whole("depth", 1, 1000)? as u32,
        table: spec.bytes("memory")?,
        ply_probability: spec.number("ply-probability", 0.001, 0.999)?,
        ply_cost: {
            let least = spec.number("ply-min", 0.1, 10.0)?;
            (least, spec.number("ply-max", least, 100.0)?)
        },
    })
}

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
    let prior = Prior {
        name: spec.word_in("prior", game)?,
        value: spec.number("prior-value", 0.0, 1.0)? as f32,
        weight: spec.number_or("prior-weight", "auto", 0.0, 65_535.0)?.map(|it| it as f32),
        even: spec.number("prior-even", 0.0, 10_000.0)? as f32,
        file: spec.file("prior").map(PathBuf::from),
    };
    let by_board = ByBoard {
        doubt: spec.number_or("rave-doubt", "auto", 0.0, 1000.0)?.map(|it| it as f32),
        below: spec.number_off_or_auto("prior-below", -1.0, 1.0)?,
        history: spec.number_off_or_auto("history", 0.0, 10_000.0)?,
        share: spec.number("history-share", 0.0, 1.0)? as f32,
    };
    let uct = Uct {
        // RAVE explores by itself.
        c: spec.number_or("c", "auto", 0.0, 100.0)?.unwrap_or(if with_rave { 0.0 } else { 0.2 })
            as f32,
        fpu: spec.number("fpu", 0.0, f64::INFINITY)? as f32,
        bias: spec.number_in("bias", game, 0.0, 10_000.0)? as f32,
        trust: spec.whole_or_off("trust", 0, u32::MAX.into())?.map_or(u32::MAX, |n| n as u32),
        even: None,
    };
    let hand = RaveSchedule::Hand { k: spec.number("rave-k", 0.001, 1e9)? as f32 };
    let mse = RaveSchedule::Mse { bias: spec.number("rave-bias", 0.0, 1.0)? as f32, doubt: 0.0 };
    let schedules = [None, Some(mse), Some(hand), Some(mse)];
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
    let valued = [Evaluate::Children, Evaluate::Visited]
        [spec.word("implicit-of", &["children", "visited"])?];
    let term = [ProofTerm::Rank, ProofTerm::Sum, ProofTerm::Max]
        [spec.word("pn-term", &["rank", "sum", "max"])?];
    let solver = matches!(spec.name(), "mcts-solver" | "mc-loa");
    // Proof numbers say how far a proof is away: without proofs they would say nothing.
    let proof_bias = match spec.number_or("pn", "off", 0.0, 1000.0)? {
        Some(_) if !solver => return Err(spec.bad_value("pn", "off but for those who prove")),
        weight => weight,
    };
    let options = TreeOptions {
        expand: count("expand", 0, u32::MAX)?,
        solver,
        policy_visits: count("threshold", 0, u32::MAX)?,
        widening: widening.map(|base| Widening { base: base as f32, growth }),
        pruning: pruning.map(|below| Pruning { below: below as f32, visits: prune_visits }),
        implicit: spec
            .number_or("implicit", "off", 0.0, 1.0)?
            .map(|alpha| Implicit { alpha: alpha as f32, evaluate: valued }),
        history: None,
        proof_numbers: proof_bias.map(|weight| ProofBias { weight: weight as f32, kind: term }),
        virtual_loss: count("virtual-loss", 1, 1000)?,
        threads: NonZero::new(count("threads", 1, 1024)? as usize).unwrap_or(NonZero::<usize>::MIN),
        memory: spec.bytes("memory")?,
        seed: 0,
        final_move: rules[spec.word("final", &["value", "visits", "secure", "max-robust"])?],
        reuse: spec.switch("reuse")?,
    };
    let rave = schedules[spec.word("rave", RAVE)?];
    Ok(Kind::Tree { uct, rave, by_board, prior, options })
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
    let resign = if spec.has("resign") { spec.number_or("resign", "off", 0.0, 1.0)? } else { None };
    let ponder = spec.has("ponder") && spec.switch("ponder")?;
    Ok(Manners { resign, ponder })
}

/// Whether the player searches a tree that it keeps.
fn has_tree(spec: &PlayerSpec) -> bool {
    matches!(spec.name(), "uct" | "erica" | "mcts" | "mcts-solver" | "mc-loa")
}

/// The search of a spec, for games like this one.
pub(crate) fn search<G: Canonical + 'static, R: Repertoire<G>>(
    spec: &PlayerSpec,
    game: GameName,
    position: &G,
    repertoire: &R,
    pages: Option<&Pages>,
) -> Result<Box<dyn Search<G>>, NoPlayer> {
    let book = pages.cloned();
    let Plan { kind, seed, playouts } = plan(spec, Some(game))?;
    let policy = repertoire.policy(&playouts)?;
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
        Kind::Tree { uct, rave, by_board, prior, options } => {
            let Tuning { doubt, below, history } = by_board.or(repertoire.tuning());
            let history = history.map(|most| History { most, share: by_board.share });
            let options = TreeOptions { seed, history, ..options };
            // Other priors have none of these playouts.
            let below = below.filter(|_| prior.name == "patterns" || prior.file.is_some());
            let even = below.map(|below| EvenPlayouts { count: prior.even, below });
            let uct = Uct { even, ..uct };
            let evaluator = repertoire.evaluator(&EvaluatorPlan::quiet(playouts.evaluator));
            match rave {
                None => {
                    let tree = TreePlan { policy, evaluator, rule: uct, options, book };
                    with_prior(position, repertoire, &prior, tree)?
                }
                Some(schedule) => {
                    let rule = Rave { uct, schedule: schedule.doubted(doubt) };
                    let tree = TreePlan { policy, evaluator, rule, options, book };
                    with_prior(position, repertoire, &prior, tree)?
                }
            }
        }
        Kind::AlphaBeta(options, evaluator) => {
            Box::new(AlphaBeta::new(repertoire.evaluator(&evaluator), options)?)
        }
    })
}

/// The priors that every game has, or else the game's own.
fn with_prior<G: Canonical + 'static, R: Repertoire<G>>(
    position: &G,
    repertoire: &R,
    prior: &Prior,
    tree: TreePlan<R::Policy, R::Evaluator, impl SelectionRule + 'static>,
) -> Result<Box<dyn Search<G>>, NoPlayer> {
    match prior.name {
        "none" => Ok(tree_search(position, (), tree)?),
        "even" => {
            let weight = prior.weight.unwrap_or(PRIOR_WEIGHT);
            let even = EvenPrior { value: prior.value, weight };
            Ok(tree_search(position, even, tree)?)
        }
        _ => repertoire.tree_with_own_prior(prior, tree),
    }
}

/// A search of a tree, without its types.
pub(crate) fn tree_search<G, P, E>(
    position: &G,
    moves: impl Knowledge<G> + 'static,
    tree: TreePlan<P, E, impl SelectionRule + 'static>,
) -> Result<Box<dyn Search<G>>, NoMemory>
where
    G: Canonical + 'static,
    P: PlayoutPolicy<G> + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    let TreePlan { policy, evaluator, rule, options, book } = tree;
    if let Some(pages) = book {
        let knowledge = Evaluated { moves: BookPrior::new(moves, pages), evaluator };
        return Ok(Box::new(TreeSearch::new(position, &policy, &knowledge, rule, options)?));
    }
    let knowledge = Evaluated { moves, evaluator };
    Ok(Box::new(TreeSearch::new(position, &policy, &knowledge, rule, options)?))
}
