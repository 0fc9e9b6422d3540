//! What is played: how a game begins and how its moves are written down.
//!
//! The arena itself knows no rules. Any open game with a notation is a [`BoardDiscipline`];
//! chess is its own, for its draws and its notation; an umpire's game becomes one by
//! implementing the trait.

use zermelo_chess::{Chess, ChessReferee, DEFAULT_MAX_PLIES, Line};
use zermelo_game::{BoardReferee, Game, Notation, ParseError, Reason, Referee, Side};

use crate::openings::Opening;
use crate::record::Termination;

/// A game as the arena runs it.
pub trait Discipline: Sync {
    /// The keeper of its rules.
    type Referee: Referee;

    /// Its name, as the command line says it.
    fn name(&self) -> String;

    /// Sets up a game and plays its opening.
    ///
    /// # Errors
    ///
    /// If the opening is no line of this game, or leaves nothing to play.
    fn begin(&self, opening: &Opening) -> Result<Start<Self::Referee>, ParseError>;

    /// How a record writes an action that is about to be submitted.
    fn record(
        &self,
        referee: &Self::Referee,
        action: &<Self::Referee as Referee>::Action,
    ) -> String;

    /// What a game that the referee ended is counted as. Games with words of their own for it say
    /// them here.
    fn termination(&self, referee: &Self::Referee, reason: Reason) -> Termination {
        let _ = referee;
        reason.into()
    }

    /// What results depend on beside the name, as text: part of the match's fingerprint.
    fn settings(&self) -> String {
        String::new()
    }

    /// The whole game in a notation of its own, where accepted moves alone do not tell it: tags,
    /// then moves, as PGN has them. Empty where they do.
    fn transcript(&self, referee: &Self::Referee) -> String {
        let _ = referee;
        String::new()
    }
}

/// A game about to begin.
#[derive(Debug)]
pub struct Start<R> {
    /// Its referee, the opening played.
    pub referee: R,
    /// The opening's moves as a record writes them.
    pub moves: Vec<String>,
    /// The starting position's notation, if it is not the usual one.
    pub position: Option<String>,
    /// The number of the first move.
    pub first_number: u32,
    /// Whether the second player makes it.
    pub second_begins: bool,
}

/// Any open game.
#[derive(Clone, Debug)]
pub struct BoardDiscipline<G> {
    /// Its name.
    pub name: String,
    /// Its usual start.
    pub start: G,
    /// A game of this many plies is drawn.
    pub max_plies: usize,
}

impl<G: Notation + Sync> Discipline for BoardDiscipline<G> {
    type Referee = BoardReferee<G>;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&self, opening: &Opening) -> Result<Start<BoardReferee<G>>, ParseError> {
        let start = match &opening.position {
            Some(text) => G::parse(text)?,
            None => self.start.clone(),
        };
        let second_begins = start.side() == Side::Second;
        let mut referee = BoardReferee::new(start, self.max_plies);
        let moves = play_opening(&mut referee, opening, |r, m| r.position().move_text(m))?;
        Ok(Start {
            referee,
            moves,
            position: opening.position.clone(),
            first_number: 1,
            second_begins,
        })
    }

    fn record(&self, referee: &BoardReferee<G>, action: &G::Move) -> String {
        referee.position().move_text(*action)
    }
}

/// Chess, written in algebraic notation.
#[derive(Clone, Copy, Debug)]
pub struct ChessDiscipline {
    /// A game of this many plies is drawn.
    pub max_plies: usize,
}

impl Default for ChessDiscipline {
    fn default() -> ChessDiscipline {
        ChessDiscipline {
            max_plies: DEFAULT_MAX_PLIES,
        }
    }
}

impl Discipline for ChessDiscipline {
    type Referee = ChessReferee;

    fn name(&self) -> String {
        "chess".to_string()
    }

    fn begin(&self, opening: &Opening) -> Result<Start<ChessReferee>, ParseError> {
        let start = match &opening.position {
            Some(text) => Chess::parse(text)?,
            None => Chess::new(),
        };
        let usual = start.notation() == Chess::new().notation();
        let (first_number, second_begins) = (start.fullmove_number(), start.side() == Side::Second);
        let position = (!usual).then(|| start.notation());
        let mut referee = ChessReferee::new(start, self.max_plies);
        let moves = play_opening(&mut referee, opening, |r, m| r.position().san(m))?;
        Ok(Start {
            referee,
            moves,
            position,
            first_number,
            second_begins,
        })
    }

    fn record(&self, referee: &ChessReferee, action: &zermelo_chess::Move) -> String {
        referee.position().san(*action)
    }
}

/// A referee whose board everybody sees.
trait OpenReferee: Referee<Action = <Self::Board as Game>::Move> {
    type Board: Notation;
    fn board(&self) -> &Self::Board;
}

impl<G: Notation> OpenReferee for BoardReferee<G> {
    type Board = G;
    fn board(&self) -> &G {
        self.position()
    }
}

impl OpenReferee for ChessReferee {
    type Board = Chess;
    fn board(&self) -> &Chess {
        self.position()
    }
}

fn play_opening<R: OpenReferee>(
    referee: &mut R,
    opening: &Opening,
    text: impl Fn(&R, R::Action) -> String,
) -> Result<Vec<String>, ParseError> {
    let mut texts = Vec::new();
    for (i, word) in opening.moves.iter().enumerate() {
        let m = referee.board().parse_move(word)?;
        texts.push(text(referee, m));
        referee
            .submit(m)
            .map_err(|refusal| ParseError::new(word, i + 1, refusal.to_string()))?;
    }
    match referee.ending() {
        Some(ending) => {
            let whole = opening.moves.join(" ");
            let over = format!("an unfinished game, not one over ({})", ending.reason);
            Err(ParseError::new(whole, 1, over))
        }
        None => Ok(texts),
    }
}

impl From<&Line> for Opening {
    fn from(line: &Line) -> Opening {
        let mut position = line.start.clone();
        let usual = position.notation() == Chess::new().notation();
        let moves = line.moves.iter().map(|&m| {
            let text = position.uci(m);
            position.play(m);
            text
        });
        let moves = moves.collect();
        Opening {
            name: line.name.clone(),
            position: (!usual).then(|| line.start.notation()),
            moves,
        }
    }
}
