//! A check that a text is well-formed XML, as far as our pictures and pages use XML.

/// The first fault: tags that do not match, attributes without quotes or given twice, markup
/// characters or control characters in text, references to unknown entities, numbers in
/// attributes that are not finite.
pub(crate) fn fault(document: &str) -> Option<String> {
    check(document).err()
}

#[test]
fn faults_are_found() {
    assert_eq!(fault("<a b=\"1\"><c/>x &amp; y</a>\n"), None);
    for broken in [
        "",
        "x",
        "<a>",
        "<a></b>",
        "<a/><b/>",
        "<a b=1/>",
        "<a b=\"1\" b=\"2\"/>",
        "<a>&</a>",
        "<a>&x;</a>",
        "<a b=\"<\"/>",
        "<a>\u{0}</a>",
        "<a>x > y</a>",
        "<a b=\"1\"c=\"2\"/>",
        "<a b=\"1/>",
        "<a",
        "<a b=\"NaN\"/>",
        "<1/>",
        "</a>",
        "<a/>x",
    ] {
        assert!(fault(broken).is_some(), "{broken:?}");
    }
}

fn check(document: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut roots = 0;
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        check_text(text)?;
        if open.is_empty() && !text.trim().is_empty() {
            return Err(format!("text outside the root: {text:?}"));
        }
        let end = rest.find('>').ok_or("a tag without an end")?;
        let tag = rest.get(start + 1..end).ok_or("> before <")?;
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        if open.is_empty() {
            roots += 1;
        }
        let (tag, is_closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let name = tag.split(' ').next().unwrap_or_default();
        check_name(name)?;
        check_attributes(&tag[name.len()..])?;
        if !is_closed {
            open.push(name);
        }
    }
    if !rest.trim().is_empty() || !open.is_empty() || roots != 1 {
        return Err(format!("{roots} roots, {open:?} open, {rest:?} at the end"));
    }
    Ok(())
}

fn check_attributes(mut rest: &str) -> Result<(), String> {
    let mut seen = Vec::new();
    while !rest.is_empty() {
        let attribute = rest.strip_prefix(' ').ok_or_else(|| format!("no blank: {rest}"))?;
        let (name, value) = attribute.split_once("=\"").ok_or(attribute)?;
        check_name(name)?;
        if seen.contains(&name) {
            return Err(format!("{name} twice"));
        }
        seen.push(name);
        let (value, after) = value.split_once('"').ok_or("an open quote")?;
        check_text(value)?;
        // But for addresses, no attribute of ours holds a caller's text, so these are numbers gone
        // wrong.
        if name != "href" && (value.contains("NaN") || value.contains("inf")) {
            return Err(format!("{name} is {value}"));
        }
        rest = after;
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), String> {
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_name { Ok(()) } else { Err(format!("{name:?} is no name")) }
}

fn check_text(text: &str) -> Result<(), String> {
    let is_bad =
        |c: char| matches!(c, '<' | '>' | '\u{fffe}' | '\u{ffff}') || (c.is_control() && c != '\n');
    if let Some(c) = text.chars().find(|c| is_bad(*c)) {
        return Err(format!("{c:?} in text"));
    }
    for reference in text.split('&').skip(1) {
        let name = reference.split_once(';').map(|(name, _)| name);
        if !matches!(name, Some("amp" | "lt" | "gt" | "quot")) {
            return Err(format!("&{reference}"));
        }
    }
    Ok(())
}
