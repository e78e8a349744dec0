//! Where each stone of the opponent can have been played, by what is certain.
//!
//! A view has an event for every stone that the opponent played: a *turn*. A world says where. Most
//! of what a view knows can be said of single turns and points, without playing a game:
//!
//! * the *domain* of a turn: points where a stone could be put down then, and that are not known
//!   to be without it later, unless it can have been captured in between;
//! * *demands*: stones that must have been there at some time, so that one of a range of turns
//!   must have put them down.
//!
//! What is left (liberties, captures, repetition) is found by replaying.

use tengen_go::{Point, PointMask};

use crate::event::Event;
use crate::regions::{boundary, whole_board};
use crate::view::PlayerView;

/// A stone that must have been played, in one of these turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Demand {
    pub(crate) point: Point,
    /// The first turn that can have played it.
    pub(crate) first: usize,
    /// The last one.
    pub(crate) last: usize,
}

/// A turn in which the opponent played a stone.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    /// The number of the event.
    pub(crate) event: usize,
    /// Where the stone can have been put.
    pub(crate) domain: PointMask,
    /// The same as a list, to draw from.
    pub(crate) points: Vec<Point>,
    /// Points of which the stone filled the last: what surrounds the stones it captured.
    pub(crate) finishes: PointMask,
}

/// What is certain about the opponent's turns.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    pub(crate) turns: Vec<Turn>,
    pub(crate) demands: Vec<Demand>,
}

impl Chart {
    pub(crate) fn new(view: &PlayerView) -> Self {
        let turns = turns(view);
        let demands = demands(view, &turns);
        Self { turns, demands }
    }

    /// How many turns came before an event.
    pub(crate) fn turns_before(&self, event: usize) -> usize {
        self.turns.partition_point(|turn| turn.event < event)
    }

    /// The point that a turn must fill, if its stone is demanded by what is certain and no other
    /// turn can have played it.
    pub(crate) fn is_demanded(&self, turn: usize, point: Point) -> bool {
        self.demands.iter().any(|d| d.point == point && (d.first..=d.last).contains(&turn))
    }
}

fn turns(view: &PlayerView) -> Vec<Turn> {
    let moments = view.moments();
    let board = whole_board(view.size());
    let mut turns = Vec::new();
    // Points where a stone of the opponent right after the event leads to a contradiction.
    let mut forbidden = PointMask::EMPTY;
    for (event, moment) in moments.iter().enumerate().rev() {
        forbidden = (forbidden | moment.own | moment.empty) - moment.known;
        if let Event::OpponentPlayed { lost, gone, .. } = moment.event {
            let before = event.checked_sub(1).map(|previous| &moments[previous]);
            let mut taken = before.map_or(PointMask::EMPTY, |moment| moment.own | moment.known);
            // A stone that was put down and taken off at once stood nowhere.
            taken |= if gone.number() == 0 { forbidden } else { forbidden - moment.maybe_taken };
            let finishes = boundary(&lost, view.size());
            let mut domain = board - taken;
            if !finishes.is_empty() {
                domain = domain & finishes;
            }
            let points = domain.iter().collect();
            turns.push(Turn { event, domain, points, finishes });
        }
        forbidden -= moment.maybe_taken;
        if let Event::Played { point, .. } = moment.event {
            forbidden.insert(point);
        }
    }
    turns.reverse();
    turns
}

fn demands(view: &PlayerView, turns: &[Turn]) -> Vec<Demand> {
    let moments = view.moments();
    let turns_up_to = |event: usize| turns.partition_point(|turn| turn.event <= event);
    let mut demands = Vec::new();
    for point in view.size().points() {
        // How many turns there were when there was no stone for certain; whether one was demanded
        // since.
        let (mut first, mut demanded) = (0, false);
        for (event, moment) in moments.iter().enumerate() {
            let is_own_move = matches!(moment.event, Event::Played { .. });
            let mut demand = |turns: usize| {
                if !demanded && turns > first {
                    demands.push(Demand { point, first, last: turns - 1 });
                }
                demanded = true;
            };
            if moment.taken.contains(point) && is_own_move {
                demand(turns_up_to(event));
            }
            if moment.known.contains(point) {
                demand(turns_up_to(event));
            }
            if moment.own.contains(point) || moment.empty.contains(point) {
                (first, demanded) = (turns_up_to(event), false);
            }
        }
    }
    demands
}
