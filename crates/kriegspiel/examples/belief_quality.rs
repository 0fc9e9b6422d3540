//! How good beliefs are: the true men under the marginals of the boards and under the matrices of
//! `montecarlo`, on the same games; how many boards there are; how fast they are kept.
//!
//! `cargo run --release -p zermelo-kriegspiel --example belief_quality -- GAMES [NODES] [BOARDS]`
//!
//! GAMES is a file of transcripts, or a number of games to play with so many NODES a move. Every
//! game is followed by one side, drawn by its number.

mod support;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
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

/// Games between two words of progress.
const WORD: usize = 20;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| words.get(at).and_then(|w| w.parse().ok()).unwrap_or(usual);
    let most = number(2, 10_000) as usize;
    let games = match words.first().filter(|word| word.parse::<u64>().is_err()) {
        Some(file) => read(file),
        None => played(number(0, 20), number(1, 300)),
    };
    report(&quality(&games, most), games.len(), most);
    for most in [1_000, 3_000, 10_000, 30_000] {
        speed(&games, most);
    }
}

/// The games of a file.
fn read(file: &str) -> Vec<Transcript> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("cannot read {file}: {e}"));
    Transcript::parse_all(&text).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// Games between players drawn by their number.
fn played(games: u64, nodes: u64) -> Vec<Transcript> {
    let names = ["montecarlo", "strategic", "metaposition", "belief"];
    let play = |game| {
        let pair = [0, 1].map(|side| names[(mix(game * 2 + side) % 4) as usize]);
        play(pair, nodes, game, PLIES)
    };
    (0..games).filter_map(play).collect()
}

/// What all games show, looked at by all cores.
fn quality(games: &[Transcript], most: usize) -> Sums {
    let params = BoardsParams {
        most,
        ..BoardsParams::default()
    };
    let (next, all, begun) = (
        AtomicUsize::new(0),
        Mutex::new(Sums::default()),
        Instant::now(),
    );
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(game) = games.get(number) else {
            return;
        };
        let found = judge(game, params, number as u64);
        all.lock().expect("no thread panics").add(&found);
        if number % WORD == WORD - 1 {
            let took = begun.elapsed().as_secs_f64();
            let left = took / (number + 1) as f64 * (games.len() - number - 1) as f64;
            eprintln!("{} games, about {left:.0} s left", number + 1);
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    all.into_inner().expect("no thread panics")
}

fn report(sums: &Sums, games: usize, most: usize) {
    let turns = sums.turns.max(1) as f64;
    println!("{games} games, {} turns, at most {most} boards", sums.turns);
    println!(
        "log-likelihood of the true men, a square: boards {:.4}, matrices {:.4}",
        sums.boards / turns / 64.0,
        sums.matrices / turns / 64.0
    );
    let share = |count: u64| 100.0 * count as f64 / turns;
    println!(
        "at least {ENOUGH} boards in effect: {:.2}% of turns, with those that have every possible \
         board {:.2}%; before weights are drawn together {:.2}% and {:.2}%",
        share(sums.enough),
        share(sums.enough_or_all),
        share(sums.untempered),
        share(sums.untempered_or_all)
    );
    let mut spread = sums.spread.clone();
    spread.sort_by(f64::total_cmp);
    let part = |part: f64| spread.get((part * turns) as usize).copied().unwrap_or(0.0);
    println!(
        "boards in effect before that, where not every possible one is there: {:.0} at the \
         hundredth part of turns, {:.0} at the twentieth, {:.0} at the tenth, {:.0} in the middle",
        part(0.01),
        part(0.05),
        part(0.1),
        part(0.5)
    );
    println!(
        "no board: {} turns, more looked for: {:.1}%, weight of exact boards: {:.1}%",
        sums.empty,
        share(sums.refills),
        100.0 * sums.exact / turns
    );
}

/// How fast boards are moved on.
fn speed(games: &[Transcript], most: usize) {
    let params = BoardsParams {
        most,
        ..BoardsParams::default()
    };
    let (begun, mut weighed, mut turns) = (Instant::now(), 0, 0);
    for game in games.iter().take(3) {
        let mut umpire = game.umpire();
        let mut boards = Boards::new(umpire.view_of(Side::First), params, 1);
        for entry in game.entries() {
            umpire.answer(entry.action);
            boards.follow(umpire.view_of(Side::First), None);
            turns += u64::from(entry.completed().is_some());
        }
        weighed += boards.weighed();
    }
    let took = begun.elapsed().as_secs_f64();
    println!(
        "{most} boards: {:.0} boards moved on a second, {:.2} ms a turn",
        weighed as f64 / took,
        2_000.0 * took / turns.max(1) as f64
    );
}

#[derive(Default)]
struct Sums {
    turns: u64,
    boards: f64,
    matrices: f64,
    /// Turns with enough boards in effect, and those or all boards that are possible.
    enough: u64,
    enough_or_all: u64,
    /// The same before weights are drawn together.
    untempered: u64,
    untempered_or_all: u64,
    /// The boards in effect before that, of every turn; all that are possible are no bound.
    spread: Vec<f64>,
    empty: u64,
    refills: u64,
    exact: f64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.turns += other.turns;
        self.boards += other.boards;
        self.matrices += other.matrices;
        self.enough += other.enough;
        self.enough_or_all += other.enough_or_all;
        self.untempered += other.untempered;
        self.untempered_or_all += other.untempered_or_all;
        self.spread.extend(&other.spread);
        self.empty += other.empty;
        self.refills += other.refills;
        self.exact += other.exact;
    }

    /// Takes in a turn.
    fn count(&mut self, boards: &Boards, refilled: bool) {
        let (all, before) = (boards.is_complete(), boards.untempered());
        let enough = boards.effective() >= ENOUGH;
        self.turns += 1;
        self.enough += u64::from(enough);
        self.enough_or_all += u64::from(enough || all);
        self.untempered += u64::from(before >= ENOUGH);
        self.untempered_or_all += u64::from(before >= ENOUGH || all);
        self.spread.push(if all { f64::INFINITY } else { before });
        self.empty += u64::from(boards.list().is_empty());
        self.refills += u64::from(refilled);
        let exact = boards.list().iter().filter(|b| b.exact);
        self.exact += exact.map(|b| f64::from(b.weight)).sum::<f64>();
    }
}

/// Follows a game from one side.
fn judge(game: &Transcript, params: BoardsParams, number: u64) -> Sums {
    let mut sums = Sums::default();
    let side = Side::BOTH[(mix(number) & 1) as usize];
    let mut umpire = game.umpire();
    let mut truth = game.start().unwrap_or_default();
    let mut boards = Boards::new(umpire.view_of(side), params, number);
    let mut asked = 0;
    for entry in game.entries() {
        let own = umpire.to_move() == side && umpire.view_of(side).refused().is_empty();
        if own && umpire.result().is_none() {
            boards.follow(umpire.view_of(side), None);
            sums.count(&boards, boards.refills() > asked);
            sums.boards += likelihood(&boards.marginals(), &truth, side);
            sums.matrices += likelihood(boards.matrices(), &truth, side);
            asked = boards.refills();
        }
        umpire.answer(entry.action);
        if let Some(m) = entry
            .completed()
            .and_then(|t| truth.parse_move(&t.to_string()).ok())
        {
            truth.play(m);
        }
    }
    sums
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
