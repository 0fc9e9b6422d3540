//! What is left of the advice of learned players when something else is taken away.
//!
//! `cargo run --release -p zermelo-lab --example advice -- ARCHIVE WORK POSITIONS` searches
//! positions of the French just out of book to depth 5 with the classic search; WORK is a work
//! folder in which `zermelo experiment` has learnt. The positions come from games held out, and
//! then from games learnt from, whose own continuation the table knows. Each is searched as usual
//! and with one thing or another changed in the search. Prints the mean nodes of `reference` and
//! by how much the others differ under the same conditions.

use std::error::Error;
use std::path::Path;

use zermelo_archive::{Archive, Filter, GameId, StoredGame};
use zermelo_engine::learned::Learned;
use zermelo_engine::{Engine, Settings, player_settings};
use zermelo_lab::experiment::bootstrap::change;
use zermelo_lab::experiment::measure::efforts;
use zermelo_lab::experiment::positions::{Beyond, beyond_the_book};
use zermelo_learn::Samples;

const DEPTH: u32 = 5;
const HOLD_OUT: u32 = 20;
const SEED: u64 = 1;

/// Conditions: what is changed in the parameters of the search.
const CONDITIONS: [(&str, &[(&str, i64)]); 5] = [
    ("as usual", &[]),
    ("remembered move first", &[("advice-first", 0)]),
    // No node has so much depth left: none asks or fills the table.
    ("no memory", &[("table-min-depth", 10)]),
    (
        "losing captures last",
        &[("exchange-order", 1), ("quiescence-exchange", 1)],
    ),
    (
        "minimal windows too",
        &[
            ("scout", 1),
            ("exchange-order", 1),
            ("quiescence-exchange", 1),
        ],
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, archive, work, count] = args.as_slice() else {
        return Err("expected ARCHIVE WORK POSITIONS".into());
    };
    let archive = Archive::open(Path::new(archive))?;
    let folder = Path::new(work).join("ophista");
    let book = Learned::find("opta3", Some(&folder))?;
    let samples = Samples {
        archive: &archive,
        hold_out: HOLD_OUT,
        stop: &|| false,
        tell: &|_| (),
    };
    let mut learnt: Vec<GameId> = Vec::new();
    archive.for_each_game(&Filter::default(), |id| {
        if !samples.is_held_out(id) {
            learnt.push(id);
        }
        Ok(true)
    })?;
    let is_french = |game: &StoredGame| {
        let code = game.eco.to_string();
        ("C00"..="C19").contains(&code.as_str())
    };
    for (name, games) in [("held out", samples.held_out()?), ("learnt from", learnt)] {
        let wanted = count.parse()?;
        let positions = beyond_the_book(&archive, &book, games, wanted, SEED, &is_french)?;
        println!("{} positions of games {name}", positions.len());
        for (condition, changes) in CONDITIONS {
            compare(condition, changes, &folder, &positions)?;
        }
    }
    Ok(())
}

fn compare(
    condition: &str,
    changes: &[(&str, i64)],
    folder: &Path,
    positions: &[Beyond],
) -> Result<(), Box<dyn Error>> {
    let mut base: Vec<f64> = Vec::new();
    for name in ["reference", "opta3.1", "ophista"] {
        let others = Settings {
            player_dir: Some(folder.to_path_buf()),
            ..Settings::default()
        };
        let mut engine = Engine::new(player_settings(&format!("{name}@classic"), others)?);
        for (parameter, value) in changes {
            engine.params_mut().set(parameter, *value)?;
        }
        let mut nodes = Vec::new();
        for beyond in positions {
            let last = efforts(&mut engine, beyond, &[DEPTH]).pop();
            nodes.push(last.map_or(0.0, |effort| effort.nodes as f64));
        }
        if base.is_empty() {
            let mean = nodes.iter().sum::<f64>() / nodes.len().max(1) as f64;
            println!("  {condition:22} {name:9} {mean:.0} nodes");
            base = nodes;
            continue;
        }
        let pairs: Vec<(f64, f64)> = base.iter().copied().zip(nodes).collect();
        if let Some((value, ends)) = change(&pairs, SEED) {
            let ends = ends.map(|ends| ends.map(|share| format!("{:+.1}", 100.0 * share)));
            let ends = ends.map_or(String::new(), |ends| format!(" [{}]", ends.join(", ")));
            println!("  {condition:22} {name:9} {:+.1}%{ends}", 100.0 * value);
        }
    }
    Ok(())
}
