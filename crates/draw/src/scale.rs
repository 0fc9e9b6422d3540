//! Axes: what range they span, where their ticks stand and how the numbers are written.
//!
//! Linear ticks are multiples of 1, 2 or 5 times a power of ten; logarithmic ones powers of ten,
//! with 2 and 5 between them where the range is short.
//!
//! **Invariant.** Every range handed out is finite, not empty, and positive on a log scale; there
//! are at most a dozen ticks.

/// One axis of a plot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// How values become places.
    pub scale: Scale,
    /// The smallest and largest value shown; `None` to follow the data.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis that follows the data.
    #[must_use]
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            ..Axis::default()
        }
    }

    /// A logarithmic axis that follows the data; values that are not positive are left out.
    #[must_use]
    pub fn log(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            scale: Scale::Log,
            range: None,
        }
    }
}

/// How values become places on an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scale {
    /// Equal differences, equal distances.
    #[default]
    Linear,
    /// Equal ratios, equal distances.
    Log,
}

/// Values beyond this size, or on a log scale below its inverse, are not drawn.
const LIMIT: f64 = 1e200;

impl Scale {
    /// Whether a value can be shown at all.
    pub(crate) fn shows(self, value: f64) -> bool {
        match self {
            Scale::Linear => value.abs() <= LIMIT,
            Scale::Log => (1.0 / LIMIT..=LIMIT).contains(&value),
        }
    }

    fn straighten(self, value: f64) -> f64 {
        match self {
            Scale::Linear => value,
            Scale::Log => value.log10(),
        }
    }
}

/// An axis whose range is settled.
#[derive(Debug)]
pub(crate) struct Ruler {
    scale: Scale,
    low: f64,
    high: f64,
    /// Values and how they are written.
    pub ticks: Vec<(f64, String)>,
}

impl Ruler {
    /// The ruler for an axis over these values.
    pub fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Ruler {
        let scale = axis.scale;
        let given = axis
            .range
            .filter(|&(low, high)| low < high && scale.shows(low) && scale.shows(high));
        let (low, high) = given.unwrap_or_else(|| {
            let (low, high) = values
                .filter(|&value| scale.shows(value))
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                    (low.min(value), high.max(value))
                });
            widen(scale, low, high)
        });
        let (low, high, ticks) = match scale {
            Scale::Linear => linear(low, high, given.is_some()),
            Scale::Log => logarithmic(low, high, given.is_some()),
        };
        Ruler {
            scale,
            low,
            high,
            ticks,
        }
    }

    /// Where a value stands: 0 at the low end, 1 at the high end.
    pub fn place(&self, value: f64) -> f64 {
        let [value, low, high] = [value, self.low, self.high].map(|v| self.scale.straighten(v));
        ((value - low) / (high - low)).clamp(-10.0, 11.0)
    }

    /// The lowest value shown.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Whether a value can be shown on this scale.
    pub fn shows(&self, value: f64) -> bool {
        self.scale.shows(value)
    }
}

/// A range that is not empty, and that starts at zero where the data come near to it.
fn widen(scale: Scale, low: f64, high: f64) -> (f64, f64) {
    match scale {
        _ if low > high => match scale {
            Scale::Linear => (0.0, 1.0),
            Scale::Log => (1.0, 10.0),
        },
        Scale::Log if high / low < 1.01 => (low / 2.0, high * 2.0),
        Scale::Log => (low, high),
        Scale::Linear if high - low <= 1e-9 * high.abs().max(low.abs()) || low == high => {
            let half = (high.abs() * 0.1).max(0.5);
            (low - half, high + half)
        }
        Scale::Linear if low > 0.0 && low < 0.4 * high => (0.0, high),
        Scale::Linear => (low, high),
    }
}

type Ticked = (f64, f64, Vec<(f64, String)>);

/// Ticks at multiples of a round step. Unless the range was given, it grows to whole steps.
fn linear(low: f64, high: f64, given: bool) -> Ticked {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(power * 10.0);
    let (first, last) = ((low / step).floor(), (high / step).ceil());
    let (low, high) = if given {
        (low, high)
    } else {
        (first * step, last * step)
    };
    let slack = (high - low) * 1e-9;
    // A range so narrow against its height that steps vanish still has its two ends.
    let count = (last - first).clamp(0.0, 20.0) as usize;
    let ticks = (0..=count)
        .map(|i| (first + i as f64) * step)
        .filter(|tick| (low - slack..=high + slack).contains(tick))
        .map(|tick| (tick, write(tick, step)))
        .collect();
    (low, high, ticks)
}

/// Ticks at powers of ten, with 2 and 5 between them if there are few, or only every so many.
fn logarithmic(low: f64, high: f64, given: bool) -> Ticked {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let decades = (last - first).max(1);
    let factors: &[f64] = if decades <= 3 {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let every = (decades + 7) / 8;
    let mut candidates = Vec::new();
    for exponent in (first..=last).step_by(every as usize) {
        candidates.extend(factors.iter().map(|factor| factor * 10f64.powi(exponent)));
    }
    let (low, high) = if given {
        (low, high)
    } else {
        let below = candidates.iter().rfind(|&&tick| tick <= low * 1.0001);
        let above = candidates.iter().find(|&&tick| tick >= high * 0.9999);
        (
            below.map_or(low, |tick| tick.min(low)),
            above.map_or(high, |tick| tick.max(high)),
        )
    };
    let ticks = candidates
        .into_iter()
        .filter(|tick| (low * 0.9999..=high * 1.0001).contains(tick))
        .map(|tick| (tick, write(tick, tick)))
        .collect();
    (low, high, ticks)
}

/// A number as an axis writes it: with the decimals its step needs, thousands apart, and as a
/// power of ten where it is very large or very small.
pub(crate) fn write(value: f64, step: f64) -> String {
    if value.abs() < step.abs() * 1e-6 {
        return "0".to_string();
    }
    if value.abs() >= 999_999.5 || step.abs() < 0.000_99 {
        return power_of_ten(value);
    }
    let decimals = (-step.abs().log10()).ceil().clamp(0.0, 4.0) as usize;
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{grouped}{rest}")
}

fn power_of_ten(value: f64) -> String {
    let scientific = format!("{:.2e}", value.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    let exponent: String = exponent
        .chars()
        .map(|c| match c.to_digit(10) {
            Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
            None => '⁻',
        })
        .collect();
    let sign = if value < 0.0 { "−" } else { "" };
    match mantissa {
        "1" => format!("{sign}10{exponent}"),
        _ => format!("{sign}{mantissa}·10{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        let ruler = Ruler::new(axis, values.iter().copied());
        ruler.ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn linear_ticks_are_round_and_enclose_the_data() {
        let axis = Axis::linear("");
        assert_eq!(labels(&axis, &[0.3, 9.2]), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(
            labels(&axis, &[-0.2, 0.31]),
            ["−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3", "0.4"].map(|s| if s == "0.0" {
                "0"
            } else {
                s
            })
        );
        assert_eq!(
            labels(&axis, &[1000.0, 5000.0]),
            ["0", "1,000", "2,000", "3,000", "4,000", "5,000"]
        );
    }

    #[test]
    fn log_ticks_are_powers_of_ten_with_two_and_five_in_short_ranges() {
        let axis = Axis::log("");
        assert_eq!(
            labels(&axis, &[1.5, 40.0]),
            ["1", "2", "5", "10", "20", "50"]
        );
        assert_eq!(
            labels(&axis, &[3.0, 2e7]),
            [
                "1", "10", "100", "1,000", "10,000", "100,000", "10⁶", "10⁷", "10⁸"
            ]
        );
    }

    #[test]
    fn places_run_from_zero_to_one_and_are_finite_for_any_data() {
        let hard: [&[f64]; 7] = [
            &[],
            &[5.0],
            &[0.0, 0.0],
            &[f64::NAN, f64::INFINITY],
            &[-1e308, 1e308],
            &[1e-300, 1e300],
            &[1e15, 1e15 + 1.0],
        ];
        for values in hard {
            for axis in [Axis::linear(""), Axis::log("")] {
                let ruler = Ruler::new(&axis, values.iter().copied());
                assert!(ruler.ticks.len() <= 21, "{values:?} {axis:?}: {ruler:?}");
                assert!(ruler.low < ruler.high, "{values:?} {axis:?}: {ruler:?}");
                for &value in values.iter().filter(|&&value| ruler.shows(value)) {
                    let place = ruler.place(value);
                    assert!((-1e-6..=1.0 + 1e-6).contains(&place), "{value}: {place}");
                }
            }
        }
    }

    #[test]
    fn a_given_range_is_kept_and_a_senseless_one_ignored() {
        let mut axis = Axis::linear("");
        axis.range = Some((0.0, 1.05));
        let ruler = Ruler::new(&axis, [7.0].into_iter());
        assert_eq!((ruler.place(0.0), ruler.place(1.05)), (0.0, 1.0));
        axis.range = Some((3.0, 3.0));
        let ruler = Ruler::new(&axis, [7.0].into_iter());
        assert!((0.0..=1.0).contains(&ruler.place(7.0)));
    }

    #[test]
    fn numbers_are_written_for_people() {
        let shown = [(0.25, 0.05), (-1234.0, 1.0), (2.5e6, 5e5), (1e-5, 1e-5)]
            .map(|(value, step)| write(value, step));
        assert_eq!(shown, ["0.25", "−1,234", "2.5·10⁶", "10⁻⁵"]);
    }
}
