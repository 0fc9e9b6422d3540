//! Positions, moves, test lines and books as text.
#![allow(clippy::unwrap_used)]

use zermelo_chess::{Chess, Epd, PolyglotBook, count_leaves, divide, read_tests};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, perft};

fn position(fen: &str) -> Chess {
    Chess::parse(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

#[test]
fn wrong_positions_are_named_with_what_is_wrong_and_where() {
    for (fen, said) in [
        ("", "end of text at column 1: expected a position in FEN"),
        (
            "8/8/8/8/8/8/8 w - -",
            "eight ranks with `/` between them, not 7",
        ),
        ("8/8/8/9/8/8/8/8 w - -", "`9` at column 7: expected a piece"),
        (
            "8/8/8/7/8/8/8/8 w - -",
            "`7` at column 7: expected eight squares on rank 5, not 7",
        ),
        ("4k3/8/8/8/8/8/8/8 w - -", "expected one white king, not 0"),
        (
            "4k2k/8/8/8/8/8/8/K7 w - -",
            "expected one black king, not 2",
        ),
        (
            "P3k3/8/8/8/8/8/8/K7 w - -",
            "`P` at column 1: expected no pawn on rank 8",
        ),
        (
            "4k3/8/8/8/8/8/8/K7 x - -",
            "`x` at column 20: expected `w` or `b`",
        ),
        (
            "4k3/8/8/8/8/8/8/K7 w K -",
            "`K` at column 22: expected castling rights whose king",
        ),
        (
            "4k3/8/8/8/8/8/8/K3R3 w - -",
            "the king of the side that has moved is in check",
        ),
        (
            "4k3/8/8/8/8/8/8/K7 w - e9",
            "`e9` at column 24: expected an en passant square",
        ),
        (
            "4k3/8/8/8/8/8/8/K7 w - - x 1",
            "plies since the last capture",
        ),
        (
            "4k3/8/8/8/8/8/8/K7 w - - 0 1 1",
            "`1` at column 30: expected nothing after",
        ),
    ] {
        let error = Chess::parse(fen).unwrap_err().to_string();
        assert!(error.contains(said), "{fen}: {error}");
    }
}

#[test]
fn chess960_rights_are_read_in_both_notations_and_written_back() {
    let shredder = position("bqnb1rkr/pppppppp/2n5/8/8/2N5/PPPPPPPP/BQ1B1RKR w HFhf - 0 1");
    let x_fen = position("bqnb1rkr/pppppppp/2n5/8/8/2N5/PPPPPPPP/BQ1B1RKR w KQkq - 0 1");
    assert!(shredder.is_chess960());
    assert_eq!(shredder, x_fen);
    assert!(
        shredder.shredder_fen().contains(" w HFhf - "),
        "{}",
        shredder.shredder_fen()
    );
    assert!(
        shredder.notation().contains(" w KQkq - "),
        "{}",
        shredder.notation()
    );
    // An inner rook has the right: only its file can say so.
    let inner = "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1";
    assert_eq!(position(inner).notation(), inner);
    assert_eq!(
        position("4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1").shredder_fen(),
        inner.replace('C', "A")
    );
}

#[test]
fn false_castling_rights_are_dropped_where_that_is_asked_for() {
    for (text, kept) in [
        ("4k3/8/8/8/8/8/4P3/4K2R w KQkq - 0 1", "K"),
        ("r3k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "q"),
        ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "kq"),
        ("4k3/8/8/8/8/8/4P3/4K3 b HAha - 3 9", "-"),
    ] {
        assert!(Chess::parse(text).is_err(), "{text}");
        let read = Chess::parse_without_false_rights(text).unwrap();
        let mut words: Vec<&str> = text.split(' ').collect();
        words[2] = kept;
        assert_eq!(read.notation(), words.join(" "));
        assert!(!read.is_chess960(), "{text}");
    }
    // All else is wrong as ever.
    let in_check = "4k3/8/8/8/8/8/8/K3R3 w KQ - 0 1";
    assert!(Chess::parse_without_false_rights(in_check).is_err());
}

#[test]
fn castling_is_written_both_ways_and_read_both_ways() {
    let classic = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short = classic.parse_move("e1g1").unwrap();
    for text in ["e1h1", "O-O", "0-0", "o-o", "O-O+"] {
        assert_eq!(classic.parse_move(text), Ok(short), "{text}");
    }
    assert_eq!(classic.uci(short), "e1g1");
    assert_eq!(classic.uci_chess960(short), "e1h1");
    let shuffled = position("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1");
    let long = shuffled.parse_move("O-O-O").unwrap();
    assert_eq!(shuffled.uci(long), "e1b1");
    assert_eq!(shuffled.parse_move("e1b1"), Ok(long));
    // The king's own step to g1 is taken by the rook there: castling, not a capture.
    assert!(
        shuffled
            .san(shuffled.parse_move("e1g1").unwrap())
            .starts_with("O-O")
    );
}

#[test]
fn moves_are_read_as_loosely_as_they_are_unambiguous() {
    let start = "r1bqkbnr/pPp2ppp/2n5/3pp3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq d6 0 4";
    let p = position(start);
    let read = |text: &str| p.parse_move(text).map(|m| p.uci(m)).ok();
    for (text, uci) in [
        ("Nf3-e5", "f3e5"),
        ("Nf3xe5", "f3e5"),
        ("Ne5", "f3e5"),
        ("Ng1", "f3g1"),
        ("Nc3d5", "c3d5"),
        ("e4-d5", "e4d5"),
        ("ed5", "e4d5"),
        ("bxa8=Q", "b7a8q"),
        ("bxa8Q", "b7a8q"),
        ("b7a8n", "b7a8n"),
        ("b7xc8=N!", "b7c8n"),
        ("Pa2-a4", "a2a4"),
    ] {
        assert_eq!(read(text).as_deref(), Some(uci), "{text}");
    }
    for text in [
        "", "e", "N", "Nd5d5d5", "bxa8", "b8=", "0000", "Ke3", "x", "---", "É4",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn every_move_reads_back_from_every_notation_along_random_games() {
    let mut rng = Rng::new(11);
    for game in 0..40 {
        let mut p = Chess::chess960(game * 24).unwrap();
        for _ in 0..80 {
            let mut moves = Vec::new();
            p.legal_moves(&mut moves);
            for &m in &moves {
                for text in [p.uci(m), p.uci_chess960(m), p.san(m)] {
                    assert_eq!(p.parse_move(&text), Ok(m), "{text} in {}", p.notation());
                }
                assert_eq!(p.read_polyglot_move(p.polyglot_move(m)), Some(m));
            }
            assert_eq!(Chess::parse(&p.shredder_fen()), Ok(p.clone()));
            let Some(&m) = rng.pick(&moves) else { break };
            p.play(m);
        }
    }
}

#[test]
fn epd_operations_are_read_asked_for_and_written_back() {
    let line = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - hmvc 3; fmvn 20; \
                bm Qg6; am Rf2 h4; id \"WAC.001\"; acd 12; ce -35; dm 3; pv Qg6 fxg6; \
                c0 \"a; comment\";";
    let epd = Epd::parse(line).unwrap();
    assert_eq!(epd.id(), Some("WAC.001"));
    assert_eq!(
        (epd.number("acd"), epd.number("ce"), epd.number("dm")),
        (Some(12), Some(-35), Some(3))
    );
    let best = epd.moves("bm").unwrap();
    assert_eq!(epd.position.san(best[0]), "Qg6");
    assert_eq!(epd.moves("am").unwrap().len(), 2);
    assert_eq!(epd.line("pv").unwrap().len(), 2);
    assert_eq!(epd.text("c0"), Some("a; comment"));
    assert_eq!(
        (
            epd.position.halfmove_clock(),
            epd.position.fullmove_number()
        ),
        (3, 20)
    );
    assert_eq!(epd.to_string(), line);
    assert_eq!(Epd::parse(&epd.to_string()), Ok(epd));
}

#[test]
fn epd_takes_counters_perft_counts_and_a_missing_semicolon() {
    let epd = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66").unwrap();
    assert_eq!((epd.number("D1"), epd.number("D2")), (Some(15), Some(66)));
    let epd = Epd::parse("8/5kpp/8/8/1p3P2/6PP/r3KP2/1R1q4 w - -  4 9; D4 23441 ").unwrap();
    assert_eq!(
        (epd.number("D4"), epd.position.fullmove_number()),
        (Some(23_441), 9)
    );
    for (line, said) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; \"x\";",
            "expected an operation",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - id \"x;",
            "closing quotation mark",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 17 bm Rh8;", "`17` at column 28"),
    ] {
        let error = Epd::parse(line).unwrap_err().to_string();
        assert!(error.contains(said), "{line}: {error}");
    }
    let wrong = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;").unwrap();
    assert!(wrong.moves("bm").unwrap_err().to_string().contains("`Rh9`"));
}

#[test]
fn points_for_moves_are_read_as_the_test_suites_write_them() {
    let line = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; \
                c0 \"f5=10, Be5+=2, Bf2=3, Bg4=2\";";
    let epd = Epd::parse(line).unwrap();
    let points: Vec<u32> = epd.points().iter().map(|&(_, points)| points).collect();
    assert_eq!(points, [10, 2, 3, 2]);
    let line = line.replace("c0", "c9 \"f4f5 d4e5\"; c8 \"9 4\"; c0");
    let points = Epd::parse(&line).unwrap().points();
    assert_eq!(points.iter().map(|&(_, p)| p).collect::<Vec<_>>(), [9, 4]);
}

#[test]
fn the_sources_test_lines_are_read_with_their_comments() {
    let text = "\n# a comment\n\
        2b1qr2/pr3k2/1p2pn2/4Bp2/2pP4/2P4R/PP1Q1PB1/R5K1/w Qd2g5\n\
        (Fischer,R - Sherwin,J, New Jersey 1957)\n\
        r3k2r/8/8/8/8/8/8/R3K2R/b O-O, Ke8e7 (two moves)\n\
        2b1qr2/nonsense/w Qd2g5\n";
    let tests = read_tests(text);
    assert_eq!(tests.len(), 3);
    let first = tests[0].as_ref().unwrap();
    assert_eq!(first.line, 3);
    let best = first.epd.moves("bm").unwrap();
    assert_eq!(first.epd.position.san(best[0]), "Qg5");
    assert!(first.epd.text("c0").unwrap().starts_with("Fischer"));
    let second = &tests[1].as_ref().unwrap().epd;
    assert_eq!(second.moves("bm").unwrap().len(), 2);
    assert_eq!(second.text("c0"), Some("two moves"));
    assert!(second.position.notation().contains(" b KQkq - "));
    assert_eq!(tests[2].as_ref().unwrap_err().line, 6);
}

#[test]
fn the_published_polyglot_keys_are_reproduced() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        let mut p = position(start);
        for text in moves.split_whitespace() {
            let m = p.parse_move(text).unwrap();
            p.play(m);
        }
        assert_eq!(p.polyglot_key(), key, "{moves}");
    }
}

#[test]
fn book_moves_are_found_weighed_and_chosen() {
    let start = Chess::new();
    let entry = |m: &str, weight| zermelo_chess::BookEntry {
        key: start.polyglot_key(),
        raw_move: start.polyglot_move(start.parse_move(m).unwrap()),
        weight,
        learn: 0,
    };
    let entries = [entry("e4", 3), entry("d4", 1), entry("a4", 0)];
    let bytes: Vec<u8> = entries.iter().flat_map(|e| e.to_bytes()).collect();
    let book = PolyglotBook::read(&bytes).unwrap();
    assert_eq!(book.entries(), entries);
    let moves: Vec<String> = book
        .moves(&start)
        .iter()
        .map(|&(m, _)| start.uci(m))
        .collect();
    assert_eq!(moves, ["e2e4", "d2d4", "a2a4"]);
    let mut rng = Rng::new(3);
    let mut counts = [0; 3];
    for _ in 0..4_000 {
        let m = start.uci(book.pick(&start, &mut rng).unwrap());
        counts[moves.iter().position(|known| *known == m).unwrap()] += 1;
    }
    assert!(
        (2_850..3_150).contains(&counts[0]) && counts[2] == 0,
        "{counts:?}"
    );
    assert_eq!(
        book.pick(&position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &mut rng),
        None
    );
    for (bytes, said) in [(&bytes[..20], "20 bytes"), (&[][..], "0 bytes")] {
        assert!(
            PolyglotBook::read(bytes)
                .unwrap_err()
                .to_string()
                .contains(said)
        );
    }
    let mut unsorted = bytes.clone();
    unsorted[0] = 0xff;
    assert!(
        PolyglotBook::read(&unsorted)
            .unwrap_err()
            .to_string()
            .contains("entry 1")
    );
}

#[test]
fn the_fast_count_agrees_with_the_generic_one_and_with_its_parts() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    ] {
        let p = position(fen);
        for depth in 0..=3 {
            assert_eq!(count_leaves(&p, depth), perft(&p, depth), "{fen} {depth}");
        }
        let parts: u64 = divide(&p, 3).iter().map(|&(_, nodes)| nodes).sum();
        assert_eq!(parts, count_leaves(&p, 3));
    }
}

/// The counts of a file of `FEN ;D1 20 ;D2 400` lines up to a depth; how many were compared.
fn compare_counts(file: &str, deepest: u32) -> usize {
    let Some(data) = std::env::var_os("ZERMELO_DATA") else {
        eprintln!("skipped: ZERMELO_DATA is not set");
        return usize::MAX;
    };
    let path = std::path::Path::new(&data).join("perft").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let tests: Vec<Epd> = read_tests(&text)
        .into_iter()
        .map(|t| t.unwrap().epd)
        .collect();
    let halves = tests.split_at(tests.len() / 2);
    let count = |tests: &[Epd]| {
        let mut compared = 0;
        for epd in tests {
            for depth in 1..=deepest {
                if let Some(nodes) = epd.number(&format!("D{depth}")) {
                    assert_eq!(
                        count_leaves(&epd.position, depth),
                        nodes as u64,
                        "{epd} {depth}"
                    );
                    compared += 1;
                }
            }
        }
        compared
    };
    std::thread::scope(|scope| {
        let first = scope.spawn(|| count(halves.0));
        count(halves.1) + first.join().unwrap()
    })
}

#[test]
#[ignore = "counts some 1.6 thousand million leaves"]
fn the_perft_suite_is_right_to_depth_5() {
    assert!(compare_counts("perftsuite.epd", 5) >= 600);
}

#[test]
#[ignore = "counts some 0.5 thousand million leaves"]
fn the_chess960_suite_is_right_to_depth_4() {
    assert!(compare_counts("frcperftsuite.epd", 4) >= 3_800);
}

#[test]
fn the_chess960_suite_is_right_to_depth_2() {
    assert!(compare_counts("frcperftsuite.epd", 2) >= 1_900);
}
