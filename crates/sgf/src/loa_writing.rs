//! From a game of Lines of Action to a record.

use tengen_game::Player;
use tengen_loa::{Board, Move, Position, Square};

use crate::error::SgfError;
use crate::info::GameInfo;
use crate::loa_record::{LoaKind, LoaRecord};
use crate::record::Annotation;
use crate::tree::Tree;

impl LoaRecord {
    /// The record of a game: its start, its moves, and who is to move.
    ///
    /// ```
    /// use tengen_loa::{Game, Position, Rules};
    /// use tengen_sgf::{GameInfo, LoaRecord};
    /// let mut game = Position::new(Rules::PAPER);
    /// game.play(game.parse_move("c1xa3").unwrap()).unwrap();
    /// let info = GameInfo { white: Some("MIA".to_owned()), ..GameInfo::default() };
    /// assert_eq!(
    ///     LoaRecord::from_game(&game, &info).to_sgf(),
    ///     "(;GM[9]FF[4]CA[UTF-8]SZ[8]SU[Standard]RU[paper]PW[MIA];B[c1:a3])\n"
    /// );
    /// ```
    #[must_use]
    pub fn from_game(game: &Position, info: &GameInfo) -> Self {
        let mut record = Self::begun(LoaKind, "9");
        let root = record.tree.root_mut();
        root.push("SZ", ["8".to_owned()]);
        let board = game.start_board();
        let is_usual = *board == Board::START;
        root.push("SU", [if is_usual { "Standard" } else { "Custom" }.to_owned()]);
        root.push("RU", [game.rules().to_string()]);
        info.write(root);
        if !is_usual {
            for (name, player) in [("AB", Player::Black), ("AW", Player::White)] {
                let mine = Square::all().filter(|&square| board.piece(square) == Some(player));
                root.push(name, mine.map(|square| square.to_string()));
            }
        }
        if game.start_to_move() == Player::White {
            root.push("PL", ["W".to_owned()]);
        }
        let (mut last, mut player) = (Tree::ROOT, game.start_to_move());
        for &m in game.moves() {
            last = record.add_move(last, player, move_value(m));
            player = player.opponent();
        }
        record
    }

    /// Adds moves from the beginning on, with a note for the last one: along what is there as far as
    /// it is the same, then as a variation. Moves are not checked.
    pub fn add_line(
        &mut self,
        moves: &[(Player, Move)],
        note: &Annotation,
    ) -> Result<(), SgfError> {
        self.add_line_of_values(moves.iter().map(|&(who, m)| (who, move_value(m))), note);
        Ok(())
    }

    /// Adds a variation that begins in place of a move of the main line: what would have been
    /// better. Its moves are not checked. Without moves nothing is added.
    pub fn add_variation(
        &mut self,
        move_number: usize,
        moves: &[(Player, Move)],
        comment: &str,
    ) -> Result<(), SgfError> {
        let values = moves.iter().map(|&(player, m)| (player, move_value(m)));
        self.add_variation_of_values(move_number, values, comment)
    }
}

/// A move as the standard writes it: a colon for a capture.
fn move_value(m: Move) -> String {
    m.to_string().replace('x', ":")
}
