//! `solve`: prove who wins, and show the solution tree.

use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_draw::{Block, Picture, Section, Tree, html_page};
use zermelo_game::{INFINITY, Score};
use zermelo_games::find_game;
use zermelo_players::{SearchVisitor, Searchable, with_searchable};

use crate::args::SolveArgs;
use crate::output::{self, Format};
use crate::report::{Report, grouped, line_text, number};
use crate::solving::Solved;
use crate::{Failure, Io, interrupt, setup, solution, solving};

/// Nodes of a solution tree in JSON at most, unless `--show` asks for more.
const JSON_NODES: usize = 100_000;

/// What the tree of a solver is.
const LINE_ONLY: &str = "The solver gives the score and one line of best play; -a proof-number gives a tree that proves who wins.";

/// Runs the command.
pub fn run(args: &SolveArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = setup::given(args.game.clone(), io)?;
    let (name, position) = setup::game_and_position(&game, args.limits.seed);
    let name = find_game(&name).map_err(Failure::input)?.name;
    let job = Job { name, args, io };
    with_searchable(name, position.as_deref(), job).map_err(Failure::input)?
}

struct Job<'a, 'io> {
    name: &'static str,
    args: &'a SolveArgs,
    io: &'a mut Io<'io>,
}

impl SearchVisitor for Job<'_, '_> {
    type Output = Result<(), Failure>;

    fn visit<G: Searchable>(self, game: G) -> Result<(), Failure> {
        let args = self.args;
        let method = solving::method(
            self.name,
            args.algorithm.as_deref(),
            args.at_least.is_some(),
        )?;
        let params = setup::params(&args.limits)?;
        if let Some(path) = &args.output {
            output::format_of(path)?;
            output::check(path)?;
        }
        if args.limits.depth.is_some() {
            return Err(Failure::Input(
                "`solve` proves things about the whole game: it takes no `--depth` (`tree` does)"
                    .to_string(),
            ));
        }
        let stop = interrupt::after(setup::movetime(&args.limits));
        let limits = setup::limits(&args.limits, &stop);
        // The question is about Max in trees; the proof about the side to move.
        let target = args.at_least.map(|v| setup::target(self.name, &game, v));
        let guess = params.estimate as Score;
        let patience = self.io.patience("solving");
        let solved = solving::solve(&game, method, target, guess, limits);
        drop(patience);
        self.show(&game, &solved)
    }
}

impl Job<'_, '_> {
    fn report<'r, G: Searchable>(&'r self, game: &'r G, solved: &'r Solved<G>) -> Report<'r, G> {
        Report {
            game_name: self.name,
            game,
            reference: setup::reference_side(self.name, game),
            algorithm: solved.method,
            depth: None,
            seed: setup::tree_seed(self.name, game),
            answer: &solved.answer,
            seconds: solved.seconds,
        }
    }

    fn object<G: Searchable>(&self, game: &G, solved: &Solved<G>) -> Map<String, Value> {
        let mut object = self.report(game, solved).json();
        let verdict = self.verdict(game, solved);
        object.insert("verdict".to_string(), json!(verdict));
        if let Some(at_least) = self.args.at_least {
            object.insert("at_least".to_string(), number(&at_least.to_string()));
            object.insert("proved".to_string(), json!(self.proved(game, solved)));
        }
        // The value of a game is who wins; the score is the payoff, discs in Othello. In Connect
        // Four it is Pons's count, which only the solver knows.
        let has_score = self.name != "connect4" || solved.method == "solver";
        let score = object["value"].clone();
        if solved.answer.stopped.is_some() {
            object.insert("value".to_string(), Value::Null);
            object.insert("bounds".to_string(), json!(known_bounds(solved.bounds)));
        } else {
            if !setup::is_tree(self.name) {
                object.insert("value".to_string(), json!(solved.answer.value.signum()));
            }
            if has_score {
                object.insert("score".to_string(), score);
            }
        }
        if let Some(tree) = &solved.solution {
            let shown = JSON_NODES.max(self.args.show);
            let reference = setup::reference_side(self.name, game);
            object.insert(
                "solution".to_string(),
                solution::json(game, tree, reference, shown),
            );
            object.insert("solution_nodes".to_string(), json!(tree.nodes.len()));
            object.insert(
                "solution_complete".to_string(),
                json!(!tree.truncated && tree.nodes.len() <= shown),
            );
        }
        object
    }

    fn proved<G: Searchable>(&self, game: &G, solved: &Solved<G>) -> Option<bool> {
        if solved.answer.stopped.is_some() {
            return None;
        }
        let by_mover = solved.bounds.0 > -INFINITY;
        Some(by_mover == (game.side() == setup::reference_side(self.name, game)))
    }

    /// The result in one sentence.
    fn verdict<G: Searchable>(&self, game: &G, solved: &Solved<G>) -> String {
        let report = self.report(game, solved);
        let value = report.value_text();
        if let Some(reason) = solved.answer.stopped {
            return match known_bounds(solved.bounds) {
                [Some(low), Some(high)] => {
                    format!("not solved: {reason}; the score is between {low} and {high}")
                }
                _ => format!("not solved: {reason}"),
            };
        }
        let whose = if setup::is_tree(self.name) {
            "Max"
        } else {
            "the player to move"
        };
        if let Some(proved) = self
            .proved(game, solved)
            .filter(|_| self.args.at_least.is_some())
        {
            let bound = if proved { "at least" } else { "at most" };
            return format!("{whose} gets {bound} {value}");
        }
        let size = value.trim_start_matches('-');
        let by = match self.name {
            "othello" => format!(" by {size} discs"),
            "connect4" if solved.method == "solver" => format!(", score {value}"),
            _ => String::new(),
        };
        match solved.answer.value {
            _ if setup::is_tree(self.name) => format!("Max gets {value}"),
            1.. => format!("{whose} wins{by}"),
            0 => "a draw with best play".to_string(),
            _ => format!("{whose} loses{by}"),
        }
    }

    fn drawing<G: Searchable>(&self, game: &G, solved: &Solved<G>, most: usize) -> Option<Tree> {
        let tree = solved.solution.as_ref()?;
        let reference = setup::reference_side(self.name, game);
        let title = format!(
            "{} {}: {}",
            self.name,
            game.notation(),
            self.verdict(game, solved)
        );
        let mut drawing = solution::drawing(game, tree, reference, most, title);
        if solved.line_only {
            drawing.notes.push(LINE_ONLY.to_string());
        }
        Some(drawing)
    }

    fn show<G: Searchable>(self, game: &G, solved: &Solved<G>) -> Result<(), Failure> {
        let to_screen = self.args.output.as_deref() == Some(Path::new("-"));
        // A file that fails to be written does not take the answer with it.
        let written = match &self.args.output {
            Some(path) if !(to_screen && self.args.json) => self.write(game, solved, path),
            _ => Ok(()),
        };
        if self.args.json {
            self.io.json(&Value::Object(self.object(game, solved)))?;
        } else {
            let verdict = self.verdict(game, solved);
            let wanted = !solved.line_only && !to_screen;
            let tree = self
                .drawing(game, solved, self.args.show)
                .filter(|_| wanted);
            if let Some(tree) = tree {
                self.io.line(tree.text().trim_end())?;
                self.io.line("")?;
            } else if !to_screen || written.is_err() {
                self.io
                    .line(format!("{} {}: {verdict}", self.name, game.notation()))?;
            }
            let counts = &solved.answer.counts;
            let line = line_text(game, &solved.answer.pv).join(" ");
            if !line.is_empty() {
                self.io.line(format!("best line: {line}"))?;
            }
            self.io.line(format!(
                "{}: {} nodes, {} table hits, {:.3} s",
                solved.method,
                grouped(counts.nodes()),
                grouped(counts.table_hits),
                solved.seconds
            ))?;
            for note in self.report(game, solved).notes() {
                self.io.line(note)?;
            }
        }
        match solved.answer.stopped {
            Some(reason) => Err(Failure::Check(format!("not solved: {reason}"))),
            None => written,
        }
    }

    fn write<G: Searchable>(
        &self,
        game: &G,
        solved: &Solved<G>,
        path: &Path,
    ) -> Result<(), Failure> {
        let format = output::format_of(path)?;
        if format == Format::Json {
            return output::write(
                path,
                &format!("{:#}\n", Value::Object(self.object(game, solved))),
            );
        }
        let Some(tree) = self.drawing(game, solved, self.args.show) else {
            let name = solved.method;
            return Err(Failure::Input(format!(
                "{name} gave no solution tree to write to {}: try -a proof-number",
                path.display()
            )));
        };
        let text = match format {
            Format::Svg => tree.svg(),
            Format::Dot => tree.dot(),
            Format::Html => html_page(
                &tree.title,
                &[Section {
                    heading: String::new(),
                    blocks: vec![
                        Block::Svg(game.picture().svg()),
                        Block::Svg(Picture::Tree(tree.clone()).svg()),
                    ],
                }],
            ),
            Format::Text | Format::Json => tree.text(),
        };
        output::write(path, &text)
    }
}

/// Bounds as far as they are known.
fn known_bounds((lower, upper): (Score, Score)) -> [Option<Score>; 2] {
    [
        (lower > -INFINITY).then_some(lower),
        (upper < INFINITY).then_some(upper),
    ]
}
