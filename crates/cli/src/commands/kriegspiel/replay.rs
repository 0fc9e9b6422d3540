//! `kriegspiel replay`: a game looked at afterwards.

use std::path::Path;

use serde_json::{Value, json};
use zermelo_draw::{Block, Section, html_page};
use zermelo_game::Notation;
use zermelo_kriegspiel::Transcript;
use zermelo_kriegspiel::replay::{Scene, scenes};

use super::heard;
use crate::args::KriegspielReplayArgs;
use crate::output::{self, Format};
use crate::report::{VERSION, named};
use crate::{Failure, Io};

/// Runs the command.
pub fn run(args: &KriegspielReplayArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(path) = &args.heard {
        return heard::run(args, path, io);
    }
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    if let Some(output) = &args.output {
        is_page(output)?;
        output::apart(&[("the game", Some(path)), ("-o", Some(output))])?;
        output::check(output)?;
    }
    let (shown, text) = (path.display(), io.text(path)?);
    let wanted = usize::try_from(args.game).unwrap_or(usize::MAX);
    let games = Transcript::parse_first(&text, wanted)
        .map_err(|error| Failure::Input(format!("{shown}: {error}")))?;
    let index = wanted.saturating_sub(1);
    let game = games.get(index).ok_or_else(|| {
        let count = games.len();
        Failure::Input(format!("{shown} has {count} games, not {}", args.game))
    })?;
    let mut all = scenes(game);
    if let Some(ply) = args.ply {
        if ply >= all.len() {
            let last = all.len() - 1;
            return Err(Failure::Input(format!(
                "--ply {ply}: the game has {last} plies"
            )));
        }
        all = vec![all.swap_remove(ply)];
    }
    if let Some(path) = &args.output {
        write(path, game, &all)?;
    }
    if args.output.is_some() && !args.json {
        return Ok(());
    }
    if args.json {
        return io.json(&object(args, game, &all));
    }
    for scene in &all {
        io.line(scene.text(args.beliefs))?;
    }
    match game.result().filter(|_| args.ply.is_none()) {
        Some(result) => io.line(format!("result: {result}")),
        None => Ok(()),
    }
}

/// Whether a file is to be a page and not a picture.
fn is_page(path: &Path) -> Result<bool, Failure> {
    match output::format_of(path) {
        Ok(Format::Svg) => Ok(false),
        Ok(Format::Html) => Ok(true),
        _ => Err(Failure::Input(format!(
            "`{}`: expected a file name ending in .svg or .html",
            path.display()
        ))),
    }
}

fn write(path: &Path, game: &Transcript, scenes: &[Scene]) -> Result<(), Failure> {
    let text = match is_page(path)? {
        false => scenes.last().map_or_else(String::new, Scene::svg),
        true => html_page(
            &title(game),
            &scenes.iter().map(section).collect::<Vec<_>>(),
        ),
    };
    output::write(path, &text)
}

fn title(game: &Transcript) -> String {
    let name = |tag: &str, usual: &str| game.tag(tag).unwrap_or(usual).to_string();
    let (white, black) = (name("White", "White"), name("Black", "Black"));
    format!("Kriegspiel: {white} - {black}")
}

fn section(scene: &Scene) -> Section {
    let mut blocks: Vec<Block> = vec![Block::Preformatted(scene.text(false))];
    blocks.push(Block::Svg(scene.svg()));
    Section {
        heading: format!("After {} plies", scene.ply),
        blocks,
    }
}

fn object(args: &KriegspielReplayArgs, game: &Transcript, scenes: &[Scene]) -> Value {
    let scene = |scene: &Scene| {
        let told = scene
            .told
            .each_ref()
            .map(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>());
        let beliefs = [0, 1].map(|side| {
            let belief = &scene.beliefs[side];
            json!({
                "by": scene.sources[side].word(),
                "pawns": belief.pawns.to_vec(), "pieces": belief.pieces.to_vec(),
                "king": belief.king.to_vec(),
            })
        });
        let [to_white, to_black] = told;
        let mut value = json!({
            "ply": scene.ply, "fen": scene.truth.notation(),
            "to_white": to_white, "to_black": to_black,
        });
        if args.beliefs {
            let [white, black] = beliefs;
            value["white_believes"] = white;
            value["black_believes"] = black;
        }
        value
    };
    json!({
        "version": VERSION,
        "file": named(&args.file),
        "rules": game.rules().name,
        "result": game.result().map(|result| result.to_string()),
        "plies": game.plies(),
        "scenes": scenes.iter().map(scene).collect::<Vec<_>>(),
    })
}
