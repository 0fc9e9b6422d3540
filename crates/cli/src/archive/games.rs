//! `archive games`: the games themselves.

use serde_json::json;
use zermelo_archive::{Date, GameId, game_json, write_whole};

use super::export::write_game;
use super::{failure, filter, open, position};
use crate::args::ArchiveGamesArgs;
use crate::report::{VERSION, grouped};
use crate::{Failure, Io};

/// Runs the command.
pub fn run(args: &ArchiveGamesArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let archive = open(&args.archive)?;
    let mut filter = filter(&args.filter)?;
    if let Some(year) = args.year {
        let year = Date {
            year,
            ..Date::default()
        };
        (filter.since, filter.until) = (Some(year), Some(year));
    }
    let limit = args.games.unwrap_or(usize::MAX);
    let mut games: Vec<GameId> = Vec::new();
    if args.position.fen.is_some() || args.position.play.is_some() {
        let (position, _) = position(&args.position)?;
        let found = archive.games_at(position.archive_key()).map_err(failure)?;
        let mut ids: Vec<GameId> = found.into_iter().map(|(id, _)| id).collect();
        ids.dedup();
        games = archive.select(&ids, &filter).map_err(failure)?;
        games.truncate(limit);
    } else if limit > 0 {
        archive
            .for_each_game(&filter, |id| {
                games.push(id);
                Ok(games.len() < limit)
            })
            .map_err(failure)?;
    }
    if args.count && !args.json {
        return io.line(grouped(games.len() as u64));
    }
    if args.json {
        let mut list = Vec::new();
        for &id in games.iter().filter(|_| !args.count) {
            list.push(game_json(id, &archive.game(id).map_err(failure)?));
        }
        return io.json(&json!({"count": games.len(), "games": list,
            "input": args.archive, "version": VERSION}));
    }
    match &args.output {
        Some(path) => {
            write_whole(path, |out| {
                games
                    .iter()
                    .try_for_each(|&id| write_game(&archive, id, out))
            })
            .map_err(failure)?;
            io.message(format!("{} games written", grouped(games.len() as u64)));
            Ok(())
        }
        None => {
            for &id in &games {
                let game = archive.game(id).map_err(failure)?.pgn();
                write!(io.out, "{game}").map_err(Failure::from)?;
            }
            Ok(())
        }
    }
}
