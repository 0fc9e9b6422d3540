//! The full search with everything on: reproducible, legal whenever it is stopped, sane with
//! several threads, and drawn by repetition.

mod folded;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use folded::{Folded, Generous, judge};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, Notation, Outcome, Score, Side};
use zermelo_games::{ConnectFour, Othello};
use zermelo_search::full::{
    About, Domain, Memory, MoveOf, Nature, Params, Parent, Plain, Report, Step, Task, WIN, search,
    search_parallel,
};
use zermelo_search::{Limits, Static, Stopped};

/// Everything on, with margins for trees of small values and small depths.
fn on() -> Params {
    Params {
        table_kilobytes: 256,
        null_move_verification: 4,
        razoring_margin: 2,
        reverse_futility_margin: 2,
        futility_base: 1,
        futility_margin: 2,
        singular_depth: 4,
        singular_double: 1,
        singular_negative: 1,
        probcut: 1,
        probcut_margin: 2,
        history_pruning: 1,
        history_pruning_slope: 10,
        reduced_pruning: 1,
        reduction_noisy: 1,
        reduction_deeper: 1,
        root_reduction: 1,
        aspiration_shallower: 1,
        table_evaluation: 1,
        correction_moves: 1,
        continuation_contexts: 3,
        quiescence_futility: 1,
        ..Params::default()
    }
}

fn run<D: Domain>(
    domain: &mut D,
    task: &Task<'_, D::Game>,
    memory: &mut Memory,
) -> Report<MoveOf<D>> {
    search(domain, task, &on(), memory, &mut |_| true)
}

#[test]
fn the_same_search_twice_visits_the_same_nodes() {
    let mut rng = Rng::new(11);
    let mut memory = Memory::new::<Generous>(&on(), 1);
    let mut tried = [0; Step::ALL.len()];
    for _ in 0..300 {
        let game = Folded::new(rng.next_u64(), 14);
        let task = Task {
            depth: 12,
            ..Task::new(&game)
        };
        let mut domain = Generous {
            knows: false,
            told: 0,
        };
        let first = run(&mut domain, &task, &mut memory);
        memory.clear();
        let again = run(&mut domain, &task, &mut memory);
        memory.clear();
        assert_eq!(first, again, "{game:?}");
        for (count, (_, step)) in tried.iter_mut().zip(Step::ALL) {
            *count += first.steps.tried(step);
        }
    }
    let idle: Vec<_> = Step::ALL
        .iter()
        .zip(tried)
        .filter(|(_, n)| *n == 0)
        .collect();
    // Where a position carries its ply, nothing repeats; the bounds were not offered.
    let names: Vec<_> = idle.iter().map(|((name, _), _)| *name).collect();
    assert_eq!(
        names,
        ["repetition", "outside"],
        "these steps were never tried"
    );
}

#[test]
fn a_search_stopped_anywhere_has_a_legal_move_and_depth_one_behind_it() {
    let mut rng = Rng::new(5);
    let start = Othello::default();
    for nodes in (1..400).chain((500..20_000).step_by(900)) {
        let mut game = start;
        for _ in 0..rng.below(30) {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            if let Some(&m) = rng.pick(&moves) {
                game.play(m);
            }
        }
        let mut memory = Memory::new::<Plain<'_, Othello, Static>>(&on(), 1);
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let task = Task {
            limits,
            ..Task::new(&game)
        };
        let report = run(&mut Plain::new(&Static), &task, &mut memory);
        assert!(game.is_legal(report.lines[0].pv[0]));
        assert!(report.depth >= 1);
        assert_eq!(report.stopped, Some(Stopped::Nodes));
        assert!(
            report.depth == 1 || report.nodes <= nodes + 1,
            "{} of {nodes}",
            report.nodes
        );
    }
}

#[test]
fn the_stop_test_ends_the_search_and_the_callback_too() {
    let game = Othello::default();
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Relaxed) >= 20;
    let limits = Limits {
        stop: Some(&stop),
        ..Limits::default()
    };
    let task = Task {
        limits,
        ..Task::new(&game)
    };
    let mut memory = Memory::new::<Plain<'_, Othello, Static>>(&on(), 1);
    let report = run(&mut Plain::new(&Static), &task, &mut memory);
    assert_eq!(report.stopped, Some(Stopped::Asked));
    assert!(report.nodes < 40_000, "asked every thousand nodes");
    let task = Task::new(&game);
    let mut seen = Vec::new();
    let report = search(
        &mut Plain::new(&Static),
        &task,
        &on(),
        &mut memory,
        &mut |iteration| {
            seen.push(iteration.depth);
            iteration.depth < 4
        },
    );
    assert_eq!(seen, [1, 2, 3, 4]);
    assert_eq!((report.depth, report.stopped), (4, None));
}

#[test]
fn an_interrupted_iteration_keeps_the_move_unless_it_proved_a_better_one() {
    // Exact, so that "better" can be judged: the answer at depth d, or one proved at d + 1.
    let mut rng = Rng::new(9);
    for _ in 0..3000 {
        let game = Folded::new(rng.next_u64(), 8);
        let limits = Limits {
            nodes: 1 + rng.below(300) as u64,
            ..Limits::default()
        };
        let task = Task {
            limits,
            ..Task::new(&game)
        };
        let params = Params {
            table_kilobytes: 64,
            aspiration_width: 1,
            aspiration_depth: 1,
            ..Params::exact()
        };
        let mut memory = Memory::new::<Generous>(&params, 1);
        let mut domain = Generous {
            knows: false,
            told: 0,
        };
        let report = search(&mut domain, &task, &params, &mut memory, &mut |_| true);
        let line = &report.lines[0];
        let after = game.after(line.pv[0]);
        let evaluate = |game: &Folded| game.evaluate();
        let at = |depth: u32| -judge(&after, depth - 1, &evaluate);
        let best = |depth: u32| judge(&game, depth, &evaluate);
        let kept = line.score == best(report.depth) && at(report.depth) == line.score;
        let proved = report.stopped.is_some()
            && at(report.depth + 1) >= line.score
            && line.score <= best(report.depth + 1);
        assert!(kept || proved, "{game:?}: {report:?}");
    }
}

#[test]
fn two_threads_find_legal_and_sane_answers() {
    let game = ConnectFour::parse("44444326").expect("eight legal moves");
    let params = Params {
        table_kilobytes: 1024,
        ..Params::exact()
    };
    let mut domain: Plain<'_, ConnectFour, Static> = Plain::new(&Static);
    let task = Task {
        depth: 8,
        ..Task::new(&game)
    };
    let mut alone = Memory::new::<Plain<'_, ConnectFour, Static>>(&params, 1);
    let expected = search(&mut domain, &task, &params, &mut alone, &mut |_| true);
    for threads in [2, 3] {
        let mut memory = Memory::new::<Plain<'_, ConnectFour, Static>>(&params, threads);
        for _ in 0..4 {
            let report = search_parallel(&mut domain, &task, &params, &mut memory, &mut |_| true);
            // Sound steps only: the threads may differ in the move, not in the value.
            assert_eq!(report.lines[0].score, expected.lines[0].score);
            assert!(game.is_legal(report.lines[0].pv[0]));
            assert!(report.nodes > 0 && report.depth == 8);
        }
        let mut memory = Memory::new::<Plain<'_, ConnectFour, Static>>(&on(), threads);
        let limits = Limits {
            nodes: 100_000,
            ..Limits::default()
        };
        let task = Task {
            limits,
            ..Task::new(&game)
        };
        let report = search_parallel(&mut domain, &task, &on(), &mut memory, &mut |_| true);
        assert!(game.is_legal(report.lines[0].pv[0]));
        let most = 100_000 + 1024 * (threads as u64 + 1);
        assert!(report.nodes <= most, "{} nodes", report.nodes);
    }
}

/// A token on a ring of eight places: each side may step on or back; who reaches place 4 after
/// move 40 of an endless game wins nothing. Standing still is what counts: at place 0 the
/// evaluation likes the second player.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ring {
    place: u8,
    side: Side,
}

impl Game for Ring {
    type Move = i8;

    fn side(&self) -> Side {
        self.side
    }

    fn legal_moves(&self, out: &mut Vec<i8>) {
        out.extend([1, -1]);
    }

    fn play(&mut self, m: i8) {
        self.place = (self.place as i8 + m).rem_euclid(8) as u8;
        self.side = !self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn key(&self) -> u64 {
        zermelo_game::random::mix(u64::from(self.place) << 1 | self.side.index() as u64)
    }
}

struct RingDomain;

impl Domain for RingDomain {
    type Game = Ring;
    type State = ();

    fn state(&mut self, _game: &Ring, _from: Option<Parent<'_, Ring, ()>>) {}

    fn evaluate(&mut self, game: &Ring, _state: &()) -> Score {
        // Always good for the second player: the first is glad of a repetition.
        match game.side {
            Side::First => -100,
            Side::Second => 100,
        }
    }

    fn about(&self, _game: &Ring, _state: &(), m: i8, _depth: i32) -> About {
        About {
            index: 0,
            noisy: false,
            bonus: m.into(),
            ..About::default()
        }
    }

    fn nature(&self, _game: &Ring, _state: &()) -> Nature {
        Nature {
            reversible: usize::MAX,
            ..Nature::default()
        }
    }
}

#[test]
fn a_position_that_occurred_before_is_a_draw() {
    let game = Ring {
        place: 3,
        side: Side::First,
    };
    let mut memory = Memory::new::<RingDomain>(&on(), 1);
    let params = Params {
        repetition: 1,
        table_kilobytes: 64,
        ..Params::exact()
    };
    let score = |depth, history: &[u64], params: &Params, memory: &mut Memory| {
        memory.clear();
        let task = Task {
            depth,
            history,
            ..Task::new(&game)
        };
        search(&mut RingDomain, &task, params, memory, &mut |_| true).lines[0].score
    };
    // Four plies round: forth and back twice is the first repetition of the path.
    assert_eq!(score(3, &[], &params, &mut memory), -100);
    assert_eq!(
        score(4, &[], &params, &mut memory),
        -100,
        "the second player need not go back"
    );
    // With all but place 0 in the game's past, every way leads into it.
    let mut past = Vec::new();
    for place in [1, 2, 3, 4, 5, 6, 7, 0] {
        past.push(
            Ring {
                place,
                side: Side::First,
            }
            .key(),
        );
        past.push(
            Ring {
                place,
                side: Side::Second,
            }
            .key(),
        );
    }
    assert_eq!(score(3, &past, &params, &mut memory), 0);
    let off = Params {
        repetition: 0,
        ..params
    };
    assert_eq!(score(3, &past, &off, &mut memory), -100);
}

#[test]
fn nearer_wins_are_preferred_and_losses_delayed() {
    struct Wins;
    impl Domain for Wins {
        type Game = ConnectFour;
        type State = ();
        fn state(&mut self, _: &ConnectFour, _: Option<Parent<'_, ConnectFour, ()>>) {}
        fn evaluate(&mut self, game: &ConnectFour, _: &()) -> Score {
            game.evaluate()
        }
    }
    let mut memory = Memory::new::<Wins>(&on(), 1);
    // Three in column 1 with the move: a win at once. One ply earlier: the loser must block.
    for (position, score) in [
        ("121212", Some(WIN - 1)),
        ("4455", Some(WIN - 3)),
        ("445", None),
    ] {
        let game = ConnectFour::parse(position).expect("a position");
        let task = Task {
            depth: 5,
            ..Task::new(&game)
        };
        memory.clear();
        let report = search(&mut Wins, &task, &on(), &mut memory, &mut |_| true);
        match score {
            Some(score) => assert_eq!(report.lines[0].score, score, "{position}"),
            None => assert!(
                report.lines[0].score > -WIN / 2,
                "{position} is not lost yet"
            ),
        }
    }
}
