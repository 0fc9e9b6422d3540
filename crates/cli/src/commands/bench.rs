//! `bench`: every algorithm on fixed positions of all games, then the chess engine on its own, one
//! thread, fresh tables. The numbers of nodes are a fingerprint: they change exactly when an
//! algorithm, a game or the engine does something else. The last line counts and times the chess
//! engine alone, as `bench` under UCI does: that is the line which testers of engines read.

use std::time::Instant;

use serde_json::{Value, json};
use zermelo_engine::Control;
use zermelo_engine::protocol::bench::{BENCH_DEPTH, bench};
use zermelo_players::{SearchVisitor, Searchable, with_searchable};
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Limits, Params};

use crate::args::BenchArgs;
use crate::report::{VERSION, grouped};
use crate::{Failure, Io};

/// Game, position, depth (`None`: to the end).
const POSITIONS: [(&str, Option<&str>, Option<u32>); 8] = [
    ("tree", Some("((3 5)(((0 9) 5)(7 8)(9)))"), None),
    ("uniform", Some("4x6 seed=5 values=100"), None),
    ("branching", Some("1-4x8 seed=3"), None),
    ("grundy", Some("12"), None),
    ("tictactoe", Some("x...o...."), None),
    ("connect4", Some("4455"), Some(6)),
    ("othello", None, Some(5)),
    ("draughts", None, Some(6)),
];

/// Runs the command.
pub fn run(args: &BenchArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut games = 0;
    let mut rows = Vec::new();
    for (game, position, depth) in POSITIONS {
        let nodes = with_searchable(game, position, Count { depth }).map_err(Failure::input)?;
        if !args.json {
            io.line(format!("{:10} {:>12} nodes", game, grouped(nodes)))?;
            io.flush()?;
        }
        rows.push(json!({"game": game, "position": position, "depth": depth, "nodes": nodes}));
        games += nodes;
    }
    if !args.json {
        io.line(format!("{:10} {:>12} nodes", "all games", grouped(games)))?;
    }
    let begun = Instant::now();
    let nodes = chess(args, io, &mut rows)?;
    let seconds = begun.elapsed().as_secs_f64();
    let nps = (nodes as f64 / seconds.max(1e-9)) as u64;
    if args.json {
        return io.json(
            &json!({"nodes": nodes, "nps": nps, "seconds": seconds, "games": games,
            "positions": rows, "version": VERSION}),
        );
    }
    io.line(format!("{nodes} nodes {nps} nps"))
}

/// The chess engine's positions; the sum of their nodes.
fn chess(args: &BenchArgs, io: &mut Io<'_>, rows: &mut Vec<Value>) -> Result<u64, Failure> {
    let depth = args.depth.unwrap_or(BENCH_DEPTH);
    let mut written = Ok(());
    let nodes = bench(depth, &Control::default(), &mut |fen, nodes| {
        rows.push(json!({"game": "chess", "position": fen, "depth": depth, "nodes": nodes}));
        if !args.json && written.is_ok() {
            written = io.line(format!(
                "{:10} {:>12} nodes  {fen}",
                "chess",
                grouped(nodes)
            ));
            let _ = io.flush();
        }
    });
    written.map(|()| nodes)
}

/// Counts the nodes of all algorithms on one position.
struct Count {
    depth: Option<u32>,
}

impl SearchVisitor for Count {
    type Output = u64;

    fn visit<G: Searchable>(self, game: G) -> u64 {
        let params = Params {
            probcut_samples: 40,
            mcts_iterations: 500,
            table_kilobytes: 1024,
            ..Params::default()
        };
        let fits = |a: &&Algorithm| self.depth.is_none() || !a.needs_whole_tree();
        let nodes = Algorithm::ALL.iter().filter(fits).map(|&algorithm| {
            let answer = game.search(
                algorithm,
                self.depth,
                &params,
                Limits::default(),
                &mut Recorder::new(0),
            );
            answer.counts.nodes()
        });
        nodes.sum()
    }
}
