//! The lines of an opening as PGN: every way of play that enough games went.
//!
//! From a position along all moves of at least so many games, one PGN game a line, its last move
//! with the number of games and White's score. A position that several orders of moves lead to is
//! followed once; the other lines end there. So the output grows with the positions, not with
//! the paths between them.

use std::collections::HashSet;
use std::io::Write;

use zermelo_chess::{Chess, GameText, PositionKey};
use zermelo_game::{Game, Notation, Side};

use crate::archive::Archive;
use crate::error::{ArchiveError, Result};
use crate::names::{Opening, OpeningNames};
use crate::tally::Tally;

/// A line so far: its moves, and what became of the games that played the last.
#[derive(Clone, Default)]
struct Path {
    moves: Vec<(String, String)>,
    last: Tally,
    opening: Option<Opening>,
}

struct Writer<'a> {
    archive: &'a Archive,
    names: &'a OpeningNames,
    start: &'a Chess,
    least: u64,
    seen: HashSet<PositionKey>,
    out: &'a mut dyn Write,
    count: u64,
}

/// Writes the lines from a position whose moves have at least so many games each; how many.
///
/// # Errors
///
/// When the archive is damaged or the output cannot be written.
pub fn write_lines(
    archive: &Archive,
    start: &Chess,
    least: u64,
    names: &OpeningNames,
    out: &mut dyn Write,
) -> Result<u64> {
    let mut writer = Writer {
        archive,
        names,
        start,
        least: least.max(1),
        seen: HashSet::new(),
        out,
        count: 0,
    };
    writer.follow(start, &Path::default())?;
    Ok(writer.count)
}

impl Writer<'_> {
    fn follow(&mut self, position: &Chess, path: &Path) -> Result<()> {
        let key = position.archive_key();
        if !self.seen.insert(key) {
            return self.line(path, "; other moves led here before");
        }
        let mut path = path.clone();
        if let Some(opening) = self.archive.opening(key, self.names)? {
            path.opening = Some(opening);
        }
        let stats = self.archive.position(key)?;
        let (mut went_on, least) = (false, self.least);
        for m in stats.moves.iter().filter(|m| m.tally.games() >= least) {
            let Some(legal) = position.unpacked(m.played) else {
                continue;
            };
            went_on = true;
            let mut longer = path.clone();
            longer.moves.push((position.san(legal), String::new()));
            longer.last = m.tally;
            self.follow(&position.after(legal), &longer)?;
        }
        if went_on {
            Ok(())
        } else {
            self.line(&path, "")
        }
    }

    fn line(&mut self, path: &Path, remark: &str) -> Result<()> {
        let mut moves = path.moves.clone();
        let Some((_, comment)) = moves.last_mut() else {
            return Ok(());
        };
        *comment = format!(
            "{} games, White scores {:.1}%{remark}",
            path.last.games(),
            100.0 * path.last.score(true)
        );
        self.count += 1;
        let mut tags = vec![
            ("Event".to_string(), "Lines of an archive".to_string()),
            ("Round".to_string(), self.count.to_string()),
        ];
        if let Some(opening) = &path.opening {
            let eco = opening.eco.to_string();
            if !eco.is_empty() {
                tags.push(("ECO".to_string(), eco));
            }
            tags.push(("Opening".to_string(), opening.name.clone()));
        }
        if *self.start != Chess::new() {
            tags.push(("SetUp".to_string(), "1".to_string()));
            tags.push(("FEN".to_string(), self.start.notation()));
        }
        let game = GameText {
            tags,
            first_number: self.start.fullmove_number(),
            second_begins: self.start.side() == Side::Second,
            moves,
            result: "*".to_string(),
            ..GameText::default()
        };
        write!(self.out, "{game}").map_err(ArchiveError::unwritten)
    }
}
