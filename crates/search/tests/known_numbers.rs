//! Numbers that the literature gives.

use zermelo_games::{ExplicitTree, Order, Playable, TicTacToe, UniformTree};
use zermelo_search::{
    Algorithm, Answer, Limits, Params, Payoff, Search, Static, WHOLE_TREE, algorithm, alpha_beta,
};

fn run<G: Playable>(algorithm: Algorithm, game: &G) -> Answer<G::Move> {
    let limits = Limits::default();
    algorithm::run(
        algorithm,
        game,
        WHOLE_TREE,
        &Params::default(),
        &Static,
        limits,
        &mut (),
    )
}

#[test]
fn tic_tac_toe_has_549946_nodes_of_which_alpha_beta_visits_18297() {
    let game = TicTacToe::default();
    let count = |algorithm| {
        let limits = Limits::default();
        let params = Params::default();
        let answer = algorithm::run(
            algorithm,
            &game,
            WHOLE_TREE,
            &params,
            &Payoff,
            limits,
            &mut (),
        );
        assert_eq!(answer.value, 0, "{algorithm}");
        answer.counts.nodes()
    };
    assert_eq!(count(Algorithm::Minimax), 549_946);
    assert_eq!(count(Algorithm::Negamax), 549_946);
    assert_eq!(count(Algorithm::AlphaBeta), 18_297);
    assert_eq!(count(Algorithm::AlphaBetaMinmax), 18_297);
}

#[test]
fn tic_tac_toe_in_the_window_of_a_won_game_takes_16811_nodes() {
    let mut silent = ();
    let mut s = Search::new(&Payoff, Limits::default(), &mut silent);
    let game = TicTacToe::default();
    let value = s.root(&game, -1, 1, |s, g| {
        alpha_beta::alpha_beta(s, g, WHOLE_TREE, -1, 1)
    });
    assert_eq!(value, Ok(0));
    assert_eq!(s.counts.nodes(), 16_811);
}

#[test]
fn on_an_ideally_ordered_tree_alpha_beta_visits_exactly_the_critical_leaves() {
    for width in 2..=6u64 {
        for height in 1..=8u32 {
            let tree = UniformTree::new(width as u32, height, 7)
                .unwrap()
                .with_order(Order::Best)
                .unwrap();
            let expected = width.pow(height.div_ceil(2)) + width.pow(height / 2) - 1;
            for algorithm in [
                Algorithm::AlphaBeta,
                Algorithm::FailHard,
                Algorithm::FailSoft,
                Algorithm::Pvs,
            ] {
                let leaves = run(algorithm, &tree).counts.leaves;
                assert_eq!(
                    leaves, expected,
                    "{algorithm} on width {width}, height {height}"
                );
            }
        }
    }
}

#[test]
fn without_deep_cutoffs_the_ideal_order_of_width_3_costs_1_3_5_11_21_43_85_171() {
    for (height, expected) in [(1, 3), (2, 5), (3, 11), (4, 21), (5, 43), (6, 85), (7, 171)] {
        let tree = UniformTree::new(3, height, 11)
            .unwrap()
            .with_order(Order::Best)
            .unwrap();
        assert_eq!(
            run(Algorithm::BranchAndBound, &tree).counts.leaves,
            expected,
            "height {height}"
        );
    }
}

#[test]
fn the_best_move_first_is_not_always_the_best_order_for_pruning() {
    let leaves = |text| {
        run(Algorithm::AlphaBeta, &ExplicitTree::parse(text).unwrap())
            .counts
            .leaves
    };
    assert_eq!(leaves("(3 ((0 1 1) 2))"), 4);
    assert_eq!(leaves("(3 (2 (0 1 1)))"), 2);
}

#[test]
fn the_worst_order_prunes_nothing() {
    let tree = UniformTree::new(3, 5, 3)
        .unwrap()
        .with_order(Order::Worst)
        .unwrap();
    assert_eq!(run(Algorithm::AlphaBeta, &tree).counts.leaves, 3u64.pow(5));
    assert_eq!(
        run(Algorithm::Minimax, &tree).value,
        run(Algorithm::AlphaBeta, &tree).value
    );
}

#[test]
fn the_slides_deep_cutoff_visits_3_5_0_5_7_9() {
    use zermelo_search::record::Recorder;
    let tree = ExplicitTree::parse("((3 5)(((0 9) 5)(7 8)(9)))").unwrap();
    let mut recorder = Recorder::new(100);
    let answer = algorithm::run(
        Algorithm::AlphaBeta,
        &tree,
        WHOLE_TREE,
        &Params::default(),
        &Static,
        Limits::default(),
        &mut recorder,
    );
    assert_eq!(answer.value, 5);
    let leaves = recorder.nodes.iter().filter(|node| node.leaf.is_some());
    // Values are for the side to move: Min's at odd plies.
    let visited: Vec<i32> = leaves
        .map(|n| n.value.unwrap() * if n.ply % 2 == 0 { 1 } else { -1 })
        .collect();
    assert_eq!(visited, [3, 5, 0, 5, 7, 9]);
}
