//! What may be asked of boards: the boards themselves, how many they are, chances, samples.

use zermelo_chess::{Kind, Move};
use zermelo_game::Game;

use super::{Boards, Pending, Possible, is_move, resample};
use crate::belief::{Belief, Matrix};
use crate::men::squares;

impl Boards {
    /// The boards, their weights summing to one.
    #[must_use]
    pub fn list(&self) -> &[Possible] {
        &self.list
    }

    /// What the matrices say, for whoever wants both.
    #[must_use]
    pub fn matrices(&self) -> &Belief {
        self.tracker.belief()
    }

    /// Whether every board that is possible is in the list.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Boards whose moves were weighed so far.
    #[must_use]
    pub fn weighed(&self) -> u64 {
        self.weighed
    }

    /// How often there were too few boards, so that more were looked for.
    #[must_use]
    pub fn refills(&self) -> u64 {
        self.refills
    }

    /// The number of equally heavy boards that would say as much.
    #[must_use]
    pub fn effective(&self) -> f64 {
        let squares: f64 = self.list.iter().map(|b| f64::from(b.weight).powi(2)).sum();
        if squares > 0.0 { 1.0 / squares } else { 0.0 }
    }

    /// What [`Boards::effective`] was at our turn before weights were drawn together.
    #[must_use]
    pub fn untempered(&self) -> f64 {
        self.untempered
    }

    /// Whether there is a board; between a move and whose turn it then is, whether a move on some
    /// board explains what was said of it up to here.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let tried = match self.pending {
            Pending::None => return !self.list.is_empty(),
            Pending::Own(tried) => Some(tried),
            Pending::Theirs => None,
        };
        let mut legal = Vec::with_capacity(64);
        self.list.iter().any(|possible| {
            legal.clear();
            possible.board.legal_moves(&mut legal);
            let made = |m: &&Move| tried.is_none_or(|tried| is_move(**m, tried));
            let mut made = legal.iter().filter(made);
            made.any(|&m| self.heard.may_begin(&possible.board, m))
        })
    }

    /// The boards of a sample, with weights that sum to one.
    pub fn sample(&mut self, wanted: usize) -> Vec<Possible> {
        let mut chosen: Vec<(usize, f32)> = self
            .list
            .iter()
            .enumerate()
            .map(|(at, possible)| (at, possible.weight))
            .collect();
        resample(&mut chosen, wanted, |item| &mut item.1, &mut self.rng);
        let total: f32 = chosen.iter().map(|item| item.1).sum();
        let take = |(at, weight): (usize, f32)| Possible {
            weight: weight / total,
            ..self.list[at].clone()
        };
        chosen.into_iter().map(take).collect()
    }

    /// The chances of a pawn, a piece and the king on every square.
    #[must_use]
    pub fn marginals(&self) -> Belief {
        let (mut pawns, mut pieces, mut king): (Matrix, Matrix, Matrix) =
            ([0.0; 64], [0.0; 64], [0.0; 64]);
        let them = !self.known.side();
        for possible in &self.list {
            for kind in Kind::ALL {
                let matrix = match kind {
                    Kind::Pawn => &mut pawns,
                    Kind::King => &mut king,
                    _ => &mut pieces,
                };
                for square in squares(possible.board.squares(them, kind)) {
                    matrix[usize::from(square)] += possible.weight;
                }
            }
        }
        Belief::from_matrices(self.known.side(), pawns, pieces, king)
    }
}
