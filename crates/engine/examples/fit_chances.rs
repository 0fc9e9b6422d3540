//! Fits the model of win, draw and loss to games whose comments carry scores (`{+0.31/12 0.1s}`,
//! as `zermelo match --pgn` writes them; 2,500 nodes a move), and holds a model against games, by
//! tenths of the positions in the order of their scores.
//!
//! `cargo run --release -p zermelo-engine --example fit_chances -- games.pgn [others.pgn]`
//!
//! Prints the curves fitted to the first file, and holds those that the engine has against the
//! second.

use zermelo_chess::{PgnGame, read_pgn_games};
use zermelo_engine::protocol::chances::{FITTED_NODES, MEN, Model};
use zermelo_game::{Game, Side};

/// The nodes a move of the games.
const NODES: u64 = FITTED_NODES as u64;
/// The first plies are the opening's.
const SKIPPED: usize = 12;

/// A position of a game: the mover's score, the men, and how it ended for the mover.
struct Sample {
    score: f64,
    men: u32,
    points: f64,
}

fn samples(game: &PgnGame, out: &mut Vec<Sample>) {
    let white = match game.result.as_str() {
        "1-0" => 1.0,
        "0-1" => 0.0,
        "1/2-1/2" => 0.5,
        _ => return,
    };
    let mut position = game.line.start.clone();
    let moves = game.line.moves.iter().zip(&game.comments);
    for (ply, (&m, comment)) in moves.enumerate() {
        let said = comment
            .split('/')
            .next()
            .and_then(|text| text.parse::<f64>().ok());
        if let Some(score) = said.filter(|_| ply >= SKIPPED) {
            let points = match position.side() {
                Side::First => white,
                Side::Second => 1.0 - white,
            };
            out.push(Sample {
                score: 100.0 * score,
                men: position.occupied().count_ones(),
                points,
            });
        }
        position.play(m);
    }
}

/// What the samples cost the model: the mean of minus the logarithm of what it gave them.
fn cost(model: &Model, samples: &[Sample]) -> f64 {
    let one = |sample: &Sample| {
        let (win, loss) = model.win_and_loss(sample.score, sample.men, NODES);
        let chance = match sample.points {
            points if points > 0.75 => win,
            points if points < 0.25 => loss,
            _ => 1.0 - win - loss,
        };
        -chance.max(1e-4).ln()
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

/// One of a model's numbers, and how large its first step is; `None` beyond the last.
fn number(model: &mut Model, axis: usize) -> Option<(&mut f64, f64)> {
    let knots = MEN.len();
    Some(match axis {
        _ if axis < knots => (&mut model.even[axis], 32.0),
        _ if axis < 2 * knots => (&mut model.spread[axis - knots], 32.0),
        _ if axis == 2 * knots => (&mut model.bend, 256.0),
        _ if axis == 2 * knots + 1 => (&mut model.zero, 0.2),
        _ if axis == 2 * knots + 2 => (&mut model.hope, 16.0),
        _ => return None,
    })
}

/// Steps along each number in turn, ever smaller.
fn fit(samples: &[Sample]) -> Model {
    let mut best = Model::SHIPPED;
    let mut value = cost(&best, samples);
    let mut step = 1.0;
    while step > 0.02 {
        let mut better = false;
        for (axis, sign) in (0..).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
            let mut next = best;
            let Some((number, first)) = number(&mut next, axis) else {
                break;
            };
            *number = (*number + sign * step * first).max(0.01);
            let found = cost(&next, samples);
            if found < value {
                (best, value, better) = (next, found, true);
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    best
}

/// The positions of a file of games.
fn read(path: &str) -> Result<Vec<Sample>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let mut found = Vec::new();
    for game in read_pgn_games(&String::from_utf8_lossy(&bytes)).flatten() {
        samples(&game, &mut found);
    }
    if found.is_empty() {
        return Err(format!("{path}: expected PGN with scores in comments"));
    }
    Ok(found)
}

fn main() -> Result<(), String> {
    let paths: Vec<_> = std::env::args().skip(1).collect();
    let Some(path) = paths.first() else {
        return Err("expected games to fit to, and others to hold the model against".to_string());
    };
    let own = read(path)?;
    println!("{} positions: {:?}", own.len(), fit(&own));
    let Some(path) = paths.get(1) else {
        return Ok(());
    };
    let mut held_out = read(path)?;
    let model = Model::SHIPPED;
    println!(
        "{} positions: {model:?} costs {:.4}",
        held_out.len(),
        cost(&model, &held_out)
    );
    held_out.sort_by(|a, b| a.score.total_cmp(&b.score));
    println!("score        win          draw         loss   (model, games, per cent)");
    let mut farthest: f64 = 0.0;
    for tenth in held_out.chunks(held_out.len().div_ceil(10)) {
        let share = |test: &dyn Fn(&Sample) -> f64| {
            100.0 * tenth.iter().map(test).sum::<f64>() / tenth.len() as f64
        };
        let win = share(&|s| model.win_and_loss(s.score, s.men, NODES).0);
        let loss = share(&|s| model.win_and_loss(s.score, s.men, NODES).1);
        let won = share(&|s| f64::from(s.points > 0.75));
        let lost = share(&|s| f64::from(s.points < 0.25));
        let (draw, drawn) = (100.0 - win - loss, 100.0 - won - lost);
        let middle = tenth[tenth.len() / 2].score;
        println!(
            "{middle:>6.0} {win:>6.1} {won:>6.1} {draw:>6.1} {drawn:>6.1} {loss:>6.1} {lost:>6.1}"
        );
        for apart in [win - won, draw - drawn, loss - lost] {
            farthest = farthest.max(apart.abs());
        }
    }
    println!("farthest apart: {farthest:.1} points");
    Ok(())
}
