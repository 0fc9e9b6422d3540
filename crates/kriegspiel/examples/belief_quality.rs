//! How good beliefs are: the true men under the marginals of the boards and under the matrices of
//! `montecarlo`, on the same games; how many boards there are; how fast they are kept.
//!
//! `cargo run --release -p zermelo-kriegspiel --example belief_quality -- [GAMES] [NODES] [BOARDS]`

mod support;

use std::time::Instant;

use support::play;
use zermelo_chess::{Chess, Kind};
use zermelo_game::random::mix;
use zermelo_game::{Game, Notation, Side};
use zermelo_kriegspiel::Transcript;
use zermelo_kriegspiel::belief::Belief;
use zermelo_kriegspiel::boards::{Boards, BoardsParams};

/// Chances nearer to certainty than this are taken to be this: nothing is impossible.
const SURE: f64 = 0.001;

/// Games of more plies are cut.
const PLIES: usize = 200;

/// The fewest equally heavy boards that are enough.
const ENOUGH: f64 = 500.0;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut next = |usual: u64| words.next().and_then(|w| w.parse().ok()).unwrap_or(usual);
    let (games, nodes, most) = (next(20), next(300), next(10_000) as usize);
    let names = ["montecarlo", "strategic", "metaposition", "belief"];
    let played: Vec<Transcript> = (0..games)
        .filter_map(|game| {
            let pair = [0, 1].map(|side| names[(mix(game * 2 + side) % 4) as usize]);
            play(pair, nodes, game, PLIES)
        })
        .collect();
    let params = BoardsParams {
        most,
        ..BoardsParams::default()
    };
    let mut sums = Sums::default();
    for (number, game) in played.iter().enumerate() {
        judge(game, params, number as u64, &mut sums);
    }
    let turns = sums.turns.max(1) as f64;
    println!(
        "{} games, {} turns, at most {most} boards",
        played.len(),
        sums.turns
    );
    println!(
        "log-likelihood of the true men, a square: boards {:.4}, matrices {:.4}",
        sums.boards / turns / 64.0,
        sums.matrices / turns / 64.0
    );
    let share = |count: u64| 100.0 * count as f64 / turns;
    println!(
        "at least {ENOUGH} boards in effect, or all there are: {:.1}% of turns",
        share(sums.enough)
    );
    println!(
        "no board: {:.1}%, more looked for: {:.1}%, exact boards: {:.1}%",
        share(sums.empty),
        share(sums.refills),
        100.0 * sums.exact / turns
    );
    for most in [1_000, 3_000, 10_000, 30_000] {
        let params = BoardsParams {
            most,
            ..BoardsParams::default()
        };
        let (begun, mut weighed) = (Instant::now(), 0);
        for game in played.iter().take(3) {
            let mut umpire = game.umpire();
            let mut boards = Boards::new(umpire.view_of(Side::First), params, 1);
            for entry in game.entries() {
                umpire.answer(entry.action);
                boards.follow(umpire.view_of(Side::First), None);
            }
            weighed += boards.weighed();
        }
        let speed = weighed as f64 / begun.elapsed().as_secs_f64();
        println!("{most} boards: {speed:.0} boards moved on a second");
    }
}

#[derive(Default)]
struct Sums {
    turns: u64,
    boards: f64,
    matrices: f64,
    enough: u64,
    empty: u64,
    refills: u64,
    exact: f64,
}

/// Follows a game from both sides.
fn judge(game: &Transcript, params: BoardsParams, seed: u64, sums: &mut Sums) {
    for side in Side::BOTH {
        let mut umpire = game.umpire();
        let mut truth = game.start().unwrap_or_default();
        let mut boards = Boards::new(umpire.view_of(side), params, seed);
        let mut asked = 0;
        for entry in game.entries() {
            let own = umpire.to_move() == side && umpire.view_of(side).refused().is_empty();
            if own && umpire.result().is_none() {
                boards.follow(umpire.view_of(side), None);
                sums.turns += 1;
                sums.boards += likelihood(&boards.marginals(), &truth, side);
                sums.matrices += likelihood(boards.matrices(), &truth, side);
                let enough = boards.effective() >= ENOUGH || boards.is_complete();
                sums.enough += u64::from(enough);
                sums.empty += u64::from(boards.list().is_empty());
                sums.refills += u64::from(boards.refills() > asked);
                asked = boards.refills();
                let exact = boards.list().iter().filter(|b| b.exact);
                sums.exact += exact.map(|b| f64::from(b.weight)).sum::<f64>();
            }
            umpire.answer(entry.action);
            if let Some(m) = entry
                .completed()
                .and_then(|t| truth.parse_move(&t.to_string()).ok())
            {
                truth.play(m);
            }
        }
    }
}

/// The logarithm of the chance of what stands on each square, summed: a pawn, a piece, the king or
/// nothing.
fn likelihood(belief: &Belief, truth: &Chess, side: Side) -> f64 {
    let own = truth.side_squares(side);
    (0..64u8)
        .filter(|square| own >> square & 1 == 0)
        .map(|square| {
            let at = usize::from(square);
            let chance = match truth.kind_at(square) {
                Some(Kind::Pawn) => belief.pawns[at],
                Some(Kind::King) => belief.king[at],
                Some(_) => belief.pieces[at],
                None => 1.0 - belief.occupied(square),
            };
            f64::from(chance).clamp(SURE, 1.0 - SURE).ln()
        })
        .sum()
}
