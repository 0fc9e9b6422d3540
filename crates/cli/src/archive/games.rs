//! `archive games`: the games themselves.

use std::path::Path;

use serde_json::{Value, json};
use zermelo_archive::{Archive, Date, Filter, GameId, game_json, write_whole};

use super::export::write_game;
use super::{failure, filter, open, position};
use crate::args::ArchiveGamesArgs;
use crate::report::{VERSION, counted, grouped, named};
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
    // Only who counts them needs more than are shown.
    let enough = if args.count || args.json {
        usize::MAX
    } else {
        limit
    };
    let mut games = find(args, &archive, &filter, enough)?;
    let count = games.len();
    games.truncate(limit);
    if args.count && !args.json {
        return io.line(grouped(count as u64));
    }
    if args.json {
        let shown = if args.count { &[] } else { games.as_slice() };
        let list: Result<Vec<Value>, Failure> =
            shown.iter().map(|&id| object(&archive, id)).collect();
        let list = list?;
        return io.json(&json!({"count": count, "games": list,
            "input": named(&args.archive), "version": VERSION}));
    }
    if count == 0 {
        io.message("no game is like that");
    }
    match args.output.as_ref().filter(|path| *path != Path::new("-")) {
        Some(path) => {
            write_whole(path, |out| {
                games
                    .iter()
                    .try_for_each(|&id| write_game(&archive, id, out))
            })
            .map_err(failure)?;
            io.message(format!("{} written", counted(games.len() as u64, "game")));
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

/// The games that are meant, in the order of the archive, at least so many if there are.
fn find(
    args: &ArchiveGamesArgs,
    archive: &Archive,
    filter: &Filter,
    enough: usize,
) -> Result<Vec<GameId>, Failure> {
    if args.position.fen.is_some() || args.position.play.is_some() {
        let (position, _) = position(&args.position)?;
        let found = archive.games_at(position.archive_key()).map_err(failure)?;
        let mut ids: Vec<GameId> = found.into_iter().map(|(id, _)| id).collect();
        ids.dedup();
        return archive.select(&ids, filter).map_err(failure);
    }
    let mut games = Vec::new();
    if enough > 0 {
        let visit = |id| {
            games.push(id);
            Ok(games.len() < enough)
        };
        archive.for_each_game(filter, visit).map_err(failure)?;
    }
    Ok(games)
}

/// A game with its moves.
fn object(archive: &Archive, id: GameId) -> Result<Value, Failure> {
    let game = archive.game(id).map_err(failure)?;
    let moves: Vec<String> = game.pgn().moves.into_iter().map(|(san, _)| san).collect();
    let mut object = game_json(id, &game);
    object["event"] = json!(game.event);
    object["eco"] = json!(game.eco.to_string());
    object["moves"] = json!(moves);
    if !game.start.is_empty() {
        object["fen"] = json!(game.start);
    }
    Ok(object)
}
