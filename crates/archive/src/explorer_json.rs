//! The answer of the Lichess opening explorer, so that what talks to it can talk to us.
//!
//! Field for field the object of its masters database; a position explored by `archive explore`
//! carries besides, for each move, `played`, `reached`, `score`, `interval` and `last_year`.

use serde_json::{Map, Value, json};
use zermelo_chess::{GameResult, PackedMove};

use crate::archive::{Archive, GameId};
use crate::error::Result;
use crate::explore::{Explored, ExploredMove};
use crate::names::Opening;
use crate::stored_game::StoredGame;

/// How much of an answer is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplorerLimits {
    /// Moves.
    pub moves: usize,
    /// Games of the highest rated players.
    pub top_games: usize,
    /// The latest games.
    pub recent_games: usize,
}

impl Default for ExplorerLimits {
    fn default() -> ExplorerLimits {
        ExplorerLimits {
            moves: 12,
            top_games: 4,
            recent_games: 4,
        }
    }
}

impl Archive {
    /// The explorer's object for an explored position; games that come with it are those that
    /// pass the filter of the exploring.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn explorer_json(
        &self,
        explored: &Explored,
        games: &[GameId],
        limits: ExplorerLimits,
    ) -> Result<Value> {
        let mut object = Map::new();
        let total = &explored.stats.total;
        object.insert("white".to_string(), json!(total.white));
        object.insert("draws".to_string(), json!(total.draws));
        object.insert("black".to_string(), json!(total.black));
        // Looked up only where a move has a single game to be shown.
        let mut moves = explored.moves.iter().take(limits.moves);
        let facts = match moves.any(|m| m.played.games() == 1) {
            true => self.games_at(explored.position.archive_key())?,
            false => Vec::new(),
        };
        let mut moves = Vec::new();
        for m in explored.moves.iter().take(limits.moves) {
            let mut object = move_json(m);
            if m.played.games() == 1 {
                object["game"] = self.only_game(&facts, m, games)?;
            }
            moves.push(object);
        }
        object.insert("moves".to_string(), json!(moves));
        let (top, recent) = self.outstanding(games, limits)?;
        object.insert("topGames".to_string(), self.games_json(explored, &top)?);
        object.insert(
            "recentGames".to_string(),
            self.games_json(explored, &recent)?,
        );
        object.insert(
            "opening".to_string(),
            opening_json(explored.opening.as_ref()),
        );
        Ok(Value::Object(object))
    }

    /// The one game among those of the position that played a move, if it is there.
    fn only_game(
        &self,
        facts: &[(GameId, PackedMove)],
        m: &ExploredMove,
        games: &[GameId],
    ) -> Result<Value> {
        let packed = m.m.packed();
        let mut found = facts.iter();
        match found.find(|(id, played)| *played == packed && games.contains(id)) {
            Some((id, _)) => Ok(game_json(*id, &self.game(*id)?)),
            None => Ok(Value::Null),
        }
    }

    /// The games of the best players, and the latest.
    fn outstanding(
        &self,
        games: &[GameId],
        limits: ExplorerLimits,
    ) -> Result<(Vec<GameId>, Vec<GameId>)> {
        let mut keyed = Vec::with_capacity(games.len());
        for &id in games {
            let header = self.header(id)?;
            keyed.push((header.white_rating + header.black_rating, header.date, id));
        }
        let take = |keyed: &[(u16, crate::Date, GameId)], count: usize| -> Vec<GameId> {
            keyed.iter().take(count).map(|(_, _, id)| *id).collect()
        };
        keyed.sort_by(|a, b| b.0.cmp(&a.0).then(a.2.cmp(&b.2)));
        let top = take(&keyed, limits.top_games);
        keyed.sort_by(|a, b| b.1.cmp(&a.1).then(a.2.cmp(&b.2)));
        Ok((top, take(&keyed, limits.recent_games)))
    }

    fn games_json(&self, explored: &Explored, games: &[GameId]) -> Result<Value> {
        let mut list = Vec::new();
        for &id in games {
            let game = self.game(id)?;
            let mut object = Map::new();
            if let Some(uci) = move_of(&game, explored) {
                object.insert("uci".to_string(), json!(uci));
            }
            if let Value::Object(fields) = game_json(id, &game) {
                object.extend(fields);
            }
            list.push(Value::Object(object));
        }
        Ok(Value::Array(list))
    }
}

/// The move that a game played in the position, in coordinates.
fn move_of(game: &StoredGame, explored: &Explored) -> Option<String> {
    let wanted = explored.position.archive_key();
    let mut replay = zermelo_chess::Replay::from_position(&game.start_position());
    for m in game.moves() {
        if replay.key() == wanted {
            let m = explored.position.unpacked(m)?;
            return Some(explored.position.uci(m));
        }
        replay.play_packed(m);
    }
    None
}

/// A game as the explorer shows it.
#[must_use]
pub fn game_json(id: GameId, game: &StoredGame) -> Value {
    let winner = match game.result {
        GameResult::White => json!("white"),
        GameResult::Black => json!("black"),
        GameResult::Draw => Value::Null,
    };
    let known = |number: u16| (number > 0).then_some(number);
    let player = |name: &str, rating: u16| json!({"name": name, "rating": known(rating)});
    let month = match game.date.month {
        0 => Value::Null,
        _ if game.date.year == 0 => Value::Null,
        month => json!(format!("{:04}-{month:02}", game.date.year)),
    };
    json!({
        "id": format!("{}-{}", id.segment, id.game),
        "winner": winner,
        "white": player(&game.white, game.white_rating),
        "black": player(&game.black, game.black_rating),
        "year": known(game.date.year),
        "month": month,
    })
}

/// An opening as the explorer shows it.
#[must_use]
pub fn opening_json(opening: Option<&Opening>) -> Value {
    match opening {
        None => Value::Null,
        Some(opening) => json!({"eco": opening.eco.to_string(), "name": opening.name}),
    }
}

fn move_json(m: &ExploredMove) -> Value {
    json!({
        "uci": m.uci,
        "san": m.san,
        "averageRating": m.mean_rating.map(|rating| rating.round() as u64),
        "white": m.played.white,
        "draws": m.played.draws,
        "black": m.played.black,
        "game": Value::Null,
        "opening": opening_json(m.opening.as_ref()),
        "played": m.played.games(),
        "reached": m.reached,
        "score": m.score,
        "interval": [m.interval.0, m.interval.1],
        "performance": m.performance.map(|rating| rating.round() as i64),
        "last_year": (m.played.last_year > 0).then_some(m.played.last_year),
    })
}
