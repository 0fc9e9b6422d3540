//! Profiles learnt, merged and forgotten.

use std::path::PathBuf;

use super::*;

fn place(name: &str) -> PathBuf {
    let place = std::env::temp_dir().join(format!("zermelo-profile-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&place);
    place
}

/// Games of two players, of which `one` opens with the king's pawn and `two` with the queen's; no
/// two of the first 512 are alike.
fn source(numbers: std::ops::Range<u32>) -> Source {
    let wings = [
        ["a2a3", "a2a4", "b2b3", "b2b4"],
        ["a7a6", "a7a5", "b7b6", "b7b5"],
        ["h2h3", "h2h4", "g2g3", "g2g4"],
        ["h7h6", "h7h5", "g7g6", "g7g5"],
    ];
    let games = numbers.map(|number| {
        let (white, line) = match number % 2 {
            0 => ("one", "1. e2e4 e7e5 2. g1f3 b8c6"),
            _ => ("two", "1. d2d4 d7d5 2. c2c4 e7e6"),
        };
        let [a, b, c, d] = [1, 3, 5, 7].map(|bit| number as usize >> bit & 3);
        let [a, b, c, d] = [wings[0][a], wings[1][b], wings[2][c], wings[3][d]];
        let text = format!("[White \"{white}\"]\n\n{line} 3. {a} {b} 4. {c} {d} *\n");
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
    let mut dated = source(0..6);
    let tag = ("Date".to_string(), "1938.01.01".to_string());
    dated
        .games
        .iter_mut()
        .for_each(|game| game.tags.push(tag.clone()));
    let again = learn(&[source(0..6), dated], &Choice::default(), &path).unwrap();
    assert_eq!(again.figures["sides"], 12);
    let choice = Choice {
        opponent: Some("three".to_string()),
        hold_out: 0,
    };
    let sentence = learn(&twice, &choice, &path).unwrap_err().to_string();
    assert!(sentence.contains("`three`") && sentence.contains("one, two"));
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn games_are_held_out_whatever_their_order_and_with_those_that_have_the_same_moves() {
    let choice = Choice {
        opponent: None,
        hold_out: 3,
    };
    let path = place("order");
    let mut games = source(0..60);
    // The same games by others, and all of them the other way round.
    for mut game in source(0..60).games {
        game.tags = vec![("White".to_string(), "three".to_string())];
        games.games.push(game);
    }
    learn(&[games.clone()], &choice, &path).unwrap();
    let read = |path: &Path| fs::read_to_string(path.join(GAMES)).unwrap();
    let first = read(&path);
    games.games.reverse();
    let folder = learn(&[games], &choice, &path).unwrap();
    assert_eq!(
        (first.lines().count(), read(&path)),
        (1 + 80, first.clone())
    );
    assert_eq!(folder.origin["held_out"], 40);
    let counted: BTreeSet<u64> = first
        .lines()
        .skip(1)
        .map(|line| u64::from_str_radix(line, 16).unwrap())
        .collect();
    let old = path.join("old.txt");
    fs::write(&old, "0123456789abcdef\n").unwrap();
    let sentence = read_games(&old).unwrap_err().to_string();
    assert!(sentence.contains("learn it again"), "{sentence}");
    let [one, other] = [source(0..60), {
        let mut source = source(0..60);
        let tags = vec![("White".to_string(), "three".to_string())];
        source
            .games
            .iter_mut()
            .for_each(|game| game.tags = tags.clone());
        source
    }]
    .map(|source| source.games);
    for (game, alike) in one.iter().zip(&other) {
        let is_counted = |game| counted.contains(&identity(game));
        assert_eq!(is_counted(game), is_counted(alike));
    }
    // Both colours are among them.
    let held = one.iter().filter(|game| !counted.contains(&identity(game)));
    let white = held.filter(|game| player(game, Side::First) == Some("one"));
    assert!((4..=16).contains(&white.count()));
    fs::remove_dir_all(path).unwrap();
}
