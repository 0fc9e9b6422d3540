//! `demo`: a tour of what there is, offline, in under 20 seconds. It grows with the project.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zermelo_draw::{Block, Section, html_page};
use zermelo_game::{Game, Notation, Outcome, Side};
use zermelo_games::{ConnectFour, Drawn, ExplicitTree, Grundy};
use zermelo_kriegspiel::Transcript;
use zermelo_kriegspiel::replay::scenes;
use zermelo_players::Searchable;
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Limits, Params, WHOLE_TREE};

use super::demo_chess;
use crate::args::DemoArgs;
use crate::report::{VERSION, grouped, line_text};
use crate::show::SearchTree;
use crate::{Failure, Io, interrupt, output, solution};

/// Nodes each player may use for a move of the short game.
const NODES_PER_MOVE: u64 = 60_000;

/// Runs the command.
pub fn run(args: &DemoArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let begun = Instant::now();
    interrupt::install();
    if !matches!(output::format_of(&args.output), Ok(output::Format::Html)) {
        return Err(Failure::Input(format!(
            "`-o {}`: expected a file name ending in .html",
            args.output.display()
        )));
    }
    output::check(&args.output)?;
    let sections = if args.json {
        io.silently(sections)?
    } else {
        // The report is written whether or not somebody reads along.
        io.whoever_listens(sections)?
    };
    let page = html_page("Zermelo: a tour", &sections);
    output::write(&args.output, &page)?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        io.json(&object(&sections, args, seconds))?;
    } else {
        io.line(format!(
            "\nThe same with pictures: {} ({seconds:.1} s)",
            args.output.display()
        ))?;
        io.line(
            "Next: zermelo serve (a web page), zermelo play chess, zermelo kriegspiel play, zermelo \
             tree --help",
        )?;
    }
    if interrupt::asked() {
        return Err(Failure::Check(
            "interrupted: the tour is not complete; `zermelo demo` begins again".to_string(),
        ));
    }
    Ok(())
}

/// The parts of the tour, as far as it is not interrupted.
fn sections(io: &mut Io<'_>) -> Result<Vec<Section>, Failure> {
    let parts = [
        demo_chess::openings,
        demo_chess::learning,
        pruned_tree,
        whole_family,
        solved_game,
        short_game,
        blind_game,
    ];
    let mut sections = Vec::new();
    for part in parts {
        if !interrupt::asked() {
            sections.push(part(io)?);
        }
    }
    Ok(sections)
}

/// What the tour told, without the pictures.
fn object(sections: &[Section], args: &DemoArgs, seconds: f64) -> Value {
    let parts = sections.iter().map(|section| {
        let texts = section.blocks.iter().filter_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let tables = section.blocks.iter().filter_map(|block| match block {
            Block::Table { head, rows } => Some(json!({"head": head, "rows": rows})),
            _ => None,
        });
        json!({
            "heading": section.heading,
            "text": texts.collect::<Vec<_>>(),
            "tables": tables.collect::<Vec<_>>(),
        })
    });
    json!({
        "sections": parts.collect::<Vec<_>>(),
        "report": args.output.display().to_string(),
        "seconds": seconds,
        "version": VERSION,
    })
}

pub(super) fn heading(io: &mut Io<'_>, text: &str) -> Result<(), Failure> {
    let text = io.bold(text);
    io.line(format!("\n{text}"))?;
    io.flush()
}

/// Grundy's game with seven coins: the proof that the mover loses.
fn solved_game(io: &mut Io<'_>) -> Result<Section, Failure> {
    let title = "5. A solved game";
    heading(io, title)?;
    let text = "Grundy's game: split a pile into two unequal parts; who cannot move loses. With 7 coins \
                the player to move loses, and this tree proves it: every move is answered.";
    io.line(text)?;
    let game = Grundy::parse("7").map_err(Failure::input)?;
    let (_, solved) = game.solve(Algorithm::AndOr, 0, Limits::default());
    let solved = solved.ok_or_else(|| Failure::Check("the proof was stopped".to_string()))?;
    let tree = solution::drawing(&game, solved.decisive(), game.side(), 100, String::new());
    io.line(tree.text().trim_end())?;
    Ok(Section {
        heading: title.to_string(),
        blocks: vec![Block::Text(text.to_string()), Block::Svg(tree.svg())],
    })
}

/// The slides' tree with a deep cut-off, and a sentence for every cut.
fn pruned_tree(io: &mut Io<'_>) -> Result<Section, Failure> {
    let title = "3. A pruned tree, with its reasons";
    heading(io, title)?;
    let game = ExplicitTree::parse("((3 5)(((0 9) 5)(7 8)(9)))").map_err(Failure::input)?;
    let mut recorder = Recorder::new(100);
    let params = Params::default();
    let answer = game.search(
        Algorithm::AlphaBeta,
        None,
        &params,
        Limits::default(),
        &mut recorder,
    );
    let text = format!(
        "Alpha-beta on {}: value {}, {} of {} leaves.",
        game.notation(),
        answer.value,
        answer.counts.leaves,
        game.leaf_count()
    );
    io.line(&text)?;
    let mut blocks = vec![Block::Text(text)];
    if let Some(tree) = SearchTree::new(
        &game,
        &recorder,
        &answer.pv,
        Side::First,
        100,
        String::new(),
    ) {
        let drawing = tree.drawing();
        io.line(drawing.text().trim_end())?;
        blocks.push(Block::Svg(drawing.svg()));
    }
    Ok(Section {
        heading: title.to_string(),
        blocks,
    })
}

/// Every exact algorithm on the same random tree.
fn whole_family(io: &mut Io<'_>) -> Result<Section, Failure> {
    let title = "4. One tree, every algorithm";
    heading(io, title)?;
    let game =
        zermelo_games::UniformTree::parse("4x8 seed=1 values=1000").map_err(Failure::input)?;
    let text = "A random tree of width 4 and height 8: the same value from every exact algorithm, \
                at different cost.";
    io.line(text)?;
    let head = ["algorithm", "value", "leaves", "cut-offs"]
        .map(String::from)
        .to_vec();
    let mut rows = Vec::new();
    for &algorithm in Algorithm::ALL.iter().filter(|a| a.is_exact()) {
        let answer = game.search(
            algorithm,
            None,
            &Params::default(),
            Limits::default(),
            &mut Recorder::new(0),
        );
        let cutoffs = answer.counts.cutoffs;
        let row = vec![
            algorithm.to_string(),
            answer.value.to_string(),
            grouped(answer.counts.leaves),
            grouped(cutoffs.shallow + cutoffs.deep + cutoffs.window),
        ];
        io.line(format!(
            "  {:20} {:>6} {:>9} leaves {:>9} cut-offs",
            row[0], row[1], row[2], row[3]
        ))?;
        rows.push(row);
    }
    Ok(Section {
        heading: title.to_string(),
        blocks: vec![Block::Text(text.to_string()), Block::Table { head, rows }],
    })
}

/// Connect Four: alpha-beta in its iterated form against Monte Carlo, equal nodes.
fn short_game(io: &mut Io<'_>) -> Result<Section, Failure> {
    let title = "6. A short game";
    heading(io, title)?;
    let text = format!(
        "Connect Four, iterative deepening (x) against Monte Carlo tree search (o), {} nodes a move.",
        grouped(NODES_PER_MOVE)
    );
    io.line(&text)?;
    let mut game = ConnectFour::default();
    let mut played = Vec::new();
    let deadline = Instant::now() + Duration::from_secs(10);
    while game.outcome().is_none() && Instant::now() < deadline && !interrupt::asked() {
        let algorithm = match game.side() {
            Side::First => Algorithm::IterativeDeepening,
            Side::Second => Algorithm::Mcts,
        };
        let params = Params {
            mcts_iterations: i64::from(i32::MAX),
            mcts_outcome: 1,
            ..Params::default()
        };
        let limits = Limits {
            nodes: NODES_PER_MOVE,
            ..Limits::default()
        };
        let answer = game.search(
            algorithm,
            Some(WHOLE_TREE - 1),
            &params,
            limits,
            &mut Recorder::new(0),
        );
        let Some(&m) = answer.pv.first() else { break };
        played.push(m);
        game.play(m);
    }
    let mut line = line_text(&ConnectFour::default(), &played).join(" ");
    if line.is_empty() {
        line = "no move".to_string();
    }
    let result = match game.outcome() {
        Some(Outcome::Win(Side::First)) => "x wins",
        Some(Outcome::Win(Side::Second)) => "o wins",
        Some(Outcome::Draw) => "a draw",
        None => "unfinished",
    };
    let told = format!("{line}: {result}.");
    io.line(game.to_string().trim_end())?;
    io.line(&told)?;
    Ok(Section {
        heading: title.to_string(),
        blocks: vec![
            Block::Text(text),
            Block::Svg(game.picture().svg()),
            Block::Text(told),
        ],
    })
}

/// Kriegspiel: a position with what each side sees, hears and believes.
fn blind_game(io: &mut Io<'_>) -> Result<Section, Failure> {
    let title = "7. Chess without seeing the other side";
    heading(io, title)?;
    let text = "Kriegspiel: each side sees its own men only; an umpire, who sees all, tells captures, \
                checks and pawn tries. After 1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5 White hears of a check \
                on the file, and not who gives it.";
    io.line(text)?;
    let game = "1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 d5e5 *";
    let game = Transcript::parse(game).map_err(Failure::input)?;
    let mut blocks = vec![Block::Text(text.to_string())];
    if let Some(scene) = scenes(&game).last() {
        io.line(scene.text(false).trim_end())?;
        io.line(scene.belief_text(Side::First).trim_end())?;
        blocks.push(Block::Svg(scene.svg()));
    }
    Ok(Section {
        heading: title.to_string(),
        blocks,
    })
}
