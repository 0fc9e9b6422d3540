//! Discs that can never be turned again.
//!
//! **Source.** As in Edax (Delorme): edge discs from a table of all edges, discs whose four lines
//! are full, and discs that lean on stable ones of their own colour in all four directions.
//!
//! **Invariant.** Every disc named is stable; not every stable disc is named.
//!
//! **Cost.** 64 KiB for the table; some hundred operations a position.

use std::sync::LazyLock;

use super::squares::{LEFT, RIGHT};

/// The squares off the edges.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// Made once, in about a millisecond.
static EDGES: LazyLock<Stability> = LazyLock::new(Stability::new);

/// The table of edges.
pub(super) struct Stability {
    /// Stable discs of an edge by own discs and the other side's.
    edges: Vec<u8>,
}

/// The edge after a disc of `own` on an empty place, with what it turns along the edge.
fn edge_after(own: usize, other: usize, place: usize) -> (usize, usize) {
    let mut turned = 0;
    for forward in [true, false] {
        let mut line = 0;
        let mut at = place as i32;
        loop {
            at += if forward { 1 } else { -1 };
            if !(0..8).contains(&at) || (own | other) >> at & 1 == 0 {
                break;
            }
            if own >> at & 1 == 1 {
                turned |= line;
                break;
            }
            line |= 1 << at;
        }
    }
    (own | turned | 1 << place, other & !turned)
}

impl Stability {
    /// The table, which all solvers share.
    pub fn shared() -> &'static Stability {
        &EDGES
    }

    fn new() -> Stability {
        let mut edges = vec![0u8; 1 << 16];
        let mut pairs: Vec<(usize, usize)> = (0..256)
            .flat_map(|own| (0..256).map(move |other| (own, other)))
            .filter(|(own, other)| own & other == 0)
            .collect();
        // Fuller edges first: a move leads to one of them.
        pairs.sort_by_key(|(own, other)| std::cmp::Reverse((own | other).count_ones()));
        for (own, other) in pairs {
            let mut stable = own;
            for place in (0..8).filter(|place| (own | other) >> place & 1 == 0) {
                // Either side may come to play here; what it turns along the edge depends on
                // its discs there, and it may play for the sake of other lines.
                let (mine, theirs) = edge_after(own, other, place);
                stable &= usize::from(edges[mine << 8 | theirs]);
                let (theirs, mine) = edge_after(other, own, place);
                stable &= usize::from(edges[mine << 8 | theirs]);
            }
            edges[own << 8 | other] = stable as u8;
        }
        Stability { edges }
    }

    /// How many discs of `own` are surely stable.
    #[inline]
    pub fn count(&self, own: u64, other: u64) -> i32 {
        self.discs(own, other).count_ones() as i32
    }

    /// Discs of `own` that are surely stable.
    fn discs(&self, own: u64, other: u64) -> u64 {
        let mut stable = self.edges(own, other);
        let empty = !(own | other);
        let full = [
            !spread(empty, 1),
            !spread(empty, 8),
            !spread(empty, 7),
            !spread(empty, 9),
        ];
        let inner = own & INNER;
        stable |= inner & full[0] & full[1] & full[2] & full[3];
        if stable == 0 {
            return 0;
        }
        loop {
            let leaning = |shift: u32, full: u64| stable << shift | stable >> shift | full;
            let more = inner
                & !stable
                & leaning(1, full[0])
                & leaning(8, full[1])
                & leaning(7, full[2])
                & leaning(9, full[3]);
            if more == 0 {
                return stable;
            }
            stable |= more;
        }
    }

    fn edges(&self, own: u64, other: u64) -> u64 {
        let edge = |own: usize, other: usize| u64::from(self.edges[own << 8 | other]);
        let row = |board: u64, row: u32| (board >> (8 * row)) as usize & 255;
        let column = |board: u64, column: u32| {
            (((board >> column) & LEFT).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
        };
        let stand = |bits: u64| {
            // Eight bits upright: the inverse of the gathering multiplication.
            ((bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & LEFT) | (bits & 0x80) << 49
        };
        edge(row(own, 0), row(other, 0))
            | edge(row(own, 7), row(other, 7)) << 56
            | stand(edge(column(own, 0), column(other, 0)))
            | stand(edge(column(own, 7), column(other, 7))) << 7
    }
}

/// The squares on the lines of one direction through these squares.
#[inline]
fn spread(squares: u64, shift: u32) -> u64 {
    // What a step toward higher bits may not land on, and one toward lower bits.
    let (up, down) = match shift {
        8 => (!0, !0),
        7 => (!RIGHT, !LEFT),
        _ => (!LEFT, !RIGHT),
    };
    let (mut higher, mut lower) = (squares, squares);
    let (mut may_rise, mut may_fall) = (up, down);
    for step in [1, 2, 4] {
        higher |= (higher << (step * shift)) & may_rise;
        lower |= (lower >> (step * shift)) & may_fall;
        may_rise &= may_rise << (step * shift);
        may_fall &= may_fall >> (step * shift);
    }
    higher | lower
}

#[cfg(test)]
mod tests {
    use zermelo_game::Game;
    use zermelo_game::random::Rng;
    use zermelo_games::Othello;

    use super::*;

    /// Plays a random game and returns its positions.
    fn random_game(rng: &mut Rng) -> Vec<Othello> {
        let mut positions = vec![Othello::default()];
        loop {
            let mut next = positions[positions.len() - 1];
            let mut moves = Vec::new();
            next.legal_moves(&mut moves);
            match rng.pick(&moves) {
                None => return positions,
                Some(&m) => next.play(m),
            }
            positions.push(next);
        }
    }

    #[test]
    fn stable_discs_of_random_games_survive_every_continuation_tried() {
        let mut rng = Rng::new(11);
        let stability = Stability::shared();
        let mut found = 0;
        for _ in 0..300 {
            let game = random_game(&mut rng);
            for (at, position) in game.iter().enumerate() {
                let (own, opponent) = position.bitboards();
                let stable = stability.discs(own, opponent);
                assert_eq!(stable & !own, 0);
                found += stable.count_ones();
                for (later, after) in game[at..].iter().enumerate() {
                    let (mover, other) = after.bitboards();
                    let kept = if later % 2 == 0 { mover } else { other };
                    assert_eq!(stable & !kept, 0, "turned after {later} plies");
                }
            }
        }
        assert!(found > 10_000, "only {found} stable discs");
    }

    #[test]
    fn a_full_board_is_stable_and_an_empty_corner_endangers_its_edge() {
        let stability = Stability::shared();
        assert_eq!(stability.count(!0 << 20, !(!0 << 20)), 44);
        // An edge of own discs with one end empty and the other end the opponent's.
        assert_eq!(stability.count(0x7e, 0x80), 0);
        assert_eq!(stability.count(0x7f, 0x80), 7);
    }
}
