//! The pages of a column: decompressed, decoded, nulls filled in.

use std::io::Read;

use super::levels::take_small;
use super::thrift::Thrift;
use super::{BYTE_ARRAY, DOUBLE, INT32, INT64, PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY, snappy};
use crate::bytes::u32_at;

/// Kinds of pages.
const DATA_PAGE: i64 = 0;
const DICTIONARY_PAGE: i64 = 2;
const DATA_PAGE_2: i64 = 3;

/// Kinds of compression.
const UNCOMPRESSED: i64 = 0;
const SNAPPY: i64 = 1;
const GZIP: i64 = 2;
const ZSTD: i64 = 6;

/// What stands for a null: columns hold signed numbers, of which none is as large.
const NULL: u64 = u64::MAX;

/// No page is longer.
const LONGEST_PAGE: usize = 1 << 30;

/// The values of a column; nulls are empty texts, and numbers that no column can hold.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Values {
    /// Texts.
    Texts(Vec<String>),
    /// Whole numbers.
    Numbers(Vec<u64>),
}

impl Values {
    fn empty(kind: i64) -> Values {
        match kind {
            BYTE_ARRAY => Values::Texts(Vec::new()),
            _ => Values::Numbers(Vec::new()),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Values::Texts(texts) => texts.len(),
            Values::Numbers(numbers) => numbers.len(),
        }
    }

    /// The text at a place.
    pub fn text(&self, place: usize) -> &str {
        match self {
            Values::Texts(texts) => &texts[place],
            Values::Numbers(_) => "",
        }
    }

    /// The number at a place, unless it is null.
    pub fn number(&self, place: usize) -> Option<u64> {
        match self {
            Values::Texts(_) => None,
            Values::Numbers(numbers) => Some(numbers[place]).filter(|&number| number != NULL),
        }
    }

    /// Appends the value at a place of others, or a null.
    fn push(&mut self, others: &Values, place: Option<usize>) -> Option<()> {
        match (self, others) {
            (Values::Texts(texts), Values::Texts(others)) => {
                let text = place.map_or(Some(String::new()), |at| others.get(at).cloned());
                texts.push(text?);
            }
            (Values::Numbers(numbers), Values::Numbers(others)) => {
                numbers.push(place.map_or(Some(NULL), |at| others.get(at).copied())?);
            }
            _ => return None,
        }
        Some(())
    }
}

/// How a column is stored.
pub(super) struct Layout {
    pub kind: i64,
    pub codec: i64,
    pub optional: bool,
}

/// What cannot be read.
type Problem = String;

fn nonsense() -> Problem {
    "a page makes no sense".to_string()
}

/// A page of data, decompressed.
struct Page {
    /// Which values are null; empty in a column without nulls.
    levels: Vec<u8>,
    data: Vec<u8>,
    count: usize,
    encoding: i64,
}

/// Reads the pages of a column chunk until it has `rows` values.
pub(super) fn read_chunk(
    mut bytes: &[u8],
    layout: &Layout,
    rows: usize,
) -> Result<Values, Problem> {
    let mut values = Values::empty(layout.kind);
    let mut dictionary = Values::empty(layout.kind);
    while values.len() < rows {
        let header = Thrift::take(&mut bytes).ok_or_else(nonsense)?;
        let length = header.size(3).ok_or_else(nonsense)?;
        let (page, rest) = bytes.split_at_checked(length).ok_or_else(nonsense)?;
        bytes = rest;
        // The checksum is optional, and a signed number.
        if header
            .int(4)
            .is_some_and(|sum| sum as u32 != crc32fast::hash(page))
        {
            return Err("the checksum of a page is wrong".to_string());
        }
        let mut page = match header.int(1) {
            Some(DICTIONARY_PAGE) => {
                let head = header.get(7).ok_or_else(nonsense)?;
                let count = head.size(1).ok_or_else(nonsense)?;
                let plain = decompress(page, layout.codec, &header)?;
                dictionary = plain_values(&plain, layout.kind, count).ok_or_else(nonsense)?;
                continue;
            }
            Some(DATA_PAGE) => first_version(page, &header, layout)?,
            Some(DATA_PAGE_2) => second_version(page, &header, layout)?,
            // Indexes and what later versions may add.
            _ => continue,
        };
        page.count = page.count.min(rows - values.len());
        append(&mut values, &dictionary, layout, &page)?;
    }
    Ok(values)
}

/// A page whose levels are compressed with its values and preceded by their length.
fn first_version(page: &[u8], header: &Thrift, layout: &Layout) -> Result<Page, Problem> {
    let head = header.get(5).ok_or_else(nonsense)?;
    let page = decompress(page, layout.codec, header)?;
    let (levels, data) = if layout.optional {
        let length = u32_at(&page, 0) as usize;
        let rest = page.get(4..);
        let rest = rest.and_then(|rest| rest.split_at_checked(length));
        rest.ok_or_else(nonsense)?
    } else {
        (&[][..], page.as_slice())
    };
    Ok(Page {
        levels: levels.to_vec(),
        data: data.to_vec(),
        count: head.size(1).ok_or_else(nonsense)?,
        encoding: head.int(2).ok_or_else(nonsense)?,
    })
}

/// A page whose levels stand uncompressed before its values.
fn second_version(page: &[u8], header: &Thrift, layout: &Layout) -> Result<Page, Problem> {
    let head = header.get(8).ok_or_else(nonsense)?;
    let repetitions = head.size(6).unwrap_or(0);
    let page = page.get(repetitions..).ok_or_else(nonsense)?;
    let levels = page.split_at_checked(head.size(5).unwrap_or(0));
    let (levels, data) = levels.ok_or_else(nonsense)?;
    let codec = match head.int(7) {
        Some(0) => UNCOMPRESSED,
        _ => layout.codec,
    };
    Ok(Page {
        levels: levels.to_vec(),
        data: decompress(data, codec, header)?,
        count: head.size(1).ok_or_else(nonsense)?,
        encoding: head.int(4).ok_or_else(nonsense)?,
    })
}

fn decompress(page: &[u8], codec: i64, header: &Thrift) -> Result<Vec<u8>, Problem> {
    let longest = header.size(2).ok_or_else(nonsense)?.min(LONGEST_PAGE);
    let read = |reader: &mut dyn Read| {
        let mut bytes = Vec::new();
        let result = reader.take(longest as u64).read_to_end(&mut bytes);
        result.ok().map(|_| bytes)
    };
    let bytes = match codec {
        UNCOMPRESSED => Some(page.to_vec()),
        SNAPPY => snappy::decompress(page, longest),
        GZIP => read(&mut flate2::read::MultiGzDecoder::new(page)),
        ZSTD => zstd::Decoder::with_buffer(page)
            .ok()
            .and_then(|mut decoder| read(&mut decoder)),
        other => {
            return Err(format!(
                "compression {other} is not read; expected none, snappy, gzip or zstd"
            ));
        }
    };
    bytes.ok_or_else(|| "a compressed page is damaged".to_string())
}

/// Appends the values of a page.
fn append(
    values: &mut Values,
    dictionary: &Values,
    layout: &Layout,
    page: &Page,
) -> Result<(), Problem> {
    let present = match layout.optional {
        true => Some(take_small(&page.levels, 1, page.count).ok_or_else(nonsense)?),
        false => None,
    };
    let stored = present.as_ref().map_or(page.count, |levels| {
        levels.iter().filter(|&&level| level > 0).count()
    });
    let plain;
    let (others, places) = match page.encoding {
        PLAIN => {
            plain = plain_values(&page.data, layout.kind, stored).ok_or_else(nonsense)?;
            (&plain, None)
        }
        PLAIN_DICTIONARY | RLE_DICTIONARY if stored == 0 => (dictionary, None),
        PLAIN_DICTIONARY | RLE_DICTIONARY => {
            let (&width, rest) = page.data.split_first().ok_or_else(nonsense)?;
            let places = take_small(rest, width.into(), stored).ok_or_else(nonsense)?;
            (dictionary, Some(places))
        }
        other => {
            return Err(format!(
                "encoding {other} is not read; expected plain or dictionary"
            ));
        }
    };
    let mut next = 0;
    for row in 0..page.count {
        let is_present = present.as_ref().is_none_or(|levels| levels[row] > 0);
        let place = is_present.then(|| match &places {
            Some(places) => places[next] as usize,
            None => next,
        });
        next += usize::from(is_present);
        values.push(others, place).ok_or_else(nonsense)?;
    }
    Ok(())
}

/// Values one after the other; whole numbers may come as floating-point numbers, because some
/// engines give sums so.
fn plain_values(mut bytes: &[u8], kind: i64, count: usize) -> Option<Values> {
    let mut take = |length: usize| {
        let (front, rest) = bytes.split_at_checked(length)?;
        bytes = rest;
        Some(front)
    };
    if kind == BYTE_ARRAY {
        let text = |_| {
            let length = u32_at(take(4)?, 0) as usize;
            Some(String::from_utf8_lossy(take(length)?).into_owned())
        };
        return (0..count)
            .map(text)
            .collect::<Option<_>>()
            .map(Values::Texts);
    }
    let number = |_| match kind {
        INT32 => u64::try_from(i32::from_le_bytes(take(4)?.try_into().ok()?)).ok(),
        INT64 => u64::try_from(i64::from_le_bytes(take(8)?.try_into().ok()?)).ok(),
        DOUBLE => {
            let number = f64::from_le_bytes(take(8)?.try_into().ok()?);
            let whole = (0.0..9e15).contains(&number) && number.fract() == 0.0;
            whole.then_some(number as u64)
        }
        _ => None,
    };
    (0..count)
        .map(number)
        .collect::<Option<_>>()
        .map(Values::Numbers)
}
