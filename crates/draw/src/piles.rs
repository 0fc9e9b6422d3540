//! Heaps of counters, as in Nim and Grundy's game: coins seen from the side, the count beneath.
//!
//! A heap of more than [`MAX_COINS`] shows that many with a break in the middle; more than
//! [`IN_A_ROW`] heaps continue on the next row.

use crate::svg::{Rule, Svg, number};

/// Coins drawn of one heap.
const MAX_COINS: u32 = 20;
/// Heaps beside each other.
const IN_A_ROW: usize = 14;
/// Heaps drawn at all.
const MAX_PILES: usize = 280;

const MARGIN: f64 = 20.0;
const PITCH: f64 = 58.0;
const THICKNESS: f64 = 8.0;
/// Space for the dots that stand for coins left out.
const BREAK: f64 = 34.0;
const RADII: (f64, f64) = (20.0, 6.5);

const RULES: &[Rule] = &[
    (
        ".coin",
        "fill:#d9a92e;stroke:#8a6508;stroke-width:1",
        "fill:#c79a2b;stroke:#f0d58a",
    ),
    (
        ".face",
        "fill:#f1cf6b;stroke:#8a6508;stroke-width:1",
        "fill:#e2bd57;stroke:#f0d58a",
    ),
    (
        ".ground",
        "stroke:#b4bbc3;stroke-width:1.2",
        "stroke:#505a66",
    ),
    (
        ".count",
        "font-size:14px;font-weight:600;text-anchor:middle",
        "",
    ),
];

pub(crate) fn piles_svg(piles: &[u32]) -> String {
    let mut svg = Svg::default();
    let shown = &piles[..piles.len().min(MAX_PILES)];
    let columns = shown.len().clamp(1, IN_A_ROW) as f64;
    let mut y = MARGIN;
    for row in shown.chunks(IN_A_ROW) {
        let tallest = row.iter().map(|&pile| height(pile)).fold(0.0, f64::max);
        let ground = y + tallest + 4.0;
        for (place, &pile) in row.iter().enumerate() {
            draw_pile(
                &mut svg,
                MARGIN + PITCH * (place as f64 + 0.5),
                ground,
                pile,
            );
        }
        y = ground + 38.0;
    }
    let mut width = 2.0 * MARGIN + PITCH * columns;
    if shown.is_empty() {
        svg.text(MARGIN, y + 14.0, "label muted", "No piles.");
        y += 18.0;
        width += 30.0;
    }
    if piles.len() > shown.len() {
        let rest = format!("… and {} more piles", piles.len() - shown.len());
        svg.text(MARGIN, y + 4.0, "label muted", &rest);
        y += 12.0;
    }
    svg.finish("zp", RULES, (width, y + MARGIN - 14.0), &said(piles))
}

fn height(pile: u32) -> f64 {
    let steps = f64::from(pile.min(MAX_COINS));
    let gap = if pile > MAX_COINS { BREAK } else { 0.0 };
    steps * THICKNESS + 2.0 * RADII.1 + gap
}

fn draw_pile(svg: &mut Svg, x: f64, ground: f64, pile: u32) {
    let (rx, ry) = RADII;
    svg.put(format_args!(
        r#"<path d="M{} {}h{}" class="ground"/>"#,
        number(x - 24.0),
        number(ground),
        number(48.0)
    ));
    let mut y = ground - ry;
    for coin in 0..pile.min(MAX_COINS) {
        if pile > MAX_COINS && coin == MAX_COINS / 2 {
            for dot in [-17.0, -23.0, -29.0] {
                svg.circle(x, y + dot + 6.0, 1.6, "muted");
            }
            y -= BREAK;
        }
        let (left, right) = (number(x - rx), number(x + rx));
        let (low, high) = (number(y), number(y - THICKNESS));
        svg.put(format_args!(
            r#"<path d="M{left} {high}V{low}A{rx} {ry} 0 0 0 {right} {low}V{high}" class="coin"/><ellipse cx="{}" cy="{high}" rx="{rx}" ry="{ry}" class="face"/>"#,
            number(x)
        ));
        y -= THICKNESS;
    }
    svg.text(x, ground + 20.0, "count ink", &pile.to_string());
}

/// What a screen reader says.
fn said(piles: &[u32]) -> String {
    let numbers: Vec<String> = piles.iter().map(u32::to_string).collect();
    match &numbers[..] {
        [] => "No piles".to_string(),
        [one] => format!("A pile of {one}"),
        [first @ .., last] => format!("Piles of {} and {last}", first.join(", ")),
    }
}
