//! Beginning a build, or going on with one that was interrupted.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::build_options::BuildOptions;
use crate::building::Building;
use crate::checkpoint::Checkpoint;
use crate::error::Result;
use crate::input::{Pieces, STANDARD_INPUT, Source};

/// What is to be read, and what was read before.
pub(crate) struct Beginning {
    /// What was read before.
    pub found: Option<Checkpoint>,
    /// What is left to read.
    pub pieces: Vec<Pieces>,
    /// The source that made an unfinished build begin anew, because it changed.
    pub changed: Option<PathBuf>,
}

/// What was asked for: going on is only right with the same sources and conditions.
pub(crate) fn request(inputs: &[PathBuf], options: &BuildOptions<'_>, plies: usize) -> String {
    let files: Vec<_> = inputs.iter().map(|path| path.to_string_lossy()).collect();
    let filter = format!("{:?}", options.filter);
    json!([files, filter, plies, options.keep_duplicates]).to_string()
}

/// The source that keeps an interrupted build from going on later, if there is one: standard
/// input or a pipe, which can be read only once.
#[must_use]
pub fn read_only_once(inputs: &[PathBuf]) -> Option<&Path> {
    let once = |path: &&PathBuf| path.as_path() == Path::new(STANDARD_INPUT) || !path.is_file();
    inputs.iter().find(once).map(PathBuf::as_path)
}

/// Opens all sources.
pub(crate) fn open_all(inputs: &[PathBuf]) -> Result<Vec<Source>> {
    inputs.iter().map(|path| Source::open(path)).collect()
}

/// Goes on where an unfinished build stands, if there is one and its sources are unchanged.
///
/// # Errors
///
/// When an unfinished build of another request is here, or a source cannot be read.
pub(crate) fn begin(
    building: &mut Building,
    request: &str,
    inputs: &[PathBuf],
    sources: Vec<Source>,
    fresh: bool,
) -> Result<Beginning> {
    let found = building.unfinished.clone().filter(|_| !fresh);
    let Some(found) = found else {
        building.throw_away_unfinished()?;
        return Ok(Beginning {
            found: None,
            pieces: all_pieces(sources, 0),
            changed: None,
        });
    };
    if found.request != request {
        building.refuse_unfinished()?;
    }
    let mut stamps = found.stamps.iter().zip(&sources);
    let mut changed = stamps.position(|(stamp, source)| *stamp != source.stamp);
    let place = found.reading.place;
    let mut pieces = Vec::new();
    if changed.is_none() {
        let mut left = sources.into_iter().skip(place.source);
        match left.next().map(|source| Pieces::from_place(source, place)) {
            None => {}
            Some(first) => match first? {
                None => changed = Some(place.source),
                Some(first) => {
                    pieces.push(first);
                    pieces.extend(all_pieces(left.collect(), place.source + 1));
                }
            },
        }
    }
    let Some(changed) = changed else {
        return Ok(Beginning {
            found: Some(found),
            pieces,
            changed: None,
        });
    };
    building.throw_away_unfinished()?;
    Ok(Beginning {
        found: None,
        pieces: all_pieces(open_all(inputs)?, 0),
        changed: inputs.get(changed).cloned(),
    })
}

fn all_pieces(sources: Vec<Source>, first: usize) -> Vec<Pieces> {
    let numbered = (first..).zip(sources);
    numbered
        .map(|(number, source)| Pieces::new(source, number))
        .collect()
}
