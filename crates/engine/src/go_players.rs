//! Players of Go: the playouts, knowledge and evaluator behind their names.

use std::path::Path;
use std::sync::Arc;

use tengen_go::Position;
use tengen_policy::go::{
    GoPlayouts, OwnershipCounts, PatternPriors, PlayoutGammas, PriorGammas, PriorScale,
    SoftmaxTable, Tactics, Territory,
};
use tengen_search::{Search, SelectionRule};

use crate::book_prior::Pages;
use crate::files::read_at_most;
use crate::game_name::GameName;
use crate::players::{
    self, EvaluatorPlan, NoPlayer, PRIOR_WEIGHT, PlayoutPlan, Prior, Repertoire, TreePlan, Tuning,
    tree_search,
};
use crate::spec::PlayerSpec;

/// What there is for Go.
struct GoRepertoire<'a> {
    position: &'a Position,
    /// Where playouts count who owns what, if that is wanted.
    counts: Option<&'a OwnershipCounts>,
}

/// Up to this side, what was learned on 9x9 is better than what was learned on 19x19.
const SMALL_SIDE: usize = 11;

/// What won most games on 9x9; what else was tried is in docs/results.md.
const SMALL_BOARDS: Tuning = Tuning { doubt: 0.4, below: Some(0.1), history: Some(40.0) };

/// On large boards there are too many moves of which RAVE thinks little to look at each.
const LARGE_BOARDS: Tuning = Tuning { doubt: 0.0, below: None, history: None };

impl GoRepertoire<'_> {
    /// What `learned` stands for on this board.
    fn policy_name(&self, word: &'static str) -> &'static str {
        match word {
            "learned" if self.position.board().size().side() <= SMALL_SIDE => "sb-9x9",
            "learned" => "mm-19x19",
            _ => word,
        }
    }
}

impl Repertoire<Position> for GoRepertoire<'_> {
    type Policy = GoPlayouts;
    type Evaluator = Territory;

    fn policy(&self, plan: &PlayoutPlan) -> Result<GoPlayouts, NoPlayer> {
        let policy = match (plan.style, &plan.file) {
            (_, Some(file)) => {
                let gammas = learned(file, PlayoutGammas::from_text)?;
                GoPlayouts::softmax(self.position, &SoftmaxTable::new(&gammas))
            }
            ("tactical", None) => GoPlayouts::tactical(self.position),
            (name, None) => match SoftmaxTable::built_in(self.policy_name(name)) {
                Some(table) => GoPlayouts::softmax(self.position, &table),
                None => GoPlayouts::light(self.position),
            },
        };
        let policy = if plan.is_careful { policy.careful() } else { policy };
        Ok(match self.counts {
            Some(counts) => policy.counting(counts),
            None => policy,
        })
    }

    fn evaluator(&self, _: &EvaluatorPlan) -> Territory {
        Territory::default()
    }

    /// As long as a light playout may get.
    fn longest_playout(&self) -> u32 {
        3 * self.position.board().size().area() as u32
    }

    fn tuning(&self) -> Tuning {
        let is_small = self.position.board().size().side() <= SMALL_SIDE;
        if is_small { SMALL_BOARDS } else { LARGE_BOARDS }
    }

    fn tree_with_own_prior(
        &self,
        prior: &Prior,
        tree: TreePlan<GoPlayouts, Territory, impl SelectionRule + 'static>,
    ) -> Result<Box<dyn Search<Position>>, NoPlayer> {
        if prior.name == "tactics" {
            let factor = prior.weight.unwrap_or(PRIOR_WEIGHT) / PRIOR_WEIGHT;
            return Ok(tree_search(self.position, Tactics::new(factor), tree)?);
        }
        let area = self.position.board().size().area();
        let factor = prior.weight.unwrap_or_else(|| weight_of_patterns(area)) / PRIOR_WEIGHT;
        let gammas = match &prior.file {
            Some(file) => Arc::new(learned(file, PriorGammas::from_text)?),
            None => PriorGammas::built_in(),
        };
        let scale = PriorScale { even: prior.even, wins: WINS * factor };
        Ok(tree_search(self.position, PatternPriors::new(gammas, scale), tree)?)
    }
}

/// The larger a board, the fewer of its moves a search can look at, and the more counts what is known
/// of them beforehand. With this weight most games were won at 1,000 playouts on 19x19, where 8 and 60
/// were tried too (docs/results.md); on 9x9 it is [`PRIOR_WEIGHT`], and between the two it grows with
/// the points.
const WEIGHT_ON_19X19: f32 = 120.0;

/// What `prior-weight=auto` stands for on a board of so many points.
fn weight_of_patterns(area: usize) -> f32 {
    let share = (area as f32 - 81.0) / (361.0 - 81.0);
    PRIOR_WEIGHT + share.clamp(0.0, 1.0) * (WEIGHT_ON_19X19 - PRIOR_WEIGHT)
}

/// Virtual wins of a move that is certain to be played by a strong player, at [`PRIOR_WEIGHT`].
const WINS: f32 = 40.0;

/// More than any playout policy takes.
const LONGEST_FILE: usize = 1 << 22;

/// Reads a file of what was learned.
fn learned<T, E: std::fmt::Display>(
    file: &Path,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, NoPlayer> {
    let bad = |reason: String| NoPlayer::Learned { file: file.to_owned(), reason };
    let bytes = read_at_most(file, LONGEST_FILE).map_err(|error| bad(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| bad("it is not text".to_owned()))?;
    read(&text).map_err(|error| bad(error.to_string()))
}

/// The playouts of a player of Go from this position, by themselves.
///
/// ```
/// use tengen_engine::go_playouts;
/// use tengen_go::{BoardSize, Komi, Position, Rules};
/// let size = BoardSize::new(9).unwrap();
/// let position = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
/// assert!(go_playouts(&"uct,policy=tactical".parse().unwrap(), &position).is_ok());
/// let error = go_playouts(&"uct,policy=./none.toml".parse().unwrap(), &position).err().unwrap();
/// assert!(error.to_string().contains("none.toml"), "{error}");
/// ```
pub fn go_playouts(spec: &PlayerSpec, position: &Position) -> Result<GoPlayouts, NoPlayer> {
    let plan = players::playout_plan(spec, GameName::Go)?;
    GoRepertoire { position, counts: None }.policy(&plan)
}

/// The search of a spec, for games like this one; its playouts are counted if that is wanted.
pub(crate) fn search(
    spec: &PlayerSpec,
    position: &Position,
    counts: Option<&OwnershipCounts>,
    pages: Option<&Pages>,
) -> Result<Box<dyn Search<Position>>, NoPlayer> {
    players::search(spec, GameName::Go, position, &GoRepertoire { position, counts }, pages)
}

/// The same search for one look at something else, with little memory.
pub(crate) fn second_look(
    spec: &PlayerSpec,
    position: &Position,
) -> Result<Box<dyn Search<Position>>, NoPlayer> {
    let mut spec = spec.clone();
    if spec.has("memory") {
        spec.set("memory", "32M")?;
    }
    search(&spec, position, None, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_count_more_on_larger_boards() {
        let weights = [1, 49, 81, 169, 361].map(weight_of_patterns);
        assert_eq!([weights[0], weights[1], weights[2], weights[4]], [8.0, 8.0, 8.0, 120.0]);
        assert!((40.0..45.0).contains(&weights[3]), "{weights:?}");
    }
}
