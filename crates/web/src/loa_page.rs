//! Lines of Action on the page.

use std::collections::BTreeMap;
use std::time::Duration;

use tengen_engine::go::{Game, MoveList, Outcome};
use tengen_engine::loa::{Move, Player, Position, Square};
use tengen_engine::sgf::{Annotation, GameInfo, GameResult, LoaRecord};
use tengen_engine::{
    GameEngine, Limits, LoaEngine, LoaSetup, NoPlayer, PlayerSpec, StopFlag, finish_loa,
};

use crate::page_game::PageGame;
use crate::position_json::{Legal, ResultJson};
use crate::setup::Setup;

/// What the search for the end of a proved line may take.
const FINISHING: Duration = Duration::from_secs(10);
const PROOF_BYTES: usize = 64 << 20;

impl PageGame for LoaEngine {
    const ADVISER: &'static str = "mc-loa,time=2s";

    fn seat(game: &Position, spec: &PlayerSpec) -> Result<Self, NoPlayer> {
        let mut engine = Self::new(LoaSetup::of(game), spec)?;
        engine.set_position(game.clone())?;
        Ok(engine)
    }

    fn setup(game: &Position, _: Option<usize>) -> Setup {
        Setup::of_loa(game)
    }

    fn rows(game: &Position) -> Vec<String> {
        let rows = game.board().rows();
        rows.split('/').map(str::to_ascii_uppercase).collect()
    }

    fn moves(game: &Position) -> Vec<(Player, Move)> {
        let mut player = game.start_to_move();
        let turn = |&m: &Move| {
            let by = player;
            player = player.opponent();
            (by, m)
        };
        game.moves().iter().map(turn).collect()
    }

    fn undo_in(game: &mut Position) -> bool {
        game.undo().is_some()
    }

    fn read(game: &Position, text: &str) -> Result<Move, String> {
        game.parse_move(text).map_err(|error| error.to_string())
    }

    fn check(game: &Position, m: Move) -> Result<(), String> {
        game.check(m).map_err(|refusal| refusal.to_string())
    }

    fn captures(game: &Position) -> [usize; 2] {
        let lost = |player| {
            let (before, now) = (game.start_board(), game.board());
            before.piece_count(player).saturating_sub(now.piece_count(player)) as usize
        };
        [lost(Player::White), lost(Player::Black)]
    }

    fn legal(game: &Position) -> Legal {
        let mut moves = MoveList::new();
        game.legal_moves(&mut moves);
        let mut legal: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut legal_moves = BTreeMap::new();
        for &m in &*moves {
            let Some((from, to)) = <Self as PageGame>::squares(m) else {
                legal_moves.insert("pass".to_owned(), "pass".to_owned());
                continue;
            };
            legal_moves.insert(format!("{from}>{to}"), m.to_string());
            legal.entry(from).or_default().push(to);
        }
        Legal::Squares { legal, legal_moves }
    }

    fn squares(m: Move) -> Option<(String, String)> {
        m.squares().map(|(from, to): (Square, Square)| (from.to_string(), to.to_string()))
    }

    fn result(game: &Position, outcome: Outcome, _: &StopFlag) -> Result<ResultJson, NoPlayer> {
        let how = game.ending().map(|ending| ending.to_string()).unwrap_or_default();
        let words = match outcome {
            Outcome::Win(winner) => format!("{winner} wins"),
            Outcome::Draw => "A draw".to_owned(),
        };
        Ok(ResultJson {
            text: GameResult::from(outcome).to_string(),
            winner: outcome.winner().map(Into::into),
            reason: format!("{words}: {how}"),
            ..ResultJson::default()
        })
    }

    fn finish(game: &Position, stop: &StopFlag) -> Option<Vec<Move>> {
        finish_loa(game, PROOF_BYTES, Limits::time(FINISHING), stop).ok().flatten()
    }

    fn record(game: &Position, info: &GameInfo, notes: &[Annotation]) -> String {
        let mut record = LoaRecord::from_game(game, info);
        for (index, note) in notes.iter().enumerate() {
            let _ = record.annotate(index + 1, note);
        }
        record.to_sgf()
    }
}
