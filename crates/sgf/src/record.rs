//! What the records of all games have in common: a tree, a header, a main line and notes in it.

use tengen_game::Player;

use crate::error::SgfError;
use crate::info::{self, GameInfo};
use crate::text;
use crate::tree::{Node, NodeId, Tree};
use crate::writer;

/// What an analysis says about a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotation {
    /// Text for the comment of the move. Nothing is added if it is empty.
    pub comment: String,
    /// How likely Black is to win, from 0 to 1. Written in percent as SBKV, from which Sabaki
    /// draws its graph.
    pub win_rate_black: Option<f64>,
}

/// The game a record is of.
pub trait RecordKind: Clone + std::fmt::Debug {
    /// Whether the value of a B or W property stands for a move. In some games it may be a word,
    /// such as `resign`.
    #[doc(hidden)]
    fn is_move(_value: &str) -> bool {
        true
    }
}

/// A game with its variations and comments, read from SGF or made from a position. What is not
/// understood is kept and written back. [`GoRecord`](crate::GoRecord) and
/// [`LoaRecord`](crate::LoaRecord) are the ones there are.
///
/// The *main line* goes from the first node along first children. Its moves are counted from 1.
#[derive(Clone, Debug)]
pub struct Record<K> {
    pub(crate) tree: Tree,
    pub(crate) kind: K,
}

impl<K: RecordKind> Record<K> {
    /// A record of a tree that was read.
    pub(crate) fn of_tree(mut tree: Tree, kind: K) -> Self {
        // From here on the text is UTF-8, whatever it was.
        tree.root_mut().set("CA", "UTF-8".to_owned());
        Self { tree, kind }
    }

    /// A record of one node, with the header that all have.
    pub(crate) fn begun(kind: K, game_number: &str) -> Self {
        let mut tree = Tree::new();
        for (name, value) in [("GM", game_number), ("FF", "4"), ("CA", "UTF-8")] {
            tree.root_mut().push(name, [value.to_owned()]);
        }
        Self { tree, kind }
    }

    /// The whole record as a text in SGF, in UTF-8.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        writer::write(&self.tree)
    }

    /// What the file says about rules, known or not.
    #[must_use]
    pub fn rules_text(&self) -> Option<String> {
        info::simple_text(self.tree.root(), "RU")
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
        self.tree.main_line().filter(|&id| mover::<K>(self.tree.node(id)).is_some())
    }

    /// The node of a move of the main line, from 1; the first node for 0.
    pub(crate) fn node_of_move(&self, number: usize) -> Result<NodeId, SgfError> {
        let Some(index) = number.checked_sub(1) else { return Ok(Tree::ROOT) };
        let moves = || self.len();
        self.move_nodes().nth(index).ok_or_else(|| SgfError::NoSuchMove { number, moves: moves() })
    }

    /// Adds a node with a move.
    pub(crate) fn add_move(&mut self, parent: NodeId, player: Player, value: String) -> NodeId {
        let node = self.tree.add_child(parent);
        self.tree.node_mut(node).push(letter(player), [value]);
        node
    }

    /// Adds to the comment of a move of the main line, below what is there, and sets its win rate.
    /// Move 0 is the first node.
    pub fn annotate(&mut self, move_number: usize, note: &Annotation) -> Result<(), SgfError> {
        let id = self.node_of_move(move_number)?;
        self.note(id, note);
        Ok(())
    }

    fn note(&mut self, id: NodeId, note: &Annotation) {
        let node = self.tree.node_mut(id);
        add_comment(node, &note.comment);
        if let Some(rate) = note.win_rate_black.filter(|rate| !rate.is_nan()) {
            node.set("SBKV", format!("{:.2}", 100.0 * rate.clamp(0.0, 1.0)));
        }
    }

    /// Adds a variation of moves that are written already, in place of a move of the main line.
    pub(crate) fn add_variation_of_values(
        &mut self,
        move_number: usize,
        moves: impl IntoIterator<Item = (Player, String)>,
        comment: &str,
    ) -> Result<(), SgfError> {
        let replaced = self.node_of_move(move_number)?;
        let line = self.tree.main_line();
        let Some(mut parent) = line.take_while(|&id| id != replaced).last() else {
            return Err(SgfError::MoveInRoot(move_number));
        };
        for (index, (player, value)) in moves.into_iter().enumerate() {
            parent = self.add_move(parent, player, value);
            if index == 0 {
                add_comment(self.tree.node_mut(parent), comment);
            }
        }
        Ok(())
    }

    /// Every line of the record, from the first node to where a variation ends, as a record of its
    /// own; the main line first.
    ///
    /// ```
    /// use tengen_sgf::GoRecord;
    /// let record = GoRecord::parse(b"(;SZ[9];B[ee](;W[ce])(;W[gc];B[cc]))").unwrap();
    /// let lengths: Vec<usize> = record.lines().map(|line| line.len()).collect();
    /// assert_eq!(lengths, [2, 3]);
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = Self> + '_ {
        self.tree.paths().map(|path| Self { tree: self.tree.along(&path), kind: self.kind.clone() })
    }

    /// Adds moves that are written already, from the first node on. Where they are there, in any
    /// variation, nothing is added; the note goes to the last of them.
    pub(crate) fn add_line_of_values(
        &mut self,
        moves: impl IntoIterator<Item = (Player, String)>,
        note: &Annotation,
    ) {
        let mut at = Tree::ROOT;
        for (player, value) in moves {
            let is_it = |id: &&NodeId| self.tree.node(**id).value(letter(player)) == Some(&value);
            let found = self.tree.node(at).children.iter().find(is_it).copied();
            at = found.unwrap_or_else(|| self.add_move(at, player, value));
        }
        self.note(at, note);
    }

    /// Sets the result (RE). [`GameResult`](crate::GameResult) has the usual texts.
    pub fn set_result(&mut self, result: &str) {
        self.tree.root_mut().set("RE", text::escape_simple(result));
    }
}

/// Who moves in a node, if anyone does.
pub(crate) fn mover<K: RecordKind>(node: &Node) -> Option<Player> {
    node.properties.iter().find_map(|property| {
        let player = match property.name.as_str() {
            "B" => Player::Black,
            "W" => Player::White,
            _ => return None,
        };
        K::is_move(property.values.first().map_or("", String::as_str)).then_some(player)
    })
}

/// B or W: how SGF names a player.
pub(crate) const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}

/// Adds a text to a node's comment, below what is there.
fn add_comment(node: &mut Node, comment: &str) {
    if comment.is_empty() {
        return;
    }
    let comment = text::escape(comment);
    let existing = node.properties.iter_mut().rfind(|property| property.name == "C");
    match existing.and_then(|property| property.values.last_mut()) {
        Some(value) if value.trim().is_empty() => *value = comment,
        // What stands there keeps its escapes: nothing in it changes.
        Some(value) => value.extend(["\n\n", &comment]),
        None => node.push("C", [comment]),
    }
}
