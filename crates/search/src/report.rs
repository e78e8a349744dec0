//! What a search found, as plain data.

use serde::Serialize;
use tengen_game::{Outcome, Player};

use crate::bounds::{Proof, Value};
use crate::knowledge::MovePrior;

/// What a search found. All values are those of the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchReport<M> {
    /// Who is to move.
    #[serde(serialize_with = "player_name")]
    pub to_move: Player,
    /// The move to play; `None` only if the game is over.
    pub best: Option<M>,
    /// The expected result, from 0 (lost) to 1 (won).
    pub value: f64,
    /// The best line that was found, starting with `best`. Of a proven position, the line that
    /// proves it, as far as the tree still holds it.
    pub principal_variation: Vec<M>,
    /// What is proved about the position.
    pub proof: Option<Proof>,
    /// Every move, the best first.
    pub moves: Vec<MoveReport<M>>,
    /// Playouts of this search. (Alpha-beta: positions looked at.)
    pub playouts: u64,
    /// Playouts that are in no move's count: those made before the position had children, or whose
    /// subtree was given up (the "default node" of paper 002).
    pub unassigned: Results,
    /// Nodes in the tree.
    pub nodes: u64,
    /// Bytes they take.
    pub bytes: u64,
    /// How often memory ran out and seldom visited subtrees were given up.
    pub recycled: u64,
    /// The depth that was searched, in plies: of the whole for alpha-beta, of the line otherwise.
    pub depth: u32,
    /// Time by the clock, in seconds.
    pub seconds: f64,
    /// Threads that searched.
    pub threads: u32,
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Playouts won.
    pub wins: u64,
    /// Playouts drawn.
    pub draws: u64,
    /// Playouts lost.
    pub losses: u64,
}

impl Results {
    /// All of them.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// What a search found about one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveReport<M> {
    /// The move.
    pub r#move: M,
    /// Playouts that began with it.
    pub visits: u64,
    /// How they ended.
    pub results: Results,
    /// The expected result, from 0 (lost) to 1 (won): the mean, or the proven value.
    pub value: f64,
    /// The mean of playouts in which the player made this move first, whenever that was.
    pub rave: Option<RaveReport>,
    /// The mean lead at the end of the playouts, where the method keeps it.
    pub points: Option<f64>,
    /// What was known beforehand.
    pub prior: Option<MovePrior>,
    /// The heuristic value of implicit minimax backups, from 0 (lost) to 1 (won), where the method
    /// keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implicit: Option<f64>,
    /// How far the position after it is from being proved, where the method keeps count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_numbers: Option<ProofNumbers>,
    /// What is proved about the position after it, still seen by the player who makes it.
    pub proof: Option<Proof>,
    /// The best line that begins with it, for the moves at the head of the list and where the
    /// method keeps lines.
    pub line: Vec<M>,
}

/// Statistics of a move made at any time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RaveReport {
    /// Playouts.
    pub visits: u64,
    /// Their mean result, from 0 to 1.
    pub value: f64,
}

/// How many leaves at least must turn out well until a win is proved; `None`: it cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProofNumbers {
    /// A win of the player who makes the move.
    pub own: Option<u32>,
    /// A win of the other.
    pub other: Option<u32>,
}

impl<M> SearchReport<M> {
    /// The report on a game that is over.
    pub(crate) fn finished(to_move: Player, outcome: Outcome) -> Self {
        let proof = Proof { value: Value::of(outcome, to_move), plies: 0 };
        Self { value: proof.value.score(), proof: Some(proof), ..Self::empty(to_move) }
    }

    /// A report before anything was searched.
    #[must_use]
    pub fn empty(to_move: Player) -> Self {
        Self {
            to_move,
            best: None,
            value: 0.5,
            principal_variation: Vec::new(),
            proof: None,
            moves: Vec::new(),
            playouts: 0,
            unassigned: Results::default(),
            nodes: 0,
            bytes: 0,
            recycled: 0,
            depth: 0,
            seconds: 0.0,
            threads: 1,
        }
    }

    /// The same report with its moves written in another way, such as text.
    pub fn map<N>(self, mut f: impl FnMut(M) -> N) -> SearchReport<N> {
        SearchReport {
            to_move: self.to_move,
            best: self.best.map(&mut f),
            value: self.value,
            principal_variation: self.principal_variation.into_iter().map(&mut f).collect(),
            proof: self.proof,
            moves: self.moves.into_iter().map(|report| report.map(&mut f)).collect(),
            playouts: self.playouts,
            unassigned: self.unassigned,
            nodes: self.nodes,
            bytes: self.bytes,
            recycled: self.recycled,
            depth: self.depth,
            seconds: self.seconds,
            threads: self.threads,
        }
    }
}

impl<M> MoveReport<M> {
    /// A move of which nothing is known.
    #[must_use]
    pub fn new(m: M) -> Self {
        Self {
            r#move: m,
            visits: 0,
            results: Results::default(),
            value: 0.5,
            rave: None,
            points: None,
            prior: None,
            implicit: None,
            proof_numbers: None,
            proof: None,
            line: Vec::new(),
        }
    }

    fn map<N>(self, f: &mut impl FnMut(M) -> N) -> MoveReport<N> {
        MoveReport {
            r#move: f(self.r#move),
            visits: self.visits,
            results: self.results,
            value: self.value,
            rave: self.rave,
            points: self.points,
            prior: self.prior,
            implicit: self.implicit,
            proof_numbers: self.proof_numbers,
            proof: self.proof,
            line: self.line.into_iter().map(f).collect(),
        }
    }
}

pub(crate) fn player_name<S: serde::Serializer>(
    player: &Player,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match player {
        Player::Black => "black",
        Player::White => "white",
    })
}
