//! Questions about chains with few liberties, without playing a move.
//!
//! Playouts ask them all the time, and no answer is much likelier than another. So what is found is
//! put together without a branch where that is possible, and looked at once.

use tengen_game::Player;

use crate::chains::Chains;
use crate::liberties::Liberties;
use crate::pattern::{BESIDE, PatternCode};
use crate::point::{Point, SIDES, STRIDE, StoredVertex, Vertex};

/// The liberties of a chain that has one or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FewLiberties {
    /// It is in atari.
    One(Point),
    /// The lower one first.
    Two([Point; 2]),
}

/// How a new stone would breathe, with all that it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breath {
    /// Not at all: suicide.
    None,
    /// At one point: self-atari.
    One,
    /// At two points or more.
    Free,
}

impl Chains {
    /// The liberties of the chain at `point`, if it has one or two.
    #[inline]
    #[must_use]
    pub fn few_liberties(&self, point: Point) -> Option<FewLiberties> {
        let root = self.root_of(point.vertex());
        let word = self.liberties[root];
        if word.is_stone() { self.few_of(root, word) } else { None }
    }

    /// The two liberties of the chain at `point`, if it has exactly two.
    ///
    /// ```
    /// use tengen_go::Board;
    /// let board: Board = ". . .\n. . O\n. . X".parse().unwrap();
    /// let [a, b] = board.two_liberties("C2".parse().unwrap()).unwrap();
    /// assert_eq!((a.to_string(), b.to_string()), ("B2".to_string(), "C3".to_string()));
    /// assert_eq!(board.two_liberties("C1".parse().unwrap()), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn two_liberties(&self, point: Point) -> Option<[Point; 2]> {
        match self.few_liberties(point)? {
            FewLiberties::One(_) => None,
            FewLiberties::Two(both) => Some(both),
        }
    }

    /// The same for the root and the word of a chain.
    #[inline(always)]
    pub(crate) fn few_of(&self, root: Vertex, word: Liberties) -> Option<FewLiberties> {
        if word.are_on_one_point() {
            return word.single().map(FewLiberties::One);
        }
        if !word.may_be_on_two_points() {
            return None;
        }
        self.two_of(root, word).map(FewLiberties::Two)
    }

    /// The two liberties of a chain, if it has exactly two.
    #[inline(always)]
    pub(crate) fn two_of(&self, root: Vertex, word: Liberties) -> Option<[Point; 2]> {
        let mut stone = root;
        loop {
            if let Some(first) = self.empty_side(stone.point()) {
                return self.two_with(root, word, first);
            }
            stone = self.next[stone].get();
            if stone == root {
                return None;
            }
        }
    }

    /// One of the empty points beside a point, if there is any.
    #[inline(always)]
    fn empty_side(&self, point: Point) -> Option<Point> {
        let empty = (0..4).fold(0u32, |empty, i| {
            empty | u32::from(self.liberties[point.step(SIDES[i])].is_empty_point()) << i
        });
        (empty != 0).then(|| point.step(SIDES[empty.trailing_zeros() as usize % 4]).point())
    }

    /// The two liberties of a chain, if `first` is one and there is exactly one other.
    #[inline(always)]
    fn two_with(&self, root: Vertex, word: Liberties, first: Point) -> Option<[Point; 2]> {
        let touches = (0..4)
            .fold(0, |touches, i| touches + u64::from(self.root_of(first.step(SIDES[i])) == root));
        // All the others lie on one point, if any.
        let other = word.without(touches, first).single()?;
        Some(if first < other { [first, other] } else { [other, first] })
    }

    /// Tells the chains of `player` beside `point` that have one liberty or two: a stone of each, and
    /// these.
    #[inline(always)]
    pub fn each_weak_beside(
        &self,
        player: Player,
        point: Point,
        mut tell: impl FnMut(Point, FewLiberties),
    ) {
        let mut found = Found::new();
        found.look_beside(self, point, |_, word| word.is_of_few(player));
        found.sift(self, Liberties::may_be_on_one_or_two_points);
        found.each(|chain| {
            if let Some(few) = self.few_of(chain, self.liberties[chain]) {
                tell(chain.point(), few);
            }
        });
    }

    /// If the chain at `point` has exactly two liberties, tells the chains of `player`, its opponent,
    /// around it that have one or two: a stone of each, and these. Some may be told twice.
    #[inline(always)]
    pub fn each_rival(
        &self,
        player: Player,
        point: Point,
        mut tell: impl FnMut(Point, FewLiberties),
    ) {
        let root = self.root_of(point.vertex());
        let word = self.liberties[root];
        let mut found = Found::new();
        // One of its liberties, met on the way.
        let mut liberty = Vertex::NOWHERE;
        let mut stone = root;
        loop {
            found.look_beside(self, stone.point(), |beside, word| {
                liberty = if word.is_empty_point() { beside } else { liberty };
                word.is_of_few(player)
            });
            stone = self.next[stone].get();
            if stone == root {
                break;
            }
            if found.is_full() {
                found.sift(self, Liberties::may_be_on_one_or_two_points);
                if found.is_full() {
                    break;
                }
            }
        }
        let mut weak = |chain: Vertex| {
            if let Some(few) = self.few_of(chain, self.liberties[chain]) {
                tell(chain.point(), few);
            }
        };
        if stone != root {
            // Large, and among many: rare.
            if self.two_of(root, word).is_some() {
                self.each_of_many(player, root, &mut weak);
            }
        } else if liberty != Vertex::NOWHERE && self.two_with(root, word, liberty.point()).is_some()
        {
            found.sift(self, Liberties::may_be_on_one_or_two_points);
            found.each(&mut weak);
        }
    }

    /// Tells the chains of `player` around a chain, for one with many. Some are told twice.
    #[inline(never)]
    fn each_of_many(&self, player: Player, root: Vertex, tell: &mut impl FnMut(Vertex)) {
        for stone in self.chain(root.point()) {
            for theirs in self.stones_beside(player, stone) {
                tell(self.root_of(theirs.vertex()));
            }
        }
    }

    /// Tells the last liberties of the chains of `player` around a chain of the opponent that are in
    /// atari. Some may be told twice.
    #[inline(always)]
    pub fn each_atari_around(&self, player: Player, chain: Point, mut tell: impl FnMut(Point)) {
        let root = self.root_of(chain.vertex());
        let mut stone = root;
        let mut found = Found::new();
        loop {
            found.look_beside(self, stone.point(), |_, word| word.may_be_one_of(player));
            stone = self.next[stone].get();
            let is_last = stone == root;
            if is_last || found.is_full() {
                found.sift(self, Liberties::are_on_one_point);
                found.each(|chain| {
                    if let Some(last) = self.liberties[chain].single() {
                        tell(last);
                    }
                });
                found = Found::new();
            }
            if is_last {
                break;
            }
        }
    }

    /// How a stone of `player` on the empty `point` would breathe.
    ///
    /// ```
    /// use tengen_go::{Board, Breath, Player};
    /// let board: Board = ". X .\nX . O\n. O .".parse().unwrap();
    /// let breath = |name: &str| {
    ///     let point = name.parse().unwrap();
    ///     board.breath_after(Player::Black, point, board.pattern_code(point))
    /// };
    /// assert_eq!(breath("B2"), Breath::Free);
    /// assert_eq!(breath("A1"), Breath::Free);
    /// assert_eq!(breath("C1"), Breath::None);
    /// ```
    #[inline]
    #[must_use]
    pub fn breath_after(&self, player: Player, point: Point, code: PatternCode) -> Breath {
        let (empty, atari) = (code.empty_beside(), code.atari_beside());
        let taken = code.stones_beside(player.opponent()) & atari;
        // Each of these is a liberty of its own. (Two that are taken may be of one chain.)
        let room = empty | taken;
        if room & room.wrapping_sub(1) != 0 {
            return Breath::Free;
        }
        let friends = code.stones_beside(player);
        let breathes_elsewhere = friends & !atari != 0;
        let is_one = match (taken != 0, breathes_elsewhere) {
            // Elsewhere, and where it takes something.
            (true, true) => false,
            // Where it takes something; what it joins may touch more of that.
            (true, false) => friends == 0 || self.is_one_after_capture(player, point),
            (false, true) => self.is_one_with_joined(player, point),
            (false, false) if empty == 0 => return Breath::None,
            (false, false) => true,
        };
        if is_one { Breath::One } else { Breath::Free }
    }

    /// Whether a stone of `player` on the empty `point`, which is no suicide, leaves its chain with one
    /// liberty.
    #[must_use]
    pub fn is_self_atari(&self, player: Player, point: Point) -> bool {
        self.breath_after(player, point, self.pattern_code(point)) == Breath::One
    }

    /// Whether a stone of `player` on the empty `point`, which has this code, takes nothing, joins others
    /// and leaves them all with one liberty.
    #[inline(always)]
    #[must_use]
    pub fn gives_atari_to_own(&self, player: Player, point: Point, code: PatternCode) -> bool {
        let (empty, atari) = (code.empty_beside(), code.atari_beside());
        let friends = code.stones_beside(player);
        let taken = code.stones_beside(player.opponent()) & atari;
        // Two empty points, a capture or nothing to join: one branch for all of them.
        let is_free = (empty & empty.wrapping_sub(1)) | taken != 0;
        if is_free | (friends == 0) {
            return false;
        }
        if friends & !atari == 0 { empty != 0 } else { self.is_one_with_joined(player, point) }
    }

    /// Whether a stone that takes nothing and joins a chain that breathes elsewhere has one liberty.
    #[inline(never)]
    fn is_one_with_joined(&self, player: Player, point: Point) -> bool {
        let roots = point.sides().map(|side| self.root_of(side));
        // The empty points beside it, and what the chains that it joins have elsewhere.
        let mut all = self.liberties[point].bare();
        for i in 0..4 {
            let word = self.liberties[roots[i]];
            let joins = word.is_stone_of(player);
            let is_new = (0..i).fold(true, |new, j| new & (roots[j] != roots[i]));
            let gained = if joins & is_new { word.bare() } else { Liberties::NONE };
            let lost = if joins { Liberties::one(point) } else { Liberties::NONE };
            all = all.plus(gained).minus(lost);
        }
        all.are_on_one_point()
    }

    /// Whether a stone that takes something and has no other liberty, nor has what it joins, has one
    /// liberty: what it takes leaves room, as far as that lies beside the new chain.
    #[inline(never)]
    fn is_one_after_capture(&self, player: Player, point: Point) -> bool {
        let mut first = FirstLiberty::default();
        let sides = point.sides();
        let joins = |vertex: Vertex| {
            vertex == point.vertex()
                || self.word(vertex).is_stone_of(player)
                    && sides.iter().any(|&side| self.root_of(side) == self.root_of(vertex))
        };
        for side in sides {
            let word = self.word(side);
            if word.is_stone_of(player.opponent()) && word.only_at(point) {
                for stone in self.chain(side.point()) {
                    if stone.sides().into_iter().any(joins) && first.add(stone.vertex()) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether a chain of `player` with two liberties, one of which the opponent takes away, would gain
    /// something at the other, which has this code: a second liberty, a chain that is not in atari, or a
    /// capture.
    #[inline]
    #[must_use]
    pub fn can_extend(
        &self,
        player: Player,
        chain: Point,
        [taken, other]: [Point; 2],
        code: PatternCode,
    ) -> bool {
        let atari = code.atari_beside();
        let room = code.empty_beside() & !place_beside(other, taken);
        let captures = code.stones_beside(player.opponent()) & atari;
        // The chain itself is one of these.
        let friends = code.stones_beside(player) & !atari;
        let is_rich = (room & room.wrapping_sub(1)) | captures != 0;
        is_rich
            || friends & friends.wrapping_sub(1) != 0 && self.joins_others(chain, other, friends)
    }

    /// Whether any of the stones of these bits beside a liberty of a chain is of another chain.
    #[inline(always)]
    fn joins_others(&self, chain: Point, liberty: Point, beside: u32) -> bool {
        let root = self.root_of(chain.vertex());
        let around = liberty.around();
        BESIDE.iter().fold(false, |any, &i| {
            any | ((beside >> (2 * i) & 1 != 0) & (self.root_of(around[i]) != root))
        })
    }
}

/// The bit of a neighbour in sets of those beside a point; 0 if it is none.
#[inline(always)]
const fn place_beside(point: Point, neighbour: Point) -> u32 {
    const ABOVE: usize = STRIDE;
    // One more for all that is further away.
    const BITS: [u16; 2 * STRIDE + 2] = {
        let mut bits = [0; 2 * STRIDE + 2];
        bits[ABOVE + STRIDE] = 1 << 2;
        bits[ABOVE - 1] = 1 << 6;
        bits[ABOVE + 1] = 1 << 8;
        bits[ABOVE - STRIDE] = 1 << 12;
        bits
    };
    let step = (neighbour.index() + STRIDE).wrapping_sub(point.index());
    BITS[if step < BITS.len() { step } else { BITS.len() - 1 }] as u32
}

/// Chains with few pseudo-liberties: first found, then sifted, then looked at.
struct Found {
    /// Some may stand here more than once until they are sifted.
    chains: [StoredVertex; Self::ROOM],
    count: usize,
}

impl Found {
    const ROOM: usize = 32;

    #[inline(always)]
    const fn new() -> Self {
        Self { chains: [Vertex::NOWHERE.stored(); Self::ROOM], count: 0 }
    }

    /// Whether there is no room for four more.
    #[inline(always)]
    const fn is_full(&self) -> bool {
        self.count > Self::ROOM - 4
    }

    /// Adds the chains beside a point whose words are looked for.
    #[inline(always)]
    fn look_beside(
        &mut self,
        board: &Chains,
        point: Point,
        mut fits: impl FnMut(Vertex, Liberties) -> bool,
    ) {
        for side in point.sides() {
            let chain = board.root_of(side);
            self.chains[self.count % Self::ROOM] = chain.stored();
            self.count += usize::from(fits(chain, board.liberties[chain]));
        }
    }

    /// Keeps each chain once, in the same order, and only those whose words pass.
    #[inline(always)]
    fn sift(&mut self, board: &Chains, passes: impl Fn(Liberties) -> bool) {
        // A bit for each vertex, by the last six bits of its number and the next three.
        let mut seen = [0u64; 8];
        let mut kept = 0;
        for i in 0..self.count {
            let stored = self.chains[i % Self::ROOM];
            let chain = stored.get();
            let (seen, bit) = (&mut seen[chain.index() / 64 % 8], chain.index() % 64);
            let is_new = *seen >> bit & 1 == 0;
            *seen |= 1 << bit;
            self.chains[kept % Self::ROOM] = stored;
            kept += usize::from(is_new & passes(board.liberties[chain]));
        }
        self.count = kept;
    }

    /// Tells each chain.
    #[inline(always)]
    fn each(&self, mut tell: impl FnMut(Vertex)) {
        for i in 0..self.count {
            tell(self.chains[i % Self::ROOM].get());
        }
    }
}

/// The first liberty that was found.
#[derive(Default)]
struct FirstLiberty(Option<Vertex>);

impl FirstLiberty {
    /// Whether this is a second one.
    #[inline(always)]
    fn add(&mut self, vertex: Vertex) -> bool {
        match self.0 {
            None => {
                self.0 = Some(vertex);
                false
            }
            Some(first) => first != vertex,
        }
    }
}
