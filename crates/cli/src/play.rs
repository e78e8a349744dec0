//! `tengen play`: a game of Go in the terminal.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use tengen_go::{Game, Move, Outcome, Player, Position, Rng};

use crate::cli::{GameArgs, PlayArgs, Seat};

const HELP: &str = "  d4        play there          undo      take back your last move
  pass      pass; two passes end the game
  resign    give up             board     show the board again
  help      this                quit      leave";

impl GameArgs {
    pub(crate) fn position(&self) -> Position {
        Position::new(self.size, self.rules, self.komi.unwrap_or(self.rules.komi))
    }
}

/// What a player did with his turn.
enum Turn {
    Move(Move),
    Undo,
    Resign,
    Quit,
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let mut out = io::stdout().lock();
    // Bytes, not text: whatever comes in is answered.
    let lines = io::stdin().lock().split(b'\n');
    let mut lines =
        lines.map(|line| line.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
    let mut rng = Rng::new(seed);
    let mut game = args.game.position();

    let size = args.game.size;
    writeln!(out, "Go {size}x{size}, komi {}, {}, seed {seed}.", game.komi(), game.rules().ko)?;
    let humans = Player::BOTH.iter().filter(|&&player| args.seat(player) == Seat::Human).count();
    if humans > 0 {
        writeln!(out, "{HELP}")?;
    }
    writeln!(out, "\n{}\n", game.board())?;
    while game.outcome().is_none() {
        let player = game.to_move();
        let turn = match args.seat(player) {
            Seat::Human => ask(&game, &mut lines, &mut out)?,
            Seat::Random => Turn::Move(random_move(&game, &mut rng)),
        };
        match turn {
            Turn::Move(m) => {
                game.play(m)?;
                writeln!(out, "{}. {player} {m}", game.moves().len())?;
                // Between a human's move and the answer to it nobody needs to look.
                let next_looks = humans == 0 || args.seat(game.to_move()) == Seat::Human;
                if next_looks && game.outcome().is_none() {
                    writeln!(out, "\n{}\n", game.board())?;
                }
            }
            Turn::Undo => {
                take_back(&mut game);
                writeln!(out, "\n{}\n", game.board())?;
            }
            Turn::Resign => {
                writeln!(out, "{player} resigns. {} wins.", player.opponent())?;
                return Ok(());
            }
            Turn::Quit => {
                writeln!(out, "Bye. The game was not finished.")?;
                return Ok(());
            }
        }
    }
    let score = game.score();
    match game.outcome() {
        Some(Outcome::Win(winner)) => writeln!(out, "{winner} wins by {}.", score.abs())?,
        _ => writeln!(out, "A draw.")?,
    }
    Ok(())
}

/// Asks until the answer makes sense. The end of the input is a wish to leave.
fn ask(
    game: &Position,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    out: &mut impl Write,
) -> io::Result<Turn> {
    loop {
        write!(out, "{} to move> ", game.to_move())?;
        out.flush()?;
        let Some(line) = lines.next() else {
            writeln!(out)?;
            return Ok(Turn::Quit);
        };
        let line = line?;
        match line.trim().to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "h" | "?" => writeln!(out, "{HELP}")?,
            "board" => writeln!(out, "\n{}\n", game.board())?,
            "undo" | "u" if !game.moves().iter().any(|&(player, _)| player == game.to_move()) => {
                writeln!(out, "There is no move of yours to undo.")?;
            }
            "undo" | "u" => return Ok(Turn::Undo),
            "resign" => return Ok(Turn::Resign),
            "quit" | "q" | "exit" => return Ok(Turn::Quit),
            text => match text.parse::<Move>() {
                Err(error) => writeln!(out, "{error}. Type help for the commands.")?,
                Ok(m) => match game.check(m) {
                    Err(error) => writeln!(out, "{m}: {error}.")?,
                    Ok(()) => return Ok(Turn::Move(m)),
                },
            },
        }
    }
}

/// Takes back the last move of whoever is to move, and the answer to it.
fn take_back(game: &mut Position) {
    let player = game.to_move();
    while let Some((undone, _)) = game.undo() {
        if undone == player {
            break;
        }
    }
}

/// A uniformly random move that fills no own eye; a pass if there is none, or if it would break
/// the rules of this game (superko, which playouts do not know).
fn random_move(game: &Position, rng: &mut Rng) -> Move {
    for _ in 0..100 {
        let mut board = game.board().clone();
        let drawn = board.play_random_move(game.to_move(), rng).map_or(Move::Pass, Move::Play);
        if game.is_legal(drawn) {
            return drawn;
        }
    }
    Move::Pass
}

fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}
