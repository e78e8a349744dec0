//! Any text as positions of Go with values, or as a checkpoint of simulation balancing: an error with a
//! line or a value, which is written and read again; a few playouts from the positions; never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_engine::go::Rng;
use tengen_learn::balancing::{Checkpoint, Simulator};
use tengen_learn::go::{GoSimulator, LabelledPosition, read_positions};
use tengen_policy::go::PlayoutGammas;

fuzz_target!(|text: &str| {
    match read_positions(text) {
        Ok(positions) => {
            let lines: Vec<_> = positions.iter().map(LabelledPosition::to_line).collect();
            assert_eq!(read_positions(&lines.join("\n")).as_ref(), Ok(&positions));
            let few = &positions[..positions.len().min(3)];
            let mut simulator = GoSimulator::new(few, &PlayoutGammas::uniform());
            let mut psi = vec![0.0; simulator.dimensions()];
            let policy = simulator.policy(&psi);
            for position in 0..few.len() {
                let rng = &mut Rng::new(1);
                let played = simulator.simulate_with_gradient(&policy, position, rng, &mut psi);
                let two = simulator.two_plies(&policy, position, rng, &mut psi);
                assert!(played.outcome.abs() <= 1.0 && two.outcome.abs() <= 1.0);
            }
            assert!(psi.iter().all(|psi| psi.is_finite()));
        }
        Err(error) => assert!((1..=text.lines().count()).contains(&error.line)),
    }
    if let Ok(checkpoint) = text.parse::<Checkpoint>() {
        assert_eq!(checkpoint.to_string().parse(), Ok(checkpoint));
    }
});
