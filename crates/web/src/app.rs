//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Semaphore;
use zermelo_archive::{Archive, OpeningNames};
use zermelo_engine::{PLAYERS as CHESS_PLAYERS, handicap};
use zermelo_kriegspiel::DIALECTS;
use zermelo_kriegspiel::players::PLAYERS as BLIND_PLAYERS;
use zermelo_kriegspiel::players::belief::LEVELS;

use crate::blind_game::{BlindGame, LEVELLED};
use crate::chess_game::ChessGame;
use crate::explorer::Memory;
use crate::minds::Minds;
use crate::refusal::Refusal;
use crate::room::Rooms;

/// Runs a command of the program on its arguments; what it prints, or its sentence of failure.
/// So pages say what the command line says, and one place decides it.
pub type Command = Arc<dyn Fn(&[String]) -> Result<String, String> + Send + Sync>;

/// A name and what it stands for.
pub type Entry = (String, String);

/// The state of the server.
pub struct App {
    /// The program's version.
    pub version: String,
    /// Hosts beside this machine's own names and addresses that requests may be for.
    pub hosts: Vec<String>,
    /// Archives by name, with their folders; the first is the usual one.
    pub archives: Vec<(String, PathBuf, Archive)>,
    /// The names of openings.
    pub names: OpeningNames,
    /// Games of chess.
    pub chess: Rooms<ChessGame>,
    /// Games of Kriegspiel.
    pub blind: Rooms<BlindGame>,
    /// What the program remembers of them between its turns.
    pub minds: Minds,
    /// The program's commands.
    pub command: Command,
    /// Games and algorithms of the tree laboratory.
    pub laboratory: (Vec<Entry>, Vec<Entry>),
    /// Where pictures are written before they are sent.
    pub scratch: PathBuf,
    /// Thoughts of players that may run at a time; the others wait.
    pub thoughts: Arc<Semaphore>,
    /// Answers of the explorer that took long.
    pub answers: Memory,
    /// Searches of visitors that may run at a time; more are refused.
    pub searches: Arc<Semaphore>,
}

impl App {
    /// The archive of a name, or the usual one.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn archive(&self, name: Option<&str>) -> Result<&(String, PathBuf, Archive), Refusal> {
        let found = match name {
            None => self.archives.first(),
            Some(name) => self.archives.iter().find(|(known, ..)| known == name),
        };
        found.ok_or_else(|| {
            Refusal::missing(match name {
                Some(_) => "there is no archive of that name",
                None => {
                    "there is no archive: make one with `zermelo archive build games.pgn -o A`, \
                     then `zermelo serve --archive A`"
                }
            })
        })
    }

    /// What there is.
    #[must_use]
    pub fn about(&self) -> Value {
        let list = |entries: &[Entry]| -> Vec<Value> {
            let entry = |(name, about): &Entry| json!({"name": name, "about": about});
            entries.iter().map(entry).collect()
        };
        let archives = self.archives.iter();
        let archives =
            archives.map(|(name, _, archive)| json!({"name": name, "games": archive.games()}));
        let profiles = ["", "@classic"];
        let chess = CHESS_PLAYERS
            .iter()
            .flat_map(|player| profiles.map(|profile| format!("{player}{profile}")));
        let blind = BLIND_PLAYERS.iter();
        let blind = blind.map(|(name, about)| json!({"name": name, "about": about}));
        let rules = DIALECTS.iter();
        let rules = rules.map(|rules| json!({"name": rules.name, "title": rules.title}));
        json!({
            "version": self.version,
            "archives": archives.collect::<Vec<_>>(),
            "chess": {
                "players": chess.collect::<Vec<_>>(),
                "levels": handicap::LEVELS,
                "elo": [handicap::ELO.0, handicap::ELO.1],
            },
            "kriegspiel": {
                "players": blind.collect::<Vec<_>>(),
                "levels": {LEVELLED: LEVELS},
                "rules": rules.collect::<Vec<_>>(),
            },
            "tree": {
                "games": list(&self.laboratory.0),
                "algorithms": list(&self.laboratory.1),
            },
        })
    }
}
