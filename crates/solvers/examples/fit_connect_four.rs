//! Fits the evaluation of Connect Four to solved positions and prints its tables.
//!
//! `cargo run --release -p zermelo-solvers --example fit_connect_four [-- POSITIONS [SEED]]`
//!
//! Positions come from games of which half the moves are random and half the best by one look of
//! the present evaluation, none losing at once; each is solved. The weights minimise the
//! logistic loss by gradient descent with Adam (Kingma & Ba 2015), with a little shrinkage; one
//! position in ten is held out. The tables go to `crates/games/src/connect_four/weights.rs`.

use std::time::Instant;

use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, Side};
use zermelo_games::ConnectFour;
use zermelo_games::connect_four::{Features, LINE_COUNT, PATTERN_COUNT, PHASES};
use zermelo_solvers::{Limits, solve_connect_four};

/// Weights of one phase: the side to move, the patterns, the counts.
const PER_PHASE: usize = 2 + PATTERN_COUNT + LINE_COUNT;
/// Passes over the samples.
const PASSES: usize = 60;
/// Fewest discs of a position to learn from: earlier ones take too long to solve.
const FEWEST: u32 = 12;
/// Most discs.
const MOST: u32 = 38;

struct Sample {
    features: Features,
    turn: usize,
    /// What the first player gets: 1, a half or 0.
    result: f64,
}

impl Sample {
    fn base(&self) -> usize {
        self.features.phase * PER_PHASE
    }

    fn predict(&self, weights: &[f64]) -> f64 {
        let base = self.base();
        let mut sum = weights[base + self.turn] + weights[base + 2 + self.features.pattern];
        for (n, &count) in self.features.lines.iter().enumerate() {
            sum += weights[base + 2 + PATTERN_COUNT + n] * f64::from(count);
        }
        1.0 / (1.0 + (-sum).exp())
    }

    fn add_gradient(&self, error: f64, gradient: &mut [f64]) {
        let base = self.base();
        gradient[base + self.turn] += error;
        gradient[base + 2 + self.features.pattern] += error;
        for (n, &count) in self.features.lines.iter().enumerate() {
            gradient[base + 2 + PATTERN_COUNT + n] += error * f64::from(count);
        }
    }
}

/// A position on the way of a game, if it is one to learn from.
fn position(rng: &mut Rng) -> Option<ConnectFour> {
    let discs = FEWEST + rng.below((MOST - FEWEST + 1) as usize) as u32;
    let mut game = ConnectFour::default();
    let mut moves = Vec::new();
    while game.moves_played() < discs {
        if game.can_win_next() || game.possible_non_losing_moves() == 0 {
            return None;
        }
        moves.clear();
        game.legal_moves(&mut moves);
        moves.retain(|&m| {
            let child = game.after(m);
            !child.can_win_next()
        });
        let sensible = rng.below(2) == 0;
        let m = if sensible {
            moves.iter().copied().max_by_key(|&m| {
                let noise = rng.below(30) as i32;
                noise - game.after(m).evaluate()
            })
        } else {
            rng.pick(&moves).copied()
        };
        game.play(m?);
    }
    (!game.can_win_next() && game.possible_non_losing_moves() != 0).then_some(game)
}

fn sample(game: &ConnectFour) -> Option<Sample> {
    let score = solve_connect_four(game, Limits::default()).score()?;
    let mover = f64::from(score.signum());
    let first = if game.side() == Side::First {
        mover
    } else {
        -mover
    };
    Some(Sample {
        features: game.features(),
        turn: game.side().index(),
        result: (first + 1.0) / 2.0,
    })
}

fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let total: f64 = samples
        .iter()
        .map(|sample| {
            let p = sample.predict(weights).clamp(1e-9, 1.0 - 1e-9);
            -(sample.result * p.ln() + (1.0 - sample.result) * (1.0 - p).ln())
        })
        .sum();
    total / samples.len().max(1) as f64
}

fn fit(samples: &[Sample], rng: &mut Rng) -> Vec<f64> {
    const RATE: f64 = 0.005;
    const SHRINKAGE: f64 = 1e-5;
    const BATCH: usize = 512;
    let size = PHASES * PER_PHASE;
    let (mut weights, mut mean, mut square) = (vec![0.0; size], vec![0.0; size], vec![0.0; size]);
    let mut step = 0;
    for pass in 0..PASSES {
        for _ in 0..samples.len() / BATCH {
            let mut gradient = vec![0.0; size];
            for _ in 0..BATCH {
                let sample = &samples[rng.below(samples.len())];
                sample.add_gradient(sample.predict(&weights) - sample.result, &mut gradient);
            }
            step += 1;
            let rate = RATE * (1.0 - pass as f64 / PASSES as f64);
            for n in 0..size {
                let g = gradient[n] / BATCH as f64 + SHRINKAGE * weights[n];
                mean[n] = 0.9 * mean[n] + 0.1 * g;
                square[n] = 0.999 * square[n] + 0.001 * g * g;
                let m = mean[n] / (1.0 - 0.9f64.powi(step));
                let v = square[n] / (1.0 - 0.999f64.powi(step));
                weights[n] -= rate * m / (v.sqrt() + 1e-8);
            }
        }
    }
    weights
}

fn table(name: &str, doc: &str, width: usize, from: usize, weights: &[f64]) {
    println!("\n/// {doc}\npub const {name}: [[Score; {width}]; PHASES] = [");
    for phase in 0..PHASES {
        let at = phase * PER_PHASE + from;
        let row = &weights[at..at + width];
        let text: Vec<String> = row.iter().map(|w| format!("{:.0}", w * 100.0)).collect();
        println!("    [{}],", text.join(", "));
    }
    println!("];");
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok());
    let wanted: u64 = arguments.next().unwrap_or(100_000);
    let mut rng = Rng::new(arguments.next().unwrap_or(1));
    let begun = Instant::now();
    let mut samples = Vec::new();
    while (samples.len() as u64) < wanted {
        samples.extend(position(&mut rng).as_ref().and_then(sample));
    }
    let held = samples.split_off(samples.len() * 9 / 10);
    eprintln!(
        "{} positions solved in {:.0} s",
        samples.len() + held.len(),
        begun.elapsed().as_secs_f64()
    );
    let mut weights = fit(&samples, &mut rng);
    // What comes before the first position learnt from is judged like it.
    let first = samples.iter().map(|sample| sample.features.phase).min();
    for phase in (0..first.unwrap_or(0)).rev() {
        weights.copy_within(
            (phase + 1) * PER_PHASE..(phase + 2) * PER_PHASE,
            phase * PER_PHASE,
        );
    }
    let (fitted, outside) = (loss(&samples, &weights), loss(&held, &weights));
    eprintln!("loss {fitted:.4}, held out {outside:.4} (0.6931 knows nothing)");
    let right = |sample: &&Sample| (sample.predict(&weights) > 0.5) == (sample.result > 0.5);
    let decided: Vec<&Sample> = held.iter().filter(|s| s.result != 0.5).collect();
    let share = decided.iter().filter(|s| right(s)).count() as f64 / decided.len().max(1) as f64;
    eprintln!("winner named in {:.1}% of the decided", share * 100.0);
    table("TURN", "By the side to move.", 2, 0, &weights);
    table(
        "PATTERNS",
        "By the pattern of threats.",
        PATTERN_COUNT,
        2,
        &weights,
    );
    table(
        "LINES",
        "Per line and stacked threat.",
        LINE_COUNT,
        2 + PATTERN_COUNT,
        &weights,
    );
}
