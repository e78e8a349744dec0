//! A record of a game of Go.

use tengen_go::{BoardSize, Komi, Rules};

use crate::error::SgfError;
use crate::info;
use crate::reader;
use crate::record::{Record, RecordKind};
use crate::tree::Tree;

/// A game of Go with its variations and comments, read from SGF or made from a
/// [`Position`](tengen_go::Position). What is not understood is kept and written back.
///
/// The *main line* goes from the first node along first children. Its moves are counted from 1.
///
/// ```
/// use tengen_sgf::GoRecord;
/// let record = GoRecord::parse(b"(;SZ[9]KM[5.5]RU[Chinese];B[ee](;W[ce])(;W[gc];B[cc]))").unwrap();
/// assert_eq!(record.len(), 2);
/// assert_eq!(record.size().side(), 9);
/// assert_eq!(record.komi().unwrap().to_string(), "5.5");
/// let error = GoRecord::parse(b"(;SZ[9];B[ee").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the file ends too early: the value that begins at line 1, character 10 is not finished"
/// );
/// ```
pub type GoRecord = Record<GoKind>;

/// Go, on a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoKind {
    size: BoardSize,
}

impl RecordKind for GoKind {}

impl GoRecord {
    /// The first game of Go in a file. Moves are not looked at yet: one that cannot be played is
    /// found when it is reached.
    ///
    /// Text before the game is skipped, and so is everything after it. The character set that the
    /// file names is used (UTF-8 or Latin-1; others survive only where they agree with ASCII).
    pub fn parse(bytes: &[u8]) -> Result<Self, SgfError> {
        Self::from_tree(reader::read_game(bytes, "1", "Go")?)
    }

    /// The record of a tree that was read.
    pub(crate) fn from_tree(tree: Tree) -> Result<Self, SgfError> {
        let size = info::size(tree.root())?;
        Ok(Self::of_tree(tree, GoKind { size }))
    }

    /// A record of one node.
    pub(crate) fn with_size(size: BoardSize) -> Self {
        Self::begun(GoKind { size }, "1")
    }

    /// The size of the board; 19x19 if the file does not tell.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.kind.size
    }

    /// The komi, if the file has one that is possible: a multiple of a half, and not more than the
    /// board has points.
    #[must_use]
    pub fn komi(&self) -> Option<Komi> {
        info::komi(self.tree.root(), self.kind.size)
    }

    /// The rules, if the file names some that are known: Chinese, Tromp-Taylor or CGOS, in any
    /// spelling, or just area scoring, which is taken for Chinese.
    #[must_use]
    pub fn rules(&self) -> Option<Rules> {
        info::rules(&self.rules_text()?)
    }

    /// How many handicap stones the file claims, if at least two. The stones themselves are setup
    /// stones.
    #[must_use]
    pub fn handicap(&self) -> Option<usize> {
        info::handicap(self.tree.root())
    }
}
