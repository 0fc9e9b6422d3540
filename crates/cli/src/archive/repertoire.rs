//! `archive repertoire`: holes of my lines, and a drill.

use std::path::Path;

use serde_json::{Value, json};
use zermelo_archive::{Question, Repertoire};
use zermelo_chess::read_pgn_variations;
use zermelo_game::Notation;

use super::{failure, open, percent};
use crate::args::RepertoireArgs;
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io};

/// Plies of a line that are read.
const LONGEST_LINE: usize = 200;

/// Runs the command.
pub fn run(args: &RepertoireArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let archive = open(&args.archive)?;
    let path = args.lines.display();
    if args.drill && args.lines == Path::new("-") {
        return Err(Failure::Input(
            "`--drill` asks on the standard input: expected the lines in a file".to_string(),
        ));
    }
    let bytes = zermelo_archive::read_text(&args.lines).map_err(failure)?;
    let (text, _) = zermelo_chess::Encoding::read(bytes);
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
            "input": named(&[&args.archive, &args.lines]), "version": VERSION}));
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

/// Asks for my moves, the most frequent positions first; an empty line, `quit` or the end stops.
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
        say(args, io, &question.position.to_string())?;
        let games = counted(question.games, "game");
        say(args, io, &format!("{after} ({games}): your move?"))?;
        match answer(args, question, io)? {
            None => break,
            Some(true) => right += 1,
            Some(false) => {}
        }
        asked += 1;
    }
    if args.json {
        return io.json(&json!({"asked": asked, "right": right,
            "input": named(&[&args.archive, &args.lines]), "version": VERSION}));
    }
    io.line(format!("{right} of {asked} right"))
}

/// Talks to the person: where the answer is JSON, beside it.
fn say(args: &RepertoireArgs, io: &mut Io<'_>, text: &str) -> Result<(), Failure> {
    if args.json {
        io.message(text);
        return Ok(());
    }
    io.line(text)?;
    io.flush()
}

/// Whether the person knows the move; `None` when that is enough. What is no move is asked again.
fn answer(
    args: &RepertoireArgs,
    question: &Question,
    io: &mut Io<'_>,
) -> Result<Option<bool>, Failure> {
    let position = &question.position;
    loop {
        let mut typed = String::new();
        io.input.read_line(&mut typed).map_err(Failure::from)?;
        let typed = typed.trim();
        match typed {
            "" | "quit" | "q" | "exit" => return Ok(None),
            "hint" | "?" | "help" => {
                let first = question.answers.first().map_or("", String::as_str);
                let piece: String = first.chars().take(1).collect();
                say(args, io, &format!("it begins with {piece}; `quit` ends"))?;
                continue;
            }
            _ => {}
        }
        let Ok(given) = position.parse_move(typed) else {
            let again = format!("`{typed}` is no legal move here: again, or `hint`, or `quit`");
            say(args, io, &again)?;
            continue;
        };
        let known = question.answers.contains(&position.san(given));
        let lines = question.answers.join(" or ");
        let said = if known {
            "right".to_string()
        } else {
            format!("your lines play {lines}")
        };
        say(args, io, &said)?;
        return Ok(Some(known));
    }
}
