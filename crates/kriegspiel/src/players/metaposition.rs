//! Darkboard 1.0: all placements of the other side's men that agree with the announcements, merged
//! into one pseudo-position, and searched with an evaluation.
//!
//! *Source.* Metapositions, by the authors of Ciancarini & Favini 2009: a square may hold several
//! pseudo-men at once; our moves are taken to succeed, the other side's answer is a metamove that
//! lets every pseudo-man move at once; an age says how long ago a square was known to be empty.
//! *Ours.* Sets of squares per kind; one move of ours, the metamove, and one more move, by an
//! evaluation of material, protection, age, advance, and the room of the other king. *Cost.* Tries
//! squared times the evaluation.

use zermelo_chess::{Kind, attacks};
use zermelo_game::random::Rng;
use zermelo_game::{Choice, Clock, Failure, Player, Side};

use super::ending::Hunt;
use super::openings::Opening;
use super::reactions::{answers, situations, worth};
use super::{Budget, Equipment, Ranking, last_resort};
use crate::action::{Action, Try};
use crate::announcement::Announcement;
use crate::men::{Men, bit, squares};
use crate::tracker::{Tracker, pawn_targets};
use crate::umpire::Umpire;
use crate::view::View;

/// A pseudo-position: our men, and where every kind of theirs may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metaposition {
    men: Men,
    theirs: [u64; 6],
    /// Moves since each square was known to be empty.
    age: [u8; 64],
}

/// Squares older than this are as good as unknown.
const OLDEST: u8 = 12;

impl Metaposition {
    /// What a side knows after everything it has heard.
    #[must_use]
    pub fn of(view: &View) -> Metaposition {
        let mut known = view.beginning();
        let mut meta = Metaposition::start(&known);
        for &said in view.heard() {
            meta.hear(said, &mut known);
        }
        meta
    }

    fn start(view: &View) -> Metaposition {
        let side = view.side();
        let usual = *view.start() == Men::initial(side);
        let theirs = Men::initial(!side);
        let free = !view.start().occupied();
        Metaposition {
            men: *view.start(),
            theirs: Kind::ALL.map(|kind| if usual { theirs.squares(kind) } else { free }),
            age: [OLDEST; 64],
        }
    }

    fn hear(&mut self, said: Announcement, known: &mut View) {
        let own = known.side();
        match said {
            Announcement::Accepted(tried) => {
                let path = attacks::between(tried.from, tried.to) | bit(tried.to);
                self.empty(path | bit(tried.from));
            }
            Announcement::Moved(_) => self.metamove(),
            Announcement::Captured(square, _) if known.last_mover() != Some(own) => {
                self.theirs.iter_mut().for_each(|set| *set |= bit(square));
            }
            _ => {}
        }
        known.hear(said);
        self.men = *known.men();
        if let Announcement::ToMove(turn, Some(0)) = said
            && turn == own
        {
            self.empty(pawn_targets(&self.men));
        }
        if let Announcement::ToMove(turn, _) = said
            && turn != own
            && known.checks().is_empty()
        {
            // No check: their king is on no square that our men surely attack.
            let sure: u64 = [Kind::Pawn, Kind::Knight, Kind::King]
                .into_iter()
                .flat_map(|kind| squares(self.men.squares(kind)).map(move |s| (kind, s)))
                .map(|(kind, s)| self.men.attacks(kind, s, 0))
                .fold(0, |all, set| all | set);
            self.theirs[Kind::King.index()] &= !sure;
        }
    }

    /// These squares are known to be empty of their men.
    fn empty(&mut self, set: u64) {
        self.theirs.iter_mut().for_each(|kind| *kind &= !set);
        squares(set).for_each(|square| self.age[usize::from(square)] = 0);
    }

    /// Every pseudo-man may have moved.
    fn metamove(&mut self) {
        let own = self.men.occupied();
        let them = !self.men.side();
        for kind in Kind::ALL {
            let set = self.theirs[kind.index()];
            let mut reached = set;
            for square in squares(set) {
                reached |= match kind {
                    Kind::Pawn => pushes(them, square),
                    Kind::Knight => attacks::knight(square),
                    Kind::Bishop => attacks::bishop(square, own),
                    Kind::Rook => attacks::rook(square, own),
                    Kind::Queen => attacks::queen(square, own),
                    Kind::King => attacks::king(square),
                };
            }
            self.theirs[kind.index()] = reached & !own;
        }
        self.age
            .iter_mut()
            .for_each(|age| *age = (*age + 1).min(OLDEST));
    }

    /// Our move, taken to succeed.
    fn after(&self, tried: Try) -> Metaposition {
        let mut after = self.clone();
        let path = attacks::between(tried.from, tried.to) | bit(tried.to) | bit(tried.from);
        after.men.play(tried);
        after.empty(path);
        after
    }

    /// The squares that pseudo-men may attack: by pawns, and by anybody.
    fn danger(&self) -> (u64, u64) {
        let them = !self.men.side();
        let own = self.men.occupied();
        let pawns = squares(self.theirs[0]).fold(0, |all, s| all | attacks::pawn(them, s));
        let mut all = pawns;
        for kind in [
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Queen,
            Kind::King,
        ] {
            // A thin chance is none: only squares where a man has not been seen for long count.
            for square in squares(self.theirs[kind.index()]) {
                all |= match kind {
                    Kind::Knight => attacks::knight(square),
                    Kind::Bishop => attacks::bishop(square, own),
                    Kind::Rook => attacks::rook(square, own),
                    Kind::Queen => attacks::queen(square, own),
                    _ => attacks::king(square),
                };
            }
        }
        (pawns, all)
    }

    /// The evaluation, in pawns.
    fn evaluate(&self) -> f32 {
        let (by_pawns, by_any) = self.danger();
        let protected = self.men.covered();
        let mut value = 0.0;
        for kind in Kind::ALL {
            for square in squares(self.men.squares(kind)) {
                let here = bit(square);
                let worth = worth(kind).min(12.0);
                value += worth;
                if by_pawns & here != 0 && kind != Kind::Pawn {
                    value -= 0.15 * worth;
                }
                if by_any & here != 0 && protected & here == 0 {
                    value -= 0.08 * worth;
                }
                value += advance(kind, self.men.side(), square);
            }
        }
        let ages: f32 = self.age.iter().map(|&age| f32::from(age)).sum();
        let room = self.theirs[Kind::King.index()].count_ones() as f32;
        value - 0.004 * ages - 0.02 * room + 0.01 * protected.count_ones() as f32
    }
}

/// A pawn's own moves forward and, since a capture would have been announced, nothing else.
fn pushes(side: Side, square: u8) -> u64 {
    let here = bit(square);
    let step = |set: u64| match side {
        Side::First => set << 8,
        Side::Second => set >> 8,
    };
    let two = if square >> 3 == [1, 6][side.index()] {
        step(step(here))
    } else {
        0
    };
    step(here) | two
}

/// What it is worth to have come forward.
fn advance(kind: Kind, side: Side, square: u8) -> f32 {
    let rank = match side {
        Side::First => square >> 3,
        Side::Second => 7 - (square >> 3),
    };
    let rank = f32::from(rank);
    match kind {
        Kind::Pawn => 0.03 * rank,
        Kind::King => -0.15 * rank,
        _ => 0.02 * rank.min(4.0),
    }
}

/// The player.
#[derive(Debug)]
pub struct MetapositionPlayer {
    equipment: Equipment,
    opening: Opening,
    ranking: Ranking,
    rng: Rng,
}

impl MetapositionPlayer {
    /// A player.
    #[must_use]
    pub fn new(equipment: Equipment) -> MetapositionPlayer {
        MetapositionPlayer {
            equipment,
            opening: Opening::default(),
            ranking: Ranking::default(),
            rng: Rng::new(0),
        }
    }

    /// All tries, best first: one move deep, then two while there is time.
    fn rank(&mut self, view: &View, budget: &Budget) -> Vec<Try> {
        let meta = Metaposition::of(view);
        let mut tries = Vec::new();
        view.tries(&mut tries);
        self.rng.shuffle(&mut tries);
        let mut valued: Vec<(f32, Try, Metaposition)> = tries
            .into_iter()
            .map(|tried| {
                let mut after = meta.after(tried);
                let taken = if meta.may_take(tried) { 0.3 } else { 0.0 };
                after.metamove();
                (after.evaluate() + taken, tried, after)
            })
            .collect();
        valued.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut steps = 0;
        for (value, _, after) in &mut valued {
            let mut follow = Vec::new();
            after.men.tries(true, false, &mut follow);
            let mut best = f32::MIN;
            for tried in follow {
                steps += 1;
                if budget.is_spent(steps) {
                    break;
                }
                let mut later = after.after(tried);
                later.metamove();
                best = best.max(later.evaluate());
            }
            if budget.is_spent(steps) {
                break;
            }
            *value = 0.5 * *value + 0.5 * best;
        }
        valued.sort_by(|a, b| b.0.total_cmp(&a.0));
        valued.into_iter().map(|(_, tried, _)| tried).collect()
    }
}

impl Metaposition {
    /// Whether a try may take something.
    fn may_take(&self, tried: Try) -> bool {
        let all = self.theirs.iter().fold(0, |all, set| all | set);
        let pawn = self.men.squares(Kind::Pawn) & bit(tried.from) != 0;
        all & bit(tried.to) != 0 && (!pawn || self.men.is_pawn_capture(tried))
    }
}

impl Player<Umpire> for MetapositionPlayer {
    fn name(&self) -> String {
        "metaposition".to_string()
    }

    fn new_game(&mut self, side: Side, seed: u64) -> Result<(), Failure> {
        self.rng = Rng::new(seed);
        self.opening = Opening::choose(side, &mut self.rng);
        self.ranking = Ranking::default();
        Ok(())
    }

    fn choose(&mut self, view: &View, clock: &Clock) -> Result<Choice<Action>, Failure> {
        if let Some(tried) = self.opening.next(view) {
            return Ok(Action::Try(tried).into());
        }
        if let Some(tried) = self.ranking.next(view) {
            return Ok(Action::Try(tried).into());
        }
        if view.may_ask() && view.refused().is_empty() {
            return Ok(Action::AskAny.into());
        }
        let budget = Budget::new(clock, &self.equipment);
        let mut tracker = Tracker::new(view);
        let belief = tracker.follow(view).clone();
        let mut tries: Vec<Try> = situations(view)
            .into_iter()
            .flat_map(|situation| answers(view, situation, &belief))
            .collect();
        if tries.is_empty() {
            tries = match Hunt::of(view) {
                Some(hunt) => hunt.ranked(view, &budget),
                None => self.rank(view, &budget),
            };
        }
        if budget.is_stopped() {
            return Err(Failure::Stopped);
        }
        self.ranking.set(view, tries);
        let tried = self.ranking.next(view).map(Action::Try);
        let action = tried.or_else(|| last_resort(view));
        Ok(action.map_or_else(Choice::resign, Choice::from))
    }
}
