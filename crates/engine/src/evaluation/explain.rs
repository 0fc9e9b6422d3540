//! A value taken apart.

use std::fmt;

use zermelo_game::Score;

use super::weights::Term;

/// What a position is worth to White, in centipawns, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The terms in the order of [`Term::ALL`].
    pub terms: [Score; 8],
    /// The stage, from 0 (opening) to 10 (ending).
    pub stage: u32,
    /// What the rules of special endings, or looking no further, add.
    pub ending: Score,
    /// The value: the sum of the above.
    pub total: Score,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((letter, name, _), value) in Term::ALL.iter().zip(self.terms) {
            writeln!(f, "{letter} {name:<15} {value:>6}")?;
        }
        writeln!(f, "  {:<15} {:>6}", "ending", self.ending)?;
        writeln!(f, "  {:<15} {:>6}", "stage", self.stage)?;
        write!(f, "  {:<15} {:>6}", "total", self.total)
    }
}
