//! Searches of Go, a thousand playouts at a time: `cargo bench -p tengen-policy`.

use divan::Bencher;
use divan::counter::ItemsCount;
use tengen_go::{BoardSize, Komi, Position, Rules};
use tengen_policy::go::{GoPlayouts, Tactics};
use tengen_search::{
    Control, Knowledge, Limits, PlayoutPolicy, Rave, RaveSchedule, Search, SelectionRule,
    TreeOptions, TreeSearch, Uct,
};

const PLAYOUTS: u64 = 1000;
const SIZES: [usize; 3] = [9, 13, 19];
const UCT: Uct = Uct { c: 0.2, fpu: 1.0, bias: 0.0, trust: u32::MAX, even: None };
const RAVE: Rave =
    Rave { uct: Uct { c: 0.0, ..UCT }, schedule: RaveSchedule::Mse { bias: 0.01, doubt: 0.0 } };

fn main() {
    divan::main();
}

fn empty(side: usize) -> Position {
    let size = BoardSize::new(side).expect("a size from 2 to 19");
    Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF)
}

/// A tree that goes on growing.
fn grow(
    bencher: Bencher<'_, '_>,
    side: usize,
    rule: impl SelectionRule,
    knowledge: &impl Knowledge<Position>,
) {
    let position = empty(side);
    let policy = GoPlayouts::light(&position);
    let options = TreeOptions::default();
    let mut search = TreeSearch::new(&position, &policy, knowledge, rule, options).expect("memory");
    bencher
        .counter(ItemsCount::new(PLAYOUTS))
        .bench_local(|| search.search(&position, &mut Control::new(Limits::playouts(PLAYOUTS))));
}

#[divan::bench(args = SIZES)]
fn light_playouts_alone(bencher: Bencher<'_, '_>, side: usize) {
    let position = empty(side);
    let (mut policy, mut scratch) = (GoPlayouts::light(&position), position.clone());
    let mut rng = tengen_go::Rng::new(1);
    bencher.counter(ItemsCount::new(PLAYOUTS)).bench_local(|| {
        for _ in 0..PLAYOUTS {
            scratch.clone_from(&position);
            policy.playout(&mut scratch, &mut rng, &mut ());
        }
    });
}

#[divan::bench(args = SIZES)]
fn uct(bencher: Bencher<'_, '_>, side: usize) {
    grow(bencher, side, UCT, &());
}

#[divan::bench(args = SIZES)]
fn rave(bencher: Bencher<'_, '_>, side: usize) {
    grow(bencher, side, RAVE, &());
}

#[divan::bench(args = SIZES)]
fn rave_and_tactics(bencher: Bencher<'_, '_>, side: usize) {
    grow(bencher, side, RAVE, &Tactics::new(1.0));
}
