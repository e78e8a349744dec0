//! Players of Phantom Go.

use proptest::prelude::{any, proptest};
use tengen_engine::go::{BoardSize, Game, Komi, Outcome, Player, Rules};
use tengen_engine::phantom::{Arbiter, PhantomPlayer, Referee};
use tengen_engine::{PhantomMethod, PhantomSettings};

fn arbiter(side: usize, referee: Referee) -> Arbiter {
    let size = BoardSize::new(side).unwrap();
    Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, referee)
}

/// Plays a game; gives it, and whether Black has won.
fn play(black: PhantomSettings, white: PhantomSettings, side: usize, referee: Referee) -> Arbiter {
    let mut arbiter = arbiter(side, referee);
    let mut one = black.player(arbiter.view(Player::Black));
    let mut other = white.player(arbiter.view(Player::White));
    arbiter.play_out(&mut [&mut one, &mut other], 5000).unwrap();
    assert_eq!(one.world_counts().failed + other.world_counts().failed, 0);
    arbiter
}

#[test]
fn every_method_plays_whole_games_and_the_same_again() {
    for (_, referee) in Referee::PRESETS {
        for (name, method) in PhantomMethod::ALL {
            let settings = PhantomSettings::new(method, 30, 7);
            let game = play(settings, settings, 5, referee);
            assert!(game.outcome().is_some(), "{name} does not come to an end");
            assert_eq!(game.record(), play(settings, settings, 5, referee).record(), "{name}");
        }
    }
}

#[test]
fn searching_beats_guessing() {
    for (name, method) in PhantomMethod::ALL.into_iter().skip(1) {
        let mut won = 0;
        for game in 0..6 {
            let searcher = PhantomSettings::new(method, 60, game);
            let random = PhantomSettings::new(PhantomMethod::Random, 1, game);
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
    for method in [PhantomMethod::MceAll, PhantomMethod::Phantom] {
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
        let mut player = PhantomSettings::new(method, 1000, 3).player(view);
        let attempt = player.choose(view);
        let captures = |m| {
            let mut after = arbiter.position().clone();
            let stones = after.board().stone_count(Player::White);
            after.play(m).is_ok() && after.board().stone_count(Player::White) < stones
        };
        assert!(captures(attempt.action()), "{method:?}: {attempt:?} in\n{view}");
    }
}

#[test]
fn mistakes_are_named() {
    let error = |text: &str| text.parse::<PhantomSettings>().unwrap_err().to_string();
    let known = "known are random, mce-std, mce-all, uct-rand, uct-prob, phantom";
    assert_eq!(error("golois"), format!("unknown player of Phantom Go \"golois\": {known}"));
    assert_eq!(
        error("phantom,sims=0"),
        "sims cannot be \"0\": it is a whole number from 1 to a million"
    );
    assert_eq!(error("phantom,c"), "c cannot be \"\": it is a number from 0 to 100");
    assert_eq!(error("phantom,c=NaN"), "c cannot be \"NaN\": it is a number from 0 to 100");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = text.parse::<PhantomSettings>();
        let _ = format!("phantom,{text}").parse::<PhantomSettings>();
    }
}
