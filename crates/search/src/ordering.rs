//! Killers and history: which moves to try first, learnt while searching.
//!
//! *Killers* (Akl & Newborn 1977): the moves that cut off last at the same ply. *History*
//! (Schaeffer 1983): how often, weighted by depth, a move has been best anywhere. Both need to
//! know a move again in another position; equality of moves suffices for that.

use zermelo_game::Side;

/// Killer moves kept per ply.
const KILLERS: usize = 2;

/// What the search has learnt about moves.
pub struct Ordering<M> {
    killers: Vec<[Option<M>; KILLERS]>,
    // A list, not a map: moves are only comparable. The few hundred moves of a board game are
    // found faster than one position is cloned; games with more are cut at this length.
    history: [Vec<(M, u64)>; 2],
}

/// Moves remembered per side.
const HISTORY: usize = 4096;

impl<M: Copy + Eq> Ordering<M> {
    /// Knows nothing yet.
    #[must_use]
    pub fn new() -> Ordering<M> {
        Ordering {
            killers: Vec::new(),
            history: [Vec::new(), Vec::new()],
        }
    }

    /// Learns that a move was best at a node, by a cut-off or not.
    pub fn best(&mut self, m: M, side: Side, ply: usize, depth: u32, cut: bool) {
        let weight = 1u64 << depth.min(20);
        let history = &mut self.history[side.index()];
        if let Some((_, count)) = history.iter_mut().find(|(other, _)| *other == m) {
            *count = count.saturating_add(weight);
        } else if history.len() < HISTORY {
            history.push((m, weight));
        }
        if cut {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; KILLERS]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != Some(m) {
                killers[1] = killers[0];
                killers[0] = Some(m);
            }
        }
    }

    /// Sorts moves: the remembered one first, then killers, then by history; otherwise the
    /// natural order.
    pub fn sort(&self, moves: &mut [M], first: Option<M>, side: Side, ply: usize) {
        let killers = self.killers.get(ply).copied().unwrap_or([None; KILLERS]);
        let history = &self.history[side.index()];
        moves.sort_by_cached_key(|&m| {
            let rank = if Some(m) == first {
                u64::MAX
            } else if let Some(i) = killers.iter().position(|&k| k == Some(m)) {
                u64::MAX - 1 - i as u64
            } else {
                let known = history.iter().find(|(other, _)| *other == m);
                known.map_or(0, |&(_, count)| count.min(u64::MAX / 2))
            };
            std::cmp::Reverse(rank)
        });
    }
}

impl<M: Copy + Eq> Default for Ordering<M> {
    fn default() -> Self {
        Ordering::new()
    }
}
