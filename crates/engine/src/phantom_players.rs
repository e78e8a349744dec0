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
    /// Information-set UCT in worlds that agree with the whole history of answers, with RAVE, by
    /// wins, and with tries that may be illegal first.
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

/// How unseen stones are guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhantomGuess {
    /// Anywhere, as in paper 004.
    Placements,
    /// In worlds that agree with the whole history of answers.
    Worlds,
}

/// What a player of Phantom Go is told, as a text `name,key=value,...`.
///
/// ```
/// use tengen_engine::{PhantomMethod, PhantomSettings};
/// let settings: PhantomSettings = "phantom,sims=500,score=points".parse().unwrap();
/// assert_eq!((settings.method, settings.wins), (PhantomMethod::Phantom, false));
/// let error = "phantom,simms=5".parse::<PhantomSettings>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown key \"simms\": known are sims, "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhantomSettings {
    /// The method.
    pub method: PhantomMethod,
    /// Playouts of a search. Every try is searched for anew: a refusal is news.
    pub sims: u64,
    /// Whether the share of wins is maximised; the lead in points, as in paper 004, if not.
    pub wins: bool,
    /// How unseen stones are guessed, where all are guessed at once.
    pub guess: PhantomGuess,
    /// Whether playouts answer the last move; uniform if not.
    pub tactical: bool,
    /// Exploration of trees.
    pub c: f32,
    /// `k` of RAVE; `None`: no RAVE.
    pub rave: Option<f32>,
    /// Playouts in one world before the next.
    pub uses: usize,
    /// How much less a try may promise and still be made first, because it may be illegal and tell
    /// something for nothing; for `phantom`.
    pub probe: f64,
    /// Seed of all chance.
    pub seed: u64,
}

/// A text that is no player of Phantom Go.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPhantomSettings {
    /// No such method.
    #[error(transparent)]
    Method(#[from] UnknownPhantomMethod),
    /// No such key.
    #[error("unknown key {0:?}: known are {known}", known = KEYS.join(", "))]
    Key(String),
    /// A key without a value that it can have.
    #[error("{key} cannot be {value:?}: it is {allowed}")]
    Value {
        /// The key.
        key: &'static str,
        /// What was given.
        value: String,
        /// What it can be.
        allowed: &'static str,
    },
}

const KEYS: [&str; 9] = ["sims", "score", "guess", "policy", "c", "rave", "uses", "probe", "seed"];

impl PhantomSettings {
    /// A method as it is meant, with so many playouts a try.
    #[must_use]
    pub const fn new(method: PhantomMethod, sims: u64, seed: u64) -> Self {
        let paper = Self {
            method,
            sims,
            wins: false,
            guess: PhantomGuess::Placements,
            tactical: false,
            c: 0.1,
            rave: None,
            uses: 1,
            probe: 0.0,
            seed,
        };
        match method {
            PhantomMethod::Phantom => Self {
                wins: true,
                guess: PhantomGuess::Worlds,
                c: 0.0,
                rave: Some(1000.0),
                probe: 0.005,
                ..paper
            },
            _ => paper,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), BadPhantomSettings> {
        let Some(&key) = KEYS.iter().find(|known| **known == key) else {
            return Err(BadPhantomSettings::Key(key.to_owned()));
        };
        let bad = |allowed| BadPhantomSettings::Value { key, value: value.to_owned(), allowed };
        let number = |least: f32, most: f32, allowed| {
            let number = value.parse::<f32>().ok().filter(|x| (least..=most).contains(x));
            number.ok_or_else(|| bad(allowed))
        };
        let count = |most: u64| {
            let number = value.parse::<u64>().ok().filter(|n| (1..=most).contains(n));
            number.ok_or_else(|| bad("a whole number from 1 to a million"))
        };
        let either = |words: [&str; 2], allowed| match words.iter().position(|w| *w == value) {
            Some(index) => Ok(index == 0),
            None => Err(bad(allowed)),
        };
        match key {
            "sims" => self.sims = count(1_000_000)?,
            "score" => self.wins = either(["wins", "points"], "wins or points")?,
            "guess" => {
                let worlds = either(["worlds", "placements"], "worlds or placements")?;
                let both = [PhantomGuess::Placements, PhantomGuess::Worlds];
                self.guess = both[usize::from(worlds)];
            }
            "policy" => self.tactical = either(["tactical", "uniform"], "tactical or uniform")?,
            "c" => self.c = number(0.0, 100.0, "a number from 0 to 100")?,
            "rave" if value == "off" => self.rave = None,
            "rave" => self.rave = Some(number(0.0, 1e6, "off or a number from 0 to a million")?),
            "uses" => self.uses = count(1_000_000)? as usize,
            "probe" => self.probe = f64::from(number(0.0, 1.0, "a number from 0 to 1")?),
            _ => self.seed = value.parse().map_err(|_| bad("a whole number"))?,
        }
        Ok(())
    }

    /// The player.
    #[must_use]
    pub fn player(self, view: &PlayerView) -> PhantomSearcher {
        let worlds = Worlds::new(view, WorldOptions::default(), Sensible, self.seed);
        PhantomSearcher { settings: self, rng: Rng::new(self.seed), worlds, last: None }
    }
}

impl FromStr for PhantomSettings {
    type Err = BadPhantomSettings;
    fn from_str(text: &str) -> Result<Self, BadPhantomSettings> {
        let mut parts = text.split(',');
        let method = parts.next().unwrap_or_default().trim().parse()?;
        let mut settings = Self::new(method, 1000, 1);
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            settings.set(key.trim(), value.trim())?;
        }
        Ok(settings)
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

    /// Searches a view in a way that both guesses can be given to.
    fn search(&mut self, view: &PlayerView) -> SearchReport<Move> {
        let settings = self.settings;
        // Trees that begin with what is seen put stones down themselves.
        let is_late = matches!(settings.method, PhantomMethod::UctRand | PhantomMethod::UctProb);
        if settings.guess == PhantomGuess::Worlds && !is_late {
            let mut guesses = WorldGuesses::new(view, &mut self.worlds, settings.uses);
            search_with(&settings, view, &mut guesses, self.rng.next_u64())
        } else {
            search_with(&settings, view, &mut Guesses::new(view), self.rng.next_u64())
        }
    }
}

fn search_with(
    settings: &PhantomSettings,
    view: &PlayerView,
    guesses: &mut impl Hidden<Position = BarePosition>,
    seed: u64,
) -> SearchReport<Move> {
    let PhantomSettings { method, wins, c, rave, .. } = *settings;
    let start = guesses.seen().clone();
    let size = view.size();
    let playouts =
        if settings.tactical { GoPlayouts::tactical_on(size) } else { GoPlayouts::light_on(size) };
    let policy = PhantomPlayouts(playouts);
    let control = &mut Control::new(Limits::playouts(settings.sims));
    let flat = |sampling| {
        let score = if wins { ScoreKind::Win } else { ScoreKind::Points };
        HiddenFlat::new(&start, policy.clone(), score, sampling, seed)
    };
    let tree = |guessing| {
        let most = size.area() as f32 + view.komi().points().abs();
        let aggregate = if wins { Aggregate::Wins } else { Aggregate::Points { most } };
        let options =
            HiddenTreeOptions { guessing, aggregate, c, rave, seed, ..Default::default() };
        HiddenTree::new(&start, policy.clone(), options)
    };
    match method {
        PhantomMethod::MceStd => flat(Sampling::Standard).search(guesses, control),
        PhantomMethod::MceAll => flat(Sampling::AllAsFirst).search(guesses, control),
        PhantomMethod::UctRand => tree(Guessing::Late).search(guesses, control).report,
        PhantomMethod::UctProb => tree(Guessing::Early).search(guesses, control).report,
        PhantomMethod::Random | PhantomMethod::Phantom => {
            probing_first(tree(Guessing::Sampled).search(guesses, control), settings.probe)
        }
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
        let is_random = self.settings.method == PhantomMethod::Random;
        let report = (!is_random).then(|| self.search(view));
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
