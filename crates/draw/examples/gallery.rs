//! Writes one picture of every kind into a folder, to be looked at:
//! `cargo run -p zermelo-draw --example gallery -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::{env, fs, io, path::PathBuf};

use zermelo_draw::{Block, Picture, Section, html_page};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "gallery".to_string()));
    fs::create_dir_all(&folder)?;
    let pictures = [
        ("textbook", common::textbook_tree().svg()),
        ("and-or", common::grundy_tree().svg()),
        ("sixty", common::sixty_nodes().svg()),
        ("othello", common::othello().svg()),
        ("connect-four", common::connect_four().svg()),
        ("tic-tac-toe", common::tic_tac_toe().svg()),
        ("draughts", common::draughts().svg()),
        ("chess", common::chess().svg()),
        ("piles", Picture::Piles(vec![7, 4, 3, 1, 0, 50]).svg()),
        ("plot", common::plot().svg()),
        ("series", common::many_series().svg()),
        ("bars", common::bars().svg()),
        ("heat-map", common::heat_map().svg()),
    ];
    let mut sections = Vec::new();
    for (name, svg) in pictures {
        fs::write(folder.join(format!("{name}.svg")), &svg)?;
        sections.push(Section {
            heading: name.to_string(),
            blocks: vec![Block::Svg(svg)],
        });
    }
    for (name, tree) in [
        ("textbook", common::textbook_tree()),
        ("and-or", common::grundy_tree()),
    ] {
        fs::write(folder.join(format!("{name}.dot")), tree.dot())?;
        fs::write(folder.join(format!("{name}.txt")), tree.text())?;
        sections.push(Section {
            heading: format!("{name} as text"),
            blocks: vec![Block::Preformatted(tree.text())],
        });
    }
    fs::write(folder.join("gallery.html"), html_page("Gallery", &sections))
}
