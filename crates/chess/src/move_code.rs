//! Games in one byte a move.
//!
//! The high half of the byte numbers the piece among the pieces of its side in the order of
//! their squares, the low half says where it goes, each kind of piece in its own way: after the
//! format of Scid, but without piece lists, which the order of the squares
//! replaces. A queen on a diagonal takes a second byte. So a code needs no list of legal moves,
//! neither to be written nor to be read.
//!
//! **Invariant.** A code read in the position in which it was written gives the same move; any
//! byte that stands for no legal move is refused.

use shakmaty::{CastlingSide, Rank, Role, Square};

use crate::{PackedMove, Replay};

/// Steps of a knight, then of a king.
const KNIGHT: [i32; 8] = [17, 15, 10, 6, -6, -10, -15, -17];
const KING: [i32; 8] = [9, 8, 7, 1, -1, -7, -8, -9];
const KING_SIDE: u8 = 8;
const QUEEN_SIDE: u8 = 9;

impl Replay {
    /// Appends the code of a legal move; at most 16 pieces to a side.
    #[inline]
    pub fn encode(&self, m: PackedMove, out: &mut Vec<u8>) {
        let (from, to) = (m.from(), m.to());
        let below = u64::from(self.own()) & ((1 << from as u32) - 1);
        let piece = (below.count_ones() as u8) << 4;
        let step = to as i32 - from as i32;
        let straight = || {
            if from.rank() == to.rank() {
                to.file() as u8
            } else {
                8 | to.rank() as u8
            }
        };
        match self.role_at(from) {
            Some(Role::Pawn) => out.push(piece | pawn_code(step.abs(), m.promotion())),
            Some(Role::Knight) => out.push(piece | place(&KNIGHT, step)),
            Some(Role::Bishop) => {
                let rising = (step > 0) == (to.file() > from.file());
                out.push(piece | to.file() as u8 | u8::from(rising) << 3);
            }
            Some(Role::Rook) => out.push(piece | straight()),
            Some(Role::Queen) if from.file() == to.file() || from.rank() == to.rank() => {
                out.push(piece | straight());
            }
            Some(Role::Queen) => {
                // No straight move ends on its own file of the same rank: the sign of a diagonal.
                out.push(piece | from.file() as u8);
                out.push(to as u8);
            }
            _ if self.own().contains(to) => {
                out.push(piece | if to > from { KING_SIDE } else { QUEEN_SIDE });
            }
            _ => out.push(piece | place(&KING, step)),
        }
    }

    /// Plays the move whose code begins the bytes; gives it and the bytes after it.
    #[inline]
    pub fn play_code<'a>(&mut self, codes: &'a [u8]) -> Option<(PackedMove, &'a [u8])> {
        let (&code, mut rest) = codes.split_first()?;
        let mut own = self.own();
        for _ in 0..code >> 4 {
            own.pop_front()?;
        }
        let from = own.first()?;
        let low = code & 15;
        let role = self.role_at(from)?;
        let mut promotion = None;
        let to = match role {
            Role::Pawn => {
                let (step, becomes) = pawn_step(low);
                promotion = becomes;
                from.offset(if self.is_white_to_move() { step } else { -step })
            }
            Role::Knight => from.offset(*KNIGHT.get(usize::from(low))?),
            Role::Bishop => {
                let files = i32::from(low & 7) - from.file() as i32;
                let ranks = if low & 8 != 0 { files } else { -files };
                from.offset(files + 8 * ranks)
            }
            Role::Queen if low == from.file() as u8 => {
                let (&to, after) = rest.split_first()?;
                rest = after;
                Square::ALL.get(usize::from(to)).copied()
            }
            Role::Rook | Role::Queen if low & 8 == 0 => Some(Square::from_coords(
                shakmaty::File::ALL[usize::from(low & 7)],
                from.rank(),
            )),
            Role::Rook | Role::Queen => Some(Square::from_coords(
                from.file(),
                Rank::ALL[usize::from(low & 7)],
            )),
            Role::King => match low {
                KING_SIDE => self.castling_rook(CastlingSide::KingSide),
                QUEEN_SIDE => self.castling_rook(CastlingSide::QueenSide),
                _ => from.offset(*KING.get(usize::from(low))?),
            },
        };
        let m = PackedMove::new(from, to?, promotion);
        self.play_packed(m).then_some((m, rest))
    }
}

fn place(steps: &[i32; 8], step: i32) -> u8 {
    steps.iter().position(|&s| s == step).unwrap_or(0) as u8
}

/// 0 to 3: one step, two, the two captures; 4 to 15: one step and the captures, promoting.
fn pawn_code(step: i32, promotion: Option<Role>) -> u8 {
    let way = match step {
        8 => 0,
        16 => 1,
        7 => 2,
        _ => 3,
    };
    match promotion {
        None => way,
        // Two steps never promote: the ways 0, 2, 3 become 0, 1, 2.
        Some(role) => 4 + 4 * (way - u8::from(way > 0)) + role as u8 - Role::Knight as u8,
    }
}

fn pawn_step(code: u8) -> (i32, Option<Role>) {
    match code {
        0 => (8, None),
        1 => (16, None),
        2 => (7, None),
        3 => (9, None),
        _ => {
            let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][usize::from(code & 3)];
            ([8, 7, 9][usize::from(code / 4 - 1)], Some(role))
        }
    }
}
