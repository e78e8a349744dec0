//! Game records for Tengen: SGF (FF\[4\]) in and out.
//!
//! A [`GoRecord`] keeps the whole tree of a file, variations and unknown properties included. It
//! gives the position before any move of the main line, and takes comments and variations.
//!
//! ```
//! use tengen_sgf::{Annotation, Defaults, GoRecord};
//! let mut record = GoRecord::parse(b"(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[ce];B[gc])").unwrap();
//! let position = record.position_before(Some(3), Defaults::default()).unwrap();
//! assert_eq!(position.moves().len(), 2);
//! let note = Annotation { comment: "Sharp.".to_owned(), win_rate_black: Some(0.5231) };
//! record.annotate(3, &note).unwrap();
//! assert!(record.to_sgf().ends_with(";B[gc]C[Sharp.]SBKV[52.31])\n"));
//! ```
//!
//! A game of Phantom Go is written as the true game of Go, with the tries in its comments
//! ([`GoRecord::from_phantom`]). A [`LoaRecord`] is the same for Lines of Action; [`game_of`] tells of which game a file is. A
//! [`GoCollection`] gives all games of a file.
//!
//! This crate does no input or output, and nothing in it recurses: no file can overflow the stack.
//! [`MAX_BYTES`], [`MAX_NODES`], [`MAX_VALUES`] and [`MAX_STEPS`] bound time and memory.

mod charset;
mod collection;
mod coordinates;
mod error;
mod go_record;
mod go_writing;
mod info;
mod loa_record;
mod loa_replay;
mod loa_writing;
mod nodes;
mod phantom_writing;
mod reader;
mod record;
mod replay;
mod result;
mod text;
mod tree;
mod writer;

pub use collection::GoCollection;
pub use error::{Place, SgfError};
pub use go_record::{GoKind, GoRecord};
pub use info::GameInfo;
pub use loa_record::{LoaKind, LoaRecord};
pub use nodes::RecordNode;
pub use reader::{GameKind, MAX_BYTES, MAX_NODES, MAX_VALUES, game_of};
pub use record::{Annotation, Record, RecordKind};
pub use replay::{Defaults, MAX_STEPS, MainLine, Ply};
pub use result::GameResult;
