//! Interrupted builds: what goes on, what begins anew, and what is never half done.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::path::{Path, PathBuf};

use support::{Folder, Settings, build_with, bytes_of, pgn, random_games};
use zermelo_archive::{
    Archive, ArchiveError, RebuildOptions, forget, import_tables, merge, write_parquet,
};

/// So little memory that all goes to the disk.
fn stopped_after(stop_after: u64) -> Settings {
    Settings {
        stop_after,
        memory: 1 << 16,
        ..Settings::default()
    }
}

/// Builds until the stop test says yes.
fn interrupt(output: &Path, inputs: &[PathBuf], settings: &Settings) {
    let stopped = build_with(output, inputs, settings);
    assert!(matches!(stopped, Err(ArchiveError::Interrupted)));
    assert!(output.join("build/journal.json").exists());
}

/// Games as text, all of another player when `changed`: of equal length.
fn games(changed: bool) -> String {
    let text = pgn(&random_games(60, 4000));
    match changed {
        false => text,
        true => text.replace("Player 1", "Player 7"),
    }
}

#[test]
fn a_source_that_changed_begins_anew_whatever_of_it_changed() {
    let folder = Folder::new("changed");
    let input = folder.write("in.pgn", games(true));
    let inputs = [input.clone()];
    build_with(&folder.join("whole"), &inputs, &Settings::default()).unwrap();
    let expected = bytes_of(&folder.join("whole"));
    for keeps_time in [false, true] {
        let output = folder.join(&format!("a{keeps_time}"));
        folder.write("in.pgn", games(false));
        let time = std::fs::metadata(&input).unwrap().modified().unwrap();
        interrupt(&output, &inputs, &stopped_after(0));
        // The beginning stays: only all that was read tells them apart.
        let text = games(true);
        let kept = 70_000;
        folder.write("in.pgn", games(false)[..kept].to_string() + &text[kept..]);
        if keeps_time {
            let file = std::fs::File::options().write(true).open(&input).unwrap();
            file.set_modified(time).unwrap();
        }
        let report = build_with(&output, &inputs, &Settings::default()).unwrap();
        assert_eq!(report.began_anew, Some(input.clone()));
        assert_eq!(report.resumed_games, 0);
        let whole = folder.join(&format!("whole{keeps_time}"));
        build_with(&whole, &inputs, &Settings::default()).unwrap();
        assert!(bytes_of(&output) == bytes_of(&whole), "{keeps_time}");
        assert!(bytes_of(&output) != expected);
    }
}

#[test]
fn an_unchanged_source_does_not_begin_anew() {
    let folder = Folder::new("unchanged");
    let inputs = [folder.write("in.pgn", games(false))];
    let output = folder.join("a");
    interrupt(&output, &inputs, &stopped_after(0));
    let report = build_with(&output, &inputs, &Settings::default()).unwrap();
    assert_eq!(report.began_anew, None);
    assert!(report.resumed_games > 0 && report.resumed_games < report.games);
}

#[test]
fn what_is_stopped_while_positions_are_written_is_not_read_again() {
    let folder = Folder::new("writing");
    let inputs = [folder.write("in.pgn", games(false))];
    let whole = folder.join("whole");
    build_with(&whole, &inputs, &Settings::default()).unwrap();
    let mut stopped = 0;
    // With so much memory nothing goes to the disk before the end.
    for stop_after in 2..9 {
        let output = folder.join(&format!("a{stop_after}"));
        let mut settings = stopped_after(stop_after);
        settings.memory = 1 << 30;
        if build_with(&output, &inputs, &settings).is_ok() {
            break;
        }
        stopped += 1;
        let report = build_with(&output, &inputs, &Settings::default()).unwrap();
        assert!(report.resumed_games > 0, "{stop_after}");
        assert!(bytes_of(&output) == bytes_of(&whole), "{stop_after}");
    }
    assert!(stopped > 1, "{stopped}");
}

#[test]
fn a_build_of_several_segments_is_whole_or_goes_on_or_leaves_nothing() {
    let folder = Folder::new("segments");
    let inputs = [
        folder.write("1.pgn", pgn(&random_games(61, 4000))),
        folder.write("2.pgn", pgn(&random_games(62, 4000))),
    ];
    let small = |stop_after: u64| Settings {
        segment_games: 900,
        ..stopped_after(stop_after)
    };
    let whole = folder.join("whole");
    build_with(&whole, &inputs, &small(u64::MAX)).unwrap();
    let archive = Archive::open(&whole).unwrap();
    assert!(archive.segment_count() > 2 && archive.verify().1.is_empty());
    let mut resumed = 0;
    for stop_after in (0..).step_by(2) {
        let output = folder.join(&format!("a{stop_after}"));
        if build_with(&output, &inputs, &small(stop_after)).is_ok() {
            break;
        }
        assert!(
            Archive::open(&output).is_err(),
            "an archive only at the end"
        );
        build_with(&output, &inputs, &small(u64::MAX)).unwrap();
        assert!(bytes_of(&output) == bytes_of(&whole), "{stop_after}");
        resumed += 1;
    }
    assert!(resumed > 3, "{resumed}");
    // A source that turns out to be bad after a segment was closed changes nothing.
    let bad = folder.write("bad.zst", {
        let mut bytes = zstd::encode_all(games(false).as_bytes(), 3).unwrap();
        bytes.truncate(bytes.len() - 9);
        bytes
    });
    let inputs = [inputs[0].clone(), bad];
    let new = folder.join("new");
    assert!(build_with(&new, &inputs, &small(u64::MAX)).is_err());
    assert!(!new.exists());
    let before = bytes_of(&whole);
    let other = folder.write("3.pgn", pgn(&random_games(63, 4000)));
    let inputs = [other, inputs[1].clone()];
    assert!(build_with(&whole, &inputs, &small(u64::MAX)).is_err());
    assert!(bytes_of(&whole) == before);
}

#[test]
fn files_of_a_segment_that_a_killed_build_left_are_not_in_the_way() {
    let folder = Folder::new("killed");
    let inputs = [folder.write("in.pgn", pgn(&random_games(68, 30)))];
    let (whole, output) = (folder.join("whole"), folder.join("a"));
    build_with(&whole, &inputs, &Settings::default()).unwrap();
    std::fs::create_dir(&output).unwrap();
    // Renamed into place, but the manifest was not written yet.
    std::fs::copy(whole.join("000001.games"), output.join("000001.games")).unwrap();
    build_with(&output, &inputs, &Settings::default()).unwrap();
    assert!(bytes_of(&output) == bytes_of(&whole));
}

#[test]
fn an_unfinished_build_is_not_thrown_away_by_other_commands() {
    let folder = Folder::new("respect");
    let input = folder.write("1.pgn", pgn(&random_games(64, 300)));
    let output = folder.join("a");
    build_with(&output, &[input], &Settings::default()).unwrap();
    let inputs = [folder.write("2.pgn", games(false))];
    interrupt(&output, &inputs, &stopped_after(0));
    let options = |fresh| RebuildOptions {
        memory: 1 << 24,
        threads: 1,
        fresh,
        stop: &|| false,
    };
    let archive = Archive::open(&output).unwrap();
    let mut table = Vec::new();
    write_parquet(&archive, 1, &mut table).unwrap();
    let table = folder.write("t.parquet", table);
    let unfinished = folder.join("first");
    interrupt(&unfinished, &inputs, &stopped_after(0));
    let refusals = [
        forget(&output, |_| true, &options(false)).map(|_| ()),
        import_tables(&output, std::slice::from_ref(&table), None).map(|_| ()),
        merge(&[&archive], &unfinished, &options(false)).map(|_| ()),
        import_tables(&unfinished, &[table], None).map(|_| ()),
    ];
    for refused in refusals {
        let sentence = refused.unwrap_err().to_string();
        assert!(sentence.contains("an unfinished build"), "{sentence}");
    }
    let report = build_with(&output, &inputs, &Settings::default()).unwrap();
    assert!(report.resumed_games > 0);
    interrupt(
        &output,
        &[folder.write("3.pgn", pgn(&random_games(65, 4000)))],
        &stopped_after(0),
    );
    assert!(forget(&output, |_| true, &options(true)).unwrap().forgotten > 0);
    assert!(!output.join("build").exists());
}
