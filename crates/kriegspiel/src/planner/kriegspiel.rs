//! Kriegspiel as a domain of the planner: one's own men, and what a view says is critical.
//!
//! *Departures.* The source's listing forgets to stop at men on the way and has no knights; here
//! attack sets are used, which include own men as targets.

use zermelo_chess::Kind;
use zermelo_game::Side;

use super::{Domain, Relation};
use crate::action::Try;
use crate::belief::Belief;
use crate::men::{Men, bit, squares};
use crate::players::reactions::{Situation, answers, situations, worth};
use crate::view::View;

/// What a plan sees of the world.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanState {
    /// One's own men.
    pub men: Men,
    /// What the other side's men are believed to be worth, in hundredths of a pawn.
    pub theirs: i64,
}

/// Kriegspiel seen from one side.
pub struct OwnMen<'a> {
    /// What the side knows now: critical situations are about the present only.
    pub view: &'a View,
    /// What it believes.
    pub belief: &'a Belief,
}

impl Relation {
    /// Whether a relation between men holds; critical situations are none.
    #[must_use]
    pub fn holds(&self, men: &Men) -> bool {
        let own = men.occupied();
        let together = |kind: Kind| {
            let each = squares(men.squares(kind)).map(|square| men.attacks(kind, square, own));
            each.fold(0, |all, set| all | set)
        };
        // The men of a kind in a place.
        let placed = |of: Kind, at: u8| men.squares(of) & bit(own_square(men.side(), at));
        match *self {
            Relation::Connection(of, by) => together(by) & men.squares(of) != 0,
            Relation::ConnectionAt(of, by, at) => together(by) & placed(of, at) != 0,
            Relation::Activity(of, by) => active(men, (of, men.squares(of)), by),
            Relation::ActivityAt(of, by, at) => active(men, (of, placed(of, at)), by),
            Relation::Ground(by) => together(by) & other_half(men.side()) != 0,
            _ => false,
        }
    }
}

/// A side's own name of a square that White names so.
#[must_use]
pub fn own_square(side: Side, square: u8) -> u8 {
    match side {
        Side::First => square,
        Side::Second => square ^ 56,
    }
}

/// The other side's half of the board.
#[must_use]
pub fn other_half(side: Side) -> u64 {
    [0xffff_ffff_0000_0000, 0x0000_0000_ffff_ffff][side.index()]
}

/// Whether a man of a kind can move to where one of these bears.
fn active(men: &Men, (of, these): (Kind, u64), by: Kind) -> bool {
    let own = men.occupied();
    squares(men.squares(by)).any(|from| {
        let goes = men.attacks(by, from, own) & !own;
        // A man does not support itself.
        squares(these & !bit(from)).any(|other| men.attacks(of, other, own) & goes != 0)
    })
}

impl OwnMen<'_> {
    /// The present state.
    #[must_use]
    pub fn state(&self) -> PlanState {
        PlanState {
            men: *self.view.men(),
            theirs: (100.0 * self.belief.material()) as i64,
        }
    }

    fn situation(&self, wish: &Relation) -> Option<Situation> {
        let fits = |situation: &Situation| {
            matches!(
                (wish, situation),
                (Relation::Check, Situation::Check)
                    | (Relation::Recapture, Situation::Captured(_))
                    | (Relation::Promotion, Situation::Promotion)
                    | (Relation::PawnTry, Situation::PawnTry)
            )
        };
        situations(self.view).into_iter().find(fits)
    }
}

impl Domain for OwnMen<'_> {
    type State = PlanState;
    type Action = Try;
    type Wish = Relation;

    /// Material of both sides, in hundredths of a pawn.
    fn value(&self, state: &PlanState) -> i64 {
        let own: f32 = Kind::ALL
            .into_iter()
            .filter(|&kind| kind != Kind::King)
            .map(|kind| worth(kind) * state.men.squares(kind).count_ones() as f32)
            .sum();
        (100.0 * own) as i64 - state.theirs
    }

    /// Everything but pawn captures, which only the umpire can promise.
    fn actions(&self, state: &PlanState, out: &mut Vec<Try>) {
        state.men.tries(true, false, out);
        out.retain(|tried| tried.promotion.is_none_or(|kind| kind == Kind::Queen));
    }

    fn after(&self, state: &PlanState, tried: Try) -> PlanState {
        let mut after = state.clone();
        after.men.play(tried);
        after
    }

    fn holds(&self, wish: &Relation, state: &PlanState) -> bool {
        wish.holds(&state.men)
    }

    fn is_critical(&self, wish: &Relation, _state: &PlanState) -> bool {
        self.situation(wish).is_some()
    }

    fn reactions(&self, wish: &Relation, _state: &PlanState) -> Vec<Try> {
        self.situation(wish)
            .map(|situation| answers(self.view, situation, self.belief))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::Notation;

    use super::*;
    use crate::planner::{Candidate, GoalSet, Planner, PlannerParams};
    use crate::rules::Rules;

    fn holds(fen: &str, relation: Relation) -> bool {
        let position = Chess::parse(fen).unwrap();
        let view = View::from_position(&position, Side::First, Rules::wild16());
        let belief = Belief::new(&view);
        let domain = OwnMen {
            view: &view,
            belief: &belief,
        };
        domain.holds(&relation, &domain.state())
    }

    #[test]
    fn connections_stop_at_men_on_the_way_and_know_knights() {
        let rooks = Relation::Connection(Kind::Rook, Kind::Rook);
        assert!(holds("2k5/8/8/8/8/8/8/R3R1K1 w - - 0 1", rooks));
        assert!(!holds("7k/8/8/8/8/8/8/R1N1R1K1 w - - 0 1", rooks));
        let knights = Relation::Connection(Kind::Knight, Kind::Knight);
        assert!(holds("4k3/8/8/8/8/5N2/3N4/6K1 w - - 0 1", knights));
    }

    #[test]
    fn activity_is_a_move_to_where_another_bears() {
        let relation = Relation::Activity(Kind::Pawn, Kind::Knight);
        assert!(!holds("4k3/8/8/8/4P3/8/8/N5K1 w - - 0 1", relation));
        assert!(holds("4k3/8/8/8/4P3/4N3/8/6K1 w - - 0 1", relation));
        let ground = Relation::Ground(Kind::Knight);
        assert!(holds("4k3/8/8/8/4N3/8/8/6K1 w - - 0 1", ground));
        assert!(!holds("4k3/8/8/8/8/8/4N3/6K1 w - - 0 1", ground));
    }

    #[test]
    fn a_relation_in_its_place_is_mirrored_for_black() {
        let covered = Relation::ConnectionAt(Kind::Pawn, Kind::Knight, 28);
        assert!(holds("4k3/8/8/8/4P3/2N5/8/6K1 w - - 0 1", covered));
        assert!(!holds("4k3/8/8/8/8/2N1P3/8/6K1 w - - 0 1", covered));
        let active = Relation::ActivityAt(Kind::Pawn, Kind::Knight, 28);
        assert!(holds("4k3/8/8/8/4P3/4N3/8/6K1 w - - 0 1", active));
        assert!(!holds("4k3/8/8/8/8/4P3/8/N5K1 w - - 0 1", active));
        let black = Chess::parse("4k3/8/2n5/4p3/8/8/8/6K1 w - - 0 1").unwrap();
        assert!(covered.holds(&Men::of(&black, Side::Second)));
    }

    #[test]
    fn a_battery_decides_between_equal_candidates() {
        let position = Chess::parse("4k3/8/8/8/8/8/P2Q4/5RK1 w - - 0 1").unwrap();
        let view = View::from_position(&position, Side::First, Rules::wild16());
        let belief = Belief::new(&view);
        let domain = OwnMen {
            view: &view,
            belief: &belief,
        };
        let goals = GoalSet::parse(
            "[[goal]]\nname = \"battery\"\nlevel = 1\nrate = 5\nrelation = \"connection\"\n\
             of = \"rook\"\nby = \"queen\"\n",
        )
        .unwrap();
        let planner = Planner {
            domain: &domain,
            goals: &goals.goals,
            params: PlannerParams {
                depth: 1,
                ..PlannerParams::default()
            },
        };
        let candidate = |text: &str, visits| Candidate {
            action: Try::parse(text).unwrap(),
            visits,
            value: 0.1,
        };
        let all = vec![candidate("a2a3", 50), candidate("d2f2", 40)];
        let decision = planner.decide(&domain.state(), all);
        assert_eq!(decision.plan[0].to_string(), "d2f2");
        assert_eq!(decision.deciding, ["battery"]);
    }
}
