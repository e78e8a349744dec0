//! A deliberately naive Go: flood fill, no caches, every rule spelled out. Tests only.
#![allow(dead_code)] // each test file uses its own part

use tengen_go::{BoardSize, KoRule, Player, Point, Rng, Rules};

/// Stones row by row from the bottom, in each row from the left.
pub(crate) type Stones = Vec<Option<Player>>;

/// A point: column and row.
pub(crate) type At = (usize, usize);

/// A game: the board and all boards before it.
#[derive(Clone)]
pub(crate) struct Naive {
    pub(crate) side: usize,
    pub(crate) stones: Stones,
    pub(crate) to_move: Player,
    pub(crate) passes: u32,
    pub(crate) rules: Rules,
    /// Every state so far: stones and who was to move.
    pub(crate) states: Vec<(Stones, Player)>,
    /// Where the last move, a lone stone, took a lone stone and can itself be retaken.
    pub(crate) simple_ko: Option<At>,
}

/// What a stone would do.
pub(crate) struct Effect {
    pub(crate) stones: Stones,
    pub(crate) taken: Vec<At>,
    pub(crate) suicide: bool,
}

impl Naive {
    pub(crate) fn new(side: usize, rules: Rules) -> Self {
        let stones = vec![None; side * side];
        let states = vec![(stones.clone(), Player::Black)];
        Self { side, stones, to_move: Player::Black, passes: 0, rules, states, simple_ko: None }
    }

    pub(crate) fn index(&self, (x, y): At) -> usize {
        y * self.side + x
    }

    pub(crate) fn neighbours(&self, (x, y): At) -> Vec<At> {
        let mut all = Vec::new();
        if x > 0 {
            all.push((x - 1, y));
        }
        if y > 0 {
            all.push((x, y - 1));
        }
        if x + 1 < self.side {
            all.push((x + 1, y));
        }
        if y + 1 < self.side {
            all.push((x, y + 1));
        }
        all
    }

    pub(crate) fn points(&self) -> Vec<At> {
        (0..self.side).flat_map(|y| (0..self.side).map(move |x| (x, y))).collect()
    }

    /// The connected points of the same content as `start`, and the different ones around them.
    pub(crate) fn region(&self, stones: &Stones, start: At) -> [Vec<At>; 2] {
        let content = stones[self.index(start)];
        let (mut inside, mut border) = (vec![start], Vec::new());
        let mut next = 0;
        while next < inside.len() {
            for n in self.neighbours(inside[next]) {
                if stones[self.index(n)] != content {
                    if !border.contains(&n) {
                        border.push(n);
                    }
                } else if !inside.contains(&n) {
                    inside.push(n);
                }
            }
            next += 1;
        }
        [inside, border]
    }

    pub(crate) fn liberties(&self, stones: &Stones, start: At) -> Vec<At> {
        let [_, border] = self.region(stones, start);
        border.into_iter().filter(|&(x, y)| stones[self.index((x, y))].is_none()).collect()
    }

    /// The board after a stone of `player` on the empty point `at`.
    pub(crate) fn effect(&self, player: Player, at: At) -> Effect {
        let mut stones = self.stones.clone();
        stones[self.index(at)] = Some(player);
        let mut taken = Vec::new();
        for n in self.neighbours(at) {
            if stones[self.index(n)] == Some(player.opponent())
                && self.liberties(&stones, n).is_empty()
            {
                let [chain, _] = self.region(&stones, n);
                for &(x, y) in &chain {
                    stones[self.index((x, y))] = None;
                }
                taken.extend(chain);
            }
        }
        let suicide = self.liberties(&stones, at).is_empty();
        if suicide {
            let [chain, _] = self.region(&stones, at);
            for &(x, y) in &chain {
                stones[self.index((x, y))] = None;
            }
        }
        Effect { stones, taken, suicide }
    }

    pub(crate) fn is_legal(&self, at: At) -> bool {
        if self.passes >= 2 || self.stones[self.index(at)].is_some() {
            return false;
        }
        let effect = self.effect(self.to_move, at);
        if effect.suicide && !self.rules.suicide {
            return false;
        }
        match self.rules.ko {
            KoRule::Simple => self.simple_ko != Some(at),
            KoRule::Positional => !self.states.iter().any(|(stones, _)| *stones == effect.stones),
            KoRule::Situational => {
                !self.states.contains(&(effect.stones.clone(), self.to_move.opponent()))
            }
        }
    }

    pub(crate) fn legal(&self) -> Vec<At> {
        self.points().into_iter().filter(|&at| self.is_legal(at)).collect()
    }

    pub(crate) fn play(&mut self, at: At) {
        let Effect { stones, taken, suicide } = self.effect(self.to_move, at);
        self.stones = stones;
        self.simple_ko = None;
        if taken.len() == 1 && !suicide {
            let [chain, _] = self.region(&self.stones, at);
            if chain.len() == 1 && self.liberties(&self.stones, at) == taken {
                self.simple_ko = Some(taken[0]);
            }
        }
        self.passes = 0;
        self.finish_turn();
    }

    pub(crate) fn pass(&mut self) {
        self.simple_ko = None;
        self.passes += 1;
        self.finish_turn();
    }

    fn finish_turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.states.push((self.stones.clone(), self.to_move));
    }

    /// Area of each player by Tromp-Taylor: stones, and empty regions that touch one colour only.
    pub(crate) fn area(&self) -> [usize; 2] {
        let mut area = [0; 2];
        let mut counted = vec![false; self.stones.len()];
        for at in self.points() {
            if let Some(player) = self.stones[self.index(at)] {
                area[player.index()] += 1;
            } else if !counted[self.index(at)] {
                let [region, border] = self.region(&self.stones, at);
                for &p in &region {
                    counted[self.index(p)] = true;
                }
                let touches =
                    |player| border.iter().any(|&p| self.stones[self.index(p)] == Some(player));
                match Player::BOTH.map(touches) {
                    [true, false] => area[0] += region.len(),
                    [false, true] => area[1] += region.len(),
                    _ => {}
                }
            }
        }
        area
    }

    fn owned_around(&self, player: Player, at: At) -> bool {
        self.stones[self.index(at)].is_none()
            && self
                .neighbours(at)
                .iter()
                .all(|&(x, y)| self.stones[self.index((x, y))] == Some(player))
    }

    /// The standard eye of playouts: own stones on all sides; at most one opposing diagonal, or
    /// none at the edge.
    pub(crate) fn is_standard_eye(&self, player: Player, (x, y): At) -> bool {
        let (mut off, mut theirs) = (false, 0);
        for (dx, dy) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                off = true;
                continue;
            };
            if x >= self.side || y >= self.side {
                off = true;
            } else {
                theirs += u32::from(self.stones[self.index((x, y))] == Some(player.opponent()));
            }
        }
        self.owned_around(player, (x, y)) && if off { theirs == 0 } else { theirs <= 1 }
    }

    /// Paper 002, first definition: all stones around have two liberties or more.
    pub(crate) fn is_two_liberty_eye(&self, player: Player, at: At) -> bool {
        self.owned_around(player, at)
            && self.neighbours(at).iter().all(|&n| self.liberties(&self.stones, n).len() >= 2)
    }

    /// Paper 002, second definition: all stones around belong to one string.
    pub(crate) fn is_same_string_eye(&self, player: Player, at: At) -> bool {
        let around = self.neighbours(at);
        let [string, _] = self.region(&self.stones, around[0]);
        self.owned_around(player, at) && around.iter().all(|n| string.contains(n))
    }

    /// Stones and one-point eyes, Black's less White's.
    pub(crate) fn stones_and_eyes(&self) -> i32 {
        let count = |player| {
            let mine = |&&(x, y): &&At| {
                self.stones[self.index((x, y))] == Some(player) || self.owned_around(player, (x, y))
            };
            self.points().iter().filter(mine).count() as i32
        };
        count(Player::Black) - count(Player::White)
    }

    /// The moves a light playout may choose from: legal with simple ko, no suicide, no own eye.
    pub(crate) fn playable(&self) -> Vec<At> {
        let simple = Rules { ko: KoRule::Simple, suicide: false, ..self.rules };
        let game = Self { rules: simple, ..self.clone() };
        let not_eye = |&at: &At| !game.is_standard_eye(game.to_move, at);
        game.legal().into_iter().filter(not_eye).collect()
    }

    /// A light playout by the book; moves and final score.
    pub(crate) fn playout(&mut self, rng: &mut Rng, limit: u32) -> (u32, i32) {
        let mut moves = 0;
        while self.passes < 2 && moves < limit {
            self.states.clear(); // simple ko only: no need to remember
            match rng.choose(&self.playable()) {
                Some(at) => self.play(at),
                None => self.pass(),
            }
            moves += 1;
        }
        (moves, self.stones_and_eyes())
    }
}

pub(crate) fn point((x, y): At) -> Point {
    Point::new(x, y).unwrap()
}

pub(crate) fn size(side: usize) -> BoardSize {
    BoardSize::new(side).unwrap()
}
