//! `algorithms`, `games` and `players`: what there is, by name.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;
use zermelo_engine::PlayerError;
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{Learned, RECIPES, Recipe};
use zermelo_games::GAMES;
use zermelo_kriegspiel::players::PLAYERS as BLIND;
use zermelo_search::{Algorithm, Params};

use crate::args::{ListArgs, PlayersArgs};
use crate::report::{VERSION, named};
use crate::{Failure, Io, folders};

/// Lists the algorithms and their parameters.
pub fn algorithms(args: &ListArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if args.json {
        let list: Vec<_> = Algorithm::ALL
            .iter()
            .map(|a| json!({"name": a.name(), "summary": a.summary(), "source": a.source(), "exact": a.is_exact()}))
            .collect();
        let parameters: Vec<_> = Params::TABLE
            .iter()
            .map(|p| json!({"name": p.name, "default": p.default, "min": p.min, "max": p.max, "meaning": p.meaning.trim()}))
            .collect();
        return io.json(&json!({"algorithms": list, "parameters": parameters, "version": VERSION}));
    }
    let heading = io.bold("Algorithms");
    io.line(heading)?;
    for a in Algorithm::ALL {
        io.line(format!(
            "  {:20} {} [{}]",
            a.name(),
            a.summary(),
            a.source()
        ))?;
    }
    let heading = io.bold("Parameters, to be set with --set NAME=VALUE");
    io.line(format!("\n{heading}"))?;
    for p in Params::TABLE {
        io.line(format!(
            "  {:20} {} ({} to {}) {}",
            p.name,
            p.default,
            p.min,
            p.max,
            p.meaning.trim()
        ))?;
    }
    Ok(())
}

/// Lists the games and their notations.
pub fn games(args: &ListArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if args.json {
        let list: Vec<_> = GAMES
            .iter()
            .map(|g| {
                json!({"name": g.name, "aliases": g.aliases, "summary": g.summary,
                       "notation": g.notation, "example": g.example, "start": g.start})
            })
            .collect();
        return io.json(&json!({"games": list, "version": VERSION}));
    }
    for g in GAMES {
        let name = io.bold(&format!("{:10}", g.name));
        io.line(format!("{name} {}", g.summary))?;
        io.line(format!(
            "           positions: {}; for example {}",
            g.notation, g.example
        ))?;
        io.line(format!("           without one: {}", g.start))?;
    }
    let name = io.bold("kriegspiel");
    io.line(format!(
        "{name} chess without seeing the other side's men: play and match only"
    ))?;
    io.line("           see `zermelo kriegspiel --help`")
}

/// The chess players that are built in.
const BUILT_IN: [(&str, &str); 4] = [
    (
        "tuned",
        "the weights that come with the program, fitted to games",
    ),
    ("reference", "weights set by hand, no book, nothing learnt"),
    (
        "full",
        "tuned; full:1 (weakest) to full:9 are tuned at 1000 to 2600 Elo",
    ),
    ("random", "any legal move"),
];

/// Lists the players and what each is made of.
pub fn players(args: &PlayersArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let place = folders::of_players(args.player_dir.as_ref());
    let ready = |name: &str| Learned::find(name, place.as_deref()).map_err(PlayerError::Folder);
    if args.json {
        let mut chess: Vec<_> = BUILT_IN
            .iter()
            .map(|(name, made_of)| json!({"name": name, "made_of": made_of, "ready": true}))
            .collect();
        for recipe in RECIPES {
            let problem = ready(recipe.name).err().map(|error| error.to_string());
            chess.push(json!({"name": recipe.name, "made_of": recipe.made_of,
                "ready": problem.is_none(), "problem": problem}));
        }
        for (name, made_of) in own_players(place.as_deref()) {
            let problem = ready(&name).err().map(|error| error.to_string());
            chess.push(json!({"name": name, "made_of": made_of,
                "ready": problem.is_none(), "problem": problem}));
        }
        let blind = BLIND.iter();
        let blind: Vec<_> = blind
            .map(|(name, made_of)| json!({"name": name, "made_of": made_of}))
            .collect();
        return io.json(
            &json!({"chess": chess, "kriegspiel": blind, "player_dir": named(&place),
            "version": VERSION}),
        );
    }
    let heading = io.bold("Chess, each also with @classic or @modern after its name");
    io.line(heading)?;
    for (name, made_of) in BUILT_IN {
        io.line(format!("  {name:18} {made_of}"))?;
    }
    let mut problems = BTreeSet::new();
    for recipe in RECIPES {
        let damage = damage(recipe.name, place.as_deref());
        let mark = match &damage {
            Some(_) => " (damaged)",
            None if ready(recipe.name).is_err() => " (not learnt yet)",
            None => "",
        };
        io.line(format!("  {:18} {}{mark}", recipe.name, recipe.made_of))?;
        problems.extend(damage);
    }
    for (name, made_of) in own_players(place.as_deref()) {
        io.line(format!("  {name:18} {made_of}"))?;
        problems.extend(ready(&name).err().map(|error| error.to_string()));
    }
    io.line("  uci:COMMAND, xboard:COMMAND, and every algorithm (see `zermelo algorithms`)")?;
    let heading = io.bold("Kriegspiel");
    io.line(format!("\n{heading}"))?;
    for (name, made_of) in BLIND {
        io.line(format!("  {name:18} {made_of}"))?;
    }
    for problem in problems {
        io.message(problem);
    }
    Ok(())
}

/// What is wrong with the folder of a player that has one; nothing if it has none.
pub(super) fn damage(name: &str, place: Option<&Path>) -> Option<String> {
    let folder = Learned::folder_of(name, place?)?;
    let problem = PlayerFolder::open(&folder).err()?;
    Some(PlayerError::Folder(problem).to_string())
}

/// The players that somebody learnt under names of their own, and of what.
pub(super) fn own_players(place: Option<&Path>) -> Vec<(String, String)> {
    let entries = place.and_then(|place| std::fs::read_dir(place).ok());
    let mut own = Vec::new();
    for entry in entries.into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let usual = |recipe: &Recipe| recipe.name == name || recipe.kinds.contains(&name.as_str());
        if RECIPES.iter().any(usual) || !PlayerFolder::is(&entry.path()) {
            continue;
        }
        // One that cannot be opened is listed too: the problem is said below.
        let folder = PlayerFolder::open(&entry.path()).ok();
        let kind = folder.map_or("changed".to_string(), |folder| folder.kind);
        if kind != zermelo_learn::profile::KIND {
            own.push((name, format!("a player folder of kind `{kind}`")));
        }
    }
    own.sort();
    own
}
