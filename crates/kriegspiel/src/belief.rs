//! Where the unseen men may be: three matrices of probabilities, for pawns, pieces and king.
//!
//! *Source.* Darkboard 2.0 keeps an 8x8 matrix for each of the three groups that announcements can
//! tell apart, moved by the mobility of the men, by messages and by their age. *Ours.* Every
//! announcement multiplies in what it makes more or less likely; every unseen move spreads what
//! was known, so that a message weighs less the older it is. The sum of a matrix is the number of
//! men of its group that are left.
//!
//! *Invariant.* Every value lies between 0 and 1, and so do the three of a square together; own
//! men's squares hold nothing. *Cost.* A spread
//! is one product of a 64x64 matrix with a vector.

mod pawn_tries;
mod usual;

use std::sync::LazyLock;

use zermelo_chess::{Kind, attacks};
use zermelo_game::Side;

use crate::action::Try;
use crate::announcement::{Captured, Direction};
use crate::men::{Men, bit, squares};
use crate::view::View;

/// A value for every square.
pub type Matrix = [f32; 64];

/// Chances of 64 squares for each of 64 squares.
type Table = Box<[[f32; 64]; 64]>;

/// The shares of the kinds among the pieces that are no pawns and no kings.
pub(crate) const SHARES: [(Kind, f32); 4] = [
    (Kind::Knight, 2.0 / 7.0),
    (Kind::Bishop, 2.0 / 7.0),
    (Kind::Rook, 2.0 / 7.0),
    (Kind::Queen, 1.0 / 7.0),
];

/// The chance that a square on the way of a sliding piece is free.
const FREE: f32 = 0.8;

/// What is left of a chance that a message all but rules out: pins and checks explain the rest.
const HARDLY: f32 = 0.04;

/// The ranks that pawns can stand on.
const PAWN_RANKS: u64 = 0x00ff_ffff_ffff_ff00;

/// The least chance that is drawn towards a profile.
const NEVER: f32 = 1e-5;

/// From each square, the chance that a piece of unknown kind bears on each other square.
static REACH: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Box::new([[0.0; 64]; 64]);
    for (from, row) in table.iter_mut().enumerate() {
        for (kind, share) in SHARES {
            for to in squares(empty_attacks(kind, from as u8)) {
                let between = attacks::between(from as u8, to).count_ones() as i32;
                row[usize::from(to)] += share * FREE.powi(between);
            }
        }
    }
    table
});

/// From each square, where a piece of unknown kind goes when it moves; rows sum to one.
static WANDER: LazyLock<Table> = LazyLock::new(|| {
    let mut table = REACH.clone();
    for row in table.iter_mut() {
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|chance| *chance /= sum);
    }
    table
});

/// Where a knight goes when it moves.
static JUMP: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Box::new([[0.0; 64]; 64]);
    for (from, row) in table.iter_mut().enumerate() {
        let set = attacks::knight(from as u8);
        squares(set).for_each(|to| row[usize::from(to)] = 1.0 / set.count_ones() as f32);
    }
    table
});

fn empty_attacks(kind: Kind, square: u8) -> u64 {
    match kind {
        Kind::Knight => attacks::knight(square),
        Kind::Bishop => attacks::bishop(square, 0),
        Kind::Rook => attacks::rook(square, 0),
        Kind::Queen => attacks::queen(square, 0),
        Kind::King => attacks::king(square),
        Kind::Pawn => 0,
    }
}

/// What a side believes of the other's men.
#[derive(Clone, PartialEq, Debug)]
pub struct Belief {
    own: Side,
    /// Chances of a pawn.
    pub pawns: Matrix,
    /// Chances of a piece that is no pawn and no king.
    pub pieces: Matrix,
    /// Chances of the king.
    pub king: Matrix,
    pawn_count: f32,
    piece_count: f32,
}

fn spread_over(set: u64, count: f32) -> Matrix {
    let share = (count / set.count_ones().max(1) as f32).min(1.0);
    let mut matrix = [0.0; 64];
    squares(set).for_each(|square| matrix[usize::from(square)] = share);
    matrix
}

/// Scales the odds of a matrix until its sum is about `count`: what is nearly certain stays so.
fn scale(matrix: &mut Matrix, count: f32) {
    for _ in 0..3 {
        let sum: f32 = matrix.iter().sum();
        if sum <= f32::EPSILON || count <= 0.0 {
            if count <= 0.0 {
                *matrix = [0.0; 64];
            }
            return;
        }
        let factor = count / sum;
        if (factor - 1.0).abs() < 0.002 {
            return;
        }
        matrix
            .iter_mut()
            .for_each(|p| *p = factor * *p / (1.0 - *p + factor * *p).max(1e-6));
    }
}

impl Belief {
    /// What is believed before anything was heard. From a position of its own, the other side's
    /// men are anywhere.
    #[must_use]
    pub fn new(view: &View) -> Belief {
        let (side, enemy) = (view.side(), view.enemy());
        let usual = *view.start() == Men::initial(side) && enemy.men == 16;
        let theirs = Men::initial(!side);
        let free = !view.start().occupied();
        let pawn_count = f32::from(enemy.pawns);
        let piece_count = f32::from(enemy.men.saturating_sub(enemy.pawns + 1));
        let (pawns, pieces, king) = if usual {
            let king = theirs.squares(Kind::King);
            let pawns = theirs.squares(Kind::Pawn);
            (pawns, theirs.occupied() & !pawns & !king, king)
        } else {
            (free & PAWN_RANKS, free, free)
        };
        Belief {
            own: side,
            pawns: spread_over(pawns, pawn_count),
            pieces: spread_over(pieces, piece_count),
            king: spread_over(king, 1.0),
            pawn_count,
            piece_count,
        }
    }

    /// What these chances say; the sums of the matrices are the numbers of men.
    #[must_use]
    pub fn from_matrices(own: Side, pawns: Matrix, pieces: Matrix, king: Matrix) -> Belief {
        Belief {
            own,
            pawn_count: pawns.iter().sum(),
            piece_count: pieces.iter().sum(),
            pawns,
            pieces,
            king,
        }
    }

    /// The chance that a square is occupied by the other side.
    #[must_use]
    #[inline]
    pub fn occupied(&self, square: u8) -> f32 {
        let at = usize::from(square & 63);
        (self.pawns[at] + self.pieces[at] + self.king[at]).min(1.0)
    }

    /// Men believed to be left, the king not counted: pawns and pieces.
    #[must_use]
    pub fn counts(&self) -> (f32, f32) {
        (self.pawn_count, self.piece_count)
    }

    /// What the other side's men are worth, the king not counted.
    #[must_use]
    pub fn material(&self) -> f32 {
        self.pawn_count + 4.2 * self.piece_count
    }

    /// The chance that the other side's pawns attack a square.
    #[must_use]
    pub fn attacked_by_pawn(&self, square: u8) -> f32 {
        let from = attacks::pawn(self.own, square);
        let free: f32 = squares(from)
            .map(|s| 1.0 - self.pawns[usize::from(s)])
            .product();
        1.0 - free
    }

    /// The chance that the other side attacks a square.
    #[must_use]
    pub fn attacked(&self, square: u8) -> f32 {
        let mut expected = 0.0;
        for (chance, row) in self.pieces.iter().zip(REACH.iter()) {
            expected += chance * row[usize::from(square & 63)];
        }
        let kings: f32 = squares(attacks::king(square))
            .map(|s| self.king[usize::from(s)])
            .sum();
        let free = (-expected).exp() * (1.0 - kings.min(1.0));
        1.0 - free * (1.0 - self.attacked_by_pawn(square))
    }

    /// No man of the other side stands on these squares.
    pub fn clear(&mut self, set: u64) {
        for square in squares(set) {
            let at = usize::from(square);
            (self.pawns[at], self.pieces[at], self.king[at]) = (0.0, 0.0, 0.0);
        }
    }

    /// Makes the sums agree with the numbers of men.
    pub fn settle(&mut self, own: &Men) {
        self.clear(own.occupied());
        scale(&mut self.pawns, self.pawn_count);
        scale(&mut self.pieces, self.piece_count);
        let sum: f32 = self.king.iter().sum();
        if sum <= 1e-6 {
            // Every place was ruled out: some message meant more than it seemed.
            self.king = spread_over(!own.occupied(), 1.0);
        } else {
            self.king.iter_mut().for_each(|p| *p = (*p / sum).min(1.0));
        }
        // One square holds one man.
        let men = self.pawns.iter_mut().zip(&mut self.pieces).zip(&self.king);
        for ((pawn, piece), king) in men {
            let share = (1.0 - king).max(0.0) / (*pawn + *piece).max(f32::MIN_POSITIVE);
            if share < 1.0 {
                (*pawn, *piece) = (*pawn * share, *piece * share);
            }
        }
    }

    /// A man of ours has captured here. What it was is said or guessed.
    pub fn captured(&mut self, square: u8, what: Option<Captured>) {
        let at = usize::from(square & 63);
        let pawn = match what {
            Some(Captured::Pawn) => 1.0,
            Some(Captured::Piece) => 0.0,
            None => {
                let (pawn, piece) = (self.pawns[at] + 0.01, self.pieces[at] + 0.01);
                pawn / (pawn + piece)
            }
        };
        self.pawn_count = (self.pawn_count - pawn).max(0.0);
        self.piece_count = (self.piece_count - (1.0 - pawn)).max(0.0);
        self.clear(bit(square));
    }

    /// A man of theirs has captured here.
    pub fn enemy_at(&mut self, square: u8) {
        let at = usize::from(square & 63);
        let pawn = self.attacked_by_pawn(square).min(0.9);
        let king: f32 = squares(attacks::king(square))
            .map(|s| self.king[usize::from(s)])
            .sum();
        let king = (0.3 * king).min(0.3);
        self.pawns[at] = pawn * (1.0 - king) * self.pawn_count.min(1.0);
        self.king[at] = king;
        self.pieces[at] = (1.0 - self.pawns[at] - king).max(0.0);
    }

    /// What captured a pawn of ours stands where it was taken or, if that pawn had just passed
    /// over a square, there: neither is likelier.
    pub fn perhaps_pawn_at(&mut self, passed: u8, taken: u8) {
        let at = usize::from(taken & 63);
        for matrix in [&mut self.pawns, &mut self.pieces, &mut self.king] {
            matrix[at] *= 0.5;
        }
        self.pawns[usize::from(passed & 63)] = 0.5 * self.pawn_count.min(1.0);
    }

    /// The other side has completed a move that nobody saw.
    pub fn spread(&mut self, own: &Men) {
        let men = self.pawn_count + self.piece_count + 1.0;
        let king_moves = (1.6 / men).min(0.95);
        let rest = 1.0 - king_moves.min(0.5);
        let pieces_move = if self.piece_count > 0.0 {
            rest * 0.65
        } else {
            0.0
        };
        self.spread_king(king_moves);
        if self.piece_count > 0.0 {
            let rate = (pieces_move / self.piece_count).min(0.6);
            // Behind a wall of pawns only knights get about.
            let walled = 0.1 * self.pawn_count.min(8.0);
            let mut moved = [0.0; 64];
            for (at, chance) in self.pieces.iter().enumerate() {
                if *chance > 1e-4 {
                    let (jump, wander) = (chance * rate * walled, chance * rate * (1.0 - walled));
                    let rows = JUMP[at].iter().zip(&WANDER[at]);
                    let each = moved.iter_mut().zip(rows);
                    each.for_each(|(m, (j, w))| *m += jump * j + wander * w);
                }
            }
            let kept = 1.0 - rate;
            let pairs = self.pieces.iter_mut().zip(moved);
            pairs.for_each(|(piece, came)| *piece = *piece * kept + came);
        }
        if self.pawn_count > 0.0 {
            self.spread_pawns((rest - pieces_move) / self.pawn_count.max(1.0));
        }
        self.settle(own);
    }

    fn spread_king(&mut self, rate: f32) {
        let mut moved = [0.0; 64];
        for square in 0..64u8 {
            let chance = self.king[usize::from(square)];
            if chance > 1e-5 {
                let ways = attacks::king(square);
                let out = chance * rate / ways.count_ones() as f32;
                squares(ways).for_each(|to| moved[usize::from(to)] += out);
            }
        }
        let pairs = self.king.iter_mut().zip(moved);
        pairs.for_each(|(king, came)| *king = *king * (1.0 - rate) + came);
    }

    /// Pawns step forward; on the last rank they become pieces.
    fn spread_pawns(&mut self, rate: f32) {
        let mut moved = [0.0; 64];
        let mut promoted = 0.0;
        for (square, chance) in self.pawns.iter_mut().enumerate() {
            let out = *chance * rate;
            *chance -= out;
            let forward = |steps: usize| match self.own {
                Side::First => square.checked_sub(8 * steps),
                Side::Second => Some(square + 8 * steps).filter(|&s| s < 64),
            };
            let start = [6, 1][self.own.index()];
            let last = [0, 7][self.own.index()];
            let two = if square / 8 == start { 0.4 } else { 0.0 };
            for (steps, share) in [(1, 1.0 - two), (2, two)] {
                match forward(steps) {
                    Some(to) if to / 8 == last => {
                        self.pieces[to] = (self.pieces[to] + out * share).min(1.0);
                        promoted += out * share;
                    }
                    Some(to) => moved[to] += out * share,
                    None => {}
                }
            }
        }
        let pairs = self.pawns.iter_mut().zip(moved);
        pairs.for_each(|(pawn, came)| *pawn = (*pawn + came).min(1.0));
        self.pawn_count -= promoted;
        self.piece_count += promoted;
    }

    /// At least one of these squares is occupied: Bayes's rule.
    pub fn some_of(&mut self, set: u64) {
        let free: f32 = squares(set).map(|s| 1.0 - self.occupied(s)).product();
        let factor = 1.0 / (1.0 - free).max(0.05);
        for square in squares(set) {
            let at = usize::from(square);
            for matrix in [&mut self.pawns, &mut self.pieces] {
                matrix[at] = (matrix[at] * factor).min(0.98);
            }
            self.king[at] = (self.king[at] * factor).min(1.0);
        }
        if set.count_ones() == 1 {
            let at = set.trailing_zeros() as usize & 63;
            let missing = 0.9 - self.occupied(at as u8);
            if missing > 0.0 && self.piece_count > 0.0 {
                self.pieces[at] += missing;
            }
        }
    }

    /// These squares are hardly occupied.
    pub fn hardly(&mut self, set: u64) {
        for square in squares(set) {
            let at = usize::from(square);
            for matrix in [&mut self.pawns, &mut self.pieces, &mut self.king] {
                matrix[at] *= HARDLY;
            }
        }
    }

    /// Our king is in check from a direction: one man on that line gives it, and nothing stands
    /// between. Pawns check from the next diagonal squares only, kings never.
    pub fn check_from(&mut self, king: u8, direction: Direction, own: &Men) {
        let seen = attacks::queen(king, own.occupied()) | attacks::knight(king);
        let by_pawn = attacks::pawn(self.own, king);
        let mut chances: Vec<(u8, f32, f32)> = squares(seen & !own.occupied())
            .filter(|&s| Direction::between(king, s) == direction)
            .map(|s| {
                let at = usize::from(s);
                let between = squares(attacks::between(king, s));
                let open: f32 = between.map(|s| 1.0 - self.occupied(s)).product();
                let pawn = if by_pawn & bit(s) != 0 {
                    self.pawns[at]
                } else {
                    0.0
                };
                // Whatever was heard before, somebody gives the check.
                let piece = self.pieces[at].max(1e-4);
                (s, open.max(1e-4) * piece, open * pawn)
            })
            .collect();
        let total: f32 = chances.iter().map(|(_, piece, pawn)| piece + pawn).sum();
        for (_, piece, pawn) in &mut chances {
            (*piece, *pawn) = (*piece / total, *pawn / total);
        }
        for &(s, piece, pawn) in &chances {
            let behind =
                |&&(other, _, _): &&(u8, f32, f32)| attacks::between(king, other) & bit(s) != 0;
            let farther = chances.iter().filter(behind).map(|c| c.1 + c.2);
            let free: f32 = (1.0 - farther.sum::<f32>()).max(0.0);
            let at = usize::from(s);
            self.pieces[at] = (piece + (1.0 - piece) * self.pieces[at] * free).min(0.99);
            let stays = if by_pawn & bit(s) != 0 { 0.0 } else { free };
            self.pawns[at] = (pawn + (1.0 - pawn) * self.pawns[at] * stays).min(0.99);
            self.king[at] *= free * (1.0 - piece - pawn).max(0.0);
        }
    }

    /// Our move gave check from a direction, or none if `direction` is `None`: where their king
    /// is not.
    pub fn their_king(&mut self, own: &Men, directions: &[Direction]) {
        let occupied = own.occupied();
        let mut chances = [0.0f32; 64];
        for kind in Kind::ALL {
            for from in squares(own.squares(kind)) {
                for to in squares(own.attacks(kind, from, occupied) & !occupied) {
                    let between = attacks::between(from, to);
                    let open: f32 = squares(between).map(|s| 1.0 - self.occupied(s)).product();
                    let fits =
                        directions.is_empty() || directions.contains(&Direction::between(to, from));
                    if fits {
                        let at = usize::from(to);
                        chances[at] = 1.0 - (1.0 - chances[at]) * (1.0 - open);
                    }
                }
            }
        }
        for (king, chance) in self.king.iter_mut().zip(chances) {
            *king *= if directions.is_empty() {
                (1.0 - chance).max(0.001)
            } else {
                chance.max(0.001)
            };
        }
    }

    /// A try of ours was refused, and no check explains it.
    pub fn refused(&mut self, own: &Men, tried: Try) {
        let between = attacks::between(tried.from, tried.to);
        match own.kind_at(tried.from) {
            Some(Kind::Pawn) if own.is_pawn_capture(tried) => self.hardly(bit(tried.to)),
            Some(Kind::Pawn) => self.some_of(between | bit(tried.to)),
            Some(Kind::Bishop | Kind::Rook | Kind::Queen) if between != 0 => self.some_of(between),
            _ => {}
        }
    }
}
