//! Guaranteed mates: problems made by hand, near misses, and a second solver as judge.
#![allow(clippy::unwrap_used)]

mod brute;

use std::collections::BTreeSet;

use brute::Brute;
use zermelo_chess::Chess;
use zermelo_game::{Notation, Outcome, Side};
use zermelo_kriegspiel::solve::{Limit, Plan, Solution, Solver, Verdict, boards_of, parse_boards};
use zermelo_kriegspiel::{Action, Announcement, Rules, Umpire};

const LIMIT: u64 = 20_000_000;

/// The problems: whether there is a mate, its moves, its boards, the line.
fn problems() -> Vec<(bool, u8, Vec<Chess>, String)> {
    let is_problem = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let lines = include_str!("problems.txt").lines().filter(is_problem);
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let (verdict, moves) = parts[0].split_once(' ').unwrap();
            let may: Vec<String> = parts[2].split(' ').map(String::from).collect();
            let boards = boards_of(parts[1], &may).unwrap();
            let moves = moves.parse().unwrap();
            (verdict == "mate", moves, boards, line.to_string())
        })
        .collect()
}

/// What a side heard since, in the words of a plan.
fn words(umpire: &Umpire, side: Side, since: usize) -> String {
    let heard = &umpire.view_of(side).heard()[since..];
    let word = |said: &Announcement| match said {
        Announcement::Captured(..) | Announcement::Check(_) => Some(said.to_string()),
        Announcement::ToMove(_, Some(tries @ 1..)) => Some(format!("tries {tries}")),
        _ => None,
    };
    let words: Vec<String> = heard.iter().filter_map(word).collect();
    match words.is_empty() {
        true => "nothing".to_string(),
        false => words.join(", "),
    }
}

/// Follows a plan against every answer, with an umpire as judge.
fn follow(plan: &Plan, umpire: &Umpire, moves: u8, line: &str) {
    assert!(moves > 0, "{line}: the plan takes too long");
    let side = umpire.to_move();
    let mut next = umpire.clone();
    let since = next.view_of(side).heard().len();
    if next.answer(Action::Try(plan.tried)).word() != "accepted" {
        let refused = plan.refused.as_ref().expect("a plan for a refusal");
        return follow(refused, &next, moves, line);
    }
    if let Some(result) = next.result() {
        return assert_eq!(result.outcome, Outcome::Win(side), "{line}");
    }
    let said = words(&next, side, since);
    let part = plan
        .accepted
        .iter()
        .find(|part| part.told.to_string() == said);
    let part = part.expect("a plan for what is heard");
    let mut tries = Vec::new();
    next.view_of(!side).tries(&mut tries);
    for tried in tries {
        let mut after = next.clone();
        let since = after.view_of(side).heard().len();
        if after.answer(Action::Try(tried)).word() != "accepted" {
            continue;
        }
        assert_eq!(after.result(), None, "{line}: over after {tried}");
        let said = words(&after, side, since);
        let reply = part
            .replies
            .iter()
            .find(|reply| reply.told.to_string() == said);
        follow(
            &reply.expect("a plan for the answer").plan,
            &after,
            moves - 1,
            line,
        );
    }
}

/// Follows a solution on a board, by what the umpire says before the first try.
fn follow_from_the_start(solution: &Solution, board: Chess, moves: u8, line: &str) {
    let umpire = Umpire::from_position(Rules::wild16(), board);
    let said = words(&umpire, umpire.to_move(), 0);
    let part = solution
        .parts
        .iter()
        .find(|part| part.told.to_string() == said);
    let part = part.expect("a plan for what is heard first");
    follow(&part.plan, &umpire, moves, line);
}

#[test]
fn problems_are_solved_and_near_misses_refused() {
    for (is_mate, moves, boards, line) in problems() {
        match Solver::new(LIMIT).solve(&boards, moves) {
            Verdict::Mate(found, solution) => {
                assert!(is_mate && found == moves, "{line}: mate in {found}");
                for board in boards {
                    follow_from_the_start(&solution, board, moves, &line);
                }
            }
            verdict => assert!(!is_mate && verdict == Verdict::None, "{line}: {verdict:?}"),
        }
    }
}

#[test]
fn what_is_heard_before_the_first_try_tells_boards_apart() {
    // The pawn on a2 may take on b3 or not: the umpire counts one try or none.
    let first = "1k6/7Q/2K5/8/8/1p6/P7/8 w - - 0 1";
    let apart = format!("{first}\n3k4/7Q/2K5/7p/8/8/P7/8 w - - 0 1\n");
    let boards = parse_boards(&apart).unwrap();
    let Verdict::Mate(1, solution) = Solver::new(LIMIT).solve(&boards, 1) else {
        panic!("no mate in one move");
    };
    let heard: Vec<String> = solution.parts.iter().map(|p| p.told.to_string()).collect();
    assert_eq!(heard, ["nothing", "tries 1"]);
    assert!(solution.text().contains("heard: tries 1\n  1. "));
    for board in boards {
        follow_from_the_start(&solution, board, 1, "two boards");
    }
    // A second board with a pawn try is a near miss: both are heard alike.
    let alike = format!("{first}\n3k4/7Q/2K5/8/8/1p6/P7/8 w - - 0 1\n");
    let boards = parse_boards(&alike).unwrap();
    assert_eq!(Solver::new(LIMIT).solve(&boards, 1), Verdict::None);
    // A part without a mate is enough to refuse the whole.
    let lost = format!("{apart}8/7Q/2K5/4k2p/8/8/P7/8 w - - 0 1\n");
    let boards = parse_boards(&lost).unwrap();
    assert_eq!(Solver::new(LIMIT).solve(&boards, 1), Verdict::None);
}

#[test]
fn a_second_solver_agrees() {
    for (is_mate, moves, boards, line) in problems() {
        if moves > 3 {
            continue;
        }
        let fens: BTreeSet<String> = boards.iter().map(Notation::notation).collect();
        let mut brute = Brute::default();
        assert_eq!(brute.wins_knowing(&fens, moves), is_mate, "{line}");
        if is_mate {
            assert!(!brute.wins_knowing(&fens, moves - 1), "{line}: shorter");
        }
    }
}

#[test]
#[ignore = "a minute: cargo xtask check runs it"]
fn a_second_solver_agrees_on_the_longest() {
    for (is_mate, moves, boards, line) in problems() {
        let fens: BTreeSet<String> = boards.iter().map(Notation::notation).collect();
        let wins = Brute::default().wins_knowing(&fens, moves);
        assert_eq!(wins, is_mate, "{line}");
    }
}

#[test]
fn bad_boards_are_refused_in_one_sentence() {
    let may = |text: &str| vec![text.to_string()];
    let rook = "8/8/6K1/8/8/8/8/R7 w - - 0 1";
    for (fen, may, named) in [
        (rook, may("k"), "`k`"),
        (rook, may("x=e4"), "`x=e4`"),
        (rook, may("k=e9"), "`k=e9`"),
        (rook, may("k=e8,e8"), "e8 twice"),
        (rook, may("k=g7"), "no board is possible"),
        (rook, vec![], "no board is possible"),
        ("8/8/6K1/8/8/8/8/R7 w - - 100 90", may("k=all"), "is over"),
        ("8/8/6K1/8/8/8/8/N7 w - - 0 1", may("k=all"), "is over"),
        ("8/8/8", may("k=all"), "`8/8/8`"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", may("k=all"), "`9`"),
        ("8/8/8/8/8/8/8/K6 w - - 0 1", may("k=all"), "`K6`"),
        ("8/8/8/8/8/8/8/K7 x - - 0 1", may("k=all"), "`x`"),
    ] {
        let error = boards_of(fen, &may).unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
    let many: Vec<String> = (0..5).map(|_| "q=all".to_string()).collect();
    assert!(boards_of(rook, &many).is_err());
    let two = "k7/8/1K6/8/8/8/8/7R w - - 0 1\n\n# a remark\n1k6/8/3K4/8/8/8/8/7R w - - 0 1\n";
    let error = parse_boards(two).unwrap_err().to_string();
    assert!(error.starts_with("line 4"), "{error}");
    let turn = "k7/8/1K6/8/8/8/8/7R w - - 0 1\nk7/8/1K6/8/8/8/8/7R b - - 0 1\n";
    assert!(
        parse_boards(turn)
            .unwrap_err()
            .to_string()
            .contains("line 2")
    );
    let drawn = "k7/8/1K6/8/8/8/8/7R w - - 99 80\nk7/8/1K6/8/8/8/8/7R w - - 100 81\n";
    let error = parse_boards(drawn).unwrap_err().to_string();
    assert_eq!(error, "line 2: the game is over on this board");
    assert!(parse_boards("# nothing\n").is_err());
    assert!(
        parse_boards("chess\n")
            .unwrap_err()
            .to_string()
            .starts_with("line 1")
    );
}

#[test]
fn a_limit_ends_the_search() {
    let boards = boards_of("8/8/5K2/8/8/8/8/1Q6 w - - 0 1", &["k=all".to_string()]).unwrap();
    assert!(matches!(
        Solver::new(1_000).solve(&boards, 9),
        Verdict::Unknown(_, Limit::Nodes)
    ));
    assert!(matches!(
        Solver::new(100_000).until(|| true).solve(&boards, 9),
        Verdict::Unknown(_, Limit::Stopped)
    ));
}
