//! Which of several tries that are worth nearly the same: a small game, solved.
//!
//! *Computes* a mixture of tries. On every board of a sample the other side, who knows its own men
//! and what the umpire says of our move but not the move, chooses an answer; we choose a try. Both
//! follow their regrets. *Source.* Regret matching, Hart & Mas-Colell 2000; only positive regrets
//! are kept and later rounds count more, as in CFR+ (Tammelin 2014); Obscuro solves such games
//! over sampled boards. *Ours.* One move of each side; the other side answers by its model but for
//! the part that it is taken to see. *Invariant.* The mixture sums to one; a try that is worse
//! whatever the answer has no part in it. *Cost.* Rounds times boards times captures.

use zermelo_chess::Move;

use super::value::{Said, Valuer};
use crate::boards::Possible;

/// Rounds that are played.
const ROUNDS: usize = 120;

/// One of our tries on one board.
struct Row {
    /// Its value before any answer.
    calm: f32,
    /// What the answers by the model win, on average.
    likely: f32,
    /// Which of the board's information sets of the other side it leads to.
    set: usize,
    /// What answers win: number of the answer and gain.
    gains: Vec<(usize, f32)>,
}

/// What the other side may answer when it has been told one thing.
#[derive(Default)]
struct Answers {
    said: Option<Said>,
    moves: Vec<Move>,
    regrets: Vec<f32>,
    mixture: Vec<f32>,
}

/// One board.
struct Scene {
    weight: f32,
    rows: Vec<Row>,
    sets: Vec<Answers>,
}

/// A game of some tries over some boards.
pub struct Subgame {
    scenes: Vec<Scene>,
    /// What is added to the value of each try.
    bias: Vec<f32>,
    sighted: f32,
}

/// The mixture by positive regrets; even if there are none.
fn matched(regrets: &[f32], mixture: &mut Vec<f32>) {
    let total: f32 = regrets.iter().sum();
    let even = 1.0 / regrets.len().max(1) as f32;
    mixture.clear();
    let share = |&regret: &f32| if total > 0.0 { regret / total } else { even };
    mixture.extend(regrets.iter().map(share));
}

impl Subgame {
    /// A game of tries to whose values this is added; `sighted` is the part of the other side's
    /// answers that it chooses.
    #[must_use]
    pub fn new(bias: Vec<f32>, sighted: f32) -> Subgame {
        Subgame {
            scenes: Vec::new(),
            bias,
            sighted,
        }
    }

    /// Adds a board with the moves that our tries are on it.
    pub fn push(&mut self, possible: &Possible, moves: &[Move], valuer: &mut Valuer) {
        let mut scene = Scene {
            weight: possible.weight,
            rows: Vec::with_capacity(moves.len()),
            sets: Vec::new(),
        };
        for &m in moves {
            let parts = valuer.parts(possible, m);
            let known = scene
                .sets
                .iter()
                .position(|set| set.said == Some(parts.said));
            let set = known.unwrap_or_else(|| {
                scene.sets.push(Answers {
                    said: Some(parts.said),
                    ..Answers::default()
                });
                scene.sets.len() - 1
            });
            let answers = &mut scene.sets[set];
            let number = |reply: Move| {
                let known = answers.moves.iter().position(|&m| m == reply);
                known.unwrap_or_else(|| {
                    answers.moves.push(reply);
                    answers.moves.len() - 1
                })
            };
            let gains = valuer.replies();
            let numbered: Vec<usize> = gains.iter().map(|&(reply, _)| reply).map(number).collect();
            let gains = numbered
                .into_iter()
                .zip(gains.iter().map(|&(_, gain)| gain));
            scene.rows.push(Row {
                calm: parts.calm,
                likely: parts.likely,
                set,
                gains: gains.collect(),
            });
        }
        for set in &mut scene.sets {
            // The last answer is to take nothing.
            set.regrets = vec![0.0; set.moves.len() + 1];
        }
        self.scenes.push(scene);
    }

    /// The mixture of the tries that regrets lead to.
    pub fn solve(&mut self) -> Vec<f32> {
        let tries = self.bias.len();
        let weight: f32 = self.scenes.iter().map(|scene| scene.weight).sum();
        let mut regrets = vec![0.0f32; tries];
        let (mut own, mut sum) = (Vec::new(), vec![0.0f32; tries]);
        let mut values = vec![0.0f32; tries];
        for round in 1..=ROUNDS {
            matched(&regrets, &mut own);
            let start = values.iter_mut().zip(&self.bias);
            start.for_each(|(value, bias)| *value = weight * bias);
            for scene in &mut self.scenes {
                scene.play(self.sighted, &own, &mut values);
            }
            let mean: f32 = own
                .iter()
                .zip(&values)
                .map(|(share, value)| share * value)
                .sum();
            for (at, regret) in regrets.iter_mut().enumerate() {
                *regret = (*regret + values[at] - mean).max(0.0);
                sum[at] += round as f32 * own[at];
            }
        }
        let total: f32 = sum.iter().sum();
        sum.iter()
            .map(|part| part / total.max(f32::MIN_POSITIVE))
            .collect()
    }
}

impl Scene {
    /// One round on this board: adds to the values of our tries, and follows the other side's
    /// regrets.
    fn play(&mut self, sighted: f32, own: &[f32], values: &mut [f32]) {
        for set in &mut self.sets {
            matched(&set.regrets, &mut set.mixture);
        }
        let mut wins: Vec<Vec<f32>> = self
            .sets
            .iter()
            .map(|s| vec![0.0; s.regrets.len()])
            .collect();
        for (at, row) in self.rows.iter().enumerate() {
            let mixture = &self.sets[row.set].mixture;
            // An answer that this try makes illegal is refused, and the model answers instead.
            let mut seen = 0.0;
            let mut legal = mixture[mixture.len() - 1];
            for &(number, gain) in &row.gains {
                seen += mixture[number] * gain;
                legal += mixture[number];
                wins[row.set][number] += own[at] * (gain - row.likely);
            }
            seen += (1.0 - legal) * row.likely;
            let last = wins[row.set].len() - 1;
            wins[row.set][last] -= own[at] * row.likely;
            values[at] += self.weight * (row.calm - row.likely - sighted * (seen - row.likely));
        }
        for (set, wins) in self.sets.iter_mut().zip(wins) {
            let mean: f32 = set
                .mixture
                .iter()
                .zip(&wins)
                .map(|(share, win)| share * win)
                .sum();
            for (regret, win) in set.regrets.iter_mut().zip(wins) {
                *regret = (*regret + win - mean).max(0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board on which each of our two tries loses to another answer.
    fn pennies(better: f32) -> Subgame {
        let row = |calm: f32, number: usize| Row {
            calm,
            likely: 0.0,
            set: 0,
            gains: vec![(number, 1.0)],
        };
        let scene = Scene {
            weight: 1.0,
            rows: vec![row(0.0, 0), row(better, 1)],
            sets: vec![Answers {
                said: None,
                moves: Vec::new(),
                regrets: vec![0.0; 3],
                mixture: Vec::new(),
            }],
        };
        Subgame {
            scenes: vec![scene],
            bias: vec![0.0; 2],
            sighted: 1.0,
        }
    }

    #[test]
    fn tries_that_can_each_be_answered_are_mixed() {
        let mixture = pennies(0.0).solve();
        assert!((mixture[0] - 0.5).abs() < 0.1, "{mixture:?}");
        // At a third more the other side guards the second try, and we play it as seldom as pays.
        let mixture = pennies(0.4).solve();
        assert!((mixture.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert!((0.3..0.7).contains(&mixture[0]), "{mixture:?}");
    }

    #[test]
    fn a_try_that_is_worse_whatever_the_answer_is_hardly_played() {
        let mixture = pennies(2.0).solve();
        assert!(mixture[1] > 0.95, "{mixture:?}");
    }
}
