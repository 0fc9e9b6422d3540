//! The full search as a player.

use std::any::{Any, TypeId};
use std::time::{Duration, Instant};

use zermelo_game::random::Rng;
use zermelo_game::{
    BoardReferee, Choice, Clock, Failure, Game, History, Notation, Player, Side, Thought,
};
use zermelo_games::Playable;
use zermelo_games::{ConnectFour, Draughts, Othello};
use zermelo_search::Limits;
use zermelo_search::full::{
    Domain, Iteration, Line, Memory, MoveOf, Params, Task, plies_to_end, search, search_parallel,
};

use crate::solving::{Solvable, SolvingPlayer};
use crate::textbook::StopTest;
use crate::{AnyGame, Budget, ConnectFourDomain, DraughtsDomain, Level, OthelloDomain, tuned};

/// A player that searches with a domain, at a level, within its clock.
pub struct FullPlayer<D> {
    domain: D,
    level: Level,
    params: Params,
    threads: usize,
    memory: Memory,
    rng: Rng,
    stop: StopTest,
}

impl<D: Domain> FullPlayer<D> {
    /// A player with the parameters given, which ends its thought when `stop` says so.
    pub fn new(
        domain: D,
        level: Level,
        params: Params,
        threads: usize,
        stop: StopTest,
    ) -> FullPlayer<D> {
        FullPlayer {
            domain,
            level,
            params,
            threads: threads.max(1),
            memory: Memory::new::<D>(&params, threads),
            rng: Rng::new(0),
            stop,
        }
    }

    /// The place of the line to play: the best, or at lower levels perhaps another.
    fn choose_line(&mut self, lines: &[Line<MoveOf<D>>]) -> usize {
        let noise = self.level.noise;
        if noise == 0 {
            return 0;
        }
        let felt = |line: &Line<MoveOf<D>>, rng: &mut Rng| {
            let error = rng.below(2 * noise as usize + 1) as i64 - i64::from(noise);
            i64::from(line.score) + error
        };
        let mut best = (i64::MIN, 0);
        for (place, line) in lines.iter().enumerate() {
            let value = felt(line, &mut self.rng);
            best = best.max((value, lines.len() - place));
        }
        lines.len() - best.1
    }
}

/// Plays the moves of a line to write them down.
fn texts<G: Notation>(game: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = game.clone();
    let mut texts = Vec::new();
    for &m in line {
        texts.push(position.move_text(m));
        position.play(m);
    }
    texts
}

/// The keys of all positions before the one on the board.
fn keys<G: Game>(history: &History<G>) -> Vec<u64> {
    let mut position = history.start().clone();
    let mut keys = Vec::new();
    for &m in history.moves() {
        keys.push(position.key());
        position.play(m);
    }
    keys
}

impl<D> Player<BoardReferee<D::Game>> for FullPlayer<D>
where
    D: Domain<Game: Notation + Sync> + Clone + Send,
    MoveOf<D>: Send + Sync,
{
    fn name(&self) -> String {
        format!("full level {}", self.level.number)
    }

    fn new_game(&mut self, _side: Side, seed: u64) -> Result<(), Failure> {
        self.memory.clear();
        self.rng = Rng::new(seed);
        Ok(())
    }

    fn choose(
        &mut self,
        view: &History<D::Game>,
        clock: &Clock,
    ) -> Result<Choice<MoveOf<D>>, Failure> {
        let begun = Instant::now();
        let game = view.position();
        let budget = Budget::of(clock);
        let past = |limit: Option<Duration>| limit.is_some_and(|limit| begun.elapsed() >= limit);
        let asked = self.stop.clone();
        let stop = || asked() || past(budget.hard);
        let before = keys(view);
        let task = Task {
            history: &before,
            depth: self.level.depth.min(clock.depth.unwrap_or(u32::MAX)),
            lines: if self.level.noise > 0 { usize::MAX } else { 1 },
            limits: Limits {
                nodes: self.level.nodes.min(clock.nodes.unwrap_or(u64::MAX)),
                stop: Some(&stop),
                ..Limits::default()
            },
            ..Task::new(game)
        };
        // Half of the soft limit gone, the next iteration would hardly be finished.
        let mut goes_on = |_: &Iteration<'_, MoveOf<D>>| !past(budget.soft.map(|soft| soft / 2));
        let (domain, params, memory) = (&mut self.domain, &self.params, &mut self.memory);
        let report = if self.threads > 1 {
            search_parallel(domain, &task, params, memory, &mut goes_on)
        } else {
            search(domain, &task, params, memory, &mut goes_on)
        };
        if (self.stop)() {
            return Err(Failure::Stopped);
        }
        let place = self.choose_line(&report.lines);
        let line = report.lines.get(place);
        let action = line.and_then(|line| line.pv.first().copied());
        let action = action.ok_or_else(|| Failure::Illegal("the game is over".to_string()))?;
        let line = line.expect("an action comes from a line");
        let plies = plies_to_end(line.score);
        Ok(Choice {
            action: Some(action),
            thought: Thought {
                score: plies.is_none().then_some(line.score),
                mate: plies.map(|plies| (plies + plies.signum()) / 2),
                depth: Some(report.depth),
                nodes: Some(report.nodes),
                variation: texts(game, &line.pv),
                elapsed: None,
            },
        })
    }
}

/// A boxed player of a game.
pub type Boxed<G> = Box<dyn Player<BoardReferee<G>> + Send>;

/// The full search as a player of any game of the registry, with that game's own domain.
#[must_use]
pub fn full_player<G: Playable>(
    level: Level,
    params: Params,
    threads: usize,
    stop: &StopTest,
) -> Boxed<G> {
    // A name becomes a type by a visitor that knows only `Playable`; which game it is, only its
    // type id tells.
    let id = TypeId::of::<G>();
    let own = if id == TypeId::of::<ConnectFour>() {
        let params = tuned(params, ConnectFourDomain::TUNED);
        let player = FullPlayer::new(ConnectFourDomain, level, params, threads, stop.clone());
        Some(Box::new(with_solver(player, level, stop)) as Box<dyn Any>)
    } else if id == TypeId::of::<Othello>() {
        let params = tuned(params, OthelloDomain::TUNED);
        let player = FullPlayer::new(OthelloDomain, level, params, threads, stop.clone());
        Some(Box::new(with_solver(player, level, stop)) as Box<dyn Any>)
    } else if id == TypeId::of::<Draughts>() {
        let player = FullPlayer::new(DraughtsDomain, level, params, threads, stop.clone());
        Some(Box::new(Box::new(player) as Boxed<Draughts>) as Box<dyn Any>)
    } else {
        None
    };
    let own = own.and_then(|own| own.downcast::<Boxed<G>>().ok());
    own.map_or_else(
        || {
            Box::new(FullPlayer::new(
                AnyGame::new(),
                level,
                params,
                threads,
                stop.clone(),
            )) as Boxed<G>
        },
        |own| *own,
    )
}

/// At full strength the game's solver is asked first.
fn with_solver<G, P>(player: P, level: Level, stop: &StopTest) -> Boxed<G>
where
    G: Solvable + 'static,
    P: Player<BoardReferee<G>> + Send + 'static,
{
    if level.nodes == u64::MAX {
        Box::new(SolvingPlayer::new(Box::new(player), stop.clone()))
    } else {
        Box::new(player)
    }
}
