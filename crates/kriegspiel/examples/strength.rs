//! How strength grows: the results of matches against one opponent, plotted.
//!
//! `cargo run --release -p zermelo-kriegspiel --example strength -- TITLE AXIS X=FILE… X > plot.svg`
//!
//! X is what the first player was given, on a logarithmic axis (0.2 of seconds, 1000 of boards);
//! FILE is what `zermelo match … --json` printed. X alone is what the opponent was given.

use serde_json::Value;
use zermelo_draw::{Axis, Plot, Point, Series};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match plot(&words) {
        Ok(plot) => print!("{}", plot.svg()),
        Err(wrong) => {
            eprintln!("strength: {wrong}");
            std::process::exit(2);
        }
    }
}

fn plot(words: &[String]) -> Result<Plot, String> {
    let [title, axis, results @ ..] = words else {
        return Err("expected TITLE AXIS X=FILE…".to_string());
    };
    let mut points = results
        .iter()
        .map(|word| point(word))
        .collect::<Result<Vec<Point>, String>>()?;
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    Ok(Plot {
        title: title.clone(),
        x: Axis::log(axis),
        y: Axis::linear("Elo"),
        series: vec![Series {
            points,
            ..Series::default()
        }],
        ..Plot::default()
    })
}

/// The point of `X=FILE`, or of the opponent.
fn point(word: &str) -> Result<Point, String> {
    let wrong = |what: String| format!("`{word}`: {what}");
    let (x, file) = word
        .split_once('=')
        .map_or((word, None), |(x, file)| (x, Some(file)));
    let x: f64 = x.parse().map_err(|e| wrong(format!("`{x}`: {e}")))?;
    let Some(file) = file else {
        return Ok(Point::new(x, 0.0));
    };
    let text = std::fs::read_to_string(file).map_err(|e| wrong(e.to_string()))?;
    let object: Value = serde_json::from_str(&text).map_err(|e| wrong(e.to_string()))?;
    let elo = object["elo"].as_f64();
    let elo = elo.ok_or_else(|| wrong("no result of a match".to_string()))?;
    Ok(match object["elo_error"].as_f64() {
        Some(error) => Point::with_error(x, elo, error),
        None => Point::new(x, elo),
    })
}
