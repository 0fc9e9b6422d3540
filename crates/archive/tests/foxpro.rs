//! Databases of FoxPro, in both flavours.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::path::Path;

use support::{Folder, Settings, build_with, bytes_of, pgn, random_games};
use zermelo_chess::GameText;

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
        let deleted = report.skipped.get(&zermelo_archive::Reason::Deleted);
        assert_eq!(deleted, Some(&1), "the table has one");
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
