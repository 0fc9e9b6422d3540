//! Old databases: FoxPro tables with the games' moves in memos.
//!
//! A table (DBF, little-endian) of fixed records and a memo file (FPT, big-endian), in both
//! flavours: FoxPro 2, where a record points to its memo with ten digits, and Visual FoxPro,
//! where it does with four bytes. The fields are those of the source's appendix B: white, black,
//! event, year, ECO, number of moves, result, pointer; found by their names, or else by their
//! order. The list of fields ends at the byte 0x0D, not where the header's length says: files
//! with a tail after it are read, too.
//!
//! What comes out is PGN, so that such a database and the PGN of its games give the same archive.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{ArchiveError, At, Result};

/// The upper halves of code pages, 128 characters each.
const CODE_PAGES: &str = include_str!("code_pages.txt");

/// Bytes of the table's header before the fields, and of a field.
const HEAD: usize = 32;
const FIELD: usize = 32;

struct Field {
    name: String,
    start: usize,
    length: usize,
}

struct Table<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
    records: usize,
    first: usize,
    length: usize,
    fields: Vec<Field>,
    page: Vec<char>,
}

/// The games of a database as PGN text, and how many records were passed over as deleted.
pub(crate) fn read_as_pgn(path: &Path) -> Result<(Vec<u8>, u64)> {
    let table = Table::read(path)?;
    let memos = Memos::read(path)?;
    let places = table.places()?;
    let (mut text, mut deleted) = (String::new(), 0);
    for number in 0..table.records {
        let start = table.first + number * table.length;
        let Some(record) = table.bytes.get(start..start + table.length) else {
            let problem = format!("record {} of {} is cut off", number + 1, table.records);
            return Err(ArchiveError::input(path, problem));
        };
        if record[0] == b'*' {
            deleted += 1;
            continue;
        }
        let field = |place: usize| table.field(record, places[place]);
        let memo = memos.get(pointer(table.raw(record, places[7])))?;
        let moves = table.decode(memo);
        let result = result(&field(6));
        let year = field(3);
        let date = if year.len() == 4 {
            year
        } else {
            "????".to_string()
        };
        for (name, value) in [
            ("Event", field(2)),
            ("Date", format!("{date}.??.??")),
            ("White", field(0)),
            ("Black", field(1)),
            ("Result", result.to_string()),
            ("ECO", field(4)),
        ] {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text += &format!("[{name} \"{value}\"]\n");
        }
        // A result at the end of the memo would come twice.
        let moves = moves.trim().trim_end_matches(result).trim_end();
        text += &format!("\n{moves} {result}\n\n");
    }
    Ok((text.into_bytes(), deleted))
}

impl<'a> Table<'a> {
    fn read(path: &'a Path) -> Result<Table<'a>> {
        let bytes = fs::read(path).reading(path)?;
        let bad = |problem: String| ArchiveError::input(path, problem);
        let cut = || bad("the table is cut off".to_string());
        let head = bytes.get(..HEAD).ok_or_else(cut)?;
        if !matches!(head[0], 0x30 | 0x31 | 0x83 | 0x8b | 0xf5) {
            return Err(bad(format!(
                "a table of type {:#04x}; expected FoxPro (0xf5, 0x83) or Visual FoxPro (0x30) \
                 with memos",
                head[0]
            )));
        }
        let word = |at: usize| usize::from(u16::from_le_bytes([head[at], head[at + 1]]));
        let mut fields = Vec::new();
        let mut start = 1;
        let mut at = HEAD;
        while *bytes.get(at).ok_or_else(cut)? != 0x0d {
            let field = bytes.get(at..at + FIELD).ok_or_else(cut)?;
            let name = field[..11].iter().take_while(|&&byte| byte != 0);
            let length = usize::from(field[16]);
            fields.push(Field {
                name: name
                    .map(|&byte| char::from(byte).to_ascii_lowercase())
                    .collect(),
                start,
                length,
            });
            start += length;
            at += FIELD;
        }
        let length = word(10);
        if length < start || length == 0 {
            return Err(bad(format!(
                "records of {length} bytes with fields of {start}"
            )));
        }
        Ok(Table {
            path,
            records: u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize,
            first: word(8),
            length,
            fields,
            page: code_page(head[29]),
            bytes,
        })
    }

    /// The places of white, black, event, year, ECO, moves, result and pointer.
    fn places(&self) -> Result<[usize; 8]> {
        const NAMES: [&[&str]; 8] = [
            &["white", "weiss", "bianco"],
            &["black", "schwarz", "nero"],
            &["event", "site", "torneo", "turnier"],
            &["year", "date", "anno", "jahr"],
            &["eco", "code"],
            &["moves", "nmoves", "mosse", "length"],
            &["result", "risultato", "ergebnis"],
            &["pointer", "memo", "game", "text", "partita", "pgn"],
        ];
        let by_name = NAMES.map(|names| {
            let named = |field: &Field| names.contains(&field.name.as_str());
            self.fields.iter().position(named)
        });
        if by_name.iter().all(Option::is_some) {
            return Ok(by_name.map(Option::unwrap_or_default));
        }
        if self.fields.len() >= 8 {
            return Ok([0, 1, 2, 3, 4, 5, 6, 7]);
        }
        let problem = "expected the fields white, black, event, year, eco, moves, result, pointer";
        Err(ArchiveError::input(self.path, problem))
    }

    fn raw<'b>(&self, record: &'b [u8], place: usize) -> &'b [u8] {
        let field = &self.fields[place];
        &record[field.start..field.start + field.length]
    }

    fn field(&self, record: &[u8], place: usize) -> String {
        self.decode(self.raw(record, place)).trim().to_string()
    }

    fn decode(&self, bytes: &[u8]) -> String {
        let letter = |&byte: &u8| match byte {
            0 => ' ',
            byte if byte < 128 => char::from(byte),
            byte => self.page[usize::from(byte) - 128],
        };
        bytes.iter().map(letter).collect()
    }
}

/// The characters 128 to 255 that a table's language byte names; Western Windows if unknown.
fn code_page(byte: u8) -> Vec<char> {
    let name = match byte {
        0x01 | 0x09 | 0x0b | 0x0d | 0x0f | 0x11 | 0x15 | 0x18 | 0x19 | 0x1b => "cp437",
        0x02 | 0x0a | 0x0e | 0x10 | 0x12 | 0x14 | 0x16 | 0x1a | 0x1d | 0x25 | 0x37 => "cp850",
        0x1f | 0x22 | 0x23 | 0x40 | 0x64 => "cp852",
        0x26 | 0x65 => "cp866",
        0xc8 => "cp1250",
        0xc9 => "cp1251",
        _ => "cp1252",
    };
    let line = CODE_PAGES.lines().find_map(|line| line.strip_prefix(name));
    let page: Vec<char> = line.unwrap_or_default().chars().skip(1).collect();
    assert!(
        page.len() == 128,
        "every page of the table has 128 characters"
    );
    page
}

/// The number of a memo's block: digits, or four bytes.
fn pointer(field: &[u8]) -> usize {
    if let &[a, b, c, d] = field {
        return u32::from_le_bytes([a, b, c, d]) as usize;
    }
    let digits = std::str::from_utf8(field).unwrap_or_default();
    digits.trim().parse().unwrap_or(0)
}

fn result(text: &str) -> &'static str {
    match text.chars().next() {
        Some('1' | 'W' | 'w' | '+') if !text.starts_with("1/2") => "1-0",
        Some('0' | 'B' | 'b' | '-') => "0-1",
        Some('=' | '5' | 'D' | 'd' | 'R' | 'r' | '½' | '1' | '2') => "1/2-1/2",
        _ => "*",
    }
}

/// The memo file beside a table.
struct Memos {
    path: PathBuf,
    bytes: Vec<u8>,
    block: usize,
}

impl Memos {
    fn read(table: &Path) -> Result<Memos> {
        let path = ["fpt", "FPT", "Fpt"]
            .iter()
            .map(|ending| table.with_extension(ending))
            .find(|path| path.exists())
            .ok_or_else(|| ArchiveError::input(table, "its memo file (.fpt) is missing"))?;
        let bytes = fs::read(&path).reading(&path)?;
        let block = bytes
            .get(6..8)
            .map_or(0, |b| usize::from(b[0]) << 8 | usize::from(b[1]));
        if block == 0 {
            let problem = "not a memo file: its block size is 0";
            return Err(ArchiveError::input(&path, problem));
        }
        Ok(Memos { path, bytes, block })
    }

    fn get(&self, number: usize) -> Result<&[u8]> {
        if number == 0 {
            return Ok(b"");
        }
        let big_endian = |at: usize| {
            let word = self.bytes.get(at..at + 4)?;
            Some(u32::from_be_bytes([word[0], word[1], word[2], word[3]]) as usize)
        };
        let take = || {
            let at = number.checked_mul(self.block)?;
            let length = big_endian(at + 4)?;
            self.bytes.get(at + 8..(at + 8).checked_add(length)?)
        };
        take().ok_or_else(|| {
            let problem = format!("memo {number} lies beyond the end of the file");
            ArchiveError::input(&self.path, problem)
        })
    }
}
