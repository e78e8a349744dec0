//! Whole games against GNU Go: both must come to the same score once dead stones are off the board.

mod common;

use std::time::Duration;

use common::{ask, session_with};
use tengen_engine::go::{Game, Move, Player, Position, Rules};
use tengen_gtp::{Client, Session};

const PATIENCE: Duration = Duration::from_secs(120);

/// Plays moves by `command` of both until both pass; the game is told of all.
fn play_on(
    game: &mut Position,
    tengen: &mut Session,
    gnugo: &mut Client,
    ours: Player,
    command: &str,
) {
    let mut passes = 0;
    for _ in 0..400 {
        let player = game.to_move();
        let colour = if player == Player::Black { "b" } else { "w" };
        let ask_for = format!("{command} {colour}");
        let answer = if player == ours {
            let answer = ask(tengen, &ask_for);
            gnugo.ask(&format!("play {colour} {answer}"), PATIENCE).expect("it is legal");
            answer
        } else {
            let answer = gnugo.ask(&ask_for, PATIENCE).expect("a move");
            ask(tengen, &format!("play {colour} {answer}"));
            answer
        };
        let m: Move = answer.parse().unwrap_or_else(|error| panic!("{answer}: {error}"));
        if game.outcome().is_some() {
            game.resume();
        }
        game.set_to_move(player);
        game.play(m).unwrap_or_else(|error| panic!("{answer}: {error}\n{}", game.board()));
        passes = if m == Move::Pass { passes + 1 } else { 0 };
        if passes == 2 {
            return;
        }
    }
    panic!("the game does not end\n{}", game.board());
}

fn game(name: &str, rules: Rules, ours: Player) {
    let komi = rules.komi;
    let mut arguments = vec!["--mode", "gtp", "--level", "1", "--seed", "7", "--chinese-rules"];
    arguments.push("--positional-superko");
    if rules.suicide {
        arguments.push("--allow-suicide");
    }
    let mut gnugo = Client::start("gnugo", arguments)
        .unwrap_or_else(|error| panic!("{error} (./scripts/test installs it)"));
    for command in ["boardsize 9", "clear_board", &format!("komi {komi}")] {
        gnugo.ask(command, PATIENCE).expect(command);
    }
    let player = "uct,sims=1000,rave=on,prior=tactics,policy=tactical,expand=2,memory=64M";
    let mut tengen = session_with(9, rules, player);
    let mut game = common_game(rules);
    play_on(&mut game, &mut tengen, &mut gnugo, ours, "genmove");
    play_on(&mut game, &mut tengen, &mut gnugo, ours, "kgs-genmove_cleanup");
    let scores = (ask(&mut tengen, "final_score"), gnugo.ask("final_score", PATIENCE).unwrap());
    // GNU Go writes whole numbers with a decimal.
    let theirs = scores.1.strip_suffix(".0").unwrap_or(&scores.1);
    assert_eq!(scores.0, theirs, "{name}, Tengen is {ours}\n{}", game.board());
    println!("{name}, Tengen is {ours}: {}, {} moves", scores.0, game.moves().len());
}

fn common_game(rules: Rules) -> Position {
    let size = tengen_engine::go::BoardSize::new(9).expect("a size");
    Position::new(size, rules, rules.komi)
}

#[test]
fn games_end_with_the_same_score() {
    if std::env::var_os("TENGEN_SKIP_EXTERNAL").is_some() {
        println!("TENGEN_SKIP_EXTERNAL is set: not played");
        return;
    }
    for (name, rules) in Rules::PRESETS {
        for ours in Player::BOTH {
            game(name, rules, ours);
        }
    }
}
