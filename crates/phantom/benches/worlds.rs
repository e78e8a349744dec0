//! Worlds and playouts in them, on 9x9 in the middle of a game: `cargo bench -p tengen-phantom`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tengen_go::{Board, BoardSize, Game, Komi, Rules};
use tengen_phantom::{
    Arbiter, Placement, Player, Referee, Rng, Sensible, Uniform, WorldOptions, Worlds,
};

fn main() {
    divan::main();
}

/// Forty moves of a game.
fn game(referee: Referee) -> Arbiter {
    let size = BoardSize::new(9).unwrap();
    let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, referee);
    let mut rng = Rng::new(3);
    while arbiter.position().moves().len() < 40 {
        let view = arbiter.view(arbiter.to_move());
        let points: Vec<_> = view.candidates().iter().collect();
        let attempt = rng.choose(&points).map_or(view.pass(), |point| view.attempt(point));
        arbiter.answer(attempt.unwrap()).unwrap();
    }
    arbiter
}

/// Playouts, eight in each world.
#[divan::bench(args = [1, 4, 8, 16])]
fn playouts_in_worlds(bencher: Bencher<'_, '_>, a_world: usize) {
    let arbiter = game(Referee::PAPER);
    let view = arbiter.view(Player::Black);
    let mut worlds = Worlds::new(view, WorldOptions::default(), Uniform, 1);
    let (mut board, mut rng) = (Board::new(view.size()), Rng::new(1));
    bencher.counter(ItemsCount::new(a_world)).bench_local(|| {
        let world = worlds.sample(view).unwrap();
        for _ in 0..a_world {
            board.clone_from(world.board());
            black_box(world.position().playout().run(&mut board, &mut rng, &mut ()));
        }
    });
}

#[divan::bench]
fn plausible_worlds(bencher: Bencher<'_, '_>) {
    let arbiter = game(Referee::OLYMPIAD);
    let view = arbiter.view(Player::Black);
    let mut worlds = Worlds::new(view, WorldOptions::default(), Sensible, 1);
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        black_box(worlds.sample(view).unwrap().position().to_move());
    });
}

#[divan::bench]
fn worlds_from_nothing(bencher: Bencher<'_, '_>) {
    let arbiter = game(Referee::PAPER);
    let view = arbiter.view(Player::Black);
    let options = WorldOptions { count: 1, steps: 0, ..WorldOptions::default() };
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        seed += 1;
        black_box(Worlds::new(view, options, Uniform, seed).sample(view).is_some())
    });
}

/// Unseen stones at random, one playout each.
#[divan::bench]
fn playouts_of_placements(bencher: Bencher<'_, '_>) {
    let arbiter = game(Referee::PAPER);
    let view = arbiter.view(Player::Black);
    let mut placement = Placement::new(view);
    let (mut board, mut rng) = (Board::new(view.size()), Rng::new(1));
    let playout = arbiter.position().playout();
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        placement.place(&mut board, &mut rng);
        black_box(playout.run(&mut board, &mut rng, &mut ()))
    });
}
