//! Learns every evaluation from one archive, for measurements.
//!
//! `cargo run --release -p zermelo-learn --example evaluators -- ARCHIVE FOLDER KIND…`, where a kind is
//! `bayes`, `bayes-wd`, `bayes-gm`, `bayes-ind`, `bayes-calibrated`, `genetic1`, `genetic2`, or
//! `slips:GAMES:NODES`, which writes games to `FOLDER/slips.pgn`.

use std::error::Error;
use std::path::Path;

use zermelo_archive::{Archive, Filter};
use zermelo_learn::slips::Slips;
use zermelo_learn::{
    BayesLearner, CalibratedLearner, GeneticLearner, Learner, Samples, Variant, learn,
};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [archive, folder, kinds @ ..] = words.as_slice() else {
        return Err("expected ARCHIVE FOLDER KIND…".into());
    };
    let folder = Path::new(folder);
    for kind in kinds {
        if let Some(numbers) = kind.strip_prefix("slips:") {
            let (games, nodes) = numbers.split_once(':').ok_or("expected GAMES:NODES")?;
            let mut slips = Slips::new(nodes.parse()?, 1);
            let games: Vec<String> = (0..games.parse()?)
                .map(|number| slips.game(number).to_string())
                .collect();
            std::fs::write(folder.join("slips.pgn"), games.concat())?;
            continue;
        }
        let french = Filter {
            eco: Some(Filter::parse_eco("C00-C19")?),
            ..Filter::default()
        };
        let bayes = |variant| {
            Box::new(BayesLearner {
                variant,
                filter: french.clone(),
                ..BayesLearner::default()
            })
        };
        let genetic = |learner: GeneticLearner| {
            Box::new(GeneticLearner {
                filter: french.clone(),
                journal: Some(folder.join(format!("{kind}.journal"))),
                ..learner
            })
        };
        let (learner, hold_out): (Box<dyn Learner>, u32) = match kind.as_str() {
            "bayes" => (bayes(Variant::Plain), 20),
            "bayes-wd" => (bayes(Variant::WithoutDraws), 20),
            "bayes-gm" => (bayes(Variant::Grandmasters), 20),
            "bayes-ind" => (bayes(Variant::Independent), 20),
            "genetic1" => (genetic(GeneticLearner::first(1)), 20),
            "genetic2" => (genetic(GeneticLearner::second(1)), 20),
            "bayes-calibrated" => {
                let learner = CalibratedLearner {
                    filter: Filter::default(),
                    most: 2_000_000,
                };
                (Box::new(learner), 5)
            }
            _ => return Err(format!("`{kind}`: no such kind").into()),
        };
        let archive = Archive::open(Path::new(archive))?;
        let samples = Samples {
            archive: &archive,
            hold_out,
            stop: &|| false,
            tell: &|_| (),
        };
        let learnt = learn(learner.as_ref(), &samples, &folder.join(kind))?;
        println!("{kind}: {:#}", serde_json::Value::Object(learnt.figures));
    }
    Ok(())
}
