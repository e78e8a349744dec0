//! `cargo bench -p tengen-loa`: the hot paths of Lines of Action, one at a time.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tengen_game::{Game, MoveList};
use tengen_loa::{
    Board, Player, Playout, Position, Rng, Rules, count_sequences, perft, tally_sequences,
};

fn main() {
    divan::main();
}

/// A position some way into a random game.
fn middle_game() -> Position {
    let mut game = Position::new(Rules::PAPER);
    let (mut rng, mut moves) = (Rng::new(1), MoveList::new());
    for _ in 0..40 {
        game.legal_moves(&mut moves);
        game.play(rng.choose(&moves).unwrap()).unwrap();
    }
    game
}

#[divan::bench(args = [200, u32::MAX], sample_count = 200, sample_size = 20)]
fn playout_from_the_start(bencher: Bencher<'_, '_>, cap: u32) {
    let playout = Playout::new(Player::Black).with_cap(cap);
    let mut rng = Rng::new(1);
    bencher.bench_local(|| playout.run(&mut black_box(Board::START), &mut rng, &mut ()));
}

#[divan::bench(sample_count = 200, sample_size = 200)]
fn list_legal_moves(bencher: Bencher<'_, '_>) {
    let game = middle_game();
    let mut moves = MoveList::with_capacity(96);
    bencher.bench_local(|| {
        black_box(&game).legal_moves(&mut moves);
        moves.len()
    });
}

#[divan::bench(sample_count = 200, sample_size = 200)]
fn count_legal_moves(bencher: Bencher<'_, '_>) {
    let board = *middle_game().board();
    bencher.bench_local(|| black_box(&board).move_count(Player::Black));
}

#[divan::bench(sample_count = 200, sample_size = 200)]
fn play_a_move(bencher: Bencher<'_, '_>) {
    let start = middle_game();
    let mut moves = MoveList::new();
    start.legal_moves(&mut moves);
    let (mut game, m) = (start.clone(), moves[0]);
    bencher.bench_local(|| {
        game.clone_from(black_box(&start));
        game.play_unchecked(m);
        game.outcome()
    });
}

#[divan::bench(sample_count = 200, sample_size = 200)]
fn connections(bencher: Bencher<'_, '_>) {
    let board = *middle_game().board();
    bencher.bench_local(|| black_box(&board).connections());
}

const SEQUENCES: [u64; 5] = [1, 36, 1_244, 44_952, 1_563_208];

/// The last ply counted, not played.
#[divan::bench(args = [4], sample_count = 10)]
fn perft_counted(bencher: Bencher<'_, '_>, depth: u32) {
    bencher
        .counter(ItemsCount::new(SEQUENCES[depth as usize]))
        .bench_local(|| count_sequences(&black_box(Board::START), Player::Black, depth));
}

/// Every move of the last ply played.
#[divan::bench(args = [4], sample_count = 10)]
fn perft_played(bencher: Bencher<'_, '_>, depth: u32) {
    bencher
        .counter(ItemsCount::new(SEQUENCES[depth as usize]))
        .bench_local(|| tally_sequences(&black_box(Board::START), Player::Black, depth));
}

/// Whole positions: keys, history, endings. The last ply is listed.
#[divan::bench(args = [4], sample_count = 10)]
fn perft_of_positions(bencher: Bencher<'_, '_>, depth: u32) {
    let start = Position::new(Rules::PAPER);
    bencher
        .counter(ItemsCount::new(SEQUENCES[depth as usize]))
        .bench_local(|| perft(black_box(&start), depth));
}
