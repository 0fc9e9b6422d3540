//! Openings of random moves, made one after another as a match needs them.
//!
//! An opening is a line of random moves whose last position no opening before it has, leaves
//! something to play, and is fair by a rule that the caller hands in. The n-th opening depends
//! on the start, the seed and the number of plies alone, so a match can be prolonged; where the
//! lines of a length run out (in 200 tries none is new), the next ones are a ply longer, if that
//! is wanted.
//!
//! Cost: some random moves and a call of the rule for each try.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zermelo_game::Notation;
use zermelo_game::random::Rng;

use crate::openings::Opening;

/// Tries for each opening.
const TRIES: usize = 200;

/// How openings are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Random moves of an opening.
    pub plies: usize,
    /// Whether openings may be longer once all of that length have been made.
    pub longer: bool,
    /// The seed.
    pub seed: u64,
    /// What the rule of fairness is called.
    pub rule: &'static str,
}

/// Makes openings. Clones share what was made.
#[derive(Clone)]
pub struct RandomOpenings {
    recipe: Recipe,
    maker: Arc<Mutex<Maker>>,
}

/// A source of openings, and what came from it so far.
struct Maker {
    made: Vec<Opening>,
    next: Box<dyn FnMut() -> Option<Opening> + Send>,
    dry: bool,
}

impl fmt::Debug for RandomOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.recipe.fmt(f)
    }
}

impl RandomOpenings {
    /// Openings from a start, all of them `fair`; `None` if not even one can be made.
    pub fn new<G>(
        start: G,
        recipe: Recipe,
        fair: impl Fn(&G) -> bool + Send + 'static,
    ) -> Option<RandomOpenings>
    where
        G: Notation + Send + 'static,
    {
        let mut source = Source {
            rng: Rng::new(recipe.seed),
            seen: HashSet::new(),
            plies: recipe.plies,
            longer: recipe.longer,
            start,
        };
        let openings = RandomOpenings {
            recipe,
            maker: Arc::new(Mutex::new(Maker {
                made: Vec::new(),
                next: Box::new(move || source.next(&fair)),
                dry: false,
            })),
        };
        (openings.make(1) > 0).then_some(openings)
    }

    /// How they are made, in words.
    #[must_use]
    pub fn recipe(&self) -> String {
        format!("{:?}", self.recipe)
    }

    fn maker(&self) -> MutexGuard<'_, Maker> {
        // A rule that panicked has left what was made before it as it was.
        self.maker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes openings until there are `wanted`, and says how many there are of these.
    #[must_use]
    pub fn make(&self, wanted: u64) -> u64 {
        let mut maker = self.maker();
        while (maker.made.len() as u64) < wanted && !maker.dry {
            match (maker.next)() {
                Some(opening) => maker.made.push(opening),
                None => maker.dry = true,
            }
        }
        wanted.min(maker.made.len() as u64)
    }

    /// The opening of a round; from the first again when there are no more.
    #[must_use]
    pub fn opening(&self, round: u64) -> Option<Opening> {
        let _ = self.make(round.saturating_add(1));
        let maker = self.maker();
        let count = maker.made.len().max(1) as u64;
        let place = usize::try_from(round % count).ok()?;
        maker.made.get(place).cloned()
    }
}

/// The state between two openings.
struct Source<G> {
    start: G,
    rng: Rng,
    /// The keys of the positions that openings led to.
    seen: HashSet<u64>,
    plies: usize,
    longer: bool,
}

impl<G: Notation> Source<G> {
    fn next(&mut self, fair: &impl Fn(&G) -> bool) -> Option<Opening> {
        loop {
            let mut lasted = false;
            for _ in 0..TRIES {
                let Some((game, moves)) = self.line() else {
                    continue;
                };
                lasted = true;
                if fair(&game) && self.seen.insert(game.key()) {
                    return Some(Opening {
                        moves,
                        ..Opening::default()
                    });
                }
            }
            if !self.longer || !lasted {
                return None;
            }
            self.plies += 1;
        }
    }

    /// A random line, unless it ends the game.
    fn line(&mut self) -> Option<(G, Vec<String>)> {
        let mut game = self.start.clone();
        let mut moves = Vec::new();
        let mut legal = Vec::new();
        for _ in 0..self.plies {
            if game.outcome().is_some() {
                return None;
            }
            legal.clear();
            game.legal_moves(&mut legal);
            let &m = self.rng.pick(&legal)?;
            moves.push(game.move_text(m));
            game.play(m);
        }
        game.outcome().is_none().then_some((game, moves))
    }
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::Game;

    use super::*;

    fn recipe(plies: usize, longer: bool) -> Recipe {
        Recipe {
            plies,
            longer,
            seed: 7,
            rule: "any",
        }
    }

    fn chess(plies: usize, longer: bool) -> RandomOpenings {
        RandomOpenings::new(Chess::new(), recipe(plies, longer), |_| true).unwrap()
    }

    fn end(opening: &Opening) -> Chess {
        let moves = opening.moves.iter();
        moves.fold(Chess::new(), |game, text| {
            game.after(game.parse_move(text).unwrap())
        })
    }

    #[test]
    fn openings_lead_to_different_positions_and_are_the_same_in_every_match() {
        let (book, again) = (chess(4, false), chess(4, false));
        assert_eq!(book.make(300), 300);
        let keys: HashSet<u64> = (0..300)
            .map(|i| end(&book.opening(i).unwrap()).key())
            .collect();
        assert_eq!(keys.len(), 300);
        assert_eq!(again.opening(299), book.opening(299), "in any order");
        assert_eq!(again.opening(3), book.opening(3));
    }

    #[test]
    fn when_openings_of_a_length_run_out_longer_ones_follow() {
        let short = chess(1, false);
        assert_eq!(short.make(50), 20);
        assert_eq!(short.opening(20), short.opening(0));
        let longer = chess(1, true);
        assert_eq!(longer.make(50), 50);
        let plies = |i| longer.opening(i).unwrap().moves.len();
        assert_eq!((plies(0), plies(19), plies(20)), (1, 1, 2));
    }

    #[test]
    fn a_rule_is_kept_and_lines_that_end_the_game_are_none() {
        let quiet = |game: &Chess| {
            let mut legal = Vec::new();
            game.legal_moves(&mut legal);
            legal.len() == 20
        };
        let book = RandomOpenings::new(Chess::new(), recipe(2, false), quiet).unwrap();
        assert!((0..20).all(|i| quiet(&end(&book.opening(i).unwrap()))));
        let mated = Chess::parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert!(RandomOpenings::new(mated, recipe(4, true), |_| true).is_none());
    }
}
