//! Experiments with learned evaluations: tables 6.2, 6.3, 6.4 and 7.1, figure A.6, and Bill.

use std::cell::Cell;
use std::path::PathBuf;

use serde_json::{Value, json};
use zermelo_archive::{Archive, BuildOptions, DEFAULT_MEMORY, Filter, SEGMENT_GAMES, build};
use zermelo_arena::log::fingerprint;
use zermelo_chess::Chess;
use zermelo_engine::evaluation::{Classical, Model, Term, Weights};
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{Judgement, Learned};
use zermelo_game::Notation;
use zermelo_learn::pictures;
use zermelo_learn::slips::Slips;
use zermelo_learn::{
    BayesLearner, CalibratedLearner, GeneticLearner, Samples, Step, Variant, learn,
};

use super::bill::Games;
use super::folders::{from_samples, keep_conditions, known};
use super::journal::Journal;
use super::matches::{FRENCH, KINGS_GAMBIT, Meeting, SPANISH, meeting};
use super::sheet::{Grid, Sheet, grouped};
use super::{ExperimentError, Plan, bill, folders, matches};

/// Table 6.2, and what we add to it: the form that does not jump, and the calibrated one.
pub const BAYES: &[Meeting] = &[
    meeting("bayes", "reference", FRENCH, Some(1.0)),
    meeting("mixed-bayes", "reference", FRENCH, Some(3.78)),
    meeting("mixed-bayes-wd", "reference", FRENCH, Some(1.06)),
    meeting("mixed-bayes-gm", "reference", FRENCH, Some(3.50)),
    meeting("mixed-bayes-ind", "reference", FRENCH, Some(0.10)),
    meeting("mixed-bayes-scaled", "reference", FRENCH, None),
    meeting("bayes-calibrated", "reference", FRENCH, None),
];

/// Table 6.3. In the source both sides have a book; in ours both have the same beginnings.
pub const GENETIC: &[Meeting] = &[
    meeting("genetic1", "reference", FRENCH, Some(9.50)),
    meeting("genetic2", "reference", FRENCH, Some(10.93)),
];

/// Table 6.4.
pub const GENETIC_ELSEWHERE: &[Meeting] = &[
    meeting("genetic2", "reference", SPANISH, Some(7.74)),
    meeting("genetic2", "reference", KINGS_GAMBIT, Some(12.43)),
];

/// Table 7.1.
pub const ALL_TOGETHER: &[Meeting] = &[meeting("combined", "booked", FRENCH, Some(12.78))];

/// Games of slips from which the calibrated evaluation is learnt, and nodes of their moves.
const SLIPS: u64 = 3000;
const SLIP_NODES: u64 = 400;
/// One of so many of these games is held out, to calibrate by and for the figures.
const SLIPS_HELD_OUT: u32 = 5;
/// Games that Bill learns from.
const BILLS_GAMES: u64 = 2000;
/// Bill thinks for one of so many nodes of a chess match.
const BILLS_SHARE: u64 = 10;

/// Learns the evaluation that a player needs, unless it is there; `None` if its kind of folder is
/// no evaluation's. All are learnt from the French, as in the source, but for the calibrated one.
pub fn ready(player: &str, kind: &str, plan: &Plan<'_>) -> Option<Result<(), ExperimentError>> {
    let bayes = |variant| {
        french().and_then(|filter| {
            let learner = BayesLearner {
                variant,
                filter,
                ..BayesLearner::default()
            };
            from_samples(kind, &learner, "", plan).map(drop)
        })
    };
    match kind {
        "bayes" => Some(bayes(Variant::Plain)),
        "bayes-wd" => Some(bayes(Variant::WithoutDraws)),
        "bayes-gm" => Some(bayes(Variant::Grandmasters)),
        "bayes-ind" => Some(bayes(Variant::Independent)),
        "bayes-calibrated" => Some(calibrated(plan)),
        "genetic" => Some(genetic(player, plan)),
        _ => None,
    }
}

fn french() -> Result<Filter, ExperimentError> {
    Ok(Filter {
        eco: FRENCH.range()?,
        ..Filter::default()
    })
}

/// Weights by a genetic algorithm, in a folder named after the player.
///
/// # Errors
///
/// When they cannot be learnt.
pub fn genetic(player: &str, plan: &Plan<'_>) -> Result<(), ExperimentError> {
    let learner = match player {
        "genetic1" => GeneticLearner::first(plan.seed),
        _ => GeneticLearner::second(plan.seed),
    };
    let learner = GeneticLearner {
        filter: french()?,
        journal: Some(plan.work.join(format!("{player}.journal"))),
        ..learner
    };
    from_samples(player, &learner, &seeded(plan), plan).map(drop)
}

/// The calibrated evaluation, from games of slips that are played first.
fn calibrated(plan: &Plan<'_>) -> Result<(), ExperimentError> {
    let folder = plan.work.join("bayes-calibrated");
    if known(&folder, &seeded(plan)).is_some() {
        return Ok(());
    }
    let archive = Archive::open(&slips(plan)?)?;
    let samples = Samples {
        archive: &archive,
        hold_out: SLIPS_HELD_OUT,
        stop: plan.stop,
        tell: plan.tell,
    };
    let learner = CalibratedLearner {
        filter: Filter::default(),
        most: usize::MAX,
    };
    (plan.tell)(Step::doing("learning bayes-calibrated"));
    learn(&learner, &samples, &folder)?;
    keep_conditions(&folder, &seeded(plan))
}

/// The conditions of what depends on the seed.
fn seeded(plan: &Plan<'_>) -> String {
    format!("seed {}\n", plan.seed)
}

/// The archive of games of slips.
fn slips(plan: &Plan<'_>) -> Result<PathBuf, ExperimentError> {
    let program = fingerprint(zermelo_engine::fingerprint());
    let pgn = plan.work.join(format!("slips-{}-{program}.pgn", plan.seed));
    let archive = plan.work.join("slips.archive");
    if !pgn.exists() {
        let mut slips = Slips::new(SLIP_NODES, plan.seed);
        slips.play_into(&pgn, SLIPS, plan.stop, plan.tell)?;
    }
    let options = BuildOptions {
        filter: Filter::default(),
        plies: None,
        memory: DEFAULT_MEMORY,
        threads: 1,
        segment_games: SEGMENT_GAMES,
        keep_duplicates: false,
        fresh: true,
        on_problem: &mut |_, _| {},
        on_progress: &mut |_| (plan.stop)(),
    };
    build(&archive, &[pgn], options)?;
    Ok(archive)
}

/// Table 6.2, with the pictures of why the source's evaluation fails and the calibrated one does not.
///
/// # Errors
///
/// When a match cannot be played.
pub fn bayes(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let mut sheet = matches::run("6.2", BAYES, plan)?;
    sheet.notes.push(format!(
        "Evaluations are learnt from the French among these games, the calibrated one from {} games \
         with slips.",
        grouped(SLIPS)
    ));
    for name in ["bayes", "bayes-calibrated"] {
        let folder = opened(name, plan)?;
        let counted = &folder.figures.get("more_material");
        if let Some(counted) = counted.filter(|figure| figure.is_object()) {
            sheet.notes.push(format!(
                "{name}: one man more makes {} of {} positions worse, its material alone {}; the \
                 plain sum of the terms falls in {}.",
                counted["worse"],
                counted["positions"],
                counted["worse_by_material_alone"],
                counted["plain_sum_worse"],
            ));
        }
        for picture in [pictures::material, pictures::reliability] {
            sheet.charts.extend(picture(&folder).map(|plot| plot.svg()));
        }
    }
    Ok(sheet)
}

/// Table 6.3, with the moves that bred weights find, and the curves of fitness.
///
/// # Errors
///
/// When a match cannot be played.
pub fn bred(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let mut sheet = matches::run("6.3", GENETIC, plan)?;
    let head = ["player", "moves", "of", "found", "found by reference"];
    let mut grid = Grid::new("Moves of masters found by one ply and quiescence", &head);
    let mut rows = Vec::new();
    for name in ["genetic1", "genetic2"] {
        let folder = opened(name, plan)?;
        for (key, of) in [
            ("exercises", "games learnt from"),
            ("held_out", "games held out"),
        ] {
            let figure = folder.figures.get(key).unwrap_or(&Value::Null);
            let number = |field: &str| figure[field].as_u64().map_or("–".to_string(), grouped);
            grid.rows.push(vec![
                name.to_string(),
                number("positions"),
                of.to_string(),
                number("right"),
                number("right_of_reference"),
            ]);
            rows.push(json!({"player": name, "of": of, "figures": figure}));
        }
        let plot = pictures::fitness(&folder);
        sheet.charts.extend(plot.map(|plot| plot.svg()));
    }
    for (name, found) in SURVEY {
        let texts = [name, "500", "the source's survey", found, ""];
        grid.rows.push(texts.map(str::to_string).to_vec());
    }
    sheet.grids.push(grid);
    sheet.data["moves_found"] = json!(rows);
    sheet.notes.push(
        "Weights are bred on French games of grandmasters among these. In the source both sides \
         have a book in these matches; here they have the same beginnings instead."
            .to_string(),
    );
    Ok(sheet)
}

/// Right moves that the source's survey reports of others.
const SURVEY: [(&str, &str); 2] = [("Tunstall-Pedoe", "107"), ("Santi", "88 to 104")];

/// Matches of `combined`, and which bred weights it has.
///
/// # Errors
///
/// When no match can be played.
pub fn with_combined(
    name: &str,
    meetings: &[Meeting],
    plan: &Plan<'_>,
) -> Result<Sheet, ExperimentError> {
    let mut sheet = matches::run(name, meetings, plan)?;
    // Where it cannot be learnt here, the matches say so.
    let combined = folders::ready("combined", plan).ok();
    let combined = combined.and_then(|ready| Learned::find(&ready.player, Some(&ready.place)).ok());
    if let Some(combined) = combined {
        let stages = combined.judgement().and_then(|judgement| match judgement {
            Judgement::Terms(model) => match &*model {
                Model::Weights(weights) => Some(weights.stages),
                _ => None,
            },
            _ => None,
        });
        sheet.notes.push(stages.map_or_else(
            || {
                "`combined` has no bred weights: none found more moves of games held out than \
                 `reference`, beyond chance."
                    .to_string()
            },
            |(first, last)| {
                format!("`combined` has the bred weights that count from stage {first} to {last}.")
            },
        ));
    }
    Ok(sheet)
}

fn opened(name: &str, plan: &Plan<'_>) -> Result<PlayerFolder, ExperimentError> {
    let folder = PlayerFolder::open(&plan.work.join(name));
    folder.map_err(|error| ExperimentError::Input(error.to_string()))
}

/// The position of figure A.6, decoded from its font.
const FIGURE: &str = "3rr1k1/1pqb1pp1/p1nb2np/3p4/3N4/4BNPP/PPPQ1PB1/3RR1K1 w - - 0 1";
/// What the figure reports of it, term by term.
const REPORTED: [i32; 8] = [0, 0, 4, 20, -10, 14, 8, 0];

/// Figure A.6: the evaluation of a position taken apart, beside the source's.
///
/// # Errors
///
/// None in practice: the position can be read.
pub fn figure(_plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let position = Chess::parse(FIGURE)
        .map_err(|error| ExperimentError::Input(format!("{FIGURE}: {error}")))?;
    let [reference, tuned] = [Weights::reference(), Weights::tuned()]
        .map(|weights| Classical::new(weights).explain(&position));
    let mut grid = Grid::new(
        "Centipawns, White's view",
        &["term", "source", "reference", "tuned"],
    );
    let rows = Term::ALL.iter().enumerate();
    for (place, (letter, name, _)) in rows {
        grid.rows.push(vec![
            format!("{letter} {name}"),
            REPORTED[place].to_string(),
            reference.terms[place].to_string(),
            tuned.terms[place].to_string(),
        ]);
    }
    grid.rows.push(vec![
        "total".to_string(),
        REPORTED.iter().sum::<i32>().to_string(),
        reference.total.to_string(),
        tuned.total.to_string(),
    ]);
    let terms: serde_json::Map<String, serde_json::Value> = Term::ALL
        .iter()
        .zip(REPORTED.iter().zip(reference.terms.iter().zip(tuned.terms)))
        .map(|((letter, ..), (source, (reference, tuned)))| {
            let values = json!({"source": source, "reference": reference, "tuned": tuned});
            (letter.to_string(), values)
        })
        .collect();
    Ok(Sheet {
        notes: vec![
            format!("The position: {FIGURE}; stage {}.", reference.stage),
            "The source's constants are not known: material and relations must be 0 as they are \
             there, the others differ."
                .to_string(),
        ],
        grids: vec![grid],
        charts: Vec::new(),
        data: json!({"position": FIGURE, "terms": terms, "stage": reference.stage,
            "total": {"source": REPORTED.iter().sum::<i32>(), "reference": reference.total,
            "tuned": tuned.total}}),
    })
}

/// Bill's result: wins, draws and losses of the Bayesian evaluation.
const BILL: bill::Meeting = bill::Meeting {
    against: "its linear self (Bill 3.0 and 2.0)",
    counts: [139, 6, 55],
};

/// Othello: the Bayesian evaluation of four features against linear ones.
///
/// # Errors
///
/// When it is stopped.
pub fn othello(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let nodes = (plan.nodes / BILLS_SHARE).max(1);
    let games = BILLS_GAMES + plan.games * bill::MEETINGS.len() as u64;
    let begun = Cell::new(0);
    // Asked before every game.
    let stop = || {
        (plan.tell)(Step::new("games of Othello", begun.get(), games));
        begun.set(begun.get() + 1);
        (plan.stop)()
    };
    // Other nodes have other games in the matches, and the same lessons again.
    let what = json!({"experiment": "bill", "nodes": nodes, "seed": plan.seed});
    let file = plan.work.join(format!("bill-{}.log", plan.mark(&what)));
    let mut kept = Games::kept(Journal::open(&file, &what)?, &stop);
    let found = bill::run((BILLS_GAMES, plan.games, nodes), plan.seed, &mut kept)?;
    let mut grid = Grid::new(
        "The Bayesian evaluation against linear ones of the same features",
        &["against", "wins", "draws", "losses", "score", "superior"],
    );
    let mut rows = Vec::new();
    for meeting in found.meetings.iter().chain([&BILL]) {
        let [wins, draws, losses] = meeting.counts;
        let (score, known) = meeting.score();
        let error = known.map(|(error, _)| error);
        let los = known.map(|(_, los)| los);
        let shown = error.map_or(String::new(), |error| format!(" ± {:.1}", 100.0 * error));
        grid.rows.push(vec![
            meeting.against.to_string(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            format!("{:.1}%{shown}", 100.0 * score),
            los.map_or("–".to_string(), |los| format!("{:.1}%", 100.0 * los)),
        ]);
        rows.push(
            json!({"against": meeting.against, "wins": wins, "draws": draws,
            "losses": losses, "score": score, "error": error, "los": los}),
        );
    }
    Ok(Sheet {
        notes: vec![
            format!(
                "Learnt from {} positions of {} games, labelled by exact play from 12 empty squares \
                 on; {} nodes a move; pairs of games from 8 random plies, sides changed.",
                grouped(found.positions),
                grouped(BILLS_GAMES),
                grouped(nodes)
            ),
            format!("Features: {}.", bill::NAMES.join(", ")),
            "Superior: the likelihood that the Bayesian evaluation is the better one; intervals of \
             95%. The last row is the source's."
                .to_string(),
        ],
        grids: vec![grid],
        charts: Vec::new(),
        data: json!({"positions": found.positions, "nodes": nodes, "rows": rows}),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_example_has_no_material_and_no_relations() {
        let position = Chess::parse(FIGURE).unwrap();
        let explanation = Classical::new(Weights::reference()).explain(&position);
        assert_eq!(explanation.terms[0], 0);
        assert_eq!(explanation.terms[7], 0);
        assert_eq!(REPORTED.iter().sum::<i32>(), 36);
    }
}
