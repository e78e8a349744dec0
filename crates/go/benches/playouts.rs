//! `cargo bench -p tengen-go`: the hot paths of Go, one at a time.

use divan::{Bencher, black_box};
use tengen_game::{Game, MoveList};
use tengen_go::{
    Board, BoardSize, FirstPlays, Komi, Player, Playout, Position, Recorder, Rng, Rules,
};

fn main() {
    divan::main();
}

const SIDES: [usize; 3] = [9, 13, 19];

fn size(side: usize) -> BoardSize {
    BoardSize::new(side).unwrap()
}

/// A position half-way through a playout.
fn middle_game(side: usize) -> Position {
    let mut game = Position::new(size(side), Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    let mut rng = Rng::new(1);
    for _ in 0..side * side / 2 {
        let drawn = game.board().clone().play_random_move(game.to_move(), &mut rng);
        game.play(drawn.map_or(tengen_go::Move::Pass, tengen_go::Move::Play)).unwrap();
    }
    game
}

fn playouts(bencher: Bencher<'_, '_>, side: usize, recorder: &(impl Recorder + Clone)) {
    let start = Board::new(size(side));
    let playout = Playout::new(&start, Player::Black);
    let (mut board, mut rng) = (start.clone(), Rng::new(1));
    bencher.bench_local(|| {
        board.clone_from(&start);
        playout.run(&mut board, &mut rng, &mut recorder.clone())
    });
}

#[divan::bench(args = SIDES, sample_count = 200, sample_size = 20)]
fn playout_from_the_empty_board(bencher: Bencher<'_, '_>, side: usize) {
    playouts(bencher, side, &());
}

#[divan::bench(args = SIDES, sample_count = 200, sample_size = 20)]
fn playout_with_first_plays(bencher: Bencher<'_, '_>, side: usize) {
    playouts(bencher, side, &FirstPlays::new());
}

#[divan::bench(args = SIDES, sample_count = 200, sample_size = 20)]
fn refill_a_board(bencher: Bencher<'_, '_>, side: usize) {
    let start = middle_game(side).board().clone();
    let mut board = start.clone();
    bencher.bench_local(|| black_box(&mut board).clone_from(black_box(&start)));
}

#[divan::bench(args = SIDES, sample_count = 200, sample_size = 20)]
fn refill_a_position(bencher: Bencher<'_, '_>, side: usize) {
    let start = middle_game(side);
    let mut game = start.clone();
    bencher.bench_local(|| black_box(&mut game).clone_from(black_box(&start)));
}

#[divan::bench(args = SIDES, sample_count = 200, sample_size = 20)]
fn list_legal_moves(bencher: Bencher<'_, '_>, side: usize) {
    let game = middle_game(side);
    let mut moves = MoveList::with_capacity(362);
    bencher.bench_local(|| {
        black_box(&game).legal_moves(&mut moves);
        moves.len()
    });
}

#[divan::bench(args = SIDES, sample_count = 200, sample_size = 20)]
fn area(bencher: Bencher<'_, '_>, side: usize) {
    let board = middle_game(side).board().clone();
    bencher.bench_local(|| black_box(&board).area());
}
