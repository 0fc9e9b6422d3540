//! The two ways to search: as of today, and as of 1996.

use zermelo_game::Score;
use zermelo_search::full::{LIMIT, Params};

use crate::time::TimeParams;

/// A named set of search parameters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Profile {
    /// Everything on.
    #[default]
    Modern,
    /// The player of 1996: aspiration, iterative deepening, a-priori bonuses, quiescence to 11
    /// plies, a transposition table; no killers, no history, no reductions, no null move, no
    /// minimal windows, and captures in the order of what is taken, whether they lose or not.
    Classic,
}

impl Profile {
    /// All profiles by name.
    pub const ALL: [(&'static str, Profile); 2] =
        [("modern", Profile::Modern), ("classic", Profile::Classic)];

    /// The profile of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Profile> {
        let found = Profile::ALL.iter().find(|(n, _)| *n == name);
        found.map(|(_, profile)| *profile)
    }

    /// How it uses time.
    #[must_use]
    pub fn time(self) -> TimeParams {
        match self {
            Profile::Modern => TimeParams::default(),
            // A twentieth of what remains, as the sources say, and the increment.
            Profile::Classic => TimeParams {
                moves: 20,
                increment: 100,
                reserve: 0,
                hard: 150,
                stability: 0,
                ..TimeParams::default()
            },
        }
    }

    /// What a point of a history table counts in the order of moves: one of the bonuses of 1996,
    /// or so much that a whole table entry is a whole history.
    #[must_use]
    pub fn advice_weight(self) -> Score {
        match self {
            Profile::Modern => LIMIT / 255,
            Profile::Classic => 1,
        }
    }

    /// Its search parameters.
    #[must_use]
    pub fn params(self) -> Params {
        let changes = match self {
            Profile::Modern => MODERN,
            Profile::Classic => CLASSIC,
        };
        let mut params = Params::default();
        for (name, value) in changes {
            params
                .set(name, *value)
                .expect("a test sets every change of a profile");
        }
        params
    }
}

/// What chess changes in the parameters of the full search.
const MODERN: &[(&str, i64)] = &[
    ("table-min-depth", 1),
    ("child-cut", 0),
    ("staged", 1),
    ("aspiration-width", 14),
    ("aspiration-growth", 180),
    ("continuation-contexts", 3),
    ("correction-moves", 1),
    ("table-evaluation", 1),
    ("internal-reduction-depth", 4),
    ("reverse-futility-depth", 8),
    ("reverse-futility-margin", 75),
    ("razoring", 0),
    ("probcut", 1),
    ("late-move-pruning-depth", 8),
    ("reduced-pruning", 1),
    ("history-pruning", 1),
    ("futility-depth", 8),
    ("futility-base", 100),
    ("futility-margin", 95),
    ("exchange-pruning-depth", 9),
    ("exchange-quiet", 0),
    ("exchange-square", 24),
    ("exchange-noisy", 200),
    ("exchange-forcing", 1),
    ("forcing-spared", 1),
    ("reduction-forcing", 1),
    ("reduction-moves", 1),
    ("reduction-base", 140),
    ("reduction-divisor", 225),
    ("reduction-noisy", 1),
    ("reduction-deeper", 1),
    ("root-reduction", 1),
    ("aspiration-shallower", 1),
    ("forced-extension", 0),
    ("null-move-verification", 14),
    ("singular-depth", 7),
    ("singular-double", 1),
    ("singular-negative", 1),
    ("quiescence-table", 1),
    ("quiescence-futility", 1),
    ("quiescence-forcing", 1),
];

const CLASSIC: &[(&str, i64)] = &[
    ("table-min-depth", 1),
    ("child-cut", 0),
    ("scout", 0),
    ("exchange-order", 0),
    ("quiescence-exchange", 0),
    ("killers", 0),
    ("history", 0),
    ("continuation-history", 0),
    ("correction", 0),
    ("internal-reduction", 0),
    ("reverse-futility", 0),
    ("razoring", 0),
    ("null-move", 0),
    ("late-move-pruning", 0),
    ("futility", 0),
    ("exchange-pruning", 0),
    ("late-move-reductions", 0),
    ("singular-extension", 0),
    ("quiescence-plies", 11),
    ("advice-first", 1),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_found_by_name_and_can_be_set() {
        for (name, profile) in Profile::ALL {
            assert_eq!(Profile::named(name), Some(profile));
            let _ = profile.params();
        }
        assert_eq!(Profile::Classic.params().killers, 0);
        assert_eq!(Profile::named("1996"), None);
    }
}
