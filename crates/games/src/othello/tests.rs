use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, Noisy, Notation, Outcome, Side, conformance, perft};

use super::{Othello, Square};

/// The rules once more, walking over an array in eight directions.
#[derive(Clone)]
struct Slow {
    squares: [[Option<Side>; 8]; 8],
    side: Side,
}

impl Slow {
    fn new() -> Slow {
        let mut squares = [[None; 8]; 8];
        squares[3][3] = Some(Side::Second);
        squares[4][4] = Some(Side::Second);
        squares[3][4] = Some(Side::First);
        squares[4][3] = Some(Side::First);
        Slow {
            squares,
            side: Side::First,
        }
    }

    fn at(&self, row: i32, column: i32) -> Option<Side> {
        let row = self.squares.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    fn turned(&self, square: usize, side: Side) -> Vec<usize> {
        let (row, column) = ((square / 8) as i32, (square % 8) as i32);
        let mut turned = Vec::new();
        if self.at(row, column).is_some() {
            return turned;
        }
        for down in -1..=1 {
            for right in -1..=1 {
                let mut line = Vec::new();
                let (mut r, mut c) = (row + down, column + right);
                while self.at(r, c) == Some(!side) {
                    line.push((r * 8 + c) as usize);
                    (r, c) = (r + down, c + right);
                }
                if self.at(r, c) == Some(side) {
                    turned.extend(line);
                }
            }
        }
        turned
    }

    fn squares_to_play(&self, side: Side) -> Vec<usize> {
        (0..64)
            .filter(|&square| !self.turned(square, side).is_empty())
            .collect()
    }

    fn moves(&self) -> Vec<usize> {
        let own = self.squares_to_play(self.side);
        if own.is_empty() && !self.squares_to_play(!self.side).is_empty() {
            return vec![64];
        }
        own
    }

    fn play(&mut self, square: usize) {
        if square < 64 {
            for turned in self.turned(square, self.side) {
                self.squares[turned / 8][turned % 8] = Some(self.side);
            }
            self.squares[square / 8][square % 8] = Some(self.side);
        }
        self.side = !self.side;
    }

    fn discs(&self, side: Side) -> usize {
        let all = self.squares.iter().flatten();
        all.filter(|&&disc| disc == Some(side)).count()
    }
}

fn after(moves: &str) -> Othello {
    moves.split(' ').fold(Othello::default(), |position, text| {
        position.after(position.parse_move(text).unwrap())
    })
}

#[test]
fn othello_keeps_the_contract_of_a_game() {
    let report = conformance::check(&Othello::default(), 40, 200, 8);
    assert_eq!(report.finished, 40);
    let images = |game: &Othello| (0..8).map(|image| game.image(image)).collect();
    conformance::check_symmetry(&Othello::default(), images, 10, 8);
}

#[test]
fn move_sequences_are_as_many_as_published() {
    let published = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];
    for (depth, count) in (1..).zip(published) {
        assert_eq!(perft(&Othello::default(), depth), count, "depth {depth}");
    }
}

/// 228 games end after nine plies. Published tables that count a finished game as one sequence
/// at every greater depth give 24,571,284 for ten plies; `perft` counts those of exactly ten.
#[test]
fn ten_plies_leave_out_the_games_that_ended_at_nine() {
    fn finished_at(game: &Othello, depth: u32) -> u64 {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        if depth == 0 || moves.is_empty() {
            return u64::from(depth == 0 && moves.is_empty());
        }
        let below = |&m: &Square| finished_at(&game.after(m), depth - 1);
        moves.iter().map(below).sum()
    }
    assert_eq!(perft(&Othello::default(), 10), 24_571_284 - 228);
    assert_eq!(finished_at(&Othello::default(), 9), 228);
}

#[test]
fn the_slow_rules_agree_along_random_games() {
    let mut rng = Rng::new(5);
    let mut passes = 0;
    for _ in 0..300 {
        let (mut fast, mut slow) = (Othello::default(), Slow::new());
        loop {
            let mut legal = Vec::new();
            fast.legal_moves(&mut legal);
            let indices: Vec<usize> = legal.iter().map(|m| m.index()).collect();
            assert_eq!(indices, slow.moves(), "{}", fast.notation());
            for square in (0..64).filter_map(Square::new) {
                assert_eq!(fast.is_legal(square), legal.contains(&square));
                if legal.contains(&square) {
                    let turned = slow.turned(square.index(), slow.side);
                    let mask = turned.iter().fold(0, |mask, &i| mask | 1u64 << i);
                    assert_eq!(fast.flips(square), mask, "{}", fast.notation());
                }
            }
            let Some(&m) = rng.pick(&legal) else { break };
            assert_eq!(fast.outcome(), None);
            passes += usize::from(m == Square::PASS);
            fast.play(m);
            slow.play(m.index());
            for side in Side::BOTH {
                assert_eq!(fast.discs_of(side), slow.discs(side), "{}", fast.notation());
            }
        }
        let (black, white) = (slow.discs(Side::First), slow.discs(Side::Second));
        let outcome = match black.cmp(&white) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        };
        assert_eq!(fast.outcome(), Some(outcome));
    }
    assert!(passes > 100);
}

impl Othello {
    fn discs_of(&self, side: Side) -> usize {
        let (own, opponent) = self.bitboards();
        let discs = if side == self.side { own } else { opponent };
        discs.count_ones() as usize
    }
}

#[test]
fn the_winner_gets_the_empty_squares() {
    // The shortest game: black takes every white disc with the ninth move.
    let over = after("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(over.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(over.payoff(), Some(-64));
    let drawn = Othello::from_bitboards(1, 1 << 63, Side::First).unwrap();
    assert_eq!(drawn.payoff(), Some(0));
}

#[test]
fn evaluations_stay_below_a_win_and_like_corners() {
    assert!(Othello::decided(2) > 6_400 && Othello::decided(-2) < -6_400);
    let corner = Othello::default();
    let with = Othello::from_bitboards(corner.own | 1, corner.opponent, Side::First).unwrap();
    let against = Othello::from_bitboards(corner.own, corner.opponent | 1, Side::First).unwrap();
    assert!(with.evaluate() > corner.evaluate() && corner.evaluate() > against.evaluate());
    let beside = Othello::from_bitboards(corner.own | 1 << 9, corner.opponent, Side::First);
    assert!(beside.unwrap().evaluate() < corner.evaluate());
}

#[test]
fn evaluations_are_the_same_for_all_images() {
    let mut rng = Rng::new(21);
    for _ in 0..20 {
        let mut game = Othello::default();
        loop {
            for image in 0..8 {
                assert_eq!(game.image(image).evaluate(), game.evaluate());
            }
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            game.play(m);
        }
    }
}

#[test]
fn only_corner_moves_are_noisy() {
    let mut noisy = Vec::new();
    Othello::default().noisy_moves(&mut noisy);
    assert_eq!(noisy, []);
    let corner = Othello::from_bitboards(1 << 2, 1 << 1 | 1 << 3, Side::Second).unwrap();
    corner.noisy_moves(&mut noisy);
    assert_eq!(format!("{noisy:?}"), "[a1]");
}

#[test]
fn other_letters_and_cases_are_read() {
    let start = Othello::default().notation();
    assert_eq!(start.len(), 66);
    assert_eq!(&start[24..40], "---OX------XO---");
    let other = start.replace('-', ".").replace('X', "*").to_lowercase();
    assert_eq!(Othello::parse(&other), Ok(Othello::default()));
    let passing = Othello::from_bitboards(1, 1 << 63 | 1 << 62, Side::First).unwrap();
    assert!(passing.parse_move("--").is_err(), "the game is over");
    let passing = Othello::parse(&format!("OX{} O", "-".repeat(62))).unwrap();
    assert_eq!(passing.parse_move("C1"), passing.parse_move("c1"));
    let passing = Othello::parse(&format!("OX{} X", "-".repeat(62))).unwrap();
    assert_eq!(passing.parse_move("--"), Ok(Square::PASS));
    assert_eq!(passing.parse_move("PASS"), Ok(Square::PASS));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let error = |text: &str| Othello::parse(text).unwrap_err();
    let start = Othello::default().notation();
    assert_eq!(error("").column, 1);
    assert_eq!(error("--Q").column, 3);
    assert_eq!(error(&start[..60]).column, 61);
    assert_eq!(error(&start[..64]).column, 65);
    assert_eq!(error(&format!("{start};")).column, 67);
    assert_eq!(error(&start.replace(" X", " -")).found, "-");
}

#[test]
fn the_moves_of_the_endgame_set_are_legal() {
    let Ok(data) = std::env::var("ZERMELO_DATA") else {
        eprintln!("skipped: ZERMELO_DATA is not set");
        return;
    };
    let mut positions = 0;
    for file in ["1-19", "20-39", "40-59", "60-79"] {
        let path = format!("{data}/othello/ffo/fforum-{file}.obf");
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let Some((position, rest)) = line.split_once(';') else {
                continue;
            };
            let position = Othello::parse(position).unwrap();
            for field in rest.split(';').filter(|field| field.contains(':')) {
                let (text, _) = field.split_once(':').unwrap();
                assert!(position.parse_move(text).is_ok(), "{field} of {line}");
            }
            positions += 1;
        }
    }
    assert!(positions > 70, "{positions}");
}
