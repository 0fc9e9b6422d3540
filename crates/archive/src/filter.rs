//! Which games go into an archive, or answer a question.

use serde::Deserialize;
use zermelo_chess::GameResult;

use crate::error::{ArchiveError, Result};
use crate::header::{Date, Eco};

/// Conditions on games; all of them must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Not before this day; games without a year are left out.
    pub since: Option<Date>,
    /// Not after this day; games without a year are left out.
    pub until: Option<Date>,
    /// Both players have at least this rating.
    pub min_rating: Option<u16>,
    /// Neither player has more; games without ratings are left out.
    pub max_rating: Option<u16>,
    /// From the first code to the second, both included.
    pub eco: Option<(Eco, Eco)>,
    /// A part of the name of White or Black, as [`Filter::name`] gives it.
    pub player: Option<String>,
    /// A part of White's name.
    pub white: Option<String>,
    /// A part of Black's name.
    pub black: Option<String>,
    /// The result.
    pub result: Option<GameResult>,
    /// At least so many plies.
    pub min_plies: Option<u16>,
    /// At most so many plies.
    pub max_plies: Option<u16>,
    /// A time control as the tag writes it, or a class.
    pub time_control: Option<TimeControl>,
}

/// The same conditions as people write them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct FilterText {
    /// A day, a month or a year: not before it.
    pub since: Option<String>,
    /// Not after it.
    pub until: Option<String>,
    /// Both players have at least this rating.
    pub min_elo: Option<u16>,
    /// Neither player has more.
    pub max_elo: Option<u16>,
    /// Opening codes such as `C00-C19`, `B90` or `E`.
    pub eco: Option<String>,
    /// A part of a player's name.
    pub player: Option<String>,
    /// A part of White's name.
    pub white: Option<String>,
    /// A part of Black's name.
    pub black: Option<String>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<String>,
    /// At least so many plies.
    pub min_plies: Option<u16>,
    /// At most so many plies.
    pub max_plies: Option<u16>,
    /// A class such as `blitz`, or the tag's text.
    pub time_control: Option<String>,
}

impl FilterText {
    /// The conditions; an empty text is none.
    ///
    /// # Errors
    ///
    /// If a text cannot be read; the sentence names it.
    pub fn filter(&self) -> Result<Filter> {
        fn given(text: &Option<String>) -> Option<&str> {
            text.as_deref().filter(|text| !text.is_empty())
        }
        let date = |text| given(text).map(Filter::parse_date).transpose();
        let result = given(&self.result).map(|text| {
            GameResult::parse(text.as_bytes()).ok_or_else(|| {
                let sentence = format!("`{text}`: expected the result 1-0, 0-1 or 1/2-1/2");
                ArchiveError::Usage(sentence)
            })
        });
        Ok(Filter {
            since: date(&self.since)?,
            until: date(&self.until)?,
            min_rating: self.min_elo,
            max_rating: self.max_elo,
            eco: given(&self.eco).map(Filter::parse_eco).transpose()?,
            player: given(&self.player).map(Filter::name),
            white: given(&self.white).map(Filter::name),
            black: given(&self.black).map(Filter::name),
            result: result.transpose()?,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            time_control: given(&self.time_control).map(TimeControl::parse),
        })
    }
}

/// A condition on the time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// The tag's text.
    Exactly(String),
    /// Seconds for forty moves, from and to (the second not included).
    Between(u32, u32),
}

impl TimeControl {
    /// Reads `bullet`, `blitz`, `rapid`, `classical`, or a text such as `300+3`.
    ///
    /// The classes are those of Lichess: under 3, 8 and 25 minutes for forty moves.
    #[must_use]
    pub fn parse(text: &str) -> TimeControl {
        match text {
            "bullet" => TimeControl::Between(0, 179),
            "blitz" => TimeControl::Between(179, 479),
            "rapid" => TimeControl::Between(479, 1499),
            "classical" => TimeControl::Between(1499, u32::MAX),
            text => TimeControl::Exactly(text.to_string()),
        }
    }

    fn allows(&self, tag: &[u8]) -> bool {
        match self {
            TimeControl::Exactly(text) => text.as_bytes() == tag,
            TimeControl::Between(low, high) => {
                seconds_for_forty(tag).is_some_and(|seconds| (*low..*high).contains(&seconds))
            }
        }
    }
}

/// `300+3`, `40/7200:3600`, `600` as seconds for the first forty moves.
fn seconds_for_forty(tag: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(tag).ok()?;
    let first = text.split(':').next()?;
    let first = first.split_once('/').map_or(first, |(_, time)| time);
    let (base, increment) = first.split_once('+').unwrap_or((first, "0"));
    let base: u32 = base.parse().ok()?;
    let increment: u32 = increment.parse().ok()?;
    base.checked_add(increment.checked_mul(40)?)
}

/// What a filter looks at.
pub(crate) struct Facts<'a> {
    pub white: &'a [u8],
    pub black: &'a [u8],
    pub white_rating: u16,
    pub black_rating: u16,
    pub date: Date,
    pub eco: Eco,
    pub time_control: &'a [u8],
}

impl Filter {
    /// Whether it lets everything pass.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Reads `C00-C19`, `B90` or `E`.
    ///
    /// # Errors
    ///
    /// When it is none of these.
    pub fn parse_eco(text: &str) -> Result<(Eco, Eco)> {
        let (low, high) = text.split_once('-').unwrap_or((text, text));
        let widen = |part: &str, digits: &str| {
            let missing = 3_usize.saturating_sub(part.trim().len()).min(2);
            Eco::parse(format!("{}{}", part.trim(), &digits[..missing]).as_bytes())
        };
        let range = (widen(low, "00"), widen(high, "99"));
        if range.0.is_known() && range.1.is_known() && range.0 <= range.1 {
            Ok(range)
        } else {
            let sentence = format!("`{text}`: expected opening codes such as C00-C19, B90 or E");
            Err(ArchiveError::Usage(sentence))
        }
    }

    /// A name as names are compared: in lower case and without blanks, because some databases
    /// write `Carlsen, M` and others `Carlsen,M`.
    #[must_use]
    pub fn name(text: &str) -> String {
        let letters = text.chars().filter(|c| !c.is_whitespace());
        letters.flat_map(char::to_lowercase).collect()
    }

    /// Reads a day, a month or a year: `2020`, `2020.06`, `2020-06-14`.
    ///
    /// # Errors
    ///
    /// When it is none of these, or there is no such day.
    pub fn parse_date(text: &str) -> Result<Date> {
        Filter::day(text).ok_or_else(|| {
            let sentence = format!("`{text}`: expected a year or a day such as 2020 or 2020.06.14");
            ArchiveError::Usage(sentence)
        })
    }

    /// A day of which every part that is given exists.
    fn day(text: &str) -> Option<Date> {
        let mut parts = text.trim().split(['.', '-', '/']);
        let mut part = |least: u16, most: u16| match parts.next() {
            None => Some(0),
            Some(digits) => {
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                let number = digits.parse().ok().filter(|_| plain);
                number.filter(|number| (least..=most).contains(number))
            }
        };
        let (year, month) = (part(1, 4095)?, part(1, 12)?);
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u16::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let day = part(1, days)?;
        let date = Date {
            year,
            month: month as u8,
            day: day as u8,
        };
        parts.next().is_none().then_some(date)
    }

    /// Whether a game's tags pass.
    pub(crate) fn allows(&self, game: &Facts<'_>) -> bool {
        let is = |wanted: &Option<String>, name: &[u8]| {
            wanted.as_ref().is_none_or(|wanted| names(name, wanted))
        };
        (is(&self.player, game.white) || is(&self.player, game.black))
            && is(&self.white, game.white)
            && is(&self.black, game.black)
            && self.allows_but_player(game)
    }

    /// Whether a game's tags pass, whoever played it.
    pub(crate) fn allows_but_player(&self, game: &Facts<'_>) -> bool {
        let date = game.date;
        // What is not known of a day counts as the first, or as the last.
        let is_late = |since: &Date| date.year > 0 && date >= *since;
        let is_early = |until: &Date| {
            let part = |own: u8, limit: u8| limit == 0 || own <= limit;
            date.year > 0
                && (date.year < until.year
                    || (date.year == until.year
                        && (until.month == 0
                            || date.month < until.month
                            || (date.month == until.month && part(date.day, until.day)))))
        };
        let (low, high) = (
            game.white_rating.min(game.black_rating),
            game.white_rating.max(game.black_rating),
        );
        self.since.as_ref().is_none_or(is_late)
            && self.until.as_ref().is_none_or(is_early)
            && self.min_rating.is_none_or(|least| low >= least)
            && self.max_rating.is_none_or(|most| low > 0 && high <= most)
            && self.eco.is_none_or(|(first, last)| {
                game.eco.is_known() && first <= game.eco && game.eco <= last
            })
            && self
                .time_control
                .as_ref()
                .is_none_or(|time| time.allows(game.time_control))
    }

    /// Whether a game's result and length pass.
    pub(crate) fn allows_outcome(&self, result: GameResult, plies: u16) -> bool {
        self.result.is_none_or(|wanted| wanted == result)
            && self.min_plies.is_none_or(|least| plies >= least)
            && self.max_plies.is_none_or(|most| plies <= most)
    }
}

/// Whether a name contains a text given as [`Filter::name`] gives it.
pub(crate) fn names(name: &[u8], part: &str) -> bool {
    Filter::name(&String::from_utf8_lossy(name)).contains(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_codes_and_days_are_read() {
        let (low, high) = Filter::parse_eco("C00-C19").unwrap();
        assert_eq!(
            (low.to_string(), high.to_string()),
            ("C00".into(), "C19".into())
        );
        let (low, high) = Filter::parse_eco("E").unwrap();
        assert_eq!(
            (low.to_string(), high.to_string()),
            ("E00".into(), "E99".into())
        );
        for bad in ["", "F10", "C19-C00", "C", "CC0"] {
            assert_eq!(Filter::parse_eco(bad).is_ok(), bad == "C", "{bad}");
        }
        for bad in [
            "19x",
            "",
            "abc",
            "2005.13.45",
            "2005.01.40",
            "2005.01.15x",
            "2005..",
            "2005.02.30",
            "2005.00",
            "2005.1.1.1",
            "0",
            "+2005",
            "2005.-1",
            "9999",
        ] {
            assert!(Filter::parse_date(bad).is_err(), "{bad}");
        }
        for (good, date) in [
            ("2005", (2005, 0, 0)),
            ("2005-6", (2005, 6, 0)),
            ("2004/02/29", (2004, 2, 29)),
        ] {
            let found = Filter::parse_date(good).unwrap();
            assert_eq!((found.year, found.month, found.day), date, "{good}");
        }
    }

    #[test]
    fn time_controls_fall_into_classes() {
        let class = |tag: &str, name: &str| TimeControl::parse(name).allows(tag.as_bytes());
        assert!(class("60+0", "bullet") && class("180+2", "blitz") && class("600", "rapid"));
        assert!(class("40/7200:3600", "classical") && class("300+3", "300+3"));
        assert!(!class("-", "bullet") && !class("300+3", "bullet"));
    }

    #[test]
    fn a_filter_asks_for_both_ratings_and_any_player() {
        let game = Facts {
            white: b"Kasparov, G",
            black: b"Karpov, A",
            white_rating: 2700,
            black_rating: 2690,
            date: Date::parse(b"1985.11.??"),
            eco: Eco::parse(b"B44"),
            time_control: b"",
        };
        let passes = |change: fn(&mut Filter)| {
            let mut filter = Filter::default();
            change(&mut filter);
            filter.allows(&game)
        };
        assert!(passes(|_| {}));
        assert!(passes(|f| f.min_rating = Some(2690)));
        assert!(!passes(|f| f.min_rating = Some(2695)));
        assert!(passes(|f| f.player = Some("karpov".into())));
        assert!(!passes(|f| f.player = Some("tal".into())));
        assert!(passes(|f| f.player = Some(Filter::name("Karpov,A"))));
        assert!(passes(|f| f.white = Some("kasparov".into())));
        assert!(!passes(|f| f.black = Some("kasparov".into())));
        assert!(passes(|f| f.until = Some(Date::parse(b"1985"))));
        assert!(!passes(|f| f.until = Some(Date::parse(b"1985.10"))));
        assert!(passes(|f| f.since = Some(Date::parse(b"1985.11"))));
        assert!(!passes(|f| f.since = Some(Date::parse(b"1985.12"))));
        assert!(!passes(|f| f.eco = Filter::parse_eco("C").ok()));
    }
}
