//! Chess as the full search sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zermelo_chess::{Chess, EndingValue, FIFTY_MOVES, Kind, Move, Tablebase};
use zermelo_game::{Game, Score};
use zermelo_search::full::{
    About, Claim, Domain, Known, LIMIT, Moment, Nature, Parent, Select, WIN, soon,
};

use crate::bonuses;
use crate::evaluation::{Before, Evaluator};
use crate::keys::Keys;
use crate::learned::advice::Advice;
use crate::learned::rote::Rote;
use crate::threats::{CheckCache, ThreatCache};

/// What pieces are worth in an exchange.
pub const EXCHANGE: [Score; 6] = [100, 320, 330, 500, 950, 20_000];

/// Pieces of either side times squares.
const PATTERNS: usize = 12 * 64;
/// Sides times squares of departure and arrival.
const QUIETS: usize = 2 * 64 * 64;
/// What a point of the victim's worth counts in the order, on the scale of history.
const VICTIM: Score = 16;

/// A win that a tablebase knows of, in centipawns: more than any evaluation, less than a mate.
pub const TABLE_WIN: Score = 20_000;

/// Plies without progress after which a score would have faded away.
const FADE: Score = 220;

/// The domain of chess over some evaluator.
#[derive(Clone)]
pub struct ChessDomain<E> {
    evaluator: E,
    /// Values of positions seen lately: the upper bits of the key, and below them the value.
    seen: Vec<u64>,
    tables: Option<Arc<Tablebase>>,
    hits: Arc<AtomicU64>,
    /// Whether moves are ordered by the bonuses of 1996.
    bonuses: bool,
    /// What was learnt from games about the order of moves, for the search under way.
    advice: Option<Arc<Advice>>,
    /// Values that were found in earlier games.
    rote: Option<Arc<Rote>>,
    threats: ThreatCache,
    checks: CheckCache,
}

/// Entries of the cache of values (a power of two).
const SEEN: usize = 1 << 16;

/// Room for a value under the upper bits of a key; the lower ones are the place.
const VALUE_BITS: u32 = 16;
/// The largest evaluation: it fits, and is more than any material.
const MOST_VALUE: Score = 30_000;

/// What is kept along the path.
#[derive(Clone)]
pub struct PathState<S> {
    evaluation: S,
    keys: Keys,
    /// Where the last move went.
    last: Option<u8>,
    /// Plies from the root.
    ply: u16,
    /// Whether the adviser knew all positions since the root, for whom it counts as known.
    known: bool,
}

impl<S> PathState<S> {
    #[cfg(test)]
    pub(crate) fn for_tests(last: Option<u8>) -> PathState<S>
    where
        S: Default,
    {
        PathState {
            evaluation: S::default(),
            keys: Keys::default(),
            last,
            ply: 0,
            known: true,
        }
    }

    /// Where the last move went, if there was one.
    #[must_use]
    pub fn last(&self) -> Option<u8> {
        self.last
    }
}

impl<E: Evaluator> ChessDomain<E> {
    /// The domain.
    #[must_use]
    pub fn new(evaluator: E) -> ChessDomain<E> {
        ChessDomain {
            evaluator,
            seen: vec![0; SEEN],
            tables: None,
            hits: Arc::default(),
            bonuses: false,
            advice: None,
            rote: None,
            threats: ThreatCache::default(),
            checks: CheckCache::default(),
        }
    }

    /// The domain with tablebases.
    #[must_use]
    pub fn with_tables(self, tables: Option<Arc<Tablebase>>) -> ChessDomain<E> {
        ChessDomain { tables, ..self }
    }

    /// The domain with values that were found in earlier games.
    #[must_use]
    pub fn with_rote(self, rote: Option<Arc<Rote>>) -> ChessDomain<E> {
        ChessDomain { rote, ..self }
    }

    /// The domain with moves ordered by the bonuses of 1996, or not.
    #[must_use]
    pub fn with_bonuses(self, bonuses: bool) -> ChessDomain<E> {
        ChessDomain { bonuses, ..self }
    }

    /// Orders moves by what was learnt from games, from now on; `None` for nothing.
    pub fn set_advice(&mut self, advice: Option<Arc<Advice>>) {
        self.advice = advice;
    }

    /// The counter of positions found in tablebases, to be read while searching.
    #[must_use]
    pub fn counter(&self) -> Arc<AtomicU64> {
        self.hits.clone()
    }

    /// How many positions were found in tablebases, in all searches so far.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }
}

/// From here on the count of moves without capture or pawn move matters more than what was found
/// under another count.
const COUNTED_OUT: u32 = FIFTY_MOVES - 10;

fn drawn_by_rule(game: &Chess) -> bool {
    game.halfmove_clock() >= FIFTY_MOVES || game.is_insufficient_material()
}

/// What orders a move by itself.
#[inline(always)]
fn described(game: &Chess, m: Move, threats: &ThreatCache) -> About {
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
            escape: threats.escape(game, m),
            advice: 0,
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
        ..About::default()
    }
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
                last: None,
                ply: 0,
                known: true,
            },
            Some(parent) => PathState {
                last: Some(parent.played.to()),
                ply: parent.state.ply.saturating_add(1),
                known: match &self.advice {
                    Some(advice) => advice.knows(game, parent.state.known),
                    None => false,
                },
                keys: {
                    let keys = parent.state.keys.after(parent.game.side(), parent.played);
                    // Most positions are evaluated: what that looks up may be on its way.
                    soon(&self.seen[game.key() as usize & (SEEN - 1)]);
                    self.evaluator.soon(&keys);
                    keys
                },
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
        let key = game.key();
        let entry = &mut self.seen[key as usize & (SEEN - 1)];
        if *entry >> VALUE_BITS != key >> VALUE_BITS {
            let value = self
                .evaluator
                .evaluate(game, &state.evaluation, &state.keys);
            let value = value.clamp(-MOST_VALUE, MOST_VALUE);
            *entry = key >> VALUE_BITS << VALUE_BITS | (value + MOST_VALUE) as u64;
        }
        let value = (*entry & ((1 << VALUE_BITS) - 1)) as Score - MOST_VALUE;
        // What cannot be turned into a capture or a pawn move in time is worth less and less.
        // A position handed in may claim any number of plies.
        let plies = game.halfmove_clock().min(FIFTY_MOVES) as Score;
        value * (FADE - plies) / FADE
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
    fn finished_by_count(&self, game: &Chess) -> bool {
        game.halfmove_clock() >= FIFTY_MOVES
    }

    #[inline]
    fn moves(&self, game: &Chess, select: Select, out: &mut Vec<Move>) {
        match select {
            Select::All => game.moves_unquiet_first(out),
            Select::Noisy => game.unquiet_moves(out),
            Select::Forcing => game.forcing_moves(out),
            Select::Quiet => game.quiet_moves(out),
        }
    }

    /// An adviser may put quiet moves first, and so may the bonuses of 1996.
    #[inline]
    fn staged(&self) -> bool {
        self.advice.is_none() && !self.bonuses
    }

    #[inline]
    fn about(&self, game: &Chess, state: &Self::State, m: Move, depth: i32) -> About {
        let mut about = if self.bonuses {
            bonuses::about(game, state, m)
        } else {
            described(game, m, &self.threats)
        };
        if let Some(advice) = &self.advice {
            about.advice = advice.about(game, m, (state.ply, state.known), depth);
        }
        about
    }

    #[inline]
    fn nature(&self, game: &Chess, state: &Self::State) -> Nature {
        Nature {
            forced: game.is_check(),
            reversible: game.halfmove_clock() as usize,
            counted_out: game.halfmove_clock() >= COUNTED_OUT,
            structures: [state.keys.pawns, state.keys.pieces[0], state.keys.pieces[1]],
        }
    }

    #[inline]
    fn holds(&self, game: &Chess, m: Move, claim: Claim) -> bool {
        match claim {
            Claim::Wins(at_least) => game.exchange_wins(m, at_least, &EXCHANGE),
            Claim::Forces => self.checks.gives_check(game, m),
        }
    }

    #[inline]
    fn null(&self, game: &Chess) -> Option<Chess> {
        game.has_pieces(game.side()).then(|| game.passed())?
    }

    /// A value of an earlier game answers where that search was as deep. Tablebases answer right
    /// after a capture or pawn move: before, the fifty-move rule counts.
    #[inline]
    fn outside(&mut self, game: &Chess, depth: i32, _window: (Score, Score)) -> Known {
        let remembered = self.rote.as_ref();
        if let Some(value) = remembered.and_then(|rote| rote.value(game.key(), depth)) {
            return Known {
                whole: false,
                ..Known::exactly(value)
            };
        }
        let Some(tables) = &self.tables else {
            return Known::NOTHING;
        };
        if game.halfmove_clock() != 0 || !tables.may_have(game) {
            return Known::NOTHING;
        }
        let Some(value) = tables.value(game) else {
            return Known::NOTHING;
        };
        self.hits.fetch_add(1, Relaxed);
        match value {
            EndingValue::Draw => Known::exactly(0),
            EndingValue::Win => Known {
                lower: TABLE_WIN,
                ..Known::NOTHING
            },
            EndingValue::Loss => Known {
                upper: -TABLE_WIN,
                ..Known::NOTHING
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::Notation;
    use zermelo_search::full::Params;

    use crate::{Control, Engine, Order, SearchLimits, Settings};

    #[test]
    fn moves_that_wait_are_searched_all_the_same() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11",
            "r1bq1r1k/1pp1n1pp/1p1p4/4p2Q/4Pp2/1BNP4/PPP2PPP/3R1RK1 w - - 2 14",
            "7k/8/8/8/8/8/5q2/7K w - - 0 1",
        ] {
            let position = Chess::parse(fen).unwrap();
            let value = |staged| {
                let mut engine = Engine::new(Settings::default());
                *engine.params_mut() = Params {
                    staged,
                    child_cut: 0,
                    ..Params::exact()
                };
                let limits = SearchLimits {
                    depth: Some(4),
                    ..SearchLimits::default()
                };
                let order = Order::new(position.clone(), limits);
                let answer = engine.search(&order, &Control::default(), &mut |_| ());
                answer.lines.first().map(|line| line.score)
            };
            assert_eq!(value(1), value(0), "{fen}");
        }
    }
}
