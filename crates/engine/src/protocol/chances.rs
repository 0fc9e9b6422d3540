//! From a score to the chances of winning, drawing and losing.
//!
//! Two logistic curves, one for winning and its mirror image for losing; what they leave is the
//! draw. Where a win is as likely as not, and how steep the curves are, depends on the men that
//! are left: with few of them most scores are draws. Large scores count for less than they say. A
//! score of exactly 0 is mostly a draw that the search has seen. *Invariant.* The three add up to
//! a thousand; a better score, 0 apart, never has the smaller chance of winning.

use crate::Value;

/// The numbers of men for which the curves are given; between them they are interpolated.
pub const MEN: [f64; 5] = [32.0, 24.0, 16.0, 10.0, 4.0];

/// The numbers of the curves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// Where a win is as likely as not, in centipawns, for each number of men.
    pub even: [f64; MEN.len()],
    /// What makes the odds e times better.
    pub spread: [f64; MEN.len()],
    /// A score of this size counts for half.
    pub bend: f64,
    /// What is left of the chances of winning and losing at a score of exactly 0.
    pub zero: f64,
}

/// What the table says for a number of men.
fn between(table: &[f64; MEN.len()], men: f64) -> f64 {
    let after = MEN.iter().position(|knot| *knot <= men);
    match after {
        Some(0) => table[0],
        None => table[MEN.len() - 1],
        Some(i) => {
            let part = (MEN[i - 1] - men) / (MEN[i - 1] - MEN[i]);
            table[i - 1] + part * (table[i] - table[i - 1])
        }
    }
}

impl Model {
    /// Fitted to games of the engine against itself (`cargo run --example fit_chances`).
    pub const SHIPPED: Model = Model {
        even: [55.0, 52.0, 96.0, 124.0, 347.0],
        spread: [171.0, 123.0, 118.0, 76.0, 93.0],
        bend: 873.0,
        zero: 0.48,
    };

    /// The chances of winning and of losing with a score and so many men on the board.
    #[must_use]
    pub fn win_and_loss(&self, centipawns: f64, men: u32) -> (f64, f64) {
        let men = f64::from(men);
        let (even, spread) = (between(&self.even, men), between(&self.spread, men));
        let score = centipawns / (1.0 + centipawns.abs() / self.bend);
        let left = if centipawns == 0.0 { self.zero } else { 1.0 };
        let curve = |score: f64| left / (1.0 + ((even - score) / spread.max(LEAST_SPREAD)).exp());
        (curve(score), curve(-score))
    }
}

/// Whatever the numbers, a point more is never worth more than this.
const LEAST_SPREAD: f64 = 5.0;

/// Chances in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Of winning.
    pub win: u32,
    /// Of drawing.
    pub draw: u32,
    /// Of losing.
    pub loss: u32,
}

impl Chances {
    /// The chances of the side to move with this value and so many men on the board.
    #[must_use]
    pub fn of(value: Value, men: u32) -> Chances {
        let centipawns = match value {
            Value::Mate(moves) => {
                let (win, loss) = if moves > 0 { (1000, 0) } else { (0, 1000) };
                return Chances { win, draw: 0, loss };
            }
            Value::Centipawns(score) => f64::from(score),
        };
        let (win, loss) = Model::SHIPPED.win_and_loss(centipawns, men);
        let mille = |chance: f64| (1000.0 * chance).round() as u32;
        let (win, loss) = (mille(win), mille(loss));
        Chances {
            win,
            draw: 1000 - (win + loss).min(1000),
            loss: loss.min(1000 - win),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_mirror_each_other_and_grow_with_the_score() {
        for men in [2, 10, 32, 64] {
            let mut before = 0;
            for score in (-3003..=3003).step_by(7) {
                let c = Chances::of(Value::Centipawns(score), men);
                assert_eq!(c.win + c.draw + c.loss, 1000);
                if score != 0 {
                    assert!(c.win >= before);
                    before = c.win;
                }
                let mirrored = Chances::of(Value::Centipawns(-score), men);
                assert_eq!((c.win, c.draw), (mirrored.loss, mirrored.draw));
            }
        }
        let draw = |score, men| Chances::of(Value::Centipawns(score), men).draw;
        assert!(
            draw(0, 20) > draw(1, 20),
            "nothing at all is a draw that was seen"
        );
        assert!(draw(50, 5) > draw(50, 10) && draw(50, 10) > draw(50, 30));
        assert_eq!(Chances::of(Value::Mate(3), 32).win, 1000);
        assert_eq!(Chances::of(Value::Mate(-3), 32).loss, 1000);
        assert_eq!(Chances::of(Value::Mate(0), 32).loss, 1000);
    }
}
