//! A record of a game of Lines of Action.

use tengen_loa::Rules;

use crate::error::SgfError;
use crate::info;
use crate::reader;
use crate::record::{Record, RecordKind};

/// A game of Lines of Action (GM\[9\]) with its variations and comments, read from SGF or made from
/// a [`Position`](tengen_loa::Position). What is not understood is kept and written back.
///
/// Moves are two squares, as the standard and Boardspace write them: `e1-e3`, `C2:C5` for a capture;
/// `-`, `x` and nothing at all between the squares are read too, and so are remarks after them, such
/// as `++`. The words `resign`, `start`, `done` and `edit` are no moves.
///
/// ```
/// use tengen_sgf::LoaRecord;
/// use tengen_loa::Rules;
/// let record = LoaRecord::parse(b"(;GM[9]SU[Standard];B[C1:A3++];W[a2-c4];B[resign])").unwrap();
/// assert_eq!(record.len(), 2);
/// let end = record.position_before(None, Rules::PAPER).unwrap();
/// assert_eq!(format!("{:?}", end.moves()), "[c1xa3, a2-c4]");
/// ```
pub type LoaRecord = Record<LoaKind>;

/// Lines of Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoaKind;

impl RecordKind for LoaKind {
    fn is_move(value: &str) -> bool {
        let word = value.trim();
        !WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
    }
}

/// What may stand in place of a move.
const WORDS: &[&str] = &["", "resign", "start", "done", "edit"];

impl LoaRecord {
    /// The first game of Lines of Action in a file. Moves are not looked at yet: one that cannot be
    /// played is found when it is reached.
    pub fn parse(bytes: &[u8]) -> Result<Self, SgfError> {
        let tree = reader::read_game(bytes, "9", "Lines of Action")?;
        let size = info::simple_text(tree.root(), "SZ");
        match size.as_deref().map(|text| text.split(':').all(|side| side.trim() == "8")) {
            None | Some(true) => Ok(Self::of_tree(tree, LoaKind)),
            Some(false) => Err(SgfError::NotEight(size.unwrap_or_default())),
        }
    }

    /// The rules, if the file names some that are known: `paper`, `mover-wins` or `openspiel`.
    #[must_use]
    pub fn rules(&self) -> Option<Rules> {
        self.rules_text()?.parse().ok()
    }

    /// Sets the rules (RU).
    pub fn set_rules(&mut self, rules: Rules) {
        self.tree.root_mut().set("RU", rules.to_string());
    }
}
