//! What policies have learned, for the page.

use tengen_go::Pattern;
use tengen_learn::go::elo;
use tengen_policy::go::Learned;
use tengen_web::{Policy, PolicyFeature, PolicyName, PolicyPattern, PolicyPicture, Weights};

use crate::weights_source::Source;
use crate::weights_view::View;

/// Patterns of each sort.
const SHOWN: usize = 24;

/// The policies that come with the program.
pub(crate) struct BuiltIn;

impl Weights for BuiltIn {
    fn names(&self) -> Vec<PolicyName> {
        let name = |name: &'static str| PolicyName {
            name: name.to_owned(),
            title: title(name).to_owned(),
            help: help(name).to_owned(),
        };
        Learned::built_in_names().map(name).collect()
    }

    fn policy(&self, name: &str) -> Option<Policy> {
        let learned = Learned::built_in(name)?;
        let source =
            Source { label: name.to_owned(), from: name.to_owned(), learned, counts: None };
        let view = View::new(vec![source], SHOWN).ok()?;
        let pattern = |(pattern, gamma, rank, among): (Pattern, f64, usize, &'static str)| {
            let rows = rows(pattern);
            PolicyPattern { rows, gamma, elo: tenth(elo(gamma)), rank, among }
        };
        let feature = |(name, gamma): (String, f64)| PolicyFeature {
            help: String::new(),
            elo: tenth(elo(gamma)),
            name,
            gamma,
        };
        let picture = |(title, svg)| PolicyPicture { title, svg };
        Some(Policy {
            name: name.to_owned(),
            about: format!("{}: {}", title(name), help(name)),
            patterns: view.best_and_worst().map(pattern).collect(),
            features: view.feature_gammas().map(feature).collect(),
            pictures: view.pictures().into_iter().map(picture).collect(),
        })
    }
}

fn title(name: &str) -> &str {
    match name {
        "mm-9x9" => "Playouts 9x9, by games",
        "mm-19x19" => "Playouts 19x19, by games",
        "sb-9x9" => "Playouts 9x9, balanced",
        "patterns" => "Priors of moves",
        other => other,
    }
}

fn help(name: &str) -> &'static str {
    match name {
        "mm-9x9" | "mm-19x19" => "a playout policy by minorization-maximization",
        "sb-9x9" => "a playout policy by simulation balancing (paper 003)",
        "patterns" => "what is known of moves before the first playout",
        _ => "what was learned of moves",
    }
}

/// Three rows of three, the move in the middle.
fn rows(pattern: Pattern) -> Vec<String> {
    let mut cells: Vec<char> = pattern
        .to_string()
        .chars()
        .map(|letter| match letter {
            'x' => 'X',
            'o' => 'O',
            // In atari.
            'X' => 'x',
            'O' => 'o',
            other => other,
        })
        .collect();
    cells.insert(4.min(cells.len()), '*');
    cells.chunks(3).map(|row| row.iter().collect()).collect()
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_is_shown() {
        for PolicyName { name, title, help } in BuiltIn.names() {
            assert!(!title.is_empty() && !help.is_empty());
            let policy = BuiltIn.policy(&name).expect(&name);
            assert!(policy.patterns.len() >= 2 * SHOWN && !policy.features.is_empty(), "{name}");
            assert!(!policy.pictures.is_empty());
            let best = &policy.patterns[0];
            assert!(best.rank == 1 && best.gamma > 1.0 && best.among == "best", "{best:?}");
            for pattern in &policy.patterns {
                assert!(pattern.rows.len() == 3 && pattern.rows[1].as_bytes()[1] == b'*');
            }
        }
        assert!(BuiltIn.policy("/etc/passwd").is_none());
    }
}
