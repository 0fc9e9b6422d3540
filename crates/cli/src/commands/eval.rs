//! `eval`: the evaluation of a position taken apart.

use serde_json::{Map, Value, json};
use zermelo_chess::Chess;
use zermelo_engine::evaluation::{Classical, Explanation, Term, Weights};
use zermelo_game::Notation;

use crate::args::EvalArgs;
use crate::report::VERSION;
use crate::{Failure, Io, chess_engine};

/// Runs the command.
pub fn run(args: &EvalArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let position = chess_engine::position(&args.position)?;
    let [tuned, reference] = explanations(&position);
    if args.json {
        let terms: Map<String, Value> = Term::ALL
            .iter()
            .zip(tuned.terms)
            .map(|((letter, ..), value)| (letter.to_string(), json!(value)))
            .collect();
        return io.json(&json!({
            "position": position.notation(),
            "terms": terms,
            "ending": tuned.ending,
            "stage": tuned.stage,
            "total": tuned.total,
            "evaluators": {"tuned": tuned.total, "reference": reference.total},
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
    let stage = tuned.stage;
    io.line(format!(
        "stage {stage} of 0 (opening) to 10 (ending); centipawns, White's view"
    ))
}

/// What each set of weights says.
fn explanations(position: &Chess) -> [Explanation; 2] {
    [Weights::tuned(), Weights::reference()]
        .map(|weights| Classical::new(weights).explain(position))
}
