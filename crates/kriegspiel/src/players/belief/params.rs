//! The constants of the player, and its levels for people.

use super::value::ValueParams;
use crate::boards::BoardsParams;

/// The constants of the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefParams {
    /// How many boards are kept.
    pub boards: BoardsParams,
    /// What tries are worth.
    pub value: ValueParams,
    /// The most boards on which tries are valued.
    pub sample: usize,
    /// What a formation costs, in pawns, for each time that our men have stood so.
    pub stale: f32,
    /// What a point of the planner's trusted goals is worth, in pawns.
    pub goals: f32,
    /// The standard deviation of what chance adds to the value of each try, in pawns.
    pub noise: f32,
    /// With so many men, the king included, the other side's king is hunted already: among the
    /// tries that are nearly the best on the boards.
    pub hunted: u8,
    /// Whether tries that are worth nearly the same are mixed by solving a small game.
    pub mixed: bool,
}

impl Default for BeliefParams {
    fn default() -> BeliefParams {
        BeliefParams {
            boards: BoardsParams::default(),
            value: ValueParams::default(),
            sample: 2_000,
            stale: 0.15,
            goals: 0.0,
            noise: 0.0,
            hunted: 3,
            mixed: false,
        }
    }
}

/// The number of levels.
pub const LEVELS: u8 = 5;

/// The most boards that can be asked for.
pub const MOST_BOARDS: usize = 1_000_000;

/// What a point of the planner's goals is worth where they are switched on.
const GOALS_ON: f32 = 0.01;

/// Boards kept, boards sampled and noise of each level below the last.
const WEAKER: [(usize, usize, f32); LEVELS as usize - 1] = [
    (20, 4, 3.0),
    (60, 8, 1.6),
    (300, 16, 0.9),
    (1_000, 40, 0.45),
];

impl BeliefParams {
    /// The constants of a level: the first is the weakest, the last is the whole player.
    #[must_use]
    pub fn of_level(level: u8) -> BeliefParams {
        let whole = BeliefParams::default();
        let at = usize::from(level.clamp(1, LEVELS)) - 1;
        let Some(&(most, sample, noise)) = WEAKER.get(at) else {
            return whole;
        };
        BeliefParams {
            boards: BoardsParams {
                most,
                floor: most / 2,
                effective: most as f64 / 8.0,
            },
            sample,
            noise,
            ..whole
        }
    }

    /// Sets an option from words such as `level=3`, `boards=20000` or `goals=on`.
    ///
    /// # Errors
    ///
    /// Says what was expected.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        let wrong = || {
            format!(
                "`{option}={value}`: expected level=1 to {LEVELS}, boards=N or sample=N (1 to \
                 {MOST_BOARDS}), sighted=N, threat=N or position=N (hundredths, to 100), goals=on \
                 or off, mixed=on or off, profile=FOLDER or endings=FILE"
            )
        };
        let switch = match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        let number = |least: usize, most: usize| {
            let number = value.parse().ok();
            number
                .filter(|n| (least..=most).contains(n))
                .ok_or_else(wrong)
        };
        match option {
            "level" => {
                let level = value.parse().ok().filter(|l| (1..=LEVELS).contains(l));
                *self = BeliefParams::of_level(level.ok_or_else(wrong)?);
            }
            "boards" => {
                self.boards.most = number(1, MOST_BOARDS)?;
                self.boards.floor = self.boards.floor.min(self.boards.most.div_ceil(2));
            }
            "sample" => self.sample = number(1, MOST_BOARDS)?,
            "threat" => self.value.threat = number(0, 100)? as f32 / 100.0,
            "sighted" => self.value.sighted = number(0, 100)? as f32 / 100.0,
            "position" => self.value.position = number(0, 100)? as f32 / 100.0,
            "goals" => {
                self.goals = if switch.ok_or_else(wrong)? {
                    GOALS_ON
                } else {
                    0.0
                }
            }
            "mixed" => self.mixed = switch.ok_or_else(wrong)?,
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_and_the_last_is_the_whole_player() {
        let levels: Vec<_> = (1..=LEVELS).map(BeliefParams::of_level).collect();
        assert!(levels.windows(2).all(|pair| {
            pair[0].boards.most < pair[1].boards.most && pair[0].noise > pair[1].noise
        }));
        assert_eq!(levels.last(), Some(&BeliefParams::default()));
    }

    #[test]
    fn what_is_no_option_is_refused_in_words() {
        let mut params = BeliefParams::default();
        for (option, value) in [
            ("level", "0"),
            ("level", "6"),
            ("level", "x"),
            ("boards", "0"),
            ("boards", "99999999999999999999"),
            ("goals", "8"),
            ("mixed", ""),
            ("sight", "on"),
        ] {
            let said = params.set(option, value).unwrap_err();
            assert!(said.starts_with(&format!("`{option}={value}`")), "{said}");
        }
        assert_eq!(params, BeliefParams::default());
        params.set("boards", "10").unwrap();
        assert!(params.boards.floor <= 10);
    }
}
