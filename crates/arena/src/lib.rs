//! Matches, tournaments and ratings: the instrument that every claim about strength is measured
//! with.

mod elo;
mod interval;
mod network;
mod normal;
mod pentanomial;
mod ratings;
mod record;
mod sprt;

pub use elo::{EloInterval, elo_of_rate, rate_of_elo, superiority, superiority_by_pairs};
pub use interval::{Interval, Z_95, by_pairs, wilson};
pub use normal::{erf, normal_cdf, normal_quantile};
pub use pentanomial::{GameScore, NORMALISED_ELO_UNIT, Pentanomial};
pub use ratings::{
    Anchor, MAX_RATED, PairResult, PlayerRating, RatingOptions, Ratings, RatingsError, rate_players,
};
pub use record::{
    ContestRecord, End, Forfeit, ForfeitKind, GameRecord, GameTerms, OpeningRecord, PairingRecord,
    PerSide, PlayerRecord, Settled, SettledBy, Side,
};
pub use sprt::{Decision, Sprt, SprtError};
