//! Workers: each plays one game after another with players of its own.
//!
//! Players are kept from game to game (engines stay running) as long as they behave; one that
//! failed is thrown away and made anew for its next game.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::mpsc::SyncSender;

use zermelo_game::{Failure, Player};

use crate::discipline::Discipline;
use crate::game_loop::{Conditions, Seat, play};
use crate::openings::Opening;
use crate::pairing::Assignment;
use crate::player::Contestant;
use crate::record::{GameRecord, PlyRecord};
use crate::run::{MatchConfig, Message, game_seed};
use crate::stop::Stop;

/// What all workers of a match share.
pub(crate) struct Worker<'a, D: Discipline> {
    pub discipline: &'a D,
    pub contestants: &'a [Contestant<'a, D::Referee>],
    pub judge: Option<&'a Contestant<'a, D::Referee>>,
    pub config: &'a MatchConfig,
    pub stop: &'a Stop,
}

/// Players by number; the judge comes after the contestants.
type Cache<D> = HashMap<usize, Box<dyn Player<<D as Discipline>::Referee>>>;

impl<D: Discipline> Worker<'_, D> {
    /// Plays games until there are none.
    pub fn work(&self, next: impl Fn() -> Option<Assignment>, sender: &SyncSender<Message>) {
        let mut cache: Cache<D> = HashMap::new();
        while let Some(assignment) = next() {
            if sender.send(Message::Started(assignment)).is_err() {
                return;
            }
            let Some(record) = self.game(&assignment, &mut cache, sender) else {
                return;
            };
            if sender.send(Message::Finished(Box::new(record))).is_err() {
                return;
            }
        }
    }

    fn game(
        &self,
        assignment: &Assignment,
        cache: &mut Cache<D>,
        sender: &SyncSender<Message>,
    ) -> Option<GameRecord> {
        let sides = assignment.sides();
        let judge = self.contestants.len();
        // Engines of other encounters would only hold memory.
        cache.retain(|player, _| sides.contains(player) || *player == judge);
        let opening = self.config.book.opening(assignment.round);
        let start = self.discipline.begin(&opening);
        // The book was checked when it was read; one made by hand may still be wrong, and the
        // usual start is then better than no game.
        let start = start
            .or_else(|_| self.discipline.begin(&Opening::default()))
            .ok()?;
        let conditions = self.conditions(assignment);
        let failures = sides.map(|i| self.make(i, &self.contestants[i], cache).err());
        if let Some(contestant) = self.judge {
            // A judge that cannot be made leaves the players' own scores.
            let _ = self.make(judge, contestant, cache);
        }
        let mut taken = sides.map(|i| cache.remove(&i));
        let [first, second] = &mut taken;
        let [first_failure, second_failure] = failures;
        let seats = [seat(first, first_failure), seat(second, second_failure)];
        let mut tell = |_, ply: &PlyRecord| {
            if self.config.move_events {
                // Nobody listens any more: the game's end will notice.
                let _ = sender.send(Message::Moved(assignment.game, ply.clone()));
            }
        };
        let judge = cache.get_mut(&judge).map(|player| &mut **player);
        let mut record = play(
            self.discipline,
            start,
            seats,
            judge,
            &conditions,
            self.stop,
            &mut tell,
        )?;
        record.game = assignment.game;
        record.sides = sides;
        record.opening = opening.name;
        let loser = if record.points == 0.0 { 0 } else { 1 };
        for (side, player) in taken.into_iter().enumerate() {
            if record.termination.is_failure() && side == loser {
                continue;
            }
            cache.extend(player.map(|player| (sides[side], player)));
        }
        Some(record)
    }

    fn conditions(&self, assignment: &Assignment) -> Conditions {
        let control = |i: usize| self.contestants[i].control.unwrap_or(self.config.control);
        Conditions {
            controls: assignment.sides().map(control),
            margin: self.config.margin,
            adjudication: self.config.adjudication,
            seed: game_seed(self.config.seed, assignment.game),
        }
    }

    /// Makes a player unless there is one.
    fn make(
        &self,
        index: usize,
        contestant: &Contestant<'_, D::Referee>,
        cache: &mut Cache<D>,
    ) -> Result<(), Failure> {
        if let Entry::Vacant(place) = cache.entry(index) {
            place.insert(contestant.factory.create(self.stop)?);
        }
        Ok(())
    }
}

fn seat<R: zermelo_game::Referee>(
    player: &mut Option<Box<dyn Player<R>>>,
    failure: Option<Failure>,
) -> Seat<'_, R> {
    match player {
        Some(player) => Ok(&mut **player),
        None => Err(failure.unwrap_or(Failure::Stopped)),
    }
}
