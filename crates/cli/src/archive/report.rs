//! `archive report` and `archive info`.

use serde_json::{Value, json};
use zermelo_archive::{Archive, PlayerReport, Report, Summary, Tally, opening_json};
use zermelo_game::Notation;

use super::learned::{self, Kind};
use super::maintain::title;
use super::{failure, filter, names, open, percent, position};
use crate::args::{ArchiveInfoArgs, ArchiveReportArgs};
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io};

/// Runs `archive report`.
pub fn report(args: &ArchiveReportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let archive = open(&args.archive)?;
    let (position, keys) = position(&args.position)?;
    let filter = filter(&args.filter)?;
    let names = names(&args.names)?;
    let opening = archive.opening(position.archive_key(), &names);
    let opening = opening.map_err(failure)?.or_else(|| names.last_of(&keys));
    let report = archive
        .report(&position, &filter, args.limit)
        .map_err(failure)?;
    if args.json {
        let mut object = object(&archive, &report)?;
        object["opening"] = opening_json(opening.as_ref());
        object["fen"] = json!(position.notation());
        object["input"] = named(&args.archive);
        object["version"] = json!(VERSION);
        return io.json(&object);
    }
    if let Some(opening) = &opening {
        io.line(opening.to_string())?;
    }
    if report.total.games() == 0 {
        let why = match archive.games() {
            0 => "the archive has statistics but no games to report on",
            _ => "no games reached this position",
        };
        return io.line(why);
    }
    print_history(&report, io)?;
    print_people(&archive, &report, io)
}

/// Results by year and main lines.
fn print_history(report: &Report, io: &mut Io<'_>) -> Result<(), Failure> {
    let games = counted(report.total.games(), "game");
    io.line(format!("{games}, {}", results(&report.total)))?;
    section("Results by year", io)?;
    for (year, tally) in &report.years {
        io.line(format!(
            "{year}  {:>7}  {}",
            grouped(tally.games()),
            results(tally)
        ))?;
    }
    section("Main lines, with the games of their first move", io)?;
    for line in &report.lines {
        io.line(format!(
            "{:>7}  {}  {}",
            grouped(line.tally.games()),
            results(&line.tally),
            line.moves.join(" ")
        ))?;
    }
    Ok(())
}

/// Novelties, players, model games and traps.
fn print_people(archive: &Archive, report: &Report, io: &mut Io<'_>) -> Result<(), Failure> {
    section("Moves by the year they came up", io)?;
    for novelty in &report.novelties {
        io.line(format!(
            "{}  {:7} {:>6} games since  {}",
            novelty.year,
            novelty.san,
            grouped(novelty.games),
            title(archive, novelty.first)?
        ))?;
    }
    players("Most frequent players", &report.frequent_players, io)?;
    players(
        "Best scores of players with 5 games",
        &report.best_players,
        io,
    )?;
    section("Model games of the side to move", io)?;
    for &id in &report.model_games {
        io.line(title(archive, id)?)?;
    }
    section("Traps: played often, scoring badly", io)?;
    if report.traps.is_empty() {
        io.line("none")?;
    }
    for trap in &report.traps {
        io.line(format!(
            "{}: {} games ({}%), scores {}% [{}, {}] where others score {}%",
            trap.moves.join(" "),
            grouped(trap.tally.games()),
            percent(trap.share),
            percent(trap.score.0),
            percent(trap.score.1),
            percent(trap.score.2),
            percent(trap.parent)
        ))?;
    }
    Ok(())
}

fn section(name: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    io.line("")?;
    let name = io.bold(name);
    io.line(name)
}

fn players(name: &str, list: &[PlayerReport], io: &mut Io<'_>) -> Result<(), Failure> {
    section(name, io)?;
    for player in list {
        let score = percent(player.points / player.games.max(1) as f64);
        io.line(format!(
            "{:>6} games {score:>6}%  {}",
            grouped(player.games),
            player.name
        ))?;
    }
    Ok(())
}

/// White's, drawn and Black's shares.
fn results(tally: &Tally) -> String {
    let share = |count: u64| 100.0 * count as f64 / tally.games().max(1) as f64;
    format!(
        "+{:4.1}% ={:4.1}% -{:4.1}%",
        share(tally.white),
        share(tally.draws),
        share(tally.black)
    )
}

fn tally_json(tally: &Tally) -> Value {
    json!({"games": tally.games(), "white": tally.white, "draws": tally.draws, "black": tally.black})
}

fn object(archive: &Archive, report: &Report) -> Result<Value, Failure> {
    let years: serde_json::Map<String, Value> = report
        .years
        .iter()
        .map(|(year, tally)| (year.to_string(), tally_json(tally)))
        .collect();
    let mut novelties = Vec::new();
    for novelty in &report.novelties {
        novelties.push(
            json!({"san": novelty.san, "year": novelty.year, "games": novelty.games,
            "first": title(archive, novelty.first)?}),
        );
    }
    let mut models = Vec::new();
    for &id in &report.model_games {
        models.push(title(archive, id)?);
    }
    let lines: Vec<Value> = report
        .lines
        .iter()
        .map(|line| json!({"moves": line.moves, "results": tally_json(&line.tally)}))
        .collect();
    let players = |list: &[PlayerReport]| -> Vec<Value> {
        let one = |p: &PlayerReport| json!({"name": p.name, "games": p.games, "points": p.points});
        list.iter().map(one).collect()
    };
    let traps: Vec<Value> = report
        .traps
        .iter()
        .map(|trap| {
            json!({"moves": trap.moves, "results": tally_json(&trap.tally), "share": trap.share,
                "score": trap.score.0, "interval": [trap.score.1, trap.score.2],
                "parent": trap.parent})
        })
        .collect();
    Ok(json!({
        "results": tally_json(&report.total),
        "years": years,
        "lines": lines,
        "novelties": novelties,
        "frequent_players": players(&report.frequent_players),
        "best_players": players(&report.best_players),
        "model_games": models,
        "traps": traps,
    }))
}

/// Runs `archive info`.
pub fn info(args: &ArchiveInfoArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(kind) = Kind::of(&args.archive) {
        return learned::info(kind, &args.archive, args.json, io);
    }
    let archive = open(&args.archive)?;
    let summary = archive.summary(args.players).map_err(failure)?;
    if args.json {
        let mut object = info_object(&archive, &summary)?;
        object["input"] = named(&args.archive);
        return io.json(&object);
    }
    print_counts(&archive, &summary, io)?;
    if archive.games() == 0 {
        return Ok(());
    }
    print_openings(&summary, io)
}

fn info_object(archive: &Archive, summary: &Summary) -> Result<Value, Failure> {
    let (positions, visits, frequent) = archive.position_counts().map_err(failure)?;
    let group = |name: &str, codes: &str, tally: &Tally| json!({"name": name, "codes": codes, "results": tally_json(tally)});
    let volumes: serde_json::Map<String, Value> = summary
        .volumes
        .iter()
        .map(|(volume, tally)| (volume.to_string(), tally_json(tally)))
        .collect();
    let tables = archive.tables().iter();
    let tables = tables.map(|t| json!({"name": t.source, "positions": t.positions}));
    Ok(json!({
        "games": archive.games(),
        "plies": summary.plies,
        "plies_kept": archive.plies(),
        "positions": {"inserted": visits, "distinct": positions, "frequent": frequent},
        "bytes": archive.bytes(),
        "segments": archive.segment_count(),
        "results": tally_json(&summary.total),
        "years": summary.years,
        "volumes": volumes,
        "groups": summary.groups.iter().map(|(n, c, t)| group(n, c, t)).collect::<Vec<_>>(),
        "players": summary.players,
        "player_count": summary.player_count,
        "sources": archive.sources().iter().map(|s| json!({"name": s.name, "games": s.games,
            "skipped": s.skipped})).collect::<Vec<_>>(),
        "tables": tables.collect::<Vec<_>>(),
        "version": VERSION,
    }))
}

/// Games, positions and sources.
fn print_counts(archive: &Archive, summary: &Summary, io: &mut Io<'_>) -> Result<(), Failure> {
    let (positions, visits, frequent) = archive.position_counts().map_err(failure)?;
    io.line(format!(
        "{}, {} plies, {}; {} bytes in {}",
        counted(archive.games(), "game"),
        grouped(summary.plies),
        counted(summary.player_count, "player"),
        grouped(archive.bytes()),
        counted(archive.segment_count() as u64, "segment"),
    ))?;
    io.line(format!(
        "positions of the first {} plies: {} occupied, {} inserted, {} of at least 20 games",
        archive.plies(),
        grouped(positions),
        grouped(visits),
        grouped(frequent)
    ))?;
    if archive.games() > 0 {
        io.line(format!("all games: {}", results(&summary.total)))?;
    }
    section("Sources", io)?;
    for source in archive.sources() {
        let skipped: u64 = source.skipped.values().sum();
        let skipped = match skipped {
            0 => String::new(),
            count => format!(", {} skipped", grouped(count)),
        };
        io.line(format!(
            "{:>9} games{skipped}  {}",
            grouped(source.games),
            source.name
        ))?;
    }
    for table in archive.tables() {
        io.line(format!(
            "{:>9} positions without their games  {}",
            grouped(table.positions),
            table.source
        ))?;
    }
    Ok(())
}

/// Results by opening, games by year, players.
fn print_openings(summary: &Summary, io: &mut Io<'_>) -> Result<(), Failure> {
    section("Results by opening", io)?;
    for (volume, tally) in &summary.volumes {
        io.line(format!(
            "{volume}00-{volume}99  {:>9}  {}",
            grouped(tally.games()),
            results(tally)
        ))?;
    }
    for (name, codes, tally) in &summary.groups {
        io.line(format!(
            "{codes}  {:>9}  {}  {name}",
            grouped(tally.games()),
            results(tally)
        ))?;
    }
    section("Games by year", io)?;
    print_years(&summary.years, io)?;
    section("Most frequent players", io)?;
    for (name, games) in &summary.players {
        io.line(format!("{:>9}  {name}", grouped(*games)))?;
    }
    Ok(())
}

/// Years in groups of ten, each year's games in its column.
fn print_years(
    years: &std::collections::BTreeMap<u16, u64>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let mut decades: std::collections::BTreeMap<u16, Vec<String>> =
        std::collections::BTreeMap::new();
    for (&year, &games) in years {
        if year == 0 {
            io.line(format!("unknown {games:>7}"))?;
            continue;
        }
        let row = decades
            .entry(year / 10)
            .or_insert_with(|| vec![String::new(); 10]);
        row[usize::from(year % 10)] = games.to_string();
    }
    for (decade, row) in decades {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>7}")).collect();
        io.line(format!("{decade}0s {}", cells.concat()))?;
    }
    Ok(())
}
