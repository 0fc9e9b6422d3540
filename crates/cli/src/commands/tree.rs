//! `tree`: search a tree or a game and show the searched tree.

use std::path::Path;
use std::time::{Duration, Instant};

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
    let game = setup::given(game, io)?;
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
                self.show_one(&game, &params, algorithm, false)
            }
            None => {
                self.check_question(Algorithm::AlphaBeta)?;
                self.show_one(&game, &params, Algorithm::AlphaBeta, true)
            }
        }
    }
}

/// One finished search.
pub(super) struct Done<G: Searchable> {
    algorithm: Algorithm,
    pub answer: Answer<G::Move>,
    pub seconds: f64,
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
        let time = setup::movetime(&self.args.limits);
        self.search_within(game, params, algorithm, recorded, (most_nodes, time))
    }

    fn search_within<G: Searchable>(
        &self,
        game: &G,
        params: &Params,
        algorithm: Algorithm,
        recorded: usize,
        (most_nodes, time): (u64, Option<Duration>),
    ) -> Done<G> {
        let stop = interrupt::after(time);
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

    pub(super) fn report<'r, G: Searchable>(
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
            seed: match chance {
                true => Some(params.seed),
                false => setup::tree_seed(self.name, game),
            },
            answer: &done.answer,
            seconds: done.seconds,
        }
    }

    /// Plain minimax in the time that a finished search left, to stand beside it; nothing if it
    /// would take longer.
    fn beside<G: Searchable>(&self, game: &G, params: &Params, first: &Done<G>) -> Option<Done<G>> {
        let spent = Duration::from_secs_f64(first.seconds);
        let left = setup::movetime(&self.args.limits).map(|time| time.saturating_sub(spent));
        if first.answer.stopped.is_some() || left.is_some_and(|left| left.is_zero()) {
            return None;
        }
        let _patience = self.io.patience("comparing with minimax");
        let limits = (COMPARISON_NODES, left);
        let done = self.search_within(game, params, Algorithm::Minimax, 0, limits);
        done.answer.stopped.is_none().then_some(done)
    }

    pub(super) fn object<G: Searchable>(&self, game: &G, params: &Params, done: &Done<G>) -> Value {
        let mut object = self.report(game, params, done).json();
        if let Some(at_least) = self.args.at_least {
            object.insert("at_least".to_string(), number(&at_least.to_string()));
            object.insert("proved".to_string(), json!(self.proved(game, done)));
        }
        if let Some(tree) = &done.tree {
            object.insert("passes".to_string(), json!(tree.passes));
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
        compared: bool,
    ) -> Result<(), Failure> {
        self.check_output(algorithm)?;
        let patience = self.io.patience("searching");
        let done = self.search(game, params, algorithm, RECORDED, u64::MAX);
        drop(patience);
        if let Some(reason) = done.answer.stopped {
            self.io
                .message(format!("zermelo: {reason}; this is the best answer so far"));
        }
        let to_screen = self.args.output.as_deref() == Some(Path::new("-"));
        // A file that fails to be written does not take the answer with it.
        let written = match &self.args.output {
            Some(path) if !(to_screen && self.args.json) => self.write(game, params, &done, path),
            _ => Ok(()),
        };
        if self.args.json {
            let mut object = self.object(game, params, &done);
            let beside = compared.then(|| self.beside(game, params, &done)).flatten();
            if let (Some(beside), Value::Object(map)) = (beside, &mut object) {
                let compared = self.report(game, params, &beside).json();
                map.insert("compared".to_string(), json!([compared]));
            }
            self.io.json(&object)?;
            return written;
        }
        if to_screen {
            return written;
        }
        if let Some(tree) = &done.tree {
            let text = tree.drawing().text();
            self.io.line(text.trim_end())?;
            self.io.line("")?;
        }
        for line in self.summary(game, params, &done) {
            self.io.line(line)?;
        }
        self.io.flush()?;
        if let Some(beside) = compared.then(|| self.beside(game, params, &done)).flatten() {
            self.io.line(comparison(&done, &beside))?;
        }
        written
    }

    /// Refuses a file that could not be written, before anything is searched.
    fn check_output(&self, algorithm: Algorithm) -> Result<(), Failure> {
        let Some(path) = &self.args.output else {
            return Ok(());
        };
        let format = output::format_of(path)?;
        if !algorithm.is_observable() && !matches!(format, Format::Text | Format::Json) {
            return Err(no_tree(algorithm, path));
        }
        output::check(path)
    }

    /// The figures of one search, as lines.
    fn summary<G: Searchable>(&self, game: &G, params: &Params, done: &Done<G>) -> Vec<String> {
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
        if !done.algorithm.is_observable() && counts.cutoffs.total() > 0 {
            lines.push(format!(
                "{} is not watched node by node: no picture, and no sentences for its cut-offs",
                done.algorithm
            ));
        }
        lines.extend(report.notes().into_iter().take(10));
        lines
    }

    fn write<G: Searchable>(
        &self,
        game: &G,
        params: &Params,
        done: &Done<G>,
        path: &Path,
    ) -> Result<(), Failure> {
        let drawing = done.tree.as_ref().map(SearchTree::drawing);
        let text = match (output::format_of(path)?, drawing) {
            (Format::Json, _) => format!("{:#}\n", self.object(game, params, done)),
            (Format::Text, drawing) => {
                let lines = self.summary(game, params, done).join("\n");
                let tree = drawing.map(|drawing| drawing.text() + "\n");
                format!("{}{lines}\n", tree.unwrap_or_default())
            }
            (Format::Svg, Some(drawing)) => drawing.svg(),
            (Format::Dot, Some(drawing)) => drawing.dot(),
            (Format::Html, Some(_)) => self.stepper(game, params, done.algorithm).page(),
            (_, None) => return Err(no_tree(done.algorithm, path)),
        };
        output::write(path, &text)
    }
}

/// Why there is no picture of a search.
fn no_tree(algorithm: Algorithm, path: &Path) -> Failure {
    let why = match algorithm.is_observable() {
        true => "was stopped before its first node",
        false => "does not visit a tree node by node",
    };
    Failure::Input(format!(
        "{algorithm} {why}: there is no searched tree to write to {}",
        path.display()
    ))
}

/// What minimax visits beside another search.
fn comparison<G: Searchable>(done: &Done<G>, minimax: &Done<G>) -> String {
    let (here, all) = (&done.answer.counts, &minimax.answer.counts);
    format!(
        "minimax visits {} nodes, {} of them leaves: {} visits {:.1}% of the nodes",
        grouped(all.nodes()),
        grouped(all.leaves),
        done.algorithm,
        100.0 * here.nodes() as f64 / all.nodes() as f64
    )
}

/// A line of moves, or a word if there is none.
pub(super) fn line_or_none(line: &[String]) -> String {
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
