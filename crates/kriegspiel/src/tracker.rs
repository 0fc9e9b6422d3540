//! From announcements to beliefs, one after the other.

use std::sync::Arc;

use zermelo_chess::{Kind, attacks};

use crate::action::Action;
use crate::announcement::{Announcement, Captured};
use crate::belief::Belief;
use crate::men::{Men, bit, squares};
use crate::profile::Profile;
use crate::view::View;

/// Follows a side's announcements and keeps what they make likely.
#[derive(Clone, Debug)]
pub struct Tracker {
    /// What has been followed so far.
    known: View,
    belief: Belief,
    /// What is usual for the other side, if that is known.
    profile: Option<Arc<Profile>>,
}

/// Of what is believed, so much is given up for what is usual with every unseen move. The squares
/// of games held out are foretold best with 0.3; in play less was not worse (docs/measured.md).
const USUAL_SHARE: f32 = 0.05;

/// The squares that a side's pawns could capture on.
#[must_use]
pub fn pawn_targets(men: &Men) -> u64 {
    let each = squares(men.squares(Kind::Pawn)).map(|s| attacks::pawn(men.side(), s));
    each.fold(0, |all, set| all | set) & !men.occupied()
}

/// The square that our last move has just passed over, if it was a pawn's double step to this
/// one: a pawn that took it en passant stands there.
#[must_use]
pub fn passed_over(view: &View, square: u8) -> Option<u8> {
    let last = view.heard().iter().rev().find_map(|said| match said {
        Announcement::Accepted(tried) => Some(*tried),
        _ => None,
    })?;
    let home = [1, 6][view.side().index()];
    let double = last.from >> 3 == home && last.from.abs_diff(last.to) == 16;
    (double && last.to == square).then_some(u8::midpoint(last.from, last.to))
}

impl Tracker {
    /// A tracker that has heard nothing of the game of a view.
    #[must_use]
    pub fn new(view: &View) -> Tracker {
        Tracker::guided(view, None)
    }

    /// The same with a profile of the other side, which its beliefs are drawn towards. From a
    /// position of its own, nothing is usual.
    #[must_use]
    pub fn guided(view: &View, profile: Option<Arc<Profile>>) -> Tracker {
        let known = view.beginning();
        let usual = *view.start() == Men::initial(view.side());
        Tracker {
            belief: Belief::new(&known),
            known,
            profile: profile.filter(|_| usual),
        }
    }

    /// What is believed after everything in a view. A view of another game starts anew.
    pub fn follow(&mut self, view: &View) -> &Belief {
        let heard = self.known.heard().len();
        let same = view.heard().get(..heard) == Some(self.known.heard());
        if !same || view.side() != self.known.side() || view.start() != self.known.start() {
            *self = Tracker::guided(view, self.profile.take());
        }
        let heard = self.known.heard().len();
        for &said in &view.heard()[heard..] {
            self.hear(said);
        }
        &self.belief
    }

    /// What is believed.
    #[must_use]
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    /// Draws the beliefs towards what is usual after the move that the other side has just made.
    fn draw(&mut self, own: &Men) {
        if let Some(profile) = &self.profile {
            let moves = self.known.moves(!self.known.side()) + 1;
            self.belief.draw_towards(profile, moves, USUAL_SHARE, own);
        }
    }

    fn hear(&mut self, said: Announcement) {
        let side = self.known.side();
        let own_moved = self.known.last_mover() == Some(side);
        let men = *self.known.men();
        match said {
            Announcement::Accepted(tried) => {
                let path = attacks::between(tried.from, tried.to);
                self.belief.clear(path);
            }
            Announcement::Moved(_) => {
                self.belief.spread(&men);
                self.draw(&men);
            }
            Announcement::Captured(square, what) if own_moved => {
                self.belief.captured(square, what);
                // Not where our man went: en passant. That pawn has just left its home.
                if men.kind_at(square).is_none() {
                    let home = [48, 8][side.index()] + (square & 7);
                    self.belief.clear(bit(home));
                }
            }
            Announcement::Captured(square, what) => {
                self.belief.enemy_at(square);
                let passed = passed_over(&self.known, square);
                if let Some(passed) = passed.filter(|_| what != Some(Captured::Piece)) {
                    self.belief.perhaps_pawn_at(passed, square);
                }
            }
            Announcement::Illegal(Action::Try(tried)) if self.known.checks().is_empty() => {
                self.belief.refused(&men, tried);
            }
            Announcement::Check(direction) if !own_moved => {
                if let Some(king) = men.king() {
                    self.belief.check_from(king, direction, &men);
                }
            }
            Announcement::ToMove(turn, _) if turn != side => {
                let checks = self.known.checks().to_vec();
                self.belief.their_king(&men, &checks);
            }
            _ => {}
        }
        self.known.hear(said);
        let men = *self.known.men();
        match said {
            Announcement::ToMove(_, Some(tries)) => self.pawn_tries(&men, tries),
            Announcement::Tries(any) | Announcement::Any(any) => {
                self.pawn_tries(&men, u8::from(any));
            }
            _ => {}
        }
        // A man of theirs stands where it captured ours.
        self.belief.settle(&men);
    }
}

impl Tracker {
    /// So many pawn captures of the side to move are legal. In check, a pawn that could take may
    /// not: then nothing is learnt.
    fn pawn_tries(&mut self, men: &Men, tries: u8) {
        if !self.known.checks().is_empty() {
            return;
        }
        if self.known.turn() == self.known.side() {
            self.belief.pawn_tries(pawn_targets(men), tries);
        } else {
            self.belief.their_pawn_tries(men, tries);
        }
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;
    use zermelo_game::{Notation, Player, Side};

    use super::*;
    use crate::players::RandomPlayer;
    use crate::rules::DIALECTS;
    use crate::umpire::Umpire;

    fn heard(lines: &[&str]) -> Belief {
        let mut view = View::new(Side::First, crate::Rules::wild16());
        for line in lines {
            view.hear(Announcement::parse(line).unwrap());
        }
        Tracker::new(&view).follow(&view).clone()
    }

    #[test]
    fn a_pawn_may_have_been_taken_in_passing() {
        let start = ["to-move white tries 0", "accepted d2d4", "moved white"];
        let told = ["to-move black tries 1", "moved black", "captured pawn d4"];
        let lines: Vec<&str> = start.into_iter().chain(told).collect();
        let belief = heard(&lines);
        assert!(belief.pawns[19] > 0.3, "d3 {}", belief.pawns[19]);
        let there = belief.occupied(27);
        assert!((0.3..0.7).contains(&there), "d4 {there}");
        let mut lines = lines;
        lines[5] = "captured piece d4";
        assert!(heard(&lines).pawns[19] < 0.1);
    }

    #[test]
    fn beliefs_stay_probabilities_through_whole_games() {
        for game in 0..20u64 {
            let rules = &DIALECTS[(game % 5) as usize];
            let mut umpire = Umpire::new(rules).with_limit(150);
            let mut players = [RandomPlayer::new(), RandomPlayer::new()];
            for (side, player) in Side::BOTH.into_iter().zip(&mut players) {
                player
                    .new_game(side, game * 2 + side.index() as u64)
                    .unwrap();
            }
            let mut tracker = Tracker::new(umpire.view_of(Side::First));
            let mut rng = Rng::new(game);
            while umpire.result().is_none() {
                let view = umpire.view_of(Side::First);
                let belief = tracker.follow(view);
                for square in 0..64u8 {
                    let at = usize::from(square);
                    for matrix in [&belief.pawns, &belief.pieces, &belief.king] {
                        assert!((0.0..=1.0).contains(&matrix[at]), "{}", matrix[at]);
                    }
                    let all = belief.pawns[at] + belief.pieces[at] + belief.king[at];
                    assert!(all <= 1.0 + 1e-5, "{all}");
                    let attacked = belief.attacked(square);
                    assert!((-1e-5..=1.0 + 1e-5).contains(&attacked), "{attacked}");
                    if view.men().kind_at(square).is_some() {
                        assert_eq!(belief.occupied(square), 0.0);
                    }
                }
                let king: f32 = belief.king.iter().sum();
                assert!((king - 1.0).abs() < 0.01, "{king}");
                if rng.below(3) == 0 {
                    tracker.follow(umpire.view_of(Side::First));
                }
                let side = umpire.to_move();
                let action = players[side.index()].act(umpire.view_of(side)).unwrap();
                umpire.answer(action);
            }
        }
    }

    #[test]
    fn a_refused_push_means_somebody_stands_there() {
        let quiet = heard(&["to-move white tries 0"]);
        let after = heard(&["to-move white tries 0", "illegal e2e4"]);
        let e3_e4 = |b: &Belief| b.occupied(20) + b.occupied(28);
        assert!(e3_e4(&after) > e3_e4(&quiet) + 0.5 || quiet.occupied(28) == 0.0);
        let lines = [
            "to-move white tries 0",
            "accepted e2e4",
            "to-move black tries 0",
        ];
        let mut lines = lines.to_vec();
        lines.extend(["moved black", "to-move white tries 0", "illegal e4e5"]);
        assert!(heard(&lines).occupied(36) > 0.6);
    }

    #[test]
    fn pawn_tries_point_at_the_squares_they_can_be_on() {
        let mut lines = vec![
            "to-move white tries 0",
            "accepted e2e4",
            "to-move black tries 0",
        ];
        lines.extend(["moved black", "to-move white tries 1"]);
        let with = heard(&lines);
        let with = with.occupied(35) + with.occupied(37);
        assert!(with > 0.25, "{with}");
        lines.pop();
        lines.push("to-move white tries 0");
        let belief = heard(&lines);
        assert!(belief.occupied(35) + belief.occupied(37) < 0.1);
    }

    #[test]
    fn the_other_sides_pawn_tries_say_where_its_pawns_are() {
        let told = |tries| {
            heard(
                &[
                    "to-move white tries 0",
                    "accepted e2e4",
                    "to-move black tries 0",
                ]
                .into_iter()
                .chain([
                    "moved black",
                    "to-move white tries 0",
                    "accepted e4e5",
                    tries,
                ])
                .collect::<Vec<_>>(),
            )
        };
        let near = |belief: &Belief| belief.pawns[43] + belief.pawns[45];
        let (none, one) = (told("to-move black tries 0"), told("to-move black tries 1"));
        assert!(near(&none) < 0.1, "{}", near(&none));
        assert!(near(&one) > 0.5, "{}", near(&one));
    }

    #[test]
    fn in_check_no_pawn_capture_means_nothing() {
        let lines = |last: &[&'static str]| {
            let mut lines = vec!["to-move white tries 0", "accepted e2e4"];
            lines.extend(["to-move black tries 0", "moved black"]);
            lines.extend_from_slice(last);
            heard(&lines).occupied(35)
        };
        let quiet = lines(&["to-move white tries 0"]);
        let checked = lines(&["check short", "to-move white tries 0"]);
        assert!(checked > 10.0 * quiet, "{quiet} {checked}");
    }

    #[test]
    fn a_check_on_the_file_puts_a_piece_on_it_and_nobody_between() {
        let mut lines = vec![
            "to-move white tries 0",
            "accepted e2e4",
            "to-move black tries 0",
            "moved black",
            "to-move white tries 1",
            "accepted e4d5",
            "captured pawn d5",
            "to-move black tries 0",
            "moved black",
            "captured pawn d5",
            "to-move white tries 0",
            "accepted b1c3",
            "to-move black tries 0",
        ];
        lines.extend(["moved black", "check file", "to-move white tries 0"]);
        let belief = heard(&lines);
        let on_file: f32 = (1..8).map(|rank| belief.pieces[rank * 8 + 4]).sum();
        assert!(on_file > 0.8, "{on_file}");
        // The pawn on e7 gives no check on the file and may stand before who does not.
        assert!(belief.pawns[52] < 0.8, "{}", belief.pawns[52]);
    }

    #[test]
    fn a_profile_draws_beliefs_towards_what_is_usual_and_messages_stay() {
        let game = "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 *";
        let game = crate::Transcript::parse(game).unwrap();
        let mut counts = crate::profile::Counts::default();
        for _ in 0..100 {
            counts.add(&game, Side::Second);
        }
        let profile = Arc::new(Profile::new(&counts, None));
        let mut view = View::new(Side::First, crate::Rules::wild16());
        let mut lines = vec!["to-move white tries 0"];
        for own in ["accepted a2a3", "accepted b2b3", "accepted c2c3"] {
            lines.extend([own, "to-move black tries 0", "moved black"]);
            lines.push("to-move white tries 0");
        }
        for line in &lines {
            view.hear(Announcement::parse(line).unwrap());
        }
        let plain = Tracker::new(&view).follow(&view).clone();
        let mut guided = Tracker::guided(&view, Some(Arc::clone(&profile)));
        let drawn = guided.follow(&view).clone();
        let e5 = 36;
        assert!(
            drawn.pawns[e5] > 1.2 * plain.pawns[e5],
            "{}",
            drawn.pawns[e5]
        );
        assert!((drawn.king.iter().sum::<f32>() - 1.0).abs() < 0.01);
        // A refused push still says that somebody may stand there.
        let on_way = |belief: &Belief| belief.occupied(31) + belief.occupied(23);
        view.hear(Announcement::parse("illegal h2h4").unwrap());
        assert!(on_way(guided.follow(&view)) > 5.0 * on_way(&drawn));
        // Where a game begins otherwise, nothing is usual.
        let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
        let position = zermelo_chess::Chess::parse(fen).unwrap();
        let view = View::from_position(&position, Side::First, crate::Rules::wild16());
        assert!(Tracker::guided(&view, Some(profile)).profile.is_none());
    }

    #[test]
    fn old_messages_weigh_less() {
        let mut lines = vec![
            "to-move white tries 0",
            "accepted e2e4",
            "to-move black tries 0",
        ];
        lines.extend(["moved black", "to-move white tries 0", "illegal e4e5"]);
        lines.extend(["accepted a2a3", "to-move black tries 0"]);
        let fresh = heard(&lines).occupied(36);
        for number in 0..15 {
            lines.extend(["moved black", "to-move white tries 0"]);
            let own = if number % 2 == 0 {
                "accepted a1a2"
            } else {
                "accepted a2a1"
            };
            lines.extend([own, "to-move black tries 0"]);
        }
        assert!(heard(&lines).occupied(36) < fresh);
    }
}
