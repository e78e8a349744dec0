//! What a session remembers, and what it must not.

mod common;

use common::{ask, session, session_with};
use tengen_engine::go::Rules;

#[test]
fn questions_do_not_change_the_game() {
    let mut session = session_with(5, Rules::CGOS, "uct,sims=50,memory=16M");
    for command in ["komi 0", "play b A1", "play w B2", "play b pass", "play w pass"] {
        ask(&mut session, command);
    }
    let (score, board) = (ask(&mut session, "final_score"), ask(&mut session, "showboard"));
    for command in
        ["reg_genmove b", "reg_genmove w", "lz-analyze b 10", "kata-analyze w", "tengen-winrate"]
    {
        ask(&mut session, command);
        assert_eq!(ask(&mut session, "final_score"), score, "{command}");
        assert_eq!(ask(&mut session, "showboard"), board, "{command}");
    }
    assert!(ask(&mut session, "printsgf").contains("RE[0]"));
}

#[test]
fn a_resignation_that_is_taken_back_is_none() {
    let mut session = session("uct,sims=50,resign=0.9,memory=16M");
    for command in ["boardsize 5", "komi 100"] {
        ask(&mut session, command);
    }
    let mut answer = String::new();
    for _ in 0..40 {
        answer = ask(&mut session, "genmove b");
        if answer == "resign" {
            break;
        }
        ask(&mut session, "play w pass");
    }
    assert_eq!(answer, "resign");
    assert!(ask(&mut session, "printsgf").contains("RE[W+R]"));
    for command in ["undo", "komi -100", "play b pass", "play w pass"] {
        ask(&mut session, command);
    }
    assert!(ask(&mut session, "printsgf").contains("RE[B+"), "{}", ask(&mut session, "printsgf"));
}

#[test]
fn heat_maps_are_those_of_the_game_as_it_is() {
    let mut session = session("uct,sims=200,rave=on,memory=16M");
    ask(&mut session, "komi 0");
    let even = ask(&mut session, "tengen-winrate");
    assert_eq!(ask(&mut session, "tengen-winrate"), even, "a second look costs nothing");
    ask(&mut session, "komi 300");
    assert_ne!(ask(&mut session, "tengen-winrate"), even);
}

#[test]
fn another_player_is_as_it_is_written() {
    let mut session = session("random");
    ask(&mut session, "tengen-set player erica,sims=20,memory=16M");
    assert!(ask(&mut session, "gomill-describe_engine").contains("erica,sims=20,memory=16M"));
    assert!(ask(&mut session, "tengen-set").contains("policy learned"));
}
