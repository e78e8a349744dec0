//! How a game of Go that has ended by passes is counted.
//!
//! Programs pass with dead stones on the board, so the board as it stands says little about who has
//! won. The first of these decides that can: an outside engine that was asked to; the players, if
//! they name the same stones as dead; a built-in player, who plays on until nothing dead is left.

use tengen_engine::go::{Board, Ending, Game, Point, PointMask, Position};
use tengen_engine::{
    Action, GameSetup, GoEngine, GoSetup, Limits, PlayerSpec, TACTICAL_UCT, Thinking, TimeSystem,
};

use crate::contestant::EngineCommand;
use crate::record::{Settled, SettledBy};
use crate::seat::{Fault, Manners, OutsideSeat, Seat};

/// Playouts for each move of the player who plays on.
const CLEANER_PLAYOUTS: u64 = 2000;

/// A counted game: Black's points less White's and komi, and who says so.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) score: f32,
    pub(crate) settled: Settled,
}

/// Counts a game that has ended by passes. `None` if the contest is to end.
pub(crate) fn settle(
    position: &Position,
    seats: &mut [Seat; 2],
    referee: Option<&EngineCommand>,
    manners: &Manners,
) -> Option<Verdict> {
    let mut notes = Vec::new();
    let stands = position.score();
    let settled = |by, notes: Vec<String>| Settled {
        by,
        dead: Vec::new(),
        stands,
        played_on: Vec::new(),
        notes,
    };
    if let Some(command) = referee {
        match ask_referee(position, command, manners) {
            Ok(score) => {
                return Some(Verdict { score, settled: settled(SettledBy::Referee, notes) });
            }
            Err(Fault::Stopped) => return None,
            Err(Fault::Forfeit { reason, .. }) => notes.push(format!("referee: {reason}")),
        }
    }
    // Built-in players know that, and have played accordingly.
    if seats.iter().all(Seat::is_built_in) && position.rules().ending == Ending::AsItStands {
        return Some(Verdict { score: stands, settled: settled(SettledBy::Board, notes) });
    }
    match agreement(position.board(), seats) {
        Ok(Ok(dead)) => {
            let area = position.board().without(&dead).area();
            let mut settled = settled(SettledBy::Agreement, notes);
            settled.dead = dead.iter().map(|point| point.to_string()).collect();
            return Some(Verdict { score: points(position, area.score()), settled });
        }
        Ok(Err(note)) => notes.push(note),
        Err(Fault::Stopped) => return None,
        Err(Fault::Forfeit { reason, .. }) => notes.push(format!("dead stones: {reason}")),
    }
    let (end, played_on) = play_on(position, manners)?;
    let mut settled = settled(SettledBy::PlayingOn, notes);
    settled.played_on = played_on;
    Some(Verdict { score: end.score(), settled })
}

/// Black's points less White's, after komi.
fn points(position: &Position, area: i32) -> f32 {
    area as f32 - position.komi().points()
}

/// Shows the game to an outside engine and takes its word.
fn ask_referee(
    position: &Position,
    command: &EngineCommand,
    manners: &Manners,
) -> Result<f32, Fault> {
    let setup = GameSetup::Go(GoSetup {
        size: position.board().size(),
        rules: position.rules(),
        komi: position.komi(),
    });
    let mut seat = OutsideSeat::new(command, setup, TimeSystem::Unlimited, 0, manners)?;
    for &(player, m) in position.moves() {
        seat.play(player, &m.to_string())?;
    }
    let answer = seat.ask("final_score")?;
    seat.quit();
    let most = position.board().size().area() as f32 + position.komi().points().abs();
    parse_score(&answer).filter(|score| score.abs() <= most).ok_or_else(|| {
        use crate::record::ForfeitKind::Garbage;
        Fault::new(Garbage, format!("final_score: {answer:?} is no score of such a game"))
    })
}

/// `B+3.5`, `W+12`, `0`: from Black's side.
fn parse_score(text: &str) -> Option<f32> {
    let text = text.split_whitespace().next()?.to_ascii_uppercase();
    if matches!(text.as_str(), "0" | "DRAW" | "JIGO") {
        return Some(0.0);
    }
    let (winner, points) = text.split_once('+')?;
    let points =
        points.parse::<f32>().ok().filter(|points| points.is_finite() && *points >= 0.0)?;
    match winner {
        "B" | "BLACK" => Some(points),
        "W" | "WHITE" => Some(-points),
        _ => None,
    }
}

/// The stones that both players name as dead, or why there is no agreement.
fn agreement(board: &Board, seats: &mut [Seat; 2]) -> Result<Result<PointMask, String>, Fault> {
    let [first, second] = seats;
    let (one, other) = (first.dead()?, second.dead()?);
    let (one, other) = match (stones(board, &one), stones(board, &other)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(note), _) | (_, Err(note)) => return Ok(Err(note)),
    };
    if one != other {
        let count =
            |only: &PointMask, not: &PointMask| only.iter().filter(|p| !not.contains(*p)).count();
        return Ok(Err(format!(
            "dead stones: {} that only Black names, {} that only White names",
            count(&one, &other),
            count(&other, &one)
        )));
    }
    Ok(Ok(one))
}

/// Names of stones as stones. Who names one names its chain.
fn stones(board: &Board, names: &[String]) -> Result<PointMask, String> {
    let mut mask = PointMask::EMPTY;
    for name in names {
        let point = name.parse::<Point>().ok().filter(|&point| board.size().contains(point));
        let stone = point.filter(|&point| board.stone(point).is_some());
        let stone = stone.ok_or_else(|| format!("dead stones: there is no stone on {name:?}"))?;
        for stone in board.chain(stone) {
            mask.insert(stone);
        }
    }
    Ok(mask)
}

/// Plays on from a final position, with a player who captures what is dead and passes otherwise.
/// `None` if the contest is to end.
fn play_on(position: &Position, manners: &Manners) -> Option<(Position, Vec<String>)> {
    let setup =
        GoSetup { size: position.board().size(), rules: position.rules(), komi: position.komi() };
    let spec: PlayerSpec = format!("{TACTICAL_UCT},memory=64M").parse().ok()?;
    let mut engine = GoEngine::new(setup, &spec).ok()?;
    let mut start = position.clone();
    start.resume();
    engine.set_position(start).ok()?;
    let mut played = Vec::new();
    // Capturing takes a few moves a stone; a ko or a mistake must not go on for ever.
    for _ in 0..2 * position.board().size().area() {
        if engine.position().outcome().is_some() {
            break;
        }
        let player = engine.position().to_move();
        let limits = Some(Limits::playouts(CLEANER_PLAYOUTS));
        let thinking = Thinking { limits, stop: manners.stop.clone(), ..Thinking::default() };
        let turn = tengen_engine::Turn { thinking, clean_up: true, rehearsal: false };
        let decision = engine.decide(player, turn);
        if manners.stop.is_stopped() {
            return None;
        }
        let Action::Move(m) = decision.action else { break };
        if engine.play(player, m).is_err() {
            break;
        }
        played.push(m.to_string());
    }
    Some((engine.position().clone(), played))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_engine::go::{BoardSize, Komi, Outcome, Rules};
    use tengen_engine::{Engine, StopFlag};

    use super::*;
    use crate::playing::{FinalPosition, final_position};

    const MANNERS: fn() -> Manners =
        || Manners { patience: Duration::from_secs(60), stop: StopFlag::new() };

    fn setup() -> GameSetup {
        GameSetup::Go(GoSetup {
            size: BoardSize::new(9).expect("a size"),
            rules: Rules::CHINESE,
            komi: Komi::SEVEN_AND_A_HALF,
        })
    }

    /// Games with dead stones on the board: the score, and what the board as it stands says.
    fn games() -> Vec<(f32, f32, Vec<String>)> {
        let lines = include_str!("../tests/data/dead_stones.txt").lines();
        let game = |line: &str| {
            let mut words = line.split(' ');
            let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number");
            let (score, stands) = (number(), number());
            (score, stands, words.map(str::to_owned).collect())
        };
        lines.filter(|line| !line.starts_with('#')).map(game).collect()
    }

    fn position_after(moves: &[String]) -> Position {
        match final_position(setup(), moves) {
            Some(FinalPosition::Go(position)) => *position,
            other => panic!("legal moves of go: {other:?}"),
        }
    }

    fn winner(score: f32) -> bool {
        score > 0.0
    }

    #[test]
    fn dead_stones_do_not_decide_games() {
        let (mut exact, mut all) = (0, 0);
        for (score, stands, moves) in games() {
            let position = position_after(&moves);
            assert_eq!(position.score(), stands);
            assert_ne!(winner(score), winner(stands), "the board as it stands is wrong");
            assert!(matches!(position.outcome(), Some(Outcome::Win(_))));
            let (end, played) = play_on(&position, &MANNERS()).expect("nobody stops it");
            assert_eq!(winner(end.score()), winner(score), "{}\n{played:?}", position.board());
            all += 1;
            exact += usize::from(end.score() == score);
        }
        println!("playing on: {all} winners of {all}, {exact} scores exact");
        assert!(all >= 15 && exact * 10 >= all * 9, "{exact} of {all}");
    }

    /// Built-in players are asked as others are.
    #[test]
    fn players_who_agree_are_believed() {
        for (score, _, moves) in games().into_iter().step_by(3) {
            let mut seats = [0, 1].map(|_| {
                let spec = "random".parse().expect("a player");
                let mut engine = Engine::new(setup(), &spec).expect("a player");
                for m in &moves {
                    engine.play(m).expect("a legal move");
                }
                Seat::BuiltIn(Box::new(engine), StopFlag::new())
            });
            let position = position_after(&moves);
            let verdict = settle(&position, &mut seats, None, &MANNERS()).expect("a verdict");
            assert_eq!(verdict.settled.by, SettledBy::Agreement);
            assert_eq!(winner(verdict.score), winner(score), "{}", position.board());
            assert!(!verdict.settled.dead.is_empty());
        }
    }

    #[test]
    fn scores_are_read() {
        for (text, score) in [
            ("B+3.5", Some(3.5)),
            ("w+12", Some(-12.0)),
            ("0", Some(0.0)),
            ("Black+2 (x)", Some(2.0)),
        ] {
            assert_eq!(parse_score(text), score, "{text}");
        }
        for text in ["", "B+R", "B+", "3.5", "B+-3", "B+inf", "B+nan", "?"] {
            assert_eq!(parse_score(text), None, "{text}");
        }
    }
}
