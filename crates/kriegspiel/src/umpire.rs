//! The umpire: the one who sees the board, and says what the dialect lets him say.
//!
//! The order of announcements after an accepted move: `accepted` to the mover and `moved` to the
//! other, the capture, the checks, whose turn it is with the pawn tries; or, if the game is over,
//! its result instead of the last two.
//!
//! *Pawn tries* are legal captures by pawns, en passant included; a promoting capture counts once,
//! whatever the pawn becomes. Mate and stalemate end the game at once.
//!
//! *Invariant.* The true position is private to this module. Players are handed a [`View`], which
//! is a fold over their announcements; the board cannot be reached through an umpire either:
//!
//! ```compile_fail,E0616
//! let umpire = zermelo_kriegspiel::Umpire::new(zermelo_kriegspiel::Rules::wild16());
//! let board = &umpire.truth;
//! ```
//!
//! *Cost.* The legal moves are generated once a turn; a refused try is a search in their list.

use zermelo_chess::{Chess, FIFTY_MOVES, Kind, Move};
use zermelo_game::{
    Cut, Ending, Game, Notation, Outcome, ParseError, Reason, Referee, Refusal, Side,
};

use crate::action::{Action, Try};
use crate::announcement::{Announcement, Captured, Cause, Direction, GameResult};
use crate::men::squares;
use crate::rules::{Audience, PawnTries, Rules};
use crate::transcript::{Entry, Transcript};
use crate::view::View;

/// Refused actions in one turn after which a player is taken to talk nonsense. Nobody has as many
/// different tries.
pub const MAX_REFUSALS: u32 = 1_000;

/// What the umpire makes of an action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The move is made, or the question answered.
    Accepted,
    /// Something forbids it; try again.
    Illegal,
    /// Its player should have known.
    Nonsense,
}

impl Answer {
    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Answer::Accepted => "accepted",
            Answer::Illegal => "illegal",
            Answer::Nonsense => "nonsense",
        }
    }
}

/// The keeper of one game of Kriegspiel.
#[derive(Clone, Debug)]
pub struct Umpire {
    rules: &'static Rules,
    truth: Chess,
    legal: Vec<Move>,
    keys: Vec<u64>,
    views: [View; 2],
    transcript: Transcript,
    result: Option<GameResult>,
    refusals: u32,
    max_plies: usize,
}

impl Umpire {
    /// The umpire of a game from the usual position; the turn has been announced.
    #[must_use]
    pub fn new(rules: &'static Rules) -> Umpire {
        let views = Side::BOTH.map(|side| View::new(side, rules));
        Umpire::begin(rules, Chess::new(), views, None)
    }

    /// The position of a FEN that a game may begin with.
    ///
    /// # Errors
    ///
    /// If it is none, or castles as only Chess960 does: what a side sees of its men has no room for
    /// that.
    pub fn position(fen: &str) -> Result<Chess, ParseError> {
        let position = Chess::parse(fen)?;
        for (side, corners, king) in [
            (Side::First, 0x81, 0x10),
            (Side::Second, 0x81 << 56, 0x10 << 56),
        ] {
            let rooks = position.castling_rooks(side);
            let at_home = position.squares(side, Kind::King) == king;
            if rooks & !corners != 0 || rooks != 0 && !at_home {
                let expected = "castling by kings on the e file with rooks in the corners";
                return Err(ParseError::new(fen, 1, expected));
            }
        }
        Ok(position)
    }

    /// The umpire of a game from any position.
    #[must_use]
    pub fn from_position(rules: &'static Rules, position: Chess) -> Umpire {
        let views = Side::BOTH.map(|side| View::from_position(&position, side, rules));
        let fen = position.notation();
        Umpire::begin(rules, position, views, Some(fen))
    }

    fn begin(rules: &'static Rules, truth: Chess, views: [View; 2], fen: Option<String>) -> Umpire {
        let mut umpire = Umpire {
            rules,
            legal: Vec::with_capacity(64),
            keys: vec![truth.key()],
            views,
            transcript: Transcript::new(rules, fen),
            result: None,
            refusals: 0,
            max_plies: usize::MAX,
            truth,
        };
        umpire.announce_turn();
        umpire
    }

    /// Draws games of this many moves by both sides together, which no dialect does.
    #[must_use]
    pub fn with_limit(mut self, max_plies: usize) -> Umpire {
        self.max_plies = max_plies;
        self
    }

    /// The dialect.
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Everything that was tried, for whoever keeps the records: it tells the whole game.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// How the game ended.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// What a side may know, by reference.
    #[must_use]
    pub fn view_of(&self, side: Side) -> &View {
        &self.views[side.index()]
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.truth.side()
    }

    /// Answers the side to move. After the end of the game everything is refused and nothing
    /// announced.
    pub fn answer(&mut self, action: Action) -> Answer {
        if self.result.is_some() {
            return self.refusal_word();
        }
        let side = self.truth.side();
        let answer = match action {
            Action::Try(tried) => self.try_move(side, tried),
            Action::AskAny => self.asked(side),
            Action::Unreadable => self.refusal_word(),
        };
        if answer == Answer::Accepted {
            return answer;
        }
        self.refusals += 1;
        self.record(side, action, answer);
        let said = match answer {
            Answer::Nonsense => Announcement::Nonsense(action),
            _ => Announcement::Illegal(action),
        };
        self.views[side.index()].hear(said);
        if answer == Answer::Illegal && self.rules.illegal_told_to == Audience::Both {
            self.views[(!side).index()].hear(Announcement::Refused(side));
        }
        answer
    }

    /// The answer to what no man can do.
    #[must_use]
    pub fn refusal_word(&self) -> Answer {
        if self.rules.has_nonsense {
            Answer::Nonsense
        } else {
            Answer::Illegal
        }
    }

    fn try_move(&mut self, side: Side, tried: Try) -> Answer {
        let view = &self.views[side.index()];
        let bound = view.must_capture() && !view.men().is_pawn_capture(tried);
        let found = self.legal.iter().copied().find(|&m| is_move(m, tried));
        match found {
            Some(m) if !bound => {
                self.record(side, Action::Try(tried), Answer::Accepted);
                self.make(side, tried, m);
                Answer::Accepted
            }
            _ if self.rules.has_nonsense && !view.is_possible(tried) => Answer::Nonsense,
            _ => Answer::Illegal,
        }
    }

    fn asked(&mut self, side: Side) -> Answer {
        if !self.views[side.index()].may_ask() {
            return self.refusal_word();
        }
        self.record(side, Action::AskAny, Answer::Accepted);
        let any = Announcement::Any(self.count_pawn_tries() > 0);
        self.views.iter_mut().for_each(|view| view.hear(any));
        Answer::Accepted
    }

    /// Makes a legal move and announces what followed from it.
    fn make(&mut self, side: Side, tried: Try, m: Move) {
        self.views[side.index()].hear(Announcement::Accepted(tried));
        self.views[(!side).index()].hear(Announcement::Moved(side));
        if let (Some(kind), Some(square)) = (m.captured(), m.captured_square()) {
            let what = match kind {
                Kind::Pawn => Captured::Pawn,
                _ => Captured::Piece,
            };
            let told = self.rules.capture_tells_kind.then_some(what);
            self.announce(Announcement::Captured(square, told));
        }
        self.truth.play(m);
        if self.truth.halfmove_clock() == 0 {
            // What can still come back came after the last move that cannot be taken back.
            self.keys.clear();
        }
        self.keys.push(self.truth.key());
        self.refusals = 0;
        self.announce_turn();
    }

    fn announce(&mut self, said: Announcement) {
        self.views.iter_mut().for_each(|view| view.hear(said));
    }

    /// Whose turn it is, in check or not, with which pawn tries; or how the game ended.
    fn announce_turn(&mut self) {
        self.legal.clear();
        self.truth.legal_moves(&mut self.legal);
        if let Some(result) = self.judge() {
            return self.finish(result);
        }
        let side = self.truth.side();
        let king = self.truth.king_square(side);
        let mut directions: Vec<Direction> = squares(self.truth.checkers())
            .map(|checker| Direction::between(king, checker))
            .collect();
        // In a fixed order: the squares of the checkers must not show through.
        directions.sort_unstable();
        for direction in directions {
            self.announce(Announcement::Check(direction));
        }
        let count = match self.rules.pawn_tries {
            PawnTries::Counted => Some(self.count_pawn_tries()),
            _ => None,
        };
        self.announce(Announcement::ToMove(side, count));
        if self.rules.pawn_tries == PawnTries::Told {
            self.announce(Announcement::Tries(self.count_pawn_tries() > 0));
        }
    }

    fn count_pawn_tries(&self) -> u8 {
        let counted = |m: &&Move| {
            m.kind() == Kind::Pawn
                && m.is_capture()
                && m.promotion().is_none_or(|kind| kind == Kind::Queen)
        };
        self.legal.iter().filter(counted).count() as u8
    }

    /// The end that the position and its history mean in this dialect.
    fn judge(&self) -> Option<GameResult> {
        let draw = |cause| {
            Some(GameResult {
                outcome: Outcome::Draw,
                cause,
            })
        };
        if self.legal.is_empty() {
            if !self.truth.is_check() {
                return draw(Cause::Stalemate);
            }
            return Some(GameResult {
                outcome: Outcome::Win(!self.truth.side()),
                cause: Cause::Checkmate,
            });
        }
        let here = self.truth.key();
        if self.rules.insufficient_material && self.truth.is_insufficient_material() {
            draw(Cause::InsufficientMaterial)
        } else if self.rules.repetition && self.keys.iter().filter(|&&key| key == here).count() > 2
        {
            draw(Cause::Repetition)
        } else if self.rules.fifty_moves && self.truth.halfmove_clock() >= FIFTY_MOVES {
            draw(Cause::FiftyMoves)
        } else if self.transcript.plies() >= self.max_plies {
            draw(Cause::MoveLimit)
        } else {
            None
        }
    }

    fn finish(&mut self, result: GameResult) {
        self.result = Some(result);
        self.transcript.finish(result);
        self.announce(Announcement::Result(result));
    }

    fn record(&mut self, side: Side, action: Action, answer: Answer) {
        self.transcript.push(Entry {
            side,
            action,
            answer,
        });
    }

    /// Ends a game from outside, as a text says it ended.
    ///
    /// # Errors
    ///
    /// If such an end could only have come from the position.
    pub fn declare(&mut self, result: GameResult) -> Result<(), String> {
        let is_drawn = result.outcome == Outcome::Draw;
        if !result.cause.is_from_outside() || is_drawn != result.cause.is_draw() {
            return Err(format!("more moves: this is no {}", result.cause.word()));
        }
        if self.result.is_none() {
            self.finish(result);
        }
        Ok(())
    }

    /// Ends a game from outside: a side gave up, ran out of time, or failed.
    pub fn lose(&mut self, side: Side, cause: Cause) {
        if self.result.is_none() {
            self.finish(GameResult {
                outcome: Outcome::Win(!side),
                cause,
            });
        }
    }
}

/// Whether a legal move is the one tried.
fn is_move(m: Move, tried: Try) -> bool {
    m.from() == tried.from && m.to() == tried.to && m.promotion() == tried.promotion
}

impl Referee for Umpire {
    type View = View;
    type Action = Action;

    fn turn(&self) -> Side {
        self.to_move()
    }

    fn view(&self, side: Side) -> View {
        self.view_of(side).clone()
    }

    fn submit(&mut self, action: Action) -> Result<(), Refusal> {
        if self.result.is_some() {
            return Err(Refusal::Illegal("the game is over".to_string()));
        }
        match self.answer(action) {
            Answer::Accepted if action == Action::AskAny => {
                Err(Refusal::TryAgain("the question was answered".to_string()))
            }
            Answer::Accepted => Ok(()),
            refused if self.refusals >= MAX_REFUSALS => Err(Refusal::Illegal(format!(
                "{MAX_REFUSALS} refused tries in one turn, the last {} {action}",
                refused.word()
            ))),
            refused => Err(Refusal::TryAgain(format!("{} {action}", refused.word()))),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let result = self.result?;
        let reason = match result.cause {
            Cause::Repetition => Reason::Repetition,
            Cause::FiftyMoves => Reason::NoProgress,
            Cause::InsufficientMaterial => Reason::Material,
            Cause::MoveLimit => Reason::MoveLimit,
            _ => Reason::Rules,
        };
        Some(Ending {
            outcome: result.outcome,
            reason,
        })
    }

    fn conclude(&mut self, loser: Side, cut: Cut) {
        let cause = match cut {
            Cut::Resignation => Cause::Resignation,
            Cut::Time => Cause::Time,
            Cut::Forfeit => Cause::Forfeit,
        };
        self.lose(loser, cause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_and_is_no_move() {
        for name in ["english", "berkeley-any"] {
            let mut umpire = Umpire::new(Rules::named(name).unwrap());
            let asked = umpire.submit(Action::AskAny);
            assert!(matches!(asked, Err(Refusal::TryAgain(_))), "{asked:?}");
            let view = umpire.view_of(Side::First);
            assert_eq!(view.any_pawn_capture(), Some(false));
            assert_eq!(umpire.transcript().plies(), 0);
            assert_eq!(umpire.submit(Action::parse("e2e4").unwrap()), Ok(()));
        }
    }
}
