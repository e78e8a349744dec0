//! Players of Lines of Action: the playouts, knowledge and evaluator behind their names.

use tengen_loa::{Playout, Position, Rules};
use tengen_policy::loa::{CutOff, Evaluation, LoaPlayouts, Mia, MiaEvaluator, Style, Transitions};
use tengen_search::{Search, SelectionRule};

use crate::book_prior::Pages;
use crate::game_name::GameName;
use crate::players::{
    self, EvaluatorPlan, NoPlayer, PlayoutPlan, Prior, Repertoire, TreePlan, tree_search,
};
use crate::spec::PlayerSpec;

/// The playouts of a player of Lines of Action, by themselves.
///
/// ```
/// use tengen_engine::loa_playouts;
/// assert!(loa_playouts(&"mcts-solver,policy=category,length=off".parse().unwrap()).is_ok());
/// let error = loa_playouts(&"mcts-solver,policy=tactical".parse().unwrap()).unwrap_err();
/// assert!(error.to_string().contains("uniform, category"), "{error}");
/// ```
pub fn loa_playouts(spec: &PlayerSpec) -> Result<LoaPlayouts, NoPlayer> {
    let position = &Position::new(Rules::PAPER);
    let plan = players::playout_plan(spec, GameName::Loa)?;
    LoaRepertoire { position }.policy(&plan)
}

/// What there is for Lines of Action.
struct LoaRepertoire<'a> {
    position: &'a Position,
}

impl Repertoire<Position> for LoaRepertoire<'_> {
    type Policy = LoaPlayouts;
    type Evaluator = MiaEvaluator;

    fn policy(&self, plan: &PlayoutPlan) -> Result<LoaPlayouts, NoPlayer> {
        let style = Style::NAMES.iter().position(|name| *name == plan.style);
        let style = style.map_or(Style::Uniform, |index| Style::ALL[index]);
        let cut_off = plan.cut_off.map(|(points, every)| CutOff { points: points as i32, every });
        let evaluation = evaluation(plan.evaluator);
        let playouts = LoaPlayouts::new(style, Transitions::built_in(), evaluation, cut_off);
        Ok(match plan.length {
            Some(length) => playouts.with_length(length),
            None => playouts,
        })
    }

    fn evaluator(&self, plan: &EvaluatorPlan) -> MiaEvaluator {
        let mut evaluator =
            MiaEvaluator::new(evaluation(plan.name)).with_noise(plan.noise, plan.seed);
        if plan.realization {
            evaluator = evaluator.with_transitions(Transitions::built_in());
        }
        if plan.quiescence { evaluator } else { evaluator.without_quiescence() }
    }

    fn longest_playout(&self) -> u32 {
        Playout::PAPER_CAP
    }

    fn tree_with_own_prior(
        &self,
        _: &Prior,
        tree: TreePlan<LoaPlayouts, MiaEvaluator, impl SelectionRule + 'static>,
    ) -> Result<Box<dyn Search<Position>>, NoPlayer> {
        Ok(tree_search(self.position, Transitions::built_in(), tree)?)
    }
}

/// The evaluator of this name.
fn evaluation(name: &str) -> Evaluation {
    let mia = Mia::ALL.into_iter().find(|mia| mia.name() == name);
    Evaluation::of(mia.unwrap_or(Mia::Y2006)).clone()
}

/// The search of a spec, for games like this one.
pub(crate) fn search(
    spec: &PlayerSpec,
    position: &Position,
    pages: Option<&Pages>,
) -> Result<Box<dyn Search<Position>>, NoPlayer> {
    players::search(spec, GameName::Loa, position, &LoaRepertoire { position }, pages)
}
