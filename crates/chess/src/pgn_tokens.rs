//! The tokens of a PGN text.

/// What stands in a PGN text, and variations where they are wanted.
pub(crate) enum Token<'a> {
    Tag(&'a str, String),
    Word(&'a str),
    Comment(&'a str),
    /// A whole variation, where they are not read.
    Variation(&'a str),
    Open,
    Close,
    End(&'a str),
}

pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Whether variations are wanted.
    variations: bool,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text, those of variations one by one or each variation as one.
    pub(crate) fn new(text: &'a str, variations: bool) -> Tokens<'a> {
        Tokens {
            text,
            at: 0,
            line: 1,
            variations,
        }
    }

    /// Where the last token ended.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.text.len());
        self.line += self.text[self.at..end].matches('\n').count();
        self.at = end;
    }

    /// Skips to just after the next `stop`, or to the end.
    fn skip_past(&mut self, stop: char) {
        let found = self.rest().find(stop);
        self.advance(found.map_or(self.rest().len(), |i| i + stop.len_utf8()));
    }

    /// Skips a variation with those inside it; comments inside may hold brackets.
    fn skip_variation(&mut self) {
        let mut depth = 0usize;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '{' => self.skip_past('}'),
                ';' => self.skip_past('\n'),
                _ => {
                    self.advance(c.len_utf8());
                    depth = match c {
                        '(' => depth + 1,
                        ')' => depth - 1,
                        _ => depth,
                    };
                    if depth == 0 {
                        return;
                    }
                }
            }
        }
    }

    /// The next token, and its line.
    pub(crate) fn next(&mut self) -> Option<(usize, Token<'a>)> {
        loop {
            let c = self.rest().chars().next()?;
            let line = self.line;
            match c {
                '{' | ';' => {
                    let start = self.at + 1;
                    self.skip_past(if c == '{' { '}' } else { '\n' });
                    let text = self.text[start..self.at].trim_end_matches(['}', '\n']);
                    return Some((line, Token::Comment(text.trim_ascii())));
                }
                '%' if self.at == 0 || self.text[..self.at].ends_with('\n') => {
                    self.skip_past('\n');
                }
                '(' | ')' if self.variations => {
                    self.advance(1);
                    let token = if c == '(' { Token::Open } else { Token::Close };
                    return Some((line, token));
                }
                '(' => {
                    let start = self.at;
                    self.skip_variation();
                    return Some((line, Token::Variation(&self.text[start..self.at])));
                }
                '[' => {
                    let tag = self.tag();
                    self.skip_past('\n');
                    if let Some((name, value)) = tag {
                        return Some((line, Token::Tag(name, value)));
                    }
                }
                c if c.is_whitespace() || c == '.' || c == ')' || c == '\u{feff}' => {
                    self.advance(c.len_utf8());
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}();[".contains(c);
                    let end = self.rest().find(ends).unwrap_or(self.rest().len());
                    // A closing bracket on its own ends no word but must not stop us either.
                    let word = &self.rest()[..end.max(c.len_utf8())];
                    self.advance(word.len());
                    let token = match word {
                        "½-½" => Token::End("1/2-1/2"),
                        "*" | "1-0" | "0-1" | "1/2-1/2" => Token::End(word),
                        _ => Token::Word(word),
                    };
                    return Some((line, token));
                }
            }
        }
    }

    fn tag(&self) -> Option<(&'a str, String)> {
        let line = self.rest().lines().next()?;
        let (name, rest) = line[1..].split_once(char::is_whitespace)?;
        let quoted = rest.trim_start().strip_prefix('"')?;
        let mut value = String::new();
        let mut escaped = false;
        for c in quoted.chars() {
            match c {
                '"' if !escaped => return Some((name, value)),
                '\\' if !escaped => escaped = true,
                c => {
                    escaped = false;
                    // As they are written: tags have no room for control characters.
                    value.push(if c.is_ascii_control() { ' ' } else { c });
                }
            }
        }
        None
    }
}
