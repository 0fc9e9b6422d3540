//! Proof-number search against the solvers: what it proves is so.

use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Score, Side};
use zermelo_games::{ConnectFour, Draughts};
use zermelo_search::proof_number::proof_number;
use zermelo_search::{Counts, Limits, Stopped};
use zermelo_solvers::draughts::{Ending, Endings};
use zermelo_solvers::solve_connect_four;

/// Whether the side to move is proved to get at least this, with at most so many nodes.
fn proves<G: Game>(game: &G, at_least: Score, nodes: u64) -> Result<bool, Stopped> {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let proof = proof_number(game, at_least, &limits, &mut Counts::default())?;
    Ok(proof.lower >= at_least)
}

#[test]
fn proof_numbers_settle_late_connect_four_as_the_solver_does() {
    let mut rng = Rng::new(21);
    let mut seen = [0; 3];
    while seen.iter().sum::<i32>() < 60 {
        let mut game = ConnectFour::default();
        let mut moves = Vec::new();
        while game.moves_played() < 26 && game.outcome().is_none() {
            moves.clear();
            game.legal_moves(&mut moves);
            game.play(*rng.pick(&moves).expect("not over"));
        }
        if game.outcome().is_some() {
            continue;
        }
        let score = solve_connect_four(&game, Limits::default()).score();
        let value = score.expect("no limit").signum();
        for at_least in [0, 1] {
            let proved = proves(&game, at_least, 1_000_000).expect("small enough");
            assert_eq!(proved, value >= at_least, "{}", game.notation());
        }
        seen[(value + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

/// A random position of three pieces.
fn random_ending(rng: &mut Rng) -> Draughts {
    loop {
        let [a, b, c] = [0; 3].map(|_| 1u32 << rng.below(32));
        let kings = [a, b, c]
            .into_iter()
            .filter(|_| rng.below(2) == 0)
            .fold(0, |set, king| set | king);
        let position = Draughts::from_squares(a | b, c, kings, Side::BOTH[rng.below(2)]);
        if let Some(position) = position.filter(|position| position.piece_count() == 3) {
            return position;
        }
    }
}

#[test]
fn proof_numbers_find_short_wins_of_draughts_and_prove_no_false_ones() {
    let mut rng = Rng::new(22);
    let mut endings = Endings::default();
    let (mut short, mut found, mut not_won, mut open) = (0, 0, 0, 0);
    for _ in 0..150 {
        let game = random_ending(&mut rng);
        endings
            .build(&game, Limits::default())
            .expect("three pieces");
        let ending = endings.probe(&game).expect("built");
        let proved = proves(&game, 1, 20_000);
        match ending {
            Ending::Win(plies) if plies <= 7 => {
                short += 1;
                found += i32::from(proved == Ok(true));
                assert_ne!(proved, Ok(false), "{} is won in {plies}", game.notation());
            }
            Ending::Win(_) => {}
            Ending::Draw | Ending::Loss(_) => {
                not_won += 1;
                open += i32::from(proved.is_err());
                assert_ne!(proved, Ok(true), "{} is not won", game.notation());
            }
        }
    }
    eprintln!("{found} of {short} short wins proved; {open} of {not_won} others undecided");
    assert!(
        not_won > 40 && open < not_won,
        "{open} of {not_won} undecided"
    );
    assert!(short > 10 && found * 10 >= short * 9, "{found} of {short}");
}
