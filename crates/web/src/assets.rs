//! The pages and what they are made of, all inside the program.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use zermelo_draw::men_sprite;

use crate::refusal::Refusal;

/// A page.
#[derive(Clone, Copy)]
pub struct Page {
    /// Where it is.
    pub address: &'static str,
    title: &'static str,
    script: &'static str,
    main: &'static str,
}

/// What all pages have around their main part.
const FRAME: &str = include_str!("../static/frame.html");

macro_rules! page {
    ($address:literal, $title:literal, $name:literal) => {
        Page {
            address: $address,
            title: $title,
            script: concat!($name, ".js"),
            main: include_str!(concat!("../static/", $name, ".html")),
        }
    };
}

/// The pages.
pub const PAGES: [Page; 6] = [
    page!("/", "Zermelo", "index"),
    page!("/play", "Play chess – Zermelo", "play"),
    page!("/analysis", "Analysis – Zermelo", "analysis"),
    page!("/explorer", "Opening explorer – Zermelo", "explorer"),
    page!("/kriegspiel", "Kriegspiel – Zermelo", "kriegspiel"),
    page!("/tree", "Trees – Zermelo", "tree"),
];

impl Page {
    /// The whole page, its own place in the navigation marked.
    #[must_use]
    pub fn text(&self) -> String {
        let link = format!("href=\"{}\"", self.address);
        FRAME
            .replacen(&link, &format!("{link} aria-current=\"page\""), 1)
            .replacen("{title}", self.title, 1)
            .replacen("{script}", self.script, 1)
            .replacen("{main}", self.main.trim_end(), 1)
    }
}

/// Scripts and the style sheet by name.
macro_rules! files {
    ($($file:literal),+ $(,)?) => {
        const FILES: &[(&str, &str)] = &[$(($file, include_str!(concat!("../static/", $file)))),+];
    };
}

files!(
    "analysis.js",
    "board-style.js",
    "board.js",
    "common.js",
    "evaluation.js",
    "explorer.js",
    "index.js",
    "kriegspiel.js",
    "men.js",
    "movelist.js",
    "phantoms.js",
    "play.js",
    "replay.js",
    "report.js",
    "resultbar.js",
    "style.css",
    "theme.js",
    "tree.js",
);

/// One of the files.
///
/// # Errors
///
/// If there is none of that name.
pub async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    let found = FILES.iter().find(|(known, _)| *known == name);
    let (name, text) = found.ok_or_else(|| Refusal::missing("there is no such file"))?;
    let kind = match name.ends_with(".css") {
        true => "text/css; charset=utf-8",
        false => "text/javascript; charset=utf-8",
    };
    Ok(([(header::CONTENT_TYPE, kind)], *text).into_response())
}

/// The chessmen.
pub async fn men() -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "max-age=3600"),
    ];
    (headers, men_sprite())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static");
        let names = std::fs::read_dir(folder).unwrap().flatten();
        let names = names.map(|entry| entry.file_name().into_string().unwrap());
        let files: BTreeSet<String> = names.filter(|name| !name.ends_with(".html")).collect();
        let served = FILES.iter().map(|(name, _)| (*name).to_string()).collect();
        assert_eq!(files, served);
    }

    #[test]
    fn scripts_and_pages_ask_only_for_what_is_there() {
        for (name, text) in FILES {
            for part in text.split("from \"./").skip(1) {
                let wanted = part.split('"').next().unwrap();
                let known = FILES.iter().any(|(file, _)| *file == wanted);
                assert!(known, "{name} wants {wanted}");
            }
        }
    }
}
