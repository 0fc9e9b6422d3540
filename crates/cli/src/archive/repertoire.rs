//! `archive repertoire`: holes of my lines, and a drill.

use std::fs;

use serde_json::{Value, json};
use zermelo_archive::Repertoire;
use zermelo_chess::read_pgn_variations;
use zermelo_game::Notation;

use super::{failure, open, percent};
use crate::args::RepertoireArgs;
use crate::report::{VERSION, grouped};
use crate::{Failure, Io};

/// Plies of a line that are read.
const LONGEST_LINE: usize = 200;

/// Runs the command.
pub fn run(args: &RepertoireArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let archive = open(&args.archive)?;
    let path = args.lines.display();
    let text = fs::read(&args.lines)
        .map_err(|error| Failure::Input(format!("cannot read {path}: {error}")))?;
    let text = zermelo_chess::tag_text(&text);
    let mut repertoire = Repertoire::new(args.side == "white");
    for lines in read_pgn_variations(&text, LONGEST_LINE) {
        let lines = lines.map_err(|error| Failure::Input(format!("{path}: {error}")))?;
        lines.iter().for_each(|line| repertoire.add(line));
    }
    if repertoire.is_empty() {
        return Err(Failure::Input(format!("{path}: no lines; expected PGN")));
    }
    if args.drill {
        return drill(args, &archive, &repertoire, io);
    }
    let holes = repertoire.holes(&archive, args.share / 100.0, args.min_games);
    let holes = holes.map_err(failure)?;
    if args.json {
        let list: Vec<Value> = holes
            .iter()
            .map(|hole| {
                json!({"moves": hole.moves, "games": hole.tally.games(), "share": hole.share,
                    "suggestion": hole.suggestion})
            })
            .collect();
        return io.json(&json!({"positions": repertoire.len(), "holes": list,
            "input": [args.archive, args.lines], "version": VERSION}));
    }
    io.line(format!(
        "{} positions, {} holes",
        repertoire.len(),
        holes.len()
    ))?;
    for hole in &holes {
        let answer = hole.suggestion.as_ref();
        io.line(format!(
            "{}: {} games ({}%){}",
            hole.moves.join(" "),
            grouped(hole.tally.games()),
            percent(hole.share),
            answer.map_or(String::new(), |san| format!("; most play {san}"))
        ))?;
    }
    Ok(())
}

/// Asks for my moves, the most frequent positions first; an empty line or the end stops.
fn drill(
    args: &RepertoireArgs,
    archive: &zermelo_archive::Archive,
    repertoire: &Repertoire,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let questions = repertoire.questions(archive).map_err(failure)?;
    let (mut asked, mut right) = (0, 0);
    for question in questions.iter().take(args.questions) {
        let after = match question.moves.as_slice() {
            [] => "at the start".to_string(),
            moves => format!("after {}", moves.join(" ")),
        };
        io.line(format!("{}", question.position))?;
        io.line(format!(
            "{after} ({} games): your move?",
            grouped(question.games)
        ))?;
        io.flush()?;
        let mut answer = String::new();
        io.input.read_line(&mut answer).map_err(Failure::from)?;
        if answer.trim().is_empty() {
            break;
        }
        asked += 1;
        let given = question.position.parse_move(answer.trim());
        let given = given.map(|m| question.position.san(m)).unwrap_or_default();
        if question.answers.contains(&given) {
            right += 1;
            io.line("right")?;
        } else {
            io.line(format!("your lines play {}", question.answers.join(" or ")))?;
        }
    }
    if args.json {
        return io.json(&json!({"asked": asked, "right": right,
            "input": [args.archive, args.lines], "version": VERSION}));
    }
    io.line(format!("{right} of {asked} right"))
}
