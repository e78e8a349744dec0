//! Softmax playouts: moves are drawn as the softmax says, and ψ is what paper 003 says.

use std::collections::HashMap;

use tengen_go::{Board, BoardSize, EyeRule, Pattern, Player, Playout, Point, Rng, WeightedBoard};
use tengen_policy::go::{
    Choice, ChoiceWatcher, LocalMoves, PlayoutGammas, PlayoutGradient, SoftmaxPlayouts,
    SoftmaxTable,
};

/// γ's that tell everything from everything else.
fn gammas() -> PlayoutGammas {
    let mut rng = Rng::new(11);
    let mut values: Vec<f64> =
        (0..Pattern::ALL).map(|_| f64::from(rng.unit() * 4.0 - 2.0).exp()).collect();
    values.extend([5.0, 20.0, 0.3, 8.0, 0.1, 2.0, 15.0]);
    PlayoutGammas::from_values(values).unwrap()
}

/// The moves of a player and the products of their γ's, the plain way.
fn products(
    gammas: &PlayoutGammas,
    board: &Board,
    player: Player,
    last: Option<Point>,
) -> Vec<(Point, f64)> {
    let mut local = LocalMoves::new();
    if let Some(last) = last {
        local.find(board, player, last);
    }
    let may = |&point: &Point| {
        board.is_legal(player, point) && !board.is_eye(player, point, EyeRule::Standard)
    };
    let product = |point: Point| {
        let pattern = board.pattern_code(point).pattern(player).expect("a legal move");
        let features: f64 = local.of(point).iter().map(|f| gammas.feature(f)).product();
        (point, gammas.pattern(pattern) * features)
    };
    board.empty_points().filter(may).map(product).collect()
}

/// Random positions, each with its last move.
fn positions(count: usize, seed: u64) -> Vec<(Board, Player, Option<Point>)> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    let table = SoftmaxTable::new(&gammas());
    while positions.len() < count {
        let size = BoardSize::new([5, 7, 9][rng.below(3)]).unwrap();
        let mut board = table.board(&Board::new(size));
        let (mut player, mut last, mut choice) = (Player::Black, None, Choice::default());
        for _ in 0..1 + rng.below(size.area()) {
            choice.prepare(&table, &board, player, last);
            last = choice.draw(&board, player, &mut rng);
            match last {
                Some(point) => board.play(player, point, &mut ()),
                None => board.clear_ko(),
            }
            player = !player;
        }
        positions.push((Board::from(board.board()), player, last));
    }
    positions
}

/// The weights of all moves are their products, as far as whole numbers can say.
#[test]
fn weights_are_products() {
    let gammas = gammas();
    let table = SoftmaxTable::new(&gammas);
    let (mut kos, mut specials) = (0, 0);
    let mut choice = Choice::default();
    for (board, player, last) in positions(20_000, 12) {
        let weighted = table.board(&board);
        choice.prepare(&table, &weighted, player, last);
        let products = products(&gammas, &board, player, last);
        let sum: f64 = products.iter().map(|(_, product)| product).sum();
        let total = choice.total() as f64;
        for &(point, product) in &products {
            let share = choice.weight(&weighted, player, point) / total;
            assert!((share - product / sum).abs() < 1e-3, "{point}: {share}\n{board}");
        }
        let all: f64 =
            board.size().points().map(|point| choice.weight(&weighted, player, point)).sum();
        assert!((all - total).abs() < 1e-6 * total.max(1.0), "{all} of {total}\n{board}");
        if let Some(ko) = board.ko(player) {
            assert_eq!(choice.weight(&weighted, player, ko), 0.0);
            kos += 1;
        }
        specials += choice.special().len();
    }
    assert!(kos > 50 && specials > 4000, "{kos} {specials}");
}

/// χ² of many draws from some positions, against the softmax itself.
#[test]
fn draws_follow_the_softmax() {
    assert_follows(false, |gammas, board, player, last, _| {
        let products = products(gammas, board, player, last);
        let sum: f64 = products.iter().map(|(_, product)| product).sum();
        products.into_iter().map(|(point, product)| (Some(point), product / sum)).collect()
    });
}

/// The same with care, against what [`Choice::chances`] says.
#[test]
fn careful_draws_follow_their_chances() {
    assert_follows(true, |_, _, _, _, chances| chances);
}

/// `None` is a pass.
type Chances = Vec<(Option<Point>, f64)>;

fn assert_follows(
    care: bool,
    expected: impl Fn(&PlayoutGammas, &Board, Player, Option<Point>, Chances) -> Chances,
) {
    let gammas = gammas();
    let table = SoftmaxTable::new(&gammas);
    let mut rng = Rng::new(13);
    let (mut chi2, mut freedom) = (0.0, 0.0);
    let mut choice = if care { Choice::careful() } else { Choice::default() };
    let mut positions = positions(60, 14);
    // A chain that a stone thrown in kills, and a seki where Black has no other move.
    for diagram in [THROW_IN, SEKI] {
        positions.push((diagram.parse().expect("a diagram"), Player::Black, None));
    }
    let (mut kills, mut passes) = (0, 0);
    for (board, player, last) in positions {
        let weighted = table.board(&board);
        choice.begin(&weighted);
        choice.prepare(&table, &weighted, player, last);
        let chances = choice.chances(&weighted, player);
        let sum: f64 = chances.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}\n{board}");
        let chances = match choice.total() {
            0 => chances,
            _ => expected(&gammas, &board, player, last, chances),
        };
        let draws = 20_000;
        let mut seen: HashMap<Option<Point>, u32> = HashMap::new();
        for _ in 0..draws {
            let drawn = choice.draw_move(&weighted, player, &mut rng, &mut ());
            *seen.entry(drawn).or_default() += 1;
        }
        passes += u32::from(choice.total() > 0 && seen.contains_key(&None));
        kills += u32::from(!choice.doomed().stones().is_empty());
        // Rare moves together, so that every cell expects enough.
        let (mut rare, mut rare_seen) = (0.0, 0.0);
        let mut cells = 0.0;
        for (m, chance) in chances {
            let expected = f64::from(draws) * chance;
            let count = f64::from(seen.remove(&m).unwrap_or(0));
            if expected < 10.0 {
                rare += expected;
                rare_seen += count;
            } else {
                chi2 += (count - expected).powi(2) / expected;
                cells += 1.0;
            }
        }
        if rare >= 10.0 {
            chi2 += (rare_seen - rare).powi(2) / rare;
            cells += 1.0;
        }
        freedom += f64::max(cells - 1.0, 0.0);
        assert!(seen.is_empty(), "moves that are none: {seen:?}");
    }
    let error = (chi2 - freedom) / (2.0f64 * freedom).sqrt();
    assert!(freedom > 500.0 && error.abs() < 4.0, "{chi2} of {freedom}");
    assert_eq!((kills > 0, passes > 0), (care, care), "{kills} {passes}");
}

const THROW_IN: &str = "
    . . O X .
    O O O X .
    X X X X .
    . . . . .
    . . . . .";

const SEKI: &str = "
    . X X O O . X X .
    X X . X O X X X O
    X X X X O O O O O
    O X X X X X X X O
    O O X X X O X X X
    O O X O O O X X O
    O O O O O X X O O
    O . O O X X O . O
    . O X X X O O O .";

/// ψ the plain way: each turn, over all moves.
struct PlainPsi {
    psi: Vec<f64>,
    last: Option<Point>,
    /// Whose turn it should be: if it is not, there was a pass, which nobody answers.
    turn: Player,
    moves: u32,
}

impl tengen_go::WeightWatcher for PlainPsi {
    const WATCHES: bool = false;
    fn changed(&mut self, _: Point, _: [tengen_go::PatternWeight; 2]) {}
}

impl ChoiceWatcher for PlainPsi {
    fn chosen(&mut self, board: &WeightedBoard, player: Player, point: Point, choice: &Choice) {
        self.moves += 1;
        let mut local = LocalMoves::new();
        if let Some(last) = self.last.filter(|_| self.turn == player) {
            local.find(board.board(), player, last);
        }
        let total = choice.total() as f64;
        for candidate in board.board().empty_points() {
            let share = choice.weight(board, player, candidate) / total;
            if share == 0.0 {
                continue;
            }
            let amount = f64::from(candidate == point) - share;
            let pattern = board.board().pattern_code(candidate).pattern(player).unwrap();
            self.psi[pattern.index()] += amount;
            for feature in local.of(candidate).iter() {
                self.psi[Pattern::ALL + feature.index()] += amount;
            }
        }
        (self.last, self.turn) = (Some(point), !player);
    }
}

/// The gradient kept move by move is the one computed anew each turn.
#[test]
fn psi_is_what_the_paper_says() {
    let table = SoftmaxTable::new(&gammas());
    let mut gradient = PlayoutGradient::new();
    let mut moves = 0;
    for (i, (board, player, last)) in positions(400, 15).into_iter().enumerate() {
        let weighted = table.board(&board);
        gradient.set_start(&weighted);
        let mut playouts = SoftmaxPlayouts::new(table.clone(), &board);
        let playout = Playout::new(&board, player);
        for round in 0..2 {
            let seed = i as u64 * 2 + round;
            gradient.begin();
            let ours =
                playouts.run_from(&weighted, playout, last, &mut Rng::new(seed), &mut gradient);
            gradient.finish();
            let psi = vec![0.0; PlayoutGammas::LEN];
            let mut plain = PlainPsi { psi, last, turn: player, moves: 0 };
            let same = playouts.run_from(&weighted, playout, last, &mut Rng::new(seed), &mut plain);
            assert_eq!(ours, same);
            assert_eq!(gradient.moves(), plain.moves);
            moves += plain.moves;
            for (kept, anew) in gradient.psi().iter().zip(&plain.psi) {
                assert!((kept - anew).abs() < 1e-8, "{kept} {anew}");
            }
        }
    }
    assert!(moves > 15_000, "{moves}");
}
