//! What an archive knows of a game beside its moves: 36 bytes of numbers.
//!
//! Names are numbers of strings (see [`crate::strings`]); 0 is the empty one.

use zermelo_chess::GameResult;

use crate::bytes::{u16_at, u32_at};
use crate::tally::Brief;

/// Bytes of a header.
pub(crate) const HEADER_BYTES: usize = 36;

/// The tags of a game, as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub white: u32,
    pub black: u32,
    pub event: u32,
    pub site: u32,
    pub opening: u32,
    pub white_rating: u16,
    pub black_rating: u16,
    pub date: Date,
    pub eco: Eco,
    pub plies: u16,
    pub result: GameResult,
    pub source: u16,
}

impl Header {
    pub fn brief(&self) -> Brief {
        Brief::new(
            self.result,
            self.date.year,
            self.white_rating,
            self.black_rating,
        )
    }

    pub fn put(&self, out: &mut Vec<u8>) {
        for name in [self.white, self.black, self.event, self.site, self.opening] {
            out.extend(name.to_le_bytes());
        }
        out.extend(self.white_rating.to_le_bytes());
        out.extend(self.black_rating.to_le_bytes());
        out.extend(self.date.year.to_le_bytes());
        out.extend([self.date.month, self.date.day]);
        out.extend(self.eco.0.to_le_bytes());
        out.extend(self.plies.to_le_bytes());
        let result = match self.result {
            GameResult::White => 0,
            GameResult::Draw => 1,
            GameResult::Black => 2,
        };
        out.extend([result, 0]);
        out.extend(self.source.to_le_bytes());
    }

    /// Reads a header; missing bytes count as zeros.
    pub fn take(bytes: &[u8]) -> Header {
        Header {
            white: u32_at(bytes, 0),
            black: u32_at(bytes, 4),
            event: u32_at(bytes, 8),
            site: u32_at(bytes, 12),
            opening: u32_at(bytes, 16),
            white_rating: u16_at(bytes, 20),
            black_rating: u16_at(bytes, 22),
            date: Date {
                year: u16_at(bytes, 24),
                month: bytes.get(26).copied().unwrap_or(0),
                day: bytes.get(27).copied().unwrap_or(0),
            },
            eco: Eco(u16_at(bytes, 28)),
            plies: u16_at(bytes, 30),
            result: match bytes.get(32) {
                Some(0) => GameResult::White,
                Some(1) => GameResult::Draw,
                _ => GameResult::Black,
            },
            source: u16_at(bytes, 34),
        }
    }
}

/// A day; parts that are not known are 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: u8,
}

impl Date {
    /// Reads `2021.03.14`, `2021-03`, `2021`, with `??` for what is not known.
    #[must_use]
    pub fn parse(text: &[u8]) -> Date {
        let mut parts = text.split(|&byte| byte == b'.' || byte == b'-' || byte == b'/');
        let mut number = |most: u16| {
            let part = parts.next().and_then(|part| std::str::from_utf8(part).ok());
            let number = part.and_then(|part| part.trim().parse::<u16>().ok());
            number.filter(|&number| number <= most).unwrap_or(0)
        };
        Date {
            year: number(4095),
            month: number(12) as u8,
            day: number(31) as u8,
        }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let part = |number: u16, width: usize| match number {
            0 => "?".repeat(width),
            number => format!("{number:0width$}"),
        };
        let (month, day) = (u16::from(self.month), u16::from(self.day));
        write!(
            f,
            "{}.{}.{}",
            part(self.year, 4),
            part(month, 2),
            part(day, 2)
        )
    }
}

/// A code of the Encyclopaedia of Chess Openings, A00 to E99, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Eco(u16);

impl Eco {
    /// Reads the first three characters of a text; what follows them is a subdivision.
    #[must_use]
    pub fn parse(text: &[u8]) -> Eco {
        match text {
            [
                letter @ (b'A'..=b'E' | b'a'..=b'e'),
                tens @ b'0'..=b'9',
                ones @ b'0'..=b'9',
                ..,
            ] => {
                let letter = u16::from(letter.to_ascii_uppercase() - b'A');
                Eco(1 + letter * 100 + u16::from(tens - b'0') * 10 + u16::from(ones - b'0'))
            }
            _ => Eco(0),
        }
    }

    /// Whether it is a code.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.0 > 0
    }

    /// The volume, `A` to `E`.
    #[must_use]
    pub fn volume(self) -> Option<char> {
        let place = self.0.checked_sub(1)?;
        char::from_u32(u32::from(b'A') + u32::from(place / 100))
    }
}

impl std::fmt::Display for Eco {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.volume() {
            Some(volume) => write!(f, "{volume}{:02}", (self.0 - 1) % 100),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_dates_and_codes_come_back() {
        let header = Header {
            white: 1,
            black: 2,
            event: 3,
            site: 4,
            opening: 5,
            white_rating: 2785,
            black_rating: 2700,
            date: Date::parse(b"1997.05.??"),
            eco: Eco::parse(b"C65a"),
            plies: 90,
            result: GameResult::Draw,
            source: 7,
        };
        let mut bytes = Vec::new();
        header.put(&mut bytes);
        assert_eq!(bytes.len(), HEADER_BYTES);
        assert_eq!(Header::take(&bytes), header);
        assert_eq!(header.date.to_string(), "1997.05.??");
        assert_eq!(header.eco.to_string(), "C65");
        assert_eq!(Eco::parse(b"?").to_string(), "");
        assert_eq!(Date::parse(b"????.??.??"), Date::default());
        assert!(Eco::parse(b"C19") < Eco::parse(b"C20") && Eco::parse(b"E99").is_known());
    }
}
