//! Where chance comes from: what is done for a position depends on the seed, the pass and the
//! position, not on threads or on what was done before.

use tengen_game::Rng;

/// What random numbers are for. No two purposes share any.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    Order,
    Value,
    Gradient,
    Error,
}

/// The generator of a block of playouts from a position.
pub(crate) fn rng(seed: u64, purpose: Purpose, pass: u32, position: usize, block: u32) -> Rng {
    let mut key = seed;
    for word in [purpose as u64, pass.into(), position as u64] {
        key = Rng::stream(key, word).next_u64();
    }
    Rng::stream(key, block.into())
}

/// The positions `0..count` in the order in which a pass takes them.
pub(crate) fn order(seed: u64, pass: u32, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    rng(seed, Purpose::Order, pass, 0, 0).shuffle(&mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_blocks_share_their_chance() {
        let mut seen = std::collections::HashSet::new();
        for purpose in [Purpose::Order, Purpose::Value, Purpose::Gradient, Purpose::Error] {
            for (pass, position, block) in
                (0..20).flat_map(|a| (0..20).flat_map(move |b| (0..5).map(move |c| (a, b, c))))
            {
                seen.insert(rng(7, purpose, pass, position, block).next_u64());
            }
        }
        assert_eq!(seen.len(), 4 * 20 * 20 * 5);
    }

    #[test]
    fn every_pass_has_all_positions_in_another_order() {
        let (first, second) = (order(1, 1, 50), order(1, 2, 50));
        assert_ne!(first, second);
        assert_eq!(first, order(1, 1, 50));
        for mut order in [first, second] {
            order.sort_unstable();
            assert_eq!(order, (0..50).collect::<Vec<_>>());
        }
    }
}
