//! Random games and folders for the tests.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

use std::path::{Path, PathBuf};

use zermelo_archive::{Archive, BuildOptions, BuildReport, Filter, Result, SEGMENT_GAMES, build};
use zermelo_chess::{Chess, GameText};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Outcome, Side};

/// A folder that goes away.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("zermelo-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A game of moves that are often the first legal ones, so that games share positions and
/// repeat them.
pub fn random_game(random: &mut Rng, number: usize) -> GameText {
    let mut position = match number % 11 {
        3 => Chess::parse("4k2r/6r1/8/8/8/8/3R4/R3K3 w Qk - 0 1").unwrap(),
        7 => Chess::parse("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
            .unwrap(),
        _ => Chess::new(),
    };
    let start = position.notation();
    let second_begins = position.side() == Side::Second;
    let first_number = position.fullmove_number();
    let mut moves = Vec::new();
    for _ in 0..20 + random.below(80) {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        let width = if random.below(3) > 0 { 2 } else { legal.len() };
        let m = legal[random.below(width.min(legal.len()))];
        moves.push((position.san(m), String::new()));
        position.play(m);
    }
    let result = match position.outcome() {
        Some(Outcome::Win(Side::First)) => "1-0",
        Some(Outcome::Win(Side::Second)) => "0-1",
        _ => ["1-0", "0-1", "1/2-1/2"][random.below(3)],
    };
    let mut tags = vec![
        ("Event".to_string(), format!("Event {}", random.below(5))),
        ("Site".to_string(), "Somewhere".to_string()),
        (
            "Date".to_string(),
            format!("{}.0{}.??", 1950 + random.below(70), 1 + random.below(9)),
        ),
        ("Round".to_string(), random.below(9).to_string()),
        ("White".to_string(), format!("Player {}", random.below(30))),
        ("Black".to_string(), format!("Player {}", random.below(30))),
        (
            "ECO".to_string(),
            format!("{}{}0", ["A", "B", "C"][random.below(3)], random.below(10)),
        ),
    ];
    if random.below(4) > 0 {
        tags.push((
            "WhiteElo".to_string(),
            (2000 + random.below(800)).to_string(),
        ));
        tags.push((
            "BlackElo".to_string(),
            (2000 + random.below(800)).to_string(),
        ));
    }
    if start != Chess::new().notation() {
        tags.push(("SetUp".to_string(), "1".to_string()));
        tags.push(("FEN".to_string(), start));
    }
    GameText {
        tags,
        first_number,
        second_begins,
        moves,
        result: result.to_string(),
        ..GameText::default()
    }
}

/// Whether python3 has a package; if not, says that the test is skipped.
pub fn has_python(package: &str) -> bool {
    let tried = std::process::Command::new("python3")
        .args(["-c", &format!("import {package}")])
        .output();
    let has = tried.is_ok_and(|output| output.status.success());
    if !has {
        eprintln!("skipped: python3 with the package {package} is not installed");
    }
    has
}

pub fn random_games(seed: u64, count: usize) -> Vec<GameText> {
    let mut random = Rng::new(seed);
    (0..count)
        .map(|number| random_game(&mut random, number))
        .collect()
}

pub fn pgn(games: &[GameText]) -> String {
    games.iter().map(ToString::to_string).collect()
}

pub struct Settings {
    pub filter: Filter,
    pub plies: usize,
    pub memory: usize,
    pub threads: usize,
    pub stop_after: u64,
    pub segment_games: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            filter: Filter::default(),
            plies: 70,
            memory: 1 << 28,
            threads: 2,
            stop_after: u64::MAX,
            segment_games: SEGMENT_GAMES,
        }
    }
}

pub fn build_with(folder: &Path, inputs: &[PathBuf], settings: &Settings) -> Result<BuildReport> {
    let mut calls = 0;
    build(
        folder,
        inputs,
        BuildOptions {
            filter: settings.filter.clone(),
            plies: Some(settings.plies),
            memory: settings.memory,
            threads: settings.threads,
            segment_games: settings.segment_games,
            keep_duplicates: false,
            fresh: false,
            on_problem: &mut |_, _| {},
            on_progress: &mut |_| {
                calls += 1;
                calls > settings.stop_after
            },
        },
    )
}

pub fn archive_of(folder: &Path, games: &[GameText]) -> Archive {
    let input = folder.with_extension("pgn");
    std::fs::write(&input, pgn(games)).unwrap();
    build_with(folder, &[input], &Settings::default()).unwrap();
    Archive::open(folder).unwrap()
}

/// The bytes of every file of an archive, by name.
pub fn bytes_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_file())
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}
