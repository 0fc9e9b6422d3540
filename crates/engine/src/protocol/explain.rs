//! What a position is worth without a search, as a number and in words.

use zermelo_chess::Chess;
use zermelo_game::{Game, Side};

use crate::Value;
use crate::evaluation::{Classical, explain};
use crate::learned::{Judgement, Learned};
use crate::mind::weights_of;

/// The evaluation of the shipped weights for the side to move.
#[must_use]
pub fn static_value(position: &Chess) -> Value {
    let white = explain(position).total;
    Value::Centipawns(match position.side() {
        Side::First => white,
        Side::Second => -white,
    })
}

/// The evaluation of a player taken apart, White's view; only its value where it is learnt and no
/// sum of terms.
#[must_use]
pub fn explain_text(position: &Chess, player: &str, learned: Option<&Learned>) -> String {
    let value = match learned.and_then(Learned::judgement) {
        Some(Judgement::Weights(weights)) => Classical::new(weights).explain(position).to_string(),
        Some(judgement) => {
            let own = judgement.value(position);
            let white = if position.side() == Side::First {
                own
            } else {
                -own
            };
            format!("  {:<15} {white:>6}", "total")
        }
        None => {
            let weights = weights_of(player, learned.is_some());
            Classical::new(weights).explain(position).to_string()
        }
    };
    let check = if position.is_check() {
        "\nThe side to move is in check: the search does not ask for this value."
    } else {
        ""
    };
    format!("{value}\n(centipawns, White's view){check}")
}
