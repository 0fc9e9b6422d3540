//! `tree --algorithm all`: every algorithm on the same tree, one line each.

use serde_json::Value;
use zermelo_players::Searchable;
use zermelo_search::{Algorithm, Answer, Params};

use super::tree::{Job, RECORDED, line_or_none};
use crate::output::{self, Format};
use crate::report::grouped;
use crate::{Failure, interrupt};

impl Job<'_, '_> {
    /// Runs every algorithm that fits what is asked.
    pub fn compare_all<G: Searchable>(self, game: &G, params: &Params) -> Result<(), Failure> {
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
            output::check(path)?;
            let left = Algorithm::AlphaBeta;
            output::write(path, &self.stepper(game, params, left).page())?;
        }
        let mut objects = Vec::new();
        if !self.args.json {
            self.io.line(format!(
                "{:20} {:>9} {:>12} {:>12} {:>9} {:>9} {:>9}  best line",
                "algorithm", "value", "leaves", "nodes", "shallow", "deep", "seconds"
            ))?;
            self.io.flush()?;
        }
        let mut done_with = 0;
        for &algorithm in &list {
            let recorded = if self.args.json { RECORDED } else { 0 };
            let done = self.search(game, params, algorithm, recorded, u64::MAX);
            done_with += 1;
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
        if done_with < list.len() {
            let left: Vec<&str> = list[done_with..].iter().map(|a| a.name()).collect();
            let text = format!("interrupted: {} did not run", left.join(", "));
            return Err(Failure::Check(text));
        }
        Ok(())
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
