//! Symmetry: positions that are mirror images of each other are searched once.

use std::fmt;

use crate::{Game, Heuristic, Noisy, Notation, Outcome, ParseError, Score, Side};

/// A game whose board has symmetries that preserve the rules and the value.
pub trait Symmetry: Game {
    /// The same for all images of a position under the game's symmetries, and (as far as a hash
    /// can tell) for no other position.
    fn canonical_key(&self) -> u64;
}

/// A game seen through its symmetries: of the moves that lead to images of one another only the
/// first is kept.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reduced<G>(pub G);

impl<G: Symmetry> Reduced<G> {
    /// Keeps, from `first` on, the moves whose results are new up to symmetry.
    fn keep_one_of_each(&self, first: usize, out: &mut Vec<G::Move>) {
        let mut seen: Vec<u64> = Vec::new();
        let mut kept = first;
        for i in first..out.len() {
            let key = self.0.after(out[i]).canonical_key();
            if !seen.contains(&key) {
                seen.push(key);
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

impl<G: Symmetry> Game for Reduced<G> {
    type Move = G::Move;

    const LARGEST_PAYOFF: Score = G::LARGEST_PAYOFF;

    fn side(&self) -> Side {
        self.0.side()
    }

    fn legal_moves(&self, out: &mut Vec<G::Move>) {
        let first = out.len();
        self.0.legal_moves(out);
        self.keep_one_of_each(first, out);
    }

    fn play(&mut self, m: G::Move) {
        self.0.play(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn payoff(&self) -> Option<Score> {
        self.0.payoff()
    }

    fn key(&self) -> u64 {
        self.0.canonical_key()
    }
}

impl<G: Symmetry + Heuristic> Heuristic for Reduced<G> {
    fn evaluate(&self) -> Score {
        self.0.evaluate()
    }

    fn decided(payoff: Score) -> Score {
        G::decided(payoff)
    }
}

impl<G: Symmetry + Noisy> Noisy for Reduced<G> {
    fn noisy_moves(&self, out: &mut Vec<G::Move>) {
        let first = out.len();
        self.0.noisy_moves(out);
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        let mut kept = first;
        for i in first..out.len() {
            if legal.contains(&out[i]) {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

impl<G: fmt::Display> fmt::Display for Reduced<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<G: Symmetry + Notation> Notation for Reduced<G> {
    fn parse(text: &str) -> Result<Self, ParseError> {
        G::parse(text).map(Reduced)
    }

    fn notation(&self) -> String {
        self.0.notation()
    }

    fn move_text(&self, m: G::Move) -> String {
        self.0.move_text(m)
    }

    fn value_text(&self, value: Score) -> String {
        self.0.value_text(value)
    }

    fn score_at_least(&self, number: f64) -> Score {
        self.0.score_at_least(number)
    }

    fn parse_move(&self, text: &str) -> Result<G::Move, ParseError> {
        self.0.parse_move(text)
    }
}
