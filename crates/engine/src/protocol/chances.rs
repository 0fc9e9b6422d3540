//! From a score to the chances of winning, drawing and losing.
//!
//! Two logistic curves, one for winning and its mirror image for losing; what they leave is the
//! draw. Where a win is as likely as not, and how steep the curves are, depends on the men that
//! are left: with few of them most scores are draws. Large scores count for less than they say, and
//! all of them for a little less, because whoever searches takes the best of what he finds: the
//! score of a position and that of the position after the best move, both for their movers, add up
//! to more than nothing. A score of exactly 0 is mostly a draw that the search has seen.
//! *Invariant.* The three add up to a thousand; a better score, 0 apart, never has the smaller
//! chance of winning.

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
    /// By so many centipawns the mover finds itself better than it is, after [`FITTED_NODES`].
    pub hope: f64,
    /// What is left of the chances of winning and losing at a score of exactly 0.
    pub zero: f64,
}

/// The nodes a move of the games to which the curves were fitted.
pub const FITTED_NODES: f64 = 2_500.0;
/// What ten times the nodes take away of [`Model::hope`]: the halves of the sums of both scores were
/// 25, 17 and 6 centipawns at 2,500, 25,000 and 250,000 nodes (± 4, 3 and 2; 90 positions).
const SOBERING: f64 = 7.0;

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
        even: [46.0, 54.0, 102.0, 140.0, 349.0],
        spread: [144.0, 128.0, 127.0, 94.0, 104.0],
        bend: 1345.0,
        hope: 19.0,
        zero: 0.57,
    };

    /// The chances of winning and of losing with a score, so many men on the board, and a search of
    /// so many nodes.
    #[must_use]
    pub fn win_and_loss(&self, centipawns: f64, men: u32, nodes: u64) -> (f64, f64) {
        let men = f64::from(men);
        let tens = (nodes.max(1) as f64 / FITTED_NODES).log10().max(0.0);
        let hope = (self.hope - SOBERING * tens).max(0.0);
        let (even, spread) = (between(&self.even, men), between(&self.spread, men));
        let (left, sober) = if centipawns == 0.0 {
            (self.zero, 0.0)
        } else {
            (1.0, centipawns - hope)
        };
        let score = sober / (1.0 + sober.abs() / self.bend);
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
    /// The chances of the side to move with this value, so many men on the board, and a search of so
    /// many nodes.
    #[must_use]
    pub fn of(value: Value, men: u32, nodes: u64) -> Chances {
        let centipawns = match value {
            Value::Mate(moves) => {
                let (win, loss) = if moves > 0 { (1000, 0) } else { (0, 1000) };
                return Chances { win, draw: 0, loss };
            }
            Value::Centipawns(score) => f64::from(score),
        };
        let (win, loss) = Model::SHIPPED.win_and_loss(centipawns, men, nodes);
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

    const MANY: u64 = 100_000_000;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for (men, nodes) in [(2, MANY), (10, 1), (32, 2_500), (64, 50_000)] {
            let mut before = 0;
            for score in (-3003..=3003).step_by(7) {
                let c = Chances::of(Value::Centipawns(score), men, nodes);
                assert_eq!(c.win + c.draw + c.loss, 1000);
                if score != 0 {
                    assert!(c.win >= before);
                    before = c.win;
                }
            }
        }
        let draw = |score, men| Chances::of(Value::Centipawns(score), men, MANY).draw;
        assert!(
            draw(0, 20) > draw(1, 20),
            "nothing at all is a draw that was seen"
        );
        assert!(draw(50, 5) > draw(50, 10) && draw(50, 10) > draw(50, 30));
        assert_eq!(Chances::of(Value::Mate(3), 32, 1).win, 1000);
        assert_eq!(Chances::of(Value::Mate(-3), 32, 1).loss, 1000);
        assert_eq!(Chances::of(Value::Mate(0), 32, 1).loss, 1000);
    }

    #[test]
    fn a_short_search_is_believed_less_and_a_long_one_mirrors_both_sides() {
        let chances = |score, nodes| Chances::of(Value::Centipawns(score), 24, nodes);
        assert!(chances(60, 1).win < chances(60, 50_000).win);
        assert!(chances(60, 50_000).win < chances(60, MANY).win);
        let (ours, theirs) = (chances(60, MANY), chances(-60, MANY));
        assert_eq!((ours.win, ours.draw), (theirs.loss, theirs.draw));
    }
}
