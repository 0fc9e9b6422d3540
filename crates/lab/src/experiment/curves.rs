//! Learning curves: figure 5.2 of the source (OPTA FB), and Bebe's rote learning of its survey.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use zermelo_learn::curve::{curve_svg, halves, interval, points, read_curve};
use zermelo_learn::feedback::CURVE_FILES;
use zermelo_learn::training::Trained;

use super::sheet::{Grid, Sheet, grouped};
use super::{ExperimentError, Plan, matches, meetings, trainings};

/// The share of points at which the source's curve ends.
const SOURCE_END: f64 = 0.58;
/// Bebe's shares of points before and after its 120 games.
const BEBE: [f64; 2] = [0.55, 0.70];
/// Rows of the table of a curve.
const ROWS: usize = 10;

/// Figure 5.2.
///
/// # Errors
///
/// When OPTA FB cannot be trained.
pub fn feedback(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let trained = trained(&trainings::feedback_from_the_first_move(plan)?)?;
    let mut sheet = curve(&trained, "Share of points of OPTA FB against OPTA 3.1");
    sheet.notes.push(
        "Every game begins with 1 e4 e6. Beyond the books both play the same move in the same \
         position, so that games come again; what is learnt holds for the nodes it was learnt with."
            .to_string(),
    );
    sheet.notes.push(format!(
        "The source's curve settles near {:.0}% over its second 500 games.",
        100.0 * SOURCE_END
    ));
    sheet.data["source"] = json!(SOURCE_END);
    Ok(sheet)
}

/// Rote learning.
///
/// # Errors
///
/// When the player cannot be trained, or the match cannot be played.
pub fn rote(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let (folder, terms) = trainings::rote(plan)?;
    let trained = trained(&folder)?;
    let mut sheet = curve(
        &trained,
        "Share of points of the rote learner against reference",
    );
    let played = matches::under(&terms, "rote", meetings::ROTE, plan)?;
    let [before, after] = BEBE.map(|share| 100.0 * share);
    sheet.notes.push(format!(
        "Bebe went from {before:.0}% to {after:.0}% against its opponent in 120 games."
    ));
    let new = (2 * terms.lines).min(trained.points.len());
    let points: f64 = trained.points[..new].iter().sum();
    sheet.notes.push(format!(
        "Training and match have the same {} beginnings, in turns of two games with sides changed, \
         and the same {} nodes a move: what was learnt by heart counts only where its positions come \
         again and are searched no deeper. In the first {new} training games, when every beginning \
         was new, it took {:.1}% of the points; the match comes after all {}, and no two of its games \
         are the same.",
        terms.lines,
        grouped(terms.nodes),
        100.0 * points / new.max(1) as f64,
        trained.points.len(),
    ));
    sheet.notes.extend(played.notes);
    sheet.grids.extend(played.grids);
    sheet.data["source"] = json!(BEBE);
    sheet.data["match"] = played.data;
    Ok(sheet)
}

/// The training of a folder.
fn trained(folder: &Path) -> Result<Trained, ExperimentError> {
    let path = folder.join(CURVE_FILES[0]);
    let text = fs::read_to_string(&path).ok();
    let value = text.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let trained = value.and_then(|value| read_curve(&value));
    trained.ok_or_else(|| ExperimentError::Input(format!("{}: no curve", path.display())))
}

fn curve(trained: &Trained, title: &str) -> Sheet {
    let curve = points(trained);
    let head = [
        "games",
        "different of the last 50",
        "their share, %",
        "95%",
        "all so far, %",
    ];
    let mut grid = Grid::new(title, &head);
    let step = curve.len().div_ceil(ROWS).max(1);
    for point in curve.iter().skip(step - 1).step_by(step) {
        grid.rows.push(vec![
            point.game.to_string(),
            point.different.to_string(),
            format!("{:.1}", 100.0 * point.share),
            point.interval.map_or("–".to_string(), ends),
            format!("{:.1}", 100.0 * point.so_far),
        ]);
    }
    let parts = halves(trained);
    let part = |name: &str| {
        let share = |field: &str| parts[name][field].as_f64();
        let (games, different) = (&parts[name]["games"], &parts[name]["different"]);
        let los = share("los").map_or(String::new(), |los| format!(", LOS {:.1}%", 100.0 * los));
        let (all, once) = (share("share")?, share("different_share")?);
        let error = share("error").map(|error| format!(" [{}]", ends(interval(once, error))));
        let (all, shown) = (100.0 * all, 100.0 * once);
        Some(format!(
            "{all:.1}% of {games} games; {shown:.1}%{} of the {different} different ones, each \
             counted once{los}",
            error.unwrap_or_default()
        ))
    };
    let told = |text: &str, name: &str| part(name).map(|part| format!("{text}: {part}."));
    let notes = [
        told("Without what was learnt", "unused"),
        told("With it", "used"),
    ];
    Sheet {
        notes: notes.into_iter().flatten().collect(),
        grids: vec![grid],
        charts: vec![curve_svg(trained, title)],
        data: json!({"games": trained.points.len(), "parts": parts, "points": trained.points}),
    }
}

/// The ends of an interval of shares, in percent.
fn ends([low, high]: [f64; 2]) -> String {
    format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_the_curve_is_of_different_games_and_stays_within_all_points() {
        let trained = Trained {
            points: [1.0, 1.0, 1.0, 1.0, 0.0].repeat(10),
            first: [0, 1, 2, 3, 4].repeat(10),
            unused: 0,
            resumed: 0,
        };
        let sheet = curve(&trained, "Curve");
        let last = sheet.grids[0].rows.last().unwrap();
        assert_eq!(last[..4], ["50", "5", "80.0", "44.9 to 100.0"]);
        assert!(
            sheet.notes[0].contains("80.0% [44.9 to 100.0] of the 5"),
            "{:?}",
            sheet.notes
        );
    }
}
