//! The few things that every SVG text needs.

/// The text for the inside of an element or a quoted attribute. Characters that XML forbids even
/// when escaped become the replacement character.
pub(crate) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result += "&amp;",
            '<' => result += "&lt;",
            '>' => result += "&gt;",
            '"' => result += "&quot;",
            '\t' | '\n' | '\r' => result.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}

/// The text, or its beginning and an ellipsis if it has more characters than fit.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A coordinate with at most one decimal: a tenth of a unit is less than anyone can see.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The opening tag of a picture that scales to its frame, with its name and description for those
/// who do not see it. Elements have no ids, so several pictures can stand in one page.
pub(crate) fn opening(width: f64, height: f64, title: &str, description: &str) -> String {
    let (width, height) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escaped(title),
        escaped(description)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_leaves_nothing_that_xml_would_read() {
        assert_eq!(escaped("a<b> & \"c\"\n\u{0}"), "a&lt;b&gt; &amp; &quot;c&quot; \u{fffd}");
    }

    #[test]
    fn numbers_are_short() {
        let numbers = [1.0, 0.25, -0.01, f64::NAN, 1e5].map(number);
        assert_eq!(numbers, ["1", "0.2", "0", "0", "100000"]);
    }

    #[test]
    fn long_text_is_shortened_by_characters() {
        assert_eq!(shortened("äöü", 3), "äöü");
        assert_eq!(shortened("äöüß", 3), "äö…");
        assert_eq!(shortened("ab", 0), "…");
    }
}
