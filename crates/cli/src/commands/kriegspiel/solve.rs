//! `kriegspiel solve`: guaranteed mates.

use std::path::Path;

use serde_json::{Value, json};
use zermelo_chess::Chess;
use zermelo_kriegspiel::solve::{Plan, Solution, Solver, Verdict, boards_of, parse_boards};

use crate::args::KriegspielSolveArgs;
use crate::report::{VERSION, counted, named};
use crate::{Failure, Io};

/// Runs the command.
pub fn run(args: &KriegspielSolveArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let boards = boards(args, io)?;
    let mut solver = Solver::new(args.nodes);
    let verdict = solver.solve(&boards, args.moves);
    if args.json {
        io.json(&object(args, boards.len(), &solver, &verdict))?;
    }
    let within = |moves: u8| counted(u64::from(moves), "move");
    match verdict {
        Verdict::Unknown(done) => {
            let known = match done {
                0 => "not even mates in 1 move are decided".to_string(),
                _ => format!("no mate in {}, longer ones are not decided", within(done)),
            };
            Err(Failure::Check(format!(
                "no answer after {}: {known} (see --nodes)",
                counted(args.nodes, "position")
            )))
        }
        _ if args.json => Ok(()),
        Verdict::Mate(moves, solution) => {
            io.line(format!("mate in {}, for certain", within(moves)))?;
            io.line(solution.text().trim_end())
        }
        Verdict::None => io.line(format!(
            "no mate in {} is certain on {}",
            within(args.moves),
            counted(boards.len() as u64, "board")
        )),
    }
}

/// The verdict for programs. `plan` is the tree where nothing that is heard before the first try
/// tells boards apart; `parts` has a tree for each thing that may be heard.
fn object(args: &KriegspielSolveArgs, boards: usize, solver: &Solver, verdict: &Verdict) -> Value {
    let (word, moves, solution) = match verdict {
        Verdict::Mate(moves, solution) => ("mate", Some(moves), Some(solution)),
        Verdict::None => ("none", None, None),
        Verdict::Unknown(_) => ("unknown", None, None),
    };
    let plan = solution.and_then(Solution::plan);
    json!({
        "boards": boards,
        "verdict": word,
        "moves": moves,
        "nodes": solver.nodes(),
        "plan": plan.map(Plan::json),
        "parts": solution.map(Solution::json),
        "input": {
            "file": named(&args.file), "fen": args.fen, "may": args.may, "moves": args.moves,
            "nodes": args.nodes,
        },
        "version": VERSION,
    })
}

fn boards(args: &KriegspielSolveArgs, io: &mut Io<'_>) -> Result<Vec<Chess>, Failure> {
    if let Some(fen) = &args.fen {
        return boards_of(fen, &args.may).map_err(Failure::input);
    }
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    let text = if path == Path::new("-") {
        std::io::read_to_string(&mut *io.input)
    } else {
        std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    let shown = path.display();
    let text = text.map_err(|error| Failure::Input(format!("{shown}: {error}")))?;
    parse_boards(&text).map_err(|error| Failure::Input(format!("{shown}: {error}")))
}
