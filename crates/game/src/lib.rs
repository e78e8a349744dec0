//! What a two-player game is to Tengen: one trait, a few words, and the laws that hold for all.
//!
//! Implement [`Game`] and every search method of Tengen can play it. [`laws`] checks that an
//! implementation keeps its promises; [`perft()`] counts its move sequences.
//!
//! ```
//! use tengen_game::{Game, IllegalMove, Key, MoveList, Outcome, Player, perft};
//!
//! /// Take one or two stones; whoever takes the last one wins.
//! #[derive(Clone, Debug, PartialEq)]
//! struct Nim { stones: u8, to_move: Player }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!     fn to_move(&self) -> Player { self.to_move }
//!     fn legal_moves(&self, out: &mut MoveList<u8>) {
//!         out.clear();
//!         out.extend((1..=2).filter(|&n| self.is_legal(n)));
//!     }
//!     fn is_legal(&self, n: u8) -> bool { (1..=2).contains(&n) && n <= self.stones }
//!     fn play_unchecked(&mut self, n: u8) {
//!         self.stones -= n;
//!         self.to_move = self.to_move.opponent();
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.stones == 0).then(|| Outcome::Win(self.to_move.opponent()))
//!     }
//!     fn key(&self) -> Key { self.key_from_scratch() }
//!     fn key_from_scratch(&self) -> Key {
//!         Key(u64::from(self.stones) * 2 + self.to_move.index() as u64)
//!     }
//! }
//!
//! let start = Nim { stones: 5, to_move: Player::Black };
//! assert_eq!(perft(&start, 2), 4);
//! let mut game = start.clone();
//! assert_eq!(game.play(3), Err(IllegalMove::new("the rules do not allow this move here")));
//! game.play(2).unwrap();
//! assert_eq!(game.to_move(), Player::White);
//! tengen_game::laws::Laws::new(start, 0..=9).check().unwrap();
//! ```

mod canonical;
mod game;
mod hidden;
mod key;
pub mod laws;
mod move_list;
mod perft;
mod player;
mod rng;
mod symmetry;

pub use canonical::Canonical;
pub use game::{Game, IllegalMove};
pub use hidden::Hidden;
pub use key::{Key, random_key};
pub use move_list::MoveList;
pub use perft::{perft, perft_divide};
pub use player::{Outcome, Player};
pub use rng::Rng;
pub use symmetry::Symmetric;
