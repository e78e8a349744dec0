//! The laws every game must obey, checked along random games.
//!
//! ```
//! # use tengen_game::{Game, Key, MoveList, Outcome, Player};
//! # #[derive(Clone, Debug, PartialEq)] struct Count(u8);
//! # impl Game for Count {
//! #     type Move = u8;
//! #     fn to_move(&self) -> Player { Player::Black }
//! #     fn legal_moves(&self, out: &mut MoveList<u8>) { out.clear(); if self.0 < 3 { out.push(1) } }
//! #     fn is_legal(&self, m: u8) -> bool { self.0 < 3 && m == 1 }
//! #     fn play_unchecked(&mut self, m: u8) { self.0 += m }
//! #     fn outcome(&self) -> Option<Outcome> { (self.0 >= 3).then_some(Outcome::Draw) }
//! #     fn key(&self) -> Key { Key(u64::from(self.0)) }
//! #     fn key_from_scratch(&self) -> Key { self.key() }
//! # }
//! use tengen_game::laws::Laws;
//! // A start position, and every move that any position could have.
//! let report = Laws::new(Count(0), 0..=9).games(5).check().expect("a lawful game");
//! assert_eq!(report.games, 5);
//! ```

use std::fmt::Debug;

use crate::{Game, Key, MoveList, Outcome, Player, Rng, Symmetric};

/// What to check, and how hard. Build with [`Laws::new`], run with [`Laws::check`].
#[derive(Clone, Debug)]
pub struct Laws<G: Game> {
    start: G,
    universe: Vec<G::Move>,
    games: u64,
    max_plies: usize,
    seed: u64,
}

/// How much was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LawReport {
    /// Random games played to their end.
    pub games: u64,
    /// Moves played in them.
    pub moves: u64,
    /// Illegal moves tried and refused.
    pub refusals: u64,
}

/// A broken law, with all that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law} (game {game} of seed {seed}, after {moves}): {detail}")]
pub struct Violation {
    /// The law, as a sentence.
    pub law: &'static str,
    /// What was found instead.
    pub detail: String,
    /// Which random game.
    pub game: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The moves that led there.
    pub moves: String,
}

const LISTED: &str = "listed moves are exactly the legal ones";
const REFUSED: &str = "an illegal move is refused and changes nothing";
const KEY: &str = "the incremental key equals the key from scratch";
const ENDS: &str = "random games end";
const OVER: &str = "a game is over exactly when no move is listed";
const CHECKED: &str = "checked and unchecked play lead to the same position";
const CLONE: &str = "a clone is independent of its original";
const SYMMETRY: &str = "symmetry maps moves and outcomes";

impl<G> Laws<G>
where
    G: Game + PartialEq + Debug,
{
    /// Laws for games from `start`; `universe` holds at least every move that can ever be legal,
    /// and better some that cannot.
    pub fn new(start: G, universe: impl IntoIterator<Item = G::Move>) -> Self {
        let universe = universe.into_iter().collect();
        Self { start, universe, games: 50, max_plies: 10_000, seed: 1 }
    }

    /// How many random games to play (50 if not said).
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// How many moves a random game may take before it counts as endless (10,000 if not said).
    #[must_use]
    pub fn max_plies(mut self, max_plies: usize) -> Self {
        self.max_plies = max_plies;
        self
    }

    /// The seed of the random games (1 if not said).
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Checks all laws but symmetry.
    pub fn check(&self) -> Result<LawReport, Violation> {
        self.run(|_, _| Ok(()))
    }

    fn run(
        &self,
        mut also: impl FnMut(&G, &[G::Move]) -> Result<(), Broken>,
    ) -> Result<LawReport, Violation> {
        let mut report = LawReport::default();
        for game in 0..self.games {
            let mut rng = Rng::stream(self.seed, game);
            let mut moves = Vec::new();
            self.one_game(&mut rng, &mut moves, &mut report, &mut also).map_err(
                |(law, detail)| Violation {
                    law,
                    detail,
                    game,
                    seed: self.seed,
                    moves: format!("{moves:?}"),
                },
            )?;
            report.games += 1;
            report.moves += moves.len() as u64;
        }
        Ok(report)
    }

    fn one_game(
        &self,
        rng: &mut Rng,
        moves: &mut Vec<G::Move>,
        report: &mut LawReport,
        also: &mut impl FnMut(&G, &[G::Move]) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        let mut position = self.start.clone();
        let mut listed = MoveList::new();
        loop {
            if position.key() != position.key_from_scratch() {
                let (kept, fresh) = (position.key(), position.key_from_scratch());
                return Err((KEY, format!("{kept} was kept, {fresh} is right")));
            }
            position.legal_moves(&mut listed);
            self.check_list(&position, &listed)?;
            self.check_refusals(&mut position, &listed, report)?;
            also(&position, &listed)?;
            let Some(m) = rng.choose(&listed) else { return Ok(()) };
            if moves.len() == self.max_plies {
                return Err((ENDS, format!("still going after {} moves", moves.len())));
            }
            self.check_play(&mut position, m)?;
            moves.push(m);
        }
    }

    fn check_list(&self, position: &G, listed: &[G::Move]) -> Result<(), Broken> {
        for (i, m) in listed.iter().enumerate() {
            if listed[..i].contains(m) {
                return Err((LISTED, format!("{m:?} is listed twice")));
            }
            if !self.universe.contains(m) {
                return Err((LISTED, format!("{m:?} is listed but not in the universe given")));
            }
        }
        for &m in &self.universe {
            let (is_listed, is_legal) = (listed.contains(&m), position.is_legal(m));
            if is_listed != is_legal {
                return Err((LISTED, format!("{m:?}: listed {is_listed}, legal {is_legal}")));
            }
        }
        match (position.outcome(), listed.is_empty()) {
            (Some(outcome), false) => Err((OVER, format!("{outcome:?}, yet moves are listed"))),
            (None, true) => Err((OVER, "no outcome and no move".into())),
            _ => Ok(()),
        }
    }

    fn check_refusals(
        &self,
        position: &mut G,
        listed: &[G::Move],
        report: &mut LawReport,
    ) -> Result<(), Broken> {
        let before = position.clone();
        for &m in self.universe.iter().filter(|m| !listed.contains(m)) {
            if position.play(m).is_ok() {
                return Err((REFUSED, format!("{m:?} was accepted")));
            }
            if *position != before || position.key() != before.key() {
                return Err((REFUSED, format!("{m:?} was refused but left a trace")));
            }
            report.refusals += 1;
        }
        Ok(())
    }

    fn check_play(&self, position: &mut G, m: G::Move) -> Result<(), Broken> {
        let before = Snapshot::of(position);
        let mut unchecked = self.start.clone();
        unchecked.clone_from(position);
        if unchecked != *position || Snapshot::of(&unchecked) != before {
            return Err((CLONE, "clone_from gives another position".into()));
        }
        unchecked.play_unchecked(m);
        if Snapshot::of(position) != before {
            return Err((CLONE, format!("{m:?} on a clone changed the original")));
        }
        let original = position.clone();
        if let Err(error) = position.play(m) {
            return Err((LISTED, format!("{m:?} is listed, but: {error}")));
        }
        if *position != unchecked || position.key() != unchecked.key() {
            return Err((CHECKED, format!("{m:?} differs")));
        }
        if Snapshot::of(&original) != before {
            return Err((CLONE, format!("{m:?} changed an earlier clone")));
        }
        Ok(())
    }
}

impl<G> Laws<G>
where
    G: Symmetric + PartialEq + Debug,
{
    /// Checks all laws, and that every symmetry maps positions, moves and outcomes.
    pub fn check_with_symmetry(&self) -> Result<LawReport, Violation> {
        self.run(|position, listed| {
            let mut images = MoveList::new();
            for s in 0..G::SYMMETRIES {
                let image = position.symmetric(s);
                if s == 0 && image != *position {
                    return Err((SYMMETRY, "symmetry 0 is not the identity".into()));
                }
                if image.key_from_scratch() != image.key() {
                    return Err((SYMMETRY, format!("symmetry {s}: the image's key is wrong")));
                }
                if image.outcome() != position.outcome() || image.to_move() != position.to_move() {
                    return Err((SYMMETRY, format!("symmetry {s} changes the outcome or mover")));
                }
                image.legal_moves(&mut images);
                let all_there =
                    listed.iter().all(|&m| images.contains(&position.symmetric_move(s, m)));
                if images.len() != listed.len() || !all_there {
                    return Err((SYMMETRY, format!("symmetry {s} changes the legal moves")));
                }
                // Any move will do; the key makes it another one each time.
                let chosen = position.key().0 as usize % listed.len().max(1);
                let Some(&m) = listed.get(chosen) else { continue };
                let (mut then_turned, mut turned_then) = (position.clone(), image);
                turned_then.play_unchecked(position.symmetric_move(s, m));
                then_turned.play_unchecked(m);
                if then_turned.symmetric(s) != turned_then {
                    return Err((SYMMETRY, format!("symmetry {s} does not commute with {m:?}")));
                }
            }
            Ok(())
        })
    }
}

/// A law, and how it was broken.
type Broken = (&'static str, String);

/// All that can be seen of a position, in values of its own: what a position shares with another
/// cannot hide from it.
#[derive(PartialEq)]
struct Snapshot<M> {
    picture: String,
    key: Key,
    to_move: Player,
    outcome: Option<Outcome>,
    moves: Vec<M>,
}

impl<M: Copy + PartialEq> Snapshot<M> {
    fn of<G: Game<Move = M> + Debug>(position: &G) -> Self {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        Self {
            picture: format!("{position:?}"),
            key: position.key(),
            to_move: position.to_move(),
            outcome: position.outcome(),
            moves: moves.to_vec(),
        }
    }
}

/// Plays uniformly random legal moves from `start` to the end, or for `max_plies` moves; returns
/// the last position. Handy for tests of any game.
pub fn random_game<G: Game>(start: &G, rng: &mut Rng, max_plies: usize) -> G {
    let mut position = start.clone();
    let mut moves = MoveList::new();
    for _ in 0..max_plies {
        position.legal_moves(&mut moves);
        let Some(m) = rng.choose(&moves) else { break };
        position.play_unchecked(m);
    }
    position
}
