//! Advice from outside changes the order of moves and nothing else.

use std::sync::Mutex;

use zermelo_game::random::mix;
use zermelo_game::{Game, Heuristic, Score};
use zermelo_games::ConnectFour;
use zermelo_search::full::{ADVISED, About, Domain, Memory, Params, Parent, Task, search};

type Move = <ConnectFour as Game>::Move;

/// Connect Four with an adviser that says anything.
struct Advised {
    seed: u64,
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
