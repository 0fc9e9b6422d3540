//! Every weight of the classical evaluation, written once: name, term, size, meaning.
//!
//! A weight is a pair of scores in centipawns, for the middlegame and for the ending. Weights
//! that belong together are a group; a group belongs to one of the eight terms. There are two
//! sets, both plain text: `reference`, set by hand, and `tuned`, fitted to positions of masters'
//! games that our own searches scored, as `zermelo learn weights` does. A weight may be set to
//! anything from -3000 to 3000.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use super::packed::Packed;

/// The eight terms of the evaluation, by the letters of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// m: material.
    Material,
    /// b: placement, what hangs and what stands strong.
    Placement,
    /// x: space and mobility.
    Space,
    /// k: king safety.
    King,
    /// c: centre.
    Centre,
    /// p: pawn structure.
    Pawns,
    /// a: attack, on the king and by passed pawns.
    Attack,
    /// r: relations between pieces.
    Relations,
}

impl Term {
    /// All terms with their letter and name, in the order of reports.
    pub const ALL: [(char, &'static str, Term); 8] = [
        ('m', "material", Term::Material),
        ('b', "placement", Term::Placement),
        ('x', "space", Term::Space),
        ('k', "king safety", Term::King),
        ('c', "centre", Term::Centre),
        ('p', "pawn structure", Term::Pawns),
        ('a', "attack", Term::Attack),
        ('r', "relations", Term::Relations),
    ];
}

/// The largest size of a weight.
pub const MOST: i32 = 3000;

/// Weights that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its name in the text of a set.
    pub name: &'static str,
    /// The term it counts for.
    pub term: Term,
    /// The index of its first weight.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
    /// What they mean, and what their index is.
    pub meaning: &'static str,
}

macro_rules! groups {
    ($($constant:ident $name:literal $term:ident $len:literal $meaning:literal;)*) => {
        groups!(@constants 0; $($constant $len $meaning;)*);

        /// All groups in order.
        pub const GROUPS: &[Group] = &[
            $(Group {
                name: $name,
                term: Term::$term,
                start: $constant,
                len: $len,
                meaning: $meaning,
            },)*
        ];
    };
    (@constants $start:expr; $constant:ident $len:literal $meaning:literal; $($rest:tt)*) => {
        #[doc = $meaning]
        pub const $constant: usize = $start;
        groups!(@constants $constant + $len; $($rest)*);
    };
    (@constants $start:expr;) => {
        /// How many weights there are.
        pub const COUNT: usize = $start;
    };
}

groups! {
    MATERIAL "material" Material 5 "A pawn, knight, bishop, rook, queen.";
    ROOK_SQUARE "rook-square" Placement 64 "A rook, by square from its side (a1 first).";
    QUEEN_SQUARE "queen-square" Placement 64 "A queen, by square from its side.";
    OUTPOST "outpost" Placement 4 "A minor piece where no enemy pawn can drive it away: knight, knight defended by a pawn, bishop, bishop defended by a pawn.";
    SHELTERED_MINOR "sheltered-minor" Placement 1 "A minor piece right behind a pawn.";
    PAWN_THREAT "pawn-threat" Placement 6 "A pawn attacks a piece of this kind.";
    MINOR_THREAT "minor-threat" Placement 6 "A minor piece attacks a piece of this kind that a pawn does not defend.";
    ROOK_THREAT "rook-threat" Placement 6 "A rook attacks a piece of this kind that a pawn does not defend.";
    KING_THREAT "king-threat" Placement 1 "The king attacks something undefended.";
    QUEEN_THREAT "queen-threat" Placement 1 "The queen attacks something undefended.";
    HANGING "hanging" Placement 2 "A piece is attacked and undefended: pawn, other.";
    PUSH_THREAT "push-threat" Placement 1 "A pawn can step safely to attack a piece.";
    RESTRICTED "restricted" Placement 1 "A square that both sides attack and the enemy does not hold.";
    KNIGHT_MOBILITY "knight-mobility" Space 9 "A knight, by the number of squares it may go to safely.";
    BISHOP_MOBILITY "bishop-mobility" Space 14 "A bishop, by the number of squares.";
    ROOK_MOBILITY "rook-mobility" Space 15 "A rook, by the number of squares.";
    QUEEN_MOBILITY "queen-mobility" Space 28 "A queen, by the number of squares.";
    ROOK_FILE "rook-file" Space 2 "A rook on a file without own pawns; without any pawns.";
    TRAPPED_ROOK "trapped-rook" Space 1 "A rook with few moves shut in by its own king.";
    BISHOP_PAWNS "bishop-pawns" Space 1 "An own pawn on the colour of a bishop.";
    BISHOP_BLOCKED_PAWNS "bishop-blocked-pawns" Space 1 "The same of a blocked centre pawn.";
    LONG_DIAGONAL "long-diagonal" Space 1 "A bishop that sees both centre squares of a long diagonal.";
    BLOCKED_PAWN "blocked-pawn" Space 8 "A pawn blocked by an enemy pawn, by rank.";
    SPACE "space" Space 1 "A safe square behind or among the own centre pawns.";
    TEMPO "tempo" Space 1 "Having the move.";
    KING_SQUARE "king-square" King 64 "The king, by square from its side.";
    SHELTER "shelter" King 32 "The rank of the own pawn on a file next to the king (0: none), by the file's distance from the edge.";
    STORM "storm" King 32 "The rank of the enemy pawn on such a file (0: none), by distance from the edge.";
    BLOCKED_STORM "blocked-storm" King 8 "The same where an own pawn blocks it, by rank.";
    KING_FILE "king-file" King 3 "The king on a file without own pawns, without enemy pawns, without any.";
    CASTLING "castling" King 1 "A right to castle.";
    KING_GUARD "king-guard" King 1 "An own minor piece near the king.";
    PAWNLESS_FLANK "pawnless-flank" King 1 "No pawns on the king's wing.";
    KNIGHT_SQUARE "knight-square" Centre 64 "A knight, by square from its side.";
    BISHOP_SQUARE "bishop-square" Centre 64 "A bishop, by square from its side.";
    BLOCKED_CENTRE "blocked-centre" Centre 1 "An unmoved d or e pawn that is blocked.";
    CENTRE_CONTROL "centre-control" Centre 1 "A centre square attacked by an own pawn.";
    PAWN_SQUARE "pawn-square" Pawns 64 "A pawn, by square from its side.";
    ISOLATED "isolated" Pawns 2 "A pawn without neighbours; on a file without enemy pawns.";
    DOUBLED "doubled" Pawns 1 "A pawn behind another.";
    BACKWARD "backward" Pawns 2 "A pawn that cannot be supported nor step safely; on a file without enemy pawns.";
    PHALANX "phalanx" Pawns 8 "A pawn beside another, by rank.";
    SUPPORTED "supported" Pawns 8 "A pawn defended by another, by rank.";
    CANDIDATE "candidate" Pawns 8 "A pawn that may become passed, by rank.";
    PASSED "passed" Attack 8 "A passed pawn, by rank.";
    PASSED_FREE "passed-free" Attack 8 "Nothing stands in front of a passed pawn, by rank.";
    PASSED_SAFE "passed-safe" Attack 8 "It may step safely, by rank.";
    PASSED_SUPPORTED "passed-supported" Attack 8 "It is defended by a pawn or stands beside one, by rank.";
    PASSED_PATH "passed-path" Attack 8 "No enemy piece stands on or attacks its way, by rank.";
    PASSED_OWN_KING "passed-own-king" Attack 8 "The own king's distance from the square in front of an advanced passed pawn.";
    PASSED_ENEMY_KING "passed-enemy-king" Attack 8 "The enemy king's distance from it.";
    PASSED_ROOK "passed-rook" Attack 2 "A rook behind a passed pawn: own, enemy.";
    UNSTOPPABLE "unstoppable" Attack 1 "A passed pawn outside the square of a bare king.";
    KING_DANGER "king-danger" Attack 64 "The attack on the enemy king, in units.";
    SEVENTH_RANK "seventh-rank" Attack 1 "A rook on the seventh rank while the enemy has pawns there or his king behind.";
    PINNED "pinned" Attack 1 "An enemy piece pinned to its king.";
    BISHOP_PAIR "bishop-pair" Relations 1 "Two bishops.";
    KNIGHT_PAIR "knight-pair" Relations 1 "Two knights.";
    ROOK_PAIR "rook-pair" Relations 1 "Two rooks.";
    KNIGHT_PAWNS "knight-pawns" Relations 9 "A knight, by the number of own pawns.";
    ROOK_PAWNS "rook-pawns" Relations 9 "A rook, by the number of own pawns.";
    QUEEN_PIECES "queen-pieces" Relations 1 "An own queen with this many own minor pieces and rooks.";
}

/// A set of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(pub(super) Box<[Packed; COUNT]>);

impl Weights {
    /// All weights zero.
    #[must_use]
    pub fn zero() -> Weights {
        Weights(Box::new([Packed::default(); COUNT]))
    }

    /// The weight at an index.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Packed {
        self.0[index]
    }

    /// Sets a weight, within ±[`MOST`].
    pub fn set(&mut self, index: usize, middlegame: i32, ending: i32) {
        self.0[index] = Packed::new(middlegame.clamp(-MOST, MOST), ending.clamp(-MOST, MOST));
    }

    /// Reads a set: lines of a group's name and its pairs, `name 10/20 -5/0`. Lines that begin
    /// with `#` are skipped; what is not named is zero.
    ///
    /// # Errors
    ///
    /// The line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::zero();
        let lines = text.lines().enumerate();
        for (number, line) in lines.filter(|(_, line)| !line.starts_with('#')) {
            let mut words = line.split_ascii_whitespace();
            let Some(name) = words.next() else { continue };
            let wrong = |what: &str| format!("line {}: {what}", number + 1);
            let group = GROUPS
                .iter()
                .find(|group| group.name == name)
                .ok_or_else(|| wrong(&format!("no group of weights is called `{name}`")))?;
            let pairs: Vec<_> = words.collect();
            if pairs.len() != group.len {
                let found = pairs.len();
                return Err(wrong(&format!(
                    "`{name}` has {} pairs, not {found}",
                    group.len
                )));
            }
            for (i, pair) in pairs.iter().enumerate() {
                let halves = pair.split_once('/');
                let read = halves.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                let (middlegame, ending) =
                    read.ok_or_else(|| wrong(&format!("`{pair}` is not a pair such as `10/-5`")))?;
                weights.set(group.start + i, middlegame, ending);
            }
        }
        Ok(weights)
    }

    /// The set as text that [`Weights::parse`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for group in GROUPS {
            text.push_str(group.name);
            for pair in &self.0[group.start..group.start + group.len] {
                let _ = write!(text, " {}/{}", pair.middlegame(), pair.ending());
            }
            text.push('\n');
        }
        text
    }

    /// The weights set by hand.
    #[must_use]
    pub fn reference() -> Arc<Weights> {
        static SET: LazyLock<Arc<Weights>> =
            LazyLock::new(|| built_in(include_str!("../../weights/reference.txt")));
        SET.clone()
    }

    /// The weights fitted to self-play.
    #[must_use]
    pub fn tuned() -> Arc<Weights> {
        static SET: LazyLock<Arc<Weights>> =
            LazyLock::new(|| built_in(include_str!("../../weights/tuned.txt")));
        SET.clone()
    }
}

fn built_in(text: &str) -> Arc<Weights> {
    Arc::new(Weights::parse(text).expect("a test reads the sets that are built in"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sets_read_and_write_the_same() {
        for weights in [Weights::reference(), Weights::tuned()] {
            assert_eq!(Weights::parse(&weights.text()).as_ref(), Ok(&*weights));
            assert!(weights.get(MATERIAL).middlegame() > 50);
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        let error = |text| Weights::parse(text).unwrap_err();
        assert_eq!(
            error("# a\nbishop-pair 3/x"),
            "line 2: `3/x` is not a pair such as `10/-5`"
        );
        assert_eq!(
            error("bishop-pair"),
            "line 1: `bishop-pair` has 1 pairs, not 0"
        );
        assert!(error("bishops 1/2").contains("`bishops`"));
    }
}
