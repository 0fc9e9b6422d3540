//! Heat maps: a grid of values between 0 and 1, such as where a hidden piece may stand.
//!
//! One colour whose opacity is the value: on light pages 0 is white and 1 dark blue, on dark
//! pages 0 is black and 1 light blue; in both the order of lightness is the order of values.

use crate::svg::{Rule, Svg, number, shorten, text_width, wrap};

/// The largest number of columns and rows drawn.
const MAX_SIDE: usize = 64;
const CELL: f64 = 46.0;
const MARGIN: f64 = 18.0;
const LABELS: f64 = 20.0;
const SCALE_STEPS: usize = 24;

const RULES: &[Rule] = &[
    (".heat", "fill:#08509c", "fill:#8fd0fb"),
    (
        ".lines",
        "fill:none;stroke:#d5dae0;stroke-width:1",
        "stroke:#303741",
    ),
    (
        ".border",
        "fill:none;stroke:#57606a;stroke-width:1.2",
        "stroke:#8b949e",
    ),
    (".faintnumber", "fill:#3d444d", "fill:#c5ccd4"),
    (".strongnumber", "fill:#fff", "fill:#0e1116"),
];

/// A grid of values between 0 and 1.
///
/// ```
/// use zermelo_draw::HeatMap;
/// let map = HeatMap {
///     title: "Where the king may be".to_string(),
///     columns: 2,
///     rows: 1,
///     values: vec![0.25, 0.75],
///     show_values: true,
///     ..HeatMap::default()
/// };
/// assert!(map.svg().contains(">75<"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HeatMap {
    /// A line above the map; also the accessible title.
    pub title: String,
    /// Cells in a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// The values row by row from the top left; what is missing or no number counts as 0.
    pub values: Vec<f64>,
    /// Signs drawn on the cells, such as the pieces one knows of (may be empty).
    pub signs: Vec<String>,
    /// Labels under the columns, from the left (may be empty).
    pub column_labels: Vec<String>,
    /// Labels beside the rows, from the top (may be empty).
    pub row_labels: Vec<String>,
    /// Whether cells without a sign show their value in percent; under half a percent they
    /// stay empty.
    pub show_values: bool,
    /// What the values mean, written beside the scale.
    pub caption: String,
}

impl HeatMap {
    /// The map as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let (columns, rows) = (self.columns.min(MAX_SIDE), self.rows.min(MAX_SIDE));
        let (width, height) = (columns as f64 * CELL, rows as f64 * CELL);
        let left = MARGIN
            + if self.row_labels.is_empty() {
                0.0
            } else {
                LABELS
            };
        let canvas_width = left + width.max(200.0) + MARGIN;
        let mut svg = Svg::default();
        let mut top = MARGIN - 4.0;
        let measure = |line: &str| text_width(line, 15.0);
        for line in wrap(&self.title, canvas_width - 2.0 * MARGIN, measure) {
            top += 19.0;
            svg.text(MARGIN, top, "title ink", &line);
        }
        top += 14.0;
        for row in 0..rows {
            for column in 0..columns {
                let at = (left + column as f64 * CELL, top + row as f64 * CELL);
                let index = row.saturating_mul(self.columns).saturating_add(column);
                self.draw_cell(&mut svg, index, at);
            }
        }
        draw_grid(&mut svg, (left, top), (columns, rows));
        for (row, label) in self.row_labels.iter().take(rows).enumerate() {
            let y = top + (row as f64 + 0.5) * CELL + 4.0;
            svg.text(left - 8.0, y, "label end muted", &shorten(label, 4));
        }
        for (column, label) in self.column_labels.iter().take(columns).enumerate() {
            let x = left + (column as f64 + 0.5) * CELL;
            svg.text(
                x,
                top + height + 17.0,
                "label mid muted",
                &shorten(label, 6),
            );
        }
        let labels = if self.column_labels.is_empty() {
            0.0
        } else {
            LABELS
        };
        let y = top + height + labels + 14.0;
        let bottom = self.draw_scale(&mut svg, left, y, canvas_width - left - MARGIN);
        let title = [&self.title, &self.caption]
            .into_iter()
            .find(|text| !text.is_empty())
            .map_or("Heat map", String::as_str);
        svg.finish("zh", RULES, (canvas_width, bottom + MARGIN), title)
    }

    /// The value of a cell, between 0 and 1.
    fn value(&self, index: usize) -> f64 {
        let value = self.values.get(index).copied().unwrap_or(0.0);
        if value.is_nan() {
            0.0
        } else {
            value.clamp(0.0, 1.0)
        }
    }

    fn draw_cell(&self, svg: &mut Svg, index: usize, (x, y): (f64, f64)) {
        let value = self.value(index);
        if value >= 0.005 {
            let opacity = format!(r#"fill-opacity="{}""#, number(value));
            svg.rectangle([x, y, CELL, CELL], "heat", &opacity);
        }
        let ink = if value > 0.5 {
            "strongnumber"
        } else {
            "faintnumber"
        };
        let sign = self.signs.get(index).map_or("", String::as_str);
        let (text, size) = if !sign.is_empty() {
            let sign = shorten(sign, 6);
            let size = (CELL * 0.6).min(CELL * 0.86 / text_width(&sign, 1.0).max(0.1));
            (sign, size)
        } else if self.show_values && value >= 0.005 {
            (format!("{:.0}", value * 100.0), 12.0)
        } else {
            return;
        };
        svg.put(format_args!(
            r#"<text x="{}" y="{}" font-size="{}" class="mid {ink}">{}</text>"#,
            number(x + CELL / 2.0),
            number(y + CELL / 2.0 + size * 0.36),
            number(size),
            crate::svg::escape(&text)
        ));
    }

    /// The scale of colours with its caption; gives the lowest point.
    fn draw_scale(&self, svg: &mut Svg, left: f64, y: f64, width: f64) -> f64 {
        let long = 120.0;
        let step = long / SCALE_STEPS as f64;
        for i in 0..SCALE_STEPS {
            let value = i as f64 / (SCALE_STEPS - 1) as f64;
            let opacity = format!(r#"fill-opacity="{}""#, number(value));
            svg.rectangle(
                [left + 20.0 + step * i as f64, y, step, 10.0],
                "heat",
                &opacity,
            );
        }
        svg.rectangle([left + 20.0, y, long, 10.0], "border", "");
        let (low, high) = if self.show_values {
            ("0", "100%")
        } else {
            ("0", "1")
        };
        svg.text(left + 14.0, y + 9.0, "small end muted", low);
        svg.text(left + 26.0 + long, y + 9.0, "small muted", high);
        let mut bottom = y + 10.0;
        for line in wrap(&self.caption, width, |line| text_width(line, 12.0)) {
            bottom += 18.0;
            svg.text(left, bottom, "label muted", &line);
        }
        bottom
    }
}

fn draw_grid(svg: &mut Svg, (left, top): (f64, f64), (columns, rows): (usize, usize)) {
    let (width, height) = (columns as f64 * CELL, rows as f64 * CELL);
    let mut lines = String::new();
    for column in 1..columns {
        let x = number(left + column as f64 * CELL);
        lines += &format!("M{x} {}v{}", number(top), number(height));
    }
    for row in 1..rows {
        let y = number(top + row as f64 * CELL);
        lines += &format!("M{} {y}h{}", number(left), number(width));
    }
    svg.path(&lines, "lines");
    svg.rectangle([left, top, width, height], "border", "");
}
