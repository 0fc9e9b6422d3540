//! `archive explore`: the table of a position and its scatter plot.

use std::path::Path;

use serde_json::json;
use zermelo_archive::{
    Explored, ExploredMove, ExplorerLimits, LEAST_GAMES, LEAST_SHARE, NOISE, OpeningNames, interval,
};
use zermelo_draw::{Axis, Label, Plot, Point, Series, Style};
use zermelo_game::{Game, Notation, Side};

use super::learned::{self, Kind};
use super::{failure, filter, names, open, percent, position};
use crate::args::{ArchiveExploreArgs, FilterArgs};
use crate::output;
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io};

/// Runs the command.
pub fn run(args: &ArchiveExploreArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (position, keys) = position(&args.position)?;
    if let Some(kind) = Kind::of(&args.archive) {
        return learned::explore(kind, args, &position, io);
    }
    let to_output = plots_to_output(args)?;
    let archive = open(&args.archive)?;
    let filter = filter(&args.filter)?;
    let names: OpeningNames = names(&args.names)?;
    let mut explored = archive
        .explore(&position, &filter, &names)
        .map_err(failure)?;
    if explored.opening.is_none() {
        explored.opening = names.last_of(&keys);
    }
    if let Some(path) = &args.plot {
        let picture = plot(&explored, &chosen(&args.filter));
        if to_output {
            return io.line(picture.trim_end());
        }
        output::write(path, &picture)?;
    }
    if args.json {
        let limits = ExplorerLimits {
            moves: args.moves,
            top_games: args.top_games,
            recent_games: args.top_games,
            history: false,
        };
        let object = archive.explorer_json(&explored, &filter, limits);
        let mut object = object.map_err(failure)?;
        object["fen"] = json!(position.notation());
        object["input"] = named(&args.archive);
        object["version"] = json!(VERSION);
        return io.json(&object);
    }
    table(&explored, args.moves, io)
}

/// Whether the plot is to be printed; a file for it must end in .svg.
fn plots_to_output(args: &ArchiveExploreArgs) -> Result<bool, Failure> {
    let to_output = args.plot.as_deref() == Some(Path::new("-"));
    if let Some(path) = &args.plot
        && !to_output
        && !path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("svg"))
    {
        return Err(Failure::Input(format!(
            "`--plot {}`: expected a file name ending in .svg, or `-`",
            path.display()
        )));
    }
    if to_output && args.json {
        return Err(Failure::Input(
            "`--plot -` and `--json` both want the standard output".to_string(),
        ));
    }
    Ok(to_output)
}

fn table(explored: &Explored, limit: usize, io: &mut Io<'_>) -> Result<(), Failure> {
    let total = &explored.stats.total;
    if let Some(opening) = &explored.opening {
        io.line(opening.to_string())?;
    }
    if total.games() == 0 && explored.moves.is_empty() {
        return io.line("no games reached this position");
    }
    let white = explored.position.side() == Side::First;
    let side = if white { "White" } else { "Black" };
    io.line(format!(
        "{}: White {}%, draws {}%, Black {}%; {side} to move scores {}%",
        counted(total.games(), "game"),
        percent(total.white as f64 / total.games().max(1) as f64),
        percent(total.draws as f64 / total.games().max(1) as f64),
        percent(total.black as f64 / total.games().max(1) as f64),
        percent(total.score(white)),
    ))?;
    io.line("")?;
    io.line(io.bold(
        "move       played   reached  white / draw / black      score  95% interval    elo  perf  last  opening",
    ))?;
    for m in explored.moves.iter().take(limit) {
        io.line(row(m).trim_end())?;
    }
    let more = explored.moves.len().saturating_sub(limit);
    if more > 0 {
        io.line(format!("and {more} more"))?;
    }
    if explored.stats.ended.games() > 0 {
        let ended = counted(explored.stats.ended.games(), "game");
        io.line(format!("{ended} ended here or went no further"))?;
    }
    let rated = total.white_ratings.1.min(total.black_ratings.1);
    if rated > 0 && rated < total.games() {
        io.line(format!(
            "{} have ratings: `elo` is theirs, `perf` their opponents' and the score of all",
            counted(rated, "game")
        ))?;
    }
    Ok(())
}

fn row(m: &ExploredMove) -> String {
    let number = |number: Option<f64>| number.map_or("-".to_string(), |n| format!("{n:.0}"));
    let year = match m.played.last_year {
        0 => "-".to_string(),
        year => year.to_string(),
    };
    let opening = m.opening.as_ref();
    format!(
        "{:7} {:>9} {:>9}  {}  {:>5}% {:>6}-{:>5}%  {:>5} {:>5}  {year:>4}  {}",
        m.san,
        grouped(m.played.games()),
        grouped(m.reached),
        bar(m),
        percent(m.score),
        percent(m.interval.0),
        percent(m.interval.1),
        number(m.mover_rating),
        number(m.performance),
        opening.map_or("", |opening| opening.name.as_str()),
    )
}

/// Twenty-four characters shared out among White's wins, draws and Black's wins.
fn bar(m: &ExploredMove) -> String {
    const WIDTH: f64 = 24.0;
    let games = m.played.games();
    if games == 0 {
        return format!("{:24}", "(by other orders only)");
    }
    let cells = |count: u64| (count as f64 / games as f64 * WIDTH).round() as usize;
    let white = cells(m.played.white);
    let black = cells(m.played.black).min(24 - white);
    format!(
        "{}{}{}",
        "█".repeat(white),
        "▒".repeat(24 - white - black),
        "░".repeat(black)
    )
}

/// The area that criterion 3 accepts: enough games, and a score not far under the best.
struct Area {
    white: bool,
    least: f64,
    floor: f64,
}

impl Area {
    fn of(explored: &Explored) -> Area {
        let parent = explored.stats.total.games() as f64;
        let mut area = Area {
            white: explored.position.side() == Side::First,
            least: (LEAST_GAMES as f64).max(parent * LEAST_SHARE),
            floor: 0.0,
        };
        let frequent = explored.moves.iter();
        let frequent = frequent.filter(|m| m.reached as f64 >= area.least);
        let best = frequent.map(|m| area.score(m)).fold(0.0, f64::max);
        area.floor = (best - NOISE).max(0.0);
        area
    }

    /// As the criterion has it: the score of the position that results, by whatever order.
    fn score(&self, m: &ExploredMove) -> f64 {
        m.after.score(self.white)
    }

    fn accepts(&self, m: &ExploredMove) -> bool {
        m.reached as f64 >= self.least && self.score(m) > self.floor
    }

    fn point(&self, m: &ExploredMove) -> Point {
        let (low, high) = interval(&m.after, self.white);
        Point {
            x: m.reached as f64,
            y: 100.0 * self.score(m),
            interval: Some((100.0 * low, 100.0 * high)),
        }
    }

    /// The moves, beside their points.
    fn labels(&self, explored: &Explored) -> Vec<Label> {
        let known = explored.moves.iter().filter(|m| m.reached > 0);
        let label = |m: &ExploredMove| Label {
            x: m.reached as f64,
            y: 100.0 * self.score(m),
            text: m.san.clone(),
        };
        known.map(label).collect()
    }

    /// The points of the moves that are accepted, or of those that are not.
    fn series(&self, explored: &Explored, accepted: bool) -> Series {
        let known = explored.moves.iter().filter(|m| m.reached > 0);
        let chosen = known.filter(|m| self.accepts(m) == accepted);
        Series {
            name: if accepted { "accepted" } else { "not accepted" }.to_string(),
            points: chosen.map(|m| self.point(m)).collect(),
            style: Style::Points,
        }
    }
}

/// A filter in words; empty if there is none.
fn chosen(args: &FilterArgs) -> String {
    let text = |name: &str, value: &Option<String>| value.as_ref().map(|v| format!("{name} {v}"));
    let number = |name: &str, value: Option<u16>| value.map(|v| format!("{name} {v}"));
    let parts = [
        text("since", &args.since),
        text("until", &args.until),
        number("rated at least", args.min_elo),
        number("rated at most", args.max_elo),
        text("opening", &args.eco),
        text("player", &args.player),
        text("White", &args.white),
        text("Black", &args.black),
        text("result", &args.result),
        number("plies at least", args.min_plies),
        number("plies at most", args.max_plies),
        text("time control", &args.time_control),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn title(explored: &Explored, chosen: &str) -> String {
    let opening = explored
        .opening
        .as_ref()
        .map(|opening| opening.name.as_str());
    let parts = [opening, Some(chosen).filter(|chosen| !chosen.is_empty())];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    let colon = if parts.is_empty() { "" } else { ": " };
    format!("Moves by games and score{colon}{}", parts.join("; "))
}

/// Occurrences against score, with the area that criterion 3 accepts; as SVG.
fn plot(explored: &Explored, chosen: &str) -> String {
    let area = Area::of(explored);
    let most = explored.moves.iter().map(|m| m.reached).max();
    // Room on the right for the name of the most frequent move.
    let most = (most.unwrap_or(1) as f64).max(area.least) * 2.2;
    let corner = |x: f64, y: f64| Point::new(x, 100.0 * y);
    let accepted = explored.moves.iter().filter(|m| area.accepts(m));
    let accepted: Vec<String> = accepted
        .map(|m| {
            let (games, score) = (grouped(m.reached), percent(area.score(m)));
            format!("{} ({games} games, {score}%)", m.san)
        })
        .collect();
    let accepted = match accepted.as_slice() {
        [] => "none".to_string(),
        moves => moves.join(", "),
    };
    let plot = Plot {
        title: title(explored, chosen),
        x: Axis {
            range: Some((0.7, most)),
            ..Axis::log("games that reached the resulting position")
        },
        y: Axis {
            range: Some((0.0, 100.0)),
            ..Axis::linear("score of the mover, %")
        },
        series: vec![
            area.series(explored, true),
            area.series(explored, false),
            Series {
                name: "accepted area".to_string(),
                points: vec![
                    corner(most, area.floor),
                    corner(area.least, area.floor),
                    corner(area.least, 1.0),
                    corner(most, 1.0),
                ],
                style: Style::Area,
            },
        ],
        notes: vec![
            format!(
                "Accepted: at least {} games, and less than {:.0} points under the best of those.",
                grouped(area.least.ceil() as u64),
                100.0 * NOISE
            ),
            format!("Accepted moves: {accepted}."),
        ],
    };
    plot.labelled_svg(&area.labels(explored))
}
