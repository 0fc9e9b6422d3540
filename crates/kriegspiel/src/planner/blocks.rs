//! A second domain, to show that the planner is generic: blocks on a table.

use std::fmt;

use super::{Candidate, Domain, Goal, Level, Planner, PlannerParams};

/// Towers of blocks, each from the bottom; blocks are letters.
type Towers = Vec<String>;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Put {
    block: char,
    /// On this block, or on the table.
    on: Option<char>,
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.on {
            Some(on) => write!(f, "{}>{on}", self.block),
            None => write!(f, "{}>table", self.block),
        }
    }
}

#[derive(Clone, Debug)]
enum Wish {
    /// One block stands on another.
    On(char, char),
    /// A block stands on the table.
    OnTable(char),
    /// Nothing stands on a block.
    Clear(char),
    /// A whole tower, from the bottom.
    Tower(&'static str),
}

struct Blocks;

impl Domain for Blocks {
    type State = Towers;
    type Action = Put;
    type Wish = Wish;

    fn value(&self, state: &Towers) -> i64 {
        state
            .iter()
            .map(|tower| tower.len() as i64)
            .max()
            .unwrap_or(0)
    }

    fn actions(&self, state: &Towers, out: &mut Vec<Put>) {
        let tops: Vec<char> = state
            .iter()
            .filter_map(|tower| tower.chars().last())
            .collect();
        for (tower, &block) in state.iter().zip(&tops) {
            let others = tops.iter().filter(|&&top| top != block);
            out.extend(others.map(|&on| Put {
                block,
                on: Some(on),
            }));
            if tower.len() > 1 {
                out.push(Put { block, on: None });
            }
        }
    }

    fn after(&self, state: &Towers, put: Put) -> Towers {
        let mut towers = state.clone();
        for tower in &mut towers {
            if tower.ends_with(put.block) {
                tower.pop();
            }
        }
        match put.on {
            None => towers.push(put.block.to_string()),
            Some(on) => {
                let goal = towers.iter_mut().find(|tower| tower.ends_with(on));
                goal.unwrap().push(put.block);
            }
        }
        towers.retain(|tower| !tower.is_empty());
        towers.sort();
        towers
    }

    fn holds(&self, wish: &Wish, state: &Towers) -> bool {
        match wish {
            Wish::On(block, on) => {
                let pair: String = [*on, *block].iter().collect();
                state.iter().any(|tower| tower.contains(&pair))
            }
            Wish::OnTable(block) => state.iter().any(|tower| tower.starts_with(*block)),
            Wish::Clear(block) => state.iter().any(|tower| tower.ends_with(*block)),
            Wish::Tower(tower) => state.iter().any(|found| found == tower),
        }
    }

    fn is_critical(&self, wish: &Wish, state: &Towers) -> bool {
        !self.holds(wish, state)
    }
}

fn towers(text: &str) -> Towers {
    text.split(' ').map(str::to_string).collect()
}

#[test]
fn ten_goals_have_the_shortest_plans_that_are_known_for_them() {
    let planner = Planner {
        domain: &Blocks,
        goals: &[],
        params: PlannerParams::default(),
    };
    // From the tower A B C (C on top) and D alone; lengths counted by hand.
    let start = towers("ABC D");
    for (wish, length) in [
        (Wish::Clear('C'), 0),
        (Wish::OnTable('C'), 1),
        (Wish::On('C', 'D'), 1),
        (Wish::Clear('B'), 1),
        (Wish::On('D', 'C'), 1),
        (Wish::On('B', 'D'), 2),
        (Wish::Clear('A'), 2),
        (Wish::On('B', 'C'), 2),
        (Wish::On('A', 'D'), 3),
        (Wish::Tower("CBA"), 3),
    ] {
        let plan = planner.plan(&wish, &start).unwrap();
        assert_eq!(plan.len(), length, "{wish:?}");
        let end = plan
            .iter()
            .fold(start.clone(), |state, &put| Blocks.after(&state, put));
        assert!(Blocks.holds(&wish, &end), "{wish:?}");
    }
    // Nothing stands on two blocks at once.
    let hopeless = Planner {
        params: PlannerParams {
            horizon: 3,
            ..PlannerParams::default()
        },
        ..planner
    };
    assert_eq!(hopeless.plan(&Wish::On('Z', 'A'), &start), None);
}

fn goal(name: &str, rate: u32, wish: Wish) -> Goal<Wish> {
    Goal {
        name: name.to_string(),
        level: Level::Trusted,
        rate,
        wish,
    }
}

fn candidate(put: Put, visits: u32, value: f32) -> Candidate<Put> {
    Candidate {
        action: put,
        visits,
        value,
    }
}

#[test]
fn the_strategic_value_is_the_rates_here_and_of_the_best_follow_up() {
    let goals = [
        goal("c on d", 2, Wish::On('C', 'D')),
        goal("b on c", 5, Wish::On('B', 'C')),
    ];
    let planner = Planner {
        domain: &Blocks,
        goals: &goals,
        params: PlannerParams::default(),
    };
    let start = towers("ABC D");
    assert_eq!(planner.strategic(&start, 0), 0);
    assert_eq!(planner.strategic(&start, 1), 2);
    // C on D (2), then B on C with C still on D (2 + 5).
    assert_eq!(planner.strategic(&start, 2), 2 + 7);
}

#[test]
fn the_planner_prefers_goals_among_safe_candidates_and_says_which() {
    let goals = [goal("c on d", 2, Wish::On('C', 'D'))];
    let planner = Planner {
        domain: &Blocks,
        goals: &goals,
        params: PlannerParams {
            depth: 1,
            ..PlannerParams::default()
        },
    };
    let table = Put {
        block: 'C',
        on: None,
    };
    let on_d = Put {
        block: 'C',
        on: Some('D'),
    };
    let start = towers("ABC D");
    let safe = vec![candidate(table, 90, 0.50), candidate(on_d, 60, 0.49)];
    let decision = planner.decide(&start, safe);
    assert_eq!(decision.plan, [on_d, table]);
    assert_eq!(
        decision.to_string(),
        "candidates: C>table, C>D; strategic evaluation: [0, 2]; monte carlo chose: C>table, \
         planner chose: C>D; decided by: c on d"
    );
    // A candidate far below the best is not looked at, however pretty.
    let unsafe_one = vec![candidate(table, 90, 0.50), candidate(on_d, 60, 0.10)];
    let decision = planner.decide(&start, unsafe_one);
    assert_eq!(decision.plan[0], table);
    assert_eq!(decision.judged.len(), 1);
}

#[test]
fn goals_that_only_a_follow_up_reaches_are_named_as_planned() {
    let goals = [goal("b on c", 5, Wish::On('B', 'C'))];
    let planner = Planner {
        domain: &Blocks,
        goals: &goals,
        params: PlannerParams::default(),
    };
    let put = |block, on| Put { block, on };
    let start = towers("ABC D");
    // After D on C, no single move puts B on C; after C on the table, one does.
    let all = vec![
        candidate(put('D', Some('C')), 90, 0.5),
        candidate(put('C', None), 60, 0.5),
    ];
    let decision = planner.decide(&start, all);
    assert_eq!(
        decision.to_string(),
        "candidates: D>C, C>table; strategic evaluation: [0, 5]; monte carlo chose: D>C, planner \
         chose: C>table; planned: b on c"
    );
}
