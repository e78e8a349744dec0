//! Where games begin.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tengen_engine::go::{Game, Move, Player, Position, Rng};
use tengen_engine::sgf::{Defaults, GoRecord, LoaRecord, MAX_BYTES, SgfError};
use tengen_engine::{
    BadMove, Engine, GameSetup, GoSetup, LoaSetup, NoPlayer, PhantomSetup, PlayerSpec, loa,
    read_at_most,
};

use crate::record::OpeningRecord;

/// What the command line says about openings.
///
/// ```
/// use tengen_arena::OpeningsArg;
/// assert_eq!("random:4".parse(), Ok(OpeningsArg::Random(4)));
/// assert_eq!("start".parse(), Ok(OpeningsArg::Start));
/// assert_eq!("loa-100".parse(), Ok(OpeningsArg::BuiltIn("loa-100")));
/// assert!(matches!("openings.txt".parse(), Ok(OpeningsArg::File(_))));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpeningsArg {
    /// The beginning of the game.
    #[default]
    Start,
    /// So many random moves, others for each pair of games.
    Random(usize),
    /// A list that comes with the program, by its name.
    BuiltIn(&'static str),
    /// A file or a folder.
    File(PathBuf),
}

/// The lists of openings that come with the program: name and file.
pub const OPENING_LISTS: &[(&str, &str)] =
    &[("loa-100", include_str!("../../../experiments/loa-openings.txt"))];

/// More random moves than that are no opening.
const MOST_RANDOM: usize = 100;

impl FromStr for OpeningsArg {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(moves) = text.strip_prefix("random:") {
            let moves = moves.parse().ok().filter(|moves| (1..=MOST_RANDOM).contains(moves));
            return moves.map(Self::Random).ok_or_else(|| {
                format!("{text}: write random: and a number of moves from 1 to {MOST_RANDOM}")
            });
        }
        let built_in = OPENING_LISTS.iter().find(|(name, _)| *name == text);
        Ok(match built_in {
            Some((name, _)) => Self::BuiltIn(name),
            None if text == "start" => Self::Start,
            None => Self::File(text.into()),
        })
    }
}

impl fmt::Display for OpeningsArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Random(moves) => write!(f, "random:{moves}"),
            Self::BuiltIn(name) => f.write_str(name),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Openings could not be read.
#[derive(Debug, thiserror::Error)]
pub enum BadOpenings {
    /// The file or folder cannot be read.
    #[error("openings {}: {reason}", .path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// There are none in it.
    #[error("openings {}: there are none in it", .0.display())]
    Empty(PathBuf),
    /// A record is no game.
    #[error("openings {}: {reason}", .path.display())]
    Sgf {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        reason: SgfError,
    },
    /// A record is of another board.
    #[error("openings {}: its board is {is}x{is}, the games' is {wanted}x{wanted}", .path.display())]
    Size {
        /// Which file.
        path: PathBuf,
        /// The size of its board.
        is: usize,
        /// The size that it should have.
        wanted: usize,
    },
    /// An opening cannot be played.
    #[error("opening {name}, move {number}: {reason}")]
    Move {
        /// Which opening.
        name: String,
        /// Which move of it, from 1.
        number: usize,
        /// What is wrong.
        reason: BadMove,
    },
    /// An opening is not made of moves alone, in turns.
    #[error("opening {0}: only moves of Black and White in turns can be an opening")]
    NotMoves(String),
    /// An opening begins with other pieces than the games do.
    #[error("opening {0}: it begins with other pieces than the games, or with the other side")]
    Start(String),
    /// An opening ends the game.
    #[error("opening {0}: the game is over at its end")]
    Over(String),
    /// The rules could not be set up.
    #[error(transparent)]
    Rules(#[from] NoPlayer),
}

/// Openings, read and checked.
#[derive(Clone, Debug)]
pub struct Openings {
    arg: OpeningsArg,
    list: Vec<OpeningRecord>,
}

impl Openings {
    /// Reads what the command line names, and plays every opening once.
    ///
    /// A text file has an opening in each line: moves, with blanks between them; `#` begins a
    /// comment. An SGF file is one opening, its main line; a folder has one in each of its SGF
    /// files, in the order of their names.
    ///
    /// Openings of Phantom Go are moves on the arbiter's board. Each player hears of them as if he
    /// had tried his own.
    pub fn read(arg: &OpeningsArg, setup: GameSetup) -> Result<Self, BadOpenings> {
        let setup = setup.open();
        let list = match arg {
            OpeningsArg::Start | OpeningsArg::Random(_) => Vec::new(),
            OpeningsArg::BuiltIn(name) => {
                let text = OPENING_LISTS.iter().find(|(known, _)| known == name);
                from_text(name, text.map_or("", |(_, text)| text))
            }
            OpeningsArg::File(path) => from_path(path, setup)?,
        };
        let list = list.into_iter().map(|opening| checked(opening, setup));
        Ok(Self { arg: arg.clone(), list: list.collect::<Result<_, _>>()? })
    }

    /// The opening of a pair of games.
    #[must_use]
    pub fn of_pair(&self, setup: GameSetup, seed: u64, pair: u64) -> OpeningRecord {
        match &self.arg {
            OpeningsArg::Start => OpeningRecord::default(),
            OpeningsArg::Random(moves) => {
                let name = format!("random {}", pair + 1);
                OpeningRecord { name, moves: random_moves(setup, *moves, seed, pair) }
            }
            OpeningsArg::BuiltIn(_) | OpeningsArg::File(_) => {
                let count = self.list.len().max(1) as u64;
                self.list.get((pair % count) as usize).cloned().unwrap_or_default()
            }
        }
    }

    /// What they were asked for by, and those that were read from files: for another machine.
    pub(crate) fn to_parts(&self) -> (String, Vec<OpeningRecord>) {
        (self.arg.to_string(), self.list.clone())
    }

    /// The same back again. They were checked when they were read.
    pub(crate) fn from_parts(arg: &str, list: Vec<OpeningRecord>) -> Result<Self, String> {
        Ok(Self { arg: arg.parse()?, list })
    }

    /// A text that tells these openings from others: the argument, and what the files hold.
    #[must_use]
    pub fn identity(&self) -> String {
        if self.list.is_empty() {
            return self.arg.to_string();
        }
        // FNV-1a: other files under the same name are to be noticed, nothing more.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for m in self
            .list
            .iter()
            .flat_map(|opening| opening.moves.iter().map(String::as_str).chain([";"]))
        {
            for byte in m.bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        format!("{} ({} openings, {hash:016x})", self.arg, self.list.len())
    }
}

/// The openings of a file or a folder.
fn from_path(path: &Path, setup: GameSetup) -> Result<Vec<OpeningRecord>, BadOpenings> {
    let unreadable = |reason| BadOpenings::Unreadable { path: path.to_owned(), reason };
    let list = if path.is_dir() {
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            if is_sgf(&file) {
                files.push(file);
            }
        }
        files.sort();
        files.iter().map(|file| from_sgf(file, setup)).collect::<Result<_, _>>()?
    } else if is_sgf(path) {
        vec![from_sgf(path, setup)?]
    } else {
        let bytes = read_at_most(path, MAX_BYTES).map_err(unreadable)?;
        from_text(&path.display().to_string(), &String::from_utf8_lossy(&bytes))
    };
    if list.is_empty() {
        return Err(BadOpenings::Empty(path.to_owned()));
    }
    Ok(list)
}

fn is_sgf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

fn from_sgf(path: &Path, setup: GameSetup) -> Result<OpeningRecord, BadOpenings> {
    let unreadable = |reason| BadOpenings::Unreadable { path: path.to_owned(), reason };
    let wrong = |reason| BadOpenings::Sgf { path: path.to_owned(), reason };
    let bytes = read_at_most(path, MAX_BYTES).map_err(unreadable)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match setup {
        GameSetup::Go(go) | GameSetup::Phantom(PhantomSetup { go, .. }) => {
            let record = GoRecord::parse(&bytes).map_err(wrong)?;
            // Names of points would mean others on another board.
            let (is, wanted) = (record.size().side(), go.size.side());
            if is != wanted {
                return Err(BadOpenings::Size { path: path.to_owned(), is, wanted });
            }
            go_opening(name, &record, wrong)
        }
        GameSetup::Loa(loa) => {
            let record = LoaRecord::parse(&bytes).map_err(wrong)?;
            loa_opening(name, &record, loa, wrong)
        }
    }
}

fn go_opening(
    name: String,
    record: &GoRecord,
    wrong: impl Fn(SgfError) -> BadOpenings,
) -> Result<OpeningRecord, BadOpenings> {
    // Stones may be set up anywhere, also where no move follows: moves alone must lead to the end.
    let end = record.position_before(None, Defaults::default()).map_err(&wrong)?;
    let mut alone = Position::new(end.board().size(), end.rules(), end.komi());
    let mut moves = Vec::new();
    for (number, ply) in record.main_line(Defaults::default()).enumerate() {
        let ply = ply.map_err(&wrong)?;
        let alternates = ply.player == Player::BOTH[number % 2];
        if !alternates || alone.play(ply.m).is_err() {
            return Err(BadOpenings::NotMoves(name));
        }
        moves.push(ply.m.to_string());
    }
    if alone.board().stones().ne(end.board().stones()) {
        return Err(BadOpenings::NotMoves(name));
    }
    Ok(OpeningRecord { name, moves })
}

fn loa_opening(
    name: String,
    record: &LoaRecord,
    setup: LoaSetup,
    wrong: impl Fn(SgfError) -> BadOpenings,
) -> Result<OpeningRecord, BadOpenings> {
    let end = record.position_before(None, setup.rules).map_err(wrong)?;
    // What is set up later begins a new game, whose moves are fewer than the record's.
    if end.moves().len() != record.len() {
        return Err(BadOpenings::NotMoves(name));
    }
    let start = setup.position();
    if (end.start_board(), end.start_to_move()) != (start.board(), start.to_move()) {
        return Err(BadOpenings::Start(name));
    }
    Ok(OpeningRecord { name, moves: end.moves().iter().map(ToString::to_string).collect() })
}

/// An opening in every line that has moves.
fn from_text(file: &str, text: &str) -> Vec<OpeningRecord> {
    // Some editors put a mark at the beginning of a file.
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(number, line)| OpeningRecord {
        name: format!("{file} line {}", number + 1),
        moves: line
            .split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
    });
    lines.filter(|opening| !opening.moves.is_empty()).collect()
}

/// The opening with its moves in their usual text, if they can all be played.
fn checked(opening: OpeningRecord, setup: GameSetup) -> Result<OpeningRecord, BadOpenings> {
    let OpeningRecord { name, moves } = opening;
    let mut game = rules(setup)?;
    let mut usual = Vec::new();
    for (index, m) in moves.iter().enumerate() {
        match game.play(m) {
            Ok(text) => usual.push(text),
            Err(reason) => return Err(BadOpenings::Move { name, number: index + 1, reason }),
        }
    }
    if game.outcome().is_some() {
        return Err(BadOpenings::Over(name));
    }
    Ok(OpeningRecord { name, moves: usual })
}

/// A game that knows the rules, and nothing else: for whoever must check moves.
pub(crate) fn rules(setup: GameSetup) -> Result<Engine, NoPlayer> {
    let nobody: PlayerSpec = "random".parse()?;
    Engine::new(setup.open(), &nobody)
}

/// Random moves that no player would be ashamed of: none of them ends the game; in Go, none is a
/// pass or in an own eye.
pub(crate) fn random_moves(setup: GameSetup, moves: usize, seed: u64, pair: u64) -> Vec<String> {
    let rng = &mut Rng::stream(seed, pair);
    match setup {
        GameSetup::Go(go) | GameSetup::Phantom(PhantomSetup { go, .. }) => {
            random_go(go, moves, rng)
        }
        GameSetup::Loa(loa) => random_loa(loa, moves, rng),
    }
}

fn random_go(setup: GoSetup, moves: usize, rng: &mut Rng) -> Vec<String> {
    let mut position: Position = setup.position();
    let mut chosen = Vec::new();
    for _ in 0..moves {
        let mut board = position.board().clone();
        let Some(point) = board.play_random_move(position.to_move(), rng) else { break };
        let m = Move::Play(point);
        // Superko, which the board does not know.
        if position.play(m).is_err() {
            break;
        }
        chosen.push(m.to_string());
    }
    chosen
}

fn random_loa(setup: LoaSetup, moves: usize, rng: &mut Rng) -> Vec<String> {
    let mut position = setup.position();
    let (mut list, mut chosen) = (loa::MoveList::new(), Vec::new());
    for _ in 0..moves {
        position.legal_moves(&mut list);
        let open = |&m: &loa::Move| {
            let mut after = position.clone();
            after.play_unchecked(m);
            after.outcome().is_none()
        };
        let open: Vec<loa::Move> = list.iter().copied().filter(open).collect();
        let Some(m) = rng.choose(&open) else { break };
        position.play_unchecked(m);
        chosen.push(m.to_string());
    }
    chosen
}
