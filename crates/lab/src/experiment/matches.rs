//! Tables of matches: pairs of players on openings, beside the points that the source reports.
//!
//! The source plays 20 games a match, 25 minutes for 50 moves, from thematic openings (4.5.2).
//! *How ours differs.* Any number of games; a number of nodes a move instead of minutes, so that
//! equal seeds give equal games on every machine; every two games begin with the same first moves
//! of a game of the archive, colours swapped; a game unfinished after 50 moves is shared by the
//! mean of the players' last scores instead of a minute's analysis. Points are scaled to 20 games
//! to stand beside the source's, with 95% intervals over pairs of games.
//!
//! Every game is in a log of its own match: stopped at any moment it goes on, and asked for more
//! games it plays only those.

use std::cell::Cell;
use std::sync::Arc;

use serde_json::{Value, json};
use zermelo_archive::{Eco, Filter};
use zermelo_arena::adjudicate::Adjudication;
use zermelo_arena::clock::Control;
use zermelo_arena::discipline::ChessDiscipline;
use zermelo_arena::events::Event;
use zermelo_arena::openings::{Book, Opening};
use zermelo_arena::player::Contestant;
use zermelo_arena::run::{MatchConfig, MatchError, run as play};
use zermelo_arena::statistics::Tally;
use zermelo_arena::stop::Stop;
use zermelo_arena::summary::{Summary, tally_json};
use zermelo_chess::ChessReferee;
use zermelo_engine::{EnginePlayer, Settings, player_settings};
use zermelo_game::Player;
use zermelo_learn::{Step, thematic_lines};

use super::folders::{self, Ready};
use super::sheet::{Grid, Sheet, grouped};
use super::{ExperimentError, Plan, trainings};

/// Games of a match of the source.
pub const SOURCE_GAMES: f64 = 20.0;
/// Plies that every game begins with.
const PLIES: usize = 8;
/// All opening codes.
const EVERY: &str = "A00-E99";
/// Different beginnings, as far as there are so many.
const LINES: usize = 1000;

/// Openings to begin with: a name, and the codes that it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Its name.
    pub name: &'static str,
    /// The range of codes; empty for all.
    pub codes: &'static str,
}

impl Theme {
    /// The range of codes; `None` for all.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn range(self) -> Result<Option<(Eco, Eco)>, ExperimentError> {
        match self.codes {
            "" => Ok(None),
            codes => Ok(Some(Filter::parse_eco(codes)?)),
        }
    }
}

/// The French Defence.
pub const FRENCH: Theme = Theme {
    name: "French",
    codes: "C00-C19",
};
/// The King's Indian.
pub const KINGS_INDIAN: Theme = Theme {
    name: "King's Indian",
    codes: "E60-E99",
};
/// The Spanish.
pub const SPANISH: Theme = Theme {
    name: "Spanish",
    codes: "C60-C99",
};
/// The King's Gambit.
pub const KINGS_GAMBIT: Theme = Theme {
    name: "King's Gambit",
    codes: "C30-C39",
};
/// All openings.
pub const ALL: Theme = Theme {
    name: "all",
    codes: "",
};

/// A row of a table of matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// The player whose points are reported. One that meets itself: White's are.
    pub first: &'static str,
    /// Its opponent.
    pub second: &'static str,
    /// The openings.
    pub theme: Theme,
    /// The points of the first that the source reports, of 20.
    pub source: Option<f64>,
}

impl Meeting {
    /// Who plays whom, on what.
    fn title(&self) -> String {
        format!("{} – {}, {}", self.first, self.second, self.theme.name)
    }
}

/// A shorthand for tables.
#[must_use]
pub const fn meeting(
    first: &'static str,
    second: &'static str,
    theme: Theme,
    source: Option<f64>,
) -> Meeting {
    Meeting {
        first,
        second,
        theme,
        source,
    }
}

/// Plays a table of matches.
///
/// # Errors
///
/// When a player cannot be learnt, the archive has no such openings, a file cannot be written, or
/// the stop test says yes; games that were finished are kept.
pub fn run(name: &str, meetings: &[Meeting], plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let usual = Terms {
        games: plan.games,
        nodes: plan.nodes,
        lines: LINES,
    };
    under(&usual, name, meetings, plan)
}

/// Under which terms a match is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Its games.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Different beginnings at most.
    pub lines: usize,
}

/// Plays a table of matches under other terms than the usual ones.
///
/// # Errors
///
/// As [`run`].
pub fn under(
    terms: &Terms,
    name: &str,
    meetings: &[Meeting],
    plan: &Plan<'_>,
) -> Result<Sheet, ExperimentError> {
    let mut grid = Grid::new(
        "",
        &[
            "openings",
            "players",
            "games",
            "points of 20",
            "source",
            "Elo",
            "LOS",
        ],
    );
    let mut rows = Vec::new();
    let mut notes = conditions(terms, plan)?;
    let mut refused = None;
    for meeting in meetings {
        let (players, summary) = match played((name, terms), meeting, plan) {
            Ok(played) => played,
            Err(ExperimentError::Interrupted) => return Err(ExperimentError::Interrupted),
            // What these games cannot serve is said, and the other matches are played.
            Err(error) => {
                notes.push(format!("Not played: {}: {error}.", meeting.title()));
                refused = refused.or(Some(error));
                continue;
            }
        };
        let mut tally = summary.tally();
        if meeting.first == meeting.second {
            tally = summary.standings.first_side;
            notes.push(whites_points(meeting.theme, &tally, plan)?);
        }
        let names = players.map(|player| player.shown);
        grid.rows.push(cells(meeting, &names, &tally));
        rows.push(row_json(meeting, &names, &tally, &summary));
    }
    if let Some(error) = refused.filter(|_| rows.is_empty()) {
        return Err(error);
    }
    let mut data = json!({"rows": rows, "nodes": terms.nodes, "profile": plan.profile});
    if let Some(note) = trainings::note(meetings, plan) {
        notes.push(note);
        data["training"] = json!(plan.training);
    }
    Ok(Sheet {
        notes,
        grids: vec![grid],
        charts: Vec::new(),
        data,
    })
}

/// The players of a match, who learn first, and what came of it.
fn played(
    match_of: (&str, &Terms),
    meeting: &Meeting,
    plan: &Plan<'_>,
) -> Result<([Ready; 2], Summary), ExperimentError> {
    let players = [
        folders::ready(meeting.first, plan)?,
        folders::ready(meeting.second, plan)?,
    ];
    let summary = one(match_of, &players, meeting.theme, plan)?;
    Ok((players, summary))
}

/// How many games of a player against itself count, and what the games of the archive give White on
/// the same openings, beside what it made of them.
fn whites_points(theme: Theme, tally: &Tally, plan: &Plan<'_>) -> Result<String, ExperimentError> {
    let range = theme
        .range()?
        .map_or_else(|| Filter::parse_eco(EVERY), Ok)?;
    let games = plan.archive.results_by(&[range])?;
    let share = games.first().map_or(0.0, |games| {
        (games.white as f64 + games.draws as f64 / 2.0) / games.games().max(1) as f64
    });
    let points = SOURCE_GAMES * share;
    let within = tally.estimate().and_then(|estimate| {
        let error = estimate.score_error?;
        Some(if (estimate.score - share).abs() <= error {
            "within the error of the match"
        } else {
            "beyond the error of the match"
        })
    });
    let within = within.map_or(String::new(), |within| format!(", {within}"));
    Ok(format!(
        "{}: {} of the games played are different, and those count; the games of the archive give \
         White {points:.2} of 20{within}.",
        theme.name, tally.games
    ))
}

fn conditions(terms: &Terms, plan: &Plan<'_>) -> Result<Vec<String>, ExperimentError> {
    let held_out = folders::samples(plan).held_out()?.len() as u64;
    Ok(vec![
        format!(
            "{} nodes a move, search `{}`; whoever learns from the archive learns from {} of its \
             games at most; every two games begin with the same {PLIES} plies of a game of it.",
            grouped(terms.nodes),
            plan.profile,
            grouped(plan.archive.games() - held_out)
        ),
        "Games unfinished after 50 moves are shared by the rule of the source. Points are scaled \
         to 20 games, ± is half a 95% interval; the source's 20 games have ±4 or so. LOS is the \
         chance that the first is the better one."
            .to_string(),
    ])
}

/// Points of 20 games, with their error where the games are enough for one.
fn points_text(tally: &Tally) -> String {
    let Some(estimate) = tally.estimate() else {
        return "–".to_string();
    };
    let points = SOURCE_GAMES * estimate.score;
    let error = estimate.score_error.filter(|_| tally.is_enough());
    let error = error.map_or(String::new(), |error| {
        format!(" ±{:.2}", SOURCE_GAMES * error)
    });
    format!("{points:.2}–{:.2}{error}", SOURCE_GAMES - points)
}

fn cells(meeting: &Meeting, [first, second]: &[String; 2], tally: &Tally) -> Vec<String> {
    let source = meeting.source.map_or("–".to_string(), |points| {
        format!("{points:.2}–{:.2}", SOURCE_GAMES - points)
    });
    let known = tally.estimate().filter(|_| tally.is_enough());
    let elo = known.and_then(|known| known.elo.zip(known.elo_error));
    let elo = elo.map_or("–".to_string(), |(elo, error)| {
        format!("{elo:+.0} ±{error:.0}")
    });
    let los = known.map_or("–".to_string(), |known| {
        format!("{:.1}%", 100.0 * known.los)
    });
    vec![
        meeting.theme.name.to_string(),
        format!("{first} – {second}"),
        tally.games.to_string(),
        points_text(tally),
        source,
        elo,
        los,
    ]
}

fn row_json(meeting: &Meeting, names: &[String; 2], tally: &Tally, summary: &Summary) -> Value {
    let mut row = tally_json(tally);
    let error = tally.estimate().and_then(|estimate| estimate.score_error);
    row["score_error"] = json!(error);
    if !tally.is_enough() {
        for field in ["score_error", "elo_error", "nelo_error", "los"] {
            row[field] = Value::Null;
        }
    }
    row["players"] = json!(names);
    row["openings"] = json!(meeting.theme.name);
    row["source"] = json!(meeting.source.map(|points| points / SOURCE_GAMES));
    row["different_games"] = json!(summary.standings.different_games());
    row
}

/// Plays one match, or goes on with it.
fn one(
    (name, terms): (&str, &Terms),
    players: &[Ready; 2],
    theme: Theme,
    plan: &Plan<'_>,
) -> Result<Summary, ExperimentError> {
    let [first, second] = players;
    let contestants = [contestant(first, plan)?, contestant(second, plan)?];
    let title = format!("{} – {}, {}", first.shown, second.shown, theme.name);
    let folder = plan.work.join("matches");
    std::fs::create_dir_all(&folder).map_err(|error| ExperimentError::file(&folder, error))?;
    // Players that have learnt something else since, and other archives, have logs of their own.
    let identities = json!([&contestants[0].identity, &contestants[1].identity]);
    let file = format!(
        "{}-{}-{}-{}-{}-{}-{}.log",
        first.shown,
        second.shown,
        theme.name.to_lowercase().replace([' ', '\''], ""),
        plan.profile,
        terms.nodes,
        plan.seed,
        plan.mark(&identities)
    );
    let config = MatchConfig {
        games: terms.games,
        control: Control {
            nodes: Some(terms.nodes),
            ..Control::default()
        },
        adjudication: Adjudication::named("thesis").map_err(ExperimentError::Input)?,
        book: book(theme, terms.lines, plan)?,
        concurrency: plan.concurrency,
        seed: plan.seed,
        event: format!("Experiment {name}"),
        log: Some(folder.join(file)),
        // So that the stop test is looked at in the middle of games.
        move_events: true,
        ..MatchConfig::default()
    };
    attempt(&title, &contestants, &config, plan)
        .map_err(|error| ExperimentError::Input(error.to_string()))
        .and_then(|summary| match summary.interrupted {
            true => Err(ExperimentError::Interrupted),
            false => Ok(summary),
        })
}

fn attempt(
    title: &str,
    contestants: &[Contestant<'_, ChessReferee>],
    config: &MatchConfig,
    plan: &Plan<'_>,
) -> Result<Summary, MatchError> {
    let stop = Stop::new();
    let finished = Cell::new(0);
    let mut sink = |event: &Event<'_>| {
        match event {
            Event::MatchStarted { resumed, .. } => finished.set(*resumed as u64),
            Event::GameFinished { .. } => finished.set(finished.get() + 1),
            _ => {}
        }
        if !matches!(event, Event::Move { .. }) {
            let doing = format!("games, {title}");
            (plan.tell)(Step::new(&doing, finished.get(), config.games));
        }
        if (plan.stop)() {
            stop.now();
        }
    };
    play(
        &ChessDiscipline::default(),
        contestants,
        None,
        config,
        &mut sink,
        &stop,
    )
}

/// A player with what it has learnt.
///
/// # Errors
///
/// If nobody is called that, or it has not learnt yet.
pub fn contestant(
    ready: &Ready,
    plan: &Plan<'_>,
) -> Result<Contestant<'static, ChessReferee>, ExperimentError> {
    let others = Settings {
        player_dir: Some(ready.place.clone()),
        ..Settings::default()
    };
    let settings = player_settings(&format!("{}@{}", ready.player, plan.profile), others);
    let name = format!("{}@{}", ready.shown, plan.profile);
    let settings = settings.map_err(|error| ExperimentError::Input(error.to_string()))?;
    let identity = settings.identity(&name);
    let shown = name.clone();
    let mut contestant = Contestant::new(name.clone(), move |stop: &Stop| {
        let stop = stop.clone();
        let ended = Arc::new(move || stop.is_now());
        let player = EnginePlayer::new(shown.clone(), settings.clone(), ended);
        Ok(Box::new(player) as Box<dyn Player<ChessReferee>>)
    });
    contestant.identity = identity;
    Ok(contestant)
}

/// Beginnings of a theme, as they are drawn: fewer of them are the first of more.
///
/// # Errors
///
/// When the archive has none.
pub fn beginnings(
    theme: Theme,
    most: usize,
    plan: &Plan<'_>,
) -> Result<Vec<Opening>, ExperimentError> {
    let openings = thematic_lines(plan.archive, theme.range()?, PLIES, most, plan.seed)?;
    if openings.is_empty() {
        return Err(ExperimentError::Input(format!(
            "{}: no game with the opening codes {} has more than {PLIES} plies",
            plan.archive.folder().display(),
            theme.codes
        )));
    }
    Ok(openings)
}

fn book(theme: Theme, most: usize, plan: &Plan<'_>) -> Result<Book, ExperimentError> {
    Ok(Book {
        openings: beginnings(theme, most, plan)?,
        ..Book::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_games_have_points_and_nothing_more() {
        let row = meeting("opta3", "reference", FRENCH, None);
        let names = ["opta3", "reference"].map(str::to_string);
        let mut tally = Tally::default();
        for points in [1.0, 0.5, 0.0, 1.0, 0.5, 1.0, 0.0, 0.5] {
            tally.add_game(points);
        }
        for pair in [1.5, 1.0, 1.5, 0.5] {
            tally.add_pair(pair);
        }
        assert_eq!(
            cells(&row, &names, &tally)[3..],
            ["11.25–8.75", "–", "–", "–"].map(str::to_string)
        );
        tally.add_game(1.0);
        tally.add_game(0.0);
        tally.add_pair(1.0);
        let shown = cells(&row, &names, &tally);
        assert!(shown[3].starts_with("11.00–9.00 ±"), "{shown:?}");
        assert!(shown[6].ends_with('%'), "{shown:?}");
    }
}
