//! From bytes to text.

use std::borrow::Cow;

use crate::reader::game_start;

/// The text of a file. What its CA property says holds for UTF-8 and Latin-1. Without one the
/// text is UTF-8 if it can be, otherwise Latin-1. Of other character sets only the ASCII part
/// is sure to survive.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let name = declared(bytes).unwrap_or_default();
    match name.as_str() {
        "iso88591" | "latin1" | "l1" | "cp819" | "windows1252" | "cp1252" => latin1(bytes),
        "" | "ascii" | "usascii" => match str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => latin1(bytes),
        },
        _ => String::from_utf8_lossy(bytes),
    }
}

/// Every byte is the character of that number.
fn latin1(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => text.into(),
        _ => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

/// The value of CA in the first node of the first game, letters and digits only, in lower case.
fn declared(bytes: &[u8]) -> Option<String> {
    // The first node begins after "(", blanks and ";".
    let start = game_start(bytes, 0)?;
    let mut rest = bytes[start..].iter().copied().skip_while(|&b| b != b';').skip(1);
    let mut identifier = Vec::new();
    loop {
        match rest.next()? {
            b'[' => {
                let value = value(&mut rest)?;
                if identifier == b"CA" {
                    let plain = value.into_iter().filter(u8::is_ascii_alphanumeric);
                    return Some(plain.map(|b| char::from(b.to_ascii_lowercase())).collect());
                }
                identifier.clear();
            }
            b';' | b'(' | b')' => return None,
            // Lower-case letters do not count in the old identifiers of FF[3].
            byte if byte.is_ascii_uppercase() || byte.is_ascii_digit() => identifier.push(byte),
            _ => {}
        }
    }
}

/// The bytes up to the closing bracket.
fn value(rest: &mut impl Iterator<Item = u8>) -> Option<Vec<u8>> {
    let mut value = Vec::new();
    loop {
        match rest.next()? {
            b']' => return Some(value),
            b'\\' => value.push(rest.next()?),
            byte => value.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declared_character_set_is_used() {
        assert_eq!(decode(b"(;CA[UTF-8]C[\xC3\xA9])"), "(;CA[UTF-8]C[\u{E9}])");
        assert_eq!(decode(b"(;CA[ISO-8859-1]C[\xC3\xA9])"), "(;CA[ISO-8859-1]C[\u{C3}\u{A9}])");
        assert_eq!(decode(b"(;C[x\\]]ChAr[latin-1]PB[\xE9])"), "(;C[x\\]]ChAr[latin-1]PB[\u{E9}])");
        assert_eq!(decode(b"(;CA[utf8]C[\xE9])"), "(;CA[utf8]C[\u{FFFD}])");
        assert_eq!(decode(b"(;CA[GBK]C[\xB0\xA1])"), "(;CA[GBK]C[\u{FFFD}\u{FFFD}])");
    }

    #[test]
    fn without_declaration_utf8_is_tried_first() {
        assert_eq!(decode(b"\xEF\xBB\xBF(;C[\xC3\xA9])"), "(;C[\u{E9}])");
        assert_eq!(decode(b"(;C[\xE9])"), "(;C[\u{E9}])");
        assert_eq!(decode(b"\xE9"), "\u{E9}");
        // Not in the first node: no declaration.
        assert_eq!(decode(b"(;;CA[latin1]C[\xC3\xA9])"), "(;;CA[latin1]C[\u{E9}])");
    }
}
