//! `kriegspiel replay --heard`: what one side has heard, and which boards that leaves.

use std::path::Path;

use serde_json::json;
use zermelo_game::Side;
use zermelo_kriegspiel::record::{Record, RecordError, follow_record, parse_record};
use zermelo_kriegspiel::replay::{belief_text, board_lines, letters, side_word};
use zermelo_kriegspiel::{Rules, parse_side, side_name};

use super::rules;
use crate::args::KriegspielReplayArgs;
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io};

/// Follows a record of announcements.
pub fn run(args: &KriegspielReplayArgs, path: &Path, io: &mut Io<'_>) -> Result<(), Failure> {
    let side = args.side.as_deref().and_then(parse_side);
    let side = side.unwrap_or(Side::First);
    let rules = rules(args.rules.as_deref().unwrap_or(Rules::wild16().name))?;
    let text = io.text(path)?;
    let wrong = |error: RecordError| Failure::Input(format!("{}: {error}", path.display()));
    let lines = parse_record(&text).map_err(wrong)?;
    let record = follow_record(&lines, side, rules).map_err(wrong)?;
    let (belief, source) = record.belief();
    if args.json {
        let doubt = record.doubt.as_ref();
        return io.json(&json!({
            "file": named(path),
            "side": side_name(side),
            "rules": rules.name,
            "announcements": lines.len(),
            "boards": record.boards.list().len(),
            "complete": record.boards.is_complete(),
            "doubt": doubt.map(|doubt| json!({
                "line": doubt.line, "text": doubt.text, "why": doubt.why,
            })),
            "believes": {
                "by": source.word(),
                "pawns": belief.pawns.to_vec(), "pieces": belief.pieces.to_vec(),
                "king": belief.king.to_vec(),
            },
            "version": VERSION,
        }));
    }
    io.line(summary(&record, side, lines.len()))?;
    if let Some(doubt) = &record.doubt {
        io.line(doubt.to_string())?;
    }
    io.line(board_lines(&letters(record.view.men())).join("\n"))?;
    io.line("")?;
    io.line(belief_text(side, &belief, source).trim_end())
}

/// How many boards are possible, in a sentence.
fn summary(record: &Record, side: Side, lines: usize) -> String {
    let boards = record.boards.list().len() as u64;
    let boards = match (record.boards.is_complete(), boards) {
        (true, 1) => "1 board is possible".to_string(),
        (true, _) => format!("{} boards are possible", grouped(boards)),
        (false, _) => format!(
            "{} of those that are possible, or nearly, are kept",
            counted(boards, "board")
        ),
    };
    let lines = counted(lines as u64, "announcement");
    format!("{} has heard {lines}; {boards}", side_word(side))
}
