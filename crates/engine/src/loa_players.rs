//! Players of Lines of Action: the playouts, knowledge and evaluator behind their names.

use tengen_loa::{Game, Move, NoMove, Outcome, Player, Position, Recorder, Rng, Simultaneous};
use tengen_search::{
    EvenEvaluator, NoMemory, PlayoutPolicy, PlayoutRecorder, PlayoutScore, Search, SelectionRule,
    TreeOptions,
};

use crate::game_name::GameName;
use crate::players::{self, NoPlayer, Prior, Repertoire, tree_search};
use crate::spec::PlayerSpec;

/// What there is for Lines of Action.
struct LoaRepertoire<'a> {
    position: &'a Position,
}

impl Repertoire<Position> for LoaRepertoire<'_> {
    type Policy = LoaPlayouts;
    type Evaluator = EvenEvaluator;

    fn policy(&self, _: &str) -> LoaPlayouts {
        LoaPlayouts
    }

    fn evaluator(&self) -> EvenEvaluator {
        EvenEvaluator
    }

    fn longest_playout(&self) -> u32 {
        tengen_loa::Playout::PAPER_CAP
    }

    fn tree_with_own_prior(
        &self,
        _: &Prior,
        policy: &LoaPlayouts,
        rule: impl SelectionRule + 'static,
        options: TreeOptions,
    ) -> Result<Box<dyn Search<Position>>, NoMemory> {
        tree_search(self.position, policy, &(), rule, options)
    }
}

/// The search of a spec, for games like this one.
pub(crate) fn search(
    spec: &PlayerSpec,
    position: &Position,
) -> Result<Box<dyn Search<Position>>, NoPlayer> {
    players::search(spec, GameName::Loa, position, &LoaRepertoire { position })
}

/// Uniform playouts on the bare board, without history.
#[derive(Clone, Copy, Debug)]
struct LoaPlayouts;

/// A slot for each pair of squares.
fn slot(m: Move) -> Option<usize> {
    m.squares().map(|(from, to)| 64 * from.index() + to.index())
}

/// Passes the moves of a playout on.
struct Slots<'a, R>(&'a mut R);

impl<R: PlayoutRecorder> Recorder for Slots<'_, R> {
    #[inline(always)]
    fn played(&mut self, player: Player, m: Move) {
        if let Some(slot) = slot(m) {
            self.0.played(player, slot);
        }
    }
}

impl PlayoutPolicy<Position> for LoaPlayouts {
    fn playout(
        &mut self,
        position: &mut Position,
        rng: &mut Rng,
        recorder: &mut impl PlayoutRecorder,
    ) -> PlayoutScore {
        // It may be over by what the board does not show, such as a repetition.
        if let Some(outcome) = position.outcome() {
            return outcome.into();
        }
        let mut board = *position.board();
        position.playout().run(&mut board, rng, &mut Slots(recorder)).outcome.into()
    }

    /// By the board alone, without a position for every move.
    fn winning_move(&mut self, position: &Position, moves: &[Move]) -> Option<usize> {
        let player = position.to_move();
        let rules = position.rules();
        let connects = |m: Move| {
            let Some((from, to)) = m.squares() else { return false };
            let mut board = *position.board();
            board.move_piece(player, from, to);
            let both_win = rules.simultaneous == Simultaneous::MoverWins;
            board.is_connected(player) && (both_win || !board.is_connected(player.opponent()))
        };
        // Who leaves the other without a move wins under some rules only, and hardly ever.
        let shuts_in = |m: Move| {
            rules.no_move == NoMove::Loss && {
                let mut after = position.clone();
                after.play_unchecked(m);
                after.outcome() == Some(Outcome::Win(player))
            }
        };
        moves.iter().position(|&m| connects(m) || shuts_in(m))
    }

    fn slots(&self) -> usize {
        64 * 64
    }

    #[inline]
    fn slot(&self, m: Move) -> Option<usize> {
        slot(m)
    }
}

#[cfg(test)]
mod tests {
    use tengen_loa::{MoveList, Rules};

    use super::*;

    /// The move that wins at once is found if and only if there is one.
    #[test]
    fn winning_moves_are_those_that_end_the_game() {
        let mut rng = Rng::new(1);
        let (mut wins, mut none) = (0, 0);
        for (_, rules) in Rules::PRESETS {
            for _ in 0..60 {
                let mut game = Position::new(rules);
                let mut moves = MoveList::new();
                while game.outcome().is_none() {
                    game.legal_moves(&mut moves);
                    let found = LoaPlayouts.winning_move(&game, &moves);
                    let player = game.to_move();
                    let expected = moves.iter().position(|&m| {
                        let mut after = game.clone();
                        after.play_unchecked(m);
                        after.outcome() == Some(Outcome::Win(player))
                    });
                    assert_eq!(found, expected, "{game:?}");
                    if found.is_some() {
                        wins += 1;
                    } else {
                        none += 1;
                    }
                    let m = rng.choose(&moves).expect("a move");
                    game.play_unchecked(m);
                }
            }
        }
        assert!(wins > 100 && none > 1000, "{wins} {none}");
    }
}
