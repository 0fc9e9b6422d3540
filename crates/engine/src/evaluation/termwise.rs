//! Evaluations that learners make of the eight terms.
//!
//! One evaluator for all of them, so that the search is compiled once for what is learnt and once
//! for [`super::Classical`], whose speed and nodes it does not touch. The terms are those of a set
//! of weights; a [`Model`] puts them together.

use std::sync::Arc;

use zermelo_chess::Chess;
use zermelo_game::Score;

use super::bayes::Bayes;
use super::calibrated::Calibrated;
use super::{Before, Evaluator, TermWeights, Terms, Weights};
use crate::keys::Keys;

/// How the terms become a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Model {
    /// Their weighted sum.
    Weights(TermWeights),
    /// The expected score of normally distributed terms, as in the source.
    Bayes(Box<Bayes>),
    /// The expected score of terms with a shared covariance, calibrated.
    Calibrated(Box<Calibrated>),
}

impl Model {
    /// The value of a position for the side to move, in centipawns.
    #[must_use]
    pub fn value(&self, position: &Chess, terms: &Terms) -> Score {
        match self {
            Model::Weights(weights) => terms.sum(position, weights),
            Model::Bayes(bayes) => bayes.value(position, terms),
            Model::Calibrated(model) => terms.judged(position, model.value(terms)),
        }
    }
}

/// An evaluation that a learner made of the eight terms.
#[derive(Clone)]
pub struct Termwise {
    weights: Arc<Weights>,
    model: Arc<Model>,
}

impl Termwise {
    /// A model of the terms of a set of weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>, model: Arc<Model>) -> Termwise {
        Termwise { weights, model }
    }

    /// The value of a position for the side to move.
    #[must_use]
    pub fn value(&self, position: &Chess) -> Score {
        let terms = Terms::of(position, &self.weights);
        self.model.value(position, &terms)
    }
}

impl Evaluator for Termwise {
    type State = ();

    #[inline]
    fn state(&mut self, _position: &Chess, _before: Option<Before<'_, ()>>) {}

    fn evaluate(&mut self, position: &Chess, _state: &(), _keys: &Keys) -> Score {
        self.value(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Classical;
    use crate::evaluation::bayes::{Classes, Mixture, STAGES};
    use crate::evaluation::normal::Normal;
    use zermelo_game::random::Rng;
    use zermelo_game::{Game, Notation, Side};

    fn along_games(mut visit: impl FnMut(&Chess)) {
        let mut rng = Rng::new(3);
        for _ in 0..60 {
            let mut position = Chess::new();
            for _ in 0..150 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
                if !position.is_check() {
                    visit(&position);
                }
            }
        }
    }

    #[test]
    fn every_term_once_is_the_classical_sum() {
        let weights = Weights::reference();
        let mut classical = Classical::new(weights.clone());
        let model = Model::Weights(TermWeights::ONES);
        let termwise = Termwise::new(weights, Arc::new(model));
        let (mut seen, mut checked) = (0, 0);
        along_games(|position| {
            let state = classical.state(position, None);
            let expected = classical.evaluate(position, &state, &Keys::of(position));
            let value = termwise.value(position);
            seen += 1;
            // What the classical evaluation does not look at further is left out.
            if expected.abs() < 1000 && value.abs() < 1000 {
                assert_eq!(value, expected, "{}", position.notation());
                checked += 1;
            }
        });
        assert!(checked > seen / 2, "{checked} of {seen}");
    }

    #[test]
    fn weights_count_at_their_stages_only() {
        let weights = Weights::reference();
        let value = |stages, position: &Chess| {
            let weights_of_terms = TermWeights {
                bytes: [32; 8],
                stages,
            };
            let model = Arc::new(Model::Weights(weights_of_terms));
            Termwise::new(weights.clone(), model).value(position)
        };
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
        let position = Chess::parse(fen).unwrap();
        let whole = value((5, 6), &position);
        let half = value((0, 0), &position);
        assert!((half * 2 - whole).abs() <= 2, "{half} of {whole}");
        assert!(whole < -200);
    }

    fn bayes(mixture: Mixture) -> Model {
        let normal = |mean: f64| {
            let mut covariance = [[0.0; 8]; 8];
            for (i, row) in covariance.iter_mut().enumerate() {
                row[i] = 900.0;
            }
            Some(Normal {
                mean: [mean; 8],
                covariance,
            })
        };
        let classes = Classes {
            normals: [normal(20.0), normal(0.0), normal(-20.0)],
        };
        let bayes = Bayes::new(&vec![classes; STAGES], mixture).unwrap();
        Model::Bayes(Box::new(bayes))
    }

    #[test]
    fn mixed_speaks_where_the_sum_is_even_and_scaled_stays_within_a_pawn() {
        let weights = Weights::reference();
        let [alone, even, scaled] = [Mixture::Alone, Mixture::Even, Mixture::Scaled]
            .map(|mixture| Termwise::new(weights.clone(), Arc::new(bayes(mixture))));
        let sum = Termwise::new(weights, Arc::new(Model::Weights(TermWeights::ONES)));
        let mut jumps = 0;
        along_games(|position| {
            let ordinary = sum.value(position);
            if ordinary.abs() > 100 {
                assert_eq!(even.value(position), ordinary);
                assert_eq!(scaled.value(position), ordinary);
            } else {
                assert_eq!(even.value(position), alone.value(position));
                assert!(scaled.value(position).abs() <= 100);
                jumps += u32::from(even.value(position).abs() > 100);
            }
            assert!(alone.value(position).abs() <= 256 || ordinary.abs() > 500);
        });
        assert!(jumps > 0, "the jump of the source is there");
    }

    #[test]
    fn a_turned_board_has_the_same_value() {
        let termwise = Termwise::new(Weights::reference(), Arc::new(bayes(Mixture::Alone)));
        let white = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
        let black = "rnb1k1nr/pppp1ppp/5q2/2b1p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 1";
        let [white, black] = [white, black].map(|fen| Chess::parse(fen).unwrap());
        assert_eq!(white.side(), Side::First);
        assert_eq!(termwise.value(&white), termwise.value(&black));
    }
}
