//! Where leaf values come from.

use zermelo_game::{Game, Heuristic, Score};

/// A static evaluation handed to a search.
///
/// Any closure from a position to a score is one, with payoffs as they are:
///
/// ```
/// # use zermelo_search::Evaluator;
/// # use zermelo_game::Game;
/// fn hashed<G: Game>() -> impl Evaluator<G> {
///     |game: &G| (game.key() % 7) as i32 - 3
/// }
/// ```
pub trait Evaluator<G: Game> {
    /// An estimate of an unfinished position for the side to move.
    fn evaluate(&self, game: &G) -> Score;

    /// A finished game's payoff on the same scale.
    fn terminal(&self, payoff: Score) -> Score {
        payoff
    }
}

impl<G: Game, F: Fn(&G) -> Score> Evaluator<G> for F {
    fn evaluate(&self, game: &G) -> Score {
        self(game)
    }
}

/// For searches to the end of the game: the payoff as it is; what is undecided counts 0.
#[derive(Clone, Copy, Debug)]
pub struct Payoff;

impl<G: Game> Evaluator<G> for Payoff {
    fn evaluate(&self, _game: &G) -> Score {
        0
    }
}

/// For searches to a depth: the game's own heuristic, and finished games on its scale.
#[derive(Clone, Copy, Debug)]
pub struct Static;

impl<G: Heuristic> Evaluator<G> for Static {
    fn evaluate(&self, game: &G) -> Score {
        game.evaluate()
    }

    fn terminal(&self, payoff: Score) -> Score {
        G::decided(payoff)
    }
}
