//! The algorithms that estimate or stop early, held to what can be said of them.

use zermelo_game::{Game, INFINITY, Noisy, Notation, Score};
use zermelo_games::{BranchingTree, ConnectFour, ExplicitTree, Othello, Playable, UniformTree};
use zermelo_search::probcut::{self, Model};
use zermelo_search::{
    Algorithm, Answer, Evaluator, Limits, Note, Params, Search, Static, Stopped, WHOLE_TREE,
    algorithm, quiescence,
};

fn run<G: Playable>(
    algorithm: Algorithm,
    game: &G,
    depth: u32,
    params: &Params,
) -> Answer<G::Move> {
    algorithm::run(
        algorithm,
        game,
        depth,
        params,
        &Static,
        Limits::default(),
        &mut (),
    )
}

#[test]
fn monte_carlo_takes_an_immediate_win_and_stops_an_immediate_loss() {
    let params = Params {
        mcts_iterations: 3000,
        ..Params::default()
    };
    for (position, best) in [("121212", "1"), ("12121", "1"), ("445566", "3 7")] {
        let game = ConnectFour::parse(position).unwrap();
        let answer = run(Algorithm::Mcts, &game, WHOLE_TREE, &params);
        let played = game.move_text(answer.pv[0]);
        assert!(best.contains(&played), "plays {played} after {position}");
    }
}

#[test]
fn monte_carlo_converges_to_minimax_on_small_trees() {
    let params = Params {
        mcts_iterations: 40_000,
        ..Params::default()
    };
    for seed in 1..=20 {
        let tree = UniformTree::new(3, 4, seed)
            .unwrap()
            .with_values(50)
            .unwrap();
        let exact = run(Algorithm::Minimax, &tree, WHOLE_TREE, &params);
        let estimate = run(Algorithm::Mcts, &tree, WHOLE_TREE, &params);
        let after = tree.after(estimate.pv[0]);
        let value = -run(Algorithm::Minimax, &after, WHOLE_TREE, &params).value;
        assert_eq!(
            value, exact.value,
            "seed {seed}: plays {:?} of {:?}",
            estimate.pv, exact.pv
        );
    }
}

#[test]
fn monte_carlo_visits_add_up_and_equal_seeds_give_equal_searches() {
    let params = Params {
        mcts_iterations: 500,
        ..Params::default()
    };
    let game = Othello::default();
    let once = run(Algorithm::Mcts, &game, WHOLE_TREE, &params);
    assert_eq!(once, run(Algorithm::Mcts, &game, WHOLE_TREE, &params));
    let visits = playouts(&once).map(|(_, visits, _)| visits);
    assert_eq!(visits.sum::<u64>(), 500);
}

/// What Monte Carlo search says of the moves at the root: visits and mean payoff.
fn playouts<M: Copy>(answer: &Answer<M>) -> impl Iterator<Item = (M, u64, f64)> {
    answer.notes.iter().filter_map(|note| match *note {
        Note::Playouts { m, visits, mean } => Some((m, visits, mean)),
        Note::Text(_) => None,
    })
}

#[test]
fn monte_carlo_means_stay_true_when_a_payoff_widens_the_range_late() {
    let leaves = "1 2 ".repeat(100);
    for (text, sign) in [("", 1.0), ("min ", -1.0)] {
        let tree = ExplicitTree::parse(&format!("{text}({leaves} 1000)")).unwrap();
        for seed in 1..=5 {
            let params = Params {
                mcts_iterations: 1000,
                seed,
                ..Params::default()
            };
            let answer = run(Algorithm::Mcts, &tree, WHOLE_TREE, &params);
            for (m, visits, mean) in playouts(&answer).filter(|&(m, ..)| m < 200) {
                let worth = sign * f64::from(m % 2 + 1);
                assert_eq!(mean, worth, "{text}seed {seed}: leaf {m}, {visits} visits");
            }
        }
    }
}

#[test]
fn the_regression_finds_the_line_it_was_given() {
    let exact: Vec<(Score, Score)> = (-20..20).map(|x| (x, 3 * x + 5)).collect();
    let pair = probcut::regress(2, 4, &exact).unwrap();
    assert!((pair.slope - 3.0).abs() < 1e-9 && (pair.intercept - 5.0).abs() < 1e-9);
    assert!(pair.sigma < 1e-6 && pair.r_squared > 0.999_999);
    // Residuals of +2 and -2 in turn, uncorrelated with x: sigma² = 4n/(n-2).
    let noisy: Vec<(Score, Score)> = (0..400)
        .map(|i| (i / 4, 2 * (i / 4) + if (i % 4) < 2 { 2 } else { -2 }))
        .collect();
    let pair = probcut::regress(2, 4, &noisy).unwrap();
    assert!((pair.slope - 2.0).abs() < 1e-9, "{pair:?}");
    assert!(
        (pair.sigma - (4.0f64 * 400.0 / 398.0).sqrt()).abs() < 1e-9,
        "{pair:?}"
    );
    assert_eq!(
        probcut::regress(2, 4, &[(1, 1), (1, 2), (1, 3)]),
        None,
        "no slope without spread"
    );
}

#[test]
fn probcut_without_doubt_is_exact_and_with_some_is_cheaper() {
    let game = Othello::default();
    let depth = 7;
    let exact = run(Algorithm::FailSoft, &game, depth, &Params::default());
    for algorithm in [Algorithm::Probcut, Algorithm::MultiProbcut] {
        let sure = Params {
            probcut_confidence: 1000,
            probcut_samples: 60,
            ..Params::default()
        };
        let answer = run(algorithm, &game, depth, &sure);
        assert_eq!(
            answer.value, exact.value,
            "{algorithm} at ten standard deviations"
        );
        let Note::Text(fitted) = &answer.notes[0] else {
            panic!("{:?}", answer.notes)
        };
        assert!(fitted.starts_with("fitted v4 = ") || fitted.starts_with("fitted v3"));
        let bold = Params {
            probcut_confidence: 50,
            ..sure
        };
        let answer = run(algorithm, &game, depth, &bold);
        assert!(
            answer.counts.nodes() < exact.counts.nodes(),
            "{algorithm}: {} nodes, exact {}",
            answer.counts.nodes(),
            exact.counts.nodes()
        );
    }
}

#[test]
fn without_a_model_probcut_is_fail_soft() {
    let none = Model {
        pairs: Vec::new(),
        confidence: 1.5,
    };
    for seed in 0..50 {
        let tree = BranchingTree::new(1, 4, 6, seed).unwrap();
        let mut silent = ();
        let mut s = Search::new(&Static, Limits::default(), &mut silent);
        let open = (-INFINITY, INFINITY);
        let value = s.root(&tree, open.0, open.1, |s, g| {
            probcut::probcut(s, g, 4, open, &none)
        });
        let exact = run(Algorithm::FailSoft, &tree, 4, &Params::default());
        assert_eq!((value, s.counts), (Ok(exact.value), exact.counts));
    }
}

/// Quiescence by its definition: no window, no counters.
fn quiet_value<G: Playable>(game: &G, depth: u32, extra: u32) -> Score {
    if let Some(payoff) = game.payoff() {
        return Evaluator::<G>::terminal(&Static, payoff);
    }
    let mut moves = Vec::new();
    if depth > 0 {
        game.legal_moves(&mut moves);
        return moves
            .iter()
            .map(|&m| -quiet_value(&game.after(m), depth - 1, extra))
            .max()
            .expect("an unfinished game has moves");
    }
    if extra > 0 {
        game.noisy_moves(&mut moves);
    }
    let stand_pat = game.evaluate();
    moves
        .iter()
        .map(|&m| -quiet_value(&game.after(m), 0, extra - 1))
        .fold(stand_pat, Score::max)
}

fn check_quiescence<G: Playable>(game: &G, depth: u32, extra: u32) -> bool {
    let expected = quiet_value(game, depth, extra);
    let mut silent = ();
    let mut s = Search::new(&Static, Limits::default(), &mut silent);
    let open = (-INFINITY, INFINITY);
    let found = s.root(game, open.0, open.1, |s, g| {
        quiescence::alpha_beta_quiescence(s, g, depth, open, extra)
    });
    assert_eq!(
        found,
        Ok::<Score, Stopped>(expected),
        "{} to {depth}+{extra}",
        game.notation()
    );
    let plain = run(Algorithm::FailSoft, game, depth, &Params::default());
    plain.value != expected
}

#[test]
fn quiescence_is_its_definition_and_often_another_value_than_without() {
    let mut different = 0;
    for seed in 0..200 {
        let tree = BranchingTree::new(2, 4, 7, seed).unwrap();
        let mut noisy = Vec::new();
        tree.noisy_moves(&mut noisy);
        for (depth, extra) in [(0, 3), (1, 2), (2, 11), (3, 1)] {
            different += usize::from(check_quiescence(&tree, depth, extra));
        }
    }
    assert!(
        different > 100,
        "quiescence changed only {different} values"
    );
    for position in ["", "4455", "44455", "435261"] {
        check_quiescence(&ConnectFour::parse(position).unwrap(), 2, 11);
    }
}

#[test]
fn proofs_keep_within_their_memory() {
    let game = zermelo_games::TicTacToe::default();
    for algorithm in [Algorithm::AndOr, Algorithm::ProofNumber] {
        let proof = |memory| {
            let limits = Limits {
                memory,
                ..Limits::default()
            };
            algorithm::prove(
                algorithm,
                &game,
                0,
                limits,
                &mut Default::default(),
                &mut (),
            )
        };
        assert!(matches!(proof(10_000), Err(Stopped::Memory)), "{algorithm}");
        assert!(proof(1 << 24).is_ok(), "{algorithm}");
    }
}

#[test]
fn a_won_game_needs_no_proof_that_nothing_better_exists() {
    // The first move wins at once; whether more could be won is not asked.
    let game = zermelo_games::ConnectFour::parse("121212").unwrap();
    for algorithm in [Algorithm::AndOr, Algorithm::ProofNumber] {
        let limits = Limits {
            nodes: 2_000,
            ..Limits::default()
        };
        let (answer, solved) = algorithm::solve(algorithm, &game, 1, limits, &mut ());
        assert_eq!((answer.value, answer.stopped), (1, None), "{algorithm}");
        assert_eq!(answer.pv.len(), 1, "{algorithm}");
        assert!(solved.is_some_and(|solved| !solved.decisive().nodes.is_empty()));
    }
}
