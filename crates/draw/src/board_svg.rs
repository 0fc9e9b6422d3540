//! Boards as SVG: squares, pieces, coordinates around them, the caption beneath.
//!
//! The colours of wood, cloth and pieces are the same on light and dark pages; what is drawn
//! straight onto the page (labels, the lines and signs of tic-tac-toe) follows the page. Pieces
//! differ in lightness, not only in hue.
//!
//! **Invariant.** Valid for every [`Board`]: missing squares are empty, highlights outside the
//! board are ignored, and of a board wider or higher than [`MAX_SIDE`] only the corner is drawn.

use crate::chessmen::{SIDE, chessman};
use crate::svg::{Rule, Svg, escape, number, shorten, text_width, wrap};
use crate::{Board, Colour, Pattern, Piece};

/// The largest number of columns and rows drawn.
const MAX_SIDE: usize = 64;
const SQUARE: f64 = 46.0;
const MARGIN: f64 = 18.0;
const LABELS: f64 = 20.0;

const RULES: &[Rule] = &[
    (".light", "fill:#f0e6d6", ""),
    (".dark", "fill:#b7977a", ""),
    (".lit", "fill:#f2c230;fill-opacity:.55", ""),
    (".frame", "fill:none;stroke:#7a6248;stroke-width:1.5", ""),
    (".cloth", "fill:#3a7f5c;stroke:#1f5239;stroke-width:1.5", ""),
    (".thread", "fill:none;stroke:#1f5239;stroke-width:1", ""),
    (".star", "fill:#1f5239", ""),
    (".wall", "fill:#2f62a8;stroke:#1d437a;stroke-width:1.5", ""),
    (
        ".hole",
        "fill:#fff;stroke:#1d437a;stroke-width:1",
        "fill:#15181d",
    ),
    (".halo", "fill:none;stroke:#fff;stroke-width:3", ""),
    (
        ".line",
        "fill:none;stroke:#57606a;stroke-width:2;stroke-linecap:round",
        "stroke:#8b949e",
    ),
    (".tint", "fill:#fdf0c4", "fill:#4a3f16"),
    (
        ".cross",
        "fill:none;stroke:#0072b2;stroke-width:5;stroke-linecap:round",
        "stroke:#56b4e9",
    ),
    (
        ".ring",
        "fill:none;stroke:#d55e00;stroke-width:5",
        "stroke:#f28e4a",
    ),
    (
        ".dlight",
        "fill:#fbf7ee;stroke:#6d5f4b;stroke-width:1.2",
        "",
    ),
    (".ddark", "fill:#2a2c30;stroke:#0f1012;stroke-width:1.2", ""),
    (".dred", "fill:#c8342b;stroke:#7c1a14;stroke-width:1.2", ""),
    (
        ".dyellow",
        "fill:#f5cd3f;stroke:#9a7606;stroke-width:1.2",
        "",
    ),
    (
        ".groove",
        "fill:none;stroke:#8a7b64;stroke-opacity:.55;stroke-width:1.2",
        "",
    ),
    (".cdark", "fill:#8a6a14;stroke:#5e470b;stroke-width:.8", ""),
    (".clight", "fill:#f1cf6b;stroke:#a57f1a;stroke-width:.8", ""),
    (".hint", "fill:#1f2328;fill-opacity:.4", ""),
    (".hintpage", "fill:#1f2328;fill-opacity:.3", "fill:#e6e9ee"),
    (".sign", "fill:#17191c;text-anchor:middle", ""),
    (
        ".mw",
        "fill:#fff;stroke:#17191c;stroke-width:1.3;stroke-linejoin:round",
        "",
    ),
    (
        ".mb",
        "fill:#2b2d31;stroke:#0c0d0e;stroke-width:1.3;stroke-linejoin:round",
        "",
    ),
    (
        ".lw",
        "fill:none;stroke:#17191c;stroke-width:1.3;stroke-linecap:round",
        "",
    ),
    (
        ".lb",
        "fill:none;stroke:#f3f3f0;stroke-width:1.3;stroke-linecap:round",
        "",
    ),
    (".signpage", "text-anchor:middle", ""),
    (".caption", "font-size:13px;text-anchor:middle", ""),
];

impl Board {
    /// The board as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let (columns, rows) = (self.columns.min(MAX_SIDE), self.rows.min(MAX_SIDE));
        let (width, height) = (columns as f64 * SQUARE, rows as f64 * SQUARE);
        let left = MARGIN
            + if self.row_labels.is_empty() {
                0.0
            } else {
                LABELS
            };
        let canvas_width = (left + width).max(160.0) + MARGIN;
        let mut svg = Svg::default();
        self.draw_ground(&mut svg, left, (columns, rows));
        self.draw_highlights(&mut svg, left, (columns, rows));
        for row in 0..rows {
            for column in 0..columns {
                let index = row.saturating_mul(self.columns).saturating_add(column);
                if let Some(piece) = self.squares.get(index) {
                    let x = left + (column as f64 + 0.5) * SQUARE;
                    let y = MARGIN + (row as f64 + 0.5) * SQUARE;
                    self.draw_piece(&mut svg, piece, x, y);
                }
            }
        }
        for (row, label) in self.row_labels.iter().take(rows).enumerate() {
            let y = MARGIN + (row as f64 + 0.5) * SQUARE + 4.0;
            svg.text(left - 8.0, y, "label end muted", &shorten(label, 4));
        }
        let mut y = MARGIN + height;
        for (column, label) in self.column_labels.iter().take(columns).enumerate() {
            let x = left + (column as f64 + 0.5) * SQUARE;
            svg.text(x, y + 17.0, "label mid muted", &shorten(label, 6));
        }
        if !self.column_labels.is_empty() {
            y += LABELS;
        }
        let room = canvas_width - left - MARGIN;
        let lines = wrap(&self.caption, room, |line| text_width(line, 13.0));
        for (i, line) in lines.iter().enumerate() {
            let y = y + 24.0 + 17.0 * i as f64;
            svg.text(left + room / 2.0, y, "caption ink", line);
        }
        y += if lines.is_empty() {
            0.0
        } else {
            11.0 + 17.0 * lines.len() as f64
        };
        let title = if self.caption.is_empty() {
            "Board"
        } else {
            &self.caption
        };
        svg.finish("zb", RULES, (canvas_width, y + MARGIN), title)
    }

    fn draw_ground(&self, svg: &mut Svg, left: f64, (columns, rows): (usize, usize)) {
        let (width, height) = (columns as f64 * SQUARE, rows as f64 * SQUARE);
        let whole = [left, MARGIN, width, height];
        if columns == 0 || rows == 0 {
            return;
        }
        match self.pattern {
            Pattern::Chequered => {
                svg.rectangle(whole, "light", "");
                let mut dark = String::new();
                for row in 0..rows {
                    for column in (0..columns).filter(|column| (row + column) % 2 == 1) {
                        let x = number(left + column as f64 * SQUARE);
                        let y = number(MARGIN + row as f64 * SQUARE);
                        let side = number(SQUARE);
                        dark += &format!("M{x} {y}h{side}v{side}h-{side}z");
                    }
                }
                svg.path(&dark, "dark");
                svg.rectangle(whole, "frame", "");
            }
            Pattern::Green => {
                svg.rectangle(whole, "cloth", "");
                svg.path(&inner_lines(left, columns, rows, 0.0), "thread");
                if (columns, rows) == (8, 8) {
                    for (column, row) in [(2.0, 2.0), (6.0, 2.0), (2.0, 6.0), (6.0, 6.0)] {
                        svg.circle(left + column * SQUARE, MARGIN + row * SQUARE, 3.2, "star");
                    }
                }
            }
            Pattern::Wall => {
                svg.rectangle(whole, "wall", r#"rx="9""#);
            }
            Pattern::Lines => svg.path(&inner_lines(left, columns, rows, 3.0), "line"),
        }
    }

    fn draw_highlights(&self, svg: &mut Svg, left: f64, (columns, rows): (usize, usize)) {
        for &index in &self.highlights {
            if self.columns == 0 {
                return;
            }
            let (row, column) = (index / self.columns, index % self.columns);
            if row >= rows || column >= columns {
                continue;
            }
            let x = left + column as f64 * SQUARE;
            let y = MARGIN + row as f64 * SQUARE;
            match self.pattern {
                Pattern::Chequered | Pattern::Green => {
                    svg.rectangle([x + 0.5, y + 0.5, SQUARE - 1.0, SQUARE - 1.0], "lit", "");
                }
                // The hole is drawn over its middle.
                Pattern::Wall => {
                    svg.circle(x + SQUARE / 2.0, y + SQUARE / 2.0, SQUARE * 0.42, "halo");
                }
                Pattern::Lines => {
                    let inner = [x + 4.0, y + 4.0, SQUARE - 8.0, SQUARE - 8.0];
                    svg.rectangle(inner, "tint", r#"rx="5""#);
                }
            }
        }
    }

    fn draw_piece(&self, svg: &mut Svg, piece: &Piece, x: f64, y: f64) {
        let wall = self.pattern == Pattern::Wall;
        if wall {
            svg.circle(x, y, SQUARE * 0.38, "hole");
        }
        let on_page = self.pattern == Pattern::Lines;
        match piece {
            Piece::Empty => {}
            Piece::Disc { colour, crowned } => {
                draw_disc(svg, x, y, *colour, *crowned);
            }
            Piece::Cross => {
                let arm = SQUARE * 0.25;
                let (left, right) = (number(x - arm), number(x + arm));
                let (top, bottom) = (number(y - arm), number(y + arm));
                svg.path(
                    &format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"),
                    "cross",
                );
            }
            Piece::Ring => svg.circle(x, y, SQUARE * 0.27, "ring"),
            Piece::Hint => {
                let class = if on_page { "hintpage" } else { "hint" };
                svg.circle(x, y, SQUARE * 0.1, class);
            }
            Piece::Text(text) => {
                let class = if on_page { "signpage ink" } else { "sign" };
                draw_sign(svg, text, (x, y), class);
            }
        }
    }
}

/// The lines between squares, their ends drawn in by `inset`.
fn inner_lines(left: f64, columns: usize, rows: usize, inset: f64) -> String {
    let (width, height) = (columns as f64 * SQUARE, rows as f64 * SQUARE);
    let mut data = String::new();
    for column in 1..columns {
        let x = number(left + column as f64 * SQUARE);
        let long = number(height - 2.0 * inset);
        data += &format!("M{x} {}v{long}", number(MARGIN + inset));
    }
    for row in 1..rows {
        let y = number(MARGIN + row as f64 * SQUARE);
        let long = number(width - 2.0 * inset);
        data += &format!("M{} {y}h{long}", number(left + inset));
    }
    data
}

fn draw_disc(svg: &mut Svg, x: f64, y: f64, colour: Colour, crowned: bool) {
    let (disc, crown) = match colour {
        Colour::Light => ("dlight", "cdark"),
        Colour::Dark => ("ddark", "clight"),
        Colour::Red => ("dred", "clight"),
        Colour::Yellow => ("dyellow", "cdark"),
    };
    svg.circle(x, y, SQUARE * 0.38, disc);
    svg.circle(x, y, SQUARE * 0.29, "groove");
    if crowned {
        // Three points over a band, drawn on a grid of 20 by 14.
        svg.path(
            &format!(
                "M{} {}l1.5 10h17l1.5-10-5 5-5-8-5 8zM{} {}h17v3h-17z",
                number(x - 10.0),
                number(y - 4.0),
                number(x - 8.5),
                number(y + 7.2)
            ),
            crown,
        );
    }
}

/// A chessman, or a text as large as the square allows.
fn draw_sign(svg: &mut Svg, text: &str, (x, y): (f64, f64), class: &str) {
    let mut letters = text.chars();
    let man = letters.next().filter(|_| letters.next().is_none());
    if let Some(drawn) = man.and_then(chessman) {
        let scale = SQUARE / SIDE;
        let (left, top) = (number(x - SQUARE / 2.0), number(y - SQUARE / 2.0));
        let scale = number(scale);
        return svg.put(format_args!(
            r#"<g transform="translate({left} {top}) scale({scale})">{drawn}</g>"#
        ));
    }
    let shown = shorten(text, 6);
    let size = (SQUARE * 0.7).min(SQUARE * 0.86 / text_width(&shown, 1.0).max(0.1));
    svg.put(format_args!(
        r#"<text x="{}" y="{}" font-size="{}" class="{class}">{}</text>"#,
        number(x),
        number(y + size * 0.36),
        number(size),
        escape(&shown)
    ));
}
