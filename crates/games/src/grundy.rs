//! Grundy's game: split a pile into two unequal parts; who cannot move loses.
//!
//! P. M. Grundy, "Mathematics and games", 1939. The sources' example of AND/OR reduction: with
//! seven coins the player to move loses. Piles of one and two coins cannot be split and stay in
//! the position, since the number of coins never changes.
//!
//! Moves come from the largest pile down, the most unequal split first; equal piles are
//! interchangeable, so each split is listed once. `7:6+1` is the split of seven into six and one.

use std::fmt;

use zermelo_draw::Picture;
use zermelo_game::{Game, Heuristic, Noisy, Notation, Outcome, ParseError, Score, Side};

use crate::Drawn;
use crate::piles::{MAX_PILES, Piles};

/// The most coins of a position: each coin may become a pile of its own.
const MAX_COINS: u8 = MAX_PILES as u8;

/// A position of Grundy's game.
///
/// ```
/// use zermelo_game::{Game, Notation};
/// use zermelo_games::Grundy;
/// let seven = Grundy::default();
/// let mut moves = Vec::new();
/// seven.legal_moves(&mut moves);
/// let texts: Vec<String> = moves.iter().map(|&m| seven.move_text(m)).collect();
/// assert_eq!(texts, ["7:6+1", "7:5+2", "7:4+3"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grundy(Piles);

/// The split of a pile into two unequal parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// Coins of the pile that is split.
    pub pile: u8,
    /// Coins of its smaller part.
    pub smaller: u8,
}

/// The Grundy value of one pile: the least number that is no value of a split of it. A pile is
/// lost for the player to move exactly if it is 0, and several piles exactly if the exclusive or
/// of theirs is. Takes time quadratic in `coins`.
#[must_use]
pub fn grundy_value(coins: u8) -> u32 {
    let mut values: Vec<u32> = vec![0; usize::from(coins) + 1];
    for pile in 3..values.len() {
        let reached: Vec<u32> = (1..pile.div_ceil(2))
            .map(|smaller| values[smaller] ^ values[pile - smaller])
            .collect();
        let least = (0..).find(|value| !reached.contains(value));
        values[pile] = least.expect("finitely many values are reached");
    }
    values[usize::from(coins)]
}

impl Grundy {
    /// The piles, from the largest.
    #[must_use]
    pub fn piles(&self) -> &[u8] {
        self.0.sizes()
    }

    fn is_over(&self) -> bool {
        self.piles().first().is_none_or(|&largest| largest < 3)
    }
}

impl Default for Grundy {
    /// One pile of seven coins, the sources' example.
    fn default() -> Grundy {
        Grundy::parse("7").expect("seven coins are a position")
    }
}

impl Game for Grundy {
    type Move = Split;

    fn side(&self) -> Side {
        self.0.side
    }

    fn legal_moves(&self, out: &mut Vec<Split>) {
        for pile in self.0.distinct() {
            out.extend((1..pile.div_ceil(2)).map(|smaller| Split { pile, smaller }));
        }
    }

    fn play(&mut self, m: Split) {
        self.0.remove(m.pile);
        self.0.add(m.pile.saturating_sub(m.smaller));
        self.0.add(m.smaller);
        self.0.side = !self.0.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(Outcome::Win(!self.side()))
    }

    fn is_legal(&self, m: Split) -> bool {
        (1..m.pile.div_ceil(2)).contains(&m.smaller) && self.piles().contains(&m.pile)
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Heuristic for Grundy {
    /// +1 if the number of piles that can be split is odd, else -1: right when each of them is a
    /// pile of three, a guess otherwise.
    fn evaluate(&self) -> Score {
        let live = self.piles().iter().filter(|&&pile| pile >= 3).count();
        if live % 2 == 1 { 1 } else { -1 }
    }
}

impl Noisy for Grundy {
    /// The moves that end the game.
    fn noisy_moves(&self, out: &mut Vec<Split>) {
        let first = out.len();
        self.legal_moves(out);
        let mut kept = first;
        for i in first..out.len() {
            if self.after(out[i]).is_over() {
                out[kept] = out[i];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

impl Notation for Grundy {
    fn parse(text: &str) -> Result<Self, ParseError> {
        Piles::parse(text, MAX_COINS, MAX_COINS.into()).map(Grundy)
    }

    fn notation(&self) -> String {
        self.0.notation()
    }

    fn move_text(&self, m: Split) -> String {
        let larger = m.pile.saturating_sub(m.smaller);
        format!("{}:{larger}+{}", m.pile, m.smaller)
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Drawn for Grundy {
    fn picture(&self) -> Picture {
        Picture::Piles(self.0.counters())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::conformance;

    fn mover_wins(position: &Grundy) -> bool {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.iter().any(|&m| !mover_wins(&position.after(m)))
    }

    #[test]
    fn keeps_the_contract_of_a_game() {
        for start in ["7", "20,3 second", "100", "0", "2,2,1"] {
            let report = conformance::check(&Grundy::parse(start).unwrap(), 20, 100, 1);
            assert_eq!(report.finished, 20, "{start}");
        }
    }

    #[test]
    fn values_of_single_piles_are_the_published_ones() {
        let values: Vec<u32> = (0..14).map(grundy_value).collect();
        assert_eq!(values, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3]);
    }

    #[test]
    fn the_mover_loses_with_seven_coins() {
        assert!(!mover_wins(&Grundy::default()));
    }

    #[test]
    fn the_mover_wins_exactly_if_the_values_do_not_cancel() {
        for first in 1..=9 {
            for second in 1..=6 {
                let position = Grundy::parse(&format!("{first},{second}")).unwrap();
                let sum = grundy_value(first) ^ grundy_value(second);
                assert_eq!(mover_wins(&position), sum != 0, "{first},{second}");
            }
        }
    }

    #[test]
    fn equal_piles_are_split_once() {
        let mut moves = Vec::new();
        Grundy::parse("4,4,2").unwrap().legal_moves(&mut moves);
        assert_eq!(
            moves,
            [Split {
                pile: 4,
                smaller: 1
            }]
        );
    }

    #[test]
    fn the_last_split_is_unquiet() {
        let mut noisy = Vec::new();
        Grundy::parse("3,2").unwrap().noisy_moves(&mut noisy);
        assert_eq!(
            noisy,
            [Split {
                pile: 3,
                smaller: 1
            }]
        );
        noisy.clear();
        Grundy::parse("3,3").unwrap().noisy_moves(&mut noisy);
        assert_eq!(noisy, []);
    }
}
