//! Opponents by the games they have played: the chance of each kind of man on each square after
//! each move of its side.
//!
//! *Source.* The thesis profiles opponents from a database: a model for each known one and a
//! generic one, by colour, smoothed over neighbouring moves as the game goes on. *Ours.* After
//! move n the counts of the moves n - w to n + w are weighed by a triangle with w = n / 8, rounded
//! up: the start is exact, later moves lend each other more. What everybody does is added to
//! [`PRIOR_GAMES`] games of what the matrices would believe without any message, what the opponent
//! does to [`OPPONENT_GAMES`] games of everybody. So a profile of few games is nearly the model
//! above it.
//!
//! *Invariant.* Every chance lies between 0 and 1; over the board there is one king. *Cost.* Making
//! one takes milliseconds, asking it nothing.

mod counts;

use zermelo_chess::Kind;
use zermelo_game::Side;

pub use counts::{Counts, CountsError};

use crate::belief::{Belief, Matrix, SHARES};
use crate::men::Men;
use crate::rules::Rules;
use crate::view::View;

/// The last move that is told apart; later ones are like it.
pub const LAST_MOVE: usize = 80;

/// So many games of no profile at all are added to what everybody does.
pub const PRIOR_GAMES: f32 = 4.0;

/// So many games of everybody are added to what the opponent does.
pub const OPPONENT_GAMES: f32 = 20.0;

/// A move's neighbours reach one further for so many moves from the start.
const MOVES_A_NEIGHBOUR: usize = 8;

/// Squares of a board.
const SQUARES: usize = 64;

/// The men that announcements tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Pawns.
    Pawn,
    /// Knights, bishops, rooks and queens.
    Piece,
    /// The king.
    King,
}

impl Class {
    /// All of them, in the order of the matrices.
    pub const ALL: [Class; 3] = [Class::Pawn, Class::Piece, Class::King];

    /// The class of a kind of man.
    #[must_use]
    pub fn of(kind: Kind) -> Class {
        match kind {
            Kind::Pawn => Class::Pawn,
            Kind::King => Class::King,
            _ => Class::Piece,
        }
    }

    /// What it is called.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Class::Pawn => "pawns",
            Class::Piece => "pieces",
            Class::King => "king",
        }
    }
}

/// The chances of a side's men after one of its moves.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    kinds: [Matrix; 6],
    classes: [Matrix; 3],
}

/// Where an opponent's men are likely to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// By side and move.
    rows: [Vec<Row>; 2],
}

impl Profile {
    /// The profile of everybody, or of one opponent among them.
    #[must_use]
    pub fn new(everybody: &Counts, opponent: Option<&Counts>) -> Profile {
        let rows = Side::BOTH.map(|side| {
            let mut drift = drift(side);
            let each = (0..=LAST_MOVE).map(|number| {
                let prior = split(&drift);
                drift.spread(&nobody(side));
                let generic = smoothed(everybody, side, number, &prior, PRIOR_GAMES);
                let own =
                    opponent.map(|counts| smoothed(counts, side, number, &generic, OPPONENT_GAMES));
                Row::new(own.unwrap_or(generic))
            });
            each.collect()
        });
        Profile { rows }
    }

    /// The chance that a man of a kind of this side stands on a square after so many moves of its
    /// side.
    #[must_use]
    pub fn kind_chance(&self, side: Side, kind: Kind, square: u8, moves: u32) -> f32 {
        self.row(side, moves).kinds[kind.index()][usize::from(square & 63)]
    }

    /// The same for a class of men.
    #[must_use]
    pub fn chance(&self, side: Side, class: Class, square: u8, moves: u32) -> f32 {
        self.matrix(side, class, moves)[usize::from(square & 63)]
    }

    /// The chances of a class on all squares.
    #[must_use]
    pub fn matrix(&self, side: Side, class: Class, moves: u32) -> &Matrix {
        &self.row(side, moves).classes[class as usize]
    }

    fn row(&self, side: Side, moves: u32) -> &Row {
        let number = usize::try_from(moves).unwrap_or(LAST_MOVE);
        &self.rows[side.index()][number.min(LAST_MOVE)]
    }
}

impl Row {
    fn new(kinds: [Matrix; 6]) -> Row {
        let mut classes = [[0.0; SQUARES]; 3];
        for kind in Kind::ALL {
            let class = &mut classes[Class::of(kind) as usize];
            let pairs = class.iter_mut().zip(&kinds[kind.index()]);
            pairs.for_each(|(sum, chance)| *sum = (*sum + chance).min(1.0));
        }
        Row { kinds, classes }
    }
}

/// Nobody's men.
fn nobody(side: Side) -> Men {
    let mut men = Men::initial(!side);
    (0..64).for_each(|square| men.remove(square));
    men
}

/// What is believed of a side of which nothing was heard.
fn drift(side: Side) -> Belief {
    Belief::new(&View::new(!side, Rules::wild16()))
}

/// A belief by kinds.
fn split(belief: &Belief) -> [Matrix; 6] {
    let mut kinds = [[0.0; SQUARES]; 6];
    kinds[Kind::Pawn.index()] = belief.pawns;
    kinds[Kind::King.index()] = belief.king;
    for (kind, share) in SHARES {
        kinds[kind.index()] = belief.pieces.map(|chance| chance * share);
    }
    kinds
}

/// The counts around a move, added to so many games of a prior.
fn smoothed(
    counts: &Counts,
    side: Side,
    number: usize,
    prior: &[Matrix; 6],
    weight: f32,
) -> [Matrix; 6] {
    if number == 0 {
        // Everybody begins alike.
        return Kind::ALL.map(|kind| {
            let men = Men::initial(side).squares(kind);
            std::array::from_fn(|square| f32::from(u8::from(men >> square & 1 == 1)))
        });
    }
    let width = number.div_ceil(MOVES_A_NEIGHBOUR);
    let near = number.saturating_sub(width).max(1)..=(number + width).min(LAST_MOVE);
    let mut games = weight;
    let mut sums = prior.map(|matrix| matrix.map(|chance| chance * weight));
    for other in near {
        let share = 1.0 - number.abs_diff(other) as f32 / (width + 1) as f32;
        games += share * counts.games(side, other) as f32;
        for kind in Kind::ALL {
            let pairs = sums[kind.index()].iter_mut();
            let pairs = pairs.zip(counts.row(side, other, kind));
            pairs.for_each(|(sum, &count)| *sum += share * count as f32);
        }
    }
    sums.map(|matrix| matrix.map(|sum| sum / games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Transcript;

    fn counted(text: &str, times: usize) -> Counts {
        let mut counts = Counts::default();
        let game = Transcript::parse(text).unwrap();
        for _ in 0..times {
            for side in Side::BOTH {
                counts.add(&game, side);
            }
        }
        counts
    }

    fn total(profile: &Profile, side: Side, class: Class, moves: u32) -> f32 {
        profile.matrix(side, class, moves).iter().sum()
    }

    #[test]
    fn the_sums_are_the_expected_numbers_of_men() {
        let game = "1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 d5d2 4. c1d2 *";
        let profile = Profile::new(&counted(game, 400), None);
        for side in Side::BOTH {
            for moves in 0..=LAST_MOVE as u32 + 5 {
                let king = total(&profile, side, Class::King, moves);
                assert!((king - 1.0).abs() < 0.01, "{moves}: {king}");
                for square in 0..64 {
                    for kind in Kind::ALL {
                        let chance = profile.kind_chance(side, kind, square, moves);
                        assert!((0.0..=1.0).contains(&chance));
                    }
                }
            }
        }
        assert_eq!(total(&profile, Side::Second, Class::Pawn, 0), 8.0);
        // Two of Black's three counted positions around its second move lack a pawn.
        let pawns = total(&profile, Side::Second, Class::Pawn, 2);
        assert!((7.2..7.3).contains(&pawns), "{pawns}");
        let pieces = total(&profile, Side::First, Class::Piece, 3);
        assert!((6.9..7.1).contains(&pieces), "{pieces}");
    }

    #[test]
    fn without_games_a_profile_is_what_is_believed_without_messages() {
        let profile = Profile::new(&Counts::default(), None);
        let mut belief = drift(Side::Second);
        for _ in 0..10 {
            belief.spread(&nobody(Side::Second));
        }
        for square in 0..64u8 {
            let at = usize::from(square);
            let chance = profile.chance(Side::Second, Class::Pawn, square, 10);
            assert!((chance - belief.pawns[at]).abs() < 1e-5);
            let chance = profile.chance(Side::Second, Class::King, square, 10);
            assert!((chance - belief.king[at]).abs() < 1e-5);
        }
    }

    #[test]
    fn neighbouring_moves_lend_each_other_and_the_start_is_exact() {
        let profile = Profile::new(&counted("1. e2e3 a7a6 2. e3e4 a6a5 *", 400), None);
        let on = |square, moves| profile.chance(Side::First, Class::Pawn, square, moves);
        assert_eq!((on(12, 0), on(20, 0)), (1.0, 0.0));
        // After move 1 a third of the weight is the next move's.
        assert!((on(20, 1) - 2.0 / 3.0).abs() < 0.02, "{}", on(20, 1));
        assert!((on(28, 1) - 1.0 / 3.0).abs() < 0.02, "{}", on(28, 1));
    }

    #[test]
    fn an_opponent_of_few_games_is_nearly_everybody() {
        let everybody = counted("1. e2e4 e7e5 *", 1_000);
        let on_d4 = |games| {
            let own = counted("1. d2d4 d7d5 *", games);
            let profile = Profile::new(&everybody, Some(&own));
            profile.chance(Side::First, Class::Pawn, 27, 1)
        };
        let (one, many) = (on_d4(1), on_d4(1_000));
        assert!(one < 0.1 && many > 0.9, "{one} {many}");
        let expected = 1.0 / (1.0 + OPPONENT_GAMES);
        assert!((one - expected).abs() < 0.01, "{one}");
    }
}
