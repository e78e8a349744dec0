//! All that is needed to go on with a run, as text that gives back every bit.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::balancing::error::MeanError;
use crate::balancing::optimizer::OptimizerState;
use crate::balancing::settings::Settings;
use crate::balancing::training::{Best, PassRow};

/// A run after some of its passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What the run is: words that must agree for it to go on.
    pub(crate) identity: String,
    pub(crate) weights: Vec<f64>,
    pub(crate) optimizer: OptimizerState,
    pub(crate) best: Best,
    pub(crate) rows: Vec<PassRow>,
}

/// A text that is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BadCheckpoint {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

const TITLE: &str = "tengen simulation balancing checkpoint 1";

impl Checkpoint {
    /// The weights after the last pass.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The weights with the lowest error.
    #[must_use]
    pub const fn best(&self) -> &Best {
        &self.best
    }

    /// The errors after each pass, 0 first.
    #[must_use]
    pub fn rows(&self) -> &[PassRow] {
        &self.rows
    }

    /// Passes made, not counting 0.
    #[must_use]
    pub fn passes(&self) -> u32 {
        self.rows.last().map_or(0, |row| row.pass)
    }

    /// Passes since the best.
    #[must_use]
    pub fn passes_without_gain(&self) -> u32 {
        self.passes() - self.best.pass
    }
}

/// A line a thing; numbers as Rust writes them, which is as short as it can be for reading the same
/// bits back.
impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}\nidentity {}", self.identity)?;
        for row in &self.rows {
            write!(f, "pass {}", row.pass)?;
            for error in std::iter::once(&row.training).chain(&row.held_out) {
                let MeanError { positions, measured, corrected, standard_error } = error;
                write!(f, " {positions} {measured:e} {corrected:e} {standard_error:e}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "best {}", self.best.pass)?;
        let OptimizerState { first, second, first_power, second_power } = &self.optimizer;
        for (name, numbers) in [
            ("best-weights", &self.best.weights),
            ("weights", &self.weights),
            ("powers", &vec![*first_power, *second_power]),
            ("first", first),
            ("second", second),
        ] {
            f.write_str(name)?;
            for number in numbers {
                write!(f, " {number:e}")?;
            }
            f.write_char('\n')?;
        }
        writeln!(f, "end")
    }
}

impl FromStr for Checkpoint {
    type Err = BadCheckpoint;
    fn from_str(text: &str) -> Result<Self, BadCheckpoint> {
        let mut lines = Lines { lines: text.lines(), number: 0, held: None };
        if lines.next()? != TITLE {
            return Err(lines.wrong(format!("the first line of a checkpoint is {TITLE:?}")));
        }
        let identity = lines.after("identity")?.to_owned();
        let mut rows = Vec::new();
        while let Some(rest) = lines.try_after("pass")? {
            let row = lines.row(rest)?;
            if row.pass as usize != rows.len() {
                return Err(lines.wrong(format!("pass {} is expected here", rows.len())));
            }
            rows.push(row);
        }
        let pass = lines.after("best")?;
        let passes = rows.len().max(1);
        let pass = pass.parse().ok().filter(|&pass: &u32| (pass as usize) < passes);
        let pass = pass.ok_or_else(|| lines.wrong("there is no such pass"))?;
        let best_weights = lines.weights("best-weights", None)?;
        let weights = lines.weights("weights", Some(best_weights.len()))?;
        let powers = lines.after("powers")?;
        let powers = lines.numbers(powers)?;
        let &[first_power, second_power] = &powers[..] else {
            return Err(lines.wrong("two numbers are expected"));
        };
        let first = lines.after("first")?;
        let first = lines.numbers(first)?;
        let second = lines.after("second")?;
        let second = lines.numbers(second)?;
        let shares = [first_power, second_power];
        if !shares.iter().all(|share| (0.0..=1.0).contains(share))
            || first.len() != second.len()
            || second.iter().any(|&square| square < 0.0)
        {
            return Err(lines.wrong("no means of directions and their squares are like that"));
        }
        if lines.next()? != "end" {
            return Err(lines.wrong("the last line is end"));
        }
        let optimizer = OptimizerState { first, second, first_power, second_power };
        let best = Best { pass, weights: best_weights };
        Ok(Self { identity, weights, optimizer, best, rows })
    }
}

/// The lines of a checkpoint, one after the other.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    /// Of the line that was read last.
    number: usize,
    /// A line that was looked at and not used.
    held: Option<&'a str>,
}

impl<'a> Lines<'a> {
    fn wrong(&self, problem: impl Into<String>) -> BadCheckpoint {
        BadCheckpoint { line: self.number.max(1), problem: problem.into() }
    }

    fn next(&mut self) -> Result<&'a str, BadCheckpoint> {
        if let Some(line) = self.held.take() {
            return Ok(line);
        }
        let line = self.lines.next();
        self.number += usize::from(line.is_some());
        line.ok_or_else(|| self.wrong("the checkpoint ends too early"))
    }

    /// What follows a word at the beginning of the next line.
    fn after(&mut self, word: &str) -> Result<&'a str, BadCheckpoint> {
        self.try_after(word)?.ok_or_else(|| self.wrong(format!("{word} is expected here")))
    }

    fn try_after(&mut self, word: &str) -> Result<Option<&'a str>, BadCheckpoint> {
        let line = self.next()?;
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        if first == word {
            return Ok(Some(rest));
        }
        self.held = Some(line);
        Ok(None)
    }

    fn number(&self, word: &str) -> Result<f64, BadCheckpoint> {
        let number = word.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| self.wrong(format!("{:?} is not a number", shortened(word))))
    }

    fn numbers(&self, text: &str) -> Result<Vec<f64>, BadCheckpoint> {
        text.split_whitespace().map(|word| self.number(word)).collect()
    }

    fn weights(&mut self, name: &str, count: Option<usize>) -> Result<Vec<f64>, BadCheckpoint> {
        let weights = self.after(name)?;
        let weights = self.numbers(weights)?;
        if count.is_some_and(|count| count != weights.len()) {
            return Err(self.wrong("it has another number of weights than before"));
        }
        let largest = Settings::LARGEST;
        if let Some(weight) = weights.iter().find(|weight| weight.abs() > largest) {
            return Err(self.wrong(format!("{weight} is not from -{largest} to {largest}")));
        }
        Ok(weights)
    }

    fn row(&self, text: &str) -> Result<PassRow, BadCheckpoint> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let error = |words: &[&str]| -> Result<MeanError, BadCheckpoint> {
            let positions = words[0].parse().ok().filter(|&count: &usize| count > 0);
            Ok(MeanError {
                positions: positions.ok_or_else(|| self.wrong("a number of positions is wrong"))?,
                measured: self.number(words[1])?,
                corrected: self.number(words[2])?,
                standard_error: self.number(words[3])?,
            })
        };
        let (training, held_out) = match words.len() {
            5 => (error(&words[1..5])?, None),
            9 => (error(&words[1..5])?, Some(error(&words[5..9])?)),
            _ => return Err(self.wrong("a pass has four or eight numbers")),
        };
        let pass = words[0].parse().map_err(|_| self.wrong("a pass has a number"))?;
        Ok(PassRow { pass, training, held_out })
    }
}

/// The beginning of a word that may be long.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}
