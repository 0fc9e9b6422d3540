//! What a position is worth without a search, as a number and in words.

use zermelo_chess::Chess;
use zermelo_game::{Game, Score, Side};

use crate::Value;
use crate::evaluation::explain;

/// The evaluation of the shipped weights for the side to move.
#[must_use]
pub fn static_value(position: &Chess) -> Value {
    Value::Centipawns(static_score(position))
}

fn static_score(position: &Chess) -> Score {
    explain(position).total
}

/// The evaluation taken apart, White's view.
#[must_use]
pub fn explain_text(position: &Chess) -> String {
    if position.is_check() {
        return "no evaluation: the side to move is in check".to_string();
    }
    let score = static_score(position);
    let white = match position.side() {
        Side::First => score,
        Side::Second => -score,
    };
    format!("total {white} (centipawns, White's view)")
}
