//! The few pieces of SVG that every picture needs: escaping, numbers, widths of text, the
//! document around the content and its style sheet.
//!
//! **How ours differs** from a general writer: colours live in one style sheet per picture, with
//! a second set for readers who prefer dark pages; renderers that know no media queries show the
//! light set. No `id` is written and every rule is scoped by the picture's class, so that many
//! pictures can stand in one HTML page.
//!
//! **Invariant.** The output is well-formed XML whatever text is put in, and the same for the
//! same input: numbers have at most two decimals.

use std::fmt::Write;

/// The font of all pictures.
const FONT: &str = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif";

/// The longest title or tooltip written, in characters.
const MAX_TITLE: usize = 300;

/// One rule of a style sheet: selector, declarations, and what changes on a dark page.
pub(crate) type Rule = (&'static str, &'static str, &'static str);

/// What all pictures share: the card behind them and three strengths of ink.
const SHARED: &[Rule] = &[
    (".card", "fill:#fff", "fill:#15181d"),
    (".ink", "fill:#1f2328", "fill:#e6e9ee"),
    (".muted", "fill:#5f6873", "fill:#9aa4af"),
    (".title", "font-size:15px;font-weight:600", ""),
    (".label", "font-size:12px", ""),
    (".small", "font-size:11px", ""),
    (".mid", "text-anchor:middle", ""),
    (".end", "text-anchor:end", ""),
];

/// A picture being written.
#[derive(Default)]
pub(crate) struct Svg {
    body: String,
}

impl Svg {
    /// Appends an element as it stands; the caller has escaped what needs it.
    pub fn put(&mut self, element: std::fmt::Arguments<'_>) {
        self.body
            .write_fmt(element)
            .expect("writing to a string cannot fail");
        self.body.push('\n');
    }

    /// A line of text; `classes` choose its size, anchor and colour.
    pub fn text(&mut self, x: f64, y: f64, classes: &str, text: &str) {
        if !text.is_empty() {
            self.put(format_args!(
                r#"<text x="{}" y="{}" class="{classes}">{}</text>"#,
                number(x),
                number(y),
                escape(text)
            ));
        }
    }

    /// A rectangle; `more` holds further attributes.
    pub fn rectangle(&mut self, [x, y, width, height]: [f64; 4], classes: &str, more: &str) {
        let space = if more.is_empty() { "" } else { " " };
        self.put(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" class="{classes}"{space}{more}/>"#,
            number(x),
            number(y),
            number(width),
            number(height)
        ));
    }

    /// A circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, classes: &str) {
        self.put(format_args!(
            r#"<circle cx="{}" cy="{}" r="{}" class="{classes}"/>"#,
            number(x),
            number(y),
            number(radius)
        ));
    }

    /// A path; nothing if it is empty.
    pub fn path(&mut self, data: &str, classes: &str) {
        if !data.is_empty() {
            self.put(format_args!(r#"<path d="{data}" class="{classes}"/>"#));
        }
    }

    /// The whole document. `kind` is the class that scopes `rules`; `title` is what a screen
    /// reader says.
    pub fn finish(self, kind: &str, rules: &[Rule], size: (f64, f64), title: &str) -> String {
        let (width, height) = (number(size.0.ceil()), number(size.1.ceil()));
        let title = escape(&shorten(title, MAX_TITLE));
        let style = style_sheet(kind, rules);
        let body = self.body;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{kind}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"{title}\">\n<title>{title}</title>\n<style>{style}</style>\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"6\" class=\"card\"/>\n{body}</svg>\n"
        )
    }
}

/// The style sheet of a picture: all rules, then again what differs on dark pages.
fn style_sheet(kind: &str, rules: &[Rule]) -> String {
    let (mut light, mut dark) = (format!(".{kind} text{{font-family:{FONT}}}"), String::new());
    for (selectors, declarations, on_dark) in SHARED.iter().chain(rules) {
        for (sheet, what) in [(&mut light, declarations), (&mut dark, on_dark)] {
            if what.is_empty() {
                continue;
            }
            let scoped: Vec<String> = selectors
                .split(',')
                .map(|one| format!(".{kind} {one}"))
                .collect();
            sheet.push_str(&format!("{}{{{what}}}", scoped.join(",")));
        }
    }
    format!("{light}@media (prefers-color-scheme:dark){{{dark}}}")
}

/// Text made safe for XML content and attributes. Characters that XML 1.0 cannot hold become
/// U+FFFD, line breaks become spaces.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\r' | '\t' => safe.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(c),
        }
    }
    safe
}

/// A number with at most two decimals; what is not finite becomes 0.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_string();
    }
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_string()
}

/// The text, or its beginning and an ellipsis if it has more than `limit` characters.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_string();
    }
    let kept: String = text.chars().take(limit.saturating_sub(1)).collect();
    kept.trim_end().to_string() + "…"
}

/// An estimate of a text's width in pixels, on the generous side: the widest font of the list
/// is some 10% wider than the first.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let units: f64 = text
        .chars()
        .map(|c| match c {
            ' ' | 'i' | 'j' | 'l' | 'f' | 't' | 'I' => 0.36,
            '.' | ',' | ':' | ';' | '|' | '!' | '\'' | '(' | ')' | '[' | ']' => 0.38,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.95,
            'A'..='Z' => 0.7,
            '∞' | '−' | '+' | '=' | '<' | '>' | '≤' | '≥' => 0.82,
            c if c.is_ascii() => 0.62,
            c if c < '\u{1100}' => 0.66,
            _ => 1.0,
        })
        .sum();
    units * size
}

/// Breaks a text into lines of at most `width`, as `measure` measures it, between words and,
/// where a word alone is too long, within it.
pub(crate) fn wrap(text: &str, width: f64, measure: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() {
            word.to_string()
        } else {
            format!("{line} {word}")
        };
        if measure(&longer) <= width {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if measure(&line) > width && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_two_decimals_and_no_negative_zero() {
        let shown: Vec<String> = [1.0, 0.125, -0.001, 33.333, 2.5, f64::NAN, f64::INFINITY]
            .iter()
            .map(|&value| number(value))
            .collect();
        assert_eq!(shown, ["1", "0.12", "0", "33.33", "2.5", "0", "0"]);
    }

    #[test]
    fn escaping_leaves_nothing_that_xml_cannot_hold() {
        assert_eq!(
            escape("a<b & \"c\" 'd'>\n\u{1}\u{ffff}"),
            "a&lt;b &amp; &quot;c&quot; &#39;d&#39;&gt; \u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn wrapping_keeps_every_character_and_the_width() {
        let count = |line: &str| line.chars().count() as f64;
        let lines = wrap("one two incomprehensibilities three", 8.0, count);
        assert_eq!(lines, ["one two", "incompre", "hensibil", "ities", "three"]);
        assert!(wrap("   ", 8.0, count).is_empty());
        assert_eq!(
            wrap("ab", 0.0, count),
            ["a", "b"],
            "no width is still an end"
        );
    }

    #[test]
    fn shortening_counts_characters_not_bytes() {
        assert_eq!(shorten("∞∞∞∞", 4), "∞∞∞∞");
        assert_eq!(shorten("∞∞∞∞∞", 4), "∞∞∞…");
    }

    #[test]
    fn a_style_sheet_scopes_every_selector() {
        let sheet = style_sheet("zx", &[(".a,.b", "fill:red", "fill:blue")]);
        assert!(sheet.contains(".zx .a,.zx .b{fill:red}@media"), "{sheet}");
        assert!(sheet.ends_with(".zx .a,.zx .b{fill:blue}}"), "{sheet}");
    }
}
