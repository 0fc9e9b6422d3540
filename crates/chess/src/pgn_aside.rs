//! What PGN says beside a move: signs and variations, kept as text.

/// What is said beside a move, other than comments.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Aside {
    /// Numeric glyphs, separated by blanks.
    pub signs: String,
    /// Variations in brackets, separated by blanks.
    pub variations: String,
}

impl Aside {
    /// Takes a sign, if it is one that the standard has.
    pub(crate) fn add_sign(&mut self, text: &str) {
        if let Some(glyph) = glyph(text) {
            add(&mut self.signs, &glyph);
        }
    }

    /// Takes a variation with its brackets.
    pub(crate) fn add_variation(&mut self, text: &str) {
        add(&mut self.variations, &in_one_line(text));
    }
}

fn add(part: &mut String, text: &str) {
    if !part.is_empty() {
        part.push(' ');
    }
    part.push_str(text);
}

/// A variation without line ends: comments up to the end of a line get braces, and what a text that
/// breaks off has left open is closed.
fn in_one_line(variation: &str) -> String {
    let (mut text, mut depth) = (String::new(), 0usize);
    let mut rest = variation;
    while let Some(c) = rest.chars().next() {
        let (comment, length) = match c {
            '{' => (true, rest.find('}').map_or(rest.len(), |end| end + 1)),
            ';' => (true, rest.find('\n').unwrap_or(rest.len())),
            _ => (false, c.len_utf8()),
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        if comment {
            let said = part[1..].trim_end_matches('}').replace(['{', '}'], "");
            text += &format!(" {{{}}} ", said.trim_ascii());
            continue;
        }
        depth = match c {
            '(' => depth + 1,
            ')' => depth.saturating_sub(1),
            _ => depth,
        };
        text.push(c);
    }
    text += &")".repeat(depth);
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    words.join(" ").replace("} )", "})").replace("( {", "({")
}

/// A sign as a numeric glyph; `None` if it is none that the standard has.
fn glyph(text: &str) -> Option<String> {
    let signs = ["!", "?", "!!", "??", "!?", "?!"];
    if let Some(number) = signs.iter().position(|sign| *sign == text) {
        return Some(format!("${}", number + 1));
    }
    let number = text.strip_prefix('$')?.parse::<u8>().ok()?;
    Some(format!("${number}"))
}
