//! Files with many games.

use crate::charset;
use crate::error::SgfError;
use crate::go_record::GoRecord;
use crate::reader::{self, MAX_BYTES};

/// All games of Go in a file, one after the other; other games are skipped. A game whose text is
/// broken is the last, since nobody knows where the next one begins. The limits on nodes and values
/// hold for each game.
///
/// ```
/// use tengen_sgf::GoCollection;
/// let file = b"(;SZ[9];B[ee])(;GM[2])(;SZ[13];B[dd];W[jj])(;B[";
/// let games: Vec<_> = GoCollection::new(file).unwrap().collect();
/// let moves: Vec<_> = games.iter().map(|game| game.as_ref().map(|it| it.len()).ok()).collect();
/// assert_eq!(moves, [Some(1), Some(2), None]);
/// ```
#[derive(Clone, Debug)]
pub struct GoCollection {
    text: String,
    /// Where to go on; nowhere after the end.
    at: Option<usize>,
}

impl GoCollection {
    /// The games of this file, of which there may be none.
    pub fn new(bytes: &[u8]) -> Result<Self, SgfError> {
        if bytes.len() > MAX_BYTES {
            return Err(SgfError::TooLarge { bytes: bytes.len(), limit: MAX_BYTES });
        }
        Ok(Self { text: charset::decode(bytes).into_owned(), at: Some(0) })
    }
}

impl Iterator for GoCollection {
    type Item = Result<GoRecord, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (tree, end) = match reader::next_game(&self.text, self.at.take()?)? {
                Ok(game) => game,
                Err(error) => return Some(Err(error)),
            };
            self.at = Some(end);
            if reader::kind(&tree) == "1" {
                return Some(GoRecord::from_tree(tree));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_and_what_is_wrong_is_told_where_it_stands() {
        let file = "Three games:\n(;SZ[9];B[aa]) (;SZ[99])\n\n(;SZ[9] oops)(;B[aa])";
        let mut games = GoCollection::new(file.as_bytes()).unwrap();
        assert_eq!(games.next().unwrap().unwrap().len(), 1);
        let size = games.next().unwrap().unwrap_err().to_string();
        assert!(size.contains("board size \"99\""), "{size}");
        let broken = games.next().unwrap().unwrap_err().to_string();
        assert!(broken.starts_with("line 4, character 13: ')' where"), "{broken}");
        assert!(games.next().is_none());
        assert_eq!(GoCollection::new(b"nothing").unwrap().count(), 0);
        assert_eq!(GoCollection::new(b"").unwrap().count(), 0);
    }

    #[test]
    fn limits_hold_for_each_game() {
        let game = format!("(;SZ[9]{})", ";".repeat(reader::MAX_NODES - 1));
        let both = GoCollection::new((game.clone() + &game).as_bytes()).unwrap();
        assert_eq!(both.filter(Result::is_ok).count(), 2);
        let long = GoCollection::new(format!("(;{}", &game[1..]).as_bytes()).unwrap();
        assert_eq!(long.filter(Result::is_err).count(), 1);
        assert!(GoCollection::new(&vec![b' '; MAX_BYTES + 1]).is_err());
    }
}
