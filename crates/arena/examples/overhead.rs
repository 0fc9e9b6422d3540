//! What the arena itself costs: games a second between players that answer at once, and the
//! error of its clocks.
//!
//! `cargo run --release -p zermelo-arena --example overhead` (after `cargo build --release -p
//! zermelo-arena`, which builds the fake engine beside it).

use std::path::PathBuf;
use std::time::Instant;

use zermelo_arena::clock::{Control, TimeControl};
use zermelo_arena::discipline::ChessDiscipline;
use zermelo_arena::engine::contestant;
use zermelo_arena::engine_spec::EngineSpec;
use zermelo_arena::events::Event;
use zermelo_arena::player::{Contestant, from_fn};
use zermelo_arena::run::{MatchConfig, run};
use zermelo_arena::stop::Stop;
use zermelo_arena::uci::Patience;
use zermelo_chess::{Chess, ChessReferee};
use zermelo_game::random::mix;
use zermelo_game::{Failure, Game, History};

fn fake(mode: &str) -> Result<Contestant<'static, ChessReferee>, String> {
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    let folder = here
        .ancestors()
        .nth(2)
        .map(PathBuf::from)
        .unwrap_or_default();
    let program = folder.join("zermelo-fake-engine");
    let text = format!("uci:\"{}\" {mode}[name={mode}]", program.display());
    let spec = EngineSpec::parse(&text).map_err(|e| e.to_string())?;
    contestant(spec, Patience::default())
}

fn instant(name: &str) -> Contestant<'static, ChessReferee> {
    Contestant::new(name, |_: &Stop| {
        let choose = |view: &History<Chess>, _: &_, seed: u64| {
            let mut legal = Vec::new();
            view.position().legal_moves(&mut legal);
            legal[(mix(seed ^ view.position().key()) % legal.len() as u64) as usize].into()
        };
        Ok::<_, Failure>(from_fn::<ChessReferee, _>("instant", choose))
    })
}

/// Plays a match of games of 100 plies and gives the seconds it took and every move's
/// microseconds together with the nodes that were said.
fn measure(
    players: &[Contestant<'_, ChessReferee>],
    games: u64,
    concurrency: usize,
) -> Result<(f64, Vec<(u64, u64)>), String> {
    let config = MatchConfig {
        games,
        concurrency,
        control: Control {
            time: TimeControl::parse("60+1").ok(),
            ..Control::default()
        },
        ..MatchConfig::default()
    };
    let mut times = Vec::new();
    let mut sink = |event: &Event<'_>| {
        if let Event::GameFinished { record, .. } = event {
            let plies = record.plies.iter();
            times.extend(plies.filter_map(|ply| ply.micros.zip(ply.nodes)));
        }
    };
    let begun = Instant::now();
    let discipline = ChessDiscipline { max_plies: 100 };
    run(&discipline, players, None, &config, &mut sink, &Stop::new()).map_err(|e| e.to_string())?;
    Ok((begun.elapsed().as_secs_f64(), times))
}

fn main() -> Result<(), String> {
    for concurrency in [1, 2] {
        let (seconds, _) = measure(&[instant("a"), instant("b")], 2_000, concurrency)?;
        println!(
            "players in the process, {concurrency} at a time: {:.0} games/s",
            2_000.0 / seconds
        );
        let (seconds, _) = measure(&[fake("good")?, fake("good")?], 200, concurrency)?;
        println!(
            "engines over UCI, {concurrency} at a time: {:.1} games/s",
            200.0 / seconds
        );
    }
    // The engine sleeps 10 ms and says in microseconds how long it slept.
    let (_, times) = measure(&[fake("exact 10")?, fake("exact 10")?], 20, 1)?;
    let mut errors: Vec<i64> = times
        .iter()
        .map(|&(measured, said)| measured as i64 - said as i64)
        .collect();
    errors.sort_unstable();
    let at = |share: f64| errors[((errors.len() - 1) as f64 * share) as usize];
    println!(
        "clock error over {} moves, microseconds: median {}, 99% {}, worst {}",
        errors.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}
