//! What one game tells the full search about itself.
//!
//! The search knows no game. Whatever a game can offer beyond its rules (an evaluation kept while
//! playing, captures, exchanges, passes that probe a threat, tablebases) enters through one trait,
//! resolved at compile time; every default does nothing, so that the smallest domain is an
//! evaluation. [`super::Plain`] is that domain for any game.

use zermelo_game::{Game, Score};

use super::score::WIN;

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Select {
    /// All that may be best.
    All,
    /// Only the unquiet ones, for quiescence.
    Noisy,
    /// The unquiet ones, then quiet ones that force the opponent (checks), for the first plies of
    /// quiescence. Where there are none of the latter, the same as `Noisy`.
    Forcing,
    /// What `All` has after the unquiet ones: asked only of domains that are [`Domain::staged`].
    Quiet,
}

/// When the search asks whether a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Before a position is evaluated.
    Leaf,
    /// Before a position is searched: where the answer is costly, a domain may give none, for
    /// the moves will tell.
    Node,
    /// No move was generated: the game is over.
    Stuck,
}

/// What orders and prunes a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct About {
    /// Where history counts it, under the second number of [`Domain::MOVES`]. Moves of equal index are taken for the same move in different
    /// positions; include the side where that matters.
    pub index: usize,
    /// Where continuation history counts it, under the first number of [`Domain::MOVES`]: as a
    /// move, and as the context of later moves. `None`: the index modulo that number.
    pub pattern: Option<usize>,
    /// Whether it is unquiet: tried early, and not pruned as a late or futile move.
    pub noisy: bool,
    /// Added to its place in the order, on the scale of history (at most ±16,384).
    pub bonus: Score,
    /// What a quiet move gains by leaving a threat, less what it loses by entering one; added like
    /// the bonus where the parameter `escape-order` is on.
    pub escape: Score,
    /// What an adviser from outside adds to its place; 0 where there is none, or nothing to say.
    /// From [`ADVISED`] on (at most twice that) it puts the move before all others but the
    /// remembered one, or before that too, as the parameter `advice-first` says. The root's moves
    /// are sorted by it before the first iteration.
    pub advice: Score,
}

/// Advice that lifts a move above history, bonuses and unquiet moves.
pub const ADVISED: Score = 1 << 29;

/// What may be said of a move before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It wins at least this much in the exchange it begins.
    Wins(Score),
    /// It leaves the opponent in a forced position.
    Forces,
}

/// How many slowly changing parts of a position a domain may tell apart.
pub const STRUCTURES: usize = 3;

/// What the search must know of a position before it prunes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Nature {
    /// The side to move answers a threat or has no free choice (check, a forced capture): no
    /// static evaluation, no pruning, all moves in quiescence, and perhaps an extension.
    pub forced: bool,
    /// How many plies back the position may have occurred before; 0 where nothing repeats.
    pub reversible: usize,
    /// Whether a count of moves will soon end the game: what was found of this position under
    /// another count need not hold.
    pub counted_out: bool,
    /// Hashes of what changes slowly (pawns, pieces of one side): the error of the evaluation is
    /// remembered by each; 0 for none.
    pub structures: [u64; STRUCTURES],
}

/// What is known from outside about a position's value, counted from the position itself: a win
/// in n plies is `WIN - n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// It is at least this …
    pub lower: Score,
    /// … and at most this. Equal bounds are an exact value.
    pub upper: Score,
    /// Nodes that finding it took.
    pub nodes: u64,
    /// Whether it holds at every depth, as what is proved does.
    pub whole: bool,
}

impl Known {
    /// Nothing: the value lies between losing and winning.
    pub const NOTHING: Known = Known {
        lower: -WIN,
        upper: WIN,
        nodes: 0,
        whole: true,
    };

    /// The exact value.
    #[must_use]
    pub fn exactly(value: Score) -> Known {
        Known {
            lower: value,
            upper: value,
            ..Known::NOTHING
        }
    }
}

/// Where a position comes from.
pub struct Parent<'a, G: Game, S> {
    /// The position before.
    pub game: &'a G,
    /// Its evaluation state.
    pub state: &'a S,
    /// The move that was played there.
    pub played: G::Move,
}

/// A game as the full search sees it: fourteen items, all but three with defaults that do nothing.
///
/// Each thread of a search has its own clone, so a domain may keep caches; what it shares between
/// threads it holds behind an `Arc`.
pub trait Domain {
    /// The rules.
    type Game: Game;
    /// What the evaluation keeps while playing (sums, accumulators); `()` if nothing.
    type State: Clone;

    /// Sizes of the history tables: of continuation history (patterns), and of history (indices).
    /// With `(0, 0)` no history is kept.
    const MOVES: (usize, usize) = (0, 0);

    /// The evaluation state of a position, from scratch or from its parent's.
    fn state(
        &mut self,
        game: &Self::Game,
        from: Option<Parent<'_, Self::Game, Self::State>>,
    ) -> Self::State;

    /// An estimate for the side to move, smaller in size than [`zermelo_game::MAX_PAYOFF`].
    fn evaluate(&mut self, game: &Self::Game, state: &Self::State) -> Score;

    /// The value of a finished game for the side to move: `WIN`, 0 or `-WIN`, from which the
    /// search takes the plies, or a margin that counts as it is.
    #[inline]
    fn finished(&self, game: &Self::Game, moment: Moment) -> Option<Score> {
        let _ = moment;
        Some(game.payoff()?.signum() * WIN)
    }

    /// Whether a game is finished by a count of moves, not by its position: that value holds on
    /// this path only.
    #[inline]
    fn finished_by_count(&self, game: &Self::Game) -> bool {
        let _ = game;
        false
    }

    /// Appends moves, always in the same order for the same position. Moves that cannot be best
    /// may be left out, as long as one remains in an unfinished game. With the parameter
    /// `quiescence-table` the unquiet moves must come first among all, in the same order.
    #[inline]
    fn moves(&self, game: &Self::Game, select: Select, out: &mut Vec<<Self::Game as Game>::Move>) {
        if select == Select::All {
            game.legal_moves(out);
        }
    }

    /// Whether the unquiet moves come first among all and none of the others is to be tried before
    /// them: with the parameter `staged`, the quiet ones are then generated when they are needed.
    #[inline]
    fn staged(&self) -> bool {
        false
    }

    /// What orders and prunes a move, at a node with this depth left (0 in quiescence): where
    /// much is still to be searched, a costly look at the order pays.
    #[inline]
    fn about(
        &self,
        game: &Self::Game,
        state: &Self::State,
        m: <Self::Game as Game>::Move,
        depth: i32,
    ) -> About {
        let _ = (game, state, m, depth);
        About::default()
    }

    /// What the search must know of a position before it prunes.
    #[inline]
    fn nature(&self, game: &Self::Game, state: &Self::State) -> Nature {
        let _ = (game, state);
        Nature::default()
    }

    /// Whether a claim about a move is true. By default no move loses anything, and none forces.
    #[inline]
    fn holds(&self, game: &Self::Game, m: <Self::Game as Game>::Move, claim: Claim) -> bool {
        let _ = (game, m);
        claim != Claim::Forces
    }

    /// The position with the other side to move, where giving up a move is worse than every
    /// move; `None` where it may not be (zugzwang) or the rules have no such position.
    #[inline]
    fn null(&self, game: &Self::Game) -> Option<Self::Game> {
        let _ = game;
        None
    }

    /// What is known without searching: a tablebase, an exact solver of small endings, bounds
    /// that the rules give. The window says which answers are worth the trouble; it is counted
    /// from the position, as the answer is.
    #[inline]
    fn outside(&mut self, game: &Self::Game, depth: i32, window: (Score, Score)) -> Known {
        let _ = (game, depth, window);
        Known::NOTHING
    }
}
