//! What is known of all moves of a position, as asked when a node gets its children:
//! `cargo bench -p tengen-policy --bench priors`.

use divan::Bencher;
use tengen_go::{BoardSize, Game, Komi, Move, MoveList, Position, Rng, Rules};
use tengen_policy::go::{PatternPriors, PriorGammas, PriorScale, Tactics};
use tengen_search::{Knowledge, MovePrior};

/// Board and number of random moves: what they leave is a fight everywhere, harder than in games.
const POSITIONS: [(usize, usize); 5] = [(9, 0), (9, 30), (19, 0), (19, 60), (19, 150)];

fn main() {
    divan::main();
}

fn position(side: usize, moves: usize) -> Position {
    let size = BoardSize::new(side).expect("a size from 2 to 19");
    let mut position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    let mut rng = Rng::new(1);
    let mut board = position.board().clone();
    while position.moves().len() < moves {
        let player = position.to_move();
        let Some(point) = board.play_random_move(player, &mut rng) else { break };
        position.play(Move::Play(point)).expect("a legal move");
    }
    position
}

fn judge(
    bencher: Bencher<'_, '_>,
    (side, moves): (usize, usize),
    mut priors: impl Knowledge<Position>,
) {
    let position = position(side, moves);
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut found = vec![MovePrior::default(); moves.len()];
    bencher.bench_local(|| priors.judge(&position, &moves, &mut found));
}

#[divan::bench(args = POSITIONS)]
fn patterns(bencher: Bencher<'_, '_>, position: (usize, usize)) {
    // Those that players use: of larger surroundings too.
    let gammas = PriorGammas::built_in();
    judge(bencher, position, PatternPriors::new(gammas, PriorScale::default()));
}

#[divan::bench(args = POSITIONS)]
fn tactics(bencher: Bencher<'_, '_>, position: (usize, usize)) {
    judge(bencher, position, Tactics::new(1.0));
}
