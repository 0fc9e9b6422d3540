//! Where the strong side's men stand, and what a move of theirs tells about a bare king.
//!
//! *Computes* for every placement its tries, and for every try which squares of the king refuse it,
//! which spoil it (stalemate, a man lost), and how the umpire's words part the others. *Invariant.*
//! The strong side is White here; Black's men are mirrored on the way in. A bare king at our turn
//! never stands on a line of ours (it would be in check), so that only moves of our king and of a
//! pawn can be refused. *Cost.* A placement is looked at once and kept.

use zermelo_chess::{Kind, attacks};
use zermelo_game::Side;

use super::symmetry::{Symmetry, dilate};
use crate::action::Try;
use crate::announcement::Direction;
use crate::men::{Men, bit, squares};

/// The men beside the king that can be hunted with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Force {
    /// A queen.
    Queen,
    /// A rook.
    Rook,
    /// Two bishops, one on light and one on dark squares.
    Bishops,
    /// A bishop and a knight.
    BishopKnight,
    /// A pawn.
    Pawn,
}

impl Force {
    /// All of them.
    pub const ALL: [Force; 5] = [
        Force::Queen,
        Force::Rook,
        Force::Bishops,
        Force::BishopKnight,
        Force::Pawn,
    ];

    /// The usual name of the ending.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Force::Queen => "kqk",
            Force::Rook => "krk",
            Force::Bishops => "kbbk",
            Force::BishopKnight => "kbnk",
            Force::Pawn => "kpk",
        }
    }

    /// The force of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Force> {
        let wanted = name.to_ascii_lowercase();
        Force::ALL.into_iter().find(|force| force.name() == wanted)
    }

    /// The men.
    #[must_use]
    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Force::Queen => &[Kind::Queen],
            Force::Rook => &[Kind::Rook],
            Force::Bishops => &[Kind::Bishop, Kind::Bishop],
            Force::BishopKnight => &[Kind::Bishop, Kind::Knight],
            Force::Pawn => &[Kind::Pawn],
        }
    }

    /// The symmetries of its board: a pawn knows up from down.
    pub(super) fn symmetries(self) -> &'static [Symmetry] {
        match self {
            Force::Pawn => &Symmetry::ALL[..2],
            _ => &Symmetry::ALL,
        }
    }
}

/// A square that is none: the place of a man that is not there.
const NOWHERE: u8 = 63;

/// The squares of a king and one or two men. Of two bishops the one on dark squares comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    /// What there is beside the king.
    pub force: Force,
    /// The king's square.
    pub king: u8,
    /// The squares of the others; the second counts only where there are two.
    pub men: [u8; 2],
}

/// Whether a square is dark.
fn is_dark(square: u8) -> bool {
    (square ^ square >> 3) & 1 == 0
}

impl Placement {
    /// A placement, its men in order; `None` if two stand on one square, a pawn on the first or
    /// last rank, or both bishops on squares of one colour.
    #[must_use]
    pub fn new(force: Force, king: u8, men: &[u8]) -> Option<Placement> {
        let mut at = [NOWHERE; 2];
        if men.len() != force.kinds().len() || king > 63 {
            return None;
        }
        at[..men.len()].copy_from_slice(men);
        if force == Force::Bishops {
            if is_dark(at[0]) == is_dark(at[1]) {
                return None;
            }
            at.sort_by_key(|&square| !is_dark(square));
        }
        let sound = men.iter().all(|&square| {
            let fits = force != Force::Pawn || (1..7).contains(&(square >> 3));
            square < 64 && square != king && fits
        });
        let apart = men.len() < 2 || at[0] != at[1];
        (sound && apart).then_some(Placement {
            force,
            king,
            men: at,
        })
    }

    /// The placement of a side's men, seen from White; `None` if they are no ending of these.
    #[must_use]
    pub fn of(men: &Men) -> Option<Placement> {
        let flip = match men.side() {
            Side::First => 0,
            Side::Second => 56,
        };
        let mut found: Vec<(Kind, u8)> = Vec::with_capacity(2);
        for kind in [
            Kind::Queen,
            Kind::Rook,
            Kind::Bishop,
            Kind::Knight,
            Kind::Pawn,
        ] {
            found.extend(squares(men.squares(kind)).map(|square| (kind, square ^ flip)));
            if found.len() > 2 {
                return None;
            }
        }
        let force = Force::ALL
            .into_iter()
            .find(|force| found.iter().map(|(kind, _)| kind).eq(force.kinds()))?;
        let at: Vec<u8> = found.iter().map(|&(_, square)| square).collect();
        Placement::new(force, men.king()? ^ flip, &at)
    }

    /// Every placement of a force.
    pub fn all(force: Force) -> impl Iterator<Item = Placement> {
        let second = if force.kinds().len() > 1 { 64 } else { 1 };
        (0..64u8).flat_map(move |king| {
            (0..64u8).flat_map(move |first| {
                (0..second).filter_map(move |other| {
                    let men = [first, other];
                    let placement = Placement::new(force, king, &men[..force.kinds().len()])?;
                    // Bishops are met in both orders.
                    (placement.men[0] == first).then_some(placement)
                })
            })
        })
    }

    /// The men beside the king.
    pub fn pieces(&self) -> impl Iterator<Item = (Kind, u8)> + use<> {
        self.force.kinds().iter().copied().zip(self.men)
    }

    /// The squares of all men.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.pieces()
            .fold(bit(self.king), |all, (_, square)| all | bit(square))
    }

    /// What a man bears on, own men blocking. Lines go through the other king.
    fn bearing(&self, kind: Kind, from: u8) -> u64 {
        let own = self.occupied();
        match kind {
            Kind::Queen => attacks::queen(from, own),
            Kind::Rook => attacks::rook(from, own),
            Kind::Bishop => attacks::bishop(from, own),
            Kind::Knight => attacks::knight(from),
            Kind::Pawn => attacks::pawn(Side::First, from),
            Kind::King => attacks::king(from),
        }
    }

    /// The squares that any man bears on.
    #[must_use]
    pub fn covered(&self) -> u64 {
        self.pieces()
            .fold(attacks::king(self.king), |all, (kind, square)| {
                all | self.bearing(kind, square)
            })
    }

    /// Where a bare king can stand at our turn.
    #[must_use]
    pub fn room(&self) -> u64 {
        !self.covered() & !self.occupied()
    }

    /// The number of the placement among those of its force.
    #[must_use]
    pub fn index(&self) -> usize {
        let [first, second] = self.men.map(usize::from);
        usize::from(self.king) << 12 | first << 6 | second
    }

    /// The placement seen through a symmetry.
    #[must_use]
    pub fn seen(&self, symmetry: Symmetry) -> Placement {
        let mut men = self.men;
        for square in men.iter_mut().take(self.force.kinds().len()) {
            *square = symmetry.square(*square);
        }
        if self.force == Force::Bishops && !is_dark(men[0]) {
            men.swap(0, 1);
        }
        Placement {
            force: self.force,
            king: symmetry.square(self.king),
            men,
        }
    }

    /// The least of the placements that look alike, and a symmetry that leads to it.
    #[must_use]
    pub fn canonical(&self) -> (Placement, Symmetry) {
        let seen = |&symmetry: &Symmetry| (self.seen(symmetry), symmetry);
        let all = self.force.symmetries().iter().map(seen);
        all.min_by_key(|(placement, _)| placement.index())
            .unwrap_or((*self, Symmetry::ALL[0]))
    }

    /// A try as a player of a side makes it.
    #[must_use]
    pub fn try_for(tried: Try, side: Side) -> Try {
        let flip = match side {
            Side::First => 0,
            Side::Second => 56,
        };
        Try {
            from: tried.from ^ flip,
            to: tried.to ^ flip,
            ..tried
        }
    }

    /// Every try, with the men after it and the squares of the king that refuse it.
    #[must_use]
    pub fn tries(&self) -> Vec<Step> {
        let own = self.occupied();
        let mut steps = Vec::with_capacity(36);
        for to in squares(attacks::king(self.king) & !own) {
            steps.push(Step {
                tried: Try::new(self.king, to),
                refused: attacks::king(to),
                after: Placement { king: to, ..*self },
            });
        }
        for (slot, (kind, from)) in self.pieces().enumerate() {
            if kind == Kind::Pawn {
                self.pushes(from, &mut steps);
                continue;
            }
            for to in squares(self.bearing(kind, from) & !own) {
                let mut after = *self;
                after.men[slot] = to;
                steps.push(Step {
                    tried: Try::new(from, to),
                    refused: 0,
                    after,
                });
            }
        }
        steps
    }

    fn pushes(&self, from: u8, steps: &mut Vec<Step>) {
        let own = self.occupied();
        let mut path = bit(from + 8);
        if path & own != 0 {
            return;
        }
        let mut push = |to: u8, force: Force, promotion: Option<Kind>, refused: u64| {
            steps.push(Step {
                tried: Try {
                    from,
                    to,
                    promotion,
                },
                refused,
                after: Placement {
                    force,
                    king: self.king,
                    men: [to, NOWHERE],
                },
            });
        };
        if from >= 48 {
            push(from + 8, Force::Queen, Some(Kind::Queen), path);
            push(from + 8, Force::Rook, Some(Kind::Rook), path);
            return;
        }
        push(from + 8, Force::Pawn, None, path);
        path |= bit(from + 16);
        if from < 16 && path & own == 0 {
            push(from + 16, Force::Pawn, None, path);
        }
    }

    /// What the umpire says after a move that leads here, by the square of the king.
    #[must_use]
    pub fn sight(&self) -> Sight {
        let covered = self.covered();
        let own = self.occupied();
        let mut words = [0u16; 64];
        for (kind, from) in self.pieces() {
            for king in squares(self.bearing(kind, from) & !own) {
                words[usize::from(king)] += 1 << (3 * Direction::between(king, from) as u16);
            }
        }
        let stands = !own & !attacks::king(self.king);
        let mut messages: Vec<(u16, u64)> = Vec::with_capacity(6);
        let mut spoilt = dilate(own & !covered);
        for king in squares(stands) {
            let word = words[usize::from(king)];
            match messages.iter_mut().find(|(said, _)| *said == word) {
                Some((_, set)) => *set |= bit(king),
                None => messages.push((word, bit(king))),
            }
            if word == 0 && attacks::king(king) & !covered == 0 {
                spoilt |= bit(king);
            }
        }
        Sight {
            free: !covered & !own,
            spoilt,
            parts: messages.into_iter().map(|(_, set)| set).collect(),
        }
    }
}

/// A try and what it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The try, White's.
    pub tried: Try,
    /// The squares of their king for which it is refused.
    pub refused: u64,
    /// The men after it.
    pub after: Placement,
}

/// What is seen of a king after a move of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Squares that the king can go to without capturing.
    pub free: u64,
    /// Squares from which it is stalemated, or can capture.
    pub spoilt: u64,
    /// The squares it can stand on, parted by what the umpire says.
    pub parts: Vec<u64>,
}

impl Sight {
    /// Where the king may be after its answer, if it was on one of these squares.
    #[must_use]
    #[inline]
    pub fn moved(&self, kings: u64) -> u64 {
        dilate(kings) & self.free
    }
}
