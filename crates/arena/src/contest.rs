//! A contest: who plays whom, at what, and how it is checked before the first game.

use std::time::Duration;

use tengen_engine::phantom::UnknownReferee;
use tengen_engine::{
    Clock, Engine, GameName, GameSetup, Limits, NoPlayer, PhantomEngine, PhantomSetup, PlayerSpec,
    StopFlag, TimeSystem,
};

use crate::contestant::{Contestant, EngineCommand};
use crate::opening::Openings;
use crate::record::{ContestRecord, GameTerms, PairingRecord, PlayerRecord};
use crate::seat::{Fault, Manners, OutsideSeat};

/// Somebody who takes part, and what the tables call him.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// His name.
    pub name: String,
    /// Who he is.
    pub contestant: Contestant,
}

/// A contest. A match is one with a single pairing.
#[derive(Clone, Debug)]
pub struct Contest {
    /// What it is called.
    pub title: String,
    /// The game.
    pub setup: GameSetup,
    /// The clock of each player, in each game.
    pub clock: TimeSystem,
    /// The clock as it was written.
    pub clock_text: Option<String>,
    /// Everybody who takes part.
    pub players: Vec<Entrant>,
    /// Who plays whom.
    pub pairings: Vec<PairingRecord>,
    /// Where games begin.
    pub openings: Openings,
    /// The seed of all chance.
    pub seed: u64,
    /// An outside engine that counts.
    pub referee: Option<EngineCommand>,
    /// How long an outside engine may take for an answer, whatever the clock says.
    pub patience: Duration,
    /// The version of the program.
    pub version: String,
}

/// The setup of a contest and the engine that counts, by what is written as `referee`: at Phantom Go
/// it is not an engine but a name for what the arbiter tells.
pub fn with_referee(
    setup: GameSetup,
    referee: Option<&EngineCommand>,
) -> Result<(GameSetup, Option<EngineCommand>), UnknownReferee> {
    match (setup, referee) {
        (GameSetup::Phantom(phantom), Some(told)) => {
            let referee = told.to_string().parse()?;
            Ok((GameSetup::Phantom(PhantomSetup { referee, ..phantom }), None))
        }
        _ => Ok((setup, referee.cloned())),
    }
}

/// A contest that cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum NoContest {
    /// A built-in player cannot be made.
    #[error("player {name}: {reason}")]
    Player {
        /// Who.
        name: String,
        /// Why not.
        reason: NoPlayer,
    },
    /// A built-in player has no limits.
    #[error("player {0} would think for ever: set sims or time, or give the game a clock")]
    NoLimits(String),
    /// An outside engine does not work.
    #[error("{what} {command:?} does not work: {reason}{}", said(.stderr))]
    Engine {
        /// A player or the referee.
        what: String,
        /// Its command line.
        command: String,
        /// What is wrong.
        reason: String,
        /// What it wrote to its standard error.
        stderr: String,
    },
    /// There is a referee, but the rules say who has won.
    #[error("a referee counts games of go; in {0} the rules decide: leave the referee out")]
    NothingToCount(GameName),
    /// It was interrupted before it began.
    #[error("interrupted before the first game")]
    Stopped,
}

fn said(stderr: &str) -> String {
    match stderr.trim() {
        "" => String::new(),
        text => format!("\nit says: {text}"),
    }
}

impl Contest {
    /// Makes every player once and starts every engine, so that what cannot work is known before the
    /// first game; who they are, for the records.
    pub fn check(&self, stop: &StopFlag) -> Result<ContestRecord, NoContest> {
        let manners = Manners { patience: self.patience, stop: stop.clone() };
        let players = self.players.iter().map(|entrant| {
            let Entrant { name, contestant } = entrant;
            let mut record = PlayerRecord {
                name: name.clone(),
                player: contestant.to_string(),
                settings: std::collections::BTreeMap::new(),
                engine: None,
            };
            match contestant {
                Contestant::BuiltIn(spec) => {
                    let limits = self.limits(spec);
                    let limits = limits
                        .map_err(|reason| NoContest::Player { name: name.clone(), reason })?;
                    if limits == Limits::default() {
                        return Err(NoContest::NoLimits(name.clone()));
                    }
                    record = PlayerRecord::built_in(name, spec, self.setup.game());
                }
                Contestant::Outside(command) => {
                    record.engine = Some(self.try_engine("player", command, &[], &manners)?);
                }
            }
            Ok(record)
        });
        let players = players.collect::<Result<_, _>>()?;
        if let Some(command) = &self.referee {
            if self.setup.game() != GameName::Go {
                return Err(NoContest::NothingToCount(self.setup.game()));
            }
            self.try_engine("referee", command, &["final_score"], &manners)?;
        }
        Ok(ContestRecord {
            title: self.title.clone(),
            terms: self.terms(),
            players,
            pairings: self.pairings.clone(),
            openings: self.openings.identity(),
            seed: self.seed,
            referee: self.referee.as_ref().map(ToString::to_string),
            tuning: None,
            version: self.version.clone(),
        })
    }

    /// Makes a player as for a game; the limits of his first move.
    fn limits(&self, spec: &PlayerSpec) -> Result<Limits, NoPlayer> {
        let clock = &Clock::new(self.clock);
        if let GameSetup::Phantom(setup) = self.setup {
            let arbiter = setup.arbiter();
            let view = arbiter.view(arbiter.to_move());
            return Ok(PhantomEngine::new(spec, view)?.limits_by(clock, view, Duration::ZERO));
        }
        Ok(Engine::new(self.setup, spec)?.limits_by(clock))
    }

    /// Starts an engine as for a game; its name and version.
    fn try_engine(
        &self,
        what: &str,
        command: &EngineCommand,
        must_know: &[&str],
        manners: &Manners,
    ) -> Result<String, NoContest> {
        let broken = |fault: Fault, stderr: String| match fault {
            Fault::Stopped => NoContest::Stopped,
            Fault::Forfeit { reason, last_words, .. } => NoContest::Engine {
                what: what.to_owned(),
                command: command.to_string(),
                reason,
                stderr: stderr + &last_words,
            },
        };
        let seat = OutsideSeat::new(command, self.setup, self.clock, self.seed, manners);
        let mut seat = seat.map_err(|fault| broken(fault, String::new()))?;
        let ask = |seat: &mut OutsideSeat| -> Result<String, Fault> {
            for command in must_know {
                if !seat.knows(command) {
                    seat.ask(command)?;
                }
            }
            let name = seat.optional("name")?.unwrap_or_default();
            let version = seat.optional("version")?.unwrap_or_default();
            Ok(format!("{name} {version}").trim().to_owned())
        };
        match ask(&mut seat) {
            Ok(name) => {
                seat.quit();
                Ok(name)
            }
            Err(fault) => Err(broken(fault, seat.last_words())),
        }
    }

    /// The terms, for the records.
    #[must_use]
    pub fn terms(&self) -> GameTerms {
        GameTerms::new(self.setup, self.clock_text.clone())
    }
}
