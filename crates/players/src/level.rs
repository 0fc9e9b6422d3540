//! Strength in ten steps.
//!
//! A level limits depth and nodes, and at the lower levels adds noise to the value of each of the
//! root's moves, so that a weak player errs now and then in different ways rather than playing
//! well but shortly. Level 10 is unlimited but for the clock.

use std::fmt;

use zermelo_game::Score;

/// What a level allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its number, from 1.
    pub number: u8,
    /// The largest depth.
    pub depth: u32,
    /// Nodes per move; `u64::MAX` for no limit.
    pub nodes: u64,
    /// The largest error of a move's value, on the scale of the evaluation (a hundred is a
    /// small but real advantage); 0 plays the best move found.
    pub noise: Score,
}

/// Depth, nodes and noise by level.
const LEVELS: [(u32, u64, Score); 10] = [
    (1, 1_000, 400),
    (2, 2_000, 250),
    (3, 4_000, 150),
    (4, 8_000, 80),
    (5, 16_000, 40),
    (6, 40_000, 0),
    (8, 120_000, 0),
    (12, 500_000, 0),
    (20, 3_000_000, 0),
    (1_000, u64::MAX, 0),
];

/// A level that there is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelError(pub u8);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no level {}: expected 1 to {}",
            self.0,
            LEVELS.len()
        )
    }
}

impl std::error::Error for LevelError {}

/// The level of a number from 1 to 10.
///
/// # Errors
///
/// If the number is another.
///
/// ```
/// assert!(zermelo_players::level(1)?.noise > zermelo_players::level(9)?.noise);
/// assert!(zermelo_players::level(11).is_err());
/// # Ok::<(), zermelo_players::LevelError>(())
/// ```
pub fn level(number: u8) -> Result<Level, LevelError> {
    let place = usize::from(number)
        .checked_sub(1)
        .ok_or(LevelError(number))?;
    let &(depth, nodes, noise) = LEVELS.get(place).ok_or(LevelError(number))?;
    Ok(Level {
        number,
        depth,
        nodes,
        noise,
    })
}
