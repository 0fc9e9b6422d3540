//! Which searches stand on the stepping page of `tree -o FILE.html`.

use zermelo_draw::Stepper;
use zermelo_players::Searchable;
use zermelo_search::{Algorithm, Params};

use super::tree::{Job, RECORDED};
use super::tree_steps::Page;
use crate::report::grouped;
use crate::setup;

/// Nodes that an algorithm may visit to stand on a page without having been asked for.
const MOST_NODES: u64 = 50_000;

impl Job<'_, '_> {
    /// A page that steps through the search, beside every other that can be watched.
    pub fn stepper<G: Searchable>(&self, game: &G, params: &Params, chosen: Algorithm) -> Stepper {
        let reference = setup::reference_side(self.name, game);
        let depth = self.args.limits.depth;
        let mut page = Page::new(game, reference, depth);
        let mut left_out = Vec::new();
        for &algorithm in Algorithm::ALL {
            let asked = algorithm == chosen;
            // Predictions are searches that nobody watches: they are shown only on request.
            let predicts = matches!(algorithm, Algorithm::Probcut | Algorithm::MultiProbcut);
            let fits = depth.is_none() || !algorithm.needs_whole_tree();
            if !algorithm.is_observable() || !fits || (predicts && !asked) {
                continue;
            }
            let most = if asked { u64::MAX } else { MOST_NODES };
            let done = self.search(game, params, algorithm, RECORDED, most);
            if done.answer.stopped.is_some() && !asked {
                left_out.push(algorithm.name());
            } else {
                page.add(algorithm, &done.answer, &done.recorder);
            }
        }
        if !left_out.is_empty() {
            page.note(format!(
                "Left out, because they visit more than {} nodes: {}.",
                grouped(MOST_NODES),
                left_out.join(", ")
            ));
        }
        let other = match chosen {
            Algorithm::Minimax => Algorithm::AlphaBeta,
            _ => Algorithm::Minimax,
        };
        page.stepper(self.name, chosen, other)
    }
}
