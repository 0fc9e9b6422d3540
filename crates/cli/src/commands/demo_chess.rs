//! The chess of the tour: what was played in the games that come with the program, and what
//! learning is worth.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use zermelo_draw::{Block, Section};

use super::demo::heading;
use crate::report::grouped;
use crate::{Failure, Io, bundled, within};

/// Games and nodes a move of the short match.
const GAMES: &str = "24";
const NODES: &str = "1000";

/// A folder that is gone when the tour goes on.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(words: &[&str]) -> Result<String, Failure> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_string()).collect();
    within::run(&words).map_err(Failure::Check)
}

fn object(words: &[&str]) -> Result<Value, Failure> {
    serde_json::from_str(&said(words)?).map_err(|error| Failure::Check(error.to_string()))
}

/// Indexes the bundled games and shows what was played in the Sicilian.
pub fn openings(io: &mut Io<'_>) -> Result<Section, Failure> {
    let title = "1. An opening table, made from games";
    heading(io, title)?;
    let text = "The engine's games against itself, indexed: what was played after 1. e4 c5, how often \
                the resulting position was reached by any order of moves, and the score with its \
                interval.";
    io.line(text)?;
    let folder = std::env::temp_dir().join(format!("zermelo-demo-{}", std::process::id()));
    let scratch = Scratch(folder);
    let archive = bundled::archive(&scratch.0)?.display().to_string();
    let asked = ["archive", "explore", &archive, "--play", "e4,c5"];
    io.line(said(&asked)?.trim_end())?;
    let plot = said(&[&asked[..], &["--plot", "-"]].concat())?;
    let explored = object(&[&asked[..], &["--json"]].concat())?;
    let moves = explored["moves"].as_array();
    let rows = moves.into_iter().flatten().map(row).collect();
    let head = [
        "move",
        "played",
        "reached",
        "score",
        "95% interval",
        "opening",
    ];
    Ok(Section {
        heading: title.to_string(),
        blocks: vec![
            Block::Text(text.to_string()),
            Block::Table {
                head: head.map(String::from).to_vec(),
                rows,
            },
            Block::Svg(plot),
        ],
    })
}

/// A move of the table.
fn row(m: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let count = |value: &Value| grouped(value.as_u64().unwrap_or_default());
    let percent = |value: &Value| format!("{:.1}%", 100.0 * value.as_f64().unwrap_or_default());
    vec![
        text(&m["san"]),
        count(&m["played"]),
        count(&m["reached"]),
        percent(&m["score"]),
        format!(
            "{} - {}",
            percent(&m["interval"][0]),
            percent(&m["interval"][1])
        ),
        text(&m["opening"]["name"]),
    ]
}

/// Weights learnt from games against weights set by hand.
pub fn learning(io: &mut Io<'_>) -> Result<Section, Failure> {
    let title = "2. What learning is worth";
    heading(io, title)?;
    let text = format!(
        "Chess, the same search with weights fitted to games (tuned) and set by hand (reference): \
         {GAMES} games at {NODES} nodes a move."
    );
    io.line(&text)?;
    let played = object(&[
        "match",
        "tuned",
        "reference",
        "--games",
        GAMES,
        "--nodes",
        NODES,
        "--seed",
        "1",
        "--json",
    ])?;
    let number = |name: &str| played[name].as_f64().unwrap_or_default();
    let told = format!(
        "tuned wins {}, draws {}, loses {}: {:.0}% of the points, Elo {:+.0} ±{:.0}.",
        number("wins"),
        number("draws"),
        number("losses"),
        100.0 * number("score"),
        number("elo"),
        number("elo_error"),
    );
    io.line(&told)?;
    let mut blocks = vec![Block::Text(text), Block::Text(told)];
    if number("elo").abs() < number("elo_error") {
        let more = "So few games cannot tell them apart: the interval includes 0. More games can: \
                    zermelo match tuned reference --games 1000 --nodes 1000";
        io.line(more)?;
        blocks.push(Block::Text(more.to_string()));
    }
    Ok(Section {
        heading: title.to_string(),
        blocks,
    })
}
