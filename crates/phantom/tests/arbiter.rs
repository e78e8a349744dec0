//! The arbiter against a slow, obvious Go.

mod common;
#[path = "../../go/tests/naive/mod.rs"]
mod naive;

use common::{RULES, arbiter, at, random_try, referees, soak};
use naive::{At, Naive};
use proptest::prelude::{ProptestConfig, any, proptest};
use tengen_game::laws::Laws;
use tengen_go::{Board, Game, Komi, Move, Outcome, PointMask, Rules};
use tengen_phantom::{Answer, Arbiter, BadTry, BarePosition, Event, News, Player, Referee, Rng};

fn mask(points: &[At]) -> PointMask {
    points.iter().map(|&at| naive::point(at)).collect()
}

/// A try before both: the answer of the naive rules.
fn expected(naive: &mut Naive, action: Move, referee: Referee) -> Answer {
    let Move::Play(point) = action else {
        naive.pass();
        return Answer::Legal {
            taken: News::of(&PointMask::EMPTY, referee.captor),
            lost: PointMask::EMPTY,
        };
    };
    let place = (point.x(), point.y());
    if !naive.is_legal(place) {
        return Answer::Illegal;
    }
    let effect = naive.effect(naive.to_move, place);
    let taken = mask(&effect.taken);
    let had_stone = |at: &At| naive.stones[naive.index(*at)] == Some(naive.to_move) || *at == place;
    let is_gone = |at: &At| effect.stones[naive.index(*at)].is_none();
    let lost: Vec<At> =
        naive.points().into_iter().filter(|at| had_stone(at) && is_gone(at)).collect();
    let lost = mask(&lost);
    naive.play(place);
    Answer::Legal { taken: News::of(&taken, referee.captor), lost }
}

/// 25,000 tries under each of four rule sets, times `TENGEN_SOAK`.
#[test]
fn answers_agree_with_the_rules_of_go() {
    for (number, rules) in RULES.into_iter().enumerate() {
        let (mut tries, mut illegal, mut game) = (0, 0, 0);
        while tries < 25_000 * soak() {
            game += 1;
            let referee = referees()[game % 4];
            let side = [2, 3, 5, 9][game / 4 % 4];
            let mut rng = Rng::stream(number as u64, game as u64);
            let (mut arbiter, mut naive) = (arbiter(side, rules, referee), Naive::new(side, rules));
            for _ in 0..600 {
                if arbiter.outcome().is_some() {
                    break;
                }
                let attempt = random_try(arbiter.view(arbiter.to_move()), &mut rng);
                let answer = expected(&mut naive, attempt.action(), referee);
                assert_eq!(arbiter.answer(attempt), Ok(answer), "{attempt:?}");
                assert_eq!(arbiter.to_move(), naive.to_move);
                tries += 1;
                illegal += usize::from(answer == Answer::Illegal);
            }
            for place in naive.points() {
                let stone = arbiter.position().board().stone(naive::point(place));
                assert_eq!(stone, naive.stones[naive.index(place)]);
            }
            if let Some(outcome) = arbiter.outcome() {
                let [black, white] = naive.area();
                let score = black as f32 - white as f32 - 7.5;
                let winner = if score > 0.0 { Player::Black } else { Player::White };
                assert_eq!(outcome, Outcome::Win(winner));
            }
        }
        assert!(illegal > tries / 20, "{illegal} of {tries} were illegal");
    }
}

fn play(arbiter: &mut Arbiter, names: &[&str]) {
    for name in names {
        let view = arbiter.view(arbiter.to_move());
        let attempt = if *name == "pass" { view.pass() } else { view.attempt(at(name)) };
        arbiter.answer(attempt.unwrap()).unwrap();
    }
}

fn last_event(arbiter: &Arbiter, player: Player) -> Event {
    arbiter.view(player).moments().last().unwrap().event
}

#[test]
fn each_referee_tells_what_he_should() {
    let a1: PointMask = [at("A1")].into_iter().collect();
    for referee in referees() {
        let mut arbiter = arbiter(5, Rules::CHINESE, referee);
        // Black's second try is on White's stone; his second move captures it.
        play(&mut arbiter, &["A2", "A1", "A1", "B1"]);
        let news = News::of(&a1, referee.captor);
        let played = Event::Played { point: at("B1"), taken: news, lost: PointMask::EMPTY };
        assert_eq!(last_event(&arbiter, Player::Black), played);
        let heard = Event::OpponentPlayed {
            refused: referee.illegal_tries_heard.then_some(1),
            lost: a1,
            gone: News::of(&PointMask::EMPTY, referee.captor),
        };
        assert_eq!(last_event(&arbiter, Player::White), heard);
    }
}

#[test]
fn presets_tell_what_their_sources_say() {
    let mut paper = arbiter(5, Rules::CHINESE, Referee::PAPER);
    play(&mut paper, &["A2", "A1", "B1"]);
    let Event::Played { taken, .. } = last_event(&paper, Player::Black) else { panic!() };
    assert_eq!(taken, News::Number(1));
    let mut olympiad = arbiter(5, Rules::CHINESE, Referee::OLYMPIAD);
    play(&mut olympiad, &["A2", "A1", "B1"]);
    let Event::Played { taken, .. } = last_event(&olympiad, Player::Black) else { panic!() };
    assert_eq!(taken, News::Stones([at("A1")].into_iter().collect()));
}

#[test]
fn no_try_is_made_twice_or_out_of_turn() {
    let mut arbiter = arbiter(3, Rules::CHINESE, Referee::PAPER);
    assert_eq!(arbiter.view(Player::White).pass(), Err(BadTry::NotYourTurn(Player::Black)));
    let old = arbiter.view(Player::Black).attempt(at("A1")).unwrap();
    play(&mut arbiter, &["B2", "B2"]);
    let white = arbiter.view(Player::White);
    assert_eq!(white.attempt(at("B2")), Err(BadTry::Refused(at("B2"))));
    let size = white.size();
    assert_eq!(white.attempt(at("D1")), Err(BadTry::OffBoard(at("D1"), size)));
    play(&mut arbiter, &["B1"]);
    let black = arbiter.view(Player::Black);
    assert_eq!(black.attempt(at("B2")), Err(BadTry::OwnStone(at("B2"))));
    let before = arbiter.record().clone();
    assert_eq!(arbiter.answer(old), Err(BadTry::Stale(2)));
    assert_eq!(arbiter.record(), &before);
    // The next turn is a new one.
    play(&mut arbiter, &["pass"]);
    assert!(arbiter.view(Player::White).attempt(at("B2")).is_ok());
    play(&mut arbiter, &["pass"]);
    for player in Player::BOTH {
        assert_eq!(arbiter.view(player).pass(), Err(BadTry::GameOver));
    }
}

/// Whoever tries every point that he is let try comes to an end.
#[test]
fn a_turn_is_finite() {
    let mut arbiter = arbiter(3, Rules::CHINESE, Referee::PAPER);
    play(&mut arbiter, &["B1", "pass", "A2", "pass", "B3", "pass", "C2", "pass", "B2"]);
    let mut tries = 0;
    while arbiter.to_move() == Player::White {
        let view = arbiter.view(Player::White);
        let points = view.size().points();
        let attempt = points.filter_map(|point| view.attempt(point).ok()).next();
        arbiter.answer(attempt.unwrap_or_else(|| view.pass().unwrap())).unwrap();
        tries += 1;
    }
    assert_eq!(tries, 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A record has everything that both views have.
    #[test]
    fn a_record_replays_to_the_same_views(seed in any::<u64>(), side in 2..=7usize, kind in 0..16usize) {
        let mut rng = Rng::new(seed);
        let mut arbiter = arbiter(side, RULES[kind / 4], referees()[kind % 4]);
        for _ in 0..rng.below(150) {
            if arbiter.outcome().is_some() {
                break;
            }
            let attempt = random_try(arbiter.view(arbiter.to_move()), &mut rng);
            arbiter.answer(attempt).unwrap();
        }
        let again = arbiter.record().replay().unwrap();
        for player in Player::BOTH {
            assert_eq!(again.view(player), arbiter.view(player));
        }
        assert_eq!(again.record(), arbiter.record());
        let position = arbiter.record().position();
        assert_eq!(&position, arbiter.position());
        let turns: Vec<_> = arbiter.record().turns().collect();
        let tries: usize = turns.iter().map(|t| t.refused.len() + usize::from(t.accepted.is_some())).sum();
        assert_eq!(tries, arbiter.record().tries().len());
        assert_eq!(turns.iter().filter_map(|t| t.accepted).count(), position.moves().len());
        assert_eq!(position.outcome(), arbiter.outcome());
    }
}

/// Positions to search in are a game like any other.
#[test]
fn bare_positions_obey_the_laws() {
    for side in [2, 3, 5] {
        let size = naive::size(side);
        let start = BarePosition::new(Board::new(size), Player::Black, 0, Komi::SEVEN_AND_A_HALF);
        let moves = naive::size(6).points().map(Move::Play).chain([Move::Pass]);
        Laws::new(start, moves).games(20).check().unwrap();
    }
}
