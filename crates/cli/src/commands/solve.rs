//! `solve`: prove who wins, and show the solution tree.

use std::path::Path;
use std::time::Instant;

use serde_json::{Map, Value, json};
use zermelo_draw::{Block, Picture, Section, Tree, html_page};
use zermelo_game::{INFINITY, Score};
use zermelo_games::find_game;
use zermelo_players::{SearchVisitor, Searchable, with_searchable};
use zermelo_search::proof::Solution;
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Answer, Counts, Limits, Params};

use crate::args::SolveArgs;
use crate::output::{self, Format};
use crate::report::{Report, grouped, line_text};
use crate::{Failure, Io, interrupt, setup, solution};

/// Nodes of a solution tree in JSON at most, unless `--show` asks for more.
const JSON_NODES: usize = 100_000;

/// Runs the command.
pub fn run(args: &SolveArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (name, position) = setup::game_and_position(&args.game);
    let name = find_game(&name).map_err(Failure::input)?.name;
    let job = Job { name, args, io };
    with_searchable(name, position.as_deref(), job).map_err(Failure::input)?
}

struct Job<'a, 'io> {
    name: &'static str,
    args: &'a SolveArgs,
    io: &'a mut Io<'io>,
}

/// A solved position.
struct Solved<G: Searchable> {
    algorithm: Algorithm,
    answer: Answer<G::Move>,
    seconds: f64,
    /// What the side to move gets at least and at most.
    bounds: (Score, Score),
    solution: Option<Solution<G::Move>>,
}

impl SearchVisitor for Job<'_, '_> {
    type Output = Result<(), Failure>;

    fn visit<G: Searchable>(self, game: G) -> Result<(), Failure> {
        let algorithm = self.algorithm()?;
        let params = setup::params(&self.args.limits)?;
        if self.args.limits.depth.is_some() {
            return Err(Failure::Input(
                "`solve` proves things about the whole game: it takes no `--depth` (`tree` does)"
                    .to_string(),
            ));
        }
        let stop = interrupt::after(setup::movetime(&self.args.limits));
        let limits = setup::limits(&self.args.limits, &stop);
        let begun = Instant::now();
        let mut solved = self.prove(&game, algorithm, params.estimate as Score, limits)?;
        solved.seconds = begun.elapsed().as_secs_f64();
        self.show(&game, &solved)
    }
}

impl Job<'_, '_> {
    /// The algorithm asked for, or the one that suits the game.
    fn algorithm(&self) -> Result<Algorithm, Failure> {
        let chosen = match self.args.algorithm.as_deref() {
            Some(name) => setup::algorithm_named(name)?,
            // Small games are proved outright; large ones need a proof that finds its own way.
            None if matches!(self.name, "connect4" | "othello" | "draughts") => {
                Algorithm::ProofNumber
            }
            None => Algorithm::AndOr,
        };
        if chosen.needs_whole_tree() {
            Ok(chosen)
        } else {
            Err(Failure::Input(format!(
                "`solve` takes and-or, proof-number or retrograde, not {chosen} (`tree` does)"
            )))
        }
    }

    fn prove<G: Searchable>(
        &self,
        game: &G,
        algorithm: Algorithm,
        guess: Score,
        limits: Limits<'_>,
    ) -> Result<Solved<G>, Failure> {
        let mover_is_reference = game.side() == setup::reference_side(self.name, game);
        let mut solved = Solved {
            algorithm,
            answer: retrograde_or_nothing(game, algorithm, limits),
            seconds: 0.0,
            bounds: (-INFINITY, INFINITY),
            solution: None,
        };
        match (algorithm, self.args.at_least) {
            (Algorithm::Retrograde, Some(_)) => {
                return Err(Failure::Input(
                    "retrograde gives the value itself: it takes no `--at-least`".to_string(),
                ));
            }
            (Algorithm::Retrograde, None) => {
                if solved.answer.stopped.is_none() {
                    solved.bounds = (solved.answer.value, solved.answer.value);
                }
            }
            (_, Some(at_least)) => {
                let target = if mover_is_reference {
                    at_least
                } else {
                    1 - at_least
                };
                let mut counts = Counts::default();
                let proof = game.prove(
                    algorithm,
                    target,
                    limits,
                    &mut counts,
                    &mut Recorder::new(0),
                );
                solved.answer.counts = counts;
                match proof {
                    Ok(proof) => {
                        solved.bounds = (proof.lower, proof.upper);
                        let proved = proof.lower > -INFINITY;
                        solved.answer.value = if proved { proof.lower } else { proof.upper };
                        solved.answer.pv = proof.solution.first_move().into_iter().collect();
                        solved.solution = Some(proof.solution);
                    }
                    Err(reason) => solved.answer.stopped = Some(reason),
                }
            }
            (_, None) => {
                let (answer, found) = game.solve(algorithm, guess, limits);
                solved.answer = answer;
                if let Some(found) = found {
                    solved.bounds = (found.value, found.value);
                    solved.solution = Some(found.decisive().clone());
                }
            }
        }
        Ok(solved)
    }

    fn report<'r, G: Searchable>(&'r self, game: &'r G, solved: &'r Solved<G>) -> Report<'r, G> {
        Report {
            game_name: self.name,
            game,
            reference: setup::reference_side(self.name, game),
            algorithm: solved.algorithm.name(),
            depth: None,
            seed: None,
            answer: &solved.answer,
            seconds: solved.seconds,
        }
    }

    fn object<G: Searchable>(&self, game: &G, solved: &Solved<G>) -> Map<String, Value> {
        let mut object = self.report(game, solved).json();
        let verdict = self.verdict(game, solved);
        object.insert("verdict".to_string(), json!(verdict));
        if let Some(at_least) = self.args.at_least {
            object.insert("at_least".to_string(), json!(at_least));
            object.insert("proved".to_string(), json!(self.proved(game, solved)));
        }
        let value = object["value"].clone();
        object.insert("score".to_string(), value);
        if let Some(tree) = &solved.solution {
            let reference = setup::reference_side(self.name, game);
            object.insert(
                "solution".to_string(),
                solution::json(game, tree, reference, JSON_NODES.max(self.args.show)),
            );
            object.insert("solution_nodes".to_string(), json!(tree.nodes.len()));
            object.insert(
                "solution_complete".to_string(),
                json!(!tree.truncated && tree.nodes.len() <= JSON_NODES),
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
            return format!("not solved: {reason}");
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
            let (verb, bound) = if proved {
                ("gets", "at least")
            } else {
                ("gets", "at most")
            };
            return format!("{whose} {verb} {bound} {value}");
        }
        let margin = setup::is_tree(self.name) || self.name == "othello";
        match solved.answer.value {
            _ if setup::is_tree(self.name) => format!("Max gets {value}"),
            1.. if margin => format!("{whose} wins by {value}"),
            1.. => format!("{whose} wins"),
            0 => "a draw with best play".to_string(),
            _ if margin => format!("{whose} loses by {}", value.trim_start_matches('-')),
            _ => format!("{whose} loses"),
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
        Some(solution::drawing(game, tree, reference, most, title))
    }

    fn show<G: Searchable>(self, game: &G, solved: &Solved<G>) -> Result<(), Failure> {
        if let Some(path) = &self.args.output {
            self.write(game, solved, path)?;
        }
        if self.args.json {
            self.io.json(&Value::Object(self.object(game, solved)))?;
        } else {
            let verdict = self.verdict(game, solved);
            if let Some(tree) = self.drawing(game, solved, self.args.show) {
                self.io.line(tree.text().trim_end())?;
                self.io.line("")?;
            } else {
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
                solved.algorithm,
                grouped(counts.nodes()),
                grouped(counts.table_hits),
                solved.seconds
            ))?;
            for note in &solved.answer.notes {
                self.io.line(note)?;
            }
        }
        match solved.answer.stopped {
            Some(reason) => Err(Failure::Check(format!("not solved: {reason}"))),
            None => Ok(()),
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
            let name = solved.algorithm;
            return Err(Failure::Input(format!(
                "{name} gave no solution tree to write to {}",
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

/// The answer of retrograde analysis, or an empty one to be filled by a proof.
fn retrograde_or_nothing<G: Searchable>(
    game: &G,
    algorithm: Algorithm,
    limits: Limits<'_>,
) -> Answer<G::Move> {
    if algorithm == Algorithm::Retrograde {
        let params = Params::default();
        return game.search(algorithm, None, &params, limits, &mut Recorder::new(0));
    }
    Answer::default()
}
