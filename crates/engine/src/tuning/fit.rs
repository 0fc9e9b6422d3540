//! Weights by logistic regression.
//!
//! Texel's method with search scores blended in: the evaluation, put through a logistic curve,
//! is to predict a mixture of the game's result and what the search expected. The evaluation is
//! linear in its weights, so a position is kept as the counts of the weights it uses. Gradient
//! descent with Adam (Kingma & Ba 2015) over shuffled batches.

use zermelo_game::random::Rng;

use super::selfplay::Sample;
use super::{expected, target};
use crate::evaluation::weights::{self, COUNT, GROUPS, Group, Weights};
use crate::evaluation::{Classical, Features};

zermelo_search::parameters! {
    /// How weights are fitted.
    pub struct FitParams {
        /// The share of the result in what is predicted, in hundredths; the rest is the score.
        result "result" = 40, 0..=100;
        /// Centipawns for which the expected score is that of 1 to 10.
        scale "scale" = 480, 50..=1000;
        /// Passes over all positions.
        epochs "epochs" = 30, 1..=1000;
        /// Positions per step.
        batch "batch" = 8192, 1..=1_000_000;
        /// The first step size, in thousandths of a centipawn.
        rate "rate" = 1000, 1..=100_000;
        /// How strongly weights are drawn back to where they began, in thousandths, shared by all
        /// positions: the more there are, the less it says.
        anchor "anchor" = 10, 0..=1_000_000;
    }
}

/// A position as the fit sees it.
struct Row {
    weights: Vec<(u16, i16)>,
    middlegame: f32,
    ending: f32,
    target: f32,
}

fn row(evaluator: &Classical, sample: &Sample, params: &FitParams) -> Option<Row> {
    let features: Features = evaluator.features(&sample.position);
    if features.scale == 0.0 {
        return None;
    }
    let counted = features.times.iter().enumerate();
    Some(Row {
        weights: counted
            .filter(|(_, times)| **times != 0)
            .map(|(weight, times)| (weight as u16, *times))
            .collect(),
        middlegame: features.middlegame,
        ending: (1.0 - features.middlegame) * features.scale,
        target: target(sample, params.result, params.scale),
    })
}

/// Pairs of weights that stay equal: squares of left and right, except the king's, so that fewer
/// games are needed.
fn mirrors() -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let squares = |group: &&Group| group.len == 64 && group.name.ends_with("-square");
    for group in GROUPS.iter().filter(squares) {
        if group.start == weights::KING_SQUARE {
            continue;
        }
        for square in (0..64).filter(|square| square % 8 < 4) {
            let (one, two) = (group.start + square, group.start + (square ^ 7));
            pairs.extend([(one, two), (COUNT + one, COUNT + two)]);
        }
    }
    pairs
}

/// The fit in progress.
pub struct Fit {
    rows: Vec<Row>,
    held_out: Vec<Row>,
    /// Middlegame halves, then ending halves.
    values: Vec<f32>,
    start: Vec<f32>,
    moments: [Vec<f32>; 2],
    steps: i32,
    params: FitParams,
}

impl Fit {
    /// A fit that begins with these weights. Every twentieth game or so should be handed in as
    /// held out, to see how well the fit predicts what it was not shown.
    #[must_use]
    pub fn new(weights: &Weights, params: FitParams) -> Fit {
        let mut values = vec![0.0; 2 * COUNT];
        for weight in 0..COUNT {
            values[weight] = weights.get(weight).middlegame() as f32;
            values[COUNT + weight] = weights.get(weight).ending() as f32;
        }
        Fit {
            rows: Vec::new(),
            held_out: Vec::new(),
            start: values.clone(),
            moments: [vec![0.0; 2 * COUNT], vec![0.0; 2 * COUNT]],
            values,
            steps: 0,
            params,
        }
    }

    /// Adds a position.
    pub fn add(&mut self, evaluator: &Classical, sample: &Sample, held_out: bool) {
        if let Some(row) = row(evaluator, sample, &self.params) {
            if held_out {
                self.held_out.push(row);
            } else {
                self.rows.push(row);
            }
        }
    }

    /// How many positions there are to learn from.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn predict(&self, row: &Row) -> f32 {
        let (mut middlegame, mut ending) = (0.0, 0.0);
        for &(weight, times) in &row.weights {
            let times = f32::from(times);
            middlegame += times * self.values[usize::from(weight)];
            ending += times * self.values[COUNT + usize::from(weight)];
        }
        let score = middlegame * row.middlegame + ending * row.ending;
        expected(score, self.params.scale)
    }

    /// The mean squared error on the positions held out.
    #[must_use]
    pub fn error(&self) -> f32 {
        let square = |row: &Row| (self.predict(row) - row.target).powi(2);
        self.held_out.iter().map(square).sum::<f32>() / self.held_out.len().max(1) as f32
    }

    /// One pass over all positions in random order, with a step size relative to the first.
    pub fn epoch(&mut self, rng: &mut Rng, rate: f32) {
        let mut order: Vec<u32> = (0..self.rows.len() as u32).collect();
        rng.shuffle(&mut order);
        let mirrors = mirrors();
        for batch in order.chunks(self.params.batch as usize) {
            let mut gradient = vec![0.0; 2 * COUNT];
            for &number in batch {
                let row = &self.rows[number as usize];
                let predicted = self.predict(row);
                let slope = (predicted - row.target) * predicted * (1.0 - predicted);
                for &(weight, times) in &row.weights {
                    let part = slope * f32::from(times);
                    gradient[usize::from(weight)] += part * row.middlegame;
                    gradient[COUNT + usize::from(weight)] += part * row.ending;
                }
            }
            for &(one, two) in &mirrors {
                let mean = (gradient[one] + gradient[two]) / 2.0;
                (gradient[one], gradient[two]) = (mean, mean);
            }
            self.step(&gradient, batch.len() as f32, rate);
        }
    }

    /// A step of Adam.
    fn step(&mut self, gradient: &[f32], positions: f32, rate: f32) {
        const DECAY: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let unbias = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let rate = rate * self.params.rate as f32 / 1000.0;
        let anchor = self.params.anchor as f32 * 1e-3 / self.rows.len().max(1) as f32;
        for (i, sum) in gradient.iter().enumerate() {
            let slope = sum / positions + anchor * (self.values[i] - self.start[i]);
            let [mean, square] = &mut self.moments;
            mean[i] = DECAY[0] * mean[i] + (1.0 - DECAY[0]) * slope;
            square[i] = DECAY[1] * square[i] + (1.0 - DECAY[1]) * slope * slope;
            let (mean, square) = (mean[i] / unbias[0], square[i] / unbias[1]);
            self.values[i] -= rate * mean / (square.sqrt() + 1e-8);
        }
    }

    /// The weights so far, rounded.
    #[must_use]
    pub fn weights(&self) -> Weights {
        let mut weights = Weights::zero();
        for weight in 0..COUNT {
            let halves = [self.values[weight], self.values[COUNT + weight]];
            let [middlegame, ending] = halves.map(|value| value.round() as i32);
            weights.set(weight, middlegame, ending);
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_chess::Chess;
    use zermelo_game::Notation;

    #[test]
    fn a_fit_learns_that_an_extra_knight_wins() {
        let start = Weights::zero();
        let params = FitParams {
            batch: 2,
            rate: 5_000,
            anchor: 0,
            ..FitParams::default()
        };
        let evaluator = Classical::new(Weights::reference());
        let mut fit = Fit::new(&start, params);
        for (fen, score, result) in [
            ("4k3/pppp4/8/8/8/8/PPPP4/2N1K3 w - - 0 1", 300, 1.0),
            ("2n1k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", -300, 0.0),
        ] {
            let sample = Sample {
                position: Chess::parse(fen).unwrap(),
                score,
                result: Some(result),
            };
            fit.add(&evaluator, &sample, false);
            fit.add(&evaluator, &sample, true);
        }
        let before = fit.error();
        let mut rng = Rng::new(1);
        (0..40).for_each(|_| fit.epoch(&mut rng, 1.0));
        assert!(fit.error() < before / 4.0);
        let knight = fit.weights().get(crate::evaluation::weights::MATERIAL + 1);
        assert!(knight.ending() > 10);
    }
}
