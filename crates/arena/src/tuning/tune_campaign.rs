//! Tuning carried out: checked, resumed from a folder if there is one, played, recorded.

use std::cell::RefCell;
use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use tengen_engine::go::Rng;
use tengen_engine::{BadSpec, Engine, GameSetup, NoPlayer, PlayerSpec, StopFlag};

use crate::campaign::{ArenaError, Campaign, Played};
use crate::contest::Contest;
use crate::contestant::Contestant;
use crate::playing::{GameId, Sitter, Task};
use crate::record::{ContestRecord, GameRecord, PlayerRecord, Side, TuningRecord};
use crate::score::Score;
use crate::tuning::key_range::KeyRange;
use crate::tuning::tune_report::TuneReport;
use crate::tuning::tuner::{MOST_KEYS, Sample, Trial, TuneMethod, Tuner};

/// Who looks on: sees what was played, may ask for the best values so far, and may break off.
pub type Watch<'a> = dyn FnMut(&Played, &dyn Fn() -> String) -> ControlFlow<()> + 'a;

/// Keys of a player to be tuned, and how that is carried out.
#[derive(Clone, Debug)]
pub struct TuneCampaign {
    /// A contest of one pairing: A is tuned, B is the opponent.
    pub campaign: Campaign,
    /// The keys of A.
    pub keys: Vec<KeyRange>,
    /// How the best values are looked for.
    pub method: TuneMethod,
    /// With SPSA, settings play each other: B is A with other values, and his text is not looked
    /// at.
    pub alone: bool,
}

/// Keys that cannot be tuned.
#[derive(Debug, thiserror::Error)]
pub enum BadTuning {
    /// There are none.
    #[error("nothing to tune: name a key and its range, such as c=0..1")]
    NoKeys,
    /// There are too many.
    #[error("{0} keys are too many to tune together; {MOST_KEYS} is the most, 2 to 4 are usual")]
    TooMany(usize),
    /// A key is there twice.
    #[error("the range of {0} is given twice")]
    Twice(String),
    /// The player is an engine of somebody else.
    #[error("{0} has no keys: only players of this program can be tuned")]
    Outside(String),
    /// The contest is not one of two players.
    #[error("a player is tuned in games of one pairing, not of {0}")]
    Pairings(usize),
    /// A key that has no best value.
    #[error("seed cannot be tuned: it is chance, and every game has another")]
    Seed,
    /// A key has no such values.
    #[error("range {range}: {reason}")]
    Value {
        /// The key and its range.
        range: String,
        /// What is wrong with the values in it.
        reason: BadSpec,
    },
    /// A key has whole values only.
    #[error("range {range}: {key} takes whole numbers; write {range}:int")]
    WholeOnly {
        /// The key.
        key: String,
        /// The key and its range.
        range: String,
    },
    /// The player cannot be made at this game.
    #[error("player {player}: {reason}")]
    Player {
        /// His text.
        player: String,
        /// What is wrong.
        reason: NoPlayer,
    },
    /// A game that does not belong to this tuning, by its number from 0.
    #[error(
        "game {0} in the records has no values of the tuned keys, or others than its pair: \
         they were edited"
    )]
    Record(u64),
}

impl TuneCampaign {
    /// Plays what is left to play, until all is over, `watch` breaks off or `stop` is raised. `watch`
    /// is called at the beginning, after each game, and ten times a second; it may ask for the best
    /// values so far.
    pub fn run(
        &self,
        stop: &StopFlag,
        watch: &mut Watch<'_>,
    ) -> Result<(Played, TuneReport), ArenaError> {
        let contest = &self.campaign.contest;
        let player = self.player()?;
        self.check(&player)?;
        let record = ContestRecord { tuning: Some(self.record()), ..contest.check(stop)? };
        let (folder, played) = self.campaign.open(record)?;
        let asked = contest.pairings[0].games;
        // Those that were kept may be more than were asked for.
        let kept = played.games.last().map_or(0, |game| game.game + 1);
        let state = State {
            contest,
            record: played.record.clone(),
            tuner: self.tuner(&player),
            alone: self.alone(),
            asked,
            last: asked.max(kept),
            done: played.games.iter().map(|game| game.game).collect(),
            player,
            trials: Vec::new(),
            sample: 0,
            ready: VecDeque::new(),
            failed: None,
            told: None,
        };
        state.must_be_ours(&played.games)?;
        let state = RefCell::new(state);
        let mut next = |games: &[GameRecord]| state.borrow_mut().next(games);
        let mut watch = |played: &Played| {
            watch(played, &|| {
                let mut state = state.borrow_mut();
                state.follow(&played.games);
                state.best()
            })
        };
        let played = self.campaign.play(folder, played, stop, &mut next, &mut watch)?;
        let mut state = state.into_inner();
        if let Some(error) = state.failed {
            return Err(error.into());
        }
        state.follow(&played.games);
        let report = self.report(&played, &mut state);
        Ok((played, report))
    }

    /// Whom to tune.
    fn player(&self) -> Result<PlayerSpec, BadTuning> {
        let contest = &self.campaign.contest;
        let [pairing] = &contest.pairings[..] else {
            return Err(BadTuning::Pairings(contest.pairings.len()));
        };
        match &contest.players[pairing.a].contestant {
            Contestant::BuiltIn(spec) => Ok(spec.clone()),
            outside @ Contestant::Outside(_) => Err(BadTuning::Outside(outside.to_string())),
        }
    }

    /// Whether settings play each other.
    fn alone(&self) -> bool {
        self.alone && self.method == TuneMethod::Spsa
    }

    fn record(&self) -> TuningRecord {
        TuningRecord {
            keys: self.keys.clone(),
            method: self.method,
            alone: self.alone(),
            games: match self.method {
                TuneMethod::Clop => None,
                TuneMethod::Spsa => Some(self.campaign.contest.pairings[0].games),
            },
        }
    }

    /// What cannot work is known before the first game.
    fn check(&self, player: &PlayerSpec) -> Result<(), BadTuning> {
        let keys = &self.keys;
        match keys.len() {
            0 => return Err(BadTuning::NoKeys),
            1..=MOST_KEYS => {}
            many => return Err(BadTuning::TooMany(many)),
        }
        let mut seen = HashSet::new();
        for key in keys {
            if !seen.insert(key.name()) {
                return Err(BadTuning::Twice(key.name().to_owned()));
            }
            if key.name() == "seed" {
                return Err(BadTuning::Seed);
            }
        }
        // All ends together: values that are right by themselves may be wrong beside others, such as
        // those of ply-min and ply-max.
        for corner in 0..1_u32 << keys.len() {
            let end = |(at, key): (usize, &KeyRange)| {
                if corner >> at & 1 == 1 { key.high() } else { key.low() }
            };
            let values: Vec<f64> = keys.iter().enumerate().map(end).collect();
            with_values(player, keys, &values).map_err(|reason| self.bad_value(reason))?;
        }
        let lows: Vec<f64> = keys.iter().map(KeyRange::low).collect();
        for (at, key) in keys.iter().enumerate() {
            // Some places whose values have decimals, if values may have any.
            for place in [-0.777, 0.1234, 0.6161] {
                let mut values = lows.clone();
                values[at] = key.value(place);
                match with_values(player, keys, &values) {
                    Ok(_) => {}
                    Err(_) if could_be_whole(key) => {
                        let (key, range) = (key.name().to_owned(), key.to_string());
                        return Err(BadTuning::WholeOnly { key, range });
                    }
                    Err(reason) => return Err(self.bad_value(reason)),
                }
            }
        }
        // Some keys are of one game only.
        let made = with_values(player, keys, &lows).map_err(NoPlayer::from);
        let made = made.and_then(|spec| Engine::new(self.campaign.contest.setup, &spec));
        made.map(|_| ()).map_err(|reason| BadTuning::Player { player: player.to_string(), reason })
    }

    /// What is wrong with the values of a range, by the range that they are of.
    fn bad_value(&self, reason: BadSpec) -> BadTuning {
        let name = match &reason {
            BadSpec::BadValue { key, .. } => key,
            BadSpec::UnknownKey { key, .. } => key.as_str(),
            _ => "",
        };
        let own: Vec<&KeyRange> = self.keys.iter().filter(|key| key.name() == name).collect();
        let ranges = if own.is_empty() { self.keys.iter().collect() } else { own };
        let range = ranges.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        BadTuning::Value { range, reason }
    }

    fn tuner(&self, player: &PlayerSpec) -> Tuner {
        let contest = &self.campaign.contest;
        let given = given(player, contest.setup);
        // As the player is given, where that is a number; in the middle otherwise.
        let start = self.keys.iter().map(|key| {
            let given = given.iter().find(|(name, _)| name == key.name());
            let number = given.and_then(|(_, value)| value.parse().ok());
            number.filter(|n: &f64| n.is_finite()).unwrap_or_else(|| key.value(0.0))
        });
        let start: Vec<f64> = start.collect();
        // No game and no opening is drawn from this stream.
        let seed = Rng::stream(contest.seed, u64::MAX).next_u64();
        let samples = contest.pairings[0].games.div_ceil(2);
        Tuner::new(self.keys.clone(), self.method, self.alone(), &start, samples, seed)
    }

    fn report(&self, played: &Played, state: &mut State<'_>) -> TuneReport {
        let contest = &self.campaign.contest;
        let estimate = state.tuner.estimate(&state.trials);
        let text = |values: &[f64]| match with_values(&state.player, &self.keys, values) {
            Ok(spec) => spec.to_string(),
            Err(_) => state.player.to_string(),
        };
        let opponent = contest.players[contest.pairings[0].b].contestant.to_string();
        let scored_against = if self.alone() { text(&state.tuner.start()) } else { opponent };
        let given = given(&state.player, contest.setup);
        TuneReport::new(
            played,
            self.record(),
            text(&estimate.best),
            scored_against,
            &given,
            state.trials.clone(),
            estimate,
        )
    }
}

/// A player's settings at a game, those that are not written included.
fn given(player: &PlayerSpec, setup: GameSetup) -> Vec<(String, String)> {
    let settings = player.settings_at(setup.game());
    settings.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// A player with other values of some keys; checked.
fn with_values(
    player: &PlayerSpec,
    keys: &[KeyRange],
    values: &[f64],
) -> Result<PlayerSpec, BadSpec> {
    let mut spec = player.clone();
    for (key, value) in keys.iter().zip(values) {
        spec.set(key.name(), &value.to_string())?;
    }
    spec.to_string().parse()
}

/// Whether the range could be one of whole numbers, and is none yet.
fn could_be_whole(key: &KeyRange) -> bool {
    !key.is_whole() && format!("{key}:int").parse::<KeyRange>().is_ok()
}

/// Where a tuning has got to.
struct State<'a> {
    contest: &'a Contest,
    record: ContestRecord,
    player: PlayerSpec,
    tuner: Tuner,
    alone: bool,
    /// How many games were asked for.
    asked: u64,
    /// The number after that of the last game.
    last: u64,
    /// Games that were there before.
    done: HashSet<u64>,
    /// The first samples, as far as all of them are over.
    trials: Vec<Trial>,
    /// The next sample.
    sample: u64,
    /// Games that can begin.
    ready: VecDeque<Task>,
    /// Why none can begin any more.
    failed: Option<BadTuning>,
    /// The best values when they were last told, and after how many samples that was.
    told: Option<(usize, String)>,
}

impl State<'_> {
    /// The next game whose settings are known.
    fn next(&mut self, games: &[GameRecord]) -> Option<Task> {
        self.follow(games);
        while self.ready.is_empty() && self.failed.is_none() {
            let first = 2 * self.sample;
            if first >= self.asked || (self.trials.len() as u64) < self.tuner.known(self.sample) {
                return None;
            }
            let pair = first..(first + 2).min(self.asked);
            let left: Vec<u64> = pair.filter(|game| !self.done.contains(game)).collect();
            if !left.is_empty() {
                let sample = self.tuner.sample(self.sample, &self.trials);
                for game in left {
                    match self.task(game, &sample) {
                        Ok(task) => self.ready.push_back(task),
                        Err(error) => self.failed = Some(error),
                    }
                }
            }
            self.sample += 1;
        }
        self.ready.pop_front()
    }

    /// A game of a sample.
    fn task(&self, game: u64, sample: &Sample) -> Result<Task, BadTuning> {
        let mut task = Task::new(self.contest, &self.record, GameId { pairing: 0, game });
        let settings = [(Side::A, Some(&sample.values)), (Side::B, sample.against.as_ref())];
        for (side, values) in settings {
            let Some(values) = values else { continue };
            let spec = with_values(&self.player, self.tuner.keys(), values);
            let spec = spec.map_err(|reason| BadTuning::Player {
                player: self.player.to_string(),
                reason: reason.into(),
            })?;
            let name = task.players[side].record.name.clone();
            let record = PlayerRecord::built_in(&name, &spec, self.contest.setup.game());
            task.players[side] = Sitter { contestant: Contestant::BuiltIn(spec), record };
        }
        task.opening = sample.opening;
        Ok(task)
    }

    /// Counts the samples that are over by now.
    fn follow(&mut self, games: &[GameRecord]) {
        loop {
            let first = 2 * self.trials.len() as u64;
            let pair = first..(first + 2).min(self.last);
            if pair.is_empty() {
                return;
            }
            let find = |number: u64| {
                let place = games.binary_search_by_key(&number, |game| game.game).ok()?;
                Some(&games[place])
            };
            let Some(pair) = pair.map(find).collect::<Option<Vec<_>>>() else { return };
            let Some(values) = self.values(pair[0], Side::A) else { return };
            let against = if self.alone { self.values(pair[0], Side::B) } else { None };
            let score = Score::of(pair, |_| Side::A);
            let (games, points) = (score.games(), score.points());
            self.trials.push(Trial { values, against, games, points });
        }
    }

    /// What a game's record says of the keys.
    fn values(&self, game: &GameRecord, side: Side) -> Option<Vec<f64>> {
        let settings = &game.players[side].settings;
        let value = |key: &KeyRange| {
            let value: f64 = settings.get(key.name())?.parse().ok()?;
            (key.low()..=key.high()).contains(&value).then_some(value)
        };
        self.tuner.keys().iter().map(value).collect()
    }

    /// Games that were kept must tell their settings, and both of a pair the same.
    fn must_be_ours(&self, games: &[GameRecord]) -> Result<(), BadTuning> {
        let sides: &[Side] = if self.alone { &Side::BOTH } else { &[Side::A] };
        let values = |game: &GameRecord| -> Option<Vec<Vec<f64>>> {
            sides.iter().map(|side| self.values(game, *side)).collect()
        };
        let mut before: Option<(u64, Vec<Vec<f64>>)> = None;
        for game in games {
            let now = values(game);
            let same = before.is_none_or(|(number, before)| {
                number / 2 != game.game / 2 || now.as_ref() == Some(&before)
            });
            let Some(now) = now.filter(|_| same) else {
                return Err(BadTuning::Record(game.game));
            };
            before = Some((game.game, now));
        }
        Ok(())
    }

    /// The best values so far: `c=0.3,rave-bias=0.02`. Found anew when there is a sixty-fourth more
    /// to learn from: after thousands of games that takes a while, and nobody plays meanwhile.
    fn best(&mut self) -> String {
        let samples = self.trials.len();
        if let Some((before, best)) = &self.told
            && samples - before <= before / 64
        {
            return best.clone();
        }
        let best = self.tuner.best(&self.trials);
        let keys = self.tuner.keys().iter().zip(best);
        let best: Vec<String> =
            keys.map(|(key, value)| format!("{}={value}", key.name())).collect();
        self.told.insert((samples, best.join(","))).1.clone()
    }
}
