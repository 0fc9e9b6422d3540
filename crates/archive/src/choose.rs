//! Choosing a move from the archive: the source's three criteria, and five of ours.
//!
//! The source's look at every legal move whose resulting position has at least 20 games;
//! if there is none, nothing is chosen and the player has to think. Ours look at the same
//! moves and rank them otherwise.

use std::collections::HashMap;
use std::str::FromStr;

use zermelo_chess::{Chess, Move, PositionKey};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Side};

use crate::archive::Archive;
use crate::error::{ArchiveError, Result};
use crate::statistics::{adjusted_score, shrunk};
use crate::tally::Tally;

/// A resulting position needs so many games to be considered.
pub const LEAST_GAMES: u64 = 20;
/// Criterion 3 wants this share of the parent's games.
pub const LEAST_SHARE: f64 = 0.1;
/// Criterion 3 adds up to this much at random.
pub const NOISE: f64 = 0.15;
/// Shrinkage counts the parent's score as so many games.
const SHRINKAGE: f64 = 30.0;
/// A game counts half after so many years.
const HALF_LIFE: f64 = 8.0;
/// How deep the opening graph is searched, in plies, and how many positions at most.
const GRAPH_DEPTH: u32 = 10;
const GRAPH_POSITIONS: usize = 4000;

/// A way to choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Criterion 1: any of them.
    Random,
    /// Criterion 2: the most points.
    Popularity,
    /// Criterion 3: the best share of points, with noise, among frequent moves.
    Performance,
    /// The share of points, drawn towards the parent's for small samples.
    Shrinkage,
    /// The share of points beyond what the ratings promised.
    RatingAdjusted,
    /// The share of points, games counting half after eight years.
    Recency,
    /// The best line of the opening graph, both sides choosing well.
    Minimax,
    /// A score drawn from what is known of each move; the highest is played.
    Thompson,
}

impl Rule {
    /// All rules, with their names and what they do.
    pub const ALL: [(Rule, &'static str, &'static str); 8] = [
        (
            Rule::Random,
            "random",
            "criterion 1: any move with 20 games",
        ),
        (
            Rule::Popularity,
            "popularity",
            "criterion 2: the most points",
        ),
        (
            Rule::Performance,
            "performance",
            "criterion 3: the best score of frequent moves, with noise",
        ),
        (
            Rule::Shrinkage,
            "shrinkage",
            "the best score, small samples drawn to the parent's",
        ),
        (
            Rule::RatingAdjusted,
            "rating-adjusted",
            "the best score beyond what the ratings promised",
        ),
        (
            Rule::Recency,
            "recency",
            "the best score, games counting half after eight years",
        ),
        (
            Rule::Minimax,
            "minimax",
            "the best line of the opening graph",
        ),
        (
            Rule::Thompson,
            "thompson",
            "a score drawn from what is known of each move",
        ),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Rule::ALL.iter().find(|(rule, ..)| *rule == self);
        found.map_or("", |(_, name, _)| name)
    }
}

impl FromStr for Rule {
    type Err = ArchiveError;

    /// A rule by its name, or a criterion by its number.
    fn from_str(text: &str) -> Result<Rule> {
        let numbered = text.parse::<usize>().ok().filter(|n| (1..=3).contains(n));
        if let Some(number) = numbered {
            return Ok(Rule::ALL[number - 1].0);
        }
        let found = Rule::ALL.iter().find(|(_, name, _)| *name == text);
        found.map(|(rule, ..)| *rule).ok_or_else(|| {
            let names: Vec<&str> = Rule::ALL.iter().map(|(_, name, _)| *name).collect();
            ArchiveError::Usage(format!("`{text}`: expected one of {}", names.join(", ")))
        })
    }
}

/// A move that may be chosen, with its score for the mover.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub m: Move,
    /// The games of the resulting position.
    pub after: Tally,
    /// What the rule makes of it: the highest is played.
    pub score: f64,
}

impl Archive {
    /// The moves that a rule considers, the best first.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn candidates(
        &self,
        position: &Chess,
        rule: Rule,
        random: &mut Rng,
    ) -> Result<Vec<Candidate>> {
        let white = position.side() == Side::First;
        let parent = self.position(position.archive_key())?.total;
        let mut found = self.known_moves(position)?;
        if !self.can_apply(rule) {
            found.clear();
        }
        if rule == Rule::Performance {
            let least = parent.games() as f64 * LEAST_SHARE;
            found.retain(|candidate| candidate.after.games() as f64 >= least);
        }
        let recent = if rule == Rule::Recency {
            self.recent_scores(&found, position, white)?
        } else {
            Vec::new()
        };
        let mut graph = Graph::new(self, white);
        for (place, candidate) in found.iter_mut().enumerate() {
            let after = &candidate.after;
            candidate.score = match rule {
                Rule::Random => random.unit(),
                Rule::Popularity => after.points(white),
                Rule::Performance => after.score(white) + NOISE * random.unit(),
                Rule::Shrinkage => shrunk(after, white, parent.score(white), SHRINKAGE),
                Rule::RatingAdjusted => adjusted_score(after, white),
                Rule::Recency => recent[place],
                Rule::Minimax => graph.value(&position.after(candidate.m), GRAPH_DEPTH)?,
                Rule::Thompson => draw_score(after, white, random),
            };
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(found)
    }

    /// Whether the archive has what a rule goes by: [`Rule::Recency`] wants the games themselves,
    /// and tables of positions come without.
    #[must_use]
    pub fn can_apply(&self, rule: Rule) -> bool {
        rule != Rule::Recency || self.games() > 0
    }

    /// The move that a rule chooses, if the archive knows enough.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn choose(&self, position: &Chess, rule: Rule, random: &mut Rng) -> Result<Option<Move>> {
        let found = self.candidates(position, rule, random)?;
        Ok(found.first().map(|candidate| candidate.m))
    }

    /// The legal moves whose resulting positions have enough games.
    fn known_moves(&self, position: &Chess) -> Result<Vec<Candidate>> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut found = Vec::new();
        for m in legal {
            let key = position.after(m).archive_key();
            if self.reached(key)? >= LEAST_GAMES {
                let after = self.position(key)?.total;
                found.push(Candidate {
                    m,
                    after,
                    score: 0.0,
                });
            }
        }
        Ok(found)
    }

    /// The mover's scores with games weighted by their age.
    fn recent_scores(
        &self,
        found: &[Candidate],
        position: &Chess,
        white: bool,
    ) -> Result<Vec<f64>> {
        let now = found.iter().map(|c| c.after.last_year).max().unwrap_or(0);
        let mut scores = Vec::new();
        for candidate in found {
            let key = position.after(candidate.m).archive_key();
            let (mut points, mut weights) = (0.0, 0.0);
            for (id, _) in self.games_at(key)? {
                let brief = self.header(id)?.brief();
                let age = f64::from(now.saturating_sub(brief.year()));
                let weight = 0.5_f64.powf(age / HALF_LIFE);
                let mut one = Tally::default();
                one.add(brief);
                points += weight * one.points(white);
                weights += weight;
            }
            // A few imagined even games keep one old game from deciding.
            scores.push((points + 1.0) / (weights + 2.0));
        }
        Ok(scores)
    }
}

/// The opening graph as it is searched: values are the score of one side.
struct Graph<'a> {
    archive: &'a Archive,
    white: bool,
    known: HashMap<PositionKey, f64>,
}

impl<'a> Graph<'a> {
    fn new(archive: &'a Archive, white: bool) -> Graph<'a> {
        Graph {
            archive,
            white,
            known: HashMap::new(),
        }
    }

    /// The score that the side can expect when both choose the moves that are best for them
    /// among those with enough games.
    fn value(&mut self, position: &Chess, depth: u32) -> Result<f64> {
        let key = position.archive_key();
        if let Some(&value) = self.known.get(&key) {
            return Ok(value);
        }
        let total = self.archive.position(key)?.total;
        let own = shrunk(&total, self.white, 0.5, SHRINKAGE);
        if depth == 0 || total.games() < LEAST_GAMES || self.known.len() >= GRAPH_POSITIONS {
            return Ok(own);
        }
        // A position met again on its own line counts as its statistics say.
        self.known.insert(key, own);
        let least = (total.games() as f64 * LEAST_SHARE).max(LEAST_GAMES as f64);
        let mut moves = self.archive.known_moves(position)?;
        moves.retain(|candidate| candidate.after.games() as f64 >= least);
        let mine = (position.side() == Side::First) == self.white;
        let mut best: Option<f64> = None;
        for candidate in moves {
            let value = self.value(&position.after(candidate.m), depth - 1)?;
            let better = |best: f64| {
                if mine {
                    best.max(value)
                } else {
                    best.min(value)
                }
            };
            best = Some(best.map_or(value, better));
        }
        let value = best.unwrap_or(own);
        self.known.insert(key, value);
        Ok(value)
    }
}

/// A score drawn from what the results say of the chances of win, draw and loss: a Dirichlet
/// distribution over a uniform prior (Thompson 1933).
fn draw_score(tally: &Tally, white: bool, random: &mut Rng) -> f64 {
    let counts = [tally.white, tally.draws, tally.black];
    let [win, draw, loss] = counts.map(|count| gamma(count as f64 + 1.0, random));
    let score = (win + draw / 2.0) / (win + draw + loss);
    if white { score } else { 1.0 - score }
}

/// A number of the gamma distribution, for shapes of at least 1 (Marsaglia & Tsang 2000).
fn gamma(shape: f64, random: &mut Rng) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let (u, v) = (1.0 - random.unit(), random.unit());
        let normal = (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos();
        let cube = (1.0 + c * normal).powi(3);
        let accept = 1.0 - random.unit();
        if cube > 0.0 && accept.ln() < normal * normal / 2.0 + d - d * cube + d * cube.ln() {
            return d * cube;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_numbers_have_the_mean_and_spread_of_their_distribution() {
        let mut random = Rng::new(1);
        for shape in [1.0, 3.5, 200.0] {
            let drawn: Vec<f64> = (0..20_000).map(|_| gamma(shape, &mut random)).collect();
            let mean = drawn.iter().sum::<f64>() / 20_000.0;
            let spread = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0;
            assert!((mean / shape - 1.0).abs() < 0.03, "{shape}: {mean}");
            assert!((spread / shape - 1.0).abs() < 0.08, "{shape}: {spread}");
        }
    }

    #[test]
    fn rules_are_found_by_name_and_number() {
        for (rule, name, _) in Rule::ALL {
            assert_eq!(name.parse::<Rule>().unwrap(), rule);
            assert_eq!(rule.name(), name);
        }
        assert_eq!("3".parse::<Rule>().unwrap(), Rule::Performance);
        assert!("4".parse::<Rule>().is_err());
    }
}
