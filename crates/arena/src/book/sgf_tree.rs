//! A book as a tree of SGF, to be looked through in any program: variations with their results.

use tengen_engine::book::{BookFault, BookSource, Page, walk};
use tengen_engine::go::Player;
use tengen_engine::sgf::{Annotation, GameInfo, GoRecord, LoaRecord, MAX_NODES};
use tengen_engine::{GameSetup, PhantomSetup};

use super::playable::Playable;
use super::shelf::StoredBook;

/// The book as SGF, by moves of at least so many games; and how many positions it has. The most
/// frequent move comes first. A position that several lines lead to goes on in the shortest.
pub fn to_sgf_tree(
    book: &StoredBook,
    least_games: u64,
    tell: &mut dyn FnMut(u64),
) -> Result<(String, u64), BookFault> {
    let info =
        GameInfo { name: Some(format!("opening book {}", book.name())), ..GameInfo::default() };
    // Under the rules that the book is about: how dead stones are counted is part of them.
    let setup = book.game_terms().setup().unwrap_or(book.setup());
    match setup {
        GameSetup::Go(setup) | GameSetup::Phantom(PhantomSetup { go: setup, .. }) => {
            let mut record = GoRecord::from_game(&setup.position(), &info);
            let added = lines(book, &setup.position(), least_games, tell, |line, note| {
                record.add_line(line, note).is_ok()
            })?;
            Ok((record.to_sgf(), added))
        }
        GameSetup::Loa(setup) => {
            let mut record = LoaRecord::from_game(&setup.position(), &info);
            let added = lines(book, &setup.position(), least_games, tell, |line, note| {
                record.add_line(line, note).is_ok()
            })?;
            Ok((record.to_sgf(), added))
        }
    }
}

/// Tells of every move of the book, by the line that ends with it. Nothing more once it is refused.
fn lines<P: Playable>(
    book: &(impl BookSource + ?Sized),
    start: &P,
    least_games: u64,
    tell: &mut dyn FnMut(u64),
    mut add: impl FnMut(&[(Player, P::Move)], &Annotation) -> bool,
) -> Result<u64, BookFault> {
    let (mut positions, mut nodes) = (0, 1);
    for visit in walk(book, start, least_games) {
        let visit = visit?;
        let mut line = Vec::new();
        let mut position = start.clone();
        for &m in &visit.line {
            line.push((position.to_move(), m));
            position.play_unchecked(m);
        }
        for m in visit.page.by_games() {
            if m.tally.games() < least_games.max(1) {
                continue;
            }
            line.push((position.to_move(), m.r#move));
            nodes += 1;
            if nodes > MAX_NODES || !add(&line, &note(position.to_move(), &visit.page, m.code)) {
                return Ok(positions);
            }
            line.pop();
        }
        positions += 1;
        tell(positions);
    }
    Ok(positions)
}

/// What is said of a move.
fn note<M: Copy>(player: Player, page: &Page<M>, code: u32) -> Annotation {
    let Some(m) = page.moves().iter().find(|m| m.code == code) else {
        return Annotation::default();
    };
    let rate = m.tally.rate();
    let percent = rate.map_or(String::new(), |rate| format!(", {:.1} %", 100.0 * rate));
    let comment = format!(
        "{} games: {} won, {} drawn, {} lost{percent}",
        m.tally.games(),
        m.tally.wins,
        m.tally.draws,
        m.tally.losses
    );
    let black = |rate: f64| if player == Player::Black { rate } else { 1.0 - rate };
    Annotation { comment, win_rate_black: rate.map(black) }
}
