//! Plots of numbers against numbers: lines and points with error bars, linear or logarithmic.
//!
//! Points that a scale cannot show (not finite, or not positive on a log scale) are left out and
//! break their line. **Cost.** Linear in the points.

use crate::frame::{self, COLOURS, Frame, Sample, Surroundings};
use crate::scale::{Axis, Ruler};
use crate::svg::{Svg, number};

/// A plot.
///
/// ```
/// use zermelo_draw::{Axis, Plot, Point, Series, Style};
/// let squares = (1..=5).map(|n| Point::new(f64::from(n), f64::from(n * n))).collect();
/// let plot = Plot {
///     title: "Squares".to_string(),
///     x: Axis::linear("n"),
///     y: Axis::log("n²"),
///     series: vec![Series { name: "exact".to_string(), points: squares, style: Style::Line }],
///     ..Plot::default()
/// };
/// assert!(plot.svg().contains("<title>Squares</title>"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plot {
    /// A line above the plot; also the accessible title.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What is plotted; later series are drawn over earlier ones.
    pub series: Vec<Series>,
    /// Lines under the plot.
    pub notes: Vec<String>,
}

/// One row of points of a [`Plot`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Its name in the legend; without one it is left out there.
    pub name: String,
    /// Its points, in the order in which a line joins them.
    pub points: Vec<Point>,
    /// How it is drawn.
    pub style: Style,
}

/// A point of a [`Series`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Where on the horizontal axis.
    pub x: f64,
    /// Where on the vertical axis.
    pub y: f64,
    /// Ends of the error bar on the vertical axis, the lower one first.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A point without error bar.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Point {
        Point {
            x,
            y,
            interval: None,
        }
    }

    /// A point with an error bar of `error` to either side.
    #[must_use]
    pub fn with_error(x: f64, y: f64, error: f64) -> Point {
        Point {
            x,
            y,
            interval: Some((y - error, y + error)),
        }
    }
}

/// How a [`Series`] is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// A line through markers.
    #[default]
    LineAndPoints,
    /// A line only.
    Line,
    /// A dashed line only, such as a formula's.
    Dashed,
    /// Markers only.
    Points,
    /// The inside of the polygon through the points, and a dashed line around it.
    Area,
}

/// A word beside a point of a [`Plot`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Label {
    /// Where on the horizontal axis.
    pub x: f64,
    /// Where on the vertical axis.
    pub y: f64,
    /// The word.
    pub text: String,
}

impl Style {
    fn has_line(self) -> bool {
        self != Style::Points
    }

    fn has_markers(self) -> bool {
        matches!(self, Style::LineAndPoints | Style::Points)
    }
}

impl Plot {
    /// The plot as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        self.labelled_svg(&[])
    }

    /// The plot with words beside points, the most important first: a word that would cover
    /// another stands at another side of its point, or is left out.
    #[must_use]
    pub fn labelled_svg(&self, labels: &[Label]) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Ruler::new(&self.x, points().map(|point| point.x));
        let y = Ruler::new(
            &self.y,
            points().flat_map(|point| {
                let (low, high) = point.interval.unwrap_or((point.y, point.y));
                [low, point.y, high]
            }),
        );
        let around = Surroundings {
            title: &self.title,
            legend: self.legend(),
            x_label: &self.x.label,
            y_label: &self.y.label,
            notes: &self.notes,
        };
        let mut svg = Svg::default();
        let frame = frame::draw(&mut svg, &around, &y);
        draw_x_ticks(&mut svg, &frame, &x);
        frame.draw_axes(&mut svg);
        // An inner document clips what lies outside a given range, without needing an id; a
        // few pixels more, so that markers on the border stay whole.
        let room = 5.0;
        let [left, top] = [frame.left - room, frame.top - room].map(number);
        let [width, height] = [frame.width + 2.0 * room, frame.height + 2.0 * room].map(number);
        svg.put(format_args!(
            r#"<svg x="{left}" y="{top}" width="{width}" height="{height}" viewBox="{left} {top} {width} {height}">"#
        ));
        for (i, series) in self.series.iter().enumerate() {
            draw_series(&mut svg, &frame, series, i % COLOURS, (&x, &y));
        }
        svg.put(format_args!("</svg>"));
        draw_labels(&mut svg, &frame, labels, (&x, &y));
        frame::finish(svg, &around, &frame)
    }

    fn legend(&self) -> Vec<(&str, Sample)> {
        let mut legend = Vec::new();
        for (i, series) in self.series.iter().enumerate() {
            let (colour, style) = (i % COLOURS, series.style);
            let sample: Sample = Box::new(move |svg: &mut Svg, x: f64, y: f64| {
                if style.has_line() {
                    let data = format!("M{} {}h28", number(x - 14.0), number(y));
                    svg.path(&data, &curve_classes(style, colour));
                }
                if style.has_markers() {
                    svg.path(&marker(colour, x, y), &format!("f{colour}"));
                }
            });
            legend.push((series.name.as_str(), sample));
        }
        legend
    }
}

fn draw_x_ticks(svg: &mut Svg, frame: &Frame, x: &Ruler) {
    let mut marks = String::new();
    for (value, label) in &x.ticks {
        let at = frame.x(x.place(*value));
        marks += &format!("M{} {}v5", number(at), number(frame.bottom()));
        svg.text(at, frame.bottom() + 19.0, "label mid muted", label);
    }
    svg.path(&marks, "axis");
}

fn curve_classes(style: Style, colour: usize) -> String {
    let dashed = if matches!(style, Style::Dashed | Style::Area) {
        " dashed"
    } else {
        ""
    };
    format!("curve{dashed} l{colour}")
}

/// A rectangle: left, top, width, height.
type Rectangle = [f64; 4];

fn overlap(a: &Rectangle, b: &Rectangle) -> bool {
    let apart = |i: usize| a[i] + a[i + 2] <= b[i] || b[i] + b[i + 2] <= a[i];
    !apart(0) && !apart(1)
}

/// Words where they cover neither each other nor the markers.
fn draw_labels(svg: &mut Svg, frame: &Frame, labels: &[Label], (x, y): (&Ruler, &Ruler)) {
    const HEIGHT: f64 = 13.0;
    const LETTER: f64 = 7.0;
    let shown = labels.iter().filter(|l| x.shows(l.x) && y.shows(l.y));
    let placed: Vec<(f64, f64, &str)> = shown
        .map(|l| {
            (
                frame.x(x.place(l.x)),
                frame.y(y.place(l.y)),
                l.text.as_str(),
            )
        })
        .collect();
    let marker = |&(x, y, _): &(f64, f64, &str)| [x - 4.0, y - 4.0, 8.0, 8.0];
    let mut taken: Vec<Rectangle> = placed.iter().map(marker).collect();
    for (x, y, text) in placed {
        let width = LETTER * text.chars().count() as f64;
        let (right, left, middle) = (x + 7.0, x - 7.0 - width, x - width / 2.0);
        let (level, above, below) = (y - HEIGHT / 2.0, y - 6.0 - HEIGHT, y + 6.0);
        let sides = [
            (right, level),
            (left, level),
            (right, above),
            (right, below),
            (left, above),
            (left, below),
            (middle, above),
            (middle, below),
        ];
        let inside = |b: &Rectangle| b[0] >= frame.left && b[0] + b[2] <= frame.left + frame.width;
        let boxes = sides.map(|(left, top)| [left, top, width, HEIGHT]);
        let free = boxes.into_iter().filter(inside);
        let mut free = free.filter(|b| !taken.iter().any(|t| overlap(b, t)));
        if let Some(place) = free.next() {
            // No line behind it strikes the word through.
            svg.rectangle(place, "card", "opacity=\"0.85\"");
            svg.text(place[0], place[1] + HEIGHT - 3.0, "label ink", text);
            taken.push(place);
        }
    }
}

fn draw_series(
    svg: &mut Svg,
    frame: &Frame,
    series: &Series,
    colour: usize,
    (x, y): (&Ruler, &Ruler),
) {
    let [mut line, mut whiskers, mut markers] = [const { String::new() }; 3];
    let mut pen_down = false;
    for point in &series.points {
        if !x.shows(point.x) || !y.shows(point.y) {
            pen_down = false;
            continue;
        }
        let (at_x, at_y) = (frame.x(x.place(point.x)), frame.y(y.place(point.y)));
        let verb = if pen_down { 'L' } else { 'M' };
        line += &format!("{verb}{} {}", number(at_x), number(at_y));
        pen_down = true;
        if let Some((low, high)) = point.interval {
            // A bar that reaches below what a log scale can show ends at the frame.
            let ends = [low, high].map(|end| if y.shows(end) { end } else { y.low() });
            let [low, high] = ends.map(|end| number(frame.y(y.place(end))));
            let (middle, cap) = (number(at_x), number(at_x - 4.0));
            whiskers += &format!("M{middle} {low}V{high}M{cap} {low}h8M{cap} {high}h8");
        }
        markers += &marker(colour, at_x, at_y);
    }
    svg.path(&whiskers, &format!("whisker l{colour}"));
    if series.style == Style::Area {
        line.push('Z');
        svg.put(format_args!(
            r#"<path d="{line}" class="f{colour}" fill-opacity=".08"/>"#
        ));
    }
    if series.style.has_line() {
        svg.path(&line, &curve_classes(series.style, colour));
    }
    if series.style.has_markers() {
        svg.path(&markers, &format!("f{colour}"));
    }
}

/// The marker of a colour: disc, square, triangle, diamond, cross, triangle down, bar.
fn marker(colour: usize, x: f64, y: f64) -> String {
    let (x, y, left) = (number(x), number(y), number(x - 4.2));
    match colour {
        0 => format!("M{left} {y}a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z"),
        1 => format!("M{x} {y}m-3.8-3.8h7.6v7.6h-7.6z"),
        2 => format!("M{x} {y}m0-5l4.8 8.4h-9.6z"),
        3 => format!("M{x} {y}m0-5.4l5.4 5.4-5.4 5.4-5.4-5.4z"),
        4 => format!("M{x} {y}m-1.5-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"),
        5 => format!("M{x} {y}m0 5l4.8-8.4h-9.6z"),
        _ => format!("M{x} {y}m-5-2h10v4h-10z"),
    }
}
