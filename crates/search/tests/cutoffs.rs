//! Which cut-offs are deep: those that one bound alone would not have made.

use std::collections::HashMap;

use zermelo_game::random::Rng;
use zermelo_games::ExplicitTree;
use zermelo_search::observer::Origin;
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Limits, Params, Payoff, WHOLE_TREE, algorithm};

fn recorded(algorithm: Algorithm, tree: &ExplicitTree) -> Recorder<u32> {
    let mut recorder = Recorder::new(10_000);
    algorithm::run(
        algorithm,
        tree,
        WHOLE_TREE,
        &Params::default(),
        &Payoff,
        Limits::default(),
        &mut recorder,
    );
    recorder
}

/// The cut-offs of a search: path, whether deep, moves left out.
fn cuts(algorithm: Algorithm, tree: &ExplicitTree) -> HashMap<Vec<u32>, (bool, usize)> {
    let recorder = recorded(algorithm, tree);
    let mut paths: Vec<Vec<u32>> = Vec::new();
    let mut cuts = HashMap::new();
    for node in &recorder.nodes {
        let above = node.parent.map(|parent| paths[parent].clone());
        let mut path = above.unwrap_or_default();
        path.extend(node.via);
        if let Some(cut) = node.cut {
            let deep = matches!(cut.origin, Origin::Ancestor(_));
            cuts.insert(path.clone(), (deep, node.skipped.len()));
        }
        paths.push(path);
    }
    cuts
}

fn random_tree(rng: &mut Rng, plies: usize) -> String {
    if plies == 0 || (plies < 4 && rng.below(6) == 0) {
        return rng.below(4).to_string();
    }
    let children: Vec<String> = (0..1 + rng.below(3))
        .map(|_| random_tree(rng, plies - 1))
        .collect();
    format!("({})", children.join(" "))
}

#[test]
fn a_cut_that_the_parent_makes_as_well_is_shallow() {
    let tree = ExplicitTree::parse("(3 ((3 (3 9)) 5))").unwrap();
    let found = cuts(Algorithm::AlphaBeta, &tree);
    assert_eq!(found, cuts(Algorithm::BranchAndBound, &tree));
    assert_eq!(found[&vec![1, 0, 1]], (false, 1));
    let slides = ExplicitTree::parse("((3 5)(((0 9) 5)(7 8)(9)))").unwrap();
    assert!(
        cuts(Algorithm::AlphaBeta, &slides)
            .values()
            .any(|cut| cut.0)
    );
    assert!(
        !cuts(Algorithm::BranchAndBound, &slides)
            .values()
            .any(|cut| cut.0)
    );
}

#[test]
fn the_move_that_equals_a_bound_from_above_is_named() {
    let tree = ExplicitTree::parse("(3 ((3 (3 9)) 5))").unwrap();
    let recorder = recorded(Algorithm::AlphaBeta, &tree);
    let cut = recorder
        .nodes
        .iter()
        .find(|node| node.ply == 3 && node.cut.is_some());
    assert_eq!(cut.unwrap().refuted_by, Some(0));
}

#[test]
fn branch_and_bound_makes_every_shallow_cut_of_alpha_beta() {
    let mut rng = Rng::new(17);
    let mut counted = (0, 0);
    for _ in 0..3000 {
        let text = random_tree(&mut rng, 6);
        let tree = ExplicitTree::parse(&text).unwrap();
        let one_bound = cuts(Algorithm::BranchAndBound, &tree);
        for (path, (deep, skipped)) in cuts(Algorithm::AlphaBeta, &tree) {
            if deep {
                counted.1 += 1;
                continue;
            }
            counted.0 += 1;
            let same = one_bound.get(&path).is_some_and(|cut| cut.1 >= skipped);
            assert!(same, "{text}: at {path:?}");
        }
    }
    assert!(counted.0 > 1000 && counted.1 > 100, "{counted:?}");
}

#[test]
fn a_node_that_a_stopped_search_never_looked_at_is_not_recorded() {
    let tree = ExplicitTree::parse("((3 12 8)(2 4 6)(14 5 2))").unwrap();
    for nodes in 1..12 {
        let mut recorder = Recorder::new(100);
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let answer = algorithm::run(
            Algorithm::AlphaBeta,
            &tree,
            WHOLE_TREE,
            &Params::default(),
            &Payoff,
            limits,
            &mut recorder,
        );
        assert_eq!(
            recorder.nodes.len() as u64,
            answer.counts.nodes(),
            "{nodes}"
        );
        assert_eq!(recorder.passes, [0]);
        let listed: usize = recorder.nodes.iter().map(|node| node.children.len()).sum();
        assert_eq!(listed + 1, recorder.nodes.len());
    }
}

#[test]
fn retrograde_analysis_that_is_stopped_says_what_it_did() {
    let tree = ExplicitTree::parse("((3 12 8)(2 4 6)(14 5 2))").unwrap();
    let limits = Limits {
        nodes: 5,
        ..Limits::default()
    };
    let answer = zermelo_search::retrograde::retrograde(&tree, limits);
    assert!(answer.stopped.is_some() && answer.counts.nodes() > 0);
}
