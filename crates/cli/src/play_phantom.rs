//! Phantom Go in the terminal: your view, the arbiter's answers, and all boards at the end.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tengen_engine::go::{Move, Player, PointMask};
use tengen_engine::phantom::{Arbiter, Event, News, PlayerView, Try};
use tengen_engine::sgf::{GameInfo, GameResult, GoRecord};
use tengen_engine::{
    GameName, Limits, PhantomEngine, PhantomSetup, PlayerSpec, StopFlag, Thinking, check_writable,
    write_whole,
};
use tengen_gtp::read_line;

use crate::board_picture;
use crate::cli::{PlayArgs, Seat};
use crate::game_setup::usual_player;
use crate::interrupt;
use crate::play::{prompt, seed_from_clock};
use crate::play_go::result_in_words;

const HELP: &str = "\
Nobody sees the other's stones. Try a point: the arbiter says whether that is a legal move. If it is
not, nothing is lost but the point: try another. Two passes end the game.

  d4        try that point      pass      pass
  board     show what you know  news      all that you were told
  hint      what would it try?  resign    give up
  save FILE write the true game to an SGF file
  reveal    all boards, when the game is over
  help      this                quit      leave";

/// What can be typed when the game is over.
const AFTER: &str = "\
  reveal    all boards          save FILE write the game to an SGF file
  news      all you were told   quit      leave";

/// Who gives hints.
const ADVISER: &str = "phantom,time=1s";

/// What a player did with his turn.
enum Chosen {
    Try(Try),
    Resign,
    Quit,
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let setup = args.terms.phantom(args.referee)?;
    let mut out = io::stdout().lock();
    let mut input = io::stdin().lock();
    let mut lines = std::iter::from_fn(|| read_line(&mut input).transpose());
    if let Some(path) = &args.save {
        check_writable(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    interrupt::install();
    let mut table = Table::new(args, setup, seed)?;
    let size = setup.go.size;
    writeln!(
        out,
        "Phantom Go {size}x{size}, komi {}, {}, referee {}, seed {seed}.",
        setup.go.komi, setup.go.rules.ko, setup.referee
    )?;
    if table.humans > 0 {
        writeln!(out, "{HELP}")?;
    }
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
    arbiter: Arbiter,
    engines: [Option<PhantomEngine>; 2],
    names: [String; 2],
    humans: usize,
    seed: u64,
    result: Option<String>,
    file: Option<PathBuf>,
    colour: bool,
}

impl Table {
    fn new(args: &PlayArgs, setup: PhantomSetup, seed: u64) -> anyhow::Result<Self> {
        let usual =
            || format!("{},time=1s", usual_player(GameName::Phantom)).parse().map(Seat::Engine);
        let white = args.white.clone().map_or_else(usual, Ok)?;
        let seats = [&args.black, &white];
        let arbiter = setup.arbiter();
        let engine = |player: Player| -> anyhow::Result<Option<PhantomEngine>> {
            let Seat::Engine(spec) = seats[player.index()] else { return Ok(None) };
            let spec = spec.clone().or_set("seed", seed.wrapping_add(player.index() as u64));
            let engine = PhantomEngine::new(&spec, arbiter.view(player));
            let engine = engine.with_context(|| format!("{player}: {spec}"))?;
            if engine.limits() == Limits::default() {
                bail!("{player}: {spec} would think for ever: set sims or time");
            }
            Ok(Some(engine))
        };
        let name = |seat: &Seat| match seat {
            Seat::Human => "human".to_owned(),
            Seat::Engine(spec) => spec.to_string(),
        };
        Ok(Self {
            engines: [engine(Player::Black)?, engine(Player::White)?],
            names: seats.map(name),
            humans: seats.iter().filter(|seat| ***seat == Seat::Human).count(),
            arbiter,
            seed,
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
        let mut shown = false;
        while self.arbiter.outcome().is_none() {
            let player = self.arbiter.to_move();
            let is_human = self.engines[player.index()].is_none();
            if is_human && !shown {
                self.show(player, out)?;
            }
            let chosen = if is_human { self.ask(player, lines, out)? } else { self.think(player)? };
            match chosen {
                Chosen::Try(attempt) => {
                    let moves = self.arbiter.position().moves().len();
                    self.arbiter.answer(attempt)?;
                    self.keep()?;
                    let is_over = self.arbiter.position().moves().len() > moves;
                    self.tell(attempt, out)?;
                    // A refusal changes one point, and is told.
                    shown = is_human && !is_over;
                }
                Chosen::Resign => {
                    let winner = player.opponent();
                    writeln!(out, "{player} resigns. {winner} wins.")?;
                    self.result = Some(GameResult::Resignation(winner).to_string());
                    return self.after(lines, out);
                }
                Chosen::Quit => {
                    writeln!(out, "Bye. The game was not finished.")?;
                    return Ok(());
                }
            }
        }
        let score = self.arbiter.position().score();
        writeln!(out, "{}.", result_in_words(score))?;
        self.result = Some(GameResult::from_score(score).to_string());
        self.after(lines, out)
    }

    /// An engine's turn. Nobody is told what it thinks: that would tell of its stones.
    fn think(&mut self, player: Player) -> anyhow::Result<Chosen> {
        let view = self.arbiter.view(player);
        let engine = self.engines[player.index()].as_mut().context("an engine")?;
        let mut decide = |stop| engine.decide(view, &Thinking { stop, ..Thinking::default() }).0;
        Ok(Chosen::Try(if self.humans == 0 {
            // Nobody waits for this move: Ctrl-C ends the program.
            decide(StopFlag::new())
        } else {
            interrupt::while_searching(decide).0
        }))
    }

    /// Asks until the answer is something that the arbiter can be asked. The end of the input is a
    /// wish to leave.
    fn ask(
        &mut self,
        player: Player,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<Chosen> {
        loop {
            let Some(line) = prompt(&format!("{player} to move> "), lines, out)? else {
                return Ok(Chosen::Quit);
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                "help" | "h" | "?" => writeln!(out, "{HELP}")?,
                "board" => self.show(player, out)?,
                "news" => self.news(player, out)?,
                "hint" => self.hint(player, out)?,
                "reveal" => {
                    writeln!(out, "The boards are revealed when the game is over.")?;
                }
                "undo" | "u" => {
                    writeln!(out, "Nothing is taken back: what you were told you would know.")?;
                }
                "save" => self.save_as(rest.trim(), out)?,
                "resign" => return Ok(Chosen::Resign),
                "quit" | "q" | "exit" => return Ok(Chosen::Quit),
                _ => match read(self.arbiter.view(player), &line) {
                    Err(_) if line.len() > 40 => writeln!(out, "That is too long. Type help.")?,
                    Err(error) => writeln!(out, "{error}")?,
                    Ok(attempt) => return Ok(Chosen::Try(attempt)),
                },
            }
        }
    }

    /// The game is over: nothing is hidden any more.
    fn after(
        &mut self,
        lines: &mut impl Iterator<Item = io::Result<String>>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        self.keep()?;
        if self.humans == 0 {
            return self.reveal(out);
        }
        writeln!(out, "{AFTER}")?;
        while let Some(line) = prompt("The game is over> ", lines, out)? {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                "reveal" | "board" => self.reveal(out)?,
                "news" => {
                    for player in Player::BOTH {
                        if self.engines[player.index()].is_none() {
                            self.news(player, out)?;
                        }
                    }
                }
                "save" => self.save_as(rest.trim(), out)?,
                "quit" | "q" | "exit" => break,
                "help" | "h" | "?" => writeln!(out, "{AFTER}")?,
                _ => writeln!(out, "The game is over. Type reveal, save FILE or quit.")?,
            }
        }
        Ok(())
    }

    /// Says what came of a try, to those who may know.
    fn tell(&self, attempt: Try, out: &mut impl Write) -> anyhow::Result<()> {
        let player = attempt.player();
        let last = |player: Player| self.arbiter.view(player).moments().last();
        let Some(moment) = last(player) else { return Ok(()) };
        let refused = matches!(moment.event, Event::Refused(_));
        let number = self.arbiter.position().moves().len();
        if self.humans == 0 {
            let action = attempt.action();
            if refused {
                return Ok(writeln!(out, "{player} tries {action}: illegal.")?);
            }
            writeln!(out, "{number}. {player} {action}")?;
            return self.reveal(out);
        }
        if self.engines[player.index()].is_none() {
            writeln!(out, "{}", in_words(&moment.event, player))?;
        }
        let other = player.opponent();
        if !refused
            && self.engines[other.index()].is_none()
            && let Some(moment) = last(other)
        {
            writeln!(out, "{number}. {}", in_words(&moment.event, other))?;
        }
        Ok(())
    }

    /// Everything that a player was told.
    fn news(&self, player: Player, out: &mut impl Write) -> io::Result<()> {
        let moments = self.arbiter.view(player).moments();
        if moments.is_empty() {
            writeln!(out, "Nothing has happened yet.")?;
        }
        moments.iter().try_for_each(|moment| writeln!(out, "  {}", in_words(&moment.event, player)))
    }

    fn hint(&self, player: Player, out: &mut impl Write) -> anyhow::Result<()> {
        out.flush()?;
        let view = self.arbiter.view(player);
        let adviser: PlayerSpec = ADVISER.parse()?;
        let mut adviser = PhantomEngine::new(&adviser.or_set("seed", self.seed), view)?;
        let ((attempt, report), _) = interrupt::while_searching(|stop| {
            adviser.decide(view, &Thinking { stop, ..Thinking::default() })
        });
        let chance = report.map_or(0.0, |report| 100.0 * report.value);
        Ok(writeln!(out, "{}   {chance:.0} %", attempt.action())?)
    }

    /// What a player knows of the board.
    fn show(&self, player: Player, out: &mut impl Write) -> io::Result<()> {
        let view = self.arbiter.view(player);
        writeln!(out, "\n{}", board_picture::phantom(view, self.colour))?;
        let (stones, unseen) = (view.opponent_stones(), view.unseen());
        writeln!(
            out,
            "{player} sees this; {} has {stones} on the board, {unseen} of them unseen. \
             ! refused in this turn, - surely empty.",
            player.opponent()
        )
    }

    /// Black's board, the arbiter's and White's.
    fn reveal(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let pictures = |colour| {
            let view = |player| board_picture::phantom(self.arbiter.view(player), colour);
            let truth = board_picture::go(self.arbiter.position(), None, colour);
            vec![view(Player::Black), truth, view(Player::White)]
        };
        let titles = ["Black's board", "The arbiter's board", "White's board"];
        let boards = board_picture::side_by_side(&titles, &pictures(false), &pictures(self.colour));
        Ok(writeln!(out, "\n{boards}\n")?)
    }

    fn save_as(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        if name.is_empty() {
            return writeln!(out, "Save to which file?");
        }
        match self.save(Path::new(name)) {
            Ok(()) => writeln!(out, "Saved to {name}."),
            Err(error) => writeln!(out, "{error:#}"),
        }
    }

    /// Saves the game so far, if it is to be saved: Ctrl-C must not lose it.
    fn keep(&self) -> anyhow::Result<()> {
        self.file.as_deref().map_or(Ok(()), |path| self.save(path))
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
        let record = GoRecord::from_phantom(self.arbiter.record(), &info).to_sgf();
        write_whole(path, &record).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// A try that was typed, or what is wrong with it.
fn read(view: &PlayerView, line: &str) -> Result<Try, String> {
    let action: Move =
        line.parse().map_err(|error| format!("{error}. Type help for the commands."))?;
    let attempt = match action {
        Move::Play(point) => view.attempt(point),
        Move::Pass => view.pass(),
    };
    attempt.map_err(|error| format!("{error}."))
}

/// What a player was told, in words.
fn in_words(event: &Event, player: Player) -> String {
    let names = |stones: &PointMask| {
        stones.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
    };
    let taken = |news: &News| match news {
        News::Stones(stones) if !stones.is_empty() => {
            format!("{} ({})", news.number(), names(stones))
        }
        _ => news.number().to_string(),
    };
    let other = player.opponent();
    let heard = |refused: &Option<usize>| match refused {
        Some(tries) if *tries > 0 => format!(" Tries in vain before that: {tries}."),
        _ => String::new(),
    };
    match event {
        Event::Refused(point) => format!("{point}: illegal. Try something else."),
        Event::Passed => format!("{player} passes."),
        Event::Played { point, taken: news, lost } => {
            let mut text = format!("{point}: legal.");
            if news.number() > 0 {
                text += &format!(" Stones of {other} taken: {}.", taken(news));
            }
            if !lost.is_empty() {
                text += &format!(" Own stones lost: {}.", names(lost));
            }
            text
        }
        Event::OpponentPlayed { refused, lost, gone } => {
            let mut text = format!("{other} has played.{}", heard(refused));
            if !lost.is_empty() {
                text += &format!(" Stones of {player} taken: {} ({}).", lost.len(), names(lost));
            }
            if gone.number() > 0 {
                text += &format!(" Own stones that {other} lost: {}.", taken(gone));
            }
            text
        }
        Event::OpponentPassed { refused } => format!("{other} passes.{}", heard(refused)),
    }
}
