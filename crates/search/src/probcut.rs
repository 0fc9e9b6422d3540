//! ProbCut and Multi-ProbCut: a shallow search predicts a deep one, and what it predicts far
//! outside the window is cut.
//!
//! Buro 1995: the values of searches to depth s and d are related by `v_d = a·v_s + b + e`, with
//! e normal of standard deviation σ. At a node of depth d, if the shallow search shows that
//! `v_d >= beta` with confidence t (in standard deviations), the node is cut; likewise below
//! alpha. Multi-ProbCut (Buro 1997) checks several pairs of depths, the cheap ones first.
//! **Unsafe** by design, as often as the confidence says. Fail-soft alpha-beta otherwise.
//! *Invariant.* Without a fitted pair for the depth, exact.

use zermelo_game::random::Rng;
use zermelo_game::{Game, INFINITY, MAX_PAYOFF, Score};

use crate::fail_soft::fail_soft;
use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Limits, Search, Stopped, below};

/// A fitted relation between two depths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The depth of the search that predicts.
    pub shallow: u32,
    /// The depth of the search that is predicted.
    pub deep: u32,
    /// The slope a.
    pub slope: f64,
    /// The intercept b.
    pub intercept: f64,
    /// The standard deviation σ of the error.
    pub sigma: f64,
    /// The share of the variance explained, R².
    pub r_squared: f64,
    /// Positions it was fitted on.
    pub samples: usize,
}

/// The pairs to check and how sure to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Fitted pairs, in the order of checking.
    pub pairs: Vec<Pair>,
    /// Standard deviations by which a prediction must lie outside the window.
    pub confidence: f64,
}

/// A pair is used only if the shallow search explains at least this share of the variance.
const LEAST_R_SQUARED: f64 = 0.25;

/// Least squares of the deep values on the shallow ones. `None` with fewer than three samples or
/// when the shallow values do not vary.
#[must_use]
pub fn regress(shallow: u32, deep: u32, values: &[(Score, Score)]) -> Option<Pair> {
    let n = values.len() as f64;
    if values.len() < 3 {
        return None;
    }
    let mean =
        |f: fn(&(Score, Score)) -> Score| values.iter().map(|v| f64::from(f(v))).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|v| v.0), mean(|v| v.1));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for &(x, y) in values {
        let (dx, dy) = (f64::from(x) - mean_x, f64::from(y) - mean_y);
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    if xx == 0.0 || yy == 0.0 {
        return None;
    }
    let slope = xy / xx;
    let residual = (yy - slope * xy).max(0.0);
    Some(Pair {
        shallow,
        deep,
        slope,
        intercept: mean_y - slope * mean_x,
        sigma: (residual / (n - 2.0)).sqrt(),
        r_squared: 1.0 - residual / yy,
        samples: values.len(),
    })
}

/// Fits pairs of depths on positions met by random playouts from `game`, each searched to both
/// depths. Pairs that explain too little are left out.
pub fn fit<G, E>(
    game: &G,
    depths: &[(u32, u32)],
    samples: usize,
    evaluator: &E,
    limits: Limits<'_>,
    seed: u64,
) -> Vec<Pair>
where
    G: Game,
    E: Evaluator<G>,
{
    let positions = sample_positions(game, samples, seed);
    let deepest = depths.iter().map(|d| d.1).max().unwrap_or(0);
    let mut values: Vec<Vec<Score>> = Vec::new();
    for position in &positions {
        let mut row = Vec::new();
        for depth in 0..=deepest {
            let mut silent = ();
            let mut s = Search::new(evaluator, limits, &mut silent);
            let open = (-INFINITY, INFINITY);
            match s.root(position, open.0, open.1, |s, g| {
                fail_soft(s, g, depth, open.0, open.1)
            }) {
                Ok(value) => row.push(value),
                Err(_) => return Vec::new(),
            }
        }
        values.push(row);
    }
    let decided = evaluator.terminal(1).abs().max(2);
    let fitted = depths.iter().filter_map(|&(shallow, deep)| {
        // Games decided within the horizon are no errors of judgement: they would hide them.
        let points: Vec<(Score, Score)> = values
            .iter()
            .map(|row| (row[shallow as usize], row[deep as usize]))
            .filter(|&(x, y)| x.abs() < decided && y.abs() < decided)
            .collect();
        regress(shallow, deep, &points)
    });
    fitted
        .filter(|pair| pair.slope > 0.0 && pair.r_squared >= LEAST_R_SQUARED)
        .collect()
}

/// Unfinished positions from random playouts, one per playout at a random ply.
fn sample_positions<G: Game>(game: &G, samples: usize, seed: u64) -> Vec<G> {
    const LONGEST: usize = 200;
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    for _ in 0..samples {
        let mut path = Vec::new();
        let mut position = game.clone();
        let mut moves = Vec::new();
        while path.len() < LONGEST {
            moves.clear();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            path.push(position.clone());
            position.play(m);
        }
        found.extend(rng.pick(&path).cloned());
    }
    found
}

/// The value within a window; cut where a shallow search predicts a value outside it.
pub fn probcut<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    (alpha, beta): (Score, Score),
    model: &Model,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    if let Some(value) = s.leaf(game, depth)? {
        return Ok(value);
    }
    if s.ply() > 0
        && let Some(value) = predict(s, game, depth, (alpha, beta), model)?
    {
        return Ok(value);
    }
    let mut best = -INFINITY;
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        let lower = alpha.max(best);
        let window = (-beta, -lower);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            probcut(s, child, below(depth), window, model)
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
            if best >= beta {
                s.cut(&moves, best);
                break;
            }
        }
    }
    Ok(best)
}

/// The bound that the shallow searches predict to be passed, if they do.
fn predict<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    (alpha, beta): (Score, Score),
    model: &Model,
) -> Result<Option<Score>, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    for pair in model.pairs.iter().filter(|pair| pair.deep == depth) {
        let margin = model.confidence * pair.sigma;
        let needed = |deep_value: f64| (deep_value - pair.intercept) / pair.slope;
        if beta < INFINITY {
            let bound = needed(f64::from(beta) + margin).ceil();
            if bound.abs() < f64::from(MAX_PAYOFF) {
                let bound = bound as Score;
                if s.probe(game, pair.shallow, bound - 1, bound)? >= bound {
                    s.note(|| format!("ProbCut: depth {} predicts at least {beta}", pair.shallow));
                    return Ok(Some(beta));
                }
            }
        }
        if alpha > -INFINITY {
            let bound = needed(f64::from(alpha) - margin).floor();
            if bound.abs() < f64::from(MAX_PAYOFF) {
                let bound = bound as Score;
                if s.probe(game, pair.shallow, bound, bound + 1)? <= bound {
                    s.note(|| format!("ProbCut: depth {} predicts at most {alpha}", pair.shallow));
                    return Ok(Some(alpha));
                }
            }
        }
    }
    Ok(None)
}
