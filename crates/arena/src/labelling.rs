//! Positions from games that a player plays against himself, valued by a longer search: what
//! simulation balancing learns from (paper 003, section 3.3).

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_engine::go::{self, Rng};
use tengen_engine::{Action, BadMove, Engine, GameSetup, NoPlayer, PlayerSpec, StopFlag, Thinking};

use crate::opening;
use crate::playing::longest;

/// How positions are found and valued. What comes of a game depends on its number and the seed.
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
/// use tengen_arena::Labelling;
/// use tengen_engine::go::{BoardSize, Komi, Rules};
/// use tengen_engine::{GameSetup, GoSetup, StopFlag};
///
/// let size = BoardSize::new(5).unwrap();
/// let go = GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
/// let labelling = Labelling {
///     setup: GameSetup::Go(go),
///     player: "uct,sims=20,memory=16M".parse().unwrap(),
///     label: "uct,sims=200,memory=16M".parse().unwrap(),
///     per_game: 2,
///     opening: 2,
///     plies: 2..=30,
///     seed: 1,
/// };
/// let mut labels = Vec::new();
/// labelling.run(0..3, NonZero::<usize>::MIN, &StopFlag::new(), &mut |game| {
///     labels.extend(game.unwrap_or_default());
///     ControlFlow::Continue(())
/// }).unwrap();
/// assert_eq!(labels.len(), 6);
/// assert!(labels.iter().all(|label| label.playouts >= 200 && label.moves.len() >= 2));
/// ```
#[derive(Clone, Debug)]
pub struct Labelling {
    /// The game.
    pub setup: GameSetup,
    /// Who plays it, against himself.
    pub player: PlayerSpec,
    /// Who values positions of it.
    pub label: PlayerSpec,
    /// Positions of each game, no two of them the same.
    pub per_game: usize,
    /// A game begins with random moves, 0 to so many.
    pub opening: usize,
    /// After how many moves a position may be taken. Random moves are never among those that
    /// follow, nor passes that end the game.
    pub plies: RangeInclusive<usize>,
    /// Seed of all chance.
    pub seed: u64,
}

/// A position and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// The moves that lead to it.
    pub moves: Vec<String>,
    /// The expectation of the player to move, from 0 to 1, in millionths.
    pub value: f64,
    /// The playouts that it comes from.
    pub playouts: u64,
}

/// Why there are no labels.
#[derive(Debug, thiserror::Error)]
pub enum NoLabels {
    /// A player cannot be made.
    #[error(transparent)]
    Player(#[from] NoPlayer),
    /// A player made a move that is none.
    #[error("game {game}: {reason}")]
    Move {
        /// In which game, from 1.
        game: u64,
        /// What was wrong.
        reason: BadMove,
    },
    /// The games are too short.
    #[error(
        "no game has {per_game} positions after {least} to {most} moves; {ATTEMPTS} were played: \
         ask for fewer of a game, or allow others"
    )]
    Short {
        /// Positions that each should have.
        per_game: usize,
        /// After so many moves at least.
        least: usize,
        /// After so many moves at most.
        most: usize,
    },
    /// The one who should give values gives none.
    #[error("{0} makes no playouts, so it values nothing")]
    NoValue(PlayerSpec),
}

/// How often a game is played anew if it has too few positions.
const ATTEMPTS: u64 = 20;

/// How often it is looked whether to stop.
const TICK: Duration = Duration::from_millis(100);

/// What a worker hands over.
type Handed = (u64, Result<Option<Vec<Label>>, NoLabels>);

impl Labelling {
    /// Plays and values games, `jobs` at a time. `tell` hears of the labels of each game in order,
    /// and of nothing, `None`, several times a second; it may break off.
    pub fn run(
        &self,
        games: std::ops::Range<u64>,
        jobs: NonZero<usize>,
        stop: &StopFlag,
        tell: &mut dyn FnMut(Option<Vec<Label>>) -> ControlFlow<()>,
    ) -> Result<(), NoLabels> {
        // Not the caller's flag: the work may end without him.
        let ended = StopFlag::new();
        let next = AtomicU64::new(games.start);
        let (sender, results) = channel::<Handed>();
        thread::scope(|scope| {
            for _ in 0..jobs.get() as u64 {
                let (sender, next, ended, games) = (sender.clone(), &next, &ended, &games);
                scope.spawn(move || {
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if !games.contains(&game) || ended.is_stopped() {
                            return;
                        }
                        // Whoever listens does so until all have ended.
                        let _ = sender.send((game, self.game(game, ended)));
                    }
                });
            }
            drop(sender);
            let (mut waiting, mut expected) = (BTreeMap::new(), games.start);
            let mut failed = None;
            loop {
                let mut flow = match results.recv_timeout(TICK) {
                    Ok((game, Ok(Some(labels)))) => {
                        waiting.insert(game, labels);
                        ControlFlow::Continue(())
                    }
                    Ok((_, Ok(None))) => ControlFlow::Continue(()),
                    Ok((_, Err(error))) => {
                        failed = Some(failed.unwrap_or(error));
                        ControlFlow::Break(())
                    }
                    Err(RecvTimeoutError::Timeout) => tell(None),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                while flow.is_continue()
                    && !ended.is_stopped()
                    && let Some(labels) = waiting.remove(&expected)
                {
                    expected += 1;
                    flow = tell(Some(labels));
                }
                if flow.is_break() || stop.is_stopped() {
                    ended.stop();
                }
            }
            failed.map_or(Ok(()), Err)
        })
    }

    /// The labels of a game; none if it was stopped.
    pub fn game(&self, game: u64, stop: &StopFlag) -> Result<Option<Vec<Label>>, NoLabels> {
        let of_game = Rng::stream(self.seed, game).next_u64();
        for attempt in 0..ATTEMPTS {
            let mut rng = Rng::stream(of_game, attempt);
            let Some((moves, first)) = self.play(game, &mut rng, stop)? else { return Ok(None) };
            let end = moves.len() - moves.iter().rev().take_while(|m| *m == "pass").count();
            let (least, most) = (*self.plies.start(), *self.plies.end());
            let mut plies: Vec<usize> =
                (least.max(first)..end.min(most.saturating_add(1))).collect();
            if plies.len() < self.per_game {
                continue;
            }
            rng.shuffle(&mut plies);
            plies.truncate(self.per_game);
            plies.sort_unstable();
            let mut labels = Vec::new();
            for ply in plies {
                let Some(label) = self.label(game, &moves[..ply], &mut rng, stop)? else {
                    return Ok(None);
                };
                labels.push(label);
            }
            return Ok(Some(labels));
        }
        let (least, most) = (*self.plies.start(), *self.plies.end());
        Err(NoLabels::Short { per_game: self.per_game, least, most })
    }

    /// The moves of a game, and how many of them were random; none if it was stopped.
    fn play(
        &self,
        game: u64,
        rng: &mut Rng,
        stop: &StopFlag,
    ) -> Result<Option<(Vec<String>, usize)>, NoLabels> {
        let mut setup = self.setup;
        if let GameSetup::Go(go) = &mut setup {
            // As in matches: what is dead is taken off, and nobody need judge it.
            go.rules.ending = go::Ending::AsItStands;
        }
        let random = rng.below(self.opening + 1);
        let mut moves = opening::random_moves(setup, random, rng.next_u64(), game);
        let random = moves.len();
        let mut engine = self.seated(&self.player, setup, game, &moves, rng)?;
        while engine.outcome().is_none() && moves.len() < longest(setup) {
            let decision = engine.decide(Thinking { stop: stop.clone(), ..Thinking::default() });
            if stop.is_stopped() {
                return Ok(None);
            }
            let Action::Move(m) = decision.action else { break };
            engine.play(&m).map_err(|reason| NoLabels::Move { game: game + 1, reason })?;
            moves.push(m);
        }
        Ok(Some((moves, random)))
    }

    /// What a position is worth; none if the search was stopped.
    fn label(
        &self,
        game: u64,
        moves: &[String],
        rng: &mut Rng,
        stop: &StopFlag,
    ) -> Result<Option<Label>, NoLabels> {
        let mut engine = self.seated(&self.label, self.setup, game, moves, rng)?;
        let report = engine.think(Thinking { stop: stop.clone(), ..Thinking::default() });
        if stop.is_stopped() {
            return Ok(None);
        }
        if report.playouts == 0 && report.proof.is_none() {
            return Err(NoLabels::NoValue(self.label.clone()));
        }
        let value = (report.value * 1e6).round() / 1e6;
        Ok(Some(Label { moves: moves.to_vec(), value, playouts: report.playouts }))
    }

    /// A player after some moves, with a seed of his own unless his text names one.
    fn seated(
        &self,
        player: &PlayerSpec,
        setup: GameSetup,
        game: u64,
        moves: &[String],
        rng: &mut Rng,
    ) -> Result<Engine, NoLabels> {
        let seed = rng.next_u64() >> 32;
        let mut engine = Engine::new(setup, &player.clone().or_set("seed", seed))?;
        for m in moves {
            engine.play(m).map_err(|reason| NoLabels::Move { game: game + 1, reason })?;
        }
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::go::{BoardSize, Komi, Rules};
    use tengen_engine::{GoSetup, LoaSetup, loa};

    fn labelling() -> Labelling {
        let size = BoardSize::new(5).expect("a size");
        let komi = Komi::SEVEN_AND_A_HALF;
        Labelling {
            setup: GameSetup::Go(GoSetup { size, rules: Rules::CHINESE, komi }),
            player: "uct,sims=30,memory=16M".parse().expect("a player"),
            label: "uct,sims=100,memory=16M".parse().expect("a player"),
            per_game: 3,
            opening: 4,
            plies: 3..=12,
            seed: 5,
        }
    }

    fn run(labelling: &Labelling, games: std::ops::Range<u64>, jobs: usize) -> Vec<Vec<Label>> {
        let mut all = Vec::new();
        let jobs = NonZero::new(jobs).expect("not zero");
        let ended = labelling.run(games, jobs, &StopFlag::new(), &mut |labels| {
            all.extend(labels);
            ControlFlow::Continue(())
        });
        ended.expect("players");
        all
    }

    #[test]
    fn a_games_labels_depend_on_its_number_alone() {
        let all = run(&labelling(), 0..6, 1);
        assert_eq!(all.len(), 6);
        assert_eq!(all, run(&labelling(), 0..6, 3));
        assert_eq!(all[4..], run(&labelling(), 4..6, 2));
        assert_ne!(all, run(&Labelling { seed: 6, ..labelling() }, 0..6, 2));
        for labels in &all {
            let plies: Vec<usize> = labels.iter().map(|label| label.moves.len()).collect();
            assert!(plies.iter().all(|ply| (3..=12).contains(ply)) && plies.len() == 3);
            assert!(plies.is_sorted_by(|a, b| a < b), "{plies:?}");
            for label in labels {
                assert!((0.0..=1.0).contains(&label.value) && label.playouts >= 100);
                assert!(labels[2].moves.starts_with(&label.moves));
            }
        }
        // They are different games.
        let games: std::collections::HashSet<_> =
            all.iter().map(|labels| &labels[2].moves).collect();
        assert_eq!(games.len(), 6);
    }

    #[test]
    fn a_stop_is_heard_and_so_is_a_break() {
        let stop = StopFlag::new();
        let mut told = 0;
        let ended = labelling().run(0..1000, NonZero::<usize>::MIN, &stop, &mut |labels| {
            told += usize::from(labels.is_some());
            stop.stop();
            ControlFlow::Continue(())
        });
        assert!(ended.is_ok() && told <= 1, "{told}");
        let two = NonZero::new(2).expect("not zero");
        let ended = labelling().run(0..1000, two, &StopFlag::new(), &mut |labels| {
            told += usize::from(labels.is_some());
            if told >= 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(ended.is_ok() && told == 3, "{told}");
    }

    #[test]
    fn what_cannot_be_done_is_told() {
        let none = |labelling: Labelling| {
            labelling.game(0, &StopFlag::new()).expect_err("no labels").to_string()
        };
        let text = none(Labelling { plies: 90..=95, ..labelling() });
        assert!(text.contains("no game has 3 positions after 90 to 95 moves"), "{text}");
        let text = none(Labelling { label: "random".parse().expect("a player"), ..labelling() });
        assert_eq!(text, "random makes no playouts, so it values nothing");
        let text = none(Labelling { player: "mc-loa".parse().expect("a player"), ..labelling() });
        assert!(text.contains("does not play go"), "{text}");
    }

    /// Nothing here is about Go alone.
    #[test]
    fn positions_of_other_games() {
        let labelling = Labelling {
            setup: GameSetup::Loa(LoaSetup { rules: loa::Rules::PAPER, start: None }),
            plies: 0..=usize::MAX,
            ..labelling()
        };
        assert_eq!(run(&labelling, 0..1, 1)[0].len(), 3);
    }
}
