//! `kriegspiel endings`: tables of endings against a bare king.

use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use zermelo_kriegspiel::endings::build::{BuildParams, build};
use zermelo_kriegspiel::endings::{Atlas, Endings, Force, Table, Trial, pruned, roots, trial};

use crate::args::KriegspielEndingsArgs;
use crate::report::{VERSION, named};
use crate::{Failure, Io, interrupt, output};

/// Runs the command.
pub fn run(args: &KriegspielEndingsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    match args.output.as_deref() {
        Some(path) if path == Path::new("-") => {
            return Err(Failure::Input(
                "`-o -`: tables are no text, expected the name of a file".to_string(),
            ));
        }
        Some(path) => output::check(path)?,
        None => {}
    }
    let mut chosen = Vec::new();
    for name in &args.endings {
        let force = Force::named(name).ok_or_else(|| {
            let names = Force::ALL.map(Force::name).join(", ");
            Failure::Input(format!(
                "no ending is called `{name}`: expected one of {names}"
            ))
        })?;
        if !chosen.contains(&force) {
            chosen.push(force);
        }
    }
    let made;
    let endings = match (&args.table, args.build) {
        (Some(path), _) => {
            made = open(path)?;
            &made
        }
        (None, true) => {
            made = Endings::new(built(args, &chosen, io));
            &made
        }
        (None, false) => Endings::standard(),
    };
    if chosen.is_empty() {
        let all = Force::ALL.into_iter();
        chosen = all
            .filter(|&force| endings.table().len(force) > 0)
            .collect();
    }
    let is_missing = |force: &&Force| endings.table().len(**force) == 0;
    if let Some(force) = chosen.iter().find(is_missing)
        && !args.build
    {
        let place = args.table.as_deref().map(|path| path.display().to_string());
        return Err(Failure::Input(format!(
            "{} has no table of {}: `--build` makes one",
            place.as_deref().unwrap_or("the program"),
            force.name()
        )));
    }
    let is_part = args.build && interrupt::asked();
    let output = args.output.as_deref();
    let output = output.map(|path| match is_part && path.is_file() {
        // There is one already, which may be whole.
        true => output::unfinished(path),
        false => path.to_path_buf(),
    });
    if let Some(path) = &output {
        output::write_bytes(path, &endings.table().encode())?;
    }
    let mut rows = Vec::new();
    for &force in &chosen {
        let seconds = Instant::now();
        let games = args.games.map(|games| {
            let played = trial(endings, force, games, args.seed, interrupt::asked);
            (played, seconds.elapsed().as_secs_f64())
        });
        let row = row(endings, force, games.as_ref());
        if !args.json {
            io.line(line(&row))?;
        }
        rows.push(row);
    }
    if args.json {
        io.json(&json!({
            "bytes": endings.table().encode().len(),
            "endings": rows,
            "seed": args.seed,
            "input": named(&args.table),
            "built": args.build,
            "interrupted": interrupt::asked(),
            "output": named(&output),
            "version": VERSION,
        }))?;
    }
    if interrupt::asked() {
        let kept = output.map(|path| format!(" and is in {}", path.display()));
        return Err(Failure::Check(format!(
            "interrupted: what is shown was done until then{}",
            kept.unwrap_or_default()
        )));
    }
    match rows.iter().find(|row| row["is_sound"] == false) {
        Some(row) => Err(Failure::Check(format!(
            "the table of {} does not prove what it says",
            row["ending"].as_str().unwrap_or("")
        ))),
        None => Ok(()),
    }
}

/// The endings of a file.
pub(super) fn open(path: &Path) -> Result<Endings, Failure> {
    let wrong = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let table = Table::decode(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(Endings::new(table))
}

/// Builds tables, what a pawn may become before the pawn. What an interrupt leaves is proven, too:
/// every win that is entered rests on wins entered before.
fn built(args: &KriegspielEndingsArgs, chosen: &[Force], io: &mut Io<'_>) -> Table {
    let mut forces = match chosen.is_empty() {
        true => vec![Force::Queen, Force::Rook],
        false => chosen.to_vec(),
    };
    if forces.contains(&Force::Pawn) && !forces.contains(&Force::Queen) {
        forces.push(Force::Queen);
    }
    forces.sort_unstable();
    let atlas = Atlas::default();
    let mut table = Table::default();
    let begun = Instant::now();
    for &force in &forces {
        let usual = BuildParams::usual(force);
        let count = |given: Option<u64>, usual| given.map_or(usual, |n| n as usize);
        let params = BuildParams {
            seeds: count(args.seeds, usual.seeds),
            starts: count(args.starts, usual.starts),
            limit: args.limit.unwrap_or(usual.limit),
            seed: args.seed,
        };
        build(
            &atlas,
            &mut table,
            force,
            &params,
            interrupt::asked,
            |level| {
                io.message(format!(
                "{} in {} moves: {} sets, {} of {} placements won wherever the king stands, {:.0} s",
                force.name(),
                level.moves,
                level.entries,
                level.whole,
                level.placements,
                begun.elapsed().as_secs_f64()
            ));
            },
        );
    }
    if args.full {
        return table;
    }
    let keep: Vec<_> = forces
        .iter()
        .flat_map(|&force| roots(&atlas, &table, force, false))
        .collect();
    pruned(&atlas, &table, &keep)
}

/// What the tables prove of an ending, and what came of games.
fn row(endings: &Endings, force: Force, games: Option<&(Trial, f64)>) -> Value {
    let (placements, won, longest) = endings.whole(force);
    let (squares, known) = endings.known(force);
    let mut row = json!({
        "ending": force.name(),
        "entries": endings.table().len(force),
        "placements": placements,
        "won_unknown": won,
        "longest_unknown": longest,
        "squares": squares,
        "won_known": known,
        "longest": endings.table().longest(force),
        "is_sound": endings.table().check(endings.atlas(), force).is_none(),
    });
    if let Some((trial, seconds)) = games {
        row["games"] = json!({
            "starts": trial.starts,
            "proven": trial.proven,
            "won": trial.won,
            "longest": trial.longest,
            "mean": trial.moves as f64 / trial.won.max(1) as f64,
            "failures": trial.failures,
            "seconds": seconds,
        });
    }
    row
}

fn line(row: &Value) -> String {
    let mut text = format!(
        "{}: {} sets{}; king's square unknown: {} of {} placements won{}; known: {} of {}",
        row["ending"].as_str().unwrap_or(""),
        row["entries"],
        if row["is_sound"] == true {
            ""
        } else {
            " (UNSOUND)"
        },
        row["won_unknown"],
        row["placements"],
        match row["won_unknown"].as_u64() {
            Some(0) => String::new(),
            _ => format!(", in {} moves at most", row["longest_unknown"]),
        },
        row["won_known"],
        row["squares"],
    );
    if let Some(games) = row.get("games") {
        text += &format!(
            "; games: {} starts, {} proven, {} won, longest {}, mean {:.1}",
            games["starts"],
            games["proven"],
            games["won"],
            games["longest"],
            games["mean"].as_f64().unwrap_or(0.0)
        );
        if let Some(failures) = games["failures"].as_object() {
            for (why, count) in failures {
                text += &format!(", {count} {why}");
            }
        }
    }
    text
}
