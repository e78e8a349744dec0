//! Putting stones down and taking them off.
//!
//! The trick that makes this fast: **every empty point is a chain of its own** whose liberties are
//! its empty neighbours. Playing a stone takes one pseudo-liberty from each of the four
//! neighbouring chains, whatever they are (stones of either colour, empty points, the border),
//! without a branch. A lone stone needs no set-up, since its liberties are already there, and
//! "has an empty neighbour", which makes a move legal at once, is one comparison.

use tengen_game::{Key, Player};

use crate::board::Board;
use crate::chains::Chains;
use crate::liberties::Liberties;
use crate::point::{Point, SIDES, Vertex};
use crate::point_set::PointSet;
use crate::zobrist;

/// What the first half of a move found out: see [`Chains::touch`].
pub(crate) struct Touch {
    /// The roots of the four neighbouring chains.
    pub(crate) roots: [Vertex; 4],
    /// Their words, after they lost the point.
    words: [Liberties; 4],
    /// All flags of the four.
    pub(crate) flags: Liberties,
}

impl Touch {
    /// Whether any chain of the opponent is captured.
    #[inline(always)]
    pub(crate) fn captures<const ME: usize>(&self) -> bool {
        // A chain that touches the point twice is down to this only with its last touch.
        let captured = Liberties::breathless(player::<ME>().opponent());
        self.words.iter().fold(false, |any, &word| any | (word == captured))
    }

    /// On which sides chains of the opponent are captured, a bit each. One on several sides has the bit
    /// of the last.
    #[inline(always)]
    pub(crate) fn captured<const ME: usize>(&self) -> u32 {
        let captured = Liberties::breathless(player::<ME>().opponent());
        (0..4).fold(0, |bits, i| bits | u32::from(self.words[i] == captured) << i)
    }
}

/// `ME` in the generic functions below is the index of the player who moves. As a constant it
/// lets the compiler fold colours, tables and sides of the board into addresses.
const fn player<const ME: usize>() -> Player {
    Player::BOTH[ME]
}

impl Board {
    /// Puts a stone of `player` on `point`: captures what has no liberty left, the stone's own
    /// chain last (suicide). Sets the ko.
    ///
    /// # Panics
    /// If `point` is not an empty point of this board. Legality is the caller's business.
    #[inline]
    pub fn play(&mut self, player: Player, point: Point) {
        match player {
            Player::Black => self.play_as::<0>(point),
            Player::White => self.play_as::<1>(point),
        }
    }

    fn play_as<const ME: usize>(&mut self, point: Point) {
        assert!(self.is_empty(point), "{point} is not an empty point of this board");
        let touch = self.touch(point);
        let root = self.settle::<ME>(point, &touch);
        self.capture::<ME>(point, root, &touch);
        if self.liberties[root].is_none() {
            self.remove_chain(root, player::<ME>());
        }
    }

    /// Puts a stone on an empty point of this board and captures nothing: for setting up.
    pub(crate) fn set_stone(&mut self, player: Player, point: Point) {
        match player {
            Player::Black => {
                let touch = self.touch(point);
                self.settle::<0>(point, &touch);
            }
            Player::White => {
                let touch = self.touch(point);
                self.settle::<1>(point, &touch);
            }
        }
    }

    /// Second half of a move: the stone itself, and the chain it belongs to. Returns its root.
    #[inline(always)]
    pub(crate) fn settle<const ME: usize>(&mut self, point: Point, touch: &Touch) -> Vertex {
        self.key ^= zobrist::stone(player::<ME>(), point);
        self.forget_candidate(point);
        self.unpark_false_eyes::<ME>(point);
        let root = self.chains.settle::<ME>(point, touch);
        if touch.flags.is_watched() {
            self.check_watched(point);
        }
        root
    }

    /// Last part of a move, if it captures: takes the stones off and finds the ko.
    #[inline(always)]
    pub(crate) fn capture<const ME: usize>(&mut self, point: Point, root: Vertex, touch: &Touch) {
        if touch.captures::<ME>() {
            self.capture_neighbours::<ME>(point, root);
        }
    }

    #[inline(never)]
    fn capture_neighbours<const ME: usize>(&mut self, point: Point, root: Vertex) {
        let Self { chains, candidates, key, .. } = self;
        chains.capture_neighbours::<ME>(point, root, |chains, chain| {
            take_off(chains, candidates, key, chain, player::<ME>().opponent());
        });
    }

    #[inline(never)]
    fn remove_chain(&mut self, root: Vertex, owner: Player) {
        let Self { chains, candidates, key, .. } = self;
        take_off(chains, candidates, key, root, owner);
    }
}

/// Takes a chain off the board; everybody may play there again.
fn take_off(
    chains: &mut Chains,
    candidates: &mut [PointSet; 2],
    key: &mut Key,
    chain: Vertex,
    owner: Player,
) {
    chains.remove_chain(chain, owner, |stone| {
        *key ^= zobrist::stone(owner, stone);
        for candidates in &mut *candidates {
            candidates.insert(stone);
        }
    });
}

impl Chains {
    /// First half of a move: takes the point away from its neighbours' liberties. Nothing else
    /// changes, so that [`Chains::untouch`] takes it back if the move proves to be suicide.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // a plain range is unrolled, and arrays stay in registers
    pub(crate) fn touch(&mut self, point: Point) -> Touch {
        let taken = Liberties::one(point);
        let roots = SIDES.map(|side| self.root_of(point.step(side)));
        let mut words = [Liberties::NONE; 4];
        for i in 0..4 {
            words[i] = self.liberties[roots[i]].minus(taken);
            self.liberties[roots[i]] = words[i];
        }
        let flags = words[0].or(words[1]).or(words[2].or(words[3]));
        Touch { roots, words, flags }
    }

    /// Takes [`Chains::touch`] back.
    #[inline(always)]
    pub(crate) fn untouch(&mut self, point: Point, touch: &Touch) {
        for root in touch.roots {
            self.liberties[root] = self.liberties[root].plus(Liberties::one(point));
        }
    }

    /// Whether, of the neighbouring chains of the mover, one still has a liberty after the touch.
    #[inline(always)]
    pub(crate) fn has_living_neighbour<const ME: usize>(&self, touch: &Touch) -> bool {
        touch.roots.iter().fold(false, |living, &root| {
            let word = self.liberties[root];
            living | (word.is_stone_of(player::<ME>()) & !word.is_none())
        })
    }

    /// Whether every neighbouring chain still has a liberty after the touch.
    #[inline(always)]
    pub(crate) fn all_neighbours_live(&self, touch: &Touch) -> bool {
        touch.roots.iter().fold(true, |all, &root| all & !self.liberties[root].is_none())
    }

    /// Second half of a move: the stone itself, and the chain it belongs to. Returns its root.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // a plain range is unrolled, and arrays stay in registers
    pub(crate) fn settle<const ME: usize>(&mut self, point: Point, touch: &Touch) -> Vertex {
        let me = player::<ME>();
        self.clear_ko();
        self.stones[ME] += 1;

        // Join the first neighbour of our colour, or stay alone: no branch, since it would be
        // a coin toss. For a lone stone every line below leaves things as they are.
        let liberties = self.liberties[point];
        self.liberties[point] = liberties.or(Liberties::breathless(me));
        let mut root = point.vertex();
        for i in (0..4).rev() {
            root = if touch.words[i].is_stone_of(me) { touch.roots[i] } else { root };
        }
        let joins = root != point.vertex();
        let gained = if joins { liberties } else { Liberties::NONE };
        self.root[point] = root.stored();
        self.liberties[root] = self.liberties[root].plus(gained);
        self.chain_size[root] += u16::from(joins);
        self.next[point] = self.next[root];
        self.next[root] = point.vertex().stored();

        // Then any other chains of our colour: rare, one branch for all of them.
        let mut others = (1..4).fold(0u32, |bits, i| {
            bits | u32::from(touch.words[i].is_stone_of(me) & (touch.roots[i] != root)) << i
        });
        while others != 0 {
            let other = self.root_of(point.step(SIDES[others.trailing_zeros() as usize % 4]));
            others &= others - 1;
            // A chain on two sides has been joined already.
            if other != root {
                root = self.join_chains(root, other);
            }
        }
        root
    }

    /// Has the chains of the opponent around `point` that have no liberty taken off by `take`, and finds
    /// the ko.
    #[inline(always)]
    pub(crate) fn capture_neighbours<const ME: usize>(
        &mut self,
        point: Point,
        root: Vertex,
        mut take: impl FnMut(&mut Self, Vertex),
    ) {
        let them = player::<ME>().opponent();
        let before = self.stones[1 - ME];
        let mut last = Vertex::NOWHERE;
        for side in point.sides() {
            let chain = self.root_of(side);
            if self.liberties[chain] == Liberties::breathless(them) {
                last = chain;
                take(self, last);
            }
        }
        self.find_ko::<ME>(point, root, before - self.stones[1 - ME], last);
    }

    /// Sets the ko after a move that has taken so many stones, `last` among them.
    #[inline(always)]
    pub(crate) fn find_ko<const ME: usize>(
        &mut self,
        point: Point,
        root: Vertex,
        taken: u16,
        last: Vertex,
    ) {
        let one_for_one = taken == 1 && root == point.vertex();
        if one_for_one && self.liberties[root].only_at(last.point()) {
            self.ko[1 - ME] = last;
        }
    }

    /// Joins two chains of one colour; the larger keeps its root.
    #[inline(always)]
    fn join_chains(&mut self, a: Vertex, b: Vertex) -> Vertex {
        let larger_first = self.chain_size[a] > self.chain_size[b];
        let (large, small) = if larger_first { (a, b) } else { (b, a) };
        self.liberties[large] = self.liberties[large].join(self.liberties[small]);
        self.chain_size[large] += self.chain_size[small];
        let mut stone = small;
        loop {
            self.root[stone] = large.stored();
            stone = self.next[stone].get();
            if stone == small {
                break;
            }
        }
        let next = self.next[large];
        self.next[large] = self.next[small];
        self.next[small] = next;
        large
    }

    /// Takes a chain without liberties off the board; `taken` is told each stone.
    #[inline(always)]
    pub(crate) fn remove_chain(
        &mut self,
        root: Vertex,
        owner: Player,
        mut taken: impl FnMut(Point),
    ) {
        let mut stone = root;
        loop {
            self.stones[owner.index()] -= 1;
            taken(stone.point());
            stone = self.take_off_stone(stone);
            if stone == root {
                break;
            }
        }
        loop {
            self.give_liberty(stone.point());
            stone = self.leave_ring(stone);
            if stone == root {
                break;
            }
        }
    }

    /// Makes a stone of a chain without liberties an empty point; returns the next one.
    #[inline(always)]
    pub(crate) fn take_off_stone(&mut self, stone: Vertex) -> Vertex {
        // No empty point touched the chain, so its points start with no liberty; they give each other
        // theirs when all stones are off.
        self.liberties[stone] = Liberties::NONE;
        self.root[stone] = stone.stored();
        self.next[stone].get()
    }

    /// An empty point becomes a liberty of all around it.
    #[inline(always)]
    pub(crate) fn give_liberty(&mut self, point: Point) {
        let given = Liberties::one(point);
        for side in point.sides() {
            let neighbour = self.root_of(side);
            self.liberties[neighbour] = self.liberties[neighbour].plus(given);
        }
    }

    /// Forgets the chain that a point belonged to; returns the next one of it.
    #[inline(always)]
    pub(crate) fn leave_ring(&mut self, point: Vertex) -> Vertex {
        self.chain_size[point] = 1;
        std::mem::replace(&mut self.next[point], point.stored()).get()
    }

    /// Marks the neighbouring chains as watched: a point that only they border is parked.
    #[inline(always)]
    pub(crate) fn watch(&mut self, touch: &Touch) {
        for root in touch.roots {
            if self.liberties[root].is_stone() {
                self.liberties[root] = self.liberties[root].or(Liberties::WATCHED);
            }
        }
    }
}
