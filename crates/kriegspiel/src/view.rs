//! What one side may know: its own men and everything the umpire told it, nothing else.
//!
//! A [`View`] is a fold over announcements: [`View::hear`] is the only way it changes, so equal
//! announcements give equal views, in the umpire's process or at the end of a pipe. There is no
//! position in it to reach for:
//!
//! ```compile_fail
//! fn peek(view: &zermelo_kriegspiel::View) -> &zermelo_chess::Chess {
//!     view.position()
//! }
//! ```

use zermelo_chess::{Chess, Kind};
use zermelo_game::{Game, Side};

use crate::action::{Action, Try};
use crate::announcement::{Announcement, Captured, Direction, GameResult};
use crate::men::Men;
use crate::rules::{PawnTries, Rules};

/// Men of the other side that are left, as far as announcements tell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Enemy {
    /// All of them, the king included.
    pub men: u8,
    /// Pawns, if every capture told its kind; promotions are silent.
    pub pawns: u8,
    /// Men captured whose kind was not told.
    pub unknown: u8,
}

/// What one side may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    side: Side,
    rules: &'static Rules,
    men: Men,
    start: Men,
    enemy: Enemy,
    start_enemy: Enemy,
    first: Side,
    heard: Vec<Announcement>,
    turn: Side,
    mover: Option<Side>,
    moves: [u32; 2],
    checks: Vec<Direction>,
    tries: Option<u8>,
    any: Option<bool>,
    must_capture: bool,
    refused: Vec<Try>,
    enemy_refused: u32,
    result: Option<GameResult>,
}

impl View {
    /// A side's view before the umpire has said anything.
    #[must_use]
    pub fn new(side: Side, rules: &'static Rules) -> View {
        let enemy = Enemy {
            men: 16,
            pawns: 8,
            unknown: 0,
        };
        View::begin(Men::initial(side), rules, enemy, Side::First)
    }

    /// The same for a game from another position: one's own men, and how many the other side has.
    #[must_use]
    pub fn from_position(position: &Chess, side: Side, rules: &'static Rules) -> View {
        let theirs = position.side_squares(!side);
        let pawns = position.squares(!side, Kind::Pawn);
        let enemy = Enemy {
            men: theirs.count_ones() as u8,
            pawns: pawns.count_ones() as u8,
            unknown: 0,
        };
        View::begin(Men::of(position, side), rules, enemy, position.side())
    }

    fn begin(men: Men, rules: &'static Rules, enemy: Enemy, turn: Side) -> View {
        View {
            side: men.side(),
            rules,
            men,
            start: men,
            enemy,
            start_enemy: enemy,
            first: turn,
            heard: Vec::new(),
            turn,
            mover: None,
            moves: [0; 2],
            checks: Vec::new(),
            tries: None,
            any: None,
            must_capture: false,
            refused: Vec::new(),
            enemy_refused: 0,
            result: None,
        }
    }

    /// The same side's view before it had heard anything.
    #[must_use]
    pub fn beginning(&self) -> View {
        View::begin(self.start, self.rules, self.start_enemy, self.first)
    }

    /// Who completed the last move.
    #[must_use]
    pub fn last_mover(&self) -> Option<Side> {
        self.mover
    }

    /// Takes an announcement in.
    pub fn hear(&mut self, said: Announcement) {
        self.heard.push(said);
        match said {
            Announcement::ToMove(side, tries) => {
                self.turn = side;
                self.tries = tries;
                self.any = tries.map(|count| count > 0);
                self.must_capture = false;
                self.refused.clear();
                self.enemy_refused = 0;
            }
            Announcement::Accepted(tried) => {
                self.men.play(tried);
                self.moved(self.side);
            }
            Announcement::Moved(side) => self.moved(side),
            Announcement::Captured(square, what) => self.captured(square, what),
            Announcement::Check(direction) => self.checks.push(direction),
            Announcement::Tries(any) => self.any = Some(any),
            Announcement::Any(any) => {
                self.any = Some(any);
                self.must_capture = any;
            }
            Announcement::Illegal(action) | Announcement::Nonsense(action) => {
                self.own_refused(action);
            }
            Announcement::Refused(_) => self.enemy_refused += 1,
            Announcement::Result(result) => self.result = Some(result),
        }
    }

    fn moved(&mut self, side: Side) {
        self.mover = Some(side);
        self.moves[side.index()] += 1;
        self.checks.clear();
    }

    fn captured(&mut self, square: u8, what: Option<Captured>) {
        if self.mover != Some(self.side) {
            self.men.remove(square);
            return;
        }
        self.enemy.men = self.enemy.men.saturating_sub(1);
        match what {
            Some(Captured::Pawn) => self.enemy.pawns = self.enemy.pawns.saturating_sub(1),
            Some(Captured::Piece) => {}
            None => self.enemy.unknown = self.enemy.unknown.saturating_add(1),
        }
    }

    fn own_refused(&mut self, action: Action) {
        let Action::Try(tried) = action else {
            return;
        };
        let capture = self.men.is_pawn_capture(tried);
        let bound = self.must_capture;
        if self.rules.pawn_tries == PawnTries::AskedOnce && capture && self.men.can_try(tried) {
            self.must_capture = false;
        }
        // Who must capture with a pawn is refused all else, whatever the board.
        if (capture || !bound) && !self.refused.contains(&tried) {
            self.refused.push(tried);
        }
    }

    /// The side whose view it is.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The dialect.
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// One's own men.
    #[must_use]
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// One's own men at the start.
    #[must_use]
    pub fn start(&self) -> &Men {
        &self.start
    }

    /// What is known of the other side's numbers.
    #[must_use]
    pub fn enemy(&self) -> Enemy {
        self.enemy
    }

    /// Everything heard, in order.
    #[must_use]
    pub fn heard(&self) -> &[Announcement] {
        &self.heard
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Moves completed by a side.
    #[must_use]
    pub fn moves(&self, side: Side) -> u32 {
        self.moves[side.index()]
    }

    /// The checks on the side to move.
    #[must_use]
    pub fn checks(&self) -> &[Direction] {
        &self.checks
    }

    /// The number of pawn tries of the side to move, where it is told.
    #[must_use]
    pub fn pawn_tries(&self) -> Option<u8> {
        self.tries
    }

    /// Whether the side to move can capture with a pawn, as far as it was told.
    #[must_use]
    pub fn any_pawn_capture(&self) -> Option<bool> {
        self.any
    }

    /// Whether only pawn captures may be tried.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        self.must_capture
    }

    /// One's tries of this turn that were refused.
    #[must_use]
    pub fn refused(&self) -> &[Try] {
        &self.refused
    }

    /// How often the other side tried in vain this turn, where one is told.
    #[must_use]
    pub fn enemy_refused(&self) -> u32 {
        self.enemy_refused
    }

    /// How the game ended.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Whether a question "any?" would be answered.
    #[must_use]
    pub fn may_ask(&self) -> bool {
        self.rules.has_question() && self.any.is_none()
    }

    /// Whether a try is not known to be impossible.
    #[must_use]
    pub fn is_possible(&self, tried: Try) -> bool {
        let capture = self.men.is_pawn_capture(tried);
        self.men.can_try(tried)
            && !(capture && self.any == Some(false))
            && (capture || !self.must_capture)
            && !self.refused.contains(&tried)
    }

    /// Every try that is not known to be impossible.
    pub fn tries(&self, out: &mut Vec<Try>) {
        let first = out.len();
        let captures = self.any != Some(false);
        self.men.tries(!self.must_capture, captures, out);
        if !self.refused.is_empty() {
            let mut kept = first;
            for index in first..out.len() {
                if !self.refused.contains(&out[index]) {
                    out.swap(kept, index);
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
    }
}
