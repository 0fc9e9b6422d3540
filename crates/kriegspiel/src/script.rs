//! The scripted umpire: tries in, one line each; what everybody is told out, one JSON object each.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};
use zermelo_game::Side;

use crate::action::Action;
use crate::announcement::{Cause, side_name};
use crate::protocol::{next_line, shown};
use crate::rules::PawnTries;
use crate::umpire::{Answer, Umpire};

/// Reads a try, `any` or `resign` a line, by whoever is to move, and writes one JSON object a
/// line. Empty lines are skipped; after the end of the game everything is refused.
///
/// # Errors
///
/// If a stream fails.
pub fn run_script(
    umpire: &mut Umpire,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        if !next_line(input, &mut line)? {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        writeln!(out, "{}", answer_line(umpire, text.trim()))?;
        out.flush()?;
    }
}

/// Answers one line.
pub fn answer_line(umpire: &mut Umpire, line: &str) -> Value {
    let over = umpire.result().is_some();
    let side = umpire.to_move();
    let before = Side::BOTH.map(|side| umpire.view_of(side).heard().len());
    let answer = if line.eq_ignore_ascii_case("resign") && !over {
        umpire.lose(side, Cause::Resignation);
        Answer::Accepted
    } else {
        umpire.answer(Action::parse(line).unwrap_or(Action::Unreadable))
    };
    let told = Side::BOTH.map(|hearer| {
        let new = &umpire.view_of(hearer).heard()[before[hearer.index()]..];
        new.iter()
            .map(|said| said.text_for(&shown(line)))
            .collect::<Vec<_>>()
    });
    let [to_white, to_black] = told;
    let result = umpire.result();
    json!({
        "side": if over { Value::Null } else { json!(side_name(side)) },
        "try": shown(line),
        "answer": answer.word(),
        "to_white": to_white,
        "to_black": to_black,
        "to_move": if result.is_some() { Value::Null } else { json!(side_name(umpire.to_move())) },
        "tries": tries(umpire),
        "result": result.map(|result| result.to_string()),
    })
}

/// What is told of the pawn tries of the side to move: a number, `yes` or `no`, or nothing.
fn tries(umpire: &Umpire) -> Value {
    if umpire.result().is_some() {
        return Value::Null;
    }
    let view = umpire.view_of(umpire.to_move());
    let yes = |any: bool| if any { "yes" } else { "no" };
    match umpire.rules().pawn_tries {
        PawnTries::Counted => json!(view.pawn_tries()),
        _ => view
            .any_pawn_capture()
            .map_or(Value::Null, |any| json!(yes(any))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn answers(rules: &str, lines: &str) -> Vec<Value> {
        let mut umpire = Umpire::new(Rules::named(rules).unwrap());
        let mut out = Vec::new();
        run_script(&mut umpire, &mut lines.as_bytes(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn nothing_is_said_before_the_first_line() {
        assert!(answers("wild16", "").is_empty());
        assert!(answers("wild16", "\n \n").is_empty());
    }

    #[test]
    fn a_scholar_is_mated_in_public() {
        let said = answers("wild16", "f2f3\ne7e5\ng2g4\nd8h4\nh2h3\n");
        assert_eq!(
            said[0],
            json!({
                "side": "white", "try": "f2f3", "answer": "accepted",
                "to_white": ["accepted f2f3", "to-move black tries 0"],
                "to_black": ["moved white", "to-move black tries 0"],
                "to_move": "black", "tries": 0, "result": null,
            })
        );
        assert_eq!(said[3]["result"], "0-1 checkmate");
        assert_eq!(
            said[3]["to_white"],
            json!(["moved black", "result 0-1 checkmate"])
        );
        assert_eq!(said[3]["tries"], Value::Null);
        let after = json!([said[4]["side"], said[4]["answer"], said[4]["to_white"]]);
        assert_eq!(after, json!([null, "illegal", []]));
    }

    #[test]
    fn nonsense_is_answered_to_its_author_alone() {
        let said = answers("berkeley", "hello\ne2e5\nany\nresign\n");
        for (object, text) in said.iter().zip(["hello", "e2e5", "any"]) {
            assert_eq!(object["answer"], "nonsense", "{text}");
            assert_eq!(object["to_white"], json!([format!("nonsense {text}")]));
            assert_eq!(object["to_black"], json!([]));
            assert_eq!(object["to_move"], "white");
        }
        assert_eq!(said[3]["result"], "0-1 resignation");
        assert_eq!(said[3]["to_black"], json!(["result 0-1 resignation"]));
    }

    #[test]
    fn an_unreadable_try_is_refused_in_public_where_others_are() {
        let said = answers("english", "hello\ne2e5\n");
        for (object, text) in said.iter().zip(["hello", "e2e5"]) {
            assert_eq!(object["to_white"], json!([format!("illegal {text}")]));
            assert_eq!(object["to_black"], json!(["refused white"]));
        }
    }

    #[test]
    fn an_endless_line_is_read_only_so_far() {
        let long = "x".repeat(1 << 20) + "\ne2e4\n";
        let said = answers("wild16", &long);
        assert_eq!(said[0]["answer"], "illegal");
        assert_eq!(said[1]["answer"], "accepted");
        let mut line = Vec::new();
        assert!(next_line(&mut long.as_bytes(), &mut line).unwrap());
        assert_eq!(line.len(), 1 << 16);
    }

    #[test]
    fn only_a_capture_that_may_be_one_does_the_duty_to_capture() {
        // b2 cannot take its own knight; a move refused for the duty's sake is free after it.
        let lines = "e2e4\nd7d5\nb1c3\na7a6\nany\nb2c3\ng1f3\ne4f5\ng1f3\n";
        let said = answers("english", lines);
        let words: Vec<&Value> = said[5..].iter().map(|object| &object["answer"]).collect();
        assert_eq!(words, ["illegal", "illegal", "illegal", "accepted"]);
        let mut umpire = Umpire::new(Rules::named("english").unwrap());
        for line in lines.lines().take(8) {
            answer_line(&mut umpire, line);
        }
        let free = crate::action::Try::parse("g1f3").unwrap();
        assert!(umpire.view_of(Side::First).is_possible(free));
    }

    #[test]
    fn questions_are_answered_to_both() {
        let said = answers("english", "e2e4\nd7d5\nany\n");
        assert_eq!(said[1]["tries"], Value::Null);
        assert_eq!(said[2]["answer"], "accepted");
        assert_eq!(said[2]["to_black"], json!(["any yes"]));
        assert_eq!(said[2]["tries"], "yes");
        let said = answers("cincinnati", "e2e4\nd7d5\n");
        assert_eq!(said[1]["tries"], "yes");
    }
}
