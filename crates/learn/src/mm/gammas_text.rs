//! Gammas as text, in the format of Coulom's program `mm`: `index gamma` in each line, or
//! `index gamma victories participations presences`.

use std::fmt::Write as _;

use crate::mm::features::Features;
use crate::mm::frequencies::{Frequencies, Frequency};
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
    /// A gamma is there without how often it occurs.
    #[error("gamma {0} has no counts")]
    NoCounts(usize),
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
    let values = read_lines(features, text)?.into_iter().map(|(gamma, _)| gamma).collect();
    // Every number was looked at already.
    Gammas::new(features, values).ok_or(BadGammas::Missing(0))
}

/// Reads gammas with how often each occurs, in any order.
///
/// ```
/// use tengen_learn::mm::{Feature, Features, read_frequencies};
/// let features = Features::new([Feature::new("shape", 2)]).unwrap();
/// let (gammas, counts) = read_frequencies(&features, "1 0.25 0 2 2\n0 3 7 9 8\n").unwrap();
/// assert_eq!((gammas.all()[0], counts.all()[0].presences), (3.0, 8));
/// let error = read_frequencies(&features, "1 0.25\n0 3 7 9 8\n").unwrap_err();
/// assert_eq!(error.to_string(), "gamma 1 has no counts");
/// ```
pub fn read_frequencies(
    features: &Features,
    text: &str,
) -> Result<(Gammas, Frequencies), BadGammas> {
    let lines = read_lines(features, text)?;
    if let Some(index) = lines.iter().position(|(_, counts)| counts.is_none()) {
        return Err(BadGammas::NoCounts(index));
    }
    let values = lines.iter().map(|(gamma, _)| *gamma).collect();
    let counts = lines.into_iter().filter_map(|(_, counts)| counts).collect();
    let gammas = Gammas::new(features, values).ok_or(BadGammas::Missing(0))?;
    Ok((gammas, Frequencies::from_counts(counts)))
}

/// A gamma, and how often it occurs if that is told.
type Line = (f64, Option<Frequency>);

/// The lines in the order of the gammas.
fn read_lines(features: &Features, text: &str) -> Result<Vec<Line>, BadGammas> {
    let mut values: Vec<Option<Line>> = vec![None; features.total()];
    for (i, words) in text.lines().enumerate() {
        if !words.trim().is_empty() {
            let put = read_line(words, &mut values);
            put.map_err(|problem| BadGammas::Line { line: i + 1, problem })?;
        }
    }
    match values.iter().position(Option::is_none) {
        Some(missing) => Err(BadGammas::Missing(missing)),
        None => Ok(values.into_iter().flatten().collect()),
    }
}

fn read_line(words: &str, values: &mut [Option<Line>]) -> Result<(), String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let ([index, gamma] | [index, gamma, _, _, _]) = words.as_slice() else {
        return Err(format!(
            "a line is \"INDEX GAMMA\", and maybe three counts, not {} words",
            words.len()
        ));
    };
    let mut counts = Vec::new();
    for word in words.iter().skip(2) {
        let count = word.parse::<u64>();
        counts.push(count.map_err(|_| format!("a count is a whole number, not {word:?}"))?);
    }
    let counts = match counts[..] {
        [victories, participations, presences] => {
            Some(Frequency { victories, participations, presences })
        }
        _ => None,
    };
    let last = values.len() - 1;
    let place = index.parse::<usize>().ok().and_then(|index| values.get_mut(index));
    let Some(place) = place else {
        return Err(format!("the index of a gamma is a number from 0 to {last}, not {index:?}"));
    };
    let value = gamma.parse::<f64>().ok().filter(|gamma| gamma.is_finite() && *gamma > 0.0);
    let Some(value) = value else {
        return Err(format!("a gamma is a positive number, not {gamma:?}"));
    };
    if place.replace((value, counts)).is_some() {
        return Err(format!("there are two lines for gamma {index}"));
    }
    Ok(())
}
