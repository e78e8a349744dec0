//! Views that are told event by event are those of the arbiter, and nonsense does no harm.

mod common;

use common::{RULES, arbiter, random_try, referees};
use tengen_go::{Komi, Point, PointMask};
use tengen_phantom::{
    Event, News, Player, PlayerView, Referee, Rng, Sensible, Unbelievable, WorldOptions, Worlds,
};

fn view(side: usize, game: usize, player: Player) -> PlayerView {
    let own = arbiter(side, RULES[game / 4 % 4], referees()[game % 4]);
    let own = own.view(player);
    PlayerView::new(player, own.size(), own.rules(), own.komi(), own.referee())
}

#[test]
fn what_is_written_and_read_gives_the_same_view() {
    for game in 0..200 {
        let side = [2, 3, 5, 9][game / 16 % 4];
        let mut arbiter = arbiter(side, RULES[game / 4 % 4], referees()[game % 4]);
        let mut views = Player::BOTH.map(|player| view(side, game, player));
        let mut rng = Rng::stream(11, game as u64);
        for _ in 0..300 {
            if arbiter.outcome().is_some() {
                break;
            }
            let attempt = random_try(arbiter.view(arbiter.to_move()), &mut rng);
            arbiter.answer(attempt).unwrap();
            for (player, view) in Player::BOTH.into_iter().zip(&mut views) {
                let told = arbiter.view(player);
                for moment in &told.moments()[view.moments().len()..] {
                    let text = moment.event.to_string();
                    view.hear(text.parse().unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
                }
                assert_eq!(view, told);
            }
        }
    }
}

/// Any event, likely or not.
fn any_event(rng: &mut Rng, side: usize) -> Event {
    let point = |rng: &mut Rng| {
        let beyond = usize::from(rng.below(20) == 0);
        let mut coordinate = || rng.below(side + beyond);
        Point::new(coordinate(), coordinate()).unwrap()
    };
    let stones = |rng: &mut Rng| {
        let number = if rng.below(3) > 0 { 0 } else { rng.below(4) };
        (0..number).map(|_| point(rng)).collect::<PointMask>()
    };
    let news = |rng: &mut Rng| match rng.below(4) {
        0 => News::Stones(stones(rng)),
        1 => News::Number(rng.below(5)),
        _ => News::Number(0),
    };
    let refused = |rng: &mut Rng| (rng.below(4) == 0).then_some(3);
    match rng.below(6) {
        0 => Event::Refused(point(rng)),
        1 | 2 => Event::Played { point: point(rng), taken: news(rng), lost: stones(rng) },
        3 | 4 => {
            Event::OpponentPlayed { refused: refused(rng), lost: stones(rng), gone: news(rng) }
        }
        _ if rng.below(8) > 0 => Event::Refused(point(rng)),
        _ if rng.below(2) == 0 => Event::Passed,
        _ => Event::OpponentPassed { refused: refused(rng) },
    }
}

#[test]
fn nonsense_is_refused_or_lived_with() {
    let (mut heard, mut refused) = (0, 0);
    for game in 0..400 {
        let side = [2, 3, 5, 9][game / 16 % 4];
        let mut view = view(side, game, [Player::Black, Player::White][game % 2]);
        let mut rng = Rng::stream(12, game as u64);
        let options = WorldOptions { count: 4, steps: 2, mending: 10, building: 50 };
        let mut worlds = Worlds::new(&view, options, Sensible, 1);
        for _ in 0..100 {
            let before = view.clone();
            match view.hear(any_event(&mut rng, side)) {
                Ok(()) => heard += 1,
                Err(_) => {
                    assert_eq!(view, before);
                    refused += 1;
                }
            }
            assert!(view.unseen() <= view.unknown().len());
            // There may be no such world. That must be found out, and no more.
            if let Some(world) = worlds.sample(&view) {
                assert_eq!(world.board().stone_count(view.player()), view.own_stones().len());
            }
        }
    }
    assert!(heard > 2000 && refused > 2000, "{heard} heard, {refused} refused");
}

#[test]
fn refusals_say_why() {
    let size = tengen_go::BoardSize::new(5).unwrap();
    let new =
        |referee| PlayerView::new(Player::Black, size, RULES[0], Komi::SEVEN_AND_A_HALF, referee);
    let tell = |view: &mut PlayerView, text: &str| match text.parse::<Event>() {
        Ok(event) => view.hear(event).map_or_else(|e| e.to_string(), |()| "heard".to_owned()),
        Err(error) => error.to_string(),
    };
    let mut view = new(Referee::PAPER);
    for (text, answer) in [
        ("", "\"\" where refused, played, passed, opponent-played or opponent-passed should be"),
        ("played", "\"\" where a point should be"),
        ("played C3", "\"\" where taken should be"),
        ("played C3 taken none lost 0", "\"none\" where a number should be"),
        ("played C3 taken 0 lost 1", "1 stones, but 0 different points"),
        ("passed by", "\"by\" where the end should be"),
        ("opponent-passed", "it is the turn of Black"),
        ("played J9 taken 0 lost 0", "J9 is not on a board of size 5"),
        ("played C3 taken 1 lost 0", "1 stones have left the board, but there were 0"),
        ("played C3 taken 0 lost 1 D4", "D4 has no stone that could have been lost"),
        ("refused C3", "C3 cannot be: what was told before says otherwise"),
        ("played C3 taken 0 lost 0", "heard"),
        (
            "opponent-played lost 0 gone 0 refused 1",
            "this referee tells nothing of the opponent's tries in vain",
        ),
        (
            "opponent-played lost 0 gone 1 A1",
            "this referee tells only how many stones are captured",
        ),
        ("opponent-played lost 0 gone 0", "heard"),
        ("refused C3", "C3 cannot be: what was told before says otherwise"),
        ("passed", "heard"),
        ("opponent-passed", "heard"),
        ("passed", "the game is over"),
    ] {
        assert_eq!(tell(&mut view, text), answer, "{text}");
    }
    let mut view = new(Referee::OLYMPIAD);
    assert_eq!(tell(&mut view, "passed"), "heard");
    let counted = tell(&mut view, "opponent-played lost 0 gone 1");
    assert_eq!(counted, "this referee tells which stones are captured");
    assert_eq!(view.hear(Event::Passed), Err(Unbelievable::NotHisTurn(Player::White)));
}
