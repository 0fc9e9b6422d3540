//! The counts of an archive against an independent program's, python-chess, where it is
//! installed and the measuring data are there.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::io::Read;
use std::path::Path;
use std::process::Command;

use support::{Folder, Settings, build_with};
use zermelo_archive::{Archive, write_csv, write_parquet};
use zermelo_chess::Chess;
use zermelo_game::Notation;

const GAMES: usize = 5000;

/// The first games of the measuring data.
fn first_games(folder: &Folder) -> Option<std::path::PathBuf> {
    let data = std::env::var_os("ZERMELO_DATA")?;
    let path = Path::new(&data).join("games/dev-4-2011-2015.pgn.zst");
    let mut decoder = zstd::Decoder::new(std::fs::File::open(path).ok()?).ok()?;
    decoder.window_log_max(31).ok()?;
    let mut text = Vec::new();
    decoder.take(8 << 20).read_to_end(&mut text).ok()?;
    let starts: Vec<usize> = memchr::memmem::find_iter(&text, b"[Event ").collect();
    Some(folder.write("games.pgn", &text[..*starts.get(GAMES)?]))
}

#[test]
fn two_hundred_positions_are_counted_as_python_chess_counts_them() {
    let folder = Folder::new("python");
    let Some(input) = first_games(&folder) else {
        eprintln!("skipped: ZERMELO_DATA does not name the measuring data");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle.py");
    let counted = Command::new("python3")
        .arg(script)
        .arg(&input)
        .args([&GAMES.to_string(), "70", "200", "1"])
        .output();
    let Some(counted) = counted.ok().filter(|output| output.status.success()) else {
        eprintln!("skipped: python3 with the package chess is not installed");
        return;
    };
    build_with(&folder.join("a"), &[input], &Settings::default()).unwrap();
    let archive = Archive::open(&folder.join("a")).unwrap();
    let text = String::from_utf8(counted.stdout).unwrap();
    let mut lines = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let positions = lines.next().unwrap()["positions"].as_u64().unwrap();
    assert_eq!(archive.position_counts().unwrap().0, positions);
    let mut checked = 0;
    for line in lines {
        let position = Chess::parse(line["epd"].as_str().unwrap()).unwrap();
        let stats = archive.position(position.archive_key()).unwrap();
        let tally = |t: &zermelo_archive::Tally| serde_json::json!([t.white, t.draws, t.black]);
        assert_eq!(line["total"], tally(&stats.total), "{line}");
        let expected = line["moves"].as_object().unwrap();
        assert_eq!(stats.moves.len(), expected.len(), "{line}");
        for m in &stats.moves {
            let uci = position.uci(position.unpacked(m.played).unwrap());
            assert_eq!(expected[&uci], tally(&m.tally), "{uci} in {line}");
        }
        checked += 1;
    }
    assert_eq!(checked, 201);
}

/// Reads a Parquet file with the package pyarrow and prints it as the CSV that we write.
const PARQUET_TO_CSV: &str = "import sys, pyarrow.parquet as p
t = p.read_table(sys.argv[1]).to_pydict()
print(','.join(t))
for row in zip(*t.values()): print(','.join(map(str, row)))";

#[test]
fn parquet_read_by_pyarrow_is_the_table_that_csv_has() {
    let folder = Folder::new("parquet");
    let archive = support::archive_of(&folder.join("a"), &support::random_games(30, 100));
    let (mut csv, mut parquet) = (Vec::new(), Vec::new());
    let rows = write_csv(&archive, 1, &mut csv).unwrap();
    assert_eq!(write_parquet(&archive, 1, &mut parquet).unwrap(), rows);
    let path = folder.write("a.parquet", parquet);
    if !support::has_python("pyarrow.parquet") {
        return;
    }
    let read = Command::new("python3")
        .args(["-c", PARQUET_TO_CSV])
        .arg(path)
        .output()
        .unwrap();
    assert!(
        read.status.success(),
        "{}",
        String::from_utf8_lossy(&read.stderr)
    );
    assert!(read.stdout == csv, "the tables differ");
}
