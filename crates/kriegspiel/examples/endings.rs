//! How surely the hunt mates: endings from random positions, against a king that moves by chance
//! and one that sees the board and runs to the middle.
//!
//! `cargo run --release -p zermelo-kriegspiel --example endings [games] [milliseconds]`

use std::time::{Duration, Instant};

use zermelo_chess::{Chess, Kind};
use zermelo_game::random::Rng;
use zermelo_game::{Clock, Game, Notation, Side};
use zermelo_kriegspiel::players::ending::Hunt;
use zermelo_kriegspiel::players::{Budget, Equipment};
use zermelo_kriegspiel::{Action, Cause, Rules, Try, Umpire};

/// White's men beside the king, and Black's.
const ENDINGS: [(&str, &str); 9] = [
    ("Q", ""),
    ("R", ""),
    ("RR", ""),
    ("QR", ""),
    ("QP", ""),
    ("PPP", ""),
    ("Q", "p"),
    ("QR", "pp"),
    ("RRP", "n"),
];

fn main() {
    let mut words = std::env::args().skip(1);
    let mut next = |usual: u64| words.next().and_then(|w| w.parse().ok()).unwrap_or(usual);
    let (games, millis) = (next(50), next(50));
    for (white, black) in ENDINGS {
        for runs in [false, true] {
            let begun = Instant::now();
            let mut causes = std::collections::BTreeMap::new();
            let (mut moves, mut mates) = (0, 0);
            for seed in 0..games {
                let (cause, plies) = play(white, black, runs, seed, millis);
                if cause == "checkmate" {
                    mates += 1;
                    moves += plies / 2;
                }
                *causes.entry(cause).or_insert(0) += 1;
            }
            let who = if runs { "runs" } else { "chance" };
            let mean = moves as f64 / f64::from(mates.max(1));
            let seconds = begun.elapsed().as_secs_f64();
            println!(
                "K{white} - k{black} ({who}): {causes:?}, mates after {mean:.0}, {seconds:.1} s"
            );
        }
    }
}

/// A random position with these men and a knight of Black's that White can take at once.
fn position(white: &str, black: &str, rng: &mut Rng) -> Option<(Chess, Try)> {
    let men: String = format!("K{white}k{black}n");
    let mut board = ['.'; 64];
    for man in men.chars() {
        let square = rng.below(64);
        let edge = matches!(square / 8, 0 | 7) && matches!(man, 'P' | 'p');
        if board[square] != '.' || edge {
            return None;
        }
        board[square] = man;
    }
    let ranks: Vec<String> = (0..8)
        .rev()
        .map(|rank| board[rank * 8..rank * 8 + 8].iter().collect::<String>())
        .map(|rank| rank.replace('.', "1"))
        .collect();
    let start = Chess::parse(&format!("{} w - - 0 1", ranks.join("/"))).ok()?;
    let mut legal = Vec::new();
    start.legal_moves(&mut legal);
    let knight = board.iter().rposition(|&man| man == 'n')? as u8;
    let takes = legal.into_iter().find(|m| m.to() == knight)?;
    let mut after = start.clone();
    after.play(takes);
    let lone = after.squares(Side::Second, Kind::Knight).count_ones() as usize;
    let taken = lone == black.matches('n').count() && after.outcome().is_none();
    taken
        .then(|| (start.clone(), Try::parse(&start.move_text(takes)).ok()))
        .and_then(|(start, tried)| Some((start, tried?)))
}

fn play(white: &str, black: &str, runs: bool, seed: u64, millis: u64) -> (&'static str, usize) {
    let mut rng = Rng::new(seed);
    let (mut truth, first) = loop {
        if let Some(found) = position(white, black, &mut rng) {
            break found;
        }
    };
    let mut umpire = Umpire::from_position(Rules::wild16(), truth.clone());
    let mut tried = first;
    loop {
        if umpire.answer(Action::Try(tried)).word() == "accepted"
            && let Ok(m) = truth.parse_move(&tried.to_string())
        {
            truth.play(m);
        }
        if let Some(result) = umpire.result() {
            // The first capture is not the hunt's: a man lost by it is nobody's fault.
            return match umpire.transcript().plies() {
                2 => ("taken back at once", 2),
                plies => (result.cause.word(), plies),
            };
        }
        let view = umpire.view_of(umpire.to_move());
        tried = match (view.side(), Hunt::of(view)) {
            (Side::First, Some(hunt)) => {
                let clock = Clock {
                    movetime: Some(Duration::from_millis(millis)),
                    ..Clock::default()
                };
                let budget = Budget::new(&clock, &Equipment::default());
                match hunt.ranked(view, &budget).first() {
                    Some(&tried) => tried,
                    None => return ("nothing to try", 0),
                }
            }
            (Side::First, None) => return (Cause::MoveLimit.word(), 0),
            _ => defend(&truth, runs, &mut rng),
        };
    }
}

/// Black's move: by chance, or a capture, or towards the middle.
fn defend(truth: &Chess, runs: bool, rng: &mut Rng) -> Try {
    let mut legal = Vec::new();
    truth.legal_moves(&mut legal);
    rng.shuffle(&mut legal);
    if runs {
        let own = truth.side_squares(Side::First);
        legal.sort_by_key(|m| {
            let to = m.to();
            let takes = own >> to & 1;
            let middle = |at: u8| u64::from(at.min(7 - at));
            std::cmp::Reverse(10 * takes + middle(to & 7) + middle(to >> 3))
        });
    }
    let text = legal
        .first()
        .map(|&m| truth.move_text(m))
        .unwrap_or_default();
    Try::parse(&text).unwrap_or(Try::new(0, 0))
}
