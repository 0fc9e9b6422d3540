//! Plain minimax is the judge: every algorithm against it, over random trees with ties, depths
//! and windows.

mod folded;

use folded::{Folded, judge};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, INFINITY, Score};
use zermelo_search::{
    Algorithm, Counts, Evaluator, Limits, Params, Search, WHOLE_TREE, algorithm, alpha_beta,
    alpha_beta_minmax, branch_and_bound, fail_hard, fail_soft, minimax, negamax, pv_alpha_beta,
    pvs,
};

fn hashed(game: &Folded) -> Score {
    game.evaluate()
}

/// Runs one pass of a windowed procedure.
fn windowed(
    game: &Folded,
    (alpha, beta): (Score, Score),
    procedure: impl FnOnce(&mut Search<'_, Folded, fn(&Folded) -> Score, ()>, &Folded) -> Score,
) -> (Score, Counts) {
    let (mut silent, evaluator) = ((), hashed as fn(&Folded) -> Score);
    let mut s = Search::new(&evaluator, Limits::default(), &mut silent);
    let value = s
        .root(game, alpha, beta, |s, g| Ok(procedure(s, g)))
        .expect("nothing stops it");
    (value, s.counts)
}

/// Proofs are about the whole tree, and quiescence looks beyond a depth limit.
fn skips(algorithm: Algorithm, depth: u32) -> bool {
    depth != WHOLE_TREE && (algorithm.needs_whole_tree() || algorithm == Algorithm::Quiescence)
}

fn random_case(rng: &mut Rng) -> (Folded, u32, Score) {
    let game = Folded::new(rng.next_u64(), 6);
    let depth = if rng.below(4) == 0 {
        WHOLE_TREE
    } else {
        rng.below(7) as u32
    };
    let value = judge(&game, depth, &hashed);
    (game, depth, value)
}

#[test]
fn every_exact_algorithm_agrees_with_minimax_at_the_root() {
    let mut rng = Rng::new(1);
    for case in 0..4000 {
        let (game, depth, value) = random_case(&mut rng);
        let params = Params {
            table_kilobytes: 1 + rng.below(64) as i64,
            table_replacement: rng.below(6) as i64,
            table_min_depth: rng.below(3) as i64,
            estimate: rng.below(21) as i64 - 10,
            aspiration_width: 1 + rng.below(4) as i64,
            ..Params::default()
        };
        for &algorithm in Algorithm::ALL.iter().filter(|a| a.is_exact()) {
            if skips(algorithm, depth) {
                continue;
            }
            let evaluator = hashed as fn(&Folded) -> Score;
            let answer = algorithm::run(
                algorithm,
                &game,
                depth,
                &params,
                &evaluator,
                Limits::default(),
                &mut (),
            );
            assert_eq!(
                answer.value, value,
                "case {case}: {algorithm} on {game:?} to {depth}"
            );
            assert_eq!(answer.stopped, None);
        }
    }
}

#[test]
fn the_first_move_of_the_variation_has_the_value_of_the_root() {
    let mut rng = Rng::new(2);
    for case in 0..2000 {
        let (game, depth, value) = random_case(&mut rng);
        let params = Params::default();
        for &algorithm in Algorithm::ALL.iter().filter(|a| a.is_exact()) {
            if skips(algorithm, depth) {
                continue;
            }
            let evaluator = hashed as fn(&Folded) -> Score;
            let answer = algorithm::run(
                algorithm,
                &game,
                depth,
                &params,
                &evaluator,
                Limits::default(),
                &mut (),
            );
            let at_leaf = depth == 0 || game.payoff().is_some();
            assert_eq!(
                answer.pv.is_empty(),
                at_leaf,
                "case {case}: {algorithm} on {game:?}"
            );
            if let Some(&m) = answer.pv.first() {
                let below = if depth == WHOLE_TREE {
                    depth
                } else {
                    depth - 1
                };
                let reached = -judge(&game.after(m), below, &hashed);
                assert_eq!(
                    reached, value,
                    "case {case}: {algorithm} plays {m} on {game:?} to {depth}"
                );
            }
        }
    }
}

#[test]
fn without_a_table_the_variation_ends_in_a_leaf_with_the_value_of_the_root() {
    let plain = [
        Algorithm::Minimax,
        Algorithm::Negamax,
        Algorithm::BranchAndBound,
        Algorithm::AlphaBeta,
        Algorithm::FailHard,
        Algorithm::AlphaBetaMinmax,
        Algorithm::FailSoft,
        Algorithm::Aspiration,
        Algorithm::AspirationSoft,
        Algorithm::PvAlphaBeta,
        Algorithm::Pvs,
        Algorithm::AndOr,
        Algorithm::ProofNumber,
        Algorithm::Retrograde,
    ];
    let mut rng = Rng::new(3);
    for case in 0..2000 {
        let game = Folded::new(rng.next_u64(), 6);
        let value = judge(&game, WHOLE_TREE, &hashed);
        for algorithm in plain {
            let evaluator = hashed as fn(&Folded) -> Score;
            let answer = algorithm::run(
                algorithm,
                &game,
                WHOLE_TREE,
                &Params::default(),
                &evaluator,
                Limits::default(),
                &mut (),
            );
            let mut end = game.clone();
            answer.pv.iter().for_each(|&m| end.play(m));
            let payoff = end
                .payoff()
                .unwrap_or_else(|| panic!("case {case}: {algorithm} stops short"));
            let sign = if answer.pv.len().is_multiple_of(2) {
                1
            } else {
                -1
            };
            assert_eq!(sign * payoff, value, "case {case}: {algorithm} on {game:?}");
        }
    }
}

#[test]
fn fail_hard_is_minimax_clamped_to_the_window() {
    let mut rng = Rng::new(4);
    for _ in 0..4000 {
        let (game, depth, value) = random_case(&mut rng);
        let alpha = rng.below(20) as Score - 10;
        let beta = alpha + 1 + rng.below(6) as Score;
        let (found, _) = windowed(&game, (alpha, beta), |s, g| {
            fail_hard::fail_hard(s, g, depth, alpha, beta).unwrap()
        });
        assert_eq!(
            found,
            value.clamp(alpha, beta),
            "{game:?} to {depth} in ({alpha}, {beta})"
        );
    }
}

#[test]
fn soft_searches_are_exact_inside_the_window_and_bounds_outside() {
    let mut rng = Rng::new(5);
    let mut outside = 0;
    for _ in 0..4000 {
        let (game, depth, value) = random_case(&mut rng);
        let alpha = rng.below(20) as Score - 10;
        let beta = alpha + 1 + rng.below(6) as Score;
        let window = (alpha, beta);
        let found = [
            (
                "alpha-beta",
                windowed(&game, window, |s, g| {
                    alpha_beta::alpha_beta(s, g, depth, alpha, beta).unwrap()
                })
                .0,
            ),
            (
                "max/min",
                windowed(&game, window, |s, g| {
                    alpha_beta_minmax::max_value(s, g, depth, alpha, beta).unwrap()
                })
                .0,
            ),
            (
                "fail-soft",
                windowed(&game, window, |s, g| {
                    fail_soft::fail_soft(s, g, depth, alpha, beta).unwrap()
                })
                .0,
            ),
            (
                "pv",
                windowed(&game, window, |s, g| {
                    pv_alpha_beta::pv_alpha_beta(s, g, depth, alpha, beta).unwrap()
                })
                .0,
            ),
            (
                "pvs",
                windowed(&game, window, |s, g| {
                    pvs::pvs(s, g, depth, alpha, beta).unwrap()
                })
                .0,
            ),
        ];
        for (name, found) in found {
            let at =
                format!("{name}: {found} for {value} in ({alpha}, {beta}), {game:?} to {depth}");
            if value > alpha && value < beta {
                assert_eq!(found, value, "{at}");
            } else if value >= beta {
                outside += 1;
                assert!(
                    found >= beta && (found <= value || name == "max/min" || name == "alpha-beta"),
                    "{at}"
                );
                assert!(found <= value, "{at}: not a lower bound");
            } else {
                outside += 1;
                // F2 starts from alpha, which is then its bound; the others are true upper bounds.
                assert!(found <= alpha && found >= value, "{at}: not an upper bound");
            }
        }
    }
    assert!(
        outside > 1000,
        "too few cases outside the window: {outside}"
    );
}

#[test]
fn branch_and_bound_is_exact_under_its_bound_and_a_lower_bound_above() {
    let mut rng = Rng::new(6);
    for _ in 0..4000 {
        let (game, depth, value) = random_case(&mut rng);
        let bound = rng.below(20) as Score - 10;
        let (found, counts) = windowed(&game, (-INFINITY, bound), |s, g| {
            branch_and_bound::branch_and_bound(s, g, depth, bound).unwrap()
        });
        if value < bound {
            assert_eq!(found, value);
        } else {
            assert!(
                found >= bound && found <= value,
                "{found} for {value} with {bound}"
            );
        }
        assert_eq!(counts.cutoffs.deep, 0);
    }
}

#[test]
fn max_min_and_negamax_conventions_visit_the_same_nodes() {
    let mut rng = Rng::new(7);
    for _ in 0..2000 {
        let (game, depth, _) = random_case(&mut rng);
        let open = (-INFINITY, INFINITY);
        let maxmin = windowed(&game, open, |s, g| minimax::max_value(s, g, depth).unwrap());
        let nega = windowed(&game, open, |s, g| negamax::negamax(s, g, depth).unwrap());
        assert_eq!(maxmin, nega);
        let two = windowed(&game, open, |s, g| {
            alpha_beta_minmax::max_value(s, g, depth, -INFINITY, INFINITY).unwrap()
        });
        let one = windowed(&game, open, |s, g| {
            alpha_beta::alpha_beta(s, g, depth, -INFINITY, INFINITY).unwrap()
        });
        assert_eq!(two, one);
    }
}

#[test]
fn alpha_beta_saves_exactly_its_deep_cutoffs_over_branch_and_bound() {
    let mut rng = Rng::new(8);
    let mut deep = 0;
    for _ in 0..3000 {
        let game = Folded::new(rng.next_u64(), 6);
        let open = (-INFINITY, INFINITY);
        let (_, f1) = windowed(&game, open, |s, g| {
            branch_and_bound::branch_and_bound(s, g, WHOLE_TREE, INFINITY).unwrap()
        });
        let (_, f2) = windowed(&game, open, |s, g| {
            alpha_beta::alpha_beta(s, g, WHOLE_TREE, -INFINITY, INFINITY).unwrap()
        });
        assert!(f2.leaves <= f1.leaves);
        if f2.cutoffs.deep == 0 {
            assert_eq!(f1, f2, "{game:?}: equal without deep cut-offs");
        }
        if game.height < 4 {
            assert_eq!(f2.cutoffs.deep, 0, "no deep cut-offs under four plies");
        }
        assert_eq!(f2.cutoffs.window, 0, "an open window cuts nothing");
        deep += f2.cutoffs.deep;
    }
    assert!(deep > 100, "too few deep cut-offs to mean anything: {deep}");
}

#[test]
fn cutting_on_equality_visits_17_leaves_of_an_all_equal_tree() {
    let equal = zermelo_games::ExplicitTree::parse(&nested(4)).unwrap();
    let answer = algorithm::run(
        Algorithm::AlphaBeta,
        &equal,
        WHOLE_TREE,
        &Params::default(),
        &zermelo_search::Static,
        Limits::default(),
        &mut (),
    );
    assert_eq!((answer.value, answer.counts.leaves), (7, 17));
}

fn nested(height: u32) -> String {
    if height == 0 {
        return "7".to_string();
    }
    let below = nested(height - 1);
    format!("({below} {below} {below})")
}

#[test]
fn a_stopped_search_gives_a_legal_move_and_says_so() {
    let mut rng = Rng::new(9);
    let mut stopped = 0;
    for _ in 0..500 {
        let game = Folded::new(rng.next_u64(), 6);
        for &algorithm in Algorithm::ALL {
            let limits = Limits {
                nodes: 1 + rng.below(40) as u64,
                ..Limits::default()
            };
            let evaluator = hashed as fn(&Folded) -> Score;
            let answer = algorithm::run(
                algorithm,
                &game,
                WHOLE_TREE,
                &Params::default(),
                &evaluator,
                limits,
                &mut (),
            );
            stopped += usize::from(answer.stopped.is_some());
            if let Some(&m) = answer.pv.first() {
                assert!(game.is_legal(m), "{algorithm} plays {m} in {game:?}");
            }
        }
    }
    assert!(stopped > 1000, "too few stopped searches: {stopped}");
}

#[test]
fn proofs_verify_against_the_rules_alone() {
    let mut rng = Rng::new(10);
    for _ in 0..1500 {
        let game = Folded::new(rng.next_u64(), 6);
        let value = judge(&game, WHOLE_TREE, &hashed);
        for algorithm in [
            Algorithm::AndOr,
            Algorithm::ProofNumber,
            Algorithm::Retrograde,
        ] {
            let (answer, solved) =
                algorithm::solve(algorithm, &game, 0, Limits::default(), &mut ());
            let solved = solved.unwrap();
            assert_eq!(
                (answer.value, solved.value),
                (value, value),
                "{algorithm} on {game:?}"
            );
            solved.at_least.verify(&game).unwrap();
            solved.at_most.verify(&game).unwrap();
            assert_eq!(
                (solved.at_least.at_least, solved.at_most.at_least),
                (value, -value)
            );
            // A proof of too much must not verify.
            let mut claim = solved.at_least.clone();
            claim.at_least += 1;
            let holds = claim.verify(&game).is_ok();
            assert!(!holds, "{algorithm} proves more than the value");
        }
    }
}

#[test]
fn beam_as_wide_as_the_tree_and_floyd_without_threshold_are_exact() {
    let mut rng = Rng::new(11);
    for _ in 0..1000 {
        let (game, depth, value) = random_case(&mut rng);
        let params = Params {
            beam_width: 5,
            floyd_threshold: 1,
            floyd_temperature: 1000,
            ..Params::default()
        };
        for algorithm in [Algorithm::Beam, Algorithm::Floyd] {
            let evaluator = hashed as fn(&Folded) -> Score;
            let answer = algorithm::run(
                algorithm,
                &game,
                depth,
                &params,
                &evaluator,
                Limits::default(),
                &mut (),
            );
            assert_eq!(answer.value, value, "{algorithm}");
        }
    }
}

#[test]
fn a_narrow_beam_can_be_wrong() {
    let mut rng = Rng::new(12);
    let params = Params {
        beam_width: 1,
        ..Params::default()
    };
    let wrong = (0..500).filter(|_| {
        let (game, depth, value) = random_case(&mut rng);
        let evaluator = hashed as fn(&Folded) -> Score;
        algorithm::run(
            Algorithm::Beam,
            &game,
            depth,
            &params,
            &evaluator,
            Limits::default(),
            &mut (),
        )
        .value
            != value
    });
    assert!(wrong.count() > 50);
}

#[test]
fn the_evaluator_of_a_closure_takes_payoffs_as_they_are() {
    let evaluator = hashed as fn(&Folded) -> Score;
    assert_eq!(Evaluator::<Folded>::terminal(&evaluator, 5), 5);
}
