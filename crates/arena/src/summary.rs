//! What a match came to, as JSON and as text.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::rating;
use crate::sprt::Sprt;
use crate::standings::{PlayerTotals, Standings};
use crate::statistics::Tally;

/// The version as every object of the program has it.
const VERSION: &str = concat!("zermelo ", env!("CARGO_PKG_VERSION"));

/// The results of a match.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The game that was played.
    pub discipline: String,
    /// The contestants.
    pub names: Vec<String>,
    /// The totals.
    pub standings: Standings,
    /// The sequential test, if there was one.
    pub sprt: Option<Sprt>,
    /// Games planned.
    pub planned: u64,
    /// Whether the match was stopped before its end.
    pub interrupted: bool,
    /// Openings that could not be used.
    pub skipped_openings: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Seconds since the match began or was resumed.
    pub seconds: f64,
}

/// A number that is written without a fraction where it has none.
#[must_use]
pub fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        json!(value as i64)
    } else {
        json!((value * 1e6).round() / 1e6)
    }
}

/// Results and what they say, in the fields of the command's output.
#[must_use]
pub fn tally_json(tally: &Tally) -> Value {
    let estimate = tally.estimate();
    let rounded = |value: Option<f64>| value.map(|v| (v * 1e4).round() / 1e4);
    let pentanomial: Vec<Value> = tally.pentanomial.iter().map(|&n| number(n)).collect();
    json!({
        "games": tally.games,
        "wins": number(tally.wins),
        "draws": number(tally.draws),
        "losses": number(tally.losses),
        "score": (tally.games > 0).then(|| tally.points() / tally.games as f64),
        "elo": rounded(estimate.and_then(|e| e.elo)),
        "elo_error": rounded(estimate.and_then(|e| e.elo_error)),
        "nelo": rounded(estimate.and_then(|e| e.nelo)),
        "nelo_error": rounded(estimate.and_then(|e| e.nelo_error)),
        "los": rounded(estimate.map(|e| e.los)),
        "pentanomial": pentanomial,
    })
}

fn totals_json(name: &str, totals: &PlayerTotals) -> Value {
    let failures: Map<String, Value> = totals
        .failures
        .iter()
        .map(|(t, n)| (t.word().to_string(), json!(n)))
        .collect();
    json!({
        "name": name, "games": totals.games, "points": number(totals.points),
        "nps": totals.nps().map(f64::round), "depth": totals.depth(),
        "seconds_per_move": totals.seconds_per_move(), "moves": totals.moves,
        "failures": failures,
    })
}

impl Summary {
    /// The results of the match's first encounter: of A against B, when there are two.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.standings
            .encounters
            .first()
            .map(|e| e.2)
            .unwrap_or_default()
    }

    /// The verdict of the sequential test in a sentence, if there was one.
    #[must_use]
    pub fn verdict(&self) -> Option<String> {
        let (sprt, state) = self.sprt.zip(self.standings.sprt())?;
        let (i, j, _) = self.standings.encounters.first()?;
        Some(sprt.sentence(state.llr, &self.names[*i], &self.names[*j]))
    }

    /// One object with everything.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Value::Object(mut object) = tally_json(&self.tally()) else {
            return Value::Null;
        };
        let sprt = self.sprt.zip(self.standings.sprt()).map(|(sprt, state)| {
            let (lower, upper) = sprt.bounds();
            json!({
                "llr": (state.llr * 1e4).round() / 1e4, "verdict": state.verdict.word(),
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "model": sprt.model.to_string(), "lower": lower, "upper": upper,
                "pairs": state.pairs, "sentence": self.verdict(),
            })
        });
        let terminations: Map<String, Value> = self
            .standings
            .terminations
            .iter()
            .map(|(t, n)| (t.word().to_string(), json!(n)))
            .collect();
        let player = |i: usize| totals_json(&self.names[i], &self.standings.players[i]);
        object.insert("sprt".into(), json!(sprt));
        object.insert("terminations".into(), Value::Object(terminations));
        if let Some(&(i, j, _)) = self.standings.encounters.first() {
            object.insert("a".into(), player(i));
            object.insert("b".into(), player(j));
        }
        if self.names.len() > 2 {
            object.insert(
                "players".into(),
                (0..self.names.len()).map(player).collect(),
            );
            object.insert("encounters".into(), self.encounters_json());
            object.insert("ratings".into(), self.ratings_json());
        }
        let rest = json!({
            "game": self.discipline, "planned": self.planned,
            "finished": self.standings.finished,
            "different_games": self.standings.different_games(), "interrupted": self.interrupted,
            "skipped_openings": self.skipped_openings.len(), "seed": self.seed,
            "seconds": self.seconds, "version": VERSION,
        });
        if let Value::Object(rest) = rest {
            object.extend(rest);
        }
        Value::Object(object)
    }

    fn encounters_json(&self) -> Value {
        let encounters = self.standings.encounters.iter().map(|(i, j, tally)| {
            let mut value = tally_json(tally);
            value["a"] = json!(self.names[*i]);
            value["b"] = json!(self.names[*j]);
            value
        });
        encounters.collect()
    }

    fn ratings_json(&self) -> Value {
        let ratings = rating::fit(self.names.len(), &self.standings.encounters);
        let rows = self
            .names
            .iter()
            .zip(ratings.elo.iter().zip(&ratings.error));
        let rows: Vec<Value> = rows
            .map(|(name, (elo, error))| json!({ "name": name, "elo": elo, "error": error }))
            .collect();
        json!({ "bounded": ratings.bounded, "players": rows })
    }

    /// Some lines for people.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        if self.names.len() > 2 {
            text.push_str(&self.crosstable());
        }
        for (i, j, tally) in &self.standings.encounters {
            let _ = writeln!(
                text,
                "{}",
                encounter_line(&self.names[*i], &self.names[*j], tally)
            );
        }
        for (name, totals) in self.names.iter().zip(&self.standings.players) {
            let _ = writeln!(text, "{}", totals_line(name, totals));
        }
        let ended: Vec<String> = self
            .standings
            .terminations
            .iter()
            .map(|(t, n)| format!("{t} {n}"))
            .collect();
        let _ = writeln!(text, "Ended by: {}.", ended.join(", "));
        let (finished, different) = (self.standings.finished, self.standings.different_games());
        if different < finished {
            let _ = writeln!(
                text,
                "Only {different} of the {finished} games are different: where players answer the \
                 same position always alike, copies of a game prove nothing."
            );
        }
        if !self.skipped_openings.is_empty() {
            let count = self.skipped_openings.len();
            let _ = writeln!(
                text,
                "Openings skipped: {count}, first {}.",
                self.skipped_openings[0]
            );
        }
        if let Some(verdict) = self.verdict() {
            let _ = writeln!(text, "{verdict}");
        }
        text
    }

    /// Everybody against everybody, best first, with fitted ratings.
    #[must_use]
    pub fn crosstable(&self) -> String {
        let count = self.names.len();
        let ratings = rating::fit(count, &self.standings.encounters);
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| ratings.elo[b].total_cmp(&ratings.elo[a]));
        let mut cells = vec![vec![String::from("·"); count]; count];
        for (i, j, tally) in self.standings.encounters.iter().filter(|e| e.2.games > 0) {
            let games = tally.games as f64;
            cells[*i][*j] = format!("{}/{}", short(tally.points()), tally.games);
            cells[*j][*i] = format!("{}/{}", short(games - tally.points()), tally.games);
        }
        let width = self
            .names
            .iter()
            .map(|n| n.chars().count())
            .max()
            .unwrap_or(0);
        let mut text = String::new();
        for (rank, &i) in order.iter().enumerate() {
            let error = ratings.error[i].map_or("?".to_string(), |e| format!("{e:.0}"));
            let _ = write!(
                text,
                "{:>3} {:<width$} {:>+6.0} ±{error:<5}",
                rank + 1,
                self.names[i],
                ratings.elo[i]
            );
            for &j in &order {
                let _ = write!(text, " {:>9}", cells[i][j]);
            }
            text.push('\n');
        }
        if !ratings.bounded {
            text.push_str("(Someone won or lost everything: ratings need a drawn game added to each encounter.)\n");
        }
        text
    }
}

/// Points with a half or two digits where needed.
fn short(points: f64) -> String {
    if (points * 2.0).fract() == 0.0 {
        format!("{points}")
    } else {
        format!("{points:.2}")
    }
}

fn encounter_line(a: &str, b: &str, tally: &Tally) -> String {
    let mut text = format!(
        "{a} - {b}: {} games, +{} ={} -{}",
        tally.games,
        short(tally.wins),
        short(tally.draws),
        short(tally.losses)
    );
    if let Some(estimate) = tally.estimate() {
        let elo = match (estimate.elo, estimate.elo_error) {
            (Some(elo), Some(error)) => format!("{elo:+.1} ±{error:.1}"),
            (Some(elo), None) => format!("{elo:+.1} (too few results for an error bar)"),
            (None, _) => "unbounded".to_string(),
        };
        let score = 100.0 * tally.points() / tally.games as f64;
        let los = 100.0 * estimate.los;
        let _ = write!(text, ", {score:.1}%, Elo {elo}, LOS {los:.1}%");
        if let Some((nelo, error)) = estimate.nelo.zip(estimate.nelo_error) {
            let _ = write!(text, ", normalised {nelo:+.1} ±{error:.1}");
        }
        let classes = tally.pentanomial.map(short).join(" ");
        let _ = write!(text, ", pairs [{classes}]");
        let paired = 2 * tally.pentanomial.iter().sum::<f64>().round() as u64;
        if paired > 0 && paired < tally.games {
            let _ = write!(
                text,
                " (Elo and LOS from the {paired} games of complete pairs)"
            );
        }
    }
    text
}

fn totals_line(name: &str, totals: &PlayerTotals) -> String {
    let mut parts = vec![format!("{} moves", totals.moves)];
    parts.extend(totals.depth().map(|d| format!("depth {d:.1}")));
    parts.extend(totals.nps().map(|n| format!("{:.0} nodes/s", n)));
    parts.extend(
        totals
            .seconds_per_move()
            .map(|s| format!("{s:.3} s a move")),
    );
    parts.extend(
        totals
            .failures
            .iter()
            .map(|(t, n)| format!("lost by {t} {n}")),
    );
    format!("{name}: {}", parts.join(", "))
}
