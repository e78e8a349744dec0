//! A search that goes on, slice by slice, and can be looked into.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde::Serialize;
use tengen_engine::go::Game;
use tengen_engine::{Limits, MoveOf, NodeReport, PlayerSpec, SearchReport, StopFlag, Thinking};
use tokio::sync::oneshot;

use crate::limits;
use crate::page_game::{Owners, PageGame};
use crate::report_json::{MoveJson, ReportJson, proof_word, proved_winner, rounded};
use crate::setup::Side;

/// A search of any game.
pub(crate) trait Explorer: Send {
    /// Searches on, until the flag is raised or a limit is reached.
    fn search(
        &mut self,
        stop: &StopFlag,
        questions: &Questions,
        tell: &mut dyn FnMut(ReportJson),
    ) -> ReportJson;

    /// Whether a search that is interrupted goes on where it was.
    fn can_pause(&self) -> bool;

    /// Whether playouts or time are used up.
    fn is_used_up(&self) -> bool;

    /// A node of the tree, while nobody searches.
    fn look(&self, path: &[String]) -> Option<TreeJson>;

    /// The whole line of a proved position, to the end of the game where that can be found.
    fn proved_line(&self, report: &ReportJson, stop: &StopFlag) -> Vec<String>;
}

/// A node of a tree and its children.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TreeJson {
    pub(crate) path: Vec<String>,
    pub(crate) node: Option<NodeJson>,
    pub(crate) children: Vec<MoveJson>,
}

/// A node of a tree.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NodeJson {
    visits: u64,
    to_move: Side,
    /// The expectation of the player to move.
    rate: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    /// Who is proved to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
}

impl TreeJson {
    /// Nothing is known of such a node.
    pub(crate) const fn unknown(path: Vec<String>) -> Self {
        Self { path, node: None, children: Vec::new() }
    }

    fn of<E: PageGame>(path: Vec<String>, report: &NodeReport<MoveOf<E>>) -> Self {
        let node = NodeJson {
            visits: report.visits,
            to_move: report.to_move.into(),
            rate: rounded(report.value),
            proof: report.proof.map(proof_word),
            proved: report.proof.map(|proof| proved_winner(report.to_move, proof)),
            distance: report.proof.map(|proof| proof.plies),
        };
        let moves = report.moves.iter().take(CHILDREN);
        let children = moves.map(|m| MoveJson::of(m, E::squares)).collect();
        Self { path, node: Some(node), children }
    }
}

/// Children that are told of.
const CHILDREN: usize = 400;

/// Questions about the tree of a search that is under way: the search answers them itself, every now
/// and then.
#[derive(Debug, Default)]
pub(crate) struct Questions(Mutex<Vec<Question>>);

#[derive(Debug)]
struct Question {
    path: Vec<String>,
    answer: oneshot::Sender<Option<TreeJson>>,
}

impl Questions {
    /// Asks for a node. If there are too many questions, this one is not answered.
    pub(crate) fn ask(&self, path: Vec<String>) -> oneshot::Receiver<Option<TreeJson>> {
        let (answer, wait) = oneshot::channel();
        let mut questions = self.lock();
        if questions.len() < WAITING {
            questions.push(Question { path, answer });
        }
        wait
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Question>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn take(&self) -> Vec<Question> {
        std::mem::take(&mut *self.lock())
    }
}

/// Questions that wait at a time.
const WAITING: usize = 50;

/// How often a search looks whether there are questions.
const LOOK_EVERY: Duration = Duration::from_millis(30);

/// A player who searches one position.
pub(crate) struct OpenExplorer<E: PageGame> {
    engine: E,
    game: E::Position,
    limits: Limits,
    can_pause: bool,
    owners: Option<Owners>,
    /// What earlier slices have done.
    playouts: u64,
    time: Duration,
    over: bool,
}

/// Whether a search of this player that is interrupted goes on where it was.
pub(crate) fn can_pause(spec: &PlayerSpec) -> bool {
    spec.all_settings().any(|(key, value)| key == "reuse" && value == "on")
}

impl<E: PageGame> OpenExplorer<E> {
    /// A search of this position by a player, within these limits together.
    pub(crate) fn new(
        game: E::Position,
        spec: &PlayerSpec,
        limits: Limits,
        ownership: bool,
    ) -> Result<Self, String> {
        let engine = E::seat(&game, spec).map_err(|error| error.to_string())?;
        let can_pause = can_pause(spec);
        let owners = if ownership { engine.owners() } else { None };
        let time = Duration::ZERO;
        Ok(Self { engine, game, limits, can_pause, owners, playouts: 0, time, over: false })
    }

    fn path(&self, path: &[String]) -> Option<Vec<MoveOf<E>>> {
        path_of::<E>(&self.game, path)
    }

    /// The report of a slice, with what earlier ones have done.
    fn report(&self, report: &SearchReport<MoveOf<E>>) -> ReportJson {
        let mut whole = report.clone();
        whole.playouts += self.playouts;
        whole.seconds += self.time.as_secs_f64();
        let mut json = ReportJson::of(&whole, E::squares);
        json.ownership = self.owners.as_ref().and_then(|owners| owners());
        json
    }
}

/// The moves of a path, if they can all be made.
fn path_of<E: PageGame>(game: &E::Position, path: &[String]) -> Option<Vec<MoveOf<E>>> {
    let mut position = game.clone();
    let mut moves = Vec::with_capacity(path.len());
    for text in path {
        let m = E::read(&position, text).ok()?;
        if position.outcome().is_some() || !position.is_legal(m) {
            return None;
        }
        position.play_unchecked(m);
        moves.push(m);
    }
    Some(moves)
}

impl<E: PageGame> Explorer for OpenExplorer<E> {
    fn search(
        &mut self,
        stop: &StopFlag,
        questions: &Questions,
        tell: &mut dyn FnMut(ReportJson),
    ) -> ReportJson {
        let started = Instant::now();
        let limits = Limits {
            playouts: self.limits.playouts.map(|most| most.saturating_sub(self.playouts)),
            time: self.limits.time.map(|most| most.saturating_sub(self.time)),
        };
        // What is told holds what was done before, so the engine cannot be borrowed from here.
        let (before, time) = (self.playouts, self.time);
        let owners = self.owners.as_ref();
        let mut watch = |report: &SearchReport<MoveOf<E>>| {
            let mut whole = report.clone();
            whole.playouts += before;
            whole.seconds += time.as_secs_f64();
            let mut json = ReportJson::of(&whole, E::squares);
            json.ownership = owners.and_then(|owners| owners());
            tell(json);
        };
        let game = &self.game;
        let mut look = |looking: tengen_engine::Looking<'_, MoveOf<E>>| {
            for Question { path, answer } in questions.take() {
                let moves = path_of::<E>(game, &path);
                let node = moves.and_then(|moves| looking(&moves));
                // Whoever has asked may be gone.
                let _ = answer.send(node.map(|node| TreeJson::of::<E>(path, &node)));
            }
        };
        let report = self.engine.think(Thinking {
            limits: Some(limits),
            stop: stop.clone(),
            watch: Some((limits::REPORT_EVERY, &mut watch)),
            look: Some((LOOK_EVERY, &mut look)),
        });
        let json = self.report(&report);
        self.playouts += report.playouts;
        self.time += started.elapsed();
        self.over = !stop.is_stopped() || report.proof.is_some();
        for Question { path, answer } in questions.take() {
            let _ = answer.send(self.look(&path));
        }
        json
    }

    fn can_pause(&self) -> bool {
        self.can_pause
    }

    fn is_used_up(&self) -> bool {
        let playouts = self.limits.playouts.is_some_and(|most| self.playouts >= most);
        self.over || playouts || self.limits.time.is_some_and(|most| self.time >= most)
    }

    fn look(&self, path: &[String]) -> Option<TreeJson> {
        let report = self.engine.look(&self.path(path)?)?;
        Some(TreeJson::of::<E>(path.to_vec(), &report))
    }

    fn proved_line(&self, report: &ReportJson, stop: &StopFlag) -> Vec<String> {
        let mut game = self.game.clone();
        let mut line = Vec::new();
        for text in &report.line {
            let Ok(m) = E::read(&game, text) else { break };
            if game.outcome().is_some() || !game.is_legal(m) {
                break;
            }
            game.play_unchecked(m);
            line.push(m.to_string());
        }
        if game.outcome().is_none()
            && let Some(rest) = E::finish(&game, stop)
        {
            line.extend(rest.iter().map(ToString::to_string));
        }
        line
    }
}
