//! Games with everything that can be done with them compiled once, here.
//!
//! The algorithms are generic, and a generic function is compiled in the crate that names the
//! type. Two dozen algorithms on a dozen games take minutes, so the types are named here:
//! [`Searchable`] has one concrete implementation per game, and whoever is generic over it (the
//! commands, the page) only calls what is already there. [`with_searchable`] is the registry's
//! `with_game` with that stronger bound.

use zermelo_chess::Chess;
use zermelo_game::{Reduced, Score};
use zermelo_games::{
    BranchingTree, ConnectFour, DependentTree, Draughts, ExplicitTree, GameError, Grundy, Nim,
    Othello, Playable, TicTacToe, UniformTree, find_game,
};
use zermelo_search::proof::{Proof, Solved};
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Answer, Counts, Limits, Params, Stopped, algorithm};

use crate::ordered::Order;
use crate::player::Boxed;
use crate::{Equipment, PlayerKind, player_of, textbook};

/// A game whose searches, proofs and players are compiled.
pub trait Searchable: Playable {
    /// [`textbook::search`], the moves in natural order.
    fn search(
        &self,
        algorithm: Algorithm,
        depth: Option<u32>,
        params: &Params,
        limits: Limits<'_>,
        recorder: &mut Recorder<Self::Move>,
    ) -> Answer<Self::Move> {
        self.search_in_order(algorithm, Order::Natural, depth, params, limits, recorder)
    }

    /// [`textbook::search`].
    fn search_in_order(
        &self,
        algorithm: Algorithm,
        order: Order,
        depth: Option<u32>,
        params: &Params,
        limits: Limits<'_>,
        recorder: &mut Recorder<Self::Move>,
    ) -> Answer<Self::Move>;

    /// [`algorithm::prove`].
    ///
    /// # Errors
    ///
    /// When the search was stopped.
    fn prove(
        &self,
        algorithm: Algorithm,
        at_least: Score,
        limits: Limits<'_>,
        counts: &mut Counts,
        recorder: &mut Recorder<Self::Move>,
    ) -> Result<Proof<Self::Move>, Stopped>;

    /// [`algorithm::solve`].
    fn solve(
        &self,
        algorithm: Algorithm,
        guess: Score,
        limits: Limits<'_>,
    ) -> (Answer<Self::Move>, Option<Solved<Self::Move>>);

    /// [`player_of`].
    fn player(kind: PlayerKind, equipment: &Equipment) -> Boxed<Self>;
}

/// Something to do with a position of any game.
pub trait SearchVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Searchable>(self, start: G) -> Self::Output;
}

macro_rules! searchable {
    ($($game:ty),* $(,)?) => {$(
        impl Searchable for $game {
            fn search_in_order(
                &self,
                algorithm: Algorithm,
                order: Order,
                depth: Option<u32>,
                params: &Params,
                limits: Limits<'_>,
                recorder: &mut Recorder<Self::Move>,
            ) -> Answer<Self::Move> {
                textbook::search(algorithm, self, order, depth, params, limits, recorder)
            }

            fn prove(
                &self,
                algorithm: Algorithm,
                at_least: Score,
                limits: Limits<'_>,
                counts: &mut Counts,
                recorder: &mut Recorder<Self::Move>,
            ) -> Result<Proof<Self::Move>, Stopped> {
                algorithm::prove(algorithm, self, at_least, limits, counts, recorder)
            }

            fn solve(
                &self,
                algorithm: Algorithm,
                guess: Score,
                limits: Limits<'_>,
            ) -> (Answer<Self::Move>, Option<Solved<Self::Move>>) {
                algorithm::solve(algorithm, self, guess, limits, &mut Recorder::new(0))
            }

            fn player(kind: PlayerKind, equipment: &Equipment) -> Boxed<Self> {
                player_of::<Self>(kind, equipment)
            }
        }
    )*};
}

searchable!(
    Chess,
    TicTacToe,
    Grundy,
    Nim,
    ConnectFour,
    Othello,
    Draughts,
    ExplicitTree,
    UniformTree,
    DependentTree,
    BranchingTree,
    Reduced<TicTacToe>,
);

/// Hands a position of the named game, its start if none is given, to the visitor.
///
/// # Errors
///
/// If there is no such game or the position cannot be read.
pub fn with_searchable<V: SearchVisitor>(
    name: &str,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, GameError> {
    let game = find_game(name)?.name;
    match game {
        "tictactoe" => visit::<TicTacToe, V>(game, position, visitor),
        "grundy" => visit::<Grundy, V>(game, position, visitor),
        "nim" => visit::<Nim, V>(game, position, visitor),
        "connect4" => visit::<ConnectFour, V>(game, position, visitor),
        "othello" => visit::<Othello, V>(game, position, visitor),
        "draughts" => visit::<Draughts, V>(game, position, visitor),
        "chess" => visit::<Chess, V>(game, position, visitor),
        "uniform" => visit::<UniformTree, V>(game, position, visitor),
        "dependent" => visit::<DependentTree, V>(game, position, visitor),
        "branching" => visit::<BranchingTree, V>(game, position, visitor),
        _ => visit::<ExplicitTree, V>(game, position, visitor),
    }
}

/// Reads a position of a game, its start if there is no text.
///
/// # Errors
///
/// If the position cannot be read.
pub fn read_position<G: Playable>(game: &'static str, text: Option<&str>) -> Result<G, GameError> {
    match text {
        None => Ok(G::default()),
        Some(text) => G::parse(text).map_err(|error| GameError::Position { game, error }),
    }
}

fn visit<G: Searchable, V: SearchVisitor>(
    game: &'static str,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output, GameError> {
    Ok(visitor.visit(read_position::<G>(game, position)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_games::{GAMES, Visitor, with_game};

    struct TypeName;

    impl SearchVisitor for TypeName {
        type Output = &'static str;

        fn visit<G: Searchable>(self, _start: G) -> &'static str {
            std::any::type_name::<G>()
        }
    }

    impl Visitor for TypeName {
        type Output = &'static str;

        fn visit<G: Playable>(self, _start: G) -> &'static str {
            std::any::type_name::<G>()
        }
    }

    #[test]
    fn names_mean_the_same_games_as_in_the_registry() {
        for info in GAMES {
            let here = with_searchable(info.name, None, TypeName);
            assert_eq!(here, with_game(info.name, None, TypeName), "{}", info.name);
        }
    }
}
