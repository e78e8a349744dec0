//! Opening books in a store: built by games (paper 001), added to, checked, shown and written out.

mod adding;
mod building;
mod checking;
mod fuego;
mod html;
mod importing;
mod jobs;
mod jsonl;
mod lengths;
mod playable;
mod record;
mod sgf_tree;
mod shelf;
mod showing;

pub use adding::{AddError, Added, BOOK_ROWS, RowAdder, merge_into, prune_into, pruned};
pub use building::{BOOK_GAME, BookBuild, NoBookGame};
pub use checking::{CheckReport, Mismatch, check_book};
pub use fuego::to_fuego;
pub use html::{HtmlLimits, to_html};
pub use importing::{ImportReport, Line, read_lines};
pub use jobs::{BookJobs, NoRun};
pub use jsonl::{BadLine, RowLine, read_row, to_jsonl};
pub use lengths::{DepthRow, Lengths, book_lengths, depths};
pub use record::{BookRecord, RowRecord, updates};
pub use sgf_tree::to_sgf_tree;
pub use shelf::{BookError, StoredBook, opener};
pub use showing::{MoveShown, PositionShown};
