//! Whether more material is ever worse: the property that the source's Bayesian evaluation lacks.
//!
//! A man of the side to move is put on an empty square of a position; its value must not fall. What
//! the rules do not allow (a pawn on the last rank, the other king in check) is passed over. Special
//! endings have rules and values of their own and are left out: it is the evaluation that is held to
//! the property. The man may block and be blocked, so that other terms fall by more than it is
//! worth, for the plain sum of the terms too; hence two more counts: the man as material alone, and
//! the plain sum. With the man alone the stage moves too, and with the stage the weights of all terms
//! and the share of draws: an evaluation that is monotone at each stage need not be so then.

use serde_json::{Value, json};
use zermelo_archive::{ArchiveError, GameId};
use zermelo_chess::Chess;
use zermelo_engine::evaluation::{Terms, Weights};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Score, Side};

use crate::held_out::played;
use crate::learner::{LearnError, Samples};

/// How many positions are looked at.
const POSITIONS: usize = 10_000;
/// The seed of squares and men.
const SEED: u64 = 1;
/// The place of material among the terms.
const MATERIAL: usize = 0;

/// A position with one man more of the side to move, on a random square; none if that is not
/// allowed.
pub fn with_a_man_more(position: &Chess, rng: &mut Rng) -> Option<Chess> {
    let text = position.notation();
    let (board, rest) = text.split_once(' ')?;
    let mut squares: Vec<Vec<char>> = Vec::new();
    for rank in board.split('/') {
        let mut row = Vec::new();
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(empty) => row.extend(std::iter::repeat_n('.', empty as usize)),
                None => row.push(c),
            }
        }
        squares.push(row);
    }
    let man = *rng.pick(&['P', 'N', 'B', 'R', 'Q'])?;
    let man = match position.side() {
        Side::First => man,
        Side::Second => man.to_ascii_lowercase(),
    };
    let square = squares.get_mut(rng.below(8))?.get_mut(rng.below(8))?;
    if *square != '.' {
        return None;
    }
    *square = man;
    let rows: Vec<String> = squares
        .iter()
        .map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for &c in row.iter().chain(['|'].iter()) {
                if c == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.extend((c != '|').then_some(c));
            }
            text
        })
        .collect();
    let more = Chess::parse(&format!("{} {rest}", rows.join("/"))).ok()?;
    (!more.is_check()).then_some(more)
}

/// How often and by how much at most a man more makes positions of some games worse, how often its
/// material alone does, and how often the plain sum of the terms falls.
///
/// # Errors
///
/// When the archive is damaged, or the work was interrupted.
pub fn check(
    samples: &Samples<'_>,
    games: &[GameId],
    value: &dyn Fn(&Terms) -> Score,
) -> Result<Value, LearnError> {
    let weights = Weights::reference();
    let plain = |terms: &Terms| terms.features().iter().sum::<f64>();
    let mut rng = Rng::new(SEED);
    let (mut looked, mut worse, mut most): (usize, usize, Score) = (0, 0, 0);
    let (mut alone, mut plainly) = (0_usize, 0_usize);
    if games.is_empty() {
        return Ok(Value::Null);
    }
    // As many of each game as are needed; of five men put down at least one is legal.
    let rounds = 5 * POSITIONS.div_ceil(games.len());
    'all: for _ in 0..rounds {
        for &id in games {
            if (samples.stop)() {
                return Err(ArchiveError::Interrupted.into());
            }
            let line = played(&samples.archive.game(id)?);
            let Some((position, _)) = rng.pick(&line) else {
                continue;
            };
            let Some(more) = with_a_man_more(position, &mut rng) else {
                continue;
            };
            if position.is_check() {
                continue;
            }
            let (before, after) = (Terms::of(position, &weights), Terms::of(&more, &weights));
            let mut man = before;
            (man.pairs[MATERIAL], man.pieces) = (after.pairs[MATERIAL], after.pieces);
            let loss = value(&before) - value(&after);
            looked += 1;
            if loss > 0 {
                worse += 1;
                most = most.max(loss);
            }
            alone += usize::from(value(&man) < value(&before));
            plainly += usize::from(plain(&after) < plain(&before));
            if looked == POSITIONS {
                break 'all;
            }
        }
    }
    Ok(json!({
        "positions": looked,
        "worse": worse,
        "by_at_most": most,
        "worse_by_material_alone": alone,
        "plain_sum_worse": plainly,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_engine::evaluation::TermWeights;

    #[test]
    fn a_man_more_is_the_movers_and_the_sum_of_terms_is_never_less() {
        let start = Chess::new();
        let mut rng = Rng::new(2);
        let weights = Weights::reference();
        let sum =
            |position: &Chess| Terms::of(position, &weights).sum(position, &TermWeights::ONES);
        let (mut looked, mut worse) = (0, 0);
        for _ in 0..200 {
            if let Some(more) = with_a_man_more(&start, &mut rng) {
                assert_eq!(more.occupied().count_ones(), 33);
                assert_eq!(more.side_squares(Side::First).count_ones(), 17);
                looked += 1;
                worse += u32::from(sum(&more) < sum(&start));
            }
        }
        assert!(looked > 50 && worse == 0, "{worse} of {looked}");
    }
}
