//! From text to a tree. Without recursion: depth costs memory, never stack.

use crate::charset;
use crate::error::{Place, SgfError};
use crate::tree::{NodeId, Property, Tree};

/// The largest file that is read: 16 MiB. Games have kilobytes, large collections of variations a
/// few megabytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The most nodes that are read, variations included: several times the largest dictionaries of
/// openings.
pub const MAX_NODES: usize = 200_000;

/// The most values of properties that are read. Three bytes of a file can be a property that takes
/// two hundred in memory.
pub const MAX_VALUES: usize = 1_000_000;

/// Names that SGF gives to other games, for the error message.
const GAMES: &[(&str, &str)] = &[
    ("1", " (Go)"),
    ("2", " (Othello)"),
    ("3", " (chess)"),
    ("4", " (Gomoku)"),
    ("5", " (Nine Men's Morris)"),
    ("6", " (backgammon)"),
    ("7", " (Chinese chess)"),
    ("8", " (Shogi)"),
    ("9", " (Lines of Action)"),
    ("10", " (Ataxx)"),
    ("11", " (Hex)"),
];

/// The games that records are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Go, GM\[1\] or no GM at all.
    Go,
    /// Lines of Action, GM\[9\].
    Loa,
}

/// Of which game the first record of a file is that can be used; `None` if there is none.
///
/// ```
/// use tengen_sgf::{GameKind, game_of};
/// assert_eq!(game_of(b"(;GM[2];B[aa])(;GM[9];B[e1-e3])"), Some(GameKind::Loa));
/// assert_eq!(game_of(b"(;B[aa])"), Some(GameKind::Go));
/// assert_eq!(game_of(b"(;GM[2])"), None);
/// ```
#[must_use]
pub fn game_of(bytes: &[u8]) -> Option<GameKind> {
    let tree = find_game(bytes, |kind| kind == "1" || kind == "9", "").ok()?;
    Some(if kind(&tree) == "9" { GameKind::Loa } else { GameKind::Go })
}

/// The first game of the kind `number` (the value of GM) in a file. Games of other kinds before
/// it are skipped, what comes after it is not looked at. A game without GM is one of Go.
pub(crate) fn read_game(
    bytes: &[u8],
    number: &str,
    wanted: &'static str,
) -> Result<Tree, SgfError> {
    find_game(bytes, |kind| kind == number, wanted)
}

/// The game that begins next, and where it ends; `None` if there is no other.
pub(crate) fn next_game(text: &str, from: usize) -> Option<Result<(Tree, usize), SgfError>> {
    let at = game_start(text.as_bytes(), from)?;
    let mut reader = Reader { text, at, nodes: 0, values: 0 };
    Some(reader.game().map(|tree| (tree, reader.at)))
}

/// The value of GM.
pub(crate) fn kind(tree: &Tree) -> &str {
    let kind = tree.root().value("GM").map_or("", str::trim);
    if kind.is_empty() { "1" } else { kind }
}

fn find_game(
    bytes: &[u8],
    is_wanted: impl Fn(&str) -> bool,
    wanted: &'static str,
) -> Result<Tree, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::TooLarge { bytes: bytes.len(), limit: MAX_BYTES });
    }
    let text = charset::decode(bytes);
    if text.trim().is_empty() {
        return Err(SgfError::Empty);
    }
    let mut reader = Reader { text: &text, at: 0, nodes: 0, values: 0 };
    let mut first_of_another_kind = None;
    while let Some(start) = game_start(text.as_bytes(), reader.at) {
        reader.at = start;
        let tree = reader.game()?;
        if is_wanted(kind(&tree)) {
            return Ok(tree);
        }
        first_of_another_kind.get_or_insert_with(|| kind(&tree).to_owned());
    }
    let Some(found) = first_of_another_kind else {
        return Err(reader.no_game());
    };
    let known = GAMES.iter().find(|(gm, _)| *gm == found);
    Err(SgfError::WrongGame { wanted, found, name: known.map_or("", |&(_, name)| name) })
}

/// Where the next game begins: at an opening bracket that is followed by a semicolon. Text before
/// that is no part of the record.
pub(crate) fn game_start(bytes: &[u8], from: usize) -> Option<usize> {
    // The last bracket with nothing but blanks behind it so far.
    let mut bracket = None;
    for (index, &byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b'(' => bracket = Some(index),
            b';' if bracket.is_some() => return bracket,
            _ if is_blank(byte) => {}
            _ => bracket = None,
        }
    }
    None
}

const fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0B'
}

struct Reader<'a> {
    text: &'a str,
    /// The next byte to look at. All characters that mean anything here are ASCII, so this is
    /// always the beginning of a character.
    at: usize,
    nodes: usize,
    values: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(is_blank) {
            self.at += 1;
        }
    }

    fn place(&self, offset: usize) -> Place {
        Place::of(self.text, offset)
    }

    fn cut_off(&self, what: &'static str, start: usize) -> SgfError {
        SgfError::CutOff { what, at: self.place(start) }
    }

    fn too_many(&self, what: &'static str, limit: usize) -> SgfError {
        SgfError::TooMany { what, limit, at: self.place(self.at) }
    }

    /// The error for the character that stands here.
    fn unexpected(&self, expected: &'static str) -> SgfError {
        let found = self.text[self.at..].chars().next().unwrap_or('\0');
        SgfError::Unexpected { at: self.place(self.at), found, expected }
    }

    /// The error for a text without a game: a bracket at its end may be the beginning of one.
    fn no_game(&self) -> SgfError {
        let text = self.text.trim_end();
        if text.ends_with('(') {
            return self.cut_off("game", text.len() - 1);
        }
        SgfError::NoGame
    }

    /// One game, from its opening to its closing bracket.
    fn game(&mut self) -> Result<Tree, SgfError> {
        let start = self.at;
        let mut tree = None;
        // The node before the one that comes next, and where to go back to at closing brackets.
        let mut last: Option<NodeId> = None;
        let mut branches: Vec<Option<NodeId>> = Vec::new();
        // Whether properties may stand here.
        let mut in_node = false;
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return Err(self.cut_off("game", start)),
                Some(b'(') => {
                    branches.push(last);
                    in_node = false;
                }
                Some(b')') => {
                    last = branches.pop().flatten();
                    in_node = false;
                    if branches.is_empty() {
                        self.at += 1;
                        return tree.ok_or(SgfError::NoGame);
                    }
                }
                Some(b';') => {
                    self.nodes += 1;
                    if self.nodes > MAX_NODES {
                        return Err(self.too_many("nodes", MAX_NODES));
                    }
                    last = Some(match (&mut tree, last) {
                        (Some(tree), Some(parent)) => tree.add_child(parent),
                        (tree, _) => {
                            *tree = Some(Tree::new());
                            Tree::ROOT
                        }
                    });
                    in_node = true;
                }
                Some(byte) if in_node && byte.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    if let (Some(tree), Some(node)) = (&mut tree, last) {
                        tree.node_mut(node).properties.push(property);
                    }
                    continue;
                }
                Some(_) if in_node => {
                    return Err(self.unexpected("a property, \";\", \"(\" or \")\""));
                }
                Some(_) => return Err(self.unexpected("\";\", \"(\" or \")\"")),
            }
            self.at += 1;
        }
    }

    /// An identifier and its values.
    fn property(&mut self) -> Result<Property, SgfError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        // FF[3] wrote CoPyright for CP.
        let identifier = &self.text[start..self.at];
        let name: String = identifier.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'[') => values.push(self.value()?),
                None if values.is_empty() => return Err(self.cut_off("property", start)),
                Some(_) if values.is_empty() => {
                    return Err(self.unexpected("the \"[\" of a property's value"));
                }
                _ if !name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                    self.at = start;
                    return Err(self.unexpected("a property's name in capital letters"));
                }
                _ => return Ok(Property { name, values }),
            }
        }
    }

    /// A value with its brackets, which are left out; its escapes stay.
    fn value(&mut self) -> Result<String, SgfError> {
        let start = self.at;
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(self.too_many("values", MAX_VALUES));
        }
        self.at += 1;
        loop {
            match self.peek() {
                None => return Err(self.cut_off("value", start)),
                Some(b']') => break,
                // The escaped character may be longer than a byte; no byte of it is special.
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(self.text[start + 1..self.at - 1].to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Result<Tree, SgfError> {
        read_game(text.as_bytes(), "1", "Go")
    }

    fn error(text: &str) -> String {
        go(text).unwrap_err().to_string()
    }

    #[test]
    fn trees_have_the_shape_of_the_text() {
        let tree = go("junk (x) ( ;GM[1]\n;B[aa] ( ;W[bb] ) (;W[cc];B[dd]))").unwrap();
        assert_eq!(tree.len(), 5);
        let main: Vec<_> = tree.main_line().collect();
        assert_eq!(main.len(), 3);
        assert_eq!(tree.node(main[1]).children.len(), 2);
        assert_eq!(tree.node(main[2]).value("W"), Some("bb"));
    }

    #[test]
    fn values_stay_as_they_are() {
        let tree = go("(;LB[aa:x\\]\\\\] [b:\\\u{E9}]CoPyright[me]C[])").unwrap();
        let root = tree.root();
        assert_eq!(root.values("LB").collect::<Vec<_>>(), ["aa:x\\]\\\\", "b:\\\u{E9}"]);
        assert_eq!((root.value("CP"), root.value("C")), (Some("me"), Some("")));
    }

    #[test]
    fn the_first_game_of_the_kind_is_taken() {
        assert_eq!(go("(;GM[2]C[x])(;GM[1]C[y])(;C[z").unwrap().root().value("C"), Some("y"));
        assert_eq!(
            error("(;GM[2])(;GM[3])"),
            "no game of Go: the first game of the file is GM[2] (Othello)"
        );
        assert_eq!(error("(;GM[77])"), "no game of Go: the first game of the file is GM[77]");
        assert!(read_game(b"(;GM[9])", "9", "Lines of Action").is_ok());
    }

    #[test]
    fn errors_say_what_and_where() {
        assert_eq!(error(""), "the file ends too early: it is empty");
        assert_eq!(error("hello"), "no game record found: it would begin with \"(;\"");
        let cut_off = |what, at| {
            format!("the file ends too early: the {what} that begins at {at} is not finished")
        };
        assert_eq!(error("("), cut_off("game", "line 1, character 1"));
        assert_eq!(error("\n (;B[aa]"), cut_off("game", "line 2, character 2"));
        assert_eq!(error("(;B"), cut_off("property", "line 1, character 3"));
        assert_eq!(error("(;B[aa];\nC[x\\]"), cut_off("value", "line 2, character 2"));
        assert_eq!(
            error("(;B[aa]\u{E9})"),
            "line 1, character 8: '\u{E9}' where a property, \";\", \"(\" or \")\" should be"
        );
        assert_eq!(
            error("(;B;)"),
            "line 1, character 4: ';' where the \"[\" of a property's value should be"
        );
        assert!(error("(;a0[aa])").contains("'a' where a property's name in capital letters"));
        assert_eq!(
            error("(;b[aa])"),
            "line 1, character 3: 'b' where a property's name in capital letters should be"
        );
        assert_eq!(
            error("(;(B[aa]))"),
            "line 1, character 4: 'B' where \";\", \"(\" or \")\" should be"
        );
    }
}
