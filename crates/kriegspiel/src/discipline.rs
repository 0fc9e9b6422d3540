//! Kriegspiel as the arena runs it.

use zermelo_arena::discipline::{Discipline, Start};
use zermelo_arena::openings::Opening;
use zermelo_arena::record::Termination;
use zermelo_game::{ParseError, Reason};

use crate::action::Action;
use crate::announcement::Cause;
use crate::rules::Rules;
use crate::umpire::{Answer, Umpire};

/// Games of more plies are drawn unless told otherwise. Not every dialect has the fifty moves.
pub const MAX_PLIES: usize = 1_000;

/// Kriegspiel in a dialect.
#[derive(Clone, Copy, Debug)]
pub struct KriegspielDiscipline {
    /// The dialect.
    pub rules: &'static Rules,
    /// Games of this many plies are drawn.
    pub max_plies: usize,
}

impl Default for KriegspielDiscipline {
    fn default() -> KriegspielDiscipline {
        KriegspielDiscipline {
            rules: Rules::wild16(),
            max_plies: MAX_PLIES,
        }
    }
}

impl Discipline for KriegspielDiscipline {
    type Referee = Umpire;

    fn name(&self) -> String {
        format!("kriegspiel {}", self.rules.name)
    }

    fn begin(&self, opening: &Opening) -> Result<Start<Umpire>, ParseError> {
        if let Some(position) = &opening.position {
            return Err(ParseError::new(position, 1, "the usual starting position"));
        }
        let mut umpire = Umpire::new(self.rules).with_limit(self.max_plies);
        for word in &opening.moves {
            let action = Action::parse(word)?;
            if umpire.answer(action) != Answer::Accepted || umpire.result().is_some() {
                return Err(ParseError::new(word, 1, "a legal move that ends no game"));
            }
        }
        Ok(Start {
            referee: umpire,
            moves: opening.moves.clone(),
            position: None,
            first_number: 1,
            second_begins: false,
        })
    }

    fn record(&self, _referee: &Umpire, action: &Action) -> String {
        action.to_string()
    }

    fn termination(&self, referee: &Umpire, reason: Reason) -> Termination {
        match referee.result().map(|result| result.cause) {
            Some(Cause::Checkmate) => Termination::Checkmate,
            Some(Cause::Stalemate) => Termination::Stalemate,
            Some(Cause::FiftyMoves) => Termination::FiftyMoves,
            Some(Cause::InsufficientMaterial) => Termination::InsufficientMaterial,
            _ => reason.into(),
        }
    }

    fn settings(&self) -> String {
        format!("at most {} plies", self.max_plies)
    }

    fn transcript(&self, referee: &Umpire) -> String {
        referee.transcript().to_string()
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::Referee;

    use super::*;

    fn word(fen: &str, tried: &str) -> &'static str {
        let discipline = KriegspielDiscipline::default();
        let position = Umpire::position(fen).unwrap();
        let mut umpire = Umpire::from_position(discipline.rules, position);
        umpire.answer(Action::parse(tried).unwrap());
        let reason = umpire.ending().unwrap().reason;
        discipline.termination(&umpire, reason).word()
    }

    #[test]
    fn ends_are_counted_under_the_umpires_words() {
        for (fen, tried, expected) in [
            ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "checkmate"),
            ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "stalemate"),
            ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a2", "fifty-moves"),
            (
                "8/8/8/8/8/8/6r1/k4K2 w - - 0 1",
                "f1g2",
                "insufficient-material",
            ),
        ] {
            assert_eq!(word(fen, tried), expected, "{fen}");
        }
    }
}
