//! Corrupted answers: every mistake is found, and the first one is named.

use std::collections::BTreeMap;

use zermelo_game::random::Rng;
use zermelo_games::ExplicitTree;

use super::super::exercise_answer::{Unreadable, key, read, write};
use super::super::exercise_tree::Exercise;
use super::*;
use crate::commands::by_hand::{ByHand, Done};

fn mark(text: &str) -> Vec<Mistake> {
    mistakes(&read(text).unwrap()[0])
}

/// A random tree as text.
fn random_tree(rng: &mut Rng, plies: usize) -> String {
    if plies == 0 || (plies < 3 && rng.below(6) == 0) {
        return (rng.below(12) as i64 - 3).to_string();
    }
    let children: Vec<String> = (0..2 + rng.below(2))
        .map(|_| random_tree(rng, plies - 1))
        .collect();
    format!("({})", children.join(" "))
}

/// An answer that can be spoilt.
struct Draft {
    exercise: Exercise,
    leaves: Vec<usize>,
    nodes: BTreeMap<usize, Claim>,
    value: f64,
}

/// Where a corruption is noticed: how far into the search, and under which name.
type Expected = (usize, String);

impl Draft {
    fn text(&self) -> String {
        write(
            "1",
            &self.exercise,
            Some(&self.leaves),
            &self.nodes,
            Some(self.value),
        )
    }

    fn name(&self, node: usize) -> String {
        self.exercise.nodes[node].name.clone()
    }

    /// Spoils something; `None` if this way is not possible here.
    fn spoil(&mut self, way: usize, rng: &mut Rng, by_hand: &ByHand) -> Option<Expected> {
        let done = &by_hand.done;
        let find = |wanted: &dyn Fn(&Done) -> bool| done.iter().position(wanted);
        let visited: Vec<usize> = self.nodes.keys().copied().collect();
        let node = *rng.pick(&visited)?;
        let entry = find(&|d| matches!(d, Done::Enter(n, _) if *n == node))?;
        let leave = find(&|d| matches!(d, Done::Leave(n, _) if *n == node))?;
        let name = self.name(node);
        match way {
            0 => {
                let claim = self.nodes.get_mut(&node)?;
                claim.value = claim.value.map(|v| v + 1.0 + rng.below(3) as f64);
                Some((leave, name))
            }
            1 => {
                let claim = self.nodes.get_mut(&node)?;
                let wrong = Some(100.0 + rng.below(5) as f64);
                if rng.below(2) == 0 {
                    claim.window.0 = wrong;
                } else {
                    claim.window.1 = wrong;
                }
                Some((entry, name))
            }
            2 => {
                let cut_at = find(&|d| matches!(d, Done::Cut(n, _) if *n == node));
                let children = self.exercise.nodes[node].children.clone();
                let claim = self.nodes.get_mut(&node)?;
                let cut = claim.cut.as_mut()?;
                let child = *rng.pick(&children)?;
                match cut.iter().position(|&c| c == child) {
                    Some(place) => drop(cut.remove(place)),
                    None => cut.push(child),
                }
                Some((cut_at.unwrap_or(leave), name))
            }
            3 => {
                self.nodes.remove(&node);
                Some((entry, name))
            }
            4 => self.visit_what_is_cut(rng, by_hand),
            5 => self.spoil_leaves(rng, by_hand),
            _ => {
                self.value -= 1.0;
                Some((done.len() + 1, "value".to_string()))
            }
        }
    }

    /// Claims a visit of an interior node that is cut off.
    fn visit_what_is_cut(&mut self, rng: &mut Rng, by_hand: &ByHand) -> Option<Expected> {
        let unseen = |&n: &usize| !by_hand.leaves[n] && !self.nodes.contains_key(&n);
        let unseen: Vec<usize> = (0..by_hand.leaves.len()).filter(unseen).collect();
        let node = *rng.pick(&unseen)?;
        let mut above = Some(node);
        let mut line = Vec::new();
        while let Some(at) = above {
            line.push(at);
            above = by_hand.parents[at];
        }
        let cuts = |d: &Done| matches!(d, Done::Cut(_, c) if c.iter().any(|n| line.contains(n)));
        let claim = Claim {
            window: (Some(0.0), Some(1.0)),
            value: Some(0.0),
            cut: Some(Vec::new()),
        };
        self.nodes.insert(node, claim);
        Some((by_hand.done.iter().position(cuts)?, self.name(node)))
    }

    /// Drops, adds or exchanges leaves.
    fn spoil_leaves(&mut self, rng: &mut Rng, by_hand: &ByHand) -> Option<Expected> {
        let right = self.leaves.clone();
        let place = rng.below(right.len());
        let all: Vec<usize> = (0..by_hand.leaves.len())
            .filter(|&n| by_hand.leaves[n])
            .collect();
        match rng.below(3) {
            0 => drop(self.leaves.remove(place)),
            1 => self.leaves.insert(place, *rng.pick(&all)?),
            _ if place > 0 => self.leaves.swap(place - 1, place),
            _ => self.leaves.push(*rng.pick(&all)?),
        }
        let differs = (0..right.len()).find(|&i| self.leaves.get(i) != Some(&right[i]));
        let leaf = |d: &&Done| matches!(d, Done::Leaf(..));
        let when = match differs {
            Some(place) => {
                let leaf = by_hand.done.iter().filter(leaf).nth(place)?;
                by_hand.done.iter().position(|d| d == leaf)?
            }
            None => by_hand.done.len(),
        };
        Some((when, "leaves".to_string()))
    }
}

fn draft(rng: &mut Rng) -> (Draft, ByHand) {
    loop {
        let plies = 2 + rng.below(3);
        let text = random_tree(rng, plies);
        let exercise = Exercise::new(&ExplicitTree::parse(&text).unwrap()).unwrap();
        if exercise.nodes.len() < 4 {
            continue;
        }
        let answer = read(&key("1", &exercise)).unwrap().remove(0);
        assert_eq!(mistakes(&answer), [], "{text}");
        let draft = Draft {
            exercise,
            leaves: answer.leaves.unwrap(),
            nodes: answer.nodes,
            value: answer.value.unwrap(),
        };
        return (draft, ByHand::search(&text));
    }
}

#[test]
fn in_a_thousand_spoilt_answers_the_one_mistake_is_found_and_named() {
    let mut rng = Rng::new(11);
    let mut ways = [0; 7];
    while ways.iter().sum::<u32>() < 1000 {
        let (mut draft, by_hand) = draft(&mut rng);
        let way = rng.below(ways.len());
        let Some((_, place)) = draft.spoil(way, &mut rng, &by_hand) else {
            continue;
        };
        ways[way] += 1;
        let found = mark(&draft.text());
        let places: Vec<&str> = found.iter().map(|m| m.place.as_str()).collect();
        assert_eq!(places, [place], "way {way}:\n{}", draft.text());
    }
    assert!(ways.iter().all(|&count| count > 50), "{ways:?}");
}

#[test]
fn of_several_mistakes_the_first_in_the_search_is_named_first() {
    let mut rng = Rng::new(12);
    let mut spoilt = 0;
    while spoilt < 1000 {
        let (mut draft, by_hand) = draft(&mut rng);
        let mut expected = Vec::new();
        for way in [rng.below(5), 5, 6] {
            expected.extend(draft.spoil(way, &mut rng, &by_hand));
        }
        spoilt += 1;
        let (_, first) = expected.iter().min_by_key(|(when, _)| *when).unwrap();
        let found = mark(&draft.text());
        assert_eq!(&found[0].place, first, "{expected:?}\n{}", draft.text());
        for (_, place) in &expected {
            assert!(found.iter().any(|m| m.place == *place), "{place}");
        }
    }
}

#[test]
fn a_mistake_is_explained() {
    let right = key_of("((3 12 8)(2 4 6)(14 5 2))");
    let spoilt = |from: &str, to: &str| {
        assert!(right.contains(from), "{right}");
        let found = mark(&right.replace(from, to));
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].sentence.clone()
    };
    assert_eq!(
        spoilt("C [3, inf]", "C [-inf, inf]"),
        "C is entered with the window [3, inf], not [-inf, inf]: Max already has 3 at A, Min has nothing yet."
    );
    assert_eq!(
        spoilt(" cut e f", ""),
        "e and f are cut off here, because at C Min can hold Max to 2 by d, but Max already has 3 at A by B."
    );
    assert_eq!(
        spoilt("leaves a b c d g", "leaves a b c d e g"),
        "leaf number 5 is g, not e: e is cut off, because at C Min can hold Max to 2 by d, but Max already has 3 at A by B."
    );
    assert_eq!(
        spoilt("leaves a b c d", "leaves a b d"),
        "leaf number 3 is c, not d: the search goes from left to right, and nothing cuts it off."
    );
    assert_eq!(
        spoilt("cut e f", "cut e f e"),
        "e and f are cut off here, not e, e and f, because at C Min can hold Max to 2 by d, but Max already has 3 at A by B."
    );
    assert_eq!(
        spoilt("D [3, inf] 2", "D [3, inf] 2 cut i"),
        "nothing is cut off here, so not i: the value leaves the window only at i, the last child, after which \
         nothing is left to cut."
    );
    assert_eq!(
        spoilt("B [-inf, inf] 3", "B [-inf, inf] 3 cut c"),
        "nothing is cut off here, so not c: the value stays inside the window to the end."
    );
}

fn key_of(text: &str) -> String {
    let tree = ExplicitTree::parse(text).unwrap();
    key("1", &Exercise::new(&tree).unwrap())
}

#[test]
fn what_is_not_filled_in_is_a_mistake_not_an_error() {
    let right = key_of("((3 12 8)(2 4 6)(14 5 2))");
    for (from, to, place) in [
        ("A [-inf", "A [?", "A"),
        ("inf] 2 cut e f", "inf] ? cut e f", "C"),
        ("cut e f", "cut ?", "C"),
        ("leaves a b c d g h i", "leaves ?", "leaves"),
        ("value 3", "value ?", "value"),
        ("value 3\n", "", "value"),
        ("D [3, inf] 2\n", "D -\n", "D"),
    ] {
        assert!(right.contains(from), "{right}");
        let found = mark(&right.replace(from, to));
        assert_eq!((found.len(), found[0].place.as_str()), (1, place), "{from}");
    }
}

#[test]
fn trees_of_real_numbers_and_of_a_single_leaf_are_marked_too() {
    for tree in ["((0.5 -2)(1.25 7))", "min ((1 2)(3 4))", "5", "(5)"] {
        assert_eq!(mark(&key_of(tree)), [], "{tree}");
    }
    let wrong = key_of("((0.5 -2)(1.25 7))").replace("value 1.25", "value 1.5");
    assert_eq!(mark(&wrong)[0].place, "value");
}

#[test]
fn infinities_may_be_written_in_several_ways() {
    let right = key_of("((3 12 8)(2 4 6)(14 5 2))");
    for (low, high) in [("−∞", "+∞"), ("-INF", "+inf"), ("-Infinity", "∞")] {
        let text = right.replace("[-inf, inf]", &format!("[ {low} ,{high} ]"));
        assert_eq!(mark(&text), [], "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_line_and_column() {
    let begin = "exercise 1\ntree ((1 2)(3 4))\n";
    for (more, line, column, what) in [
        ("B [1 2] 3", 3, 6, "`2`: expected `,`"),
        ("B [x, 2] 3", 3, 4, "`x`: expected alpha"),
        ("B [1, 2]", 3, 9, "end of line: expected the node's value"),
        ("B [1, nan] 3", 3, 7, "`nan`: expected beta"),
        ("Z [1, 2] 3", 3, 1, "`Z`: expected `value`"),
        ("a [1, 2] 3", 3, 1, "`a`: expected `value`"),
        ("# fine\n  leaves a Q", 4, 12, "`Q`: expected a leaf"),
        ("B [1, 2] 3 cut c", 3, 16, "`c`: expected a child of B"),
        ("B [1, 2] 3 cute", 3, 12, "`cute`: expected `cut`"),
        ("B - -", 3, 5, "`-`: expected the end of the line"),
        ("B -\nB [1, 2] 3", 4, 1, "`B`: expected one line only"),
        ("value 5\nvalue 4", 4, 1, "`value`: expected only one"),
        ("leaves a\nleaves ?", 4, 1, "`leaves`: expected only one"),
        (
            "B [1, 2] 3\nB [1, 2] 3",
            4,
            1,
            "`B`: expected one line only",
        ),
        ("exercise 2", 4, 1, "end of text: expected `tree`"),
        ("exercise 2\nleaves a", 4, 1, "`leaves`: expected `tree`"),
        ("exercise 2\n tree ((1 2)(3 x))", 4, 16, "`x`: expected"),
        ("exercise 2\ntree ((1 2)", 4, 12, "end of the tree"),
    ] {
        let result = read(&format!("{begin}{more}\n"));
        let Err(Unreadable {
            line: l,
            column: c,
            what: w,
        }) = result
        else {
            panic!("{more}");
        };
        assert_eq!((l, c), (line, column), "{more}: {w}");
        assert!(w.starts_with(what), "{w}");
    }
    let error = read("value 3\n").err().unwrap();
    assert_eq!((error.line, error.column), (1, 1));
    assert_eq!(read("# nothing\n").err().unwrap().line, 2);
}
