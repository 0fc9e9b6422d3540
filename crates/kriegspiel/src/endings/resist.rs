//! A king that sees everything, knows what will be tried, and holds out as long as it can.
//!
//! *Computes* the length of the game from what we know and where the king truly is, when we play
//! by the tables. *Invariant.* What it finds is exact: every answer of the king is followed to the
//! mate. *Cost.* Every state that can arise is met once.

use std::collections::HashMap;

use zermelo_chess::attacks;

use super::choose::Endings;
use super::placement::Placement;
use crate::action::Try;
use crate::men::{bit, squares};

/// The best defence against a player who plays by the tables.
#[derive(Debug)]
pub struct Resistance<'a> {
    endings: &'a Endings,
    plans: HashMap<(Placement, u64), Vec<Try>>,
    lengths: HashMap<(Placement, u64, u8), Option<u8>>,
}

/// What follows from a line of tries when the king is on a square.
enum After {
    Mate,
    /// The men, and the squares where the king may be before and after its answer.
    Goes(Placement, u64, u64),
    /// Stalemate, a man lost, or nothing that can be played.
    Fails,
}

impl<'a> Resistance<'a> {
    /// The defence against these tables.
    #[must_use]
    pub fn new(endings: &'a Endings) -> Resistance<'a> {
        Resistance {
            endings,
            plans: HashMap::new(),
            lengths: HashMap::new(),
        }
    }

    /// Our moves until the king on a square is mated, when all we know is a set of squares; `None`
    /// if it never is.
    pub fn length(&mut self, at: &Placement, kings: u64, king: u8) -> Option<u8> {
        let key = (*at, kings, king);
        if let Some(known) = self.lengths.get(&key) {
            return *known;
        }
        // Should a state lead back to itself, it is not won.
        self.lengths.insert(key, None);
        let length = match self.after(at, kings, king) {
            After::Mate => Some(1),
            After::Fails => None,
            After::Goes(men, free, moved) => {
                let answers = squares(attacks::king(king) & free);
                let lengths = answers.map(|to| self.length(&men, moved, to));
                let longest = lengths.collect::<Option<Vec<u8>>>();
                longest.and_then(|all| all.into_iter().max().map(|most| most + 1))
            }
        };
        self.lengths.insert(key, length);
        length
    }

    /// The square from which the king holds out longest, if it may begin on any of these.
    pub fn worst(&mut self, at: &Placement, kings: u64) -> Option<(u8, Option<u8>)> {
        squares(kings)
            .map(|king| (king, self.length(at, kings, king)))
            .max_by_key(|&(_, length)| length.map_or(u8::MAX, |moves| moves))
    }

    /// Where the king goes that is on a square after our move, when before it all we knew was a
    /// set of squares: to where it holds out longest.
    pub fn answer(&mut self, at: &Placement, kings: u64, king: u8) -> Option<u8> {
        match self.after(at, kings, king) {
            After::Goes(men, free, moved) => squares(attacks::king(king) & free)
                .max_by_key(|&to| self.length(&men, moved, to).map_or(u8::MAX, |moves| moves)),
            _ => None,
        }
    }

    fn after(&mut self, at: &Placement, kings: u64, king: u8) -> After {
        let endings = self.endings;
        let tries = self.plans.entry((*at, kings)).or_insert_with(|| {
            let plan = endings.plan_for(at, kings);
            plan.map_or_else(Vec::new, |plan| plan.tries)
        });
        let page = endings.atlas().page(at);
        let mut left = kings;
        for tried in tries.iter() {
            let Some(step) = page.steps.iter().find(|step| step.tried == *tried) else {
                return After::Fails;
            };
            if step.refused & bit(king) != 0 {
                left &= step.refused;
                continue;
            }
            let sight = &endings.atlas().page(&step.after).sight;
            let part = sight.parts.iter().find(|part| *part & bit(king) != 0);
            let Some(part) = part.filter(|_| sight.spoilt & bit(king) == 0) else {
                return After::Fails;
            };
            if sight.moved(bit(king)) == 0 {
                return After::Mate;
            }
            let moved = sight.moved(left & !step.refused & part);
            return After::Goes(step.after, sight.free, moved);
        }
        After::Fails
    }
}
