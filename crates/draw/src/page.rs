//! A page of HTML that holds text, tables and pictures and needs no other file.
//!
//! No script and no outside resource: the page can be mailed, archived and read offline. Light
//! or dark follows the reader's setting, as the pictures do.

use crate::svg::escape;

const STYLE: &str = "\
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1f2328;--muted:#5f6873;--rule:#dfe3e8}\
@media (prefers-color-scheme:dark){:root{--page:#0e1116;--card:#15181d;--ink:#e6e9ee;--muted:#9aa4af;--rule:#2a3038}}\
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 'Helvetica Neue',Helvetica,Arial,sans-serif}\
main{max-width:960px;margin:0 auto;padding:24px 16px 48px}\
h1{font-size:1.7rem;line-height:1.2;margin:.5em 0}\
h2{font-size:1.2rem;margin:2em 0 .6em}\
figure{margin:1em 0;overflow-x:auto;text-align:center}\
figure>svg{max-width:100%;height:auto}\
figure.wide{text-align:left}figure.wide>svg{max-width:none}\
pre{background:var(--card);border:1px solid var(--rule);border-radius:6px;padding:12px;overflow-x:auto;font-size:.85rem;line-height:1.35}\
.table{overflow-x:auto}\
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}\
th,td{padding:5px 14px 5px 0;text-align:right;border-bottom:1px solid var(--rule)}\
th{color:var(--muted);font-weight:600}\
th:first-child,td:first-child,.words{text-align:left}\
summary{cursor:pointer;color:var(--muted);margin:1em 0}\
nav ul{list-style:none;padding:0;columns:20em}\
nav li{break-inside:avoid;margin:.3em 0}\
a{color:inherit}\
@media (max-width:600px){th,td{white-space:nowrap}figure.broad{text-align:left}figure.broad>svg{max-width:none}}";

/// Pictures wider than this scroll instead of shrinking until they cannot be read.
const SHRINK_LIMIT: f64 = 1800.0;
/// On a phone, pictures wider than this do.
const PHONE_LIMIT: f64 = 480.0;

/// A part of a page, under a heading of its own.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Section {
    /// The heading; none if empty.
    pub heading: String,
    /// What stands under it.
    pub blocks: Vec<Block>,
}

/// One thing on a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// Text whose spaces and line breaks are kept.
    Preformatted(String),
    /// A picture, as the `svg` functions of this crate give it; written as it stands.
    Svg(String),
    /// A table.
    Table {
        /// The heads of its columns.
        head: Vec<String>,
        /// Its rows.
        rows: Vec<Vec<String>>,
    },
    /// Something shown only when the reader opens it.
    Folded {
        /// What there is to open.
        summary: String,
        /// What it holds.
        blocks: Vec<Block>,
    },
    /// Links to sections of the page, by their headings.
    Contents(Vec<String>),
}

/// A self-contained page.
///
/// ```
/// use zermelo_draw::{Block, Section, html_page};
/// let section = Section { heading: "Result".into(), blocks: vec![Block::Text("3 < 4".into())] };
/// assert!(html_page("Report", &[section]).contains("<p>3 &lt; 4</p>"));
/// ```
#[must_use]
pub fn html_page(title: &str, sections: &[Section]) -> String {
    let title = escape(title);
    let mut body = String::new();
    for section in sections {
        body += "<section>\n";
        if !section.heading.is_empty() {
            let (anchor, heading) = (anchor(&section.heading), escape(&section.heading));
            body += &format!("<h2 id=\"{anchor}\">{heading}</h2>\n");
        }
        for block in &section.blocks {
            body += &html_block(block);
        }
        body += "</section>\n";
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn html_block(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("<p>{}</p>\n", with_code(text)),
        Block::Preformatted(text) => {
            let lines: Vec<String> = text.lines().map(escape).collect();
            format!("<pre>{}</pre>\n", lines.join("\n"))
        }
        Block::Svg(svg) => {
            let class = match svg_width(svg) {
                width if width > SHRINK_LIMIT => " class=\"wide\"",
                width if width > PHONE_LIMIT => " class=\"broad\"",
                _ => "",
            };
            format!("<figure{class}>\n{svg}</figure>\n")
        }
        Block::Table { head, rows } => html_table(head, rows),
        Block::Folded { summary, blocks } => {
            let inner: String = blocks.iter().map(html_block).collect();
            let summary = escape(summary);
            format!("<details>\n<summary>{summary}</summary>\n{inner}</details>\n")
        }
        Block::Contents(headings) => {
            let items = headings.iter().map(|heading| {
                let (anchor, heading) = (anchor(heading), escape(heading));
                format!("<li><a href=\"#{anchor}\">{heading}</a></li>\n")
            });
            format!("<nav><ul>\n{}</ul></nav>\n", items.collect::<String>())
        }
    }
}

/// A text in which what stands between two backticks is code.
fn with_code(text: &str) -> String {
    let parts: Vec<String> = text.split('`').map(escape).collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let spoken = parts.iter().enumerate().map(|(number, part)| {
        if number % 2 == 1 {
            format!("<code>{part}</code>")
        } else {
            part.clone()
        }
    });
    spoken.collect()
}

fn html_table(head: &[String], rows: &[Vec<String>]) -> String {
    // Numbers line up on the right; a column with anything else in it is read from the left.
    let is_number = |cell: &String| cell.is_empty() || cell.replace(',', "").parse::<f64>().is_ok();
    let words = |column: usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(column));
        cells.any(|cell| !is_number(cell))
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(head.len());
    let classes: Vec<&str> = (0..columns)
        .map(|column| match words(column) {
            true if column > 0 => " class=\"words\"",
            _ => "",
        })
        .collect();
    let row = |cells: &[String], tag: &str| -> String {
        let cells = cells.iter().zip(&classes);
        let cells: String = cells
            .map(|(cell, class)| format!("<{tag}{class}>{}</{tag}>", escape(cell)))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = rows.iter().map(|cells| row(cells, "td")).collect();
    let head = if head.is_empty() {
        String::new()
    } else {
        format!("<thead>\n{}</thead>\n", row(head, "th"))
    };
    format!("<div class=\"table\"><table>\n{head}<tbody>\n{body}</tbody>\n</table></div>\n")
}

/// A heading as the name of a place on the page.
fn anchor(heading: &str) -> String {
    let letters = heading
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' });
    letters.collect()
}

/// The width that an SVG document states, 0 if none.
fn svg_width(svg: &str) -> f64 {
    svg.split_once(" width=\"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .and_then(|(width, _)| width.parse().ok())
        .unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_lead_to_the_headings_of_the_page() {
        let heading = "Best first: <1>".to_string();
        let sections = [
            Section {
                heading: String::new(),
                blocks: vec![Block::Contents(vec![heading.clone()])],
            },
            Section {
                heading,
                blocks: Vec::new(),
            },
        ];
        let page = html_page("Title", &sections);
        assert!(page.contains(r##"<a href="#Best-first---1-">Best first: &lt;1&gt;</a>"##));
        assert!(page.contains(r#"<h2 id="Best-first---1-">Best first: &lt;1&gt;</h2>"#));
    }

    #[test]
    fn backticks_in_pairs_make_code() {
        assert_eq!(
            with_code("search `a<b`, `c`"),
            "search <code>a&lt;b</code>, <code>c</code>"
        );
        assert_eq!(with_code("a ` b"), "a ` b");
    }

    #[test]
    fn columns_of_words_are_read_from_the_left_also_when_folded() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let table = Block::Table {
            head: row(["d", "tree", "leaves"]),
            rows: vec![row(["2", "(1 2)", "1,024"]), row(["3", "7", ""])],
        };
        let folded = Block::Folded {
            summary: "2 rows".to_string(),
            blocks: vec![table],
        };
        let html = html_block(&folded);
        assert!(html.starts_with("<details>\n<summary>2 rows</summary>\n<div"));
        assert!(html.contains(r#"<th>d</th><th class="words">tree</th><th>leaves</th>"#));
        assert!(html.contains(r#"<td>3</td><td class="words">7</td><td></td>"#));
    }
}
