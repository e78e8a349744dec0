//! The rules that build books, against obvious slow versions of the paper's algorithms.

use tengen_book::{
    Bds, BdsMoves, Choice, Chooser, Entry, MemoryBook, Orientation, OutOfBook, Page, Qbf, Rule,
    Tally, additions, walk,
};
use tengen_game::{Canonical, Game, MoveList, Outcome, Player, Rng, Symmetric};
use tengen_go::{BoardSize, Komi, Move, Position, Rules};

fn start(side: usize) -> Position {
    Position::new(BoardSize::new(side).expect("a size"), Rules::TROMP_TAYLOR, Komi::from_points(3))
}

/// What is seen of a position.
fn picture(position: &Position) -> String {
    let ko = position.board().ko(position.to_move());
    format!("{} {} {ko:?} {}", position.board(), position.to_move(), position.passes())
}

/// A book that is nothing but a list of games: positions are compared by their pictures, in all
/// eight directions.
#[derive(Default)]
struct SlowBook {
    games: Vec<(Vec<(Position, Move)>, Outcome)>,
}

impl SlowBook {
    fn add(&mut self, start: &Position, moves: &[Move], outcome: Outcome) {
        let mut position = start.clone();
        let mut steps = Vec::new();
        for &m in moves {
            steps.push((position.clone(), m));
            position.play(m).expect("legal");
        }
        self.games.push((steps, outcome));
    }

    /// Games that went through this position by this move or one like it.
    fn tally(&self, position: &Position, m: Move) -> Tally {
        let after = |position: &Position, m: Move| {
            let mut next = position.clone();
            next.play_unchecked(m);
            next
        };
        let images: Vec<(String, String)> = (0..8)
            .map(|s| {
                let next = after(position, m).symmetric(s);
                (picture(&position.symmetric(s)), picture(&next))
            })
            .collect();
        let mut tally = Tally::default();
        for (steps, outcome) in &self.games {
            let is_there = steps.iter().any(|(before, played)| {
                let pair = (picture(before), picture(&after(before, *played)));
                images.contains(&pair)
            });
            if is_there {
                tally.add(tengen_book::Score::of(*outcome, position.to_move()));
            }
        }
        tally
    }

    /// Algorithm 1, as it is written: over all possible moves.
    fn qbf(&self, position: &Position, k: f64) -> Option<f64> {
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let (mut best_score, mut found) = (k, None);
        for &m in &legal {
            let tally = self.tally(position, m);
            if tally.games() == 0 {
                continue;
            }
            let score = tally.wins as f64 / tally.games() as f64;
            if score > best_score {
                (best_score, found) = (score, Some(score));
            }
        }
        found
    }
}

#[test]
fn books_and_quasi_best_first_agree_with_a_list_of_games() {
    let start = start(3);
    let (mut book, mut slow) = (MemoryBook::default(), SlowBook::default());
    let rule = Qbf::default();
    let mut rng = Rng::new(1);
    let mut legal = MoveList::new();
    let (mut from_book, mut asked) = (0, 0);
    for game in 0..40 {
        // As a book is built, with a lower level that plays at random.
        let (mut position, mut moves) = (start.clone(), Vec::new());
        while position.outcome().is_none() && moves.len() < 10 {
            let page = Page::read(&position, &book).expect("in memory");
            for known in page.moves() {
                assert_eq!(known.tally, slow.tally(&position, known.r#move), "game {game}");
            }
            position.legal_moves(&mut legal);
            for &m in &legal {
                let known = page.moves().iter().any(|b| b.r#move == m || b.twins.contains(&m));
                assert_eq!(known, slow.tally(&position, m).games() > 0, "game {game}, {m}");
            }
            let choice = Rule::Qbf(rule).choose(&position, &page, &mut rng);
            let expected = slow.qbf(&position, rule.k(position.to_move()));
            let rate = choice.map(|m| slow.tally(&position, m).rate().expect("games"));
            assert_eq!(rate, expected, "game {game}: {position:?}");
            from_book += usize::from(choice.is_some());
            asked += 1;
            let m = choice.unwrap_or_else(|| rng.choose(&legal).expect("a move"));
            position.play(m).expect("legal");
            moves.push(m);
        }
        // Komi is 3 and there may be draws on the way: here somebody always wins.
        let winner = if position.score() > 0.0 { Player::Black } else { Player::White };
        let outcome = Outcome::Win(winner);
        book.add(&additions(&start, moves.iter().copied(), outcome).expect("legal"));
        slow.add(&start, &moves, outcome);
    }
    assert!(from_book > 40 && asked - from_book > 40, "{from_book} of {asked}");
    // The root has been through every game.
    let root = Page::read(&start, &book).expect("in memory");
    assert_eq!(root.games(), 40);
}

/// A page of the empty 5x5 board whose moves have these results.
fn page(tallies: &[(&str, u64, u64)]) -> (Position, Page<Move>) {
    let position = start(5);
    let orientation = Orientation::of(&position);
    let mut book = MemoryBook::default();
    for &(text, wins, losses) in tallies {
        let code = orientation.code(&position, text.parse().expect("a move"));
        book.add_tally(orientation.key(), code, Tally { wins, draws: 0, losses });
    }
    let page = Page::read(&position, &book).expect("in memory");
    assert_eq!(page.moves().len(), tallies.len());
    (position, page)
}

/// How often each of the moves is chosen, and how often none.
fn shares(rule: Rule, tallies: &[(&str, u64, u64)], draws: u32) -> (Vec<f64>, f64) {
    let (position, page) = page(tallies);
    let mut rng = Rng::new(5);
    let mut counts = vec![0.0; tallies.len()];
    let mut none = 0.0;
    for _ in 0..draws {
        match rule.choose(&position, &page, &mut rng) {
            None => none += 1.0,
            Some(chosen) => {
                let is_it = |(text, ..): &(&str, u64, u64)| {
                    let orientation = Orientation::of(&position);
                    let m = text.parse().expect("a move");
                    orientation.code(&position, m) == orientation.code(&position, chosen)
                };
                let place = tallies.iter().position(is_it).expect("one of the book");
                counts[place] += 1.0;
            }
        }
    }
    (counts.iter().map(|count| count / f64::from(draws)).collect(), none / f64::from(draws))
}

#[test]
fn beta_sampling_chooses_by_the_chance_to_be_best() {
    // P(Beta(a, b) > Beta(c, d)) by summing over a fine grid.
    let probability = |(w1, l1): (u64, u64), (w2, l2): (u64, u64)| {
        let steps = 20_000;
        let density = |w: u64, l: u64, x: f64| x.powi(w as i32) * (1.0 - x).powi(l as i32);
        let (mut below, mut sum, mut total) = (0.0, 0.0, 0.0);
        for i in 0..steps {
            let x = (f64::from(i) + 0.5) / f64::from(steps);
            let own = density(w2, l2, x);
            sum += density(w1, l1, x) * (below + own / 2.0);
            total += density(w1, l1, x);
            below += own;
        }
        sum / total / below
    };
    for (first, second) in
        [((3, 1), (1, 3)), ((10, 10), (1, 1)), ((0, 4), (0, 1)), ((60, 40), (50, 50))]
    {
        let tallies = [("C3", first.0, first.1), ("C2", second.0, second.1)];
        let visits = (first.0 + first.1 + second.0 + second.1) as f64;
        let (counts, none) = shares(Rule::Bds(Bds::default()), &tallies, 100_000);
        assert!((none - 1.0 / visits).abs() < 0.005, "{none} of {visits} visits");
        let expected = probability(first, second) * (1.0 - 1.0 / visits);
        assert!(
            (counts[0] - expected).abs() < 0.008,
            "{first:?} {second:?}: {counts:?} {expected}"
        );
    }
    // A single game: the lower level chooses, always.
    assert_eq!(shares(Rule::Bds(Bds::default()), &[("C3", 1, 0)], 100).1, 1.0);
    // No game at all: so it does.
    let (position, page) = page(&[]);
    assert_eq!(Rule::Bds(Bds::default()).choose(&position, &page, &mut Rng::new(1)), None);
}

/// As the paper can be read, moves without games swamp the others: 24 draws from all of 0 to 1.
#[test]
fn beta_sampling_over_all_legal_moves_hardly_uses_the_book() {
    let (position, page) = page(&[("C3", 60, 40)]);
    let orientation = Orientation::of(&position);
    let rule = Rule::Bds(Bds { moves: BdsMoves::Legal });
    let mut rng = Rng::new(2);
    let choices: Vec<Move> =
        (0..2000).filter_map(|_| rule.choose(&position, &page, &mut rng)).collect();
    let known = page.moves()[0].code;
    let used = choices.iter().filter(|&&m| orientation.code(&position, m) == known).count();
    assert!(choices.iter().all(|&m| position.is_legal(m)));
    assert!(used < 100 && choices.len() > 1900, "{used} of {}", choices.len());
}

#[test]
fn quasi_best_first_asks_below_k() {
    let choose = |tallies: &[(&str, u64, u64)], white: bool| {
        let (mut position, page) = page(tallies);
        if white {
            position.set_to_move(Player::White);
        }
        Rule::Qbf(Qbf::default()).choose(&position, &page, &mut Rng::new(1)).map(|m| m.to_string())
    };
    let tallies = [("C3", 5, 5), ("C2", 4, 6), ("A1", 0, 9)];
    assert_eq!(choose(&tallies, false).as_deref(), Some("C3"));
    // More than K, not K itself.
    assert_eq!(choose(&tallies, true), None);
    assert_eq!(choose(&[("C3", 6, 5)], true).as_deref(), Some("C3"));
    assert_eq!(choose(&[("C3", 1, 9)], false), None);
    assert_eq!(choose(&[("C3", 0, 0)], false), None);
}

#[test]
fn players_choose_and_doubt() {
    let choose = |chooser: Chooser, tallies: &[(&str, u64, u64)]| {
        let (_, page) = page(tallies);
        chooser
            .choose(&page, &mut Rng::new(1))
            .map(|m| page.moves().iter().position(|b| b.r#move == m))
    };
    // By number: C2, then C3; A1 is 0.
    let tallies = [("C3", 30, 10), ("C2", 60, 60)];
    let by = |choice| Chooser { choice, ..Chooser::default() };
    let (_, both) = page(&tallies);
    let games = |place: Option<usize>| both.moves()[place.expect("a move")].tally.games();
    assert_eq!(choose(by(Choice::Rate), &tallies).map(games), Ok(40));
    assert_eq!(choose(by(Choice::Visits), &tallies).map(games), Ok(120));
    // A sibling with few games that looks better.
    let doubtful = [("C3", 30, 10), ("C2", 60, 60), ("A1", 3, 0)];
    assert_eq!(choose(by(Choice::Rate), &doubtful), Err(OutOfBook::Doubt { games: 3 }));
    assert!(choose(Chooser { doubts: false, ..by(Choice::Rate) }, &doubtful).is_ok());
    assert_eq!(choose(by(Choice::Rate), &[]), Err(OutOfBook::Unknown));
    assert_eq!(
        choose(by(Choice::Rate), &[("C3", 4, 4)]),
        Err(OutOfBook::FewGames { least: 10, most: 8 })
    );
    assert_eq!(choose(by(Choice::Rate), &[("C3", 1, 19)]), Err(OutOfBook::Losing { percent: 5 }));
    // At random: three times as often what has three times the games.
    let (_, page) = page(&tallies);
    let mut rng = Rng::new(3);
    let often = (0..4000)
        .filter(|_| {
            let m = by(Choice::Random).choose(&page, &mut rng).expect("a move");
            page.moves().iter().any(|b| b.r#move == m && b.tally.games() == 120)
        })
        .count();
    assert!((2870..3130).contains(&often), "{often}");
}

/// A walk finds every position that games went through, once.
#[test]
fn walks_find_everything() {
    let start = start(4);
    let mut book = MemoryBook::default();
    let mut keys = std::collections::HashSet::new();
    let mut rng = Rng::new(9);
    for _ in 0..50 {
        let mut position = start.clone();
        let (mut moves, mut legal) = (Vec::new(), MoveList::new());
        while moves.len() < 6 {
            position.legal_moves(&mut legal);
            let m = legal[rng.below(legal.len() - 1)];
            keys.insert(Orientation::of(&position).key());
            position.play(m).expect("legal");
            moves.push(m);
        }
        book.add(&additions(&start, moves, Outcome::Draw).expect("legal"));
    }
    let visits: Vec<_> = walk(&book, &start, 0).map(|visit| visit.expect("in memory")).collect();
    assert_eq!(visits.len(), keys.len());
    assert!(visits.is_sorted_by_key(|visit| visit.line.len()));
    for visit in &visits {
        let mut position = start.clone();
        for &m in &visit.line {
            position.play(m).expect("legal");
        }
        assert_eq!(position.key_under(0), visit.position.key());
    }
    // Rows in order, and none lost.
    let rows: Vec<(tengen_game::Key, Entry)> = book.rows().collect();
    assert_eq!(rows.len(), book.len());
    assert!(rows.is_sorted_by_key(|(key, entry)| (*key, entry.code)));
    // A draw is half a point.
    let root = Page::read(&start, &book).expect("in memory");
    assert!(root.moves().iter().all(|m| m.tally.rate() == Some(0.5)));
    // Few games: a shorter walk.
    assert!(walk(&book, &start, 3).count() < visits.len() / 2);
}
