//! What follows from the arbiter's answers. Only what is certain is concluded.
//!
//! A player always knows exactly where his own stones are, and how many the opponent has. The key
//! to nearly everything else: stones of the opponent that leave the board fill a whole connected
//! part of *the board without own stones*, since what is around a chain without liberties is
//! either the edge or stones of the other colour. And the other way round: what stands around own
//! stones that were captured are stones of the opponent.

use tengen_go::{KoRule, Point, PointMask};

use crate::event::{Event, News};
use crate::regions::{boundary, part_of, parts, whole_board};
use crate::view::{Moment, PlayerView};

/// Stones of the opponent that have, or may have, left the board.
#[derive(Default)]
struct Departure {
    certain: PointMask,
    possible: PointMask,
}

impl PlayerView {
    /// Takes in what has happened, and concludes what can be concluded.
    pub(crate) fn take_in(&mut self, event: Event) {
        let mut departure = Departure::default();
        match event {
            Event::Refused(point) => {
                self.refused.insert(point);
                if !self.may_be_suicide(point) && !self.may_repeat(point) {
                    self.known.insert(point);
                }
            }
            Event::Played { point, taken, lost } => {
                self.own.insert(point);
                self.empty.remove(point);
                departure = self.depart(&taken, Some(point));
                self.lose(&lost);
                self.end_turn(0);
            }
            Event::Passed => self.end_turn(self.passes + 1),
            Event::OpponentPlayed { lost, gone, .. } => {
                self.opponent_moves += 1;
                self.opponent_stones += 1;
                self.empty = PointMask::EMPTY;
                departure = self.depart(&gone, None);
                self.lose(&lost);
                self.end_turn(0);
            }
            Event::OpponentPassed { .. } => {
                self.opponent_passes += 1;
                self.end_turn(self.passes + 1);
            }
        }
        self.conclude();
        let Departure { certain: taken, possible: maybe_taken } = departure;
        let (own, known, empty) = (self.own, self.known, self.empty);
        self.moments.push(Moment { event, own, known, empty, taken, maybe_taken });
    }

    fn end_turn(&mut self, passes: u32) {
        self.to_move = self.to_move.opponent();
        self.passes = passes;
        self.refused = PointMask::EMPTY;
    }

    /// Own stones leave the board. All that is around them is the opponent's.
    fn lose(&mut self, lost: &PointMask) {
        self.own -= *lost;
        self.known |= boundary(lost, self.size);
        self.empty -= boundary(lost, self.size);
        self.empty |= *lost;
    }

    /// Stones of the opponent leave the board: after an own move, or by his suicide.
    fn depart(&mut self, news: &News, own_move: Option<Point>) -> Departure {
        self.opponent_stones -= news.number();
        let departure = match news {
            News::Stones(stones) => Departure { certain: *stones, possible: *stones },
            News::Number(0) => Departure::default(),
            News::Number(number) => self.who_departed(*number, own_move),
        };
        self.known -= departure.possible;
        self.empty |= departure.certain;
        departure
    }

    /// Which stones can have left the board, if it was so many.
    fn who_departed(&self, number: usize, own_move: Option<Point>) -> Departure {
        let others = whole_board(self.size) - self.own;
        let mut candidates = parts(others, self.size);
        // No part with an empty point was captured. The opponent's suicide is a single part.
        candidates.retain(|part| {
            let touches =
                own_move.is_none_or(|p| p.neighbours(self.size).any(|q| part.contains(q)));
            let fits = match own_move {
                Some(_) => part.len() <= number && (*part & self.empty).is_empty(),
                None => part.len() == number,
            };
            touches && fits
        });
        let mut departure = Departure::default();
        let mut first = true;
        // A stone touches four parts at most; suicide is one of any number.
        let choices: Vec<PointMask> = match own_move {
            None => candidates,
            Some(_) => (0..1usize << candidates.len())
                .map(|choice| {
                    let chosen =
                        candidates.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
                    chosen.fold(PointMask::EMPTY, |all, (_, part)| all | *part)
                })
                .collect(),
        };
        for choice in choices.into_iter().filter(|choice| choice.len() == number) {
            departure.certain = if first { choice } else { departure.certain & choice };
            departure.possible |= choice;
            first = false;
        }
        departure
    }

    /// Whether a refused try may have been suicide.
    fn may_be_suicide(&self, point: Point) -> bool {
        let needed = self.needed_for_suicide(point);
        (needed & self.empty).is_empty() && (needed - self.known).len() <= self.unseen()
    }

    /// What must be the opponent's to make a move here suicide: all that is free beside the point,
    /// and all other liberties of the own chains beside it.
    pub(crate) fn needed_for_suicide(&self, point: Point) -> PointMask {
        needed_for_suicide(&self.own, point, self.size)
    }

    /// Whether a refused try may have been a forbidden repetition.
    fn may_repeat(&self, point: Point) -> bool {
        if self.rules.ko == KoRule::Simple {
            let last = self.moments.iter().rev().map(|moment| moment.event);
            return last
                .take_while(|event| !matches!(event, Event::Played { .. } | Event::Passed))
                .any(|event| match event {
                    Event::OpponentPlayed { lost, .. } => lost.len() == 1 && lost.contains(point),
                    _ => false,
                });
        }
        // A repetition has the same own stones as an earlier board.
        let mut after = self.own;
        after.insert(point);
        self.moments.iter().any(|moment| moment.own == after)
    }

    /// Draws conclusions from what is on the board now, until there are no more.
    fn conclude(&mut self) {
        loop {
            let before = (self.known, self.empty);
            let board = whole_board(self.size);
            // Every own chain has a liberty.
            for chain in parts(self.own, self.size) {
                self.last_free_is_empty(boundary(&chain, self.size));
            }
            // So has every chain of the opponent, and it is in the same part of what is not own.
            for part in parts(board - self.own, self.size) {
                self.last_free_is_empty(part);
            }
            let unknown = self.unknown();
            if self.unseen() == 0 {
                self.empty |= unknown;
            } else if self.unseen() == unknown.len() {
                self.known |= unknown;
            }
            if (self.known, self.empty) == before {
                return;
            }
        }
    }

    /// At least one of these points is empty: if only one can be, it is.
    fn last_free_is_empty(&mut self, points: PointMask) {
        let free = points - self.known;
        if free.len() == 1 {
            self.empty |= free;
        }
    }
}

/// What must be the opponent's to make a move of someone with these stones suicide.
pub(crate) fn needed_for_suicide(
    own: &PointMask,
    point: Point,
    size: tengen_go::BoardSize,
) -> PointMask {
    let mut chain = *own;
    chain.insert(point);
    boundary(&part_of(&chain, point, size), size)
}
