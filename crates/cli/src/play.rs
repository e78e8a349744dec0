//! `tengen play`: a game of Go in the terminal.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use tengen_engine::{Engine, GameSetup, GoSetup, Limits, SearchReport, Thinking, Value};
use tengen_go::{Game, Move, Outcome, Player, Position};

use crate::cli::{GameArgs, PlayArgs, Seat};
use crate::interrupt;

const HELP: &str = "  d4        play there          undo      take back your last move
  pass      pass; two passes end the game
  resign    give up             board     show the board again
  help      this                quit      leave";

impl GameArgs {
    pub(crate) fn position(&self) -> Position {
        self.go().position()
    }

    pub(crate) fn setup(&self) -> GameSetup {
        GameSetup::Go(self.go())
    }

    pub(crate) fn go(&self) -> GoSetup {
        let komi = self.komi.unwrap_or(self.rules.komi);
        GoSetup { size: self.size, rules: self.rules, komi }
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
    interrupt::install();
    let mut game = args.game.position();
    let mut engines = Player::BOTH
        .map(|player| engine(args, player, seed))
        .into_iter()
        .collect::<anyhow::Result<Vec<Option<Engine>>>>()?;

    let size = args.game.size;
    writeln!(out, "Go {size}x{size}, komi {}, {}, seed {seed}.", game.komi(), game.rules().ko)?;
    let humans = Player::BOTH.iter().filter(|&&player| *args.seat(player) == Seat::Human).count();
    if humans > 0 {
        writeln!(out, "{HELP}")?;
    }
    show(&game, &mut out)?;
    while game.outcome().is_none() {
        let player = game.to_move();
        let (turn, thoughts) = match &mut engines[player.index()] {
            None => (ask(&game, humans, &mut lines, &mut out)?, String::new()),
            Some(engine) => {
                out.flush()?;
                let report = if humans == 0 {
                    // Nobody waits for this move: Ctrl-C ends the program.
                    engine.think(Thinking::default())
                } else {
                    interrupt::while_searching(|stop| {
                        engine.think(Thinking { stop, ..Thinking::default() })
                    })
                    .0
                };
                let best = report.best.as_deref().context("the engine has no move")?;
                (Turn::Move(best.parse()?), thoughts(engine, &report))
            }
        };
        match turn {
            Turn::Move(m) => {
                game.play(m)?;
                for engine in engines.iter_mut().flatten() {
                    engine.play(&m.to_string())?;
                }
                writeln!(out, "{}. {player} {m}{thoughts}", game.moves().len())?;
                // Between a human's move and the answer to it nobody needs to look.
                let next_looks = humans == 0 || *args.seat(game.to_move()) == Seat::Human;
                if next_looks && game.outcome().is_none() {
                    show(&game, &mut out)?;
                }
            }
            Turn::Undo => {
                take_back(&mut game, &mut engines, humans);
                show(&game, &mut out)?;
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
    humans: usize,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    out: &mut impl Write,
) -> io::Result<Turn> {
    // Between two people the last move is taken back, whosever it was.
    let mine = |player: Player| humans == 2 || player == game.to_move();
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
            "board" => show(game, out)?,
            "undo" | "u" if !game.moves().iter().any(|&(player, _)| mine(player)) => {
                writeln!(out, "There is no move of yours to undo.")?;
            }
            "undo" | "u" => return Ok(Turn::Undo),
            "resign" => return Ok(Turn::Resign),
            "quit" | "q" | "exit" => return Ok(Turn::Quit),
            text => match text.parse::<Move>() {
                Err(_) if text.len() > 40 => writeln!(out, "That is too long. Type help.")?,
                Err(error) => writeln!(out, "{error}. Type help for the commands.")?,
                Ok(m) => match game.check(m) {
                    Err(error) => writeln!(out, "{m}: {error}.")?,
                    Ok(()) => return Ok(Turn::Move(m)),
                },
            },
        }
    }
}

/// The board, with the last move in brackets.
fn show(game: &Position, out: &mut impl Write) -> io::Result<()> {
    let last = game.moves().last().and_then(|&(_, m)| m.point());
    writeln!(out, "\n{}\n", game.board().marked(last))
}

/// The engine in a seat, if there is one.
fn engine(args: &PlayArgs, player: Player, seed: u64) -> anyhow::Result<Option<Engine>> {
    let Seat::Engine(spec) = args.seat(player) else { return Ok(None) };
    let spec = spec.clone().or_set("seed", seed.wrapping_add(player.index() as u64));
    let engine =
        Engine::new(args.game.setup(), &spec).with_context(|| format!("{player}: {spec}"))?;
    if engine.limits() == Limits::default() {
        anyhow::bail!("{player}: {spec} would think for ever: set sims or time");
    }
    Ok(Some(engine))
}

/// What an engine thinks of its move, for people.
fn thoughts(engine: &Engine, report: &SearchReport<String>) -> String {
    if report.playouts == 0 && report.proof.is_none() {
        return String::new();
    }
    let chance = match report.proof {
        Some(proof) => {
            let word = match proof.value {
                Value::Win => "won",
                Value::Draw => "drawn",
                Value::Loss => "lost",
            };
            format!("{word} in {}", proof.plies)
        }
        None => format!("{:.0} %", 100.0 * report.value),
    };
    let line: Vec<&str> =
        report.principal_variation.iter().skip(1).take(6).map(String::as_str).collect();
    let line =
        if line.is_empty() { String::new() } else { format!(", expects {}", line.join(" ")) };
    let unit = if engine.spec().name() == "alphabeta" { "positions" } else { "playouts" };
    format!("   {chance}, {} {unit}{line}", report.playouts)
}

/// Takes back the last move of whoever is to move, and the answer to it; between two people, the
/// last move.
fn take_back(game: &mut Position, engines: &mut [Option<Engine>], humans: usize) {
    let player = game.to_move();
    while let Some((undone, _)) = game.undo() {
        for engine in engines.iter_mut().flatten() {
            engine.undo();
        }
        if undone == player || humans == 2 {
            break;
        }
    }
}

fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}
