//! `tree --compare`: what every algorithm costs, by the order of the moves and the depth.
//!
//! The same position is searched by every algorithm that searches to a depth, with the moves in
//! four orders (natural, reversed, best first by static evaluation, random with a seed), to depth
//! 1, 2, … up to `--depth` or the end of the game. Retrograde analysis and the proof searches know
//! no depth and playouts have no size of their own: they are left out. Evaluations made only to
//! order the moves are not counted.

use std::path::Path;

use serde_json::{Value, json};
use zermelo_games::find_game;
use zermelo_players::{Order, SearchVisitor, Searchable, with_searchable};
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Params};

use super::compare_picture;
use crate::args::TreeArgs;
use crate::output::{self, Format};
use crate::report::{VERSION, grouped, number};
use crate::{Failure, Io, interrupt, setup};

/// The games compared when none is named, and how deep.
const SEVERAL: [(&str, Option<&str>, u32); 5] = [
    ("tictactoe", None, 5),
    ("connect4", None, 5),
    ("othello", None, 4),
    ("draughts", None, 4),
    ("uniform", Some("3x6"), 6),
];

/// Plies searched in a game unless the user says otherwise.
const DEPTH: u32 = 4;

/// Plies searched in a tree, which usually ends before.
const TREE_DEPTH: u32 = 8;

/// Nodes that one search may visit unless the user says otherwise.
const MOST_NODES: u64 = 1_000_000;

/// One search.
pub struct Row {
    /// Plies.
    pub depth: u32,
    /// The order of the moves.
    pub order: Order,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Nodes visited.
    pub nodes: u64,
    leaves: u64,
    evaluations: u64,
    value: String,
    /// Whether it came to its end.
    pub finished: bool,
}

/// All searches of one game.
pub struct Table {
    /// The game.
    pub game: &'static str,
    /// The position searched.
    pub position: String,
    /// The searches, by depth, then order, then algorithm.
    pub rows: Vec<Row>,
    /// Why there are not as many depths as were asked for, if something ended them early.
    pub ended: Option<String>,
}

impl Table {
    /// The deepest depth of which all searches were made.
    pub fn deepest(&self) -> u32 {
        self.rows.last().map_or(0, |row| row.depth)
    }

    /// One search.
    pub fn row(&self, depth: u32, order: &str, algorithm: Algorithm) -> Option<&Row> {
        self.rows.iter().find(|row| {
            row.depth == depth && row.order.to_string() == order && row.algorithm == algorithm
        })
    }
}

/// The four orders of the moves.
pub fn orders(seed: u64) -> [Order; 4] {
    [
        Order::Natural,
        Order::Reversed,
        Order::Static,
        Order::Random(seed),
    ]
}

/// The algorithms that search to a depth.
pub fn algorithms() -> Vec<Algorithm> {
    let fits = |a: &Algorithm| !a.needs_whole_tree() && *a != Algorithm::Mcts;
    Algorithm::ALL.iter().copied().filter(fits).collect()
}

/// Why algorithms are missing.
const LEFT_OUT: &str = "retrograde, and-or and proof-number know no depth, and the playouts of mcts have no size of their own";

/// Runs the command.
pub fn run(args: &TreeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    match args.output.as_deref() {
        Some(path) if path != Path::new("-") => {
            format_of(path)?;
            output::check(path)?;
            io.whoever_listens(|io| compare(args, io))
        }
        _ => compare(args, io),
    }
}

/// The format of the file; there is no graph to draw.
fn format_of(path: &Path) -> Result<Format, Failure> {
    let format = output::format_of(path).ok();
    format
        .filter(|format| *format != Format::Dot)
        .ok_or_else(|| {
            Failure::Input(format!(
                "`-o {}`: expected a file name ending in .svg, .html, .txt or .json, or `-`",
                path.display()
            ))
        })
}

fn compare(args: &TreeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let format = args.output.as_deref().map(format_of).transpose()?;
    let games: Vec<(&'static str, Option<String>, u32)> = match args.game() {
        Some(game) => {
            let game = setup::given(game, io)?;
            let (name, position) = setup::game_and_position(&game, args.limits.seed);
            let name = find_game(&name).map_err(Failure::input)?.name;
            let most = if setup::is_tree(name) {
                TREE_DEPTH
            } else {
                DEPTH
            };
            vec![(name, position, most)]
        }
        None => {
            let several = SEVERAL.iter();
            several
                .map(|&(name, position, depth)| (name, position.map(String::from), depth))
                .collect()
        }
    };
    if format == Some(Format::Svg) && games.len() > 1 {
        return Err(Failure::Input(
            "`--compare` draws one game as .svg and any number as .html; .txt and .json take the tables".to_string(),
        ));
    }
    if args.limits.depth == Some(0) {
        return Err(Failure::Input(
            "`--compare` needs a `--depth` of at least 1".to_string(),
        ));
    }
    let params = setup::params(&args.limits)?;
    let mut tables = Vec::new();
    for (name, position, most) in games {
        let comparison = Comparison {
            name,
            most: args.limits.depth.unwrap_or(most),
            args,
            params: &params,
        };
        let waiting = io.patience("comparing");
        let table =
            with_searchable(name, position.as_deref(), comparison).map_err(Failure::input)?;
        drop(waiting);
        if !args.json && args.output.as_deref() != Some(Path::new("-")) {
            io.line(text(&table, params.seed))?;
            io.flush()?;
        }
        tables.push(table);
        if interrupt::asked() {
            break;
        }
    }
    if args.json {
        io.json(&object(&tables, params.seed))?;
    }
    match (&args.output, format) {
        (Some(path), Some(_)) if args.json && path == Path::new("-") => {}
        (Some(path), Some(format)) => output::write(path, &file(&tables, params.seed, format))?,
        _ => {}
    }
    if interrupt::asked() {
        return Err(Failure::Check(
            "interrupted: only finished depths are shown".to_string(),
        ));
    }
    Ok(())
}

/// The comparison as a file holds it.
fn file(tables: &[Table], seed: i64, format: Format) -> String {
    let texts = || tables.iter().map(|table| text(table, seed));
    match format {
        Format::Json => format!("{:#}\n", object(tables, seed)),
        Format::Html => compare_picture::page(tables, |table| text(table, seed)),
        Format::Svg => tables
            .first()
            .map(compare_picture::plot)
            .unwrap_or_default(),
        Format::Text | Format::Dot => texts().collect::<Vec<_>>().join("\n") + "\n",
    }
}

struct Comparison<'a> {
    name: &'static str,
    most: u32,
    args: &'a TreeArgs,
    params: &'a Params,
}

impl SearchVisitor for Comparison<'_> {
    type Output = Table;

    fn visit<G: Searchable>(self, game: G) -> Table {
        let mut table = Table {
            game: self.name,
            position: game.notation(),
            rows: Vec::new(),
            ended: None,
        };
        for depth in 1..=self.most {
            let rows = self.to_depth(&game, depth);
            if interrupt::asked() {
                // What is not complete is not shown.
                table.ended = Some(format!("interrupted at depth {depth}"));
                break;
            }
            let unfinished = rows.iter().any(|row| !row.finished);
            if unfinished && depth < self.most {
                table.ended = Some(format!(
                    "not deeper than {depth}, where searches marked > met their limit (--nodes, --movetime)"
                ));
            }
            let whole = rows
                .iter()
                .all(|row| row.algorithm != Algorithm::Minimax || row.evaluations == 0);
            table.rows.extend(rows);
            if unfinished || whole {
                break; // deeper there is nothing more to see
            }
        }
        table
    }
}

impl Comparison<'_> {
    fn to_depth<G: Searchable>(&self, game: &G, depth: u32) -> Vec<Row> {
        let mut rows = Vec::new();
        for order in orders(self.params.seed as u64) {
            for algorithm in algorithms() {
                let stop = interrupt::after(setup::movetime(&self.args.limits));
                let mut limits = setup::limits(&self.args.limits, &stop);
                limits.nodes = self.args.limits.nodes.unwrap_or(MOST_NODES);
                let mut silent = Recorder::new(0);
                let answer = game.search_in_order(
                    algorithm,
                    order,
                    Some(depth),
                    self.params,
                    limits,
                    &mut silent,
                );
                let flipped = game.side() != setup::reference_side(self.name, game);
                let value = if flipped { -answer.value } else { answer.value };
                rows.push(Row {
                    depth,
                    order,
                    algorithm,
                    nodes: answer.counts.nodes(),
                    leaves: answer.counts.leaves,
                    evaluations: answer.counts.evaluations,
                    value: game.value_text(value),
                    finished: answer.stopped.is_none(),
                });
                if interrupt::asked() {
                    return rows;
                }
            }
        }
        rows
    }
}

fn cell(row: Option<&Row>) -> String {
    match row {
        None => "-".to_string(),
        Some(row) if row.finished => grouped(row.nodes),
        Some(row) => format!(">{}", grouped(row.nodes)),
    }
}

/// Two tables of a game: by order at the deepest depth, and by depth in natural order.
fn text(table: &Table, seed: i64) -> String {
    let deepest = table.deepest();
    let names: Vec<String> = orders(seed as u64).map(|order| order.to_string()).to_vec();
    let position: String = table.position.chars().take(60).collect();
    let mut text = format!(
        "{} {position}: nodes to depth {deepest}, by the order of the moves (random: seed {seed})\n{:20}",
        table.game, "algorithm"
    );
    names
        .iter()
        .for_each(|name| text += &format!(" {name:>12}"));
    for algorithm in algorithms() {
        text += &format!("\n{:20}", algorithm.name());
        for name in &names {
            text += &format!(" {:>12}", cell(table.row(deepest, name, algorithm)));
        }
        text += if algorithm.is_exact() {
            ""
        } else {
            "  (not exact)"
        };
    }
    text += &format!(
        "\n\n{} {position}: nodes by depth, moves in natural order\n{:20}",
        table.game, "algorithm"
    );
    (1..=deepest).for_each(|depth| text += &format!(" {depth:>11}"));
    for algorithm in algorithms() {
        text += &format!("\n{:20}", algorithm.name());
        for depth in 1..=deepest {
            text += &format!(" {:>11}", cell(table.row(depth, "natural", algorithm)));
        }
    }
    if let Some(ended) = &table.ended {
        text += &format!("\n({ended})");
    }
    text + &format!("\n(left out: {LEFT_OUT})\n")
}

fn object(tables: &[Table], seed: i64) -> Value {
    let rows = tables.iter().flat_map(|table| {
        table.rows.iter().map(|row| {
            json!({
                "game": table.game,
                "position": table.position,
                "depth": row.depth,
                "order": row.order.to_string(),
                "algorithm": row.algorithm.name(),
                "exact": row.algorithm.is_exact(),
                "value": number(&row.value),
                "nodes": row.nodes,
                "leaves": row.leaves,
                "evaluations": row.evaluations,
                "finished": row.finished,
            })
        })
    });
    let ended: Vec<&String> = tables.iter().filter_map(|t| t.ended.as_ref()).collect();
    json!({
        "rows": rows.collect::<Vec<_>>(),
        "ended": ended,
        "left_out": LEFT_OUT,
        "seed": seed,
        "version": VERSION,
    })
}
