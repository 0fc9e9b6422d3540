//! Pictures that the tests and the gallery share.

#![allow(
    dead_code,
    reason = "each test file uses some of the pictures, not all"
)]

use zermelo_draw::{
    Axis, BarGroup, Bars, Board, Colour, HeatMap, Mark, Pattern, Piece, Plot, Point, Series, Shape,
    Style, Tree, TreeNode,
};
use zermelo_game::random::Rng;

/// A node under a parent.
pub fn node(parent: usize, edge: &str, text: &str, shape: Shape, mark: Mark) -> TreeNode {
    TreeNode {
        parent: Some(parent),
        edge: edge.to_string(),
        text: text.to_string(),
        shape,
        mark,
        ..TreeNode::default()
    }
}

/// The tree ((3 12 8)(2 4 6)(14 5 2)) of the textbooks, as alpha-beta searches it.
pub fn textbook_tree() -> Tree {
    let inner = [
        ("a", "3", "[−∞, +∞]", Mark::Best),
        ("b", "≤2", "[3, +∞]", Mark::Plain),
        ("c", "2", "[3, +∞]", Mark::Plain),
    ];
    let leaves = [["3", "12", "8"], ["2", "4", "6"], ["14", "5", "2"]];
    let mut nodes = vec![TreeNode {
        parent: None,
        ..node(0, "", "3", Shape::Max, Mark::Best)
    }];
    nodes[0].under = "[−∞, +∞]".to_string();
    for (i, (edge, text, window, mark)) in inner.into_iter().enumerate() {
        let parent = nodes.len();
        nodes.push(TreeNode {
            under: window.to_string(),
            ..node(0, edge, text, Shape::Min, mark)
        });
        for (j, value) in leaves[i].iter().enumerate() {
            let mark = match (i, j) {
                (0, 0) => Mark::Best,
                (1, 0) => Mark::Cutter,
                (1, _) => Mark::Cut,
                _ => Mark::Plain,
            };
            let edge = format!("{edge}{}", j + 1);
            nodes.push(node(parent, &edge, value, Shape::Leaf, mark));
        }
    }
    Tree {
        nodes,
        title: "Alpha-beta on ((3 12 8)(2 4 6)(14 5 2))".to_string(),
        notes: vec![
            "After b1 the value of b is at most 2, and Max already has 3 by a: \
             b2 and b3 cannot matter (shallow cut-off)."
                .to_string(),
        ],
    }
}

/// Grundy's game from 7 coins, Minus to move: Plus wins.
pub fn grundy_tree() -> Tree {
    use {Mark::Best, Mark::Plain, Shape::And, Shape::Leaf, Shape::Or};
    let mut root = node(0, "", "7", And, Best);
    root.parent = None;
    let nodes = vec![
        root,
        node(0, "6,1", "6,1", Or, Best),
        node(0, "5,2", "5,2", Or, Best),
        node(0, "4,3", "4,3", Or, Best),
        node(1, "5,1", "5,1,1", And, Plain),
        node(1, "4,2", "4,2,1", And, Best),
        node(2, "4,1", "4,2,1", And, Best),
        node(3, "2,1", "4,2,1", And, Best),
        node(3, "3,1", "3,3,1", And, Plain),
        node(5, "3,1", "3,2,1,1", Or, Best),
        node(6, "3,1", "3,2,1,1", Or, Best),
        node(7, "3,1", "3,2,1,1", Or, Best),
        node(9, "2,1", "2,2,1,1,1", Leaf, Best),
        node(10, "2,1", "2,2,1,1,1", Leaf, Best),
        node(11, "2,1", "2,2,1,1,1", Leaf, Best),
        node(4, "", "+6", Leaf, Mark::Elided),
    ];
    Tree {
        nodes,
        title: "Grundy's game: Plus wins from 7 coins, Minus to move".to_string(),
        notes: Vec::new(),
    }
}

/// A random tree of `count` nodes, with all marks and texts that need escaping.
pub fn random_tree(rng: &mut Rng, count: usize, reach: usize) -> Tree {
    let shapes = [Shape::Max, Shape::Min, Shape::Leaf, Shape::Or, Shape::And];
    let marks = [
        Mark::Plain,
        Mark::Plain,
        Mark::Best,
        Mark::Cut,
        Mark::Cutter,
        Mark::Elided,
    ];
    let texts = [
        "",
        "3",
        "-12",
        "≥ 14",
        "<&>\"'",
        "a rather long text for one node",
        "\u{1}\\\"",
        "]]>",
    ];
    let pick = |rng: &mut Rng| texts[rng.below(texts.len())].to_string();
    let nodes = (0..count)
        .map(|index| TreeNode {
            parent: (index > 0).then(|| index - 1 - rng.below(reach.min(index))),
            edge: pick(rng),
            text: pick(rng),
            under: pick(rng),
            tooltip: pick(rng),
            shape: shapes[rng.below(shapes.len())],
            mark: marks[rng.below(marks.len())],
        })
        .collect();
    Tree {
        nodes,
        title: pick(rng),
        notes: (0..rng.below(60)).map(|_| pick(rng)).collect(),
    }
}

/// A tree of some sixty nodes as a search of depth 3 might leave it.
pub fn sixty_nodes() -> Tree {
    let mut rng = Rng::new(11);
    let mut tree = Tree {
        nodes: vec![TreeNode::default()],
        title: "A search of three plies".to_string(),
        notes: Vec::new(),
    };
    tree.nodes[0].mark = Mark::Best;
    let mut level = vec![0];
    for depth in 1..=3 {
        let mut next = Vec::new();
        for &parent in &level {
            for child in 0..2 + rng.below(4) {
                let gone = tree.nodes[parent].mark == Mark::Cut;
                let cut = gone || (child > 1 && rng.below(4) == 0);
                let best = tree.nodes[parent].mark == Mark::Best && child == 0;
                let mark = match (cut, best) {
                    (true, _) => Mark::Cut,
                    (_, true) => Mark::Best,
                    _ => Mark::Plain,
                };
                let shape = [Shape::Max, Shape::Min, Shape::Max, Shape::Leaf][depth];
                let value = (rng.below(40) as i32 - 20).to_string();
                next.push(tree.nodes.len());
                let edge = ["d3", "c4", "f5", "e6", "b2"][child];
                let text = if cut { "" } else { &value };
                tree.nodes.push(node(parent, edge, text, shape, mark));
            }
        }
        level = next;
    }
    tree.nodes[0].text = "4".to_string();
    tree
}

fn letters(count: u8) -> Vec<String> {
    (0..count)
        .map(|i| char::from(b'a' + i).to_string())
        .collect()
}

/// A board from a text of one character a square.
pub fn board(columns: usize, pattern: Pattern, squares: &str, caption: &str) -> Board {
    let disc = |colour, crowned| Piece::Disc { colour, crowned };
    let squares: Vec<Piece> = squares
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            'w' => disc(Colour::Light, false),
            'W' => disc(Colour::Light, true),
            'b' => disc(Colour::Dark, false),
            'B' => disc(Colour::Dark, true),
            'r' => disc(Colour::Red, false),
            'y' => disc(Colour::Yellow, false),
            'x' => Piece::Cross,
            'o' => Piece::Ring,
            '*' => Piece::Hint,
            '.' => Piece::Empty,
            other => Piece::Text(other.to_string()),
        })
        .collect();
    let rows = squares.len() / columns;
    Board {
        columns,
        rows,
        squares,
        pattern,
        column_labels: letters(columns as u8),
        row_labels: (1..=rows).rev().map(|row| row.to_string()).collect(),
        highlights: vec![columns + 1],
        caption: caption.to_string(),
    }
}

pub fn othello() -> Board {
    let mut board = board(
        8,
        Pattern::Green,
        "........ ........ ..*.*... ..*bb... ..*bbb.. ..wwww*. ...*.*.. ........",
        "Othello: White to move",
    );
    board.highlights = vec![45 - 8];
    board.row_labels.reverse();
    board
}

pub fn connect_four() -> Board {
    let mut board = board(
        7,
        Pattern::Wall,
        "....... ....... ...y... ..ry... ..yrr.. .ryryy.",
        "Connect Four: Red to move",
    );
    board.highlights = vec![17];
    board.row_labels.clear();
    board.column_labels = (1..=7).map(|column| column.to_string()).collect();
    board
}

pub fn tic_tac_toe() -> Board {
    let mut board = board(3, Pattern::Lines, "xo. .x* o.*", "X to move");
    board.column_labels.clear();
    board.row_labels.clear();
    board.highlights = vec![6];
    board
}

pub fn draughts() -> Board {
    let mut board = board(
        8,
        Pattern::Chequered,
        ".b.b.b.b b.b...b. .....B.b ..b..... .w...w.. ..w.w.w. .w...w.W w.w...w.",
        "Draughts: White to move",
    );
    board.highlights = vec![33, 42];
    board
}

pub fn chess() -> Board {
    let mut board = board(
        8,
        Pattern::Chequered,
        "♜.♝♛♚♝♞♜ ♟♟♟♟.♟♟♟ ..♞..... ....♟... ....♙... .....♘.. ♙♙♙♙.♙♙♙ ♖♘♗♕♔♗.♖",
        "White to move after 2. … Nc6",
    );
    board.highlights = vec![1, 18];
    board
}

pub fn plot() -> Plot {
    let formula = |depth: i32| 3f64.powi((depth + 1) / 2) + 3f64.powi(depth / 2) - 1.0;
    Plot {
        title: "Leaves visited by alpha-beta on uniform trees of width 3".to_string(),
        x: Axis::linear("depth (plies)"),
        y: Axis::log("leaves"),
        series: vec![
            Series {
                name: "best case, formula".to_string(),
                points: (1..=10)
                    .map(|d| Point::new(f64::from(d), formula(d)))
                    .collect(),
                style: Style::Dashed,
            },
            Series {
                name: "random order, measured".to_string(),
                points: (1..=10)
                    .map(|d| {
                        let mean = 2.2f64.powi(d) + 1.0;
                        Point::with_error(f64::from(d), mean, mean * 0.25)
                    })
                    .collect(),
                style: Style::LineAndPoints,
            },
        ],
        notes: vec!["Means of 100 trees; bars are 95% intervals.".to_string()],
    }
}

pub fn many_series() -> Plot {
    let wave = |k: usize| -> Vec<Point> {
        (0..=20)
            .map(|i| {
                let x = f64::from(i) / 10.0;
                Point::new(
                    x,
                    (x * 2.0 + k as f64 * 0.4).sin() * 0.4 + k as f64 * 0.15 - 0.3,
                )
            })
            .collect()
    };
    Plot {
        title: "Seven series".to_string(),
        x: Axis::linear("time (s)"),
        y: Axis::linear("score"),
        series: (0..7)
            .map(|k| Series {
                name: format!("series {}", k + 1),
                points: wave(k),
                style: [Style::LineAndPoints, Style::Points, Style::Line][k % 3],
            })
            .collect(),
        notes: Vec::new(),
    }
}

pub fn bars() -> Bars {
    let group = |label: &str, a: f64, b: f64| BarGroup {
        label: label.to_string(),
        values: vec![
            (a, Some((a - 14.0, a + 14.0))),
            (b, Some((b - 9.0, b + 9.0))),
        ],
    };
    Bars {
        title: "Elo against the reference player".to_string(),
        x_label: "player".to_string(),
        y: Axis::linear("Elo"),
        series: vec!["200 games".to_string(), "500 games".to_string()],
        groups: vec![
            group("opta1", 22.0, 31.0),
            group("opta2", 48.0, 55.0),
            group("bayes", -18.0, -25.0),
            group("genetic1", 60.0, 71.0),
        ],
        notes: Vec::new(),
    }
}

pub fn heat_map() -> HeatMap {
    let values = (0..64)
        .map(|i| {
            let (row, column) = (f64::from(i / 8), f64::from(i % 8));
            let distance = (row - 1.0).hypot(column - 5.0);
            0.96 * (-distance * distance / 5.0).exp()
        })
        .collect();
    let mut signs = vec![String::new(); 64];
    signs[60] = "♔".to_string();
    signs[35] = "♕".to_string();
    HeatMap {
        title: "Where Black's king may stand".to_string(),
        columns: 8,
        rows: 8,
        values,
        signs,
        column_labels: letters(8),
        row_labels: (1..=8).rev().map(|row: i32| row.to_string()).collect(),
        show_values: true,
        caption: "Share of the 120 positions that agree with all announcements.".to_string(),
    }
}
