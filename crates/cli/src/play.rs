//! `tengen play`: a game in the terminal. What only one game has is in `play_go.rs` and
//! `play_loa.rs`.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use tengen_engine::sgf::{Annotation, GameInfo, GameResult};
use tengen_engine::{
    Action, GameName, GoEngine, Limits, LoaEngine, MoveOf, PlayerSpec, Reason, SearchReport,
    Thinking, Value, check_writable, turn_note, write_whole,
};
use tengen_go::{Game, Player};
use tengen_gtp::{GtpGame, read_line};

use crate::board_picture;
use crate::cli::{PlayArgs, Seat};
use crate::game_setup::usual_player;
use crate::{interrupt, play_phantom};

/// A game that can be played in the terminal.
pub(crate) trait Parlour: GtpGame {
    /// What can be typed.
    const HELP: &'static str;
    /// Who gives hints and judges the end.
    const ADVISER: &'static str;

    /// A player at the beginning of the game that the flags say.
    fn sit_down(args: &PlayArgs, spec: &PlayerSpec) -> anyhow::Result<Self>;

    /// The game and its terms, in a line.
    fn welcome(position: &Self::Position) -> String;

    /// The board.
    fn picture(position: &Self::Position, colour: bool) -> String;

    /// A move that was typed, or what is wrong with it.
    fn read(position: &Self::Position, line: &str) -> Result<MoveOf<Self>, String>;

    /// Takes the last move back.
    fn undo_in(position: &mut Self::Position) -> Option<(Player, MoveOf<Self>)>;

    /// Who made the moves so far.
    fn movers(position: &Self::Position) -> Vec<Player>;

    /// Answers a command that only this game has; false if it is none.
    fn answer(
        table: &mut Table<Self>,
        word: &str,
        rest: &str,
        out: &mut impl Write,
    ) -> anyhow::Result<bool>;

    /// The game is over: who has won. False if somebody wants to play on.
    fn conclude(
        table: &mut Table<Self>,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<bool>;
}

/// What a player did with his turn.
enum Chosen<M> {
    Move(M),
    Undo,
    Resign,
    Quit,
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    match args.game.into() {
        GameName::Go => run_at::<GoEngine>(args),
        GameName::Loa => run_at::<LoaEngine>(args),
        GameName::Phantom => play_phantom::run(args),
    }
}

fn run_at<E: Parlour>(args: &PlayArgs) -> anyhow::Result<()> {
    if args.referee.is_some() {
        bail!("--referee is for phantom: in {} nothing is hidden", E::GAME);
    }
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let mut out = io::stdout().lock();
    // Whatever comes in is answered.
    let mut input = io::stdin().lock();
    let mut lines = std::iter::from_fn(|| read_line(&mut input).transpose());
    if let Some(path) = &args.save {
        check_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    interrupt::install();
    let mut table = Table::<E>::new(args, seed)?;
    writeln!(out, "{}, seed {seed}.", E::welcome(&table.game))?;
    if table.humans > 0 {
        writeln!(out, "{}", E::HELP)?;
    }
    table.show(&mut out)?;
    let played = table.play(&mut lines, &mut out);
    if let Some(path) = &args.save {
        table.save(path)?;
        played?;
        return Ok(writeln!(out, "Saved to {}.", path.display())?);
    }
    played
}

/// A game, and who sits at it.
pub(crate) struct Table<E: Parlour> {
    pub(crate) game: E::Position,
    engines: [Option<E>; 2],
    names: [String; 2],
    pub(crate) humans: usize,
    /// He also knows the game at its beginning, and how to write a record.
    adviser: E,
    /// What engines thought of their moves, by move number.
    notes: Vec<(usize, Annotation)>,
    pub(crate) result: Option<String>,
    file: Option<PathBuf>,
    pub(crate) colour: bool,
}

impl<E: Parlour> Table<E> {
    fn new(args: &PlayArgs, seed: u64) -> anyhow::Result<Self> {
        let usual = || format!("{},time=1s", usual_player(E::GAME)).parse().map(Seat::Engine);
        let white = args.white.clone().map_or_else(usual, Ok)?;
        let seats = [&args.black, &white];
        let name = |seat: &Seat| match seat {
            Seat::Human => "human".to_owned(),
            Seat::Engine(spec) => spec.to_string(),
        };
        // Made first: what is wrong with the game is to be said before what is wrong with players.
        let adviser: PlayerSpec = E::ADVISER.parse()?;
        let adviser = E::sit_down(args, &adviser)?;
        let engine = |player: Player| engine(args, seats[player.index()], player, seed);
        Ok(Self {
            game: adviser.position().clone(),
            engines: [engine(Player::Black)?, engine(Player::White)?],
            names: seats.map(name),
            humans: seats.iter().filter(|seat| ***seat == Seat::Human).count(),
            adviser,
            notes: Vec::new(),
            result: None,
            file: args.save.clone(),
            colour: board_picture::wants_colour(args.color),
        })
    }

    fn play(
        &mut self,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        loop {
            if self.game.outcome().is_some() {
                if E::conclude(self, lines, out)? {
                    return Ok(());
                }
                self.show(out)?;
            }
            let player = self.game.to_move();
            let (chosen, thoughts) = match self.engines[player.index()].is_some() {
                true => self.think(player, out)?,
                false => (self.ask(lines, out)?, String::new()),
            };
            match chosen {
                Chosen::Move(m) => {
                    self.make(player, m)?;
                    writeln!(out, "{}. {player} {m}{thoughts}", self.moves_made())?;
                    // Between a human's move and the answer to it nobody needs to look.
                    let looks = self.engines[player.opponent().index()].is_none();
                    if (self.humans == 0 || looks) && self.game.outcome().is_none() {
                        self.show(out)?;
                    }
                }
                Chosen::Undo => {
                    self.take_back();
                    self.keep()?;
                    self.show(out)?;
                }
                Chosen::Resign => {
                    let winner = player.opponent();
                    writeln!(out, "{player} resigns. {winner} wins.{thoughts}")?;
                    self.result = Some(GameResult::Resignation(winner).to_string());
                    return Ok(());
                }
                Chosen::Quit => {
                    writeln!(out, "Bye. The game was not finished.")?;
                    return Ok(());
                }
            }
        }
    }

    fn make(&mut self, player: Player, m: MoveOf<E>) -> anyhow::Result<()> {
        self.game.play(m)?;
        for engine in self.engines.iter_mut().flatten() {
            engine.play(player, m)?;
        }
        self.keep()
    }

    /// Saves the game so far, if it is to be saved: Ctrl-C must not lose it.
    fn keep(&mut self) -> anyhow::Result<()> {
        self.file.clone().map_or(Ok(()), |path| self.save(&path))
    }

    /// An engine's turn.
    fn think(
        &mut self,
        player: Player,
        out: &mut impl Write,
    ) -> anyhow::Result<(Chosen<MoveOf<E>>, String)> {
        out.flush()?;
        let humans = self.humans;
        let engine = self.engines[player.index()].as_mut().context("an engine")?;
        let mut decide =
            |stop| engine.decide(player, Thinking { stop, ..Thinking::default() }, false);
        let decision = if humans == 0 {
            // Nobody waits for this move: Ctrl-C ends the program.
            decide(tengen_engine::StopFlag::new())
        } else {
            interrupt::while_searching(decide).0
        };
        let reason = match decision.reason {
            Some(Reason::Won) => "   the game is won",
            Some(Reason::Lost) => "   the game is lost",
            Some(Reason::NothingLeft | Reason::Clean) => "   nothing is left to gain",
            None => "",
        };
        let book = decision.book.as_ref().map_or_else(String::new, |book| format!("   {book}"));
        let thoughts = format!("{book}{}{reason}", thoughts(engine.spec(), &decision.report));
        Ok(match decision.action {
            Action::Resign => (Chosen::Resign, thoughts),
            Action::Move(m) => {
                let number = E::movers(&self.game).len() + 1;
                self.notes.push((number, turn_note(&decision)));
                (Chosen::Move(m), thoughts)
            }
        })
    }

    /// Asks until the answer makes sense. The end of the input is a wish to leave.
    fn ask(
        &mut self,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<Chosen<MoveOf<E>>> {
        loop {
            let Some(line) = prompt(&format!("{} to move> ", self.game.to_move()), lines, out)?
            else {
                return Ok(Chosen::Quit);
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                "help" | "h" | "?" => writeln!(out, "{}", E::HELP)?,
                "board" => self.show(out)?,
                "hint" => self.hint(out)?,
                "save" if rest.trim().is_empty() => writeln!(out, "Save to which file?")?,
                "save" => match self.save(Path::new(rest.trim())) {
                    Ok(()) => writeln!(out, "Saved to {}.", rest.trim())?,
                    Err(error) => writeln!(out, "{error:#}")?,
                },
                "undo" | "u" if !self.has_move_to_undo() => {
                    writeln!(out, "There is no move of yours to undo.")?;
                }
                "undo" | "u" => return Ok(Chosen::Undo),
                "resign" => return Ok(Chosen::Resign),
                "quit" | "q" | "exit" => return Ok(Chosen::Quit),
                word if E::answer(self, word, rest.trim(), out)? => {}
                _ => match E::read(&self.game, &line) {
                    Err(_) if line.len() > 40 => writeln!(out, "That is too long. Type help.")?,
                    Err(error) => writeln!(out, "{error}")?,
                    Ok(m) => return Ok(Chosen::Move(m)),
                },
            }
        }
    }

    /// Somebody who gives advice about the position as it is now.
    pub(crate) fn adviser(&mut self) -> anyhow::Result<&mut E> {
        self.adviser.set_position(self.game.clone())?;
        Ok(&mut self.adviser)
    }

    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        out.flush()?;
        let adviser = self.adviser()?;
        let player = adviser.to_move();
        let spec = adviser.spec().clone();
        let (decision, _) = interrupt::while_searching(|stop| {
            adviser.decide(player, Thinking { stop, ..Thinking::default() }, false)
        });
        let best = match decision.action {
            Action::Move(m) => m.to_string(),
            Action::Resign => "resign".to_owned(),
        };
        let book = decision.book.as_ref().map_or_else(String::new, |book| format!("   {book}"));
        writeln!(out, "{best}{book}{}", thoughts(&spec, &decision.report))?;
        for other in decision.report.moves.iter().skip(1).take(3).filter(|m| m.visits > 0) {
            writeln!(out, "  or {} {:.0} %", other.r#move, 100.0 * other.value)?;
        }
        Ok(())
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n{}", E::picture(&self.game, self.colour))
    }

    fn moves_made(&self) -> usize {
        E::movers(&self.game).len()
    }

    fn has_move_to_undo(&self) -> bool {
        // Between two people the last move is taken back, whosever it was.
        let mine = |player: &Player| self.humans == 2 || *player == self.game.to_move();
        E::movers(&self.game).iter().any(mine)
    }

    /// Takes back the last move of whoever is to move, and the answer to it; between two people,
    /// the last move.
    fn take_back(&mut self) {
        let player = self.game.to_move();
        while let Some((undone, _)) = E::undo_in(&mut self.game) {
            for engine in self.engines.iter_mut().flatten() {
                engine.undo();
            }
            if undone == player || self.humans == 2 {
                break;
            }
        }
        let moves = self.moves_made();
        self.notes.retain(|(number, _)| *number <= moves);
    }

    fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let [black, white] = self.names.clone();
        let info = GameInfo {
            black: Some(black),
            white: Some(white),
            result: self.result.clone(),
            application: Some(("Tengen".to_owned(), crate::VERSION.to_owned())),
            ..GameInfo::default()
        };
        let notes = self.notes.clone();
        let record = self.adviser()?.write_record(&info, &notes);
        write_whole(path, &record).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Asks one question; `None` at the end of the input.
pub(crate) fn prompt(
    question: &str,
    lines: &mut impl Iterator<Item = io::Result<String>>,
    out: &mut impl Write,
) -> io::Result<Option<String>> {
    write!(out, "{question}")?;
    out.flush()?;
    let Some(line) = lines.next() else {
        writeln!(out)?;
        return Ok(None);
    };
    Ok(Some(line?.trim().to_owned()))
}

/// The engine in a seat, if there is one.
fn engine<E: Parlour>(
    args: &PlayArgs,
    seat: &Seat,
    player: Player,
    seed: u64,
) -> anyhow::Result<Option<E>> {
    let Seat::Engine(spec) = seat else { return Ok(None) };
    let spec = spec.clone().or_set("seed", seed.wrapping_add(player.index() as u64));
    let engine = E::sit_down(args, &spec).with_context(|| format!("{player}: {spec}"))?;
    if engine.limits() == Limits::default() {
        anyhow::bail!("{player}: {spec} would think for ever: set sims or time");
    }
    Ok(Some(engine))
}

/// What an engine thinks of its move, for people.
fn thoughts<M: Display>(spec: &PlayerSpec, report: &SearchReport<M>) -> String {
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
    let line: Vec<String> =
        report.principal_variation.iter().skip(1).take(6).map(ToString::to_string).collect();
    let line =
        if line.is_empty() { String::new() } else { format!(", expects {}", line.join(" ")) };
    let unit = if spec.name() == "alphabeta" { "positions" } else { "playouts" };
    format!("   {chance}, {} {unit}{line}", report.playouts)
}

pub(crate) fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}
