//! A book as Fuego and Pachi read it: `9 E5 C4 | G3`, a size, moves, and the answer. Symmetry is the
//! reader's business.

use std::io::{self, Write};

use tengen_engine::GameSetup;
use tengen_engine::book::{BookFault, Chooser, walk};
use tengen_engine::go::{Game, Move, Rng};

use super::shelf::StoredBook;

/// Writes the answers that a player with this chooser would give; how many. Only books of Go can be
/// written like this.
pub fn to_fuego(
    book: &StoredBook,
    chooser: &Chooser,
    out: &mut dyn Write,
    tell: &mut dyn FnMut(u64),
) -> io::Result<u64> {
    let GameSetup::Go(setup) = book.setup() else {
        return Err(io::Error::other("Fuego plays Go: books of other games have no such form"));
    };
    let (size, start) = (setup.size.side(), setup.position());
    let mut written = 0;
    for visit in walk(book, &start, chooser.least_games) {
        let visit = visit.map_err(|BookFault(reason)| io::Error::other(reason))?;
        debug_assert!(visit.position.outcome().is_none());
        let Ok(answer) = chooser.choose(&visit.page, &mut Rng::new(1)) else { continue };
        // These programs know no passes in books.
        if answer == Move::Pass || visit.line.contains(&Move::Pass) {
            continue;
        }
        let line: String = visit.line.iter().map(|m| format!(" {m}")).collect();
        writeln!(out, "{size}{line} | {answer}")?;
        written += 1;
        tell(written);
    }
    Ok(written)
}
