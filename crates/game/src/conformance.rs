//! The conformance kit: one set of checks that every game must pass.
//!
//! Random playouts from a position; at every step the rules, the keys, the notations and the
//! optional traits are held against each other. The functions panic with the position's notation
//! when a check fails: they are meant to be called from tests.

use std::collections::HashMap;
use std::fmt::Debug;

use crate::random::Rng;
use crate::{Heuristic, INFINITY, MAX_PAYOFF, Noisy, Notation, Outcome, Symmetry};

/// What a run of the kit saw, so that a test can assert that it saw enough.
#[derive(Clone, Copy, Default, Debug)]
pub struct Report {
    /// Positions visited.
    pub positions: usize,
    /// Games played to their end.
    pub finished: usize,
    /// Plies of the longest game.
    pub longest: usize,
}

/// Plays `games` random games of at most `max_plies` plies from `start` and checks the contract
/// of [`Game`](crate::Game), [`Notation`], [`Noisy`] and [`Heuristic`] at every position.
pub fn check<G>(start: &G, games: usize, max_plies: usize, seed: u64) -> Report
where
    G: Notation + Noisy + Heuristic + Eq + Debug,
{
    let mut rng = Rng::new(seed);
    let mut report = Report::default();
    let mut by_key: HashMap<u64, G> = HashMap::new();
    let mut last_moves: Vec<G::Move> = Vec::new();
    for _ in 0..games {
        let mut game = start.clone();
        for ply in 0.. {
            report.positions += 1;
            report.longest = report.longest.max(ply);
            check_key(&game, &mut by_key);
            check_text(&game);
            let moves = check_moves(&game, &last_moves);
            check_values(&game, moves.is_empty());
            if moves.is_empty() {
                report.finished += 1;
                break;
            }
            if ply == max_plies {
                break;
            }
            let m = moves[rng.below(moves.len())];
            check_play(&game, m);
            game.play(m);
            last_moves = moves;
        }
    }
    report
}

/// Checks that the canonical key is the same for all `images` of each position of random games
/// and that reduced move lists reach every result up to symmetry.
pub fn check_symmetry<G>(start: &G, images: impl Fn(&G) -> Vec<G>, games: usize, seed: u64)
where
    G: Symmetry + Notation,
{
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut game = start.clone();
        loop {
            for image in images(&game) {
                assert_eq!(
                    image.canonical_key(),
                    game.canonical_key(),
                    "{} and its image {} differ in canonical key",
                    game.notation(),
                    image.notation()
                );
                assert_eq!(
                    image.payoff(),
                    game.payoff(),
                    "payoff of {}",
                    image.notation()
                );
            }
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            game.play(m);
        }
    }
}

/// Equal keys only for equal positions (over what one run meets, a 64-bit key must not collide),
/// and a key computed afresh from the notation equals the one kept while playing.
fn check_key<G: Notation + Eq + Debug>(game: &G, by_key: &mut HashMap<u64, G>) {
    let known = by_key.entry(game.key()).or_insert_with(|| game.clone());
    assert!(
        known == game,
        "one key for two positions: {} and {}",
        known.notation(),
        game.notation()
    );
    let again = G::parse(&game.notation())
        .unwrap_or_else(|e| panic!("`{}` does not parse: {e}", game.notation()));
    assert!(
        &again == game,
        "`{}` reads as another position",
        game.notation()
    );
    assert_eq!(
        again.key(),
        game.key(),
        "kept and recomputed key of {}",
        game.notation()
    );
}

fn check_text<G: Notation>(game: &G) {
    assert!(
        !game.to_string().trim().is_empty(),
        "{} prints nothing",
        game.notation()
    );
    assert!(!game.notation().contains('\n'), "a notation is one line");
}

/// The legal moves: distinct, all legal, each with a text of its own that reads back; moves of
/// the position before are legal here exactly if they are listed; unquiet moves are among them.
fn check_moves<G: Notation + Noisy>(game: &G, before: &[G::Move]) -> Vec<G::Move> {
    let at = game.notation();
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let mut again = moves.clone();
    game.legal_moves(&mut again);
    assert_eq!(
        again[..moves.len()],
        moves[..],
        "{at}: legal_moves must append"
    );
    assert_eq!(
        again[moves.len()..],
        moves[..],
        "{at}: the order of moves changes"
    );
    let mut texts: Vec<String> = Vec::new();
    for (i, &m) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(&m), "{at}: {m:?} is listed twice");
        assert!(game.is_legal(m), "{at}: {m:?} is listed but not legal");
        let text = game.move_text(m);
        assert!(
            !text.is_empty() && !text.contains(char::is_whitespace),
            "{at}: `{text}`"
        );
        assert!(!texts.contains(&text), "{at}: two moves are written {text}");
        assert_eq!(
            game.parse_move(&text),
            Ok(m),
            "{at}: {text} reads as another move"
        );
        texts.push(text);
    }
    for &m in before {
        assert_eq!(
            game.is_legal(m),
            moves.contains(&m),
            "{at}: is_legal({m:?})"
        );
    }
    assert!(
        game.parse_move("no such move").is_err(),
        "{at}: nonsense is a move"
    );
    let mut noisy = Vec::new();
    game.noisy_moves(&mut noisy);
    let mut rest = moves.iter();
    for m in &noisy {
        assert!(
            rest.any(|other| other == m),
            "{at}: noisy {m:?} not in order among the legal"
        );
    }
    moves
}

/// A position is over exactly when it has no moves; outcome and payoff agree; the evaluation of
/// an unfinished game is smaller than that of a won one.
fn check_values<G: Notation + Heuristic>(game: &G, no_moves: bool) {
    let at = game.notation();
    assert_eq!(
        game.outcome().is_some(),
        no_moves,
        "{at}: over exactly without moves"
    );
    assert_eq!(
        game.payoff().is_some(),
        no_moves,
        "{at}: a payoff exactly when over"
    );
    if let (Some(outcome), Some(payoff)) = (game.outcome(), game.payoff()) {
        assert_eq!(outcome, Outcome::from_payoff(payoff, game.side()), "{at}");
        let largest = G::LARGEST_PAYOFF.min(MAX_PAYOFF);
        assert!(payoff.abs() <= largest, "{at}: payoff {payoff}");
        let decided = G::decided(payoff);
        assert!(decided.abs() < INFINITY, "{at}: decided {decided}");
        assert_eq!(
            decided.signum(),
            payoff.signum(),
            "{at}: decided changes the winner"
        );
    } else {
        let value = game.evaluate();
        assert!(value.abs() <= MAX_PAYOFF, "{at}: evaluation {value}");
    }
}

/// A move changes the side and leaves the original alone.
fn check_play<G: Notation + Eq + Debug>(game: &G, m: G::Move) {
    let before = game.clone();
    let next = game.after(m);
    assert!(
        &before == game,
        "{}: after() changed the original",
        game.notation()
    );
    assert_eq!(
        next.side(),
        !game.side(),
        "{}: {m:?} keeps the side",
        game.notation()
    );
    assert!(&next != game, "{}: {m:?} changes nothing", game.notation());
}
