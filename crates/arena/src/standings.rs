//! The running totals of a match.
//!
//! Records may come in any order (games of a match run side by side and are resumed): every
//! total is a sum, and the sequential test looks only at the pairs that are complete from the
//! first one on. So a test's verdict depends neither on which games happened to finish first
//! (quick games are not average games) nor on interruptions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::pairing::Schedule;
use crate::record::{GameRecord, Termination};
use crate::sprt::{Sprt, Verdict};
use crate::statistics::Tally;

/// What one contestant did.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PlayerTotals {
    /// Games finished.
    pub games: u64,
    /// Points.
    pub points: f64,
    /// Moves thought about.
    pub moves: u64,
    /// Seconds used on them.
    pub seconds: f64,
    /// Nodes, where said.
    pub nodes: u64,
    /// Seconds used on moves whose nodes were said.
    pub node_seconds: f64,
    /// Sum of the depths, where said.
    pub depths: u64,
    /// Moves whose depth was said.
    pub depth_moves: u64,
    /// Games lost by failing.
    pub failures: BTreeMap<Termination, u64>,
}

impl PlayerTotals {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> Option<f64> {
        (self.node_seconds > 0.0).then(|| self.nodes as f64 / self.node_seconds)
    }

    /// Mean depth.
    #[must_use]
    pub fn depth(&self) -> Option<f64> {
        (self.depth_moves > 0).then(|| self.depths as f64 / self.depth_moves as f64)
    }

    /// Mean seconds a move.
    #[must_use]
    pub fn seconds_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds / self.moves as f64)
    }
}

/// Where a sequential test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The log-likelihood ratio at the last pair that counted.
    pub llr: f64,
    /// The verdict; once reached it stays.
    pub verdict: Verdict,
    /// Pairs that counted.
    pub pairs: u64,
}

/// The totals.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Every encounter's players, and results of its first.
    pub encounters: Vec<(usize, usize, Tally)>,
    /// By contestant.
    pub players: Vec<PlayerTotals>,
    /// How games ended.
    pub terminations: BTreeMap<Termination, u64>,
    /// Games finished.
    pub finished: u64,
    /// Results of the first side, whoever had it; of games with the same moves the first counts.
    pub first_side: Tally,
    /// Hashes of the games, players and moves, that differ from all others.
    different: HashSet<u64>,
    /// Hashes of the moves of the games that count for the first side.
    courses: HashSet<u64>,
    half_pairs: HashMap<u64, f64>,
    sprt: Option<Sprt>,
    /// Results of complete pairs that the test has not come to yet.
    waiting: HashMap<u64, f64>,
    tested: Tally,
    state: Option<SprtState>,
}

impl Standings {
    /// Nothing played yet. A test counts only if there is one encounter.
    #[must_use]
    pub fn new(schedule: &Schedule, players: usize, sprt: Option<Sprt>) -> Standings {
        let encounters = schedule
            .encounters()
            .iter()
            .map(|&(i, j)| (i, j, Tally::default()));
        let sprt = sprt.filter(|_| schedule.encounters().len() == 1);
        Standings {
            encounters: encounters.collect(),
            players: vec![PlayerTotals::default(); players],
            terminations: BTreeMap::new(),
            finished: 0,
            first_side: Tally::default(),
            different: HashSet::new(),
            courses: HashSet::new(),
            half_pairs: HashMap::new(),
            sprt,
            waiting: HashMap::new(),
            tested: Tally::default(),
            state: sprt.map(|_| SprtState {
                llr: 0.0,
                verdict: Verdict::Undecided,
                pairs: 0,
            }),
        }
    }

    /// Where the sequential test stands, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<SprtState> {
        self.state
    }

    /// How many of the finished games differ from each other: in who had which side, where they
    /// began or what was played.
    #[must_use]
    pub fn different_games(&self) -> u64 {
        self.different.len() as u64
    }

    /// Counts a game, and says which encounter it belongs to. The caller sees to it that none is
    /// counted twice.
    pub fn add(&mut self, record: &GameRecord) -> Option<usize> {
        let [first, second] = record.sides;
        let found = self
            .encounters
            .iter()
            .position(|&(i, j, _)| (i, j) == (first, second) || (i, j) == (second, first))?;
        self.finished += 1;
        let course = course_of(record);
        self.different.insert(hash_of(&(record.sides, course)));
        if self.courses.insert(course) {
            self.first_side.add_game(record.points);
        }
        *self.terminations.entry(record.termination).or_default() += 1;
        self.add_players(record);
        let entry = &mut self.encounters[found];
        let points = if entry.0 == first {
            record.points
        } else {
            1.0 - record.points
        };
        entry.2.add_game(points);
        let pair = record.game / 2;
        match self.half_pairs.remove(&pair) {
            None => {
                self.half_pairs.insert(pair, points);
            }
            Some(other) => {
                self.encounters[found].2.add_pair(points + other);
                self.test(pair, points + other);
            }
        }
        Some(found)
    }

    fn test(&mut self, pair: u64, points: f64) {
        let (Some(sprt), Some(state)) = (self.sprt, &mut self.state) else {
            return;
        };
        self.waiting.insert(pair, points);
        while state.verdict == Verdict::Undecided
            && let Some(points) = self.waiting.remove(&state.pairs)
        {
            self.tested.add_pair(points);
            state.pairs += 1;
            state.llr = sprt.llr(&self.tested.pentanomial);
            state.verdict = sprt.verdict(state.llr);
        }
    }

    fn add_players(&mut self, record: &GameRecord) {
        for (side, &player) in record.sides.iter().enumerate() {
            let totals = &mut self.players[player];
            let points = if side == 0 {
                record.points
            } else {
                1.0 - record.points
            };
            totals.games += 1;
            totals.points += points;
            if record.termination.is_failure() && points == 0.0 {
                *totals.failures.entry(record.termination).or_default() += 1;
            }
            let offset = usize::from(record.second_begins);
            let own = record
                .plies
                .iter()
                .enumerate()
                .filter(|(i, _)| (i + offset) % 2 == side);
            for (_, ply) in own {
                let Some(micros) = ply.micros else { continue };
                let seconds = micros as f64 / 1e6;
                totals.moves += 1;
                totals.seconds += seconds;
                if let Some(nodes) = ply.nodes {
                    totals.nodes = totals.nodes.saturating_add(nodes);
                    totals.node_seconds += seconds;
                }
                if let Some(depth) = ply.depth {
                    totals.depths += u64::from(depth);
                    totals.depth_moves += 1;
                }
            }
        }
    }
}

/// Equal for games with the same beginning and the same moves.
fn course_of(record: &GameRecord) -> u64 {
    let moves: Vec<&str> = record.plies.iter().map(|ply| ply.text.as_str()).collect();
    hash_of(&(&record.position, moves))
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
