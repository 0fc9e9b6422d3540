//! Players learnt from a few games, and how they choose and order moves.
#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::path::Path;
use std::sync::Mutex;

use zermelo_archive::{History, LEAST_GAMES, OpeningTable};
use zermelo_chess::{Chess, Line};
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{HISTORY_FILE, Learned, TABLE_FILE};
use zermelo_engine::{Control, Engine, Order, SearchLimits, Settings, player_settings};
use zermelo_game::Notation;
use zermelo_game::random::Rng;
use zermelo_learn::{Ophista, Opta, diff, inspect, learn};
use zermelo_search::full::ADVISED;

use support::{Place, archive, archive_of, samples};

fn after(moves: &str) -> Chess {
    Line::read(None, moves).unwrap().end()
}

fn order(moves: &str, depth: u32) -> Order {
    let line = Line::read(None, moves).unwrap();
    let limits = SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    };
    let mut order = Order::new(Chess::new(), limits);
    order.moves = line.moves;
    order
}

fn player(name: &str, folder: &Path) -> Engine {
    let others = Settings {
        player_dir: Some(folder.to_path_buf()),
        ..Settings::default()
    };
    Engine::new(player_settings(name, others).unwrap())
}

#[test]
fn the_table_counts_what_the_archive_counts_less_the_games_held_out() {
    let place = Place::new("counts");
    let archive = archive(&place);
    for hold_out in [0, 5] {
        let samples = samples(&archive, hold_out);
        let folder = learn(&Opta::default(), &samples, &place.join("opta")).unwrap();
        let table = OpeningTable::open(&folder.file(TABLE_FILE)).unwrap();
        for moves in ["", "e4", "e4,e6,d4,d5,Nc3", "d4,d5,c4", "e4,e6,d4,d5,e5"] {
            let key = after(moves).archive_key();
            let all = archive.position(key).unwrap().total;
            let mut off = 0;
            for (id, _) in archive.games_at(key).unwrap() {
                off += u64::from(samples.is_held_out(id));
            }
            let found = table.find(key).unwrap().unwrap();
            assert_eq!(found.games(), all.games() - off, "{moves}");
            if hold_out == 0 {
                assert_eq!(u64::from(found.white), all.white);
                assert_eq!(u64::from(found.black), all.black);
            }
        }
        assert!(table.find(after("a3").archive_key()).unwrap().is_none());
        let held = &folder.figures["held_out"];
        assert_eq!(held.is_null(), hold_out == 0, "{held}");
    }
}

#[test]
fn only_games_learnt_from_make_a_position_frequent_enough_for_a_history_table() {
    let place = Place::new("frequent");
    let archive = archive(&place);
    for hold_out in [0, 3] {
        let samples = samples(&archive, hold_out);
        let folder = learn(&Ophista::default(), &samples, &place.join("ophista")).unwrap();
        let table = OpeningTable::open(&folder.file(TABLE_FILE)).unwrap();
        let history = History::open(&folder.file(HISTORY_FILE)).unwrap();
        // Every frequent position has a table but those in which games end.
        for (key, _) in history.all().unwrap() {
            let games = table.find(key).unwrap().unwrap().games();
            assert!(games >= LEAST_GAMES, "{games}");
        }
        let tables = folder.figures["history_tables"].as_u64().unwrap();
        let frequent = folder.figures["at_least_20"].as_u64().unwrap();
        assert!(tables <= frequent, "{tables} of {frequent}");
    }
}

#[test]
fn a_table_from_which_nobody_plays_says_so() {
    let place = Place::new("few");
    let text = "[Result \"1-0\"]\n\ne4 e6 d4 d5 1-0\n\n".repeat(19);
    let few = archive_of(&place, &text);
    let folder = learn(&Opta::default(), &samples(&few, 0), &place.join("opta")).unwrap();
    let remark = folder.figures["remarks"][0].as_str().unwrap();
    assert!(remark.starts_with("no position has 20 games"), "{remark}");
    let elsewhere = Place::new("enough");
    let archive = archive(&elsewhere);
    let folder = learn(&Ophista::default(), &samples(&archive, 0), &place.join("b")).unwrap();
    assert!(!folder.figures.contains_key("remarks"));
}

#[test]
fn the_three_criteria_choose_as_the_source_says() {
    let place = Place::new("criteria");
    let archive = archive(&place);
    let folder = place.join("opta");
    learn(&Opta::default(), &samples(&archive, 0), &folder).unwrap();
    let position = after("e4,e6,d4,d5");
    let mut rng = Rng::new(1);
    let mut chosen = |name: &str| {
        let learned = Learned::find(name, Some(&folder)).unwrap();
        learned
            .book_move(&position, &mut rng)
            .map(|m| position.san(m))
    };
    let firsts: Vec<_> = (0..50).filter_map(|_| chosen("opta1")).collect();
    assert!(firsts.contains(&"Nc3".to_string()) && firsts.contains(&"e5".to_string()));
    assert!(!firsts.contains(&"Nd2".to_string()), "it has only 7 games");
    // 24 of 24 are fewer points than 25 of 40, and a better share, whatever the noise.
    assert_eq!(chosen("opta2").as_deref(), Some("Nc3"));
    assert_eq!(chosen("opta3").as_deref(), Some("e5"));
    let learned = Learned::find("opta3", Some(&folder)).unwrap();
    assert_eq!(learned.book_move(&after("e4,c5"), &mut rng), None);
}

#[test]
fn known_moves_come_first_and_history_orders_the_others() {
    let place = Place::new("advice");
    let archive = archive(&place);
    let folder = place.join("ophista");
    learn(&Ophista::default(), &samples(&archive, 0), &folder).unwrap();
    // Out of book: 3 Nd2 has seven games, but the position before has seventy.
    let moves = "e4,e6,d4,d5,Nd2";
    let position = after(moves);
    let about = |name: &str, m: &str| {
        let learned = Learned::find(name, Some(&folder)).unwrap();
        let advice = learned.advice(&order(moves, 1), false, 1).unwrap();
        let m = position.parse_move(m).unwrap();
        advice.about(&position, m, (0, true), 1)
    };
    assert!(about("opta3.1", "Nf6") >= ADVISED);
    assert_eq!(about("opta3.1", "c5"), 0);
    let history = about("ophista", "c5");
    assert!((64..256).contains(&history), "{history}");
    assert!(about("ophista", "Nf6") > about("opta3.1", "Nf6"));
    // The first move that the search looks at is the one that the table knows.
    let first = Mutex::new(None);
    let watch = |_, m, _| {
        first.lock().unwrap().get_or_insert(m);
    };
    let mut engine = player("opta3.1@classic", &folder);
    let order = order(moves, 2);
    engine.search_watched(&order, &Control::default(), &mut |_| (), &watch);
    let first = first.into_inner().unwrap().unwrap();
    assert_eq!(position.san(first), "Nf6");
    // What the table does not know is searched shallower by one player and not by the other.
    let nodes = |name: &str| {
        let mut engine = player(name, &folder);
        let mut order = order.clone();
        order.limits.depth = Some(4);
        engine
            .search(&order, &Control::default(), &mut |_| ())
            .nodes
    };
    let (all, fewer) = (nodes("opta3.1@classic"), nodes("opta3.2@classic"));
    assert!(4 * fewer < 3 * all, "{fewer} of {all} nodes");
}

#[test]
fn a_search_far_from_the_book_is_that_of_the_reference() {
    let place = Place::new("far");
    let archive = archive(&place);
    let folder = place.join("ophista");
    learn(&Ophista::default(), &samples(&archive, 0), &folder).unwrap();
    let far = order("a3,a6,b3,b6,c3,c6,d3,d6,e3,e6", 5);
    for profile in ["classic", "modern"] {
        let nodes = |name: &str| {
            let mut engine = player(&format!("{name}@{profile}"), &folder);
            engine.search(&far, &Control::default(), &mut |_| ()).nodes
        };
        assert_eq!(nodes("ophista"), nodes("reference"));
        assert_eq!(nodes("opta1"), nodes("reference"));
    }
}

#[test]
fn folders_are_equal_when_the_games_are_and_are_told_apart_when_not() {
    let place = Place::new("diff");
    let archive = archive(&place);
    let make = |name: &str, hold_out| {
        let path = place.join(name);
        learn(&Ophista::default(), &samples(&archive, hold_out), &path).unwrap()
    };
    let (first, again, other) = (make("first", 0), make("again", 0), make("other", 5));
    assert_eq!(first.files, again.files);
    let same = diff::folders(&first, &again).unwrap();
    assert_eq!(same.figures, []);
    assert_eq!(same.openings.unwrap().different, 0);
    let apart = diff::folders(&first, &other).unwrap();
    assert!(apart.openings.unwrap().different > 0);
    assert!(!apart.figures.is_empty());
    let insight = inspect::position(&first, &after("e4,e6,d4,d5")).unwrap();
    let games: Vec<u64> = insight
        .moves
        .iter()
        .map(|known| known.results.games())
        .collect();
    assert_eq!(games, [40, 24, 7]);
    assert!(!insight.history.is_empty());
}

#[test]
fn a_player_without_its_folder_or_with_a_changed_one_is_refused_by_name() {
    let place = Place::new("refused");
    let archive = archive(&place);
    let players = place.join("players");
    std::fs::create_dir_all(&players).unwrap();
    let refused = |name: &str| {
        let others = Settings {
            player_dir: Some(players.clone()),
            ..Settings::default()
        };
        player_settings(name, others)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let sentence = refused("opta2").unwrap_err();
    assert!(sentence.contains("zermelo learn opta"), "{sentence}");
    learn(
        &Opta::default(),
        &samples(&archive, 0),
        &players.join("opta"),
    )
    .unwrap();
    learn(
        &Opta::default(),
        &samples(&archive, 0),
        &players.join("mine"),
    )
    .unwrap();
    for name in ["opta1", "opta3.1@classic", "mine"] {
        assert_eq!(refused(name), Ok(()), "{name}");
    }
    assert!(refused("ophista").unwrap_err().contains("learn ophista"));
    assert!(refused("nobody").unwrap_err().contains("no chess player"));
    assert!(refused("../players/opta").is_err());
    let table = players.join("opta").join(TABLE_FILE);
    let mut bytes = std::fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&table, bytes).unwrap();
    let sentence = refused("opta1").unwrap_err();
    assert!(
        sentence.contains(TABLE_FILE) && sentence.contains("changed"),
        "{sentence}"
    );
    assert!(PlayerFolder::open(&players.join("mine")).is_ok());
}
