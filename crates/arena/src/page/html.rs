//! The few things of HTML that a page needs. Empty elements are closed as in XML, so that a page is
//! both.

use std::fmt::Display;

/// A piece of HTML in which nothing is left that came from outside unescaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Html(String);

impl Html {
    /// Any text, made harmless.
    pub(crate) fn text(text: impl Display) -> Self {
        Self(escaped(&text.to_string()))
    }

    /// A command or a setting.
    pub(crate) fn code(text: impl Display) -> Self {
        Self(format!("<code>{}</code>", escaped(&text.to_string())))
    }

    /// Lines as they stand.
    pub(crate) fn lines(text: &str) -> Self {
        Self(format!("<pre>{}</pre>\n", escaped(text)))
    }

    /// A link to a place that [`href`] has made.
    pub(crate) fn link(href: &str, text: impl Display) -> Self {
        Self(format!("<a href=\"{href}\">{}</a>", escaped(&text.to_string())))
    }

    /// A paragraph of a class, which may be empty.
    pub(crate) fn paragraph(class: &str, text: impl Display) -> Self {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        Self(format!("<p{class}>{}</p>\n", escaped(&text.to_string())))
    }

    /// A heading of a level from 1 to 6.
    pub(crate) fn heading(level: u8, text: impl Display) -> Self {
        Self(format!("<h{level}>{}</h{level}>\n", escaped(&text.to_string())))
    }

    /// Something that is folded away.
    pub(crate) fn details(summary: &Self, inside: &Self) -> Self {
        Self(format!("<details><summary>{}</summary>\n{}</details>\n", summary.0, inside.0))
    }

    /// Pictures of ours, side by side where there is room.
    pub(crate) fn plots(pictures: impl IntoIterator<Item = String>) -> Self {
        let pictures: String = pictures.into_iter().collect();
        Self(format!("<div class=\"plots\">\n{pictures}</div>\n"))
    }

    /// Puts this between a tag of ours and its end.
    pub(crate) fn within(self, tag: &str, attributes: &str) -> Self {
        Self(format!("<{tag}{attributes}>\n{}</{tag}>\n", self.0))
    }

    pub(crate) fn push(&mut self, other: &Self) {
        self.0 += &other.0;
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

impl FromIterator<Html> for Html {
    fn from_iter<T: IntoIterator<Item = Html>>(parts: T) -> Self {
        Self(parts.into_iter().map(|part| part.0).collect())
    }
}

/// Text for the inside of an element or of a quoted attribute. Line breaks stay; characters that
/// are allowed neither in HTML nor in XML become the replacement character.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '&' => result += "&amp;",
            '<' => result += "&lt;",
            '>' => result += "&gt;",
            '"' => result += "&quot;",
            '\n' => result.push('\n'),
            '\r' if characters.peek() == Some(&'\n') => {}
            '\r' => result.push('\n'),
            '\t' => result.push(' '),
            c if c.is_control() || is_noncharacter(c) => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}

/// Numbers that Unicode keeps free for ever, and HTML forbids.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe
}

/// The address of a file in a folder. Everything that means something in an address is encoded, so
/// that it can only lead to a file, whatever the folder is called.
pub(crate) fn href(folder: &str, file: &str) -> String {
    // Two slashes at the beginning would name another machine.
    let is_rooted = folder.starts_with('/');
    let folder = folder.trim_matches('/');
    let mut address = String::new();
    if is_rooted {
        address.push('/');
    }
    let path = if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                address.push(char::from(byte));
            }
            _ => address += &format!("%{byte:02X}"),
        }
    }
    address
}

/// What a column of a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Words, to the left.
    Word,
    /// Numbers, to the right.
    Number,
}

/// A table that scrolls by itself where the page is narrow.
pub(crate) struct HtmlTable {
    columns: Vec<(String, Kind)>,
    body: String,
}

impl HtmlTable {
    /// Columns by their headings. A heading that begins with `#` is one of numbers.
    pub(crate) fn new<T: AsRef<str>>(headings: impl IntoIterator<Item = T>) -> Self {
        let columns = headings.into_iter().map(|heading| match heading.as_ref() {
            heading if heading.starts_with('#') => (escaped(&heading[1..]), Kind::Number),
            heading => (escaped(heading), Kind::Word),
        });
        Self { columns: columns.collect(), body: String::new() }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Html>) -> &mut Self {
        self.body += "<tr>";
        for (at, Html(cell)) in cells.into_iter().enumerate() {
            let kind = self.columns.get(at).map_or(Kind::Word, |(_, kind)| *kind);
            self.body += &format!("<td class=\"{}\">{cell}</td>", class(kind));
        }
        self.body += "</tr>\n";
        self
    }

    pub(crate) fn to_html(&self) -> Html {
        let mut head = String::new();
        if self.columns.iter().any(|(heading, _)| !heading.is_empty()) {
            for (heading, kind) in &self.columns {
                head += &format!("<th class=\"{}\" scope=\"col\">{heading}</th>", class(*kind));
            }
            head = format!("<thead><tr>{head}</tr></thead>\n");
        }
        let body = &self.body;
        Html(format!(
            "<div class=\"scroll\"><table>\n{head}<tbody>\n{body}</tbody>\n</table></div>\n"
        ))
    }
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Word => "word",
        Kind::Number => "number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_harmless() {
        let text = "<script>alert(\"1\")</script> & \u{0}\u{ffff}\u{1fffe}\r\nend\t";
        let expected = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; \
                        \u{fffd}\u{fffd}\u{fffd}\nend ";
        assert_eq!(Html::text(text).0, expected);
    }

    #[test]
    fn an_address_leads_to_a_file_and_nowhere_else() {
        assert_eq!(href("", "sgf/000000.sgf"), "sgf/000000.sgf");
        assert_eq!(href("../runs/a b/", "x"), "../runs/a%20b/x");
        assert_eq!(href("javascript:alert(1)//", "x"), "javascript%3Aalert%281%29/x");
        assert_eq!(href("//elsewhere.org/", "x"), "/elsewhere.org/x");
        assert_eq!(href("ä\"?#%", "x"), "%C3%A4%22%3F%23%25/x");
        assert_eq!(href("/", "x"), "/x");
    }
}
