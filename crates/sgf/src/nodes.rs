//! A record node by node, variations included, for whoever shows the whole tree.

use tengen_game::Player;
use tengen_go::Move;
use tengen_loa::Position;

use crate::coordinates;
use crate::go_record::GoRecord;
use crate::loa_record::LoaRecord;
use crate::loa_replay::bare;
use crate::record::{Record, RecordKind, mover};
use crate::text;

/// A node of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordNode {
    /// The node before it, by its place in the list; none for the first.
    pub parent: Option<usize>,
    /// Who moves in it, if anyone does, and the move as the file writes it.
    pub played: Option<(Player, String)>,
    /// What is said of it.
    pub comment: Option<String>,
    /// How likely Black is to win, from 0 to 1 (SBKV).
    pub win_rate_black: Option<f64>,
    /// Whether stones or pieces are set up in it.
    pub sets_up: bool,
}

impl<K: RecordKind> Record<K> {
    /// All nodes, each after the one before it, variations in the order of the file.
    ///
    /// ```
    /// use tengen_sgf::GoRecord;
    /// let record = GoRecord::parse(b"(;SZ[9];B[ee]C[Here](;W[ce])(;W[gc];B[cc]))").unwrap();
    /// let nodes = record.nodes();
    /// let parents: Vec<_> = nodes.iter().map(|node| node.parent).collect();
    /// assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(3)]);
    /// assert_eq!(nodes[1].comment.as_deref(), Some("Here"));
    /// ```
    #[must_use]
    pub fn nodes(&self) -> Vec<RecordNode> {
        let parents = self.tree.parents();
        let ids = self.tree.ids();
        ids.zip(parents)
            .map(|(id, parent)| {
                let node = self.tree.node(id);
                let comments: Vec<String> = node.values("C").map(text::unescape).collect();
                let rate = node.value("SBKV").and_then(|text| text.trim().parse::<f64>().ok());
                let value = |player: Player| {
                    let name = crate::record::letter(player);
                    node.value(name).unwrap_or_default().to_owned()
                };
                RecordNode {
                    parent,
                    played: mover::<K>(node).map(|player| (player, value(player))),
                    comment: Some(comments.join("\n")).filter(|text| !text.is_empty()),
                    win_rate_black: rate
                        .map(|rate| rate / 100.0)
                        .filter(|rate| (0.0..=1.0).contains(rate)),
                    sets_up: ["AB", "AW", "AE"].iter().any(|name| node.value(name).is_some()),
                }
            })
            .collect()
    }
}

impl GoRecord {
    /// The move that a value of [`RecordNode::played`] stands for.
    #[must_use]
    pub fn read_value(&self, value: &str) -> Option<Move> {
        coordinates::parse_move(value, self.size())
    }
}

impl LoaRecord {
    /// The move that a value of [`RecordNode::played`] stands for, in a position.
    #[must_use]
    pub fn read_value(&self, position: &Position, value: &str) -> Option<tengen_loa::Move> {
        position.parse_move(bare(value)).ok()
    }
}
