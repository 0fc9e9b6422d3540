//! What plots and bar charts share: the frame with its axes, the legend and the colours.
//!
//! Colours are those of Okabe & Ito 2008, which readers with any of the common colour
//! deficiencies can tell apart (lightened on dark pages); lines also differ in their markers.

use crate::scale::Ruler;
use crate::svg::{Rule, Svg, number, text_width, wrap};

pub(crate) const WIDTH: f64 = 640.0;
const PLOT_HEIGHT: f64 = 330.0;
const MARGIN: f64 = 18.0;

/// The number of distinct colours and markers; after that they repeat.
pub(crate) const COLOURS: usize = 7;

pub(crate) const RULES: &[Rule] = &[
    (
        ".axis",
        "fill:none;stroke:#57606a;stroke-width:1.2",
        "stroke:#8b949e",
    ),
    (
        ".grid",
        "fill:none;stroke:#e3e6ea;stroke-width:1",
        "stroke:#2a3038",
    ),
    (
        ".curve",
        "fill:none;stroke-width:2;stroke-linejoin:round",
        "",
    ),
    (".dashed", "stroke-dasharray:6 4", ""),
    (".bar", "stroke:none;fill-opacity:.85", ""),
    (".whisker", "fill:none;stroke-width:1.2", ""),
    (".black", "stroke:#1f2328", "stroke:#e6e9ee"),
    (".l0", "stroke:#0072b2", "stroke:#4da6e0"),
    (".l1", "stroke:#d55e00", "stroke:#f28e4a"),
    (".l2", "stroke:#009e73", "stroke:#35c79b"),
    (".l3", "stroke:#b8629a", "stroke:#e3a3c6"),
    (".l4", "stroke:#c98a00", "stroke:#f0c04a"),
    (".l5", "stroke:#3a9bd6", "stroke:#a5dcf8"),
    (".l6", "stroke:#444b54", "stroke:#c5ccd4"),
    (".f0", "fill:#0072b2", "fill:#4da6e0"),
    (".f1", "fill:#d55e00", "fill:#f28e4a"),
    (".f2", "fill:#009e73", "fill:#35c79b"),
    (".f3", "fill:#b8629a", "fill:#e3a3c6"),
    (".f4", "fill:#c98a00", "fill:#f0c04a"),
    (".f5", "fill:#3a9bd6", "fill:#a5dcf8"),
    (".f6", "fill:#444b54", "fill:#c5ccd4"),
];

/// The rectangle in which data are drawn.
pub(crate) struct Frame {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// What stands around the data.
pub(crate) struct Surroundings<'a> {
    pub title: &'a str,
    /// Names of the series, each with the drawing of its sample around the given point.
    pub legend: Vec<(&'a str, Sample)>,
    pub x_label: &'a str,
    pub y_label: &'a str,
    pub notes: &'a [String],
}

/// Draws a legend's sample with its centre at a point.
pub(crate) type Sample = Box<dyn Fn(&mut Svg, f64, f64)>;

/// Draws title, legend, the vertical axis with its grid, and the labels of both axes.
pub(crate) fn draw(svg: &mut Svg, around: &Surroundings<'_>, y: &Ruler) -> Frame {
    let mut top = MARGIN - 4.0;
    for line in wrap(around.title, WIDTH - 2.0 * MARGIN, |line| {
        text_width(line, 15.0)
    }) {
        top += 19.0;
        svg.text(MARGIN, top, "title ink", &line);
    }
    top = draw_legend(svg, &around.legend, top + 8.0) + 14.0;
    let widest = y
        .ticks
        .iter()
        .map(|(_, label)| text_width(label, 12.0))
        .fold(20.0, f64::max);
    let title_room = if around.y_label.is_empty() { 0.0 } else { 20.0 };
    let left = MARGIN + title_room + widest + 8.0;
    let frame = Frame {
        left,
        top,
        width: WIDTH - MARGIN - 6.0 - left,
        height: PLOT_HEIGHT,
    };
    let mut grid = String::new();
    for (value, label) in &y.ticks {
        let at = frame.y(y.place(*value));
        grid += &format!("M{} {}h{}", number(left), number(at), number(frame.width));
        svg.text(left - 8.0, at + 4.0, "label end muted", label);
    }
    svg.path(&grid, "grid");
    if !around.y_label.is_empty() {
        svg.put(format_args!(
            r#"<text transform="translate({} {}) rotate(-90)" class="label mid ink">{}</text>"#,
            number(MARGIN + 9.0),
            number(top + frame.height / 2.0),
            crate::svg::escape(&crate::svg::shorten(around.y_label, 60))
        ));
    }
    let middle = left + frame.width / 2.0;
    svg.text(
        middle,
        frame.bottom() + 42.0,
        "label mid ink",
        around.x_label,
    );
    frame
}

/// Draws the notes under the plot and closes the document.
pub(crate) fn finish(mut svg: Svg, around: &Surroundings<'_>, frame: &Frame) -> String {
    let mut y = frame.bottom()
        + if around.x_label.is_empty() {
            24.0
        } else {
            46.0
        };
    for note in around.notes {
        y += 4.0;
        for line in wrap(note, WIDTH - 2.0 * MARGIN, |line| text_width(line, 12.0)) {
            y += 16.0;
            svg.text(MARGIN, y, "label muted", &line);
        }
    }
    let title = if around.title.is_empty() {
        "Plot"
    } else {
        around.title
    };
    svg.finish("zq", RULES, (WIDTH, y + MARGIN - 4.0), title)
}

impl Frame {
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// The point at a place between 0 and 1 from the left.
    pub fn x(&self, place: f64) -> f64 {
        self.left + self.width * place
    }

    /// The point at a place between 0 and 1 from the bottom.
    pub fn y(&self, place: f64) -> f64 {
        self.bottom() - self.height * place
    }

    /// The lines of the two axes.
    pub fn draw_axes(&self, svg: &mut Svg) {
        let data = format!(
            "M{} {}v{}h{}",
            number(self.left),
            number(self.top),
            number(self.height),
            number(self.width)
        );
        svg.path(&data, "axis");
    }
}

/// The names of the series in rows; gives the lowest point. One unnamed series needs no legend.
fn draw_legend(svg: &mut Svg, legend: &[(&str, Sample)], top: f64) -> f64 {
    let (mut x, mut y) = (MARGIN, top);
    let named = legend.iter().filter(|(name, _)| !name.is_empty());
    for (i, (name, sample)) in named.enumerate() {
        let width = 34.0 + text_width(name, 12.0) + 16.0;
        if i == 0 {
            y += 14.0;
        } else if x + width > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + 20.0);
        }
        sample(svg, x + 14.0, y - 4.0);
        svg.text(x + 34.0, y, "label ink", name);
        x += width;
    }
    y
}
