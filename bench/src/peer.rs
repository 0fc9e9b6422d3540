//! Our games as the crate `minimax` wants them, and the domains they are compared with.

use std::fmt;
use std::marker::PhantomData;

use minimax::{Evaluation, Evaluator, Winner};
use zermelo_game::{Game, Heuristic, Score};
use zermelo_games::connect_four::Column;
use zermelo_games::othello::Square;
use zermelo_games::{ConnectFour, Othello};
use zermelo_search::full::{About, Domain, Moment, Parent, Select, WIN};

/// A game that both programs play. Moves have a small index for the peer's tables.
pub trait Measured: Heuristic {
    const INDICES: u16;
    /// Any move: the peer fills its tables with it.
    fn some_move() -> Self::Move;
    fn index(m: Self::Move) -> u16;
}

impl Measured for ConnectFour {
    const INDICES: u16 = 7;

    fn some_move() -> Column {
        Column::new(0).expect("the first column")
    }

    fn index(m: Column) -> u16 {
        m.index() as u16
    }
}

impl Measured for Othello {
    const INDICES: u16 = 65;

    fn some_move() -> Square {
        Square::PASS
    }

    fn index(m: Square) -> u16 {
        m.index() as u16
    }
}

/// The rules of a game for the peer.
pub struct Rules<G>(PhantomData<G>);

fn winner<G: Game>(game: &G) -> Option<Winner> {
    Some(match game.payoff()? {
        1.. => Winner::PlayerToMove,
        0 => Winner::Draw,
        _ => Winner::PlayerJustMoved,
    })
}

impl<G: Measured> minimax::Game for Rules<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(game: &G, moves: &mut Vec<G::Move>) -> Option<Winner> {
        // A game is over exactly when it has no moves.
        game.legal_moves(moves);
        if moves.is_empty() { winner(game) } else { None }
    }

    fn apply(game: &mut G, m: G::Move) -> Option<G> {
        Some(game.after(m))
    }

    fn get_winner(game: &G) -> Option<Winner> {
        winner(game)
    }

    fn zobrist_hash(game: &G) -> u64 {
        game.key()
    }

    fn null_move(_game: &G) -> Option<G::Move> {
        Some(G::some_move())
    }

    fn table_index(m: G::Move) -> u16 {
        G::index(m)
    }

    fn max_table_index() -> u16 {
        G::INDICES - 1
    }
}

/// The evaluation of a game for the peer.
pub struct Judge<G>(PhantomData<G>);

impl<G> Default for Judge<G> {
    fn default() -> Self {
        Judge(PhantomData)
    }
}

impl<G: Measured> Evaluator for Judge<G> {
    type G = Rules<G>;

    fn evaluate(&self, game: &G) -> Evaluation {
        game.evaluate() as Evaluation
    }
}

/// How much of a game's domain the full search is given.
#[derive(Clone, Copy)]
pub enum Level {
    /// The index of a move, for history: what the peer has a place for too.
    History,
    /// The domain's order as well.
    Order,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::History => "history only",
            Level::Order => "the game's order",
        })
    }
}

/// A domain without what it knows beyond the depth: values must be those of minimax.
pub struct Ours<D> {
    pub domain: D,
    pub level: Level,
}

impl<D: Domain> Domain for Ours<D>
where
    D::Game: Measured,
{
    type Game = D::Game;
    type State = D::State;

    const MOVES: (usize, usize) = D::MOVES;

    fn state(&mut self, game: &D::Game, from: Option<Parent<'_, D::Game, D::State>>) -> D::State {
        self.domain.state(game, from)
    }

    fn evaluate(&mut self, game: &D::Game, state: &D::State) -> Score {
        self.domain.evaluate(game, state)
    }

    fn finished(&self, game: &D::Game, moment: Moment) -> Option<Score> {
        // As the peer does: a game without moves is found when they are generated.
        if moment == Moment::Node {
            return None;
        }
        Some(game.payoff()?.signum() * WIN)
    }

    fn moves(&self, game: &D::Game, select: Select, out: &mut Vec<<D::Game as Game>::Move>) {
        if select == Select::All {
            game.legal_moves(out);
        }
    }

    fn about(
        &self,
        game: &D::Game,
        state: &D::State,
        m: <D::Game as Game>::Move,
        depth: i32,
    ) -> About {
        match self.level {
            Level::Order => self.domain.about(game, state, m, depth),
            Level::History => About {
                index: D::Game::index(m) as usize,
                ..About::default()
            },
        }
    }
}
