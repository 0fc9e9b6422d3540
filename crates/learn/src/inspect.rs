//! What a player folder knows: of itself, and of a position.

use zermelo_archive::{ArchiveError, History, HistoryEntry, OpeningTable, Results};
use zermelo_chess::{Chess, Move};
use zermelo_engine::evaluation::bayes::{Bayes, Mixture};
use zermelo_engine::evaluation::{TermWeights, Terms, Weights};
use zermelo_engine::learned::bayes_file::{read_calibrated, read_classes};
use zermelo_engine::learned::folder::{FolderError, PlayerFolder};
use zermelo_engine::learned::rote::Found;
use zermelo_engine::learned::{
    BAYES_FILE, FEEDBACK_FILE, FITTED_FILE, HISTORY_FILE, Learned, NETWORK_FILE, ROTE_FILE,
    TABLE_FILE, WEIGHTS_FILE,
};
use zermelo_game::{Game, Score, Side};

/// A move as a folder's opening table sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownMove {
    /// The move.
    pub m: Move,
    /// The results of the position it leads to.
    pub results: Results,
    /// The mover's share of points there.
    pub score: f64,
}

/// What a folder knows of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Insight {
    /// Whether the folder has an opening table at all.
    pub has_table: bool,
    /// Its own results, if the table has it.
    pub results: Option<Results>,
    /// The moves that the table knows, the most games first.
    pub moves: Vec<KnownMove>,
    /// Its history table, the most points first; empty if it has none.
    pub history: Vec<HistoryEntry>,
    /// What its evaluation makes of it, if it has one.
    pub evaluation: Option<Evaluated>,
    /// The value of that evaluation for the side to move, in centipawns.
    pub value: Option<Score>,
    /// What its searches of earlier games have found, if it remembers any.
    pub remembered: Option<Found>,
}

/// A position as a learned evaluation sees it, from the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluated {
    /// The stage.
    pub stage: usize,
    /// The terms, in centipawns.
    pub features: [f64; 8],
    /// The mean of each term in games won, drawn and lost, where the folder has distributions.
    pub means: [Option<[f64; 8]>; 3],
    /// The weight of each term at the stage, where the folder has weights.
    pub weights: Option<[f64; 8]>,
    /// The expected score, where the folder knows of it.
    pub expected: Option<f64>,
}

/// What the evaluation of a folder makes of a position; `None` if it has none.
fn evaluated(folder: &PlayerFolder, position: &Chess) -> Result<Option<Evaluated>, FolderError> {
    let file = |name: &str| -> Result<Option<String>, FolderError> {
        if folder.files.iter().all(|file| file.name != name) {
            return Ok(None);
        }
        let path = folder.file(name);
        let text = std::fs::read_to_string(&path);
        text.map(Some)
            .map_err(|error| FolderError::new(&path, error))
    };
    let failed = |error: String| FolderError::new(&folder.path, error);
    let terms = Terms::of(position, &Weights::reference());
    let mut evaluated = Evaluated {
        stage: terms.stage(),
        features: terms.features(),
        means: [None; 3],
        weights: None,
        expected: None,
    };
    if let Some(text) = file(WEIGHTS_FILE)? {
        let weights = TermWeights::parse(&text).map_err(failed)?;
        let here = TermWeights {
            bytes: weights.at(terms.stage()),
            ..weights
        };
        evaluated.weights = Some(here.factors());
        return Ok(Some(evaluated));
    }
    let Some(text) = file(BAYES_FILE)? else {
        return Ok(None);
    };
    if let Ok(model) = read_calibrated(&text) {
        evaluated.weights = Some(model.stages[terms.stage()].weights);
        evaluated.expected = Some(model.expected(terms.pieces, &evaluated.features));
        return Ok(Some(evaluated));
    }
    let classes = read_classes(&text).map_err(failed)?;
    let normals = &classes[terms.stage()].normals;
    for (mean, normal) in evaluated.means.iter_mut().zip(normals) {
        *mean = normal.as_ref().map(|normal| normal.mean);
    }
    let bayes = Bayes::new(&classes, Mixture::Alone);
    evaluated.expected = bayes.map(|bayes| bayes.expected(terms.stage(), &evaluated.features));
    Ok(Some(evaluated))
}

/// What a folder knows of a position.
///
/// # Errors
///
/// When a file of the folder cannot be read.
pub fn position(folder: &PlayerFolder, position: &Chess) -> Result<Insight, FolderError> {
    let failed = |error: ArchiveError| FolderError::new(&folder.path, error);
    let has = |name: &str| folder.files.iter().any(|file| file.name == name);
    let mut insight = Insight {
        evaluation: evaluated(folder, position)?,
        ..Insight::default()
    };
    let mut tables = Vec::new();
    for name in [TABLE_FILE, FEEDBACK_FILE]
        .into_iter()
        .filter(|name| has(name))
    {
        tables.push(OpeningTable::open(&folder.file(name)).map_err(failed)?);
    }
    // What was learnt from games and what training added, as the players see it.
    let find = |position: &Chess| -> Result<Option<Results>, FolderError> {
        let mut sum: Option<Results> = None;
        for table in &tables {
            if let Some(results) = table.find(position.archive_key()).map_err(failed)? {
                sum.get_or_insert_default().merge(&results);
            }
        }
        Ok(sum)
    };
    insight.has_table = !tables.is_empty();
    if insight.has_table {
        insight.results = find(position)?;
        let white = position.side() == Side::First;
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        for m in legal {
            if let Some(results) = find(&position.after(m))? {
                let score = results.score(white);
                insight.moves.push(KnownMove { m, results, score });
            }
        }
        insight
            .moves
            .sort_by_key(|known| std::cmp::Reverse(known.results.games()));
    }
    let judging = [
        WEIGHTS_FILE,
        BAYES_FILE,
        FITTED_FILE,
        NETWORK_FILE,
        ROTE_FILE,
    ];
    if judging.into_iter().any(has) {
        let player = Learned::find("", Some(&folder.path))?;
        insight.value = player
            .judgement()
            .map(|judgement| judgement.value(position));
        let values = player.rote();
        insight.remembered = values.and_then(|values| values.find(position.key()));
    }
    if has(HISTORY_FILE) {
        let history = History::open(&folder.file(HISTORY_FILE)).map_err(failed)?;
        insight.history = history.table(position.archive_key()).map_err(failed)?;
        let key = |entry: &HistoryEntry| (std::cmp::Reverse(entry.points), entry.from, entry.to);
        insight.history.sort_by_key(key);
    }
    Ok(insight)
}
