//! `kriegspiel` as scripts and people use it.
#![allow(clippy::unwrap_used)]

mod binary;

use binary::{json, refused, typed, zermelo};
use serde_json::Value;

#[test]
fn the_scripted_umpire_answers_every_line_with_one_object() {
    let args = ["kriegspiel", "umpire", "--rules", "wild16", "--json"];
    let text = typed(&args, b"e2e4\nd7d5\ne1e3\nany\ne4d5\nresign\n");
    let said: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(said.len(), 6);
    assert_eq!(said[1]["tries"], 1);
    assert_eq!(said[2]["answer"], "illegal");
    assert_eq!(said[2]["to_black"], Value::Array(Vec::new()));
    assert_eq!(said[4]["to_black"][1], "captured pawn d5");
    assert_eq!(said[5]["result"], "1-0 resignation");
    assert_eq!(typed(&args, b""), "");
}

#[test]
fn wrong_names_and_files_are_refused_in_one_sentence() {
    for (args, expected) in [
        (&["kriegspiel", "umpire", "--rules", "chess"][..], "`chess`"),
        (
            &["kriegspiel", "play", "--player", "oracle"][..],
            "`oracle`",
        ),
        (&["kriegspiel", "bot", "--player", "oracle"][..], "`oracle`"),
        (&["kriegspiel", "match", "random", "oracle"][..], "`oracle`"),
        (
            &["kriegspiel", "match", "random[goals=8]", "strategic"][..],
            "random has no option `goals`",
        ),
        (
            &["kriegspiel", "match", "random", "strategic[plan=x]"][..],
            "`plan=x`",
        ),
        (
            &["kriegspiel", "match", "random", "belief[level=6]"][..],
            "`level=6`",
        ),
        (
            &["kriegspiel", "play", "--player", "random", "--level", "2"][..],
            "random has none",
        ),
        (
            &["kriegspiel", "play", "--player=strategic", "--level=2"][..],
            "strategic has none",
        ),
        (
            &["kriegspiel", "match", "random", "random", "--game", "chess"][..],
            "`--game chess`",
        ),
        (
            &["kriegspiel", "match", "random", "random", "--depth", "3"][..],
            "no --depth",
        ),
        (
            &["kriegspiel", "match", "random", "random[depth=3]"][..],
            "no option `depth`",
        ),
        (
            &["kriegspiel", "match", "random", "random", "--goal-means=x"][..],
            "nobody in this match is strategic",
        ),
        (
            &[
                "kriegspiel",
                "match",
                "strategic[goals=8]",
                "strategic",
                "--goal-means=x",
            ][..],
            "different goals",
        ),
        (
            &[
                "kriegspiel",
                "match",
                "random",
                "random",
                "--planner-log=-",
                "--json",
            ][..],
            "standard output",
        ),
        (
            &["kriegspiel", "goals", "-", "--rounds", "1"][..],
            "expected a file",
        ),
        (
            &["kriegspiel", "bot", "--goals", "-"][..],
            "expected a file",
        ),
        (
            &[
                "kriegspiel",
                "match",
                "random",
                "random",
                "--adjudicate",
                "draw",
            ][..],
            "no adjudication",
        ),
        (
            &["kriegspiel", "match", "random", "bot:no-such-bot"][..],
            "no-such-bot",
        ),
        (
            &["kriegspiel", "replay", "no-such-file.ksp"][..],
            "no-such-file.ksp",
        ),
        (&["kriegspiel", "umpire", "--fen", "8/8"][..], "FEN"),
        (
            &[
                "match",
                "random",
                "random",
                "--game",
                "kriegspiel",
                "--rules",
                "x",
            ][..],
            "`x`",
        ),
        (
            &[
                "kriegspiel",
                "match",
                "random",
                "random",
                "--goals",
                "none.toml",
            ][..],
            "none.toml",
        ),
    ] {
        assert!(refused(args).contains(expected), "{args:?}");
    }
}

#[test]
fn a_game_in_the_terminal_can_be_saved_and_replayed() {
    let folder = std::env::temp_dir().join(format!("zermelo-ksp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.ksp");
    let name = file.to_str().unwrap();
    let play = ["kriegspiel", "play", "--player", "random", "--save", name];
    let text = typed(&play, b"help\ntries\ne2e5\nput e5 p\ne2e4\nlog\nresign\n");
    assert!(text.contains("umpire: illegal e2e5"), "{text}");
    assert!(text.contains("5 . . . . p . . ."), "{text}");
    assert!(text.contains("result 0-1 resignation"), "{text}");
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("1. e2e5? e2e4"), "{saved}");
    // What a file has stays: a second game, left after a move, stands behind the first.
    typed(&play, b"d2d4\nquit\n");
    let both = std::fs::read_to_string(&file).unwrap();
    assert!(both.starts_with(saved.trim_end()), "{both}");
    assert!(both.contains("1. d2d4"), "{both}");
    std::fs::write(&file, &saved).unwrap();
    let value = json(&["kriegspiel", "replay", name, "--json", "--beliefs"]);
    assert_eq!(value["result"], "0-1 resignation");
    assert_eq!(value["scenes"][1]["to_white"][0], "illegal e2e5");
    assert!(
        value["scenes"][1]["white_believes"]["king"][60]
            .as_f64()
            .unwrap()
            > 0.9
    );
    assert_eq!(value["scenes"][1]["white_believes"]["by"], "matrices");
    let picture = folder.join("scene.svg");
    let made = zermelo(&[
        "kriegspiel",
        "replay",
        name,
        "-o",
        picture.to_str().unwrap(),
    ]);
    assert!(made.status.success());
    let picture = std::fs::read_to_string(picture).unwrap();
    assert!(picture.contains("The umpire sees") && picture.contains("Black believes: king"));
    assert!(refused(&["kriegspiel", "replay", name, "--ply", "99"]).contains("--ply 99"));
    for wrong in ["x.png", "x.dot", "-"] {
        let said = refused(&["kriegspiel", "replay", name, "-o", wrong]);
        assert!(said.contains("ending in .svg or .html\n"), "{said}");
    }
    let picture = folder.join("again.svg");
    let both = json(&[
        "kriegspiel",
        "replay",
        name,
        "--json",
        "-o",
        picture.to_str().unwrap(),
    ]);
    assert!(both["scenes"].is_array() && picture.is_file());
    std::fs::write(&file, format!("{saved}\n1. e2e5 *\n")).unwrap();
    assert!(zermelo(&["kriegspiel", "replay", name]).status.success());
    let said = refused(&["kriegspiel", "replay", name, "--game", "2"]);
    assert!(said.contains("e2e5"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn matches_have_the_promised_fields_and_bots_take_part() {
    let bot = format!(
        "bot:{} kriegspiel bot --player random",
        env!("CARGO_BIN_EXE_zermelo")
    );
    let args = [
        "match",
        "random",
        &bot,
        "--game",
        "kriegspiel",
        "--games",
        "2",
        "--max-moves",
    ];
    let mut args = args.to_vec();
    args.extend(["30", "--movetime", "2000", "--margin", "5000", "--json"]);
    let value = json(&args);
    assert_eq!(value["games"], 2);
    for field in [
        "wins",
        "draws",
        "losses",
        "score",
        "elo",
        "los",
        "terminations",
        "seed",
    ] {
        assert!(value.get(field).is_some(), "{field} is missing in {value}");
    }
    let failures = ["crash", "stall", "illegal_move", "time_forfeit"];
    for failure in failures {
        assert!(value["terminations"].get(failure).is_none(), "{value}");
    }
}

#[test]
fn the_program_speaks_the_line_protocol() {
    let lines = b"ksp\nnewgame black wild16\numpire to-move white tries 0\numpire moved white\n\
        umpire to-move black tries 0\ngo\nquit\n";
    let said = typed(&["kriegspiel", "bot", "--player", "montecarlo"], lines);
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said[..2], ["id name Zermelo montecarlo", "kspok"]);
    assert!(said[2].starts_with("try "), "{said:?}");
}

#[test]
fn people_and_programs_meet_players_with_options_in_brackets() {
    let lines = b"ksp\nnewgame white wild16\numpire to-move white tries 0\ngo\nquit\n";
    let bot = ["kriegspiel", "bot", "--movetime", "50", "--player"];
    let said = typed(&[&bot[..], &["belief[level=1]"]].concat(), lines);
    assert!(said.starts_with("id name Zermelo belief"), "{said}");
    assert!(said.lines().nth(2).unwrap().starts_with("try "), "{said}");
    let play = ["kriegspiel", "play", "--player"];
    let text = typed(&[&play[..], &["belief[level=1]"]].concat(), b"quit\n");
    assert!(text.contains("against belief"), "{text}");
    for (player, expected) in [
        ("belief[level=6]", "`level=6`"),
        ("random[level=2]", "random has no option `level`"),
        ("belief[movetime=100]", "of players in a match"),
        ("belief[level=2", "`]`"),
    ] {
        for start in [&bot[..], &play[..]] {
            let said = refused(&[start, &[player]].concat());
            assert!(said.contains(expected), "{said}");
        }
    }
    let twice = [&play[..], &["belief[level=2]", "--level=3"]].concat();
    assert!(refused(&twice).contains("`--level 3`"));
}

#[test]
fn people_meet_belief_on_five_levels_wherever_they_begin() {
    for args in [
        &["kriegspiel", "play"][..],
        &["kriegspiel", "play", "--level", "1"],
        &["play", "kriegspiel"],
        &["play", "kriegspiel", "--level", "1"],
    ] {
        let text = typed(args, b"quit\n");
        assert!(text.contains("against belief"), "{args:?}: {text}");
    }
    let text = typed(&["kriegspiel", "play", "--level", "1"], b"quit\n");
    assert!(text.contains("against belief[level=1]. "), "{text}");
    let said = refused(&["play", "kriegspiel", "--level", "6"]);
    assert!(said.contains("`--level 6`: kriegspiel has the levels 1 to 5"));
    let said = refused(&["play", "kriegspiel", "--player=random", "--level=2"]);
    assert!(said.contains("random has none"), "{said}");
    // The planner's own options mean the player that has a planner.
    let log = std::env::temp_dir().join(format!("zermelo-planner-{}", std::process::id()));
    let with = ["kriegspiel", "play", "--planner-log", log.to_str().unwrap()];
    assert!(typed(&with, b"quit\n").contains("against strategic"));
    let of_belief = [&with[..], &["--level", "1"]].concat();
    assert!(refused(&of_belief).contains("belief has no planner"));
    let nobody = ["kriegspiel", "match", "belief", "random", "--planner-log=x"];
    assert!(refused(&nobody).contains("nobody in this match is strategic"));
    let _ = std::fs::remove_file(log);
}

#[test]
fn the_levels_of_belief_play_a_match() {
    let made = zermelo(&[
        "kriegspiel",
        "match",
        "belief[level=2]",
        "belief[level=1,boards=10]",
        "--games",
        "1",
        "--nodes",
        "200",
        "--max-moves",
        "20",
        "--json",
    ]);
    assert!(made.status.success(), "{made:?}");
}

#[test]
fn the_goals_printed_are_the_goals_read() {
    let folder = std::env::temp_dir().join(format!("zermelo-goals-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (goals, means) = (folder.join("goals.toml"), folder.join("means.toml"));
    std::fs::write(&goals, zermelo(&["kriegspiel", "goals"]).stdout).unwrap();
    let made = zermelo(&[
        "kriegspiel",
        "match",
        "strategic[goals=8]",
        "random",
        "--games",
        "1",
        "--nodes",
        "30",
        "--max-moves",
        "25",
        "--goals",
        goals.to_str().unwrap(),
        "--goal-means",
        means.to_str().unwrap(),
    ]);
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    let written = std::fs::read_to_string(&means).unwrap();
    assert!(written.contains("name = \"rooks connected\""), "{written}");
    std::fs::write(
        &goals,
        "[[goal]]\nname = \"a\"\nlevel = 7\nrelation = \"check\"\n",
    )
    .unwrap();
    let wrong = refused(&["kriegspiel", "bot", "--goals", goals.to_str().unwrap()]);
    assert!(wrong.contains("level 7"), "{wrong}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_goes_on_with_its_own_limit_and_goals_only_and_loses_nothing() {
    let folder = std::env::temp_dir().join(format!("zermelo-resumed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (log, planner, means) = (path("match.log"), path("planner.log"), path("means.toml"));
    let goals = path("goals.toml");
    std::fs::write(&goals, zermelo(&["kriegspiel", "goals"]).stdout).unwrap();
    let base = ["kriegspiel", "match", "strategic", "random", "--nodes=20"];
    let files = [
        "--log",
        &log,
        "--planner-log",
        &planner,
        "--goal-means",
        &means,
    ];
    let own = ["--goals", &goals, "--json"];
    let with = |games: &'static str, moves: &'static str| {
        [&base[..], &files, &own, &[games, moves]].concat()
    };
    let uses = || {
        let shown = json(&["kriegspiel", "goals", &means, "--json"]);
        let goals = shown["goals"].as_array().unwrap().clone();
        goals
            .iter()
            .map(|goal| goal["uses"].as_u64().unwrap())
            .sum::<u64>()
    };
    json(&with("--games=1", "--max-moves=20"));
    let first = (std::fs::read_to_string(&planner).unwrap(), uses());
    assert!(first.1 > 0);
    assert_eq!(json(&with("--games=2", "--max-moves=20"))["games"], 2);
    let second = (std::fs::read_to_string(&planner).unwrap(), uses());
    assert!(second.0.starts_with(&first.0) && second.0.len() > first.0.len());
    assert!(second.1 > first.1, "{} after {}", second.1, first.1);
    let said = refused(&with("--games=3", "--max-moves=25"));
    assert!(said.contains("it has other settings"), "{said}");
    let text = std::fs::read_to_string(&goals).unwrap();
    std::fs::write(&goals, text.replacen("rate = ", "rate = 1", 1)).unwrap();
    let said = refused(&with("--games=3", "--max-moves=20"));
    assert!(said.contains("it has other players"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn play_kriegspiel_is_the_game_of_kriegspiel_play() {
    let text = typed(
        &[
            "play",
            "kriegspiel",
            "--player",
            "random",
            "--side",
            "black",
        ],
        b"tries\nresign\n",
    );
    assert!(text.contains("umpire: the other side has moved"), "{text}");
    assert!(text.contains("result 1-0 resignation"), "{text}");
    for (option, value) in [("--elo", "1800"), ("--side", "both"), ("--depth", "3")] {
        let said = refused(&["play", "kriegspiel", option, value]);
        assert!(said.contains(option), "{said}");
    }
    let said = refused(&["play", "kriegspiel", "8/8/8/8/8/8/8/8 w - -"]);
    assert!(said.contains("a position"), "{said}");
}

#[test]
fn a_run_of_goals_goes_on_from_its_file() {
    let folder = std::env::temp_dir().join(format!("zermelo-goal-run-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("run.toml");
    let name = file.to_str().unwrap();
    let mut args = vec!["kriegspiel", "goals", name, "--rounds", "1", "--games", "2"];
    args.extend(["--nodes", "10", "--against", "random"]);
    let first = zermelo(&args);
    let text = String::from_utf8(first.stdout).unwrap();
    assert!(text.starts_with("round 1: "), "{text}");
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(
        written.starts_with("# The goals of the planner."),
        "{written}"
    );
    std::fs::write(&file, format!("# mine\n\n{written}")).unwrap();
    args.push("--json");
    let second = json(&args);
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.starts_with("# mine\n\n# The goals"), "{written}");
    assert_eq!(second["rounds"], 2);
    assert_eq!(second["seed"], 1);
    assert_eq!(second["file"], name);
    assert_eq!(second["games"], 2);
    let uses = |value: &Value| -> u64 {
        let goals = value["goals"].as_array().unwrap().iter();
        goals.map(|goal| goal["uses"].as_u64().unwrap()).sum()
    };
    let shown = json(&["kriegspiel", "goals", name, "--json"]);
    assert_eq!(uses(&shown), uses(&second));
    assert!(uses(&shown) > 0, "{shown}");
    let player = format!("strategic[goals={name}]");
    let log = folder.join("planner.log");
    let mut args = vec!["kriegspiel", "match", &player, "random", "--games", "1"];
    args.extend([
        "--nodes",
        "20",
        "--max-moves",
        "20",
        "--json",
        "--planner-log",
    ]);
    args.push(log.to_str().unwrap());
    assert_eq!(json(&args)["games"], 1);
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.starts_with("game as white, seed "), "{log}");
    assert!(log.contains("strategic evaluation: ["), "{log}");
    let wrong = refused(&["kriegspiel", "goals", "no-such-run.toml"]);
    assert!(wrong.contains("no-such-run.toml"), "{wrong}");
    std::fs::remove_dir_all(folder).unwrap();
}
