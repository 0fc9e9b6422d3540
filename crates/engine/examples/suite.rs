//! How many positions of a test suite set-ups of the engine solve at fixed nodes.
//!
//! `cargo run --release -p zermelo-engine --example suite -- FILE NODES SET-UP …`, set-ups as in
//! `support`. The table is emptied before each position, so that the counts can be repeated.

mod support;

use support::engine;
use zermelo_chess::read_tests;
use zermelo_engine::{Control, Order, SearchLimits};

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("which file?")?;
    let nodes = words.next().and_then(|word| word.parse().ok());
    let nodes = nodes.ok_or("how many nodes a position?")?;
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
    let tests: Vec<_> = read_tests(&text).into_iter().flatten().collect();
    let limits = SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    };
    for set_up in words {
        let mut engine = engine(&set_up)?;
        let (mut solved, mut points, mut missed) = (0, 0, Vec::new());
        for (number, test) in tests.iter().enumerate() {
            let epd = &test.epd;
            engine.new_game();
            let order = Order::new(epd.position.clone(), limits);
            let answer = engine.search(&order, &Control::default(), &mut |_| ());
            let Some(m) = answer.best else { continue };
            let best = epd.moves("bm").unwrap_or_default();
            let avoid = epd.moves("am").unwrap_or_default();
            let right = (best.is_empty() || best.contains(&m)) && !avoid.contains(&m);
            points += epd
                .points()
                .iter()
                .find(|(p, _)| *p == m)
                .map_or(0, |p| p.1);
            solved += u32::from(right);
            if !right {
                missed.push(epd.id().map_or((number + 1).to_string(), str::to_string));
            }
        }
        println!(
            "{solved} of {} ({points} points) {set_up}; missed {}",
            tests.len(),
            missed.join(" ")
        );
    }
    Ok(())
}
