//! Players of Phantom Go.

use crate::arbiter::Arbiter;
use crate::attempt::{BadTry, Try};
use crate::view::PlayerView;

/// A player of Phantom Go: he is shown his view, and tries something.
pub trait PhantomPlayer {
    /// What to try next. It is this player's turn, and the game is not over.
    fn choose(&mut self, view: &PlayerView) -> Try;
}

impl Arbiter {
    /// Lets two players, Black first, play until the game is over or has so many tries. Fails if
    /// one of them hands in a try that was not made for this moment.
    pub fn play_out(
        &mut self,
        players: &mut [&mut dyn PhantomPlayer; 2],
        most_tries: usize,
    ) -> Result<(), BadTry> {
        while self.outcome().is_none() && self.record().tries().len() < most_tries {
            let player = self.to_move();
            let attempt = players[player.index()].choose(self.view(player));
            self.answer(attempt)?;
        }
        Ok(())
    }
}
