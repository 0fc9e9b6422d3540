//! The openings of a match: from a file or standard input, or random ones.
//!
//! Without a file every pair of games begins with other random moves: players that always answer
//! alike would otherwise play the same two games again and again. In chess random moves often
//! lose a piece, so only lines count that leave material even when all captures are made.

use std::path::Path;

use zermelo_arena::discipline::Discipline;
use zermelo_arena::openings::{Book, OpeningFormat};
use zermelo_arena::random_openings::{RandomOpenings, Recipe};
use zermelo_game::{Heuristic, Noisy, Notation, Score};

use crate::args::MatchArgs;
use crate::{Failure, Io};

/// Random openings made in advance to see whether there are enough.
const AHEAD: u64 = 200;

/// Plies that are taken from each game of a PGN unless the arguments say otherwise.
const PLIES: usize = 16;

/// How a game's random openings are made unless the arguments say otherwise.
pub struct Usual<G> {
    /// Random plies.
    pub plies: usize,
    /// What the rule is called.
    pub rule: &'static str,
    /// Which positions are fair.
    pub fair: fn(&G) -> bool,
}

impl<G> Usual<G> {
    /// Two plies, and every position is fair.
    pub const ANY: Usual<G> = Usual {
        plies: 2,
        rule: "any",
        fair: |_| true,
    };
}

impl<G: Noisy + Heuristic> Usual<G> {
    /// Six plies that leave material even.
    pub const EVEN: Usual<G> = Usual {
        plies: 6,
        rule: "even material",
        fair: is_even,
    };
}

/// The openings that the arguments ask for.
///
/// # Errors
///
/// If they cannot be read, or there are none.
pub fn book<D: Discipline, G: Notation + Send + 'static>(
    args: &MatchArgs,
    io: &mut Io<'_>,
    discipline: &D,
    start: &G,
    usual: &Usual<G>,
) -> Result<Book, Failure> {
    let mut book = match &args.openings {
        Some(path) => read(path, args, io, discipline)?,
        None => random(args, discipline, start, usual)?,
    };
    if let Some(range) = &args.eco {
        book.keep_eco(range).map_err(Failure::Input)?;
    }
    if args.shuffle {
        book.shuffle(args.seed);
    }
    Ok(book)
}

fn read<D: Discipline>(
    path: &Path,
    args: &MatchArgs,
    io: &mut Io<'_>,
    discipline: &D,
) -> Result<Book, Failure> {
    let from_stream = path == Path::new("-");
    let shown = if from_stream {
        "standard input".into()
    } else {
        path.display().to_string()
    };
    let mut bytes = Vec::new();
    let read = if from_stream {
        io.input.read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(path).map(|found| bytes = found)
    };
    read.map_err(|error| Failure::Input(format!("{shown}: {error}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let format = if !from_stream {
        OpeningFormat::of(path)
    } else if discipline.name() == "chess" {
        OpeningFormat::of_text(&text)
    } else {
        OpeningFormat::Moves
    };
    let plies = args.opening_plies.unwrap_or(PLIES);
    Book::read(&text, format, plies, discipline)
        .map_err(|error| Failure::Input(format!("{shown}: {error}")))
}

fn random<D: Discipline, G: Notation + Send + 'static>(
    args: &MatchArgs,
    discipline: &D,
    start: &G,
    usual: &Usual<G>,
) -> Result<Book, Failure> {
    let plies = args.random_plies.map_or(usual.plies, usize::from);
    if plies == 0 {
        return Ok(Book::default());
    }
    let recipe = Recipe {
        plies,
        longer: args.random_plies.is_none(),
        seed: args.seed,
        rule: usual.rule,
    };
    match RandomOpenings::new(start.clone(), recipe, usual.fair) {
        Some(openings) => Ok(Book::random(openings)),
        // A game too short for openings is played from its start.
        None if args.random_plies.is_none() => Ok(Book::default()),
        None => Err(Failure::Input(format!(
            "`--random-plies {plies}`: no such opening of {} leaves anything to play",
            discipline.name()
        ))),
    }
}

/// A warning if the openings do not suffice for a number of pairs, as far as that can be told
/// beforehand at small cost.
pub fn repeated(book: &Book, pairs: u64) -> Option<String> {
    let wanted = if book.random.is_some() {
        pairs.min(AHEAD)
    } else {
        pairs
    };
    let different = book.different(wanted);
    (different < wanted).then(|| {
        let openings = if different == 1 {
            "opening"
        } else {
            "openings"
        };
        format!(
            "only {different} {openings} for up to {pairs} pairs of games: players that always \
             answer alike will repeat their games"
        )
    })
}

/// Whether neither side is a pawn up once all captures are made that the side to move wants.
fn is_even<G: Noisy + Heuristic>(game: &G) -> bool {
    const PAWN: Score = 100;
    after_captures(game, -PAWN, PAWN).abs() < PAWN
}

/// The heuristic value after captures by both sides, each of which may stop at any time; within
/// the window exact, else at its edge.
fn after_captures<G: Noisy + Heuristic>(game: &G, alpha: Score, beta: Score) -> Score {
    let mut best = game.evaluate().clamp(alpha, beta);
    let mut captures = Vec::new();
    game.noisy_moves(&mut captures);
    for m in captures {
        if best >= beta {
            break;
        }
        best = best.max(-after_captures(&game.after(m), -beta, -best));
    }
    best
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;

    use super::*;

    #[test]
    fn positions_are_even_when_nothing_can_be_won() {
        for (fen, even) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                true,
            ),
            // A queen that can be taken.
            (
                "rnb1kbnr/pppppppp/8/8/6q1/7P/PPPPPPP1/RNBQKBNR w KQkq - 0 1",
                false,
            ),
            // A pawn that is defended.
            (
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
                true,
            ),
            // A pawn down.
            (
                "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
                false,
            ),
        ] {
            let position = Chess::parse(fen).expect("a position");
            assert_eq!(is_even(&position), even, "{fen}");
        }
    }
}
