//! Players of Phantom Go.

use std::time::Duration;

use tengen_engine::go::{BoardSize, Game, Komi, Outcome, Player, Rules};
use tengen_engine::phantom::{Arbiter, PhantomPlayer, Referee};
use tengen_engine::{
    Clock, Engine, GameName, GameSetup, GoSetup, METHODS, PhantomEngine, PhantomSetup, PlayerSpec,
};

fn setup(side: usize, referee: Referee) -> PhantomSetup {
    let size = BoardSize::new(side).unwrap();
    let go = GoSetup { size, rules: Rules::CHINESE, komi: Komi::SEVEN_AND_A_HALF };
    PhantomSetup { go, referee }
}

fn arbiter(side: usize, referee: Referee) -> Arbiter {
    setup(side, referee).arbiter()
}

/// The names of all players of the game, `random` first.
fn names() -> Vec<&'static str> {
    let here = METHODS.iter().filter(|method| method.games.contains(&GameName::Phantom));
    here.map(|method| method.name).collect()
}

fn engine(text: &str, arbiter: &Arbiter, player: Player) -> PhantomEngine {
    PhantomEngine::new(&text.parse().unwrap(), arbiter.view(player)).unwrap()
}

/// Plays a game.
fn play(black: &str, white: &str, side: usize, referee: Referee) -> Arbiter {
    let mut arbiter = arbiter(side, referee);
    let mut one = engine(black, &arbiter, Player::Black);
    let mut other = engine(white, &arbiter, Player::White);
    arbiter.play_out(&mut [&mut one, &mut other], 5000).unwrap();
    assert_eq!(one.world_counts().failed + other.world_counts().failed, 0);
    arbiter
}

#[test]
fn every_method_plays_whole_games_and_the_same_again() {
    for (_, referee) in Referee::PRESETS {
        for name in names() {
            let player =
                if name == "random" { "random,seed=7" } else { &format!("{name},sims=30,seed=7") };
            let game = play(player, player, 5, referee);
            assert!(game.outcome().is_some(), "{name} does not come to an end");
            assert_eq!(game.record(), play(player, player, 5, referee).record(), "{name}");
        }
    }
}

#[test]
fn searching_beats_guessing() {
    for name in names().into_iter().filter(|name| *name != "random") {
        let mut won = 0;
        for game in 0..6 {
            let searcher = &format!("{name},sims=60,seed={game}");
            let random = &format!("random,seed={game}");
            let winner = |game: Arbiter| game.outcome().and_then(Outcome::winner);
            won += if game % 2 == 0 {
                usize::from(
                    winner(play(searcher, random, 7, Referee::PAPER)) == Some(Player::Black),
                )
            } else {
                usize::from(
                    winner(play(random, searcher, 7, Referee::PAPER)) == Some(Player::White),
                )
            };
        }
        assert!(won >= 4, "{name} won {won} of 6 against random tries");
    }
}

/// A capture that the view shows is made.
#[test]
fn what_is_seen_is_captured() {
    for method in ["mce-all", "phantom"] {
        let mut arbiter = arbiter(5, Referee::OLYMPIAD);
        // White's wall from C1 to C5 has one liberty left, and Black knows nearly all of it.
        let names = [
            "B1", "C1", "B2", "C2", "B3", "C3", "B4", "C4", "C1", "C2", "C3", "C4", "D1", "A1",
            "D2", "A2", "D3", "A3", "D4", "A5",
        ];
        for name in names {
            let view = arbiter.view(arbiter.to_move());
            arbiter.answer(view.attempt(name.parse().unwrap()).unwrap()).unwrap();
        }
        let view = arbiter.view(Player::Black);
        let mut player = engine(&format!("{method},seed=3"), &arbiter, Player::Black);
        let attempt = player.choose(view);
        let captures = |m| {
            let mut after = arbiter.position().clone();
            let stones = after.board().stone_count(Player::White);
            after.play(m).is_ok() && after.board().stone_count(Player::White) < stones
        };
        assert!(captures(attempt.action()), "{method}: {attempt:?} in\n{view}");
    }
}

#[test]
fn mistakes_are_named() {
    let error = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(error("phantom,simms=5").contains("did you mean sims?"));
    assert_eq!(
        error("phantom,c=NaN"),
        "phantom cannot have c=NaN: it should be a number from 0 to 100"
    );
    assert_eq!(
        error("mce-all,score=wins"),
        "mce-all cannot have score=wins: it should be one of win, points"
    );
    assert!(error("uct-rand,guess=worlds").contains("uct-rand has no key \"guess\""));
    let arbiter = arbiter(5, Referee::PAPER);
    let wrong = PhantomEngine::new(&"uct".parse().unwrap(), arbiter.view(Player::Black));
    assert_eq!(
        wrong.err().unwrap().to_string(),
        "uct does not play phantom; players of phantom: random, mce-std, mce-all, uct-rand, \
         uct-prob, phantom"
    );
    let setup = setup(5, Referee::PAPER);
    assert!(Engine::new(GameSetup::Phantom(setup), &"phantom".parse().unwrap()).is_err());
    assert!(Engine::new(GameSetup::Go(setup.go), &"phantom".parse().unwrap()).is_err());
}

#[test]
fn clocks_are_kept() {
    let arbiter = arbiter(9, Referee::PAPER);
    let view = arbiter.view(Player::Black);
    let clock = Clock::new("1m".parse().unwrap());
    let limits = engine("phantom", &arbiter, Player::Black).limits_by(&clock, view, Duration::ZERO);
    assert!(limits.playouts.is_none() && limits.time.is_some_and(|time| time.as_secs() < 3));
    let limits =
        engine("phantom,sims=7", &arbiter, Player::Black).limits_by(&clock, view, Duration::ZERO);
    assert_eq!(limits.playouts, Some(7));
}
