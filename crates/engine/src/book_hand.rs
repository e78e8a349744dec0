//! A player's book in his hand: what it says about a turn, and what a search learns of it.

use std::fmt;
use std::sync::Arc;

use tengen_book::{BookFault, BookTerms, Choice, Chooser, OutOfBook, Page, walk};
use tengen_game::{Canonical, Rng};
use tengen_search::{MoveReport, Results, SearchReport};

use crate::book_opener::{self, OpenBook};
use crate::book_prior::Pages;
use crate::players::NoPlayer;
use crate::spec::{BadSpec, PlayerSpec};

/// What a player's book said about a turn.
#[derive(Clone, Debug, PartialEq)]
pub enum BookSaying {
    /// The move is the book's.
    Plays {
        /// Games of this move.
        games: u64,
        /// Its share of points, from 0 to 1.
        rate: f64,
    },
    /// From this move on the player thinks for himself.
    Leaves {
        /// Why, as half a sentence.
        reason: String,
    },
}

/// `book, 63.1 % of 120 games`, `out of the book: the position is not in the book`.
impl fmt::Display for BookSaying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plays { games, rate } => {
                write!(f, "book, {:.1} % of {games} games", 100.0 * rate)
            }
            Self::Leaves { reason } => write!(f, "out of the book: {reason}"),
        }
    }
}

/// What a text says about a book.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BookPlan {
    name: String,
    chooser: Chooser,
    /// The book advises the search instead of moving itself; playouts that a game of it is worth.
    prior: Option<f64>,
    seed: u64,
}

/// Reads what a text says about a book, if it does.
pub(crate) fn plan(spec: &PlayerSpec, has_tree: bool) -> Result<Option<BookPlan>, BadSpec> {
    if !spec.has("book") {
        return Ok(None);
    }
    let choice = Choice::ALL[spec.word("book-choice", &Choice::ALL.map(|(name, _)| name))?].1;
    let chooser = Chooser {
        least_games: spec.whole("book-min", 1, u64::MAX)?,
        least_rate: spec.number("book-rate", 0.0, 1.0)?,
        choice,
        doubts: spec.switch("book-doubt")?,
    };
    let weight = spec.number("book-weight", 0.0, 10_000.0)?;
    let prior = match spec.word("book-use", &["move", "prior"])? {
        0 => None,
        _ if has_tree => Some(weight),
        _ => return Err(spec.bad_value("book-use", "move but for those who search a tree")),
    };
    let name = match spec.text("book") {
        "off" => return Ok(None),
        "" => return Err(spec.bad_value("book", "a file, a database's address, or off")),
        name => name.to_owned(),
    };
    let has_seed = spec.all_settings().any(|(key, _)| key == "seed");
    let seed = if has_seed { spec.whole("seed", 0, u64::MAX)? } else { 0 };
    Ok(Some(BookPlan { name, chooser, prior, seed }))
}

/// The most positions of a book that one search knows of. They are the nearest ones, and a search
/// hardly comes to others.
const MOST_PAGES: usize = 2000;

/// A book that a player uses.
pub(crate) struct BookHand {
    plan: BookPlan,
    book: Arc<dyn OpenBook>,
    rng: Rng,
    /// Whether it has been said that he thinks for himself.
    has_left: bool,
    /// What a search knows of the book, if it advises one.
    pages: Option<Pages>,
}

impl BookHand {
    /// Opens the book of a plan.
    pub(crate) fn open(plan: BookPlan) -> Result<Self, NoPlayer> {
        let book = book_opener::open(&plan.name)
            .map_err(|reason| NoPlayer::Book { name: plan.name.clone(), reason })?;
        let pages = plan.prior.map(Pages::new);
        Ok(Self { book, rng: Rng::new(plan.seed), has_left: false, pages, plan })
    }

    /// What a search is to know of the book.
    pub(crate) const fn pages(&self) -> Option<&Pages> {
        self.pages.as_ref()
    }

    /// Whether the book is about games like this one; if not, why not.
    pub(crate) fn fits(&self, game: &BookTerms) -> Result<(), NoPlayer> {
        let terms = self.book.terms();
        if terms.fit(game) {
            return Ok(());
        }
        let reason = format!("it is about {terms}; the game is {game}");
        Err(NoPlayer::Book { name: self.plan.name.clone(), reason })
    }

    /// Another game begins, or a move is taken back.
    pub(crate) const fn begin(&mut self) {
        self.has_left = false;
    }

    /// What the book says about this turn: its move as the report of a search that made no
    /// playouts, or that the player leaves it, if that is news. Nothing if the book only advises.
    pub(crate) fn turn<G: Canonical>(
        &mut self,
        position: &G,
        game: &BookTerms,
        rehearsal: bool,
    ) -> (Option<SearchReport<G::Move>>, Option<BookSaying>) {
        if self.pages.is_some() || position.outcome().is_some() {
            return (None, None);
        }
        let (rng, had_left) = (self.rng.clone(), self.has_left);
        let found = self.look_up(position, game);
        let answer = match found {
            Ok((report, saying)) => {
                self.has_left = false;
                (Some(report), Some(saying))
            }
            Err(reason) => {
                let is_news = !std::mem::replace(&mut self.has_left, true);
                (None, is_news.then_some(BookSaying::Leaves { reason }))
            }
        };
        if rehearsal {
            (self.rng, self.has_left) = (rng, had_left);
        }
        answer
    }

    fn look_up<G: Canonical>(
        &mut self,
        position: &G,
        game: &BookTerms,
    ) -> Result<(SearchReport<G::Move>, BookSaying), String> {
        if !self.book.terms().fit(game) {
            return Err(format!("it is about {}; the game is {game}", self.book.terms()));
        }
        let unreadable = |fault: BookFault| format!("it cannot be read: {fault}");
        let page = Page::read(position, &*self.book).map_err(unreadable)?;
        let told = |out: OutOfBook| out.to_string();
        let best = self.plan.chooser.choose(&page, &mut self.rng).map_err(told)?;
        Ok(report(position, &page, best))
    }

    /// Tells a search of the book what it says about a position and those that follow.
    pub(crate) fn advise<G: Canonical>(&self, position: &G, game: &BookTerms) {
        let Some(pages) = &self.pages else { return };
        let visits = walk(&*self.book, position, 1).take(MOST_PAGES);
        // A book that cannot be read any more advises nothing.
        let fits = self.book.terms().fit(game);
        let known = visits.take(if fits { MOST_PAGES } else { 0 }).map_while(Result::ok);
        pages.fill(known.map(|visit| {
            let moves = visit.page.moves().iter().map(|m| (m.code, m.tally));
            (visit.page.key(), moves.collect())
        }));
    }
}

/// A page as if a search had found it.
fn report<G: Canonical>(
    position: &G,
    page: &Page<G::Move>,
    best: G::Move,
) -> (SearchReport<G::Move>, BookSaying) {
    let mut moves: Vec<MoveReport<G::Move>> = Vec::new();
    for m in page.by_games() {
        let tally = m.tally;
        moves.push(MoveReport {
            visits: tally.games(),
            results: Results { wins: tally.wins, draws: tally.draws, losses: tally.losses },
            value: tally.rate().unwrap_or(0.5),
            line: vec![m.r#move],
            ..MoveReport::new(m.r#move)
        });
    }
    // The one that is played stands first, as in every report.
    if let Some(place) = moves.iter().position(|m| m.r#move == best) {
        moves[..=place].rotate_right(1);
    }
    let (games, rate) = moves.first().map_or((0, 0.5), |m| (m.visits, m.value));
    let report = SearchReport {
        best: Some(best),
        value: rate,
        principal_variation: vec![best],
        moves,
        ..SearchReport::empty(position.to_move())
    };
    (report, BookSaying::Plays { games, rate })
}
