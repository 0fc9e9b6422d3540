//! Alpha-beta with memory: fail-soft alpha-beta with a transposition table, killers and history.
//!
//! The step that MTD(f) and iterative deepening repeat. Reinefeld & Marsland 1994; the rules of
//! when an entry ends a node are in [`crate::table`]. *Invariant.* Without a depth limit, or with
//! one and equal depths, the value is that of fail-soft alpha-beta; with a depth limit a table
//! entry may be deeper than asked, never shallower.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::table::{Bound, Entry, Table};
use crate::{Evaluator, MAX_PLY, Ordering, Params, Search, Stopped, WHOLE_TREE, below};

/// What repeated searches remember.
pub struct Memory<M> {
    /// Positions.
    pub table: Table<M>,
    /// Moves.
    pub ordering: Ordering<M>,
}

impl<M: Copy + Eq> Memory<M> {
    /// Nothing yet, of the size the parameters say.
    #[must_use]
    pub fn new(params: &Params) -> Memory<M> {
        Memory {
            table: Table::from_params(params),
            ordering: Ordering::new(),
        }
    }
}

/// Follows the table's best moves from the end of a line: cut-offs by the table leave lines
/// short.
pub(crate) fn extend_line<G: Game>(game: &G, table: &Table<G::Move>, line: &mut Vec<G::Move>) {
    let mut position = game.clone();
    for &m in line.iter() {
        position.play(m);
    }
    while line.len() < MAX_PLY && position.payoff().is_none() {
        let best = table.get(position.key()).and_then(|entry| entry.best);
        let Some(m) = best.filter(|&m| position.is_legal(m)) else {
            break;
        };
        line.push(m);
        position.play(m);
    }
}

/// The value within a window; the tightest bound known outside it.
pub fn alpha_beta_with_memory<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    memory: &mut Memory<G::Move>,
    game: &G,
    depth: u32,
    (alpha, beta): (Score, Score),
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    if let Some(value) = s.leaf(game, depth)? {
        return Ok(value);
    }
    let key = game.key();
    let known = memory.table.get(key).copied();
    if let Some(entry) = known.filter(|entry| entry.settles(depth, alpha, beta)) {
        // A remembered value may rest on a depth limit: then so does what is built on it.
        s.horizons += u64::from(entry.depth != WHOLE_TREE);
        s.table_hit(entry.best);
        s.note(|| format!("from the table, {:?} at depth {}", entry.bound, entry.depth));
        return Ok(entry.value);
    }
    let first = known
        .and_then(|entry| entry.best)
        .filter(|&m| game.is_legal(m));
    let (nodes, horizons) = (s.counts.nodes(), s.horizons);
    let (mut best, mut best_move) = (-INFINITY, None);
    let mut moves = s.expand(game);
    let ply = s.ply();
    memory
        .ordering
        .sort(s.order(&moves), first, game.side(), ply);
    while let Some(m) = s.next(&mut moves) {
        let lower = alpha.max(best);
        let window = (-beta, -lower);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            alpha_beta_with_memory(s, memory, child, below(depth), window)
        })?;
        if value > best {
            (best, best_move) = (value, Some(m));
            s.improve(m, best);
            if best >= beta {
                s.cut(&moves, best);
                break;
            }
        }
    }
    if let Some(m) = best_move.filter(|_| best > alpha) {
        memory
            .ordering
            .best(m, game.side(), ply, depth.min(20), best >= beta);
    }
    memory.table.put(Entry {
        key,
        value: best,
        bound: Bound::of(best, alpha, beta),
        depth: if s.horizons == horizons {
            WHOLE_TREE
        } else {
            depth
        },
        // Below alpha every move is only an upper bound: the first of them is as good as any.
        best: best_move.filter(|_| best > alpha).or(first),
        nodes: s.counts.nodes() - nodes,
    });
    Ok(best)
}
