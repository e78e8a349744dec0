//! Matches, tournaments and ratings: the instrument that every claim about strength is measured
//! with.

mod contest;
mod contestant;
mod folder;
mod opening;
mod playing;
mod record;
mod referee;
mod runner;
mod seat;
mod to_sgf;

pub use contest::{Contest, Entrant, NoContest};
pub use contestant::{BadContestant, Contestant, EngineCommand};
pub use folder::{Folder, FolderError, read as read_folder};
pub use opening::{BadOpenings, Openings, OpeningsArg};
pub use playing::GameId;
pub use record::{
    ContestRecord, End, Forfeit, ForfeitKind, GameRecord, GameTerms, OpeningRecord, PairingRecord,
    PerSide, PlayerRecord, Settled, SettledBy, Side, sgf_name,
};
pub use runner::Event;
pub use to_sgf::to_sgf;
