//! Evaluations learnt from a few games, and the players that use them.
#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::path::Path;

use support::{Place, archive_of};
use zermelo_archive::{Archive, Filter};
use zermelo_chess::Chess;
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{BAYES_FILE, WEIGHTS_FILE};
use zermelo_engine::{Control, Engine, Order, SearchLimits, Settings, player_settings};
use zermelo_game::Game;
use zermelo_learn::genetic::Where;
use zermelo_learn::slips::Slips;
use zermelo_learn::{
    BayesLearner, CalibratedLearner, GeneticLearner, Learner, Samples, Variant, inspect, learn,
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
