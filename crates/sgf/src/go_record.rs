//! A record of a game of Go.

use tengen_game::Player;
use tengen_go::{BoardSize, Komi, Rules};

use crate::error::SgfError;
use crate::info::{self, GameInfo};
use crate::text;
use crate::tree::{Node, NodeId, Tree};
use crate::{reader, writer};

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
#[derive(Clone, Debug)]
pub struct GoRecord {
    pub(crate) tree: Tree,
    size: BoardSize,
}

impl GoRecord {
    /// The first game of Go in a file. Moves are not looked at yet: one that cannot be played is
    /// found when it is reached.
    ///
    /// Text before the game is skipped, and so is everything after it. The character set that the
    /// file names is used (UTF-8 or Latin-1; others survive only where they agree with ASCII).
    pub fn parse(bytes: &[u8]) -> Result<Self, SgfError> {
        let mut tree = reader::read_game(bytes, "1", "Go")?;
        let size = info::size(tree.root())?;
        // From here on the text is UTF-8, whatever it was.
        tree.root_mut().set("CA", "UTF-8".to_owned());
        Ok(Self { tree, size })
    }

    /// A record of one node.
    pub(crate) fn with_size(size: BoardSize) -> Self {
        Self { tree: Tree::new(), size }
    }

    /// The whole record as a text in SGF, in UTF-8.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        writer::write(&self.tree)
    }

    /// The size of the board; 19x19 if the file does not tell.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The komi, if the file has one that is possible: a multiple of a half, and not more than the
    /// board has points.
    #[must_use]
    pub fn komi(&self) -> Option<Komi> {
        info::komi(self.tree.root(), self.size)
    }

    /// The rules, if the file names some that are known: Chinese, Tromp-Taylor or CGOS, in any
    /// spelling, or just area scoring, which is taken for Chinese.
    #[must_use]
    pub fn rules(&self) -> Option<Rules> {
        info::rules(&self.rules_text()?)
    }

    /// What the file says about rules, known or not.
    #[must_use]
    pub fn rules_text(&self) -> Option<String> {
        info::simple_text(self.tree.root(), "RU")
    }

    /// How many handicap stones the file claims, if at least two. The stones themselves are setup
    /// stones.
    #[must_use]
    pub fn handicap(&self) -> Option<usize> {
        info::handicap(self.tree.root())
    }

    /// Players, result, date and so on, as the first node has them.
    #[must_use]
    pub fn info(&self) -> GameInfo {
        GameInfo::of(self.tree.root())
    }

    /// How many moves the main line has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.move_nodes().count()
    }

    /// Whether the main line has no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.move_nodes().next().is_none()
    }

    /// How many nodes the whole tree has, variations included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.tree.len()
    }

    /// The comment at a move of the main line; at the first node for move 0.
    #[must_use]
    pub fn comment(&self, move_number: usize) -> Option<String> {
        let node = self.node_of_move(move_number).ok()?;
        let comments: Vec<String> = self.tree.node(node).values("C").map(text::unescape).collect();
        Some(comments.join("\n")).filter(|text| !text.is_empty())
    }

    /// The nodes of the main line that have a move.
    fn move_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.main_line().filter(|&id| mover(self.tree.node(id)).is_some())
    }

    /// The node of a move of the main line, from 1; the first node for 0.
    pub(crate) fn node_of_move(&self, number: usize) -> Result<NodeId, SgfError> {
        let Some(index) = number.checked_sub(1) else { return Ok(Tree::ROOT) };
        let moves = || self.len();
        self.move_nodes().nth(index).ok_or_else(|| SgfError::NoSuchMove { number, moves: moves() })
    }
}

/// Who moves in a node, if anyone does.
pub(crate) fn mover(node: &Node) -> Option<Player> {
    node.properties.iter().find_map(|property| match property.name.as_str() {
        "B" => Some(Player::Black),
        "W" => Some(Player::White),
        _ => None,
    })
}

/// B or W: how SGF names a player.
pub(crate) const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}
