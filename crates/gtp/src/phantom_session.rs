//! A player of Phantom Go behind the protocol. The arbiter is at the other end: he asks what the
//! player tries, and tells what he may hear.

use std::time::{Duration, Instant};

use tengen_engine::go::Player;
use tengen_engine::phantom::{Event, PlayerView};
use tengen_engine::{
    Clock, GoSetup, NoPlayer, PhantomEngine, PhantomSetup, PlayerSpec, Thinking, TimeSystem,
};

use crate::answer::{Refusal, frame};
use crate::arguments::Arguments;
use crate::commands::time_system;
use crate::inbox::EndsBy;
use crate::line::Request;
use crate::server::{Answering, Identity};
use crate::session::{Caller, Patient};

/// A player of Phantom Go, who answers commands. He can play both sides, and lets neither know what
/// the other has heard.
///
/// ```
/// use tengen_engine::phantom::Referee;
/// use tengen_engine::{GoSetup, PhantomSetup};
/// use tengen_engine::go::{BoardSize, Komi, Rules};
/// use tengen_gtp::{Identity, PhantomSession};
/// let size = BoardSize::new(5).unwrap();
/// let go = GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
/// let setup = PhantomSetup { go, referee: Referee::PAPER };
/// let player = "mce-all,sims=100".parse().unwrap();
/// let mut session = PhantomSession::new(setup, &player, Identity::default()).unwrap();
/// let heard = session.answer("tengen-phantom_hear b played C3 taken 0 lost 0");
/// assert_eq!(heard.as_deref(), Some("=\n\n"));
/// let refused = session.answer("tengen-phantom_try b");
/// assert_eq!(refused.as_deref(), Some("? it is the turn of White\n\n"));
/// ```
pub struct PhantomSession {
    setup: PhantomSetup,
    spec: PlayerSpec,
    identity: Identity,
    time: TimeSystem,
    sides: [Side; 2],
    quits: bool,
}

/// What there is of each side.
struct Side {
    view: PlayerView,
    engine: PhantomEngine,
    clock: Clock,
    /// How long this turn has taken.
    spent: Duration,
}

/// What runs a command.
type Run = fn(&mut PhantomSession, &mut Arguments<'_>, &dyn Caller) -> Result<String, Refusal>;

/// The commands, in the order in which they are listed.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", |_, _, _| Ok("2".to_owned())),
    ("name", |session, _, _| Ok(session.identity.name.clone())),
    ("version", |session, _, _| Ok(session.identity.version.clone())),
    ("known_command", |_, arguments, _| {
        let known = arguments.try_word().is_some_and(|name| run_of(name).is_some());
        Ok(known.to_string())
    }),
    ("list_commands", |_, _, _| {
        Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))
    }),
    ("quit", |session, _, _| {
        session.quits = true;
        Ok(String::new())
    }),
    ("boardsize", |session, arguments, _| {
        let size = arguments.board_size()?;
        session.begin(PhantomSetup { go: GoSetup { size, ..session.setup.go }, ..session.setup })
    }),
    ("clear_board", |session, _, _| session.begin(session.setup)),
    ("komi", |session, arguments, _| {
        let komi = arguments.komi()?;
        let go = GoSetup { komi, ..session.setup.go };
        session.agree(PhantomSetup { go, ..session.setup })
    }),
    ("time_settings", |session, arguments, _| {
        session.time = time_system(arguments)?;
        for side in &mut session.sides {
            side.clock = Clock::new(session.time);
        }
        Ok(String::new())
    }),
    ("time_left", |session, arguments, _| {
        let player = arguments.colour()?;
        let (time, stones) = (arguments.seconds()?, arguments.parse::<u32>()?);
        let side = session.side(player);
        side.clock.set_left(time, stones);
        side.spent = Duration::ZERO;
        Ok(String::new())
    }),
    ("showboard", |session, arguments, _| {
        let player = arguments.colour()?;
        let view = &session.side(player).view;
        let (there, unseen) = (view.opponent_stones(), view.unseen());
        Ok(format!("\n{view}\n{} has {there} stones, {unseen} of them unseen", player.opponent()))
    }),
    ("gogui-rules_game_id", |_, _, _| Ok("phantom".to_owned())),
    ("tengen-phantom_referee", |session, arguments, _| {
        let referee = arguments.word()?.parse();
        let referee = referee.map_err(|error: tengen_engine::phantom::UnknownReferee| {
            Refusal::new(error.to_string())
        })?;
        session.agree(PhantomSetup { referee, ..session.setup })
    }),
    ("tengen-phantom_try", |session, arguments, caller| {
        let player = arguments.colour()?;
        session.attempt(player, caller)
    }),
    ("tengen-phantom_hear", |session, arguments, _| {
        let player = arguments.colour()?;
        let event = arguments.rest().parse::<Event>();
        let event = event.map_err(|error| Refusal::new(error.to_string()))?;
        session.side(player).hear(event)
    }),
];

fn run_of(name: &str) -> Option<Run> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, run)| *run)
}

impl PhantomSession {
    /// A session at the beginning of a game.
    pub fn new(
        setup: PhantomSetup,
        player: &PlayerSpec,
        identity: Identity,
    ) -> Result<Self, NoPlayer> {
        let time = TimeSystem::Unlimited;
        let sides = sides(setup, player, time)?;
        Ok(Self { setup, spec: player.clone(), identity, time, sides, quits: false })
    }

    /// Answers a line by itself; `None` if there is nothing to answer.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        Some(self.handle(&Request::parse(line)?, &Patient::default()))
    }

    fn side(&mut self, player: Player) -> &mut Side {
        &mut self.sides[player.index()]
    }

    /// A game begins.
    fn begin(&mut self, setup: PhantomSetup) -> Result<String, Refusal> {
        let sides = sides(setup, &self.spec, self.time);
        self.sides = sides.map_err(|error| Refusal::new(error.to_string()))?;
        self.setup = setup;
        Ok(String::new())
    }

    /// Other terms of the game, as long as nothing has happened in it.
    fn agree(&mut self, setup: PhantomSetup) -> Result<String, Refusal> {
        if setup == self.setup {
            return Ok(String::new());
        }
        if self.sides.iter().any(|side| !side.view.moments().is_empty()) {
            return Err(Refusal::new("the game has begun: clear_board first"));
        }
        self.begin(setup)
    }

    /// What this player tries. It is not played before it is heard to be.
    fn attempt(&mut self, player: Player, caller: &dyn Caller) -> Result<String, Refusal> {
        let Side { view, engine, clock, spent } = self.side(player);
        // Passing is always possible in one's turn, and at no other time.
        view.pass().map_err(|error| Refusal::new(error.to_string()))?;
        let started = Instant::now();
        let limits = Some(engine.limits_by(clock, view, *spent));
        let stop = caller.begin(EndsBy::Interrupt);
        let (attempt, _) = engine.decide(view, &Thinking { limits, stop, ..Thinking::default() });
        caller.end();
        *spent += started.elapsed();
        Ok(attempt.action().to_string())
    }
}

/// Both sides of a game that begins.
fn sides(setup: PhantomSetup, spec: &PlayerSpec, time: TimeSystem) -> Result<[Side; 2], NoPlayer> {
    let side = |player| -> Result<Side, NoPlayer> {
        let GoSetup { size, rules, komi } = setup.go;
        let view = PlayerView::new(player, size, rules, komi, setup.referee);
        let engine = PhantomEngine::new(spec, &view)?;
        Ok(Side { view, engine, clock: Clock::new(time), spent: Duration::ZERO })
    };
    Ok([side(Player::BOTH[0])?, side(Player::BOTH[1])?])
}

impl Side {
    fn hear(&mut self, event: Event) -> Result<String, Refusal> {
        self.view.hear(event).map_err(|error| Refusal::new(error.to_string()))?;
        if matches!(event, Event::Played { .. } | Event::Passed) {
            self.clock.spend(std::mem::take(&mut self.spent));
        }
        Ok(String::new())
    }
}

impl Answering for PhantomSession {
    fn handle(&mut self, request: &Request, caller: &dyn Caller) -> String {
        let result = match run_of(&request.name) {
            Some(run) => run(self, &mut Arguments::new(&request.arguments), caller),
            None => Err(Refusal::new("unknown command")),
        };
        frame(&request.id, &result)
    }

    fn is_over(&self) -> bool {
        self.quits
    }
}
