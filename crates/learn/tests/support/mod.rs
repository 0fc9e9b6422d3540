//! A few games of the French and others, and folders that go away.
#![allow(clippy::unwrap_used, dead_code)] // helpers of tests are tests; not every file uses all

use std::path::PathBuf;

use zermelo_archive::{Archive, BuildOptions, DEFAULT_MEMORY, Filter, SEGMENT_GAMES, build};
use zermelo_learn::Samples;

/// A folder that goes away.
pub struct Place(PathBuf);

impl Place {
    pub fn new(name: &str) -> Place {
        let path =
            std::env::temp_dir().join(format!("zermelo-learn-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Place(path)
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Moves, games that White won, drew and lost.
pub const GAMES: [(&str, [usize; 3]); 4] = [
    ("e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7", [20, 10, 10]),
    ("e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 c4", [24, 0, 0]),
    ("e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5 c3 Nc6", [5, 1, 1]),
    ("d4 d5 c4 e6 Nc3 Nf6", [1, 0, 2]),
];

pub fn archive(place: &Place) -> Archive {
    let mut text = String::new();
    for (moves, counts) in GAMES {
        for (result, count) in ["1-0", "1/2-1/2", "0-1"].iter().zip(counts) {
            for _ in 0..count {
                let eco = if moves.starts_with("e4") {
                    "C10"
                } else {
                    "D30"
                };
                text += &format!("[Result \"{result}\"]\n[ECO \"{eco}\"]\n\n{moves} {result}\n\n");
            }
        }
    }
    archive_of(place, &text)
}

/// An archive of the games of a text.
pub fn archive_of(place: &Place, text: &str) -> Archive {
    let pgn = place.join("games.pgn");
    std::fs::write(&pgn, text).unwrap();
    let folder = place.join("archive");
    let options = BuildOptions {
        filter: Filter::default(),
        plies: None,
        memory: DEFAULT_MEMORY,
        threads: 1,
        segment_games: SEGMENT_GAMES,
        keep_duplicates: true,
        fresh: false,
        on_problem: &mut |_, problem| panic!("{problem:?}"),
        on_progress: &mut |_| false,
    };
    build(&folder, &[pgn], options).unwrap();
    Archive::open(&folder).unwrap()
}

pub fn samples(archive: &Archive, hold_out: u32) -> Samples<'_> {
    Samples {
        archive,
        hold_out,
        stop: &|| false,
        tell: &|_| (),
    }
}
