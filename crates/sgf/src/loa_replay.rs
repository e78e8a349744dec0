//! From a record of Lines of Action to positions.

use tengen_game::{Game, Player};
use tengen_loa::{Board, Move, Position, Rules, Square};

use crate::error::SgfError;
use crate::info::simple_text;
use crate::loa_record::{LoaKind, LoaRecord};
use crate::record::mover;
use crate::replay::{MAX_STEPS, Ply, player};
use crate::tree::{Node, NodeId, Tree};

impl LoaRecord {
    /// The position just before move `move_number` of the main line, counted from 1. At the end of
    /// the main line for `None`, or if it is shorter than that. `rules` are for records that do not
    /// name any that are known.
    ///
    /// A game begins with the usual pieces, unless the first node has setup (AB, AW) or says
    /// SU\[Custom\]; then the board is empty but for that. Setup inside a game begins a new one.
    ///
    /// ```
    /// use tengen_loa::Rules;
    /// use tengen_sgf::LoaRecord;
    /// let record = LoaRecord::parse(b"(;GM[9];B[b1-b4])").unwrap();
    /// let error = record.position_before(None, Rules::PAPER).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "move 1, Black b1-b4: illegal move: the line has 2 pieces, so the piece moves 2 squares"
    /// );
    /// ```
    pub fn position_before(
        &self,
        move_number: Option<usize>,
        rules: Rules,
    ) -> Result<Position, SgfError> {
        let mut replay = Replay::new(self, rules)?;
        while let Some((player, value)) = replay.find_move()? {
            if move_number.is_some_and(|number| replay.number + 1 >= number) {
                replay.begin()?;
                break;
            }
            replay.play(player, &value)?;
        }
        Ok(replay.position)
    }

    /// The moves of the main line, each with the position before it, and the first error if there
    /// is one.
    pub fn plies(&self, rules: Rules) -> Result<Vec<Ply<Position>>, SgfError> {
        let mut replay = Replay::new(self, rules)?;
        let mut plies = Vec::new();
        while let Some((player, value)) = replay.find_move()? {
            replay.begin()?;
            let before = replay.position.clone();
            let m = replay.play(player, &value)?;
            plies.push(Ply { number: replay.number, player, m, before });
        }
        Ok(plies)
    }
}

/// Pieces that have been set up, but not yet looked at: a setup may be spread over nodes.
#[derive(Clone, Copy)]
struct Setup {
    pieces: [u64; 2],
    to_move: Player,
}

/// A walk along the main line.
struct Replay<'a> {
    tree: &'a Tree,
    /// The nodes to come, and who moves next from each on.
    stops: std::vec::IntoIter<(NodeId, Option<Player>)>,
    position: Position,
    /// What the next move or the end of the line finds.
    setup: Option<Setup>,
    /// Moves played.
    number: usize,
    /// Moves and setups so far.
    steps: usize,
}

impl<'a> Replay<'a> {
    fn new(record: &'a LoaRecord, rules: Rules) -> Result<Self, SgfError> {
        let tree = &record.tree;
        let mut stops: Vec<(NodeId, Option<Player>)> =
            tree.main_line().map(|node| (node, mover::<LoaKind>(tree.node(node)))).collect();
        let mut next_mover = None;
        for (_, mover) in stops.iter_mut().rev() {
            next_mover = mover.or(next_mover);
            *mover = next_mover;
        }
        let root = tree.root();
        let is_empty = match simple_text(root, "SU") {
            Some(text) if text.eq_ignore_ascii_case("custom") => true,
            Some(text) if !text.eq_ignore_ascii_case("standard") => {
                return Err(SgfError::UnknownStart(text.chars().take(20).collect()));
            }
            _ => root.values("AB").chain(root.values("AW")).next().is_some(),
        };
        let to_move = next_mover.unwrap_or(Player::Black);
        let usual = Player::BOTH.map(|player| Board::START.pieces(player));
        let pieces = if is_empty { [0; 2] } else { usual };
        Ok(Self {
            tree,
            stops: stops.into_iter(),
            position: Position::new(record.rules().unwrap_or(rules)),
            setup: Some(Setup { pieces, to_move }),
            number: 0,
            steps: 0,
        })
    }

    /// Goes on to the next node with a move, and reads but does not play it.
    fn find_move(&mut self) -> Result<Option<(Player, String)>, SgfError> {
        while let Some((node, next_mover)) = self.stops.next() {
            let node = self.tree.node(node);
            self.set_up(node, next_mover)?;
            if let Some(player) = mover::<LoaKind>(node) {
                let mut values = node.values("B").chain(node.values("W"));
                let (value, others) = (values.next().unwrap_or_default(), values.count());
                if others > 0 {
                    return Err(SgfError::TwoMoves { number: self.number + 1 });
                }
                return Ok(Some((player, bare(value).to_owned())));
            }
        }
        self.begin()?;
        Ok(None)
    }

    fn count_step(&mut self) -> Result<(), SgfError> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(SgfError::TooLong { after: self.number, limit: MAX_STEPS });
        }
        Ok(())
    }

    /// Does what the setup properties of a node say.
    fn set_up(&mut self, node: &Node, next_mover: Option<Player>) -> Result<(), SgfError> {
        let declared = simple_text(node, "PL").and_then(|text| player(&text));
        let changes = ["AB", "AW", "AE"].iter().any(|name| node.value(name).is_some());
        if !changes && declared.is_none() {
            return Ok(());
        }
        self.count_step()?;
        let mut setup = self.setup.unwrap_or_else(|| Setup {
            pieces: Player::BOTH.map(|player| self.position.board().pieces(player)),
            to_move: next_mover.unwrap_or(self.position.to_move()),
        });
        setup.to_move = declared.unwrap_or(setup.to_move);
        for property in &node.properties {
            let owner = match property.name.as_str() {
                "AB" => Some(Player::Black),
                "AW" => Some(Player::White),
                "AE" => None,
                _ => continue,
            };
            for value in &property.values {
                let squares = squares(value).ok_or_else(|| SgfError::SetupSquare {
                    after: self.number,
                    property: property.name.clone(),
                    text: value.trim().chars().take(20).collect(),
                })?;
                for player in Player::BOTH {
                    let pieces = &mut setup.pieces[player.index()];
                    *pieces &= !squares;
                    *pieces |= if owner == Some(player) { squares } else { 0 };
                }
            }
        }
        self.setup = Some(setup);
        Ok(())
    }

    /// Begins the game that has been set up, if one has.
    fn begin(&mut self) -> Result<(), SgfError> {
        if let Some(Setup { pieces, to_move }) = self.setup.take() {
            let after = self.number;
            let board = Board::from_pieces(pieces);
            let board = board.map_err(|reason| SgfError::SetupPieces { after, reason })?;
            self.position = Position::from_board(board, to_move, self.position.rules());
        }
        Ok(())
    }

    fn play(&mut self, player: Player, value: &str) -> Result<Move, SgfError> {
        self.begin()?;
        self.count_step()?;
        self.number += 1;
        let number = self.number;
        let m = self.position.parse_move(value);
        let m = m.map_err(|reason| SgfError::NotAMove { number, player, reason })?;
        if player != self.position.to_move() {
            return Err(SgfError::OutOfTurn { number, player, text: m.to_string() });
        }
        let illegal = |reason| SgfError::Illegal { number, player, m: m.to_string(), reason };
        self.position.play(m).map_err(illegal)?;
        Ok(m)
    }
}

/// A move without the remarks after it.
pub(crate) fn bare(value: &str) -> &str {
    let value = value.trim();
    let short = value.char_indices().nth(20).map_or(value, |(end, _)| &value[..end]);
    short.trim_end_matches(|c: char| "+!?#=. ".contains(c))
}

/// The squares that a value names: one, or a rectangle given by two corners, as `a1:c3`.
fn squares(text: &str) -> Option<u64> {
    let (first, second) = text.split_once(':').unwrap_or((text, text));
    let corner = |text: &str| text.trim().parse::<Square>().ok();
    let (first, second) = (corner(first)?, corner(second)?);
    let within = |a: usize, b: usize, x: usize| (a.min(b)..=a.max(b)).contains(&x);
    let inside = |square: &Square| {
        within(first.file(), second.file(), square.file())
            && within(first.rank(), second.rank(), square.rank())
    };
    Some(Square::all().filter(inside).fold(0, |set, square| set | square.bit()))
}
