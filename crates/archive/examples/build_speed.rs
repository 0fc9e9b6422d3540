//! Builds an archive and says what it cost: `build_speed FOLDER MEGABYTES THREADS FILE…`.

use std::path::PathBuf;
use std::time::Instant;

use zermelo_archive::{BuildOptions, Filter, SEGMENT_GAMES, build};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, memory, threads, files @ ..] = arguments.as_slice() else {
        return;
    };
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let start = Instant::now();
    let mut read = None;
    let report = build(
        &PathBuf::from(folder),
        &files,
        BuildOptions {
            filter: Filter::default(),
            plies: None,
            memory: memory.parse().unwrap_or(512) << 20,
            threads: threads.parse().unwrap_or(2),
            segment_games: SEGMENT_GAMES,
            keep_duplicates: false,
            fresh: false,
            on_problem: &mut |path, problem| eprintln!("{} {problem:?}", path.display()),
            on_progress: &mut |progress| {
                if progress.writing.is_some() && read.is_none() {
                    read = Some(start.elapsed());
                }
                false
            },
        },
    );
    println!("{report:?}");
    println!("read {read:?}, all {:?}", start.elapsed());
}
