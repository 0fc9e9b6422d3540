//! Key, stepping page and program agree with a search written here, apart from all of them.

use serde_json::Value;
use zermelo_game::Side;
use zermelo_players::Searchable;
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Limits, Params};

use super::super::exercise_answer::{Answer, read};
use super::super::grade::mistakes;
use super::super::tree_steps::Page;
use super::*;
use crate::commands::by_hand::{ByHand, Done};

/// Levels of many sizes, and how many exercises of each.
fn levels() -> Vec<(Level, u32)> {
    let sized = |level: Level, width, height| Level {
        width,
        height,
        ..level
    };
    vec![
        (EASY, 150),
        (MEDIUM, 250),
        (HARD, 250),
        (sized(HARD, 2, 6), 100),
        (sized(MEDIUM, 4, 3), 100),
        (sized(EASY, 5, 2), 50),
        (sized(HARD, 1, 5), 20),
        (sized(MEDIUM, 6, 1), 30),
        (sized(EASY, 2, 5), 50),
    ]
}

fn in_process(args: &[&str]) -> (u8, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut io = Io {
        input: &mut std::io::empty(),
        out: &mut out,
        err: &mut err,
        terminal: false,
        colour: false,
    };
    let code = crate::run(args, &mut io);
    (code, String::from_utf8(out).unwrap())
}

fn bound(text: &Value) -> f64 {
    text.as_str().unwrap().replace('∞', "inf").parse().unwrap()
}

/// The steps of a search on a page, as what was done.
fn on_the_page(exercise: &Exercise) -> Vec<Done> {
    let tree = ExplicitTree::parse(&exercise.text).unwrap();
    let mut page = Page::new(&tree, Side::First, None);
    let mut recorder = Recorder::new(10_000);
    let answer = tree.search(
        Algorithm::FailSoft,
        None,
        &Params::default(),
        Limits::default(),
        &mut recorder,
    );
    page.add(Algorithm::FailSoft, &answer, &recorder);
    let stepper = page.stepper("tree", Algorithm::FailSoft, Algorithm::FailSoft);
    let html = stepper.page();
    let (_, after) = html.split_once("id=\"data\">").unwrap();
    let (data, _) = after.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let steps = data["runs"][0]["steps"].as_array().unwrap();
    let last = steps.last().unwrap();
    assert_eq!(last["nodes"], answer.counts.nodes(), "{}", exercise.text);
    assert_eq!(last["leaves"], answer.counts.leaves);
    let done = steps.iter().filter_map(|step| {
        let node = step["node"].as_u64().unwrap() as usize;
        Some(match step["kind"].as_str().unwrap() {
            "enter" => {
                let window = &step["window"];
                if window.is_null() {
                    Done::Enter(node, (f64::NEG_INFINITY, f64::INFINITY))
                } else {
                    Done::Enter(node, (bound(&window[0]), bound(&window[1])))
                }
            }
            "leaf" => Done::Leaf(node, bound(&step["value"])),
            "cut" => {
                let children = step["children"].as_array().unwrap().iter();
                Done::Cut(
                    node,
                    children.map(|c| c.as_u64().unwrap() as usize).collect(),
                )
            }
            "leave" => {
                let text = step["value"].as_str().unwrap();
                Done::Leave(node, text.trim_start_matches(['≤', '≥']).parse().unwrap())
            }
            _ => return None,
        })
    });
    done.collect()
}

/// The claims of an answer, put into the order of the search by hand.
fn claimed(answer: &Answer, by_hand: &ByHand) -> Vec<Done> {
    let mut leaves = answer.leaves.clone().unwrap().into_iter();
    let claim = |node: &usize| &answer.nodes[node];
    let done = by_hand.done.iter().map(|done| match done {
        Done::Enter(node, _) => {
            let (alpha, beta) = claim(node).window;
            Done::Enter(*node, (alpha.unwrap(), beta.unwrap()))
        }
        Done::Leaf(..) => {
            let leaf = leaves.next().unwrap();
            Done::Leaf(leaf, answer.exercise.nodes[leaf].leaf.unwrap())
        }
        Done::Cut(node, _) => Done::Cut(*node, claim(node).cut.clone().unwrap()),
        Done::Leave(node, _) => Done::Leave(*node, claim(node).value.unwrap()),
    });
    let done = done.collect();
    assert_eq!(leaves.next(), None);
    done
}

#[test]
fn in_a_thousand_exercises_key_page_and_program_agree_with_a_search_by_hand() {
    let mut count = 0;
    for (level, wanted) in levels() {
        let made = exercises(&level, wanted, 7);
        assert_eq!(made.len(), wanted as usize);
        for exercise in &made {
            count += 1;
            let by_hand = ByHand::search(&exercise.text);
            let text = &exercise.text;
            // The key, through its text.
            let answers = read(&key("1", exercise)).unwrap();
            assert_eq!(claimed(&answers[0], &by_hand), by_hand.done, "{text}");
            let visited = by_hand.done.iter().filter(|d| matches!(d, Done::Enter(..)));
            assert_eq!(answers[0].nodes.len(), visited.count());
            assert_eq!(answers[0].value, Some(by_hand.value));
            assert_eq!(mistakes(&answers[0]), []);
            // The page, through its JSON.
            assert_eq!(on_the_page(exercise), by_hand.done, "{text}");
            // The program, through its output.
            let (code, out) = in_process(&["zermelo", "tree", text, "-a", "fail-soft", "--json"]);
            let object: Value = serde_json::from_str(&out).unwrap();
            assert_eq!((code, object["value"].as_f64()), (0, Some(by_hand.value)));
            let leaves = by_hand.done.iter().filter(|d| matches!(d, Done::Leaf(..)));
            assert_eq!(object["leaves"], leaves.count());
            let cuts = by_hand.done.iter().filter(|d| matches!(d, Done::Cut(..)));
            assert_eq!(object["cuts"].as_array().unwrap().len(), cuts.count());
        }
    }
    assert_eq!(count, 1000);
}

#[test]
fn every_level_meets_its_demand() {
    for level in [EASY, MEDIUM, HARD] {
        for exercise in exercises(&level, 40, 3) {
            assert!(exercise.cuts() >= level.cuts, "{}", exercise.text);
            assert!(exercise.deep_cuts >= level.deep, "{}", exercise.text);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_sheet_and_another_one_another() {
    let text = |seed| -> Vec<String> {
        let made = exercises(&MEDIUM, 3, seed);
        made.into_iter().map(|exercise| exercise.text).collect()
    };
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
}

#[test]
fn a_sheet_is_itself_a_file_of_answers_still_to_be_given() {
    let (code, sheet) = in_process(&["zermelo", "tree", "--exercise", "--seed", "4"]);
    assert_eq!(code, 0);
    let answers = read(&sheet).unwrap();
    assert_eq!(answers.len(), 4);
    for answer in &answers {
        assert!(!mistakes(answer).is_empty());
    }
}

/// Braces, environments and characters of a LaTeX document.
fn check_latex(text: &str) {
    assert!(text.is_ascii());
    let (mut depth, mut escaped) = (0_i64, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        assert!(depth >= 0);
    }
    assert_eq!(depth, 0);
    let mut open = Vec::new();
    for part in text.split('\\') {
        let name = |rest: &str| rest.split('}').next().unwrap().to_string();
        if let Some(rest) = part.strip_prefix("begin{") {
            open.push(name(rest));
        } else if let Some(rest) = part.strip_prefix("end{") {
            assert_eq!(open.pop(), Some(name(rest)));
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn latex_sheets_are_balanced_and_plain() {
    for level in [EASY, MEDIUM, HARD] {
        let made = exercises(&level, 3, 9);
        let sheet = Sheet {
            title: "Alpha-beta & co. 100% {by hand}".to_string(),
            exercises: &made,
        };
        for (questions, answers) in [(true, true), (true, false), (false, true)] {
            let text = exercise_sheet::latex(&sheet, questions, answers);
            check_latex(&text);
            let pictures = text.matches("\\begin{tikzpicture}").count();
            assert_eq!(
                pictures,
                3 * (usize::from(questions) + usize::from(answers))
            );
        }
    }
}

#[test]
fn html_sheets_have_a_picture_for_every_question_and_answer() {
    let made = exercises(&HARD, 3, 9);
    let sheet = Sheet {
        title: "Three".to_string(),
        exercises: &made,
    };
    assert_eq!(
        exercise_sheet::html(&sheet, true, true)
            .matches("<svg")
            .count(),
        6
    );
    let apart = exercise_sheet::html(&sheet, true, false);
    assert!(!apart.contains("Answer 1") && apart.contains("Exercise 3"));
}

#[test]
fn a_tree_too_large_for_a_page_is_refused() {
    for size in [
        ["--width", "9", "--height", "3"],
        ["--width", "2", "--depth", "9"],
    ] {
        let mut args = vec!["zermelo", "tree", "--exercise"];
        args.extend(size);
        assert_eq!(in_process(&args), (2, String::new()));
    }
}
