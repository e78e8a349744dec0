//! Softmax playouts of Go, a thousand at a time: `cargo bench -p tengen-policy --bench softmax`.

use divan::Bencher;
use divan::counter::ItemsCount;
use tengen_go::{Board, BoardSize, Player, Playout, Rng};
use tengen_policy::go::{PlayoutGradient, SoftmaxPlayouts, SoftmaxTable};

const PLAYOUTS: u64 = 1000;
const SIZES: [usize; 3] = [9, 13, 19];

fn main() {
    divan::main();
}

fn policy() -> SoftmaxTable {
    SoftmaxTable::built_in("mm-19x19").expect("it comes with the program")
}

fn empty(side: usize) -> Board {
    Board::new(BoardSize::new(side).expect("a size from 2 to 19"))
}

/// All from one position, whose weights are known after the first.
#[divan::bench(args = SIZES)]
fn from_one_position(bencher: Bencher<'_, '_>, side: usize) {
    let start = empty(side);
    let mut playouts = SoftmaxPlayouts::new(policy(), &start);
    let (playout, mut rng) = (Playout::new(&start, Player::Black), Rng::new(1));
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            playouts.run(&start, playout, None, &mut rng, &mut ());
        }
    });
}

/// Each from another position, as in a search: the weights are computed anew.
#[divan::bench(args = SIZES)]
fn from_many_positions(bencher: Bencher<'_, '_>, side: usize) {
    let start = empty(side);
    let mut playouts = SoftmaxPlayouts::new(policy(), &start);
    let mut rng = Rng::new(1);
    let starts: Vec<_> = start
        .size()
        .points()
        .map(|point| {
            let mut board = start.clone();
            board.play(Player::Black, point);
            (board, point)
        })
        .collect();
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for (board, last) in starts.iter().cycle().take(PLAYOUTS as usize) {
            let playout = Playout::new(board, Player::White);
            playouts.run(board, playout, Some(*last), &mut rng, &mut ());
        }
    });
}

#[divan::bench(args = SIZES)]
fn with_gradient(bencher: Bencher<'_, '_>, side: usize) {
    let start = empty(side);
    let table = policy();
    let weighted = table.board(&start);
    let mut playouts = SoftmaxPlayouts::new(table, &start);
    let mut gradient = PlayoutGradient::new();
    gradient.set_start(&weighted);
    let (playout, mut rng) = (Playout::new(&start, Player::Black), Rng::new(1));
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            gradient.begin();
            playouts.run_from(&weighted, playout, None, &mut rng, &mut gradient);
            gradient.finish();
        }
    });
}
