//! Game records in and out, variations included.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tengen_engine::go::{self, Game, Player};
use tengen_engine::loa;
use tengen_engine::sgf::{
    Annotation, Defaults, GameInfo, GameKind, GoRecord, LoaRecord, RecordNode, game_of,
};
use tengen_engine::{GoEngine, LoaEngine, MoveOf};

use crate::limits;
use crate::page_game::PageGame;
use crate::refusal::Refusal;
use crate::setup::{Setup, Side, Start};

/// A record as the page reads it.
#[derive(Debug, Serialize)]
pub(crate) struct RecordJson {
    setup: Setup,
    title: String,
    players: NamesJson,
    result: Option<String>,
    nodes: Vec<NodeJson>,
    /// The main line, by places in `nodes`.
    main: Vec<usize>,
    /// What could not be read, and was left out.
    problems: Vec<String>,
}

/// What players are called.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamesJson {
    #[serde(default)]
    black: Option<String>,
    #[serde(default)]
    white: Option<String>,
}

/// A node of a record.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct NodeJson {
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// How likely Black is to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    win_rate: Option<f64>,
}

/// A record that is to be written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRecord {
    setup: Setup,
    nodes: Vec<NewNode>,
    #[serde(default)]
    players: NamesJson,
    #[serde(default)]
    result: Option<String>,
}

/// A node of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewNode {
    parent: Option<usize>,
    #[serde(default)]
    r#move: Option<String>,
    #[serde(default)]
    comment: Option<String>,
    #[serde(default)]
    win_rate: Option<f64>,
    /// Who moves follows from the game.
    #[serde(default, rename = "player")]
    _player: Option<Side>,
}

/// Problems that are told.
const PROBLEMS: usize = 20;

/// Reads a record.
pub(crate) fn read(text: &str) -> Result<RecordJson, Refusal> {
    let bytes = text.as_bytes();
    let bad = |error: tengen_engine::sgf::SgfError| Refusal::not_allowed(error.to_string());
    match game_of(bytes) {
        Some(GameKind::Loa) => {
            let record = LoaRecord::parse(bytes).map_err(bad)?;
            must_be_short(record.node_count())?;
            let rules = record.rules().unwrap_or(loa::Rules::PAPER);
            let start = record.position_before(Some(1), rules).map_err(bad)?;
            let value = |game: &loa::Position, text: &str| record.read_value(game, text);
            let read = Reading::<LoaEngine>::new(&start).all(&record.nodes(), value);
            Ok(read.finish(Setup::of_loa(&start), &record.info()))
        }
        _ => {
            let record = GoRecord::parse(bytes).map_err(bad)?;
            must_be_short(record.node_count())?;
            let start = record.position_before(Some(1), Defaults::default()).map_err(bad)?;
            // A game without history, as the page's terms describe it.
            let (board, to_move) = (start.board().clone(), start.to_move());
            let start = go::Position::from_board(board, to_move, start.rules(), start.komi());
            let value = |_: &go::Position, text: &str| record.read_value(text);
            let read = Reading::<GoEngine>::new(&start).all(&record.nodes(), value);
            Ok(read.finish(Setup::of_go(&start, None), &record.info()))
        }
    }
}

fn must_be_short(nodes: usize) -> Result<(), Refusal> {
    if nodes > limits::RECORD_NODES {
        return Err(Refusal::not_allowed(format!(
            "the record has {nodes} nodes; here it may have {}",
            limits::RECORD_NODES
        )));
    }
    Ok(())
}

/// A record on its way from a file to the page. Its first node is the root; a node without a move
/// joins the one before it.
struct Reading<'a, E: PageGame> {
    start: &'a E::Position,
    nodes: Vec<NodeJson>,
    main: Vec<usize>,
    problems: Vec<String>,
}

/// A node of the file that is still to be taken in.
struct Waiting<P> {
    index: usize,
    /// The node of the page before it.
    parent: usize,
    /// The position before it, which siblings share: only those of one line are there at a time.
    before: Arc<P>,
    /// Moves before it.
    depth: usize,
    is_main: bool,
}

impl<'a, E: PageGame> Reading<'a, E> {
    fn new(start: &'a E::Position) -> Self {
        let nodes = vec![NodeJson::default()];
        Self { start, nodes, main: vec![0], problems: Vec::new() }
    }

    /// Takes all nodes in, depth first, with the position of one line at a time.
    fn all(
        mut self,
        nodes: &[RecordNode],
        value: impl Fn(&E::Position, &str) -> Option<MoveOf<E>>,
    ) -> Self {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        let mut waiting = vec![Waiting {
            index: 0,
            parent: 0,
            before: Arc::new(self.start.clone()),
            depth: 0,
            is_main: true,
        }];
        while let Some(Waiting { index, parent, before, depth, is_main }) = waiting.pop() {
            let node = &nodes[index];
            if node.sets_up && depth > 0 {
                self.problem("stones that are set up within a game: what follows is left out");
                continue;
            }
            let (mut place, mut depth) = (parent, depth);
            // A node without a move has the position before it: there are no more than moves of a line.
            let mut position = before;
            if let Some((player, text)) = &node.played {
                let mut game = Arc::unwrap_or_clone(position);
                match self.step(&mut game, *player, text, place, is_main, &value) {
                    Ok(at) => place = at,
                    Err(reason) => {
                        self.problem(&format!("move {}, {player}: {reason}", depth + 1));
                        continue;
                    }
                }
                position = Arc::new(game);
                depth += 1;
            }
            let here = &mut self.nodes[place];
            match (&mut here.comment, &node.comment) {
                (Some(before), Some(more)) => before.extend(["\n", more]),
                (before @ None, Some(more)) => *before = Some(more.clone()),
                (_, None) => {}
            }
            here.win_rate = node.win_rate_black.or(here.win_rate);
            if depth >= limits::MOVES {
                self.problem(&format!("more than {} moves: the rest is left out", limits::MOVES));
                continue;
            }
            for (order, &child) in children[index].iter().enumerate().rev() {
                waiting.push(Waiting {
                    index: child,
                    parent: place,
                    before: Arc::clone(&position),
                    depth,
                    is_main: is_main && order == 0,
                });
            }
        }
        self
    }

    /// Adds a move; where it stands.
    fn step(
        &mut self,
        game: &mut E::Position,
        player: Player,
        text: &str,
        mut parent: usize,
        is_main: bool,
        value: &impl Fn(&E::Position, &str) -> Option<MoveOf<E>>,
    ) -> Result<usize, String> {
        if game.outcome().is_some() {
            E::resume(game);
        }
        if game.to_move() != player {
            // Who moves twice in a row has seen the other pass.
            let pass = E::read(game, "pass").and_then(|m| E::check(game, m).map(|()| m));
            let pass = pass.map_err(|_| "it is the other player's turn".to_owned())?;
            parent = self.add(game, pass, parent, is_main);
            if game.outcome().is_some() {
                E::resume(game);
            }
        }
        let shown = text.chars().take(20).collect::<String>();
        let m = value(game, text).ok_or_else(|| format!("{shown:?} is no move"))?;
        E::check(game, m).map_err(|reason| format!("{m}: {reason}"))?;
        Ok(self.add(game, m, parent, is_main))
    }

    fn add(&mut self, game: &mut E::Position, m: MoveOf<E>, parent: usize, is_main: bool) -> usize {
        let place = self.nodes.len();
        self.nodes.push(NodeJson {
            parent: Some(parent),
            r#move: Some(m.to_string()),
            player: Some(game.to_move().into()),
            ..NodeJson::default()
        });
        game.play_unchecked(m);
        if is_main {
            self.main.push(place);
        }
        place
    }

    fn problem(&mut self, text: &str) {
        if self.problems.len() < PROBLEMS {
            self.problems.push(text.to_owned());
        }
    }

    fn finish(self, setup: Setup, info: &GameInfo) -> RecordJson {
        let name = |name: &Option<String>| name.clone();
        let players = NamesJson { black: name(&info.black), white: name(&info.white) };
        let title = info.name.clone().or_else(|| info.event.clone()).unwrap_or_else(|| {
            let or = |name: &Option<String>, other: &str| name.clone().unwrap_or(other.to_owned());
            format!("{} and {}", or(&players.black, "Black"), or(&players.white, "White"))
        });
        RecordJson {
            setup,
            title,
            players,
            result: info.result.clone(),
            nodes: self.nodes,
            main: self.main,
            problems: self.problems,
        }
    }
}

/// Writes a record.
pub(crate) fn write(new: &NewRecord) -> Result<String, Refusal> {
    must_be_short(new.nodes.len())?;
    let info = GameInfo {
        black: new.players.black.clone(),
        white: new.players.white.clone(),
        result: new.result.clone(),
        application: Some(("Tengen".to_owned(), env!("CARGO_PKG_VERSION").to_owned())),
        ..GameInfo::default()
    };
    match new.setup.start()? {
        Start::Go(start) => {
            let mut record = GoRecord::from_game(&start, &info);
            lines::<GoEngine>(&start, &new.nodes, |line, note| {
                record.add_line(line, note).map_err(|error| error.to_string())
            })?;
            Ok(record.to_sgf())
        }
        Start::Loa(start) => {
            let mut record = LoaRecord::from_game(&start, &info);
            lines::<LoaEngine>(&start, &new.nodes, |line, note| {
                record.add_line(line, note).map_err(|error| error.to_string())
            })?;
            Ok(record.to_sgf())
        }
        Start::Phantom(_) => {
            Err(Refusal::bad("a game of Phantom Go is written by its own address"))
        }
    }
}

/// Every node as the line that leads to it, with its note: depth first, so that only the positions of
/// one line are there at a time.
fn lines<E: PageGame>(
    start: &E::Position,
    nodes: &[NewNode],
    mut add: impl FnMut(&[(Player, MoveOf<E>)], &Annotation) -> Result<(), String>,
) -> Result<(), Refusal> {
    let children = children_of(nodes)?;
    let mut line: Vec<(Player, MoveOf<E>)> = Vec::new();
    let root = (!nodes.is_empty()).then(|| (0, 0, Arc::new(start.clone())));
    let mut waiting: Vec<(usize, usize, Arc<E::Position>)> = root.into_iter().collect();
    while let Some((index, depth, before)) = waiting.pop() {
        let wrong = |reason: String| Refusal::not_allowed(format!("node {index}: {reason}"));
        let node = &nodes[index];
        let mut position = before;
        line.truncate(depth);
        if let Some(text) = &node.r#move {
            if line.len() >= limits::MOVES || text.len() > 20 {
                return Err(wrong("the line or the move is too long".to_owned()));
            }
            let mut game = Arc::unwrap_or_clone(position);
            if game.outcome().is_some() {
                E::resume(&mut game);
            }
            let m = E::read(&game, text).map_err(wrong)?;
            E::check(&game, m).map_err(|reason| wrong(format!("{m}: {reason}")))?;
            line.push((game.to_move(), m));
            game.play_unchecked(m);
            position = Arc::new(game);
        }
        let note = Annotation {
            comment: node.comment.clone().unwrap_or_default(),
            win_rate_black: node.win_rate,
        };
        add(&line, &note).map_err(wrong)?;
        for &child in children[index].iter().rev() {
            waiting.push((child, line.len(), Arc::clone(&position)));
        }
    }
    Ok(())
}

/// The nodes that follow each; every node but the first has one before it.
fn children_of(nodes: &[NewNode]) -> Result<Vec<Vec<usize>>, Refusal> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        match node.parent {
            None if index == 0 => {}
            Some(parent) if parent < index => children[parent].push(index),
            _ => {
                let reason = "its parent must be a node before it";
                return Err(Refusal::not_allowed(format!("node {index}: {reason}")));
            }
        }
    }
    Ok(children)
}
