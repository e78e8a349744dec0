//! The features of playouts.

use tengen_go::{Game, Move, MoveList, Pattern, Position};
use tengen_policy::go::{BadGammas, LocalFeature, LocalMoves, PlayoutGammas};

use crate::go::feature_set::FeatureSet;
use crate::mm::{Feature, Features, Gammas, NO_LEVEL};

/// What playouts know of a move (paper 003, section 3.2): its 3x3 pattern, and the seven local
/// features. Those that exclude each other are levels of one feature.
#[derive(Clone, Default)]
pub struct PlayoutSet {
    local: LocalMoves,
}

/// The local features, in the order of [`LocalFeature::ALL`].
const LOCAL: [(&str, &[LocalFeature]); 5] = [
    ("contiguous", &[LocalFeature::Contiguous]),
    ("save-by-capture", &[LocalFeature::SaveByCapture, LocalFeature::SaveByCaptureSelfAtari]),
    ("save-by-extension", &[LocalFeature::SaveByExtension, LocalFeature::SaveByExtensionSelfAtari]),
    ("capture-after-ko", &[LocalFeature::CaptureAfterKo]),
    ("two-point-semeai", &[LocalFeature::TwoPointSemeai]),
];

impl PlayoutSet {
    /// A policy of these strengths.
    pub fn policy(gammas: &Gammas) -> Result<PlayoutGammas, BadGammas> {
        PlayoutGammas::from_values(gammas.all().to_vec())
    }
}

impl FeatureSet for PlayoutSet {
    fn features(&self) -> Features {
        let local = LOCAL.iter().map(|(name, levels)| Feature::new(name, levels.len()));
        let pattern = Feature::new("pattern", Pattern::ALL);
        let features = Features::new(std::iter::once(pattern).chain(local));
        features.unwrap_or_else(|_| unreachable!("a few features with a few levels"))
    }

    /// Legal moves that fill no own eye: those that playouts choose between.
    fn candidates(&self, position: &Position, out: &mut MoveList<Move>) {
        out.clear();
        let (board, player) = (position.board(), position.to_move());
        out.extend(board.empty_points().map(Move::Play).filter(|&m| {
            let pattern = m.point().and_then(|point| board.pattern_code(point).pattern(player));
            pattern.is_some_and(|pattern| !pattern.is_eye()) && position.is_legal(m)
        }));
    }

    fn describe(&mut self, position: &Position, moves: &[Move], out: &mut Vec<u16>) {
        let (board, player) = (position.board(), position.to_move());
        self.local.clear();
        // An answer to the opponent's stone, if it is there.
        if let Some(&(mover, Move::Play(last))) = position.moves().last()
            && mover != player
            && board.stone(last) == Some(mover)
        {
            self.local.find(board, player, last);
        }
        for m in moves {
            let Some(point) = m.point() else {
                out.extend([NO_LEVEL; 1 + LOCAL.len()]);
                continue;
            };
            let pattern = board.pattern_code(point).pattern(player);
            out.push(pattern.map_or(NO_LEVEL, |pattern| pattern.index() as u16));
            let found = self.local.of(point);
            for (_, levels) in LOCAL {
                let level = levels.iter().position(|&feature| found.has(feature));
                out.push(level.map_or(NO_LEVEL, |level| level as u16));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::{Board, Komi, Player, Rules};

    #[test]
    fn gammas_are_in_the_order_of_a_policys() {
        let set = PlayoutSet::default();
        let features = set.features();
        assert_eq!(features.total(), PlayoutGammas::LEN);
        let order: Vec<LocalFeature> =
            LOCAL.iter().flat_map(|(_, levels)| *levels).copied().collect();
        assert_eq!(order, LocalFeature::ALL);
        let values: Vec<f64> = (1..=features.total()).map(|i| i as f64).collect();
        let gammas = Gammas::new(&features, values).unwrap();
        let policy = PlayoutSet::policy(&gammas).unwrap();
        assert_eq!(policy.feature(LocalFeature::TwoPointSemeai), features.total() as f64);
        assert_eq!(policy.pattern("........".parse().unwrap()), 1.0);
    }

    #[test]
    fn moves_are_described() {
        // White has just played C3; C2 is in atari and runs to D2.
        let board: Board = ". . . . .\n. . . . .\n. . . . .\n. O X . .\n. . O . .".parse().unwrap();
        let mut position =
            Position::from_board(board, Player::White, Rules::CHINESE, Komi::from_points(7));
        position.play("C3".parse().unwrap()).unwrap();
        let mut set = PlayoutSet::default();
        let (mut moves, mut levels) = (MoveList::new(), Vec::new());
        set.candidates(&position, &mut moves);
        assert!(!moves.contains(&Move::Pass));
        assert_eq!(moves.len(), 21);
        set.describe(&position, &moves, &mut levels);
        let row = |name: &str| {
            let m: Move = name.parse().unwrap();
            let at = moves.iter().position(|&other| other == m).unwrap();
            levels[6 * at..6 * at + 6].to_vec()
        };
        let none = NO_LEVEL;
        assert_eq!(row("D2")[1..], [0, none, 0, none, none]);
        assert_eq!(row("D4")[1..], [0, none, none, none, none]);
        assert_eq!(row("A5")[1..], [none; 5]);
        let pattern: Pattern = "####.#..".parse().unwrap();
        assert_eq!(usize::from(row("A5")[0]), pattern.index());
    }

    #[test]
    fn own_eyes_are_no_candidates() {
        let board: Board = "X X .\n. X .\nX X .".parse().unwrap();
        let position =
            Position::from_board(board, Player::Black, Rules::CHINESE, Komi::from_points(7));
        let mut moves = MoveList::new();
        PlayoutSet::default().candidates(&position, &mut moves);
        assert!(!moves.contains(&"A2".parse().unwrap()));
        assert_eq!(moves.len(), 3);
    }
}
