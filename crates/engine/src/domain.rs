//! Chess as the full search sees it.

use zermelo_chess::{Chess, Kind, Move};
use zermelo_game::{Game, Score};
use zermelo_search::full::{About, Domain, LIMIT, Moment, Nature, Parent, Select, WIN};

use crate::evaluation::{Before, Evaluator};
use crate::keys::Keys;

/// What pieces are worth in an exchange.
pub const EXCHANGE: [Score; 6] = [100, 320, 330, 500, 950, 20_000];

/// Pieces of either side times squares.
const PATTERNS: usize = 12 * 64;
/// Sides times squares of departure and arrival.
const QUIETS: usize = 2 * 64 * 64;
/// What a point of the victim's worth counts in the order, on the scale of history.
const VICTIM: Score = 16;

/// The domain of chess over some evaluator.
#[derive(Clone)]
pub struct ChessDomain<E> {
    evaluator: E,
}

/// What is kept along the path.
#[derive(Clone)]
pub struct PathState<S> {
    evaluation: S,
    keys: Keys,
}

impl<E: Evaluator> ChessDomain<E> {
    /// The domain.
    #[must_use]
    pub fn new(evaluator: E) -> ChessDomain<E> {
        ChessDomain { evaluator }
    }
}

fn drawn_by_rule(game: &Chess) -> bool {
    game.halfmove_clock() >= 100 || game.is_insufficient_material()
}

impl<E: Evaluator> Domain for ChessDomain<E> {
    type Game = Chess;
    type State = PathState<E::State>;

    const MOVES: (usize, usize) = (PATTERNS, QUIETS + 6 * PATTERNS);

    #[inline]
    fn state(&mut self, game: &Chess, from: Option<Parent<'_, Chess, Self::State>>) -> Self::State {
        match from {
            None => PathState {
                evaluation: self.evaluator.state(game, None),
                keys: Keys::of(game),
            },
            Some(parent) => PathState {
                keys: parent.state.keys.after(parent.game.side(), parent.played),
                evaluation: self.evaluator.state(
                    game,
                    Some(Before {
                        position: parent.game,
                        state: &parent.state.evaluation,
                        played: parent.played,
                    }),
                ),
            },
        }
    }

    #[inline]
    fn evaluate(&mut self, game: &Chess, state: &Self::State) -> Score {
        self.evaluator
            .evaluate(game, &state.evaluation, &state.keys)
    }

    /// Mate and stalemate show when there are no moves; before, only the draws by rule.
    #[inline]
    fn finished(&self, game: &Chess, moment: Moment) -> Option<Score> {
        match moment {
            Moment::Stuck => Some(if game.is_check() { -WIN } else { 0 }),
            Moment::Leaf | Moment::Node => {
                if !drawn_by_rule(game) {
                    return None;
                }
                // Mate on the hundredth ply counts.
                if game.is_check() && game.outcome().is_some() {
                    return Some(-WIN);
                }
                Some(0)
            }
        }
    }

    #[inline]
    fn moves(&self, game: &Chess, select: Select, out: &mut Vec<Move>) {
        match select {
            Select::All => game.moves_unquiet_first(out),
            Select::Noisy | Select::Forcing => game.unquiet_moves(out),
        }
    }

    #[inline]
    fn about(&self, game: &Chess, _state: &Self::State, m: Move, _depth: i32) -> About {
        let side = game.side().index();
        let pattern = (m.kind().index() * 2 + side) * 64 + usize::from(m.to());
        if !m.is_unquiet() {
            let between = usize::from(m.from()) * 64 + usize::from(m.to());
            // Underpromotions wait until the end.
            let bonus = if m.is_promotion() { -4 * LIMIT } else { 0 };
            return About {
                index: side * 4096 + between,
                pattern: Some(pattern),
                noisy: false,
                bonus,
            };
        }
        let taken = m.captured().map_or(0, |kind| EXCHANGE[kind.index()]);
        let promoted = m.promotion().map_or(0, |kind| EXCHANGE[kind.index()]);
        let victim = m.captured().map_or(5, Kind::index);
        About {
            index: QUIETS + victim * PATTERNS + pattern,
            pattern: Some(pattern),
            noisy: true,
            bonus: VICTIM * (taken + promoted),
        }
    }

    #[inline]
    fn nature(&self, game: &Chess, state: &Self::State) -> Nature {
        Nature {
            forced: game.is_check(),
            reversible: game.halfmove_clock() as usize,
            structures: [state.keys.pawns, state.keys.pieces[0], state.keys.pieces[1]],
        }
    }

    #[inline]
    fn exchange(&self, game: &Chess, m: Move, at_least: Score) -> bool {
        game.exchange_wins(m, at_least, &EXCHANGE)
    }

    #[inline]
    fn null(&self, game: &Chess) -> Option<Chess> {
        let us = game.side();
        let simple = game.squares(us, Kind::Pawn) | game.squares(us, Kind::King);
        if game.side_squares(us) == simple {
            return None;
        }
        game.passed()
    }
}
