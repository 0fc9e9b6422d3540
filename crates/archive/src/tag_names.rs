//! Names of openings learnt from the games: what nearly all games of a position call it.
//!
//! Databases give names in steps, `Sicilian Defense: Najdorf Variation, English Attack`. A
//! position is called by as many steps as nearly all of its games agree on: after 1. e4 c5 the
//! first only, deep in the line all of them. Nothing is stored; a sample of the games is asked
//! when a name is wanted.
//!
//! **Cost.** Some 3 µs a position.

use std::collections::BTreeMap;

use zermelo_chess::PositionKey;

use crate::archive::Archive;
use crate::error::Result;
use crate::header::Eco;
use crate::names::{Opening, OpeningNames};

/// So many games of a position are asked, the first of each segment.
const SAMPLE: usize = 64;
/// So many of them must have a name at all.
const LEAST: usize = 5;

impl Archive {
    /// The opening of a position: by the table, or else as its games call themselves.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn opening(&self, key: PositionKey, names: &OpeningNames) -> Result<Option<Opening>> {
        match names.exact(key) {
            Some(opening) => Ok(Some(opening)),
            None => self.learnt_opening(key),
        }
    }

    /// What nearly all games of a position call their opening.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn learnt_opening(&self, key: PositionKey) -> Result<Option<Opening>> {
        let mut tagged: Vec<(String, Eco)> = Vec::new();
        for (number, segment) in (0..).zip(&self.segments) {
            let Some(place) = segment.find(key)? else {
                continue;
            };
            for game in segment.first_games(&place, SAMPLE)? {
                let header = segment.header(game)?;
                if header.opening != 0 {
                    tagged.push((self.text(number, header.opening)?, header.eco));
                }
            }
        }
        Ok(agreed(&tagged))
    }
}

/// Whether so many of all are nearly all: nineteen of twenty.
fn nearly_all(count: usize, all: usize) -> bool {
    count * 20 >= all * 19
}

/// The longest beginning of a name that nearly all share.
fn agreed(tagged: &[(String, Eco)]) -> Option<Opening> {
    if tagged.len() < LEAST {
        return None;
    }
    let mut beginnings: BTreeMap<&str, usize> = BTreeMap::new();
    let mut codes: BTreeMap<Eco, usize> = BTreeMap::new();
    for (name, eco) in tagged {
        for beginning in steps(name) {
            *beginnings.entry(beginning).or_default() += 1;
        }
        *codes.entry(*eco).or_default() += 1;
    }
    let shared = beginnings.into_iter();
    let shared = shared.filter(|(_, count)| nearly_all(*count, tagged.len()));
    let (name, _) = shared.max_by_key(|(name, _)| name.len())?;
    let code = codes
        .into_iter()
        .find(|(_, count)| nearly_all(*count, tagged.len()));
    Some(Opening {
        eco: code.map(|(eco, _)| eco).unwrap_or_default(),
        name: name.to_string(),
    })
}

/// A name and its beginnings, cut before colons and commas.
fn steps(name: &str) -> impl Iterator<Item = &str> {
    let cuts = name.match_indices([':', ',']).map(|(at, _)| at);
    let cuts = cuts.filter(|&at| at > 0).chain([name.len()]);
    cuts.map(|at| name[..at].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tagged(names: &[(&str, usize)]) -> Vec<(String, Eco)> {
        let eco = Eco::parse(b"B90");
        let games = names.iter();
        let games = games.flat_map(|&(name, count)| vec![(name.to_string(), eco); count]);
        games.collect()
    }

    #[test]
    fn a_position_is_called_by_what_nearly_all_games_agree_on() {
        let english = "Sicilian Defense: Najdorf Variation, English Attack";
        let adams = "Sicilian Defense: Najdorf Variation, Adams Attack";
        let dragon = "Sicilian Defense: Dragon Variation";
        let name = |names: &[(&str, usize)]| agreed(&tagged(names)).map(|opening| opening.name);
        let is = |text: &str| Some(text.to_string());
        assert_eq!(name(&[(english, 20)]), is(english));
        assert_eq!(name(&[(english, 19), (adams, 1)]), is(english));
        assert_eq!(
            name(&[(english, 10), (adams, 10)]),
            is("Sicilian Defense: Najdorf Variation")
        );
        assert_eq!(name(&[(english, 5), (dragon, 5)]), is("Sicilian Defense"));
        assert_eq!(name(&[(english, 5), ("Bird Opening", 5)]), None);
        assert_eq!(name(&[(english, 4)]), None, "too few to know");
        assert_eq!(
            agreed(&tagged(&[(english, 9)])).unwrap().eco.to_string(),
            "B90"
        );
    }
}
