//! The domain of any game: its rules, its unquiet moves and an evaluator, nothing else.

use std::marker::PhantomData;

use zermelo_game::{Noisy, Score};

use super::domain::{About, Domain, Moment, Parent, Select};
use crate::Evaluator;

/// A domain that knows no more than the textbook algorithms do: finished games are worth what the
/// evaluator says, as they are, so that values compare with minimax.
pub struct Plain<'a, G, E> {
    evaluator: &'a E,
    game: PhantomData<fn(G)>,
}

impl<'a, G, E> Plain<'a, G, E> {
    /// The domain over an evaluator.
    #[must_use]
    pub fn new(evaluator: &'a E) -> Plain<'a, G, E> {
        Plain {
            evaluator,
            game: PhantomData,
        }
    }
}

impl<G, E> Clone for Plain<'_, G, E> {
    fn clone(&self) -> Self {
        Plain::new(self.evaluator)
    }
}

impl<G: Noisy, E: Evaluator<G>> Domain for Plain<'_, G, E> {
    type Game = G;
    type State = ();

    #[inline]
    fn state(&mut self, _game: &G, _from: Option<Parent<'_, G, ()>>) {}

    #[inline]
    fn evaluate(&mut self, game: &G, _state: &()) -> Score {
        self.evaluator.evaluate(game)
    }

    #[inline]
    fn finished(&self, game: &G, _moment: Moment) -> Option<Score> {
        Some(self.evaluator.terminal(game.payoff()?))
    }

    #[inline]
    fn moves(&self, game: &G, select: Select, out: &mut Vec<G::Move>) {
        match select {
            Select::All => game.legal_moves(out),
            Select::Noisy | Select::Forcing => game.noisy_moves(out),
            Select::Quiet => {}
        }
    }

    #[inline]
    fn about(&self, _game: &G, _state: &(), _m: G::Move, _depth: i32) -> About {
        About::default()
    }
}
