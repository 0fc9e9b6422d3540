//! Scripted conversations about counts: `go perft` and `bench`.

use super::converse;
use crate::protocol::gui::Gui;

#[test]
fn perft_and_bench_have_the_forms_that_tools_read() {
    let mut gui = Gui::new(converse);
    gui.say("position startpos\ngo perft 3");
    let lines = gui.until("Nodes");
    assert!(lines.contains(&"e2e4: 600".to_string()), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    gui.say("go perft 12\nstop");
    assert!(gui.until("info").last().unwrap().contains("stopped"));
    gui.say("bench 1");
    loop {
        let line = gui.line();
        let words: Vec<&str> = line.split(' ').collect();
        if let [nodes, "nodes", nps, "nps"] = words[..] {
            assert!(nodes.parse::<u64>().is_ok() && nps.parse::<u64>().is_ok());
            break;
        }
    }
    gui.end(true);
}

#[test]
fn perft_and_bench_that_were_begun_are_finished_unless_stopped() {
    for quit in [true, false] {
        let mut gui = Gui::new(converse);
        gui.say("position startpos\ngo perft 4\nbench 1\ngo perft 1");
        // Nothing waits for them meanwhile.
        gui.say("isready");
        gui.until("readyok");
        gui.say("go infinite");
        let rest = gui.end(quit);
        let has = |wanted: &str| rest.iter().any(|line| line.contains(wanted));
        assert!(has("Nodes searched: 197281") && has(" nps"), "{rest:?}");
        assert!(has("Nodes searched: 20") && has("bestmove "), "{rest:?}");
    }
    // Stopped are all that were begun, and none that comes later.
    let mut gui = Gui::new(converse);
    gui.say("position startpos\ngo perft 12\nbench 40\nstop\ngo perft 2");
    let rest = gui.end(true);
    let stopped = rest.iter().filter(|line| line.ends_with(" stopped"));
    assert_eq!(stopped.count(), 2, "{rest:?}");
    assert!(rest.contains(&"Nodes searched: 400".to_string()));
}
