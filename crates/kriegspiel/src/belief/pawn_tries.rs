//! What announced pawn captures say.

use zermelo_chess::{Kind, attacks};

use super::{Belief, HARDLY, PAWN_RANKS};
use crate::men::{Men, squares};

impl Belief {
    /// So many of these captures by our pawns are legal.
    pub fn pawn_tries(&mut self, targets: u64, tries: u8) {
        if tries == 0 {
            return self.hardly(targets);
        }
        for square in squares(targets) {
            let at = usize::from(square);
            for (matrix, count) in [
                (&mut self.pawns, self.pawn_count),
                (&mut self.pieces, self.piece_count),
            ] {
                if count > 0.0 {
                    matrix[at] = matrix[at].max(0.001);
                }
            }
        }
        let expected: f32 = squares(targets).map(|s| self.occupied(s)).sum();
        let factor = (f32::from(tries) / expected.max(0.001)).max(1.0);
        for square in squares(targets) {
            let at = usize::from(square);
            for matrix in [&mut self.pawns, &mut self.pieces] {
                matrix[at] = (matrix[at] * factor).min(0.95);
            }
        }
    }

    /// So many captures of our men by their pawns are legal; a pawn that is pinned is not told of.
    pub fn their_pawn_tries(&mut self, own: &Men, tries: u8) {
        // A pawn that takes two men is told twice.
        let mut takes = [0.0f32; 64];
        for square in squares(own.occupied() & !own.squares(Kind::King)) {
            for from in squares(attacks::pawn(self.own, square) & PAWN_RANKS & !own.occupied()) {
                takes[usize::from(from)] += 1.0;
            }
        }
        let near = |at: &usize| takes[*at] > 0.0;
        if tries == 0 {
            let never = (0..64).filter(near);
            return never.for_each(|at| self.pawns[at] *= HARDLY);
        }
        if self.pawn_count <= 0.0 {
            return;
        }
        let told: f32 = (0..64)
            .map(|at| takes[at] * self.pawns[at].max(0.001))
            .sum();
        let factor = f32::from(tries) / told.max(0.001);
        for at in (0..64).filter(near) {
            self.pawns[at] = (self.pawns[at].max(0.001) * factor).min(0.95);
        }
    }
}
