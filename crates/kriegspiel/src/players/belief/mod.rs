//! The player that keeps boards: everything heard, held against whole boards.
//!
//! *How it plays.* A set of boards that agree with all announcements ([`Boards`]); a sample of
//! them, on each of which every try is valued (`value.rs`); the try most worth trying
//! (`tries.rs`). After a refusal the boards that explain it are left, and the table of values is
//! used again while it has enough of them. Bare kings are hunted as by all players.
//!
//! *Cost.* At most two fifths of the time for the boards, the rest for values; by nodes, one for
//! each value of a try on a board.

mod exchange;
mod params;
mod prior;
mod subgame;
mod tries;
mod value;

use std::time::Instant;

use zermelo_game::random::Rng;
use zermelo_game::{Choice, Clock, Failure, Player, Side, Thought};

use self::subgame::Subgame;
use self::tries::Table;
use self::value::Valuer;
use super::ending::Hunt;
use super::openings::Opening;
use super::{Budget, Equipment, Ranking, last_resort, time_for_a_move, turn_start};
use crate::action::{Action, Try};
use crate::boards::{Boards, Possible, is_legal, is_move};
use crate::umpire::Umpire;
use crate::view::View;

pub use self::params::{BeliefParams, LEVELS, MOST_BOARDS};
pub use self::value::ValueParams;

/// The part of the time for a move that the boards may take.
const BOARDS_SHARE: f64 = 0.4;

/// The part of the rest for values where a king in company is hunted.
const VALUES_SHARE: f64 = 0.6;

/// With fewer boards than this in its table a refused player thinks again.
const ENOUGH: usize = 24;

/// Boards on which all tries are valued; the others are for the best tries.
const FIRST: usize = 48;

/// Tries that are valued on the other boards.
const KEPT: usize = 12;

/// The same where a king in company is hunted.
const COMPANY: usize = 24;

/// How much worse than the best a try may be, in pawns, that hunts a king in company.
const CAUTION: f32 = 0.5;

/// Boards that are valued whatever the limits.
const LEAST: usize = 6;

/// Tries whose values lie no further apart than this, in pawns, may be mixed.
const NEAR: f32 = 0.1;

/// Tries that are mixed, at most.
const CANDIDATES: usize = 5;

/// Boards of the small game.
const SCENES: usize = 60;

/// A try that is played this much less often than the most frequent one is not played.
const SELDOM: f32 = 0.15;

/// The player.
pub struct BeliefPlayer {
    params: BeliefParams,
    equipment: Equipment,
    opening: Opening,
    ranking: Ranking,
    boards: Option<Boards>,
    table: Table,
    /// The boards of which the table's are the first.
    sample: Vec<Possible>,
    /// Announcements heard when the turn of the table began, and refusals it has taken in.
    turn: (usize, usize),
    /// Announcements heard when a turn began, and the tries that hunt a king in company then.
    chase: (usize, Vec<Try>),
    seed: u64,
    rng: Rng,
}

impl BeliefPlayer {
    /// A player.
    #[must_use]
    pub fn new(params: BeliefParams, equipment: Equipment) -> BeliefPlayer {
        BeliefPlayer {
            params,
            equipment,
            opening: Opening::default(),
            ranking: Ranking::default(),
            boards: None,
            table: Table::default(),
            sample: Vec::new(),
            turn: (0, 0),
            chase: (0, Vec::new()),
            seed: 0,
            rng: Rng::new(0),
        }
    }

    /// The boards it keeps, once it has begun a game.
    #[must_use]
    pub fn boards(&self) -> Option<&Boards> {
        self.boards.as_ref()
    }

    /// Takes in what is new, for a part of the time.
    fn follow(&mut self, view: &View, clock: &Clock) {
        let (params, seed) = (self.params.boards, self.seed);
        let profile = self.equipment.profile.clone();
        let boards = self
            .boards
            .get_or_insert_with(|| Boards::guided(view, params, seed, profile));
        let time = time_for_a_move(clock);
        let deadline = time.map(|time| Instant::now() + time.mul_f64(BOARDS_SHARE));
        boards.follow(view, deadline);
    }

    /// Values every try on a sample of boards, then the best of them on more, as far as the budget
    /// goes; the number of values.
    fn think(&mut self, view: &View, budget: &Budget) -> u64 {
        let company = self.in_company(view);
        let Some(boards) = &mut self.boards else {
            return 0;
        };
        // The hunt of a king in company needs time too, and the values of more tries.
        let (kept, budget) = match company {
            true => (COMPANY, budget.part(VALUES_SHARE)),
            false => (KEPT, budget.clone()),
        };
        let mut table = prior::open_table(view, &self.params, &self.equipment, &mut self.rng);
        let mut sample = boards.sample(self.params.sample);
        self.rng.shuffle(&mut sample);
        let fifty = view.rules().fifty_moves;
        let mut valuer = Valuer::new(self.params.value, view.side(), fifty);
        let mut nodes = 0;
        let mut legal = Vec::with_capacity(64);
        let mut row = Vec::with_capacity(table.tries.len());
        for (number, possible) in sample.iter().enumerate() {
            if number >= LEAST && budget.is_spent(nodes) {
                break;
            }
            if number == FIRST {
                table.narrow(kept);
            }
            legal.clear();
            zermelo_game::Game::legal_moves(&possible.board, &mut legal);
            row.clear();
            for &tried in &table.tries {
                let m = legal.iter().copied().find(|&m| is_move(m, tried));
                nodes += u64::from(m.is_some());
                row.push(m.map(|m| valuer.value(possible, m)));
            }
            table.push(possible.weight, &row);
        }
        self.table = table;
        self.sample = sample;
        self.turn = (turn_start(view), view.refused().len());
        nodes
    }

    /// Uses the table of this turn again, if enough of it is left after the refusals.
    fn think_on(&mut self, view: &View) -> bool {
        if self.turn.0 != turn_start(view) {
            return false;
        }
        let new = view
            .refused()
            .get(self.turn.1..)
            .unwrap_or_default()
            .to_vec();
        for &tried in &new {
            self.table.refuse(tried);
            self.sample.retain(|b| !is_legal(&b.board, tried));
        }
        self.turn.1 = view.refused().len();
        let enough = ENOUGH.min(self.params.sample / 2);
        self.table.boards() >= enough && !self.table.tries.is_empty()
    }

    /// Whether the other side's king is hunted though it has company.
    fn in_company(&self, view: &View) -> bool {
        (2..=self.params.hunted).contains(&view.enemy().men)
    }

    /// Against a king in company: of the tries that are nearly the best on the boards, the one that
    /// hunts the king best.
    fn pick_hunting(&mut self, view: &View, budget: &Budget) -> Option<(Try, f32)> {
        if !self.in_company(view) {
            return None;
        }
        if self.chase.0 != turn_start(view) {
            let order = Hunt::of(view)?.ranked(view, budget);
            self.chase = (turn_start(view), order);
        }
        let mut ranked = self.table.ranked();
        ranked.retain(|(tried, _)| view.is_possible(*tried));
        let best = ranked.first()?.1;
        ranked.retain(|(_, worth)| *worth > best - CAUTION);
        let of = |tried: &Try| ranked.iter().find(|(other, _)| other == tried);
        self.chase.1.iter().find_map(of).copied()
    }

    /// The try to make: the one most worth trying, or one of several that are worth nearly the
    /// same and are legal wherever we look.
    fn pick(&mut self, view: &View) -> Option<(Try, f32)> {
        let ranked = self.table.ranked();
        let mut open = ranked.iter().filter(|(tried, _)| view.is_possible(*tried));
        let &first = open.next()?;
        if !self.params.mixed || !self.table.is_legal_everywhere(first.0) {
            return Some(first);
        }
        let near = |other: &&(Try, f32)| {
            other.1 > first.1 - NEAR && self.table.is_legal_everywhere(other.0)
        };
        let mut near: Vec<(Try, f32)> = open.filter(near).take(CANDIDATES - 1).copied().collect();
        near.insert(0, first);
        if near.len() == 1 {
            return Some(first);
        }
        let mixture = self.mixture(view, &near);
        let most = mixture.iter().copied().fold(0.0, f32::max);
        let seldom = |share: f32| share < SELDOM * most;
        let total: f32 = mixture.iter().filter(|&&share| !seldom(share)).sum();
        let mut left = self.rng.unit() as f32 * total;
        for (&choice, &share) in near.iter().zip(&mixture) {
            left -= if seldom(share) { 0.0 } else { share };
            if left < 0.0 {
                return Some(choice);
            }
        }
        Some(first)
    }

    /// How often each of some tries is played in the small game over the boards left.
    fn mixture(&self, view: &View, near: &[(Try, f32)]) -> Vec<f32> {
        let bias = near.iter().map(|&(tried, _)| self.table.bias_of(tried));
        let mut game = Subgame::new(bias.collect(), self.params.value.sighted);
        let fifty = view.rules().fifty_moves;
        let mut valuer = Valuer::new(self.params.value, view.side(), fifty);
        let mut legal = Vec::with_capacity(64);
        for possible in self.sample.iter().take(SCENES) {
            legal.clear();
            zermelo_game::Game::legal_moves(&possible.board, &mut legal);
            let find = |tried: Try| legal.iter().copied().find(|&m| is_move(m, tried));
            let moves: Option<Vec<_>> = near.iter().map(|&(tried, _)| find(tried)).collect();
            if let Some(moves) = moves {
                game.push(possible, &moves, &mut valuer);
            }
        }
        game.solve()
    }

    /// What is done without valuing tries: the opening, a question, an ending.
    fn at_once(&mut self, view: &View, budget: &Budget) -> Option<Action> {
        if let Some(tried) = self.opening.next(view) {
            return Some(Action::Try(tried));
        }
        if let Some(tried) = self.ranking.next(view) {
            return Some(Action::Try(tried));
        }
        if view.may_ask() && view.refused().is_empty() {
            return Some(Action::AskAny);
        }
        if view.enemy().men > 1 {
            return None;
        }
        let hunt = Hunt::of(view)?;
        self.ranking.set(view, hunt.ranked(view, budget));
        self.ranking.next(view).map(Action::Try)
    }
}

impl Player<Umpire> for BeliefPlayer {
    fn name(&self) -> String {
        "belief".to_string()
    }

    fn new_game(&mut self, side: Side, seed: u64) -> Result<(), Failure> {
        self.seed = seed;
        self.rng = Rng::new(seed);
        self.opening = Opening::choose(side, &mut self.rng);
        self.ranking = Ranking::default();
        self.boards = None;
        self.turn = (0, 0);
        self.chase = (0, Vec::new());
        Ok(())
    }

    fn choose(&mut self, view: &View, clock: &Clock) -> Result<Choice<Action>, Failure> {
        let budget = Budget::new(clock, &self.equipment);
        self.follow(view, clock);
        if let Some(action) = self.at_once(view, &budget) {
            return Ok(action.into());
        }
        let mut nodes = 0;
        if !self.think_on(view) {
            nodes = self.think(view, &budget);
        }
        if budget.is_stopped() {
            return Err(Failure::Stopped);
        }
        let hunting = self.pick_hunting(view, &budget);
        let picked = hunting.or_else(|| self.pick(view));
        let score = picked.map(|(_, value)| (value * 100.0) as i32);
        let action = picked.map(|(tried, _)| Action::Try(tried));
        let action = action.or_else(|| last_resort(view));
        Ok(Choice {
            action,
            thought: Thought {
                score,
                nodes: Some(nodes),
                ..Thought::default()
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::Notation;

    use super::*;
    use crate::rules::Rules;

    fn tries(words: [&str; 3]) -> Vec<Try> {
        words.map(|word| Try::parse(word).unwrap()).to_vec()
    }

    #[test]
    fn a_king_in_company_is_hunted_among_tries_that_lose_nothing() {
        let position = Chess::parse("5q2/3p4/3k4/8/8/2N5/1Q6/1K6 w - - 0 1").unwrap();
        let view = View::from_position(&position, Side::First, Rules::wild16());
        let mut player = BeliefPlayer::new(BeliefParams::default(), Equipment::default());
        let [takes, checks, waits] = ["b2b4", "b2a3", "c3e4"];
        player.table = Table::new(tries([takes, checks, waits]), vec![0.0; 3]);
        player.table.push(1.0, &[Some(-3.0), Some(1.7), Some(2.0)]);
        player.chase = (turn_start(&view), tries([takes, checks, waits]));
        let budget = Budget::new(&Clock::default(), &Equipment::default());
        let picked = player.pick_hunting(&view, &budget).unwrap();
        assert_eq!(picked.0.to_string(), checks);
        // What is best by far is played whatever the hunt says.
        player.table = Table::new(tries([takes, checks, waits]), vec![0.0; 3]);
        player.table.push(1.0, &[Some(-3.0), Some(1.7), Some(9.0)]);
        let picked = player.pick_hunting(&view, &budget).unwrap();
        assert_eq!(picked.0.to_string(), waits);
    }
}
