//! From a record to positions.

use tengen_game::{Game, Player};
use tengen_go::{Board, Komi, Move, Point, Position, Rules};

use crate::coordinates;
use crate::error::SgfError;
use crate::go_record::{GoKind, GoRecord};
use crate::info::simple_text;
use crate::record::mover;
use crate::tree::{Node, NodeId};

/// The most moves and setups of a main line that are replayed. Superko looks through the whole
/// game at every move, and a setup builds a board anew: this many take a second or two.
pub const MAX_STEPS: usize = 20_000;

/// Rules and komi for records that do not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// If RU is missing or unknown.
    pub rules: Rules,
    /// If KM is missing or makes no sense.
    pub komi: Komi,
}

/// Chinese rules and their komi.
impl Default for Defaults {
    fn default() -> Self {
        Self { rules: Rules::CHINESE, komi: Rules::CHINESE.komi }
    }
}

/// A move of the main line.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply<G: Game = Position> {
    /// Its number, from 1.
    pub number: usize,
    /// Who plays it.
    pub player: Player,
    /// The move.
    pub m: G::Move,
    /// The position it is played in, with that player to move.
    pub before: G,
}

impl GoRecord {
    /// The position just before move `move_number` of the main line, counted from 1. At the end of
    /// the main line for `None`, or if it is shorter than that.
    ///
    /// Setup stones inside the game (AB, AW and AE after the first node) begin a new game from the
    /// changed board: superko knows nothing of what was before. After two passes a game may go on.
    ///
    /// To move is whom the file names (PL), otherwise who does move next, otherwise the opponent
    /// of who moved last. If nobody has moved it is Black, or White in a handicap game: one with a
    /// handicap in its header, or with black stones only.
    ///
    /// ```
    /// use tengen_sgf::{Defaults, GoRecord};
    /// let record = GoRecord::parse(b"(;SZ[9];B[ee];W[ee])").unwrap();
    /// assert!(record.position_before(Some(2), Defaults::default()).is_ok());
    /// let error = record.position_before(None, Defaults::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "move 2, White E5: illegal move: the point is occupied");
    /// ```
    pub fn position_before(
        &self,
        move_number: Option<usize>,
        defaults: Defaults,
    ) -> Result<Position, SgfError> {
        let mut replay = Replay::new(self, defaults);
        while let Some((player, m)) = replay.find_move()? {
            if move_number.is_some_and(|number| replay.number + 1 >= number) {
                let declared = replay.turn_is_declared.then(|| replay.position.to_move());
                replay.ready_for(player);
                replay.position.set_to_move(declared.unwrap_or(player));
                break;
            }
            replay.play(player, m)?;
        }
        Ok(replay.position)
    }

    /// The moves of the main line, each with the position before it. The first error ends it.
    ///
    /// ```
    /// use tengen_sgf::{Defaults, GoRecord};
    /// let record = GoRecord::parse(b"(;SZ[9];B[ee];W[])").unwrap();
    /// let plies: Result<Vec<_>, _> = record.main_line(Defaults::default()).collect();
    /// let moves: Vec<_> = plies.unwrap().iter().map(|ply| ply.m.to_string()).collect();
    /// assert_eq!(moves, ["E5", "pass"]);
    /// ```
    #[must_use]
    pub fn main_line(&self, defaults: Defaults) -> MainLine<'_> {
        MainLine { replay: Some(Replay::new(self, defaults)) }
    }
}

/// The moves of a record's main line, from [`GoRecord::main_line`].
#[derive(Debug)]
pub struct MainLine<'a> {
    /// Nothing once it has come to its end or to an error.
    replay: Option<Replay<'a>>,
}

impl Iterator for MainLine<'_> {
    type Item = Result<Ply, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        let ply = self.replay.as_mut()?.next_ply().transpose();
        if !matches!(ply, Some(Ok(_))) {
            self.replay = None;
        }
        ply
    }
}

/// A node of the main line, and who moves next from there on, this node included.
#[derive(Debug)]
struct Stop {
    node: NodeId,
    next_mover: Option<Player>,
}

/// A walk along the main line.
#[derive(Debug)]
struct Replay<'a> {
    record: &'a GoRecord,
    stops: std::vec::IntoIter<Stop>,
    position: Position,
    /// Moves played.
    number: usize,
    /// Moves and setups so far.
    steps: usize,
    /// Whether PL has named the player to move since the last move.
    turn_is_declared: bool,
    is_started: bool,
}

impl<'a> Replay<'a> {
    fn new(record: &'a GoRecord, defaults: Defaults) -> Self {
        let rules = record.rules().unwrap_or(defaults.rules);
        let komi = record.komi().unwrap_or(defaults.komi);
        let nodes = record.tree.main_line();
        let mut stops: Vec<Stop> = nodes
            .map(|node| Stop { node, next_mover: mover::<GoKind>(record.tree.node(node)) })
            .collect();
        let mut next_mover = None;
        for stop in stops.iter_mut().rev() {
            next_mover = stop.next_mover.or(next_mover);
            stop.next_mover = next_mover;
        }
        Self {
            record,
            stops: stops.into_iter(),
            position: Position::new(record.size(), rules, komi),
            number: 0,
            steps: 0,
            turn_is_declared: false,
            is_started: false,
        }
    }

    fn next_ply(&mut self) -> Result<Option<Ply>, SgfError> {
        let Some((player, m)) = self.find_move()? else { return Ok(None) };
        self.ready_for(player);
        let before = self.position.clone();
        self.play(player, m)?;
        Ok(Some(Ply { number: self.number, player, m, before }))
    }

    /// Goes on to the next node with a move, and reads but does not play it.
    fn find_move(&mut self) -> Result<Option<(Player, Move)>, SgfError> {
        while let Some(stop) = self.stops.next() {
            let node = self.record.tree.node(stop.node);
            self.set_up(node, stop.next_mover)?;
            if let Some(player) = mover::<GoKind>(node) {
                return Ok(Some((player, self.read_move(node, player)?)));
            }
        }
        Ok(None)
    }

    fn read_move(&self, node: &Node, player: Player) -> Result<Move, SgfError> {
        let number = self.number + 1;
        let mut values = node.values("B").chain(node.values("W"));
        let (value, others) = (values.next().unwrap_or_default(), values.count());
        if others > 0 {
            return Err(SgfError::TwoMoves { number });
        }
        let size = self.record.size();
        coordinates::parse_move(value, size).ok_or_else(|| {
            let text = value.trim().chars().take(20).collect();
            SgfError::Coordinates { number, player, text, size }
        })
    }

    fn count_step(&mut self) -> Result<(), SgfError> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(SgfError::TooLong { after: self.number, limit: MAX_STEPS });
        }
        Ok(())
    }

    /// Makes this player the one to move, in a game that goes on.
    fn ready_for(&mut self, player: Player) {
        if self.position.passes() >= 2 {
            self.position.resume();
        }
        self.position.set_to_move(player);
    }

    fn play(&mut self, player: Player, m: Move) -> Result<(), SgfError> {
        self.count_step()?;
        self.ready_for(player);
        self.number += 1;
        self.turn_is_declared = false;
        let number = self.number;
        self.position.play(m).map_err(|reason| SgfError::Illegal {
            number,
            player,
            m: m.to_string(),
            reason,
        })
    }

    fn restart(&mut self, board: Board, to_move: Player) {
        let (rules, komi) = (self.position.rules(), self.position.komi());
        self.position = Position::from_board(board, to_move, rules, komi);
    }

    /// Does what the setup properties of a node say.
    fn set_up(&mut self, node: &Node, next_mover: Option<Player>) -> Result<(), SgfError> {
        let board = self.changed_board(node)?;
        let declared = simple_text(node, "PL").and_then(|text| player(&text));
        self.turn_is_declared |= declared.is_some();
        // The first node decides who moves first even on an empty board.
        let is_first = !std::mem::replace(&mut self.is_started, true);
        if is_first || board.is_some() {
            let board = board.unwrap_or_else(|| self.position.board().clone());
            let to_move = declared.or(next_mover).unwrap_or_else(|| self.usual_turn(&board));
            self.restart(board, to_move);
        } else if let Some(player) = declared {
            self.position.set_to_move(player);
        }
        Ok(())
    }

    /// Who is to move after a setup that does not say, when nobody moves.
    fn usual_turn(&self, board: &Board) -> Player {
        if self.number > 0 {
            return self.position.to_move();
        }
        turn_of_untouched_game(board, self.record.handicap().is_some())
    }

    /// The board after the setup stones of a node, if it has any.
    fn changed_board(&mut self, node: &Node) -> Result<Option<Board>, SgfError> {
        let (size, after) = (self.record.size(), self.number);
        let mut stones: Option<Vec<Option<Player>>> = None;
        for property in &node.properties {
            let stone = match property.name.as_str() {
                "AB" => Some(Player::Black),
                "AW" => Some(Player::White),
                "AE" => None,
                _ => continue,
            };
            let stones = stones.get_or_insert_with(|| self.stones_by_index());
            for value in &property.values {
                let Some(points) = coordinates::points(value, size) else {
                    let text = value.trim().chars().take(20).collect();
                    let property = property.name.clone();
                    return Err(SgfError::SetupPoint { after, property, text, size });
                };
                for point in points {
                    stones[point.index()] = stone;
                }
            }
        }
        let Some(stones) = stones else { return Ok(None) };
        self.count_step()?;
        let on_board = size.points().filter_map(|point| Some((point, stones[point.index()]?)));
        let board = Board::from_stones(size, on_board);
        board.map(Some).map_err(|reason| SgfError::Setup { after, reason })
    }

    fn stones_by_index(&self) -> Vec<Option<Player>> {
        let mut stones = vec![None; Point::INDICES];
        for (point, player) in self.position.board().stones() {
            stones[point.index()] = Some(player);
        }
        stones
    }
}

/// Who is to move in a game without moves: White in a handicap game, otherwise Black.
pub(crate) fn turn_of_untouched_game(board: &Board, has_handicap: bool) -> Player {
    let [black, white] = Player::BOTH.map(|player| board.stone_count(player));
    if has_handicap || black > 0 && white == 0 { Player::White } else { Player::Black }
}

/// The player that PL names: B or W, and in old files `black`, `1` and the like.
pub(crate) fn player(text: &str) -> Option<Player> {
    match text.bytes().next()?.to_ascii_lowercase() {
        b'b' | b'1' => Some(Player::Black),
        b'w' | b'2' => Some(Player::White),
        _ => None,
    }
}
