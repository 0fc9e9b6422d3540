//! Advice from outside changes the order of moves and nothing else.

use std::sync::Mutex;

use zermelo_game::random::mix;
use zermelo_game::{Game, Heuristic, Notation, Score};
use zermelo_games::ConnectFour;
use zermelo_search::full::{ADVISED, About, Domain, Memory, Params, Parent, Task, search};

type Move = <ConnectFour as Game>::Move;

/// Connect Four with an adviser that says anything.
struct Advised {
    seed: u64,
}

/// Connect Four with an adviser that knows one column in every position.
struct Stubborn {
    column: Move,
}

impl Domain for Stubborn {
    type Game = ConnectFour;
    type State = ();

    fn state(&mut self, _: &ConnectFour, _: Option<Parent<'_, ConnectFour, ()>>) {}

    fn evaluate(&mut self, game: &ConnectFour, _: &()) -> Score {
        game.evaluate()
    }

    fn about(&self, _: &ConnectFour, _: &(), m: Move, _: i32) -> About {
        About {
            advice: if m == self.column { ADVISED } else { 0 },
            ..About::default()
        }
    }
}

impl Domain for Advised {
    type Game = ConnectFour;
    type State = ();

    fn state(&mut self, _: &ConnectFour, _: Option<Parent<'_, ConnectFour, ()>>) {}

    fn evaluate(&mut self, game: &ConnectFour, _: &()) -> Score {
        game.evaluate()
    }

    fn about(&self, game: &ConnectFour, _: &(), m: Move, _: i32) -> About {
        About {
            advice: self.advice(game, m),
            ..About::default()
        }
    }
}

impl Advised {
    fn advice(&self, game: &ConnectFour, m: Move) -> Score {
        match mix(self.seed ^ game.after(m).key()) {
            _ if self.seed == 0 => 0,
            number if number % 3 == 0 => 0,
            number if number % 3 == 1 => (number % 1000) as Score,
            number => ADVISED + (number % 1000) as Score,
        }
    }
}

fn value(seed: u64, advice_first: i64) -> (Score, Vec<Move>) {
    let params = Params {
        table_kilobytes: 64,
        advice_first,
        ..Params::exact()
    };
    let game = ConnectFour::default();
    let seen = Mutex::new(Vec::new());
    let watch = |depth, m, _| {
        if depth == 1 {
            seen.lock().expect("nobody panics").push(m);
        }
    };
    let task = Task {
        depth: 6,
        watch: Some(&watch),
        ..Task::new(&game)
    };
    let mut memory = Memory::new::<Advised>(&params, 1);
    let report = search(
        &mut Advised { seed },
        &task,
        &params,
        &mut memory,
        &mut |_| true,
    );
    (
        report.lines[0].score,
        seen.into_inner().expect("nobody panics"),
    )
}

#[test]
fn advice_never_changes_a_value_and_sorts_the_root() {
    let (expected, natural) = value(0, 0);
    for seed in 1..40 {
        for advice_first in [0, 1] {
            let (found, order) = value(seed, advice_first);
            assert_eq!(found, expected, "seed {seed}");
            let advised = Advised { seed };
            let game = ConnectFour::default();
            let mut sorted = natural.clone();
            sorted.sort_by_key(|&m| std::cmp::Reverse(advised.advice(&game, m)));
            assert_eq!(order, sorted, "seed {seed}");
        }
    }
}

#[test]
fn what_an_adviser_does_not_know_is_searched_shallower_and_played_if_it_is_better() {
    // The first side has three in the first column: it wins there, and the second side did not see.
    let game = ConnectFour::parse("121213").unwrap();
    let seventh = game.parse_move("7").unwrap();
    let first = game.parse_move("1").unwrap();
    for scout in [0, 1] {
        let nodes = |game: &ConnectFour, plies| {
            let params = Params {
                table_kilobytes: 64,
                advice_reduction: plies,
                scout,
                ..Params::exact()
            };
            let mut memory = Memory::new::<Stubborn>(&params, 1);
            let task = Task {
                depth: 6,
                ..Task::new(game)
            };
            let mut adviser = Stubborn { column: seventh };
            let report = search(&mut adviser, &task, &params, &mut memory, &mut |_| true);
            (report.nodes, report.lines[0].pv[0])
        };
        assert_eq!(nodes(&game, 1).1, first, "scout {scout}");
        let start = ConnectFour::default();
        let (all, fewer) = (nodes(&start, 0).0, nodes(&start, 1).0);
        assert!(fewer < all, "scout {scout}: {fewer} of {all} nodes");
    }
}
