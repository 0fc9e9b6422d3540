//! A network by gradient descent.
//!
//! What is predicted is what [`super::fit`] predicts: a mixture of the game's result and what the
//! search expected, through a logistic curve. The network of [`crate::evaluation::network`] is
//! trained in floating point, with Adam (Kingma & Ba 2015) over shuffled batches and a step size
//! that falls along a cosine, and then rounded. *Cost.* Inputs are sparse: a position costs as many
//! rows as it has men, there and back.

use std::f32::consts::PI;

use zermelo_chess::Kind;
use zermelo_game::random::Rng;
use zermelo_game::{Game, Score, Side};

use super::selfplay::Sample;
use super::{expected, target};
use crate::evaluation::network::{
    BUCKETS, HIDDEN, INPUTS, Network, OUTPUT_UNIT, SCALE, UNIT, Viewpoint, bucket,
};

zermelo_search::parameters! {
    /// How a network is trained.
    pub struct TrainParams {
        /// The share of the result in what is predicted, in hundredths; the rest is the score.
        result "result" = 40, 0..=100;
        /// Centipawns for which the expected score is that of 1 to 10.
        scale "scale" = 480, 50..=2000;
        /// Passes over all positions.
        epochs "epochs" = 24, 1..=1000;
        /// Positions per step.
        batch "batch" = 16_384, 1..=1_000_000;
        /// The first step size, in millionths.
        rate "rate" = 1000, 1..=1_000_000;
        /// Threads.
        threads "threads" = 1, 1..=256;
    }
}

/// A row of units.
type Row = [f32; HIDDEN];

/// The largest size of an output weight: times the largest unit it must fit into sixteen bits.
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_UNIT as f32;

/// All numbers of a network, or their gradients or moments.
#[derive(Clone)]
struct Numbers {
    inputs: Vec<Row>,
    bias: Row,
    outputs: [[Row; 2]; BUCKETS],
    output_bias: [f32; BUCKETS],
}

impl Numbers {
    fn zero() -> Numbers {
        Numbers {
            inputs: vec![[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            outputs: [[[0.0; HIDDEN]; 2]; BUCKETS],
            output_bias: [0.0; BUCKETS],
        }
    }

    fn clear(&mut self) {
        self.parts().into_iter().for_each(|part| part.fill(0.0));
    }

    /// All numbers, part by part, always in the same order.
    fn parts(&mut self) -> [&mut [f32]; 4] {
        [
            self.inputs.as_flattened_mut(),
            &mut self.bias,
            self.outputs.as_flattened_mut().as_flattened_mut(),
            &mut self.output_bias,
        ]
    }
}

/// A position: where its men begin in the list of all, its target, its output.
struct Position {
    first: u32,
    men: u8,
    bucket: u8,
    target: f32,
}

/// Positions to learn from.
#[derive(Default)]
struct Set {
    positions: Vec<Position>,
    /// The inputs of each man, as the side to move sees it and as the other does.
    men: Vec<[u16; 2]>,
}

impl Set {
    fn add(&mut self, sample: &Sample, params: &TrainParams) {
        let position = &sample.position;
        let side = position.side();
        let views = [side, !side].map(|side| Viewpoint::new(side, position.king_square(side)));
        let first = self.men.len();
        for owner in Side::BOTH {
            for kind in Kind::ALL {
                let mut squares = position.squares(owner, kind);
                while squares != 0 {
                    let square = squares.trailing_zeros() as u8;
                    squares &= squares - 1;
                    self.men
                        .push(views.map(|view| view.input(owner, kind, square) as u16));
                }
            }
        }
        self.positions.push(Position {
            first: first as u32,
            men: (self.men.len() - first) as u8,
            bucket: bucket(position) as u8,
            target: params.target_of_mover(sample),
        });
    }

    fn men(&self, position: &Position) -> &[[u16; 2]] {
        let first = position.first as usize;
        &self.men[first..first + usize::from(position.men)]
    }
}

impl TrainParams {
    /// The score that a value in centipawns lets the side to move expect.
    #[must_use]
    pub fn expected_of_mover(&self, value: Score) -> f32 {
        expected(value as f32, self.scale)
    }

    /// What is to be predicted of a position, for the side to move.
    #[must_use]
    pub fn target_of_mover(&self, sample: &Sample) -> f32 {
        let white = target(sample, self.result, self.scale);
        match sample.position.side() {
            Side::First => white,
            Side::Second => 1.0 - white,
        }
    }
}

/// A network in training.
pub struct Training {
    set: Set,
    held_out: Set,
    numbers: Numbers,
    moments: [Numbers; 2],
    steps: i32,
    params: TrainParams,
}

impl Training {
    /// A network of small random numbers.
    #[must_use]
    pub fn new(params: TrainParams, rng: &mut Rng) -> Training {
        let mut numbers = Numbers::zero();
        let [inputs, bias, outputs, _] = numbers.parts();
        let mut random = |part: &mut [f32], most: f32| {
            for number in part {
                *number = (2.0 * rng.unit() as f32 - 1.0) * most;
            }
        };
        random(inputs, 0.1);
        random(bias, 0.1);
        random(outputs, 0.1);
        Training {
            set: Set::default(),
            held_out: Set::default(),
            numbers,
            moments: [Numbers::zero(), Numbers::zero()],
            steps: 0,
            params,
        }
    }

    /// Adds a position, to learn from or to judge by.
    pub fn add(&mut self, sample: &Sample, held_out: bool) {
        let set = if held_out {
            &mut self.held_out
        } else {
            &mut self.set
        };
        set.add(sample, &self.params);
    }

    /// How many positions there are to learn from.
    #[must_use]
    pub fn len(&self) -> usize {
        self.set.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.positions.is_empty()
    }

    /// The mean squared error on the positions held out.
    #[must_use]
    pub fn error(&self) -> f32 {
        let square = |position: &Position| {
            let (predicted, _) = self.predict(&self.held_out, position);
            f64::from((predicted - position.target).powi(2))
        };
        let sum: f64 = self.held_out.positions.iter().map(square).sum();
        (sum / self.held_out.positions.len().max(1) as f64) as f32
    }

    /// The expected score of a position, and how both sides see it.
    #[inline]
    fn predict(&self, set: &Set, position: &Position) -> (f32, [Row; 2]) {
        let numbers = &self.numbers;
        let mut views = [numbers.bias; 2];
        for man in set.men(position) {
            for (view, input) in views.iter_mut().zip(man) {
                let row = &numbers.inputs[usize::from(*input)];
                view.iter_mut().zip(row).for_each(|(unit, n)| *unit += n);
            }
        }
        let bucket = usize::from(position.bucket);
        let mut output = numbers.output_bias[bucket];
        for (view, weights) in views.iter().zip(&numbers.outputs[bucket]) {
            for (unit, weight) in view.iter().zip(weights) {
                let unit = unit.clamp(0.0, 1.0);
                output += unit * unit * weight;
            }
        }
        (expected(output * SCALE as f32, self.params.scale), views)
    }

    /// Adds the gradients of some positions.
    fn gradients(&self, batch: &[u32], sum: &mut Numbers) {
        for &number in batch {
            let position = &self.set.positions[number as usize];
            let (predicted, views) = self.predict(&self.set, position);
            let slope = (predicted - position.target) * predicted * (1.0 - predicted);
            let bucket = usize::from(position.bucket);
            sum.output_bias[bucket] += slope;
            let mut back = [[0.0; HIDDEN]; 2];
            for (side, view) in views.iter().enumerate() {
                let weights = &self.numbers.outputs[bucket][side];
                let into = &mut sum.outputs[bucket][side];
                for i in 0..HIDDEN {
                    let unit = view[i].clamp(0.0, 1.0);
                    into[i] += slope * unit * unit;
                    let within = if view[i] > 0.0 && view[i] < 1.0 {
                        2.0
                    } else {
                        0.0
                    };
                    back[side][i] = slope * weights[i] * within * unit;
                }
            }
            for man in self.set.men(position) {
                for (back, input) in back.iter().zip(man) {
                    let row = &mut sum.inputs[usize::from(*input)];
                    row.iter_mut().zip(back).for_each(|(n, part)| *n += part);
                }
            }
            for back in &back {
                sum.bias
                    .iter_mut()
                    .zip(back)
                    .for_each(|(n, part)| *n += part);
            }
        }
    }

    /// One pass over all positions in random order, at a share of the way through all passes.
    pub fn epoch(&mut self, rng: &mut Rng, done: f32) {
        let mut order: Vec<u32> = (0..self.set.positions.len() as u32).collect();
        rng.shuffle(&mut order);
        let rate = self.params.rate as f32 * 1e-6 * (0.01 + 0.99 * (1.0 + (PI * done).cos()) / 2.0);
        let threads = self.params.threads as usize;
        let mut sums = vec![Numbers::zero(); threads];
        for batch in order.chunks(self.params.batch as usize) {
            let share = batch.len().div_ceil(threads);
            std::thread::scope(|scope| {
                for (part, sum) in batch.chunks(share).zip(&mut sums) {
                    let training = &*self;
                    scope.spawn(move || {
                        sum.clear();
                        training.gradients(part, sum);
                    });
                }
            });
            let (first, others) = sums.split_at_mut(1);
            for other in others.iter_mut().take(batch.len().div_ceil(share) - 1) {
                for (into, part) in first[0].parts().into_iter().zip(other.parts()) {
                    into.iter_mut().zip(part).for_each(|(n, more)| *n += *more);
                }
            }
            self.step(&mut first[0], batch.len() as f32, rate);
        }
    }

    /// A step of Adam.
    fn step(&mut self, gradient: &mut Numbers, positions: f32, rate: f32) {
        const DECAY: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let unbias = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let [means, squares] = &mut self.moments;
        let parts = self.numbers.parts().into_iter().zip(gradient.parts());
        let moments = means.parts().into_iter().zip(squares.parts());
        for ((numbers, slopes), (means, squares)) in parts.zip(moments) {
            for i in 0..numbers.len() {
                let slope = slopes[i] / positions;
                means[i] = DECAY[0] * means[i] + (1.0 - DECAY[0]) * slope;
                squares[i] = DECAY[1] * squares[i] + (1.0 - DECAY[1]) * slope * slope;
                let (mean, square) = (means[i] / unbias[0], squares[i] / unbias[1]);
                numbers[i] -= rate * mean / (square.sqrt() + 1e-8);
            }
        }
        for weight in self.numbers.parts()[2].iter_mut() {
            *weight = weight.clamp(-MOST_OUTPUT, MOST_OUTPUT);
        }
    }

    /// The network so far, rounded.
    #[must_use]
    pub fn network(&self) -> Network {
        let row = |row: &Row, unit: i32| row.map(|n| (n * unit as f32).round() as i16);
        let numbers = &self.numbers;
        let both = (UNIT * OUTPUT_UNIT) as f32;
        Network {
            inputs: numbers.inputs.iter().map(|r| row(r, UNIT)).collect(),
            bias: row(&numbers.bias, UNIT),
            outputs: numbers
                .outputs
                .iter()
                .map(|pair| pair.each_ref().map(|r| row(r, OUTPUT_UNIT)))
                .collect(),
            output_bias: numbers.output_bias.map(|n| (n * both).round() as i32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Networked;
    use std::sync::Arc;
    use zermelo_chess::Chess;
    use zermelo_game::Notation;

    const UP: &str = "4k3/pppp4/8/8/8/8/PPPP4/3NK3 w - - 0 1";
    const DOWN: &str = "3nk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";

    fn sample(fen: &str, score: Score, result: Option<f32>) -> Sample {
        Sample {
            position: Chess::parse(fen).unwrap(),
            score,
            result,
        }
    }

    fn trained(threads: i64) -> Training {
        let params = TrainParams {
            batch: 4,
            rate: 5_000,
            threads,
            ..TrainParams::default()
        };
        let mut rng = Rng::new(3);
        let mut training = Training::new(params, &mut rng);
        for fen in [UP, DOWN] {
            let (score, result) = if fen == UP { (300, 1.0) } else { (-300, 0.0) };
            let turned = fen.replace(" w ", " b ");
            for fen in [fen, &turned] {
                training.add(&sample(fen, score, Some(result)), false);
                training.add(&sample(fen, score, None), true);
            }
        }
        for epoch in 0..60 {
            training.epoch(&mut rng, epoch as f32 / 60.0);
        }
        training
    }

    #[test]
    fn a_network_learns_that_an_extra_knight_wins_whoever_is_to_move() {
        let training = trained(1);
        assert_eq!(training.len(), 4);
        assert!(training.error() < 0.02, "{}", training.error());
        let evaluator = Networked::new(Arc::new(training.network()));
        for (fen, sign) in [(UP, 1), (DOWN, -1)] {
            let value = |fen: &str| evaluator.value(&Chess::parse(fen).unwrap());
            let (white, black) = (value(fen), value(&fen.replace(" w ", " b ")));
            assert!(sign * white > 100 && sign * black < -100, "{white} {black}");
        }
    }

    #[test]
    fn threads_share_a_batch_and_add_up_to_the_same() {
        let [one, two] = [1, 2].map(|threads| trained(threads).error());
        assert!((one - two).abs() < 1e-3, "{one} {two}");
    }

    #[test]
    fn without_a_result_the_search_alone_is_predicted() {
        let params = TrainParams::default();
        let believed = params.expected_of_mover(300);
        assert_eq!(params.target_of_mover(&sample(UP, 300, None)), believed);
        let blended = params.target_of_mover(&sample(UP, 300, Some(0.0)));
        assert!((blended - 0.6 * believed).abs() < 1e-6);
    }
}
