//! Who takes part: a name and a way to make players.
//!
//! The arena knows no algorithm: whoever runs a match hands in factories. Every worker makes its
//! own players, so a player never crosses threads; one that failed is thrown away and made anew.

use zermelo_game::{Choice, Clock, Failure, Player, Referee, Side};

use crate::clock::Control;
use crate::stop::Stop;

/// Makes players.
pub trait Factory<R: Referee>: Sync {
    /// A fresh player. Long thoughts should end when `stop` says now, with
    /// [`Failure::Stopped`].
    ///
    /// # Errors
    ///
    /// If it cannot be made; the game it was wanted for is then lost.
    fn create(&self, stop: &Stop) -> Result<Box<dyn Player<R>>, Failure>;
}

impl<R, F> Factory<R> for F
where
    R: Referee,
    F: Fn(&Stop) -> Result<Box<dyn Player<R>>, Failure> + Sync,
{
    fn create(&self, stop: &Stop) -> Result<Box<dyn Player<R>>, Failure> {
        self(stop)
    }
}

/// One who takes part in a match.
pub struct Contestant<'a, R: Referee> {
    /// The name to show.
    pub name: String,
    /// What it is made of, as text: part of the match's fingerprint, so that a log is not
    /// continued with somebody else of the same name.
    pub identity: String,
    /// Makes it.
    pub factory: Box<dyn Factory<R> + 'a>,
    /// Its own control, if not the match's.
    pub control: Option<Control>,
}

impl<'a, R: Referee> Contestant<'a, R> {
    /// A contestant under the match's control.
    pub fn new(name: impl Into<String>, factory: impl Factory<R> + 'a) -> Contestant<'a, R> {
        let name = name.into();
        Contestant {
            identity: name.clone(),
            name,
            factory: Box::new(factory),
            control: None,
        }
    }
}

/// A player that is a function of what it sees, its clock and its game's seed.
///
/// ```
/// use zermelo_arena::player::from_fn;
/// use zermelo_chess::{Chess, ChessReferee};
/// use zermelo_game::{Game, History};
///
/// let player = from_fn::<ChessReferee, _>("first move", |view: &History<Chess>, _clock, _seed| {
///     let mut moves = Vec::new();
///     view.position().legal_moves(&mut moves);
///     moves[0].into()
/// });
/// assert_eq!(player.name(), "first move");
/// ```
pub fn from_fn<R, F>(name: impl Into<String>, choose: F) -> Box<dyn Player<R>>
where
    R: Referee,
    F: FnMut(&R::View, &Clock, u64) -> Choice<R::Action> + 'static,
{
    Box::new(FunctionPlayer {
        name: name.into(),
        seed: 0,
        choose,
    })
}

struct FunctionPlayer<F> {
    name: String,
    seed: u64,
    choose: F,
}

impl<R, F> Player<R> for FunctionPlayer<F>
where
    R: Referee,
    F: FnMut(&R::View, &Clock, u64) -> Choice<R::Action>,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, _side: Side, seed: u64) -> Result<(), Failure> {
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, view: &R::View, clock: &Clock) -> Result<Choice<R::Action>, Failure> {
        Ok((self.choose)(view, clock, self.seed))
    }
}
