//! Who plays whom, with which side, from which opening.
//!
//! Games come in pairs: the same opening twice, sides swapped. Every encounter plays its first
//! pair before any plays its second, so that an interrupted tournament is balanced. The
//! schedule is a function of the game's number: nothing is stored, and a resumed match asks for
//! the same games.

/// Which players meet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// Everybody meets everybody. With two players, the ordinary match.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

/// The games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    games: u64,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The game's number; the two games of pair p are 2p and 2p + 1.
    pub game: u64,
    /// Which of the encounter's pairs it belongs to, from 0: the number of its opening.
    pub round: u64,
    /// The encounter's players, in the order of the match.
    pub players: (usize, usize),
    /// Whether the second of them has the first move.
    pub swapped: bool,
}

impl Assignment {
    /// The players by side: who moves first, who moves second.
    #[must_use]
    pub fn sides(&self) -> [usize; 2] {
        if self.swapped {
            [self.players.1, self.players.0]
        } else {
            [self.players.0, self.players.1]
        }
    }
}

impl Schedule {
    /// A schedule of `games` games between every two players that meet.
    #[must_use]
    pub fn new(format: Format, players: usize, games: u64) -> Schedule {
        let encounters = match format {
            Format::Gauntlet => (1..players).map(|j| (0, j)).collect(),
            Format::RoundRobin => (0..players)
                .flat_map(|i| (i + 1..players).map(move |j| (i, j)))
                .collect(),
        };
        Schedule { encounters, games }
    }

    /// Who meets whom.
    #[must_use]
    pub fn encounters(&self) -> &[(usize, usize)] {
        &self.encounters
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.games.saturating_mul(self.encounters.len() as u64)
    }

    /// Whether there is nothing to play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One more than the largest number of a game.
    #[must_use]
    pub fn end(&self) -> u64 {
        let pairs = self
            .games
            .div_ceil(2)
            .saturating_mul(self.encounters.len() as u64);
        pairs.saturating_mul(2)
    }

    /// The game with a number; `None` past the end, and for the game that an odd number of games
    /// leaves out of its last pair.
    #[must_use]
    pub fn game(&self, number: u64) -> Option<Assignment> {
        let count = self.encounters.len() as u64;
        if number >= self.end() {
            return None;
        }
        let (pair, half) = (number / 2, number % 2);
        let (round, encounter) = (pair / count, pair % count);
        if 2 * round + half >= self.games {
            return None;
        }
        Some(Assignment {
            game: number,
            round,
            players: self.encounters[encounter as usize],
            swapped: half == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(schedule: &Schedule) -> Vec<Assignment> {
        (0..schedule.end())
            .filter_map(|n| schedule.game(n))
            .collect()
    }

    #[test]
    fn pairs_share_the_opening_and_swap_the_sides() {
        let games = all(&Schedule::new(Format::RoundRobin, 2, 6));
        assert_eq!(games.len(), 6);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].round, pair[1].round);
            assert_eq!(pair[0].sides(), [0, 1]);
            assert_eq!(pair[1].sides(), [1, 0]);
        }
    }

    #[test]
    fn everybody_meets_everybody_equally_often() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3);
        let games = all(&schedule);
        assert_eq!(games.len() as u64, schedule.len());
        for i in 0..4 {
            for j in i + 1..4 {
                assert_eq!(games.iter().filter(|g| g.players == (i, j)).count(), 3);
            }
        }
    }

    #[test]
    fn a_gauntlet_is_one_against_all() {
        let games = all(&Schedule::new(Format::Gauntlet, 4, 2));
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|g| g.players.0 == 0));
        assert!(games[..2].iter().all(|g| g.players.1 == 1) && games[5].players.1 == 3);
    }

    #[test]
    fn as_many_games_as_can_be_counted_are_still_games() {
        let schedule = Schedule::new(Format::RoundRobin, 2, u64::MAX);
        assert_eq!((schedule.len(), schedule.end()), (u64::MAX, u64::MAX));
        assert_eq!(schedule.game(0).unwrap().sides(), [0, 1]);
        let schedule = Schedule::new(Format::RoundRobin, 9, u64::MAX);
        assert!(schedule.game(71).is_some() && !schedule.is_empty());
    }

    #[test]
    fn an_odd_number_of_games_leaves_the_last_pair_incomplete() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 3);
        assert_eq!(all(&schedule).len(), 3);
        assert_eq!(schedule.game(3), None);
        assert!(Schedule::new(Format::RoundRobin, 1, 10).is_empty());
        assert_eq!(Schedule::new(Format::Gauntlet, 0, 10).game(0), None);
    }
}
