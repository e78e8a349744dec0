//! A game in which everything is seen.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tengen_engine::go::{Game, Player};
use tengen_engine::sgf::{Annotation, GameInfo};
use tengen_engine::{Action, Limits, MoveOf, PlayerSpec, Reason, StopFlag, Thinking};

use crate::game::bout::{Bout, Counter, Note, Thinker, Thought};
use crate::game::state_json::{HistoryJson, Shown};
use crate::limits;
use crate::page_game::{PageGame, replay};
use crate::player_text;
use crate::position_json::{PositionJson, ResultJson};
use crate::refusal::Refusal;
use crate::report_json::ReportJson;

/// A game in which everything is seen.
pub(crate) struct OpenBout<E: PageGame> {
    game: E::Position,
    handicap: Option<usize>,
    /// Players with their trees, from one turn to the next.
    seats: [Slot<E>; 2],
    trees: Trees,
}

/// Where a player waits for his turn, unless he is thinking.
type Slot<E> = Arc<Mutex<Option<Kept<E>>>>;

impl<E: PageGame> OpenBout<E> {
    /// A game with these moves already made.
    pub(crate) fn new(
        mut game: E::Position,
        handicap: Option<usize>,
        moves: &[String],
        trees: &Trees,
    ) -> Result<Self, Refusal> {
        replay::<E>(&mut game, moves)?;
        Ok(Self { game, handicap, seats: Default::default(), trees: trees.clone() })
    }
}

impl<E: PageGame> Bout for OpenBout<E> {
    fn to_move(&self) -> Player {
        self.game.to_move()
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    fn length(&self) -> usize {
        E::moves(&self.game).len()
    }

    fn play(&mut self, text: &str) -> Result<Option<String>, Refusal> {
        if text.len() > 20 {
            return Err(Refusal::bad("that is no move: it is too long"));
        }
        let m = E::read(&self.game, text).map_err(Refusal::not_allowed)?;
        E::check(&self.game, m).map_err(|reason| Refusal::not_allowed(format!("{m}: {reason}")))?;
        self.game.play_unchecked(m);
        Ok(Some(m.to_string()))
    }

    fn undo(&mut self, people: [bool; 2]) -> Result<usize, Refusal> {
        let moves = E::moves(&self.game);
        let is_persons = |(player, _): &(Player, MoveOf<E>)| people[player.index()];
        let Some(kept) = moves.iter().rposition(is_persons) else {
            return Err(Refusal::conflict("you have made no move that could be taken back"));
        };
        for _ in kept..moves.len() {
            E::undo_in(&mut self.game);
        }
        Ok(kept)
    }

    fn resume(&mut self) -> bool {
        E::resume(&mut self.game)
    }

    fn thinker(&self, player: Player, spec: &PlayerSpec) -> Box<dyn Thinker> {
        Box::new(OpenThinker::<E> {
            game: self.game.clone(),
            player,
            spec: spec.clone(),
            slot: Arc::clone(&self.seats[player.index()]),
            trees: self.trees.clone(),
        })
    }

    fn adviser(&self) -> Result<Box<dyn Thinker>, Refusal> {
        let game =
            E::setup(&self.game, None).game.parse().map_err(|_| Refusal::fault("no game"))?;
        let spec = player_text::read(E::ADVISER, game, limits::GAME_TREE)?;
        Ok(Box::new(OpenThinker::<E> {
            game: self.game.clone(),
            player: self.game.to_move(),
            spec,
            slot: Slot::default(),
            trees: self.trees.clone(),
        }))
    }

    fn thinks_aloud(&self) -> bool {
        true
    }

    fn counter(&self) -> Counter {
        let game = self.game.clone();
        Box::new(move |stop| {
            let Some(outcome) = game.outcome() else { return Err("it is not over".to_owned()) };
            E::result(&game, outcome, stop).map_err(|error| error.to_string())
        })
    }

    fn show(&self, _: Option<Player>, notes: &[Note], over: Option<&ResultJson>) -> Shown {
        let moves = E::moves(&self.game);
        let history = moves.iter().enumerate().map(|(index, (player, m))| HistoryJson {
            player: (*player).into(),
            r#move: m.to_string(),
            note: notes.get(index).cloned().unwrap_or_default(),
        });
        Shown {
            history: history.collect(),
            position: PositionJson::of::<E>(&self.game, self.handicap, over.cloned()),
            view: None,
            replay: None,
        }
    }

    fn record(&self, info: &GameInfo, notes: &[Note]) -> String {
        let notes: Vec<Annotation> = notes.iter().map(Note::annotation).collect();
        E::record(&self.game, info, &notes)
    }

    fn tries(&self) -> Vec<String> {
        E::moves(&self.game).iter().map(|(_, m)| m.to_string()).collect()
    }
}

/// A player about to think.
struct OpenThinker<E: PageGame> {
    game: E::Position,
    player: Player,
    spec: PlayerSpec,
    slot: Slot<E>,
    trees: Trees,
}

impl<E: PageGame> OpenThinker<E> {
    /// The player as he was after his last turn, or a new one, at the game as it is now.
    fn engine(&self) -> Result<E, String> {
        let kept = lock(&self.slot).take().map(Kept::take);
        if let Some(mut engine) = kept {
            let (seen, now) = (E::moves(engine.position()), E::moves(&self.game));
            if now.starts_with(&seen) {
                // So his tree goes along.
                let went =
                    now[seen.len()..].iter().all(|&(player, m)| engine.play(player, m).is_ok());
                if went && *engine.position() == self.game {
                    return Ok(engine);
                }
            }
            return match engine.set_position(self.game.clone()) {
                Ok(()) => Ok(engine),
                Err(error) => Err(error.to_string()),
            };
        }
        E::seat(&self.game, &self.spec).map_err(|error| error.to_string())
    }
}

impl<E: PageGame> Thinker for OpenThinker<E> {
    fn think(
        &mut self,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ReportJson),
    ) -> Result<Thought, String> {
        let mut engine = self.engine()?;
        let mut tell = |report: &tengen_engine::SearchReport<MoveOf<E>>| {
            tell(ReportJson::of(report, E::squares));
        };
        let thinking = Thinking {
            limits: Some(within(engine.limits())),
            stop: stop.clone(),
            watch: Some((limits::REPORT_EVERY, &mut tell)),
            look: None,
        };
        let decision = engine.decide(self.player, thinking, false);
        let report = ReportJson::of(&decision.report, E::squares);
        let searched = decision.report.playouts > 0 || decision.report.proof.is_some();
        let mut note = if searched { Note::of(&report) } else { Note::default() };
        note.says = decision.reason.map(|reason| reason_in_words(reason).to_owned());
        let action = match decision.action {
            Action::Move(m) => Action::Move(m.to_string()),
            Action::Resign => Action::Resign,
        };
        *lock(&self.slot) = self.trees.keep(engine);
        Ok(Thought { action, report: searched.then_some(report), note })
    }
}

/// The limits of a player, and never more than the server allows.
pub(crate) fn within(limits: Limits) -> Limits {
    Limits {
        playouts: Some(limits.playouts.unwrap_or(limits::PLAYOUTS).min(limits::PLAYOUTS)),
        time: Some(limits.time.unwrap_or(limits::TIME).min(limits::TIME)),
    }
}

const fn reason_in_words(reason: Reason) -> &'static str {
    match reason {
        Reason::Won => "I win as it stands.",
        Reason::Lost => "I cannot win any more.",
        Reason::Clean => "All that is dead is off the board.",
        Reason::NothingLeft => "There is nothing left to gain.",
    }
}

fn lock<T>(slot: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The memory of all players who wait for their turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trees(Arc<AtomicU64>);

impl Trees {
    /// Keeps a player until his next turn, if there is room for his tree.
    fn keep<E>(&self, engine: E) -> Option<Kept<E>> {
        let before = self.0.fetch_add(limits::GAME_TREE, Ordering::Relaxed);
        let kept = Kept { engine: Some(engine), trees: self.clone() };
        // If there is not, it is dropped here, and counted no more.
        (before + limits::GAME_TREE <= limits::KEPT_TREES).then_some(kept)
    }

    /// Bytes that are set aside.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A player who waits.
pub(crate) struct Kept<E> {
    engine: Option<E>,
    trees: Trees,
}

impl<E> Kept<E> {
    fn take(mut self) -> E {
        // It is there until it is taken, and taking it takes the whole thing.
        self.engine.take().unwrap_or_else(|| unreachable!("a player who waits is there"))
    }
}

impl<E> Drop for Kept<E> {
    fn drop(&mut self) {
        self.trees.0.fetch_sub(limits::GAME_TREE, Ordering::Relaxed);
    }
}
