//! The full search against the crate `minimax` 0.6, on Connect Four and Othello.
//!
//! Same rules, evaluation, hash keys, depth and table size; nothing unsound on either side, so
//! that both must find the same value of the root, which is checked. The peer runs with each of
//! its sets of options, and the best counts. Every search begins with empty memory, whose
//! allocation is not timed; the two programs take turns, and the order changes every round. Time
//! is that of the thread's processor where the system tells it.
//!
//! `cd bench && cargo run --release [rounds]`

mod peer;

use std::time::Instant;

use minimax::{BEST_EVAL, IterativeOptions, IterativeSearch, Strategy, WORST_EVAL};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Score};
use zermelo_players::{ConnectFourDomain, OthelloDomain, tuned};
use zermelo_search::full::{Domain, Memory, Params, Task, plies_to_end, search};

use peer::{Judge, Level, Measured, Ours};

const TABLE_BYTES: usize = 16 << 20;
const POSITIONS: usize = 10;

/// Seconds of this thread's processor time, or of the clock where that is not told.
fn seconds(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat");
    let first = told
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    first.map_or_else(
        || begun.elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds / 1e9,
    )
}

/// Random unfinished positions after some plies.
fn positions<G: Game + Default>(plies: usize) -> Vec<G> {
    let mut rng = Rng::new(plies as u64);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut game = G::default();
        for _ in 0..plies {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            if let Some(&m) = rng.pick(&moves) {
                game.play(m);
            }
        }
        if game.payoff().is_none() {
            found.push(game);
        }
    }
    found
}

/// The peer's options that change no value, by name.
fn options() -> Vec<(&'static str, IterativeOptions)> {
    let base = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    let history = base.with_countermove_history();
    let both = history.with_countermoves();
    vec![
        ("plain", base),
        ("countermoves", base.with_countermoves()),
        ("history", history),
        ("both", both),
        ("both, aspiration 50", both.with_aspiration_window(50)),
        ("both, double step", both.with_double_step_increment()),
        ("both, mtdf", both.with_mtdf()),
        ("history, aspiration 50", history.with_aspiration_window(50)),
        ("history, mtdf", history.with_mtdf()),
        ("history, double step", history.with_double_step_increment()),
    ]
}

/// A value on the peer's scale.
fn peer_scale(score: Score) -> Score {
    match plies_to_end(score) {
        Some(plies) if plies > 0 => BEST_EVAL.into(),
        Some(_) => WORST_EVAL.into(),
        None => score,
    }
}

fn run_ours<D: Domain>(
    domain: &mut Ours<D>,
    game: &D::Game,
    depth: u32,
    params: &Params,
) -> (f64, Score, u64)
where
    D::Game: Measured,
{
    let mut memory = Memory::new::<Ours<D>>(params, 1);
    let task = Task {
        depth,
        ..Task::new(game)
    };
    let clock = Instant::now();
    let begun = seconds(clock);
    let report = search(domain, &task, params, &mut memory, &mut |_| true);
    let time = seconds(clock) - begun;
    (time, peer_scale(report.lines[0].score), report.nodes)
}

fn run_peer<G: Measured>(options: IterativeOptions, game: &G, depth: u32) -> (f64, Score) {
    let mut peer = IterativeSearch::new(Judge::<G>::default(), options);
    peer.set_max_depth(depth as u8);
    let clock = Instant::now();
    let begun = seconds(clock);
    peer.choose_move(game);
    let time = seconds(clock) - begun;
    (time, peer.root_value().into())
}

/// One game at one depth: all programs, all positions, all rounds.
fn compare<D: Domain + Copy>(
    name: &str,
    (domain, own): (D, &[(&str, i64)]),
    (plies, depth): (usize, u32),
    rounds: usize,
) where
    D::Game: Measured + Default,
{
    let params = Params {
        table_kilobytes: TABLE_BYTES as i64 / 1024,
        ..Params::exact()
    };
    let params = tuned(params, own);
    let games: Vec<D::Game> = positions(plies);
    let options = options();
    let levels = [Level::History, Level::Order];
    let mut ours = [0.0; 2];
    let mut nodes = [0; 2];
    let mut peers = vec![0.0; options.len()];
    for round in 0..rounds {
        for game in &games {
            let mut values = Vec::new();
            let mut time_ours = || {
                for (i, &level) in levels.iter().enumerate() {
                    let mut domain = Ours { domain, level };
                    let (time, value, visited) = run_ours(&mut domain, game, depth, &params);
                    ours[i] += time;
                    nodes[i] += visited;
                    values.push(value);
                }
            };
            if round % 2 == 0 {
                time_ours();
            }
            let mut found = Vec::new();
            for (i, &(_, options)) in options.iter().enumerate() {
                let (time, value) = run_peer(options, game, depth);
                peers[i] += time;
                found.push(value);
            }
            if round % 2 == 1 {
                time_ours();
            }
            values.extend(found);
            assert!(
                values.iter().all(|v| *v == values[0]),
                "values differ: {values:?}"
            );
        }
    }
    let (best, best_time) = (0..peers.len())
        .map(|i| (options[i].0, peers[i]))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .expect("there are options");
    println!("{name}: {POSITIONS} positions after {plies} plies, depth {depth}, {rounds} rounds");
    for (i, (option, _)) in options.iter().enumerate() {
        println!("  minimax 0.6 ({option}) {:8.3} s", peers[i]);
    }
    for (i, level) in levels.iter().enumerate() {
        let ratio = ours[i] / best_time;
        println!(
            "  zermelo full ({level}) {:8.3} s, {} nodes, {ratio:.2} of the peer's best ({best})",
            ours[i],
            nodes[i] / rounds as u64
        );
    }
}

fn main() {
    let argument = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let rounds = argument.unwrap_or(3);
    let connect_four = (ConnectFourDomain, ConnectFourDomain::TUNED);
    let othello = (OthelloDomain, OthelloDomain::TUNED);
    compare("connect four", connect_four, (8, 14), rounds);
    compare("othello", othello, (12, 9), rounds);
}
