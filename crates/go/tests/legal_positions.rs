//! Every colouring of a small board is tried; those in which each chain has a liberty are counted.
//! The numbers of legal positions are known (Tromp and Farnebäck, "Combinatorics of Go").

use tengen_go::{Board, BoardSize, Player};

/// Legal positions among the colourings numbered `range` in base 3.
fn count_legal(side: usize, range: std::ops::Range<u64>) -> u64 {
    let size = BoardSize::new(side).unwrap();
    range
        .filter(|&number| {
            let mut rest = number;
            let stones = size.points().filter_map(|point| {
                let digit = rest % 3;
                rest /= 3;
                match digit {
                    0 => None,
                    1 => Some((point, Player::Black)),
                    _ => Some((point, Player::White)),
                }
            });
            Board::from_stones(size, stones).is_ok()
        })
        .count() as u64
}

#[test]
fn two_by_two() {
    assert_eq!(count_legal(2, 0..3u64.pow(4)), 57);
}

#[test]
fn three_by_three() {
    assert_eq!(count_legal(3, 0..3u64.pow(9)), 12_675);
}

/// 43 million colourings: for release builds, which `./scripts/test` makes of this file.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes with debug assertions")]
fn four_by_four() {
    let all = 3u64.pow(16);
    let parts = 16;
    let next = std::sync::atomic::AtomicU64::new(0);
    let counted = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let mut sum = 0;
                    loop {
                        let part = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        if part >= parts {
                            return sum;
                        }
                        sum += count_legal(4, part * all / parts..(part + 1) * all / parts);
                    }
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum::<u64>()
    });
    assert_eq!(counted, 24_318_165);
}
