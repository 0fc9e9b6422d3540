//! What an archive answers: history tables, choosing, exports, and that damage is noticed.
//!
//! long because: all questions are put to the same few games, set up once here.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use support::{Folder, Settings, archive_of, build_with, bytes_of, pgn, random_games};
use zermelo_archive::{
    Archive, CompactTable, ExplorerLimits, Filter, History, OpeningNames, PolyglotOptions,
    RebuildOptions, Repertoire, Rule, compact_score, difference, forget, history_points, merge,
    polyglot_entries, write_compact, write_csv, write_history, write_json_lines,
};
use zermelo_chess::{Chess, GameText, PolyglotBook, read_pgn_lines};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Side};

fn options() -> RebuildOptions<'static> {
    RebuildOptions {
        memory: 1 << 24,
        threads: 2,
        stop: &|| false,
    }
}

fn start_of(game: &GameText) -> Chess {
    let fen = game.tags.iter().find(|(name, _)| name == "FEN");
    fen.map_or(Chess::new(), |(_, fen)| Chess::parse(fen).unwrap())
}

/// History tables by their definition: for each position, over its games, every move played up
/// to eight plies later.
fn history_by_definition(
    games: &[GameText],
    least: usize,
) -> HashMap<Chess, BTreeMap<(u8, u8), u8>> {
    type Moves = HashMap<(u8, u8), (usize, Vec<usize>)>;
    let mut seen: HashMap<Chess, (Vec<usize>, Moves)> = HashMap::new();
    for (number, game) in games.iter().enumerate() {
        let mut position = start_of(game);
        let mut boards = vec![position.clone()];
        let mut squares = Vec::new();
        for (san, _) in &game.moves {
            let m = position.parse_move(san).unwrap();
            let packed = m.packed();
            squares.push((packed.from_index() as u8, packed.to_index() as u8));
            position.play(m);
            boards.push(position.clone());
        }
        for (ply, board) in boards.iter().enumerate().take(71) {
            let entry = seen.entry(board.clone()).or_default();
            entry.0.push(number);
            for (distance, &m) in squares[ply..].iter().take(8).enumerate() {
                let one = entry.1.entry(m).or_insert((distance, Vec::new()));
                one.0 = one.0.min(distance);
                one.1.push(number);
            }
        }
    }
    let mut tables = HashMap::new();
    for (board, (mut numbers, moves)) in seen {
        numbers.dedup();
        if numbers.len() < least {
            continue;
        }
        let count = |numbers: &Vec<usize>| {
            let mut numbers = numbers.clone();
            numbers.dedup();
            numbers.len() as u64
        };
        let most = |distance: usize| {
            let same = moves.values().filter(|(d, _)| *d == distance);
            same.map(|(_, numbers)| count(numbers)).max().unwrap()
        };
        let table = moves
            .iter()
            .map(|(&m, (distance, numbers))| {
                let share = 63 * count(numbers) / most(*distance);
                (m, (64 * (3 - distance / 2)) as u8 + share as u8)
            })
            .collect();
        tables.insert(board, table);
    }
    tables
}

#[test]
fn history_tables_are_exact_by_the_formula() {
    assert_eq!(history_points(0, 10, 10), 255);
    assert_eq!(history_points(2, 7, 7), 191);
    assert_eq!(history_points(5, 3, 3), 127);
    assert_eq!(history_points(7, 1, 64), 0);
    let folder = Folder::new("history");
    let games = random_games(20, 300);
    let archive = archive_of(&folder.join("a"), &games);
    let path = folder.join("tables.history");
    let (tables, entries) = write_history(&archive, 20, &path, &|| false).unwrap();
    let expected = history_by_definition(&games, 20);
    assert_eq!(
        tables as usize,
        expected.values().filter(|t| !t.is_empty()).count()
    );
    assert_eq!(
        entries as usize,
        expected.values().map(BTreeMap::len).sum::<usize>()
    );
    assert!(tables > 5);
    let history = History::open(&path).unwrap();
    for (board, table) in &expected {
        let found: BTreeMap<(u8, u8), u8> = history
            .table(board.archive_key())
            .unwrap()
            .into_iter()
            .map(|entry| ((entry.from, entry.to), entry.points))
            .collect();
        assert_eq!(&found, table, "{}", board.notation());
    }
    let elsewhere = Chess::parse("7k/8/8/8/8/8/8/KR6 w - - 0 1").unwrap();
    assert!(history.table(elsewhere.archive_key()).unwrap().is_empty());
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
        assert!(position.parse_move(fields[2]).is_ok());
        assert_eq!(format!("{:024x}", position.archive_key().bits()), fields[1]);
        if position == Chess::new() {
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
fn the_three_criteria_follow_the_source() {
    let folder = Folder::new("criteria");
    let archive = archive_of(&folder.join("a"), &random_games(26, 600));
    let start = Chess::new();
    let parent = archive.position(start.archive_key()).unwrap().total;
    let mut random = Rng::new(1);
    let second = archive
        .candidates(&start, Rule::Popularity, &mut random)
        .unwrap();
    assert!(second.len() >= 2);
    for c in &second {
        let after = archive
            .position(start.after(c.m).archive_key())
            .unwrap()
            .total;
        assert!(after.games() >= 20 && (c.score - after.points(true)).abs() < 1e-9);
    }
    assert!(second.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let first = archive
        .candidates(&start, Rule::Random, &mut random)
        .unwrap();
    assert_eq!(first.len(), second.len());
    for _ in 0..20 {
        for c in archive
            .candidates(&start, Rule::Performance, &mut random)
            .unwrap()
        {
            let games = c.after.games() as f64;
            assert!(games >= parent.games() as f64 / 10.0);
            let noise = c.score - c.after.score(true);
            assert!((0.0..0.15).contains(&noise), "{noise}");
        }
    }
    for (rule, ..) in Rule::ALL {
        assert!(
            archive
                .choose(&start, rule, &mut Rng::new(3))
                .unwrap()
                .is_some()
        );
    }
    let nowhere = Chess::parse("7k/8/8/8/8/8/8/KR6 w - - 0 1").unwrap();
    assert!(
        archive
            .choose(&nowhere, Rule::Random, &mut random)
            .unwrap()
            .is_none()
    );
}

#[test]
fn exploring_gives_both_counts_and_the_explorers_object() {
    let folder = Folder::new("explore");
    let text = "[Event \"x\"]\n\n1. e4 e6 2. d4 d5 1-0\n\n[Event \"y\"]\n\n1. d4 e6 2. e4 d5 0-1\n\n\
        [Event \"z\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n[Date \"1999.02.03\"]\n\n1. e4 e6 2. d4 d5 1/2-1/2\n";
    let input = folder.write("in.pgn", text);
    build_with(&folder.join("a"), &[input], &Settings::default()).unwrap();
    let archive = Archive::open(&folder.join("a")).unwrap();
    let mut position = Chess::new();
    for word in ["e4", "e6"] {
        position.play(position.parse_move(word).unwrap());
    }
    let names = OpeningNames::built_in();
    let explored = archive
        .explore(&position, &Filter::default(), &names)
        .unwrap();
    assert_eq!(explored.moves.len(), 1);
    let d4 = &explored.moves[0];
    assert_eq!(
        (d4.san.as_str(), d4.played.games(), d4.reached),
        ("d4", 2, 3)
    );
    assert!((d4.score - 0.75).abs() < 1e-12 && d4.interval.0 < 0.75);
    assert_eq!(d4.mean_rating, Some(2450.0));
    let games: Vec<_> = archive
        .games_at(position.archive_key())
        .unwrap()
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    let json = archive
        .explorer_json(&explored, &games, ExplorerLimits::default())
        .unwrap();
    assert_eq!(json["white"], 1);
    assert_eq!(json["moves"][0]["uci"], "d2d4");
    assert_eq!(json["moves"][0]["reached"], 3);
    assert_eq!(json["topGames"][0]["white"]["rating"], 2500);
    assert_eq!(json["topGames"][0]["month"], "1999-02");
    assert_eq!(json["opening"]["eco"], "C00");
    assert!(json["moves"][0]["game"].is_null());
}

#[test]
fn compact_tables_keep_one_byte_of_score() {
    let folder = Folder::new("compact");
    let archive = archive_of(&folder.join("a"), &random_games(27, 300));
    let path = folder.join("a.compact");
    let count = write_compact(&archive, &path).unwrap();
    let table = CompactTable::open(&path).unwrap();
    let mut seen = 0;
    archive
        .for_each_position(1, |archived| {
            let games = archived.stats.total.games();
            let found = table.score(archived.key)?;
            let moved_white = archived.position.side() == Side::Second;
            let expected = compact_score(&archived.stats.total, moved_white);
            assert_eq!(found, (games >= 2).then_some(expected));
            assert_eq!(expected == 0, games < 20);
            seen += u64::from(games >= 2);
            Ok(true)
        })
        .unwrap();
    assert_eq!(seen, count);
}

#[test]
fn a_repertoire_shows_its_holes() {
    let folder = Folder::new("repertoire");
    let mut text = String::new();
    for (number, moves) in [
        "1. e4 e5 2. Nf3 Nc6",
        "1. e4 c5 2. Nf3 d6",
        "1. e4 e6 2. d4 d5",
    ]
    .iter()
    .enumerate()
    {
        for game in 0..30 {
            text += &format!("[Event \"{number}\"]\n[White \"{game}\"]\n\n{moves} 1-0\n\n");
        }
    }
    let input = folder.write("in.pgn", text);
    build_with(&folder.join("a"), &[input], &Settings::default()).unwrap();
    let archive = Archive::open(&folder.join("a")).unwrap();
    let mut mine = Repertoire::new(true);
    for line in read_pgn_lines("1. e4 e5 2. Nf3 *\n\n1. e4 c5 2. Nc3 *\n", 99) {
        mine.add(&line.unwrap());
    }
    let holes = mine.holes(&archive, 0.05, 20).unwrap();
    assert_eq!(holes.len(), 1);
    assert_eq!(holes[0].moves, ["e4", "e6"]);
    assert_eq!(holes[0].suggestion.as_deref(), Some("d4"));
    let questions = mine.questions(&archive).unwrap();
    assert_eq!(questions.len(), 3);
    assert_eq!(
        (questions[0].games, questions[0].answers[0].as_str()),
        (90, "e4")
    );
}

/// Writes a table with memos in either flavour.
fn write_foxpro(folder: &Path, visual: bool, games: &[GameText]) -> std::path::PathBuf {
    let memo_length = if visual { 4 } else { 10 };
    let fields = [
        ("WHITE", b'C', 25),
        ("BLACK", b'C', 25),
        ("EVENT", b'C', 35),
        ("YEAR", b'C', 4),
        ("ECO", b'C', 3),
        ("MOVES", b'C', 3),
        ("RESULT", b'C', 1),
        ("POINTER", b'M', memo_length),
    ];
    let record: usize = 1 + fields.iter().map(|(_, _, length)| length).sum::<usize>();
    let tail = if visual { 263 } else { 0 };
    let header = 32 + 32 * fields.len() + 1 + tail;
    let mut table = vec![0_u8; 32];
    table[0] = if visual { 0x30 } else { 0xf5 };
    table[4..8].copy_from_slice(&(games.len() as u32 + 1).to_le_bytes());
    table[8..10].copy_from_slice(&(header as u16).to_le_bytes());
    table[10..12].copy_from_slice(&(record as u16).to_le_bytes());
    table[29] = 0x03;
    for (name, kind, length) in fields {
        let mut field = [0; 32];
        field[..name.len()].copy_from_slice(name.as_bytes());
        field[11] = kind;
        field[16] = length as u8;
        table.extend(field);
    }
    table.push(0x0d);
    table.extend(vec![0; tail]);
    let mut memos = vec![0; 512];
    memos[6..8].copy_from_slice(&64_u16.to_be_bytes());
    let deleted = std::iter::once((true, &games[0]));
    for (is_deleted, game) in deleted.chain(games.iter().map(|game| (false, game))) {
        let tag = |name: &str| {
            let found = game.tags.iter().find(|(tag, _)| tag == name);
            found.map_or(String::new(), |(_, value)| value.clone())
        };
        let number = memos.len() / 64;
        let moves: Vec<&str> = game.moves.iter().map(|(san, _)| san.as_str()).collect();
        let text = moves.join(" ");
        memos.extend(1_u32.to_be_bytes());
        memos.extend((text.len() as u32).to_be_bytes());
        memos.extend(text.as_bytes());
        memos.resize(memos.len().div_ceil(64) * 64, 0);
        table.push(if is_deleted { b'*' } else { b' ' });
        let result = match game.result.as_str() {
            "1-0" => "1",
            "0-1" => "0",
            _ => "=",
        };
        let mut put = |text: &str, length: usize| {
            let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
            table.extend(
                latin
                    .iter()
                    .copied()
                    .chain(std::iter::repeat(b' '))
                    .take(length),
            );
        };
        put(&tag("White"), 25);
        put(&tag("Black"), 25);
        put(&tag("Event"), 35);
        put(&tag("Date")[..4], 4);
        put(&tag("ECO"), 3);
        put("", 3);
        put(result, 1);
        if visual {
            table.extend((number as u32).to_le_bytes());
        } else {
            table.extend(format!("{number:>10}").into_bytes());
        }
    }
    let name = if visual { "visual" } else { "foxpro" };
    std::fs::write(folder.join(format!("{name}.fpt")), memos).unwrap();
    let path = folder.join(format!("{name}.dbf"));
    std::fs::write(&path, table).unwrap();
    path
}

#[test]
fn old_databases_give_the_same_archive_as_the_pgn_of_their_games() {
    let folder = Folder::new("foxpro");
    let mut games: Vec<GameText> = random_games(28, 80);
    games.retain(|game| !game.tags.iter().any(|(name, _)| name == "FEN"));
    for game in &mut games {
        game.tags.retain(|(name, _)| {
            ["Event", "Date", "White", "Black", "ECO"].contains(&name.as_str())
        });
        for (name, value) in &mut game.tags {
            match name.as_str() {
                "Date" => *value = format!("{}.??.??", &value[..4]),
                "White" => *value = format!("Müller {value}"),
                _ => {}
            }
        }
    }
    // The roster's other tags would be written as unknown, which is not the same as absent.
    let text = pgn(&games)
        .replace("[Site \"?\"]\n", "")
        .replace("[Round \"?\"]\n", "");
    let input = folder.write("in.pgn", text);
    build_with(&folder.join("pgn"), &[input], &Settings::default()).unwrap();
    let segments = |name: &str| -> Vec<(String, Vec<u8>)> {
        let files = bytes_of(&folder.join(name)).into_iter();
        files
            .filter(|(name, _)| name.starts_with("000001"))
            .collect()
    };
    for (name, visual) in [("two", false), ("visual", true)] {
        let path = write_foxpro(&folder.0, visual, &games);
        let report = build_with(
            &folder.join(name),
            std::slice::from_ref(&path),
            &Settings::default(),
        )
        .unwrap();
        assert_eq!(
            report.games,
            games.len() as u64,
            "deleted records are passed over"
        );
        assert!(segments(name) == segments("pgn"), "{name}");
        let mut wrong = std::fs::read(&path).unwrap();
        wrong[0] = 0x77;
        std::fs::write(&path, wrong).unwrap();
        let sentence = build_with(&folder.join("wrong"), &[path], &Settings::default());
        assert!(sentence.unwrap_err().to_string().contains("0x77"));
        assert!(!folder.join("wrong").exists());
    }
}
