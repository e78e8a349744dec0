//! Live data: server-sent events.
//!
//! A feed holds the newest text under each name, not a list of all: a listener who is slow misses
//! what was overtaken, and nothing piles up for him.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;

use crate::limits;
use crate::refusal::Refusal;

/// The newest text of one name, and how many there were before it.
#[derive(Clone, Debug)]
struct Latest {
    name: &'static str,
    number: u64,
    text: Arc<str>,
}

#[derive(Clone, Debug, Default)]
struct Board {
    latest: Vec<Latest>,
    number: u64,
    /// Nothing more comes.
    ended: bool,
}

/// Something to listen to.
#[derive(Debug)]
pub(crate) struct Feed {
    sender: watch::Sender<Board>,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self { sender: watch::Sender::new(Board::default()) }
    }

    /// One that tells why there is nothing to listen to, and ends.
    pub(crate) fn gone(refusal: &Refusal) -> Self {
        #[derive(Serialize)]
        struct GoneJson<'a> {
            error: &'a str,
        }
        let feed = Self::new();
        feed.tell("gone", &GoneJson { error: &refusal.message });
        feed.end();
        feed
    }

    /// Tells something to all who listen, and to those who come later.
    pub(crate) fn tell(&self, name: &'static str, what: &impl Serialize) {
        // What is told are structs of strings and numbers: they can be written.
        let text: Arc<str> = serde_json::to_string(what).unwrap_or_default().into();
        self.sender.send_modify(|board| {
            board.number += 1;
            let latest = Latest { name, number: board.number, text };
            board.latest.retain(|it| it.name != name);
            board.latest.push(latest);
        });
    }

    /// Takes something back: who comes later does not hear it.
    pub(crate) fn forget(&self, name: &'static str) {
        self.sender.send_modify(|board| board.latest.retain(|it| it.name != name));
    }

    /// That was all.
    pub(crate) fn end(&self) {
        self.sender.send_modify(|board| board.ended = true);
    }

    /// How many listen.
    pub(crate) fn listeners(&self) -> usize {
        self.sender.receiver_count()
    }

    /// What is told, as a stream of events; `guest` is held as long as somebody listens.
    pub(crate) fn listen(&self, guest: Guest) -> Response {
        let receiver = self.sender.subscribe();
        let hearing =
            Hearing { receiver, heard: 0, queue: Vec::new(), is_new: true, _guest: guest };
        let events = stream::unfold(hearing, |mut hearing| async move {
            let event = hearing.next().await?;
            Some((Ok::<Event, Infallible>(event), hearing))
        });
        let keep_alive = KeepAlive::new().interval(Duration::from_secs(10));
        Sse::new(events).keep_alive(keep_alive).into_response()
    }
}

struct Hearing {
    receiver: watch::Receiver<Board>,
    heard: u64,
    /// What is to be told next, the last first.
    queue: Vec<Latest>,
    is_new: bool,
    _guest: Guest,
}

impl Hearing {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(latest) = self.queue.pop() {
                self.heard = self.heard.max(latest.number);
                return Some(Event::default().event(latest.name).data(latest.text.as_ref()));
            }
            if !std::mem::take(&mut self.is_new) {
                let (ended, number) = {
                    let board = self.receiver.borrow();
                    (board.ended, board.number)
                };
                if ended && self.heard >= number {
                    return None;
                }
                if number <= self.heard {
                    self.receiver.changed().await.ok()?;
                }
            }
            let board = self.receiver.borrow_and_update();
            self.queue = board.latest.iter().filter(|it| it.number > self.heard).cloned().collect();
            self.queue.sort_by_key(|it| std::cmp::Reverse(it.number));
            if self.queue.is_empty() {
                // What was told has been taken back.
                self.heard = self.heard.max(board.number);
            }
        }
    }
}

/// How many streams are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guests(Arc<AtomicUsize>);

/// One of them.
#[derive(Debug)]
pub(crate) struct Guest(Arc<AtomicUsize>);

impl Guests {
    /// One more, unless there are too many.
    pub(crate) fn enter(&self) -> Result<Guest, Refusal> {
        if self.0.fetch_add(1, Ordering::Relaxed) >= limits::STREAMS {
            self.0.fetch_sub(1, Ordering::Relaxed);
            return Err(Refusal::too_much("too many pages are open: close some"));
        }
        Ok(Guest(Arc::clone(&self.0)))
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
