//! Players of Phantom Go: paper 004's four, and a better one.

use std::str::FromStr;

use tengen_game::{Hidden, MoveList};
use tengen_go::{Move, Rng};
use tengen_phantom::{
    BarePosition, Guesses, PhantomPlayer, PlayerView, Sensible, Try, WorldCounts, WorldGuesses,
    WorldOptions, Worlds,
};
use tengen_policy::go::GoPlayouts;
use tengen_policy::phantom::PhantomPlayouts;
use tengen_search::{
    Aggregate, Control, Guessing, HiddenFlat, HiddenReport, HiddenTree, HiddenTreeOptions, Limits,
    Sampling, ScoreKind, SearchReport,
};

/// A way to play Phantom Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhantomMethod {
    /// Anything that may be legal and fills no eye.
    Random,
    /// MCE_std of paper 004: unseen stones at random, the mean of the playouts of each move.
    MceStd,
    /// MCE_all: the same, with playouts that count for all moves made in them.
    MceAll,
    /// UCT_rand: a tree of what is seen, unseen stones where it ends.
    UctRand,
    /// UCT_prob: the same, but stones where the opponent's answers are often tried come first.
    UctProb,
    /// Information-set UCT in worlds that agree with the whole history of answers, with RAVE,
    /// tactical playouts, and tries that may be illegal first.
    Phantom,
}

/// A name that no method has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown player of Phantom Go {name:?}: known are {known}", known = names().join(", "))]
pub struct UnknownPhantomMethod {
    name: String,
}

fn names() -> Vec<&'static str> {
    PhantomMethod::ALL.iter().map(|(name, _)| *name).collect()
}

impl PhantomMethod {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("random", Self::Random),
        ("mce-std", Self::MceStd),
        ("mce-all", Self::MceAll),
        ("uct-rand", Self::UctRand),
        ("uct-prob", Self::UctProb),
        ("phantom", Self::Phantom),
    ];
}

impl FromStr for PhantomMethod {
    type Err = UnknownPhantomMethod;
    fn from_str(name: &str) -> Result<Self, UnknownPhantomMethod> {
        let known = Self::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known
            .map(|&(_, method)| method)
            .ok_or_else(|| UnknownPhantomMethod { name: name.to_owned() })
    }
}

/// What a player of Phantom Go is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhantomSettings {
    /// The method.
    pub method: PhantomMethod,
    /// The limits of a search. Every try is searched for anew: a refusal is news.
    pub limits: Limits,
    /// Whether the share of wins is maximised; the lead in points, as in paper 004, if not.
    pub wins: bool,
    /// Exploration of trees.
    pub c: f32,
    /// `k` of RAVE, for `phantom`.
    pub rave: f32,
    /// Playouts in one world before the next, for `phantom`.
    pub uses: usize,
    /// How much less a try may promise and still be made first, because it may be illegal and tell
    /// something for nothing; for `phantom`.
    pub probe: f64,
    /// Seed of all chance.
    pub seed: u64,
}

impl PhantomSettings {
    /// A method as it is meant, with so many playouts a try.
    #[must_use]
    pub const fn new(method: PhantomMethod, playouts: u64, seed: u64) -> Self {
        let is_best = matches!(method, PhantomMethod::Phantom);
        let c = if is_best { 0.25 } else { 0.5 };
        let limits = Limits::playouts(playouts);
        Self { method, limits, wins: is_best, c, rave: 500.0, uses: 2, probe: 0.005, seed }
    }

    /// The player.
    #[must_use]
    pub fn player(self, view: &PlayerView) -> PhantomSearcher {
        let worlds = Worlds::new(view, WorldOptions::default(), Sensible, self.seed);
        PhantomSearcher { settings: self, rng: Rng::new(self.seed), worlds, last: None }
    }
}

/// A player of Phantom Go who searches.
///
/// ```
/// use tengen_engine::{PhantomMethod, PhantomSettings};
/// use tengen_go::{BoardSize, Komi, Rules};
/// use tengen_phantom::{Arbiter, PhantomPlayer, Player, Referee};
/// let size = BoardSize::new(5).unwrap();
/// let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, Referee::PAPER);
/// let player = |player, method| {
///     PhantomSettings::new(method, 100, 1).player(arbiter.view(player))
/// };
/// let mut black = player(Player::Black, PhantomMethod::Phantom);
/// let mut white = player(Player::White, PhantomMethod::MceAll);
/// arbiter.play_out(&mut [&mut black, &mut white], 1000).unwrap();
/// assert!(arbiter.outcome().is_some());
/// ```
pub struct PhantomSearcher {
    settings: PhantomSettings,
    rng: Rng,
    worlds: Worlds<Sensible>,
    last: Option<SearchReport<Move>>,
}

impl PhantomSearcher {
    /// What the last search found.
    #[must_use]
    pub const fn last_report(&self) -> Option<&SearchReport<Move>> {
        self.last.as_ref()
    }

    /// Where the worlds came from.
    #[must_use]
    pub const fn world_counts(&self) -> WorldCounts {
        self.worlds.counts()
    }

    fn tree_options(&mut self, guessing: Guessing, view: &PlayerView) -> HiddenTreeOptions {
        let PhantomSettings { wins, c, .. } = self.settings;
        let most = view.size().area() as f32 + view.komi().points().abs();
        let aggregate = if wins { Aggregate::Wins } else { Aggregate::Points { most } };
        let seed = self.rng.next_u64();
        HiddenTreeOptions { guessing, aggregate, c, seed, ..HiddenTreeOptions::default() }
    }

    fn flat(&mut self, view: &PlayerView, sampling: Sampling) -> SearchReport<Move> {
        let score = if self.settings.wins { ScoreKind::Win } else { ScoreKind::Points };
        let mut guesses = Guesses::new(view);
        let start = Hidden::seen(&guesses).clone();
        let policy = PhantomPlayouts(GoPlayouts::light_on(view.size()));
        let seed = self.rng.next_u64();
        let mut search = HiddenFlat::new(&start, policy, score, sampling, seed);
        search.search(&mut guesses, &mut Control::new(self.settings.limits))
    }

    fn tree(&mut self, view: &PlayerView, guessing: Guessing) -> SearchReport<Move> {
        let options = self.tree_options(guessing, view);
        let mut guesses = Guesses::new(view);
        let start = Hidden::seen(&guesses).clone();
        let mut search =
            HiddenTree::new(&start, PhantomPlayouts(GoPlayouts::light_on(view.size())), options);
        search.search(&mut guesses, &mut Control::new(self.settings.limits)).report
    }

    fn phantom(&mut self, view: &PlayerView) -> SearchReport<Move> {
        let mut options = self.tree_options(Guessing::Sampled, view);
        options.rave = Some(self.settings.rave);
        options.fpu = 0.6;
        options.expand = 2;
        let mut guesses = WorldGuesses::new(view, &mut self.worlds, self.settings.uses);
        let start: BarePosition = Hidden::seen(&guesses).clone();
        let mut search =
            HiddenTree::new(&start, PhantomPlayouts(GoPlayouts::tactical_on(view.size())), options);
        let found = search.search(&mut guesses, &mut Control::new(self.settings.limits));
        probing_first(found, self.settings.probe)
    }
}

/// Of the moves that are about as good as the best, the one that is most likely illegal comes
/// first: if it is, that costs nothing and tells something.
fn probing_first(found: HiddenReport<Move>, margin: f64) -> SearchReport<Move> {
    let HiddenReport { mut report, available } = found;
    let Some(best) = report.moves.first() else { return report };
    let (value, visits) = (best.value - margin, best.visits / 2);
    let is_as_good = |i: &usize| {
        let m = &report.moves[*i];
        let share = f64::from(available[*i].max(0.01));
        m.value >= value && m.visits as f64 >= visits as f64 * share
    };
    let candidates = (0..report.moves.len()).filter(is_as_good);
    if let Some(first) = candidates.min_by(|&a, &b| available[a].total_cmp(&available[b])) {
        let chosen = report.moves.remove(first);
        report.best = Some(chosen.r#move);
        report.value = chosen.value;
        report.principal_variation = vec![chosen.r#move];
        report.moves.insert(0, chosen);
    }
    report
}

impl PhantomPlayer for PhantomSearcher {
    fn choose(&mut self, view: &PlayerView) -> Try {
        let report = match self.settings.method {
            PhantomMethod::Random => None,
            PhantomMethod::MceStd => Some(self.flat(view, Sampling::Standard)),
            PhantomMethod::MceAll => Some(self.flat(view, Sampling::AllAsFirst)),
            PhantomMethod::UctRand => Some(self.tree(view, Guessing::Late)),
            PhantomMethod::UctProb => Some(self.tree(view, Guessing::Early)),
            PhantomMethod::Phantom => Some(self.phantom(view)),
        };
        let best = match &report {
            Some(report) => report.best,
            None => {
                let mut moves = MoveList::new();
                Hidden::moves(&Guesses::new(view), &mut moves);
                self.rng.choose(&moves)
            }
        };
        self.last = report;
        let attempt = match best {
            Some(Move::Play(point)) => view.attempt(point),
            _ => view.pass(),
        };
        // A view gives its own candidates, and passing is always possible in one's turn.
        attempt.or_else(|_| view.pass()).expect("it is this player's turn")
    }
}
