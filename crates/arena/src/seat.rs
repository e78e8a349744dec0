//! A contestant at one game: a built-in player, or an engine at the other end of a pipe.

use std::time::Duration;

use tengen_engine::go::{Player, Rules};
use tengen_engine::{
    Action, BookSaying, Clock, Engine, GameName, GameSetup, GoSetup, LoaSetup, PhantomSetup,
    StopFlag, Thinking, TimeSystem, black_rate,
};
use tengen_gtp::{Client, ClientError};

use crate::contestant::{Contestant, EngineCommand};
use crate::record::ForfeitKind;

/// What kept a player from taking his turn.
#[derive(Debug)]
pub(crate) enum Fault {
    /// He did something that costs him the game.
    Forfeit {
        /// What.
        kind: ForfeitKind,
        /// In words.
        reason: String,
        /// What his engine had to say, if it is gone already.
        last_words: String,
    },
    /// The contest is to end.
    Stopped,
}

impl Fault {
    pub(crate) fn new(kind: ForfeitKind, reason: impl Into<String>) -> Self {
        // It may quote what an engine has said, however long that was.
        let reason: String = reason.into();
        let reason = reason.chars().take(LONGEST_REASON).collect();
        Self::Forfeit { kind, reason, last_words: String::new() }
    }

    /// What an engine's silence or nonsense means. `doing` says what it was asked for.
    fn of(error: &ClientError, doing: &str) -> Self {
        let kind = match error {
            ClientError::Stopped => return Self::Stopped,
            ClientError::Start { .. } => ForfeitKind::Start,
            ClientError::Ended(_) => ForfeitKind::Crash,
            ClientError::Deaf => ForfeitKind::ClosedInput,
            ClientError::Late(_) => ForfeitKind::Hang,
            ClientError::Refused(_) => ForfeitKind::Refusal,
            ClientError::Garbled(_) => ForfeitKind::Garbage,
        };
        Self::new(kind, format!("{doing}: {error}"))
    }
}

/// Characters of a reason that are kept.
const LONGEST_REASON: usize = 500;

/// What a player does with his turn, and what he says about it.
#[derive(Debug)]
pub(crate) struct Turn {
    pub(crate) action: Action<String>,
    /// Black's win rate, in his eyes.
    pub(crate) rate: Option<f32>,
    pub(crate) playouts: Option<u64>,
    /// Whether the move is from his opening book, if he has one that plays.
    pub(crate) from_book: Option<bool>,
}

/// What all seats of a contest have in common.
#[derive(Clone, Debug)]
pub(crate) struct Manners {
    /// How long an engine may take for an answer, whatever the clock says.
    pub(crate) patience: Duration,
    /// Raised when the contest is to end.
    pub(crate) stop: StopFlag,
}

/// A contestant at a game.
pub(crate) enum Seat {
    /// With the flag that ends his searches.
    BuiltIn(Box<Engine>, StopFlag),
    Outside(OutsideSeat),
}

impl Seat {
    /// Sits down at the beginning of a game.
    pub(crate) fn new(
        contestant: &Contestant,
        setup: GameSetup,
        clock: TimeSystem,
        seed: u64,
        manners: &Manners,
    ) -> Result<Self, Fault> {
        match contestant {
            Contestant::BuiltIn(spec) => {
                let engine = Engine::new(setup, &spec.clone().or_set("seed", seed));
                let engine = engine.map_err(|e| Fault::new(ForfeitKind::Start, e.to_string()))?;
                Ok(Self::BuiltIn(Box::new(engine), manners.stop.clone()))
            }
            Contestant::Outside(command) => {
                Ok(Self::Outside(OutsideSeat::new(command, setup, clock, seed, manners)?))
            }
        }
    }

    /// Hears of a legal move: of the other player, of the opening, or his own.
    pub(crate) fn hear(&mut self, player: Player, m: &str) -> Result<(), Fault> {
        match self {
            Self::BuiltIn(engine, _) => match engine.play(m) {
                Ok(_) => Ok(()),
                Err(error) => Err(Fault::new(ForfeitKind::Refusal, error.to_string())),
            },
            Self::Outside(seat) => seat.play(player, m),
        }
    }

    /// Hears that the move he has decided on counts. An outside engine has made it already.
    pub(crate) fn hear_own(&mut self, player: Player, m: &str) -> Result<(), Fault> {
        match self {
            Self::BuiltIn(..) => self.hear(player, m),
            Self::Outside(_) => Ok(()),
        }
    }

    /// Decides about his move.
    pub(crate) fn decide(&mut self, player: Player, clock: &Clock) -> Result<Turn, Fault> {
        match self {
            Self::BuiltIn(engine, stop) => {
                let limits = Some(engine.limits_by(clock));
                let has_book = engine.spec().plays_from_book();
                let stop = stop.clone();
                let decision = engine.decide(Thinking { limits, stop, ..Thinking::default() });
                let report = &decision.report;
                let knows = report.playouts > 0 || report.proof.is_some();
                Ok(Turn {
                    rate: knows.then(|| black_rate(report) as f32),
                    playouts: Some(report.playouts),
                    from_book: has_book
                        .then_some(matches!(decision.book, Some(BookSaying::Plays { .. }))),
                    action: decision.action,
                })
            }
            Self::Outside(seat) => seat.generate(player, clock),
        }
    }

    /// The stones that he takes for dead at the end.
    pub(crate) fn dead(&mut self) -> Result<Vec<String>, Fault> {
        match self {
            Self::BuiltIn(engine, _) => {
                engine.dead().map_err(|e| Fault::new(ForfeitKind::Refusal, e.to_string()))
            }
            Self::Outside(seat) => {
                let answer = seat.ask("final_status_list dead")?;
                Ok(answer.split_whitespace().map(str::to_owned).collect())
            }
        }
    }

    pub(crate) const fn is_built_in(&self) -> bool {
        matches!(self, Self::BuiltIn(..))
    }
}

/// Somebody who sits at a game, and leaves.
pub(crate) trait Sitting {
    /// Leaves after a proper game.
    fn leave(self);

    /// Is sent away; what he had written to his standard error.
    fn dismiss(self) -> String;
}

impl Sitting for Seat {
    fn leave(self) {
        if let Self::Outside(seat) = self {
            seat.quit();
        }
    }

    fn dismiss(self) -> String {
        match self {
            Self::BuiltIn(..) => String::new(),
            Self::Outside(seat) => seat.last_words(),
        }
    }
}

/// How long an engine may take to quit.
const FAREWELL: Duration = Duration::from_secs(1);

/// An answer that is so late may still be on its way when the clock has run out.
const GRACE: Duration = Duration::from_secs(1);

/// An engine at the other end of a pipe.
pub(crate) struct OutsideSeat {
    client: Client,
    /// What it knows beyond what every engine must.
    commands: Vec<String>,
    manners: Manners,
}

impl OutsideSeat {
    /// Starts an engine and sets a game up.
    pub(crate) fn new(
        command: &EngineCommand,
        setup: GameSetup,
        clock: TimeSystem,
        seed: u64,
        manners: &Manners,
    ) -> Result<Self, Fault> {
        let words = command.words(seed);
        let client = Client::start(&words[0], &words[1..]);
        let client = client.map_err(|error| Fault::of(&error, "start"))?;
        let mut seat = Self { client, commands: Vec::new(), manners: manners.clone() };
        match seat.set_up(setup, clock) {
            Ok(()) => Ok(seat),
            Err(Fault::Forfeit { kind, reason, .. }) => {
                // Nobody can ask for them later.
                Err(Fault::Forfeit { kind, reason, last_words: seat.client.last_words() })
            }
            Err(Fault::Stopped) => Err(Fault::Stopped),
        }
    }

    fn set_up(&mut self, setup: GameSetup, clock: TimeSystem) -> Result<(), Fault> {
        // Engines that cannot list their commands know those that they must.
        match self.ask("list_commands") {
            Ok(list) => self.commands = list.split_whitespace().map(str::to_owned).collect(),
            Err(Fault::Forfeit { kind: ForfeitKind::Refusal, .. }) => {}
            Err(fault) => return Err(fault),
        }
        match setup {
            GameSetup::Go(setup) => self.set_up_go(setup)?,
            GameSetup::Loa(setup) => self.set_up_loa(setup)?,
            GameSetup::Phantom(setup) => self.set_up_phantom(setup)?,
        }
        let seconds = |time: Duration| time.as_secs_f64().ceil();
        match clock {
            TimeSystem::Unlimited => Ok(()),
            TimeSystem::Absolute { main } => {
                self.ask(&format!("time_settings {} 0 0", seconds(main))).map(|_| ())
            }
            TimeSystem::Canadian { main, period, stones } => {
                let (main, period) = (seconds(main), seconds(period));
                self.ask(&format!("time_settings {main} {period} {stones}")).map(|_| ())
            }
            TimeSystem::Japanese { main, period, periods } => {
                let (main, period) = (seconds(main), seconds(period));
                let settings = format!("kgs-time_settings byoyomi {main} {period} {periods}");
                self.ask(&settings).map(|_| ())
            }
        }
    }

    fn set_up_go(&mut self, GoSetup { size, rules, komi }: GoSetup) -> Result<(), Fault> {
        self.ask(&format!("boardsize {}", size.side()))?;
        self.ask("clear_board")?;
        self.ask(&format!("komi {komi}"))?;
        // Whoever can hear of rules does; what he makes of them shows in his moves.
        let known = Rules::PRESETS.iter().find(|(_, preset)| *preset == rules);
        if let Some((name, _)) = known
            && self.knows("kata-set-rules")
        {
            let _ = self.optional(&format!("kata-set-rules {name}"))?;
        } else if self.knows("kgs-rules") {
            let _ = self.optional("kgs-rules chinese")?;
        }
        Ok(())
    }

    /// The protocol is Go's: an engine must say that it plays this game, or its moves would make no
    /// sense.
    fn must_play(&mut self, game: GameName, how: &str) -> Result<(), Fault> {
        let says = self.optional("gogui-rules_game_id")?;
        if says.as_deref().map(str::trim) == Some(game.name()) {
            return Ok(());
        }
        let says = says.map_or_else(|| "nothing".to_owned(), |says| format!("{says:?}"));
        let reason = format!(
            "gogui-rules_game_id says {says}, not {:?}: the engine must play {}, {how}",
            game.name(),
            game.title()
        );
        Err(Fault::new(ForfeitKind::Refusal, reason))
    }

    fn set_up_phantom(&mut self, PhantomSetup { go, referee }: PhantomSetup) -> Result<(), Fault> {
        self.must_play(GameName::Phantom, "by tengen-phantom_try and tengen-phantom_hear")?;
        self.set_up_go(go)?;
        self.ask(&format!("tengen-phantom_referee {referee}")).map(|_| ())
    }

    fn set_up_loa(&mut self, setup: LoaSetup) -> Result<(), Fault> {
        self.must_play(GameName::Loa, "with moves such as f8-f7")?;
        self.ask(&format!("tengen-rules {}", setup.rules))?;
        self.ask("clear_board")?;
        if setup.start.is_some() {
            self.ask(&format!("tengen-position {}", setup.position().to_text()))?;
        }
        Ok(())
    }

    pub(crate) fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Asks, and waits as long as manners allow.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, Fault> {
        let answer = self.client.ask_unless(command, self.manners.patience, &self.manners.stop);
        answer.map_err(|error| Fault::of(&error, command))
    }

    /// Asks for something that need not be done: a refusal is an answer.
    pub(crate) fn optional(&mut self, command: &str) -> Result<Option<String>, Fault> {
        match self.ask(command) {
            Ok(answer) => Ok(Some(answer)),
            Err(Fault::Forfeit { kind: ForfeitKind::Refusal, .. }) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Tells it a move.
    pub(crate) fn play(&mut self, player: Player, m: &str) -> Result<(), Fault> {
        self.ask(&format!("play {} {m}", letter(player))).map(|_| ())
    }

    fn generate(&mut self, player: Player, clock: &Clock) -> Result<Turn, Fault> {
        self.generate_by("genmove", player, clock)
    }

    /// Asks for a move by this command.
    pub(crate) fn generate_by(
        &mut self,
        genmove: &str,
        player: Player,
        clock: &Clock,
    ) -> Result<Turn, Fault> {
        if let Some((left, stones)) = clock.left()
            && self.knows("time_left")
        {
            let left = left.as_secs();
            self.optional(&format!("time_left {} {left} {stones}", letter(player)))?;
        }
        // There is no use in waiting for one whose time is up.
        let allowed = clock.most().map(|most| most + GRACE);
        let patience = self.manners.patience.min(allowed.unwrap_or(Duration::MAX));
        let command = format!("{genmove} {}", letter(player));
        let answer = match self.client.ask_unless(&command, patience, &self.manners.stop) {
            Ok(answer) => answer,
            Err(ClientError::Late(after)) if !clock.allows(after) => {
                let reason = format!("{command}: the engine has not answered when its time was up");
                return Err(Fault::new(ForfeitKind::Hang, reason));
            }
            Err(error) => return Err(Fault::of(&error, &command)),
        };
        let action = if answer.eq_ignore_ascii_case("resign") {
            Action::Resign
        } else {
            Action::Move(answer)
        };
        Ok(Turn { action, rate: None, playouts: None, from_book: None })
    }

    /// Says goodbye.
    pub(crate) fn quit(self) {
        self.client.quit(FAREWELL);
    }

    /// Ends it; what it had written to its standard error.
    pub(crate) fn last_words(self) -> String {
        self.client.last_words()
    }
}

pub(crate) const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "b",
        Player::White => "w",
    }
}
