//! What a session has to know of its game: where it begins and ends, its commands and records.

use tengen_engine::go::{self, Game, Player};
use tengen_engine::sgf::{Annotation, Defaults, GameInfo, GameResult, GoRecord, LoaRecord};
use tengen_engine::sgf::{Record, RecordKind, SgfError};
use tengen_engine::{
    GameEngine, GameName, GoEngine, GoSetup, LoaEngine, MoveOf, Ownership, SearchReport, Thinking,
    loa,
};

use crate::analysis::ownership_map;
use crate::commands::{self, Command};
use crate::session::Half;

/// A player at a game that sessions can be held about.
pub trait GtpGame: GameEngine + Sized + 'static {
    /// What a search shows beside its report.
    type Insight;
    /// What a session remembers beside the game.
    type Desk: Default;
    /// Which game it is.
    const GAME: GameName;

    /// The game has gone on, or is another one: what was begun is not gone on with.
    fn clear_desk(_: &mut Self::Desk) {}

    /// Its commands, in the order in which they are listed.
    fn commands() -> &'static [Command<Self>];

    /// What GoGui offers in its menu: type, label, command.
    fn menu() -> &'static str;

    /// What the last search has shown.
    fn insight(&self) -> Self::Insight;

    /// Why this player may not be asked for a move, if he may not.
    fn refusal(&self, player: Player) -> Option<&'static str>;

    /// Searches for a move of a player who may be asked for one.
    fn think_for(
        &mut self,
        player: Player,
        thinking: Thinking<'_, MoveOf<Self>>,
    ) -> SearchReport<MoveOf<Self>>;

    /// Tells who owns what while a search goes on, in a player's eyes.
    fn ownership_teller(&self) -> Box<dyn Fn(Player) -> Option<String>>;

    /// The result, if the game is over, as game records write it.
    fn result(&mut self) -> Option<String>;

    /// The beginning of a game on the same terms.
    fn start(&self) -> Self::Position;

    /// The rules in words.
    fn rules(&self) -> String;

    /// A position of a game record: before this move, or the last one.
    fn read_record(
        &self,
        bytes: &[u8],
        move_number: Option<usize>,
    ) -> Result<Self::Position, SgfError>;

    /// The game so far as a record, with notes by the numbers of moves.
    fn write_record(&self, info: &GameInfo, notes: &[(usize, Annotation)]) -> String;
}

/// A record with notes in it.
fn noted<K: RecordKind>(mut record: Record<K>, notes: &[(usize, Annotation)]) -> String {
    for (number, note) in notes {
        // Only moves that are still there have notes.
        let _ = record.annotate(*number, note);
    }
    record.to_sgf()
}

impl GtpGame for GoEngine {
    type Insight = Ownership;
    type Desk = ();
    const GAME: GameName = GameName::Go;

    fn commands() -> &'static [Command<Self>] {
        commands::GO
    }

    fn menu() -> &'static str {
        commands::GO_MENU
    }

    fn insight(&self) -> Ownership {
        self.ownership()
    }

    /// Colours may move out of turn, and games go on after two passes.
    fn refusal(&self, _: Player) -> Option<&'static str> {
        None
    }

    fn think_for(
        &mut self,
        player: Player,
        thinking: Thinking<'_, go::Move>,
    ) -> SearchReport<go::Move> {
        self.think_for(player, thinking)
    }

    fn ownership_teller(&self) -> Box<dyn Fn(Player) -> Option<String>> {
        let (counts, position) = (self.ownership_counts(), self.position().clone());
        Box::new(move |player| Some(ownership_map(&position, &counts.total(), player)))
    }

    fn result(&mut self) -> Option<String> {
        self.position().outcome()?;
        self.final_score().ok().map(|score| GameResult::from_score(score).to_string())
    }

    fn start(&self) -> go::Position {
        self.setup().position()
    }

    fn rules(&self) -> String {
        let rules = self.setup().rules;
        let suicide = if rules.suicide { "allowed" } else { "forbidden" };
        format!("{}, suicide {suicide}", rules.ko)
    }

    fn read_record(
        &self,
        bytes: &[u8],
        move_number: Option<usize>,
    ) -> Result<go::Position, SgfError> {
        let GoSetup { rules, komi, .. } = self.setup();
        GoRecord::parse(bytes)?.position_before(move_number, Defaults { rules, komi })
    }

    fn write_record(&self, info: &GameInfo, notes: &[(usize, Annotation)]) -> String {
        noted(GoRecord::from_game(self.position(), info), notes)
    }
}

impl GtpGame for LoaEngine {
    type Insight = ();
    type Desk = Half;
    const GAME: GameName = GameName::Loa;

    fn clear_desk(desk: &mut Half) {
        (desk.from, desk.own_to) = (None, None);
    }

    fn commands() -> &'static [Command<Self>] {
        commands::LOA
    }

    fn menu() -> &'static str {
        commands::LOA_MENU
    }

    fn insight(&self) {}

    fn refusal(&self, player: Player) -> Option<&'static str> {
        match self.position().outcome() {
            Some(_) => Some("the game is over"),
            None if player != self.to_move() => Some("it is the other player's turn"),
            None => None,
        }
    }

    fn think_for(
        &mut self,
        _: Player,
        thinking: Thinking<'_, loa::Move>,
    ) -> SearchReport<loa::Move> {
        self.think(thinking)
    }

    fn ownership_teller(&self) -> Box<dyn Fn(Player) -> Option<String>> {
        Box::new(|_| None)
    }

    fn result(&mut self) -> Option<String> {
        self.position().outcome().map(|outcome| GameResult::from(outcome).to_string())
    }

    fn start(&self) -> loa::Position {
        loa::Position::new(self.position().rules())
    }

    fn rules(&self) -> String {
        self.position().rules().to_string()
    }

    fn read_record(
        &self,
        bytes: &[u8],
        move_number: Option<usize>,
    ) -> Result<loa::Position, SgfError> {
        LoaRecord::parse(bytes)?.position_before(move_number, self.position().rules())
    }

    fn write_record(&self, info: &GameInfo, notes: &[(usize, Annotation)]) -> String {
        noted(LoaRecord::from_game(self.position(), info), notes)
    }
}
