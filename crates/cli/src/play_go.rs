//! Go in the terminal: dead stones, scores, and playing on.

use std::io::{self, Write};

use tengen_engine::sgf::GameResult;
use tengen_engine::{GoEngine, Judgement, MoveOf, PlayerSpec};
use tengen_go::{Ending, Move, Player, Position};

use crate::board_picture;
use crate::cli::PlayArgs;
use crate::play::{Parlour, Table, prompt};

impl Parlour for GoEngine {
    const HELP: &'static str = "  d4        play there          undo      take back your last move
  pass      pass; two passes end the game
  hint      what would it play?  score     how does it stand?
  resign    give up             board     show the board again
  save FILE write the game to an SGF file
  help      this                quit      leave";

    const ADVISER: &'static str = "erica,time=1s,memory=128M";

    fn sit_down(args: &PlayArgs, spec: &PlayerSpec) -> anyhow::Result<Self> {
        Ok(Self::new(args.terms.go()?, spec)?)
    }

    fn welcome(game: &Position) -> String {
        let size = game.board().size();
        format!("Go {size}x{size}, komi {}, {}", game.komi(), game.rules().ko)
    }

    fn picture(game: &Position, colour: bool) -> String {
        board_picture::go(game, None, colour)
    }

    fn read(game: &Position, line: &str) -> Result<Move, String> {
        let m: Move =
            line.parse().map_err(|error| format!("{error}. Type help for the commands."))?;
        game.check(m).map_err(|error| format!("{m}: {error}."))?;
        Ok(m)
    }

    fn undo_in(game: &mut Position) -> Option<(Player, MoveOf<Self>)> {
        game.undo()
    }

    fn movers(game: &Position) -> Vec<Player> {
        game.moves().iter().map(|&(player, _)| player).collect()
    }

    fn answer(
        table: &mut Table<Self>,
        word: &str,
        _: &str,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        if word != "score" {
            return Ok(false);
        }
        let judgement = table.adviser()?.judge()?;
        writeln!(out, "If the game ended here: {}.", verdict(&table.game, &judgement))?;
        Ok(true)
    }

    fn conclude(
        table: &mut Table<Self>,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        let score = if table.game.rules().ending == Ending::AsItStands {
            table.game.score()
        } else {
            let judgement = table.adviser()?.judge()?;
            let dead: Vec<String> = judgement.dead().iter().map(|p| p.to_string()).collect();
            if !dead.is_empty() {
                let picture = board_picture::go(&table.game, Some(judgement.dead()), table.colour);
                writeln!(out, "\n{picture}")?;
                writeln!(out, "Dead: {}.", dead.join(" "))?;
                if table.humans > 0 {
                    writeln!(out, "{}.", verdict(&table.game, &judgement))?;
                    let question = "Type resume to play it out, or nothing if you agree> ";
                    let answer = prompt(question, lines, out)?;
                    if answer.is_some_and(|answer| answer.eq_ignore_ascii_case("resume")) {
                        table.game.resume();
                        return Ok(false);
                    }
                }
            }
            judgement.area().score() as f32 - table.game.komi().points()
        };
        writeln!(out, "{}.", result_in_words(score))?;
        table.result = Some(GameResult::from_score(score).to_string());
        Ok(true)
    }
}

fn verdict(game: &Position, judgement: &Judgement) -> String {
    result_in_words(judgement.area().score() as f32 - game.komi().points())
}

fn result_in_words(score: f32) -> String {
    match score {
        _ if score > 0.0 => format!("Black wins by {score}"),
        _ if score < 0.0 => format!("White wins by {}", -score),
        _ => "A draw".to_owned(),
    }
}
