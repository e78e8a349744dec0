//! Players of Phantom Go as a text says them: paper 004's four, and a better one.

use tengen_game::Hidden;
use tengen_go::Move;
use tengen_phantom::{BarePosition, PlayerView};
use tengen_policy::go::GoPlayouts;
use tengen_policy::phantom::PhantomPlayouts;
use tengen_search::{
    Aggregate, Control, Guessing, HiddenFlat, HiddenReport, HiddenTree, HiddenTreeOptions,
    Sampling, ScoreKind, SearchReport,
};

use crate::game_name::GameName;
use crate::spec::{BadSpec, PlayerSpec};

/// A way to play Phantom Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhantomMethod {
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

impl PhantomMethod {
    /// The method of a text, if it is of this game.
    pub(crate) fn of(spec: &PlayerSpec) -> Option<Self> {
        Some(match spec.name() {
            "random" => Self::Random,
            "mce-std" => Self::MceStd,
            "mce-all" => Self::MceAll,
            "uct-rand" => Self::UctRand,
            "uct-prob" => Self::UctProb,
            "phantom" => Self::Phantom,
            _ => return None,
        })
    }

    /// Whether unseen stones are put down by the tree itself.
    const fn guesses_late(self) -> bool {
        matches!(self, Self::UctRand | Self::UctProb)
    }
}

/// What a player of Phantom Go is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PhantomSettings {
    pub(crate) method: PhantomMethod,
    /// Whether the share of wins is maximised; the lead in points, as in paper 004, if not.
    wins: bool,
    /// Whether unseen stones are guessed in worlds that agree with the whole history of answers;
    /// anywhere, as in paper 004, if not.
    pub(crate) worlds: bool,
    /// Whether playouts answer the last move; uniform if not.
    tactical: bool,
    /// Exploration of trees.
    c: f32,
    /// `k` of RAVE; `None`: no RAVE.
    rave: Option<f32>,
    /// Playouts in one world before the next.
    pub(crate) uses: usize,
    /// How much less a try may promise and still be made first, because it may be illegal and tell
    /// something for nothing; for `phantom`.
    probe: f64,
    /// Seed of all chance.
    pub(crate) seed: u64,
}

impl PhantomSettings {
    /// Reads the text of a player of this game.
    pub(crate) fn of(spec: &PlayerSpec) -> Result<Self, BadSpec> {
        spec.must_play(GameName::Phantom)?;
        let method = PhantomMethod::of(spec).unwrap_or(PhantomMethod::Random);
        let mut settings = Self {
            method,
            wins: false,
            worlds: false,
            tactical: false,
            c: 0.0,
            rave: None,
            uses: 1,
            probe: 0.0,
            seed: spec.whole("seed", 0, u64::MAX)?,
        };
        if method == PhantomMethod::Random {
            return Ok(settings);
        }
        settings.wins = spec.word("score", &["win", "points"])? == 0;
        settings.tactical = spec.word("policy", &["uniform", "tactical"])? == 1;
        if spec.has("guess") {
            settings.worlds = spec.word("guess", &["placements", "worlds"])? == 1;
            settings.uses = spec.whole("uses", 1, 1_000_000)? as usize;
        }
        if spec.has("c") {
            settings.c = spec.number("c", 0.0, 100.0)? as f32;
            settings.rave = spec.number_or("rave", "off", 0.0, 1e6)?.map(|k| k as f32);
        }
        if spec.has("probe") {
            settings.probe = spec.number("probe", 0.0, 1.0)?;
        }
        Ok(settings)
    }

    /// Whether searches are to be given worlds.
    pub(crate) const fn wants_worlds(&self) -> bool {
        self.worlds && !self.method.guesses_late()
    }

    /// Searches a view with these guesses.
    pub(crate) fn search(
        &self,
        view: &PlayerView,
        guesses: &mut impl Hidden<Position = BarePosition>,
        control: &mut Control<'_, Move>,
        seed: u64,
    ) -> SearchReport<Move> {
        let Self { method, wins, c, rave, .. } = *self;
        let start = guesses.seen().clone();
        let size = view.size();
        let playouts =
            if self.tactical { GoPlayouts::tactical_on(size) } else { GoPlayouts::light_on(size) };
        let policy = PhantomPlayouts(playouts);
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
                probing_first(tree(Guessing::Sampled).search(guesses, control), self.probe)
            }
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
