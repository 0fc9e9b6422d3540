//! A position and how it came about, as pages show it.

use serde_json::{Map, Value, json};
use zermelo_archive::{OpeningNames, opening_json};
use zermelo_chess::{Chess, ChessReferee, DEFAULT_MAX_PLIES, Line, Move};
use zermelo_engine::evaluation::{Term, explain};
use zermelo_game::{Ending, Game, Notation, Outcome, Reason, Referee, Side};
use zermelo_kriegspiel::{side_name, square_name};

/// The end of a game as pages show it.
#[must_use]
pub fn result_json(ending: &Ending) -> Value {
    let reason = match (ending.reason, ending.outcome) {
        (Reason::Rules, Outcome::Win(_)) => "checkmate".to_string(),
        (Reason::Rules, Outcome::Draw) => "stalemate".to_string(),
        (Reason::NoProgress, _) => "fifty moves without progress".to_string(),
        (reason, _) => reason.to_string(),
    };
    json!({"outcome": outcome_text(ending.outcome), "reason": reason})
}

/// `1-0`, `0-1` or `1/2-1/2`.
#[must_use]
pub fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "1-0",
        Outcome::Win(Side::Second) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

/// The eight terms, White's view.
#[must_use]
pub fn evaluation_json(position: &Chess) -> Value {
    let said = explain(position);
    let terms = Term::ALL.iter().zip(said.terms);
    let terms = terms.map(|((letter, name, _), value)| {
        json!({"letter": letter.to_string(), "name": name, "value": value})
    });
    json!({
        "terms": terms.collect::<Vec<_>>(),
        "ending": said.ending,
        "stage": said.stage,
        "total": said.total,
    })
}

/// The last named opening on the way to the end of a line.
#[must_use]
pub fn opening(line: &Line, names: &OpeningNames) -> Value {
    opening_json(names.last_of(&line.archive_keys()).as_ref())
}

/// The moves of a line, each with the position after it.
#[must_use]
pub fn moves_json(line: &Line) -> Vec<Value> {
    let mut position = line.start.clone();
    let mut moves = Vec::with_capacity(line.moves.len());
    for &m in &line.moves {
        let (uci, san) = (position.uci(m), position.san(m));
        position.play(m);
        moves.push(json!({"uci": uci, "san": san, "fen": position.notation()}));
    }
    moves
}

/// The legal moves of a position in coordinates.
#[must_use]
pub fn legal_json(position: &Chess) -> Vec<String> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    legal.into_iter().map(|m| position.uci(m)).collect()
}

/// Everything about the end of a line.
#[must_use]
pub fn describe(line: &Line, names: &OpeningNames) -> Map<String, Value> {
    let position = line.end();
    let check = position
        .is_check()
        .then(|| square_name(position.king_square(position.side())));
    let moves = moves_json(line);
    let last = moves.last().and_then(|m| m["uci"].as_str());
    let last = last.and_then(|uci| Some([uci.get(..2)?, uci.get(2..4)?]));
    let last = json!(last);
    let mut object = Map::new();
    let mut say = |name: &str, value: Value| object.insert(name.to_string(), value);
    say("start", json!(line.start.notation()));
    say("fen", json!(position.notation()));
    say("turn", json!(side_name(position.side())));
    say("ply", json!(line.moves.len()));
    say("moves", json!(moves));
    say("legal", json!(legal_json(&position)));
    say("check", json!(check));
    say("last", last);
    say("evaluation", evaluation_json(&position));
    say("opening", opening(line, names));
    say(
        "result",
        ending(line).as_ref().map_or(Value::Null, result_json),
    );
    object
}

/// How the game of a line has ended, by the rules and its history.
fn ending(line: &Line) -> Option<Ending> {
    let mut referee = ChessReferee::new(line.start.clone(), DEFAULT_MAX_PLIES);
    for &m in &line.moves {
        // Whoever analyses may go on after a draw.
        referee.submit(m).ok()?;
    }
    referee.ending()
}

/// A move of a line of the engine as text.
#[must_use]
pub fn san_line(position: &Chess, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut position = position.clone();
    let texts = moves.iter().map(|&m| {
        let texts = (position.uci(m), position.san(m));
        position.play(m);
        texts
    });
    texts.unzip()
}
