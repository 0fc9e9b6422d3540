//! The tables of draughts endings against their own definition and against search.

use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Side};
use zermelo_games::Draughts;
use zermelo_search::retrograde::Database;
use zermelo_solvers::draughts::{Ending, EndingError, Endings, MOST_PIECES};
use zermelo_solvers::{Limits, Stopped, solve_draughts_ending};

/// A random position with so many pieces.
fn random_position(rng: &mut Rng, pieces: usize) -> Draughts {
    loop {
        let (mut black, mut white, mut kings) = (0u32, 0u32, 0u32);
        for _ in 0..pieces {
            let square = 1 << rng.below(32);
            match rng.below(2) {
                0 => black |= square & !white,
                _ => white |= square & !black,
            }
            if rng.below(2) == 0 {
                kings |= square;
            }
        }
        let side = Side::BOTH[rng.below(2)];
        let all = black | white;
        if all.count_ones() as usize == pieces
            && let Some(position) = Draughts::from_squares(black, white, kings & all, side)
        {
            return position;
        }
    }
}

fn children(position: &Draughts) -> Vec<Draughts> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|m| position.after(m)).collect()
}

/// What a position's ending must be by those of its successors, unless it is a draw that nobody
/// can leave.
fn by_definition(endings: &Endings, position: &Draughts) -> Ending {
    let after: Vec<Ending> = children(position)
        .iter()
        .map(|child| endings.probe(child).expect("built with its parent"))
        .collect();
    let wins = after.iter().filter_map(|ending| match ending {
        Ending::Loss(plies) => Some(plies + 1),
        _ => None,
    });
    let losses = after.iter().map(|ending| match ending {
        Ending::Win(plies) => Some(plies + 1),
        _ => None,
    });
    if let Some(plies) = wins.min() {
        return Ending::Win(plies);
    }
    match losses.collect::<Option<Vec<u32>>>() {
        Some(plies) => Ending::Loss(plies.into_iter().max().unwrap_or(0)),
        None => Ending::Draw,
    }
}

#[test]
fn endings_of_up_to_three_pieces_agree_with_their_successors() {
    let mut rng = Rng::new(7);
    let mut endings = Endings::default();
    let mut seen = [0; 3];
    for n in 0..30_000 {
        let position = random_position(&mut rng, 1 + n % 3);
        endings
            .build(&position, Limits::default())
            .expect("few pieces");
        let ending = endings.probe(&position).expect("built");
        assert_eq!(
            ending,
            by_definition(&endings, &position),
            "{}",
            position.notation()
        );
        seen[(ending.value() + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}

#[test]
fn endings_equal_the_generic_retrograde_analysis() {
    let mut endings = Endings::default();
    for text in [
        "B:WK1:BK32",
        "W:W30:BK3",
        "B:WK32,K28:BK1",
        "B:W31:B2,K5",
        "W:WK10:B3,9",
    ] {
        let position = Draughts::parse(text).expect("a position");
        endings
            .build(&position, Limits::default())
            .expect("few pieces");
        let database = Database::build(&position, Limits::default()).expect("fits");
        let (value, plies) = database.value(&position).expect("the root is in it");
        let expected = match (value, plies) {
            (1, Some(plies)) => Ending::Win(plies),
            (-1, Some(plies)) => Ending::Loss(plies),
            _ => Ending::Draw,
        };
        assert_eq!(endings.probe(&position), Some(expected), "{text}");
    }
}

#[test]
fn two_kings_beat_one_unless_it_holds_the_double_corner() {
    let solve = |text: &str| {
        let position = Draughts::parse(text).expect("a position");
        solve_draughts_ending(&position, Limits::default()).expect("three pieces")
    };
    let won = solve("B:WK14:BK32,K28");
    assert_eq!(won.score(), Some(1));
    assert_eq!(won.pv.len() % 2, 1, "the winner has the last word");
    assert_eq!(
        solve("B:WK14:BK32").score(),
        Some(0),
        "one king against one"
    );
}

#[test]
fn lines_are_as_long_as_the_ending_and_end_it() {
    let mut rng = Rng::new(12);
    let mut endings = Endings::default();
    for _ in 0..300 {
        let position = random_position(&mut rng, 3);
        let solution = endings
            .solve(&position, Limits::default())
            .expect("three pieces");
        let plies = match endings.probe(&position).expect("built") {
            Ending::Win(plies) | Ending::Loss(plies) => plies as usize,
            Ending::Draw => {
                assert_eq!(solution.pv.len(), 1);
                continue;
            }
        };
        assert_eq!(solution.pv.len(), plies);
        let mut at = position;
        for m in solution.pv {
            assert!(at.is_legal(m));
            at.play(m);
        }
        assert!(at.outcome().is_some());
    }
}

#[test]
fn too_many_pieces_and_limits_are_said() {
    let start = Draughts::default();
    let error = solve_draughts_ending(&start, Limits::default()).expect_err("24 pieces");
    assert_eq!(error, EndingError::TooManyPieces(24));
    assert!(error.to_string().contains(&MOST_PIECES.to_string()));
    let ending = Draughts::parse("B:WK14:BK32,K28").expect("a position");
    let stop = || true;
    let limits = [
        (
            Limits {
                memory: 1000,
                ..Limits::default()
            },
            Stopped::Memory,
        ),
        (
            Limits {
                nodes: 1000,
                ..Limits::default()
            },
            Stopped::Nodes,
        ),
        (
            Limits {
                stop: Some(&stop),
                ..Limits::default()
            },
            Stopped::Asked,
        ),
    ];
    for (limits, reason) in limits {
        let error = solve_draughts_ending(&ending, limits).expect_err("a limit");
        assert_eq!(error, EndingError::Stopped(reason));
    }
}

#[test]
#[ignore = "makes all tables of four pieces: seconds in release"]
fn endings_of_four_pieces_agree_with_their_successors() {
    let mut rng = Rng::new(9);
    let mut endings = Endings::default();
    let mut longest = 0;
    let start = std::time::Instant::now();
    for n in 0..400_000 {
        let position = random_position(&mut rng, 4);
        endings
            .build(&position, Limits::default())
            .expect("four pieces");
        if n == 1000 {
            eprintln!(
                "{} ranks in {:.1} s",
                endings.ranks(),
                start.elapsed().as_secs_f64()
            );
        }
        let ending = endings.probe(&position).expect("built");
        assert_eq!(
            ending,
            by_definition(&endings, &position),
            "{}",
            position.notation()
        );
        if let Ending::Win(plies) = ending {
            longest = longest.max(plies);
        }
    }
    eprintln!("longest win met: {longest} plies");
    assert!(longest > 20);
}
