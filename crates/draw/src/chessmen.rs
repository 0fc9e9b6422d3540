//! Chessmen as outlines of our own: boards look the same whatever fonts there are.
//!
//! Each man is drawn in a square of 45 by 45, standing on the line 38.5, as a shape and the lines
//! within it.

/// The side of the square in which men are drawn.
pub(crate) const SIDE: f64 = 45.0;

/// The shape of a man, and the lines drawn on it; nothing for other signs.
fn outline(man: char) -> Option<(&'static str, &'static str)> {
    Some(match man {
        '♔' | '♚' => (
            "M21.2 4.5h2.6v2.7h2.9v2.6h-2.9v2.9c1.6.6 2.5 2.1 2.5 3.9 0 1.2-.3 2.3-.9 3.4 2.5-2.2 \
             4.9-3.3 7.3-3.3 3.6 0 6.3 2.6 6.3 6.3 0 3.9-2.5 7-5.3 9.4v.6c1.3 0 2.3.9 2.3 2.2v3.3h-26.9v-3.3c0\
             -1.3 1-2.2 2.3-2.2v-.6C8.3 30 5.8 26.9 5.8 23c0-3.7 2.7-6.3 6.3-6.3 2.4 0 4.8 1.1 7.3 3.3-.6\
             -1.1-.9-2.2-.9-3.4 0-1.8.9-3.3 2.5-3.9V9.8h-2.7V7.2h2.9z",
            "M22.5 21v10.5M12 33h21",
        ),
        '♕' | '♛' => (
            "M11.3 33 7.6 18.3a2.1 2.1 0 1 1 2-.4l4.2 5.9.6-9.6a2.1 2.1 0 1 1 2.2-.2l3.4 9.4 1.6-10.6a2.1 2.1 0 \
             1 1 1.8 0L25 23.4l3.4-9.4a2.1 2.1 0 1 1 2.2.2l.6 9.6 4.2-5.9a2.1 2.1 0 1 1 2 .4L33.7 33c1.3 0 2.3.9 \
             2.3 2.2v3.3H9v-3.3c0-1.3 1-2.2 2.3-2.2z",
            "M11.5 33h22M11.5 29.2c7.3-1.6 14.7-1.6 22 0",
        ),
        '♖' | '♜' => (
            "M10.5 38.5V35h2.6l1.6-14.2-2.7-3.1V9.5h4.7v3h3.4v-3h4.8v3h3.4v-3H33v8.2l-2.7 3.1L31.9 35h2.6v3.5z",
            "M14.7 20.8h15.6M13.1 35h18.8",
        ),
        '♗' | '♝' => (
            "M22.5 5.4a2.5 2.5 0 0 1 1.8 4.3c4.5 3.3 7.2 7.7 7.2 12 0 3.2-1.6 5.7-4 7.3l1.3 3.3h2.6c1.4 0 2.6 1.1 \
             2.6 2.6v3.6H11v-3.6c0-1.5 1.2-2.6 2.6-2.6h2.6l1.3-3.3c-2.4-1.6-4-4.1-4-7.3 0-4.3 2.7-8.7 7.2-12a2.5 \
             2.5 0 0 1 1.8-4.3z",
            "M22.5 15.5v7M19 19h7M17.5 29h10M16.2 32.3h12.6",
        ),
        '♘' | '♞' => (
            "M12.2 38.5c0-6.4 2.3-10.2 5.8-13.5 1.5-1.5 2.4-2.9 2.5-4.6-2.3 1.8-4.8 2.2-6.4 4-1 1.2-1.6 2.7-3.3 2.7\
             -2 0-3.6-1.8-3.6-3.9 0-1.3.6-2.4 1.3-3.6 1.7-2.9 2.6-5.5 4.5-8.2 1.1-1.6 2.4-2.7 3.9-3.3l.5-3.9 3.4 \
             3.1C29.3 8 34.8 15.2 34.8 25.6c0 5.2-.9 8.9-.9 12.9z",
            "M15.6 14.6v1.4M10.6 22.6v.6M24 9.5c4.5 2.8 7 8.6 7 16.1",
        ),
        '♙' | '♟' => (
            "M22.5 8.2a5 5 0 0 1 3.3 8.8c2.8 1.6 4.2 4 4.2 6.4 0 1.6-.6 3.1-1.7 4.3 3.5 2.2 5.7 5.9 5.7 \
             10.8H11c0-4.9 2.2-8.6 5.7-10.8-1.1-1.2-1.7-2.7-1.7-4.3 0-2.4 1.4-4.8 4.2-6.4a5 5 0 0 1 3.3-8.8z",
            "",
        ),
        _ => return None,
    })
}

/// A chessman at its own size, as SVG elements with the classes `mw`, `mb` and `lw`, `lb` for the
/// shapes and lines of white and black men; `None` for other signs.
pub(crate) fn chessman(man: char) -> Option<String> {
    let (shape, lines) = outline(man)?;
    let colour = if man <= '♙' { 'w' } else { 'b' };
    let mut elements = format!(r#"<path d="{shape}" class="m{colour}"/>"#);
    if !lines.is_empty() {
        elements += &format!(r#"<path d="{lines}" class="l{colour}"/>"#);
    }
    Some(elements)
}

/// All men as the symbols `wk`, `wq` … `bp` of one SVG document, for pages that show boards.
///
/// They carry their colours as attributes: what a page takes out of another document does not
/// bring that document's style sheet along.
#[must_use]
pub fn men_sprite() -> String {
    let mut svg = String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">"#);
    for (place, man) in ('♔'..='♟').enumerate() {
        let Some((shape, lines)) = outline(man) else {
            continue;
        };
        let letter = ["k", "q", "r", "b", "n", "p"][place % 6];
        let (colour, fill, edge, line) = match place < 6 {
            true => ('w', "#fff", "#17191c", "#17191c"),
            false => ('b', "#2b2d31", "#0c0d0e", "#f3f3f0"),
        };
        svg += &format!(
            r##"<symbol id="{colour}{letter}" viewBox="0 0 45 45"><path d="{shape}" fill="{fill}" stroke="{edge}" stroke-width="1.3" stroke-linejoin="round"/><path d="{lines}" fill="none" stroke="{line}" stroke-width="1.3" stroke-linecap="round"/></symbol>"##
        );
    }
    svg + r##"<use href="#wk"/></svg>"##
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_has_a_shape_and_letters_have_none() {
        for man in '♔'..='♟' {
            let drawn = chessman(man).unwrap();
            assert!(drawn.starts_with("<path d=\"M") && !drawn.contains("  "));
            assert_eq!(drawn.contains("class=\"mw\""), man <= '♙');
        }
        assert_eq!(chessman('K'), None);
    }

    #[test]
    fn the_sprite_has_all_twelve_men() {
        let sprite = men_sprite();
        let document = roxmltree::Document::parse(&sprite).unwrap();
        let symbols = document.descendants().filter(|n| n.has_tag_name("symbol"));
        let mut ids: Vec<_> = symbols.filter_map(|n| n.attribute("id")).collect();
        ids.sort_unstable();
        let all = "bb bk bn bp bq br wb wk wn wp wq wr";
        assert_eq!(ids.join(" "), all);
    }
}
