//! Matches, tournaments and ratings: the instrument that every claim about strength is measured
//! with.

mod book;
mod campaign;
mod contest;
mod contest_file;
mod contestant;
mod experiment;
mod experiment_policies;
mod folder;
mod hidden_playing;
mod hidden_seat;
mod labelling;
mod opening;
mod page;
mod playing;
mod record;
mod referee;
mod runner;
mod score;
mod seat;
mod sgf_name;
mod statistics;
mod summary_text;
mod to_sgf;
mod tournament;
mod tuning;
mod weights_experiment;
mod work;

pub use book::{
    AddError, Added, BOOK_GAME, BOOK_ROWS, BadLine, BookBuild, BookError, BookJobs, BookRecord,
    CheckReport, DepthRow, HtmlLimits, ImportReport, Lengths, Line, Mismatch, MoveShown,
    NoBookGame, NoRun, PositionShown, RowAdder, RowLine, RowRecord, StoredBook, book_lengths,
    check_book, depths, merge_into, opener, prune_into, pruned, read_lines, read_row, to_fuego,
    to_html, to_jsonl, to_sgf_tree, updates,
};
pub use campaign::{ArenaError, Campaign, Played};
pub use contest::{Contest, Entrant, NoContest, with_referee};
pub use contest_file::BadFile;
pub use contestant::{BadContestant, Contestant, EngineCommand};
pub use experiment::{
    Claim, EXPERIMENTS, Experiment, ExperimentBook, PaperResult, Row, RowResult, Verdict,
    results_plot, results_table,
};
pub use experiment_policies::{ExperimentPolicy, PolicyPass};
pub use folder::{Folder, FolderError, read as read_folder};
pub use labelling::{Label, Labelling, NoLabels};
pub use opening::{BadOpenings, OPENING_LISTS, Openings, OpeningsArg};
pub use page::{PageContest, page, pictures};
pub use playing::GameId;
pub use record::{
    ContestRecord, End, Forfeit, ForfeitKind, GameRecord, GameTerms, OpeningRecord, PairingRecord,
    PerSide, PlayerRecord, Settled, SettledBy, Side, TryEntry, TuningRecord,
};
pub use runner::Event;
pub use score::{ForfeitLine, Score, SprtState, SprtWatch, Summary, pairs};
pub use sgf_name::sgf_name;
pub use statistics::elo::{
    EloInterval, elo_of_rate, rate_of_elo, superiority, superiority_by_pairs,
};
pub use statistics::interval::{Interval, Z_95, by_pairs, wilson};
pub use statistics::normal::{erf, normal_cdf, normal_quantile};
pub use statistics::pentanomial::{GameScore, NORMALISED_ELO_UNIT, Pentanomial};
pub use statistics::ratings::{
    Anchor, PairResult, PlayerRating, RatingOptions, Ratings, RatingsError, rate_players,
};
pub use statistics::sprt::{Decision, Sprt, SprtError};
pub use to_sgf::to_sgf;
pub use tournament::{Standing, Standings, TournamentFile};
pub use tuning::{
    BadRange, BadTuning, Estimate, KeyRange, KeyReport, LAG, MOST_KEYS, Prediction, Sample,
    ScoreReport, Trial, TuneCampaign, TuneMethod, TuneReport, Tuner, Watch,
};
pub use weights_experiment::{
    AnyExperiment, FeatureRow, WEIGHTS_EXPERIMENTS, WeightsExperiment, WeightsPolicy,
};
pub use work::{
    Crew, Done, GameJobs, GamesSoFar, JobFault, JobKind, Jobs, LabelJobs, Shared, Told, WorkError,
};
