//! One page of all experiments: the last result of each, with tables, plots and the source's figures.

use std::path::Path;

use zermelo_draw::{Block, Section, html_page};

use super::sheet::Sheet;
use super::{EXPERIMENTS, Experiment};

/// The page of the results that a work folder holds; experiments without one are named at the end,
/// with the reason where one is given.
#[must_use]
pub fn page(work: &Path, version: &str, reasons: &[(&str, String)]) -> String {
    let found: Vec<(&Experiment, Sheet)> = EXPERIMENTS
        .iter()
        .filter_map(|known| Some((known, Sheet::read(&known.result_file(work))?)))
        .collect();
    let heading = |known: &Experiment| format!("{}: {}", known.name, known.title);
    let missing: Vec<String> = EXPERIMENTS
        .iter()
        .filter(|known| found.iter().all(|(other, _)| other.name != known.name))
        .map(|known| {
            let damaged = || {
                let exists = known.result_file(work).exists();
                exists.then_some("its result is damaged; measure it again")
            };
            let reason = reasons.iter().find(|(name, _)| *name == known.name);
            let reason = reason.map(|(_, reason)| reason.as_str()).or_else(damaged);
            let reason = reason.map_or(String::new(), |reason| format!(" ({reason})"));
            format!("{}{reason}", known.name)
        })
        .collect();
    let mut sections = vec![Section {
        heading: String::new(),
        blocks: vec![
            Block::Text(format!(
                "Tables and figures of the source, re-run with our players on our games; the \
                 source's figures stand beside. {version}. Each can be had by itself: zermelo \
                 experiment NAME."
            )),
            Block::Contents(found.iter().map(|(known, _)| heading(known)).collect()),
        ],
    }];
    sections.extend(
        found
            .iter()
            .map(|(known, sheet)| sheet.section(&heading(known))),
    );
    if !missing.is_empty() {
        sections.push(Section {
            heading: "Without a result".to_string(),
            blocks: vec![Block::Text(missing.join(", "))],
        });
    }
    html_page("Learned players: the experiments of the source", &sections)
}
