//! Piles of coins and whose turn it is: what the positions of Grundy's game and of Nim share.
//!
//! Piles are kept from the largest to the smallest, so that equal multisets are equal values;
//! the unused end of the array is zero. Written `4,3` when the first player is to move and
//! `4,3 second` when the second is; read with commas or blanks, and with `+`, `-`, `first` or
//! `second` at the end. No piles at all are written `0`.

use std::fmt;

use zermelo_game::random::mix;
use zermelo_game::{ParseError, Side};

/// The most piles that a position holds.
pub(crate) const MAX_PILES: usize = 100;

/// A multiset of piles, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Piles {
    sizes: [u8; MAX_PILES],
    count: usize,
    pub side: Side,
}

impl Piles {
    /// The sizes, from the largest.
    pub fn sizes(&self) -> &[u8] {
        &self.sizes[..self.count]
    }

    /// The different sizes, from the largest.
    pub fn distinct(&self) -> impl Iterator<Item = u8> + '_ {
        let sizes = self.sizes();
        (0..sizes.len())
            .filter(|&i| i == 0 || sizes[i] != sizes[i - 1])
            .map(|i| sizes[i])
    }

    /// Reads piles of at most `largest` coins, at most `total` coins in all.
    pub fn parse(text: &str, largest: u8, total: usize) -> Result<Piles, ParseError> {
        let mut piles = Piles {
            sizes: [0; MAX_PILES],
            count: 0,
            side: Side::First,
        };
        if let Some(column) = stray_comma(text) {
            return Err(ParseError::new(",", column, "a pile on both sides"));
        }
        let (mut coins, mut numbers, mut side) = (0, 0, None);
        for (column, word) in words(text) {
            if side.is_some() {
                return Err(ParseError::new(word, column, "nothing after the side"));
            }
            if numbers > 0
                && let Some(named) = side_named(word)
            {
                side = Some(named);
                continue;
            }
            let expected = || format!("a pile of at most {largest} coins, such as 7 or 4,3");
            let size: u8 = word
                .parse()
                .ok()
                .filter(|&size| size <= largest && !word.starts_with('+'))
                .ok_or_else(|| ParseError::new(word, column, expected()))?;
            numbers += 1;
            coins += usize::from(size);
            if coins > total {
                let expected = format!("at most {total} coins in all");
                return Err(ParseError::new(word, column, expected));
            }
            if numbers > MAX_PILES {
                let expected = format!("at most {MAX_PILES} piles");
                return Err(ParseError::new(word, column, expected));
            }
            piles.add(size);
        }
        if numbers == 0 {
            return Err(ParseError::new("", 1, "piles of coins, such as 7 or 4,3"));
        }
        piles.side = side.unwrap_or(Side::First);
        Ok(piles)
    }

    /// Adds a pile in its place; an empty pile is no pile. The caller guarantees the room.
    pub fn add(&mut self, size: u8) {
        if size == 0 {
            return;
        }
        let place = self.sizes().partition_point(|&other| other >= size);
        self.sizes.copy_within(place..self.count, place + 1);
        self.sizes[place] = size;
        self.count += 1;
    }

    /// Takes away one pile of this size, if there is one.
    pub fn remove(&mut self, size: u8) {
        if let Some(place) = self.sizes().iter().position(|&other| other == size) {
            self.sizes.copy_within(place + 1..self.count, place);
            self.count -= 1;
            self.sizes[self.count] = 0;
        }
    }

    /// A hash of piles and side.
    pub fn key(&self) -> u64 {
        let side = match self.side {
            Side::First => 1,
            Side::Second => 2,
        };
        self.sizes().iter().fold(mix(side), |key, &size| {
            mix(key.wrapping_add(u64::from(size)))
        })
    }

    /// The sizes as plain numbers, for a picture.
    pub fn counters(&self) -> Vec<u32> {
        self.sizes().iter().map(|&size| u32::from(size)).collect()
    }

    /// The position in one line.
    pub fn notation(&self) -> String {
        let sizes: Vec<String> = self.sizes().iter().map(u8::to_string).collect();
        let piles = if sizes.is_empty() {
            "0".to_string()
        } else {
            sizes.join(",")
        };
        match self.side {
            Side::First => piles,
            Side::Second => piles + " second",
        }
    }
}

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &size in self.sizes() {
            writeln!(f, "{size:>3} {}", "o".repeat(usize::from(size)))?;
        }
        if self.sizes().is_empty() {
            return write!(f, "no piles left: the {} player cannot move", self.side);
        }
        write!(f, "{} to move", self.side)
    }
}

/// The column of a comma that separates nothing.
fn stray_comma(text: &str) -> Option<usize> {
    let mut after_word = false;
    let mut last = None;
    for (column, c) in (1..).zip(text.chars()) {
        if c == ',' {
            last = Some(column);
            if !after_word {
                break;
            }
            after_word = false;
        } else if !c.is_whitespace() {
            (after_word, last) = (true, None);
        }
    }
    last
}

/// The words between blanks and commas, each with its column.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let mut column = 1;
    text.split(separates).filter_map(move |word| {
        let start = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

fn side_named(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "first" | "+" | "plus" => Some(Side::First),
        "second" | "-" | "minus" => Some(Side::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_are_sorted_and_print_as_read() {
        for (text, printed) in [
            ("3,4", "4,3"),
            (" 1 , 9 5 -", "9,5,1 second"),
            ("7 first", "7"),
            ("7 +", "7"),
            ("0", "0"),
            ("0,2,0 Second", "2 second"),
        ] {
            assert_eq!(Piles::parse(text, 100, 100).unwrap().notation(), printed);
        }
    }

    #[test]
    fn adding_and_removing_leaves_no_trace() {
        let before = Piles::parse("9,5,5,1", 100, 100).unwrap();
        let mut piles = before;
        piles.add(6);
        piles.remove(5);
        assert_eq!(piles.notation(), "9,6,5,1");
        piles.add(5);
        piles.remove(6);
        assert_eq!((piles, piles.key()), (before, before.key()));
    }

    #[test]
    fn errors_name_the_word_and_its_column() {
        for (text, column, expected) in [
            ("", 1, "piles of coins"),
            ("second", 1, "a pile"),
            ("4,x", 3, "a pile"),
            ("4,,3", 3, "a pile on both sides"),
            ("4, ,3", 4, "a pile on both sides"),
            (",4", 1, "a pile on both sides"),
            ("4, ", 2, "a pile on both sides"),
            ("4,+3", 3, "a pile"),
            ("4,101", 3, "at most 100 coins, such"),
            ("60,é", 4, "a pile"),
            ("60,41", 4, "at most 100 coins in all"),
            ("4 second 3", 10, "nothing after the side"),
            ("99999999999999999999", 1, "a pile"),
        ] {
            let error = Piles::parse(text, 100, 100).unwrap_err();
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.to_string().contains(expected), "{text}: {error}");
        }
        let many = "0 ".repeat(101);
        assert!(Piles::parse(&many, 100, 100).is_err());
    }
}
