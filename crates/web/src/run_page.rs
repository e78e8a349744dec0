//! A run on a page: who takes part, tables, ratings, plots, and its games.

use serde::Serialize;
use tengen_arena::{Anchor, GameRecord, PageContest, Played, Side, Standings, pictures};
use tengen_report::Table;

use crate::runs::{Contest, RunJson};

/// All about a run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunPageJson {
    #[serde(flatten)]
    run: RunJson,
    terms: String,
    players: Vec<PlayerJson>,
    standings: TableJson,
    cross_table: TableJson,
    ratings: Vec<RatingJson>,
    plots: Vec<PlotJson>,
    games: Vec<GameJson>,
    games_from: usize,
    games_total: usize,
}

#[derive(Debug, Serialize)]
struct PlayerJson {
    name: String,
    player: String,
}

#[derive(Debug, Default, Serialize)]
struct TableJson {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct RatingJson {
    name: String,
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Debug, Serialize)]
struct PlotJson {
    title: String,
    svg: String,
}

#[derive(Debug, Serialize)]
struct GameJson {
    number: usize,
    black: String,
    white: String,
    result: String,
    moves: usize,
}

/// Games on a page.
const PAGE: usize = 200;

/// Columns of the standings' table before those of everybody against everybody.
const STANDING_COLUMNS: usize = 7;

impl RunPageJson {
    /// One that is no contest: only how far it is.
    pub(crate) fn bare(run: RunJson) -> Self {
        Self {
            run,
            terms: String::new(),
            players: Vec::new(),
            standings: TableJson::default(),
            cross_table: TableJson::default(),
            ratings: Vec::new(),
            plots: Vec::new(),
            games: Vec::new(),
            games_from: 0,
            games_total: 0,
        }
    }

    /// The page of a contest, with games from this one on.
    pub(crate) fn of(run: RunJson, contest: &Contest, from: usize) -> Self {
        let Contest { record, games } = contest;
        let played = Played {
            record: record.clone(),
            games: games.clone(),
            added: Vec::new(),
            planned: games.len(),
        };
        let mut plots = Vec::new();
        let (mut standings, mut cross_table, mut ratings) =
            (TableJson::default(), TableJson::default(), Vec::new());
        if let Ok(all) = Standings::new(&played, Anchor::Mean(0.0)) {
            let whole = TableJson::of(&all.table());
            standings = whole.columns_of(|place| place < STANDING_COLUMNS);
            cross_table = whole.columns_of(|place| !(2..STANDING_COLUMNS).contains(&place));
            let rating = |line: tengen_arena::Standing| RatingJson {
                name: line.name,
                elo: line.elo,
                low: line.elo_interval.low,
                high: line.elo_interval.high,
            };
            ratings = all.lines(&played).into_iter().map(rating).collect();
            plots.push(PlotJson { title: "Ratings".to_owned(), svg: all.plot("Ratings") });
        }
        let shown =
            PageContest { record: played.record, games: played.games, folder: String::new() };
        plots
            .extend(pictures(&shown).into_iter().map(|svg| PlotJson { title: String::new(), svg }));
        let name = |game: &GameRecord, side: Side| game.players[side].name.clone();
        let page = games.iter().enumerate().skip(from).take(PAGE);
        Self {
            run,
            terms: record.terms.words(),
            players: record
                .players
                .iter()
                .map(|it| PlayerJson { name: it.name.clone(), player: it.player.clone() })
                .collect(),
            standings,
            cross_table,
            ratings,
            plots,
            games: page
                .map(|(number, game)| GameJson {
                    number,
                    black: name(game, game.black),
                    white: name(game, game.black.other()),
                    result: game.result.clone(),
                    moves: game.moves.len(),
                })
                .collect(),
            games_from: from,
            games_total: games.len(),
        }
    }
}

impl TableJson {
    fn of(table: &Table) -> Self {
        Self {
            columns: table.columns().iter().map(|column| column.heading().to_owned()).collect(),
            rows: table.rows().to_vec(),
        }
    }

    /// Some of the columns.
    fn columns_of(&self, wanted: impl Fn(usize) -> bool) -> Self {
        let some = |cells: &Vec<String>| -> Vec<String> {
            let cells = cells.iter().enumerate().filter(|(place, _)| wanted(*place));
            cells.map(|(_, cell)| cell.clone()).collect()
        };
        Self { columns: some(&self.columns), rows: self.rows.iter().map(some).collect() }
    }
}
