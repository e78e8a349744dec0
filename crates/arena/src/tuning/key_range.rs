//! A key to be tuned: its range, its scale, and the values it can have.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_engine::formulas::{exp, ln_of};

/// A key of a player and the range that its best value is looked for in: `c=0..1`,
/// `rave-bias=0.001..0.1:log`, `expand=1..40:int`.
///
/// A *place* is where a value lies in the range: -1 at the low end, 1 at the high end, evenly in
/// between on the key's scale. All methods work on places.
///
/// ```
/// use tengen_arena::KeyRange;
/// let key: KeyRange = "rave-bias=0.001..0.1:log".parse().unwrap();
/// assert_eq!(key.value(0.0), 0.01);
/// assert!("c=1..0".parse::<KeyRange>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct KeyRange {
    name: String,
    low: f64,
    high: f64,
    log: bool,
    whole: bool,
}

/// What is wrong with the range of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRange {
    /// Not a key and a range.
    #[error(
        "{0:?} is not KEY=LOW..HIGH, such as c=0..1, rave-bias=0.001..0.1:log or expand=1..40:int"
    )]
    Form(String),
    /// An end that is no number.
    #[error("{end:?} in the range of {key} is not a number")]
    NotANumber {
        /// The key.
        key: String,
        /// The end.
        end: String,
    },
    /// The ends are in the wrong order.
    #[error("the range of {key} goes down: write {key}={low}..{high}")]
    Reversed {
        /// The key.
        key: String,
        /// The end that was written last.
        low: String,
        /// The end that was written first.
        high: String,
    },
    /// There is nothing between the ends.
    #[error("the range of {0} is empty: there is nothing to choose between its ends")]
    Empty(String),
    /// More than numbers of the machine can tell apart.
    #[error("the range of {0} is too wide")]
    TooWide(String),
    /// A logarithmic scale that reaches zero.
    #[error(
        "the range of {0} cannot have a logarithmic scale: begin it above 0, or leave :log away"
    )]
    NotPositive(String),
    /// Whole numbers whose range begins or ends in between.
    #[error("the range of {0} is of whole numbers: begin and end it with one, or leave :int away")]
    NotWhole(String),
    /// Neither `log` nor `int`.
    #[error("{word:?} after the range of {key} is unknown; known: log, int")]
    UnknownScale {
        /// The key.
        key: String,
        /// What was written.
        word: String,
    },
}

/// Whole numbers beyond this are not all numbers of the machine.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// Values are as fine as this part of the range: no match could tell finer ones apart, and texts
/// stay short.
const STEPS: f64 = 1000.0;

/// The largest value.
const LARGEST: f64 = 1e100;

/// The largest value of a logarithmic scale divided by the smallest.
const WIDEST: f64 = 1e12;

/// Decimals that a value can have.
const MOST_DECIMALS: usize = 340;

impl KeyRange {
    /// The key's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The lowest value.
    #[must_use]
    pub const fn low(&self) -> f64 {
        self.low
    }

    /// The highest value.
    #[must_use]
    pub const fn high(&self) -> f64 {
        self.high
    }

    /// Whether the scale is logarithmic.
    #[must_use]
    pub const fn is_log(&self) -> bool {
        self.log
    }

    /// Whether values are whole numbers.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.whole
    }

    /// The value at a place: one with few digits, or whole.
    #[must_use]
    pub fn value(&self, place: f64) -> f64 {
        // Twice, since a number that is rounded up may need a digit less.
        self.rounded(self.rounded(self.exact(place)))
    }

    fn rounded(&self, exact: f64) -> f64 {
        let resolution = if self.log { exact * self.width() } else { self.width() } / STEPS;
        let resolution = resolution * (1.0 + 1e-9);
        let rounded = if self.whole || resolution >= 1.0 {
            let mut step = 1.0;
            while 10.0 * step <= resolution {
                step *= 10.0;
            }
            (exact / step).round() * step
        } else {
            let (mut decimals, mut step) = (0, 1.0);
            while step > resolution && decimals < MOST_DECIMALS {
                step /= 10.0;
                decimals += 1;
            }
            format!("{exact:.decimals$}").parse().unwrap_or(exact)
        };
        rounded.clamp(self.low, self.high)
    }

    /// The number at a place, with all its digits.
    fn exact(&self, place: f64) -> f64 {
        let share = ((place + 1.0) / 2.0).clamp(0.0, 1.0);
        if self.log {
            self.high * exp((share - 1.0) * self.width())
        } else {
            self.low + share * self.width()
        }
    }

    /// How far the ends are apart, on the scale.
    fn width(&self) -> f64 {
        if self.log { ln_of(self.high / self.low) } else { self.high - self.low }
    }

    /// The place of a value.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let above = if self.log { ln_of(value / self.low) } else { value - self.low };
        (2.0 * above / self.width() - 1.0).clamp(-1.0, 1.0)
    }

    /// The place of the value at a place.
    #[must_use]
    pub fn snapped(&self, place: f64) -> f64 {
        self.place(self.value(place))
    }

    /// How far apart the places of neighbouring whole numbers are near a place; 0 if values need
    /// not be whole.
    #[must_use]
    pub fn pitch(&self, place: f64) -> f64 {
        if !self.whole {
            return 0.0;
        }
        let value = self.value(place);
        let (down, up) = ((value - 1.0).max(self.low), (value + 1.0).min(self.high));
        (self.place(up) - self.place(down)) / (up - down)
    }

    fn check(self) -> Result<Self, BadRange> {
        let Self { name, low, high, log, whole } = &self;
        if low > high {
            let (low, high) = (high.to_string(), low.to_string());
            return Err(BadRange::Reversed { key: name.clone(), low, high });
        }
        if *whole && !(is_whole(*low) && is_whole(*high)) {
            return Err(BadRange::NotWhole(name.clone()));
        }
        if *log && *low <= 0.0 {
            return Err(BadRange::NotPositive(name.clone()));
        }
        let size = low.abs().max(high.abs());
        if high - low <= 1e-9 * size {
            return Err(BadRange::Empty(name.clone()));
        }
        if size > LARGEST || *log && high / low > WIDEST {
            return Err(BadRange::TooWide(name.clone()));
        }
        Ok(self)
    }
}

fn is_whole(value: f64) -> bool {
    value.abs() <= LARGEST_WHOLE && value.fract() == 0.0
}

impl FromStr for KeyRange {
    type Err = BadRange;
    fn from_str(text: &str) -> Result<Self, BadRange> {
        let form = || BadRange::Form(text.to_owned());
        let (name, rest) = text.split_once('=').ok_or_else(form)?;
        let mut parts = rest.split(':').map(str::trim);
        let range = parts.next().unwrap_or_default();
        let (low, high) = range.split_once("..").ok_or_else(form)?;
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(form());
        }
        let end = |end: &str| {
            let wrong = || BadRange::NotANumber { key: name.clone(), end: end.trim().to_owned() };
            let number = end.trim().parse().ok().filter(|number: &f64| number.is_finite());
            // There is one zero.
            number.map(|number| number + 0.0).ok_or_else(wrong)
        };
        let (low, high) = (end(low)?, end(high)?);
        let (mut log, mut whole) = (false, false);
        for word in parts {
            match word {
                "log" => log = true,
                "int" => whole = true,
                _ => return Err(BadRange::UnknownScale { key: name, word: word.to_owned() }),
            }
        }
        Self { name, low, high, log, whole }.check()
    }
}

impl fmt::Display for KeyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}..{}", self.name, self.low, self.high)?;
        f.write_str(if self.log { ":log" } else { "" })?;
        f.write_str(if self.whole { ":int" } else { "" })
    }
}

impl TryFrom<String> for KeyRange {
    type Error = BadRange;
    fn try_from(text: String) -> Result<Self, BadRange> {
        text.parse()
    }
}

impl From<KeyRange> for String {
    fn from(key: KeyRange) -> Self {
        key.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> KeyRange {
        text.parse().expect(text)
    }

    #[test]
    fn ranges_are_read_and_written() {
        for text in ["c=0..1", "rave-bias=0.001..0.1:log", "expand=1..40:int", "x=2..64:log:int"] {
            assert_eq!(key(text).to_string(), text);
        }
        assert_eq!(key(" c = -0.0 .. .5 : log : int ".trim_end_matches(": log : int ")).low, 0.0);
        assert_eq!(key("c=1e-3..1:int:log".trim_end_matches(":int:log")).to_string(), "c=0.001..1");
        assert_eq!(key("x=2..64:int:log").to_string(), "x=2..64:log:int");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, what) in [
            ("c", "is not KEY=LOW..HIGH"),
            ("c=1", "is not KEY=LOW..HIGH"),
            ("=0..1", "is not KEY=LOW..HIGH"),
            ("c=0..", "\"\" in the range of c is not a number"),
            ("c=a..1", "\"a\" in the range of c is not a number"),
            ("c=0..inf", "\"inf\" in the range of c is not a number"),
            ("c=nan..1", "\"nan\" in the range of c is not a number"),
            ("c=1..0.5", "goes down: write c=0.5..1"),
            ("c=1..1", "is empty"),
            ("c=1..1.0000000001", "is empty"),
            ("c=-1e308..1e308", "is too wide"),
            ("c=1e-9..1e9:log", "is too wide"),
            ("c=0..1:log", "begin it above 0"),
            ("c=0.5..3:int", "begin and end it with one"),
            ("c=0..1:lg", "\"lg\" after the range of c is unknown; known: log, int"),
            ("c=0..1:", "\"\" after the range of c is unknown"),
        ] {
            let error = text.parse::<KeyRange>().expect_err(text).to_string();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn places_and_values_by_hand() {
        let c = key("c=0..1");
        assert_eq!([-1.0, 0.0, 0.5, 1.0].map(|place| c.value(place)), [0.0, 0.5, 0.75, 1.0]);
        assert_eq!(c.value(0.123_456_7), 0.562);
        let bias = key("b=0.001..0.1:log");
        assert_eq!(bias.value(-1.0), 0.001);
        assert_eq!(bias.value(-0.5), 0.003_16);
        assert_eq!(bias.value(1.0), 0.1);
        assert!((bias.place(0.01)).abs() < 1e-8);
        let whole = key("n=1..5:int");
        assert_eq!([-1.0, -0.8, -0.7, 0.2].map(|place| whole.value(place)), [1.0, 1.0, 2.0, 3.0]);
        assert_eq!((whole.pitch(0.0), whole.pitch(-1.0), c.pitch(0.0)), (0.5, 0.5, 0.0));
        // Ends that are no multiples of the step are kept.
        let odd = key("x=0.123456..10");
        assert_eq!((odd.value(-1.0), odd.value(1.0)), (0.123_456, 10.0));
        assert_eq!(key("x=1e6..3e6").value(0.123_456), 2_123_000.0);
        assert_eq!(key("sims=100..100000:log:int").value(0.5), 17_800.0);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = text.parse::<KeyRange>();
        }

        #[test]
        fn what_is_read_is_written_and_its_values_stay_within(
            text in "k=-?[0-9]{1,6}(\\.[0-9]{1,6})?(e-?[0-9]{1,2})?\\.\\.[0-9]{1,6}(\\.[0-9]{1,6})?(e[0-9])?(:log)?(:int)?",
            place in -1.5f64..1.5,
        ) {
            if let Ok(key) = text.parse::<KeyRange>() {
                proptest::prop_assert_eq!(&key.to_string().parse::<KeyRange>().unwrap(), &key);
                let value = key.value(place);
                proptest::prop_assert!((key.low()..=key.high()).contains(&value));
                proptest::prop_assert!(!key.is_whole() || value.fract() == 0.0);
                let there = key.place(value);
                proptest::prop_assert!((-1.0..=1.0).contains(&there));
                proptest::prop_assert_eq!(key.value(there), value, "{} {}", text, place);
                if !key.is_whole() {
                    proptest::prop_assert!((there - place.clamp(-1.0, 1.0)).abs() < 0.01);
                }
            }
        }
    }
}
