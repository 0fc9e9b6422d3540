//! Stepping pages in a real browser: headless Chromium opens a page at several steps and the
//! document that its script made is read back.
//!
//! The page is made by the program itself. What it must show is known by hand: the slides' tree
//! with its deep cut-off, 13 nodes and 6 leaves by alpha-beta beside minimax's 15 and 8.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::check::Ending;
use crate::{provide, shell};

const TREE: &str = "((3 5)(((0 9) 5)(7 8)(9)))";

/// A step, and what the document shows there.
struct Scene {
    fragment: &'static str,
    shows: &'static [&'static str],
    lacks: &'static [&'static str],
}

const SCENES: &[Scene] = &[
    Scene {
        fragment: "step=0",
        shows: &[
            "Nothing has been searched yet.",
            "data-side=\"left\" data-step=\"0\"",
            "data-side=\"right\" data-step=\"0\"",
        ],
        lacks: &["class=\"zn open", "class=\"zn seen", "[-∞, ∞]"],
    },
    Scene {
        fragment: "step=1",
        shows: &[
            "The search begins at the root, Max to move, with the window [-∞, ∞].",
            "class=\"zn open now windowed\" data-node=\"0\"",
            ">[-∞, ∞]</text>",
        ],
        lacks: &["class=\"zn seen", "Nothing has been searched yet."],
    },
    // After the leaf 0 the deep cut-off, and nothing of it one step before.
    Scene {
        fragment: "step=12&left=alpha-beta&right=fail-soft",
        shows: &["data-side=\"left\" data-step=\"12\"", ">fail-soft</option>"],
        lacks: &["a deep cut-off", "class=\"ze pruned cut\""],
    },
    Scene {
        fragment: "step=13",
        shows: &[
            "<li class=\"now\">After 2, 1, 1 Min can hold Max to 0 by 1;",
            "(a deep cut-off: the bound comes from 3 plies above): 2 is not searched.",
            "class=\"ze pruned cut\"",
            "class=\"zn pruned cut\"",
        ],
        lacks: &["class=\"zn seen best"],
    },
    // Past the end is the end; both have found the same variation, at different cost.
    Scene {
        fragment: "step=9999",
        shows: &[
            "<b>13</b> nodes · <b>6</b> leaves",
            "<b>15</b> nodes · <b>8</b> leaves",
            "At the root the value is 5.",
            "class=\"zn seen best now windowed\" data-node=\"0\"",
        ],
        lacks: &["class=\"zn open"],
    },
    // Each side at a step of its own.
    Scene {
        fragment: "step=3&right-step=5&left=pvs&right=mtdf",
        shows: &[
            "data-side=\"left\" data-step=\"3\"",
            "data-side=\"right\" data-step=\"5\"",
        ],
        lacks: &[],
    },
];

/// Opens the page at every scene.
///
/// # Errors
///
/// If the page shows something else.
pub fn run() -> Result<Ending> {
    let Some(browser) = browser() else {
        return Ok(Ending::Skipped("there is no Chromium".to_string()));
    };
    let folder = shell::target_directory().join("pages");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let page = folder.join("steps.html");
    let text = page.to_string_lossy();
    let make = [
        "run",
        "--quiet",
        "--package",
        "zermelo",
        "--",
        "tree",
        TREE,
        "-o",
        &text,
    ];
    shell::output(&mut shell::cargo(&make))?;
    let mut wrong = Vec::new();
    for scene in SCENES {
        let document = open(&browser, &folder, &page, scene.fragment)?;
        let at = scene.fragment;
        let missing = scene.shows.iter().filter(|text| !document.contains(**text));
        wrong.extend(missing.map(|text| format!("#{at} does not show `{text}`")));
        let extra = scene.lacks.iter().filter(|text| document.contains(**text));
        wrong.extend(extra.map(|text| format!("#{at} shows `{text}`")));
    }
    if !wrong.is_empty() {
        bail!("{}", wrong.join("; "));
    }
    Ok(Ending::Passed)
}

/// The name of a Chromium that starts, installed first if that is possible.
pub fn browser() -> Option<String> {
    let starts = |name: &&str| {
        let mut command = Command::new(name);
        let command = command
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let known = ["chromium", "chromium-browser", "google-chrome"];
    let found = known.iter().find(|name| starts(name));
    let found = found.or_else(|| {
        let installed = provide::apt(&["chromium"]);
        known.iter().take(1).find(|name| installed && starts(name))
    });
    found.map(|name| (*name).to_string())
}

/// The document of a page at a fragment, after its script has run, without the script and its
/// data, which hold every sentence.
fn open(browser: &str, folder: &Path, page: &Path, fragment: &str) -> Result<String> {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]);
    command.arg(format!(
        "--user-data-dir={}",
        folder.join("profile").display()
    ));
    command.arg(format!("file://{}#{fragment}", page.display()));
    let document = shell::output(command.stderr(Stdio::null()))?;
    let (shown, _) = document
        .split_once("<script")
        .context("the page has no script")?;
    Ok(shown.to_string())
}
