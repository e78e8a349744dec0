//! Playout policies of experiments: learned before the first game, by simulation balancing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use crate::contest::Entrant;
use crate::contest_file::BadFile;
use crate::contestant::Contestant;
use crate::experiment::Experiment;

/// A policy, as it is written in TOML.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PolicyTable {
    /// What `tengen learn positions` is told.
    positions: String,
    /// What `tengen learn sb` is told.
    balancing: String,
}

/// A playout policy that an experiment needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentPolicy {
    /// What it is called. Players name its files: `@NAME.toml`, `@NAME-pass20.toml`.
    pub name: String,
    /// What `tengen learn positions` is told, word by word.
    pub positions: Vec<String>,
    /// What `tengen learn sb` is told, word by word.
    pub balancing: Vec<String>,
    /// Which passes of learning players play by.
    pub passes: BTreeSet<PolicyPass>,
}

/// A pass of learning, as players name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PolicyPass {
    /// The one with the lowest error.
    Best,
    /// The one after so many.
    Number(u32),
}

impl Experiment {
    /// The policies that must be learned before the first game. Those that players name are there.
    pub fn policies(&self) -> Result<Vec<ExperimentPolicy>, BadFile> {
        let mut policies = BTreeMap::new();
        for (name, table) in &self.policies {
            check_name(name)?;
            let words = |key: &str, text: &str| {
                shlex::split(text).ok_or_else(|| {
                    BadFile::Senseless(format!(
                        "policy {name:?}: {key}: a quote or a backslash at its end is not finished"
                    ))
                })
            };
            let policy = ExperimentPolicy {
                name: name.clone(),
                positions: words("positions", &table.positions)?,
                balancing: words("balancing", &table.balancing)?,
                passes: BTreeSet::new(),
            };
            policies.insert(name.as_str(), policy);
        }
        for entrant in &self.players.0 {
            let Some(file) = policy_of(entrant) else { continue };
            let named =
                read_file_name(file).and_then(|(name, pass)| Some((policies.get_mut(name)?, pass)));
            let Some((policy, pass)) = named else {
                return Err(BadFile::Senseless(format!(
                    "player {:?}: there is no policy \"@{file}\"; {}",
                    entrant.name,
                    self.known_policies()
                )));
            };
            policy.passes.insert(pass);
        }
        Ok(policies.into_values().collect())
    }

    fn known_policies(&self) -> String {
        if self.policies.is_empty() {
            return "the experiment has no [policies]".to_owned();
        }
        let names: Vec<String> = self
            .policies
            .keys()
            .map(|name| format!("@{name}.toml, or @{name}-pass20.toml and the like"))
            .collect();
        format!("known: {}", names.join(", "))
    }

    /// Says in which folder the policies are, for the players who name them.
    pub fn set_policies(&mut self, folder: &Path) -> Result<(), BadFile> {
        for entrant in &mut self.players.0 {
            let Some(path) = policy_of(entrant).map(|file| folder.join(file)) else { continue };
            // A player's text has no other way to end a value.
            let Some(path) = path.to_str().filter(|path| !path.contains(',')) else {
                return Err(BadFile::Senseless(format!(
                    "{}: players cannot name files of a folder whose name has a comma or is not \
                     Unicode",
                    folder.display()
                )));
            };
            if let Contestant::BuiltIn(spec) = &mut entrant.contestant {
                let set = spec.set("policy", path);
                set.map_err(|error| BadFile::Senseless(error.to_string()))?;
            }
        }
        Ok(())
    }
}

/// Names become names of files, beside those of passes.
fn check_name(name: &str) -> Result<(), BadFile> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let means_a_pass = matches!(split_pass(name), (_, PolicyPass::Number(_)));
    if name.is_empty() || !name.chars().all(is_plain) || means_a_pass {
        return Err(BadFile::Senseless(format!(
            "policy {name:?}: a name has letters, digits, - and _, and does not end as -pass20 does"
        )));
    }
    Ok(())
}

/// The file of one of the experiment's policies that a player names, without the @.
fn policy_of(entrant: &Entrant) -> Option<&str> {
    let Contestant::BuiltIn(spec) = &entrant.contestant else { return None };
    let (_, policy) = spec.settings().find(|(key, _)| *key == "policy")?;
    policy.strip_prefix('@')
}

/// `sb-pass20.toml`: the policy `sb` after pass 20.
fn read_file_name(file: &str) -> Option<(&str, PolicyPass)> {
    file.strip_suffix(".toml").map(split_pass)
}

fn split_pass(stem: &str) -> (&str, PolicyPass) {
    let numbered = stem.rsplit_once("-pass").and_then(|(name, digits)| {
        // No file is called -pass020.
        let pass = digits.parse::<u32>().ok().filter(|pass| pass.to_string() == digits)?;
        Some((name, PolicyPass::Number(pass)))
    });
    numbered.unwrap_or((stem, PolicyPass::Best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights_experiment::AnyExperiment;

    const GOOD: &str = r#"
        title = "T"
        paper = "003"
        table = "t"
        about = "a"
        games = 2
        minutes = 1
        [policies.sb]
        positions = "--positions 20 --player 'uct,sims=5' --label uct,sims=9"
        balancing = "--passes 40 --save-every 20"
        [players]
        best = "uct,sims=9,policy=@sb.toml"
        early = "uct,sims=9,policy=@sb-pass20.toml"
        plain = "uct,sims=9,policy=uniform"
        own = "uct,sims=9,policy=./mine.toml"
        [[rows]]
        label = "r"
        a = "best"
        b = "early"
        paper = { source = "s" }
    "#;

    #[test]
    fn players_play_by_what_is_learned() {
        let mut experiment: Experiment = GOOD.parse().unwrap();
        let [sb] = &experiment.policies().unwrap()[..] else { panic!("one policy") };
        assert_eq!(sb.name, "sb");
        let words = ["--positions", "20", "--player", "uct,sims=5", "--label", "uct,sims=9"]
            .map(str::to_owned);
        assert_eq!(sb.positions, words);
        assert_eq!(sb.balancing, ["--passes", "40", "--save-every", "20"].map(str::to_owned));
        assert_eq!(sb.passes, [PolicyPass::Best, PolicyPass::Number(20)].into());
        experiment.set_policies(Path::new("some/folder")).unwrap();
        let contest = experiment.contest(1.0, None, "test").unwrap();
        let players: Vec<String> =
            contest.players.iter().map(|it| it.contestant.to_string()).collect();
        assert_eq!(players[0], "uct,sims=9,policy=some/folder/sb.toml");
        assert_eq!(players[1], "uct,sims=9,policy=some/folder/sb-pass20.toml");
        assert_eq!(players[2], "uct,sims=9,policy=uniform");
        assert_eq!(players[3], "uct,sims=9,policy=./mine.toml");
        // They are in their place: there is nothing left to set.
        experiment.set_policies(Path::new("with, comma")).unwrap();
        let mut experiment: Experiment = GOOD.parse().unwrap();
        let error = experiment.set_policies(Path::new("with, comma")).unwrap_err().to_string();
        assert!(error.contains("with, comma: players cannot name files"), "{error}");
    }

    /// Policies with names are of an experiment with games; a list is of one that shows them.
    #[test]
    fn both_kinds_of_experiments_have_policies() {
        assert!(matches!(GOOD.parse(), Ok(AnyExperiment::Games(_))));
    }

    #[test]
    fn senseless_policies_are_refused() {
        for (from, to, part) in [
            (
                "@sb.toml",
                "@sx.toml",
                "player \"best\": there is no policy \"@sx.toml\"; known: @sb.toml, or \
                 @sb-pass20.toml",
            ),
            ("@sb-pass20.toml", "@sb-pass020.toml", "no policy \"@sb-pass020.toml\""),
            ("@sb-pass20.toml", "@sb-passing.toml", "no policy \"@sb-passing.toml\""),
            ("@sb-pass20.toml", "@sb/pass20", "no policy \"@sb/pass20\""),
            ("@sb-pass20.toml", "@.toml", "no policy \"@.toml\""),
            ("@sb-pass20.toml", "@sb", "uct cannot have policy=@sb"),
            ("[policies.sb]", "[policies.\"../sb\"]", "policy \"../sb\": a name has letters"),
            ("[policies.sb]", "[policies.sb-pass3]", "policy \"sb-pass3\": a name has letters"),
            ("[policies.sb]", "[policies.\"\"]", "policy \"\": a name has letters"),
            ("'uct,sims=5'", "'uct,sims=5", "policy \"sb\": positions: a quote"),
            ("--passes 40", "--passes \\\"40", "policy \"sb\": balancing: a quote"),
            ("balancing =", "balancin =", "unknown field `balancin`"),
            ("balancing = \"--passes 40 --save-every 20\"", "", "missing field `balancing`"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let error = GOOD.replacen(from, to, 1).parse::<AnyExperiment>().expect_err(to);
            assert!(error.to_string().contains(part), "{to}: {error}");
        }
        let (before, rest) = GOOD.split_once("[policies.sb]").unwrap();
        let (_, after) = rest.split_once("[players]").unwrap();
        let error = format!("{before}[players]{after}").parse::<AnyExperiment>().unwrap_err();
        assert!(error.to_string().contains("the experiment has no [policies]"), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn no_name_makes_it_panic(name in "\\PC*", file in "(sb)?(-pass)?[0-9]{0,12}\\PC{0,4}") {
            let text = GOOD.replace("[policies.sb]", &format!("[policies.{name:?}]"));
            let _ = text.parse::<Experiment>();
            let text = GOOD.replace("@sb.toml", &format!("@{file}.toml"));
            let _ = text.parse::<Experiment>();
        }
    }
}
