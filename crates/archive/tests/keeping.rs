//! What becomes of an archive: merged, compared, forgotten from, damaged, written out.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use support::{Folder, Settings, archive_of, build_with, bytes_of, random_games};
use zermelo_archive::{
    Archive, Filter, NULL_MOVE, PolyglotOptions, RebuildOptions, difference, forget, merge,
    polyglot_entries, verify, write_csv, write_json_lines,
};
use zermelo_chess::{Chess, GameText, PolyglotBook};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Side};

fn options() -> RebuildOptions<'static> {
    RebuildOptions {
        memory: 1 << 24,
        threads: 2,
        fresh: false,
        stop: &|| false,
    }
}

#[test]
fn archives_merge_differ_and_forget() {
    let folder = Folder::new("merge");
    let (first, second) = (random_games(21, 200), random_games(22, 150));
    let mut shared = second.clone();
    shared.extend_from_slice(&first[..40]);
    let a = archive_of(&folder.join("a"), &first);
    let b = archive_of(&folder.join("b"), &shared);
    let merged = merge(&[&a, &b], &folder.join("ab"), &options()).unwrap();
    assert_eq!((merged.games, merged.duplicates), (350, 40));
    let mut all = first.clone();
    all.extend(second);
    let whole = archive_of(&folder.join("whole"), &all);
    let ab = Archive::open(&folder.join("ab")).unwrap();
    let positions = |path: &str| std::fs::read(folder.join(path).join("000001.positions")).unwrap();
    assert!(
        positions("ab") == positions("whole"),
        "merged as if built at once"
    );
    assert!(ab.verify().1.is_empty());
    let found = difference(&ab, &a).unwrap();
    assert_eq!(
        (
            found.common,
            found.only_first.len(),
            found.only_second.len()
        ),
        (200, 150, 0)
    );
    assert!(
        merge(&[&a, &b], &folder.join("ab"), &options()).is_err(),
        "never over another"
    );

    let has = |game: &GameText, wanted: &str| game.tags.iter().any(|(_, value)| value == wanted);
    let gone = forget(
        &folder.join("whole"),
        |game| game.white == "Player 3" || game.black == "Player 3",
        &options(),
    );
    let expected = all.iter().filter(|game| has(game, "Player 3")).count() as u64;
    assert_eq!(gone.unwrap().forgotten, expected);
    assert!(expected > 0);
    let left = Archive::open(&folder.join("whole")).unwrap();
    assert_eq!(left.games(), 350 - expected);
    let filter = Filter {
        player: Some("player 3".into()),
        ..Filter::default()
    };
    left.for_each_game(&filter, |id| {
        let game = left.game(id)?;
        assert!(game.white != "Player 3" && game.black != "Player 3");
        Ok(true)
    })
    .unwrap();
    assert!(left.verify().1.is_empty());
    drop(whole);
}

#[test]
fn every_flipped_bit_is_reported_and_none_is_answered_from() {
    let folder = Folder::new("flips");
    let games = random_games(23, 300);
    let path = folder.join("a");
    let archive = archive_of(&path, &games);
    let keys: Vec<_> = {
        let mut keys = vec![Chess::new().archive_key()];
        let mut position = Chess::new();
        for (san, _) in &games[0].moves {
            let m = position.parse_move(san).unwrap();
            position.play(m);
            keys.push(position.archive_key());
        }
        keys
    };
    let truth: Vec<_> = keys
        .iter()
        .map(|&key| archive.position(key).unwrap())
        .collect();
    drop(archive);
    let files: Vec<_> = bytes_of(&path)
        .into_iter()
        .filter(|(_, b)| !b.is_empty())
        .collect();
    let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    let mut random = Rng::new(7);
    for _ in 0..1000 {
        let mut place = random.below(total);
        let mut chosen = 0;
        while place >= files[chosen].1.len() {
            place -= files[chosen].1.len();
            chosen += 1;
        }
        let (name, bytes) = &files[chosen];
        let mut spoilt = bytes.clone();
        spoilt[place] ^= 1 << random.below(8);
        std::fs::write(path.join(name), &spoilt).unwrap();
        if let Ok(archive) = Archive::open(&path) {
            let (_, damage) = archive.verify();
            assert!(!damage.is_empty(), "{name} byte {place}: not reported");
            for (&key, expected) in keys.iter().zip(&truth) {
                if let Ok(found) = archive.position(key) {
                    assert_eq!(&found, expected, "{name} byte {place}: a lie");
                }
            }
        }
        std::fs::write(path.join(name), bytes).unwrap();
    }
}

#[test]
fn polyglot_books_come_back_with_their_weights() {
    let folder = Folder::new("polyglot");
    let games = random_games(24, 300);
    let archive = archive_of(&folder.join("a"), &games);
    let options = PolyglotOptions {
        least: 3,
        ..PolyglotOptions::default()
    };
    let entries = polyglot_entries(&archive, options).unwrap();
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    let book = PolyglotBook::read(&bytes).unwrap();
    assert_eq!(book.entries(), entries);
    assert!(entries.len() > 50);
    let mut checked = 0;
    archive
        .for_each_position(3, |archived| {
            let white = archived.position.side() == Side::First;
            for (m, weight) in book.moves(&archived.position) {
                let stats = archived
                    .stats
                    .moves
                    .iter()
                    .find(|s| s.played == m.packed())
                    .unwrap();
                assert_eq!(f64::from(weight), 2.0 * stats.tally.points(white));
                checked += 1;
            }
            Ok(true)
        })
        .unwrap();
    assert_eq!(checked, entries.len());
}

#[test]
fn tables_hold_every_move_once() {
    let folder = Folder::new("tables");
    let archive = archive_of(&folder.join("a"), &random_games(25, 120));
    let (mut csv, mut lines) = (Vec::new(), Vec::new());
    let rows = write_csv(&archive, 1, &mut csv).unwrap();
    assert_eq!(write_json_lines(&archive, 1, &mut lines).unwrap(), rows);
    let text = String::from_utf8(csv).unwrap();
    let mut seen = std::collections::HashSet::new();
    let mut start_games = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), 13, "{line}");
        assert!(seen.insert((fields[0].to_string(), fields[2].to_string())));
        let position = Chess::parse(&format!("{} 0 1", fields[0])).unwrap();
        let is_move = !["", NULL_MOVE].contains(&fields[2]);
        assert!(!is_move || position.parse_move(fields[2]).is_ok());
        assert_eq!(format!("{:024x}", position.archive_key().bits()), fields[1]);
        if fields[2].is_empty() {
            // The row of the position itself stands first and counts every game once.
            let results: u64 = fields[4..7].iter().map(|n| n.parse::<u64>().unwrap()).sum();
            assert_eq!(results.to_string(), fields[3], "{line}");
        }
        if position == Chess::new() && is_move {
            start_games += fields[4..7]
                .iter()
                .map(|n| n.parse::<u64>().unwrap())
                .sum::<u64>();
        }
    }
    assert_eq!(seen.len() as u64, rows);
    let start = archive.position(Chess::new().archive_key()).unwrap();
    assert_eq!(
        start_games,
        start.moves.iter().map(|m| m.tally.games()).sum::<u64>()
    );
    assert_eq!(
        String::from_utf8(lines).unwrap().lines().count() as u64,
        rows
    );
}

#[test]
fn all_damage_is_listed_even_of_an_archive_that_cannot_be_opened() {
    let folder = Folder::new("listed");
    let path = folder.join("a");
    archive_of(&path, &random_games(23, 40));
    let cut = std::fs::read(path.join("000001.games")).unwrap();
    std::fs::write(path.join("000001.games"), &cut[..cut.len() - 1]).unwrap();
    std::fs::remove_file(path.join("000001.hashes")).unwrap();
    assert!(Archive::open(&path).is_err());
    let (_, damage) = verify(&path).unwrap();
    let sentences: Vec<String> = damage.iter().map(ToString::to_string).collect();
    assert_eq!(sentences.len(), 2, "{sentences:?}");
    assert!(
        sentences[0].contains("000001.games is damaged"),
        "{sentences:?}"
    );
    assert!(sentences[1].contains("000001.hashes"), "{sentences:?}");
    let mut manifest = std::fs::read(path.join("manifest.json")).unwrap();
    manifest[9] ^= 1;
    std::fs::write(path.join("manifest.json"), manifest).unwrap();
    let (_, damage) = verify(&path).unwrap();
    assert!(damage[0].to_string().contains("manifest"), "{damage:?}");
    assert!(verify(&folder.join("nowhere")).is_err());
}

#[test]
fn games_that_went_out_and_came_back_are_the_same_games() {
    let folder = Folder::new("same");
    let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Event \"y\"]\n[Variant \"Chess960\"]\n\
        [FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n9. Nf3 0-1\n\n";
    let input = folder.write("a.pgn", text);
    build_with(&folder.join("a"), &[input], &Settings::default()).unwrap();
    let first = Archive::open(&folder.join("a")).unwrap();
    let mut out = String::new();
    first
        .for_each_game(&Filter::default(), |id| {
            out += &first.game(id)?.pgn().to_string();
            Ok(true)
        })
        .unwrap();
    assert_eq!(out.matches("[Variant \"Chess960\"]").count(), 1, "{out}");
    let input = folder.write("b.pgn", out);
    build_with(&folder.join("b"), &[input], &Settings::default()).unwrap();
    let second = Archive::open(&folder.join("b")).unwrap();
    assert_eq!(difference(&first, &second).unwrap().common, 2);
}
