//! Approach A: whole boards drawn from the matrices, full playouts on them.
//!
//! *Source.* The first Monte Carlo player of the source's authors, which they found no better than
//! chance: the boards are too many and the games too long. *Ours.* A board is drawn by placing
//! king, pawns and pieces by their chances; a try that is illegal on it counts as nothing; after
//! a legal one the game goes on by chance to its end or `PLIES` plies, then material decides.

use zermelo_chess::{Chess, Kind};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Outcome, Side};

use super::Budget;
use super::reactions::worth;
use super::tree::{Params, Ranked};
use crate::action::{Try, kind_letter};
use crate::belief::{Belief, Matrix};
use crate::men::Men;

/// Plies of a playout.
const PLIES: usize = 120;

/// Pieces in the order in which a side is likely to have them.
const PIECES: [Kind; 7] = [
    Kind::Rook,
    Kind::Knight,
    Kind::Bishop,
    Kind::Queen,
    Kind::Rook,
    Kind::Knight,
    Kind::Bishop,
];

/// What a board does not show of its past.
#[derive(Clone, Copy, Default, Debug)]
pub struct Past {
    /// The rooks with which the side not to move may still castle.
    pub rooks: u64,
    /// Plies since a capture or a pawn's move.
    pub clock: u32,
    /// The number of the next move; 0 counts as 1.
    pub number: u32,
}

/// A board that the beliefs make likely; `None` if the draw was no legal position.
pub fn draw(men: &Men, belief: &Belief, past: Past, rng: &mut Rng) -> Option<Chess> {
    let mut board: [Option<(Side, Kind)>; 64] = [None; 64];
    for square in 0..64u8 {
        board[usize::from(square)] = men.kind_at(square).map(|kind| (men.side(), kind));
    }
    let them = !men.side();
    let (pawns, pieces) = belief.counts();
    place(&mut board, &belief.king, (them, Kind::King), rng)?;
    for _ in 0..pawns.round() as usize {
        place(&mut board, &belief.pawns, (them, Kind::Pawn), rng);
    }
    for number in 0..pieces.round() as usize {
        let kind = PIECES[number % PIECES.len()];
        place(&mut board, &belief.pieces, (them, kind), rng);
    }
    Chess::parse(&fen(&board, men, past)).ok()
}

/// Puts a man on a free square, drawn by the chances.
fn place(
    board: &mut [Option<(Side, Kind)>; 64],
    chances: &Matrix,
    man: (Side, Kind),
    rng: &mut Rng,
) -> Option<()> {
    let free = |at: usize| {
        let back = man.1 == Kind::Pawn && matches!(at / 8, 0 | 7);
        if board[at].is_none() && !back {
            chances[at]
        } else {
            0.0
        }
    };
    let total: f32 = (0..64).map(free).sum();
    let mut left = rng.unit() as f32 * total;
    let mut chosen = None;
    for at in 0..64 {
        let chance = free(at);
        if chance > 0.0 {
            chosen = Some(at);
            left -= chance;
            if left <= 0.0 {
                break;
            }
        }
    }
    board[chosen?] = Some(man);
    Some(())
}

/// A board at the turn of a side with these men as FEN.
pub fn fen(board: &[Option<(Side, Kind)>; 64], men: &Men, past: Past) -> String {
    let mut text = String::with_capacity(80);
    for rank in (0..8).rev() {
        let mut empty = 0u8;
        for file in 0..8 {
            match board[rank * 8 + file] {
                None => empty += 1,
                Some((side, kind)) => {
                    if empty > 0 {
                        text.push(char::from(b'0' + empty));
                        empty = 0;
                    }
                    let letter = kind_letter(kind);
                    text.push(match side {
                        Side::First => letter.to_ascii_uppercase(),
                        Side::Second => letter,
                    });
                }
            }
        }
        if empty > 0 {
            text.push(char::from(b'0' + empty));
        }
        if rank > 0 {
            text.push('/');
        }
    }
    let turn = match men.side() {
        Side::First => "w",
        Side::Second => "b",
    };
    let rights = rights(men, past.rooks);
    let (clock, number) = (past.clock, past.number.max(1));
    format!("{text} {turn} {rights} - {clock} {number}")
}

/// Castling rights as FEN has them: of a side with these men, and of the other with these rooks.
fn rights(men: &Men, rooks: u64) -> String {
    let [king_side, queen_side] = men.castling();
    let theirs = |square: u32| rooks >> square & 1 == 1;
    let wings = match men.side() {
        Side::First => [king_side, queen_side, theirs(63), theirs(56)],
        Side::Second => [theirs(7), theirs(0), king_side, queen_side],
    };
    let letters = wings.into_iter().zip("KQkq".chars());
    let held: String = letters.filter(|(held, _)| *held).map(|(_, c)| c).collect();
    if held.is_empty() {
        "-".to_string()
    } else {
        held
    }
}

/// The material of a side less the other's, in pawns.
fn balance(position: &Chess, side: Side) -> f32 {
    let sum = |side| -> f32 {
        Kind::ALL
            .into_iter()
            .filter(|&kind| kind != Kind::King)
            .map(|kind| worth(kind) * position.squares(side, kind).count_ones() as f32)
            .sum()
    };
    sum(side) - sum(!side)
}

/// A game by chance; its value for a side, between -1 and 1.
fn playout(mut position: Chess, side: Side, params: &Params, rng: &mut Rng) -> f32 {
    let mut moves = Vec::with_capacity(64);
    for _ in 0..PLIES {
        moves.clear();
        position.legal_moves(&mut moves);
        match rng.pick(&moves) {
            Some(&m) => position.play(m),
            None => {
                let outcome = position.outcome().unwrap_or(Outcome::Draw);
                return outcome.score_for(side) as f32;
            }
        }
    }
    (balance(&position, side) / params.squash).tanh() * 0.9
}

/// All tries, the most visited first.
pub fn search(
    (men, belief): (&Men, &Belief),
    tries: &[Try],
    params: &Params,
    rng: &mut Rng,
    budget: &Budget,
) -> Vec<Ranked> {
    let mut stats: Vec<(u32, f32)> = vec![(0, 0.0); tries.len()];
    let (mut steps, mut visits) = (0u64, 0u32);
    while !budget.is_spent(steps) && !tries.is_empty() {
        steps += 1;
        let Some(board) = draw(men, belief, Past::default(), rng) else {
            continue;
        };
        let mut moves = Vec::with_capacity(64);
        board.legal_moves(&mut moves);
        let all = (visits.max(1) as f32).ln();
        let bound = |at: usize| {
            let (n, sum) = stats[at];
            let n = n as f32;
            if n == 0.0 {
                return f32::MAX;
            }
            sum / n + params.exploration * (all / n).sqrt()
        };
        let legal = (0..tries.len()).filter_map(|at| {
            let tried = tries[at];
            let fits = |m: &&zermelo_chess::Move| {
                m.from() == tried.from && m.to() == tried.to && m.promotion() == tried.promotion
            };
            moves.iter().find(fits).map(|&m| (at, m))
        });
        let Some((at, m)) = legal.max_by(|a, b| bound(a.0).total_cmp(&bound(b.0))) else {
            continue;
        };
        let mut next = board.clone();
        next.play(m);
        let value = playout(next, men.side(), params, rng);
        stats[at].0 += 1;
        stats[at].1 += value;
        visits += 1;
    }
    let mut ranked: Vec<Ranked> = tries
        .iter()
        .zip(stats)
        .map(|(&tried, (visits, sum))| Ranked {
            tried,
            visits,
            value: sum / visits.max(1) as f32,
        })
        .collect();
    ranked.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::view::View;

    #[test]
    fn the_first_board_drawn_is_the_starting_position() {
        let view = View::new(Side::First, Rules::wild16());
        let belief = Belief::new(&view);
        let board = draw(view.men(), &belief, Past::default(), &mut Rng::new(3)).unwrap();
        assert_eq!(board.occupied(), Chess::new().occupied());
        assert_eq!(
            board.squares(Side::Second, Kind::Pawn),
            Chess::new().squares(Side::Second, Kind::Pawn)
        );
    }
}
