//! Strengths of features from competitions: generalised Bradley-Terry models, fitted by
//! minorization-maximization (Coulom, "Computing Elo ratings of move patterns in the game of Go",
//! 2007). Nothing here names a game.
//!
//! Each *feature* has several *levels*, each level a strength, its gamma. A *team* has at most one
//! level of each feature, and is as strong as the product of their gammas. In a *competition* one of
//! several teams wins, each with a probability in proportion to its strength. In Go a move is a team,
//! a position a competition, and the move that was played its winner.
//!
//! ```
//! use tengen_learn::mm::{Competitions, Feature, Features, MmOptions, Teams, fit};
//! use tengen_search::StopFlag;
//! // Stone beats paper three times in four.
//! let features = Features::new([Feature::new("shape", 2)]).unwrap();
//! let mut teams = Teams::new(&features);
//! let [stone, paper] = [[0], [1]].map(|levels| teams.intern(&levels).unwrap());
//! let mut competitions = Competitions::default();
//! for winner in [stone, stone, stone, paper].repeat(100) {
//!     competitions.push(winner, &mut vec![stone, paper]).unwrap();
//! }
//! let options = MmOptions { tolerance: 1e-9, ..MmOptions::default() };
//! let fit = fit(&features, &teams, &competitions, &options, &StopFlag::new(), |_| {}).unwrap();
//! let gammas = fit.gammas.of(0);
//! assert!((gammas[0] / gammas[1] - 3.0).abs() < 0.05);
//! ```

mod competitions;
mod data_text;
mod features;
mod fit;
mod frequencies;
mod gammas;
mod gammas_text;
mod log_product;
mod prediction;
mod teams;

pub use competitions::{BadCompetition, Competitions};
pub use data_text::{BadData, Unwritable, read_data, write_data};
pub use features::{BadFeatures, Feature, Features, MOST_FEATURES, MOST_LEVELS, NO_LEVEL};
pub use fit::{Fit, MmOptions, Update, fit};
pub use frequencies::{Frequencies, Frequency};
pub use gammas::Gammas;
pub use gammas_text::{BadGammas, read_frequencies, read_gammas, write_frequencies, write_gammas};
pub use prediction::{Prediction, TOP};
pub use teams::{Teams, TooManyTeams};
