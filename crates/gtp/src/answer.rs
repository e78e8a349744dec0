//! Answers: `=id text` or `?id reason`, and an empty line.

use std::fmt::Write;

/// Why a command is refused: the words after the `?`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// A refusal in words of its own.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// The standard answer to arguments that make no sense.
    pub(crate) fn syntax() -> Self {
        Self::new("syntax error")
    }
}

/// What a command comes to.
pub(crate) enum Answer {
    /// A text, to be written now.
    Text(String),
    /// It was begun and told line by line; what is left is the end, perhaps with a last line.
    Told(String),
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// An answer as it goes out, its empty line included. An empty line within the text would end it
/// too early and is dropped, as are control characters.
pub(crate) fn frame(id: &str, result: &Result<String, Refusal>) -> String {
    let (sign, text) = match result {
        Ok(text) => ('=', text),
        Err(Refusal(reason)) => ('?', reason),
    };
    let mut out = format!("{sign}{id}");
    let clean = |line: &str| line.chars().filter(|c| !c.is_control()).collect::<String>();
    let mut lines = text.split('\n').map(clean).enumerate();
    if let Some((_, first)) = lines.next() {
        out += if first.is_empty() && text.is_empty() { "" } else { " " };
        out += &first;
    }
    for (_, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let _ = write!(out, "\n{line}");
    }
    out + "\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames() {
        let ok = |text: &str| frame("", &Ok(text.to_owned()));
        assert_eq!(ok(""), "=\n\n");
        assert_eq!(ok("2"), "= 2\n\n");
        assert_eq!(ok("a\n\nb\n"), "= a\nb\n\n");
        assert_eq!(ok("\nboard"), "= \nboard\n\n");
        assert_eq!(frame("7", &Ok("D4".into())), "=7 D4\n\n");
        assert_eq!(frame("7", &Err(Refusal::syntax())), "?7 syntax error\n\n");
        assert_eq!(ok("a\r\u{7}b"), "= ab\n\n");
    }
}
