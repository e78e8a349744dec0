//! Playouts and moves allocate nothing. Allocations are counted for each thread apart, so that what
//! the test runner does beside us is not ours.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tengen_game::{Game, MoveList};
use tengen_go::{Board, BoardSize, FirstPlays, Komi, Player, Playout, Position, Rng, Rules};

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
    for side in [2, 9, 13, 19] {
        let size = BoardSize::new(side).unwrap();
        let start = Board::new(size);
        let playout = Playout::new(&start, Player::Black);
        let (mut board, mut first, mut rng) = (start.clone(), FirstPlays::new(), Rng::new(1));
        let in_playouts = allocations_during(|| {
            for _ in 0..200 {
                board.clone_from(&start);
                first.clear();
                playout.run(&mut board, &mut rng, &mut first);
                std::hint::black_box(board.area());
            }
        });
        assert_eq!(in_playouts, 0, "playouts on {side}x{side}");

        let root = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        let (mut game, mut moves) = (root.clone(), MoveList::with_capacity(362));
        let in_games = allocations_during(|| {
            for _ in 0..5 {
                game.clone_from(&root);
                for _ in 0..3 * size.area() {
                    game.legal_moves(&mut moves);
                    let Some(m) = rng.choose(&moves) else { break };
                    game.play(m).unwrap();
                }
            }
        });
        assert_eq!(in_games, 0, "games on {side}x{side}");
    }
}
