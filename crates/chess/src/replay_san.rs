//! Moves in algebraic notation, resolved on a [`Replay`].
//!
//! Reads what PGN files contain: `e4`, `exd5`, `Nbd2`, `e8=Q`, `O-O`, with or without `+`, `#`,
//! `x`, `=`; zeros for castling, long forms (`Ng1-f3`, `e2e4`), and pawn captures without the
//! `x` or the rank (`cd`, `cxd`). What it accepts is always one legal move; a text that fits
//! none, or several, is refused.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use crate::{PackedMove, Replay};

impl Replay {
    /// Plays the move that a text stands for; without one, nothing changes.
    #[inline]
    pub fn play_san(&mut self, text: &[u8]) -> Option<PackedMove> {
        let m = self.resolve_san(text)?;
        self.play(m);
        Some(m)
    }

    /// Plays a packed move if it is legal.
    pub fn play_packed(&mut self, m: PackedMove) -> bool {
        let legal = m != PackedMove::NONE && self.is_legal(m);
        if legal {
            self.play(m);
        }
        legal
    }

    /// The one legal move that a text stands for.
    #[must_use]
    #[inline]
    pub fn resolve_san(&self, text: &[u8]) -> Option<PackedMove> {
        let role = match text.first()? {
            b'a'..=b'h' => return self.pawn_move(text),
            b'N' => Role::Knight,
            b'B' => Role::Bishop,
            b'R' => Role::Rook,
            b'Q' => Role::Queen,
            b'K' => Role::King,
            b'P' => return self.pawn_move(&text[1..]),
            b'O' | b'0' | b'o' => return self.castling(text),
            _ => return None,
        };
        self.piece_move(role, &text[1..])
    }

    #[inline]
    fn piece_move(&self, role: Role, text: &[u8]) -> Option<PackedMove> {
        let text = without_check(text);
        let (rest, to) = text.split_last_chunk::<2>()?;
        let to = square(to[0], to[1])?;
        let mut candidates = self.reaching(role, to);
        for &byte in rest {
            match byte {
                b'a'..=b'h' => candidates &= File::ALL[(byte - b'a') as usize],
                b'1'..=b'8' => candidates &= Rank::ALL[(byte - b'1') as usize],
                b'x' | b'-' | b':' => {}
                _ => return None,
            }
        }
        if self.own().contains(to) {
            return None;
        }
        let first = candidates.first()?;
        if candidates.more_than_one() {
            let mut legal = candidates
                .into_iter()
                .filter(|&from| self.is_king_safe_after(from, to, role));
            let only = legal.next()?;
            return legal
                .next()
                .is_none()
                .then(|| PackedMove::new(only, to, None));
        }
        self.is_king_safe_after(first, to, role)
            .then(|| PackedMove::new(first, to, None))
    }

    #[inline]
    fn pawn_move(&self, text: &[u8]) -> Option<PackedMove> {
        let text = without_check(text);
        let (text, promotion) = promotion(text);
        let m = match *text {
            [file, rank] if rank.is_ascii_digit() => self.push(square(file, rank)?, promotion)?,
            [file, b'x', to_file, to_rank] | [file, to_file @ b'a'..=b'h', to_rank] => {
                let to = square(to_file, to_rank)?;
                let from_rank = self.rank_behind(to)?;
                PackedMove::new(
                    Square::from_coords(file_of(file)?, from_rank),
                    to,
                    promotion,
                )
            }
            [file, rank, ref middle @ .., to_file, to_rank]
                if rank.is_ascii_digit() && matches!(middle, [] | [b'-' | b'x' | b':']) =>
            {
                PackedMove::new(square(file, rank)?, square(to_file, to_rank)?, promotion)
            }
            [file, b'x', to] | [file, to] => {
                return self.short_capture(file_of(file)?, file_of(to)?, promotion);
            }
            _ => return None,
        };
        let own_pawn = self.role_at(m.from()) == Some(Role::Pawn);
        (own_pawn && self.is_legal(m)).then_some(m)
    }

    fn rank_behind(&self, to: Square) -> Option<Rank> {
        let rank = i32::from(to.rank()) - if self.is_white_to_move() { 1 } else { -1 };
        Rank::try_from(rank).ok()
    }

    #[inline]
    fn push(&self, to: Square, promotion: Option<Role>) -> Option<PackedMove> {
        let back = if self.is_white_to_move() { -8 } else { 8 };
        let mut from = to.offset(back)?;
        if self.role_at(from).is_none() {
            from = from.offset(back)?;
        }
        Some(PackedMove::new(from, to, promotion))
    }

    /// `cd`: the one legal capture of a pawn from a file on the next.
    fn short_capture(&self, from: File, to: File, promotion: Option<Role>) -> Option<PackedMove> {
        let step = if self.is_white_to_move() { 1 } else { -1 };
        let mut found = Rank::ALL.into_iter().filter_map(|rank| {
            let target = Rank::try_from(i32::from(rank) + step).ok()?;
            let m = PackedMove::new(
                Square::from_coords(from, rank),
                Square::from_coords(to, target),
                promotion,
            );
            let own_pawn = self.role_at(m.from()) == Some(Role::Pawn);
            (own_pawn && from != to && self.is_legal(m)).then_some(m)
        });
        let only = found.next()?;
        found.next().is_none().then_some(only)
    }

    fn castling(&self, text: &[u8]) -> Option<PackedMove> {
        let text = without_check(text);
        let is_zero = |byte: u8| matches!(byte, b'O' | b'0' | b'o');
        let side = match *text {
            [a, b'-', b] if is_zero(a) && is_zero(b) => CastlingSide::KingSide,
            [a, b'-', b, b'-', c] if is_zero(a) && is_zero(b) && is_zero(c) => {
                CastlingSide::QueenSide
            }
            _ => return None,
        };
        let rook = self.castling_rook(side)?;
        self.is_castling_legal(rook)
            .then(|| PackedMove::new(self.king(), rook, None))
    }
}

/// A text without the signs of check and mate.
#[inline]
fn without_check(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#'] = text {
        text = rest;
    }
    text
}

/// Cuts off `=Q` or `Q`.
#[inline]
fn promotion(text: &[u8]) -> (&[u8], Option<Role>) {
    let (rest, letter) = match text {
        [rest @ .., b'=' | b'/', letter] => (rest, letter),
        [rest @ .., letter] => (rest, letter),
        [] => return (text, None),
    };
    match letter {
        b'N' => (rest, Some(Role::Knight)),
        b'B' => (rest, Some(Role::Bishop)),
        b'R' => (rest, Some(Role::Rook)),
        b'Q' => (rest, Some(Role::Queen)),
        _ => (text, None),
    }
}

#[inline]
fn file_of(byte: u8) -> Option<File> {
    File::ALL.get(usize::from(byte.wrapping_sub(b'a'))).copied()
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    let rank = Rank::ALL.get(usize::from(rank.wrapping_sub(b'1')))?;
    Some(Square::from_coords(file_of(file)?, *rank))
}
