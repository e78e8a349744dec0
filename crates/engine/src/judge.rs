//! Who owns what when a game of Go is over: dead stones and the score, by searches and playouts.

use tengen_go::{Area, Board, Game, Komi, Player, Point, PointMask, Position, Rng};
use tengen_policy::go::{GoPlayouts, Ownership, OwnershipCounts};
use tengen_search::{Control, Limits, PlayoutPolicy, Search, StopFlag};

use crate::fate;
use crate::go_players;
use crate::players::NoPlayer;
use crate::spec::PlayerSpec;

/// What becomes of a chain of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stays.
    Alive,
    /// It stays, but has no territory of its own.
    Seki,
    /// It will be captured, or could be.
    Dead,
}

/// How a position stands, if both play well from here on.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Who has each point in the end.
    pub ownership: Ownership,
    board: Board,
    dead: PointMask,
}

/// A point is settled if it belongs to one player in this share of all playouts (0.6: 80 %). What is
/// beyond doubt reaches 0.8 and more; the rest are moves that a search only tries.
const SETTLED: f64 = 0.6;

/// A point is beyond doubt from this on.
const CERTAIN: f64 = 0.7;

/// Fewer counted playouts settle nothing.
const ENOUGH: u64 = 50;

/// A chain whose points its owner has that much is alive beyond doubt.
const FIRM: f64 = 0.6;

/// A chain is dead if the opponent has its points more often than not, and clearly so.
const DEAD: f64 = -0.4;

impl Judgement {
    /// A judgement by ownership alone.
    fn new(position: &Position, ownership: Ownership) -> Self {
        let board = position.board().clone();
        let mut judgement = Self { ownership, board, dead: PointMask::EMPTY };
        for chain in judgement.chains() {
            if judgement.hold(chain) < DEAD {
                judgement.set_dead(chain);
            }
        }
        judgement
    }

    /// A stone of each chain.
    fn chains(&self) -> Vec<Point> {
        let stones = self.board.stones().map(|(point, _)| point);
        stones.filter(|&point| self.board.chain_id(point) == Some(point)).collect()
    }

    /// How firmly a chain's owner holds its points, from -1 to 1.
    fn hold(&self, chain: Point) -> f64 {
        let Some(player) = self.board.stone(chain) else { return 0.0 };
        let (mut sum, mut stones) = (0.0, 0.0);
        for stone in self.board.chain(chain) {
            sum += self.ownership.for_player(player, stone);
            stones += 1.0;
        }
        sum / f64::max(stones, 1.0)
    }

    fn set_dead(&mut self, chain: Point) {
        for stone in self.board.chain(chain) {
            self.dead.insert(stone);
        }
    }

    /// Looks again at every chain that is not firmly its owner's: it is dead if it is captured
    /// whoever of `movers` moves first, and alive if it never is. If that decides, it stays with
    /// what ownership says.
    pub(crate) fn verify(
        &mut self,
        position: &Position,
        movers: &[Player],
        limits: Limits,
        stop: &StopFlag,
    ) {
        let doubtful: Vec<Point> =
            self.chains().into_iter().filter(|&chain| self.hold(chain) < FIRM).collect();
        let searches = (movers.len() * doubtful.len()) as u32;
        let time = limits.time.and_then(|time| time.checked_div(searches));
        let limits = Limits { time, ..limits };
        for chain in doubtful {
            let captured = |&first: &Player| {
                let rate = fate::capture_rate(position, chain, first, limits, stop);
                rate.is_ok_and(|rate| rate > 0.5)
            };
            let captured = movers.iter().filter(|first| captured(first)).count();
            if captured == movers.len() {
                self.set_dead(chain);
            } else if captured == 0 {
                for stone in self.board.chain(chain) {
                    self.dead.remove(stone);
                }
            }
        }
    }

    /// The stones that are dead.
    #[must_use]
    pub const fn dead(&self) -> &PointMask {
        &self.dead
    }

    /// The area once the dead stones are off the board.
    #[must_use]
    pub fn area(&self) -> Area {
        self.board.without(&self.dead).area()
    }

    /// What becomes of the stone on `point`, if there is one.
    #[must_use]
    pub fn status(&self, point: Point) -> Option<Status> {
        let player = self.board.stone(point)?;
        if self.dead.contains(point) {
            return Some(Status::Dead);
        }
        let area = self.area();
        let size = self.board.size();
        let borders =
            |stone: Point| stone.neighbours(size).any(|p| self.is_territory(&area, p, player));
        // Every liberty is shared with the opponent: what lives like that lives in seki.
        let has_territory = self.board.chain(point).any(borders);
        Some(if has_territory { Status::Alive } else { Status::Seki })
    }

    /// Whether the point is or will be empty, and `player`'s.
    fn is_territory(&self, area: &Area, point: Point, player: Player) -> bool {
        let empty = self.board.is_empty(point) || self.dead.contains(point);
        empty && area.owner(point) == Some(player)
    }

    /// Whether nobody doubts whose any point is, but for three points on 19x19.
    pub(crate) fn is_settled(&self) -> bool {
        let size = self.board.size();
        let is_open = |&point: &Point| self.ownership.of(point).abs() < CERTAIN;
        self.ownership.playouts() >= ENOUGH
            && size.points().filter(is_open).count() * 100 <= size.area()
    }

    /// The least and the most Black can expect, without komi: what is not settled counts for the
    /// one or the other.
    #[must_use]
    pub fn range(&self) -> (i32, i32) {
        if self.ownership.playouts() < ENOUGH {
            // A handful of playouts agree on everything.
            let area = self.board.size().area() as i32;
            return (-area, area);
        }
        let (mut least, mut most) = (0, 0);
        for point in self.board.size().points() {
            let owner = self.ownership.of(point);
            least += if owner >= SETTLED { 1 } else { -1 };
            most += if owner <= -SETTLED { -1 } else { 1 };
        }
        (least, most)
    }
}

/// Judges positions, by searches of its own.
pub(crate) struct Judge {
    search: Box<dyn Search<Position>>,
    counts: OwnershipCounts,
    light: GoPlayouts,
}

/// UCT with what is known of tactics and nothing that was learned: who judges what is dead, so that
/// this does not change with what is learned next.
pub const TACTICAL_UCT: &str = "uct,rave=on,prior=tactics,policy=tactical,expand=2";

impl Judge {
    pub(crate) fn new(position: &Position) -> Result<Self, NoPlayer> {
        let counts = OwnershipCounts::new();
        let spec: PlayerSpec = format!("{TACTICAL_UCT},memory=32M,reuse=off").parse()?;
        let search = go_players::search(&spec, position, Some(&counts), None)?;
        // Not counted by the searches, but in the same totals.
        let light = GoPlayouts::light(position).counting(&counts);
        Ok(Self { search, counts, light })
    }

    /// Judges a position in which one of these players moves next.
    ///
    /// A player who wins or loses by far plays anyhow, and stones live and die by chance. So the
    /// searches go for the last point: komi is set next to the expected lead, once so that Black
    /// must not lose a point and once so that White must not.
    pub(crate) fn judge(
        &mut self,
        position: &Position,
        movers: &[Player],
        limits: Limits,
        stop: &StopFlag,
    ) -> Judgement {
        let parts = 1 + 2 * movers.len() as u32;
        let limits = Limits {
            playouts: limits.playouts.map(|playouts| playouts / u64::from(parts)),
            time: limits.time.map(|time| time / parts),
        };
        let mut open = position.clone();
        open.resume();
        self.counts.clear();
        let mut rng = Rng::new(1);
        for _ in 0..LIGHT_PLAYOUTS {
            self.light.playout(&mut open.clone(), &mut rng, &mut ());
        }
        let mut look = |player: Player, komi: i32, counts: &OwnershipCounts| {
            open.set_to_move(player);
            open.set_komi(half_point(komi));
            self.search.reset();
            self.search.search(&open, &mut Control::new(limits).stopped_by(stop));
            counts.total().lead().round() as i32
        };
        // A rough idea first; those playouts are not counted in the end.
        let first = movers.first().copied().unwrap_or(position.to_move());
        let lead = look(first, self.counts.total().lead().round() as i32, &self.counts);
        self.counts.clear();
        for &player in movers {
            look(player, lead - 1, &self.counts);
            look(player, lead, &self.counts);
        }
        Judgement::new(position, self.counts.total())
    }
}

/// Playouts for a first idea of the score.
const LIGHT_PLAYOUTS: u32 = 100;

/// A komi half a point above this.
fn half_point(points: i32) -> Komi {
    let half_points = i16::try_from(2 * points + 1).unwrap_or(0);
    Komi::from_half_points(half_points).unwrap_or(Komi::SEVEN_AND_A_HALF)
}
