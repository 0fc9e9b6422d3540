//! `tree`: search a tree or a game and show the searched tree.

use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use zermelo_game::Reduced;
use zermelo_games::{ExplicitTree, TicTacToe, find_game};
use zermelo_players::{SearchVisitor, Searchable, read_position, with_searchable};
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Answer, Params};

use super::{compare, exercise, grade};
use crate::args::TreeArgs;
use crate::output::{self, Format};
use crate::report::{Report, grouped, number};
use crate::show::SearchTree;
use crate::{Failure, Io, interrupt, setup};

/// Nodes written down at most: enough for any picture.
pub(super) const RECORDED: usize = 100_000;

/// Nodes that minimax may spend to stand beside alpha-beta, when nobody asked for it.
const COMPARISON_NODES: u64 = 5_000_000;

/// Runs the command.
pub fn run(args: &TreeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(option) = args.exercise.stray() {
        let sentence = format!("`{option}` is for exercises: it needs --exercise");
        return Err(Failure::Input(sentence));
    }
    if let Some(answers) = &args.grade {
        return grade::run(answers, args, io);
    }
    if args.exercise.exercise {
        return exercise::run(args, io);
    }
    if args.compare {
        return compare::run(args, io);
    }
    let Some(game) = args.game() else {
        return Err(Failure::Input(
            "a game or a tree is missing: name one as SPEC|GAME, as in `zermelo tree '((3 12 8)(2 4 6)(14 5 2))'`, or give \
             --compare, --exercise or --grade"
                .to_string(),
        ));
    };
    let (name, position) = setup::game_and_position(&game, args.limits.seed);
    let name = find_game(&name).map_err(Failure::input)?.name;
    let position = position.as_deref();
    let job = |io| Job { name, args, io };
    if args.mirror {
        if name != "tree" {
            return Err(Failure::Input(format!(
                "`--mirror` is for explicit trees, not for {name}"
            )));
        }
        let tree = read_position::<ExplicitTree>(name, position).map_err(Failure::input)?;
        return job(io).visit(tree.mirrored());
    }
    if args.symmetry {
        if name != "tictactoe" {
            return Err(Failure::Input(format!(
                "`--symmetry` is for tictactoe, not for {name}"
            )));
        }
        let game = read_position::<TicTacToe>(name, position).map_err(Failure::input)?;
        return job(io).visit(Reduced(game));
    }
    with_searchable(name, position, job(io)).map_err(Failure::input)?
}

/// One run of the command.
pub(super) struct Job<'a, 'io> {
    /// The game's name.
    pub name: &'static str,
    /// The arguments.
    pub args: &'a TreeArgs,
    /// The streams.
    pub io: &'a mut Io<'io>,
}

impl SearchVisitor for Job<'_, '_> {
    type Output = Result<(), Failure>;

    fn visit<G: Searchable>(self, game: G) -> Result<(), Failure> {
        let params = setup::params(&self.args.limits)?;
        match self.args.algorithm.as_deref() {
            Some("all") => self.compare_all(&game, &params),
            Some(name) => {
                let algorithm = setup::algorithm_named(name)?;
                self.check_question(algorithm)?;
                self.show_one(&game, &params, algorithm, None)
            }
            None => {
                self.check_question(Algorithm::AlphaBeta)?;
                let beside = self.beside(&game, &params);
                self.show_one(&game, &params, Algorithm::AlphaBeta, beside.as_ref())
            }
        }
    }
}

/// One finished search.
pub(super) struct Done<G: Searchable> {
    algorithm: Algorithm,
    pub answer: Answer<G::Move>,
    seconds: f64,
    tree: Option<SearchTree>,
    pub recorder: Recorder<G::Move>,
}

impl Job<'_, '_> {
    fn check_question(&self, algorithm: Algorithm) -> Result<(), Failure> {
        let proves = matches!(algorithm, Algorithm::AndOr | Algorithm::ProofNumber);
        if self.args.at_least.is_some() && !proves {
            return Err(Failure::Input(format!(
                "`--at-least` is for and-or and proof-number, not for {algorithm}"
            )));
        }
        if self.args.limits.depth.is_some() && algorithm.needs_whole_tree() {
            return Err(Failure::Input(format!(
                "{algorithm} proves things about the whole game: it takes no `--depth`"
            )));
        }
        Ok(())
    }

    /// Searches once, recording up to `recorded` nodes.
    pub fn search<G: Searchable>(
        &self,
        game: &G,
        params: &Params,
        algorithm: Algorithm,
        recorded: usize,
        most_nodes: u64,
    ) -> Done<G> {
        let stop = interrupt::after(setup::movetime(&self.args.limits));
        let mut limits = setup::limits(&self.args.limits, &stop);
        limits.nodes = limits.nodes.min(most_nodes);
        let mut recorder = Recorder::new(recorded);
        let begun = Instant::now();
        let answer = match self.args.at_least {
            Some(at_least) if algorithm.needs_whole_tree() => {
                let target = setup::target(self.name, game, at_least);
                prove_once(algorithm, game, target, limits, &mut recorder)
            }
            _ => game.search(
                algorithm,
                self.args.limits.depth,
                params,
                limits,
                &mut recorder,
            ),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let reference = setup::reference_side(self.name, game);
        let title = format!("{algorithm} on {}", self.name);
        let tree = SearchTree::new(
            game,
            &recorder,
            &answer.pv,
            reference,
            self.args.show,
            title,
        );
        Done {
            algorithm,
            answer,
            seconds,
            tree,
            recorder,
        }
    }

    fn report<'r, G: Searchable>(
        &'r self,
        game: &'r G,
        params: &Params,
        done: &'r Done<G>,
    ) -> Report<'r, G> {
        let chance = matches!(
            done.algorithm,
            Algorithm::Mcts | Algorithm::Probcut | Algorithm::MultiProbcut
        );
        Report {
            game_name: self.name,
            game,
            reference: setup::reference_side(self.name, game),
            algorithm: done.algorithm.name(),
            depth: self.args.limits.depth,
            seed: chance.then_some(params.seed),
            answer: &done.answer,
            seconds: done.seconds,
        }
    }

    /// Plain minimax, to stand beside alpha-beta; nothing if it would take long.
    fn beside<G: Searchable>(&self, game: &G, params: &Params) -> Option<Done<G>> {
        let done = self.search(game, params, Algorithm::Minimax, 0, COMPARISON_NODES);
        done.answer.stopped.is_none().then_some(done)
    }

    fn object<G: Searchable>(&self, game: &G, params: &Params, done: &Done<G>) -> Value {
        let mut object = self.report(game, params, done).json();
        if let Some(at_least) = self.args.at_least {
            object.insert("at_least".to_string(), number(&at_least.to_string()));
            object.insert("proved".to_string(), json!(self.proved(game, done)));
        }
        if let Some(tree) = &done.tree {
            object.insert("cuts".to_string(), json!(tree.sentences()));
            object.insert("tree".to_string(), tree.json());
        }
        Value::Object(object)
    }

    /// Whether the question of `--at-least` was answered with yes.
    fn proved<G: Searchable>(&self, game: &G, done: &Done<G>) -> Option<bool> {
        let target = setup::target(self.name, game, self.args.at_least?);
        let by_mover = done.answer.value >= target;
        let mover_is_reference = game.side() == setup::reference_side(self.name, game);
        let proved = by_mover == mover_is_reference;
        done.answer.stopped.is_none().then_some(proved)
    }

    fn show_one<G: Searchable>(
        self,
        game: &G,
        params: &Params,
        algorithm: Algorithm,
        beside: Option<&Done<G>>,
    ) -> Result<(), Failure> {
        let patience = self.io.patience("searching");
        let done = self.search(game, params, algorithm, RECORDED, u64::MAX);
        drop(patience);
        if let Some(reason) = done.answer.stopped {
            self.io
                .message(format!("zermelo: {reason}; this is the best answer so far"));
        }
        let to_screen = self.args.output.as_deref() == Some(Path::new("-"));
        if let Some(path) = self
            .args
            .output
            .as_ref()
            .filter(|_| !(to_screen && self.args.json))
        {
            self.write(game, params, &done, path)?;
        }
        if self.args.json {
            let mut object = self.object(game, params, &done);
            if let (Some(beside), Value::Object(map)) = (beside, &mut object) {
                let compared = self.report(game, params, beside).json();
                map.insert("compared".to_string(), json!([compared]));
            }
            return self.io.json(&object);
        }
        if to_screen {
            return Ok(());
        }
        if let Some(tree) = &done.tree {
            let text = tree.drawing().text();
            self.io.line(text.trim_end())?;
            self.io.line("")?;
        }
        for line in self.summary(game, params, &done, beside) {
            self.io.line(line)?;
        }
        Ok(())
    }

    /// The figures of one search, as lines.
    fn summary<G: Searchable>(
        &self,
        game: &G,
        params: &Params,
        done: &Done<G>,
        beside: Option<&Done<G>>,
    ) -> Vec<String> {
        let report = self.report(game, params, done);
        let counts = &done.answer.counts;
        let whose = if setup::is_tree(self.name) {
            "for Max"
        } else {
            "for the player to move"
        };
        let bound = match self.proved(game, done) {
            Some(true) => "at least ",
            Some(false) => "at most ",
            None => "",
        };
        let mut lines = vec![
            format!(
                "value {bound}{} {whose}; best line {}",
                report.value_text(),
                line_or_none(&report.variation())
            ),
            format!(
                "{} nodes: {} interior, {} leaves ({} evaluated); {} shallow, {} deep, {} window cut-offs; {} re-searches; {} table hits; {:.3} s",
                grouped(counts.nodes()),
                grouped(counts.interior),
                grouped(counts.leaves),
                grouped(counts.evaluations),
                grouped(counts.cutoffs.shallow),
                grouped(counts.cutoffs.deep),
                grouped(counts.cutoffs.window),
                grouped(counts.researches),
                grouped(counts.table_hits),
                done.seconds
            ),
        ];
        if let Some(beside) = beside {
            let all = beside.answer.counts;
            lines.push(format!(
                "minimax visits {} nodes, {} of them leaves: {} visits {:.1}% of the nodes",
                grouped(all.nodes()),
                grouped(all.leaves),
                done.algorithm,
                100.0 * counts.nodes() as f64 / all.nodes() as f64
            ));
        }
        lines.extend(report.notes().into_iter().take(10));
        lines
    }

    fn compare_all<G: Searchable>(self, game: &G, params: &Params) -> Result<(), Failure> {
        let proofs = [Algorithm::AndOr, Algorithm::ProofNumber];
        let fits = |a: &Algorithm| {
            let depth_fits = self.args.limits.depth.is_none() || !a.needs_whole_tree();
            depth_fits && (self.args.at_least.is_none() || proofs.contains(a))
        };
        let list: Vec<Algorithm> = Algorithm::ALL.iter().copied().filter(fits).collect();
        if let Some(path) = &self.args.output {
            if output::format_of(path)? != Format::Html {
                return Err(Failure::Input(format!(
                    "`-o {}` takes one algorithm, not `all`",
                    path.display()
                )));
            }
            let left = Algorithm::AlphaBeta;
            output::write(path, &self.stepper(game, params, left).page())?;
        }
        let mut objects = Vec::new();
        if !self.args.json {
            self.io.line(format!(
                "{:20} {:>9} {:>12} {:>12} {:>9} {:>9} {:>9}  best line",
                "algorithm", "value", "leaves", "nodes", "shallow", "deep", "seconds"
            ))?;
        }
        for algorithm in list {
            let recorded = if self.args.json { RECORDED } else { 0 };
            let done = self.search(game, params, algorithm, recorded, u64::MAX);
            if self.args.json {
                objects.push(self.object(game, params, &done));
                continue;
            }
            let report = self.report(game, params, &done);
            let counts = &done.answer.counts;
            let mut line: Vec<String> = report.variation();
            if line.len() > 6 {
                line.truncate(6);
                line.push("…".to_string());
            }
            let remark = remark(&done.answer, algorithm);
            let text = format!(
                "{:20} {:>9} {:>12} {:>12} {:>9} {:>9} {:>9.3}  {}{remark}",
                algorithm.name(),
                report.value_text(),
                grouped(counts.leaves),
                grouped(counts.nodes()),
                grouped(counts.cutoffs.shallow),
                grouped(counts.cutoffs.deep),
                done.seconds,
                line_or_none(&line)
            );
            self.io.line(text)?;
            self.io.flush()?;
            if interrupt::asked() {
                break;
            }
        }
        if self.args.json {
            self.io.json(&Value::Array(objects))?;
        }
        Ok(())
    }

    fn write<G: Searchable>(
        &self,
        game: &G,
        params: &Params,
        done: &Done<G>,
        path: &Path,
    ) -> Result<(), Failure> {
        let Some(tree) = &done.tree else {
            return Err(Failure::Input(format!(
                "{} does not visit a tree node by node: there is no searched tree to write to {}",
                done.algorithm,
                path.display()
            )));
        };
        let drawing = tree.drawing();
        let text = match output::format_of(path)? {
            Format::Svg => drawing.svg(),
            Format::Dot => drawing.dot(),
            Format::Json => format!("{:#}\n", self.object(game, params, done)),
            Format::Text => {
                let lines = self.summary(game, params, done, None).join("\n");
                format!("{}\n{lines}\n", drawing.text())
            }
            Format::Html => self.stepper(game, params, done.algorithm).page(),
        };
        output::write(path, &text)
    }
}

/// What a reader should know before trusting an answer.
fn remark<M>(answer: &Answer<M>, algorithm: Algorithm) -> String {
    match (answer.stopped, algorithm.is_exact()) {
        (Some(reason), _) => format!(" ({reason})"),
        (None, false) => " (not exact)".to_string(),
        (None, true) => String::new(),
    }
}

/// A line of moves, or a word if there is none.
fn line_or_none(line: &[String]) -> String {
    if line.is_empty() {
        "none".to_string()
    } else {
        line.join(" ")
    }
}

/// One proof or refutation, as an answer.
fn prove_once<G: Searchable>(
    algorithm: Algorithm,
    game: &G,
    at_least: i32,
    limits: zermelo_search::Limits<'_>,
    recorder: &mut Recorder<G::Move>,
) -> Answer<G::Move> {
    let mut counts = zermelo_search::Counts::default();
    let proof = game.prove(algorithm, at_least, limits, &mut counts, recorder);
    let mut answer = Answer {
        counts,
        ..Answer::default()
    };
    match proof {
        Ok(proof) => {
            let proved = proof.lower > -zermelo_game::INFINITY;
            answer.value = if proved { proof.lower } else { proof.upper };
            answer.pv = proof.solution.first_move().into_iter().collect();
        }
        Err(reason) => answer.stopped = Some(reason),
    }
    answer
}
