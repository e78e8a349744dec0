//! Players with opening books: in their games, out of them, and with books that are of no use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Once, OnceLock};

use tengen_book::{BookFault, BookSource, BookTerms, Entry, MemoryBook, Orientation, Tally};
use tengen_engine::{
    Action, BookSaying, Engine, GameEngine, GameSetup, GoEngine, GoSetup, LoaEngine, LoaSetup,
    OpenBook, PlayerSpec, Thinking, set_book_opener, turn_note,
};
use tengen_game::{Canonical, Game, Key, Player};
use tengen_go::{BoardSize, Komi, Rules};

struct InMemory {
    rows: MemoryBook,
    terms: BookTerms,
    broken: bool,
}

impl BookSource for InMemory {
    fn entries(&self, position: Key) -> Result<Vec<Entry>, BookFault> {
        if self.broken {
            return Err(BookFault("the disk is gone".to_owned()));
        }
        self.rows.entries(position)
    }
}

impl OpenBook for InMemory {
    fn terms(&self) -> &BookTerms {
        &self.terms
    }
}

type Shelf = Mutex<HashMap<String, Arc<InMemory>>>;

fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    static OPENER: Once = Once::new();
    OPENER.call_once(|| {
        set_book_opener(Box::new(|name| {
            let found = shelf().lock().expect("a shelf").get(name).cloned();
            match found {
                Some(book) => Ok(book as Arc<dyn OpenBook>),
                None => Err("there is no such file".to_owned()),
            }
        }));
    });
    SHELF.get_or_init(Mutex::default)
}

fn go7() -> GoSetup {
    let size = BoardSize::new(7).expect("a size");
    GoSetup { size, rules: Rules::CHINESE, komi: Komi::from_points(9) }
}

/// Lines with the results of their last moves, for whoever makes them.
fn book_of<G: Canonical>(
    start: &G,
    read: impl Fn(&G, &str) -> G::Move,
    lines: &[(&str, u64, u64)],
) -> MemoryBook {
    let mut rows = MemoryBook::default();
    for &(line, wins, losses) in lines {
        let mut position = start.clone();
        let texts: Vec<&str> = line.split(' ').collect();
        for (index, text) in texts.iter().enumerate() {
            let m = read(&position, text);
            if index + 1 == texts.len() {
                let orientation = Orientation::of(&position);
                let code = orientation.code(&position, m);
                rows.add_tally(orientation.key(), code, Tally { wins, draws: 0, losses });
            }
            position.play(m).expect("legal");
        }
    }
    rows
}

fn shelve(name: &str, rows: MemoryBook, terms: BookTerms, broken: bool) {
    let book = Arc::new(InMemory { rows, terms, broken });
    shelf().lock().expect("a shelf").insert(name.to_owned(), book);
}

fn shelve_go(name: &str, lines: &[(&str, u64, u64)]) {
    let rows = book_of(&go7().position(), |_, text| text.parse().expect("a move"), lines);
    shelve(name, rows, go7().book_terms(), false);
}

fn player(text: &str) -> PlayerSpec {
    text.parse().expect(text)
}

#[test]
fn the_book_plays_until_it_has_nothing_to_say() {
    shelve_go("deep", &[("A1", 70, 30), ("C3", 20, 80), ("A1 D4", 30, 30), ("A1 D4 B2", 9, 0)]);
    let spec = player("uct,sims=50,memory=8M,book=deep");
    let mut engine = GoEngine::new(go7(), &spec).expect("a player");
    let turn = |engine: &mut GoEngine, player: Player| {
        let decision = GameEngine::decide(engine, player, Thinking::default(), false);
        let Action::Move(m) = decision.action else { panic!("a move") };
        engine.play(player, m).expect("legal");
        (m, decision)
    };
    // A corner, whichever: all four are one move of the book.
    let (m, decision) = turn(&mut engine, Player::Black);
    assert_eq!(m.to_string(), "A1");
    let saying = decision.book.clone().expect("a word");
    assert_eq!(saying, BookSaying::Plays { games: 100, rate: 0.7 });
    assert_eq!(saying.to_string(), "book, 70.0 % of 100 games");
    assert_eq!(decision.report.playouts, 0);
    assert_eq!(decision.report.moves.len(), 2);
    let note = turn_note(&decision);
    assert_eq!(
        (note.comment.as_str(), note.win_rate_black),
        ("book, 70.0 % of 100 games", Some(0.7))
    );
    let (m, decision) = turn(&mut engine, Player::White);
    assert_eq!((m.to_string().as_str(), decision.report.value), ("D4", 0.5));
    assert_eq!(turn_note(&decision).win_rate_black, Some(0.5));
    // Nine games are not enough: he thinks, says why, and says it once.
    let (_, decision) = turn(&mut engine, Player::Black);
    let words = decision.book.as_ref().expect("a word").to_string();
    assert_eq!(words, "out of the book: no move has 10 games, the most are 9");
    assert!(turn_note(&decision).comment.starts_with("out of the book"));
    assert!(decision.report.playouts > 0);
    assert_eq!(turn(&mut engine, Player::White).1.book, None);
    // A rehearsal is forgotten, and another game begins with the book again.
    engine.set_position(go7().position()).expect("a game");
    for _ in 0..2 {
        let rehearsed = GameEngine::decide(&mut engine, Player::White, Thinking::default(), true);
        assert!(matches!(rehearsed.book, Some(BookSaying::Leaves { .. })), "{:?}", rehearsed.book);
    }
    assert!(matches!(turn(&mut engine, Player::Black).1.book, Some(BookSaying::Plays { .. })));
}

#[test]
fn the_book_is_known_in_every_direction() {
    shelve_go("turned", &[("C2", 70, 30), ("C2 D6", 40, 10)]);
    let mut engine = GoEngine::new(go7(), &player("random,book=turned")).expect("a player");
    engine.play(Player::Black, "F5".parse().expect("a move")).expect("legal");
    // C2 to F5 is a half turn with a mirror: rows become columns.
    let decision = GameEngine::decide(&mut engine, Player::White, Thinking::default(), false);
    let Action::Move(answer) = decision.action else { panic!("a move") };
    engine.play(Player::White, answer).expect("legal");
    let mut straight = go7().position();
    for text in ["C2", "D6"] {
        straight.play(text.parse().expect("a move")).expect("legal");
    }
    let key = |position: &tengen_go::Position| Orientation::of(position).key();
    assert_eq!(key(engine.position()), key(&straight));
}

#[test]
fn doubt_and_choices() {
    shelve_go("doubt", &[("D4", 60, 40), ("C3", 150, 150), ("A1", 3, 0)]);
    let decide = |text: &str| {
        let mut engine = GoEngine::new(go7(), &player(text)).expect("a player");
        GameEngine::decide(&mut engine, Player::Black, Thinking::default(), false)
    };
    let out = decide("uct,sims=20,memory=8M,book=doubt").book.expect("a word").to_string();
    assert!(out.contains("a move with 3 games has done better"), "{out}");
    let best = |text: &str| decide(text).report.best.expect("a move").to_string();
    assert_eq!(best("random,book=doubt,book-doubt=off"), "D4");
    assert_eq!(best("random,book=doubt,book-doubt=off,book-choice=visits"), "C3");
    assert_eq!(best("random,book=doubt,book-min=2"), "A1");
    let out = decide("random,book=doubt,book-doubt=off,book-rate=0.9").book.expect("a word");
    assert_eq!(out.to_string(), "out of the book: its best move has won 60 % of its games");
    // In proportion to games, by the seed: the same one again, another one sometimes.
    let text =
        |seed: u32| format!("random,book=doubt,book-doubt=off,book-choice=random,seed={seed}");
    let drawn: Vec<String> = (0..40).map(|seed| best(&text(seed))).collect();
    assert_eq!(drawn, (0..40).map(|seed| best(&text(seed))).collect::<Vec<_>>());
    let often = drawn.iter().filter(|m| *m == "C3").count();
    assert!((20..40).contains(&often), "{drawn:?}");
}

/// A book as advice: the search heeds it, and the more so the more a game is worth.
#[test]
fn a_book_advises_a_search() {
    // A1 is a bad move that this book is full of praise for.
    shelve_go("praise", &[("A1", 99, 1), ("D4", 1, 99)]);
    let visits = |text: &str, m: &str| {
        let mut engine = GoEngine::new(go7(), &player(text)).expect("a player");
        let report = engine.think(Thinking::default());
        assert!(report.playouts >= 300);
        let all: u64 = report.moves.iter().map(|m| m.visits).sum();
        let found = report.moves.iter().find(|report| report.r#move.to_string() == m);
        let found = found.expect("every move is there");
        (found.visits as f64 / all as f64, found.prior)
    };
    for base in
        ["uct,sims=300,memory=8M", "uct,sims=300,memory=8M,rave=on", "erica,sims=300,memory=8M"]
    {
        let (without, _) = visits(base, "A1");
        let (with, prior) = visits(&format!("{base},book=praise,book-use=prior"), "A1");
        let prior = prior.expect("a prior");
        assert!(prior.weight >= 2000.0 && prior.value > 0.9, "{base}: {prior:?}");
        // All four corners are the same.
        assert!(4.0 * with > 0.5 && without < 0.1, "{base}: {without} and {with}");
        let (weightless, _) =
            visits(&format!("{base},book=praise,book-use=prior,book-weight=0"), "A1");
        assert!(weightless < 0.1, "{base}: {weightless}");
    }
    // It makes no moves itself, and says nothing.
    let spec = player("uct,sims=50,memory=8M,book=praise,book-use=prior");
    let mut engine = GoEngine::new(go7(), &spec).expect("a player");
    let decision = GameEngine::decide(&mut engine, Player::Black, Thinking::default(), false);
    assert!(decision.book.is_none() && decision.report.playouts >= 50);
}

#[test]
fn books_of_no_use_are_told() {
    shelve_go("seven", &[("D4", 70, 30)]);
    let nine = GoSetup { size: BoardSize::new(9).expect("a size"), ..go7() };
    let error = |setup: GameSetup, text: &str| {
        Engine::new(setup, &player(text)).err().expect("no player").to_string()
    };
    assert_eq!(
        error(GameSetup::Go(nine), "random,book=seven"),
        "book seven: it is about go 7x7, komi 9, chinese rules; the game is go 9x9, komi 9, chinese \
         rules"
    );
    assert_eq!(error(GameSetup::Go(nine), "random,book=none"), "book none: there is no such file");
    let loa = GameSetup::Loa(LoaSetup::default());
    assert!(error(loa, "random,book=seven").contains("the game is loa, paper rules"));
    // In a session the game may change: the book is silent as long as it does not fit.
    let mut engine = GoEngine::new(nine, &player("random,book=seven")).expect("a player");
    let decide = |engine: &mut GoEngine| {
        GameEngine::decide(engine, Player::Black, Thinking::default(), false).book.expect("a word")
    };
    assert!(decide(&mut engine).to_string().contains("it is about go 7x7"));
    engine.set_position(go7().position()).expect("a game");
    assert!(matches!(decide(&mut engine), BookSaying::Plays { .. }));
    engine.set_komi(Komi::SEVEN_AND_A_HALF);
    assert!(decide(&mut engine).to_string().contains("komi 7.5"));
    // A book that breaks in the middle of a game ends no game.
    shelve("broken", MemoryBook::default(), go7().book_terms(), true);
    let mut engine = GoEngine::new(go7(), &player("random,book=broken")).expect("a player");
    let words = decide(&mut engine).to_string();
    assert_eq!(words, "out of the book: it cannot be read: the disk is gone");
    let advised = player("uct,sims=20,memory=8M,book=broken,book-use=prior");
    let mut engine = GoEngine::new(go7(), &advised).expect("a player");
    assert!(engine.think(Thinking::default()).best.is_some());
    // A change that fails changes nothing.
    let mut engine = GoEngine::new(go7(), &player("random,book=seven")).expect("a player");
    assert!(engine.set_key("book", "none").is_err());
    assert!(matches!(decide(&mut engine), BookSaying::Plays { .. }));
    engine.set_key("book", "off").expect("a player");
    let decision = GameEngine::decide(&mut engine, Player::Black, Thinking::default(), false);
    assert_eq!(decision.book, None);
}

#[test]
fn bad_keys_are_told() {
    let error = |text: &str| text.parse::<PlayerSpec>().expect_err(text).to_string();
    assert!(error("random,book=x,book-use=prior").contains("move but for those who search a tree"));
    assert!(error("uct,book=").contains("a file, a database's address, or off"));
    assert!(error("uct,book-choice=best").contains("one of rate, visits, random"));
    assert!(error("uct,book-min=0").contains("a whole number from 1"));
    assert!(error("uct,bok=x").contains("did you mean book?"));
}

#[test]
fn lines_of_action_have_books_too() {
    let setup = LoaSetup::default();
    let read =
        |position: &tengen_loa::Position, text: &str| position.parse_move(text).expect("a move");
    let rows = book_of(&setup.position(), read, &[("b1-b3", 12, 8), ("b1-b3 a2-c2", 8, 12)]);
    shelve("loa", rows, setup.book_terms(), false);
    // The mirror image of b1-b3: the same move of the book.
    let mut engine = LoaEngine::new(setup, &player("random,book=loa")).expect("a player");
    let m = engine.read_move("g1-g3").expect("a move");
    GameEngine::play(&mut engine, Player::Black, m).expect("legal");
    let decision = engine.decide(Player::White, Thinking::default(), false);
    assert_eq!(decision.book, Some(BookSaying::Plays { games: 20, rate: 0.4 }));
    let Action::Move(answer) = decision.action else { panic!("a move") };
    assert_eq!(answer.to_string(), "h2-f2");
    let spec = player("mc-loa,sims=100,memory=8M,book=loa,book-use=prior");
    let mut engine = LoaEngine::new(setup, &spec).expect("a player");
    let report = engine.think(Thinking::default());
    let advised = report.moves.iter().filter(|m| m.prior.is_some_and(|p| p.weight >= 400.0));
    assert_eq!(advised.count(), 4, "b1-b3 and its images");
}
