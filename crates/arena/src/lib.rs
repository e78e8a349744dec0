//! Matches, tournaments and ratings: the instrument that every claim about strength is measured
//! with.

mod record;

pub use record::{
    ContestRecord, End, Forfeit, ForfeitKind, GameRecord, GameTerms, OpeningRecord, PairingRecord,
    PerSide, PlayerRecord, Settled, SettledBy, Side,
};
