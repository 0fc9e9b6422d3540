//! A small database of games and a folder that goes away, for tests of the archive's commands.
#![allow(clippy::unwrap_used, dead_code)] // helpers of tests are tests; not every file uses all

use std::fs;
use std::path::PathBuf;

use super::binary::{text, zermelo};

/// A folder that goes away.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("zermelo-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    /// Writes a file; its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    /// The names of what is in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Every file of an archive in it, by name.
    pub fn bytes(&self, archive: &str) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.0.join(archive)).unwrap().flatten();
        let mut files: Vec<(String, Vec<u8>)> = entries
            .map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                (name, fs::read(entry.path()).unwrap_or_default())
            })
            .collect();
        files.sort();
        files
    }

    /// An archive of [`games`]; its path.
    pub fn archive(&self) -> String {
        let (input, output) = (self.write("games.pgn", games()), self.path("a"));
        text(&["archive", "build", &input, "-o", &output]);
        output
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Lines, how often each is played, the results in turn, and the opening's name and code.
const LINES: [(&str, usize, &str, &str); 5] = [
    (
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6",
        40,
        "C78",
        "Ruy Lopez: Morphy Defense",
    ),
    (
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6",
        30,
        "C53",
        "Italian Game: Giuoco Piano",
    ),
    (
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6",
        30,
        "B54",
        "Sicilian Defense: Open",
    ),
    (
        "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6",
        30,
        "E70",
        "King's Indian Defense: Normal",
    ),
    // Nobody else calls this line by a name.
    (
        "1. a3 h6 2. h3 a6 3. a4 h5 4. h4 a5",
        10,
        "A00",
        "Mirror Game: Quiet, Slow",
    ),
];

/// A hundred and forty games of five openings, all different.
pub fn games() -> String {
    let mut text = String::new();
    let mut number = 0;
    for (moves, count, eco, opening) in LINES {
        for game in 0..count {
            number += 1;
            let result = ["1-0", "1/2-1/2", "0-1", "1-0"][game % 4];
            text += &format!(
                "[Event \"Cup {}\"]\n[Site \"?\"]\n[Date \"{}.05.17\"]\n[Round \"{game}\"]\n\
                 [White \"Player {}\"]\n[Black \"Opponent {number}\"]\n[Result \"{result}\"]\n\
                 [WhiteElo \"{}\"]\n[BlackElo \"2400\"]\n[ECO \"{eco}\"]\n\
                 [Opening \"{opening}\"]\n\n{moves} {result}\n\n",
                number % 3,
                1990 + game % 20,
                number % 7,
                2300 + 10 * (game % 30),
            );
        }
    }
    text
}

/// Runs a command that must fail with this status and one sentence, which is returned.
pub fn fails(status: i32, args: &[&str]) -> String {
    let output = zermelo(args);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{args:?}: {message}");
    assert_eq!(message.trim_end().lines().count(), 1, "{args:?}: {message}");
    message
}
