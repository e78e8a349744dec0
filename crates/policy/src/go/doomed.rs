//! Chains that can be killed from within: they breathe in one small eye and nowhere else.
//!
//! Whoever throws a stone into an eye of two points loses it, and with the next move the chain around it
//! is taken. To its pattern that looks like stones given away, so that playouts of what was learned leave
//! such chains alone, dead as they are, and lose the races they could win. (Of 28 games lost to GNU Go
//! with 3,000 playouts, five at least were thought won to the end for this reason.)

use tengen_go::{Chains, FewLiberties, Player, Point, Rng, WeightedBoard};

/// The chains of a board that are known to be doomed: some stone of each.
///
/// Found are those of the board that a playout begins with, and then those that a move has left so: its
/// own chain, and opposing ones beside it. One may be there twice, by two of its stones.
#[derive(Clone, Debug)]
pub struct Doomed {
    stones: [Point; ROOM],
    len: usize,
}

/// More are hardly ever there at once; one that is not noted is killed by chance, or not at all.
const ROOM: usize = 8;

/// How often, of 16 times, a chain is killed that can be; more often if it is there twice.
const KILLED: usize = 12;

impl Default for Doomed {
    fn default() -> Self {
        // What fills the room means nothing.
        let filler = Point::new(0, 0).unwrap_or_else(|| unreachable!("every board has A1"));
        Self { stones: [filler; ROOM], len: 0 }
    }
}

impl Doomed {
    /// How likely a chain is killed that can be, if none before it was.
    pub(crate) const SHARE: f64 = KILLED as f64 / 16.0;

    /// Looks at a whole board.
    #[inline(never)]
    pub(crate) fn begin(&mut self, board: &Chains) {
        self.len = 0;
        for point in board.size().points() {
            // One stone of each chain.
            if board.chain_id(point) == Some(point) && board.throw_in(point).is_some() {
                self.add(point);
            }
        }
    }

    /// Looks at what the opponent of `player` has done with his move on `last`.
    #[inline(always)]
    pub(crate) fn look(&mut self, board: &WeightedBoard, player: Player, last: Option<Point>) {
        if self.len > 0 {
            self.forget(board.board());
        }
        let Some(last) = last else { return };
        let chains = board.board();
        if chains.throw_in(last).is_some() {
            self.add(last);
        }
        if board.is_pressed(last) {
            board.each_pressed(player, last, |stone, is_atari| {
                if !is_atari && chains.throw_in(stone).is_some() {
                    self.add(stone);
                }
            });
        }
    }

    /// Forgets those that are gone or have got out.
    #[inline(never)]
    fn forget(&mut self, board: &Chains) {
        let mut kept = 0;
        for i in 0..self.len.min(ROOM) {
            let stone = self.stones[i];
            if is_doomed(board, stone) {
                self.stones[kept] = stone;
                kept += 1;
            }
        }
        self.len = kept;
    }

    #[inline(never)]
    fn add(&mut self, stone: Point) {
        if self.len < ROOM && !self.stones[..self.len].contains(&stone) {
            self.stones[self.len] = stone;
            self.len += 1;
        }
    }

    /// A stone of each.
    #[must_use]
    pub fn stones(&self) -> &[Point] {
        &self.stones[..self.len.min(ROOM)]
    }

    /// The moves of `player` that kill or take one, one after the other.
    pub(crate) fn kills<'a>(
        &'a self,
        board: &'a Chains,
        player: Player,
    ) -> impl Iterator<Item = Point> + 'a {
        let is_theirs = move |stone: &&Point| board.stone(**stone) == Some(player.opponent());
        self.stones().iter().filter(is_theirs).filter_map(move |&stone| {
            match board.few_liberties(stone)? {
                FewLiberties::One(last) => board.is_legal(player, last).then_some(last),
                FewLiberties::Two(_) => board.throw_in(stone),
            }
        })
    }

    /// One of these moves, mostly; `None` if there is none, and now and then.
    #[inline(always)]
    pub(crate) fn kill(&self, board: &Chains, player: Player, rng: &mut Rng) -> Option<Point> {
        if self.len == 0 { None } else { self.draw_kill(board, player, rng) }
    }

    #[inline(never)]
    fn draw_kill(&self, board: &Chains, player: Player, rng: &mut Rng) -> Option<Point> {
        self.kills(board, player).find(|_| rng.below(16) < KILLED)
    }
}

/// Whether a chain can still be killed from within, or is in atari after the first stone.
fn is_doomed(board: &Chains, stone: Point) -> bool {
    match board.few_liberties(stone) {
        Some(FewLiberties::One(_)) => true,
        Some(FewLiberties::Two(_)) => board.throw_in(stone).is_some(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::softmax::{SoftmaxPlayouts, SoftmaxTable};
    use tengen_go::{Board, Playout};

    /// How often a white stone is gone after playouts with this player to move, with care or without.
    fn deaths(diagram: &str, player: Player, is_careful: bool, stone: &str) -> f64 {
        let board: Board = diagram.parse().expect("a diagram");
        let table = SoftmaxTable::built_in("sb-9x9").expect("a policy");
        let playouts = SoftmaxPlayouts::new(table, &board);
        let mut playouts = if is_careful { playouts.careful() } else { playouts };
        let stone: Point = stone.parse().expect("a point");
        let mut rng = Rng::new(5);
        let (mut dead, games) = (0, 400);
        for _ in 0..games {
            let playout = Playout { to_move: player, passes: 0, limit: 243 };
            playouts.run(&board, playout, None, &mut rng, &mut ());
            dead += u32::from(playouts.board().stone(stone) != Some(Player::White));
        }
        f64::from(dead) / f64::from(games)
    }

    /// White's corner has one eye of two points and no other liberty; Black's stones around it are alive
    /// only if it dies. Black is to move, and wins the race by throwing a stone in: without that knowledge
    /// it was lost in 997 of 1,000 playouts.
    const RACE: &str = "
        . . O X X X O O .
        O O O X . X X O O
        X X X O X X X X X
        X . X O X . O X O
        . X X O X X X O .
        X O O O O X O O .
        . X X O O O X X X
        O X O O . O X . .
        . O . . O X X O .";

    #[test]
    fn a_race_is_won_by_throwing_in() {
        let careful = deaths(RACE, Player::Black, true, "A8");
        let without = deaths(RACE, Player::Black, false, "A8");
        assert!(careful > 0.85 && without < 0.3, "{careful} {without}");
    }

    /// White's corner has one eye of three points with a black stone in their midst.
    const NAKADE: &str = "
        . . . . X O O X .
        . . . X . X O . O
        . . . . . X O O O
        . . X . X X O X O
        . . . . . O X X X
        . X . O . O O . .
        . X O . . . X . .
        . O . . . O O . .
        . . . . . . . . .";

    #[test]
    fn a_stone_in_the_midst_of_three_points_kills() {
        let careful = deaths(NAKADE, Player::Black, true, "G7");
        let without = deaths(NAKADE, Player::Black, false, "G7");
        assert!(careful > 0.8 && without < 0.3, "{careful} {without}");
    }

    #[test]
    fn what_is_gone_is_forgotten() {
        let board: Board = RACE.parse().expect("a diagram");
        let table = SoftmaxTable::built_in("sb-9x9").expect("a policy");
        let mut doomed = Doomed::default();
        doomed.begin(&board);
        let stone: Point = "A8".parse().expect("a point");
        let is_known = |doomed: &Doomed, board: &Board| {
            let id = board.chain_id(stone);
            doomed.stones().iter().any(|&known| id.is_some() && board.chain_id(known) == id)
        };
        assert!(is_known(&doomed, &board));
        let mut after = board.clone();
        for (player, m) in [(Player::Black, "A9"), (Player::White, "B9"), (Player::Black, "A9")] {
            let m: Point = m.parse().expect("a point");
            let kills: Vec<Point> = doomed.kills(&after, Player::Black).collect();
            assert!(player == Player::White || kills.contains(&m), "{kills:?}");
            after.play(player, m);
            doomed.look(&table.board(&after), player.opponent(), Some(m));
        }
        assert!(!is_known(&doomed, &after) && after.stone(stone).is_none(), "{after}");
    }
}
