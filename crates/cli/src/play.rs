//! `tengen play`: a game of Go in the terminal.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use tengen_engine::sgf::{Annotation, GameInfo, GameResult, GoRecord};
use tengen_engine::{
    Action, GameSetup, GoEngine, GoSetup, Judgement, Limits, PlayerSpec, Reason, SearchReport,
    Thinking, Turn, Value, check_writable, note, write_whole,
};
use tengen_go::{Ending, Game, Move, Player, Position};
use tengen_gtp::read_line;

use crate::board_picture;
use crate::cli::{GameArgs, PlayArgs, Seat};
use crate::interrupt;

const HELP: &str = "  d4        play there          undo      take back your last move
  pass      pass; two passes end the game
  hint      what would it play?  score     how does it stand?
  resign    give up             board     show the board again
  save FILE write the game to an SGF file
  help      this                quit      leave";

/// Who gives hints and judges the end if no engine plays.
const ADVISER: &str = "uct,time=1s,memory=128M";

impl GameArgs {
    pub(crate) fn setup(&self) -> GameSetup {
        GameSetup::Go(self.go())
    }

    pub(crate) fn go(&self) -> GoSetup {
        let komi = self.komi.unwrap_or(self.rules.komi);
        GoSetup { size: self.size, rules: self.rules, komi }
    }
}

/// What a player did with his turn.
enum Chosen {
    Move(Move),
    Undo,
    Resign,
    Quit,
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let mut out = io::stdout().lock();
    // Whatever comes in is answered.
    let mut input = io::stdin().lock();
    let mut lines = std::iter::from_fn(|| read_line(&mut input).transpose());
    if let Some(path) = &args.save {
        check_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    interrupt::install();
    let mut table = Table::new(args, seed)?;
    let (size, game) = (args.game.size, &table.game);
    writeln!(out, "Go {size}x{size}, komi {}, {}, seed {seed}.", game.komi(), game.rules().ko)?;
    if table.humans > 0 {
        writeln!(out, "{HELP}")?;
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
struct Table {
    game: Position,
    engines: [Option<GoEngine>; 2],
    names: [String; 2],
    humans: usize,
    adviser: Option<GoEngine>,
    /// What engines thought of their moves, by move number.
    notes: Vec<(usize, Annotation)>,
    result: Option<String>,
    file: Option<PathBuf>,
    colour: bool,
}

impl Table {
    fn new(args: &PlayArgs, seed: u64) -> anyhow::Result<Self> {
        let name = |player| match args.seat(player) {
            Seat::Human => "human".to_owned(),
            Seat::Engine(spec) => spec.to_string(),
        };
        let is_human = |player: &Player| *args.seat(*player) == Seat::Human;
        Ok(Self {
            game: args.game.go().position(),
            engines: [engine(args, Player::Black, seed)?, engine(args, Player::White, seed)?],
            names: Player::BOTH.map(name),
            humans: Player::BOTH.iter().filter(|&player| is_human(player)).count(),
            adviser: None,
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
                if self.conclude(lines, out)? {
                    return Ok(());
                }
                self.game.resume();
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
                    writeln!(out, "{}. {player} {m}{thoughts}", self.game.moves().len())?;
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

    fn make(&mut self, player: Player, m: Move) -> anyhow::Result<()> {
        self.game.play(m)?;
        for engine in self.engines.iter_mut().flatten() {
            engine.play(player, m)?;
        }
        self.keep()
    }

    /// Saves the game so far, if it is to be saved: Ctrl-C must not lose it.
    fn keep(&self) -> anyhow::Result<()> {
        self.file.as_ref().map_or(Ok(()), |path| self.save(path))
    }

    /// An engine's turn.
    fn think(&mut self, player: Player, out: &mut impl Write) -> anyhow::Result<(Chosen, String)> {
        out.flush()?;
        let humans = self.humans;
        let engine = self.engines[player.index()].as_mut().context("an engine")?;
        let mut decide = |stop| {
            let thinking = Thinking { stop, ..Thinking::default() };
            engine.decide(player, Turn { thinking, ..Turn::default() })
        };
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
        let thoughts = format!("{}{reason}", thoughts(engine.spec(), &decision.report));
        Ok(match decision.action {
            Action::Resign => (Chosen::Resign, thoughts),
            Action::Move(m) => {
                self.notes.push((self.game.moves().len() + 1, note(&decision.report)));
                (Chosen::Move(m), thoughts)
            }
        })
    }

    /// Asks until the answer makes sense. The end of the input is a wish to leave.
    fn ask(
        &mut self,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<Chosen> {
        loop {
            let Some(line) = prompt(&format!("{} to move> ", self.game.to_move()), lines, out)?
            else {
                return Ok(Chosen::Quit);
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                "help" | "h" | "?" => writeln!(out, "{HELP}")?,
                "board" => self.show(out)?,
                "hint" => self.hint(out)?,
                "score" => {
                    let judgement = self.judge()?;
                    writeln!(out, "If the game ended here: {}.", self.verdict(&judgement))?;
                }
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
                _ => match line.parse::<Move>() {
                    Err(_) if line.len() > 40 => writeln!(out, "That is too long. Type help.")?,
                    Err(error) => writeln!(out, "{error}. Type help for the commands.")?,
                    Ok(m) => match self.game.check(m) {
                        Err(error) => writeln!(out, "{m}: {error}.")?,
                        Ok(()) => return Ok(Chosen::Move(m)),
                    },
                },
            }
        }
    }

    /// Somebody who gives advice about the position as it is now.
    fn adviser(&mut self) -> anyhow::Result<&mut GoEngine> {
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => {
                let spec: PlayerSpec = ADVISER.parse()?;
                let (board, rules) = (self.game.board(), self.game.rules());
                let setup = GoSetup { size: board.size(), rules, komi: self.game.komi() };
                none.insert(GoEngine::new(setup, &spec.at_full_strength())?)
            }
        };
        adviser.set_position(self.game.clone())?;
        Ok(adviser)
    }

    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        out.flush()?;
        let adviser = self.adviser()?;
        let player = adviser.position().to_move();
        let spec = adviser.spec().clone();
        let (decision, _) = interrupt::while_searching(|stop| {
            let thinking = Thinking { stop, ..Thinking::default() };
            adviser.decide(player, Turn { thinking, ..Turn::default() })
        });
        let best = match decision.action {
            Action::Move(m) => m.to_string(),
            Action::Resign => "resign".to_owned(),
        };
        writeln!(out, "{best}{}", thoughts(&spec, &decision.report))?;
        for other in decision.report.moves.iter().skip(1).take(3).filter(|m| m.visits > 0) {
            writeln!(out, "  or {} {:.0} %", other.r#move, 100.0 * other.value)?;
        }
        Ok(())
    }

    fn judge(&mut self) -> anyhow::Result<Judgement> {
        Ok(self.adviser()?.judge()?)
    }

    /// The game is over: who has won. False if somebody wants to play on.
    fn conclude(
        &mut self,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        let as_it_stands = self.game.rules().ending == Ending::AsItStands;
        let score = if as_it_stands {
            self.game.score()
        } else {
            let judgement = self.judge()?;
            let dead: Vec<String> = judgement.dead().iter().map(|p| p.to_string()).collect();
            if !dead.is_empty() {
                writeln!(out, "\n{}", self.picture(Some(&judgement)))?;
                writeln!(out, "Dead: {}.", dead.join(" "))?;
                if self.humans > 0 {
                    writeln!(out, "{}.", self.verdict(&judgement))?;
                    let question = "Type resume to play it out, or nothing if you agree> ";
                    let answer = prompt(question, lines, out)?;
                    if answer.is_some_and(|answer| answer.eq_ignore_ascii_case("resume")) {
                        return Ok(false);
                    }
                }
            }
            judgement.area().score() as f32 - self.game.komi().points()
        };
        writeln!(out, "{}.", result_in_words(score))?;
        self.result = Some(GameResult::from_score(score).to_string());
        Ok(true)
    }

    fn verdict(&self, judgement: &Judgement) -> String {
        result_in_words(judgement.area().score() as f32 - self.game.komi().points())
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n{}", self.picture(None))
    }

    fn picture(&self, judgement: Option<&Judgement>) -> String {
        board_picture::text(&self.game, judgement.map(Judgement::dead), self.colour)
    }

    fn has_move_to_undo(&self) -> bool {
        // Between two people the last move is taken back, whosever it was.
        let mine = |player: Player| self.humans == 2 || player == self.game.to_move();
        self.game.moves().iter().any(|&(player, _)| mine(player))
    }

    /// Takes back the last move of whoever is to move, and the answer to it; between two people,
    /// the last move.
    fn take_back(&mut self) {
        let player = self.game.to_move();
        while let Some((undone, _)) = self.game.undo() {
            for engine in self.engines.iter_mut().flatten() {
                engine.undo();
            }
            if undone == player || self.humans == 2 {
                break;
            }
        }
        let moves = self.game.moves().len();
        self.notes.retain(|(number, _)| *number <= moves);
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        let [black, white] = self.names.clone();
        let info = GameInfo {
            black: Some(black),
            white: Some(white),
            result: self.result.clone(),
            application: Some(("Tengen".to_owned(), crate::VERSION.to_owned())),
            ..GameInfo::default()
        };
        let mut record = GoRecord::from_game(&self.game, &info);
        for (number, note) in &self.notes {
            record.annotate(*number, note)?;
        }
        write_whole(path, &record.to_sgf())
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Asks one question; `None` at the end of the input.
fn prompt(
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

fn result_in_words(score: f32) -> String {
    match score {
        _ if score > 0.0 => format!("Black wins by {score}"),
        _ if score < 0.0 => format!("White wins by {}", -score),
        _ => "A draw".to_owned(),
    }
}

/// The engine in a seat, if there is one.
fn engine(args: &PlayArgs, player: Player, seed: u64) -> anyhow::Result<Option<GoEngine>> {
    let Seat::Engine(spec) = args.seat(player) else { return Ok(None) };
    let spec = spec.clone().or_set("seed", seed.wrapping_add(player.index() as u64));
    let spec = spec.at_full_strength();
    let engine =
        GoEngine::new(args.game.go(), &spec).with_context(|| format!("{player}: {spec}"))?;
    if engine.limits() == Limits::default() {
        anyhow::bail!("{player}: {spec} would think for ever: set sims or time");
    }
    Ok(Some(engine))
}

/// What an engine thinks of its move, for people.
fn thoughts(spec: &PlayerSpec, report: &SearchReport<Move>) -> String {
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

fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}
