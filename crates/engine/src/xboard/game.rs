//! What the rules say about a game in progress, and how XBoard is told.

use zermelo_chess::{Chess, FIFTY_MOVES, Move};
use zermelo_game::{Game, History, Outcome, Side};

use crate::{Known, Report, Value};

/// Why a game is over, as a result with its comment; `None` if it is not.
pub fn ending(game: &History<Chess>) -> Option<&'static str> {
    let position = game.position();
    match position.outcome() {
        Some(Outcome::Win(Side::First)) => return Some("1-0 {White mates}"),
        Some(Outcome::Win(Side::Second)) => return Some("0-1 {Black mates}"),
        Some(Outcome::Draw) => return Some("1/2-1/2 {Stalemate}"),
        None => {}
    }
    if position.is_insufficient_material() {
        Some("1/2-1/2 {Insufficient material}")
    } else if position.halfmove_clock() >= FIFTY_MOVES {
        Some("1/2-1/2 {Fifty-move rule}")
    } else if occurrences(game) >= 3 {
        Some("1/2-1/2 {Draw by repetition}")
    } else {
        None
    }
}

/// How often the position on the board has occurred, now included.
fn occurrences(game: &History<Chess>) -> usize {
    let here = game.position().key();
    let mut position = game.start().clone();
    let mut count = usize::from(position.key() == here);
    for &m in game.moves() {
        position.play(m);
        count += usize::from(position.key() == here);
    }
    count
}

/// The game without its last moves.
pub fn taken_back(game: &History<Chess>, plies: usize) -> History<Chess> {
    let mut shorter = History::new(game.start().clone());
    let left = game.moves().len().saturating_sub(plies);
    game.moves()[..left].iter().for_each(|&m| shorter.play(m));
    shorter
}

/// A move as XBoard wants it: coordinates, and castling by its sign in Chess960.
pub fn move_text(position: &Chess, m: Move, chess960: bool) -> String {
    match m.castling_rook() {
        Some(_) if chess960 || position.is_chess960() => {
            let san = position.san(m);
            san.trim_end_matches(['+', '#']).to_string()
        }
        _ => position.uci(m),
    }
}

/// A report as a line of thinking: ply, score, centiseconds, nodes, the longest line, speed,
/// tablebase hits, a tab, the moves. Mates are `100000 + moves`. At the end `!` marks a score that
/// is at least this, `?` one that is at most this.
pub fn thinking(position: &Chess, report: &Report) -> String {
    let score = match report.value {
        Value::Centipawns(score) => score,
        Value::Mate(moves) if moves > 0 => 100_000 + moves,
        Value::Mate(moves) => moves - 100_000,
    };
    let mut position = position.clone();
    let mut line = Vec::new();
    for &m in &report.pv {
        if !position.is_legal(m) {
            break;
        }
        line.push(position.san(m));
        position.play(m);
    }
    // A word of its own, lest it be read as part of the last move.
    match report.bound {
        Known::Exact => {}
        Known::AtLeast => line.push("!".to_string()),
        Known::AtMost => line.push("?".to_string()),
    }
    format!(
        "{} {score} {} {} {} {} {}\t{}",
        report.depth,
        report.elapsed.as_millis() / 10,
        report.nodes,
        report.seldepth,
        report.nps(),
        report.tbhits,
        line.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use zermelo_game::Notation;

    use super::*;

    #[test]
    fn scores_that_are_bounds_are_marked_at_the_end() {
        let position = Chess::new();
        let line = |bound| {
            let report = Report {
                depth: 3,
                seldepth: 5,
                multipv: 1,
                value: Value::Centipawns(20),
                score: 20,
                bound,
                nodes: 7,
                elapsed: Duration::from_millis(10),
                hashfull: 0,
                tbhits: 0,
                pv: vec![position.parse_move("g1f3").unwrap()],
            };
            let text = thinking(&position, &report);
            text.split('\t').nth(1).map(str::to_string).unwrap()
        };
        assert_eq!(line(Known::Exact), "Nf3");
        assert_eq!(line(Known::AtLeast), "Nf3 !");
        assert_eq!(line(Known::AtMost), "Nf3 ?");
    }
}
