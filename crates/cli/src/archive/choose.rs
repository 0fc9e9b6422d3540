//! `archive choose`: what each rule would play.

use serde_json::{Value, json};
use zermelo_archive::Rule;
use zermelo_game::Notation;
use zermelo_game::random::Rng;

use super::{failure, open, position};
use crate::args::ArchiveChooseArgs;
use crate::report::{VERSION, grouped, named};
use crate::{Failure, Io};

/// Why a rule that goes by the games themselves chooses nothing.
const NO_GAMES: &str = "cannot be known: the archive has statistics but no games";

/// Runs the command.
pub fn run(args: &ArchiveChooseArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let archive = open(&args.archive)?;
    let (position, _) = position(&args.position)?;
    let rules: Vec<Rule> = match &args.rule {
        Some(name) => vec![name.parse().map_err(failure)?],
        None => Rule::ALL.iter().map(|(rule, ..)| *rule).collect(),
    };
    let mut objects = Vec::new();
    for rule in rules {
        let mut random = Rng::new(args.seed);
        let found = archive
            .candidates(&position, rule, &mut random)
            .map_err(failure)?;
        if args.json {
            let moves: Vec<Value> = found
                .iter()
                .map(|c| {
                    json!({"uci": position.uci(c.m), "san": position.san(c.m),
                        "score": c.score, "reached": c.after.games()})
                })
                .collect();
            let best = found.first().map(|c| position.uci(c.m));
            let mut object = json!({"rule": rule.name(), "move": best, "candidates": moves});
            if !archive.can_apply(rule) {
                object["problem"] = json!(NO_GAMES);
            }
            objects.push(object);
            continue;
        }
        let shown: Vec<String> = found
            .iter()
            .take(5)
            .map(|c| match rule {
                Rule::Popularity => format!("{} {}", position.san(c.m), grouped(c.score as u64)),
                _ => format!("{} {:.3}", position.san(c.m), c.score),
            })
            .collect();
        let said = match found.first() {
            None if !archive.can_apply(rule) => NO_GAMES.to_string(),
            None => "nothing known: search".to_string(),
            Some(best) => format!("{} of {}", position.san(best.m), shown.join(", ")),
        };
        io.line(format!("{:16} {said}", rule.name()))?;
    }
    if args.json {
        return io.json(&json!({"rules": objects, "fen": position.notation(),
            "seed": args.seed, "input": named(&args.archive), "version": VERSION}));
    }
    Ok(())
}
