//! The files of `kriegspiel` and of what is learnt from it: what they hold, and that none is lost.
#![allow(clippy::unwrap_used)]

mod binary;

use std::fs;
use std::path::PathBuf;

use binary::{json, refused, text, typed, zermelo};

/// A folder that is gone in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("zermelo-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    /// A file of six short games.
    fn games(&self, name: &str, seed: &str) -> String {
        let path = self.path(name);
        let mut args = vec!["kriegspiel", "match", "random", "random[name=second]"];
        args.extend(["--games", "6", "--max-moves", "15", "--nodes", "1"]);
        args.extend(["--seed", seed, "--pgn", &path, "--json"]);
        json(&args);
        path
    }

    /// A file of the standard goals.
    fn goals(&self) -> String {
        let path = self.path("goals.toml");
        fs::write(&path, zermelo(&["kriegspiel", "goals"]).stdout).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn one_file_is_never_taken_for_two_things() {
    let folder = Folder::new("one-file");
    let (games, goals) = (folder.games("games.ksp", "1"), folder.goals());
    let (page, profile) = (folder.path("page.html"), folder.path("profile"));
    fs::copy(&games, &page).unwrap();
    text(&["learn", "profile", &games, "-o", &profile]);
    let manifest = format!("{profile}/manifest.json");
    let before = [&games, &goals, &page, &manifest].map(|path| fs::read(path).unwrap());
    let contest = ["kriegspiel", "match", "strategic", "random", "--pgn"];
    let with_goals = format!("strategic[goals={goals}]");
    let with_goals = ["kriegspiel", "match", "random", &with_goals];
    let with_profile = format!("belief[profile={profile}]");
    let with_profile = ["kriegspiel", "match", "random", &with_profile];
    let play = ["kriegspiel", "play", "--player", "strategic", "--save"];
    let learn = ["learn", "goals", &games, "-o"];
    for (command, options, expected) in [
        (
            &contest[..],
            &[&games, "--goal-means", &games][..],
            "--pgn and --goal-means are the same",
        ),
        (
            &contest,
            &[&games, "--planner-log", &games],
            "--pgn and --planner-log are the same",
        ),
        (&contest, &[&goals, "--goals", &goals], "--pgn and --goals"),
        (&with_goals, &["--pgn", &goals], "--pgn would write over"),
        (&with_goals, &["--log", &goals], "--log would write over"),
        (&with_profile, &["--pgn", &manifest], "--pgn would write"),
        (
            &["kriegspiel", "replay"],
            &[&page, "-o", &page],
            "the game and -o are the same",
        ),
        (
            &play,
            &["x.ksp", "--profile", &profile, "--planner-log", &manifest],
            "--planner-log would write over what `--profile`",
        ),
        (&learn, &[&games], "and -o are the same"),
        (&learn, &[&page, "--page", &page], "-o and --page are the"),
        (&learn, &["-", "--json"], "both write to standard output"),
        (
            &play,
            &[&games, "--planner-log", &games],
            "--save and --planner-log are the same",
        ),
        (&play, &[&goals], "is no file of games"),
    ] {
        let said = refused(&[command, options].concat());
        assert!(said.contains(expected), "{said}");
    }
    let after = [&games, &goals, &page, &manifest].map(|path| fs::read(path).unwrap());
    assert_eq!(after, before);
}

#[test]
fn a_match_goes_on_only_with_the_same_profile_and_endings() {
    let folder = Folder::new("same-players");
    let (first, second) = (folder.games("1.ksp", "1"), folder.games("2.ksp", "2"));
    let (profile, endings) = (folder.path("profile"), folder.path("endings"));
    let log = folder.path("match.log");
    let learn = |games: &str| text(&["learn", "profile", games, "-o", &profile]);
    let build = |limit| {
        let mut args = vec!["kriegspiel", "endings", "krk", "--build", "--full"];
        args.extend(["--seeds", "1", "--limit", limit, "-o", &endings]);
        text(&args)
    };
    let player = format!("montecarlo[profile={profile},endings={endings}]");
    let mut args = vec!["kriegspiel", "match", &player, "random", "--nodes", "20"];
    args.extend(["--max-moves", "5", "--log", &log, "--json", "--games"]);
    let contest = |games| [&args[..], &[games]].concat();
    learn(&first);
    build("2");
    json(&contest("1"));
    assert_eq!(json(&contest("2"))["games"], 2);
    learn(&second);
    let said = refused(&contest("3"));
    assert!(said.contains("it has other players"), "{said}");
    learn(&first);
    assert_eq!(json(&contest("3"))["games"], 3);
    build("1");
    let said = refused(&contest("4"));
    assert!(said.contains("it has other players"), "{said}");
}

#[test]
fn goals_of_a_run_keep_its_history_when_others_are_entered() {
    let folder = Folder::new("goal-history");
    let (games, goals) = (folder.games("games.ksp", "1"), folder.goals());
    let (run, mined) = (folder.path("run.toml"), folder.path("mined.toml"));
    let moved = "[[moved]]\nround = 2\ngoal = \"rooks connected\"\nfrom = 1\nto = 2\n\
                 mean = -50.5\nuses = 100\n";
    let goals = fs::read_to_string(goals).unwrap();
    fs::write(&run, format!("rounds = 3\n{goals}\n{moved}")).unwrap();
    text(&["learn", "goals", &games, "--goals", &run, "-o", &mined]);
    let shown = json(&["kriegspiel", "goals", &mined, "--json"]);
    assert_eq!(shown["rounds"], 3);
    assert_eq!(shown["moved"][0]["goal"], "rooks connected");
    // Without a run the goals are a plain file, and those of a match a run of one round.
    text(&["learn", "goals", &games, "-o", &mined]);
    assert!(!fs::read_to_string(&mined).unwrap().contains("rounds = "));
    let mut args = vec!["kriegspiel", "match", "strategic", "random", "--games", "1"];
    args.extend(["--nodes", "10", "--max-moves", "5", "--goal-means", &mined]);
    text(&args);
    let shown = json(&["kriegspiel", "goals", &mined, "--json"]);
    assert_eq!(shown["rounds"], 1);
}

#[test]
fn options_that_nobody_has_a_use_for_are_refused() {
    let folder = Folder::new("no-use");
    let (games, goals) = (folder.games("games.ksp", "1"), folder.goals());
    let profile = folder.path("profile");
    text(&["learn", "profile", &games, "-o", &profile]);
    let contest = ["kriegspiel", "match", "random", "strategic"];
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (command, options, expected) in [
        (
            &["kriegspiel", "play", "--player", "random"][..],
            &["--goals", &goals][..],
            "--goals is of the players",
        ),
        (
            &["kriegspiel", "play", "--level", "2"],
            &["--goals", &goals],
            "--goals is of the players",
        ),
        (
            &["kriegspiel", "bot", "--player", "belief"],
            &["--goals", &goals],
            "--goals is of the players",
        ),
        (
            &["kriegspiel", "bot", "--player", "metaposition"],
            &["--profile", &profile],
            "--profile is of the players",
        ),
        (&contest, &["--opening-plies", "16"], "no --opening-plies"),
        (&contest, &["--player-dir", &profile], "no --player-dir"),
        (
            &["learn", "inspect", &profile],
            &["--fen", fen],
            "a profile knows no positions",
        ),
    ] {
        let said = refused(&[command, options].concat());
        assert!(said.contains(expected), "{said}");
    }
    let bot = ["kriegspiel", "bot", "--player", "belief[goals=on]"];
    typed(&[&bot[..], &["--goals", &goals]].concat(), b"quit\n");
}

#[test]
fn a_profile_says_how_many_games_it_was_learnt_from() {
    let folder = Folder::new("samples");
    let (games, profile) = (folder.games("games.ksp", "1"), folder.path("profile"));
    for (hold_out, samples, held_out) in [("3", 4, 2), ("0", 6, 0)] {
        let mut args = vec!["learn", "profile", &games, "-o", &profile, "--json"];
        args.extend(["--hold-out", hold_out]);
        let learnt = json(&args);
        assert_eq!(learnt["samples"], samples);
        assert_eq!(learnt["held_out"]["games"], held_out);
    }
}

#[test]
fn every_object_has_the_version_in_one_form() {
    let folder = Folder::new("version");
    let games = folder.games("games.ksp", "1");
    let mut contest = vec!["kriegspiel", "match", "random", "random", "--games", "1"];
    contest.extend(["--nodes", "1", "--max-moves", "5", "--json"]);
    for args in [
        &contest[..],
        &["kriegspiel", "goals", "--json"],
        &["kriegspiel", "replay", &games, "--json"],
    ] {
        let version = json(args)["version"].to_string();
        assert!(version.starts_with("\"zermelo "), "{version}");
    }
}

#[test]
fn what_is_no_text_is_read_alike_from_files_and_from_standard_input() {
    let folder = Folder::new("no-text");
    let path = folder.path("bytes");
    let heard = ["kriegspiel", "replay", "--side", "white", "--heard"];
    for (args, bytes) in [
        (&heard[..], &b"to-move white tries 0 # \xff\n"[..]),
        (&["kriegspiel", "replay"], b"{\xff} 1. e2e4 e7e5 *\n"),
        (
            &["kriegspiel", "solve"],
            b"k7/8/1K6/8/8/8/8/7R w - - 0 1 # \xff\n",
        ),
    ] {
        fs::write(&path, bytes).unwrap();
        let from_file = text(&[args, &[&path]].concat());
        assert_eq!(typed(&[args, &["-"]].concat(), bytes), from_file);
    }
}

#[test]
fn a_word_that_cannot_be_read_is_repeated_in_part() {
    let long = format!("{}\nquit\n", "x".repeat(100));
    let play = ["kriegspiel", "play", "--player", "random"];
    let said = typed(&play, long.as_bytes());
    assert!(
        said.contains(&format!("`{}`: expected", "x".repeat(40))),
        "{said}"
    );
}
