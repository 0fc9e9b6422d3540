//! Nim: take any number of coins from one pile; who cannot move loses (normal play).
//!
//! C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901: the player to move
//! wins exactly if the exclusive or of the piles is not 0 ([`Nim::nim_sum`]). The evaluation does
//! not use the theorem, so that a search has something to find.
//!
//! Moves come from the largest pile down, the fewest coins first; equal piles are
//! interchangeable, so each is listed once. `5-2` takes two coins from a pile of five.

use std::fmt;

use zermelo_draw::Picture;
use zermelo_game::{Game, Heuristic, Noisy, Notation, Outcome, ParseError, Score, Side};

use crate::Drawn;
use crate::piles::{MAX_PILES, Piles};

const LARGEST_PILE: u8 = u8::MAX;

/// A position of Nim.
///
/// ```
/// use zermelo_game::Notation;
/// use zermelo_games::Nim;
/// let position = Nim::parse("3,4,5").unwrap();
/// assert_eq!(position, Nim::default());
/// assert_eq!(position.nim_sum(), 3 ^ 4 ^ 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nim(Piles);

/// Coins taken from a pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// Coins of the pile before.
    pub pile: u8,
    /// Coins taken, at least one.
    pub taken: u8,
}

impl Nim {
    /// The piles, from the largest.
    #[must_use]
    pub fn piles(&self) -> &[u8] {
        self.0.sizes()
    }

    /// The exclusive or of the piles: 0 exactly if the player to move loses.
    #[must_use]
    pub fn nim_sum(&self) -> u8 {
        self.piles().iter().fold(0, |sum, pile| sum ^ pile)
    }
}

impl Default for Nim {
    /// Piles of three, four and five.
    fn default() -> Nim {
        Nim::parse("3,4,5").expect("three piles are a position")
    }
}

impl Game for Nim {
    type Move = Take;

    fn side(&self) -> Side {
        self.0.side
    }

    fn legal_moves(&self, out: &mut Vec<Take>) {
        for pile in self.0.distinct() {
            out.extend((1..=pile).map(|taken| Take { pile, taken }));
        }
    }

    fn play(&mut self, m: Take) {
        self.0.remove(m.pile);
        self.0.add(m.pile.saturating_sub(m.taken));
        self.0.side = !self.0.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.piles().is_empty();
        over.then_some(Outcome::Win(!self.side()))
    }

    fn is_legal(&self, m: Take) -> bool {
        (1..=m.pile).contains(&m.taken) && self.piles().contains(&m.pile)
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Heuristic for Nim {
    /// +1 if the number of piles is odd, else -1: right when each pile is one coin, a guess
    /// otherwise.
    fn evaluate(&self) -> Score {
        if self.piles().len() % 2 == 1 { 1 } else { -1 }
    }
}

impl Noisy for Nim {
    /// Taking the whole of the only pile, which ends the game.
    fn noisy_moves(&self, out: &mut Vec<Take>) {
        if let &[pile] = self.piles() {
            out.push(Take { pile, taken: pile });
        }
    }
}

impl Notation for Nim {
    fn parse(text: &str) -> Result<Self, ParseError> {
        let total = MAX_PILES * usize::from(LARGEST_PILE);
        Piles::parse(text, LARGEST_PILE, total).map(Nim)
    }

    fn notation(&self) -> String {
        self.0.notation()
    }

    fn move_text(&self, m: Take) -> String {
        format!("{}-{}", m.pile, m.taken)
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Drawn for Nim {
    fn picture(&self) -> Picture {
        Picture::Piles(self.0.counters())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use zermelo_game::conformance;

    fn mover_wins(position: &Nim, known: &mut HashMap<Nim, bool>) -> bool {
        if let Some(&wins) = known.get(position) {
            return wins;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let wins = moves
            .iter()
            .any(|&m| !mover_wins(&position.after(m), known));
        known.insert(*position, wins);
        wins
    }

    #[test]
    fn keeps_the_contract_of_a_game() {
        for start in ["3,4,5", "255,255,1 second", "0", "1,1,1,1,2,2"] {
            let report = conformance::check(&Nim::parse(start).unwrap(), 20, 600, 1);
            assert_eq!(report.finished, 20, "{start}");
        }
    }

    #[test]
    fn the_mover_wins_exactly_if_the_nim_sum_is_not_zero() {
        let mut known = HashMap::new();
        let mut lost = 0;
        for a in 0..8 {
            for b in 0..8 {
                for c in 0..8 {
                    let position = Nim::parse(&format!("{a},{b},{c}")).unwrap();
                    let wins = mover_wins(&position, &mut known);
                    assert_eq!(wins, position.nim_sum() != 0, "{a},{b},{c}");
                    lost += usize::from(!wins);
                }
            }
        }
        assert_eq!(lost, 64, "for each a and b there is one losing c");
    }

    #[test]
    fn equal_piles_are_listed_once() {
        let mut moves = Vec::new();
        let position = Nim::parse("2,2,1").unwrap();
        position.legal_moves(&mut moves);
        let texts: Vec<String> = moves.iter().map(|&m| position.move_text(m)).collect();
        assert_eq!(texts, ["2-1", "2-2", "1-1"]);
        assert_eq!(position.after(moves[1]).notation(), "2,1 second");
    }

    #[test]
    fn only_taking_the_last_pile_is_unquiet() {
        let mut noisy = Vec::new();
        Nim::parse("3,1").unwrap().noisy_moves(&mut noisy);
        assert_eq!(noisy, []);
        Nim::parse("3").unwrap().noisy_moves(&mut noisy);
        assert_eq!(noisy, [Take { pile: 3, taken: 3 }]);
    }
}
