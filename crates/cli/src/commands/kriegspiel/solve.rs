//! `kriegspiel solve`: guaranteed mates.

use std::path::Path;

use serde_json::{Value, json};
use zermelo_chess::Chess;
use zermelo_kriegspiel::solve::{
    Limit, Plan, Solution, Solver, Verdict, WIDEST, boards_of, parse_boards,
};

use crate::args::KriegspielSolveArgs;
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io, interrupt};

/// Runs the command.
pub fn run(args: &KriegspielSolveArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let boards = boards(args, io)?;
    let mut solver = Solver::new(args.nodes).until(interrupt::asked);
    let patience = io.patience("looking for a mate");
    let verdict = solver.solve(&boards, args.moves);
    drop(patience);
    if args.json {
        io.json(&object(args, boards.len(), &solver, &verdict))?;
    }
    let within = |moves: u8| counted(u64::from(moves), "move");
    match verdict {
        Verdict::Unknown(done, limit) => {
            let known = match done {
                0 => "not even mates in 1 move are decided".to_string(),
                _ => format!("no mate in {}, longer ones are not decided", within(done)),
            };
            let nodes = counted(args.nodes, "position");
            Err(Failure::Check(match limit {
                Limit::Nodes => format!("no answer after {nodes}: {known} (see --nodes)"),
                Limit::Stopped => format!("interrupted: {known}"),
                Limit::Boards => format!(
                    "no answer: {known}; after a try more than {} boards would be possible",
                    grouped(WIDEST as u64)
                ),
            }))
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
    let (word, moves, solution, decided) = match verdict {
        Verdict::Mate(moves, solution) => ("mate", Some(moves), Some(solution), *moves),
        Verdict::None => ("none", None, None, args.moves),
        Verdict::Unknown(done, _) => ("unknown", None, None, *done),
    };
    let plan = solution.and_then(Solution::plan);
    json!({
        "boards": boards,
        "verdict": word,
        "moves": moves,
        "decided": decided,
        "interrupted": matches!(verdict, Verdict::Unknown(_, Limit::Stopped)),
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
    let text = io.text(path)?;
    parse_boards(&text).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
