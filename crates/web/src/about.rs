//! What the server can do: games, rules, players, limits.

use serde::Serialize;
use tengen_engine::go::{self, BoardSize, fixed_handicap};
use tengen_engine::phantom::Referee;
use tengen_engine::{GameName, METHODS, loa};

use crate::app::App;
use crate::limits;

/// What the server can do.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AboutJson {
    pub(crate) version: &'static str,
    pub(crate) threads: usize,
    pub(crate) store: bool,
    pub(crate) records: bool,
    pub(crate) limits: LimitsJson,
    pub(crate) load: LoadJson,
    pub(crate) games: Vec<GameJson>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LimitsJson {
    games: usize,
    analyses: usize,
    moves: usize,
    body_bytes: usize,
    playouts: u64,
    seconds: u64,
    idle_game_seconds: u64,
    idle_analysis_seconds: u64,
}

/// How much there is to do.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoadJson {
    pub(crate) games: usize,
    pub(crate) analyses: usize,
    /// Bytes set aside for trees of players who wait for their turn.
    pub(crate) kept_tree_bytes: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameJson {
    name: &'static str,
    title: &'static str,
    sizes: Vec<usize>,
    default_size: usize,
    komi: f32,
    rules: Vec<NamedJson>,
    default_rules: &'static str,
    /// Handicaps by size.
    handicaps: Vec<usize>,
    handicaps_by_size: Vec<Vec<usize>>,
    referees: Vec<NamedJson>,
    presets: Vec<PresetJson>,
    methods: Vec<NamedJson>,
}

#[derive(Debug, Serialize)]
struct NamedJson {
    name: &'static str,
    help: String,
}

#[derive(Debug, Serialize)]
struct PresetJson {
    name: &'static str,
    title: &'static str,
    spec: &'static str,
    help: &'static str,
}

/// A player by a name for people, the weakest first.
const fn preset(
    name: &'static str,
    title: &'static str,
    spec: &'static str,
    help: &'static str,
) -> PresetJson {
    PresetJson { name, title, spec, help }
}

fn presets(game: GameName) -> Vec<PresetJson> {
    match game {
        GameName::Go => vec![
            preset("random", "Random", "random", "moves at random, but fills no eyes"),
            preset("flat", "Flat Monte-Carlo", "mc", "the same number of playouts for every move"),
            preset("uct", "UCT", "uct", "a tree, and nothing that was learned"),
            preset("erica", "Erica", "erica", "learned playouts and priors: the strongest"),
        ],
        GameName::Loa => vec![
            preset("random", "Random", "random", "moves at random"),
            preset("flat", "Flat Monte-Carlo", "mc", "the same number of playouts for every move"),
            preset("solver", "MCTS-Solver", "mcts-solver", "as in paper 000: a tree with proofs"),
            preset("mia", "Alpha-beta", "mia-2006", "looks ahead with an evaluator, no playouts"),
            preset("mc-loa", "MC-LOA", "mc-loa", "short playouts, many proofs: the strongest"),
        ],
        GameName::Phantom => vec![
            preset("random", "Random", "random", "tries at random"),
            preset("mce-std", "MCE std", "mce-std", "paper 004: unseen stones at random"),
            preset("mce-all", "MCE all", "mce-all", "the same, all moves as first"),
            preset(
                "phantom",
                "Phantom",
                "phantom",
                "worlds that agree with all answers: the strongest",
            ),
        ],
    }
}

fn go_rules() -> Vec<NamedJson> {
    let help = |rules: &go::Rules| {
        let suicide = if rules.suicide { "suicide allowed" } else { "no suicide" };
        let end = match rules.ending {
            go::Ending::AsItStands => "what is dead must be captured",
            go::Ending::Agreement => "dead stones are taken off at the end",
        };
        format!("area scoring, {}, {suicide}, {end}, komi {}", rules.ko, rules.komi)
    };
    let presets = go::Rules::PRESETS.iter();
    presets.map(|(name, rules)| NamedJson { name, help: help(rules) }).collect()
}

fn loa_rules() -> Vec<NamedJson> {
    let help = |rules: &loa::Rules| {
        let both = match rules.simultaneous {
            loa::Simultaneous::Draw => "both connected at once is a draw",
            loa::Simultaneous::MoverWins => "both connected at once wins for the mover",
        };
        let stuck = match rules.no_move {
            loa::NoMove::Pass => "who cannot move passes",
            loa::NoMove::Loss => "who cannot move loses",
        };
        format!("{both}, {stuck}")
    };
    let presets = loa::Rules::PRESETS.iter();
    presets.map(|(name, rules)| NamedJson { name, help: help(rules) }).collect()
}

fn referees() -> Vec<NamedJson> {
    let help = |name: &str| match name {
        "olympiad" => "both players learn which stones were captured".to_owned(),
        _ => "both players learn how many stones were captured".to_owned(),
    };
    Referee::PRESETS.iter().map(|(name, _)| NamedJson { name, help: help(name) }).collect()
}

impl GameJson {
    fn of(game: GameName) -> Self {
        let is_loa = game == GameName::Loa;
        let sizes: Vec<usize> = if is_loa { vec![8] } else { (5..=19).collect() };
        let handicaps = |side: usize| -> Vec<usize> {
            let size = BoardSize::new(side);
            let has = |stones: &usize| {
                size.as_ref().is_ok_and(|&size| fixed_handicap(size, *stones).is_some())
            };
            (2..=9).filter(has).collect()
        };
        let by_size = match game {
            GameName::Go => sizes.iter().map(|&side| handicaps(side)).collect(),
            _ => sizes.iter().map(|_| Vec::new()).collect(),
        };
        let methods = METHODS.iter().filter(|method| method.games.contains(&game));
        Self {
            name: game.name(),
            title: game.title(),
            sizes,
            default_size: if is_loa { 8 } else { 9 },
            komi: if is_loa { 0.0 } else { go::Rules::CHINESE.komi.points() },
            rules: if is_loa { loa_rules() } else { go_rules() },
            default_rules: if is_loa { "paper" } else { "chinese" },
            handicaps: if game == GameName::Go { (2..=9).collect() } else { Vec::new() },
            handicaps_by_size: by_size,
            referees: if game == GameName::Phantom { referees() } else { Vec::new() },
            presets: presets(game),
            methods: methods
                .map(|method| NamedJson { name: method.name, help: method.help.to_owned() })
                .collect(),
        }
    }
}

/// What the server can do.
pub(crate) fn about(app: &App) -> AboutJson {
    let (games, kept_tree_bytes) = app.house.load();
    AboutJson {
        version: app.version,
        threads: app.pool.threads(),
        store: app.store.is_some(),
        records: app.has_records,
        load: LoadJson { games, analyses: app.desk.len(), kept_tree_bytes },
        limits: LimitsJson {
            games: limits::GAMES,
            analyses: limits::ANALYSES,
            moves: limits::MOVES,
            body_bytes: limits::BODY,
            playouts: limits::PLAYOUTS,
            seconds: limits::TIME.as_secs(),
            idle_game_seconds: limits::IDLE_GAME.as_secs(),
            idle_analysis_seconds: limits::IDLE_ANALYSIS.as_secs(),
        },
        games: GameName::ALL.iter().map(|&game| GameJson::of(game)).collect(),
    }
}
