//! `algorithms` and `games`: what there is, by name.

use serde_json::json;
use zermelo_games::GAMES;
use zermelo_search::{Algorithm, Params};

use crate::args::ListArgs;
use crate::report::VERSION;
use crate::{Failure, Io};

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
