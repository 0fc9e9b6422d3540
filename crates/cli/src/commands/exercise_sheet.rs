//! Sheets of exercises and their keys as text, HTML and LaTeX (article and tikz, nothing else).
//!
//! All three say how answers are written, in the words of [`INSTRUCTIONS`], and end with the form
//! that `tree --grade` reads. A key in text is itself a file of answers, all of them right.

use zermelo_draw::{Block, Mark, Section, Shape, Tree, TreeNode, html_page};

use super::exercise_answer::{form, key, solution};
use super::exercise_tree::{Exercise, Fact, written};

/// Exercises with a title.
pub struct Sheet<'a> {
    /// The title.
    pub title: String,
    /// The exercises.
    pub exercises: &'a [Exercise],
}

/// What is asked, and how to write the answers.
const INSTRUCTIONS: [&str; 4] = [
    "Search each tree with alpha-beta, from left to right. Max moves at the root, then Min, and so on in \
     turn (in pictures, Max's nodes point up and Min's down); all numbers are Max's. Interior nodes have capital letters, leaves small ones.",
    "For every interior node that is visited, write down the window [alpha, beta] with which it is entered, its value \
     (the best of its searched children's) and which of its children are cut off. A node is cut off as soon as its \
     value is beta or more at a Max node, alpha or less at a Min node. Then write down the leaves in the order in which \
     they are looked at, and the value of the tree.",
    "To have the answers marked, copy the form of an exercise into a text file, replace every question mark, and run: \
     zermelo tree --grade FILE. A line reads like `C [3, inf] 2 cut e f`: node, window, value, and the children cut \
     off, if any (otherwise leave out `cut`).",
    "Infinity is inf or -inf; a node that is not visited gets a minus sign instead of its window, as in `D -`; what \
     stands behind # is a remark.",
];

/// A tree as it is handed out: names in the interior nodes, values in the leaves.
fn question(exercise: &Exercise) -> Tree {
    let nodes = exercise.nodes.iter().map(|node| match node.leaf {
        Some(value) => TreeNode {
            parent: node.parent,
            shape: Shape::Leaf,
            text: written(value),
            under: node.name.clone(),
            ..TreeNode::default()
        },
        None => TreeNode {
            parent: node.parent,
            shape: if node.max { Shape::Max } else { Shape::Min },
            text: node.name.clone(),
            ..TreeNode::default()
        },
    });
    Tree {
        nodes: nodes.collect(),
        ..Tree::default()
    }
}

/// A tree with everything filled in.
fn answered(exercise: &Exercise) -> Tree {
    let (_, claims) = solution(exercise);
    let mut tree = question(exercise);
    for (at, node) in exercise
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, n)| n.leaf.is_none())
    {
        let shown = &mut tree.nodes[at];
        if let Some(claim) = claims.get(&at) {
            let text =
                |number: Option<f64>| number.map(written).unwrap_or_default().replace("inf", "∞");
            shown.text = format!("{} {}", node.name, text(claim.value));
            shown.under = format!("[{}, {}]", text(claim.window.0), text(claim.window.1));
        }
    }
    for fact in &exercise.facts {
        if let Fact::Cut(at, children, why) = fact {
            children
                .iter()
                .for_each(|&child| tree.nodes[child].mark = Mark::Cut);
            tree.nodes[*at].mark = Mark::Cutter;
            let names = exercise.names(children);
            let are = if children.len() == 1 { "is" } else { "are" };
            let why = why.replacen('a', "A", 1);
            tree.notes.push(format!("{why}: {names} {are} cut off."));
        }
    }
    exercise
        .line
        .iter()
        .for_each(|&node| tree.nodes[node].mark = Mark::Best);
    tree
}

/// The sheet, its key, or both, as text.
pub fn text(sheet: &Sheet<'_>, questions: bool, answers: bool) -> String {
    let mut text = String::new();
    if questions {
        text += &format!("# {}\n#\n", sheet.title);
        for paragraph in INSTRUCTIONS {
            text += &remark(paragraph);
            text += "#\n";
        }
        for (number, exercise) in (1..).zip(sheet.exercises) {
            let number = number.to_string();
            text += &format!("\n# Exercise {number}\n#\n");
            for line in text_tree(exercise).lines() {
                text += &format!("#   {line}\n");
            }
            text += &format!("\n{}", form(&number, exercise));
        }
    }
    if answers {
        let comment = if questions { "# " } else { "" };
        text += &format!(
            "{}# {}: answers\n",
            if questions { "\n" } else { "" },
            sheet.title
        );
        for (number, exercise) in (1..).zip(sheet.exercises) {
            text.push('\n');
            for line in key(&number.to_string(), exercise).lines() {
                text += &format!("{comment}{line}\n");
            }
            for note in answered(exercise).notes {
                text += &remark(&note);
            }
        }
    }
    text
}

/// The tree for a terminal, the names where the pictures have them.
fn text_tree(exercise: &Exercise) -> String {
    let mut tree = question(exercise);
    for (shown, node) in tree.nodes.iter_mut().zip(&exercise.nodes) {
        shown.under = String::new();
        if node.leaf.is_some() {
            shown.edge = node.name.clone();
        }
    }
    tree.text()
}

fn remark(paragraph: &str) -> String {
    let mut lines = vec![String::from("#")];
    for word in paragraph.split_whitespace() {
        let fits = lines
            .last()
            .is_some_and(|line| line.chars().count() + word.chars().count() < 79);
        if !fits {
            lines.push(String::from("#"));
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

/// The sheet, its key, or both, as a page.
pub fn html(sheet: &Sheet<'_>, questions: bool, answers: bool) -> String {
    let mut sections = Vec::new();
    let section = |heading: String, blocks| Section { heading, blocks };
    if questions {
        let blocks = INSTRUCTIONS.map(|text| Block::Text(text.to_string()));
        sections.push(section(String::new(), blocks.to_vec()));
        for (number, exercise) in (1..).zip(sheet.exercises) {
            let number = number.to_string();
            let blocks = vec![
                Block::Svg(question(exercise).svg()),
                open_table(exercise),
                Block::Preformatted(form(&number, exercise)),
            ];
            sections.push(section(format!("Exercise {number}"), blocks));
        }
    }
    if answers {
        for (number, exercise) in (1..).zip(sheet.exercises) {
            let number = number.to_string();
            let mut tree = answered(exercise);
            tree.title = format!("Exercise {number}");
            let blocks = vec![
                Block::Svg(tree.svg()),
                Block::Preformatted(key(&number, exercise)),
            ];
            sections.push(section(format!("Answer {number}"), blocks));
        }
    }
    html_page(&title(sheet, questions), &sections)
}

fn title(sheet: &Sheet<'_>, questions: bool) -> String {
    if questions {
        sheet.title.clone()
    } else {
        format!("{}: answers", sheet.title)
    }
}

const COLUMNS: [&str; 5] = ["node", "alpha", "beta", "value", "cut off"];

/// The names of the interior nodes.
fn interior(exercise: &Exercise) -> impl Iterator<Item = &str> {
    let nodes = exercise.nodes.iter().filter(|node| node.leaf.is_none());
    nodes.map(|node| node.name.as_str())
}

/// A table to be filled in with a pen.
fn open_table(exercise: &Exercise) -> Block {
    let blank = || "\u{2003}".repeat(4);
    let row = |name: &str| vec![name.to_string(), blank(), blank(), blank(), blank()];
    Block::Table {
        head: COLUMNS.map(String::from).to_vec(),
        rows: interior(exercise).map(row).collect(),
    }
}

/// The sheet, its key, or both, as a LaTeX document.
pub fn latex(sheet: &Sheet<'_>, questions: bool, answers: bool) -> String {
    let escape = zermelo_draw::latex;
    let mut text = format!(
        "\\documentclass{{article}}\n\\usepackage{{tikz}}\n\\setlength{{\\textwidth}}{{480pt}}\n\
         \\setlength{{\\oddsidemargin}}{{-10pt}}\n\\setlength{{\\textheight}}{{660pt}}\n\
         \\setlength{{\\topmargin}}{{-50pt}}\n\\setlength{{\\parindent}}{{0pt}}\n\
         \\setlength{{\\parskip}}{{6pt}}\n\\sloppy\n\\begin{{document}}\n\\section*{{{}}}\n",
        escape(&title(sheet, questions))
    );
    if questions {
        for paragraph in INSTRUCTIONS {
            text += &format!("{}\n\n", escape(&paragraph.replace('`', "'")));
        }
        for (number, exercise) in (1..).zip(sheet.exercises) {
            text += &format!("\\subsection*{{Exercise {number}}}\n\\begin{{center}}\n");
            text += &question(exercise).tikz();
            text += &format!("\\end{{center}}\n{}\n", open_tabular(exercise));
            text += "Leaves in order: \\hrulefill\n\nValue of the tree: \\makebox[3cm]{\\hrulefill}\n\n";
            let tree = escape(&exercise.text);
            text += &format!("{{\\small\\ttfamily tree {tree}\\par}}\n");
        }
    }
    if answers {
        text += if questions {
            "\\clearpage\n\\section*{Answers}\n"
        } else {
            ""
        };
        for (number, exercise) in (1..).zip(sheet.exercises) {
            let tree = answered(exercise);
            text += &format!("\\subsection*{{Answer {number}}}\n\\begin{{center}}\n");
            text += &tree.tikz();
            text += "\\end{center}\n";
            for note in &tree.notes {
                text += &format!("{}\n\n", escape(note));
            }
            let leaves = exercise.names(&exercise.leaves());
            let value = written(exercise.value);
            text += &format!(
                "Leaves in order: {}. Value: {}.\n",
                escape(&leaves),
                escape(&value)
            );
        }
    }
    text + "\\end{document}\n"
}

/// The table to be filled in, broken where a page may end.
fn open_tabular(exercise: &Exercise) -> String {
    const ROWS: usize = 15;
    let names: Vec<&str> = interior(exercise).collect();
    let mut text = String::new();
    for part in names.chunks(ROWS) {
        text += "\\begin{tabular}{|l|p{17mm}|p{17mm}|p{17mm}|p{35mm}|}\n\\hline\n";
        text += &format!("{} \\\\\n\\hline\n", COLUMNS.join(" & "));
        for name in part {
            text += &format!("{name} & & & & \\\\[2mm]\n\\hline\n");
        }
        text += "\\end{tabular}\n\n";
    }
    text
}
