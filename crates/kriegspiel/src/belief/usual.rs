//! Beliefs drawn towards what is usual for an opponent.

use super::{Belief, NEVER};
use crate::men::Men;
use crate::profile::{Class, Profile};

impl Belief {
    /// Draws the matrices towards a profile of the other side after so many of its moves: odds to
    /// the power of what `share` leaves, times the usual odds to the power of `share`. Drawn at
    /// every unseen move, a message weighs less the older it is.
    pub fn draw_towards(&mut self, profile: &Profile, moves: u32, share: f32, own: &Men) {
        let [pawns, pieces, king] =
            Class::ALL.map(|class| *profile.matrix(!self.own, class, moves));
        let mut usual = Belief {
            pawns,
            pieces,
            king,
            ..self.clone()
        };
        usual.settle(own);
        for (matrix, usual) in [
            (&mut self.pawns, &usual.pawns),
            (&mut self.pieces, &usual.pieces),
            (&mut self.king, &usual.king),
        ] {
            for (chance, usual) in matrix.iter_mut().zip(usual) {
                let drawn = odds(*chance).powf(1.0 - share) * odds(*usual).powf(share);
                *chance = drawn / (1.0 + drawn);
            }
        }
        self.settle(own);
    }
}

/// The odds of a chance; nothing is held to be quite impossible or certain.
fn odds(chance: f32) -> f32 {
    let chance = chance.clamp(NEVER, 1.0 - NEVER);
    chance / (1.0 - chance)
}
