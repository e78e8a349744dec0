//! Players of Go: the playouts, knowledge and evaluator behind their names.

use tengen_go::Position;
use tengen_policy::go::{GoPlayouts, OwnershipCounts, Tactics, Territory};
use tengen_search::{NoMemory, Search, SelectionRule};

use crate::game_name::GameName;
use crate::players::{
    self, EvaluatorPlan, NoPlayer, PlayoutPlan, Prior, Repertoire, TreePlan, tree_search,
};
use crate::spec::PlayerSpec;

/// What there is for Go.
struct GoRepertoire<'a> {
    position: &'a Position,
    /// Where playouts count who owns what, if that is wanted.
    counts: Option<&'a OwnershipCounts>,
}

impl Repertoire<Position> for GoRepertoire<'_> {
    type Policy = GoPlayouts;
    type Evaluator = Territory;

    fn policy(&self, plan: &PlayoutPlan) -> GoPlayouts {
        let policy = match plan.style {
            "tactical" => GoPlayouts::tactical(self.position),
            _ => GoPlayouts::light(self.position),
        };
        match self.counts {
            Some(counts) => policy.counting(counts),
            None => policy,
        }
    }

    fn evaluator(&self, _: &EvaluatorPlan) -> Territory {
        Territory::default()
    }

    /// As long as a light playout may get.
    fn longest_playout(&self) -> u32 {
        3 * self.position.board().size().area() as u32
    }

    fn tree_with_own_prior(
        &self,
        prior: &Prior,
        tree: TreePlan<GoPlayouts, Territory, impl SelectionRule + 'static>,
    ) -> Result<Box<dyn Search<Position>>, NoMemory> {
        tree_search(self.position, Tactics::new(prior.weight / 8.0), tree)
    }
}

/// The search of a spec, for games like this one; its playouts are counted if that is wanted.
pub(crate) fn search(
    spec: &PlayerSpec,
    position: &Position,
    counts: Option<&OwnershipCounts>,
) -> Result<Box<dyn Search<Position>>, NoPlayer> {
    players::search(spec, GameName::Go, position, &GoRepertoire { position, counts })
}
