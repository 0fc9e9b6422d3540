//! What each step of the full search is worth: nodes to a fixed depth with one switch off,
//! relative to everything on, over fixed positions of three games.
//!
//! `cargo run --release -p zermelo-players --example worth`

use std::time::Instant;

use zermelo_game::Game;
use zermelo_game::random::Rng;
use zermelo_players::{ConnectFourDomain, DraughtsDomain, OthelloDomain, tuned};
use zermelo_search::full::{Domain, Memory, Params, Task, search};

/// Positions a game, each after some random plies.
const POSITIONS: usize = 12;

fn positions<G: Game + Default>(plies: usize, seed: u64) -> Vec<G> {
    let mut rng = Rng::new(seed);
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

/// Nodes and seconds to a depth over all positions.
fn cost<D: Domain>(domain: &mut D, games: &[D::Game], depth: u32, params: &Params) -> (u64, f64) {
    let begun = Instant::now();
    let mut memory = Memory::new::<D>(params, 1);
    let mut nodes = 0;
    for game in games {
        memory.clear();
        let task = Task {
            depth,
            ..Task::new(game)
        };
        nodes += search(domain, &task, params, &mut memory, &mut |_| true).nodes;
    }
    (nodes, begun.elapsed().as_secs_f64())
}

/// Costs of a game by variant of the parameters.
fn column<D: Domain>(
    (mut domain, own): (D, &[(&str, i64)]),
    (plies, depth): (usize, u32),
    variants: &[(String, Params)],
) -> Vec<(u64, f64)>
where
    D::Game: Default,
{
    let games = positions(plies, 1);
    let cost =
        |(_, params): &(String, Params)| cost(&mut domain, &games, depth, &tuned(*params, own));
    variants.iter().map(cost).collect()
}

fn main() {
    let depths: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse().ok())
        .collect();
    let depth = |game: usize, default| depths.get(game).copied().unwrap_or(default);
    let mut variants = vec![("everything on".to_string(), Params::default())];
    for switch in Params::switches().filter(|switch| switch.default == 1) {
        let mut params = Params::default();
        params.set(switch.name, 0).expect("a switch can be off");
        variants.push((format!("without {}", switch.name), params));
    }
    variants.push(("everything unsound off".to_string(), Params::exact()));
    let connect_four = (ConnectFourDomain, ConnectFourDomain::TUNED);
    let othello = (OthelloDomain, OthelloDomain::TUNED);
    let columns = [
        column(connect_four, (8, depth(0, 14)), &variants),
        column(othello, (16, depth(1, 10)), &variants),
        column((DraughtsDomain, &[]), (16, depth(2, 10)), &variants),
    ];
    println!(
        "{:32} {:>22} {:>22} {:>22}",
        "nodes", "connect4", "othello", "draughts"
    );
    for (row, (name, _)) in variants.iter().enumerate() {
        print!("{name:32}");
        for column in &columns {
            let ((all, _), (nodes, seconds)) = (column[0], column[row]);
            let ratio = nodes as f64 / all as f64;
            print!(" {nodes:>10} {ratio:5.2} {seconds:4.1}s");
        }
        println!();
    }
}
