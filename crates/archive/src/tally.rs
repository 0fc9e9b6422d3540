//! What is counted of a set of games: results, ratings and years.

use zermelo_chess::GameResult;

use crate::bytes::{put_number, take_number};

/// What is known of a game without reading it, in eight bytes.
///
/// Bits 0 to 1 the result (0 White, 1 draw, 2 Black), 2 to 13 the year, 14 to 25 White's rating,
/// 26 to 37 Black's; 0 where unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brief(u64);

/// Twelve bits.
const TWELVE: u64 = 0xfff;

impl Brief {
    /// Puts the facts together; ratings and years beyond 4095 count as 4095.
    #[must_use]
    pub fn new(result: GameResult, year: u16, white: u16, black: u16) -> Brief {
        let twelve = |number: u16| u64::from(number).min(TWELVE);
        let result = match result {
            GameResult::White => 0,
            GameResult::Draw => 1,
            GameResult::Black => 2,
        };
        Brief(result | twelve(year) << 2 | twelve(white) << 14 | twelve(black) << 26)
    }

    /// The result.
    #[must_use]
    pub fn result(self) -> GameResult {
        match self.0 & 3 {
            0 => GameResult::White,
            1 => GameResult::Draw,
            _ => GameResult::Black,
        }
    }

    /// The year, 0 if unknown.
    #[must_use]
    pub fn year(self) -> u16 {
        (self.0 >> 2 & TWELVE) as u16
    }

    /// White's rating, 0 if unknown.
    #[must_use]
    pub fn white_rating(self) -> u16 {
        (self.0 >> 14 & TWELVE) as u16
    }

    /// Black's rating, 0 if unknown.
    #[must_use]
    pub fn black_rating(self) -> u16 {
        (self.0 >> 26 & TWELVE) as u16
    }
}

/// Results, ratings and years of some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The sum of White's ratings where known, and of how many games.
    pub white_ratings: (u64, u64),
    /// The sum of Black's ratings where known, and of how many games.
    pub black_ratings: (u64, u64),
    /// The first year, 0 if no year is known.
    pub first_year: u16,
    /// The last year, 0 if no year is known.
    pub last_year: u16,
}

impl Tally {
    /// What is added up over games: results, then the sum and number of each side's ratings.
    #[must_use]
    pub fn counts(&self) -> [u64; 7] {
        [
            self.white,
            self.draws,
            self.black,
            self.white_ratings.0,
            self.white_ratings.1,
            self.black_ratings.0,
            self.black_ratings.1,
        ]
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black
    }

    /// White's points.
    #[must_use]
    pub fn white_points(&self) -> f64 {
        self.white as f64 + self.draws as f64 / 2.0
    }

    /// The points of a side.
    #[must_use]
    pub fn points(&self, white: bool) -> f64 {
        if white {
            self.white_points()
        } else {
            self.games() as f64 - self.white_points()
        }
    }

    /// The share of points of a side, one half if there are no games.
    #[must_use]
    pub fn score(&self, white: bool) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points(white) / games as f64,
        }
    }

    /// The mean rating of a side where known.
    #[must_use]
    pub fn mean_rating(&self, white: bool) -> Option<f64> {
        let (sum, count) = if white {
            self.white_ratings
        } else {
            self.black_ratings
        };
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// The mean rating of both sides where known.
    #[must_use]
    pub fn mean_rating_of_both(&self) -> Option<f64> {
        let count = self.white_ratings.1 + self.black_ratings.1;
        let sum = self.white_ratings.0 + self.black_ratings.0;
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// Adds a game.
    #[inline]
    pub fn add(&mut self, game: Brief) {
        match game.result() {
            GameResult::White => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black += 1,
        }
        let rating = |sum: &mut (u64, u64), rating: u16| {
            sum.0 += u64::from(rating);
            sum.1 += u64::from(rating > 0);
        };
        rating(&mut self.white_ratings, game.white_rating());
        rating(&mut self.black_ratings, game.black_rating());
        self.add_years(game.year(), game.year());
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Tally) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.white_ratings.0 += other.white_ratings.0;
        self.white_ratings.1 += other.white_ratings.1;
        self.black_ratings.0 += other.black_ratings.0;
        self.black_ratings.1 += other.black_ratings.1;
        self.add_years(other.first_year, other.last_year);
    }

    #[inline]
    fn add_years(&mut self, first: u16, last: u16) {
        if first > 0 && (self.first_year == 0 || first < self.first_year) {
            self.first_year = first;
        }
        self.last_year = self.last_year.max(last);
    }

    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        let years = [self.first_year, self.last_year - self.first_year];
        for number in self.counts().into_iter().chain(years.map(u64::from)) {
            put_number(out, number);
        }
    }

    pub(crate) fn take(bytes: &mut &[u8]) -> Option<Tally> {
        let mut next = || take_number(bytes);
        let (white, draws, black) = (next()?, next()?, next()?);
        let white_ratings = (next()?, next()?);
        let black_ratings = (next()?, next()?);
        let first_year = u16::try_from(next()?).ok()?;
        Some(Tally {
            white,
            draws,
            black,
            white_ratings,
            black_ratings,
            first_year,
            last_year: first_year.checked_add(u16::try_from(next()?).ok()?)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brief_keeps_what_it_is_given() {
        for result in [GameResult::White, GameResult::Draw, GameResult::Black] {
            let brief = Brief::new(result, 1997, 2785, 0);
            assert_eq!(brief.result(), result);
            assert_eq!(brief.year(), 1997);
            assert_eq!((brief.white_rating(), brief.black_rating()), (2785, 0));
        }
    }

    #[test]
    fn tallies_add_up_and_come_back_from_bytes() {
        let games = [
            Brief::new(GameResult::White, 1997, 2785, 0),
            Brief::new(GameResult::Draw, 0, 2600, 2500),
            Brief::new(GameResult::Black, 1881, 0, 0),
        ];
        let mut whole = Tally::default();
        games.iter().for_each(|&game| whole.add(game));
        let mut parts = Tally::default();
        for &game in &games {
            let mut part = Tally::default();
            part.add(game);
            parts.merge(&part);
        }
        assert_eq!(whole, parts);
        assert_eq!((whole.first_year, whole.last_year), (1881, 1997));
        assert_eq!(whole.white_ratings, (5385, 2));
        assert!((whole.score(true) - 0.5).abs() < 1e-12);
        let mut bytes = Vec::new();
        whole.put(&mut bytes);
        assert_eq!(Tally::take(&mut bytes.as_slice()), Some(whole));
    }
}
