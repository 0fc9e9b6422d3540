//! What one side has heard of a game, as text, held against every board that is possible.
//!
//! *Computes* the boards that agree with a record of announcements, or the line at which none is
//! left. *Ours.* What no board whatever can explain (a capture where we have no man, a try that
//! none of our men can make, a word that the dialect does not have) is found from the record
//! alone; the rest by [`Boards`]. *Invariant.* A contradiction is reported only if it is certain:
//! while all boards that are possible are kept. When they have become too many, a record that
//! none of those kept agrees with is doubtful, no more. Of fifty moves and repetition only the
//! number of moves is looked at. *Cost.* That of the boards, for every unseen move.

use std::fmt;

use zermelo_chess::Kind;
use zermelo_game::{Outcome, Side};

use crate::action::{Action, Try, square_name};
use crate::announcement::{Announcement, Captured, Cause, GameResult};
use crate::belief::Belief;
use crate::boards::{Boards, BoardsParams};
use crate::replay::Source;
use crate::rules::{Audience, PawnTries, Rules};
use crate::view::View;

/// An announcement and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: usize,
    /// What was announced.
    pub said: Announcement,
}

/// What is wrong with a record, and where: one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: `{}`: {}", self.line, self.text, self.why)
    }
}

impl std::error::Error for RecordError {}

/// A record that was followed to its end.
#[derive(Clone, Debug)]
pub struct Record {
    /// What the side knows.
    pub view: View,
    /// The boards that are possible for it.
    pub boards: Boards,
    /// Where none of the boards kept agreed, though others may.
    pub doubt: Option<RecordError>,
}

/// All boards are kept as long as they are no more than these.
const ALL: BoardsParams = BoardsParams {
    most: 20_000,
    // So that boards are looked for only when there is none left.
    floor: 1,
    effective: 0.0,
};

/// The most men that check at a time.
const MOST_CHECKS: usize = 2;

/// Reads announcements, one a line in the words of the protocol, `umpire` before them or not;
/// empty lines and what follows `#` are left out.
///
/// # Errors
///
/// If a line is none.
///
/// ```
/// use zermelo_kriegspiel::record::parse_record;
/// let lines = parse_record("to-move white tries 0\n\numpire illegal e2e5 # a joke\n").unwrap();
/// assert_eq!(lines[1].number, 3);
/// assert_eq!(lines[1].said.to_string(), "illegal e2e5");
/// assert!(parse_record("hello\n").is_err());
/// ```
pub fn parse_record(text: &str) -> Result<Vec<Line>, RecordError> {
    let mut lines: Vec<Line> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let words = line.split('#').next().unwrap_or("").trim();
        let words = words.strip_prefix("umpire ").unwrap_or(words).trim();
        if words.is_empty() {
            continue;
        }
        let said = Announcement::parse(words).map_err(|_| RecordError {
            line: index + 1,
            text: shortened(words),
            why: "expected an announcement of the umpire such as `to-move white tries 0`"
                .to_string(),
        })?;
        lines.push(Line {
            number: index + 1,
            said,
        });
    }
    sort_checks(&mut lines);
    Ok(lines)
}

/// A text as it may be repeated in a sentence.
fn shortened(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    start.escape_debug().to_string()
}

/// Puts double checks into the umpire's order, which tells nothing.
fn sort_checks(lines: &mut [Line]) {
    for at in 1..lines.len() {
        let pair = (lines[at - 1].said, lines[at].said);
        if let (Announcement::Check(one), Announcement::Check(other)) = pair
            && other < one
        {
            lines[at - 1].said = pair.1;
            lines[at].said = pair.0;
        }
    }
}

/// Follows a record of a game from the usual position.
///
/// # Errors
///
/// At the line where it is certain that no board is possible any more.
pub fn follow_record(
    lines: &[Line],
    side: Side,
    rules: &'static Rules,
) -> Result<Record, RecordError> {
    let mut view = View::new(side, rules);
    let mut boards = Boards::new(&view, ALL, 1);
    let mut stage = Stage::Start;
    let mut quiet = Quiet::default();
    let mut doubt = None;
    for line in lines {
        let wrong = |why: String| RecordError {
            line: line.number,
            text: line.said.to_string(),
            why,
        };
        stage = stage.after(&view, line.said).map_err(wrong)?;
        let (was_complete, refills) = (boards.is_complete(), boards.refills());
        quiet.hear(&view, line.said).map_err(wrong)?;
        view.hear(line.said);
        boards.follow(&view, None);
        if boards.is_possible() && boards.refills() == refills {
            continue;
        }
        if was_complete {
            return Err(wrong("no board is possible any more".to_string()));
        }
        doubt.get_or_insert_with(|| {
            wrong(
                "none of the boards kept agrees with it, but more are possible than are kept, so \
                 that it cannot be decided for certain whether the record contradicts itself"
                    .to_string(),
            )
        });
    }
    if !boards.is_complete() {
        boards = refilled(&view);
    }
    Ok(Record {
        view,
        boards,
        doubt,
    })
}

impl Record {
    /// What is believed at the end: what the boards say, or the matrices where none is left.
    #[must_use]
    pub fn belief(&self) -> (Belief, Source) {
        match self.boards.list().is_empty() {
            true => (self.boards.matrices().clone(), Source::Matrices),
            false => (self.boards.marginals(), Source::Boards),
        }
    }
}

/// Completed moves of both sides since the last capture or move of a pawn of ours.
#[derive(Default)]
struct Quiet(usize);

/// The completed moves that fifty of each side are.
const FIFTY: usize = 100;

/// The fewest completed moves after which a position has stood three times.
const THREEFOLD: usize = 8;

impl Quiet {
    /// Takes in an announcement; or why so few moves do not end a game.
    fn hear(&mut self, view: &View, said: Announcement) -> Result<(), String> {
        let is_pawn = |square| view.men().kind_at(square) == Some(Kind::Pawn);
        match said {
            Announcement::Accepted(tried) if is_pawn(tried.from) => self.0 = 0,
            Announcement::Accepted(_) | Announcement::Moved(_) => self.0 += 1,
            Announcement::Captured(..) => self.0 = 0,
            Announcement::Result(result) => {
                let least = match result.cause {
                    Cause::FiftyMoves => FIFTY,
                    Cause::Repetition => THREEFOLD,
                    _ => 0,
                };
                if self.0 < least {
                    return Err(format!(
                        "too few moves since a capture or a move of a pawn of ours: {}",
                        self.0
                    ));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The boards of a view, more of them being looked for at every turn that finds few.
fn refilled(view: &View) -> Boards {
    let mut known = view.beginning();
    let mut boards = Boards::new(&known, BoardsParams::default(), 1);
    for &said in view.heard() {
        known.hear(said);
        boards.follow(&known, None);
    }
    boards
}

/// What may be said next.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Nothing was said.
    Start,
    /// It is a side's turn.
    Turn(Side),
    /// A side has completed a move, with the try if it is ours.
    Moved {
        by: Side,
        tried: Option<Try>,
        captured: bool,
        checks: usize,
    },
    /// The game is over.
    Over,
}

impl Stage {
    /// The stage after an announcement; or why no umpire would make it, whatever the board.
    fn after(self, view: &View, said: Announcement) -> Result<Stage, String> {
        if matches!(self, Stage::Over) {
            return no("the game was over before");
        }
        let is_to_be_told = matches!(self, Stage::Turn(_))
            && view.rules().pawn_tries == PawnTries::Told
            && view.any_pawn_capture().is_none();
        if is_to_be_told && !matches!(said, Announcement::Tries(_)) {
            return no("first it is said whether a pawn can capture: `tries yes` or `tries no`");
        }
        match said {
            Announcement::Result(result) => self.ended(view.rules(), result),
            Announcement::ToMove(side, tries) => self.turned(view, side, tries),
            Announcement::Accepted(_) | Announcement::Illegal(_) | Announcement::Nonsense(_) => {
                match self {
                    Stage::Turn(turn) if turn == view.side() => self.of_own_try(view, said),
                    _ => no("it is not our turn"),
                }
            }
            Announcement::Moved(side) | Announcement::Refused(side) => match self {
                _ if side == view.side() => no("of its own moves a side hears another word"),
                Stage::Turn(turn) if turn == side => self.of_their_try(view, said),
                _ => no("it is not the other side's turn"),
            },
            Announcement::Any(_) | Announcement::Tries(_) => self.of_pawns(view, said),
            Announcement::Captured(..) | Announcement::Check(_) => self.of_a_move(view, said),
        }
    }

    fn ended(self, rules: &Rules, result: GameResult) -> Result<Stage, String> {
        let is_known = match result.cause {
            Cause::FiftyMoves => rules.fifty_moves,
            Cause::Repetition => rules.repetition,
            Cause::InsufficientMaterial => rules.insufficient_material,
            _ => true,
        };
        let from_outside = result.cause.is_from_outside();
        match self {
            _ if !is_known => of_another_dialect(rules),
            Stage::Start | Stage::Turn(_) if !from_outside => no("no move led to this end"),
            Stage::Moved { by, .. }
                if result.cause == Cause::Checkmate && result.outcome != Outcome::Win(by) =>
            {
                no("who gives mate wins")
            }
            _ if (result.outcome == Outcome::Draw) != result.cause.is_draw() => {
                no(match result.cause.is_draw() {
                    true => "this end is a draw",
                    false => "this end is no draw",
                })
            }
            _ => Ok(Stage::Over),
        }
    }

    fn turned(self, view: &View, side: Side, tries: Option<u8>) -> Result<Stage, String> {
        let next = match self {
            Stage::Start => Side::First,
            Stage::Moved { by, .. } => !by,
            _ => return no("no move was completed since the turn was told"),
        };
        if side != next {
            return no("it is the other side's turn");
        }
        if tries.is_some() != (view.rules().pawn_tries == PawnTries::Counted) {
            return of_another_dialect(view.rules());
        }
        Ok(Stage::Turn(side))
    }

    /// The stage after an answer to a try of ours.
    fn of_own_try(self, view: &View, said: Announcement) -> Result<Stage, String> {
        let rules = view.rules();
        match said {
            Announcement::Accepted(tried) if !view.men().can_try(tried) => {
                no("none of our men can make this try")
            }
            Announcement::Accepted(tried) if !view.is_possible(tried) => {
                no("it was refused or ruled out before in this turn")
            }
            Announcement::Accepted(tried) => Ok(moved(view.side(), Some(tried))),
            Announcement::Illegal(Action::Try(tried))
                if rules.has_nonsense && !view.is_possible(tried) =>
            {
                no("this dialect's umpire would have called it nonsense")
            }
            Announcement::Nonsense(_) if !rules.has_nonsense => of_another_dialect(rules),
            Announcement::Nonsense(Action::Try(tried)) if view.is_possible(tried) => {
                no("it is no nonsense: one of our men may move so")
            }
            _ => Ok(self),
        }
    }

    /// The stage after what is heard of a try of theirs.
    fn of_their_try(self, view: &View, said: Announcement) -> Result<Stage, String> {
        match said {
            Announcement::Moved(side) => Ok(moved(side, None)),
            _ if view.rules().illegal_told_to == Audience::Mover => {
                of_another_dialect(view.rules())
            }
            _ => Ok(self),
        }
    }

    /// The stage after a yes or no about captures by pawns.
    fn of_pawns(self, view: &View, said: Announcement) -> Result<Stage, String> {
        let rules = view.rules();
        let is_known = match said {
            Announcement::Any(_) => rules.has_question(),
            _ => rules.pawn_tries == PawnTries::Told,
        };
        match self {
            _ if !is_known => of_another_dialect(rules),
            Stage::Turn(_) if view.any_pawn_capture().is_none() => Ok(self),
            Stage::Turn(_) => no("it was said before in this turn"),
            _ => no("it is nobody's turn"),
        }
    }

    /// The stage after what is said of a completed move.
    fn of_a_move(self, view: &View, said: Announcement) -> Result<Stage, String> {
        let Stage::Moved {
            by,
            tried,
            captured: before,
            checks,
        } = self
        else {
            return no("no move was completed of which it could be said");
        };
        match said {
            Announcement::Captured(..) if before || checks > 0 => {
                no("a move has one capture, which is said first")
            }
            Announcement::Captured(square, what) => {
                captured(view, tried, square, what)?;
                Ok(Stage::Moved {
                    by,
                    tried,
                    captured: true,
                    checks,
                })
            }
            _ if checks == MOST_CHECKS => no("there are never more than two checks at a time"),
            _ => Ok(Stage::Moved {
                by,
                tried,
                captured: before,
                checks: checks + 1,
            }),
        }
    }
}

fn moved(by: Side, tried: Option<Try>) -> Stage {
    Stage::Moved {
        by,
        tried,
        captured: false,
        checks: 0,
    }
}

fn no<T>(why: &str) -> Result<T, String> {
    Err(why.to_string())
}

fn of_another_dialect<T>(rules: &Rules) -> Result<T, String> {
    Err(format!(
        "the rules {} have no such announcement",
        rules.name
    ))
}

/// Why a capture cannot be, whatever the board: ours by a try, or theirs.
fn captured(
    view: &View,
    tried: Option<Try>,
    square: u8,
    what: Option<Captured>,
) -> Result<(), String> {
    let name = square_name(square);
    if what.is_some() != view.rules().capture_tells_kind {
        return of_another_dialect(view.rules());
    }
    let Some(tried) = tried else {
        return match (view.men().kind_at(square), what) {
            (None, _) => Err(format!("we have no man on {name}")),
            (Some(Kind::King), _) => no("a king is never captured"),
            (Some(Kind::Pawn), Some(Captured::Piece)) => {
                Err(format!("our man on {name} is a pawn"))
            }
            (Some(kind), Some(Captured::Pawn)) if kind != Kind::Pawn => {
                Err(format!("our man on {name} is no pawn"))
            }
            _ => Ok(()),
        };
    };
    // En passant the man stands beside where our pawn came from.
    let beside = tried.from & !7 | tried.to & 7;
    let passing = view.men().kind_at(tried.to) == Some(Kind::Pawn)
        && tried.from & 7 != tried.to & 7
        && square == beside;
    if square != tried.to && !passing {
        return Err(format!("our move {tried} captures nothing on {name}"));
    }
    let enemy = view.enemy();
    if enemy.men < 2 || what == Some(Captured::Pawn) && enemy.pawns == 0 {
        return no("the other side has no such man left");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
