//! The answer of the Lichess opening explorer, so that what talks to it can talk to us.
//!
//! Field for field the object of its masters database; a position explored by `archive explore`
//! carries besides, for each move, `played`, `reached`, `score`, `interval` and `last_year`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use zermelo_chess::{Chess, GameResult, PackedMove};

use crate::archive::{Archive, GameId};
use crate::error::Result;
use crate::explore::{Explored, ExploredMove};
use crate::filter::Filter;
use crate::header::Date;
use crate::names::Opening;
use crate::stored_game::StoredGame;
use crate::tally::Tally;

/// How much of an answer is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplorerLimits {
    /// Moves.
    pub moves: usize,
    /// Games of the highest rated players.
    pub top_games: usize,
    /// The latest games.
    pub recent_games: usize,
    /// Whether results by month are wanted.
    pub history: bool,
}

impl Default for ExplorerLimits {
    fn default() -> ExplorerLimits {
        ExplorerLimits {
            moves: 12,
            top_games: 4,
            recent_games: 4,
            history: false,
        }
    }
}

impl Archive {
    /// The explorer's object for a position explored with a filter; the games that come with it
    /// pass the same filter.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn explorer_json(
        &self,
        explored: &Explored,
        filter: &Filter,
        limits: ExplorerLimits,
    ) -> Result<Value> {
        let shown = &explored.moves[..limits.moves.min(explored.moves.len())];
        // Games are looked up only where some are to be shown.
        let single = shown.iter().any(|m| m.played.games() == 1);
        let listed = limits.top_games > 0 || limits.recent_games > 0;
        let wanted = single || listed || limits.history;
        let mut facts = match wanted {
            true => self.games_at(explored.position.archive_key())?,
            false => Vec::new(),
        };
        facts.sort_by_key(|(id, _)| *id);
        let mut games: Vec<GameId> = facts.iter().map(|(id, _)| *id).collect();
        games.dedup();
        if !filter.is_empty() {
            games = self.select(&games, filter)?;
        }
        let mut moves = Vec::new();
        for m in shown {
            let mut object = move_json(m);
            if m.played.games() == 1 {
                object["game"] = self.only_game(&facts, m, &games)?;
            }
            moves.push(object);
        }
        let (top, recent) = self.outstanding(&games, limits)?;
        let total = &explored.stats.total;
        let mut object = json!({
            "white": total.white,
            "draws": total.draws,
            "black": total.black,
            "moves": moves,
            "topGames": self.games_json(explored, &facts, &top)?,
            "recentGames": self.games_json(explored, &facts, &recent)?,
            "opening": opening_json(explored.opening.as_ref()),
        });
        if limits.history {
            object["history"] = self.months(&games)?;
        }
        Ok(object)
    }

    /// Results by month, of the games whose month is known.
    fn months(&self, games: &[GameId]) -> Result<Value> {
        let mut months: BTreeMap<(u16, u8), Tally> = BTreeMap::new();
        for &id in games {
            let header = self.header(id)?;
            if header.date.year > 0 && header.date.month > 0 {
                let month = (header.date.year, header.date.month);
                months.entry(month).or_default().add(header.brief());
            }
        }
        let month = |((year, month), tally): (&(u16, u8), &Tally)| {
            json!({"month": format!("{year:04}-{month:02}"), "white": tally.white,
                "draws": tally.draws, "black": tally.black})
        };
        Ok(months.iter().map(month).collect())
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
        match found.find(|(id, played)| *played == packed && games.binary_search(id).is_ok()) {
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
        if limits.top_games == 0 && limits.recent_games == 0 {
            return Ok(Default::default());
        }
        let mut keyed = Vec::with_capacity(games.len());
        for &id in games {
            let header = self.header(id)?;
            keyed.push((header.white_rating + header.black_rating, header.date, id));
        }
        let top = first(&mut keyed, limits.top_games, |a, b| b.0.cmp(&a.0));
        let recent = first(&mut keyed, limits.recent_games, |a, b| b.1.cmp(&a.1));
        Ok((top, recent))
    }

    fn games_json(
        &self,
        explored: &Explored,
        facts: &[(GameId, PackedMove)],
        games: &[GameId],
    ) -> Result<Value> {
        let position = &explored.position;
        let mut list = Vec::new();
        for &id in games {
            let game = self.game(id)?;
            let begin = facts.partition_point(|(other, _)| *other < id);
            let end = facts.partition_point(|(other, _)| *other <= id);
            let played = match &facts[begin..end] {
                [(_, played)] => Some(*played),
                // It was there more than once.
                _ => first_played(&game, position),
            };
            let mut object = Map::new();
            if let Some(m) = played.and_then(|played| position.unpacked(played)) {
                object.insert("uci".to_string(), json!(position.uci(m)));
            }
            if let Value::Object(fields) = game_json(id, &game) {
                object.extend(fields);
            }
            list.push(Value::Object(object));
        }
        Ok(Value::Array(list))
    }
}

/// A game with its players' ratings together and its day.
type Keyed = (u16, Date, GameId);

/// The first games of an order, at most so many; the earlier of equals in the archive comes first.
fn first(
    keyed: &mut [Keyed],
    most: usize,
    order: impl Fn(&Keyed, &Keyed) -> Ordering,
) -> Vec<GameId> {
    let whole = |a: &Keyed, b: &Keyed| order(a, b).then(a.2.cmp(&b.2));
    let most = most.min(keyed.len());
    if 0 < most && most < keyed.len() {
        keyed.select_nth_unstable_by(most - 1, whole);
    }
    let chosen = &mut keyed[..most];
    chosen.sort_unstable_by(whole);
    chosen.iter().map(|(_, _, id)| *id).collect()
}

/// The move that a game played when it first was in the position.
fn first_played(game: &StoredGame, position: &Chess) -> Option<PackedMove> {
    let wanted = position.archive_key();
    let mut replay = zermelo_chess::Replay::from_position(&game.start_position());
    for m in game.moves() {
        if replay.key() == wanted {
            return Some(m);
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
        "id": id.to_string(),
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
    let both = m.mean_rating.zip(m.mover_rating);
    let opponent = both.map(|(mean, mover)| 2.0 * mean - mover);
    json!({
        "uci": m.uci,
        "san": m.san,
        "averageRating": m.mean_rating.map(|rating| rating.round() as u64),
        "averageOpponentRating": opponent.map(|rating| rating.round() as i64),
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
