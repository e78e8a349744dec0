//! Text values: how they are escaped in a file, and how they read.
//!
//! The tree keeps values as they stand in the file, escapes included, so that what is not
//! understood is written back unchanged. These functions go between that form and plain text.

use std::iter::Peekable;
use std::str::Chars;

/// Plain text as a value of type Text: line breaks stay.
pub(crate) fn escape(text: &str) -> String {
    escaped(text, &['\\', ']'], '\n')
}

/// Plain text as a value of type SimpleText: one line.
pub(crate) fn escape_simple(text: &str) -> String {
    escaped(text, &['\\', ']'], ' ')
}

/// Plain text as one half of a composed value `a:b`: one line, and colons are escaped too.
pub(crate) fn escape_composed(text: &str) -> String {
    escaped(text, &['\\', ']', ':'], ' ')
}

fn escaped(text: &str, special: &[char], line_break: char) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if is_line_break(c) {
            skip_second_half(c, &mut chars);
            out.push(line_break);
        } else if c == '\t' {
            out.push(' ');
        } else if !c.is_control() {
            if special.contains(&c) {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// The plain text of a value of type Text.
pub(crate) fn unescape(value: &str) -> String {
    unescaped(value, '\n')
}

/// The plain text of a value of type SimpleText, on one line and without blanks around it.
pub(crate) fn unescape_simple(value: &str) -> String {
    unescaped(value, ' ').trim().to_owned()
}

fn unescaped(value: &str, line_break: char) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        if is_line_break(c) {
            skip_second_half(c, &mut chars);
            out.push(line_break);
        } else if c == '\\' {
            match chars.next() {
                // A line break after a backslash is there for short lines only.
                Some(next) if is_line_break(next) => skip_second_half(next, &mut chars),
                Some(next) => out.push(blank_as_space(next)),
                None => {}
            }
        } else {
            out.push(blank_as_space(c));
        }
    }
    out
}

/// The two halves of a composed value, at the first colon that is not escaped.
pub(crate) fn split_composed(value: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    for (index, c) in value.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ':' => return Some((&value[..index], &value[index + 1..])),
            _ => {}
        }
    }
    None
}

const fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// CR LF and LF CR are one line break.
fn skip_second_half(first: char, chars: &mut Peekable<Chars<'_>>) {
    chars.next_if(|&second| is_line_break(second) && second != first);
}

const fn blank_as_space(c: char) -> char {
    if matches!(c, '\t' | '\x0B' | '\x0C') { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(escape(r"a]b\c:d[e"), r"a\]b\\c:d[e");
        assert_eq!(escape("a\r\nb\tc\u{7}\u{0}d\re"), "a\nb cd\ne");
        assert_eq!(escape_simple("a\nb]"), r"a b\]");
        assert_eq!(escape_composed("a:b"), r"a\:b");
    }

    #[test]
    fn escapes_are_read() {
        assert_eq!(unescape(r"a\]b\\c\:d\x"), r"a]b\c:dx");
        assert_eq!(unescape("soft\\\r\nbreak\r\nhard\n\rhard\tend\\"), "softbreak\nhard\nhard end");
        assert_eq!(unescape_simple(" one\ntwo "), "one two");
    }

    #[test]
    fn composed_values_split_at_a_bare_colon() {
        assert_eq!(split_composed(r"a\:b:c:d"), Some((r"a\:b", "c:d")));
        assert_eq!(split_composed(r"a\:b"), None);
    }
}
