//! `analyse FILE.pgn`: every move of every game beside the engine's, as comments.
//!
//! A comment carries the value after the move from White's side as `[%eval …]`, which other
//! programs read, and, where another move is better by [`MISTAKE`] or more, that move and its
//! line. Each position is searched once: the value of the position after a move is the value of
//! the move.

use std::path::Path;

use serde_json::{Value as Json, json};
use zermelo_chess::{BadLine, Chess, Encoding, GameText, Move, PgnGame, read_pgn_texts};
use zermelo_engine::{Engine, Order, Value};
use zermelo_game::{Game, Notation, Side};

use super::analyse::search;
use super::match_::resume_command;
use super::run_log::{self, Log};
use crate::args::AnalyseArgs;
use crate::chess_engine::{self, numbered_line, opposite, value_text};
use crate::report::{VERSION, counted};
use crate::{Failure, Io, interrupt, output};

/// A better move is shown when it gains this much, in centipawns.
const MISTAKE: i32 = 50;

/// The word before a better move, right behind the evaluation and at the end of a comment.
const BETTER: &str = "better";

/// What a mate counts when differences are taken.
const MATE: i32 = 3_000;

/// What the engine says of a position.
struct Judgement {
    value: Value,
    best: Option<Move>,
    line: Vec<Move>,
}

/// The games of a file.
struct Source<'a> {
    file: &'a str,
    encoding: Encoding,
    games: Vec<(&'a str, Result<PgnGame, BadLine>)>,
}

/// What became of them.
#[derive(Default)]
struct Games {
    /// All of them as PGN, annotated or as they were.
    texts: Vec<String>,
    /// The annotated ones.
    objects: Vec<Json>,
    /// How many could not be read.
    bad: usize,
    /// Whether Ctrl-C left some as they were.
    interrupted: bool,
}

/// Runs the command on a file. What is written to a file is kept beside it game by game, so that
/// the same command goes on after an interrupt.
pub fn run(
    args: &AnalyseArgs,
    file: &str,
    engine: &mut Engine,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let output = args.output.as_deref();
    let kept = output.filter(|path| output::is_replaced(path));
    let kept = kept.map(output::unfinished);
    let kept_name = kept.as_ref().map(|path| path.display().to_string());
    output::apart(&[
        (file, Some(Path::new(file))),
        ("--output", output),
        (kept_name.as_deref().unwrap_or_default(), kept.as_deref()),
    ])?;
    output.map_or(Ok(()), output::check)?;
    let mut bytes = Vec::new();
    if file == "-" {
        std::io::Read::read_to_end(&mut io.input, &mut bytes)?;
    } else {
        bytes = zermelo_archive::read_text(Path::new(file)).map_err(Failure::input)?;
    }
    let mut log = Log::open(kept.as_deref(), "games", &fingerprint(args, file, &bytes))?;
    if !log.is_empty() {
        let games = counted(log.len() as u64, "game");
        io.message(format!("zermelo: going on after {games}"));
    }
    let (text, encoding) = Encoding::read(bytes);
    let source = Source {
        file,
        encoding,
        games: read_pgn_texts(&text).collect(),
    };
    let mut work = |io: &mut Io<'_>| {
        let all = annotate_all(args, &source, &mut log, engine, io)?;
        finish(args, &source, &all, kept.as_deref(), io)
    };
    match output {
        Some(_) => io.whoever_listens(work),
        None => work(io),
    }
}

/// What two runs must share to be one.
fn fingerprint(args: &AnalyseArgs, file: &str, bytes: &[u8]) -> Json {
    let mut shared = run_log::settings(&args.player, &args.engine);
    shared["multipv"] = json!(args.multipv);
    shared["file"] = json!(file);
    shared["sum"] = json!(run_log::sum_of(bytes));
    shared
}

/// Writes the games and says what became of them.
fn finish(
    args: &AnalyseArgs,
    source: &Source<'_>,
    all: &Games,
    kept: Option<&Path>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let file = source.file;
    if io.terminal {
        io.message("");
    }
    let (done, of) = (all.objects.len(), source.games.len());
    if let Some(path) = args.output.as_ref().filter(|_| done > 0) {
        output::write_bytes(path, &source.encoding.write(&all.texts.concat()))?;
    }
    if let Some(path) = kept.filter(|_| done == 0 || !all.interrupted) {
        // Forgetting it is only tidiness.
        let _ = std::fs::remove_file(path);
    }
    if args.json || args.events {
        let object = json!({"games": all.objects, "of": of, "skipped": all.bad, "input": file,
            "version": VERSION});
        if args.json {
            io.json(&object)?;
        } else {
            io.line(object.to_string())?;
        }
    }
    if all.interrupted {
        let others = match &args.output {
            Some(path) if done == 0 => format!("{} is not written", path.display()),
            _ => "the others are left as they were".to_string(),
        };
        let go_on = kept.map_or(String::new(), |_| {
            format!("; to go on: {}", resume_command(None))
        });
        return Err(Failure::Check(format!(
            "interrupted after {done} of {of} games; {others}{go_on}"
        )));
    }
    if done == 0 {
        return Err(Failure::Input(format!("{file}: expected games in PGN")));
    }
    Ok(())
}

/// Annotates the games one after another, and prints them as they are done. After Ctrl-C the rest
/// is left as it was: half a game would pass for a whole one.
fn annotate_all(
    args: &AnalyseArgs,
    source: &Source<'_>,
    log: &mut Log,
    engine: &mut Engine,
    io: &mut Io<'_>,
) -> Result<Games, Failure> {
    let mut all = Games::default();
    let printed = !args.json && !args.events && args.output.is_none();
    for (place, (before, game)) in source.games.iter().enumerate() {
        let number = place + 1;
        let mut text = format!("{}\n\n", before.trim_ascii());
        let known = log.find(|known| known["game"] == number);
        match (known, game) {
            (Some(known), _) => {
                show_known(args, known, io)?;
                text = known["text"].as_str().unwrap_or(&text).to_string();
                all.objects.push(known["object"].clone());
            }
            _ if interrupt::asked() => all.interrupted = true,
            (None, Ok(game)) => {
                match annotate(args, game, engine, (number, source.games.len()), io)? {
                    Some((annotated, object)) => {
                        log.add(&json!({"game": number, "text": annotated, "object": object}))?;
                        text = annotated;
                        all.objects.push(object);
                    }
                    None => all.interrupted = true,
                }
            }
            (None, Err(error)) => {
                all.bad += 1;
                let file = source.file;
                io.message(format!(
                    "zermelo: {file}: game {number}: {error}; left as it is"
                ));
            }
        }
        // Whoever interrupts at a terminal does not want to see the rest.
        if printed && !(all.interrupted && io.terminal) {
            io.out.write_all(&source.encoding.write(&text))?;
            io.flush()?;
        }
        all.texts.push(text);
    }
    Ok(all)
}

/// Tells the events of a game that was annotated before.
fn show_known(args: &AnalyseArgs, known: &Json, io: &mut Io<'_>) -> Result<(), Failure> {
    let moves = known["object"]["moves"].as_array();
    for said in moves.filter(|_| args.events).into_iter().flatten() {
        show_event(&known["game"], said, io)?;
    }
    Ok(())
}

/// One move as an event.
fn show_event(game: &Json, said: &Json, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut event = said.clone();
    event["game"] = game.clone();
    io.line(event.to_string())?;
    io.flush()
}

/// One game with comments, as PGN and as JSON; `None` if it was interrupted.
fn annotate(
    args: &AnalyseArgs,
    game: &PgnGame,
    engine: &mut Engine,
    (number, of): (usize, usize),
    io: &mut Io<'_>,
) -> Result<Option<(String, Json)>, Failure> {
    engine.new_game();
    let mut position = game.line.start.clone();
    let mut before = judge(args, engine, game, 0, &position);
    let (mut moves, mut objects) = (Vec::new(), Vec::new());
    for (ply, &m) in game.line.moves.iter().enumerate() {
        if io.terminal && !args.events {
            let plies = game.line.moves.len();
            let _ = write!(
                io.err,
                "\rgame {number} of {of}, ply {} of {plies}   ",
                ply + 1
            );
            let _ = io.err.flush();
        }
        let next = position.after(m);
        let after = judge(args, engine, game, ply + 1, &next);
        // A search that was cut short says nothing that could be kept.
        if interrupt::asked() {
            return Ok(None);
        }
        let (annotated, object) = remark(game, ply, &position, &before, &after);
        if args.events {
            show_event(&json!(number), &object, io)?;
        }
        moves.push(annotated);
        objects.push(object);
        position = next;
        before = after;
    }
    let object = json!({"tags": game.tags.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "start": game.line.start.notation(), "moves": objects, "result": game.result});
    Ok(Some((text_of(game, moves), object)))
}

/// What is said of one move in `position`: the move with a sign, its comment, and both as JSON.
fn remark(
    game: &PgnGame,
    ply: usize,
    position: &Chess,
    before: &Judgement,
    after: &Judgement,
) -> ((String, String), Json) {
    let m = game.line.moves[ply];
    let san = position.san(m);
    let value = opposite(after.value);
    // Both for whoever is to move, so that mate, which has no sign, counts for the mover.
    let loss = number_of(before.value) + number_of(after.value);
    let for_white = |value| match position.side() {
        Side::First => value,
        Side::Second => opposite(value),
    };
    let white = for_white(value);
    // After the last move of a decided game there is nothing to evaluate.
    let mut comment = match position.after(m).outcome() {
        None => format!("[%eval {}]", value_text(white).trim_start_matches('+')),
        Some(_) => String::new(),
    };
    let better = before.best.filter(|&best| best != m && loss >= MISTAKE);
    if let Some(best) = better {
        let line = numbered_line(position, &before.line);
        let said = value_text(for_white(before.value));
        comment += &format!(" {BETTER} {} ({said}): {line}", position.san(best));
        comment = comment.trim_start().to_string();
    }
    let kept = game.comments.get(ply).map_or("", String::as_str);
    let kept = without_analysis(kept);
    if !kept.is_empty() {
        comment = format!("{kept} {comment}").trim_end().to_string();
    }
    let object = json!({"ply": ply + 1, "move": position.uci(m), "san": san,
        "eval": value_text(white), "loss_cp": loss.max(0),
        "better": better.map(|best| position.uci(best))});
    let glyph = match loss {
        300.. => "??",
        100.. => "?",
        MISTAKE.. => "?!",
        _ => "",
    };
    // Whoever judged the move before is not contradicted.
    let mut aside = game.asides.get(ply).into_iter();
    let judged = aside.any(|aside| is_verdict(&aside.signs));
    let glyph = if better.is_some() && !judged {
        glyph
    } else {
        ""
    };
    ((format!("{san}{glyph}"), comment), object)
}

/// A game with annotated moves as PGN.
fn text_of(game: &PgnGame, moves: Vec<(String, String)>) -> String {
    let mut tags = game.tags.clone();
    tags.retain(|(name, _)| name != "Result");
    match tags.iter_mut().find(|(name, _)| name == "Annotator") {
        Some((_, others)) if others.contains(VERSION) => {}
        Some((_, others)) => *others = format!("{others}; {VERSION}"),
        None => tags.push(("Annotator".to_string(), VERSION.to_string())),
    }
    GameText {
        tags,
        first_number: game.line.start.fullmove_number(),
        second_begins: game.line.start.side() == Side::Second,
        opening: game.opening.clone(),
        moves,
        asides: game.asides.clone(),
        result: game.result.clone(),
        ..GameText::default()
    }
    .to_string()
}

/// What the engine says of the position after `ply` moves.
fn judge(
    args: &AnalyseArgs,
    engine: &mut Engine,
    game: &PgnGame,
    ply: usize,
    position: &Chess,
) -> Judgement {
    if position.outcome().is_some() {
        let value = if position.is_check() {
            Value::Mate(0)
        } else {
            Value::Centipawns(0)
        };
        return Judgement {
            value,
            best: None,
            line: Vec::new(),
        };
    }
    let order = Order {
        start: game.line.start.clone(),
        moves: game.line.moves[..ply].to_vec(),
        only: None,
        limits: chess_engine::limits(&args.engine),
    };
    let answer = search(engine, &order, &mut |_| ());
    let line = answer.lines.first();
    Judgement {
        value: line.map_or(Value::Centipawns(0), |line| line.value),
        best: answer.best,
        line: line.map_or(Vec::new(), |line| line.pv.clone()),
    }
}

/// A value as a number whose differences make sense.
fn number_of(value: Value) -> i32 {
    match value {
        Value::Centipawns(score) => score.clamp(-MATE, MATE),
        Value::Mate(moves) if moves > 0 => MATE,
        Value::Mate(_) => -MATE,
    }
}

/// Whether one of a move's signs says how good it is: `!` to `?!`.
fn is_verdict(signs: &str) -> bool {
    let number = |sign: &str| sign.trim_start_matches('$').parse::<u8>().ok();
    let mut numbers = signs.split(' ').filter_map(number);
    numbers.any(|number| (1..=6).contains(&number))
}

/// A comment without what earlier analyses wrote: evaluations, and the better move behind one.
fn without_analysis(comment: &str) -> String {
    let mut text = comment.to_string();
    while let Some(start) = text.find("[%eval") {
        let end = text[start..]
            .find(']')
            .map_or(text.len(), |end| start + end + 1);
        // Long comments are written on several lines.
        let ours = text[end..].split_ascii_whitespace().next() == Some(BETTER);
        let end = if ours { text.len() } else { end };
        text.replace_range(start..end, "");
    }
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::without_analysis;

    #[test]
    fn what_an_analysis_wrote_is_known_again_however_its_lines_are_broken() {
        for (comment, left) in [
            ("mine [%eval -0.65] better\nNc3 (+0.20): 2. Nc3 c5", "mine"),
            ("[%eval\n0.2] better Nc3 (+0.20)", ""),
            ("good [%eval 0.2] betterment", "good betterment"),
        ] {
            assert_eq!(without_analysis(comment), left);
        }
    }
}
