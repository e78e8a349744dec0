//! One analysis or proof: in the queue, under way, or over and still to be looked into.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::response::Response;
use serde::Serialize;
use tengen_engine::StopFlag;

use crate::analysis::explorer::{Explorer, Questions, TreeJson};
use crate::feed::{Feed, Guest};
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::report_json::{MoveJson, ReportJson};

/// Makes the search, on the thread that runs it: a tree takes memory only when it is its turn.
pub(crate) type Making = Box<dyn FnOnce() -> Result<Box<dyn Explorer>, String> + Send>;

/// One analysis or proof.
pub(crate) struct Study {
    id: String,
    feed: Feed,
    stop: StopFlag,
    /// Somebody wants no more of it.
    unwanted: AtomicBool,
    questions: Questions,
    inner: Mutex<Inner>,
}

struct Inner {
    making: Option<Making>,
    /// Here while nobody searches.
    explorer: Option<Box<dyn Explorer>>,
    job: Option<u64>,
    searching: bool,
    told_place: Option<usize>,
    report: Option<ReportJson>,
    over: bool,
    heard: Instant,
}

/// That was all.
#[derive(Serialize)]
struct EndJson<'a> {
    reason: &'static str,
    /// Who is proved to win, or `draw`.
    proved: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    /// The proved line.
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    report: Option<&'a ReportJson>,
}

#[derive(Serialize)]
struct QueuedJson {
    before: usize,
}

#[derive(Serialize)]
struct GoneJson {
    error: &'static str,
}

/// How long a search may go on while others wait.
const SLICE: Duration = Duration::from_secs(1);

/// The same for one that cannot go on where it was: it ends then.
const ONLY_SLICE: Duration = Duration::from_secs(5);

/// How long an answer about the tree may take.
const PATIENCE: Duration = Duration::from_secs(2);

impl Study {
    /// A study that waits for its turn.
    pub(crate) fn new(id: String, making: Making) -> Self {
        let inner = Inner {
            making: Some(making),
            explorer: None,
            job: None,
            searching: false,
            told_place: None,
            report: None,
            over: false,
            heard: Instant::now(),
        };
        Self {
            id,
            feed: Feed::new(),
            stop: StopFlag::new(),
            unwanted: AtomicBool::new(false),
            questions: Questions::default(),
            inner: Mutex::new(inner),
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts it into the queue.
    pub(crate) fn queue(self: &Arc<Self>, pool: &Pool) {
        let (study, pool_there) = (Arc::clone(self), pool.clone());
        let mut inner = self.lock();
        inner.job = Some(pool.add(&self.stop, move || study.run(&pool_there)));
        drop(inner);
        self.tell_place(pool);
    }

    /// Tells how many wait before it, if that has changed.
    pub(crate) fn tell_place(&self, pool: &Pool) {
        let mut inner = self.lock();
        let place = inner.job.and_then(|job| pool.before(job));
        if place != inner.told_place {
            inner.told_place = place;
            match place {
                Some(before) => self.feed.tell("queued", &QueuedJson { before }),
                None => self.feed.forget("queued"),
            }
        }
    }

    /// Searches for a slice, or to the end; on a thread of the pool.
    fn run(self: &Arc<Self>, pool: &Pool) {
        let (making, explorer) = {
            let mut inner = self.lock();
            inner.job = None;
            inner.searching = true;
            (inner.making.take(), inner.explorer.take())
        };
        self.tell_place(pool);
        if self.unwanted.load(Ordering::Acquire) {
            return self.end("stopped", explorer, None);
        }
        let mut explorer = match (making, explorer) {
            (Some(making), _) => match making() {
                Ok(explorer) => explorer,
                Err(error) => return self.end("fault", None, Some(error)),
            },
            (None, Some(explorer)) => explorer,
            (None, None) => return,
        };
        let (started, can_pause) = (Instant::now(), explorer.can_pause());
        let report = explorer.search(&self.stop, &self.questions, &mut |report| {
            let slice = if can_pause { SLICE } else { ONLY_SLICE };
            if started.elapsed() >= slice && pool.is_waited_for() {
                self.stop.stop();
            }
            self.feed.tell("report", &report);
            self.lock().report = Some(report);
        });
        self.feed.tell("report", &report);
        let proved = report.proof.is_some();
        self.lock().report = Some(report);
        if proved {
            return self.end("proved", Some(explorer), None);
        }
        if explorer.is_used_up() {
            return self.end("limit", Some(explorer), None);
        }
        if self.unwanted.load(Ordering::Acquire) {
            return self.end("stopped", Some(explorer), None);
        }
        if !can_pause {
            return self.end("limit", Some(explorer), None);
        }
        // Others come first; then it goes on where it was.
        self.stop.clear();
        {
            let mut inner = self.lock();
            inner.explorer = Some(explorer);
            inner.searching = false;
        }
        if self.unwanted.load(Ordering::Acquire) {
            let explorer = self.lock().explorer.take();
            return self.end("stopped", explorer, None);
        }
        self.queue(pool);
    }

    fn end(
        &self,
        reason: &'static str,
        explorer: Option<Box<dyn Explorer>>,
        error: Option<String>,
    ) {
        let report = self.lock().report.clone();
        let proved = report.as_ref().and_then(|report| report.proof);
        let line = match (&explorer, &report) {
            (Some(explorer), Some(report)) if proved.is_some() => {
                explorer.proved_line(report, &self.stop)
            }
            _ => Vec::new(),
        };
        let distance = report.as_ref().and_then(|report| report.distance);
        let mut inner = self.lock();
        inner.searching = false;
        inner.explorer = explorer;
        inner.over = true;
        drop(inner);
        let end = EndJson { reason, proved, distance, line, error, report: report.as_ref() };
        self.feed.tell("end", &end);
    }

    /// Listens to it.
    pub(crate) fn listen(&self, guest: Guest) -> Response {
        self.lock().heard = Instant::now();
        self.feed.listen(guest)
    }

    /// Wants no more of it; what was found stays for a while.
    pub(crate) fn stop(self: &Arc<Self>) {
        self.unwanted.store(true, Ordering::Release);
        self.stop.stop();
    }

    /// A node of the tree as it is now.
    pub(crate) async fn look(&self, path: Vec<String>) -> Result<TreeJson, Refusal> {
        if path.len() > LONGEST_PATH || path.iter().any(|text| text.len() > 20) {
            return Err(Refusal::bad("the path is too long"));
        }
        let wait = {
            let mut inner = self.lock();
            inner.heard = Instant::now();
            match &inner.explorer {
                Some(explorer) => {
                    let found = explorer.look(&path);
                    return Ok(found.unwrap_or_else(|| inner.by_report(path)));
                }
                None if !inner.searching => return Ok(TreeJson::unknown(path)),
                None => self.questions.ask(path.clone()),
            }
        };
        let answer = tokio::time::timeout(PATIENCE, wait).await;
        let found = answer.ok().and_then(Result::ok).flatten();
        Ok(found.unwrap_or_else(|| self.lock().by_report(path)))
    }

    /// Whether nobody has listened for so long.
    pub(crate) fn is_unheard(&self, time: Duration) -> bool {
        let mut inner = self.lock();
        if self.feed.listeners() > 0 {
            inner.heard = Instant::now();
        }
        inner.heard.elapsed() >= time
    }

    /// It is dropped.
    pub(crate) fn leave(self: &Arc<Self>) {
        self.stop();
        let error = "nobody listened to this analysis for a while: start it again";
        self.feed.tell("gone", &GoneJson { error });
        self.feed.end();
    }
}

/// Moves of a path.
const LONGEST_PATH: usize = 200;

impl Inner {
    /// What the last report tells of a node: the root's moves, for methods that keep no tree.
    fn by_report(&self, path: Vec<String>) -> TreeJson {
        let children: Vec<MoveJson> = match &self.report {
            Some(report) if path.is_empty() => report.moves.clone(),
            _ => Vec::new(),
        };
        TreeJson { children, ..TreeJson::unknown(path) }
    }
}
