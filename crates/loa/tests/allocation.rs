//! Playouts and moves allocate nothing. Allocations are counted for each thread apart, so that what
//! the test runner does beside us is not ours.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tengen_game::{Game, MoveList};
use tengen_loa::{Board, Player, Playout, Position, Rng, Rules};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // Fails only while the thread ends, when nobody counts any more.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as promised by our caller.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as promised by our caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations_during(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn nothing_is_allocated_while_playing() {
    assert!(
        allocations_during(|| drop(std::hint::black_box(Box::new(1)))) == 1,
        "the counter does not count"
    );
    let mut rng = Rng::new(1);
    let in_playouts = allocations_during(|| {
        for _ in 0..200 {
            let mut board = Board::START;
            Playout::new(Player::Black).with_cap(u32::MAX).run(&mut board, &mut rng, &mut ());
            std::hint::black_box(board.connections());
        }
    });
    assert_eq!(in_playouts, 0, "playouts");

    for (name, rules) in Rules::PRESETS {
        let root = Position::new(rules);
        let (mut game, mut moves) = (root.clone(), MoveList::with_capacity(96));
        let in_games = allocations_during(|| {
            for _ in 0..50 {
                game.clone_from(&root);
                while game.outcome().is_none() {
                    game.legal_moves(&mut moves);
                    game.play(rng.choose(&moves).unwrap()).unwrap();
                    std::hint::black_box(game.history_key());
                }
            }
        });
        assert_eq!(in_games, 0, "games under {name}");
    }
}
