//! Programs as players: whatever they do, the game ends by rule, and nobody hears more than the
//! umpire says.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use zermelo_arena::clock::Control;
use zermelo_arena::events::Event;
use zermelo_arena::player::{Contestant, from_fn};
use zermelo_arena::record::{GameRecord, Termination};
use zermelo_arena::run::{MatchConfig, run};
use zermelo_arena::stop::Stop;
use zermelo_game::{Choice, Clock, Failure, Player, Side};
use zermelo_kriegspiel::bot::{BotSettings, converse};
use zermelo_kriegspiel::players::{Equipment, RandomPlayer, player_named};
use zermelo_kriegspiel::{
    BotPatience, KriegspielDiscipline, Rules, Transcript, Umpire, View, bot_contestant, bot_spec,
};

fn bot(mode: &str, control: Control) -> Contestant<'static, Umpire> {
    let command = format!("bot:{} {mode}", env!("CARGO_BIN_EXE_zermelo-fake-bot"));
    let patience = BotPatience {
        start: Duration::from_secs(20),
        answer: Duration::from_millis(700),
        overtime: Duration::from_millis(200),
    };
    let spec = bot_spec(&command).unwrap();
    bot_contestant(spec, Rules::wild16(), patience, control).unwrap()
}

fn random() -> Contestant<'static, Umpire> {
    Contestant::new(
        "random",
        |_: &Stop| -> Result<Box<dyn Player<Umpire>>, Failure> {
            Ok(Box::new(RandomPlayer::new()))
        },
    )
}

/// One game of a program against chance.
fn game(mode: &str, control: Control) -> GameRecord {
    let config = MatchConfig {
        games: 1,
        control,
        margin: Duration::from_secs(20),
        ..MatchConfig::default()
    };
    let discipline = KriegspielDiscipline {
        max_plies: 60,
        ..KriegspielDiscipline::default()
    };
    let mut played = None;
    let mut sink = |event: &Event<'_>| {
        if let Event::GameFinished { record, .. } = event {
            played = Some(GameRecord::clone(record));
        }
    };
    let players = [bot(mode, control), random()];
    let stop = Stop::new();
    run(&discipline, &players, None, &config, &mut sink, &stop).unwrap();
    played.unwrap()
}

#[test]
fn a_good_program_plays_a_whole_game_that_can_be_read_back() {
    let record = game("good", Control::default());
    assert!(!record.termination.is_failure(), "{}", record.reason);
    let transcript = Transcript::parse(&record.transcript).unwrap();
    assert_eq!(transcript.plies(), record.plies.len());
    assert_eq!(transcript.to_string(), record.transcript);
}

#[test]
fn programs_that_misbehave_lose_by_rule() {
    for (mode, termination, word) in [
        ("crash", Termination::Crash, "forfeit"),
        ("hang", Termination::Stall, "forfeit"),
        ("garbage", Termination::IllegalMove, "forfeit"),
        ("stubborn", Termination::IllegalMove, "forfeit"),
        ("resign", Termination::Resignation, "resignation"),
    ] {
        let record = game(mode, Control::default());
        assert_eq!(record.termination, termination, "{mode}: {}", record.reason);
        assert_eq!(record.points, 0.0, "{mode}");
        let ending = format!("[Termination \"{word}\"]");
        assert!(record.transcript.contains(&ending), "{}", record.transcript);
        Transcript::parse(&record.transcript).unwrap();
    }
    let timed = Control {
        movetime: Some(Duration::from_millis(300)),
        ..Control::default()
    };
    let record = game("hang", timed);
    assert_eq!(record.termination, Termination::TimeForfeit);
    assert!(record.transcript.contains("[Termination \"time\"]"));
}

#[test]
fn what_cannot_be_read_stands_in_the_game_and_its_words_in_the_reason() {
    let record = game("unreadable", Control::default());
    let text = &record.transcript;
    assert!(text.contains(" unreadable? "), "{text}");
    assert!(!text.contains("a1a1"), "{text}");
    assert_eq!(Transcript::parse(text).unwrap().to_string(), *text);
    let record = game("mumble", Control::default());
    assert_eq!(record.termination, Termination::IllegalMove);
    assert!(
        record.reason.contains("`castle?please`"),
        "{}",
        record.reason
    );
}

#[test]
#[ignore = "takes ten seconds"]
fn a_program_that_talks_but_never_reads_loses_by_rule() {
    let record = game("deaf", Control::default());
    assert_eq!(record.termination, Termination::Stall, "{}", record.reason);
    assert!(record.reason.contains("does not read"), "{}", record.reason);
}

#[test]
fn programs_are_not_given_what_the_protocol_cannot_tell_them() {
    let command = env!("CARGO_BIN_EXE_zermelo-fake-bot");
    for (options, expected) in [
        ("foo=bar", "no options to send, such as `foo`"),
        ("ponder=yes", "no pondering"),
        ("tc=10+1,movetime=50", "tc or movetime, not both"),
    ] {
        let spec = bot_spec(&format!("bot:{command} good[{options}]")).unwrap();
        let patience = BotPatience::default();
        let made = bot_contestant(spec, Rules::wild16(), patience, Control::default());
        let error = made.map(|contestant| contestant.name).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn what_cannot_be_read_and_what_was_not_asked_for_costs_nothing() {
    for mode in ["unreadable", "talk"] {
        let record = game(mode, Control::default());
        assert!(
            !record.termination.is_failure(),
            "{mode}: {}",
            record.reason
        );
    }
}

/// The lines our own program says to a scripted umpire.
fn conversation(lines: &str) -> Vec<String> {
    let mut player = player_named("random", &Equipment::default()).unwrap();
    let mut out = Vec::new();
    converse(
        &mut lines.as_bytes(),
        &mut out,
        player.as_mut(),
        BotSettings::default(),
    )
    .unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines().map(str::to_string).collect()
}

#[test]
fn our_program_introduces_itself_and_answers_go() {
    let said = conversation(
        "ksp\nnewgame white wild16 clock 1500000 10000\numpire to-move white tries 0\ngo wtime \
         1500000 btime 1500000\nnonsense from a stranger\n\u{fffd}\nquit\ngo\n",
    );
    assert_eq!(said[..2], ["id name Zermelo random", "kspok"]);
    assert!(said[2].starts_with("try "), "{said:?}");
    assert_eq!(said.len(), 3);
    assert_eq!(conversation("go\n"), ["resign"]);
}

#[test]
fn our_program_uses_what_it_is_told_of_its_clock() {
    let clocks = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&clocks);
    let mut player = from_fn::<Umpire, _>("clock", move |_: &View, clock: &Clock, _| {
        seen.lock().unwrap().push(*clock);
        Choice::resign()
    });
    let lines = "newgame black wild16 clock 200 200\ngo\nnewgame black wild16 clock 60000 500\n\
                 go wtime 7000 btime 9000\nnewgame white wild16\ngo\n";
    let settings = BotSettings::default();
    converse(
        &mut lines.as_bytes(),
        &mut Vec::new(),
        player.as_mut(),
        settings,
    )
    .unwrap();
    let clocks = clocks.lock().unwrap();
    let millis = |time: Option<Duration>| time.map(|time| time.as_millis());
    assert_eq!(millis(clocks[0].movetime), Some(200));
    assert_eq!(millis(clocks[1].remaining), Some(9_000));
    assert_eq!(millis(clocks[1].increment), Some(500));
    assert_eq!(clocks[1].movetime, None);
    assert_eq!(clocks[2], Clock::default());
}

#[test]
fn our_program_hears_everything_through_the_pipe_that_it_would_hear_at_the_table() {
    // The umpire drives the conversation; the program's answers must all be possible tries.
    let mut umpire = Umpire::new(Rules::named("cincinnati").unwrap()).with_limit(40);
    let mut lines = "newgame white cincinnati\n".to_string();
    let mut other = RandomPlayer::new();
    other.new_game(Side::Second, 3).unwrap();
    let mut sent = 0;
    while umpire.result().is_none() {
        let side = umpire.to_move();
        if side == Side::Second {
            let action = other.act(umpire.view_of(side)).unwrap();
            umpire.answer(action);
            continue;
        }
        for said in &umpire.view_of(side).heard()[sent..] {
            lines += &format!("umpire {said}\n");
        }
        sent = umpire.view_of(side).heard().len();
        lines += "go\n";
        let answers = conversation(&lines);
        let tried = answers.last().unwrap().strip_prefix("try ").unwrap();
        let tried = zermelo_kriegspiel::Try::parse(tried).unwrap();
        assert!(umpire.view_of(side).is_possible(tried));
        umpire.answer(tried.into());
    }
}
