//! `learn profile`, and what can be done with profiles: look at them, merge them, forget games.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use zermelo_draw::{Block, Section, html_page};
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_game::Side;
use zermelo_kriegspiel::profile::{Class, LAST_MOVE, OPPONENT_GAMES, PRIOR_GAMES, Profile};
use zermelo_kriegspiel::replay::{heat_map, matrices_text, sheet, side_word};
use zermelo_kriegspiel::{Transcript, side_name};
use zermelo_learn::profile::{self, Choice, FEW_GAMES, KIND, Source};

use super::learn::{describe, failure, user_folder};
use crate::args::{LearnForgetArgs, LearnInspectArgs, LearnProfileArgs};
use crate::output::{self, Format};
use crate::report::{VERSION, counted, named};
use crate::{Failure, Io};

/// Moves of a page of heat maps.
const SHOWN: [u32; 9] = [1, 3, 6, 10, 15, 20, 30, 45, 60];

/// Runs `learn profile`.
pub fn run(args: &LearnProfileArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let begun = Instant::now();
    let sources = sources(&args.files, io)?;
    let choice = Choice {
        opponent: args.opponent.clone(),
        hold_out: args.hold_out,
    };
    let output = match &args.output {
        Some(output) => output.clone(),
        None => user_folder(KIND)?,
    };
    let folder = profile::learn(&sources, &choice, &output).map_err(failure)?;
    let odd = sources.iter().flat_map(|source| &source.games);
    let odd = odd.filter(|game| game.fen().is_some()).count() as u64;
    if odd > 0 {
        let games = counted(odd, "game");
        io.message(format!(
            "zermelo: {games} from positions of their own passed over"
        ));
    }
    let sides = folder.figures["sides"].as_u64().unwrap_or(0);
    if sides < FEW_GAMES {
        io.message(format!(
            "zermelo: learnt from {} of a game only: what was seen is mixed with {}",
            counted(sides, "side"),
            match args.opponent {
                Some(_) => format!("{OPPONENT_GAMES} games of everybody"),
                None => format!("{PRIOR_GAMES} games of no profile"),
            }
        ));
    }
    told(&folder, begun, args.json, io)
}

/// Reads files of games; one that cannot be read is named with its line.
pub(super) fn sources(files: &[PathBuf], io: &mut Io<'_>) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    let (mut seen, mut again) = (BTreeSet::new(), 0);
    for path in files {
        let shown = path.display();
        let text = io.text(path)?;
        let mut games = Transcript::parse_all(&text)
            .map_err(|error| Failure::Input(format!("{shown}: {error}")))?;
        let all = games.len();
        games.retain(|game| seen.insert(profile::identity(game)));
        again += all - games.len();
        // The name alone: equal games in another place give equal bytes.
        let name = path.file_name().unwrap_or(path.as_os_str());
        sources.push(Source {
            name: name.to_string_lossy().into_owned(),
            games,
        });
    }
    if again > 0 {
        io.message(format!(
            "zermelo: {} there already, and left out",
            match again {
                1 => "1 game was".to_string(),
                _ => format!("{again} games were"),
            }
        ));
    }
    Ok(sources)
}

/// Says what a folder is now, and how long that took.
pub(super) fn told(
    folder: &PlayerFolder,
    begun: Instant,
    as_json: bool,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if as_json {
        let counted = profile::counted(folder).map_err(Failure::input)?;
        let games = folder.origin.get("held_out").and_then(Value::as_u64);
        let held_out = folder
            .figures
            .get("held_out")
            .filter(|held| held.is_object());
        let unjudged = json!({"games": games.unwrap_or(0)});
        return io.json(&json!({
            "kind": folder.kind,
            "samples": counted.games.len(),
            "seconds": begun.elapsed().as_secs_f64(),
            "origin": folder.origin,
            "figures": folder.figures,
            "held_out": held_out.unwrap_or(&unjudged),
            "output": named(&folder.path),
            "version": VERSION,
        }));
    }
    io.line(folder.path.display().to_string())?;
    describe(folder, io)
}

/// Takes games out of a profile.
pub fn forget(
    folder: &PlayerFolder,
    args: &LearnForgetArgs,
    output: &Path,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if folder.kind != KIND || args.files.is_empty() {
        return Err(Failure::Input(format!(
            "{}: expected a profile and files of Kriegspiel games, or another folder with \
             --feedback or --archive",
            folder.path.display()
        )));
    }
    let begun = Instant::now();
    let sources = sources(&args.files, io)?;
    let games: Vec<Transcript> = sources.into_iter().flat_map(|s| s.games).collect();
    let folder = profile::forget(folder, &games, output).map_err(failure)?;
    told(&folder, begun, args.json, io)
}

/// Shows a profile as heat maps.
pub fn inspect(
    folder: &PlayerFolder,
    args: &LearnInspectArgs,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if args.position.fen.is_some() || args.position.play.is_some() {
        return Err(Failure::Input(
            "--fen and --play: a profile knows no positions; --move says after which move"
                .to_string(),
        ));
    }
    let profile = profile::counted(folder).map_err(Failure::input)?.profile();
    let moves = args.after.min(LAST_MOVE as u32);
    if let Some(path) = &args.output {
        let text = match output::format_of(path)? {
            Format::Svg => pictures(&profile, moves),
            Format::Html => page(folder, &profile),
            _ => {
                return Err(Failure::Input(format!(
                    "`{}`: expected a file name ending in .svg or .html",
                    path.display()
                )));
            }
        };
        return output::write(path, &text);
    }
    if args.json {
        let men = Side::BOTH.map(|side| {
            let classes = Class::ALL.map(|class| {
                let matrix = profile.matrix(side, class, moves).to_vec();
                (class.word().to_string(), json!(matrix))
            });
            (
                side_name(side).to_string(),
                Value::Object(classes.into_iter().collect()),
            )
        });
        return io.json(&json!({
            "kind": folder.kind,
            "made_by": folder.made_by,
            "origin": folder.origin,
            "figures": folder.figures,
            "move": moves,
            "men": Value::Object(men.into_iter().collect()),
            "input": named(&args.folder),
            "version": VERSION,
        }));
    }
    describe(folder, io)?;
    for side in Side::BOTH {
        io.line(format!("\n{} after move {moves}", side_word(side)))?;
        let columns = Class::ALL.map(|class| (class.word(), profile.matrix(side, class, moves)));
        io.line(matrices_text(&columns).trim_end())?;
    }
    Ok(())
}

/// The heat maps of a move, as one picture.
fn pictures(profile: &Profile, moves: u32) -> String {
    let rows = Side::BOTH.map(|side| {
        Class::ALL.map(|class| {
            let title = format!("{} after move {moves}: {}", side_word(side), class.word());
            heat_map(title, profile.matrix(side, class, moves), &[None; 64])
        })
    });
    sheet(&rows)
}

/// The heat maps of a whole game.
fn page(folder: &PlayerFolder, profile: &Profile) -> String {
    let whose = folder.origin.get("opponent").and_then(Value::as_str);
    let title = format!("Profile of {}", whose.unwrap_or("everybody"));
    let sections = SHOWN.map(|moves| Section {
        heading: format!("After move {moves}"),
        blocks: vec![Block::Svg(pictures(profile, moves))],
    });
    html_page(&title, &sections)
}

/// How far profiles are apart.
pub fn men_json(men: &[(Side, Class, f64)]) -> Value {
    let men = men.iter().map(|(side, class, men)| {
        json!({"side": side_name(*side), "class": class.word(), "elsewhere": men})
    });
    men.collect()
}
