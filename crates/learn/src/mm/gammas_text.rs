//! Gammas as text, in the format of Coulom's program `mm`: `index gamma` in each line, or
//! `index gamma victories participations presences`.

use std::fmt::Write as _;

use crate::mm::features::Features;
use crate::mm::frequencies::Frequencies;
use crate::mm::gammas::Gammas;

/// A text that does not hold the gammas of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGammas {
    /// A line is wrong.
    #[error("line {line}: {problem}")]
    Line {
        /// Which one, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A gamma does not occur.
    #[error("there is no line for gamma {0}")]
    Missing(usize),
}

/// Writes gammas, one a line.
#[must_use]
pub fn write_gammas(gammas: &Gammas) -> String {
    let mut text = String::new();
    for (index, gamma) in gammas.all().iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{index} {gamma}");
    }
    text
}

/// The same with how often each level occurs.
#[must_use]
pub fn write_frequencies(gammas: &Gammas, frequencies: &Frequencies) -> String {
    let mut text = String::new();
    for (index, (gamma, count)) in gammas.all().iter().zip(frequencies.all()).enumerate() {
        let _ = writeln!(
            text,
            "{index} {gamma} {} {} {}",
            count.victories, count.participations, count.presences
        );
    }
    text
}

/// Reads gammas, with or without how often each occurs, in any order.
///
/// ```
/// use tengen_learn::mm::{Feature, Features, read_gammas, write_gammas};
/// let features = Features::new([Feature::new("shape", 2)]).unwrap();
/// let gammas = read_gammas(&features, "1 0.25\n0 3 7 9 8\n").unwrap();
/// assert_eq!(write_gammas(&gammas), "0 3\n1 0.25\n");
/// let error = read_gammas(&features, "0 1\n1 -2\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: a gamma is a positive number, not \"-2\"");
/// ```
pub fn read_gammas(features: &Features, text: &str) -> Result<Gammas, BadGammas> {
    let mut values: Vec<Option<f64>> = vec![None; features.total()];
    for (i, words) in text.lines().enumerate() {
        if !words.trim().is_empty() {
            let put = read_line(words, &mut values);
            put.map_err(|problem| BadGammas::Line { line: i + 1, problem })?;
        }
    }
    if let Some(missing) = values.iter().position(Option::is_none) {
        return Err(BadGammas::Missing(missing));
    }
    let gammas = Gammas::new(features, values.into_iter().flatten().collect());
    // Every number was looked at already.
    gammas.ok_or(BadGammas::Missing(0))
}

fn read_line(words: &str, values: &mut [Option<f64>]) -> Result<(), String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let ([index, gamma] | [index, gamma, _, _, _]) = words.as_slice() else {
        return Err(format!(
            "a line is \"INDEX GAMMA\", and maybe three counts, not {} words",
            words.len()
        ));
    };
    let counts = words.iter().skip(2);
    if let Some(word) = counts.into_iter().find(|word| word.parse::<u64>().is_err()) {
        return Err(format!("a count is a whole number, not {word:?}"));
    }
    let last = values.len() - 1;
    let place = index.parse::<usize>().ok().and_then(|index| values.get_mut(index));
    let Some(place) = place else {
        return Err(format!("the index of a gamma is a number from 0 to {last}, not {index:?}"));
    };
    let value = gamma.parse::<f64>().ok().filter(|gamma| gamma.is_finite() && *gamma > 0.0);
    let Some(value) = value else {
        return Err(format!("a gamma is a positive number, not {gamma:?}"));
    };
    if place.replace(value).is_some() {
        return Err(format!("there are two lines for gamma {index}"));
    }
    Ok(())
}
