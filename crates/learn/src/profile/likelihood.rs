//! How well a profile foretells where men stand in games that it was not learnt from.
//!
//! After each unseen move, the logarithm of the chance that was given to the truth: for every
//! square and each of pawns, pieces and king, of a man there or of none. Beside the profile stand
//! the true numbers of men spread evenly over the board, and what a player's matrices say after
//! everything the umpire told it, without the profile and drawn towards it. *Unit.* Nats for a
//! position; nearer to nothing is better.

use std::sync::Arc;

use serde_json::{Value, json};
use zermelo_chess::Kind;
use zermelo_game::Side;
use zermelo_kriegspiel::belief::{Belief, Matrix};
use zermelo_kriegspiel::profile::{Class, LAST_MOVE, Profile};
use zermelo_kriegspiel::tracker::Tracker;
use zermelo_kriegspiel::{Men, Transcript};

/// No chance counts as nearer than this to 0 or 1: one surprise shall not outweigh a game.
const SURPRISE: f64 = 1e-3;

/// The means over all positions of some games.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Likelihoods {
    /// Positions looked at.
    pub positions: u64,
    /// The true numbers of men, spread evenly.
    pub uniform: f64,
    /// The profile.
    pub profile: f64,
    /// The matrices without it.
    pub matrices: f64,
    /// The matrices drawn towards it.
    pub matrices_with_profile: f64,
}

impl Likelihoods {
    /// As figures of a folder; null without positions.
    #[must_use]
    pub fn json(&self, games: usize) -> Value {
        if self.positions == 0 {
            return Value::Null;
        }
        // Three digits are more than some hundred games tell.
        let rounded = |value: f64| (value * 1e3).round() / 1e3;
        json!({
            "games": games,
            "positions": self.positions,
            "uniform": rounded(self.uniform),
            "profile": rounded(self.profile),
            "matrices": rounded(self.matrices),
            "matrices_with_profile": rounded(self.matrices_with_profile),
        })
    }
}

/// Judges a profile by sides of games, as the other side of each game saw it.
#[must_use]
pub fn likelihoods(profile: &Arc<Profile>, sides: &[(&Transcript, Side)]) -> Likelihoods {
    let mut sums = Likelihoods::default();
    for (game, side) in sides {
        add(&mut sums, profile, game, *side);
    }
    let count = sums.positions.max(1) as f64;
    Likelihoods {
        positions: sums.positions,
        uniform: sums.uniform / count,
        profile: sums.profile / count,
        matrices: sums.matrices / count,
        matrices_with_profile: sums.matrices_with_profile / count,
    }
}

fn add(sums: &mut Likelihoods, profile: &Arc<Profile>, game: &Transcript, side: Side) {
    let mut umpire = game.umpire();
    let mut boards = game.boards().into_iter();
    let start = umpire.view_of(!side);
    let mut plain = Tracker::new(start);
    let mut guided = Tracker::guided(start, Some(Arc::clone(profile)));
    let mut moves = 0;
    for entry in game.entries() {
        umpire.answer(entry.action);
        if entry.completed().is_none() {
            continue;
        }
        let Some((mover, board)) = boards.next() else {
            return;
        };
        if mover != side {
            continue;
        }
        moves += 1;
        if moves as usize > LAST_MOVE {
            return;
        }
        let men = Men::of(&board, side);
        let view = umpire.view_of(!side);
        sums.positions += 1;
        sums.uniform += judged(&uniform(&men), &men);
        sums.profile += judged(
            &Class::ALL.map(|class| *profile.matrix(side, class, moves)),
            &men,
        );
        sums.matrices += judged(&matrices(plain.follow(view)), &men);
        sums.matrices_with_profile += judged(&matrices(guided.follow(view)), &men);
    }
}

fn matrices(belief: &Belief) -> [Matrix; 3] {
    [belief.pawns, belief.pieces, belief.king]
}

fn of_class(men: &Men, class: Class) -> u64 {
    let kinds = Kind::ALL
        .into_iter()
        .filter(|&kind| Class::of(kind) == class);
    kinds.fold(0, |all, kind| all | men.squares(kind))
}

fn uniform(men: &Men) -> [Matrix; 3] {
    Class::ALL.map(|class| [of_class(men, class).count_ones() as f32 / 64.0; 64])
}

/// The logarithm of the chance of the truth.
fn judged(matrices: &[Matrix; 3], men: &Men) -> f64 {
    let mut sum = 0.0;
    for (class, matrix) in Class::ALL.into_iter().zip(matrices) {
        let there = of_class(men, class);
        for (square, chance) in matrix.iter().enumerate() {
            let chance = f64::from(*chance).clamp(SURPRISE, 1.0 - SURPRISE);
            let truth = if there >> square & 1 == 1 {
                chance
            } else {
                1.0 - chance
            };
            sum += truth.ln();
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use zermelo_kriegspiel::profile::Counts;

    use super::*;

    #[test]
    fn a_profile_of_the_same_games_foretells_them_better_than_none() {
        let text = "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 g8f6 5. d2d3 e8g8 *";
        let game = Transcript::parse(text).unwrap();
        let mut counts = Counts::default();
        for _ in 0..50 {
            for side in Side::BOTH {
                counts.add(&game, side);
            }
        }
        let profile = Arc::new(Profile::new(&counts, None));
        let found = likelihoods(&profile, &[(&game, Side::First), (&game, Side::Second)]);
        assert_eq!(found.positions, 10);
        assert!(found.profile > found.uniform, "{found:?}");
        assert!(found.matrices > found.uniform, "{found:?}");
        assert!(found.matrices_with_profile > found.matrices, "{found:?}");
    }

    #[test]
    fn certainty_of_the_truth_is_nothing_and_of_its_contrary_much() {
        let men = Men::initial(Side::First);
        let truth = Class::ALL.map(|class| {
            let there = of_class(&men, class);
            std::array::from_fn(|square| f32::from(u8::from(there >> square & 1 == 1)))
        });
        assert!(judged(&truth, &men).abs() < 0.2);
        let contrary = truth.map(|matrix| matrix.map(|chance| 1.0 - chance));
        assert!(judged(&contrary, &men) < -1_000.0);
    }
}
