//! What learnt weights and networks hold, in words.
//!
//! Some hundred weights and some ten thousand numbers of a network say nothing one by one: shown
//! are the largest weights of each term, how large a network is, and for every evaluation what a
//! man less costs in the first position.

use std::fs;

use zermelo_chess::Chess;
use zermelo_engine::evaluation::network::{BUCKETS, HIDDEN, INPUTS};
use zermelo_engine::evaluation::weights::GROUPS;
use zermelo_engine::evaluation::{Term, Weights};
use zermelo_engine::learned::folder::{FolderError, PlayerFolder};
use zermelo_engine::learned::{
    BAYES_FILE, FITTED_FILE, Learned, NETWORK_FILE, TABLE_FILE, WEIGHTS_FILE,
};
use zermelo_game::{Notation, Score};

/// Weights shown of a term.
const SHOWN: usize = 5;

/// Men, and White's first rank and pawns without one of them. Nobody may castle, so that a rook
/// less is no right less.
const MEN: [(&str, &str); 5] = [
    ("pawn", "P1PPPPPP/RNBQKBNR"),
    ("knight", "PPPPPPPP/R1BQKBNR"),
    ("bishop", "PPPPPPPP/RN1QKBNR"),
    ("rook", "PPPPPPPP/1NBQKBNR"),
    ("queen", "PPPPPPPP/RNB1KBNR"),
];

/// What is in the files of a folder: a sentence for each term, or for a network.
///
/// # Errors
///
/// When a file cannot be read.
pub fn sentences(folder: &PlayerFolder) -> Result<Vec<String>, FolderError> {
    if folder.has(FITTED_FILE) {
        let path = folder.file(FITTED_FILE);
        let text = fs::read_to_string(&path).map_err(|error| FolderError::new(&path, error))?;
        let weights = Weights::parse(&text).map_err(|error| FolderError::new(&path, error))?;
        return Ok(Term::ALL
            .iter()
            .map(|term| largest(&weights, *term))
            .collect());
    }
    if folder.has(NETWORK_FILE) {
        return Ok(vec![format!(
            "a network of {INPUTS} inputs (each man and square, as its side's king sees it), \
             {HIDDEN} units for each side, and {BUCKETS} sets of output weights by the men on the \
             board"
        )]);
    }
    Ok(Vec::new())
}

/// The largest weights of a term.
fn largest(weights: &Weights, (letter, name, term): (char, &str, Term)) -> String {
    let mut all = Vec::new();
    for group in GROUPS.iter().filter(|group| group.term == term) {
        for place in 0..group.len {
            let pair = weights.get(group.start + place);
            let number = match group.len {
                1 => String::new(),
                _ => format!(" {place}"),
            };
            let text = format!(
                "{}{number} {}/{}",
                group.name,
                pair.middlegame(),
                pair.ending()
            );
            all.push((pair.middlegame().abs() + pair.ending().abs(), text));
        }
    }
    let count = all.len();
    // Of equals the first stays first.
    all.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    all.truncate(SHOWN);
    let shown: Vec<String> = all.into_iter().map(|(_, text)| text).collect();
    format!(
        "{letter} {name}: the largest of {count} weights (middlegame/ending) are {}",
        shown.join(", ")
    )
}

/// What a man less costs in the first position, in centipawns; nothing if the folder does not
/// evaluate.
///
/// # Errors
///
/// When a file cannot be read.
pub fn men(folder: &PlayerFolder) -> Result<Vec<(&'static str, Score)>, FolderError> {
    let judging = [WEIGHTS_FILE, BAYES_FILE, FITTED_FILE, NETWORK_FILE];
    // One with a book takes the weights of others, or none.
    if folder.has(TABLE_FILE) || !judging.into_iter().any(|name| folder.has(name)) {
        return Ok(Vec::new());
    }
    let Some(judgement) = Learned::find("", Some(&folder.path))?.judgement() else {
        return Ok(Vec::new());
    };
    let value = |ranks: &str| {
        let text = format!("rnbqkbnr/pppppppp/8/8/8/8/{ranks} w - - 0 1");
        let position = Chess::parse(&text).ok();
        position.map(|position| judgement.value(&position))
    };
    let whole = value("PPPPPPPP/RNBQKBNR");
    let cost = |(man, ranks): (&'static str, &str)| Some((man, whole? - value(ranks)?));
    Ok(MEN.into_iter().filter_map(cost).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_weights_of_a_term_are_named() {
        let said = largest(&Weights::reference(), Term::ALL[0]);
        assert!(
            said.starts_with("m material: the largest of 5 weights"),
            "{said}"
        );
        assert!(said.contains("are material 4 "), "a queen first: {said}");
    }
}
