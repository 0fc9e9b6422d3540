//! What was played here: the table of a position.
//!
//! For every legal move that was played here or whose resulting position was reached by another
//! order of moves: both counts, results, the mover's score with its interval, ratings, years.

use zermelo_chess::{Chess, Move, PositionKey};
use zermelo_game::{Game, Side};

use crate::archive::{Archive, PositionStats};
use crate::error::Result;
use crate::filter::Filter;
use crate::names::{Opening, OpeningNames};
use crate::statistics::{interval, performance};
use crate::tally::Tally;

/// A position of an archive, looked at.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The position.
    pub position: Chess,
    /// What was played in it.
    pub stats: PositionStats,
    /// The moves, the most played first, then those that only other orders reached.
    pub moves: Vec<ExploredMove>,
    /// The name of the position's opening.
    pub opening: Option<Opening>,
}

/// A move of an explored position.
#[derive(Clone, Debug)]
pub struct ExploredMove {
    /// The move.
    pub m: Move,
    /// The move in coordinates.
    pub uci: String,
    /// The move in algebraic notation.
    pub san: String,
    /// The games that played it here.
    pub played: Tally,
    /// The games that reached the resulting position by any order.
    pub reached: u64,
    /// What became of those games.
    pub after: Tally,
    /// The mover's share of the points where it was played; elsewhere, of those that got there.
    pub score: f64,
    /// A 95% interval of the score.
    pub interval: (f64, f64),
    /// The mover's mean rating.
    pub mover_rating: Option<f64>,
    /// The mean rating of both.
    pub mean_rating: Option<f64>,
    /// The mover's performance.
    pub performance: Option<f64>,
    /// The opening after the move, where that position has a name of its own.
    pub opening: Option<Opening>,
}

impl Archive {
    /// Looks at a position; only games that pass the filter count.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn explore(
        &self,
        position: &Chess,
        filter: &Filter,
        names: &OpeningNames,
    ) -> Result<Explored> {
        self.looked_at(position, filter, names, true)
    }

    /// The same without the moves and counts of other orders of moves, which need a look at every
    /// resulting position.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn explore_played(
        &self,
        position: &Chess,
        filter: &Filter,
        names: &OpeningNames,
    ) -> Result<Explored> {
        self.looked_at(position, filter, names, false)
    }

    fn looked_at(
        &self,
        position: &Chess,
        filter: &Filter,
        names: &OpeningNames,
        other_orders: bool,
    ) -> Result<Explored> {
        let stats = self.position_filtered(position.archive_key(), filter)?;
        let own = self.learnt_opening(position.archive_key())?;
        let white = position.side() == Side::First;
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut moves = Vec::new();
        for m in legal {
            let packed = m.packed();
            let here = stats.moves.iter().find(|found| found.played == packed);
            if here.is_none() && !other_orders {
                continue;
            }
            let key = position.after(m).archive_key();
            let played = here.map_or(Tally::default(), |found| found.tally);
            let arrived = match other_orders {
                true => self.position_filtered(key, filter)?.total,
                false => played,
            };
            if arrived.games() == 0 && played.games() == 0 {
                continue;
            }
            let tally = if played.games() > 0 { played } else { arrived };
            moves.push(ExploredMove {
                m,
                uci: position.uci(m),
                san: position.san(m),
                played,
                reached: arrived.games().max(played.games()),
                after: arrived,
                score: tally.score(white),
                interval: interval(&tally, white),
                mover_rating: tally.mean_rating(white),
                mean_rating: tally.mean_rating_of_both(),
                performance: performance(&tally, white),
                opening: self.opening_after(key, names, own.as_ref())?,
            });
        }
        moves.sort_by(|a, b| {
            let order = |m: &ExploredMove| (m.played.games(), m.reached);
            order(b).cmp(&order(a)).then_with(|| a.uci.cmp(&b.uci))
        });
        Ok(Explored {
            opening: names.exact(position.archive_key()).or(own),
            position: position.clone(),
            stats,
            moves,
        })
    }

    /// The name of a position after a move: by the table, or as its games call it where those of
    /// the position before do otherwise.
    fn opening_after(
        &self,
        key: PositionKey,
        names: &OpeningNames,
        before: Option<&Opening>,
    ) -> Result<Option<Opening>> {
        let found = self.opening(key, names)?;
        Ok(found.filter(|found| before.is_none_or(|before| before.name != found.name)))
    }
}
