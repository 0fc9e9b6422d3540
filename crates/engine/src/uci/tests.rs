//! Scripted conversations.

use std::time::{Duration, Instant};

use super::converse;
use crate::protocol::gui::Gui;

/// An interface, with a small table to keep the tests quick.
fn start() -> Gui {
    let mut gui = Gui::new(converse);
    gui.say("setoption name Hash value 4");
    gui
}

/// The move of the next answer.
fn best(gui: &mut Gui) -> String {
    let lines = gui.until("bestmove");
    let last = lines.last().unwrap();
    last.split(' ').nth(1).unwrap().to_string()
}

#[test]
fn the_greeting_is_names_and_options_and_nothing_else() {
    let mut gui = start();
    gui.say("uci");
    let lines = gui.until("uciok");
    for line in &lines[..lines.len() - 1] {
        assert!(
            line.starts_with("id ") || line.starts_with("option name "),
            "{line}"
        );
    }
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "Clear Hash",
        "UCI_Elo",
        "SyzygyPath",
        "Profile",
    ] {
        let wanted = format!("option name {name} type ");
        assert!(lines.iter().any(|line| line.starts_with(&wanted)), "{name}");
    }
    assert!(gui.end(true).is_empty());
}

#[test]
fn a_search_reports_in_whole_numbers_and_answers_once() {
    let mut gui = start();
    gui.say("position startpos moves e2e4 e7e5\r");
    gui.say("go depth 4");
    let lines = gui.until("bestmove");
    let infos: Vec<&String> = lines
        .iter()
        .filter(|l| l.starts_with("info depth"))
        .collect();
    assert!(!infos.is_empty());
    for line in infos {
        let words: Vec<&str> = line.split(' ').collect();
        for name in [
            "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time", "cp",
        ] {
            let at = words
                .iter()
                .position(|w| *w == name)
                .unwrap_or_else(|| panic!("{line}"));
            assert!(words[at + 1].parse::<i64>().is_ok(), "{line}");
        }
        assert!(words.contains(&"pv") && !words.contains(&"wdl"));
    }
    let last = lines.last().unwrap();
    assert!(last.contains(" ponder "), "{last}");
    assert!(gui.end(true).is_empty());
}

#[test]
fn the_move_being_searched_is_told_once_a_search_takes_long() {
    let mut gui = start();
    gui.say("position startpos\ngo infinite");
    let begun = Instant::now();
    let told = loop {
        let line = gui.line();
        if line.contains(" currmove ") {
            break line;
        }
    };
    assert!(begun.elapsed() >= Duration::from_secs(3), "{told}");
    let words: Vec<&str> = told.split(' ').collect();
    assert_eq!(
        (words[1], words[3], words[5]),
        ("depth", "currmove", "currmovenumber")
    );
    assert!(
        words[6]
            .parse::<usize>()
            .is_ok_and(|number| (1..=20).contains(&number))
    );
    gui.say("stop");
    gui.until("bestmove");
}

#[test]
fn isready_is_answered_while_a_search_runs_and_infinite_waits_for_stop() {
    let mut gui = start();
    // A mate in one is found at once, and yet no answer may come.
    gui.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    gui.say("go infinite");
    std::thread::sleep(Duration::from_millis(100));
    gui.say("isready");
    let before = gui.until("readyok");
    assert!(
        before.iter().all(|line| !line.starts_with("bestmove")),
        "{before:?}"
    );
    gui.say("stop");
    assert_eq!(best(&mut gui), "a1a8");
    gui.end(true);
}

#[test]
fn pondering_answers_only_after_the_hit_or_the_stop() {
    let mut gui = start();
    for (end, depth) in [("ponderhit", "depth 3"), ("stop", "wtime 1000 btime 1000")] {
        gui.say("position startpos moves e2e4 e7e5");
        gui.say(&format!("go ponder {depth}"));
        std::thread::sleep(Duration::from_millis(60));
        gui.say("isready");
        let before = gui.until("readyok");
        assert!(
            before.iter().all(|line| !line.starts_with("bestmove")),
            "{before:?}"
        );
        gui.say(end);
        best(&mut gui);
    }
    gui.end(true);
}

#[test]
fn stop_right_after_go_still_gives_one_move_and_one_score() {
    let mut gui = start();
    gui.say("position startpos");
    for _ in 0..30 {
        gui.say("go infinite\nstop");
        let lines = gui.until("bestmove");
        assert!(
            lines.iter().any(|line| line.contains(" score ")),
            "{lines:?}"
        );
    }
    gui.say("stop\nstop\nponderhit\nisready");
    assert_eq!(gui.until("readyok").len(), 1);
    gui.end(true);
}

#[test]
fn a_second_go_ends_the_first_and_both_answer() {
    let mut gui = start();
    gui.say("position startpos\ngo infinite\nposition startpos moves d2d4\ngo depth 2");
    best(&mut gui);
    let second = best(&mut gui);
    assert!(
        second.ends_with(['3', '4', '5', '6']),
        "a black move: {second}"
    );
    assert!(gui.end(true).is_empty());
}

#[test]
fn several_lines_are_shown_best_first() {
    let mut gui = start();
    gui.say("setoption name MultiPV value 3\nposition startpos\ngo depth 4");
    let lines = gui.until("bestmove");
    let last: Vec<&String> = lines
        .iter()
        .filter(|l| l.starts_with("info depth 4 "))
        .collect();
    assert!(last.len() >= 3, "{lines:?}");
    let first_moves: std::collections::HashSet<&str> = last
        .iter()
        .filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next())
        .collect();
    assert!(first_moves.len() >= 3, "{first_moves:?}");
    gui.end(true);
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let mut gui = start();
    gui.say("position startpos\ngo searchmoves a2a3 h2h3 depth 3");
    assert!(["a2a3", "h2h3"].contains(&best(&mut gui).as_str()));
    // None of them legal: all moves are.
    gui.say("go depth 1 searchmoves e7e5");
    best(&mut gui);
    gui.end(true);
}

#[test]
fn chess960_castling_is_written_as_king_takes_rook() {
    let mut gui = start();
    gui.say("setoption name UCI_Chess960 value true");
    gui.say("position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1");
    gui.say("d");
    let lines = gui.until("Fen:");
    assert!(lines.last().unwrap().contains("5RK1 b"), "{lines:?}");
    gui.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    gui.say("go depth 1 searchmoves e1h1");
    assert_eq!(best(&mut gui), "e1h1");
    gui.say("setoption name UCI_Chess960 value false\ngo depth 1 searchmoves e1g1");
    assert_eq!(best(&mut gui), "e1g1");
    gui.end(true);
}

#[test]
fn finished_games_have_no_move_and_say_why() {
    let mut gui = start();
    gui.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 5");
    assert_eq!(
        gui.until("bestmove"),
        ["info depth 0 score cp 0", "bestmove (none)"]
    );
    gui.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo movetime 5");
    assert_eq!(
        gui.until("bestmove"),
        ["info depth 0 score mate 0", "bestmove (none)"]
    );
    gui.end(true);
}

#[test]
fn the_smallest_limits_still_move_in_time() {
    let mut gui = start();
    gui.say("setoption name Move Overhead value 0\nposition startpos moves e2e4");
    for limits in [
        "wtime 1 btime 1",
        "wtime 0 btime 0",
        "btime -50 wtime 1000",
        "wtime 100",
        "movetime 0",
        "movetime 1",
        "depth 0",
        "nodes 0",
        "nodes 1",
        "mate 1 movetime 20",
        "btime 1 wtime 1 movestogo 0",
        "btime 1000 wtime 1000 winc 999999999999 binc 99999999999999999999",
    ] {
        let begun = Instant::now();
        gui.say(&format!("go {limits}"));
        assert_ne!(best(&mut gui), "(none)", "{limits}");
        let spent = begun.elapsed();
        assert!(spent < Duration::from_secs(2), "{limits}: {spent:?}");
    }
    gui.end(true);
}

#[test]
fn chances_are_shown_when_asked_for() {
    let mut gui = start();
    gui.say("setoption name UCI_ShowWDL value true\nposition startpos\ngo depth 2");
    let lines = gui.until("bestmove");
    let info = lines.iter().find(|line| line.contains(" wdl ")).unwrap();
    let words: Vec<&str> = info.split(' ').collect();
    let at = words.iter().position(|word| *word == "wdl").unwrap();
    let sum: u32 = words[at + 1..at + 4]
        .iter()
        .map(|w| w.parse::<u32>().unwrap())
        .sum();
    assert_eq!(sum, 1000);
    gui.end(true);
}

#[test]
fn castling_rights_that_cannot_be_are_dropped() {
    let mut gui = start();
    gui.say("position fen 4k3/8/8/8/8/8/4P3/4K2R w KQkq - 0 1 moves e2e4\nd");
    let lines = gui.until("Fen:");
    let fen = lines.last().unwrap();
    assert_eq!(fen, "Fen: 4k3/8/8/8/4P3/8/8/4K2R b K - 0 1");
    gui.end(true);
}

#[test]
fn wrong_lines_are_named_and_passed_over() {
    let mut gui = start();
    for (line, said) in [
        ("blunder e2e4", "unknown command `blunder`"),
        ("position fen 8/8/8 w - -", "position ignored"),
        (
            "position startpos moves e2e4 e2e4",
            "moves ignored from here",
        ),
        (
            "setoption name Nonsense value 3",
            "no option is called `Nonsense`",
        ),
        (
            "setoption name Hash value much",
            "Hash: `much` is not a number",
        ),
        (
            "setoption name SyzygyPath value /no/such/folder",
            "/no/such/folder",
        ),
        (
            "setoption name BookFile value /no/such/book\nsetoption name OwnBook value true",
            "/no/such/book",
        ),
    ] {
        gui.say(line);
        let heard = gui.line();
        assert!(
            heard.starts_with("info string ") && heard.contains(said),
            "{line}: {heard}"
        );
    }
    gui.say("position startpos\ngo depth 2");
    best(&mut gui);
    gui.end(true);
}

#[test]
fn moves_of_a_book_are_played_at_once_but_not_in_analysis() {
    let beginning = zermelo_chess::Chess::new();
    let m = zermelo_game::Notation::parse_move(&beginning, "a2a4").unwrap();
    let entry = zermelo_chess::BookEntry {
        key: beginning.polyglot_key(),
        raw_move: beginning.polyglot_move(m),
        weight: 1,
        learn: 0,
    };
    let path = std::env::temp_dir().join(format!("zermelo-book-{}.bin", std::process::id()));
    std::fs::write(&path, entry.to_bytes()).unwrap();
    let mut gui = start();
    gui.say(&format!("setoption name BookFile value {}", path.display()));
    gui.say("setoption name OwnBook value true\nposition startpos\ngo wtime 1000 btime 1000");
    let lines = gui.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove a2a4");
    assert!(lines.iter().any(|line| line.contains(" score ")));
    gui.say("setoption name UCI_AnalyseMode value true\ngo depth 3");
    assert_ne!(best(&mut gui), "a2a4");
    gui.end(true);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn endgame_tables_are_found_and_used() {
    let Some(data) = std::env::var_os("ZERMELO_DATA") else {
        eprintln!("skipped: ZERMELO_DATA is not set");
        return;
    };
    let folder = std::path::Path::new(&data).join("syzygy");
    let mut gui = start();
    gui.say(&format!(
        "setoption name SyzygyPath value {}",
        folder.display()
    ));
    gui.say("position fen 8/8/8/4k3/8/4r3/8/KR2R3 w - - 0 1\ngo depth 4");
    let lines = gui.until("bestmove");
    assert!(
        lines.iter().all(|line| !line.contains("info string")),
        "{lines:?}"
    );
    let hits = |line: &String| {
        let rest = line.split(" tbhits ").nth(1)?;
        rest.split(' ').next()?.parse::<u64>().ok()
    };
    assert!(
        lines.iter().filter_map(hits).any(|hits| hits > 0),
        "{lines:?}"
    );
    // Of several lines each has the value that the tables give its move.
    gui.say("setoption name MultiPV value 3");
    gui.say("position fen 8/8/8/7Q/7K/8/pk6/8 w - - 0 1\ngo depth 6");
    let lines = gui.until("bestmove");
    let shown: Vec<_> = lines.iter().filter(|l| l.contains(" depth 6 ")).collect();
    assert_eq!(shown.len(), 3, "{lines:?}");
    for line in shown {
        let known = ["score cp 0 ", "score cp -20000 ", "score mate -"];
        assert!(known.iter().any(|score| line.contains(score)), "{line}");
    }
    gui.end(true);
}

#[test]
fn the_end_of_the_input_ends_everything_even_a_search() {
    let mut gui = start();
    gui.say("position startpos\ngo infinite");
    std::thread::sleep(Duration::from_millis(30));
    let begun = Instant::now();
    let rest = gui.end(false);
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert_eq!(
        rest.iter()
            .filter(|line| line.starts_with("bestmove"))
            .count(),
        1
    );
}

#[test]
fn options_may_change_while_a_search_runs() {
    let mut gui = start();
    gui.say("position startpos\ngo infinite\nsetoption name Hash value 8");
    gui.say("setoption name Threads value 2\nucinewgame\nisready");
    gui.until("readyok");
    gui.say("stop\nisready\nposition startpos moves e2e4\ngo depth 3");
    best(&mut gui);
    gui.end(true);
}

/// The last line said before the move, and the move.
fn said_and_played(gui: &mut Gui) -> (Vec<String>, String, String) {
    let lines = gui.until("bestmove");
    let with_pv = |line: &&String| line.contains(" multipv 1 ") && line.contains(" pv ");
    let last = lines.iter().rev().find(with_pv).expect("a line").clone();
    let pv = last.split(" pv ").nth(1).unwrap_or_default();
    let said = pv.split(' ').next().unwrap_or_default().to_string();
    let played = lines.last().unwrap().split(' ').nth(1).unwrap().to_string();
    (lines, said, played)
}

#[test]
fn the_move_that_is_played_is_the_last_one_said() {
    let mut gui = start();
    for nodes in (300..9000).step_by(300) {
        gui.say("ucinewgame\nposition startpos");
        gui.say(&format!("go nodes {nodes}"));
        let (lines, said, played) = said_and_played(&mut gui);
        assert_eq!(said, played, "{nodes} nodes: {lines:#?}");
    }
    gui.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1200");
    for start in ["e2e4", "d2d4", "c2c4", "g1f3"] {
        gui.say(&format!("position startpos moves {start}\ngo movetime 50"));
        let (lines, said, played) = said_and_played(&mut gui);
        assert_eq!(said, played, "{lines:#?}");
        assert!(lines.iter().all(|line| !line.contains(" multipv 2 ")));
    }
}

#[test]
fn ready_after_an_answer_means_that_all_is_done() {
    let mut gui = start();
    gui.say("position startpos");
    for _ in 0..200 {
        gui.say("go depth 1");
        gui.until("bestmove");
        // Had the search counted as running still, the answer would overtake the board.
        gui.say("d\nisready");
        let lines = gui.until("readyok");
        assert!(
            lines
                .iter()
                .any(|line| line.contains("startpos") || line.contains("rnbqkbnr"))
        );
    }
}

#[test]
fn another_player_does_not_see_what_the_first_remembered() {
    let value = |searched_before: bool| {
        let mut gui = start();
        gui.say("position startpos");
        if searched_before {
            gui.say("go depth 7");
            gui.until("bestmove");
        }
        gui.say("setoption name Player value reference\ngo depth 3");
        let lines = gui.until("bestmove");
        let said = lines[lines.len() - 2].split(" nodes ").next();
        said.map(str::to_string)
    };
    assert_eq!(value(true), value(false));
}
