//! Games read and written.

use zermelo_game::random::Rng;

use super::*;
use crate::rules::DIALECTS;
use crate::umpire::MAX_REFUSALS;

/// A game of random actions, some of them impossible.
fn random_game(rules: &'static Rules, seed: u64, plies: usize) -> Umpire {
    let mut rng = Rng::new(seed);
    let mut umpire = Umpire::new(rules).with_limit(plies);
    while umpire.result().is_none() {
        let mut tries = Vec::new();
        umpire.view_of(umpire.to_move()).tries(&mut tries);
        let action = match rng.below(20) {
            0 => Action::AskAny,
            2 => Action::Unreadable,
            1 => crate::Try::new(rng.below(64) as u8, rng.below(64) as u8).into(),
            _ => rng
                .pick(&tries)
                .copied()
                .map_or(Action::AskAny, Action::Try),
        };
        umpire.answer(action);
    }
    umpire
}

#[test]
fn comments_and_numbers_need_no_blanks_around_them() {
    let plain = Transcript::parse("1. e2e4 e7e5 2. d2d4 d7d6 *").unwrap();
    for text in [
        "1. e2e4 {a}e7e5 2. d2d4 {b} d7d6 *",
        "1.e2e4{good}e7e5 2.d2d4 {x\ny} d7d6 *",
        "\u{feff}1. e2e4 e7e5 {} 2... d2d4 d7d6{ }*",
    ] {
        assert_eq!(Transcript::parse(text).unwrap(), plain, "{text}");
    }
    let error = Transcript::parse("1. e2e4 {x} e7e6e *").unwrap_err();
    assert_eq!((error.line, error.error.column), (1, 13), "{error}");
}

#[test]
fn tags_that_contradict_each_other_or_the_view_are_refused() {
    let twice = "[Rules \"wild16\"]\n[Rules \"berkeley\"]\n\n1. e2e4 *";
    let error = Transcript::parse(twice).unwrap_err();
    assert_eq!(error.line, 2, "{error}");
    for fen in [
        "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1",
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n*");
        assert!(Transcript::parse(&text).is_err(), "{fen}");
    }
    let usual = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. e1g1 *";
    assert!(Transcript::parse(usual).is_ok());
}

#[test]
fn games_of_every_dialect_read_as_they_are_written() {
    for rules in &DIALECTS {
        for seed in 0..20 {
            let umpire = random_game(rules, seed, 80);
            let mut game = umpire.transcript().clone();
            game.tags
                .push(("White".to_string(), "A \"B\" \\ C".to_string()));
            let text = game.to_string();
            assert_eq!(Transcript::parse(&text).unwrap(), game, "{text}");
            let twice = format!("{text}\n{text}");
            assert_eq!(Transcript::parse_all(&twice).unwrap().len(), 2);
        }
    }
}

#[test]
fn what_comes_after_the_games_that_are_wanted_is_not_looked_at() {
    let good = "[Result \"*\"]\n\n1. e2e4 *\n\n";
    for damaged in ["[Rules \"x\"]\n\n1. e2e4 *", "1. e2e5 *", "{", "[Rules"] {
        for games in [good.to_string(), "[White \"a\"]\n\n1. e2e4\n".to_string()] {
            let text = format!("{games}{damaged}");
            if !games.contains('*') && !damaged.starts_with('[') {
                continue;
            }
            let read = Transcript::parse_first(&text, 1).unwrap();
            assert_eq!((read.len(), read[0].plies()), (1, 1), "{text}");
            assert!(Transcript::parse_first(&text, 2).is_err(), "{text}");
        }
    }
}

#[test]
fn a_mark_that_the_umpire_would_not_give_is_named_with_its_place() {
    let error = Transcript::parse("[Rules \"wild16\"]\n\n1. e2e4 e7e5\n2. e4e5 *").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 4: `e4e5` at column 4: expected the try with one `?`: the umpire's answer is \
         illegal"
    );
    for (text, expected) in [
        ("[Rules \"chess\"]", "`chess` at column 1: expected wild16"),
        ("[Rules wild16]", "a tag"),
        ("[FEN \"8/8\"]", "line 1"),
        ("e2e4??? *", "question marks"),
        ("hello *", "a try"),
        ("1. f2f3 e7e5 2. g2g4 d8h4 1-0", "0-1 (checkmate)"),
        ("[Termination \"boredom\"]\n1. e2e4 1-0", "Termination"),
        ("", "a game"),
    ] {
        let error = Transcript::parse(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn tags_that_contradict_the_moves_and_texts_that_are_cut_off_are_refused() {
    for (text, expected) in [
        ("[Result \"1-0\"]\n\n1. e2e4 e7e5 0-1", "tag Result"),
        ("[Result \"1-0\"]\n\n1. e2e4 e7e5 *", "tag Result"),
        ("[Result \"1-0\"]\n\n1. e2e4 e7e5", "its tag says"),
        (
            "[Result \"1-0\"]\n\n1. e2e4\n\n[Result \"*\"]\n\n1. d2d4 *",
            "the game before",
        ),
        (
            "[Termination \"stalemate\"]\n\n1. f2f3 e7e5 2. g2g4 d8h4 0-1",
            "Termination to be checkmate",
        ),
        ("1. e2e4 {a long\nstory e7e5 *", "end of a comment"),
    ] {
        let error = Transcript::parse_all(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_player_who_talks_nonsense_for_ever_loses() {
    use zermelo_game::{Referee, Refusal};
    let mut umpire = Umpire::new(Rules::wild16());
    let nonsense = Action::parse("e2e5").unwrap();
    for _ in 1..MAX_REFUSALS {
        assert!(matches!(umpire.submit(nonsense), Err(Refusal::TryAgain(_))));
    }
    assert!(matches!(umpire.submit(nonsense), Err(Refusal::Illegal(_))));
}

#[test]
fn control_characters_of_tags_are_blanks_and_read_back() {
    let text = "[White \"a\\\"\tb\u{85}c\"]\n[Rules \"wild16\"]\n[Result \"*\"]\n\n1. e2e4 *\n";
    let game = Transcript::parse(text).unwrap();
    assert_eq!(game.tag("White"), Some("a\" b c"));
    assert_eq!(Transcript::parse(&game.to_string()), Ok(game));
}
