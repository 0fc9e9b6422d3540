//! What the domains tell the search must be true: to the end of the game the search has the
//! value of minimax, wins and losses counted in plies.

use std::collections::HashMap;

use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, Notation, Score};
use zermelo_games::{ConnectFour, Draughts, Grundy, Nim, Othello, TicTacToe};
use zermelo_players::{AnyGame, ConnectFourDomain, DraughtsDomain, OthelloDomain};
use zermelo_search::full::{Domain, Memory, Params, Task, WIN, search};

fn small(params: Params) -> Params {
    Params {
        table_kilobytes: 256,
        ..params
    }
}

/// Minimax to the end: a win is worth `WIN` less the plies to it.
fn judge<G: Game>(game: &G, scale: fn(Score) -> Score, known: &mut HashMap<u64, Score>) -> Score {
    if let Some(payoff) = game.payoff() {
        return scale(payoff);
    }
    if let Some(&value) = known.get(&game.key()) {
        return value;
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let later = |value: Score| value - value.signum() * Score::from(value.abs() > WIN / 2);
    let values = moves
        .iter()
        .map(|&m| later(-judge(&game.after(m), scale, known)));
    let value = values.max().expect("an unfinished game has moves");
    known.insert(game.key(), value);
    value
}

/// Random positions from a random game's last plies, solved with and without the unsound steps.
/// Games that end before `least` plies are left out: minimax would not come to an end.
fn solves<D: Domain>(
    mut domain: D,
    start: &D::Game,
    (least, last): (usize, usize),
    scale: fn(Score) -> Score,
) {
    let mut rng = Rng::new(last as u64);
    let (mut known, mut solved) = (HashMap::new(), 0);
    let params = small(Params::exact());
    let mut memory = Memory::new::<D>(&params, 1);
    for _ in 0..400 {
        let mut path = vec![start.clone()];
        loop {
            let game = &path[path.len() - 1];
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            path.push(game.after(m));
        }
        let back = 2 + rng.below(last);
        let place = path.len().saturating_sub(back).max(least);
        let Some(game) = path.get(place).filter(|game| game.payoff().is_none()) else {
            continue;
        };
        solved += 1;
        let expected = judge(game, scale, &mut known);
        memory.clear();
        let report = search(
            &mut domain,
            &Task::new(game),
            &params,
            &mut memory,
            &mut |_| true,
        );
        let line = &report.lines[0];
        assert_eq!(line.score, expected, "{} plies before the end", back - 1);
        let after = game.after(line.pv[0]);
        let value = -judge(&after, scale, &mut known);
        let value = value - value.signum() * Score::from(value.abs() > WIN / 2);
        assert_eq!(value, expected, "the move has the value");
    }
    assert!(solved >= 50, "only {solved} positions");
}

fn by_sign(payoff: Score) -> Score {
    payoff.signum() * WIN
}

#[test]
fn tic_tac_toe_is_solved() {
    solves(AnyGame::new(), &TicTacToe::default(), (0, 9), by_sign);
}

#[test]
fn piles_are_solved() {
    let grundy: Grundy = Notation::parse("9,8").expect("piles");
    solves(AnyGame::new(), &grundy, (0, 12), by_sign);
    let nim: Nim = Notation::parse("4,3,2").expect("piles");
    solves(AnyGame::new(), &nim, (0, 9), by_sign);
}

#[test]
fn connect_four_endings_are_solved() {
    solves(
        ConnectFourDomain,
        &ConnectFour::default(),
        (28, 12),
        by_sign,
    );
}

#[test]
fn othello_endings_are_solved() {
    solves(OthelloDomain, &Othello::default(), (0, 8), Othello::decided);
}

/// With everything on: the same answer and the same nodes twice.
fn repeats<D: Domain>(mut domain: D, start: &D::Game, depth: u32) {
    let mut rng = Rng::new(2);
    let params = small(Params::default());
    let mut memory = Memory::new::<D>(&params, 1);
    for _ in 0..20 {
        let mut game = start.clone();
        for _ in 0..rng.below(20) {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            if let Some(&m) = rng.pick(&moves) {
                game.play(m);
            }
        }
        let task = Task {
            depth,
            ..Task::new(&game)
        };
        let mut reports = [(); 2].map(|()| {
            memory.clear();
            search(&mut domain, &task, &params, &mut memory, &mut |_| true)
        });
        assert_eq!(reports[0], reports[1]);
        if game.payoff().is_none() {
            let m = reports[0].lines.remove(0).pv[0];
            assert!(game.is_legal(m));
        }
    }
}

#[test]
fn searches_with_everything_on_are_reproducible() {
    repeats(ConnectFourDomain, &ConnectFour::default(), 9);
    repeats(OthelloDomain, &Othello::default(), 6);
    repeats(DraughtsDomain, &Draughts::default(), 8);
    repeats(AnyGame::new(), &TicTacToe::default(), 9);
}

#[test]
fn a_king_more_in_draughts_does_not_repeat_positions_for_ever() {
    // Two kings against one: the lead must not be given away to a repetition.
    let game = Draughts::parse("B:WK1:BK10,K15").expect("a position");
    let params = small(Params::default());
    let mut memory = Memory::new::<DraughtsDomain>(&params, 1);
    let task = Task {
        depth: 9,
        ..Task::new(&game)
    };
    let report = search(
        &mut DraughtsDomain,
        &task,
        &params,
        &mut memory,
        &mut |_| true,
    );
    assert!(report.lines[0].score > 0, "{:?}", report.lines[0]);
}
