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
        let (mut too_long, mut unseen, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        for &algorithm in Algorithm::ALL {
            let asked = algorithm == chosen;
            // Predictions are searches that nobody watches: they are shown only on request.
            let predicts = matches!(algorithm, Algorithm::Probcut | Algorithm::MultiProbcut);
            if !algorithm.is_observable() || (predicts && !asked) {
                unseen.push(algorithm.name());
                continue;
            }
            if depth.is_some() && algorithm.needs_whole_tree() {
                whole.push(algorithm.name());
                continue;
            }
            let most = if asked { u64::MAX } else { MOST_NODES };
            let done = self.search(game, params, algorithm, RECORDED, most);
            if done.answer.stopped.is_some() && !asked {
                too_long.push(algorithm.name());
            } else {
                page.add(algorithm, &done.answer, &done.recorder);
            }
        }
        let nodes = grouped(MOST_NODES);
        for (why, names) in [
            (format!("they visit more than {nodes} nodes"), too_long),
            ("they know no depth".to_string(), whole),
            (
                "they do not visit a tree node by node, or predict by searches that nobody watches"
                    .to_string(),
                unseen,
            ),
        ] {
            if !names.is_empty() {
                page.note(format!("Left out, because {why}: {}.", names.join(", ")));
            }
        }
        let other = match chosen {
            Algorithm::Minimax => Algorithm::AlphaBeta,
            _ => Algorithm::Minimax,
        };
        page.stepper(self.name, chosen, other)
    }
}
