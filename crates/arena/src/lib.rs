//! Matches, tournaments and ratings: the instrument that every claim about strength is measured
//! with.

mod page;
mod page_contest;
mod page_games;
mod page_html;
mod page_numbers;
mod page_openings;
mod page_plots;
mod page_results;
mod page_tally;
mod record;
mod sgf_name;

pub use page::{PageContest, page};
pub use record::{
    ContestRecord, End, Forfeit, ForfeitKind, GameRecord, GameTerms, OpeningRecord, PairingRecord,
    PerSide, PlayerRecord, Settled, SettledBy, Side,
};
pub use sgf_name::sgf_name;
