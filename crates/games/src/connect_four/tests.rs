use zermelo_game::random::Rng;
use zermelo_game::{Game, Heuristic, Noisy, Notation, Outcome, Side, conformance, perft};

use super::{Column, ConnectFour, completing};

/// The rules once more, on an array of rows from the bottom, looking at every line.
#[derive(Clone)]
struct Slow {
    rows: [[Option<Side>; 7]; 6],
    side: Side,
}

impl Slow {
    fn new() -> Slow {
        Slow {
            rows: [[None; 7]; 6],
            side: Side::First,
        }
    }

    fn winner(&self) -> Option<Side> {
        for row in 0..6i32 {
            for column in 0..7i32 {
                for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let disc = self.at(row, column);
                    let same = |i| self.at(row + i * up, column + i * right) == disc;
                    if disc.is_some() && (1..4).all(same) {
                        return disc;
                    }
                }
            }
        }
        None
    }

    fn at(&self, row: i32, column: i32) -> Option<Side> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    fn moves(&self) -> Vec<usize> {
        if self.winner().is_some() {
            return Vec::new();
        }
        (0..7)
            .filter(|&column| self.rows[5][column].is_none())
            .collect()
    }

    fn play(&mut self, column: usize) {
        let row = (0..6)
            .find(|&row| self.rows[row][column].is_none())
            .unwrap();
        self.rows[row][column] = Some(self.side);
        self.side = !self.side;
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |column| {
            let mut next = self.clone();
            next.play(column);
            next.count(depth - 1)
        };
        self.moves().into_iter().map(after).sum()
    }
}

fn at(text: &str) -> ConnectFour {
    ConnectFour::parse(text).unwrap()
}

fn moves(position: &ConnectFour) -> Vec<usize> {
    let mut out = Vec::new();
    position.legal_moves(&mut out);
    out.iter().map(|column| column.index()).collect()
}

fn columns(squares: u64) -> String {
    let mut out = Vec::new();
    ConnectFour::push_columns(squares, &mut out);
    out.iter().map(|column| format!("{column:?}")).collect()
}

#[test]
fn connect_four_keeps_the_contract_of_a_game() {
    let report = conformance::check(&ConnectFour::default(), 150, 42, 4);
    assert_eq!(report.finished, 150);
    let images = |game: &ConnectFour| vec![game.mirrored()];
    conformance::check_symmetry(&ConnectFour::default(), images, 50, 4);
}

#[test]
fn move_sequences_are_as_many_as_published() {
    let published = [
        7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572,
    ];
    for (depth, count) in (1..).zip(published) {
        assert_eq!(
            perft(&ConnectFour::default(), depth),
            count,
            "depth {depth}"
        );
    }
}

#[test]
fn the_slow_rules_count_the_same_sequences() {
    let mut slow = Slow::new();
    assert_eq!(slow.count(5), 16807);
    let mut fast = ConnectFour::default();
    for column in [3, 3, 2, 4, 2, 1] {
        slow.play(column);
        fast.play(Column::new(column).unwrap());
        assert_eq!(slow.count(5), perft(&fast, 5));
    }
}

#[test]
fn the_slow_rules_agree_along_random_games() {
    let mut rng = Rng::new(11);
    let mut draws = 0;
    for _ in 0..2000 {
        let (mut fast, mut slow) = (ConnectFour::default(), Slow::new());
        loop {
            let legal = slow.moves();
            assert_eq!(moves(&fast), legal, "{}", fast.notation());
            let outcome = match (slow.winner(), legal.is_empty()) {
                (Some(side), _) => Some(Outcome::Win(side)),
                (None, true) => Some(Outcome::Draw),
                (None, false) => None,
            };
            assert_eq!(fast.outcome(), outcome, "{}", fast.notation());
            assert_eq!(fast.side(), slow.side);
            let Some(&column) = rng.pick(&legal) else {
                break;
            };
            check_winning_squares(&fast, &slow);
            slow.play(column);
            fast.play(Column::new(column).unwrap());
        }
        draws += usize::from(fast.outcome() == Some(Outcome::Draw));
    }
    assert!(draws > 0, "no random game was drawn");
}

/// Open winning squares are those moves after which the slow rules see a winner.
fn check_winning_squares(fast: &ConnectFour, slow: &Slow) {
    for side in Side::BOTH {
        let wins: String = slow
            .moves()
            .into_iter()
            .filter(|&column| {
                let mut next = slow.clone();
                next.side = side;
                next.play(column);
                next.winner() == Some(side)
            })
            .map(|column| (column + 1).to_string())
            .collect();
        let found = columns(fast.winning_squares(side) & fast.open_squares());
        assert_eq!(found, wins, "{} for {side}", fast.notation());
    }
}

#[test]
fn non_losing_moves_are_those_that_leave_no_reply_that_wins() {
    let mut rng = Rng::new(3);
    let mut refused = 0;
    for _ in 0..500 {
        let mut game = ConnectFour::default();
        while !game.is_over() {
            let mut legal = Vec::new();
            game.legal_moves(&mut legal);
            if !game.can_win_next() {
                let safe: Vec<&Column> = legal
                    .iter()
                    .filter(|&&m| !game.after(m).can_win_next())
                    .collect();
                let safe: String = safe.iter().map(|m| format!("{m:?}")).collect();
                refused += usize::from(safe.len() < legal.len());
                assert_eq!(columns(game.possible_non_losing_moves()), safe);
            }
            game.play(*rng.pick(&legal).unwrap());
        }
    }
    assert!(refused > 100);
}

#[test]
fn the_perfect_key_tells_all_positions_of_six_plies_apart() {
    let mut level = std::collections::HashMap::new();
    level.insert(0, ConnectFour::default());
    // Distinct positions after n plies: Edelkamp & Kissmann 2008; OEIS A212693.
    for expected in [7, 49, 238, 1120, 4263, 16422] {
        let mut next = std::collections::HashMap::new();
        for position in level.values() {
            for column in moves(position) {
                let child = position.after(Column::new(column).unwrap());
                assert!(child.perfect_key() < 1 << 49);
                let known = next.entry(child.perfect_key()).or_insert(child);
                assert_eq!(*known, child);
            }
        }
        level = next;
        assert_eq!(level.len(), expected);
    }
}

#[test]
fn noisy_moves_win_or_block() {
    let mut noisy = Vec::new();
    at("44535").noisy_moves(&mut noisy);
    assert_eq!(noisy, []);
    at("443355").noisy_moves(&mut noisy);
    assert_eq!(format!("{noisy:?}"), "[2, 6]");
    noisy.clear();
    at("4433557").noisy_moves(&mut noisy);
    assert_eq!(format!("{noisy:?}"), "[2, 6]");
}

#[test]
fn lines_and_lowest_threats_are_counted_as_by_hand() {
    // x has three in the bottom row with both ends open, o two discs above them.
    let features = at("33445").features();
    assert_eq!(features.phase, 0);
    // Of x's lines that hold three discs, 2-5 and 3-6 of the bottom row are free of o.
    assert_eq!(features.lines[2], 2);
    // Both threats lie on row one, an odd row, in different columns: the most that is counted.
    assert_eq!(features.pattern, 2 * 12);
}

#[test]
fn the_evaluation_is_the_same_in_the_mirror() {
    let mut rng = Rng::new(9);
    for _ in 0..500 {
        let mut game = ConnectFour::default();
        let mut moves = Vec::new();
        for _ in 0..rng.below(30) {
            moves.clear();
            game.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            game.play(m);
        }
        if game.outcome().is_none() {
            assert_eq!(game.evaluate(), game.mirrored().evaluate(), "{game:?}");
        }
    }
}

#[test]
fn evaluations_know_a_win_at_hand_and_the_worth_of_the_centre() {
    assert!(at("443355").evaluate() > 1000);
    // The second player cannot fill both ends of 3 4 5 on the bottom row.
    assert!(at("44335").evaluate() < -1000);
    assert!(at("443").evaluate() > -1000);
    assert!(at("").evaluate() > 0, "the first player wins");
    assert!(-at("4").evaluate() > -at("1").evaluate());
}

#[test]
fn digits_and_boards_are_read() {
    assert_eq!(at(""), ConnectFour::default());
    assert_eq!(at(" 4453 ").moves_played(), 4);
    let board = "......./......./......./......./...o.../..oxx..";
    assert_eq!(at("4453"), at(board));
    assert_eq!(at("4453").notation(), board);
    assert_eq!(at("4453"), at(&board.to_uppercase()));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let error = |text: &str| ConnectFour::parse(text).unwrap_err();
    assert_eq!(error("4484").column, 3);
    assert_eq!(error("4404").found, "0");
    assert_eq!(error("4444444").column, 7);
    assert!(error("4444444").expected.contains("not full"));
    assert_eq!(error("12121213").column, 8);
    assert!(error("12121213").expected.contains("over"));
    assert_eq!(error("x").column, 2);
    assert_eq!(error(".......x").column, 8);
    let full = "......./......./......./......./......./.......";
    assert_eq!(error(&format!("{full}/")).column, 48);
    assert_eq!(error(&full[..46]).column, 47);
    let floating = "......./......./......./..x..../......./..ox...";
    assert_eq!(error(floating).column, 27);
    let lonely = "......./......./......./......./......./..o....";
    assert!(error(lonely).expected.contains("0 and 1"));
    let late = "......./......./......./......./......./xxxxooo";
    assert!(ConnectFour::parse(late).is_ok());
    let too_late = "......./......./......./......./o....../xxxxooo";
    assert!(error(too_late).expected.contains("before"));
}

#[test]
fn completing_squares_stay_on_the_board() {
    assert_eq!(completing(u64::MAX >> 15) & !super::BOARD, 0);
}

/// Negamax to the end; the score counts the discs that the winner has left, from Pons's sets.
fn solve(position: &ConnectFour, mut alpha: i32, beta: i32) -> i32 {
    let played = position.moves_played() as i32;
    if position.can_win_next() {
        return (43 - played) / 2;
    }
    let squares = position.possible_non_losing_moves();
    if played == 42 {
        return 0;
    }
    if squares == 0 {
        return -(42 - played) / 2;
    }
    let mut rest = squares;
    while rest != 0 {
        let mut child = *position;
        child.play_square(rest & rest.wrapping_neg());
        alpha = alpha.max(-solve(&child, -beta, -alpha));
        if alpha >= beta {
            break;
        }
        rest &= rest - 1;
    }
    alpha
}

#[test]
fn endings_of_the_published_set_have_their_published_scores() {
    let Ok(data) = std::env::var("ZERMELO_DATA") else {
        eprintln!("skipped: ZERMELO_DATA is not set");
        return;
    };
    let set = std::fs::read_to_string(format!("{data}/connect4/Test_L3_R1")).unwrap();
    let mut solved = 0;
    for line in set.lines() {
        let (played, score) = line.split_once(' ').unwrap();
        assert_eq!(
            solve(&at(played), -22, 22),
            score.trim().parse().unwrap(),
            "{played}"
        );
        solved += 1;
    }
    assert_eq!(solved, 1000);
}
