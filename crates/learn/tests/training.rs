//! Players that learn from their own games, and folders put together and taken apart.
#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod support;

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;

use zermelo_archive::{ArchiveError, Filter, History, OpeningTable};
use zermelo_arena::player::Contestant;
use zermelo_arena::stop::Stop;
use zermelo_chess::{Chess, ChessReferee, Line};
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::rote::{Found, Rote};
use zermelo_engine::learned::{FEEDBACK_FILE, HISTORY_FILE, Learned, ROTE_FILE, TABLE_FILE};
use zermelo_engine::{
    Control, Engine, EnginePlayer, Order, Profile, SearchLimits, Settings, player_settings,
};
use zermelo_game::{Game, Player};
use zermelo_learn::Step;
use zermelo_learn::feedback::{FeedbackStudent, learn_feedback};
use zermelo_learn::rote::{RoteOptions, RoteStudent, learn_rote};
use zermelo_learn::training::Training;
use zermelo_learn::{LearnError, Ophista, Opta, forget, learn, merge, thematic_lines};

use support::{Place, archive, samples};

const GAMES: u64 = 4;

fn trainer() -> Contestant<'static, ChessReferee> {
    let settings = player_settings("reference@classic", Settings::default()).unwrap();
    Contestant::new("reference", move |_: &Stop| {
        let player = EnginePlayer::new("reference", settings.clone(), Arc::new(|| false));
        Ok(Box::new(player) as Box<dyn Player<ChessReferee>>)
    })
}

fn training<'a>(stop: &'a dyn Fn() -> bool, tell: &'a dyn Fn(Step<'_>)) -> Training<'a> {
    Training {
        games: GAMES,
        unused: GAMES / 2,
        nodes: 60,
        trainers: vec![trainer()],
        openings: Vec::new(),
        seed: 3,
        stop,
        tell,
    }
}

fn after(moves: &str) -> Chess {
    Line::read(None, moves).unwrap().end()
}

fn base(place: &Place) -> PlayerFolder {
    let archive = archive(place);
    learn(
        &Ophista::default(),
        &samples(&archive, 0),
        &place.join("base"),
    )
    .unwrap()
}

fn feedback(
    from: &PlayerFolder,
    training: &Training<'_>,
    output: &Path,
) -> Result<PlayerFolder, LearnError> {
    let student = FeedbackStudent::new(from, Profile::Classic, 5)?;
    learn_feedback(from, student, training, output).map(|(folder, _)| folder)
}

#[test]
fn a_training_that_was_stopped_goes_on_to_the_same_end() {
    let place = Place::new("feedback");
    let from = base(&place);
    let never = || false;
    let whole = feedback(&from, &training(&never, &|_| ()), &place.join("whole")).unwrap();
    // Stopped in the middle of a game, twice.
    let told = Cell::new(0);
    let tell = |step: Step<'_>| told.set(step.done);
    for stops in [1, 3] {
        let stop = || told.get() >= stops;
        let ended = feedback(&from, &training(&stop, &tell), &place.join("parts"));
        let ended = ended.unwrap_err();
        assert!(
            matches!(ended, LearnError::Archive(ArchiveError::Interrupted)),
            "{ended}"
        );
        assert!(!place.join("parts").exists());
    }
    let parts = feedback(&from, &training(&never, &tell), &place.join("parts")).unwrap();
    let table = |folder: &PlayerFolder| {
        let table = OpeningTable::open(&folder.file(FEEDBACK_FILE)).unwrap();
        table.entries().unwrap()
    };
    assert_eq!(table(&whole), table(&parts));
    assert_eq!(whole.figures, parts.figures);
    assert!(!place.join("parts.training").exists());
    // Every game went through the first position, and counts as five.
    let start = Chess::new().archive_key();
    let first = table(&whole).into_iter().find(|(key, _)| *key == start);
    assert_eq!(first.unwrap().1.games(), 5 * GAMES);
}

#[test]
fn a_training_that_is_refused_leaves_nothing_behind_and_one_that_went_on_is_not_added_twice() {
    let place = Place::new("refused");
    let from = base(&place);
    let never = || false;
    let tell = |_: Step<'_>| ();
    let usual = training(&never, &tell);
    let first = feedback(&from, &usual, &place.join("first")).unwrap();
    let other = Training {
        nodes: usual.nodes + 1,
        ..training(&never, &tell)
    };
    let refused = feedback(&from, &other, &place.join("first"));
    assert!(matches!(refused, Err(LearnError::Input(_))));
    assert!(!place.join("first.training").exists());
    // The same training with two games more.
    let longer = Training {
        games: GAMES + 2,
        ..training(&never, &tell)
    };
    let second = feedback(&from, &longer, &place.join("second")).unwrap();
    let merged = merge::folders(&first, &second, &place.join("merged"));
    let problem = merged.unwrap_err().to_string();
    assert!(problem.contains("would count twice"), "{problem}");
}

#[test]
fn own_games_count_for_the_player_that_learnt_and_for_nobody_else() {
    let place = Place::new("counts");
    let from = base(&place);
    let never = || false;
    let tell = |_: Step<'_>| ();
    let folder = feedback(&from, &training(&never, &tell), &place.join("feedback")).unwrap();
    let games = |name: &str, folder: &PlayerFolder| {
        let learned = Learned::find(name, Some(&folder.path)).unwrap();
        learned.results(&Chess::new()).unwrap().games()
    };
    assert_eq!(
        games("opta-fb", &folder),
        games("opta3.1", &from) + 5 * GAMES
    );
    let before = games("opta-fb", &folder);
    assert_eq!(games("combined", &folder), before);
    // More games are added to those that are there.
    let more = Training {
        games: GAMES + 2,
        ..training(&never, &tell)
    };
    let longer = feedback(&from, &more, &place.join("feedback")).unwrap();
    assert_eq!(games("opta-fb", &longer), before + 10);
    assert_eq!(longer.figures["points_unused"]["games"], GAMES / 2);
    // What was added can be forgotten: the folder is what it was.
    let left = forget::feedback(&longer, &place.join("left")).unwrap();
    assert_eq!((left.kind.as_str(), &left.files), ("ophista", &from.files));
    assert!(forget::feedback(&left, &place.join("again")).is_err());
}

#[test]
fn a_training_with_other_options_does_not_go_on_with_these_games() {
    let place = Place::new("other");
    let from = base(&place);
    let never = || false;
    let tell = |_: Step<'_>| ();
    feedback(&from, &training(&never, &tell), &place.join("feedback")).unwrap();
    let other = Training {
        nodes: 70,
        ..training(&never, &tell)
    };
    let refused = feedback(&from, &other, &place.join("feedback")).unwrap_err();
    let sentence = refused.to_string();
    let folder = format!("{}: the games of another", place.join("feedback").display());
    assert!(sentence.starts_with(&folder), "{sentence}");
    assert!(sentence.contains("it has other nodes"), "{sentence}");
    assert!(sentence.ends_with("another folder with -o"), "{sentence}");
}

#[test]
fn a_place_that_is_taken_is_refused_before_the_games_and_a_missing_parent_is_made() {
    let place = Place::new("taken");
    let from = base(&place);
    let told = Cell::new(0);
    let never = || false;
    let tell = |_: Step<'_>| told.set(told.get() + 1);
    let rote = |output: &Path| {
        let student = RoteStudent::new(None, Profile::Classic, RoteOptions::default());
        learn_rote(student, &training(&never, &tell), output).map(|(folder, _)| folder)
    };
    let taken = place.join("games.pgn");
    let refused = [
        feedback(&from, &training(&never, &tell), &taken),
        rote(&taken),
    ];
    for refused in refused {
        let sentence = refused.unwrap_err().to_string();
        assert!(sentence.contains("something else"), "{sentence}");
    }
    assert_eq!(told.get(), 0, "no game was played");
    assert!(!place.join("games.pgn.training").exists());
    assert!(rote(&place.join("new/players/rote")).is_ok());
}

#[test]
fn values_learnt_by_rote_answer_for_the_search() {
    let position = after("e4,e6,d4,d5,Nc3");
    let mut values = Rote::default();
    // After 3 Nc3 Black is said to be lost whatever he plays.
    let found = Found {
        depth: 20,
        score: -700,
    };
    values.put(position.key(), found);
    let search = |learned: Option<Learned>| {
        let settings = Settings {
            player: "reference".to_string(),
            learned,
            ..Settings::default()
        };
        let limits = SearchLimits {
            depth: Some(5),
            ..SearchLimits::default()
        };
        let order = Order::new(after("e4,e6,d4,d5"), limits);
        let answer = Engine::new(settings).search(&order, &Control::default(), &mut |_| ());
        (
            after("e4,e6,d4,d5").san(answer.best.unwrap()),
            answer.lines[0].score,
            answer.nodes,
        )
    };
    let (best, score, _) = search(Some(Learned::by_rote(values)));
    assert_eq!((best.as_str(), score), ("Nc3", 700));
    let nothing = search(Some(Learned::by_rote(Rote::default())));
    assert_eq!(nothing, search(None), "node for node");
}

#[test]
fn a_rote_learner_keeps_what_its_searches_found_and_slate_keeps_less() {
    let place = Place::new("rote");
    let never = || false;
    let tell = |_: Step<'_>| ();
    let learnt = |name: &str, changed| {
        let options = RoteOptions {
            changed,
            ..RoteOptions::default()
        };
        let student = RoteStudent::new(None, Profile::Classic, options);
        let folder = learn_rote(student, &training(&never, &tell), &place.join(name));
        folder.unwrap().0.figures["values"].as_u64().unwrap()
    };
    let (all, few) = (learnt("all", None), learnt("slate", Some(200)));
    assert!(few < all && all > GAMES, "{few} of {all}");
    let learned = Learned::find("rote", Some(&place.join("all"))).unwrap();
    assert_eq!(learned.rote().unwrap().len() as u64, all);
}

#[test]
fn a_folder_knows_all_its_trainings_and_no_game_is_merged_twice() {
    let place = Place::new("trainings");
    let from = base(&place);
    let never = || false;
    let tell = |_: Step<'_>| ();
    let usual = training(&never, &tell);
    let first = feedback(&from, &usual, &place.join("first")).unwrap();
    let second = feedback(&first, &usual, &place.join("second")).unwrap();
    assert_eq!(second.figures["training_games"], 2 * GAMES);
    assert_eq!(second.origin["trainings"].as_array().unwrap().len(), 2);
    let merged = merge::folders(&second, &first, &place.join("merged"));
    let problem = merged.unwrap_err().to_string();
    assert!(problem.contains("would count twice"), "{problem}");
    let left = forget::feedback(&second, &place.join("left")).unwrap();
    assert!(!left.origin.contains_key("trainings"));
    // Values are no counts, so they may come together; their games are named once.
    let rote = |begin, name: &str| {
        let student = RoteStudent::new(begin, Profile::Classic, RoteOptions::default());
        let folder = learn_rote(student, &usual, &place.join(name)).unwrap().0;
        (Rote::read(&folder.file(ROTE_FILE)).unwrap(), folder)
    };
    let (values, begun) = rote(None, "rote");
    let (_, later) = rote(Some((values, begun.clone())), "later");
    assert_eq!(later.origin["from"], begun.path.to_str().unwrap());
    for (other, games) in [(&begun, GAMES), (&later, 2 * GAMES)] {
        let both = merge::folders(&begun, other, &place.join("values")).unwrap();
        assert_eq!(both.figures["training_games"], games);
        assert!(!both.origin.contains_key("games"), "none of an archive");
    }
}

#[test]
fn merged_folders_have_the_counts_of_both() {
    let place = Place::new("merge");
    let elsewhere = Place::new("merge-elsewhere");
    let (archive, others) = (archive(&place), archive(&elsewhere));
    let make = |name: &str, archive, hold_out| {
        let samples = samples(archive, hold_out);
        learn(&Opta::default(), &samples, &place.join(name)).unwrap()
    };
    let first = make("first", &archive, 0);
    let second = make("second", &others, 3);
    let both = merge::folders(&first, &second, &place.join("both")).unwrap();
    assert_eq!(both.kind, "opta");
    let games = |folder: &PlayerFolder, moves: &str| {
        let table = OpeningTable::open(&folder.file(TABLE_FILE)).unwrap();
        table
            .find(after(moves).archive_key())
            .unwrap()
            .unwrap()
            .games()
    };
    for moves in ["", "e4", "e4,e6,d4,d5,e5"] {
        assert_eq!(
            games(&both, moves),
            games(&first, moves) + games(&second, moves)
        );
    }
    assert!(merge::folders(&first, &second, &place.join("first")).is_err());
    let history = learn(
        &Ophista::default(),
        &samples(&archive, 0),
        &place.join("history"),
    );
    // A table that both have counts once; another one of the same games would count them twice.
    let combined = merge::folders(&first, &history.unwrap(), &place.join("c")).unwrap();
    assert_eq!(combined.kind, merge::COMBINED);
    assert_eq!(games(&combined, "e4"), games(&first, "e4"));
    assert_eq!(combined.origin["games"], first.origin["games"]);
    let again = make("again", &archive, 3);
    let refused = merge::folders(&first, &again, &place.join("d")).unwrap_err();
    assert!(refused.to_string().contains("count twice"), "{refused}");
}

#[test]
fn forgotten_games_leave_the_table_of_the_others() {
    let place = Place::new("forget");
    let archive = archive(&place);
    let all = |_| Ok(true);
    for hold_out in [0, 4] {
        let samples = samples(&archive, hold_out);
        let folder = learn(&Ophista::default(), &samples, &place.join("all")).unwrap();
        let french = Filter {
            eco: Some(Filter::parse_eco("C00-C19").unwrap()),
            ..Filter::default()
        };
        let forget = |filter: &Filter, output: &str| {
            let folder = PlayerFolder::open(&folder.path).unwrap();
            forget::games(
                &folder,
                &archive,
                filter,
                &all,
                &|| false,
                &place.join(output),
            )
        };
        let (left, games) = forget(&french, "left").unwrap();
        let table = OpeningTable::open(&left.file(TABLE_FILE)).unwrap();
        let find = |moves: &str| table.find(after(moves).archive_key()).unwrap();
        assert_eq!(find("e4"), None);
        let held_out = samples.held_out().unwrap().len() as u64;
        let learnt = archive.games() - held_out;
        assert_eq!(find("").unwrap().games(), learnt - games);
        let history = History::open(&left.file(HISTORY_FILE)).unwrap();
        assert_eq!(history.all().unwrap(), [], "no position has 20 games left");
        assert!(samples.are_those_of(&folder).unwrap());
        assert!(!samples.are_those_of(&left).unwrap());
        assert!(
            forget(&Filter::default(), "none").is_err(),
            "nothing would be left"
        );
        let again = forget::games(&left, &archive, &french, &all, &|| false, &place.join("x"));
        assert!(again.unwrap_err().to_string().contains("before"));
    }
}

#[test]
fn thematic_lines_are_different_and_of_their_codes() {
    let place = Place::new("lines");
    let archive = archive(&place);
    let french = Filter::parse_eco("C00-C19").unwrap();
    let lines = thematic_lines(&archive, Some(french), 5, 10, 1).unwrap();
    let mut thirds: Vec<&str> = lines.iter().map(|line| line.moves[4].as_str()).collect();
    thirds.sort_unstable();
    assert_eq!(thirds, ["b1c3", "b1d2", "e4e5"]);
    assert!(
        thematic_lines(&archive, Some(french), 50, 10, 1)
            .unwrap()
            .is_empty()
    );
}
