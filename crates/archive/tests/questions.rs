//! What an archive answers: history tables, choosing, exploring, a repertoire.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::collections::{BTreeMap, HashMap};

use support::{Folder, Settings, archive_of, build_with, random_games};
use zermelo_archive::{
    Archive, CompactTable, ExplorerLimits, Filter, History, LEAST_KNOWN, OpeningNames, Repertoire,
    Rule, compact_score, history_points, import_tables, write_compact, write_history,
    write_parquet,
};
use zermelo_chess::{Chess, GameText, read_pgn_lines};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Side};

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
    let (tables, entries) = write_history(&archive, 20, &path, &|_| false, &|| false).unwrap();
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
    let json = archive
        .explorer_json(&explored, &Filter::default(), ExplorerLimits::default())
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
    let count = write_compact(&archive, Rule::Performance, LEAST_KNOWN, &path).unwrap();
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

#[test]
fn compact_tables_are_made_by_any_of_the_three_criteria_and_read_back() {
    let folder = Folder::new("criteria");
    let archive = archive_of(&folder.join("a"), &random_games(31, 400));
    for rule in [Rule::Random, Rule::Popularity, Rule::Performance] {
        let path = folder.join(rule.name());
        let count = write_compact(&archive, rule, 1, &path).unwrap();
        assert!(CompactTable::is(&path) && !History::is(&path));
        let table = CompactTable::open(&path).unwrap();
        assert_eq!(table.rule(), rule);
        let entries = table.entries().unwrap();
        assert_eq!(entries.len() as u64, count);
        assert_eq!(count, archive.position_counts().unwrap().0);
        for (key, score) in entries {
            assert_eq!(table.score(key).unwrap(), Some(score));
            let known = archive.reached(key).unwrap() >= 20;
            assert_eq!(score > 0, known);
            assert!(rule != Rule::Random || [0, 255].contains(&score));
        }
    }
    let refused = write_compact(&archive, Rule::Minimax, 1, &folder.join("x")).unwrap_err();
    assert!(refused.to_string().contains("minimax"), "{refused}");
}

#[test]
fn recency_says_that_it_cannot_know_without_games() {
    let folder = Folder::new("recency");
    let archive = archive_of(&folder.join("a"), &random_games(32, 300));
    let mut table = Vec::new();
    write_parquet(&archive, 1, &mut table).unwrap();
    let table = folder.write("t.parquet", table);
    import_tables(&folder.join("b"), &[table], None).unwrap();
    let tables = Archive::open(&folder.join("b")).unwrap();
    let start = Chess::new();
    let mut random = Rng::new(1);
    for (rule, ..) in Rule::ALL {
        let games = archive.candidates(&start, rule, &mut random).unwrap();
        assert!(archive.can_apply(rule) && !games.is_empty());
        let found = tables.candidates(&start, rule, &mut random).unwrap();
        assert_eq!(found.is_empty(), rule == Rule::Recency, "{}", rule.name());
        assert_eq!(tables.can_apply(rule), rule != Rule::Recency);
    }
}

#[test]
fn the_explorers_object_shows_the_only_game_of_a_move_and_no_zeros_for_the_unknown() {
    let folder = Folder::new("only");
    let text = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n[Date \"1999.05.??\"]\n\n\
        1. e4 1-0\n\n[White \"C\"]\n[Date \"????.03.??\"]\n\n1. d4 d5 0-1\n\n\
        [White \"D\"]\n\n1. d4 Nf6 0-1\n\n";
    let input = folder.write("in.pgn", text);
    build_with(&folder.join("a"), &[input], &Settings::default()).unwrap();
    let archive = Archive::open(&folder.join("a")).unwrap();
    let (position, all) = (Chess::new(), Filter::default());
    let explored = archive
        .explore(&position, &all, &OpeningNames::default())
        .unwrap();
    let limits = ExplorerLimits {
        history: true,
        ..ExplorerLimits::default()
    };
    let object = archive.explorer_json(&explored, &all, limits).unwrap();
    let history = r#"[{"month":"1999-05","white":1,"draws":0,"black":0}]"#;
    assert_eq!(object["history"].to_string(), history);
    let [d4, e4] = [&object["moves"][0], &object["moves"][1]];
    assert_eq!(
        (d4["uci"].as_str(), d4["game"].is_null()),
        (Some("d2d4"), true)
    );
    assert_eq!(e4["game"]["white"]["rating"], 2500);
    assert_eq!(
        (&e4["game"]["year"], e4["game"]["month"].as_str()),
        (&1999.into(), Some("1999-05"))
    );
    assert!(e4["game"]["black"]["rating"].is_null());
    let recent = object["recentGames"].as_array().unwrap();
    assert!(recent[1]["year"].is_null() && recent[1]["month"].is_null());
    let later = Filter {
        since: Some(Filter::parse_date("2030").unwrap()),
        ..Filter::default()
    };
    let none = archive
        .explorer_json(&explored, &later, ExplorerLimits::default())
        .unwrap();
    assert!(none["moves"][1]["game"].is_null(), "left out by a filter");
}
