//! Records that are sound, contradict themselves, or are none.

use zermelo_chess::Chess;
use zermelo_game::Game;
use zermelo_game::random::Rng;

use super::*;
use crate::boards::is_legal;
use crate::umpire::Umpire;

fn followed(text: &str, side: Side, rules: &'static Rules) -> Result<Record, RecordError> {
    follow_record(&parse_record(text)?, side, rules)
}

/// What a player of chance does: asks, talks nonsense, tries what is refused more often than not.
fn by_chance(umpire: &Umpire, rng: &mut Rng) -> Action {
    let view = umpire.view_of(umpire.to_move());
    if view.may_ask() && rng.below(4) == 0 {
        return Action::AskAny;
    }
    if rng.below(8) == 0 {
        return Try::new(rng.below(64) as u8, rng.below(64) as u8).into();
    }
    let mut tries = Vec::new();
    view.tries(&mut tries);
    let truth = truth(umpire);
    let refused: Vec<Try> = tries
        .iter()
        .copied()
        .filter(|&t| !is_legal(&truth, t))
        .collect();
    let from = match refused.is_empty() || rng.below(4) == 0 {
        true => &tries,
        false => &refused,
    };
    from[rng.below(from.len())].into()
}

fn truth(umpire: &Umpire) -> Chess {
    let last = umpire.transcript().boards().pop();
    last.map_or_else(Chess::new, |(_, board)| board)
}

/// What a side hears of a game, as a record.
fn heard(umpire: &Umpire, side: Side) -> String {
    let said = umpire.view_of(side).heard().iter();
    said.map(|said| format!("umpire {said}\n")).collect()
}

#[test]
fn what_an_umpire_says_is_never_called_a_contradiction_and_leaves_the_true_board() {
    let mut decided = 0;
    for rules in &crate::rules::DIALECTS {
        for seed in 0..40 {
            let mut umpire = Umpire::new(rules).with_limit(5);
            let mut rng = Rng::new(seed);
            while umpire.result().is_none() {
                umpire.answer(by_chance(&umpire, &mut rng));
            }
            let (side, truth) = (Side::BOTH[seed as usize % 2], truth(&umpire));
            let text = heard(&umpire, side);
            let record = followed(&text, side, rules).map_err(|e| format!("{e}\n{text}"));
            let boards = record.unwrap().boards;
            let is_there = boards.list().iter().any(|b| b.board.key() == truth.key());
            assert!(is_there || !boards.is_complete(), "{truth}\n{text}");
            decided += usize::from(boards.is_complete());
        }
    }
    assert!(decided > 150, "only {decided} games had few enough boards");
}

#[test]
fn a_capture_refused_before_a_no_is_not_counted_with_what_is_refused_after_it() {
    let rules = Rules::named("berkeley-any").unwrap();
    let mut umpire = Umpire::new(rules);
    // On the true board e5e4 is the only try but captures that is refused.
    for word in ["e2e4", "e7e5", "g1f3", "a7b6", "any", "e5e4", "d7d6"] {
        umpire.answer(Action::parse(word).unwrap());
    }
    let text = heard(&umpire, Side::First);
    let record = followed(&text, Side::First, rules).unwrap();
    let key = truth(&umpire).key();
    assert!(record.boards.is_complete());
    assert!(record.boards.list().iter().any(|b| b.board.key() == key));
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
        ("result 1-0 repetition\n", 5, "is a draw"),
        ("result 1-0 fifty-moves\n", 5, "is a draw"),
        ("result 1-0 move-limit\n", 5, "is a draw"),
        ("result 1/2-1/2 resignation\n", 5, "is no draw"),
        ("result 1/2-1/2 checkmate\n", 5, "who gives mate wins"),
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
fn whether_a_pawn_can_capture_comes_first_where_it_is_told() {
    let rules = Rules::named("cincinnati").unwrap();
    for (text, line) in [
        ("to-move white\naccepted e2e4\n", 2),
        (
            "to-move white\ntries no\naccepted e2e4\nto-move black\nmoved black\n",
            5,
        ),
        ("to-move white\nresult 0-1 resignation\n", 2),
    ] {
        let error = followed(text, Side::First, rules).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.why.contains("`tries no`"), "{error}");
    }
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
