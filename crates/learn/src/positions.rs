//! Positions of games with their results, as the eight terms see them.
//!
//! Every position of a game is labelled with the game's result for the side to move. Positions in
//! check are left out: no search evaluates them.

use zermelo_archive::{ArchiveError, Filter, GameId};
use zermelo_chess::GameResult;
use zermelo_engine::evaluation::{Terms, Weights};
use zermelo_game::{Game, Side};

use crate::held_out::played;
use crate::learner::{LearnError, Samples, Step};

/// The result of the game for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// It won.
    Win,
    /// Nobody did.
    Draw,
    /// It lost.
    Loss,
}

impl Class {
    /// All classes, in the order in which folders list them.
    pub const ALL: [Class; 3] = [Class::Win, Class::Draw, Class::Loss];

    /// The class of a result for a side.
    #[must_use]
    pub fn of(result: GameResult, side: Side) -> Class {
        match (result, side) {
            (GameResult::Draw, _) => Class::Draw,
            (GameResult::White, Side::First) | (GameResult::Black, Side::Second) => Class::Win,
            _ => Class::Loss,
        }
    }

    /// Its points.
    #[must_use]
    pub fn points(self) -> f64 {
        match self {
            Class::Win => 1.0,
            Class::Draw => 0.5,
            Class::Loss => 0.0,
        }
    }
}

/// A position with the result of its game.
#[derive(Clone, Copy, Debug)]
pub struct Labelled {
    /// The terms, seen from the side to move.
    pub features: [f64; 8],
    /// The stage.
    pub stage: usize,
    /// Both sides' material without pawns and kings.
    pub pieces: i32,
    /// The result.
    pub class: Class,
}

/// Which positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Of which games.
    pub filter: Filter,
    /// About so many at most, from games spread evenly.
    pub most: usize,
    /// Whether only those in which a quiet move was played.
    pub quiet: bool,
}

/// Positions of a game, taken together: for how many games some number of positions stands.
const PER_GAME: usize = 80;

/// The games of a choice: those to learn from, or those held out.
///
/// # Errors
///
/// When the archive is damaged.
pub fn games(
    samples: &Samples<'_>,
    choice: &Choice,
    held_out: bool,
) -> Result<Vec<GameId>, ArchiveError> {
    let mut games = Vec::new();
    samples.archive.for_each_game(&choice.filter, |id| {
        if samples.is_held_out(id) == held_out {
            games.push(id);
        }
        Ok(true)
    })?;
    let wanted = (choice.most / PER_GAME).max(1);
    let step = games.len().div_ceil(wanted).max(1);
    Ok(games.into_iter().step_by(step).collect())
}

/// Visits the positions of some games, each with the number of its game in the list.
///
/// # Errors
///
/// When the archive is damaged, or the work was interrupted.
pub fn visit(
    samples: &Samples<'_>,
    games: &[GameId],
    quiet: bool,
    mut to: impl FnMut(usize, &Labelled),
) -> Result<(), LearnError> {
    let weights = Weights::reference();
    for (number, &id) in games.iter().enumerate() {
        if (samples.stop)() {
            return Err(ArchiveError::Interrupted.into());
        }
        (samples.tell)(Step::new("games", number as u64, games.len() as u64));
        let game = samples.archive.game(id)?;
        for (position, m) in played(&game) {
            if position.is_check() || quiet && m.is_unquiet() {
                continue;
            }
            let terms = Terms::of(&position, &weights);
            let labelled = Labelled {
                features: terms.features(),
                stage: terms.stage(),
                pieces: terms.pieces,
                class: Class::of(game.result, position.side()),
            };
            to(number, &labelled);
        }
    }
    Ok(())
}
