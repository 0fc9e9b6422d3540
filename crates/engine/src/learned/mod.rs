//! What a player has learnt from games, as it plays: a book, and advice for the search.
//!
//! A learner writes a [`PlayerFolder`]; a [`Recipe`] says which of the source's players plays with
//! it, and how. [`Learned`] is the two together: it chooses moves from the opening table (chapter
//! 4 of the source, criteria 1 to 3), adds what its own games brought (5.1.3), gives [`Advice`] to
//! the search where the book ends (chapter 5), and values of earlier searches ([`Rote`]).

pub mod advice;
pub mod bayes_file;
pub mod folder;
pub mod place;
mod recipe;
pub mod rote;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zermelo_archive::{
    ArchiveError, History, LEAST_GAMES, LEAST_SHARE, NOISE, OpeningTable, Results, Rule,
};
use zermelo_chess::{Chess, Move, PositionKey};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Score, Side};

use crate::evaluation::{Classical, Model, Network, Networked, TermWeights, Termwise, Weights};
use crate::order::Order;
use advice::{Advice, square_table};
use folder::{FolderError, PlayerFolder};
pub use recipe::{Evaluation, RECIPES, Recipe};
use rote::Rote;

/// The opening table in a player folder.
pub const TABLE_FILE: &str = "openings.table";
/// The history tables in a player folder.
pub const HISTORY_FILE: &str = "history.tables";
/// Weights of the terms in a player folder.
pub const WEIGHTS_FILE: &str = "weights.json";
/// Distributions of the terms in a player folder.
pub const BAYES_FILE: &str = "bayes.json";

/// All weights of the terms in a player folder.
pub const FITTED_FILE: &str = "weights.txt";
/// A network in a player folder.
pub const NETWORK_FILE: &str = "network.bin";

/// What a player's own games added to the opening table, in a player folder.
pub const FEEDBACK_FILE: &str = "feedback.table";
/// Values of earlier searches in a player folder.
pub const ROTE_FILE: &str = "values.rote";

/// Results that a player's own games add to those of a table.
pub type Feedback = HashMap<PositionKey, Results>;

/// The table orders moves in the searches that begin so many plies after the last book position,
/// and as long after that as it was met in the search before.
const JUST_OUT: usize = 2;

/// What a player has learnt. Clones share it.
#[derive(Clone)]
pub struct Learned(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    recipe: &'static Recipe,
    folder: PathBuf,
    /// The checksum of the folder, for [`Learned::identity`].
    sum: String,
    table: Option<Arc<OpeningTable>>,
    feedback: Arc<Feedback>,
    history: Option<Arc<History>>,
    rote: Option<Arc<Rote>>,
    judgement: Option<Judgement>,
}

/// How a player that has learnt to evaluate does it.
#[derive(Clone)]
pub enum Judgement {
    /// By what a model makes of the eight terms of `reference`.
    Terms(Arc<Model>),
    /// By the terms with weights of its own.
    Weights(Arc<Weights>),
    /// By a network.
    Network(Arc<Network>),
}

impl Judgement {
    /// The value of a position for the side to move.
    #[must_use]
    pub fn value(&self, position: &Chess) -> Score {
        match self {
            Judgement::Terms(model) => {
                Termwise::new(Weights::reference(), model.clone()).value(position)
            }
            Judgement::Weights(weights) => Classical::new(weights.clone()).of_mover(position),
            Judgement::Network(network) => Networked::new(network.clone()).value(position),
        }
    }
}

impl fmt::Debug for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.0.recipe.name, self.0.folder.display())
    }
}

impl PartialEq for Learned {
    fn eq(&self, other: &Learned) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Learned {}

impl Learned {
    /// A player by name with what a folder has; or by the name of a folder. The folder is the
    /// player's own, or one that has the player's under its kind: `opta`, `ophista`, `feedback`,
    /// `rote`.
    ///
    /// # Errors
    ///
    /// If there is no such folder, or it is changed, of another version or of another kind.
    pub fn find(name: &str, place: Option<&Path>) -> Result<Learned, FolderError> {
        let recipe = Recipe::named(name);
        let command = recipe.map_or("opta".to_string(), Recipe::command);
        let missing = |place: &Path| {
            let expected = place.join(recipe.map_or(name, |recipe| recipe.folder()));
            let problem = format!(
                "{name} needs what `zermelo learn {command}` writes, and there is no player folder \
                 here, nor {}",
                expected.display()
            );
            FolderError::new(place, problem)
        };
        let place = place.unwrap_or(Path::new("."));
        let found = Learned::folder_of(name, place);
        let folder = PlayerFolder::open(&found.ok_or_else(|| missing(place))?)?;
        let recipe = recipe.or_else(|| Recipe::of_kind(&folder.kind, stages_of(&folder)));
        Learned::of(recipe, &folder)
    }

    /// The folder that [`Learned::find`] takes, sound or not; `None` if there is none.
    #[must_use]
    pub fn folder_of(name: &str, place: &Path) -> Option<PathBuf> {
        let recipe = Recipe::named(name);
        let kinds = recipe.map_or(&[][..], |recipe| recipe.kinds);
        let names = [""].into_iter().chain([name]).chain(kinds.iter().copied());
        // Of a name that no recipe has, only the folder of that name counts.
        let mut places = names
            .filter(|part| recipe.is_some() || *part == name)
            .map(|part| place.join(part));
        places.find(|place| PlayerFolder::is(place))
    }

    fn of(recipe: Option<&'static Recipe>, folder: &PlayerFolder) -> Result<Learned, FolderError> {
        let fits = |recipe: &&Recipe| recipe.kinds.contains(&folder.kind.as_str());
        let Some(recipe) = recipe.filter(fits) else {
            let who = match recipe {
                Some(recipe) => format!("{} cannot use", recipe.name),
                None => "no player can use".to_string(),
            };
            let problem = format!("a player folder of kind `{}`, which {who}", folder.kind);
            return Err(FolderError::new(&folder.path, problem));
        };
        let failed = |error: ArchiveError| FolderError::new(&folder.path, error);
        let open = || OpeningTable::open(&folder.file(TABLE_FILE)).map(Arc::new);
        let table = recipe.rule.map(|_| open()).transpose().map_err(failed)?;
        let mut feedback = Feedback::new();
        if recipe.feedback && folder.has(FEEDBACK_FILE) {
            let table = OpeningTable::open(&folder.file(FEEDBACK_FILE)).map_err(failed)?;
            feedback.extend(table.entries().map_err(failed)?);
        }
        let history = || History::open(&folder.file(HISTORY_FILE)).map(Arc::new);
        let has_history = recipe.history && folder.has(HISTORY_FILE);
        let history = has_history.then(history).transpose().map_err(failed)?;
        let rote = || Rote::read(&folder.file(ROTE_FILE)).map(Arc::new);
        let (judgement, from) = match judgement_of(recipe, folder)? {
            Some((judgement, from)) => (Some(judgement), from),
            None => (None, String::new()),
        };
        Ok(Learned(Arc::new(Inner {
            recipe,
            folder: folder.path.clone(),
            sum: folder.sum() + &from,
            table,
            feedback: Arc::new(feedback),
            history,
            rote: recipe.rote.then(rote).transpose()?,
            judgement,
        })))
    }

    /// The same player with other results of its own games.
    #[must_use]
    pub fn with_feedback(&self, feedback: Feedback) -> Learned {
        let mut inner = Inner::clone(&self.0);
        inner.feedback = Arc::new(feedback);
        Learned(Arc::new(inner))
    }

    /// The results of its own games.
    #[must_use]
    pub fn feedback(&self) -> &Feedback {
        &self.0.feedback
    }

    /// A player that knows values of earlier searches and nothing else.
    #[must_use]
    pub fn by_rote(values: Rote) -> Learned {
        Learned(Arc::new(Inner {
            recipe: &recipe::ROTE,
            folder: PathBuf::new(),
            sum: String::new(),
            table: None,
            feedback: Arc::default(),
            history: None,
            rote: Some(Arc::new(values)),
            judgement: None,
        }))
    }

    /// How it evaluates; `None` if as `reference` does.
    #[must_use]
    pub fn judgement(&self) -> Option<Judgement> {
        self.0.judgement.clone()
    }

    /// What tells this player from others of its name: the checksum of its folder.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.0.sum
    }

    /// Values of earlier searches, if it plays by them.
    #[must_use]
    pub fn rote(&self) -> Option<Arc<Rote>> {
        self.0.rote.clone()
    }

    /// The player.
    #[must_use]
    pub fn recipe(&self) -> &'static Recipe {
        self.0.recipe
    }

    /// The results of a position, if the table or the player's own games know it. Damage that
    /// began after the folder was opened counts as not knowing.
    #[must_use]
    pub fn results(&self, position: &Chess) -> Option<Results> {
        let key = position.archive_key();
        let table = self.0.table.as_ref();
        let known = table.and_then(|table| table.find(key).ok().flatten());
        match self.0.feedback.get(&key) {
            None => known,
            Some(own) => {
                let mut both = known.unwrap_or_default();
                both.merge(own);
                Some(both)
            }
        }
    }

    /// The moves that the book considers, with what its criterion makes of them, the best first.
    #[must_use]
    pub fn candidates(&self, position: &Chess, rng: &mut Rng) -> Vec<(Move, f64)> {
        let Some(rule) = self.0.recipe.rule else {
            return Vec::new();
        };
        let white = position.side() == Side::First;
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut least = LEAST_GAMES as f64;
        if self.0.recipe.frequent {
            let parent = self.results(position).unwrap_or_default();
            least = least.max(LEAST_SHARE * parent.games() as f64);
        }
        let mut found = Vec::new();
        for m in legal {
            let Some(results) = self.results(&position.after(m)) else {
                continue;
            };
            if results.games() as f64 >= least {
                let score = match rule {
                    Rule::Popularity => results.points(white),
                    Rule::Performance => results.score(white) + NOISE * rng.unit(),
                    _ => rng.unit(),
                };
                found.push((m, score));
            }
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        found
    }

    /// The move of the book, if it has one here.
    #[must_use]
    pub fn book_move(&self, position: &Chess, rng: &mut Rng) -> Option<Move> {
        let found = self.candidates(position, rng);
        found.first().map(|(m, _)| *m)
    }

    /// Advice for a search; `None` where nothing would be said. `met` says whether the search of
    /// the move before met positions of the table.
    #[must_use]
    pub fn advice(&self, order: &Order, met: bool, weight: Score) -> Option<Advice> {
        let recipe = self.0.recipe;
        if !recipe.orders {
            return None;
        }
        let (last, ago) = self.last_book_position(order)?;
        let table = ago <= JUST_OUT || met;
        let history = self.0.history.as_ref();
        let entries = history.and_then(|history| history.table(last.archive_key()).ok());
        let entries = entries.filter(|entries| !entries.is_empty());
        let history = entries.map(|entries| (square_table(&entries), ago));
        (table || history.is_some()).then(|| Advice::new(self.clone(), table, history, weight))
    }

    /// The last position of the game with enough games, and how many plies ago that was.
    fn last_book_position(&self, order: &Order) -> Option<(Chess, usize)> {
        let mut position = order.start.clone();
        let mut last = None;
        let count = order.moves.len();
        for ply in 0..=count {
            let games = self.results(&position).map_or(0, |results| results.games());
            if games >= LEAST_GAMES {
                last = Some((position.clone(), count - ply));
            }
            if let Some(&m) = order.moves.get(ply) {
                position.play(m);
            }
        }
        last
    }
}

/// The stages at which a folder's weights count, if it says so.
fn stages_of(folder: &PlayerFolder) -> Option<(u32, u32)> {
    let stages = folder.figures.get("stages")?;
    let stage = |place: usize| u32::try_from(stages.get(place)?.as_u64()?).ok();
    Some((stage(0)?, stage(1)?))
}

/// Players beside a folder whose weights a player with a book may take, the first first.
const BESIDE: [&str; 3] = ["genetic2", "genetic1", "genetic"];

/// The evaluation that a folder has for a recipe, with a checksum of it if it is another folder's.
fn judgement_of(
    recipe: &Recipe,
    folder: &PlayerFolder,
) -> Result<Option<(Judgement, String)>, FolderError> {
    let read = |name: &str| {
        let path = folder.file(name);
        let text = std::fs::read_to_string(&path).map_err(|error| FolderError::new(&path, error));
        text.map(|text| (path, text))
    };
    let own = |model: Model| Ok(Some((Judgement::Terms(Arc::new(model)), String::new())));
    match recipe.evaluation {
        Evaluation::Reference => Ok(None),
        Evaluation::Weighted(stages) => {
            let found = weighted(recipe, stages, folder)?;
            Ok(found.map(|(model, from)| (Judgement::Terms(Arc::new(model)), from)))
        }
        Evaluation::Bayes(mixture) => {
            let (path, text) = read(BAYES_FILE)?;
            let bayes = bayes_file::read_bayes(&text, mixture);
            let bayes = bayes.map_err(|error| FolderError::new(&path, error))?;
            own(Model::Bayes(Box::new(bayes)))
        }
        Evaluation::Calibrated => {
            let (path, text) = read(BAYES_FILE)?;
            let model = bayes_file::read_calibrated(&text);
            let model = model.map_err(|error| FolderError::new(&path, error))?;
            own(Model::Calibrated(Box::new(model)))
        }
        Evaluation::Fitted => {
            let (path, text) = read(FITTED_FILE)?;
            let weights = Weights::parse(&text).map_err(|error| FolderError::new(&path, error))?;
            let judgement = Judgement::Weights(Arc::new(weights));
            Ok(Some((judgement, String::new())))
        }
        Evaluation::Network => {
            let path = folder.file(NETWORK_FILE);
            let bytes = std::fs::read(&path).map_err(|error| FolderError::new(&path, error))?;
            let network = Network::read(&bytes).map_err(|error| FolderError::new(&path, error))?;
            let judgement = Judgement::Network(Arc::new(network));
            Ok(Some((judgement, String::new())))
        }
    }
}

/// The square of how many standard errors are beyond chance one time in twenty, on one side.
const BEYOND_CHANCE: f64 = 2.706;

/// Whether bred weights found moves of games held out that the reference misses, beyond those that
/// they miss and it finds, by more than chance.
fn passed_the_test(folder: &PlayerFolder) -> bool {
    let figure = |name: &str| folder.figures.get("held_out")?.get(name)?.as_f64();
    match (figure("found_alone"), figure("missed_alone")) {
        (Some(found), Some(missed)) => {
            found > missed && (found - missed).powi(2) > BEYOND_CHANCE * (found + missed)
        }
        _ => false,
    }
}

/// Weights of the terms. A player with a book takes its folder's own or those of one beside it that
/// passed the test of games held out, whatever their stages, and does without where none did.
fn weighted(
    recipe: &Recipe,
    stages: (u32, u32),
    folder: &PlayerFolder,
) -> Result<Option<(Model, String)>, FolderError> {
    let mut found = folder.clone();
    if recipe.rule.is_some() {
        let mut candidates = vec![folder.clone()];
        if !folder.has(WEIGHTS_FILE) {
            let players = folder.path.parent().unwrap_or(Path::new("."));
            let beside = BESIDE.iter().map(|name| players.join(name));
            let beside = beside.filter(|path| PlayerFolder::is(path));
            let opened: Result<_, _> = beside.map(|path| PlayerFolder::open(&path)).collect();
            candidates = opened?;
        }
        match candidates.into_iter().find(passed_the_test) {
            None => return Ok(None),
            Some(folder) => found = folder,
        }
    }
    let path = found.file(WEIGHTS_FILE);
    let failed = |error: String| FolderError::new(&path, error);
    let text = std::fs::read_to_string(&path).map_err(|error| FolderError::new(&path, error))?;
    let weights = TermWeights::parse(&text).map_err(failed)?;
    if recipe.rule.is_none() && weights.stages != stages {
        let (first, last) = weights.stages;
        return Err(failed(format!(
            "its weights count from stage {first} to {last}, and {} wants stages {} to {}: expected \
             what `zermelo learn genetic` writes as another variant",
            recipe.name, stages.0, stages.1,
        )));
    }
    let from = if found.path == folder.path {
        String::new()
    } else {
        found.sum()
    };
    Ok(Some((Model::Weights(weights), from)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bred_weights_pass_only_beyond_chance() {
        let folder = |held_out: serde_json::Value| PlayerFolder {
            path: PathBuf::new(),
            kind: "genetic".to_string(),
            made_by: String::new(),
            origin: serde_json::Map::new(),
            figures: [("held_out".to_string(), held_out)].into_iter().collect(),
            files: Vec::new(),
        };
        let passed = |found: u32, missed: u32| {
            passed_the_test(&folder(
                json!({"found_alone": found, "missed_alone": missed}),
            ))
        };
        assert!(passed(19, 10) && passed(3, 0));
        assert!(!passed(18, 10) && !passed(10, 19) && !passed(0, 0));
        assert!(!passed_the_test(&folder(json!(null))));
    }
}
