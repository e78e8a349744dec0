//! How the games that build a book choose among its moves: the upper level of Meta-MCTS.

use serde::{Deserialize, Serialize};
use tengen_game::{Game, MoveList, Player, Rng};

use crate::beta::beta;
use crate::page::Page;

/// How a game that builds a book goes on, as long as the book says how.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Quasi best-first.
    Qbf(Qbf),
    /// Beta-distribution sampling.
    Bds(Bds),
}

impl Rule {
    /// The name in commands and files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Qbf(_) => "qbf",
            Self::Bds(_) => "bds",
        }
    }

    /// The move of whoever is to move; none if the lower level is to choose.
    pub fn choose<G: Game>(
        &self,
        position: &G,
        page: &Page<G::Move>,
        rng: &mut Rng,
    ) -> Option<G::Move> {
        match self {
            Self::Qbf(qbf) => qbf.choose(position.to_move(), page),
            Self::Bds(bds) => bds.choose(position, page, rng),
        }
    }
}

/// Quasi best-first (paper 001, algorithm 1): the move that has won the largest share of its games,
/// if that is more than `K`. Moves without games have no share; among equals the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Qbf {
    /// `K` for Black. The paper found that Black, who seldom has half of the games, learns nothing
    /// with a `K` of a half, and took a tenth.
    pub k_black: f64,
    /// `K` for White.
    pub k_white: f64,
}

/// What the paper uses after its first experiments.
impl Default for Qbf {
    fn default() -> Self {
        Self { k_black: 0.1, k_white: 0.5 }
    }
}

impl Qbf {
    fn choose<M: Copy>(&self, player: Player, page: &Page<M>) -> Option<M> {
        let (mut best_score, mut best) = (self.k(player), None);
        for m in page.moves() {
            let Some(score) = m.tally.rate() else { continue };
            if score > best_score {
                (best_score, best) = (score, Some(m.r#move));
            }
        }
        best
    }

    /// The constant of a player.
    #[must_use]
    pub const fn k(&self, player: Player) -> f64 {
        match player {
            Player::Black => self.k_black,
            Player::White => self.k_white,
        }
    }
}

/// Beta-distribution sampling (paper 001, algorithm 2): each move is chosen with the probability
/// that it is the best one, if its results are all that is known of it. One time in as many as
/// there were games here, the lower level chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bds {
    /// Which moves it draws for.
    pub moves: BdsMoves,
}

/// Which moves a beta-distributed number is drawn for. The paper says "possible moves".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BdsMoves {
    /// Those in the book. New ones enter by the choice of the lower level.
    #[default]
    Book,
    /// All that are legal, as the paper can be read. A move without games draws from all numbers
    /// from 0 to 1, and there are so many of them that those with games are hardly ever chosen.
    Legal,
}

impl Bds {
    fn choose<G: Game>(
        &self,
        position: &G,
        page: &Page<G::Move>,
        rng: &mut Rng,
    ) -> Option<G::Move> {
        let (mut best_score, mut best) = (f64::NEG_INFINITY, None);
        let mut hear = |score: f64, m: G::Move| {
            if score > best_score {
                (best_score, best) = (score, Some(m));
            }
        };
        for m in page.moves().iter().filter(|m| m.tally.games() > 0) {
            let won = m.tally.points();
            let lost = m.tally.games() as f64 - won;
            hear(beta(won + 1.0, lost + 1.0, rng), m.r#move);
        }
        if self.moves == BdsMoves::Legal {
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            let known = |m: &G::Move| {
                let mut known = page.moves().iter().filter(|known| known.tally.games() > 0);
                known.any(|known| known.r#move == *m || known.twins.contains(m))
            };
            for &m in legal.iter().filter(|m| !known(m)) {
                hear(beta(1.0, 1.0, rng), m);
            }
        }
        let visits = usize::try_from(page.games()).unwrap_or(usize::MAX);
        // "random_int modulo s.visit_count = 0": one time in as many as there were visits. A
        // position without any has no move of the book either.
        if visits == 0 && self.moves == BdsMoves::Book || visits > 0 && rng.below(visits) == 0 {
            return None;
        }
        best
    }
}
