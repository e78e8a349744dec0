//! Worlds to draw from: kept from move to move, mended, and shuffled.

use tengen_go::{Point, Rng};

use crate::chart::Chart;
use crate::mending::Mender;
use crate::plausibility::{Plausibility, Uniform, likelihood};
use crate::view::PlayerView;
use crate::world::{Replay, World};

/// How worlds are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldOptions {
    /// How many worlds are kept.
    pub count: usize,
    /// How many changes are proposed to a world before it is given out again.
    pub steps: usize,
    /// Replays that are spent on mending a world that does not agree with the view any more.
    pub mending: usize,
    /// Replays that are spent on finding the first one when none is left.
    pub building: usize,
}

impl Default for WorldOptions {
    fn default() -> Self {
        Self { count: 32, steps: 4, mending: 60, building: 200_000 }
    }
}

/// Where worlds came from, and how often there was none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorldCounts {
    /// Worlds that agreed with what happened next.
    pub carried: u64,
    /// Worlds that did not, but do after some changes.
    pub mended: u64,
    /// Worlds that were given up for copies of others.
    pub copied: u64,
    /// Worlds that were made from nothing: at the beginning, and when none was left.
    pub built: u64,
    /// How often none was found within the effort allowed.
    pub failed: u64,
    /// Replays in all.
    pub replays: u64,
    /// Changes proposed to worlds that agree with the view.
    pub proposed: u64,
    /// Changes that were made.
    pub accepted: u64,
}

/// A set of worlds, each of which would have given exactly the answers of a view.
///
/// Worlds follow the view from move to move. Between two uses a world is changed at random by steps
/// of a Markov chain (a stone elsewhere, two stones exchanged in time) that keep it consistent; in
/// the long run all consistent worlds come up, each in proportion to its [`Plausibility`].
///
/// ```
/// use tengen_phantom::{Arbiter, Player, Referee, Uniform, WorldOptions, Worlds};
/// use tengen_go::{BoardSize, Komi, Rules};
/// let size = BoardSize::new(9).unwrap();
/// let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, Referee::PAPER);
/// for (player, name) in [(Player::Black, "E5"), (Player::White, "E5"), (Player::White, "C3")] {
///     let attempt = arbiter.view(player).attempt(name.parse().unwrap()).unwrap();
///     arbiter.answer(attempt).unwrap();
/// }
/// let view = arbiter.view(Player::Black);
/// let mut worlds = Worlds::new(view, WorldOptions::default(), Uniform, 1);
/// let world = worlds.sample(view).expect("one is found for every view that can come up");
/// assert_eq!(world.board().stone_count(Player::White), 1);
/// assert_eq!(world.replay(view).unwrap().view(Player::Black), view);
/// ```
#[derive(Clone, Debug)]
pub struct Worlds<P = Uniform> {
    options: WorldOptions,
    plausibility: P,
    chart: Chart,
    replay: Replay,
    worlds: Vec<World>,
    /// The one to be given out next.
    next: usize,
    /// How many events of the view have been taken in.
    events: Option<usize>,
    rng: Rng,
    counts: WorldCounts,
    /// Scratch for proposals.
    changed: Vec<Point>,
}

impl<P: Plausibility> Worlds<P> {
    /// Worlds for a player's game. They are made when they are asked for.
    pub fn new(view: &PlayerView, options: WorldOptions, plausibility: P, seed: u64) -> Self {
        Self {
            options: WorldOptions { count: options.count.max(1), ..options },
            plausibility,
            chart: Chart::new(view),
            replay: Replay::new(view),
            worlds: Vec::new(),
            next: 0,
            events: None,
            rng: Rng::new(seed),
            counts: WorldCounts::default(),
            changed: Vec::new(),
        }
    }

    /// Where worlds came from so far.
    #[must_use]
    pub const fn counts(&self) -> WorldCounts {
        self.counts
    }

    /// Takes in what has happened since the last time. The view must be of the same game, at the
    /// same moment or later.
    pub fn update(&mut self, view: &PlayerView) {
        if self.events == Some(view.moments().len()) {
            return;
        }
        if self.events.is_some_and(|events| events > view.moments().len()) {
            // Another game, or moves were taken back.
            self.worlds.clear();
        }
        self.events = Some(view.moments().len());
        self.chart = Chart::new(view);
        let mut mender = Mender {
            view,
            chart: &self.chart,
            plausibility: &self.plausibility,
            rng: &mut self.rng,
            replay: &mut self.replay,
            replays: 0,
        };
        let (counts, options) = (&mut self.counts, self.options);
        let mut broken = Vec::new();
        let mut worlds: Vec<World> = Vec::with_capacity(options.count);
        for world in self.worlds.drain(..) {
            match mender.extend(world) {
                Ok(world) => worlds.push(world),
                Err(moves) => broken.push(moves),
            }
        }
        counts.carried += worlds.len() as u64;
        for moves in broken {
            if let Some(world) = mender.mend(moves, options.mending) {
                counts.mended += 1;
                worlds.push(world);
            }
        }
        if worlds.is_empty() {
            match mender.build(options.building) {
                Some(world) => {
                    counts.built += 1;
                    worlds.push(world);
                }
                None => counts.failed += 1,
            }
        }
        // What is missing is built where that is easy, and copied where it is not.
        while !worlds.is_empty() && worlds.len() < options.count {
            if let Some(world) = mender.build(options.mending) {
                counts.built += 1;
                worlds.push(world);
            } else {
                let copy = worlds[mender.rng.below(worlds.len())].clone();
                counts.copied += 1;
                worlds.push(copy);
            }
        }
        counts.replays += mender.replays;
        self.worlds = worlds;
        self.next = 0;
    }

    /// A world that agrees with the whole view. `None` if none was found within the effort
    /// allowed, which [`WorldCounts::failed`] counts.
    pub fn sample(&mut self, view: &PlayerView) -> Option<&World> {
        self.update(view);
        if self.worlds.is_empty() {
            return None;
        }
        let index = self.next % self.worlds.len();
        self.next = index + 1;
        for _ in 0..self.options.steps {
            self.shift(view, index);
        }
        self.worlds.get(index)
    }

    /// Proposes one change to a world. Each proposal is as likely as the one that takes it back,
    /// so that accepting by the ratio of the weights (Metropolis) leaves their distribution alone.
    fn shift(&mut self, view: &PlayerView, index: usize) {
        let (world, rng) = (&mut self.worlds[index], &mut self.rng);
        let turns = &self.chart.turns;
        if turns.is_empty() {
            return;
        }
        self.counts.proposed += 1;
        let (one, other) = (rng.below(turns.len()), rng.below(turns.len()));
        let is_elsewhere = |turn: usize, point: Point| {
            world.moves.iter().enumerate().any(|(i, &played)| i != turn && played == point)
        };
        self.changed.clone_from(&world.moves);
        if rng.below(4) == 0 {
            let (a, b) = (world.moves[one], world.moves[other]);
            if a == b || !turns[one].domain.contains(b) || !turns[other].domain.contains(a) {
                return;
            }
            self.changed.swap(one, other);
        } else {
            let (old, new) =
                (world.moves[one], turns[one].points[rng.below(turns[one].points.len())]);
            // Two turns on one point hardly ever agree with a view. It can be, after captures, so
            // that it is proposed now and then.
            let is_plain = rng.below(16) > 0;
            if old == new || is_plain && (is_elsewhere(one, old) || is_elsewhere(one, new)) {
                return;
            }
            self.changed[one] = new;
        }
        self.counts.replays += 1;
        let Ok(weight) = self.replay.run(view, &self.changed, &self.plausibility) else { return };
        if weight >= world.weight || rng.unit() < likelihood(weight - world.weight) {
            self.counts.accepted += 1;
            world.weight = weight;
            std::mem::swap(&mut world.moves, &mut self.changed);
            std::mem::swap(&mut world.position, &mut self.replay.position);
        }
    }
}
