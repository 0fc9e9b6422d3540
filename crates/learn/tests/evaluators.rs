//! Evaluations learnt from a few games, and the players that use them.
#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::path::Path;

use support::{Place, archive_of};
use zermelo_archive::{Archive, Filter};
use zermelo_chess::Chess;
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{BAYES_FILE, FITTED_FILE, Learned, NETWORK_FILE, WEIGHTS_FILE};
use zermelo_engine::tuning::fit::FitParams;
use zermelo_engine::tuning::train::TrainParams;
use zermelo_engine::{Control, Engine, Order, SearchLimits, Settings, player_settings};
use zermelo_game::Game;
use zermelo_learn::genetic::Where;
use zermelo_learn::scored::Scoring;
use zermelo_learn::slips::Slips;
use zermelo_learn::{
    BayesLearner, CalibratedLearner, GeneticLearner, LearnError, Learner, NetworkLearner, Samples,
    Variant, WeightsLearner, inspect, learn,
};

/// An archive of games with slips, all by players of a rating.
fn slips(place: &Place, games: u64) -> Archive {
    let mut slips = Slips::new(40, 3);
    let mut text = String::new();
    for number in 0..games {
        let mut game = slips.game(number);
        for tag in ["WhiteElo", "BlackElo"] {
            game.tags.push((tag.to_string(), "2600".to_string()));
        }
        text += &game.to_string();
    }
    archive_of(place, &text)
}

fn samples(archive: &Archive) -> Samples<'_> {
    Samples {
        archive,
        hold_out: 4,
        stop: &|| false,
        tell: &|_| (),
    }
}

/// Plays some moves against itself; every one must be legal.
fn plays(name: &str, folder: &Path) {
    let others = Settings {
        player_dir: Some(folder.to_path_buf()),
        ..Settings::default()
    };
    let mut engine = Engine::new(player_settings(name, others).unwrap());
    let limits = SearchLimits {
        nodes: Some(200),
        ..SearchLimits::default()
    };
    let mut order = Order::new(Chess::new(), limits);
    for _ in 0..30 {
        if order.position().0.outcome().is_some() {
            return;
        }
        let answer = engine.search(&order, &Control::default(), &mut |_| ());
        let best = answer.best.unwrap();
        assert!(order.position().0.is_legal(best), "{name}");
        order.moves.push(best);
    }
}

#[test]
fn bayesian_players_learn_alike_from_equal_games_and_play_legal_moves() {
    let place = Place::new("evaluators-bayes");
    let archive = slips(&place, 80);
    let bayes = |variant| BayesLearner {
        variant,
        ..BayesLearner::default()
    };
    let calibrated = CalibratedLearner {
        filter: Filter::default(),
        most: 1_000_000,
    };
    let learners: [&dyn Learner; 4] = [
        &bayes(Variant::Plain),
        &bayes(Variant::WithoutDraws),
        &bayes(Variant::Independent),
        &calibrated,
    ];
    for learner in learners {
        let path = place.join(learner.kind());
        let once = learn(learner, &samples(&archive), &path).unwrap();
        let again = learn(learner, &samples(&archive), &path).unwrap();
        assert_eq!(once.files, again.files);
        let held_out = &once.figures["held_out"];
        assert!(held_out["positions"].as_u64().unwrap() > 100, "{held_out}");
        let insight = inspect::position(&once, &Chess::new()).unwrap();
        let expected = insight.evaluation.unwrap().expected.unwrap();
        assert!((0.2..0.8).contains(&expected), "{expected}");
    }
    for name in [
        "bayes",
        "mixed-bayes@classic",
        "mixed-bayes-wd",
        "mixed-bayes-ind",
        "mixed-bayes-scaled",
        "bayes-calibrated",
    ] {
        plays(name, &place.join(""));
    }
    let calibrated = PlayerFolder::open(&place.join("bayes-calibrated")).unwrap();
    // So few games teach no weights to be held to; the figure is what is looked for.
    let checked = &calibrated.figures["more_material"];
    assert_eq!(checked["positions"], 10_000, "{checked}");
}

#[test]
fn weights_are_bred_the_same_from_equal_seeds_interrupted_or_not() {
    let place = Place::new("evaluators-genetic");
    let archive = slips(&place, 40);
    let learner = |generations| GeneticLearner {
        place: Where::Stages(0, 10),
        exercises: 8,
        generations,
        journal: Some(place.join("journal")),
        ..GeneticLearner::second(5)
    };
    let path = place.join("genetic2");
    let once = learn(&learner(3), &samples(&archive), &path).unwrap();
    // Interrupted in the third generation, the journal has two.
    let asked = std::cell::Cell::new(0);
    let stopped = Samples {
        stop: &|| {
            asked.set(asked.get() + 1);
            asked.get() > 8 + 75
        },
        ..samples(&archive)
    };
    assert!(learn(&learner(3), &stopped, &path).is_err());
    let journal = std::fs::read_to_string(place.join("journal")).unwrap();
    assert!(journal.lines().count() > 1, "{journal}");
    let again = learn(&learner(3), &samples(&archive), &path).unwrap();
    assert_eq!(once.files, again.files);
    assert!(!place.join("journal").exists());
    plays("genetic2", &place.join(""));
    // Its origin says what it was told.
    let told = &once.origin["told"];
    let numbers = ["seed", "positions", "generations"].map(|name| told[name].as_u64().unwrap());
    assert_eq!(numbers, [5, 8, 3]);
    assert_eq!(
        (&told["fitness"], &told["min_rating"]),
        (&"corrected".into(), &2500.into())
    );
    assert_eq!(once.origin["learnt_from"], 8);
    let french = GeneticLearner {
        filter: Filter {
            eco: Some(Filter::parse_eco("C00-C19").unwrap()),
            ..Filter::default()
        },
        ..learner(3)
    };
    assert_eq!(french.told()["eco"], "C00-C19");
    assert!(once.files.iter().any(|file| file.name == WEIGHTS_FILE));
}

#[test]
fn folders_of_another_kind_or_changed_are_refused_by_name() {
    let place = Place::new("evaluators-refused");
    let archive = slips(&place, 60);
    let folder = place.join("bayes");
    learn(&BayesLearner::default(), &samples(&archive), &folder).unwrap();
    let refused = |name: &str, folder: &Path| {
        let others = Settings {
            player_dir: Some(folder.to_path_buf()),
            ..Settings::default()
        };
        player_settings(name, others).unwrap_err().to_string()
    };
    let sentence = refused("mixed-bayes-gm", &place.join(""));
    assert!(sentence.contains("learn bayes --variant gm"), "{sentence}");
    assert!(refused("genetic1", &folder).contains("kind `bayes`"));
    let file = folder.join(BAYES_FILE);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen('1', "2", 1)).unwrap();
    let sentence = refused("mixed-bayes", &place.join(""));
    assert!(
        sentence.contains(BAYES_FILE) && sentence.contains("changed"),
        "{sentence}"
    );
    let small = Place::new("evaluators-small");
    let few = slips(&small, 1);
    let nothing = learn(&BayesLearner::default(), &samples(&few), &folder);
    assert!(nothing.unwrap_err().to_string().contains("too few"));
}

fn scoring(place: &Place, threads: usize) -> Scoring {
    Scoring {
        filter: Filter::default(),
        most: 4000,
        nodes: 1,
        seed: 7,
        threads,
        journal: Some(place.join("scored.txt")),
        kept: true,
    }
}

#[test]
fn fitted_weights_and_networks_are_nearer_to_games_held_out_and_play_legal_moves() {
    let place = Place::new("evaluators-fitted");
    let archive = slips(&place, 300);
    let weights = WeightsLearner {
        scoring: scoring(&place, 2),
        // So few positions say little: small steps, and not far.
        params: FitParams {
            epochs: 4,
            batch: 256,
            rate: 200,
            anchor: 1000,
            ..FitParams::default()
        },
    };
    let folder = learn(&weights, &samples(&archive), &place.join("weights")).unwrap();
    let told = &folder.origin["told"];
    let numbers = ["epochs", "result", "nodes", "seed"].map(|name| told[name].as_u64().unwrap());
    assert_eq!(numbers, [4, 40, 1, 7]);
    let held_out = &folder.figures["held_out"];
    let figure = |name: &str| held_out[name].as_f64().unwrap();
    assert!(figure("error") < figure("error_of_reference"), "{held_out}");
    plays("fitted", &place.join("weights"));
    // The journal has the positions: nothing is scored again, and one thread makes the same.
    let network = NetworkLearner {
        scoring: scoring(&place, 1),
        params: TrainParams {
            epochs: 30,
            batch: 64,
            rate: 4000,
            ..TrainParams::default()
        },
    };
    let folder = learn(&network, &samples(&archive), &place.join("network")).unwrap();
    assert!(folder.figures["held_out"]["error"].is_number());
    // So few positions are learnt by heart; knowing nothing is to expect a half of everything.
    let (learnt, nothing) = errors_on_what_was_learnt(&archive, &place);
    assert!(learnt < nothing / 2.0, "{learnt} {nothing}");
    plays("networked", &place.join("network"));
    let bytes = |name: &str, file: &str| std::fs::read(place.join(name).join(file)).unwrap();
    let again = WeightsLearner {
        scoring: Scoring {
            journal: None,
            ..scoring(&place, 1)
        },
        ..weights
    };
    learn(&again, &samples(&archive), &place.join("again")).unwrap();
    assert_eq!(bytes("again", FITTED_FILE), bytes("weights", FITTED_FILE));
    let damaged = place.join("network").join(NETWORK_FILE);
    std::fs::write(&damaged, b"zermnet1").unwrap();
    let others = Settings {
        player_dir: Some(place.join("network")),
        ..Settings::default()
    };
    assert!(player_settings("networked", others).is_err());
}

/// The errors on the positions learnt from: of the network in its folder, and of an evaluation that
/// says 0 of everything.
fn errors_on_what_was_learnt(archive: &Archive, place: &Place) -> (f64, f64) {
    let learned = Learned::find("networked", Some(&place.join("network"))).unwrap();
    let network = learned.judgement().unwrap();
    let params = TrainParams::default();
    let mut sums = (0.0, 0.0);
    zermelo_learn::scored::scored(&samples(archive), &scoring(place, 1), |sample, held_out| {
        if !held_out {
            let target = params.target_of_mover(sample);
            let expected = params.expected_of_mover(network.value(&sample.position));
            sums.0 += f64::from(target - expected).powi(2);
            sums.1 += f64::from(target - 0.5).powi(2);
        }
    })
    .unwrap();
    sums
}

#[test]
fn an_interrupted_scoring_goes_on_where_it_was() {
    let place = Place::new("evaluators-interrupted");
    let archive = slips(&place, 60);
    let of = |stop: &dyn Fn() -> bool, scoring: &Scoring| {
        let samples = Samples {
            archive: &archive,
            hold_out: 4,
            stop,
            tell: &|_| (),
        };
        let mut found = Vec::new();
        let done = zermelo_learn::scored::scored(&samples, scoring, |sample, held_out| {
            found.push((sample.position.key(), sample.score, sample.result, held_out));
        });
        (done, found)
    };
    let whole = Scoring {
        journal: None,
        ..scoring(&place, 1)
    };
    let (_, expected) = of(&|| false, &whole);
    let journaled = scoring(&place, 1);
    let (stopped, none) = of(&|| true, &journaled);
    assert!(matches!(stopped, Err(LearnError::Archive(_))) && none.is_empty());
    // A crash may tear the last line.
    let journal = place.join("scored.txt");
    let mut text = std::fs::read_to_string(&journal).unwrap();
    text.push_str("rnbqkbnr/pppp");
    std::fs::write(&journal, text).unwrap();
    let (done, found) = of(&|| false, &journaled);
    assert_eq!(done.unwrap(), [45, 15]);
    assert_eq!(found, expected);
    // Somebody's file is not overwritten by other work; a private journal is begun anew.
    let kept = std::fs::read(&journal).unwrap();
    let other = Scoring {
        seed: 8,
        ..journaled
    };
    let (refused, _) = of(&|| false, &other);
    let problem = refused.unwrap_err().to_string();
    assert!(problem.contains("scored.txt: line 1 is"), "{problem}");
    assert_eq!(std::fs::read(&journal).unwrap(), kept);
    let private = Scoring {
        kept: false,
        ..other
    };
    assert_eq!(of(&|| false, &private).0.unwrap(), [45, 15]);
    assert_ne!(std::fs::read(&journal).unwrap(), kept);
}

#[test]
fn held_out_games_are_scored_whatever_part_of_the_games_is() {
    let place = Place::new("evaluators-spread");
    let archive = slips(&place, 60);
    for wanted in [12, 20, 30] {
        let scoring = Scoring {
            most: wanted * 12,
            journal: None,
            ..scoring(&place, 1)
        };
        let samples = Samples {
            archive: &archive,
            hold_out: 5,
            stop: &|| false,
            tell: &|_| (),
        };
        let mut counts = [0, 0];
        let games = zermelo_learn::scored::scored(&samples, &scoring, |_, held_out| {
            counts[usize::from(held_out)] += 1;
        });
        let games: usize = games.unwrap().iter().sum();
        assert!((wanted..=wanted + 2).contains(&games), "{wanted}");
        let share = f64::from(counts[1]) / f64::from(counts[0] + counts[1]);
        assert!((0.05..0.45).contains(&share), "{wanted}: {counts:?}");
    }
}
