//! Openings out of PGN and EPD, and games into PGN.
#![allow(clippy::unwrap_used)]

use zermelo_chess::{
    Chess, GameText, read_epd_lines, read_pgn_games, read_pgn_lines, read_pgn_texts,
    read_pgn_variations,
};
use zermelo_game::{Game, Notation};

const BOOK: &str = "\u{feff}[Event \"a\"]\n[ECO \"C20\"]\n[Opening \"King \\\"Pawn\\\"\"]\n\n\
1. e4 {best by test (Fischer)} e5 (1... c5 2. Nf3 (2. c3 {)})) 2.Nf3 $1 Nc6!? 1-0\n\n\
[Event \"b\"]\n\n1. e4 e5 2. Ke3 *\n\n\
[Event \"c\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. 0-0 ; castles\nKe7 *\n\
1. d4 Zz9 2. c4 *\n";

#[test]
fn pgn_openings_are_read_and_wrong_ones_are_named_by_line() {
    let lines: Vec<_> = read_pgn_lines(BOOK, 3).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    let first = lines[0].as_ref().unwrap();
    assert_eq!(first.name, "C20 King \"Pawn\"");
    assert_eq!(first.moves.len(), 3);
    let bad = lines[1].as_ref().unwrap_err();
    assert_eq!(bad.line, 9);
    assert!(bad.problem.contains("Ke3"), "{bad}");
    assert_eq!(
        lines[2].as_ref().unwrap().end().notation(),
        "8/4k3/8/8/8/8/8/R4RK1 w - - 2 2"
    );
    assert!(lines[3].as_ref().unwrap_err().problem.contains("Zz9"));
}

#[test]
fn moves_past_the_wanted_length_are_not_looked_at() {
    let lines: Vec<_> = read_pgn_lines("1. e4 e5 2. Ke9 *", 2).collect();
    assert_eq!(lines[0].as_ref().unwrap().moves.len(), 2);
}

#[test]
fn the_counters_of_an_epd_line_are_kept() {
    let text = "4k3/8/8/8/8/8/8/R3K3 w Q - id \"x\"; hmvc 7; fmvn 31;\n\
4k3/8/8/8/8/8/8/R3K3 w Q - fmvn 9;\n4k3/8/8/8/8/8/8/R3K3 w Q -\n";
    let starts: Vec<String> = read_epd_lines(text)
        .map(|line| line.unwrap().start.notation())
        .collect();
    let ends = ["7 31", "0 9", "0 1"].map(|end| format!("4k3/8/8/8/8/8/8/R3K3 w Q - {end}"));
    assert_eq!(starts, ends);
}

#[test]
fn epd_lines_are_openings_and_wrong_ones_are_named_by_line() {
    let text = "# a comment\n\
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; id \"King's pawn\";\n\n\
4k3/8/8/8/8/8/8/R3K3 w Q - 5 40\nnonsense\n\
R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n";
    let lines: Vec<_> = read_epd_lines(text).collect();
    assert_eq!(lines[0].as_ref().unwrap().name, "King's pawn");
    assert_eq!(lines[1].as_ref().unwrap().start.fullmove_number(), 40);
    assert_eq!(lines[2].as_ref().unwrap_err().line, 5);
    assert!(
        lines[3]
            .as_ref()
            .unwrap_err()
            .problem
            .contains("is over before it begins")
    );
}

fn sample() -> GameText {
    let mut position = Chess::parse("4k3/8/8/8/8/8/4P3/4K3 b - - 0 12").unwrap();
    let mut moves = Vec::new();
    for i in 0..60 {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let m = legal[i % legal.len()];
        let comment = if i % 3 == 0 {
            format!("+0.31/{i} 0.52s }}{{ odd")
        } else {
            String::new()
        };
        moves.push((position.san(m), comment));
        position.play(m);
    }
    GameText {
        tags: vec![
            ("White".into(), "Quote \" back \\ slash\n]".into()),
            ("SetUp".into(), "1".into()),
            ("FEN".into(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 12".into()),
        ],
        first_number: 12,
        second_begins: true,
        moves,
        closing: "Black wins on time".into(),
        result: "0-1".into(),
        ..GameText::default()
    }
}

#[test]
fn written_games_keep_the_export_format() {
    let text = sample().to_string();
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
[White \"Quote \\\" back \\\\ slash ]\"]\n[Black \"?\"]\n[Result \"0-1\"]\n[SetUp \"1\"]\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with(" 0-1\n\n"));
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    assert!(text.contains("\n12... K"), "{text}");
    assert!(!text.contains("}{"), "{text}");
}

#[test]
fn written_games_read_back_move_by_move() {
    let game = sample();
    let read: Vec<_> = read_pgn_lines(&game.to_string(), 100).collect();
    assert_eq!(read.len(), 1);
    let line = read[0].as_ref().unwrap();
    let mut position = line.start.clone();
    assert_eq!(line.moves.len(), game.moves.len());
    for (&m, (text, _)) in line.moves.iter().zip(&game.moves) {
        assert_eq!(&position.san(m), text);
        position.play(m);
    }
}

#[test]
fn signs_variations_and_comments_survive_reading_and_writing() {
    let text = "[White \"A\"]\n\n{a game} 1. e4! {best} $14 (1. d4 d5 (1... Nf6 ; the Indian\n \
2. c4) 2. c4 {queens}) (1. c4) 1... e5 ?! 2. Nf3 Nc6?? (2... d6 {broken off\n";
    let read = |text: &str| read_pgn_games(text).next().unwrap().unwrap();
    let game = read(text);
    assert_eq!(
        (game.opening.as_str(), game.line.moves.len()),
        ("a game", 4)
    );
    let signs: Vec<_> = game.asides.iter().map(|a| a.signs.as_str()).collect();
    assert_eq!(signs, ["$1 $14", "$6", "", "$4"]);
    assert_eq!(
        game.asides[0].variations,
        "(1. d4 d5 (1... Nf6 {the Indian} 2. c4) 2. c4 {queens}) (1. c4)"
    );
    assert_eq!(game.asides[3].variations, "(2... d6 {broken off})");
    let mut position = game.line.start.clone();
    let mut moves = Vec::new();
    for (&m, comment) in game.line.moves.iter().zip(&game.comments) {
        moves.push((position.san(m), comment.clone()));
        position.play(m);
    }
    let written = GameText {
        tags: game.tags.clone(),
        first_number: 1,
        opening: game.opening.clone(),
        moves,
        asides: game.asides.clone(),
        result: game.result.clone(),
        ..GameText::default()
    };
    let again = read(&written.to_string());
    assert_eq!(
        (again.opening, again.line, again.comments, again.asides),
        (game.opening, game.line, game.comments, game.asides)
    );
}

#[test]
fn a_game_that_cannot_be_read_is_known_by_its_text() {
    let text =
        "[White \"A\"]\n\n1. e4 1-0\n\n[White \"B\"]\n1. e5 *\n\n[White \"C\"]\n\n1. d4 d5\n";
    let texts: Vec<_> = read_pgn_texts(text).collect();
    let good: Vec<_> = texts.iter().map(|(_, game)| game.is_ok()).collect();
    assert_eq!(good, [true, false, true]);
    assert_eq!(texts[1].0.trim(), "[White \"B\"]\n1. e5 *");
    assert_eq!(
        texts.iter().map(|(text, _)| *text).collect::<String>(),
        text
    );
}

#[test]
fn no_text_makes_the_readers_panic() {
    let pieces = [
        "[", "\"", "(", ")", "{", "}", ";", "e4", "1.", "\n", "$", "é", "[FEN \"", "*", "%", "0-0",
        "½",
    ];
    let mut rng = zermelo_game::random::Rng::new(5);
    for _ in 0..2_000 {
        let text: String = (0..rng.below(20))
            .map(|_| *rng.pick(&pieces).unwrap())
            .collect();
        let _ = read_pgn_lines(&text, 10).count() + read_epd_lines(&text).count();
        let _ = Chess::parse(&text);
    }
}

#[test]
fn variations_are_lines_from_the_start() {
    let lines = |text: &str, plies| -> Vec<String> {
        let games = read_pgn_variations(text, plies);
        let lines = games.flat_map(|game| game.unwrap());
        lines
            .map(|line| {
                let mut position = line.start.clone();
                let moves = line.moves.iter().map(|&m| {
                    let san = position.san(m);
                    position.play(m);
                    san
                });
                moves.collect::<Vec<_>>().join(" ")
            })
            .collect()
    };
    let text = "1. e4 e5 (1... c5 {(a bracket} 2. Nf3 (2. c3 *) (2. Nc3 d6)) (1... e6) 2. Nf3 * 1. d4 d5 *";
    assert_eq!(
        lines(text, 100),
        [
            "e4 e5 Nf3",
            "e4 c5 c3",
            "e4 c5 Nc3 d6",
            "e4 c5 Nf3",
            "e4 e6",
            "d4 d5"
        ]
    );
    // What is beyond the longest line is passed over with its variations.
    assert_eq!(
        lines("1. e4 (1. d4 d5) e5 (1... c5 (1... e6)) *", 1),
        ["e4", "d4"]
    );
    assert_eq!(lines("1. e4 e5 (1... c5 2. Nf3", 9), ["e4 e5", "e4 c5 Nf3"]);
    let wrong = |text: &str| read_pgn_variations(text, 9).next().unwrap().unwrap_err();
    assert!(wrong("1. e4\n(1. e5) *").to_string().contains("e5"));
    assert!(wrong("(1. e4) *").problem.contains("before the first move"));
    let nested = "1. e4 ".to_string() + &"(1. d4 ".repeat(101);
    assert!(wrong(&nested).problem.contains("nest"));
}
