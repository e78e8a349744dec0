//! Uniform playouts have the statistics they should have.

mod naive;

use std::collections::HashMap;

use naive::{Naive, scattered};
use tengen_loa::{
    Board, Game, Move, MoveList, NoMove, Outcome, Player, Playout, Position, Repetition, Rng,
    Rules, Simultaneous,
};

/// Mean and standard error of a sample.
#[derive(Clone, Copy, Debug)]
struct Sample {
    mean: f64,
    error: f64,
}

impl Sample {
    fn of(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
        Self { mean, error: (variance / n).sqrt() }
    }

    fn share(flags: impl Iterator<Item = bool>) -> Self {
        Self::of(&flags.map(|flag| f64::from(u8::from(flag))).collect::<Vec<_>>())
    }

    fn assert_near(self, other: Self, what: &str) {
        let z = (self.mean - other.mean) / self.error.hypot(other.error);
        println!("{what}: {:.4} and {:.4}, z = {z:.2}", self.mean, other.mean);
        assert!(z.abs() < 4.0, "{what}: {self:?} and {other:?}, z = {z}");
    }
}

/// One playout: outcome, plies, who moved last, pieces left.
struct Played {
    outcome: Outcome,
    plies: u32,
    last: Player,
    pieces: u32,
    cut_off: bool,
}

fn playouts(games: usize, cap: u32) -> Vec<Played> {
    let (mut rng, playout) = (Rng::new(2026), Playout::new(Player::Black).with_cap(cap));
    let one = |_| {
        let mut board = Board::START;
        let result = playout.run(&mut board, &mut rng, &mut ());
        Played {
            outcome: result.outcome,
            plies: result.plies,
            last: Player::BOTH[(result.plies as usize + 1) % 2],
            pieces: Player::BOTH.map(|player| board.piece_count(player)).iter().sum(),
            cut_off: result.cut_off,
        }
    };
    (0..games).map(one).collect()
}

/// Reference, section 1.3: uniformly random games without a cap (20,000 of them, whence the
/// errors given here).
#[test]
fn games_from_the_start() {
    let games = playouts(100_000, u32::MAX);
    let near = |sample: Sample, mean, error, what: &str| {
        sample.assert_near(Sample { mean, error }, what);
    };
    let plies: Vec<f64> = games.iter().map(|game| game.plies.into()).collect();
    near(Sample::of(&plies), 212.7, 0.55, "plies");
    let of = |outcome| Sample::share(games.iter().map(move |game| game.outcome == outcome));
    near(of(Outcome::Win(Player::Black)), 0.498, 0.0036, "Black wins");
    near(of(Outcome::Win(Player::White)), 0.498, 0.0036, "White wins");
    near(of(Outcome::Draw), 0.0046, 0.0005, "both connected");
    let own_move = |game: &Played| game.outcome == Outcome::Win(!game.last);
    near(Sample::share(games.iter().map(own_move)), 0.27, 0.0045, "lost by the own move");
    let pieces: Vec<f64> = games.iter().map(|game| f64::from(game.pieces) / 2.0).collect();
    near(Sample::of(&pieces), 3.5, 0.03, "pieces a side at the end");
    assert!(games.iter().all(|game| !game.cut_off));
}

/// The same with the paper's cap.
#[test]
fn capped_games_from_the_start() {
    let games = playouts(100_000, Playout::PAPER_CAP);
    let cut_off = Sample::share(games.iter().map(|game| game.cut_off));
    cut_off.assert_near(Sample { mean: 0.551, error: 0.0035 }, "cut off");
    for game in &games {
        assert!(!game.cut_off || game.plies == 200 && game.outcome == Outcome::Draw);
    }
}

/// The naive rules play the same kind of game.
#[test]
fn naive_playouts_are_alike() {
    let rules = Rules::PAPER.with_repetition(Repetition::None);
    let mut rng = Rng::new(77);
    let slow: Vec<_> = (0..2000).map(|_| Naive::new(rules).playout(&mut rng, u32::MAX)).collect();
    let fast = playouts(50_000, u32::MAX);
    let plies = Sample::of(&fast.iter().map(|game| game.plies.into()).collect::<Vec<f64>>());
    let slow_plies = Sample::of(&slow.iter().map(|game| game.1.into()).collect::<Vec<f64>>());
    plies.assert_near(slow_plies, "plies");
    let black = Outcome::Win(Player::Black);
    let wins = Sample::share(fast.iter().map(|game| game.outcome == black));
    wins.assert_near(Sample::share(slow.iter().map(|game| game.0 == black)), "Black wins");
}

/// Reference position T3: neither side has a move.
fn stalemate() -> Board {
    "......../..x.o.x./.o.o.o.o/..x.o.x./.x.x.x.x/..x.o.x./.o.o.o.o/..x.o.x.".parse().unwrap()
}

/// Every legal move is drawn equally often, on boards with many moves and with few.
#[test]
fn moves_are_drawn_uniformly() {
    let mut rng = Rng::new(3);
    let mut boards = vec![Board::START];
    let rules = Rules::PAPER;
    while boards.len() < 60 {
        let naive = Naive::from_squares(scattered(&mut rng), Player::Black, rules);
        if naive.outcome().is_none() && naive.legal().len() > 1 {
            boards.push(naive.board());
        }
    }
    // Boards near a stalemate, where nearly every draw is refused and moves are listed instead.
    while boards.len() < 80 {
        let [black, white] = Player::BOTH.map(|player| stalemate().pieces(player));
        let [from, to] = [(); 2].map(|()| 1u64 << rng.below(64));
        if (black | white) & to == 0 && white & from != 0 {
            let board = Board::from_pieces([black, white ^ from ^ to]).unwrap();
            boards.extend(
                Some(board).filter(|board| (2..=6).contains(&board.move_count(Player::Black))),
            );
        }
    }
    let (mut chi2, mut freedom) = (0.0, 0.0);
    for start in &boards {
        let mut listed = MoveList::new();
        Position::from_board(*start, Player::Black, rules).legal_moves(&mut listed);
        let mut drawn: HashMap<Move, f64> = listed.iter().map(|&m| (m, 0.0)).collect();
        let mut record: Vec<(Player, Move)> = Vec::new();
        let playout = Playout::new(Player::Black).with_cap(1);
        for _ in 0..1000 * listed.len() {
            playout.run(&mut start.clone(), &mut rng, &mut record);
            let (player, m) = record.pop().unwrap();
            assert_eq!(player, Player::Black);
            *drawn.get_mut(&m).unwrap_or_else(|| panic!("{m} is not legal in\n{start}")) += 1.0;
        }
        chi2 += drawn.values().map(|n| (n - 1000.0).powi(2) / 1000.0).sum::<f64>();
        freedom += listed.len() as f64 - 1.0;
    }
    let z = (chi2 - freedom) / (2.0 * freedom).sqrt();
    println!("χ² = {chi2:.0} with {freedom} degrees of freedom, z = {z:.2}");
    assert!(z.abs() < 5.0);
}

/// What a playout records leads to the result it reports, under every rule.
#[test]
fn playouts_are_games() {
    let mut rng = Rng::new(4);
    for simultaneous in [Simultaneous::Draw, Simultaneous::MoverWins] {
        for no_move in [NoMove::Pass, NoMove::Loss] {
            let rules =
                Rules { simultaneous, no_move, repetition: Repetition::None, length_cap: None };
            for _ in 0..2000 {
                let to_move = Player::BOTH[rng.below(2)];
                let board = Naive::from_squares(scattered(&mut rng), to_move, rules).board();
                let mut game = Position::from_board(board, to_move, rules);
                let (mut end, mut record) = (board, Vec::new());
                let playout = game.playout();
                assert_eq!((playout.to_move, playout.cap), (to_move, 200));
                let result = playout.run(&mut end, &mut rng, &mut record);
                for (player, m) in record {
                    if game.to_move() != player {
                        game.play(Move::PASS).unwrap();
                    }
                    game.play(m).unwrap();
                }
                while !result.cut_off && game.outcome().is_none() {
                    game.play(Move::PASS).unwrap();
                }
                assert_eq!(game.outcome().unwrap_or(Outcome::Draw), result.outcome, "{game:?}");
                assert_eq!(game.outcome().is_none(), result.cut_off, "{game:?}");
                assert!(result.plies as usize >= game.moves().len(), "{game:?}");
                assert_eq!(*game.board(), end, "counts and pieces are kept");
            }
        }
    }
}

/// Same seed, same playouts; another seed, others.
#[test]
fn playouts_are_repeatable() {
    let one = |seed| {
        let (mut board, mut record) = (Board::START, Vec::new());
        Playout::new(Player::Black).run(&mut board, &mut Rng::new(seed), &mut record);
        record
    };
    assert_eq!(one(1), one(1));
    assert_ne!(one(1), one(2));
}
