//! Bar charts: one or several values for each of a few names, with error bars.

use crate::frame::{self, COLOURS, Sample, Surroundings};
use crate::scale::{Axis, Ruler};
use crate::svg::{Svg, number, shorten, text_width};

/// A bar chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bars {
    /// A line above the chart; also the accessible title.
    pub title: String,
    /// What the groups are, written under the axis.
    pub x_label: String,
    /// The vertical axis; bars stand on zero, on a log scale on its lower end.
    pub y: Axis,
    /// The name of each series of bars, in the order of [`BarGroup::values`].
    pub series: Vec<String>,
    /// The groups from the left.
    pub groups: Vec<BarGroup>,
    /// Lines under the chart.
    pub notes: Vec<String>,
}

/// The bars over one name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BarGroup {
    /// The name.
    pub label: String,
    /// One bar for each series: its value and, if known, the ends of its error bar.
    pub values: Vec<(f64, Option<(f64, f64)>)>,
}

impl Bars {
    /// The chart as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let values = self.groups.iter().flat_map(|group| &group.values);
        let reach = values.flat_map(|&(value, interval)| {
            let (low, high) = interval.unwrap_or((value, value));
            [0.0, low, value, high]
        });
        let y = Ruler::new(&self.y, reach);
        let legend = self.series.iter().enumerate().map(|(i, name)| {
            let colour = i % COLOURS;
            let sample: Sample = Box::new(move |svg: &mut Svg, x: f64, y: f64| {
                svg.rectangle(
                    [x - 14.0, y - 5.0, 28.0, 10.0],
                    &format!("bar f{colour}"),
                    "",
                );
            });
            (name.as_str(), sample)
        });
        let around = Surroundings {
            title: &self.title,
            legend: legend.collect(),
            x_label: &self.x_label,
            y_label: &self.y.label,
            notes: &self.notes,
        };
        let mut svg = Svg::default();
        let frame = frame::draw(&mut svg, &around, &y);
        let pitch = frame.width / self.groups.len().max(1) as f64;
        for (i, group) in self.groups.iter().enumerate() {
            let middle = frame.left + pitch * (i as f64 + 0.5);
            draw_group(&mut svg, &frame, &y, group, (middle, pitch));
        }
        frame.draw_axes(&mut svg);
        frame::finish(svg, &around, &frame)
    }
}

fn draw_group(
    svg: &mut Svg,
    frame: &frame::Frame,
    y: &Ruler,
    group: &BarGroup,
    (middle, pitch): (f64, f64),
) {
    let count = group.values.len().max(1) as f64;
    let width = (pitch * 0.72 / count).min(46.0);
    let height = |value: f64| {
        let value = if y.shows(value) { value } else { y.low() };
        frame.y(y.place(value).clamp(0.0, 1.0))
    };
    let ground = height(0.0);
    for (i, &(value, interval)) in group.values.iter().enumerate() {
        if !y.shows(value) {
            continue;
        }
        let x = middle + width * (i as f64 - count / 2.0);
        let top = height(value);
        let place = [
            x + 0.5,
            top.min(ground),
            (width - 1.0).max(0.5),
            (top - ground).abs(),
        ];
        svg.rectangle(place, &format!("bar f{}", i % COLOURS), "");
        if let Some((low, high)) = interval {
            let [low, high] = [low, high].map(|end| number(height(end)));
            let (centre, cap) = (number(x + width / 2.0), number(x + width / 2.0 - 4.0));
            let data = format!("M{centre} {low}V{high}M{cap} {low}h8M{cap} {high}h8");
            svg.path(&data, "whisker black");
        }
    }
    let fitting = (1..=40)
        .rev()
        .find(|&limit| text_width(&shorten(&group.label, limit), 12.0) <= pitch - 4.0)
        .unwrap_or(1);
    let label = shorten(&group.label, fitting);
    svg.text(middle, frame.bottom() + 19.0, "label mid muted", &label);
}
