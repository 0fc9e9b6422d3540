//! From a score to the chances of winning, drawing and losing.
//!
//! Two logistic curves, one for winning and its mirror image for losing; what they leave is the
//! draw. The even point is the score at which a win is as likely as not; with fewer men on the
//! board the same score wins less often. *Invariant.* The three add up to a thousand; a better
//! score never has the smaller chance of winning.

use crate::Value;

/// The numbers of the curves, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// Where a win is as likely as not, with all men on the board …
    pub even: f64,
    /// … and how much later that is when half of them are gone.
    pub even_per_half: f64,
    /// What makes the odds e times better.
    pub spread: f64,
}

impl Model {
    /// Fitted to games of the engine against itself (`cargo run --example fit_chances`).
    pub const SHIPPED: Model = Model {
        even: 105.0,
        even_per_half: 30.0,
        spread: 62.0,
    };

    /// The chances of winning and of losing with a score and so many men on the board.
    #[must_use]
    pub fn win_and_loss(&self, centipawns: f64, men: u32) -> (f64, f64) {
        let gone = f64::from(32 - men.min(32)) / 16.0;
        let even = self.even + self.even_per_half * gone;
        let curve = |score: f64| 1.0 / (1.0 + ((even - score) / self.spread).exp());
        (curve(centipawns), curve(-centipawns))
    }
}

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
            for score in (-3000..=3000).step_by(7) {
                let c = Chances::of(Value::Centipawns(score), men);
                assert_eq!(c.win + c.draw + c.loss, 1000);
                assert!(c.win >= before);
                before = c.win;
                let mirrored = Chances::of(Value::Centipawns(-score), men);
                assert_eq!((c.win, c.draw), (mirrored.loss, mirrored.draw));
            }
        }
        assert_eq!(Chances::of(Value::Mate(3), 32).win, 1000);
        assert_eq!(Chances::of(Value::Mate(-3), 32).loss, 1000);
        assert_eq!(Chances::of(Value::Mate(0), 32).loss, 1000);
    }
}
