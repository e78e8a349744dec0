//! `tengen bench signature`: one number that changes when behaviour does.

use std::io::{self, Write};

use serde::Serialize;
use tengen_engine::{Engine, GameSetup, GoSetup, Thinking};
use tengen_go::{Board, BoardSize, FirstPlays, Komi, Player, Playout, Rng, Rules};

use crate::cli::SignatureArgs;

#[derive(Serialize)]
struct SignatureReport {
    signature: u64,
    version: &'static str,
}

pub(crate) fn run(args: &SignatureArgs) -> anyhow::Result<()> {
    let report = SignatureReport { signature: signature()?, version: crate::VERSION };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(out, "{}", report.signature)?;
    }
    Ok(())
}

/// The number, which those who share work compare.
pub(crate) fn signature() -> anyhow::Result<u64> {
    // Fifty-three bits, so that every JSON reader keeps the number whole.
    Ok(search_signature(playout_signature())? >> 11)
}

const fn fold(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0x0000_0100_0000_01b3)
}

/// One of each kind of search, with most options in use somewhere.
const SIGNED_PLAYERS: [&str; 12] = [
    "mc,sims=300",
    "mc,sims=300,score=points,sampling=all-as-first",
    "gobble,sims=60",
    "ucb,sims=400",
    "ucb-tuned,sims=400",
    "mcts-basic,sims=600",
    "uct,sims=3000",
    "uct,sims=3000,rave=on,prior=tactics,final=secure",
    "uct,sims=2000,rave=on,prior=tactics,policy=tactical,expand=2",
    "uct,sims=2000,rave=hand,prior=even,widen=10,bias=1,prune=0.2,trust=500,final=max-robust,memory=1M",
    "mcts-solver,sims=2000",
    "alphabeta,sims=3000,memory=1M",
];

/// Folds what searches with fixed seeds find into the number.
fn search_signature(mut hash: u64) -> anyhow::Result<u64> {
    for player in SIGNED_PLAYERS {
        for side in [3, 9] {
            let size = BoardSize::new(side)?;
            let (rules, komi) = (Rules::CHINESE, Komi::from_points(3));
            let setup = GameSetup::Go(GoSetup { size, rules, komi });
            let mut engine = Engine::new(setup, &player.parse()?)?;
            for _ in 0..3 {
                let report = engine.think(Thinking::default());
                for m in &report.moves {
                    hash = m.r#move.bytes().fold(hash, |hash, byte| fold(hash, byte.into()));
                    hash = fold(hash, m.visits);
                    hash = fold(hash, m.value.to_bits());
                }
                hash = fold(hash, report.playouts);
                let Some(best) = report.best else { break };
                engine.play(&best)?;
            }
        }
    }
    Ok(hash)
}

/// Folds the results, final boards and first plays of fixed playouts into one number.
fn playout_signature() -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for (side, playouts) in [(2, 200), (5, 500), (9, 2000), (13, 300), (19, 200)] {
        let size = BoardSize::new(side).expect("a size from 2 to 19");
        let mut rng = Rng::new(side as u64);
        // From the empty board, and from positions a third and two thirds through a playout.
        for opening in 0..3 {
            let mut start = Board::new(size);
            let mut to_move = Player::Black;
            for _ in 0..opening * size.area() / 3 {
                if start.play_random_move(to_move, &mut rng).is_none() {
                    start.clear_ko();
                }
                to_move = to_move.opponent();
            }
            let playout = Playout::new(&start, to_move);
            let (mut board, mut first) = (start.clone(), FirstPlays::new());
            for _ in 0..playouts {
                board.clone_from(&start);
                first.clear();
                let result = playout.run(&mut board, &mut rng, &mut first);
                hash = fold(hash, u64::from(result.moves));
                hash = fold(hash, result.score as u64);
                hash = fold(hash, board.key().0);
                let black = size.points().filter(|&p| first.get(p) == Some(Player::Black));
                hash = fold(hash, black.count() as u64);
            }
        }
    }
    hash
}
