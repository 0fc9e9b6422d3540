//! Games looked at afterwards.

use super::*;

const GAME: &str = "[Rules \"wild16\"]\n\n1. e2e4 e7e5 2. e4e5? f1c4 a7a6 3. c4f7 *";

#[test]
fn the_last_scene_tells_what_came_after_the_last_move() {
    let game = Transcript::parse("1. e2e4 e7e5 2. e4e5? e4e6? 1-0\n").unwrap();
    let scenes = scenes(&game);
    assert_eq!(scenes.len(), 3);
    let told = scenes[2].told.each_ref().map(|told| {
        let words: Vec<String> = told.iter().map(ToString::to_string).collect();
        words.join("; ")
    });
    assert!(told[0].ends_with("illegal e4e5; illegal e4e6; result 1-0 resignation"));
    assert!(told[1].ends_with("result 1-0 resignation"));
    assert!(!told[1].contains("illegal"));
}

#[test]
fn every_completed_move_is_a_scene_with_three_boards() {
    let game = Transcript::parse(GAME).unwrap();
    let scenes = scenes(&game);
    assert_eq!(scenes.len(), game.plies() + 1);
    let last = scenes.last().unwrap();
    assert_eq!(
        last.truth
            .notation()
            .split(' ')
            .next()
            .unwrap()
            .matches('B')
            .count(),
        2
    );
    let text = last.text(true);
    assert!(
        text.contains("captured pawn f7") && text.contains("check"),
        "{text}"
    );
    // White's board has White's men only, the umpire's has all.
    assert!(
        scenes[0]
            .text(false)
            .contains("8 . . . . . . . .  8 r n b q k b n r")
    );
    // The refused try was told to White alone.
    assert!(
        scenes[3]
            .text(false)
            .contains("to white: illegal e4e5; accepted f1c4")
    );
}

#[test]
fn what_belief_believes_is_what_its_boards_say() {
    let named = format!("[White \"belief\"]\n{GAME}");
    let scenes = scenes(&Transcript::parse(&named).unwrap());
    // After 1. e2e4 e7e5 White has heard of no pawn try: nothing stands on d5 and f5.
    let belief = &scenes[2].beliefs[0];
    assert_eq!((belief.occupied(35), belief.occupied(37)), (0.0, 0.0));
    let pawns: f32 = belief.pawns.iter().sum();
    assert!((pawns - 8.0).abs() < 1e-3, "{pawns}");
    // What is shown says what it is made of.
    assert_eq!(scenes[2].sources, [Source::Boards, Source::Matrices]);
    let text = scenes[2].text(true);
    assert!(text.contains("White believes, by boards\n"), "{text}");
    assert!(text.contains("Black believes, by matrices\n"), "{text}");
    assert!(scenes[2].svg().contains("chance in percent, by boards"));
}

#[test]
fn the_picture_holds_nine_pictures() {
    let game = Transcript::parse(GAME).unwrap();
    let svg = scenes(&game)[2].svg();
    assert_eq!(svg.matches("<svg ").count(), 10);
    assert_eq!(svg.matches("</svg>").count(), 10);
    assert!(svg.contains("White believes: king"));
}
