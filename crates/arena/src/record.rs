//! What is written about a contest and its games: plain data, as JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_engine::{GameName, GameSetup, GoSetup, LoaSetup, PhantomSetup, PlayerSpec, go, loa};

use crate::tuning::{KeyRange, TuneMethod};

/// One of the two sides of a pairing, whatever their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first, whose score is told.
    A,
    /// The other.
    B,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Something that each side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerSide<T> {
    /// What A has.
    pub a: T,
    /// What B has.
    pub b: T,
}

impl<T> PerSide<T> {
    /// What each side has, by a function of the side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self { a: make(Side::A), b: make(Side::B) }
    }
}

impl<T> std::ops::Index<Side> for PerSide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::A => &mut self.a,
            Side::B => &mut self.b,
        }
    }
}

/// A contest: who plays whom, at what. One file of a folder of records; games that were played
/// under other terms do not belong into the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContestRecord {
    /// What the contest is called.
    pub title: String,
    /// The game and its terms.
    pub terms: GameTerms,
    /// Everybody who takes part.
    pub players: Vec<PlayerRecord>,
    /// Who plays whom.
    pub pairings: Vec<PairingRecord>,
    /// Where the games begin, as the command line says it.
    pub openings: String,
    /// The seed of all chance.
    pub seed: u64,
    /// The outside engine that counts, if there is one.
    pub referee: Option<String>,
    /// What is tuned by these games, if anything is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tuning: Option<TuningRecord>,
    /// The version of the program.
    pub version: String,
}

/// Keys of A that have other values in every pair of games. All that decides which values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningRecord {
    /// The keys and their ranges.
    pub keys: Vec<KeyRange>,
    /// How the best values are looked for.
    pub method: TuneMethod,
    /// Whether B is the same player with other values.
    pub alone: bool,
    /// How many games there will be, where that decides how far each step goes.
    pub games: Option<u64>,
}

impl TuningRecord {
    /// In words, for people.
    #[must_use]
    pub fn words(&self) -> String {
        let keys = self.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let mut words = format!("{keys} by {}", self.method);
        if self.alone {
            words += ", settings against each other";
        }
        self.games.iter().for_each(|games| words += &format!(", in {games} games"));
        words
    }
}

/// A game and its terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameTerms {
    /// `go`, `loa` or `phantom`.
    pub game: String,
    /// Points or squares along a side.
    pub size: usize,
    /// What White gets, in Go.
    pub komi: f32,
    /// The name of the rules.
    pub rules: String,
    /// The pieces and the side to move, if a game of Lines of Action does not begin as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What the arbiter of Phantom Go tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referee: Option<String>,
    /// The clock, as the command line says it.
    pub clock: Option<String>,
}

impl GameTerms {
    /// The terms of a game; `clock` as it was written.
    #[must_use]
    pub fn new(setup: GameSetup, clock: Option<String>) -> Self {
        let game = setup.game().name().to_owned();
        match setup {
            GameSetup::Go(GoSetup { size, rules, komi }) => {
                let name = go::Rules::PRESETS.iter().find(|(_, preset)| *preset == rules);
                Self {
                    game,
                    size: size.side(),
                    komi: komi.points(),
                    rules: name.map_or("other", |(name, _)| name).to_owned(),
                    position: None,
                    referee: None,
                    clock,
                }
            }
            GameSetup::Phantom(PhantomSetup { go, referee }) => {
                let terms = Self::new(GameSetup::Go(go), clock);
                Self { game, referee: Some(referee.to_string()), ..terms }
            }
            GameSetup::Loa(loa) => Self {
                game,
                size: 8,
                komi: 0.0,
                rules: loa.rules.to_string(),
                position: loa.start.map(|_| loa.position().to_text()),
                referee: None,
                clock,
            },
        }
    }

    /// What can be played under these terms; `None` if no game has them.
    #[must_use]
    pub fn setup(&self) -> Option<GameSetup> {
        match self.game.parse().ok()? {
            GameName::Go => Some(GameSetup::Go(self.go()?)),
            GameName::Phantom => Some(GameSetup::Phantom(PhantomSetup {
                go: self.go()?,
                referee: self.referee.as_deref()?.parse().ok()?,
            })),
            GameName::Loa => {
                let rules = self.rules.parse().ok()?;
                Some(GameSetup::Loa(match &self.position {
                    Some(text) => LoaSetup::of(&loa::Position::from_text(text, rules).ok()?),
                    None => LoaSetup { rules, start: None },
                }))
            }
        }
    }

    fn go(&self) -> Option<GoSetup> {
        Some(GoSetup {
            size: go::BoardSize::new(self.size).ok()?,
            rules: self.rules.parse().ok()?,
            komi: go::Komi::from_half_points((2.0 * self.komi) as i16).ok()?,
        })
    }

    /// In words, for people.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words = match self.game.parse() {
            Ok(GameName::Loa) => format!("{}, {} rules", GameName::Loa.title(), self.rules),
            game => {
                let title = game.map_or(GameName::Go.title(), GameName::title);
                let Self { size, komi, rules, .. } = self;
                format!("{title} {size}x{size}, komi {komi}, {rules} rules")
            }
        };
        self.referee.iter().for_each(|referee| words += &format!(", referee {referee}"));
        if let Some(position) = &self.position {
            words += &format!(", from {position}");
        }
        self.clock.iter().for_each(|clock| words += &format!(", clock {clock}"));
        words
    }
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// What the tables call him.
    pub name: String,
    /// His text: `name,key=value,...` or `gtp:COMMAND`.
    pub player: String,
    /// All his settings, those that were not written included. Empty for an outside engine.
    pub settings: BTreeMap<String, String>,
    /// What an outside engine answers to `name` and `version`.
    pub engine: Option<String>,
}

impl PlayerRecord {
    /// Of a built-in player, at this game.
    pub(crate) fn built_in(name: &str, spec: &PlayerSpec, game: GameName) -> Self {
        // Without a book nothing is said of one.
        let has_book = spec.settings().any(|(key, _)| key == "book");
        let is_said = |(key, _): &(&str, &str)| has_book || !key.starts_with("book");
        let settings = spec.settings_at(game).filter(is_said);
        let mut settings: BTreeMap<String, String> =
            settings.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let is_seed = |(key, _): (&str, &str)| key == "seed";
        if let Some(seed) = settings.get_mut("seed")
            && !spec.settings().any(is_seed)
        {
            // What it is stands in the record of each game.
            "by game".clone_into(seed);
        }
        Self { name: name.to_owned(), player: spec.to_string(), settings, engine: None }
    }
}

/// Two who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingRecord {
    /// A, by place among the players.
    pub a: usize,
    /// B, by place among the players.
    pub b: usize,
    /// Games to be played.
    pub games: u64,
}

/// A finished game: one line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which pairing of the contest.
    pub pairing: usize,
    /// Which game of the pairing, from 0. Games 2k and 2k + 1 are a pair: one opening, played with
    /// both colours.
    pub game: u64,
    /// Who they are.
    pub players: PerSide<PlayerRecord>,
    /// Who plays Black.
    pub black: Side,
    /// The game and its terms.
    pub terms: GameTerms,
    /// Where it begins.
    pub opening: OpeningRecord,
    /// The seed of this game.
    pub seed: u64,
    /// All moves, those of the opening included. Black begins.
    pub moves: Vec<String>,
    /// All tries and answers of a game of Phantom Go, whose moves are the legal ones among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<TryEntry>,
    /// Black's win rate as the player of each move saw it; `null` where he said nothing.
    pub rates: Vec<Option<f32>>,
    /// Milliseconds that each move took; 0 in the opening.
    pub milliseconds: Vec<u32>,
    /// The result, as in SGF: `B+3.5`, `W+R`, `B+` in a game without points, `0`.
    pub result: String,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub end: End,
    /// How a game that ended by passes was counted.
    pub settled: Option<Settled>,
    /// What went wrong.
    pub forfeit: Option<Forfeit>,
    /// Seconds that each side thought.
    pub seconds: PerSide<f64>,
    /// Moves that each side made itself.
    pub thought: PerSide<u64>,
    /// Playouts of each side; `null` for an outside engine.
    pub playouts: PerSide<Option<u64>>,
    /// Moves that each side's opening book made; `null` for a side without one. Not there if nobody
    /// has a book.
    #[serde(default, skip_serializing_if = "is_bookless")]
    pub book: PerSide<Option<u64>>,
    /// Seconds that were needed to settle it.
    pub settling_seconds: f64,
    /// Seconds of the game in which nobody thought: players sat down, moves were checked and passed
    /// on.
    pub arena_seconds: f64,
    /// The version of the program.
    pub version: String,
}

/// A try of Phantom Go and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TryEntry {
    /// `b` or `w`.
    pub player: String,
    /// A point or `pass`.
    pub r#try: String,
    /// Whether the arbiter let it count.
    pub legal: bool,
    /// How many stones of the opponent it took.
    #[serde(default, skip_serializing_if = "is_none")]
    pub taken: usize,
    /// Which, if the players are told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<String>,
    /// Own stones that left the board, by suicide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_none(number: &usize) -> bool {
    *number == 0
}

fn is_bookless(book: &PerSide<Option<u64>>) -> bool {
    book.a.is_none() && book.b.is_none()
}

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// What it is called; empty for the beginning of the game itself.
    pub name: String,
    /// Its moves.
    pub moves: Vec<String>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of Go: both passed.
    Passes,
    /// By the rules of Lines of Action: the winner's pieces are connected.
    Connection,
    /// One move has connected both sides.
    BothConnected,
    /// Somebody has no move, or both.
    NoMove,
    /// A position has come again.
    Repetition,
    /// One gave up.
    Resignation,
    /// One did not play properly.
    Forfeit,
    /// It was too long: counted as it stood, or drawn in a game without points.
    Length,
}

/// How a game that ended by passes was counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settled {
    /// By whom.
    pub by: SettledBy,
    /// Stones that were taken for dead, where somebody named them.
    pub dead: Vec<String>,
    /// The score of the board as it stood, for comparison.
    pub stands: f32,
    /// Moves that were played on until nothing dead was left.
    pub played_on: Vec<String>,
    /// What stood in the way of those who come first.
    pub notes: Vec<String>,
}

/// Who said how a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettledBy {
    /// The outside engine that was asked to.
    Referee,
    /// The players: they named the same stones as dead.
    Agreement,
    /// A built-in player, who played on until nothing dead was left.
    PlayingOn,
    /// Nobody: both players are built in, and take off what is dead before they pass.
    Board,
}

/// A game that was lost otherwise than on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// Who lost it.
    pub by: Side,
    /// What went wrong.
    pub kind: ForfeitKind,
    /// The same in words.
    pub reason: String,
    /// The end of what the engine wrote to its standard error.
    pub stderr: String,
}

/// What can go wrong with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForfeitKind {
    /// It could not be started again.
    Start,
    /// It ended.
    Crash,
    /// It does not listen any more.
    ClosedInput,
    /// It did not answer.
    Hang,
    /// It answered something that is no answer.
    Garbage,
    /// It refused a command that it has to obey.
    Refusal,
    /// It played a move that the rules forbid.
    IllegalMove,
    /// It ran out of time.
    Time,
}
