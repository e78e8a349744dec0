//! Lines of the protocol: what is dropped, and what the rest means.

use std::fmt;
use std::io::{self, BufRead, Read};

/// The longest line that is read; what is beyond that is dropped.
pub const MOST_BYTES: usize = 1 << 16;

/// A command as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number before the command, echoed in the answer. Kept as text: it may be longer than any
    /// integer.
    pub id: String,
    /// The command.
    pub name: String,
    /// What follows it.
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if nothing is left of it once comments and control characters are
    /// dropped.
    ///
    /// ```
    /// use tengen_gtp::Request;
    /// let request = Request::parse("7 play\tblack D4 # opening").unwrap();
    /// assert_eq!((request.id.as_str(), request.name.as_str()), ("7", "play"));
    /// assert_eq!(request.arguments, ["black", "D4"]);
    /// assert_eq!(Request::parse("  # nothing but a comment"), None);
    /// ```
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let text = line.split('#').next().unwrap_or_default();
        let text = text.replace('\t', " ");
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let mut words =
            text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).peekable();
        let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default();
        // A number without a command is answered too, so that nobody waits for ever.
        let name = match words.next() {
            Some(name) => name,
            None if id.is_empty() => return None,
            None => String::new(),
        };
        Some(Self { id, name, arguments: words.collect() })
    }

    /// Whether this is the comment by which GoGui asks for a search to end.
    #[must_use]
    pub fn is_interrupt(line: &str) -> bool {
        line.trim().strip_prefix('#').is_some_and(|rest| rest.trim() == "interrupt")
    }
}

/// As it could have been written.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.id.is_empty() {
            write!(f, "{} ", self.id)?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

/// The next line; `None` at the end of the input. Whatever bytes come in, text
/// comes out.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MOST_BYTES as u64).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        skip_to_end_of_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn skip_to_end_of_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|&b| b == b'\n') {
            Some(end) => {
                input.consume(end + 1);
                return Ok(());
            }
            None => {
                let all = buffer.len();
                input.consume(all);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(String, String, Vec<String>)> {
        Request::parse(line).map(|r| (r.id, r.name, r.arguments))
    }

    #[test]
    fn ids_names_and_arguments() {
        let all = |id: &str, name: &str, arguments: &[&str]| {
            Some((id.into(), name.into(), arguments.iter().map(|&s| s.into()).collect()))
        };
        assert_eq!(parts("genmove b"), all("", "genmove", &["b"]));
        assert_eq!(parts("12 genmove b\r\n"), all("12", "genmove", &["b"]));
        assert_eq!(parts("\u{1}1\u{7}2\t\tkomi   6.5 "), all("12", "komi", &["6.5"]));
        assert_eq!(
            parts("99999999999999999999999 name"),
            all("99999999999999999999999", "name", &[])
        );
        assert_eq!(parts("-3 name"), all("", "-3", &["name"]));
        assert_eq!(parts("3"), all("3", "", &[]));
        assert_eq!(parts("name#comment"), all("", "name", &[]));
        assert_eq!(parts("   \t  "), None);
        assert_eq!(parts(""), None);
    }

    #[test]
    fn interrupts_are_comments() {
        for line in ["# interrupt", "#interrupt\r\n", "  #  interrupt  "] {
            assert!(Request::is_interrupt(line), "{line:?}");
        }
        for line in ["# interrupted", "interrupt", "name # interrupt"] {
            assert!(!Request::is_interrupt(line), "{line:?}");
        }
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_read_whole() {
        let mut input = vec![b'a'; 3 * MOST_BYTES];
        input.extend(b"\nname\nlast");
        let mut input = io::BufReader::with_capacity(100, &input[..]);
        assert_eq!(read_line(&mut input).unwrap().map(|line| line.len()), Some(MOST_BYTES));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("name\n"));
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("last"));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}
