//! Every picture is well-formed XML, whatever is in it, and small ones are as they were.

mod common;

use std::{env, fs, path::Path};

use common::random_tree;
use roxmltree::{Document, Node};
use zermelo_draw::{
    Axis, BarGroup, Bars, Block, Board, Colour, HeatMap, Mark, Pattern, Picture, Piece, Plot,
    Point, Scale, Section, Series, Style, Tree, TreeNode, html_page,
};
use zermelo_game::random::Rng;

/// Parses a picture, and checks what all of them promise.
fn check(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap_or_else(|e| panic!("{e}:\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let title = root.first_element_child().expect("a title");
    assert_eq!(title.tag_name().name(), "title");
    assert_eq!(title.text(), root.attribute("aria-label"));
    assert!(title.text().is_some_and(|text| !text.trim().is_empty()));
    let size = [root.attribute("width"), root.attribute("height")]
        .map(|side| side.expect("a size").parse::<f64>().expect("a number"));
    let view = format!("0 0 {} {}", size[0], size[1]);
    assert_eq!(root.attribute("viewBox"), Some(view.as_str()));
    for node in document.descendants() {
        assert!(
            node.attribute("id").is_none(),
            "an id would clash in a page"
        );
        for attribute in node.attributes() {
            for word in ["NaN", "inf"] {
                let numeric = !["aria-label", "class"].contains(&attribute.name());
                assert!(
                    !numeric || !attribute.value().contains(word),
                    "{attribute:?}"
                );
            }
        }
    }
    document
}

/// Left, top, right and bottom of a `rect`.
fn sides(node: &Node) -> [f64; 4] {
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| {
        let text = node.attribute(name).expect("a rectangle has sides");
        text.parse::<f64>().expect("a number")
    });
    [x, y, x + width, y + height]
}

fn texts(document: &Document) -> Vec<String> {
    document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        .filter_map(|node| node.text().map(str::to_string))
        .collect()
}

#[test]
fn random_trees_are_well_formed() {
    let mut rng = Rng::new(5);
    for _ in 0..150 {
        let (count, reach) = (rng.below(80), 1 + rng.below(30));
        check(&random_tree(&mut rng, count, reach).svg());
    }
}

#[test]
fn boxes_of_a_drawn_tree_do_not_overlap_and_lie_inside_the_picture() {
    let mut rng = Rng::new(6);
    for _ in 0..60 {
        let (count, reach) = (1 + rng.below(60), 1 + rng.below(20));
        let mut tree = random_tree(&mut rng, count, reach);
        for node in &mut tree.nodes {
            (node.shape, node.mark) = (zermelo_draw::Shape::Leaf, Mark::Plain);
        }
        let svg = tree.svg();
        let document = check(&svg);
        let root = document.root_element();
        let width: f64 = root.attribute("width").unwrap().parse().unwrap();
        let height: f64 = root.attribute("height").unwrap().parse().unwrap();
        let boxes: Vec<[f64; 4]> = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("node leaf"))
            .map(|node| sides(&node))
            .collect();
        assert_eq!(boxes.len(), count);
        for (i, a) in boxes.iter().enumerate() {
            assert!(a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= width && a[3] <= height);
            for b in &boxes[..i] {
                let apart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
                assert!(apart, "{a:?} and {b:?} overlap");
            }
        }
    }
}

#[test]
fn deep_and_large_trees_are_drawn() {
    let chain = Tree {
        nodes: (0..5_000usize)
            .map(|index| TreeNode {
                parent: index.checked_sub(1),
                text: index.to_string(),
                ..TreeNode::default()
            })
            .collect(),
        ..Tree::default()
    };
    assert_eq!(texts(&check(&chain.svg())).len(), 5_000);
    assert_eq!(chain.text().lines().count(), 5_000);
    assert!(chain.text().lines().all(|line| line.chars().count() <= 80));
    let large = random_tree(&mut Rng::new(8), 6_000, 40);
    let svg = large.svg();
    check(&svg);
    assert!(svg.len() < 6_000 * 700, "{} bytes", svg.len());
}

#[test]
fn only_the_edge_where_a_cut_begins_is_struck_through() {
    let mut tree = common::textbook_tree();
    let strokes = |tree: &Tree| {
        let svg = tree.svg();
        let document = check(&svg);
        let found = document
            .descendants()
            .find(|node| node.attribute("class") == Some("stroke"));
        found.map_or(0, |path| path.attribute("d").unwrap().matches('M').count())
    };
    assert_eq!(strokes(&tree), 2 * 2, "two cut leaves, two strokes each");
    // The whole of c is cut: its three leaves are faint, but their edges are whole.
    tree.nodes[9].mark = Mark::Cut;
    assert_eq!(strokes(&tree), 2 * 3);
}

#[test]
fn texts_arrive_as_they_were_given() {
    let hard = "<&>\"']]>";
    let mut tree = common::textbook_tree();
    tree.title = hard.to_string();
    tree.nodes[1].text = hard.to_string();
    tree.notes = vec![hard.to_string()];
    let svg = tree.svg();
    let shown = texts(&check(&svg));
    assert_eq!(shown.iter().filter(|text| *text == hard).count(), 3);
}

#[test]
fn long_tooltips_and_many_notes_are_bounded() {
    let mut tree = common::textbook_tree();
    tree.nodes[0].tooltip = "long ".repeat(10_000);
    tree.notes = vec!["A note.".to_string(); 1_000];
    let svg = tree.svg();
    assert!(svg.len() < 20_000, "{} bytes", svg.len());
    assert!(texts(&check(&svg)).contains(&"… and 960 more.".to_string()));
}

#[test]
fn random_boards_are_well_formed() {
    let mut rng = Rng::new(9);
    let patterns = [
        Pattern::Chequered,
        Pattern::Green,
        Pattern::Wall,
        Pattern::Lines,
    ];
    let colours = [Colour::Light, Colour::Dark, Colour::Red, Colour::Yellow];
    for round in 0..200 {
        let pieces = [
            Piece::Empty,
            Piece::Disc {
                colour: colours[rng.below(4)],
                crowned: rng.below(2) == 0,
            },
            Piece::Cross,
            Piece::Ring,
            Piece::Hint,
            Piece::Text(["♔", "♞", "<&>", "", "a long text"][rng.below(5)].to_string()),
        ];
        let (columns, rows) = (rng.below(10), rng.below(10));
        let count = rng.below(120);
        let board = Board {
            columns: if round == 0 { usize::MAX } else { columns },
            rows,
            squares: (0..count).map(|_| pieces[rng.below(6)].clone()).collect(),
            pattern: patterns[rng.below(4)],
            column_labels: vec!["<".to_string(); rng.below(10)],
            row_labels: vec!["&".to_string(); rng.below(10)],
            highlights: vec![rng.below(100), usize::MAX],
            caption: ["", "a < b", "\"quoted\""][rng.below(3)].to_string(),
        };
        check(&Picture::Board(board).svg());
    }
}

#[test]
fn boards_show_every_piece_and_highlight() {
    let svg = common::draughts().svg();
    let document = check(&svg);
    let count = |class: &str| {
        let with = |node: &Node| node.attribute("class") == Some(class);
        document.descendants().filter(with).count()
    };
    assert_eq!(
        [count("ddark"), count("dlight"), count("lit")],
        [10, 11, 2],
        "dark men, light men, highlights"
    );
    assert_eq!([count("clight"), count("cdark")], [1, 1], "kings");
}

#[test]
fn a_highlight_outside_the_board_is_ignored() {
    let mut board = common::draughts();
    board.highlights = vec![64, usize::MAX];
    assert!(!board.svg().contains("class=\"lit\""));
    board.highlights = vec![63];
    assert!(board.svg().contains("class=\"lit\""));
}

#[test]
fn piles_of_any_size_are_drawn_with_their_count() {
    for piles in [vec![], vec![1], vec![0, u32::MAX], vec![1; 2_000]] {
        let svg = Picture::Piles(piles.clone()).svg();
        let document = check(&svg);
        if let Some(last) = piles.last() {
            assert!(texts(&document).contains(&last.to_string()));
        }
    }
}

/// Numbers that are hard to put on an axis.
fn hard_number(rng: &mut Rng) -> f64 {
    let numbers = [
        0.0,
        1.0,
        -1.0,
        1e-9,
        1e9,
        f64::NAN,
        f64::INFINITY,
        1e308,
        -1e308,
        3.7,
    ];
    numbers[rng.below(numbers.len())]
}

fn hard_axis(rng: &mut Rng) -> Axis {
    Axis {
        label: "<x> & \"y\"".to_string(),
        scale: [Scale::Linear, Scale::Log][rng.below(2)],
        range: (rng.below(3) == 0).then(|| (hard_number(rng), hard_number(rng))),
    }
}

fn hard_interval(rng: &mut Rng) -> Option<(f64, f64)> {
    (rng.below(2) == 0).then(|| (hard_number(rng), hard_number(rng)))
}

#[test]
fn plots_survive_any_number() {
    let mut rng = Rng::new(10);
    let styles = [
        Style::Line,
        Style::Dashed,
        Style::Points,
        Style::LineAndPoints,
    ];
    for _ in 0..200 {
        let series = (0..rng.below(10))
            .map(|i| Series {
                name: ["", "a < b"][i % 2].to_string(),
                points: (0..rng.below(8))
                    .map(|_| Point {
                        x: hard_number(&mut rng),
                        y: hard_number(&mut rng),
                        interval: hard_interval(&mut rng),
                    })
                    .collect(),
                style: styles[rng.below(4)],
            })
            .collect();
        let plot = Plot {
            title: "t".to_string(),
            x: hard_axis(&mut rng),
            y: hard_axis(&mut rng),
            series,
            notes: vec!["<note>".to_string()],
        };
        check(&plot.svg());
    }
}

#[test]
fn bars_and_heat_maps_survive_any_number() {
    let mut rng = Rng::new(12);
    for _ in 0..200 {
        let group = BarGroup {
            label: "a label that is much too long for its place".to_string(),
            values: (0..rng.below(4))
                .map(|_| (hard_number(&mut rng), hard_interval(&mut rng)))
                .collect(),
        };
        let bars = Bars {
            y: hard_axis(&mut rng),
            groups: vec![group; rng.below(30)],
            ..Bars::default()
        };
        check(&bars.svg());
        let map = HeatMap {
            columns: rng.below(10),
            rows: rng.below(10),
            values: (0..rng.below(90)).map(|_| hard_number(&mut rng)).collect(),
            show_values: rng.below(2) == 0,
            ..HeatMap::default()
        };
        check(&map.svg());
    }
}

#[test]
fn bars_are_as_high_as_their_values() {
    let bar = |value: f64| BarGroup {
        label: String::new(),
        values: vec![(value, None)],
    };
    let bars = Bars {
        groups: vec![bar(40.0), bar(10.0), bar(-20.0)],
        ..Bars::default()
    };
    let svg = bars.svg();
    let document = check(&svg);
    let drawn: Vec<[f64; 4]> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("bar f0"))
        .map(|node| sides(&node))
        .collect();
    let heights: Vec<f64> = drawn.iter().map(|side| side[3] - side[1]).collect();
    assert!((heights[0] / heights[1] - 4.0).abs() < 0.01, "{heights:?}");
    assert!((heights[0] / heights[2] - 2.0).abs() < 0.01, "{heights:?}");
    assert!(
        (drawn[0][3] - drawn[2][1]).abs() < 0.02,
        "they share the zero line"
    );
}

#[test]
fn heat_is_the_opacity_of_the_cell() {
    let svg = HeatMap {
        columns: 3,
        rows: 1,
        values: vec![0.25, 7.0, 0.0],
        ..HeatMap::default()
    }
    .svg();
    let document = check(&svg);
    let cells: Vec<&str> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("heat"))
        .filter(|node| node.attribute("height") == Some("46"))
        .filter_map(|node| node.attribute("fill-opacity"))
        .collect();
    assert_eq!(cells, ["0.25", "1"]);
}

#[test]
fn a_page_holds_its_blocks_and_no_outside_resource() {
    let sections = [Section {
        heading: "A & B".to_string(),
        blocks: vec![
            Block::Text("1 < 2".to_string()),
            Block::Preformatted("a\n  b <c>".to_string()),
            Block::Svg(common::textbook_tree().svg()),
            Block::Svg(common::plot().svg()),
            Block::Table {
                head: vec!["name".to_string(), "n".to_string()],
                rows: vec![vec!["x>y".to_string(), "3".to_string()]],
            },
        ],
    }];
    let page = html_page("Title <1>", &sections);
    // Everything we write is also XML, but for the first line.
    let (first, rest) = page.split_once('\n').unwrap();
    assert_eq!(first, "<!DOCTYPE html>");
    let document = Document::parse(rest).unwrap_or_else(|e| panic!("{e}:\n{page}"));
    let said = |name: &str| {
        let with = |node: &Node| node.tag_name().name() == name;
        let found = document.descendants().find(with);
        found.and_then(|node| node.text().map(str::to_string))
    };
    assert_eq!(said("h1").as_deref(), Some("Title <1>"));
    assert_eq!(said("h2").as_deref(), Some("A & B"));
    assert_eq!(said("pre").as_deref(), Some("a\n  b <c>"));
    assert_eq!(said("td").as_deref(), Some("x>y"));
    for forbidden in ["<script", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn small_pictures_are_as_they_were() {
    let tree = common::textbook_tree();
    let golden = [
        ("textbook.svg", tree.svg()),
        ("textbook.dot", tree.dot()),
        ("textbook.txt", tree.text()),
        ("and-or.txt", common::grundy_tree().text()),
        ("and-or.svg", common::grundy_tree().svg()),
        ("tic-tac-toe.svg", common::tic_tac_toe().svg()),
        ("piles.svg", Picture::Piles(vec![4, 3]).svg()),
        ("plot.svg", common::plot().svg()),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for (name, now) in golden {
        let path = folder.join(name);
        if env::var_os("ZERMELO_BLESS").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &now).unwrap();
        }
        let before = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            before == now,
            "{name} changed; if that is right, `cargo xtask bless` rewrites it:\n{now}"
        );
    }
}
