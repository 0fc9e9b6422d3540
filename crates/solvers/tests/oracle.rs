//! The solvers against plain search to the end.

use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Score};
use zermelo_games::connect_four::Column;
use zermelo_games::{ConnectFour, Othello};
use zermelo_solvers::{Limits, Stopped, othello, solve_connect_four, solve_othello};

/// A random position of a game after so many plies, if it lasts that long.
fn after_random_plies<G: Game + Default>(rng: &mut Rng, plies: usize) -> Option<G> {
    let mut game = G::default();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.legal_moves(&mut moves);
        game.play(*rng.pick(&moves)?);
    }
    Some(game)
}

fn legal<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}

/// The score of Connect Four as its definition says, by plain alpha-beta.
fn plain_connect_four(game: &ConnectFour, mut alpha: Score, beta: Score) -> Score {
    if let Some(payoff) = game.payoff() {
        // The winner has played its share of the discs on the board.
        let winner_discs = game.moves_played().div_ceil(2) as Score;
        return payoff * (22 - winner_discs);
    }
    for m in legal(game) {
        alpha = alpha.max(-plain_connect_four(&game.after(m), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The margin of Othello by plain alpha-beta.
fn plain_othello(game: &Othello, mut alpha: Score, beta: Score) -> Score {
    if let Some(payoff) = game.payoff() {
        return payoff;
    }
    for m in legal(game) {
        alpha = alpha.max(-plain_othello(&game.after(m), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Plays a line out and returns the finished game with the sign that its values have for who
/// moved first.
fn played_out<G: Game>(game: &G, line: &[G::Move]) -> (G, Score) {
    let mut game = game.clone();
    for &m in line {
        assert!(game.is_legal(m), "{m:?}");
        game.play(m);
    }
    assert!(game.payoff().is_some(), "the line ends the game");
    (game, if line.len() % 2 == 0 { 1 } else { -1 })
}

#[test]
fn connect_four_scores_equal_plain_alpha_beta_and_lines_reach_them() {
    let mut rng = Rng::new(2);
    let mut seen = 0;
    while seen < 300 {
        let plies = 28 + rng.below(15);
        let Some(game) = after_random_plies::<ConnectFour>(&mut rng, plies) else {
            continue;
        };
        seen += 1;
        let solution = solve_connect_four(&game, Limits::default());
        let expected = plain_connect_four(&game, -22, 22);
        assert_eq!(solution.score(), Some(expected), "{}", game.notation());
        let (end, sign) = played_out(&game, &solution.pv);
        assert_eq!(sign * plain_connect_four(&end, -22, 22), expected);
    }
}

#[test]
fn othello_margins_equal_plain_alpha_beta_and_lines_reach_them() {
    let mut rng = Rng::new(5);
    let mut seen = 0;
    while seen < 300 {
        let plies = 49 + rng.below(12);
        let Some(game) = after_random_plies::<Othello>(&mut rng, plies) else {
            continue;
        };
        seen += 1;
        let solution = solve_othello(&game, Limits::default());
        let expected = plain_othello(&game, -64, 64);
        assert_eq!(solution.score(), Some(expected), "{}", game.notation());
        let (end, sign) = played_out(&game, &solution.pv);
        assert_eq!(sign * end.final_margin(), expected);
    }
}

#[test]
fn bounds_of_othello_endgames_are_true_and_on_one_side_of_beta() {
    let mut rng = Rng::new(6);
    for _ in 0..300 {
        let plies = 53 + rng.below(8);
        let Some(game) = after_random_plies::<Othello>(&mut rng, plies) else {
            continue;
        };
        let score = plain_othello(&game, -64, 64);
        let beta = score + rng.below(9) as Score - 4;
        let Some((lower, upper)) = othello::bound(&game, beta) else {
            assert!(game.empties() > othello::MOST_EMPTY);
            continue;
        };
        assert!(lower <= score && score <= upper);
        assert!(lower >= beta || upper < beta, "{beta}: {lower} {upper}");
    }
}

#[test]
fn a_stopped_solver_still_gives_true_bounds() {
    let game = ConnectFour::parse("4444443555667").expect("a position");
    let left = 42 - game.moves_played() as Score;
    let whole_range = (-(left / 2), (left + 1) / 2);
    let whole = solve_connect_four(&game, Limits::default());
    let score = whole.score().expect("not stopped");
    let all = whole.counts.nodes();
    let mut narrowed = 0;
    for nodes in [1, 100, all / 2, all - 1] {
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let part = solve_connect_four(&game, limits);
        assert_eq!(part.stopped, Some(Stopped::Nodes));
        assert!(part.lower <= score && score <= part.upper);
        assert!(part.counts.nodes() <= nodes);
        assert!(part.pv.is_empty());
        narrowed += i32::from(part.lower > whole_range.0 || part.upper < whole_range.1);
    }
    assert!(narrowed > 0, "no window was finished");
}

#[test]
fn a_stopped_othello_solver_claims_nothing() {
    let mut rng = Rng::new(1);
    let game = after_random_plies::<Othello>(&mut rng, 44).expect("16 empty squares");
    let whole = solve_othello(&game, Limits::default());
    assert_eq!(
        whole,
        solve_othello(&game, Limits::default()),
        "twice the same"
    );
    let limits = Limits {
        nodes: whole.counts.nodes() / 2,
        ..Limits::default()
    };
    let part = solve_othello(&game, limits);
    assert_eq!(part.stopped, Some(Stopped::Nodes));
    assert_eq!((part.lower, part.upper, part.pv.len()), (-64, 64, 0));
}

#[test]
fn the_same_position_costs_the_same_nodes_twice() {
    let game = ConnectFour::parse("44444433333322").expect("a position");
    let counts = || solve_connect_four(&game, Limits::default()).counts;
    assert_eq!(counts(), counts());
}

#[test]
fn scores_count_the_discs_that_the_winner_has_left() {
    let score = |text: &str| {
        let game = ConnectFour::parse(text).expect("a position");
        solve_connect_four(&game, Limits::default()).score()
    };
    // The fourth of 21 discs wins: 17 are left, and one more.
    assert_eq!(score("112233"), Some(18));
    // Three in a row open at both ends: the opponent loses to the fourth.
    assert_eq!(score("31415"), Some(-18));
    assert_eq!(score("1212121"), Some(-18), "already lost");
}

#[test]
fn a_win_at_once_is_the_whole_line() {
    let game = ConnectFour::parse("112233").expect("a position");
    let solution = solve_connect_four(&game, Limits::default());
    assert_eq!(solution.pv, [Column::new(3).expect("the fourth column")]);
}
