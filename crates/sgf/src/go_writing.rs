//! From a game to a record, and notes in it.

use tengen_game::{Game, Player};
use tengen_go::{Board, Move, Position};

use crate::coordinates::{move_value, point_value};
use crate::error::SgfError;
use crate::go_record::GoRecord;
use crate::info::{self, GameInfo};
use crate::record::{Annotation, letter};
use crate::replay::turn_of_untouched_game;
use crate::tree::{Node, Tree};

impl GoRecord {
    /// The record of a game: its start with setup stones, its moves, and who is to move now.
    ///
    /// ```
    /// use tengen_go::{BoardSize, Game, Komi, Position, Rules};
    /// use tengen_sgf::{GameInfo, GoRecord};
    /// let size = BoardSize::new(9).unwrap();
    /// let mut game = Position::new(size, Rules::CHINESE, Komi::from_points(7));
    /// game.play("E5".parse().unwrap()).unwrap();
    /// let info = GameInfo { black: Some("Honinbo".to_owned()), ..GameInfo::default() };
    /// assert_eq!(
    ///     GoRecord::from_game(&game, &info).to_sgf(),
    ///     "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]RU[Chinese]PB[Honinbo];B[ee])\n"
    /// );
    /// ```
    #[must_use]
    pub fn from_game(game: &Position, info: &GameInfo) -> Self {
        let size = game.board().size();
        let mut record = Self::with_size(size);
        let first_mover = game.moves().first().map(|&(player, _)| player);
        let root = record.tree.root_mut();
        root.push("SZ", [size.to_string()]);
        root.push("KM", [game.komi().to_string()]);
        root.push("RU", [info::rules_text(game.rules())]);
        info.write(root);
        write_start(root, game.start_board(), game.start_to_move(), first_mover);
        let mut last = Tree::ROOT;
        for &(player, m) in game.moves() {
            last = record.add_move(last, player, move_value(m, size));
        }
        let expected = match game.moves().last() {
            Some(&(player, _)) => player.opponent(),
            None => game.start_to_move(),
        };
        if game.to_move() != expected {
            let node = record.tree.add_child(last);
            record.tree.node_mut(node).push("PL", [letter(game.to_move()).to_owned()]);
        }
        record
    }

    /// Adds moves from the beginning on, with a note for the last one: along what is there as far as
    /// it is the same, then as a variation. So a record can become a tree of many lines. Only that
    /// points are on the board is checked.
    ///
    /// ```
    /// use tengen_game::Player::{Black, White};
    /// use tengen_sgf::{Annotation, GoRecord};
    /// let mut record = GoRecord::parse(b"(;SZ[9];B[ee])").unwrap();
    /// let note = |text: &str| Annotation { comment: text.to_owned(), win_rate_black: None };
    /// let (e5, c4, g6) = ("E5".parse().unwrap(), "C4".parse().unwrap(), "G6".parse().unwrap());
    /// record.add_line(&[(Black, e5), (White, c4)], &note("often")).unwrap();
    /// record.add_line(&[(Black, e5), (White, g6)], &note("seldom")).unwrap();
    /// record.add_line(&[(Black, e5)], &note("always")).unwrap();
    /// assert_eq!(
    ///     record.to_sgf(),
    ///     "(;SZ[9]CA[UTF-8];B[ee]C[always]\n(;W[cf]C[often])\n(;W[gd]C[seldom]))\n"
    /// );
    /// ```
    pub fn add_line(
        &mut self,
        moves: &[(Player, Move)],
        note: &Annotation,
    ) -> Result<(), SgfError> {
        let size = self.size();
        let is_off_board = |m: &Move| m.point().is_some_and(|point| !size.contains(point));
        if let Some(&(_, m)) = moves.iter().find(|(_, m)| is_off_board(m)) {
            return Err(SgfError::OffBoard(m, size));
        }
        self.add_line_of_values(moves.iter().map(|&(who, m)| (who, move_value(m, size))), note);
        Ok(())
    }

    /// Adds a variation that begins in place of a move of the main line: what would have been
    /// better. Only that its points are on the board is checked. Without moves nothing is added.
    ///
    /// ```
    /// use tengen_game::Player;
    /// use tengen_sgf::GoRecord;
    /// let mut record = GoRecord::parse(b"(;SZ[9];B[aa];W[ee])").unwrap();
    /// let better = [(Player::Black, "D4".parse().unwrap())];
    /// record.add_variation(1, &better, "Not in the corner.").unwrap();
    /// assert_eq!(
    ///     record.to_sgf(),
    ///     "(;SZ[9]CA[UTF-8]\n(;B[aa];W[ee])\n(;B[df]C[Not in the corner.]))\n"
    /// );
    /// ```
    pub fn add_variation(
        &mut self,
        move_number: usize,
        moves: &[(Player, Move)],
        comment: &str,
    ) -> Result<(), SgfError> {
        // Before what is wrong with its moves: there may be no such place.
        self.add_variation_of_values(move_number, [], "")?;
        let size = self.size();
        let is_off_board = |m: &Move| m.point().is_some_and(|point| !size.contains(point));
        if let Some(&(_, m)) = moves.iter().find(|(_, m)| is_off_board(m)) {
            return Err(SgfError::OffBoard(m, size));
        }
        let values = moves.iter().map(|&(player, m)| (player, move_value(m, size)));
        self.add_variation_of_values(move_number, values, comment)
    }
}

/// Setup stones and who is to move first, where a reader would not guess it.
fn write_start(root: &mut Node, board: &Board, to_move: Player, first_mover: Option<Player>) {
    let of = |player: Player| {
        let stones = board.stones().filter(move |&(_, owner)| owner == player);
        stones.map(|(point, _)| point_value(point, board.size())).collect::<Vec<_>>()
    };
    let (black, white) = (of(Player::Black), of(Player::White));
    let has_handicap = black.len() >= 2 && white.is_empty() && to_move == Player::White;
    if has_handicap {
        root.push("HA", [black.len().to_string()]);
    }
    for (name, values) in [("AB", black), ("AW", white)] {
        if !values.is_empty() {
            root.push(name, values);
        }
    }
    let guess = first_mover.unwrap_or_else(|| turn_of_untouched_game(board, has_handicap));
    if to_move != guess {
        root.push("PL", [letter(to_move).to_owned()]);
    }
}
