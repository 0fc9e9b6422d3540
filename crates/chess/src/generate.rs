//! Legal moves in two parts: the unquiet ones, then the rest.
//!
//! Unquiet are captures and promotions to a queen, underpromotions apart. The first part can be
//! had alone, without the cost of the second; both in order are all legal moves, so that a move's
//! place in the list does not depend on whether the rest was asked for. *Invariant.* Together
//! they are the rules library's legal moves, each once; a test compares them along random games.

use shakmaty::Position;
use zermelo_game::{Game, Side};

use crate::{Checks, Chess, Kind, Move, attacks};

/// One generation in progress, outside of check.
struct Generation<'a> {
    position: &'a Chess,
    king: u8,
    pinned: u64,
    enemies: u64,
    occupied: u64,
    out: &'a mut Vec<Move>,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// What pawns of a side on these squares attack.
#[inline]
fn pawn_attacks(side: Side, pawns: u64) -> u64 {
    let ahead = match side {
        Side::First => pawns << 8,
        Side::Second => pawns >> 8,
    };
    (ahead & !FILE_H) << 1 | (ahead & !FILE_A) >> 1
}

impl Generation<'_> {
    #[inline]
    fn push(&mut self, kind: Kind, from: u8, to: u8, promotion: Option<Kind>) {
        let captured = if self.enemies >> to & 1 == 1 {
            self.position.kind_at(to)
        } else {
            None
        };
        self.out
            .push(Move::normal(kind, from, to, captured, promotion));
    }

    /// An ordinary move of a piece to a square where, as is known, one is taken or none stands.
    #[inline]
    fn push_piece<const TAKES: bool>(&mut self, kind: Kind, from: u8, to: u8) {
        let captured = if TAKES {
            self.position.kind_at(to)
        } else {
            None
        };
        self.out.push(Move::normal(kind, from, to, captured, None));
    }

    /// Adds moves of the rules library, read where they lie: its lists take two kilobytes.
    fn extend(&mut self, moves: &[shakmaty::Move]) {
        self.out.extend(moves.iter().map(|m| Move::new(*m)));
    }

    /// Where a piece may go without exposing its king.
    #[inline]
    fn free(&self, from: u8) -> u64 {
        if self.pinned >> from & 1 == 1 {
            attacks::line(self.king, from)
        } else {
            !0
        }
    }

    /// Moves of the pieces, pawns apart, to the squares that a kind on a square wants: all
    /// occupied by the enemy, or all empty.
    #[inline]
    fn pieces<const TAKES: bool>(&mut self, side: Side, targets: impl Fn(Kind, u8) -> u64) {
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            let mut pieces = self.position.squares(side, kind);
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                let reach = match kind {
                    Kind::Knight => attacks::knight(from),
                    Kind::Bishop => attacks::bishop(from, self.occupied),
                    Kind::Rook => attacks::rook(from, self.occupied),
                    _ => attacks::queen(from, self.occupied),
                };
                let mut to = reach & targets(kind, from) & self.free(from);
                while to != 0 {
                    self.push_piece::<TAKES>(kind, from, to.trailing_zeros() as u8);
                    to &= to - 1;
                }
            }
        }
        let mut to = attacks::king(self.king) & targets(Kind::King, self.king);
        let enemies = self.enemies;
        while to != 0 {
            let square = to.trailing_zeros() as u8;
            to &= to - 1;
            let occupied = self.occupied & !(1 << self.king);
            if self.position.attackers(square, occupied) & enemies == 0 {
                self.push_piece::<TAKES>(Kind::King, self.king, square);
            }
        }
    }

    /// Captures by pawns, and promotions to a queen.
    #[inline]
    fn pawn_captures(&mut self, side: Side) {
        let last = [0xff << 56, 0xff][side.index()];
        let before_last = [0xff << 48, 0xff << 8][side.index()];
        // Most pawns have nothing to take: those are not looked at one by one.
        let takers = pawn_attacks(!side, self.enemies) | before_last;
        let mut pawns = self.position.squares(side, Kind::Pawn) & takers;
        while pawns != 0 {
            let from = pawns.trailing_zeros() as u8;
            pawns &= pawns - 1;
            let mut to = attacks::pawn(side, from) & self.enemies;
            to |= self.step(side, 1 << from) & last;
            to &= self.free(from);
            while to != 0 {
                let square = to.trailing_zeros() as u8;
                to &= to - 1;
                let promotion = (last >> square & 1 == 1).then_some(Kind::Queen);
                self.push(Kind::Pawn, from, square, promotion);
            }
        }
    }

    #[inline]
    fn step(&self, side: Side, pawns: u64) -> u64 {
        let ahead = match side {
            Side::First => pawns << 8,
            Side::Second => pawns >> 8,
        };
        ahead & !self.occupied
    }

    /// Steps of pawns that do not promote, to the squares that one on a square wants, and, if
    /// wanted, underpromotions of all kinds.
    #[inline]
    fn pawn_quiets(&mut self, side: Side, targets: impl Fn(Kind, u8) -> u64, promotions: bool) {
        let last: u64 = [0xff << 56, 0xff][side.index()];
        let third: u64 = [0xff << 16, 0xff << 40][side.index()];
        let mut pawns = self.position.squares(side, Kind::Pawn);
        while pawns != 0 {
            let from = pawns.trailing_zeros() as u8;
            pawns &= pawns - 1;
            let step = self.step(side, 1 << from);
            let free = self.free(from);
            let steps = step | self.step(side, step & third);
            let mut to = steps & targets(Kind::Pawn, from) & free & !last;
            while to != 0 {
                self.push_piece::<false>(Kind::Pawn, from, to.trailing_zeros() as u8);
                to &= to - 1;
            }
            if !promotions {
                continue;
            }
            let mut to = (step | attacks::pawn(side, from) & self.enemies) & free & last;
            while to != 0 {
                let square = to.trailing_zeros() as u8;
                to &= to - 1;
                for kind in [Kind::Knight, Kind::Rook, Kind::Bishop] {
                    self.push(Kind::Pawn, from, square, Some(kind));
                }
            }
        }
    }
}

impl Chess {
    fn generation<'a>(&'a self, out: &'a mut Vec<Move>) -> Generation<'a> {
        Generation {
            position: self,
            king: self.king_square(self.side()),
            pinned: self.pinned(),
            enemies: self.side_squares(!self.side()),
            occupied: self.occupied(),
            out,
        }
    }

    /// Appends the unquiet legal moves: captures, and promotions to a queen.
    pub fn unquiet_moves(&self, out: &mut Vec<Move>) {
        if self.is_check() {
            let legal = self.board().legal_moves();
            let legal = legal.iter().map(|m| Move::new(*m));
            out.extend(legal.filter(|m| m.is_unquiet()));
            return;
        }
        self.generation(out).unquiet();
    }

    /// Appends all legal moves, the unquiet ones first and in the same order.
    pub fn moves_unquiet_first(&self, out: &mut Vec<Move>) {
        if self.is_check() {
            let legal = self.board().legal_moves();
            let legal = || legal.iter().map(|m| Move::new(*m));
            out.extend(legal().filter(|m| m.is_unquiet()));
            out.extend(legal().filter(|m| !m.is_unquiet()));
            return;
        }
        let mut generation = self.generation(out);
        generation.unquiet();
        generation.quiet();
    }

    /// Appends the quiet legal moves: what [`Chess::moves_unquiet_first`] has beyond
    /// [`Chess::unquiet_moves`], in the same order.
    pub fn quiet_moves(&self, out: &mut Vec<Move>) {
        if self.is_check() {
            let legal = self.board().legal_moves();
            let legal = legal.iter().map(|m| Move::new(*m));
            out.extend(legal.filter(|m| !m.is_unquiet()));
            return;
        }
        self.generation(out).quiet();
    }

    /// Appends the unquiet legal moves, then the quiet ones that give check, underpromotions left
    /// out; all in the order of [`Chess::moves_unquiet_first`].
    pub fn forcing_moves(&self, out: &mut Vec<Move>) {
        let checks = self.checks();
        if self.is_check() {
            let mut all = Vec::new();
            self.moves_unquiet_first(&mut all);
            all.retain(|&m| m.is_unquiet() || !m.is_promotion() && self.gives_check(m, &checks));
            out.extend(all);
            return;
        }
        let mut generation = self.generation(out);
        generation.unquiet();
        generation.checking(&checks);
    }
}

impl Generation<'_> {
    fn unquiet(&mut self) {
        let side = self.position.side();
        self.pawn_captures(side);
        if self.position.board().maybe_ep_square().is_some() {
            let in_passing = self.position.board().en_passant_moves();
            self.extend(&in_passing);
        }
        let enemies = self.enemies;
        self.pieces::<true>(side, |_, _| enemies);
    }

    fn quiet(&mut self) {
        let side = self.position.side();
        let empty = !self.occupied;
        self.pawn_quiets(side, |_, _| empty, true);
        self.castling(side);
        self.pieces::<false>(side, |_, _| empty);
    }

    fn castling(&mut self, side: Side) {
        if self.position.castling_rooks(side) != 0 {
            for wing in shakmaty::CastlingSide::ALL {
                let castling = self.position.board().castling_moves(wing);
                self.extend(&castling);
            }
        }
    }

    /// The quiet moves that give check, in the order of all, underpromotions left out.
    fn checking(&mut self, checks: &Checks) {
        let side = self.position.side();
        let empty = !self.occupied;
        let targets = |kind, from| checks.targets(kind, from) & empty;
        self.pawn_quiets(side, targets, false);
        let before = self.out.len();
        self.castling(side);
        let mut kept = before;
        for at in before..self.out.len() {
            let m = self.out[at];
            if self.position.gives_check(m, checks) {
                self.out[kept] = m;
                kept += 1;
            }
        }
        self.out.truncate(kept);
        self.pieces::<false>(side, targets);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;
    use zermelo_game::random::Rng;

    fn check(position: &Chess) {
        let (mut all, mut unquiet, mut legal) = (Vec::new(), Vec::new(), Vec::new());
        position.moves_unquiet_first(&mut all);
        position.unquiet_moves(&mut unquiet);
        position.legal_moves(&mut legal);
        assert_eq!(all[..unquiet.len()], unquiet[..], "{}", position.notation());
        assert!(unquiet.iter().all(|m| m.is_unquiet()));
        assert!(all[unquiet.len()..].iter().all(|m| !m.is_unquiet()));
        let (mut quiet, mut forcing) = (Vec::new(), Vec::new());
        position.quiet_moves(&mut quiet);
        assert_eq!(all[unquiet.len()..], quiet[..], "{}", position.notation());
        position.forcing_moves(&mut forcing);
        let checking = |m: &Move| !m.is_promotion() && position.after(*m).is_check();
        quiet.retain(checking);
        unquiet.extend(quiet);
        assert_eq!(forcing, unquiet, "{}", position.notation());
        let sorted = |moves: &[Move]| {
            let mut texts: Vec<_> = moves.iter().map(|m| format!("{:?}", m.rules())).collect();
            texts.sort();
            texts
        };
        assert_eq!(sorted(&all), sorted(&legal), "{}", position.notation());
    }

    #[test]
    fn both_parts_together_are_the_legal_moves() {
        let mut rng = Rng::new(3);
        for start in [
            "startpos",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            for _ in 0..40 {
                let mut position = Chess::parse(start).unwrap();
                for _ in 0..120 {
                    check(&position);
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    let Some(&m) = rng.pick(&moves) else { break };
                    position.play(m);
                }
            }
        }
    }
}
