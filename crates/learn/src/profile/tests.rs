//! Profiles learnt, merged and forgotten.

use std::path::PathBuf;

use super::*;

fn place(name: &str) -> PathBuf {
    let place = std::env::temp_dir().join(format!("zermelo-profile-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&place);
    place
}

/// Games of two players, of which `one` opens with the king's pawn and `two` with the queen's.
fn source(numbers: std::ops::Range<u32>) -> Source {
    let games = numbers.map(|number| {
        let (white, line) = match number % 2 {
            0 => ("one", "1. e2e4 e7e5 2. g1f3 b8c6 *"),
            _ => ("two", "1. d2d4 d7d5 2. c2c4 e7e6 *"),
        };
        let text = format!("[White \"{white}\"]\n[Round \"{number}\"]\n\n{line}\n");
        Transcript::parse(&text).unwrap()
    });
    Source {
        name: "games.ksp".to_string(),
        games: games.collect(),
    }
}

fn learnt(numbers: std::ops::Range<u32>, choice: &Choice, path: &Path) -> PlayerFolder {
    learn(&[source(numbers)], choice, path).unwrap()
}

#[test]
fn equal_games_give_equal_bytes_and_a_changed_folder_is_refused() {
    let (first, second) = (place("equal-1"), place("equal-2"));
    let choice = Choice {
        opponent: Some("one".to_string()),
        hold_out: 5,
    };
    let folder = learnt(0..40, &choice, &first);
    learnt(0..40, &choice, &second);
    for file in [EVERYBODY, OPPONENT, GAMES, "manifest.json"] {
        let read = |path: &Path| fs::read(path.join(file)).unwrap();
        assert_eq!(read(&first), read(&second), "{file}");
    }
    assert_eq!(folder.origin["held_out"], 8);
    assert_eq!(folder.figures["sides"], 16);
    let back = counted(&PlayerFolder::open(&first).unwrap()).unwrap();
    assert_eq!(back.opponent.as_deref(), Some("one"));
    assert_eq!(back.profile(), open(&first).unwrap());
    let text = fs::read_to_string(first.join(EVERYBODY)).unwrap();
    fs::write(
        first.join(EVERYBODY),
        text.replace("64", "65").replace("32", "33"),
    )
    .unwrap();
    let sentence = open(&first).unwrap_err().to_string();
    assert!(sentence.contains("everybody.txt: changed"), "{sentence}");
    for path in [first, second] {
        fs::remove_dir_all(path).unwrap();
    }
}

#[test]
fn a_profile_foretells_games_held_out_better_than_none() {
    let path = place("held-out");
    let choice = Choice {
        opponent: None,
        hold_out: 4,
    };
    let folder = learnt(0..400, &choice, &path);
    let held_out = &folder.figures["held_out"];
    let figure = |name: &str| held_out[name].as_f64().unwrap();
    assert_eq!(held_out["games"], 100);
    assert!(figure("profile") > figure("uniform"), "{held_out}");
    assert!(
        figure("matrices_with_profile") > figure("matrices"),
        "{held_out}"
    );
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn merged_folders_are_as_if_learnt_together_and_forgetting_undoes_it() {
    let paths = ["a", "b", "ab", "all", "back"].map(|name| place(&format!("merge-{name}")));
    let choice = Choice::default();
    let first = learnt(0..10, &choice, &paths[0]);
    let second = learnt(10..30, &choice, &paths[1]);
    let merged = merge(&first, &second, &paths[2]).unwrap();
    let all = learnt(0..30, &choice, &paths[3]);
    assert_eq!(counted(&merged).unwrap(), counted(&all).unwrap());
    assert_eq!(merged.origin["games"], 30);
    let back = forget(&merged, &source(10..40).games, &paths[4]).unwrap();
    assert_eq!(counted(&back).unwrap(), counted(&first).unwrap());
    assert_eq!(back.origin["forgotten"], 20);
    let sentence = merge(&merged, &second, &paths[4]).unwrap_err().to_string();
    assert!(sentence.contains("20 of its games"), "{sentence}");
    let sentence = forget(&first, &second_games(), &paths[4]).unwrap_err();
    assert!(sentence.to_string().contains("none of these games"));
    for path in paths {
        fs::remove_dir_all(path).unwrap();
    }
}

fn second_games() -> Vec<Transcript> {
    source(10..30).games
}

#[test]
fn games_count_once_and_an_unknown_opponent_is_refused_with_the_known_ones() {
    let path = place("once");
    let twice = [source(0..6), source(0..6)];
    let folder = learn(&twice, &Choice::default(), &path).unwrap();
    assert_eq!(folder.figures["sides"], 12);
    let choice = Choice {
        opponent: Some("three".to_string()),
        hold_out: 0,
    };
    let sentence = learn(&twice, &choice, &path).unwrap_err().to_string();
    assert!(sentence.contains("`three`") && sentence.contains("one, two"));
    fs::remove_dir_all(path).unwrap();
}
