//! Kriegspiel as the arena runs it.

use zermelo_arena::discipline::{Discipline, Start};
use zermelo_arena::openings::Opening;
use zermelo_game::ParseError;

use crate::action::Action;
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

    fn transcript(&self, referee: &Umpire) -> String {
        referee.transcript().to_string()
    }
}
