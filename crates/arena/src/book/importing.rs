//! Lines of experts, from SGF: every variation of a record is a game of the book.

use tengen_engine::go::{self, Game, Player};
use tengen_engine::sgf::{Defaults, GoCollection, LoaRecord, SgfError};
use tengen_engine::{GameSetup, PhantomSetup};

use super::record::{BookRecord, MOST_TIMES};

/// A line, ready to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// A name by which it is known again: what it is, not where it stands.
    pub name: String,
    /// What is added.
    pub record: BookRecord,
}

/// What was found in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Lines that can be added.
    pub lines: Vec<Line>,
    /// Lines that cannot, and why.
    pub refused: Vec<String>,
}

/// The most lines of a file.
const MOST_LINES: usize = 100_000;

/// The lines of a file of SGF, for books of games under these terms. Each counts as `times` games with
/// the result of its file, or with this one if the file has none: `B`, `W` or `0`.
///
/// ```
/// use tengen_arena::read_lines;
/// use tengen_engine::{GameSetup, GoSetup};
/// use tengen_engine::go::{BoardSize, Komi, Rules};
/// let size = BoardSize::new(9).unwrap();
/// let go = GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
/// let file = b"(;SZ[9]KM[7.5]RE[B+R];B[ee](;W[ce])(;W[gc];B[cc]))";
/// let report = read_lines(file, GameSetup::Go(go), 1, None, None);
/// assert_eq!((report.lines.len(), report.refused.len()), (2, 0));
/// ```
#[must_use]
pub fn read_lines(
    bytes: &[u8],
    setup: GameSetup,
    times: u32,
    result: Option<&str>,
    most_plies: Option<usize>,
) -> ImportReport {
    let mut report = ImportReport::default();
    let times = times.clamp(1, MOST_TIMES);
    let mut keep = |number: usize, found: Result<(Vec<String>, Option<String>), String>| {
        let added = found.and_then(|(mut moves, said)| {
            let result = said
                .as_deref()
                .or(result)
                .ok_or_else(|| "it has no result, and none is given (--result)".to_owned())?;
            if moves.is_empty() {
                return Err("it has no moves".to_owned());
            }
            moves.truncate(most_plies.unwrap_or(usize::MAX));
            Ok((moves.join(" "), result.to_owned()))
        });
        match added {
            Ok((moves, result)) => {
                let name = format!("line {:016x}", name_of(&moves, &result));
                let record = BookRecord::Game { moves, result, from_book: 0, times };
                report.lines.push(Line { name, record });
            }
            Err(reason) => report.refused.push(format!("line {number}: {reason}")),
        }
        number < MOST_LINES
    };
    let mut number = 0;
    match setup {
        GameSetup::Go(go) | GameSetup::Phantom(PhantomSetup { go, .. }) => {
            let games = match GoCollection::new(bytes) {
                Ok(games) => games,
                Err(error) => {
                    keep(1, Err(error.to_string()));
                    return report;
                }
            };
            for game in games {
                let game = match game {
                    Ok(game) => game,
                    Err(error) => {
                        number += 1;
                        keep(number, Err(error.to_string()));
                        continue;
                    }
                };
                let said = outcome(game.info().result.as_deref());
                for line in game.lines() {
                    number += 1;
                    if !keep(number, go_line(&line, go).map(|moves| (moves, said.clone()))) {
                        return report;
                    }
                }
            }
        }
        GameSetup::Loa(loa) => match LoaRecord::parse(bytes) {
            Err(error) => {
                keep(1, Err(error.to_string()));
            }
            Ok(game) => {
                let said = outcome(game.info().result.as_deref());
                for line in game.lines() {
                    number += 1;
                    let moves = loa_line(&line, loa);
                    if !keep(number, moves.map(|moves| (moves, said.clone()))) {
                        return report;
                    }
                }
            }
        },
    }
    report
}

/// The moves of a line of Go that begins as the book's games do.
fn go_line(
    line: &tengen_engine::sgf::GoRecord,
    setup: tengen_engine::GoSetup,
) -> Result<Vec<String>, String> {
    if line.size() != setup.size {
        return Err(format!("its board is {0}x{0}, the book's {1}", line.size(), setup.size));
    }
    if line.komi().is_some_and(|komi| komi != setup.komi) {
        let komi = line.komi().map_or(String::new(), |komi| komi.to_string());
        return Err(format!("its komi is {komi}, the book's {}", setup.komi));
    }
    let defaults = Defaults { rules: setup.rules, komi: setup.komi };
    let mut position = setup.position();
    let mut moves = Vec::new();
    for ply in line.main_line(defaults) {
        let ply = ply.map_err(|error: SgfError| error.to_string())?;
        if ply.before.board() != position.board() || ply.player != position.to_move() {
            return Err(format!(
                "move {}: it does not begin as games do, or skips a turn",
                ply.number
            ));
        }
        let refused = |error: go::IllegalMove| format!("move {}: {}", ply.number, error.reason);
        position.play(ply.m).map_err(refused)?;
        moves.push(ply.m.to_string());
    }
    Ok(moves)
}

/// The same at Lines of Action.
fn loa_line(line: &LoaRecord, setup: tengen_engine::LoaSetup) -> Result<Vec<String>, String> {
    let end = line.position_before(None, setup.rules).map_err(|error| error.to_string())?;
    let start = setup.position();
    if end.start_board() != start.start_board() || end.start_to_move() != start.start_to_move() {
        return Err("it does not begin as the book's games do".to_owned());
    }
    Ok(end.moves().iter().map(ToString::to_string).collect())
}

/// The winner that a result names.
fn outcome(result: Option<&str>) -> Option<String> {
    let text = result?.trim();
    let winner = match text.as_bytes().first()? {
        b'B' | b'b' if text[1..].starts_with('+') => super::record::letter(won(Player::Black)),
        b'W' | b'w' if text[1..].starts_with('+') => super::record::letter(won(Player::White)),
        _ if text == "0" || text.eq_ignore_ascii_case("draw") => "0",
        _ => return None,
    };
    Some(winner.to_owned())
}

const fn won(player: Player) -> go::Outcome {
    go::Outcome::Win(player)
}

/// A number for a line: the same for the same moves with the same result (FNV-1a).
fn name_of(moves: &str, result: &str) -> u64 {
    let bytes = moves.bytes().chain(*b"|").chain(result.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
