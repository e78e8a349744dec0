//! A player of Phantom Go behind the protocol.

use tengen_engine::go::{BoardSize, Komi, Move, Player, Rng, Rules};
use tengen_engine::phantom::{Arbiter, Referee};
use tengen_engine::{GoSetup, PhantomSetup};
use tengen_gtp::{Identity, PhantomSession};

fn setup(side: usize, referee: Referee) -> PhantomSetup {
    let size = BoardSize::new(side).unwrap();
    let go = GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
    PhantomSetup { go, referee }
}

fn session(setup: PhantomSetup, player: &str) -> PhantomSession {
    PhantomSession::new(setup, &player.parse().unwrap(), Identity::default()).unwrap()
}

fn ask(session: &mut PhantomSession, line: &str) -> Result<String, String> {
    let answer = session.answer(line).unwrap_or_else(|| panic!("no answer to {line}"));
    let text = answer[1..].trim().to_owned();
    if answer.starts_with('=') { Ok(text) } else { Err(text) }
}

/// The board of a player, as the session has it.
fn board(session: &mut PhantomSession, colour: &str) -> String {
    ask(session, &format!("showboard {colour}")).unwrap()
}

/// A whole game of a session with itself before an arbiter of ours.
#[test]
fn both_sides_of_a_game_by_an_arbiter_elsewhere() {
    for (number, referee) in [Referee::PAPER, Referee::OLYMPIAD].into_iter().enumerate() {
        let setup = setup(5, referee);
        let mut session = session(setup, &format!("phantom,sims=50,seed={number}"));
        let mut arbiter: Arbiter = setup.arbiter();
        let mut heard = [0; 2];
        while arbiter.outcome().is_none() {
            let player = arbiter.to_move();
            let letter = |player| if player == Player::Black { "b" } else { "w" };
            let text = ask(&mut session, &format!("tengen-phantom_try {}", letter(player)));
            let view = arbiter.view(player);
            let attempt = match text.unwrap().parse().unwrap() {
                Move::Play(point) => view.attempt(point),
                Move::Pass => view.pass(),
            };
            arbiter.answer(attempt.unwrap()).unwrap();
            for (player, heard) in Player::BOTH.into_iter().zip(&mut heard) {
                for moment in &arbiter.view(player).moments()[*heard..] {
                    let line = format!("tengen-phantom_hear {} {}", letter(player), moment.event);
                    assert_eq!(ask(&mut session, &line), Ok(String::new()), "{line}");
                }
                *heard = arbiter.view(player).moments().len();
            }
        }
        assert!(heard[0] > 20, "{heard:?}");
        assert_eq!(ask(&mut session, "tengen-phantom_try b"), Err("the game is over".to_owned()));
        for (player, colour) in [(Player::Black, "b"), (Player::White, "w")] {
            let shown = board(&mut session, colour);
            assert!(shown.starts_with(&arbiter.view(player).to_string()[1..]), "{shown}");
        }
    }
}

#[test]
fn bad_input_is_answered_and_changes_nothing() {
    let mut session = session(setup(9, Referee::PAPER), "mce-all,sims=20");
    let play = "tengen-phantom_hear b played E5 taken 0 lost 0";
    assert_eq!(ask(&mut session, play), Ok(String::new()));
    let before = (board(&mut session, "b"), board(&mut session, "w"));
    for (line, answer) in [
        ("tengen-phantom_try", "syntax error"),
        ("tengen-phantom_try red", "syntax error"),
        ("tengen-phantom_try b", "it is the turn of White"),
        ("tengen-phantom_hear", "syntax error"),
        (
            "tengen-phantom_hear b",
            "\"\" where refused, played, passed, opponent-played or opponent-passed should be",
        ),
        ("tengen-phantom_hear b played Z99 taken 0 lost 0", "\"Z99\" where a point should be"),
        ("tengen-phantom_hear b passed", "it is the turn of White"),
        ("tengen-phantom_hear w refused T19", "it is the turn of Black"),
        (
            "tengen-phantom_hear b opponent-played lost 1 A1 gone 0",
            "A1 has no stone that could have been lost",
        ),
        ("tengen-phantom_referee blind", "unknown referee \"blind\": known are paper and olympiad"),
        ("tengen-phantom_referee olympiad", "the game has begun: clear_board first"),
        ("komi 3", "the game has begun: clear_board first"),
        ("komi much", "syntax error"),
        ("boardsize 40", "unacceptable size"),
        ("boardsize -9", "unacceptable size"),
        ("genmove b", "unknown command"),
        ("time_left b 1", "syntax error"),
    ] {
        assert_eq!(ask(&mut session, line), Err(answer.to_owned()), "{line}");
        assert_eq!((board(&mut session, "b"), board(&mut session, "w")), before, "{line}");
    }
    assert_eq!(ask(&mut session, "known_command tengen-phantom_hear"), Ok("true".to_owned()));
    assert_eq!(ask(&mut session, "boardsize 7"), Ok(String::new()));
    assert_eq!(ask(&mut session, "tengen-phantom_referee olympiad"), Ok(String::new()));
    assert!(ask(&mut session, "tengen-phantom_try b").is_ok());
}

#[test]
fn the_clock_is_kept() {
    let mut session = session(setup(5, Referee::PAPER), "mce-all");
    assert_eq!(ask(&mut session, "time_settings 2 0 0"), Ok(String::new()));
    let started = std::time::Instant::now();
    assert!(ask(&mut session, "tengen-phantom_try b").is_ok());
    assert!(started.elapsed().as_secs_f64() < 1.0, "{:?} of two seconds", started.elapsed());
}

/// Words in any order: every line is answered, and a player can always be asked.
#[test]
fn no_line_ends_a_session() {
    const WORDS: &[&str] = &[
        "tengen-phantom_try",
        "tengen-phantom_hear",
        "tengen-phantom_hear",
        "showboard",
        "clear_board",
        "boardsize",
        "komi",
        "b",
        "w",
        "b",
        "w",
        "played",
        "refused",
        "passed",
        "opponent-played",
        "opponent-passed",
        "taken",
        "lost",
        "gone",
        "0",
        "0",
        "1",
        "2",
        "A1",
        "B2",
        "C3",
        "A2",
        "paper",
        "olympiad",
        "tengen-phantom_referee",
        "time_left",
        "-1",
        "1e9",
    ];
    let mut rng = Rng::new(3);
    let mut session = session(setup(3, Referee::PAPER), "mce-all,sims=5");
    for round in 0..20_000 {
        let player = ["b", "w"][rng.below(2)];
        let point = || ["A1", "B2", "C3", "A2", "C1"];
        let line = match rng.below(8) {
            0 => format!("tengen-phantom_try {player}"),
            1 => format!("tengen-phantom_hear {player} refused {}", point()[rng.below(5)]),
            2 => {
                let (at, taken) = (point()[rng.below(5)], rng.below(12) / 9);
                format!("tengen-phantom_hear {player} played {at} taken {taken} lost 0")
            }
            3 => format!("tengen-phantom_hear {player} opponent-played lost 0 gone 0"),
            4 => {
                let lost = point()[rng.below(5)];
                format!("tengen-phantom_hear {player} opponent-played lost 1 {lost} gone 0")
            }
            _ => {
                let number = 1 + rng.below(8);
                (0..number).map(|_| WORDS[rng.below(WORDS.len())]).collect::<Vec<_>>().join(" ")
            }
        };
        let answer = session.answer(&line).expect("an answer");
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{round}: {line}");
        if rng.below(60) == 0 {
            session.answer("boardsize 3");
        }
    }
}
