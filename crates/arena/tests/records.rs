//! Records that were kept stay readable, and what is made from them is right.

use tengen_arena::{
    ContestRecord, Decision, End, GameRecord, PaperResult, Pentanomial, PerSide, Score, SettledBy,
    Side, Sprt, SprtState, SprtWatch, Summary, Verdict, pairs, to_sgf,
};

/// A contest and two games, as version 0.1.0 wrote them.
fn kept() -> (ContestRecord, Vec<GameRecord>) {
    let mut lines = include_str!("data/records.jsonl").lines();
    let contest = serde_json::from_str(lines.next().expect("a contest")).expect("a contest");
    (contest, lines.map(|line| serde_json::from_str(line).expect("a game")).collect())
}

/// A game that the given side won, numbered, with A as Black in the even ones.
fn game(number: u64, winner: Option<Side>) -> GameRecord {
    let (_, games) = kept();
    let black = if number.is_multiple_of(2) { Side::A } else { Side::B };
    GameRecord { game: number, winner, black, ..games[0].clone() }
}

/// Letters are winners, `-` a draw, and `.` a game that is not over.
fn games(winners: &str) -> Vec<GameRecord> {
    let numbered = (0..).zip(winners.chars());
    let over = numbered.filter(|(_, winner)| *winner != '.');
    over.map(|(number, winner)| {
        let winner = match winner {
            'A' => Some(Side::A),
            'B' => Some(Side::B),
            _ => None,
        };
        game(number, winner)
    })
    .collect()
}

fn summary(winners: &str) -> Summary {
    let games = games(winners);
    Summary::new("a", "b", &games.iter().collect::<Vec<_>>(), None)
}

#[test]
fn what_was_kept_is_read_and_written_alike() {
    let (contest, games) = kept();
    assert_eq!(contest.players.len(), 2);
    assert_eq!(games.len(), 2);
    let mut lines = include_str!("data/records.jsonl").lines().skip(1);
    for game in &games {
        let line = serde_json::to_string(game).expect("JSON");
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(value(&line), value(lines.next().expect("a line")));
        assert_eq!(game.end, End::Passes);
        assert_eq!(game.settled.as_ref().map(|settled| settled.by), Some(SettledBy::Board));
        let sgf = to_sgf(game, &contest.title).expect("a record");
        assert!(sgf.contains(&format!("RE[{}]", game.result)), "{sgf}");
        let moves = sgf.matches(";B[").count() + sgf.matches(";W[").count();
        assert_eq!(moves, game.moves.len());
        let winner = match (game.winner, game.black) {
            (None, _) => '0',
            (Some(winner), black) if winner == black => 'B',
            _ => 'W',
        };
        assert!(game.result.starts_with(winner), "{} {:?}", game.result, game.winner);
    }
}

#[test]
fn scores_are_a_s_and_by_colour() {
    // A wins as Black in games 0 and 2, as White in 1; loses as Black in 4; draws as White in 3.
    let summary = summary("AAA-B");
    assert_eq!((summary.games, summary.wins, summary.draws, summary.losses), (5, 3, 1, 1));
    assert_eq!(summary.as_black, Score { wins: 2, draws: 0, losses: 1 });
    assert_eq!(summary.as_white, Score { wins: 1, draws: 1, losses: 0 });
    assert_eq!(summary.win_rate, Some(0.7));
    // The fifth game has no partner.
    assert_eq!(summary.pairs, Pentanomial([0, 0, 0, 1, 1]));
    let interval = summary.interval;
    assert!(interval.low < 0.7 && 0.7 < interval.high, "{interval:?}");
    let (elo, ends) = (summary.elo.expect("a number"), summary.elo_interval);
    assert!((elo - 147.19).abs() < 0.01, "{elo}");
    assert!(ends.low < Some(elo) && Some(elo) < ends.high);
    assert_eq!(summary.forfeits_by, PerSide { a: 0, b: 0 });
}

#[test]
fn pairs_are_games_2k_and_2k_plus_1() {
    assert_eq!(pairs(&games("AB")), Pentanomial([0, 0, 1, 0, 0]));
    // 1 and 2 are neighbours, but no pair.
    assert_eq!(pairs(&games(".AA.")), Pentanomial::default());
    assert_eq!(pairs(&games("BB.ABAA-")), Pentanomial([1, 0, 1, 1, 0]));
    assert_eq!(pairs(&[]), Pentanomial::default());
}

fn sprt_state(sprt: &Sprt, games: &[GameRecord]) -> SprtState {
    let mut watch = SprtWatch::new(*sprt);
    let decision = watch.follow(games);
    assert_eq!(watch.state().decision, decision);
    watch.state()
}

/// Which games are over first must not decide a test.
#[test]
fn a_sequential_test_counts_pairs_in_order() {
    let sprt: Sprt = "0,200".parse().expect("a test");
    let won = "A".repeat(60);
    let decided = sprt_state(&sprt, &games(&won));
    assert_eq!(decided.decision, Some(Decision::AcceptH1));
    let needed = decided.pairs as usize;
    assert!((2..30).contains(&needed), "{needed}");
    // A game at the beginning is missing: whatever comes after it does not count.
    let waiting = sprt_state(&sprt, &games(&format!("A.{won}")));
    assert_eq!((waiting.pairs, waiting.decision), (0, None));
    // Losses after the decision change nothing.
    let later = sprt_state(&sprt, &games(&format!("{}{}", &won[..2 * needed], "B".repeat(100))));
    assert_eq!((later.pairs, later.decision), (decided.pairs, decided.decision));
    assert_eq!(later.llr, decided.llr);
}

#[test]
fn verdicts_need_enough_games() {
    let verdict = |paper: &str, winners: &str| {
        #[derive(serde::Deserialize)]
        struct File {
            paper: PaperResult,
        }
        let file: File = toml::from_str(&format!("paper = {paper}")).expect(paper);
        file.paper.verdict(&summary(winners))
    };
    let (even, strong) = ("AB".repeat(200), "AAAB".repeat(100));
    let stronger = r#"{ claim = "stronger", source = "x" }"#;
    let weaker = r#"{ claim = "weaker", source = "x" }"#;
    assert_eq!(verdict(stronger, &strong), Verdict::Agrees);
    assert_eq!(verdict(weaker, &strong), Verdict::Differs);
    assert_eq!(verdict(stronger, &even), Verdict::TooFewGames);
    assert_eq!(verdict(stronger, ""), Verdict::TooFewGames);
    let rate = |rate: f64| format!("{{ rate = {rate}, games = 200, source = \"x\" }}");
    assert_eq!(verdict(&rate(75.0), &strong), Verdict::Agrees);
    assert_eq!(verdict(&rate(70.0), &strong), Verdict::Agrees);
    assert_eq!(verdict(&rate(50.0), &strong), Verdict::Differs);
    assert_eq!(verdict(&rate(95.0), &strong), Verdict::Differs);
    assert_eq!(verdict(&rate(75.0), "AAABAAAB"), Verdict::TooFewGames);
    // Even few games can be enough to differ.
    assert_eq!(verdict(&rate(10.0), &"A".repeat(20)), Verdict::Differs);
    assert_eq!(verdict(r#"{ rate = 75.0, source = "x" }"#, &strong), Verdict::Agrees);
    assert_eq!(verdict(r#"{ source = "x" }"#, &strong), Verdict::NoNumber);
}
