//! How a page writes numbers.

/// A count, with commas between groups of three digits.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count of things, one of which has a name: `1 game`, `8 games`.
pub(crate) fn things(number: u64, one: &str) -> String {
    format!("{} {one}{}", count(number), if number == 1 { "" } else { "s" })
}

/// A fraction as a percentage.
pub(crate) fn percent(fraction: f64) -> String {
    format!("{:.1} %", fraction * 100.0)
}

/// A fraction as a percentage, if there is one.
pub(crate) fn percent_or_dash(fraction: Option<f64>) -> String {
    fraction.map_or_else(|| "-".to_owned(), percent)
}

/// A time in the unit that suits it.
pub(crate) fn time(seconds: f64) -> String {
    match seconds {
        s if !s.is_finite() || s < 0.0 => "-".to_owned(),
        0.0 => "0 s".to_owned(),
        s if s < 0.0995 => format!("{:.1} ms", s * 1000.0),
        s if s < 0.9995 => format!("{:.0} ms", s * 1000.0),
        s if s < 9.95 => format!("{s:.2} s"),
        s if s < 600.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// A mean, if there is anything to take it of.
pub(crate) fn mean(total: f64, number: u64) -> Option<f64> {
    (number > 0).then(|| total / number as f64).filter(|mean| mean.is_finite())
}

/// A number that is not negative, with few digits, or a dash.
pub(crate) fn rounded(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value.abs() >= 100.0 => count(value.max(0.0).round() as u64),
        Some(value) => format!("{value:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(things(1, "game") + &things(2, "game"), "1 game2 games");
        assert_eq!(percent(0.0625), "6.2 %");
        let times = [0.0, 0.0123, 0.25, 2.5, 75.0, 3000.0, 36_000.0, f64::NAN].map(time);
        assert_eq!(
            times,
            ["0 s", "12.3 ms", "250 ms", "2.50 s", "75.0 s", "50.0 min", "10.0 h", "-"]
        );
        assert_eq!(rounded(mean(5000.0, 2)) + &rounded(mean(1.0, 0)), "2,500-");
    }
}
