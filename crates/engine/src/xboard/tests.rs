//! Scripted conversations.

use std::time::{Duration, Instant};

use zermelo_chess::Chess;
use zermelo_game::Notation;

use super::command::Command;
use super::converse;
use super::state::{Purpose, State};
use crate::protocol::gui::Gui;
use crate::protocol::options::Configuration;

/// An interface that has greeted the engine and started a game, half a second a move.
fn start() -> Gui {
    let mut gui = Gui::new(converse);
    gui.say("xboard\nprotover 2");
    loop {
        if gui.line() == "feature done=1" {
            break;
        }
    }
    gui.say("memory 4\nnew\nst 0.03");
    gui
}

/// The engine's next move.
fn moved(gui: &mut Gui) -> String {
    let lines = gui.until("move");
    lines.last().unwrap()["move ".len()..].to_string()
}

/// Waits until everything before is done, and returns what was said meanwhile.
fn settled(gui: &mut Gui) -> Vec<String> {
    gui.say("ping 77");
    let mut lines = gui.until("pong");
    assert_eq!(lines.pop().as_deref(), Some("pong 77"));
    lines
}

#[test]
fn the_features_are_told_and_end_with_done() {
    let mut gui = Gui::new(converse);
    gui.say("xboard\nprotover 2");
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line| line != "feature done=1") {
        lines.push(gui.line());
    }
    assert!(
        lines.iter().all(|line| line.starts_with("feature ")),
        "{lines:?}"
    );
    let all = lines.join(" ");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "analyze=1",
        "exclude=1",
        "memory=1",
        "smp=1",
        "colors=0",
        "sigint=0",
        "variants=\"normal,fischerandom\"",
        "egt=\"syzygy\"",
        "option=\"MultiPV -spin 1 1 256\"",
        "myname=\"Zermelo",
    ] {
        assert!(all.contains(feature), "{feature}: {all}");
    }
    gui.end(true);
}

#[test]
fn a_game_is_played_move_by_move_as_black_and_as_white() {
    let mut gui = start();
    gui.say("usermove e2e4");
    let answer = moved(&mut gui);
    assert!(
        ["5", "6"].contains(&&answer[3..4]),
        "a black move: {answer}"
    );
    gui.say("usermove d2d4");
    moved(&mut gui);
    gui.say("new\nst 0.02\ngo");
    let first = moved(&mut gui);
    assert!(["3", "4"].contains(&&first[3..4]), "a white move: {first}");
    // Moves of version 1 come bare.
    gui.say("e7e5");
    moved(&mut gui);
    gui.end(true);
}

#[test]
fn in_force_mode_nobody_moves_until_go() {
    let mut gui = start();
    gui.say("force\nusermove e2e4\nusermove e7e5");
    assert!(settled(&mut gui).is_empty());
    gui.say("go");
    moved(&mut gui);
    gui.say("force\nundo\nusermove a2a3\nplayother\nusermove a7a6");
    moved(&mut gui);
    gui.end(true);
}

#[test]
fn thinking_is_posted_in_whole_numbers_and_only_when_asked_for() {
    let mut gui = start();
    gui.say("post\nusermove e2e4");
    let lines = gui.until("move");
    let thought = lines.iter().find(|line| line.contains('\t')).unwrap();
    let (figures, line) = thought.split_once('\t').unwrap();
    let figures: Vec<i64> = figures
        .split(' ')
        .map(|word| word.parse().unwrap())
        .collect();
    assert_eq!(figures.len(), 7, "{thought}");
    assert!(!line.is_empty());
    gui.say("nopost\nusermove d2d4");
    assert!(gui.until("move").iter().all(|line| !line.contains('\t')));
    gui.end(true);
}

#[test]
fn mates_are_scored_claimed_and_end_the_game() {
    let mut gui = start();
    gui.say("force\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\npost\ngo");
    let lines = gui.until("move");
    assert!(
        lines.iter().any(|line| line.contains(" 100001 ")),
        "{lines:?}"
    );
    assert_eq!(lines.last().unwrap(), "move a1a8");
    assert_eq!(gui.line(), "1-0 {White mates}");
    gui.say("force\nsetboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\ngo");
    gui.until("1-0");
    // The opponent's move may end it, too.
    gui.say("new\nforce\nsetboard k7/8/1K6/8/8/8/8/7R b - - 0 1\nusermove a8b8\nplayother");
    gui.say("force\nsetboard 7k/5Q2/8/6K1/8/8/8/8 w - - 0 1\nplayother\nusermove g5g6");
    assert_eq!(gui.until("1/2-1/2").last().unwrap(), "1/2-1/2 {Stalemate}");
    gui.end(true);
}

#[test]
fn repetitions_fifty_moves_and_bare_kings_are_drawn() {
    let mut gui = start();
    gui.say("force\nsetboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    for _ in 0..2 {
        gui.say("usermove e1d1\nusermove e8d8\nusermove d1e1\nusermove d8e8");
    }
    gui.say("go");
    assert_eq!(gui.line(), "1/2-1/2 {Draw by repetition}");
    gui.say("force\nsetboard 4k3/8/8/8/8/8/8/R3K3 w - - 100 90\ngo");
    assert_eq!(gui.line(), "1/2-1/2 {Fifty-move rule}");
    gui.say("force\nsetboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ngo");
    assert_eq!(gui.line(), "1/2-1/2 {Insufficient material}");
    gui.end(true);
}

#[test]
fn analysis_follows_the_board_answers_pings_and_never_moves() {
    let mut gui = start();
    gui.say("force\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nanalyze");
    let first = gui.line();
    assert!(first.contains("\tRa8#") || first.contains('\t'), "{first}");
    gui.say(".");
    while !gui.line().starts_with("stat01: ") {}
    settled(&mut gui);
    gui.say("usermove a1a2");
    settled(&mut gui);
    gui.say("undo\nusermove a1a3\nremove\nexit");
    // After the end of the analysis there is silence.
    settled(&mut gui);
    assert!(
        settled(&mut gui)
            .iter()
            .all(|line| !line.starts_with("move"))
    );
    gui.end(true);
}

#[test]
fn excluded_moves_are_not_analysed() {
    let mut gui = start();
    gui.say("force\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nexclude a1a8\nanalyze");
    for _ in 0..3 {
        let line = gui.line();
        assert!(!line.contains("\tRa8#"), "{line}");
    }
    gui.say("include all");
    while !gui.line().contains("\tRa8#") {}
    gui.end(true);
}

#[test]
fn excluded_moves_are_neither_played_nor_hinted_at() {
    let mut gui = start();
    let position = "force\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    gui.say(&format!("{position}\nexclude a1a8\nhint"));
    assert_ne!(gui.until("Hint:").last().unwrap(), "Hint: a1a8");
    gui.say("go");
    assert_ne!(moved(&mut gui), "a1a8");
    gui.say(&format!("{position}\nexclude all\ninclude a1a3\ngo"));
    assert_eq!(moved(&mut gui), "a1a3");
    // After another position all moves count again; and where all are excluded, all do.
    gui.say("force\nundo\ngo");
    assert_eq!(moved(&mut gui), "a1a8");
    gui.say(&format!("{position}\nexclude all\ngo"));
    assert_eq!(moved(&mut gui), "a1a8");
    // Moves that are excluded while they are searched are not played either.
    gui.say(&format!("st 0.2\n{position}\ngo\nexclude a1a8"));
    assert_ne!(moved(&mut gui), "a1a8");
    // The end of the analysis is no new position.
    gui.say(&format!("{position}\nanalyze\nexclude a1a8\nexit\ngo"));
    assert_ne!(moved(&mut gui), "a1a8");
    gui.end(true);
}

#[test]
fn move_now_moves_and_ping_waits_for_the_move() {
    let mut gui = start();
    gui.say("new\nlevel 0 60 0\nusermove e2e4");
    std::thread::sleep(Duration::from_millis(80));
    gui.say("?\nping 5");
    let lines = gui.until("pong");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("move "));
    gui.end(true);
}

#[test]
fn pondering_does_not_disturb_the_game() {
    let mut gui = start();
    gui.say("hard\nusermove e2e4");
    moved(&mut gui);
    gui.say("ping 1");
    gui.until("pong");
    gui.say("hint");
    let lines = gui.until("Hint:");
    assert!(lines.last().unwrap().len() >= "Hint: e2e4".len());
    gui.say("usermove a2a3");
    moved(&mut gui);
    gui.say("easy\nusermove a3a4");
    moved(&mut gui);
    gui.end(true);
}

#[test]
fn take_backs_go_back_and_too_many_are_refused() {
    let mut gui = start();
    gui.say("usermove e2e4");
    moved(&mut gui);
    gui.say("remove\nusermove d2d4");
    moved(&mut gui);
    gui.say("force\nundo\nundo\nundo");
    let lines = settled(&mut gui);
    assert_eq!(lines, ["Error (nothing to take back): undo"]);
    gui.say("usermove c2c4");
    assert!(settled(&mut gui).is_empty());
    gui.end(true);
}

#[test]
fn chess960_castles_by_sign() {
    let mut gui = start();
    gui.say("variant fischerandom\nforce");
    gui.say("setboard 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1\nusermove O-O");
    assert!(settled(&mut gui).is_empty());
    gui.say("usermove O-O-O\nundo\ngo");
    moved(&mut gui);
    gui.say("variant atomic");
    assert_eq!(
        gui.until("Error").last().unwrap(),
        "Error (unsupported variant): atomic"
    );
    gui.end(true);
}

#[test]
fn wrong_lines_are_named_and_passed_over() {
    let mut gui = start();
    for (line, said) in [
        ("usermove e2e5", "Illegal move: e2e5"),
        ("usermove ", "Illegal move:"),
        ("frobnicate", "Error (unknown command): frobnicate"),
        (
            "option Nonsense=3",
            "Error (bad option): no option is called `Nonsense`",
        ),
        (
            "egtpath nalimov /x",
            "Error (unsupported endgame tables): nalimov",
        ),
        (
            "egtpath syzygy /no/such",
            "telluser endgame tables /no/such",
        ),
        ("level a b", "Error (unknown command): level a b"),
        ("exclude e2e5", "Error (illegal move): e2e5"),
        ("edit", "Error (unsupported): edit"),
    ] {
        gui.say(line);
        let heard = gui.line();
        assert!(heard.starts_with(said), "{line}: {heard}");
    }
    gui.say("usermove e2e4");
    moved(&mut gui);
    gui.end(true);
}

#[test]
fn nothing_is_played_on_an_illegal_position() {
    let mut gui = start();
    let illegal = "setboard 8/8/8/8/8/8/8/8 w - - 0 1";
    for next in ["new", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] {
        gui.say(&format!("force\n{illegal}"));
        assert!(gui.line().starts_with("tellusererror Illegal position"));
        for (line, said) in [
            ("usermove e2e4", "Illegal move (illegal position): e2e4"),
            ("go", "Error (illegal position): go"),
            ("playother", "Error (illegal position): playother"),
            ("hint", "Error (illegal position): hint"),
            ("undo", "Error (illegal position): undo"),
        ] {
            gui.say(line);
            assert_eq!(gui.line(), said);
        }
        gui.say(&format!("{next}\nforce\nusermove e2e4\ngo"));
        moved(&mut gui);
    }
    // An analysis goes on with the next position.
    gui.say(&format!("analyze\n{illegal}\nping 1"));
    gui.until("pong");
    gui.say("analyze\n.");
    assert!(settled(&mut gui).is_empty());
    gui.say("setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    while !gui.line().contains('\t') {}
    gui.end(true);
}

#[test]
fn a_clock_that_is_nearly_gone_still_moves() {
    let mut gui = start();
    gui.say("new\nlevel 40 0:01 0\ntime 0\notim 1\nusermove e2e4");
    let begun = Instant::now();
    moved(&mut gui);
    assert!(begun.elapsed() < Duration::from_secs(2));
    gui.say("sd 2\ntime 100\nusermove d2d4");
    moved(&mut gui);
    gui.end(true);
}

#[test]
fn draws_are_taken_only_by_who_stands_worse() {
    let mut gui = start();
    gui.say("force\nsetboard 4k3/8/8/8/8/8/3q4/7K b - - 0 1\nplayother\nusermove d2d3");
    moved(&mut gui);
    gui.say("draw");
    assert_eq!(gui.until("offer").last().unwrap(), "offer draw");
    gui.say("force\nsetboard 4k3/8/8/8/8/8/3Q4/7K w - - 0 1\ngo");
    moved(&mut gui);
    gui.say("draw");
    assert!(settled(&mut gui).is_empty());
    gui.end(true);
}

#[test]
fn a_paused_search_goes_on_when_resumed() {
    let mut gui = start();
    gui.say("new\nst 0.2\nusermove e2e4\npause");
    let quiet = settled(&mut gui);
    assert!(
        quiet.iter().all(|line| !line.starts_with("move")),
        "{quiet:?}"
    );
    gui.say("resume");
    moved(&mut gui);
    gui.end(true);
}

#[test]
fn the_end_of_the_input_ends_everything_even_analysis() {
    let mut gui = start();
    gui.say("analyze");
    gui.line();
    let begun = Instant::now();
    gui.end(false);
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_search_that_is_paused_twice_goes_on_when_resumed() {
    let mut gui = start();
    gui.say("st 0.2\nusermove e2e4\npause\npause\nresume");
    let lines = settled(&mut gui);
    assert!(
        lines.iter().any(|line| line.starts_with("move ")),
        "{lines:?}"
    );
    // What was overtaken by another command does not go on.
    gui.say("st 1\nusermove d2d4\npause\nforce\nresume");
    assert!(settled(&mut gui).is_empty());
    gui.end(true);
}

#[test]
fn a_new_game_in_analysis_is_analysed() {
    let mut gui = start();
    gui.say("force\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nanalyze\nnew\n.");
    let lines = settled(&mut gui);
    let wanted = "stat01: ";
    let told = lines.iter().find(|line| line.starts_with(wanted));
    assert!(told.is_some_and(|line| line.ends_with(" 20")), "{lines:?}");
    gui.say("usermove e2e4\nexit");
    let lines = settled(&mut gui);
    assert!(
        lines.iter().all(|line| !line.starts_with("move")),
        "{lines:?}"
    );
    gui.end(true);
}

#[test]
fn options_that_are_set_in_analysis_count_at_once() {
    let mut gui = start();
    gui.say("force\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nanalyze\noption MultiPV=2");
    let ply = |line: &String| {
        let figures = line.split_once('\t')?.0;
        figures.split(' ').next()?.parse::<u32>().ok()
    };
    let mut plies = Vec::new();
    for _ in 0..500 {
        gui.say(".");
        plies.extend(gui.until("stat01:").iter().filter_map(ply));
        if plies.windows(2).any(|pair| pair[0] == pair[1]) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("only one line is analysed: {plies:?}");
}

#[test]
fn analysis_is_at_full_strength_and_a_move_is_not() {
    let state = State::new(Configuration::default());
    assert!(state.limits(Purpose::Analysis).full_strength);
    assert!(!state.limits(Purpose::Move).full_strength);
}

#[test]
fn whoever_moves_second_has_all_moves_of_a_control_before_him() {
    let to_go = |fen: &str, moves: &[&str]| {
        let mut state = State::new(Configuration::default());
        state.set_up(Chess::parse(fen).unwrap());
        let level = Command::parse("level 2 0:01.5 0");
        state.clock.hear(&level, 0);
        for text in moves {
            let m = state.game.position().parse_move(text).unwrap();
            state.game.play(m);
        }
        let clock = state.limits(Purpose::Move).clock;
        clock.unwrap().moves_to_go.unwrap()
    };
    assert_eq!(to_go("startpos", &["e2e4"]), 2);
    assert_eq!(to_go("startpos", &["e2e4", "e7e5"]), 1);
    let black_begins = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    assert_eq!(to_go(black_begins, &[]), 2);
    assert_eq!(to_go(black_begins, &["e8e7"]), 2);
    assert_eq!(to_go(black_begins, &["e8e7", "e2e4"]), 1);
}
