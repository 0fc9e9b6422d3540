//! What the player that keeps boards remembers of games between its turns.
//!
//! *Why.* A player is made anew for every turn, so that a server may be restarted at any moment;
//! one that keeps thousands of boards would go through the whole game again each time, in a time
//! that is meant for thinking. *Invariant.* What is remembered is a fold over announcements: a
//! game whose memory was given up goes on as after a restart. *Cost.* Some megabytes a game, for
//! the last few games only.

use std::sync::{Mutex, PoisonError};

use zermelo_kriegspiel::players::BeliefPlayer;

/// Games whose boards are kept at a time.
const MOST: usize = 8;

/// Players by the games they play, the last one to have moved at the end.
#[derive(Default)]
pub struct Minds(Mutex<Vec<(String, BeliefPlayer)>>);

impl Minds {
    /// Takes out the player of a game, if it is remembered.
    pub fn take(&self, game: &str) -> Option<BeliefPlayer> {
        let mut minds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = minds.iter().position(|(id, _)| id == game)?;
        Some(minds.remove(at).1)
    }

    /// Keeps the player of a game that goes on; the one that has waited longest makes room.
    pub fn keep(&self, game: &str, player: BeliefPlayer) {
        let mut minds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        minds.retain(|(id, _)| id != game);
        if minds.len() == MOST {
            minds.remove(0);
        }
        minds.push((game.to_string(), player));
    }
}

#[cfg(test)]
mod tests {
    use zermelo_kriegspiel::players::{BeliefParams, Equipment};

    use super::*;

    #[test]
    fn the_last_few_games_are_remembered_each_once() {
        let minds = Minds::default();
        let player = || BeliefPlayer::new(BeliefParams::default(), Equipment::default());
        for game in 0..=MOST {
            minds.keep(&game.to_string(), player());
            minds.keep(&game.to_string(), player());
        }
        assert!(minds.take("0").is_none());
        assert!(minds.take("1").is_some() && minds.take("1").is_none());
        assert!(minds.take(&MOST.to_string()).is_some());
    }
}
