//! Positions up to symmetry.

use tengen_game::{Canonical, Key};

/// How a position must be turned to be the one of its images that stands for all of them: that
/// with the smallest key. If it looks the same in several directions, all of them lead there.
///
/// What rules with a memory (superko, repetition) look at is left out, as it must be for
/// transpositions to meet at all: a move of the book is looked for among those that are legal *here*.
#[derive(Clone, Debug)]
pub struct Orientation {
    key: Key,
    through: Vec<usize>,
}

impl Orientation {
    /// That of a position.
    ///
    /// ```
    /// use tengen_book::Orientation;
    /// use tengen_game::Game;
    /// use tengen_go::{BoardSize, Komi, Position, Rules};
    /// let start = Position::new(BoardSize::new(9).unwrap(), Rules::CHINESE, Komi::from_points(7));
    /// let [mut a, mut b] = [start.clone(), start];
    /// a.play("C4".parse().unwrap()).unwrap();
    /// b.play("F7".parse().unwrap()).unwrap();
    /// assert_eq!(Orientation::of(&a).key(), Orientation::of(&b).key());
    /// ```
    #[must_use]
    pub fn of<G: Canonical>(position: &G) -> Self {
        let mut key = position.key_under(0);
        let mut through = vec![0];
        for s in 1..G::SYMMETRIES {
            let image = position.key_under(s);
            if image < key {
                (key, through) = (image, vec![s]);
            } else if image == key {
                through.push(s);
            }
        }
        Self { key, through }
    }

    /// The key of all images together.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The number of a move as it is written in a book: equal for moves that a symmetry of the
    /// position exchanges.
    #[must_use]
    pub fn code<G: Canonical>(&self, position: &G, m: G::Move) -> u32 {
        let images = self.through.iter().map(|&s| position.symmetric_move(s, m));
        images.map(|image| position.move_code(image)).min().unwrap_or(u32::MAX)
    }
}
