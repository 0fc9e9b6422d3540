//! Building: exact counts, equal bytes, resuming, adding, compressed and broken sources.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;

use support::{Folder, Settings, archive_of, build_with, bytes_of, pgn, random_games};
use zermelo_archive::{Archive, ArchiveError, Filter, Reason};
use zermelo_chess::{Chess, GameText};
use zermelo_game::{Game, Notation};

/// Games by position and by move, counted on the rules library's board.
#[derive(Default)]
struct Counted {
    games: BTreeSet<usize>,
    moves: BTreeMap<String, BTreeSet<usize>>,
}

fn count(games: &[GameText], plies: usize) -> HashMap<Chess, Counted> {
    let mut counted: HashMap<Chess, Counted> = HashMap::new();
    for (number, game) in games.iter().enumerate() {
        let fen = game.tags.iter().find(|(name, _)| name == "FEN");
        let mut position = fen.map_or(Chess::new(), |(_, fen)| Chess::parse(fen).unwrap());
        for (ply, (san, _)) in game.moves.iter().enumerate().take(plies + 1) {
            let here = counted.entry(position.clone()).or_default();
            here.games.insert(number);
            if ply == plies {
                break;
            }
            let m = position.parse_move(san).unwrap();
            let uci = position.uci(m);
            here.moves.entry(uci).or_default().insert(number);
            position.play(m);
            if ply + 1 == game.moves.len() {
                counted
                    .entry(position.clone())
                    .or_default()
                    .games
                    .insert(number);
            }
        }
    }
    counted
}

fn tally(games: &[GameText], numbers: &BTreeSet<usize>) -> (u64, u64, u64, u64) {
    let of = |result: &str| {
        let has = |&&number: &&usize| games[number].result == result;
        numbers.iter().filter(has).count() as u64
    };
    let rating = |&number: &usize| -> u64 {
        let tag = games[number]
            .tags
            .iter()
            .find(|(name, _)| name == "WhiteElo");
        tag.map_or(0, |(_, value)| value.parse().unwrap())
    };
    (
        of("1-0"),
        of("1/2-1/2"),
        of("0-1"),
        numbers.iter().map(rating).sum(),
    )
}

#[test]
fn every_position_and_move_is_counted_as_a_second_count_does() {
    let folder = Folder::new("exact");
    let games = random_games(1, 400);
    let archive = archive_of(&folder.join("a"), &games);
    let counted = count(&games, 70);
    assert_eq!(archive.games(), 400);
    assert_eq!(archive.position_counts().unwrap().0, counted.len() as u64);
    let visits: usize = counted.values().map(|c| c.games.len()).sum();
    assert_eq!(archive.position_counts().unwrap().1, visits as u64);
    for (position, expected) in &counted {
        let key = position.archive_key();
        let stats = archive.position(key).unwrap();
        let total = stats.total;
        let found = (total.white, total.draws, total.black, total.white_ratings.0);
        assert_eq!(
            found,
            tally(&games, &expected.games),
            "{}",
            position.notation()
        );
        assert_eq!(archive.reached(key).unwrap(), expected.games.len() as u64);
        assert_eq!(stats.moves.len(), expected.moves.len());
        for m in &stats.moves {
            let uci = position.uci(position.unpacked(m.played).unwrap());
            let t = m.tally;
            let found = (t.white, t.draws, t.black, t.white_ratings.0);
            assert_eq!(found, tally(&games, &expected.moves[&uci]), "{uci}");
        }
        let listed: BTreeSet<usize> = archive
            .games_at(key)
            .unwrap()
            .into_iter()
            .map(|(id, _)| id.game as usize)
            .collect();
        assert_eq!(listed, expected.games);
    }
    let (verified, damage) = archive.verify();
    assert!(damage.is_empty(), "{damage:?}");
    assert_eq!(
        (verified.games, verified.positions),
        (400, counted.len() as u64)
    );
}

#[test]
fn games_come_back_as_they_were() {
    let folder = Folder::new("back");
    let games = random_games(2, 60);
    let archive = archive_of(&folder.join("a"), &games);
    let mut place = 0;
    archive
        .for_each_game(&Filter::default(), |id| {
            let stored = archive.game(id)?.pgn();
            assert_eq!(stored.moves, games[place].moves);
            assert_eq!(stored.result, games[place].result);
            for tag in &games[place].tags {
                assert!(stored.tags.contains(tag), "{tag:?} in {:?}", stored.tags);
            }
            place += 1;
            Ok(true)
        })
        .unwrap();
    assert_eq!(place, 60);
}

#[test]
fn equal_games_give_equal_bytes_whatever_memory_and_threads() {
    let folder = Folder::new("equal");
    let input = folder.write("in.pgn", pgn(&random_games(3, 3000)));
    let mut first = None;
    for (number, (memory, threads)) in [(1 << 30, 1), (1 << 20, 2), (1 << 16, 3)]
        .iter()
        .enumerate()
    {
        let output = folder.join(&format!("a{number}"));
        let settings = Settings {
            memory: *memory,
            threads: *threads,
            ..Settings::default()
        };
        build_with(&output, std::slice::from_ref(&input), &settings).unwrap();
        let bytes = bytes_of(&output);
        assert_eq!(first.get_or_insert(bytes.clone()).len(), bytes.len());
        assert!(
            first.as_ref() == Some(&bytes),
            "memory {memory}, {threads} threads"
        );
    }
}

#[test]
fn an_interrupted_build_goes_on_to_the_same_bytes() {
    let folder = Folder::new("resume");
    let inputs = [
        folder.write("1.pgn", pgn(&random_games(4, 2000))),
        folder.write("2.pgn", pgn(&random_games(5, 2000))),
    ];
    let whole = folder.join("whole");
    build_with(&whole, &inputs, &Settings::default()).unwrap();
    let expected = bytes_of(&whole);
    let mut resumed = 0;
    for stop_after in 0.. {
        let output = folder.join(&format!("stopped-{stop_after}"));
        let settings = Settings {
            stop_after,
            // So little that all goes to the disk.
            memory: 1 << 16,
            ..Settings::default()
        };
        let stopped = build_with(&output, &inputs, &settings);
        if stopped.is_ok() {
            break;
        }
        assert!(
            matches!(stopped, Err(ArchiveError::Interrupted)),
            "{stop_after}"
        );
        let other = build_with(&output, &inputs[..1], &Settings::default());
        if output.join("build/journal.json").exists() {
            let sentence = other.unwrap_err().to_string();
            assert!(sentence.contains("unfinished build"), "{sentence}");
            build_with(&output, &inputs, &Settings::default()).unwrap();
            assert!(bytes_of(&output) == expected, "{stop_after}");
            resumed += 1;
        }
    }
    assert!(resumed >= 3, "{resumed}");
}

#[test]
fn games_can_be_added_and_duplicates_are_not() {
    let folder = Folder::new("add");
    let (first, second) = (random_games(6, 300), random_games(7, 200));
    let mut all = first.clone();
    all.extend(second.clone());
    let whole = archive_of(&folder.join("whole"), &all);
    let output = folder.join("parts");
    let inputs = [
        folder.write("1.pgn", pgn(&first)),
        folder.write("2.pgn", pgn(&second) + &pgn(&first[..50])),
    ];
    build_with(&output, &inputs[..1], &Settings::default()).unwrap();
    let report = build_with(&output, &inputs[1..], &Settings::default()).unwrap();
    assert_eq!((report.games, report.games_before), (200, 300));
    assert_eq!(report.skipped[&Reason::Duplicate], 50);
    let before = bytes_of(&output);
    let again = build_with(&output, &inputs, &Settings::default()).unwrap();
    assert_eq!((again.games, again.skipped[&Reason::Duplicate]), (0, 550));
    assert!(
        bytes_of(&output) == before,
        "nothing changes when nothing is added"
    );
    let parts = Archive::open(&output).unwrap();
    assert_eq!(parts.segment_count(), 2);
    for position in count(&all, 70).keys() {
        let key = position.archive_key();
        assert_eq!(parts.position(key).unwrap(), whole.position(key).unwrap());
    }
}

#[test]
fn compressed_files_of_several_streams_are_read_whole() {
    let folder = Folder::new("compressed");
    let games = random_games(8, 120);
    let halves = [pgn(&games[..60]), pgn(&games[60..])];
    let gz = |text: &String| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text.as_bytes()).unwrap();
        out.finish().unwrap()
    };
    let bz = |text: &String| {
        let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        out.write_all(text.as_bytes()).unwrap();
        out.finish().unwrap()
    };
    let zst = |text: &String| zstd::encode_all(text.as_bytes(), 3).unwrap();
    let skippable = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3].to_vec();
    let files = [
        ("gz", halves.iter().flat_map(gz).collect::<Vec<u8>>()),
        ("bz2", halves.iter().flat_map(bz).collect()),
        (
            "zst",
            skippable
                .into_iter()
                .chain(halves.iter().flat_map(zst))
                .collect(),
        ),
        ("plain", halves.concat().into_bytes()),
    ];
    for (name, bytes) in files {
        let input = folder.write(&format!("games.{name}"), &bytes);
        let report = build_with(&folder.join(name), &[input], &Settings::default()).unwrap();
        assert_eq!(report.games, 120, "{name}");
        if name != "plain" {
            let input = folder.write(&format!("cut.{name}"), &bytes[..bytes.len() - 9]);
            let output = folder.join(&format!("cut-{name}"));
            let sentence = build_with(&output, &[input], &Settings::default()).unwrap_err();
            assert!(
                sentence.to_string().contains("cut off"),
                "{name}: {sentence}"
            );
            assert!(!output.exists(), "nothing half-written stays");
        }
    }
}

#[test]
fn broken_games_are_counted_by_reason() {
    let folder = Folder::new("broken");
    let text = "[Event \"1\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
        [Event \"2\"]\n\n1. e4 e5 *\n\n[Event \"3\"]\n\n1. e4 Ke7 1-0\n\n\
        [Event \"4\"]\n\n1-0\n\n[Event \"5\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 1-0\n\n\
        [Event \"6\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n[Event \"7\"]\n[Result \"1-0\"]\n\n1. d4 d";
    let input = folder.write("broken.pgn", text);
    let mut problems = Vec::new();
    let report = zermelo_archive::build(
        &folder.join("a"),
        std::slice::from_ref(&input),
        zermelo_archive::BuildOptions {
            filter: Filter::default(),
            plies: Some(70),
            memory: 1 << 24,
            threads: 1,
            segment_games: zermelo_archive::SEGMENT_GAMES,
            keep_duplicates: false,
            fresh: false,
            on_problem: &mut |_, problem| problems.push((problem.line, problem.reason)),
            on_progress: &mut |_| false,
        },
    )
    .unwrap();
    assert_eq!(report.games, 1);
    let expected = [
        (8, Reason::NoResult),
        (12, Reason::IllegalMove),
        (16, Reason::NoMoves),
        (21, Reason::BadStart),
        (26, Reason::Variant),
        (31, Reason::IllegalMove),
    ];
    assert_eq!(problems, expected);
    let input = folder.write("cut.pgn", text.strip_suffix(" d").unwrap());
    let report = build_with(
        &folder.join("b"),
        std::slice::from_ref(&input),
        &Settings::default(),
    )
    .unwrap();
    assert_eq!(report.skipped[&Reason::CutOff], 1);
    assert_eq!(report.cut_off, [input]);
}

/// Builds with one thread; the games that could not be used, by line and reason.
fn problems_of(output: &std::path::Path, input: &std::path::Path) -> Vec<(u64, Reason, String)> {
    let mut problems = Vec::new();
    let options = zermelo_archive::BuildOptions {
        filter: Filter::default(),
        plies: None,
        memory: 1 << 24,
        threads: 1,
        segment_games: zermelo_archive::SEGMENT_GAMES,
        keep_duplicates: false,
        fresh: false,
        on_problem: &mut |_, p| problems.push((p.line, p.reason, p.text.clone())),
        on_progress: &mut |_| false,
    };
    zermelo_archive::build(output, &[input.to_path_buf()], options).unwrap();
    problems
}

#[test]
fn an_unclosed_comment_or_variation_costs_one_game() {
    let folder = Folder::new("unclosed");
    let game = |number: usize, moves: &str| {
        format!("[Event \"{number}\"]\n[Result \"1-0\"]\n\n1. e4 {moves} 1-0\n\n")
    };
    let text = game(1, "{the best move e5")
        + &game(2, "{good} e5")
        + &game(3, "(1. d4 d5")
        + &game(4, "c5 {x}")
        + &game(5, "{end");
    let input = folder.write("in.pgn", text);
    let problems = problems_of(&folder.join("a"), &input);
    assert_eq!(
        problems,
        [
            (4, Reason::UnclosedComment, "{the best move e5 1-0".into()),
            (14, Reason::UnclosedVariation, "(1. d4 d5 1-0".into()),
            (24, Reason::CutOff, String::new()),
        ]
    );
    assert_eq!(Archive::open(&folder.join("a")).unwrap().games(), 2);
}

#[test]
fn a_game_that_is_too_long_to_count_is_skipped_and_the_archive_is_sound() {
    let folder = Folder::new("long");
    let shuffle = |rounds: usize| "Nf3 Nf6 Ng1 Ng8 ".repeat(rounds);
    let text = format!(
        "[Event \"1\"]\n\n{}Nf3 Nf6 Ng1 1-0\n\n[Event \"2\"]\n\n{}1-0\n\n",
        shuffle(16_383),
        shuffle(16_384)
    );
    let input = folder.write("in.pgn", text);
    let problems = problems_of(&folder.join("a"), &input);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].1, Reason::TooLong);
    let archive = Archive::open(&folder.join("a")).unwrap();
    assert_eq!(archive.games(), 1);
    assert!(archive.verify().1.is_empty());
}

#[test]
fn an_archive_keeps_its_number_of_plies() {
    let folder = Folder::new("plies");
    let inputs = [folder.write("in.pgn", pgn(&random_games(66, 20)))];
    let settings = |plies| Settings {
        plies,
        ..Settings::default()
    };
    build_with(&folder.join("a"), &inputs, &settings(20)).unwrap();
    let refused = build_with(&folder.join("a"), &inputs, &settings(40)).unwrap_err();
    assert!(refused.to_string().contains("keeps 20 plies"), "{refused}");
    build_with(&folder.join("a"), &inputs, &settings(20)).unwrap();
}

#[test]
fn a_text_book_is_a_source_of_drawn_games() {
    let folder = Folder::new("book");
    let book = "[ECO B57 Sicilian: Sozin, Benk\u{f6} variation]\ne4 c5 Nf3 Nc6 d4 cd Nd4 Nf6 Nc3 d6 \
        Bc4 Qb6\n\n[ECO C20]\ne4 e5\n[ECO A00 Bad]\ne4 e4\n";
    let input = folder.write("text.book", book);
    let problems = problems_of(&folder.join("a"), &input);
    assert_eq!(problems, [(7, Reason::IllegalMove, "e4".into())]);
    let archive = Archive::open(&folder.join("a")).unwrap();
    let id = |game| zermelo_archive::GameId { segment: 0, game };
    let game = archive.game(id(0)).unwrap();
    assert_eq!(game.opening, "Sicilian: Sozin, Benk\u{f6} variation");
    assert_eq!((game.eco.to_string().as_str(), game.plies), ("B57", 12));
    assert_eq!(archive.game(id(1)).unwrap().opening, "");
    let start = archive.position(Chess::new().archive_key()).unwrap();
    assert_eq!((start.total.games(), start.total.draws), (2, 2));
}

#[test]
fn old_ends_of_lines_and_padded_gzip_are_read() {
    let folder = Folder::new("old");
    let text = pgn(&random_games(67, 50));
    let plain = folder.write("plain.pgn", &text);
    let old = folder.write("old.pgn", text.replace('\n', "\r"));
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(text.as_bytes()).unwrap();
    let mut gz = gz.finish().unwrap();
    gz.extend([0; 70_000]);
    let padded = folder.write("padded.gz", gz);
    for (name, input) in [("a", plain), ("b", old), ("c", padded)] {
        let built = build_with(&folder.join(name), &[input], &Settings::default()).unwrap();
        assert_eq!((built.games, built.skipped.len()), (50, 0), "{name}");
    }
}

#[test]
fn bad_sources_leave_the_old_archive_as_it_was() {
    let folder = Folder::new("bad");
    let output = folder.join("a");
    archive_of(&output, &random_games(9, 50));
    let before = bytes_of(&output);
    let inputs = [
        folder.write("zeros", [0; 5000]),
        folder.write("empty", ""),
        folder.write("words", "This is a letter about chess.\n"),
        folder.join("missing.pgn"),
        folder.write("bad.zst", [0x28, 0xb5, 0x2f, 0xfd, 9, 9, 9, 9, 9, 9]),
    ];
    for input in inputs {
        let failed = build_with(&output, std::slice::from_ref(&input), &Settings::default());
        assert!(failed.is_err(), "{}", input.display());
        assert!(bytes_of(&output) == before, "{}", input.display());
        assert!(!output.join("build").exists());
        let new = folder.join("new");
        assert!(build_with(&new, std::slice::from_ref(&input), &Settings::default()).is_err());
        assert!(!new.exists(), "{}", input.display());
    }
    let other = folder.join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("diary.txt"), "mine").unwrap();
    let input = folder.write("in.pgn", pgn(&random_games(9, 5)));
    assert!(build_with(&other, &[input], &Settings::default()).is_err());
    assert!(other.join("diary.txt").exists());
}

#[test]
fn filters_choose_games_and_questions() {
    let folder = Folder::new("filter");
    let games = random_games(10, 500);
    let archive = archive_of(&folder.join("all"), &games);
    let filter = Filter {
        since: Filter::parse_date("1980").ok(),
        min_rating: Some(2200),
        eco: Filter::parse_eco("B").ok(),
        ..Filter::default()
    };
    let settings = Settings {
        filter: filter.clone(),
        ..Settings::default()
    };
    let input = folder.join("all.pgn");
    let report = build_with(&folder.join("some"), &[input], &settings).unwrap();
    assert!(report.games > 10 && report.skipped[&Reason::Filtered] + report.games == 500);
    let some = Archive::open(&folder.join("some")).unwrap();
    let start = Chess::new().archive_key();
    let filtered = archive.position_filtered(start, &filter).unwrap();
    assert_eq!(filtered, some.position(start).unwrap());
}
