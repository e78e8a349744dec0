//! Go on the page.

use std::time::Duration;

use tengen_engine::go::{
    Area, Board, BoardSize, Ending, Game, Move, MoveList, Outcome, Player, Point, Position,
};
use tengen_engine::sgf::{Annotation, GameInfo, GameResult, GoRecord};
use tengen_engine::{GoEngine, GoSetup, Limits, NoPlayer, PlayerSpec, StopFlag};

use crate::page_game::{Owners, PageGame};
use crate::position_json::{Legal, ResultJson};
use crate::setup::Setup;

/// How long it may take to find out what is dead. Mostly it is a small part of this.
const JUDGING: Duration = Duration::from_secs(10);

impl PageGame for GoEngine {
    const ADVISER: &'static str = "erica,time=2s";

    fn seat(game: &Position, spec: &PlayerSpec) -> Result<Self, NoPlayer> {
        let terms = GoSetup { size: game.board().size(), rules: game.rules(), komi: game.komi() };
        let mut engine = Self::new(terms, spec)?;
        engine.set_position(game.clone())?;
        Ok(engine)
    }

    fn setup(game: &Position, handicap: Option<usize>) -> Setup {
        Setup::of_go(game, handicap)
    }

    fn rows(game: &Position) -> Vec<String> {
        board_rows(game.board())
    }

    fn moves(game: &Position) -> Vec<(Player, Move)> {
        game.moves().to_vec()
    }

    fn undo_in(game: &mut Position) -> bool {
        game.undo().is_some()
    }

    fn read(_: &Position, text: &str) -> Result<Move, String> {
        text.parse().map_err(|error| format!("{error}"))
    }

    fn check(game: &Position, m: Move) -> Result<(), String> {
        game.check(m).map_err(|error| error.reason.to_owned())
    }

    fn resume(game: &mut Position) -> bool {
        game.resume();
        true
    }

    fn captures(game: &Position) -> [usize; 2] {
        let lost = |player: Player| {
            let put = |(by, m): &&(Player, Move)| *by == player && m.point().is_some();
            let played = game.moves().iter().filter(put).count();
            let total = played + game.start_board().stone_count(player);
            total.saturating_sub(game.board().stone_count(player))
        };
        // What one has lost the other has taken, suicides included.
        [lost(Player::White), lost(Player::Black)]
    }

    fn legal(game: &Position) -> Legal {
        let mut moves = MoveList::new();
        game.legal_moves(&mut moves);
        let points = moves.iter().filter_map(|m| m.point());
        Legal::Points { legal: points.map(|point| point.to_string()).collect() }
    }

    fn result(game: &Position, _: Outcome, stop: &StopFlag) -> Result<ResultJson, NoPlayer> {
        if game.rules().ending == Ending::AsItStands {
            return Ok(counted(game, &game.board().area(), Vec::new()));
        }
        // The judge has a search of his own: this player only holds the position.
        let mut judge = Self::seat(game, &"random".parse()?)?;
        let judgement = judge.judge_within(Limits::time(JUDGING), stop)?;
        let dead = judgement.dead().iter().map(|point| point.to_string()).collect();
        Ok(counted(game, &judgement.area(), dead))
    }

    fn owners(&self) -> Option<Owners> {
        let (counts, size) = (self.ownership_counts(), self.position().board().size());
        Some(Box::new(move || {
            let total = counts.total();
            let value = |point: Point| (100.0 * total.of(point)).round() as f32 / 100.0;
            (total.playouts() > 0).then(|| by_rows(size, value))
        }))
    }

    fn record(game: &Position, info: &GameInfo, notes: &[Annotation]) -> String {
        let mut record = GoRecord::from_game(game, info);
        for (index, note) in notes.iter().enumerate() {
            // Games that have fewer moves than notes do not happen.
            let _ = record.annotate(index + 1, note);
        }
        record.to_sgf()
    }
}

/// The result of a game that was counted.
pub(crate) fn counted(game: &Position, area: &Area, dead: Vec<String>) -> ResultJson {
    let score = area.score() as f32 - game.komi().points();
    let leader = if score > 0.0 { Player::Black } else { Player::White };
    let winner = (score != 0.0).then_some(leader);
    let [black, white] = Player::BOTH.map(|player| area.of(player));
    let komi = game.komi();
    let words = match winner {
        Some(winner) => format!("{winner} wins by {}", score.abs()),
        None => "A draw".to_owned(),
    };
    let owner = |point: Point| area.owner(point).map_or('.', letter);
    ResultJson {
        text: GameResult::from_score(score).to_string(),
        winner: winner.map(Into::into),
        reason: format!("{words}: Black has {black} points, White {white} and komi {komi}"),
        territory: Some(rows_by(game.board().size(), owner)),
        dead: Some(dead),
    }
}

/// `X` or `O`.
pub(crate) const fn letter(player: Player) -> char {
    match player {
        Player::Black => 'X',
        Player::White => 'O',
    }
}

/// The stones of a board.
pub(crate) fn board_rows(board: &Board) -> Vec<String> {
    rows_by(board.size(), |point| board.stone(point).map_or('.', letter))
}

/// A letter for each point, as rows from the top.
pub(crate) fn rows_by(size: BoardSize, letter: impl Fn(Point) -> char) -> Vec<String> {
    by_rows(size, letter).into_iter().map(|row| row.into_iter().collect()).collect()
}

/// Something for each point, as rows from the top.
fn by_rows<T>(size: BoardSize, of: impl Fn(Point) -> T) -> Vec<Vec<T>> {
    let points: Vec<Point> = size.points().collect();
    points
        .chunks(size.side())
        .rev()
        .map(|row| row.iter().map(|&point| of(point)).collect())
        .collect()
}
