//! A game of Phantom Go before the arbiter.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tengen_engine::go::{Move, Player};
use tengen_engine::phantom::{Answer, Arbiter, GameRecord, PlayerView};
use tengen_engine::sgf::{Annotation, GameInfo, GoRecord};
use tengen_engine::{
    Action, GameName, PhantomEngine, PhantomSetup, PlayerSpec, StopFlag, Thinking,
};

use crate::game::bout::{Bout, Counter, Note, Thinker, Thought};
use crate::game::hidden_json;
use crate::game::open_bout::within;
use crate::game::state_json::{HistoryJson, Shown};
use crate::go_page::{board_rows, counted};
use crate::limits;
use crate::player_text;
use crate::position_json::{PositionJson, ResultJson};
use crate::refusal::Refusal;
use crate::report_json::ReportJson;
use crate::setup::{Setup, Side};

/// Who gives hints.
const ADVISER: &str = "phantom,time=2s";

/// A game of Phantom Go.
pub(crate) struct HiddenBout {
    setup: Setup,
    arbiter: Arbiter,
    seats: [Slot; 2],
}

/// Where a player waits for his turn, unless he is thinking. What he keeps is small.
type Slot = Arc<Mutex<Option<PhantomEngine>>>;

/// A moment of a game that is over: all three boards.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MomentJson {
    /// Nobody before the first move.
    player: Option<Side>,
    /// What was tried in vain before the move.
    tries: Vec<String>,
    r#move: Option<String>,
    black: Vec<String>,
    arbiter: Vec<String>,
    white: Vec<String>,
}

impl HiddenBout {
    /// A game with these tries already made.
    pub(crate) fn new(
        setup: Setup,
        terms: PhantomSetup,
        tries: &[String],
    ) -> Result<Self, Refusal> {
        let mut bout = Self { setup, arbiter: terms.arbiter(), seats: Default::default() };
        for (index, text) in tries.iter().enumerate() {
            bout.play(text).map_err(|refusal| {
                Refusal::not_allowed(format!("try {}: {}", index + 1, refusal.message))
            })?;
        }
        Ok(bout)
    }

    fn moments(&self) -> Vec<MomentJson> {
        let record: &GameRecord = self.arbiter.record();
        let mut again = Arbiter::new(
            self.arbiter.view(Player::Black).size(),
            self.arbiter.view(Player::Black).rules(),
            self.arbiter.view(Player::Black).komi(),
            record.referee(),
        );
        let moment = |arbiter: &Arbiter, player, tries, m| MomentJson {
            player,
            tries,
            r#move: m,
            black: hidden_json::rows(arbiter.view(Player::Black)),
            arbiter: board_rows(arbiter.position().board()),
            white: hidden_json::rows(arbiter.view(Player::White)),
        };
        let mut moments = vec![moment(&again, None, Vec::new(), None)];
        for turn in record.turns() {
            for tried in turn.refused.iter().chain(&turn.accepted) {
                // The same tries before the same arbiter: they are answered in the same way.
                let _ = attempt(&mut again, tried.action);
            }
            let player = turn.accepted.or(turn.refused.last().copied()).map(|it| it.player.into());
            let tries = turn.refused.iter().map(|it| it.action.to_string()).collect();
            let m = turn.accepted.map(|it| it.action.to_string());
            moments.push(moment(&again, player, tries, m));
        }
        moments
    }

    fn true_position(&self, over: Option<&ResultJson>) -> PositionJson {
        let game = self.arbiter.position();
        let shown = PositionJson::of::<tengen_engine::GoEngine>(game, None, over.cloned());
        PositionJson { setup: self.setup.clone(), ..shown }
    }
}

/// Gives a try to the arbiter.
fn attempt(arbiter: &mut Arbiter, action: Move) -> Result<Answer, Refusal> {
    let view = arbiter.view(arbiter.to_move());
    let made = match action {
        Move::Play(point) => view.attempt(point),
        Move::Pass => view.pass(),
    };
    let answer = made.and_then(|made| arbiter.answer(made));
    answer.map_err(|error| Refusal::not_allowed(error.to_string()))
}

impl Bout for HiddenBout {
    fn to_move(&self) -> Player {
        self.arbiter.to_move()
    }

    fn is_over(&self) -> bool {
        self.arbiter.outcome().is_some()
    }

    fn length(&self) -> usize {
        self.arbiter.position().moves().len()
    }

    fn play(&mut self, text: &str) -> Result<Option<String>, Refusal> {
        if text.len() > 20 {
            return Err(Refusal::bad("that is no move: it is too long"));
        }
        let action: Move =
            text.parse().map_err(|error| Refusal::not_allowed(format!("{error}")))?;
        match attempt(&mut self.arbiter, action)? {
            Answer::Illegal => Ok(None),
            Answer::Legal { .. } => Ok(Some(action.to_string())),
        }
    }

    fn undo(&mut self, _: [bool; 2]) -> Result<usize, Refusal> {
        Err(Refusal::conflict("in Phantom Go nothing is taken back: you would know too much"))
    }

    fn resume(&mut self) -> bool {
        false
    }

    fn thinker(&self, player: Player, spec: &PlayerSpec) -> Box<dyn Thinker> {
        Box::new(HiddenThinker {
            view: self.arbiter.view(player).clone(),
            spec: spec.clone(),
            slot: Arc::clone(&self.seats[player.index()]),
        })
    }

    fn adviser(&self) -> Result<Box<dyn Thinker>, Refusal> {
        let spec = player_text::read(ADVISER, GameName::Phantom, limits::GAME_TREE)?;
        let view = self.arbiter.view(self.arbiter.to_move()).clone();
        Ok(Box::new(HiddenThinker { view, spec, slot: Slot::default() }))
    }

    fn thinks_aloud(&self) -> bool {
        false
    }

    fn counter(&self) -> Counter {
        let game = self.arbiter.position().clone();
        Box::new(move |_| Ok(counted(&game, &game.board().area(), Vec::new())))
    }

    fn show(&self, side: Option<Player>, notes: &[Note], over: Option<&ResultJson>) -> Shown {
        if let (Some(side), None) = (side, over) {
            let view = self.arbiter.view(side);
            return Shown {
                history: Vec::new(),
                position: hidden_json::position(view, self.setup.clone()),
                view: Some(hidden_json::view(view)),
                replay: None,
            };
        }
        let moves = self.arbiter.position().moves().iter().enumerate();
        let history = moves.map(|(index, (player, m))| HistoryJson {
            player: (*player).into(),
            r#move: m.to_string(),
            note: notes.get(index).cloned().unwrap_or_default(),
        });
        Shown {
            history: history.collect(),
            position: self.true_position(over),
            view: side.map(|side| hidden_json::view(self.arbiter.view(side))),
            replay: over.map(|_| self.moments()),
        }
    }

    fn record(&self, info: &GameInfo, notes: &[Note]) -> String {
        let mut record = GoRecord::from_phantom(self.arbiter.record(), info);
        for (index, note) in notes.iter().enumerate() {
            let rate = Annotation { comment: String::new(), win_rate_black: note.rate };
            let _ = record.annotate(index + 1, &rate);
        }
        record.to_sgf()
    }

    fn tries(&self) -> Vec<String> {
        self.arbiter.record().tries().iter().map(|it| it.action.to_string()).collect()
    }
}

/// A player about to think. He has his view, and nothing else.
struct HiddenThinker {
    view: PlayerView,
    spec: PlayerSpec,
    slot: Slot,
}

impl Thinker for HiddenThinker {
    fn think(&mut self, stop: &StopFlag, _: &mut dyn FnMut(ReportJson)) -> Result<Thought, String> {
        let lock = || self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = lock().take();
        let mut engine = match kept {
            Some(engine) => engine,
            None => {
                PhantomEngine::new(&self.spec, &self.view).map_err(|error| error.to_string())?
            }
        };
        let thinking = Thinking {
            limits: Some(within(engine.limits())),
            stop: stop.clone(),
            ..Thinking::default()
        };
        let (made, report) = engine.decide(&self.view, &thinking);
        let report = report.map(|report| ReportJson::of(&report, |_| None));
        let note = report.as_ref().map(Note::of).unwrap_or_default();
        *lock() = Some(engine);
        Ok(Thought { action: Action::Move(made.action().to_string()), report, note })
    }
}
