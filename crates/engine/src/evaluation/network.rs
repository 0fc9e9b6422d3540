//! A small network: what a position is worth, learnt from games alone.
//!
//! *What.* Each piece on its square adds a row of numbers to an accumulator, once as White sees the
//! board and once as Black does; the two accumulators, squared within limits and weighted, are the
//! value. *Where from.* NNUE (Nasu 2018), in the smallest form that chess programs use: one hidden
//! layer, the side to move first, squared clipped units, output weights by the number of men.
//! *How ours differs.* Each side sees the board with its own king on the right-hand half: a left
//! and a right wing are learnt as one. *Invariant.* An accumulator kept along the path is the one
//! made from scratch. *Cost.* Two or three rows a move and side; the value is one pass over both
//! accumulators.

use std::fmt;
use std::sync::Arc;

use zermelo_chess::{Chess, Kind, Move};
use zermelo_game::{Game, Score, Side};

use super::classical::{PHASES, STAGE_WORTH, phase};
use super::endings::{FULL, Verdict, verdict};
use super::sets::each;
use super::{Before, Evaluator};
use crate::keys::Keys;

/// Units that each side's view has.
pub const HIDDEN: usize = 64;
/// A man of either side and one of six kinds on a square.
pub const INPUTS: usize = 2 * 6 * 64;
/// Sets of output weights, by the number of men.
pub const BUCKETS: usize = 8;
/// One, in the numbers of the accumulators.
pub const UNIT: i32 = 255;
/// One, in the output weights.
pub const OUTPUT_UNIT: i32 = 64;
/// Centipawns of an output of one.
pub const SCALE: i32 = 400;

/// The first bytes of a file, and the version.
const MAGIC: &[u8; 8] = b"zermnet1";

/// A network.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// A row for each input.
    pub inputs: Vec<[i16; HIDDEN]>,
    /// What the accumulators begin with.
    pub bias: [i16; HIDDEN],
    /// Weights of the side to move's units, then of the other's, for each number of men.
    pub outputs: Vec<[[i16; HIDDEN]; 2]>,
    /// What each output begins with, in units of both scales.
    pub output_bias: [i32; BUCKETS],
}

/// Why bytes are no network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// They do not begin as a network does.
    Foreign,
    /// There are so many of them, and so many were expected.
    Length(usize, usize),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Foreign => write!(f, "no network of this version"),
            NetworkError::Length(found, expected) => {
                write!(
                    f,
                    "a network of {found} bytes where {expected} were expected"
                )
            }
        }
    }
}

impl std::error::Error for NetworkError {}

/// How one side sees the board: turned towards it, its king on the right-hand half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewpoint {
    side: Side,
    turn: u8,
}

impl Viewpoint {
    /// The view of a side whose king stands on a square.
    #[must_use]
    #[inline]
    pub fn new(side: Side, king: u8) -> Viewpoint {
        let upright = if side == Side::First { 0 } else { 56 };
        let mirrored = if king & 4 == 0 { 7 } else { 0 };
        Viewpoint {
            side,
            turn: upright ^ mirrored,
        }
    }

    /// The input of a man.
    #[must_use]
    #[inline]
    pub fn input(self, side: Side, kind: Kind, square: u8) -> usize {
        let theirs = usize::from(side != self.side);
        (theirs * 6 + kind.index()) * 64 + usize::from((square ^ self.turn) & 63)
    }
}

/// The set of output weights for a position.
#[must_use]
#[inline]
pub fn bucket(position: &Chess) -> usize {
    let men = position.occupied().count_ones() as usize;
    (men.saturating_sub(2) / 4).min(BUCKETS - 1)
}

/// What is kept along the path: how each side sees the position.
#[derive(Clone)]
#[repr(align(32))]
pub struct Views([[i16; HIDDEN]; 2]);

impl Network {
    /// The number of bytes of a file.
    fn length() -> usize {
        MAGIC.len() + 2 * HIDDEN * (INPUTS + 1 + 2 * BUCKETS) + 4 * BUCKETS
    }

    /// A network from the bytes of a file.
    ///
    /// # Errors
    ///
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Foreign)?;
        if bytes.len() != Network::length() {
            return Err(NetworkError::Length(bytes.len(), Network::length()));
        }
        let (small, large) = body.split_at(body.len() - 4 * BUCKETS);
        let mut small = small
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || std::array::from_fn(|_| small.next().unwrap_or(0));
        let inputs = (0..INPUTS).map(|_| row()).collect();
        let bias = row();
        let outputs = (0..BUCKETS).map(|_| [row(), row()]).collect();
        let mut large = large
            .chunks_exact(4)
            .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        Ok(Network {
            inputs,
            bias,
            outputs,
            output_bias: std::array::from_fn(|_| large.next().unwrap_or(0)),
        })
    }

    /// The bytes of a file.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let rows = self.inputs.iter().chain([&self.bias]);
        for row in rows.chain(self.outputs.iter().flatten()) {
            bytes.extend(row.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|n| n.to_le_bytes()));
        bytes
    }

    /// How a side sees a position.
    fn view(&self, position: &Chess, side: Side) -> [i16; HIDDEN] {
        let viewpoint = Viewpoint::new(side, position.king_square(side));
        let mut view = self.bias;
        for owner in Side::BOTH {
            for kind in Kind::ALL {
                each(position.squares(owner, kind), |square| {
                    let row = &self.inputs[viewpoint.input(owner, kind, square)];
                    for (unit, number) in view.iter_mut().zip(row) {
                        *unit = unit.wrapping_add(*number);
                    }
                });
            }
        }
        view
    }

    /// How both sides see a position.
    #[must_use]
    pub fn views(&self, position: &Chess) -> Views {
        Views(Side::BOTH.map(|side| self.view(position, side)))
    }

    /// The same after a move.
    #[inline]
    fn views_after(&self, views: &Views, before: &Chess, m: Move, after: &Chess) -> Views {
        let us = before.side();
        Views(Side::BOTH.map(|side| {
            let king = before.king_square(side);
            let turns = side == us && m.kind() == Kind::King && (king ^ m.to()) & 4 != 0;
            if turns {
                return self.view(after, side);
            }
            let viewpoint = Viewpoint::new(side, king);
            let row = |side, kind, square| &self.inputs[viewpoint.input(side, kind, square)];
            let old = &views.0[side.index()];
            let gone = row(us, m.kind(), m.from());
            let come = row(us, m.promotion().unwrap_or(m.kind()), m.to());
            if let (Some(taken), Some(square)) = (m.captured(), m.captured_square()) {
                let taken = row(!us, taken, square);
                return std::array::from_fn(|i| {
                    let moved = old[i].wrapping_sub(gone[i]).wrapping_add(come[i]);
                    moved.wrapping_sub(taken[i])
                });
            }
            if let Some((from, to)) = m.castling_rook() {
                let (left, stands) = (row(us, Kind::Rook, from), row(us, Kind::Rook, to));
                return std::array::from_fn(|i| {
                    let moved = old[i].wrapping_sub(gone[i]).wrapping_add(come[i]);
                    moved.wrapping_sub(left[i]).wrapping_add(stands[i])
                });
            }
            std::array::from_fn(|i| old[i].wrapping_sub(gone[i]).wrapping_add(come[i]))
        }))
    }

    /// The value in centipawns for the side to move.
    #[inline]
    fn output(&self, views: &Views, side: Side, bucket: usize) -> Score {
        let weights = &self.outputs[bucket];
        let mut sum = 0;
        for (view, weights) in [side, !side].into_iter().zip(weights) {
            for (unit, weight) in views.0[view.index()].iter().zip(weights) {
                let unit = (*unit).clamp(0, UNIT as i16);
                // Within sixteen bits, for a weight is less than two.
                let once = unit.wrapping_mul(*weight);
                sum += i32::from(once) * i32::from(unit);
            }
        }
        (sum / UNIT + self.output_bias[bucket]) * SCALE / (UNIT * OUTPUT_UNIT)
    }
}

/// The evaluation by a network, and by what is known of special endings.
#[derive(Clone)]
pub struct Networked {
    network: Arc<Network>,
}

impl Networked {
    /// The evaluation.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Networked {
        Networked { network }
    }

    /// The value of a position for the side to move.
    #[must_use]
    pub fn value(&self, position: &Chess) -> Score {
        self.judged(position, &self.network.views(position))
    }

    #[inline]
    fn judged(&self, position: &Chess, views: &Views) -> Score {
        let value = self
            .network
            .output(views, position.side(), bucket(position));
        let white = match position.side() {
            Side::First => value,
            Side::Second => -value,
        };
        let white = match verdict(position, white) {
            Verdict::Value(value) => value,
            Verdict::Scale(FULL) => white,
            Verdict::Scale(scale) => {
                let pieces: i32 = Kind::ALL
                    .map(|kind| {
                        let men = position.kind_squares(kind).count_ones() as i32;
                        men * STAGE_WORTH[kind.index()]
                    })
                    .iter()
                    .sum();
                let middlegame = phase(pieces);
                let kept = middlegame * FULL + (PHASES - middlegame) * scale;
                white * kept / (PHASES * FULL)
            }
        };
        match position.side() {
            Side::First => white,
            Side::Second => -white,
        }
    }
}

impl Evaluator for Networked {
    type State = Views;

    #[inline]
    fn state(&mut self, position: &Chess, before: Option<Before<'_, Views>>) -> Views {
        match before {
            None => self.network.views(position),
            Some(before) => {
                self.network
                    .views_after(before.state, before.position, before.played, position)
            }
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Chess, state: &Views, _keys: &Keys) -> Score {
        self.judged(position, state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::walks;
    use super::*;
    use zermelo_game::Notation;
    use zermelo_game::random::Rng;

    /// A network of random numbers.
    fn random() -> Network {
        let mut rng = Rng::new(5);
        let mut number = |most: usize| rng.below(2 * most + 1) as i16 - most as i16;
        Network {
            inputs: (0..INPUTS)
                .map(|_| std::array::from_fn(|_| number(120)))
                .collect(),
            bias: std::array::from_fn(|_| number(50)),
            outputs: (0..BUCKETS)
                .map(|_| [(); 2].map(|()| std::array::from_fn(|_| number(120))))
                .collect(),
            output_bias: std::array::from_fn(|_| i32::from(number(1000))),
        }
    }

    const STARTS: &[&str] = &[
        "startpos",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];

    fn along_games(visit: impl FnMut(&Chess, &Chess, Move)) {
        walks::along_games(19, STARTS, visit);
    }

    #[test]
    fn views_kept_along_the_path_are_those_from_scratch() {
        let network = random();
        along_games(|before, after, m| {
            let kept = network.views_after(&network.views(before), before, m, after);
            assert_eq!(kept.0, network.views(after).0, "{}", after.notation());
        });
    }

    #[test]
    fn a_network_comes_back_from_its_bytes_and_nothing_else_does() {
        let network = random();
        let bytes = network.bytes();
        assert_eq!(Network::read(&bytes).as_ref(), Ok(&network));
        assert_eq!(Network::read(&bytes[1..]), Err(NetworkError::Foreign));
        let short = &bytes[..bytes.len() - 1];
        assert_eq!(
            Network::read(short),
            Err(NetworkError::Length(short.len(), bytes.len()))
        );
    }

    #[test]
    fn left_and_right_and_both_colours_are_seen_alike() {
        let evaluator = Networked::new(Arc::new(random()));
        let fens = [
            "6k1/5ppp/8/3q4/8/2N5/PP3PPP/3R2K1 w - - 0 1",
            "1k6/ppp5/8/4q3/8/5N2/PPP3PP/1K2R3 w - - 0 1",
            "3r2k1/pp3ppp/2n5/8/3Q4/8/5PPP/6K1 b - - 0 1",
        ];
        let values = fens.map(|fen| evaluator.value(&Chess::parse(fen).unwrap()));
        assert_ne!(values[0], 0);
        assert_eq!(values, [values[0]; 3]);
    }
}
