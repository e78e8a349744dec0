//! Features of priors: what is seen without playing moves is what one sees by playing them.

use std::collections::BTreeSet;

use tengen_go::{
    Board, BoardSize, EyeRule, Game, Komi, Move, MoveList, Player, Point, Position, Rng, Rules,
    Symmetric,
};
use tengen_policy::go::{LadderReader, NO_LEVEL, PriorFeature, PriorFeatures, PriorLevels};

/// Ladders are read as far as they go.
const UNBOUNDED: u32 = 1_000_000_000;

/// The names of the levels that a move has, but for patterns, which are only numbers.
fn names(levels: &PriorLevels) -> Vec<(PriorFeature, String)> {
    let all = PriorFeature::ALL.into_iter().zip(levels);
    let had = all.filter(|(_, level)| **level != NO_LEVEL);
    had.map(|(feature, &level)| (feature, feature.level_name(level.into()).expect("a level")))
        .collect()
}

/// Everything by playing the move and looking.
fn slow(position: &Position, m: Move) -> Vec<(PriorFeature, String)> {
    let mut found: Vec<(PriorFeature, String)> = Vec::new();
    let mut add = |feature: PriorFeature, level: &str| found.push((feature, level.to_owned()));
    let Move::Play(point) = m else {
        add(PriorFeature::Pass, if position.passes() == 0 { "first" } else { "second" });
        return found;
    };
    let (board, player) = (position.board(), position.to_move());
    let (size, theirs) = (board.size(), !player);
    let mut after = board.clone();
    after.play(player, point);
    let stones_beside =
        |colour: Player| point.neighbours(size).filter(move |&p| board.stone(p) == Some(colour));
    let recent = |back: usize| {
        let index = position.moves().len().checked_sub(back)?;
        position.moves()[index].1.point()
    };
    let distance = |other: Point| {
        let (dx, dy) = (other.x().abs_diff(point.x()), other.y().abs_diff(point.y()));
        dx + dy + dx.max(dy)
    };

    let pattern = board.pattern_code(point).pattern(player).expect("a legal move").to_string();
    add(PriorFeature::Pattern, &pattern);
    // Captures, by what they do.
    let captured: Vec<Point> =
        stones_beside(theirs).filter(|&p| after.stone(p).is_none()).collect();
    let liberties = after.liberties(point).len();
    let own_in_atari: Vec<Point> =
        stones_beside(player).filter(|&p| board.liberties(p).len() == 1).collect();
    if !captured.is_empty() {
        let level = |&prey: &Point| {
            let mut beside = board.chain(prey).flat_map(|stone| stone.neighbours(size));
            let rescued =
                |p: Point| board.stone(p) == Some(player) && board.liberties(p).len() == 1;
            if beside.any(rescued) {
                0
            } else if recent(1).is_some_and(|last| board.chain(prey).any(|stone| stone == last)) {
                1
            } else if LadderReader::new().is_caught(board, prey) {
                3
            } else {
                2
            }
        };
        let best = captured.iter().map(level).min().expect("some");
        add(PriorFeature::Capture, ["rescue", "last", "free", "trapped"][best]);
    } else if liberties <= 1 {
        let level = match after.chain(point).count() {
            1 => "one",
            2..=5 => "few",
            _ => "many",
        };
        add(PriorFeature::SelfAtari, level);
    } else if !own_in_atari.is_empty() {
        let touches_last = |&p: &Point| {
            recent(1).is_some_and(|last| {
                board.stone(last) == Some(theirs)
                    && board.chain(p).any(|stone| last.neighbours(size).any(|q| q == stone))
            })
        };
        let new = own_in_atari.iter().any(touches_last);
        let ladder = liberties == 2 && LadderReader::new().can_be_caught(&after, point);
        let level = match (new, ladder) {
            (true, false) => "new",
            (true, true) => "new-ladder",
            (false, false) => "old",
            (false, true) => "old-ladder",
        };
        add(PriorFeature::Extension, level);
    }
    let threatened: Vec<Point> = stones_beside(theirs)
        .filter(|&p| after.stone(p).is_some() && after.liberties(p).len() == 1)
        .collect();
    if !threatened.is_empty() {
        let caught = |&prey: &Point| LadderReader::new().is_caught(&after, prey);
        let level = if liberties > 1 && threatened.iter().any(caught) {
            "ladder"
        } else if board.ko(player).is_some() {
            "ko"
        } else {
            "other"
        };
        add(PriorFeature::Atari, level);
    }
    add(PriorFeature::Liberties, ["1", "1", "2", "3", "4+"][liberties.min(4)]);
    let far = size.side() - 1;
    let line = |x: usize| x.min(far - x) + 1;
    let (low, high) = (line(point.x()).min(line(point.y())), line(point.x()).max(line(point.y())));
    let name = |line: usize| if line >= 5 { "5+".to_owned() } else { line.to_string() };
    let near = |p: &Point| p.x().abs_diff(point.x()) <= 1 && p.y().abs_diff(point.y()) <= 1;
    let lonely = !board.stones().any(|(p, _)| near(&p));
    add(
        PriorFeature::Place,
        &if lonely { format!("{}-{}", name(low), name(high)) } else { name(low) },
    );
    for (feature, back) in [(PriorFeature::Last, 1), (PriorFeature::BeforeLast, 2)] {
        if let Some(other) = recent(back) {
            let distance = distance(other);
            add(feature, &if distance >= 17 { "17+".to_owned() } else { distance.to_string() });
        }
    }
    let diagonal = |p: &(Point, Player)| near(&p.0) && distance(p.0) == 3;
    let in_atari = |p: &(Point, Player)| board.liberties(p.0).len() == 1;
    let near_atari: Vec<Player> =
        board.stones().filter(diagonal).filter(in_atari).map(|(_, colour)| colour).collect();
    if !near_atari.is_empty() {
        let level = if near_atari.contains(&player) { "own" } else { "theirs" };
        add(PriorFeature::NearAtari, level);
    }
    if board.is_eye(player, point, EyeRule::Standard) {
        add(PriorFeature::Eye, "fills");
    }
    if recent(1).is_some_and(|last| distance(last) <= 3) {
        add(PriorFeature::Answer, &pattern);
    }
    for (feature, owner, liberties) in [
        (PriorFeature::Taken, theirs, 1),
        (PriorFeature::Threatened, theirs, 2),
        (PriorFeature::Squeezed, theirs, 3),
        (PriorFeature::Saved, player, 1),
        (PriorFeature::Helped, player, 2),
    ] {
        let weak = stones_beside(owner).filter(|&p| board.liberties(p).len() == liberties);
        let stones: BTreeSet<Point> = weak.flat_map(|p| board.chain(p)).collect();
        match stones.len() {
            0 => {}
            1..=3 => add(feature, &stones.len().to_string()),
            4 | 5 => add(feature, "4-5"),
            6..=9 => add(feature, "6-9"),
            _ => add(feature, "10+"),
        }
    }
    found
}

/// Random games, with every position in them looked at now and then.
fn positions(side: usize, games: u64, every: usize, mut look: impl FnMut(&Position)) {
    let size = BoardSize::new(side).unwrap();
    for seed in 0..games {
        let mut rng = Rng::stream(7, seed);
        let mut position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        let mut moves = MoveList::new();
        while position.outcome().is_none() && position.moves().len() < 3 * size.area() {
            position.legal_moves(&mut moves);
            let fills = |m: &Move| {
                let eye = |p| position.board().is_eye(position.to_move(), p, EyeRule::Standard);
                m.point().is_some_and(eye)
            };
            // Mostly near the last move: that is how ladders and captures come about.
            let last = position.moves().last().and_then(|&(_, m)| m.point());
            let near = |m: &Move| match (m.point(), last) {
                (Some(p), Some(q)) => p.x().abs_diff(q.x()) + p.y().abs_diff(q.y()) <= 2,
                _ => false,
            };
            let good: Vec<Move> = moves.iter().copied().filter(|m| !fills(m)).collect();
            let local: Vec<Move> = good.iter().copied().filter(near).collect();
            let m = if rng.below(3) > 0 { rng.choose(&local) } else { None };
            position.play_unchecked(m.or_else(|| rng.choose(&good)).unwrap_or(Move::Pass));
            if rng.below(every) == 0 {
                look(&position);
            }
        }
    }
}

#[test]
fn what_is_seen_is_what_happens() {
    let mut features = PriorFeatures::new().reading(UNBOUNDED);
    let mut seen = BTreeSet::new();
    for (side, games, every) in [(5, 60, 3), (7, 60, 5), (9, 60, 10), (13, 12, 20), (19, 8, 40)] {
        positions(side, games, every, |position| {
            features.look_at(position);
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            for &m in &moves {
                let found = names(&features.levels(position, m));
                assert_eq!(found, slow(position, m), "{m} in\n{position:?}");
                seen.extend(found);
            }
        });
    }
    // Every level but for rare patterns was there.
    let count = |feature: PriorFeature| seen.iter().filter(|(other, _)| *other == feature).count();
    for feature in PriorFeature::ALL {
        let least = match feature {
            PriorFeature::Pattern | PriorFeature::Answer => 500,
            // The last move is still there, unless it was suicide.
            PriorFeature::Last => feature.levels() - 1,
            _ => feature.levels(),
        };
        assert!(count(feature) >= least, "{feature:?}: {} levels", count(feature));
    }
}

#[test]
fn mirrors_change_nothing() {
    let mut features = PriorFeatures::new().reading(UNBOUNDED);
    for (side, games) in [(7, 10), (9, 10), (19, 2)] {
        positions(side, games, 40, |position| {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            features.look_at(position);
            let levels: Vec<PriorLevels> =
                moves.iter().map(|&m| features.levels(position, m)).collect();
            for s in 0..Position::SYMMETRIES {
                let image = position.symmetric(s);
                features.look_at(&image);
                for (&m, levels) in moves.iter().zip(&levels) {
                    let found = features.levels(&image, position.symmetric_move(s, m));
                    assert_eq!(names(&found), names(levels), "{m}, image {s} of\n{position:?}");
                }
            }
        });
    }
}

fn level(diagram: &str, moves: &[&str], m: &str, feature: PriorFeature) -> Option<String> {
    let board: Board = diagram.parse().expect("a diagram");
    let first = if moves.len().is_multiple_of(2) { Player::Black } else { Player::White };
    let mut position = Position::from_board(board, first, Rules::CHINESE, Komi::from_points(7));
    for m in moves {
        position.play(m.parse().expect("a move")).expect("a legal move");
    }
    let mut features = PriorFeatures::new();
    features.look_at(&position);
    let levels = features.levels(&position, m.parse().expect("a move"));
    feature.level_name(levels[feature as usize].into())
}

/// The ladder of every beginner: Black to move.
#[test]
fn ladders_are_read() {
    let ladder = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X O . . . . . .
        . . X X . . . . .
        . . . . . . . . .";
    let atari = |diagram: &str, m: &str| level(diagram, &[], m, PriorFeature::Atari);
    assert_eq!(atari(ladder, "C4"), Some("ladder".to_owned()));
    assert_eq!(atari(ladder, "D3"), Some("other".to_owned()));
    let broken = ladder.replacen(". . . . . . . . .", ". . . . . . O . .", 4);
    assert_eq!(atari(&broken, "C4"), Some("other".to_owned()));
    // White, who is to move after C4, would run into it; and out of it once it is broken.
    let run = |diagram: &str| {
        let swapped: String = diagram
            .chars()
            .map(|c| match c {
                'X' => 'O',
                'O' => 'X',
                c => c,
            })
            .collect();
        level(&swapped, &["C4"], "D3", PriorFeature::Extension)
    };
    assert_eq!(run(ladder), Some("new-ladder".to_owned()));
    assert_eq!(run(&broken), Some("new".to_owned()));
}
