//! A book as one page of HTML: boards, moves to click on, nothing from elsewhere. Each position is a
//! page of its own, by its address within the file.

use std::collections::HashMap;

use serde::Serialize;
use tengen_engine::book::{BookFault, BookSource, Orientation, Page, walk};
use tengen_engine::go::Player;
use tengen_report::{BoardStyle, Stone};

use super::playable::{Playable, with_start};
use super::shelf::StoredBook;

/// How much of a book is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HtmlLimits {
    /// Games that a move must have.
    pub least_games: u64,
    /// The most positions; those with the shortest lines come first.
    pub positions: usize,
}

impl Default for HtmlLimits {
    fn default() -> Self {
        Self { least_games: 2, positions: 5000 }
    }
}

/// All that the page knows.
#[derive(Serialize)]
struct Data {
    title: String,
    about: String,
    side: usize,
    /// Whether pieces stand on crossings.
    points: bool,
    letters: String,
    pages: Vec<PageData>,
}

/// A position.
#[derive(Serialize)]
struct PageData {
    /// Cells from the lower left, row by row: `X`, `O` and `.`.
    b: String,
    /// 0 if Black is to move.
    t: usize,
    /// Its moves, most games first.
    m: Vec<MoveData>,
}

/// A move: from, to (`[x, y]`; no `f` where stones are put, neither for a pass), wins, draws, losses,
/// the page that follows and how that one must be turned.
#[derive(Serialize)]
struct MoveData {
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<(usize, usize)>,
    w: u64,
    d: u64,
    l: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<usize>,
    #[serde(skip_serializing_if = "Turn::is_none")]
    s: Turn,
}

/// How a board is turned: exchange columns and rows first, then mirror columns, then rows.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct Turn(u8);

impl Turn {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
    const fn is_none(&self) -> bool {
        self.0 == 0
    }
}

/// The page, and how many positions it has.
pub fn to_html(
    book: &StoredBook,
    limits: HtmlLimits,
    tell: &mut dyn FnMut(u64),
) -> Result<(String, usize), BookFault> {
    let about = book.game_terms().words();
    with_start!(book.setup(), start => page(book, book.name(), &about, &start, limits, tell))
}

fn page<P: Playable>(
    book: &(impl BookSource + ?Sized),
    name: &str,
    about: &str,
    start: &P,
    limits: HtmlLimits,
    tell: &mut dyn FnMut(u64),
) -> Result<(String, usize), BookFault> {
    let mut visits = Vec::new();
    let mut places = HashMap::new();
    for visit in walk(book, start, limits.least_games).take(limits.positions.max(1)) {
        let visit = visit?;
        places.insert(visit.page.key(), visits.len());
        // The line is enough: positions are large.
        visits.push((visit.line, visit.page));
        tell(visits.len() as u64);
    }
    let replay = |line: &[P::Move]| {
        let mut position = start.clone();
        line.iter().for_each(|&m| position.play_unchecked(m));
        position
    };
    let mut pages = Vec::new();
    for (line, page) in &visits {
        let position = replay(line);
        pages.push(page_data(&position, page, limits.least_games, |next| {
            let place = *places.get(&Orientation::of(next).key())?;
            let (line, _) = visits.get(place)?;
            // Equal up to a symmetry: that one turns the page into what is seen.
            let there = replay(line);
            let s = (0..P::SYMMETRIES).find(|&s| there.key_under(s) == next.key())?;
            Some((place, Turn(P::turn(s))))
        }));
    }
    let picture = start.picture();
    let data = Data {
        title: format!("Opening book {name}"),
        about: about.to_owned(),
        side: picture.columns(),
        points: picture.style() == BoardStyle::Points,
        letters: (0..picture.columns()).map(|column| picture.column_letter(column)).collect(),
        pages,
    };
    let count = data.pages.len();
    // Plain data; and nothing in it can end the script it stands in.
    let json = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    Ok((TEMPLATE.replace("/*DATA*/", &json), count))
}

fn page_data<P: Playable>(
    position: &P,
    page: &Page<P::Move>,
    least_games: u64,
    follow: impl Fn(&P) -> Option<(usize, Turn)>,
) -> PageData {
    let picture = position.picture();
    let side = picture.columns();
    let cells = (0..side * side).map(|i| {
        match picture.cell(i % side, i / side).and_then(|cell| cell.stone) {
            Some(Stone::Black) => 'X',
            Some(Stone::White) => 'O',
            None => '.',
        }
    });
    let moves = page.by_games().into_iter().filter(|m| m.tally.games() >= least_games.max(1));
    let moves = moves.map(|m| {
        let mut next = position.clone();
        next.play_unchecked(m.r#move);
        let link = follow(&next);
        MoveData {
            f: P::origin(m.r#move),
            c: P::cell(m.r#move),
            w: m.tally.wins,
            d: m.tally.draws,
            l: m.tally.losses,
            p: link.map(|(place, _)| place),
            s: link.map_or(Turn::default(), |(_, turn)| turn),
        }
    });
    PageData {
        t: usize::from(position.to_move() == Player::White),
        m: moves.collect(),
        b: cells.collect(),
    }
}

/// The page without its data.
const TEMPLATE: &str = include_str!("book_page.html");
