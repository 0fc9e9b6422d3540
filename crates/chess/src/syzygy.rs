//! Syzygy tablebases: what endings with few pieces are worth, and how to play them.
//!
//! Values count the fifty-move rule: a win that takes too long is a draw. *Cost.* A probe reads
//! a block of a file; the search asks only after captures and pawn moves, as the tables want.

use std::io;
use std::path::Path;

use shakmaty::Position;
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Wdl};
use zermelo_game::Game;

use crate::{Chess, Move};

/// The value of an ending for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EndingValue {
    /// Lost.
    Loss,
    /// Drawn, perhaps only by the fifty-move rule.
    Draw,
    /// Won.
    Win,
}

/// The value of a move for who plays it, and the progress that it makes: the greater, the sooner a
/// win or the later a loss. Of two moves the greater rank is the better move.
pub type Rank = (EndingValue, i32);

/// The tables of a folder.
pub struct Tablebase(shakmaty_syzygy::Tablebase<shakmaty::Chess>);

impl Tablebase {
    /// Finds the tables of a folder, or of several separated as in `PATH`.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read, or there is no table in any.
    pub fn open(path: &Path) -> io::Result<Tablebase> {
        let mut tables = shakmaty_syzygy::Tablebase::new();
        let mut found = 0;
        for folder in std::env::split_paths(path) {
            found += tables.add_directory(folder)?;
        }
        if found == 0 {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "no tables in this folder",
            ));
        }
        Ok(Tablebase(tables))
    }

    /// The most pieces, kings included, that a table has.
    #[must_use]
    pub fn max_pieces(&self) -> u32 {
        self.0.max_pieces() as u32
    }

    /// Whether a position may be in the tables.
    #[must_use]
    #[inline]
    pub fn may_have(&self, position: &Chess) -> bool {
        position.occupied().count_ones() <= self.max_pieces()
            && position.board().castles().is_empty()
    }

    /// The value of a position right after a capture or pawn move; `None` if it is not there.
    #[must_use]
    pub fn value(&self, position: &Chess) -> Option<EndingValue> {
        let wdl = self.0.probe_wdl_after_zeroing(position.board()).ok()?;
        Some(match wdl {
            Wdl::Win => EndingValue::Win,
            Wdl::Loss => EndingValue::Loss,
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => EndingValue::Draw,
        })
    }

    /// The rank of each of some moves, which are legal; `None` if the tables do not know one.
    #[must_use]
    pub fn ranks(&self, position: &Chess, moves: &[Move]) -> Option<Vec<Rank>> {
        moves.iter().map(|&m| self.rank(position, m)).collect()
    }

    fn rank(&self, position: &Chess, m: Move) -> Option<Rank> {
        let after = position.after(m);
        if let Some(outcome) = after.outcome() {
            let mated = outcome != zermelo_game::Outcome::Draw;
            return Some(if mated {
                (EndingValue::Win, i32::MAX)
            } else {
                (EndingValue::Draw, 0)
            });
        }
        // Draws by the fifty-move rule alone are better or worse than others: somebody may err.
        let value = match self.0.probe_wdl(after.board()).ok()? {
            AmbiguousWdl::Loss => EndingValue::Win,
            AmbiguousWdl::Win => EndingValue::Loss,
            AmbiguousWdl::MaybeLoss => return Some((EndingValue::Draw, 2)),
            AmbiguousWdl::BlessedLoss => return Some((EndingValue::Draw, 1)),
            AmbiguousWdl::Draw => return Some((EndingValue::Draw, 0)),
            AmbiguousWdl::CursedWin => return Some((EndingValue::Draw, -1)),
            AmbiguousWdl::MaybeWin => return Some((EndingValue::Draw, -2)),
        };
        let (MaybeRounded::Precise(dtz) | MaybeRounded::Rounded(dtz)) =
            self.0.probe_dtz(after.board()).ok()?;
        // After a move that starts the count anew the win is nearer than any other.
        let zeroing = i32::from(after.halfmove_clock() == 0);
        let plies = dtz.0.abs();
        Some(match value {
            EndingValue::Win => (value, zeroing * 10_000 - plies),
            _ => (value, plies - zeroing * 10_000),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;

    fn tables() -> Option<Tablebase> {
        let Some(data) = std::env::var_os("ZERMELO_DATA") else {
            eprintln!("skipped: ZERMELO_DATA is not set");
            return None;
        };
        Tablebase::open(&Path::new(&data).join("syzygy")).ok()
    }

    #[test]
    fn known_endings_have_their_value() {
        let Some(tables) = tables() else { return };
        for (fen, value) in [
            ("4k3/8/8/8/8/8/8/QK6 w - - 0 1", EndingValue::Win),
            ("4k3/8/8/8/8/8/8/QK6 b - - 0 1", EndingValue::Loss),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", EndingValue::Loss),
            ("8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", EndingValue::Draw),
        ] {
            let position = Chess::parse(fen).unwrap();
            assert_eq!(tables.value(&position), Some(value), "{fen}");
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let ranks = tables.ranks(&position, &moves).unwrap();
            assert_eq!(ranks.into_iter().max().unwrap().0, value, "{fen}");
        }
    }

    #[test]
    fn the_best_moves_mate_with_bishop_and_knight() {
        let Some(tables) = tables() else { return };
        let mut position = Chess::parse("8/8/3k4/8/8/8/8/1K3BN1 w - - 0 1").unwrap();
        let mut plies = 0;
        while position.outcome().is_none() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let ranks = tables.ranks(&position, &moves).unwrap();
            let best = (0..moves.len()).max_by_key(|&i| ranks[i]).unwrap();
            position.play(moves[best]);
            plies += 1;
            assert!(plies <= 70);
        }
        assert!(position.is_check());
    }

    #[test]
    fn a_folder_without_tables_is_an_error() {
        assert!(Tablebase::open(Path::new("/nowhere")).is_err());
        assert!(Tablebase::open(Path::new("src")).is_err());
    }
}
