//! The rules of chess against the conformance kit, known counts and published hard cases.
#![allow(clippy::unwrap_used)]

use zermelo_chess::{Chess, ChessReferee};
use zermelo_game::{Game, Notation, Outcome, Reason, Referee, Refusal, Side, conformance, perft};

#[test]
fn chess_passes_the_conformance_kit() {
    let report = conformance::check(&Chess::new(), 20, 200, 1);
    assert!(report.positions > 1_000, "{report:?}");
    let castles =
        Chess::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    conformance::check(&castles.unwrap(), 10, 100, 2);
    let shuffled =
        Chess::parse("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    conformance::check(&shuffled.unwrap(), 10, 100, 3);
}

#[test]
fn perft_counts_of_the_perft_suite_are_right_up_to_a_million_nodes() {
    let Some(data) = std::env::var_os("ZERMELO_DATA") else {
        eprintln!("skipped: ZERMELO_DATA is not set");
        return;
    };
    let file = std::path::Path::new(&data)
        .join("perft")
        .join("perftsuite.epd");
    let text = std::fs::read_to_string(file).unwrap();
    let mut counted = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut fields = line.split(';');
        let position = Chess::parse(fields.next().unwrap()).unwrap();
        for field in fields {
            let (depth, nodes) = field.trim()[1..].split_once(' ').unwrap();
            let nodes: u64 = nodes.trim().parse().unwrap();
            if nodes < 1_000_000 {
                assert_eq!(perft(&position, depth.parse().unwrap()), nodes, "{line}");
                counted += 1;
            }
        }
    }
    assert!(counted > 400, "{counted}");
}

fn play(start: &str, moves: &str) -> ChessReferee {
    let mut referee = ChessReferee::new(Chess::parse(start).unwrap(), 1_000);
    for text in moves.split_whitespace() {
        let m = referee.position().parse_move(text).unwrap();
        referee.submit(m).unwrap();
    }
    referee
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_second_is_not() {
    let once = play("startpos", "Nf3 Nf6 Ng1 Ng8");
    assert_eq!(once.ending(), None);
    let mut twice = play("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let ending = twice.ending().unwrap();
    assert_eq!(
        (ending.outcome, ending.reason),
        (Outcome::Draw, Reason::Repetition)
    );
    let m = twice.position().parse_move("e4").unwrap();
    assert!(matches!(twice.submit(m), Err(Refusal::Illegal(_))));
}

#[test]
fn a_position_with_another_castling_right_is_not_a_repetition() {
    // The kings lose their rights on the way, so the first occurrence does not count.
    let shuffle = "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8";
    assert_eq!(play("startpos", shuffle).ending(), None);
    assert!(
        play("startpos", &format!("{shuffle} Ke2 Ke7"))
            .ending()
            .is_some()
    );
}

#[test]
fn fifty_moves_draw_but_mate_on_the_last_ply_wins() {
    let drawn = play("7k/8/8/8/8/8/R7/K7 w - - 98 80", "Rb2 Kg8");
    assert_eq!(drawn.ending().unwrap().reason, Reason::NoProgress);
    let mated = play("k7/8/1K6/8/8/8/8/7R w - - 99 80", "Rh8#");
    let ending = mated.ending().unwrap();
    assert_eq!(
        (ending.outcome, ending.reason),
        (Outcome::Win(Side::First), Reason::Rules)
    );
}

#[test]
fn bare_kings_and_lone_minor_pieces_are_drawn() {
    for fen in [
        "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/8/4KN2/8/8 w - - 0 1",
    ] {
        assert_eq!(
            play(fen, "").ending().unwrap().reason,
            Reason::Material,
            "{fen}"
        );
    }
    assert_eq!(play("8/8/4k1n1/8/8/4KN2/8/8 w - - 0 1", "").ending(), None);
}

#[test]
fn the_move_limit_is_a_draw() {
    let mut referee = ChessReferee::new(Chess::new(), 1);
    let m = referee.position().parse_move("e2e4").unwrap();
    referee.submit(m).unwrap();
    assert_eq!(referee.ending().unwrap().reason, Reason::MoveLimit);
}

#[test]
fn a_wrong_fen_is_named_with_its_column() {
    let error =
        Chess::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1").unwrap_err();
    assert_eq!((error.found.as_str(), error.column), ("x", 45));
    for bad in [
        "",
        "  ",
        "é",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/K7 w KQkq - 0 1",
        "9/8",
    ] {
        assert!(Chess::parse(bad).is_err(), "{bad}");
    }
    let huge = "4k3/8/8/8/8/8/8/R3K3 w Q - 4294967295 4294967295";
    if let Ok(position) = Chess::parse(huge) {
        let mut position = position.after(position.parse_move("Ra2").unwrap());
        position.play(position.parse_move("Kd8").unwrap());
    }
}

#[test]
fn moves_read_as_coordinates_and_as_algebraic_notation() {
    let position = Chess::parse("r3k2r/8/8/8/8/8/6P1/R3K2R w KQkq - 0 1").unwrap();
    let castles = position.parse_move("e1g1").unwrap();
    assert_eq!(position.parse_move("O-O").unwrap(), castles);
    assert_eq!(
        (position.uci(castles), position.san(castles)),
        ("e1g1".into(), "O-O".into())
    );
    let check = position.parse_move("Rxh8+!").unwrap();
    assert_eq!(position.san(check), "Rxh8+");
    for bad in ["e1e3", "Rxh7", "", "(none)", "0000", "e2e4q"] {
        assert!(position.parse_move(bad).is_err(), "{bad}");
    }
}
