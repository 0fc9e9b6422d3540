//! What a position is worth without a search, as a number and in words.

use zermelo_chess::Chess;
use zermelo_game::{Game, Side};

use crate::Value;
use crate::evaluation::explain;

/// The evaluation of the shipped weights for the side to move.
#[must_use]
pub fn static_value(position: &Chess) -> Value {
    let white = explain(position).total;
    Value::Centipawns(match position.side() {
        Side::First => white,
        Side::Second => -white,
    })
}

/// The evaluation taken apart, White's view.
#[must_use]
pub fn explain_text(position: &Chess) -> String {
    let check = if position.is_check() {
        "\nThe side to move is in check: the search does not ask for this value."
    } else {
        ""
    };
    format!("{}\n(centipawns, White's view){check}", explain(position))
}
