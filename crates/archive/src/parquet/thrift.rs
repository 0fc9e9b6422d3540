//! Thrift's compact protocol, as much as Parquet's metadata need.

use std::collections::BTreeMap;

use crate::bytes::{put_number, take_number};

/// Types of the protocol.
pub(super) const I32: u8 = 5;
pub(super) const I64: u8 = 6;
pub(super) const BINARY: u8 = 8;
pub(super) const LIST: u8 = 9;
pub(super) const STRUCT: u8 = 12;
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const I8: u8 = 3;
const I16: u8 = 4;
const FLOAT: u8 = 7;
const SET: u8 = 10;

/// Structs and lists within others; Parquet's own go to 6.
const DEEPEST: usize = 16;

/// Writes structs.
#[derive(Default)]
pub(super) struct ThriftWriter {
    pub bytes: Vec<u8>,
    last: Vec<i16>,
}

impl ThriftWriter {
    pub fn number(&mut self, number: i64) {
        put_number(&mut self.bytes, (number << 1 ^ number >> 63) as u64);
    }

    fn length(&mut self, length: usize) {
        put_number(&mut self.bytes, length as u64);
    }

    pub fn field(&mut self, id: i16, kind: u8) {
        let last = self.last.last_mut().expect("fields stand inside a struct");
        // Ids rise by less than 16 in all structs of the metadata.
        self.bytes.push((id - *last) as u8 * 16 + kind);
        *last = id;
    }

    pub fn int(&mut self, id: i16, kind: u8, number: i64) {
        self.field(id, kind);
        self.number(number);
    }

    pub fn text(&mut self, id: i16, text: &str) {
        self.field(id, BINARY);
        self.plain_text(text);
    }

    pub fn plain_text(&mut self, text: &str) {
        self.length(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    pub fn list(&mut self, id: i16, kind: u8, count: usize) {
        self.field(id, LIST);
        if count < 15 {
            self.bytes.push((count as u8) * 16 + kind);
        } else {
            self.bytes.push(0xf0 + kind);
            self.length(count);
        }
    }

    pub fn structure(&mut self, fill: impl FnOnce(&mut ThriftWriter)) {
        self.last.push(0);
        fill(self);
        self.last.pop();
        self.bytes.push(0);
    }
}

/// A value that was read.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Thrift {
    /// Numbers of all widths, and truth.
    Int(i64),
    /// Texts.
    Bytes(Vec<u8>),
    /// Lists and sets.
    List(Vec<Thrift>),
    /// Structs by the ids of their fields.
    Struct(BTreeMap<i16, Thrift>),
    /// What nobody asks for.
    Other,
}

impl Thrift {
    /// Takes a struct from the front of the bytes; `None` if they are none.
    pub fn take(bytes: &mut &[u8]) -> Option<Thrift> {
        take_struct(bytes, 0)
    }

    /// A field of a struct.
    pub fn get(&self, id: i16) -> Option<&Thrift> {
        match self {
            Thrift::Struct(fields) => fields.get(&id),
            _ => None,
        }
    }

    /// A field that is a number.
    pub fn int(&self, id: i16) -> Option<i64> {
        match self.get(id)? {
            Thrift::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// A field that is a number of bytes or things, or a place.
    pub fn size(&self, id: i16) -> Option<usize> {
        usize::try_from(self.int(id)?).ok()
    }

    /// A field that is a list; empty if it is not there.
    pub fn list(&self, id: i16) -> &[Thrift] {
        match self.get(id) {
            Some(Thrift::List(list)) => list,
            _ => &[],
        }
    }

    /// A field that is a text.
    pub fn text(&self, id: i16) -> Option<String> {
        match self.get(id)? {
            Thrift::Bytes(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => None,
        }
    }
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(byte)
}

fn take_int(bytes: &mut &[u8]) -> Option<i64> {
    let zigzag = take_number(bytes)?;
    Some((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
}

fn take_struct(bytes: &mut &[u8], depth: usize) -> Option<Thrift> {
    let mut fields = BTreeMap::new();
    let mut id = 0_i16;
    loop {
        let head = take_byte(bytes)?;
        if head == 0 {
            return Some(Thrift::Struct(fields));
        }
        id = match head >> 4 {
            0 => i16::try_from(take_int(bytes)?).ok()?,
            delta => id.checked_add(delta.into())?,
        };
        let value = match head & 15 {
            TRUE => Thrift::Int(1),
            FALSE => Thrift::Int(0),
            kind => take_value(bytes, kind, depth)?,
        };
        fields.insert(id, value);
    }
}

fn take_value(bytes: &mut &[u8], kind: u8, depth: usize) -> Option<Thrift> {
    if depth > DEEPEST {
        return None;
    }
    Some(match kind {
        // Truth inside a list is a byte of its own.
        TRUE | FALSE | I8 => Thrift::Int(take_byte(bytes)?.into()),
        I16 | I32 | I64 => Thrift::Int(take_int(bytes)?),
        FLOAT => {
            *bytes = bytes.get(8..)?;
            Thrift::Other
        }
        BINARY => Thrift::Bytes(crate::bytes::take_text(bytes)?.to_vec()),
        LIST | SET => {
            let head = take_byte(bytes)?;
            let count = match head >> 4 {
                15 => usize::try_from(take_number(bytes)?).ok()?,
                count => count.into(),
            };
            // Every element takes a byte at least: longer lists are nonsense.
            if count > bytes.len() {
                return None;
            }
            let element = |_| take_value(bytes, head & 15, depth + 1);
            Thrift::List((0..count).map(element).collect::<Option<_>>()?)
        }
        STRUCT => take_struct(bytes, depth + 1)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_come_back_and_cut_ones_do_not() {
        let mut writer = ThriftWriter::default();
        writer.structure(|t| {
            t.int(1, I32, -7);
            t.list(2, I64, 20);
            (0..20).for_each(|i| t.number(i << 40));
            t.text(9, "schema");
            t.field(11, STRUCT);
            t.structure(|t| t.int(3, I64, i64::MIN));
        });
        let mut bytes = writer.bytes.as_slice();
        let read = Thrift::take(&mut bytes).unwrap();
        assert!(bytes.is_empty());
        assert_eq!(read.int(1), Some(-7));
        assert_eq!(read.list(2)[19], Thrift::Int(19 << 40));
        assert_eq!(read.text(9).unwrap(), "schema");
        assert_eq!(read.get(11).unwrap().int(3), Some(i64::MIN));
        for end in 0..writer.bytes.len() {
            assert_eq!(Thrift::take(&mut &writer.bytes[..end]), None, "{end}");
        }
    }

    #[test]
    fn endless_nesting_is_refused() {
        let mut bytes: &[u8] = &[0x10 + STRUCT; 100_000];
        assert_eq!(Thrift::take(&mut bytes), None);
        let mut bytes: &[u8] = &[0x10 + LIST; 100_000];
        assert_eq!(Thrift::take(&mut bytes), None);
    }
}
