//! The domain of any game of the registry: its heuristic, its unquiet moves, and history by a
//! hash of the move.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use zermelo_game::random::mix;
use zermelo_game::{Game, Heuristic, Noisy, Score};
use zermelo_search::full::{About, Domain, Moment, Parent, Select, WIN};

/// Moves told apart by history (a power of two).
const INDICES: usize = 512;

/// What a game says of itself through its traits, and nothing more. A payoff of one is a win,
/// from which the plies are taken; larger payoffs are margins, on the scale of the heuristic.
pub struct AnyGame<G>(PhantomData<fn(G)>);

impl<G> AnyGame<G> {
    /// The domain.
    #[must_use]
    pub fn new() -> AnyGame<G> {
        AnyGame(PhantomData)
    }
}

impl<G> Default for AnyGame<G> {
    fn default() -> Self {
        AnyGame::new()
    }
}

impl<G> Clone for AnyGame<G> {
    fn clone(&self) -> Self {
        AnyGame::new()
    }
}

/// A hasher for small values: one mixing step a word.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mix(self.0.wrapping_add(value));
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

impl<G> Domain for AnyGame<G>
where
    G: Game<Move: Hash> + Heuristic + Noisy,
{
    type Game = G;
    type State = ();

    const MOVES: (usize, usize) = (INDICES, INDICES);

    fn state(&mut self, _game: &G, _from: Option<Parent<'_, G, ()>>) {}

    fn evaluate(&mut self, game: &G, _state: &()) -> Score {
        game.evaluate()
    }

    fn finished(&self, game: &G, _moment: Moment) -> Option<Score> {
        let payoff = game.payoff()?;
        Some(if G::LARGEST_PAYOFF == 1 {
            payoff * WIN
        } else {
            G::decided(payoff)
        })
    }

    fn moves(&self, game: &G, select: Select, out: &mut Vec<G::Move>) {
        match select {
            Select::All => game.legal_moves(out),
            Select::Noisy | Select::Forcing => game.noisy_moves(out),
            Select::Quiet => {}
        }
    }

    fn about(&self, game: &G, _state: &(), m: G::Move, _depth: i32) -> About {
        let mut mixer = Mixer(game.side().index() as u64);
        m.hash(&mut mixer);
        About {
            index: mixer.finish() as usize % INDICES,
            ..About::default()
        }
    }
}
