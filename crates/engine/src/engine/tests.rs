//! Searches as others ask for them.

use super::*;
use crate::order::SearchLimits;
use zermelo_game::Notation;

fn best(fen: &str, limits: SearchLimits) -> (String, Answer) {
    let mut engine = Engine::new(Settings::default());
    let position = Chess::parse(fen).unwrap();
    let order = Order::new(position.clone(), limits);
    let answer = engine.search(&order, &Control::default(), &mut |_| ());
    let text = answer.best.map_or("none".to_string(), |m| position.uci(m));
    (text, answer)
}

fn depth(depth: u32) -> SearchLimits {
    SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    }
}

#[test]
fn mate_in_two_is_found_and_counted_in_moves() {
    let (m, answer) = best("6k1/5ppp/8/8/8/8/1r3PPP/R5K1 w - - 0 1", depth(4));
    assert_eq!(m, "a1a8");
    assert_eq!(answer.lines[0].value, Value::Mate(2));
    let (_, answer) = best("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", depth(6));
    assert_eq!(answer.lines[0].value, Value::Mate(1));
    let (_, answer) = best("7k/8/8/8/8/5K2/8/6Q1 b - - 0 1", depth(14));
    let value = answer.lines[0].value;
    assert!(matches!(value, Value::Mate(n) if n < 0), "{value:?}");
}

#[test]
fn a_bare_king_is_mated_at_few_nodes() {
    for (nodes, fen) in [
        (2_000, "8/8/8/4k3/8/8/8/K2Q4 w - - 0 1"),
        (4_000, "8/8/8/4k3/8/8/8/K2R4 w - - 0 1"),
        (30_000, "8/8/8/4k3/8/8/8/K1BB4 w - - 0 1"),
    ] {
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        let mut engine = Engine::new(Settings::default());
        let mut order = Order::new(Chess::parse(fen).unwrap(), limits);
        while order.position().0.payoff().is_none() {
            let answer = engine.search(&order, &Control::default(), &mut |_| ());
            order.moves.push(answer.best.unwrap());
            let clock = order.position().0.halfmove_clock();
            assert!(clock < 100, "{fen}: no mate within the fifty moves");
        }
        assert!(order.position().0.is_check(), "{fen}: stalemate");
    }
}

/// What one engine answers to one position after the other.
fn in_turn(fens: &[(&str, u32)]) -> Vec<Answer> {
    let mut engine = Engine::new(Settings::default());
    let mut ask = |&(fen, plies): &(&str, u32)| {
        let order = Order::new(Chess::parse(fen).unwrap(), depth(plies));
        engine.search(&order, &Control::default(), &mut |_| ())
    };
    fens.iter().map(&mut ask).collect()
}

#[test]
fn draws_by_the_fifty_move_rule_are_not_remembered_for_other_counts() {
    let answers = in_turn(&[
        ("7k/8/5K2/8/8/8/8/1Q6 w - - 98 120", 6),
        ("7k/8/5K2/8/8/8/8/1Q6 w - - 0 1", 12),
    ]);
    assert_eq!(answers[0].lines[0].value, Value::Centipawns(0));
    assert_eq!(answers[1].lines[0].value, Value::Mate(2));
}

#[test]
fn a_mate_that_comes_after_the_fifty_moves_is_not_remembered_as_one() {
    let answers = in_turn(&[
        ("7k/8/5K2/8/8/8/8/1Q6 w - - 0 1", 12),
        ("7k/8/5K2/8/8/8/8/1Q6 w - - 98 120", 4),
    ]);
    assert_eq!(answers[1].lines[0].value, Value::Centipawns(0));
}

#[test]
fn lines_to_mate_go_on_to_the_mate() {
    let (before, after) = (
        "7k/8/3K4/8/8/8/8/1Q6 w - - 0 1",
        "8/7k/3K4/8/8/8/8/6Q1 w - - 0 1",
    );
    let mut found = 0;
    for answer in in_turn(&[(before, 14), (after, 12), (before, 8), (after, 16)]) {
        let Value::Mate(moves) = answer.lines[0].value else {
            continue;
        };
        assert_eq!(answer.lines[0].pv.len() as i32, 2 * moves - 1);
        found += 1;
    }
    assert!(found > 2);
}

#[test]
fn a_broken_off_iteration_keeps_the_line_of_the_last() {
    let fen = "5rk1/1p2bppp/p3pn2/2q5/P1r5/2N1BQ2/1PP2PPP/R4RK1 b - - 4 20";
    for thousands in 10..60 {
        let limits = SearchLimits {
            nodes: Some(1000 * thousands),
            ..SearchLimits::default()
        };
        let (_, answer) = best(fen, limits);
        assert!(answer.ponder.is_some(), "{thousands},000 nodes");
    }
}

#[test]
fn any_number_of_plies_since_the_last_capture_is_taken() {
    for clock in [99_u32, 100, 221, i32::MAX as u32, 1 << 31, u32::MAX] {
        let (m, _) = best(
            &format!("4k3/8/8/8/8/8/4P3/4K2R w K - {clock} 90"),
            depth(3),
        );
        assert_ne!(m, "none", "{clock}");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let (m, _) = best("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", depth(3));
    assert_eq!(m, "none");
}

#[test]
fn nodes_are_kept_to_and_the_same_search_repeats() {
    let limits = SearchLimits {
        nodes: Some(20_000),
        ..SearchLimits::default()
    };
    let (_, first) = best("startpos", limits);
    let (_, second) = best("startpos", limits);
    assert!(first.nodes <= 20_100);
    assert_eq!(first.nodes, second.nodes);
    assert_eq!(first.best, second.best);
}

#[test]
fn a_millisecond_is_enough_to_move() {
    let limits = SearchLimits {
        move_time: Some(Duration::from_millis(1)),
        ..SearchLimits::default()
    };
    let begun = Instant::now();
    let (m, _) = best("startpos", limits);
    assert_ne!(m, "none");
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_infinite_search_waits_for_the_stop() {
    let mut engine = Engine::new(Settings::default());
    let position = Chess::parse("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1").unwrap();
    let limits = SearchLimits {
        infinite: true,
        ..SearchLimits::default()
    };
    let control = Control::default();
    let (order, hand) = (Order::new(position, limits), control.clone());
    let begun = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            hand.stop();
        });
        let answer = engine.search(&order, &control, &mut |_| ());
        assert!(answer.best.is_some());
    });
    assert!(begun.elapsed() >= Duration::from_millis(50));
}

/// Where captures go on and on: quiescence alone would take minutes.
const CAPTURES: &str = "krqqqqqq/rnqqqqqq/8/8/8/8/QQQQQQNR/QQQQQQRK w - - 0 1";

#[test]
fn a_first_ply_without_end_is_broken_off() {
    let position = Chess::parse(CAPTURES).unwrap();
    let stopped = Control::default();
    stopped.stop();
    for multipv in [1, 3] {
        for threads in [1, 2] {
            let mut engine = Engine::new(Settings {
                multipv,
                threads,
                ..Settings::default()
            });
            let order = Order::new(position.clone(), SearchLimits::default());
            let answer = engine.search(&order, &stopped, &mut |_| ());
            assert!(answer.best.is_some_and(|m| position.is_legal(m)));
            // A second thread goes on until the first one, which may have to wait, says so.
            let most = if threads == 1 { 10_000 } else { 1_000_000 };
            assert!(answer.nodes <= most, "{}", answer.nodes);
        }
    }
    let few = SearchLimits {
        nodes: Some(100),
        ..SearchLimits::default()
    };
    let (_, answer) = best(CAPTURES, few);
    assert!(answer.nodes <= 10_000, "{}", answer.nodes);
}

#[test]
fn an_ordinary_first_ply_is_finished_even_when_stopped() {
    let mut engine = Engine::new(Settings::default());
    let stopped = Control::default();
    stopped.stop();
    let order = Order::new(Chess::new(), SearchLimits::default());
    let answer = engine.search(&order, &stopped, &mut |_| ());
    assert_eq!(answer.lines.first().map(|line| line.depth), Some(1));
}

#[test]
fn a_level_is_kept_to_unless_full_strength_is_asked_for() {
    let nodes = |limit_elo, full_strength| {
        let mut engine = Engine::new(Settings {
            limit_elo,
            ..Settings::default()
        });
        let limits = SearchLimits {
            full_strength,
            ..depth(5)
        };
        let order = Order::new(Chess::new(), limits);
        engine
            .search(&order, &Control::default(), &mut |_| ())
            .nodes
    };
    let whole = nodes(None, false);
    assert_eq!(nodes(Some(1000), true), whole);
    assert_ne!(nodes(Some(1000), false), whole);
}
