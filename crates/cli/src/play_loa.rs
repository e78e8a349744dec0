//! Lines of Action in the terminal: where a piece can go, and how the game ended.

use std::io::{self, Write};

use tengen_engine::sgf::GameResult;
use tengen_engine::{LoaEngine, MoveOf, PlayerSpec};
use tengen_loa::{Game, Move, MoveList, Player, Position, Square};

use crate::board_picture;
use crate::cli::PlayArgs;
use crate::play::{Parlour, Table};

impl Parlour for LoaEngine {
    const HELP: &'static str = "\
Who has all his pieces in one group wins; corners touch. A piece moves straight or diagonally, as
many squares as there are pieces on that line, of both colours. It may jump over its own, not over
the other's, and takes the piece on which it lands.

  c7xc4     move a piece, also c7-c4 and c7c4
  c7        where can that piece go?      undo      take back your last move
  hint      what would it play?           resign    give up
  board     show the board again          position  the position as text
  save FILE write the game to an SGF file
  help      this                          quit      leave";

    const ADVISER: &'static str = "mc-loa,time=1s,memory=128M";

    fn sit_down(args: &PlayArgs, spec: &PlayerSpec) -> anyhow::Result<Self> {
        Ok(Self::new(args.terms.loa()?, spec)?)
    }

    fn welcome(game: &Position) -> String {
        format!("Lines of Action, {} rules", game.rules())
    }

    fn picture(game: &Position, colour: bool) -> String {
        board_picture::loa(game, None, colour)
    }

    fn read(game: &Position, line: &str) -> Result<Move, String> {
        let m = game
            .parse_move(line)
            .map_err(|error| format!("{error}. Type help for the commands."))?;
        game.check(m).map_err(|error| format!("{m}: illegal move: {error}."))?;
        Ok(m)
    }

    fn undo_in(game: &mut Position) -> Option<(Player, MoveOf<Self>)> {
        let m = game.undo()?;
        Some((game.to_move(), m))
    }

    fn movers(game: &Position) -> Vec<Player> {
        let first = game.start_to_move();
        let players = [first, first.opponent()];
        players.into_iter().cycle().take(game.moves().len()).collect()
    }

    fn answer(
        table: &mut Table<Self>,
        word: &str,
        _: &str,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        if word == "position" {
            writeln!(out, "{}", table.game.to_text())?;
            return Ok(true);
        }
        let Ok(square) = word.parse::<Square>() else { return Ok(false) };
        let mut moves = MoveList::new();
        table.game.legal_moves(&mut moves);
        let ends = moves.iter().filter_map(|m| m.squares().filter(|(from, _)| *from == square));
        let ends: Vec<Square> = ends.map(|(_, to)| to).collect();
        match (table.game.board().piece(square), ends.is_empty()) {
            (None, _) => writeln!(out, "There is no piece on {square}.")?,
            (Some(player), _) if player != table.game.to_move() => {
                writeln!(out, "The piece on {square} is {player}'s.")?;
            }
            (Some(_), true) => writeln!(out, "The piece on {square} cannot move.")?,
            (Some(_), false) => {
                let names: Vec<String> = ends.iter().map(ToString::to_string).collect();
                let picture = board_picture::loa(&table.game, Some(&ends), table.colour);
                writeln!(out, "\n{picture}\n{square} can go to {}.", names.join(", "))?;
            }
        }
        Ok(true)
    }

    fn conclude(
        table: &mut Table<Self>,
        _: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        if let Some(ending) = table.game.ending() {
            let outcome = ending.outcome();
            let verdict = match outcome.winner() {
                Some(winner) => format!("{winner} wins"),
                None => "A draw".to_owned(),
            };
            writeln!(out, "\n{}", Self::picture(&table.game, table.colour))?;
            writeln!(out, "{verdict}: {ending}.")?;
            table.result = Some(GameResult::from(outcome).to_string());
        }
        Ok(true)
    }
}
