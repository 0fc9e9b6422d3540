//! One side's men, and what can be tried with them when nothing else is seen.
//!
//! *Computes* every try that is legal for some placement of the unseen men: one's own men block,
//! nothing else does; a pawn may push to any square and capture on any. *Invariant.* Every legal
//! move of the true position is among the tries of its side. *Cost.* Attack tables.

use zermelo_chess::{Chess, Kind, attacks};
use zermelo_game::Side;

use crate::action::Try;

/// The men of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Men {
    side: Side,
    kinds: [u64; 6],
    /// Whether the king may still castle on the king's and on the queen's side.
    castling: [bool; 2],
}

/// What a pawn may become, the most useful first.
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

/// The squares of a set, in order.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

/// The set of one square.
#[must_use]
#[inline]
pub fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

impl Men {
    /// The men of a side at the start of a game.
    #[must_use]
    pub fn initial(side: Side) -> Men {
        let back = |files: u64| match side {
            Side::First => files,
            Side::Second => files << 56,
        };
        let pawns = match side {
            Side::First => 0xff00,
            Side::Second => 0xff << 48,
        };
        Men {
            side,
            kinds: [
                pawns,
                back(0x42),
                back(0x24),
                back(0x81),
                back(0x08),
                back(0x10),
            ],
            castling: [true; 2],
        }
    }

    /// The men of a side in a position.
    #[must_use]
    pub fn of(position: &Chess, side: Side) -> Men {
        let rooks = position.castling_rooks(side);
        Men {
            side,
            kinds: Kind::ALL.map(|kind| position.squares(side, kind)),
            castling: [rooks & (0x80 | 0x80 << 56) != 0, rooks & (1 | 1 << 56) != 0],
        }
    }

    /// Whose they are.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The squares of the men of a kind.
    #[must_use]
    #[inline]
    pub fn squares(&self, kind: Kind) -> u64 {
        self.kinds[kind.index()]
    }

    /// The squares of all men.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.kinds.iter().fold(0, |all, set| all | set)
    }

    /// What stands on a square.
    #[must_use]
    #[inline]
    pub fn kind_at(&self, square: u8) -> Option<Kind> {
        let here = bit(square);
        Kind::ALL
            .into_iter()
            .find(|kind| self.kinds[kind.index()] & here != 0)
    }

    /// The king's square.
    #[must_use]
    pub fn king(&self) -> Option<u8> {
        squares(self.squares(Kind::King)).next()
    }

    /// Whether the king may still castle on the king's and on the queen's side.
    #[must_use]
    pub fn castling(&self) -> [bool; 2] {
        self.castling
    }

    /// Takes a man off the board.
    pub fn remove(&mut self, square: u8) {
        let keep = !bit(square);
        self.kinds.iter_mut().for_each(|set| *set &= keep);
        self.check_rights();
    }

    /// Moves a man, the rook too when castling. What is no man's move changes nothing.
    pub fn play(&mut self, tried: Try) {
        let Some(kind) = self.kind_at(tried.from) else {
            return;
        };
        let (from, to) = (bit(tried.from), bit(tried.to));
        self.kinds[kind.index()] &= !from;
        let placed = tried.promotion.filter(|_| kind == Kind::Pawn);
        self.kinds[placed.unwrap_or(kind).index()] |= to;
        if kind == Kind::King {
            let rank = tried.from & !7;
            let rook = match (tried.from & 7, tried.to & 7) {
                (4, 6) if self.castling[0] => Some((rank | 7, rank | 5)),
                (4, 2) if self.castling[1] => Some((rank, rank | 3)),
                _ => None,
            };
            if let Some((from, to)) = rook {
                self.kinds[Kind::Rook.index()] &= !bit(from);
                self.kinds[Kind::Rook.index()] |= bit(to);
            }
            self.castling = [false; 2];
        }
        self.check_rights();
    }

    /// A right to castle needs its king and its rook at home.
    fn check_rights(&mut self) {
        let home = match self.side {
            Side::First => 0,
            Side::Second => 56,
        };
        let king = self.squares(Kind::King) & bit(home + 4) != 0;
        let rooks = self.squares(Kind::Rook);
        self.castling[0] &= king && rooks & bit(home + 7) != 0;
        self.castling[1] &= king && rooks & bit(home) != 0;
    }

    /// The squares that a man bears on; sliding men are stopped by these squares, and bear on
    /// them, too.
    #[must_use]
    #[inline]
    pub fn attacks(&self, kind: Kind, square: u8, blocked: u64) -> u64 {
        match kind {
            Kind::Pawn => attacks::pawn(self.side, square),
            Kind::Knight => attacks::knight(square),
            Kind::Bishop => attacks::bishop(square, blocked),
            Kind::Rook => attacks::rook(square, blocked),
            Kind::Queen => attacks::queen(square, blocked),
            Kind::King => attacks::king(square),
        }
    }

    /// The squares that any man bears on, own men blocking.
    #[must_use]
    pub fn covered(&self) -> u64 {
        let own = self.occupied();
        let mut covered = 0;
        for kind in Kind::ALL {
            for square in squares(self.squares(kind)) {
                covered |= self.attacks(kind, square, own);
            }
        }
        covered
    }

    /// How many men bear on each square, own men blocking.
    #[must_use]
    pub fn cover_counts(&self) -> [u8; 64] {
        let own = self.occupied();
        let mut counts = [0; 64];
        for kind in Kind::ALL {
            for square in squares(self.squares(kind)) {
                for to in squares(self.attacks(kind, square, own)) {
                    counts[usize::from(to)] += 1;
                }
            }
        }
        counts
    }

    /// Where a man can go that is not a pawn's capture; castling included.
    fn quiet_targets(&self, kind: Kind, from: u8) -> u64 {
        let own = self.occupied();
        match kind {
            Kind::Pawn => {
                let (one, two) = self.pushes(from);
                one | two
            }
            Kind::King => self.attacks(kind, from, own) & !own | self.castling_targets(),
            _ => self.attacks(kind, from, own) & !own,
        }
    }

    /// One and two steps of a pawn, as far as own men allow.
    fn pushes(&self, from: u8) -> (u64, u64) {
        let own = self.occupied();
        let (here, start) = (bit(from), [1, 6][self.side.index()]);
        let step = |set: u64| match self.side {
            Side::First => set << 8,
            Side::Second => set >> 8,
        };
        let one = step(here) & !own;
        let two = if from >> 3 == start {
            step(one) & !own
        } else {
            0
        };
        (one, two)
    }

    fn castling_targets(&self) -> u64 {
        let home = [0, 56][self.side.index()];
        let own = self.occupied();
        let mut targets = 0;
        if self.castling[0] && own & (0x60 << home) == 0 {
            targets |= 0x40 << home;
        }
        if self.castling[1] && own & (0x0e << home) == 0 {
            targets |= 0x04 << home;
        }
        targets
    }

    /// Whether a try is a pawn's capture.
    #[must_use]
    pub fn is_pawn_capture(&self, tried: Try) -> bool {
        self.squares(Kind::Pawn) & bit(tried.from) != 0
            && attacks::pawn(self.side, tried.from) & bit(tried.to) != 0
    }

    /// Whether a man of ours moves like that.
    #[must_use]
    pub fn can_try(&self, tried: Try) -> bool {
        let Some(kind) = self.kind_at(tried.from) else {
            return false;
        };
        let mut targets = self.quiet_targets(kind, tried.from);
        if kind == Kind::Pawn {
            targets |= attacks::pawn(self.side, tried.from) & !self.occupied();
        }
        let last = matches!(tried.to >> 3, 0 | 7);
        let promotes = match tried.promotion {
            None => !(kind == Kind::Pawn && last),
            Some(kind_of) => kind == Kind::Pawn && last && PROMOTIONS.contains(&kind_of),
        };
        promotes && targets & bit(tried.to) != 0
    }

    /// Adds all tries, pawn captures only if wanted.
    pub fn tries(&self, quiet: bool, pawn_captures: bool, out: &mut Vec<Try>) {
        let own = self.occupied();
        for kind in Kind::ALL {
            for from in squares(self.squares(kind)) {
                let mut targets = if quiet {
                    self.quiet_targets(kind, from)
                } else {
                    0
                };
                if kind == Kind::Pawn && pawn_captures {
                    targets |= attacks::pawn(self.side, from) & !own;
                }
                for to in squares(targets) {
                    push(kind, from, to, out);
                }
            }
        }
    }
}

fn push(kind: Kind, from: u8, to: u8, out: &mut Vec<Try>) {
    if kind == Kind::Pawn && matches!(to >> 3, 0 | 7) {
        out.extend(PROMOTIONS.map(|kind| Try {
            from,
            to,
            promotion: Some(kind),
        }));
    } else {
        out.push(Try::new(from, to));
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;
    use zermelo_game::{Game, Notation};

    use super::*;

    #[test]
    fn every_legal_move_is_a_try_and_leaves_the_same_men() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let mut position = Chess::new();
            for _ in 0..120 {
                let (mut moves, mut tries) = (Vec::new(), Vec::new());
                position.legal_moves(&mut moves);
                let side = position.side();
                let men = Men::of(&position, side);
                men.tries(true, true, &mut tries);
                for &m in &moves {
                    let tried = Try::parse(&position.move_text(m)).unwrap();
                    assert!(tries.contains(&tried) && men.can_try(tried));
                    let (mut after, mut own) = (position.clone(), men);
                    after.play(m);
                    own.play(tried);
                    assert_eq!(own, Men::of(&after, side), "{position} {tried}");
                }
                assert!(tries.iter().all(|&tried| men.can_try(tried)));
                match rng.pick(&moves) {
                    Some(&m) => position.play(m),
                    None => break,
                }
            }
        }
    }

    #[test]
    fn what_can_be_tried_is_exactly_what_is_listed() {
        let men = Men::initial(Side::Second);
        let mut tries = Vec::new();
        men.tries(true, true, &mut tries);
        let all = (0..64).flat_map(|from| (0..64).map(move |to| Try::new(from, to)));
        assert_eq!(all.filter(|&tried| men.can_try(tried)).count(), tries.len());
        // Sixteen pushes, four knight moves, fourteen pawn captures.
        assert_eq!(tries.len(), 34);
    }
}
