//! Phantom Go for Tengen: Go in which nobody sees the opponent's stones.
//!
//! * [`Arbiter`]: the true board. He answers tries, and tells each player what the [`Referee`]
//!   setting lets him know.
//! * [`PlayerView`]: all that one player may know, and what follows from it. Players are given this
//!   and nothing else, and make a [`Try`] from it.
//! * [`Worlds`]: games that would have given a player exactly the answers he has got, to search in.
//!   [`Placement`]: unseen stones at random, quickly.
//!   [`Guesses`] and [`WorldGuesses`] give both to searches.
//! * [`PhantomPlayer`]: who plays. [`GameRecord`]: all tries and answers.
//!
//! ```
//! use tengen_phantom::{Arbiter, Player, Referee, Rng, Sensible, WorldOptions, Worlds};
//! use tengen_go::{BoardSize, Komi, Rules};
//! let size = BoardSize::new(9).unwrap();
//! let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, Referee::OLYMPIAD);
//! let mut rng = Rng::new(1);
//! while arbiter.position().moves().len() < 30 {
//!     let view = arbiter.view(arbiter.to_move());
//!     let points: Vec<_> = view.candidates().iter().collect();
//!     let attempt = view.attempt(rng.choose(&points).unwrap()).unwrap();
//!     arbiter.answer(attempt).unwrap();
//! }
//! let view = arbiter.view(Player::Black);
//! println!("Black sees\n{view}\nbut there is\n{}", arbiter.position().board());
//! let mut worlds = Worlds::new(view, WorldOptions::default(), Sensible, 1);
//! for _ in 0..3 {
//!     println!("It could be\n{}", worlds.sample(view).unwrap().board());
//! }
//! ```
//!
//! This crate does no input or output and reads no clock.

mod arbiter;
mod attempt;
mod bare;
mod chart;
mod deduction;
mod event;
mod guesses;
mod hearing;
mod mending;
mod placement;
mod plausibility;
mod player;
mod record;
mod referee;
mod regions;
mod view;
mod world;
mod worlds;

pub use arbiter::Arbiter;
pub use attempt::{BadTry, Try};
pub use bare::BarePosition;
pub use event::{Answer, BadEvent, Event, News};
pub use guesses::{Guesses, WorldGuesses};
pub use hearing::Unbelievable;
pub use placement::{Placement, PlacementCounts};
pub use plausibility::{Plausibility, Sensible, Uniform};
pub use player::PhantomPlayer;
pub use record::{GameRecord, TryRecord, Turn};
pub use referee::{CaptureNews, Referee, UnknownReferee};
pub use tengen_go::{Player, Rng};
pub use view::{Moment, PlayerView, Sight};
pub use world::World;
pub use worlds::{WorldCounts, WorldOptions, Worlds};
