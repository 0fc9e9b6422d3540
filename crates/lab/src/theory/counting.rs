//! The searches that the tables count: one call each, to the end of the tree.

use zermelo_game::{Game, INFINITY, Score};
use zermelo_search::alpha_beta::alpha_beta;
use zermelo_search::branch_and_bound::branch_and_bound;
use zermelo_search::minimax::max_value;
use zermelo_search::observer::{LeafKind, Observer, Purpose};
use zermelo_search::{Answer, Evaluator, Limits, Payoff, Search, Stopped, WHOLE_TREE};

/// `d^⌈h/2⌉ + d^⌊h/2⌋ - 1`, the leaves that every algorithm must visit.
#[must_use]
pub fn best_case(width: u64, height: u32) -> u64 {
    width.pow(height.div_ceil(2)) + width.pow(height / 2) - 1
}

/// Runs one pass with an observer, over the whole tree by its leaf values.
pub fn observed<G, O, F>(game: &G, observer: &mut O, pass: F) -> Answer<G::Move>
where
    G: Game,
    O: Observer<G::Move>,
    F: FnOnce(&mut Search<'_, G, Payoff, O>, &G) -> Result<Score, Stopped>,
{
    searched(game, &Payoff, observer, pass)
}

/// Runs one pass with an evaluator and an observer.
pub fn searched<G, E, O, F>(game: &G, evaluator: &E, observer: &mut O, pass: F) -> Answer<G::Move>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
    F: FnOnce(&mut Search<'_, G, E, O>, &G) -> Result<Score, Stopped>,
{
    let mut search = Search::new(evaluator, Limits::default(), observer);
    let result = search.root(game, -INFINITY, INFINITY, pass);
    search.answer(result)
}

/// Alpha-beta (F2) over the whole tree.
pub fn with_deep_cutoffs<G: Game>(game: &G) -> Answer<G::Move> {
    watched(game, &mut ())
}

/// The same, watched.
pub fn watched<G: Game, O: Observer<G::Move>>(game: &G, observer: &mut O) -> Answer<G::Move> {
    observed(game, observer, |s, game| {
        alpha_beta(s, game, WHOLE_TREE, -INFINITY, INFINITY)
    })
}

/// Alpha-beta without deep cut-offs (F1) over the whole tree.
pub fn without_deep_cutoffs<G: Game>(game: &G) -> Answer<G::Move> {
    observed(game, &mut (), |s, game| {
        branch_and_bound(s, game, WHOLE_TREE, INFINITY)
    })
}

/// Minimax over the whole tree.
pub fn everything<G: Game>(game: &G) -> Answer<G::Move> {
    observed(game, &mut (), |s, game| max_value(s, game, WHOLE_TREE))
}

/// An observer that writes down the path to every leaf visited.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Leaves<M> {
    path: Vec<M>,
    /// The leaves in the order of their visit: the moves from the root and the value for the
    /// side to move there.
    pub visited: Vec<(Vec<M>, Score)>,
    at_leaf: bool,
}

impl<M: Copy> Observer<M> for Leaves<M> {
    fn enter(&mut self, via: Option<M>, _alpha: Score, _beta: Score, _purpose: Purpose) {
        self.path.extend(via);
        self.at_leaf = false;
    }

    fn leaf(&mut self, _kind: LeafKind) {
        self.at_leaf = true;
    }

    fn leave(&mut self, value: Score) {
        if self.at_leaf {
            self.visited.push((self.path.clone(), value));
        }
        self.at_leaf = false;
        self.path.pop();
    }
}

/// An observer that counts the nodes visited at each ply.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Levels {
    open: usize,
    /// Visits by ply.
    pub visits: Vec<u64>,
}

impl<M> Observer<M> for Levels {
    fn enter(&mut self, _via: Option<M>, _alpha: Score, _beta: Score, _purpose: Purpose) {
        if self.visits.len() <= self.open {
            self.visits.resize(self.open + 1, 0);
        }
        self.visits[self.open] += 1;
        self.open += 1;
    }

    fn leave(&mut self, _value: Score) {
        self.open -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_games::ExplicitTree;

    #[test]
    fn leaves_and_levels_are_those_of_the_textbook_tree() {
        let tree = ExplicitTree::default();
        let mut leaves = Leaves::default();
        watched(&tree, &mut leaves);
        let values: Vec<Score> = leaves.visited.iter().map(|(_, value)| *value).collect();
        assert_eq!(values, [3, 12, 8, 2, 14, 5, 2]);
        assert_eq!(leaves.visited[3].0, [1, 0]);
        let mut levels = Levels::default();
        watched(&tree, &mut levels);
        assert_eq!(levels.visits, [1, 3, 7]);
    }

    #[test]
    fn minimax_visits_all_and_the_formula_is_cor_7_1() {
        assert_eq!(everything(&ExplicitTree::default()).counts.leaves, 9);
        assert_eq!(
            (best_case(3, 4), best_case(3, 5), best_case(2, 0)),
            (17, 35, 1)
        );
    }
}
