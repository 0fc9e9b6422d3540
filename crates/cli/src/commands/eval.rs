//! `eval`: the evaluation of a position taken apart.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use zermelo_chess::Chess;
use zermelo_engine::evaluation::{Classical, Explanation, Term, Weights};
use zermelo_engine::learned::{Learned, RECIPES};
use zermelo_game::{Game, Notation, Score, Side};

use super::lists::{damage, own_players};
use crate::args::EvalArgs;
use crate::report::VERSION;
use crate::{Failure, Io, chess_engine, folders};

/// Runs the command.
pub fn run(args: &EvalArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let position = chess_engine::position(&args.position)?;
    let [tuned, reference] = explanations(&position);
    let learned = learned(&position, args, io);
    if args.json {
        let terms: Map<String, Value> = Term::ALL
            .iter()
            .zip(tuned.terms)
            .map(|((letter, ..), value)| (letter.to_string(), json!(value)))
            .collect();
        let mut evaluators = Map::from_iter([
            ("tuned".to_string(), json!(tuned.total)),
            ("reference".to_string(), json!(reference.total)),
        ]);
        evaluators.extend(
            learned
                .iter()
                .map(|(name, value)| (name.clone(), json!(value))),
        );
        return io.json(&json!({
            "position": position.notation(),
            "terms": terms,
            "ending": tuned.ending,
            "stage": tuned.stage,
            "total": tuned.total,
            "evaluators": evaluators,
            "version": VERSION,
        }));
    }
    io.line(position.to_string())?;
    io.line("")?;
    let heading = io.bold(&format!("{:18} {:>7} {:>10}", "term", "tuned", "reference"));
    io.line(heading)?;
    let rows = Term::ALL
        .iter()
        .zip(tuned.terms.iter().zip(reference.terms));
    for ((letter, name, _), (tuned, reference)) in rows {
        io.line(format!("{letter} {name:16} {tuned:>7} {reference:>10}"))?;
    }
    for (name, tuned, reference) in [
        ("special endings", tuned.ending, reference.ending),
        ("total", tuned.total, reference.total),
    ] {
        io.line(format!("  {name:16} {tuned:>7} {reference:>10}"))?;
    }
    for (name, value) in &learned {
        io.line(format!("  {name:24} {value:>10}"))?;
    }
    let stage = tuned.stage;
    io.line(format!(
        "stage {stage} of 0 (opening) to 10 (ending); centipawns, White's view"
    ))
}

/// What the players say that have learnt an evaluation, for White. Damaged ones are named.
fn learned(position: &Chess, args: &EvalArgs, io: &mut Io<'_>) -> Vec<(String, Score)> {
    let place = folders::of_players(args.player_dir.as_ref());
    let value = |name: String| {
        let learned = Learned::find(&name, place.as_deref()).ok()?;
        let value = learned.judgement()?.value(position);
        let white = position.side() == Side::First;
        Some((name, if white { value } else { -value }))
    };
    let names = RECIPES.iter().map(|recipe| recipe.name.to_string());
    let own = own_players(place.as_deref()).into_iter();
    let names: Vec<String> = names.chain(own.map(|(name, _)| name)).collect();
    let damaged = names
        .iter()
        .filter_map(|name| damage(name, place.as_deref()));
    for problem in damaged.collect::<BTreeSet<_>>() {
        io.message(problem);
    }
    names.into_iter().filter_map(value).collect()
}

/// What each set of weights says.
fn explanations(position: &Chess) -> [Explanation; 2] {
    [Weights::tuned(), Weights::reference()]
        .map(|weights| Classical::new(weights).explain(position))
}
