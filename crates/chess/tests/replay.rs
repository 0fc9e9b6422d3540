//! The board for replaying against the rules library, along random games.

use zermelo_chess::{Chess, GameMoves, GameResult, MovesEnd, PgnStream, Replay};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation};

/// Starts where much is special: castling of every kind, pins, promotions, en passant.
const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rkr4/8/8/8/8/8/8/RK2R3 w EA - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "4k3/8/8/8/8/8/8/1rRK3R w HC - 0 1",
];

fn check_position(position: &Chess, replay: &Replay) {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    assert_eq!(
        replay.key(),
        position.archive_key(),
        "{}",
        position.notation()
    );
    assert_eq!(replay.position(), *position, "{}", position.notation());
    for &m in &legal {
        let san = position.san(m);
        let found = replay.resolve_san(san.as_bytes());
        assert_eq!(found, Some(m.packed()), "{san} in {}", position.notation());
        assert_eq!(position.unpacked(m.packed()), Some(m));
        let mut codes = Vec::new();
        replay.encode(m.packed(), &mut codes);
        let decoded = replay.clone().play_code(&codes).map(|(m, _)| m);
        assert_eq!(
            decoded,
            Some(m.packed()),
            "{san} in {}",
            position.notation()
        );
    }
}

/// Every move of sixteen bits and every code: accepted exactly if legal.
fn check_refusals(position: &Chess, replay: &Replay) {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let legal: Vec<_> = legal.into_iter().map(zermelo_chess::Move::packed).collect();
    for bits in 1..0x8000_u16 {
        let m = zermelo_chess::PackedMove::from_bits(bits);
        let accepted = replay.clone().play_packed(m);
        // The promotion numbers 1, 6 and 7 mean none, so that only the canonical form counts.
        if matches!(bits >> 12, 0 | 2..=5) {
            assert_eq!(
                accepted,
                legal.contains(&m),
                "{m:?} {}",
                position.notation()
            );
        }
    }
    for code in 0..=255_u8 {
        if let Some((m, _)) = replay.clone().play_code(&[code, 27]) {
            assert!(legal.contains(&m), "{code} in {}", position.notation());
        }
    }
}

#[test]
fn replaying_agrees_with_the_rules_along_random_games() {
    let mut random = Rng::new(5);
    for start in STARTS {
        for game in 0..12 {
            let mut position = Chess::parse(start).unwrap();
            let mut replay = Replay::from_position(&position);
            for ply in 0..120 {
                check_position(&position, &replay);
                if game == 0 && ply < 6 {
                    check_refusals(&position, &replay);
                }
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                if legal.is_empty() {
                    break;
                }
                let m = legal[random.below(legal.len())];
                assert!(replay.play_san(position.san(m).as_bytes()).is_some());
                position.play(m);
            }
        }
    }
}

#[test]
fn texts_that_fit_no_legal_move_or_several_are_refused() {
    let knights = Chess::parse("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").unwrap();
    let replay = Replay::from_position(&knights);
    assert!(replay.resolve_san(b"Nd2").is_none(), "two knights");
    assert!(replay.resolve_san(b"Nbd2").is_some());
    assert!(replay.resolve_san(b"N1d2").is_some());
    assert!(replay.resolve_san(b"Nb1-d2+").is_some());
    let start = Replay::new();
    for bad in [
        "", "e5", "Ke2", "O-O", "Qd1", "exd3", "e9", "N", "Nf9", "i4", "\u{1}", "ab", "O-O-O-O",
        "e4=Q", "Nxx", "P", "a", "xx", "0", "Bb5", "e2e5",
    ] {
        assert!(start.resolve_san(bad.as_bytes()).is_none(), "{bad}");
    }
    for good in ["e4", "e2e4", "e2-e4", "Nf3", "Ng1f3", "Ng1-f3", "Pe4"] {
        assert!(start.resolve_san(good.as_bytes()).is_some(), "{good}");
    }
}

#[test]
fn pawn_captures_without_rank_are_read() {
    let mut replay = Replay::new();
    for text in ["e4", "d5", "ed", "Qd5", "c4", "Qe5", "Be2", "Nf6", "d4"] {
        assert!(replay.play_san(text.as_bytes()).is_some(), "{text}");
    }
}

fn read_all(text: &str) -> Vec<(usize, MovesEnd)> {
    let (mut tags, mut moves) = (Vec::new(), GameMoves::default());
    let mut stream = PgnStream::new(text.as_bytes());
    let mut games = Vec::new();
    while stream.next_tags(&mut tags) {
        let end = stream.read_moves(Replay::new(), 3, &mut moves);
        games.push((moves.plies, end));
        assert_eq!(moves.keys.len(), moves.moves.len() + 1);
        assert!(moves.keys.len() <= 4);
    }
    games
}

#[test]
fn comments_variations_and_glyphs_are_skipped() {
    let text = "\u{feff}[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n1. e4! {a ( [b} $1 e5 (1... c5 \
        (x { ) } y) ; )\n 2.Nf3) 2.Nf3 $10 Nc6 ; rest ) [\n% escaped\n3. Bb5!? 1-0\n\n\
        [Event \"two\"]\n\n1.d4 d5 1/2-1/2 1.c4 *\n[Event \"three\"]\n1. e4\n[Event \"four\"]\n\n\
        1. e4 e5 2. Ke3 Nc6 0-1\n[Event \"five\"]\n1. f3 e5";
    let games = read_all(text);
    let bad = text.find("Ke3").unwrap();
    assert_eq!(
        games,
        [
            (5, MovesEnd::Result(GameResult::White)),
            (2, MovesEnd::Result(GameResult::Draw)),
            (1, MovesEnd::Open),
            (1, MovesEnd::NextGame),
            (2, MovesEnd::BadMove(bad, 3)),
            (2, MovesEnd::EndOfText),
        ]
    );
}

#[test]
fn what_is_never_closed_costs_its_own_game_and_no_other() {
    let text = "[Event \"1\"]\n\n1. e4 {open\n\n [x] e5 1-0\r\n\r\n[Event \"2\"]\r\n\r\n1. d4 {a\n\n\
        [%csl Re4]\n\n[White plays]} d5 1-0\n\n[Event \"3\"]\n\n1. c4 (1. e4 {x\n\n\
        [Event \"4\"]\n\n1. f4 (1. e4 0-1\n\n[Event \"5\"]\n\n1. a3 *\n\n[Event \"6\"]\n\n1. b3 {";
    let place = |pattern: &str| MovesEnd::Unclosed(text.find(pattern).unwrap());
    assert_eq!(
        read_all(text),
        [
            (1, place("{open")),
            (2, MovesEnd::Result(GameResult::White)),
            (1, place("(1. e4 {")),
            (1, place("(1. e4 0-1")),
            (1, MovesEnd::Open),
            (1, MovesEnd::Unclosed(text.len() - 1)),
        ]
    );
}

#[test]
fn tags_are_read_with_their_values_as_they_stand() {
    let text =
        "[Event \"A \\\"B\\\"\"]\n[White  \"M\u{fc}ller\"]\n[Broken\n[Black \"\"]\n\n1. e4 *";
    let mut tags = Vec::new();
    let mut stream = PgnStream::new(text.as_bytes());
    assert!(stream.next_tags(&mut tags));
    let tags: Vec<(String, String)> = tags
        .iter()
        .map(|tag| {
            (
                zermelo_chess::tag_text(tag.name),
                zermelo_chess::tag_text(tag.value),
            )
        })
        .collect();
    let expected = [("Event", "A \"B\""), ("White", "Müller"), ("Black", "")];
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    assert_eq!(tags, expected);
    assert_eq!(zermelo_chess::tag_text(b"M\xfcller"), "Müller");
}
