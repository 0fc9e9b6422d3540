//! The full search against plain minimax: with everything unsound off it must be equal, whatever
//! the domain says about order and whatever the sound switches are.

mod folded;

use folded::{Folded, Generous, judge};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, Noisy, Score};
use zermelo_games::{
    BranchingTree, ConnectFour, DependentTree, Draughts, ExplicitTree, Grundy, Nim, Othello,
    TicTacToe, UniformTree,
};
use zermelo_search::full::{Domain, Memory, Params, Plain, Report, Task, search};
use zermelo_search::{Evaluator, Payoff, Static};

const SMALL: i64 = 64;

/// The preset with a small table and every sound parameter at random.
fn sound(rng: &mut Rng) -> Params {
    let mut params = Params {
        table_kilobytes: [1, SMALL][rng.below(2)],
        aspiration_width: 1 + rng.below(50) as i64,
        aspiration_depth: 1 + rng.below(4) as i64,
        aspiration_growth: 101 + rng.below(400) as i64,
        table_min_depth: rng.below(3) as i64,
        history_slope: 1 + rng.below(500) as i64,
        ..Params::exact()
    };
    for switch in [
        "table-cut",
        "aspiration",
        "killers",
        "history",
        "continuation-history",
        "exchange-order",
        "scout",
    ] {
        params.set(switch, rng.below(2) as i64).expect("a switch");
    }
    params
}

fn run<D: Domain>(
    domain: &mut D,
    game: &D::Game,
    depth: u32,
    params: &Params,
) -> Report<<D::Game as Game>::Move> {
    let mut memory = Memory::new::<D>(params, 1);
    let task = Task {
        depth,
        ..Task::new(game)
    };
    search(domain, &task, params, &mut memory, &mut |_| true)
}

/// Plain minimax on the evaluator's scale.
fn minimax<G: Game, E: Evaluator<G>>(game: &G, depth: u32, evaluator: &E) -> Score {
    if let Some(payoff) = game.payoff() {
        return evaluator.terminal(payoff);
    }
    if depth == 0 {
        return evaluator.evaluate(game);
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let below = |&m| -minimax(&game.after(m), depth - 1, evaluator);
    moves
        .iter()
        .map(below)
        .max()
        .expect("an unfinished game has moves")
}

/// Random positions of a game, searched to random depths with random sound parameters.
fn agrees<G: Noisy + Heuristic>(start: &G, positions: usize, (plies, depth): (usize, usize)) {
    let mut rng = Rng::new(plies as u64);
    let mut searched = 0;
    while searched < positions {
        let mut game = start.clone();
        for _ in 0..rng.below(plies + 1) {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            if let Some(&m) = rng.pick(&moves) {
                game.play(m);
            }
        }
        if game.payoff().is_some() {
            continue;
        }
        searched += 1;
        let depth = 1 + rng.below(depth) as u32;
        let params = sound(&mut rng);
        let report = run(&mut Plain::new(&Static), &game, depth, &params);
        let expected = minimax(&game, depth, &Static);
        let line = &report.lines[0];
        assert_eq!(
            line.score, expected,
            "depth {depth} after some of {plies} plies, {params:?}"
        );
        let after = game.after(line.pv[0]);
        assert_eq!(
            -minimax(&after, depth - 1, &Static),
            expected,
            "the move has the value"
        );
    }
}

#[test]
fn exact_is_minimax_on_tic_tac_toe() {
    agrees(&TicTacToe::default(), 1500, (8, 6));
}

#[test]
fn exact_is_minimax_on_connect_four() {
    agrees(&ConnectFour::default(), 1500, (40, 4));
}

#[test]
fn exact_is_minimax_on_othello() {
    agrees(&Othello::default(), 1000, (60, 3));
}

#[test]
fn exact_is_minimax_on_draughts() {
    agrees(&Draughts::default(), 1500, (120, 4));
}

#[test]
fn exact_is_minimax_on_piles() {
    let grundy: Grundy = zermelo_game::Notation::parse("12,7,4").expect("piles");
    agrees(&grundy, 1000, (8, 5));
    let nim: Nim = zermelo_game::Notation::parse("5,4,3").expect("piles");
    agrees(&nim, 1000, (8, 4));
}

#[test]
fn exact_is_minimax_on_synthetic_and_explicit_trees() {
    for seed in 0..40 {
        let (width, height) = (1 + seed as u32 % 4, 1 + seed as u32 % 6);
        let uniform = UniformTree::new(width, height, seed).expect("a shape");
        agrees(&uniform, 20, (height as usize - 1, 6));
        let few = uniform.with_values(4).expect("few values");
        agrees(&few, 20, (height as usize - 1, 6));
        let dependent = DependentTree::new(width, height, seed).expect("a shape");
        agrees(&dependent, 20, (height as usize - 1, 6));
        let branching = BranchingTree::new(1, 4, 1 + height, seed).expect("a shape");
        agrees(&branching, 20, (height as usize, 6));
    }
    let tree = ExplicitTree::parse("((3 5)(((0 9) 5)(7 8)(9)))").expect("a tree");
    agrees(&tree, 100, (3, 6));
}

#[test]
fn exact_is_minimax_whatever_a_domain_says_of_order_and_bounds() {
    let mut rng = Rng::new(7);
    let (mut told, mut solved) = (0, 0);
    for _ in 0..6000 {
        let game = Folded::new(rng.next_u64(), 7);
        let whole = rng.below(2) == 0;
        let depth = if whole { 30 } else { 1 + rng.below(7) as u32 };
        // Bounds of the whole game would be wrong for a search to a depth.
        let mut domain = Generous {
            knows: whole,
            told: 0,
        };
        let params = sound(&mut rng);
        let report = run(&mut domain, &game, depth, &params);
        let expected = judge(&game, depth, &|game: &Folded| game.evaluate());
        let line = &report.lines[0];
        assert_eq!(
            line.score, expected,
            "{game:?} to depth {depth} with {params:?}"
        );
        assert!(!whole || report.solved, "a search to the end is final");
        told += domain.told;
        solved += u32::from(report.solved);
    }
    assert!(
        told > 10_000 && solved > 2_000,
        "told {told}, solved {solved}"
    );
}

#[test]
fn several_lines_are_the_best_moves_with_their_values() {
    let mut rng = Rng::new(3);
    for _ in 0..1500 {
        let game = Folded::new(rng.next_u64(), 6);
        let depth = 1 + rng.below(6) as u32;
        let params = sound(&mut rng);
        let mut domain = Generous {
            knows: false,
            told: 0,
        };
        let mut memory = Memory::new::<Generous>(&params, 1);
        let task = Task {
            depth,
            lines: 1 + rng.below(4),
            ..Task::new(&game)
        };
        let report = search(&mut domain, &task, &params, &mut memory, &mut |_| true);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let value = |m| -judge(&game.after(m), depth - 1, &|game: &Folded| game.evaluate());
        let mut values: Vec<Score> = moves.iter().map(|&m| value(m)).collect();
        values.sort_by_key(|&value| std::cmp::Reverse(value));
        values.truncate(task.lines);
        let found: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
        assert_eq!(found, values, "{game:?} to depth {depth} with {params:?}");
        for line in &report.lines {
            assert_eq!(value(line.pv[0]), line.score, "a line begins with its move");
        }
        let mut firsts: Vec<u8> = report.lines.iter().map(|line| line.pv[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), values.len(), "lines begin differently");
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_the_line_leads_to_it() {
    let game = TicTacToe::default();
    let report = run(&mut Plain::new(&Payoff), &game, 1000, &Params::exact());
    assert!(report.solved);
    assert_eq!((report.lines[0].score, report.stopped), (0, None));
    let end = report.lines[0]
        .pv
        .iter()
        .fold(game, |game, &m| game.after(m));
    assert!(end.payoff().is_none_or(|payoff| payoff == 0));
}
