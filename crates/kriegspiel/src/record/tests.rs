//! Records that are sound, contradict themselves, or are none.

use zermelo_game::Game;

use super::*;
use crate::umpire::Umpire;

fn followed(text: &str, side: Side, rules: &'static Rules) -> Result<Record, RecordError> {
    follow_record(&parse_record(text)?, side, rules)
}

/// What a side hears of a game by chance.
fn heard(rules: &'static Rules, side: Side, seed: u64, plies: usize) -> String {
    let mut rng = zermelo_game::random::Rng::new(seed);
    let mut umpire = Umpire::new(rules).with_limit(plies);
    while umpire.result().is_none() {
        let view = umpire.view_of(umpire.to_move());
        let mut tries = Vec::new();
        view.tries(&mut tries);
        if view.may_ask() && rng.below(3) == 0 {
            umpire.answer(Action::AskAny);
            continue;
        }
        let at = rng.below(tries.len());
        umpire.answer(Action::Try(tries[at]));
    }
    let said = umpire.view_of(side).heard().iter();
    said.map(|said| format!("umpire {said}\n")).collect()
}

#[test]
fn what_an_umpire_says_is_never_called_a_contradiction() {
    for rules in &crate::rules::DIALECTS {
        for seed in 0..5 {
            let side = Side::BOTH[seed as usize % 2];
            let plies = if seed < 4 { 6 } else { 20 };
            let text = heard(rules, side, seed, plies);
            let record = followed(&text, side, rules).map_err(|e| format!("{e}\n{text}"));
            let boards = record.unwrap().boards;
            assert!(!boards.is_complete() || !boards.list().is_empty(), "{text}");
        }
    }
}

#[test]
fn a_contradiction_is_reported_at_the_line_where_no_board_remains() {
    let start = "to-move white tries 0\naccepted e2e4\nto-move black tries 0\nmoved black\n";
    let wild = Rules::wild16();
    for (rest, line, why) in [
        // Nothing can be on d5 and f5 both after one move of Black's.
        ("to-move white tries 2\n", 5, "no board is possible"),
        // After one move nothing stands on e5 but a pawn; it was told that none can be taken.
        (
            "to-move white tries 0\nillegal g1f3\n",
            6,
            "no board is possible",
        ),
        ("captured pawn e5\n", 5, "we have no man on e5"),
        ("captured piece e4\n", 5, "our man on e4 is a pawn"),
        ("captured pawn e1\n", 5, "a king is never captured"),
        (
            "to-move white tries 0\naccepted e2e4\n",
            6,
            "none of our men",
        ),
        ("to-move black tries 0\n", 5, "the other side's turn"),
        ("to-move white\n", 5, "the rules wild16"),
        ("to-move white tries 0\nmoved black\n", 6, "not the other"),
        ("result 1-0 time\nto-move white tries 0\n", 6, "over before"),
        // Nothing of Black's gives check or captures so soon, whatever is said after it.
        ("check file\n# x\nto-move white tries 0\n", 5, "no board"),
        ("check knight\n", 5, "no board"),
        ("captured pawn e4\n", 5, "no board"),
        ("result 0-1 checkmate\n", 5, "no board"),
        ("result 1-0 checkmate\n", 5, "who gives mate wins"),
        ("result 1/2-1/2 stalemate\n", 5, "no board"),
        ("result 1/2-1/2 insufficient-material\n", 5, "no board"),
        ("result 1/2-1/2 fifty-moves\n", 5, "too few moves"),
        ("result 1/2-1/2 repetition\n", 5, "too few moves"),
        (
            "to-move white tries 0\naccepted f1b5\ncheck knight\n",
            7,
            "no board",
        ),
    ] {
        let error = followed(&format!("{start}{rest}"), Side::First, wild).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
    assert!(
        followed(
            &format!("{start}to-move white tries 1\n"),
            Side::First,
            wild
        )
        .is_ok()
    );
}

#[test]
fn after_a_mate_the_boards_are_those_that_are_mated() {
    let mut umpire = Umpire::new(Rules::wild16());
    for word in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        umpire.answer(Action::parse(word).unwrap());
    }
    for side in Side::BOTH {
        let said = umpire.view_of(side).heard().iter();
        let text: String = said.map(|said| format!("{said}\n")).collect();
        assert!(text.ends_with("result 0-1 checkmate\n"), "{text}");
        let record = followed(&text, side, Rules::wild16()).unwrap();
        let mates = record.boards.list();
        assert!(!mates.is_empty() && record.boards.is_complete());
        for possible in mates {
            let mut legal = Vec::new();
            possible.board.legal_moves(&mut legal);
            assert!(legal.is_empty() && possible.board.is_check());
        }
    }
}

#[test]
fn ends_of_another_dialect_are_refused() {
    let text = "to-move white\naccepted e2e4\nresult 1/2-1/2 repetition\n";
    let error = followed(text, Side::First, Rules::named("berkeley").unwrap()).unwrap_err();
    assert_eq!((error.line, error.why.contains("no such")), (3, true));
}

#[test]
fn a_record_that_is_no_record_is_refused_at_its_line() {
    for (text, line) in [
        ("hello\n", 1),
        ("# x\n\nto-move white tries\n", 3),
        ("to-move white tries 0\naccepted e2e9\n", 2),
        ("accepted e2e4\n", 1),
        ("to-move white tries 0\nnonsense e2e4\n", 2),
    ] {
        let error = followed(text, Side::First, Rules::wild16()).unwrap_err();
        assert_eq!(error.line, line, "{error}");
    }
    let long = "x".repeat(10_000);
    assert!(parse_record(&long).unwrap_err().to_string().len() < 300);
}

#[test]
fn where_boards_are_too_many_a_contradiction_is_a_doubt() {
    // Ten quiet moves: more boards than are kept. Then a pawn is said to have been lost where
    // no man of theirs can be so soon, which the boards kept cannot decide.
    let mut text = String::from("to-move white tries 0\n");
    for tried in ["g1f3", "f3g1", "g1f3", "f3g1", "g1f3", "f3g1"] {
        text += &format!("accepted {tried}\nto-move black tries 0\nmoved black\n");
        text += "to-move white tries 0\n";
    }
    let good = followed(&text, Side::First, Rules::wild16()).unwrap();
    assert!(!good.boards.is_complete() && good.doubt.is_none());
    // Not one of twelve pawn tries can be there with pawns at home.
    text += "accepted g1f3\nto-move black tries 0\nmoved black\nto-move white tries 12\n";
    let record = followed(&text, Side::First, Rules::wild16()).unwrap();
    let doubt = record.doubt.unwrap();
    assert_eq!(doubt.line, 29);
    assert!(doubt.to_string().contains("cannot be decided for certain"));
}
