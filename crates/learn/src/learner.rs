//! What all learners have in common.

use std::fmt;
use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_archive::{Archive, ArchiveError, Filter, GameId};
use zermelo_engine::learned::folder::{FolderError, Learnt, PlayerFolder};

/// Why nothing was learnt.
#[derive(Debug)]
pub enum LearnError {
    /// The archive is damaged, or the work was interrupted.
    Archive(ArchiveError),
    /// The folder cannot be written or is not what it should be.
    Folder(FolderError),
    /// There is too little to learn from.
    TooFew(String),
    /// Something given is not what it should be: one sentence.
    Input(String),
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearnError::Archive(error) => error.fmt(f),
            LearnError::Folder(error) => error.fmt(f),
            LearnError::TooFew(sentence) | LearnError::Input(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for LearnError {}

impl From<ArchiveError> for LearnError {
    fn from(error: ArchiveError) -> LearnError {
        LearnError::Archive(error)
    }
}

impl From<FolderError> for LearnError {
    fn from(error: FolderError) -> LearnError {
        LearnError::Folder(error)
    }
}

/// How far long work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    /// What is being done.
    pub doing: &'a str,
    /// How much of it is done.
    pub done: u64,
    /// How much there is; 0 if nobody knows.
    pub of: u64,
}

impl<'a> Step<'a> {
    /// So much done of so much.
    #[must_use]
    pub fn new(doing: &'a str, done: u64, of: u64) -> Step<'a> {
        Step { doing, done, of }
    }

    /// Something that nobody can count.
    #[must_use]
    pub fn doing(doing: &'a str) -> Step<'a> {
        Step::new(doing, 0, 0)
    }
}

/// What is learnt from: the games of an archive, but for those held out.
pub struct Samples<'a> {
    /// The archive.
    pub archive: &'a Archive,
    /// One game in so many is held out; 0 for none.
    pub hold_out: u32,
    /// Ends the work when it says yes.
    pub stop: &'a dyn Fn() -> bool,
    /// Told how far the work is.
    pub tell: &'a dyn Fn(Step<'_>),
}

impl Samples<'_> {
    /// Whether a game is held out: the last of every so many, so that the parts are alike.
    #[must_use]
    pub fn is_held_out(&self, game: GameId) -> bool {
        self.hold_out > 0 && game.game % self.hold_out == self.hold_out - 1
    }

    /// The games held out.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn held_out(&self) -> Result<Vec<GameId>, ArchiveError> {
        let mut games = Vec::new();
        self.archive.for_each_game(&Filter::default(), |id| {
            if self.is_held_out(id) {
                games.push(id);
            }
            Ok(true)
        })?;
        Ok(games)
    }

    /// Whether a folder was learnt from these samples, whatever its learner was told, and nothing
    /// was taken out of it. One of an earlier version, which did not say what it was told, may have
    /// learnt otherwise.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn are_those_of(&self, folder: &PlayerFolder) -> Result<bool, ArchiveError> {
        let own = self.origin(self.held_out()?.len());
        let has = |name: &str| folder.origin.contains_key(name);
        let mut alike = own.iter();
        let alike = alike.all(|(name, value)| folder.origin.get(name) == Some(value));
        Ok(alike && has(TOLD) && !has("forgotten"))
    }

    /// Where the samples come from, for a folder's manifest.
    #[must_use]
    pub fn origin(&self, held_out: usize) -> Map<String, Value> {
        let sources = self.archive.sources().iter();
        let sources: Vec<Value> = sources
            .map(|source| json!({"file": source.name, "games": source.games}))
            .collect();
        let tables = self.archive.tables().iter();
        let tables: Vec<Value> = tables
            .map(|table| json!({"file": table.source, "positions": table.positions}))
            .collect();
        let games = self.archive.games();
        let archive = format!("{:08x}", self.archive.fingerprint());
        Map::from_iter([
            ("archive".to_string(), json!(archive)),
            ("games".to_string(), json!(games)),
            ("held_out".to_string(), json!(held_out)),
            ("hold_out".to_string(), json!(self.hold_out)),
            ("plies".to_string(), json!(self.archive.plies())),
            ("sources".to_string(), Value::Array(sources)),
            ("tables".to_string(), Value::Array(tables)),
        ])
    }
}

/// What an origin calls what the learner was told.
pub const TOLD: &str = "told";
/// What figures call sentences about what was learnt from too little.
pub(crate) const REMARKS: &str = "remarks";
/// What an origin calls the number of games learnt from, where not all are.
pub const LEARNT_FROM: &str = "learnt_from";

/// What a learner was told, as an object; a value that is null says nothing.
#[must_use]
pub(crate) fn told(values: Value) -> Map<String, Value> {
    let mut told = match values {
        Value::Object(told) => told,
        _ => Map::new(),
    };
    told.retain(|_, value| !value.is_null());
    told
}

/// The codes of a filter, as a learner is told them.
pub(crate) fn eco(filter: &Filter) -> Option<String> {
    let (first, last) = filter.eco?;
    Some(format!("{first}-{last}"))
}

/// Something that learns a player.
pub trait Learner {
    /// The kind of player: a folder's kind.
    fn kind(&self) -> &'static str;

    /// What it was told beside the samples: all on which what it learns depends. The folder's
    /// origin says it.
    fn told(&self) -> Map<String, Value>;

    /// Learns, and writes files into a folder.
    ///
    /// # Errors
    ///
    /// When there is too little to learn from, the archive is damaged, or a file cannot be
    /// written.
    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError>;
}

/// Learns a player and writes its folder, whole or not at all.
///
/// # Errors
///
/// As the learner, or when the folder cannot be written.
pub fn learn(
    learner: &dyn Learner,
    samples: &Samples<'_>,
    output: &Path,
) -> Result<PlayerFolder, LearnError> {
    PlayerFolder::write(output, learner.kind(), |folder| {
        let mut learnt = learner.learn(samples, folder)?;
        let told = learner.told();
        learnt.origin.insert(TOLD.to_string(), Value::Object(told));
        Ok(learnt)
    })
}
