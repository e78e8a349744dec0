//! Questions about chains with few liberties, without playing a move.

use tengen_game::Player;

use crate::board::Board;
use crate::point::{Point, Vertex};

impl Board {
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
        let root = self.root_of(point.vertex());
        let word = self.liberties[root];
        // A point touches a chain at most four times.
        if !word.is_stone() || word.count() > 8 {
            return None;
        }
        let (mut first, mut second) = (Vertex::NOWHERE, Vertex::NOWHERE);
        let mut stone = root;
        loop {
            for side in stone.point().sides() {
                if self.liberties[side].is_empty_point() && side != first && side != second {
                    if first == Vertex::NOWHERE {
                        first = side;
                    } else if second == Vertex::NOWHERE {
                        second = side;
                    } else {
                        return None;
                    }
                }
            }
            stone = self.next[stone].get();
            if stone == root {
                break;
            }
        }
        (second != Vertex::NOWHERE).then(|| {
            let (low, high) =
                if first.index() < second.index() { (first, second) } else { (second, first) };
            [low.point(), high.point()]
        })
    }

    /// Whether a stone of `player` on the empty `point`, which is no suicide, leaves its chain with one
    /// liberty.
    #[must_use]
    pub fn is_self_atari(&self, player: Player, point: Point) -> bool {
        let mut found = Found::default();
        let sides = point.sides();
        for side in sides {
            if self.liberties[side].is_empty_point() && found.add(side) {
                return false;
            }
        }
        // What it joins breathes elsewhere.
        for side in sides {
            if self.word(side).is_stone_of(player) && !self.word(side).only_at(point) {
                let root = self.root_of(side);
                let mut stone = root;
                loop {
                    for beside in stone.point().sides() {
                        let counts =
                            beside != point.vertex() && self.liberties[beside].is_empty_point();
                        if counts && found.add(beside) {
                            return false;
                        }
                    }
                    stone = self.next[stone].get();
                    if stone == root {
                        break;
                    }
                }
            }
        }
        // What it takes leaves room, as far as it lies beside the new chain.
        let joins = |vertex: Vertex| {
            vertex == point.vertex()
                || self.word(vertex).is_stone_of(player)
                    && sides.iter().any(|&side| self.root_of(side) == self.root_of(vertex))
        };
        for side in sides {
            let word = self.word(side);
            if word.is_stone_of(player.opponent()) && word.only_at(point) {
                for stone in self.chain(side.point()) {
                    if stone.sides().into_iter().any(joins) && found.add(stone.vertex()) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// The first liberty that was found.
#[derive(Default)]
struct Found(Option<Vertex>);

impl Found {
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
