//! The terms of a game, as the page writes them.

use serde::{Deserialize, Serialize};
use tengen_engine::go::{self, BoardSize, Komi, Player, Point, fixed_handicap};
use tengen_engine::phantom::Referee;
use tengen_engine::{GameName, GoSetup, LoaSetup, PhantomSetup, loa};

use crate::refusal::Refusal;

/// The terms of a game. What is missing is as usual.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Setup {
    /// `go`, `loa` or `phantom`.
    pub(crate) game: String,
    /// Points along a side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<usize>,
    /// What White gets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) komi: Option<f32>,
    /// The name of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<String>,
    /// Black stones at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) handicap: Option<usize>,
    /// The pieces and the side to move, in Lines of Action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// Stones at the beginning, in Go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) stones: Option<Stones>,
    /// Who moves first, in Go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) to_move: Option<Side>,
    /// What the arbiter of Phantom Go tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) referee: Option<String>,
}

/// Stones of a board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Stones {
    /// Where black ones are.
    #[serde(default)]
    pub(crate) black: Vec<String>,
    /// Where white ones are.
    #[serde(default)]
    pub(crate) white: Vec<String>,
}

/// A player, as the page writes him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::Black => Self::Black,
            Player::White => Self::White,
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// Where a game begins.
#[derive(Clone, Debug)]
pub(crate) enum Start {
    /// A game of Go.
    Go(Box<go::Position>),
    /// A game of Lines of Action.
    Loa(Box<loa::Position>),
    /// A game of Phantom Go.
    Phantom(PhantomSetup),
}

impl Setup {
    /// Where a game with these terms begins; or what is wrong with them.
    pub(crate) fn start(&self) -> Result<Start, Refusal> {
        let game: GameName = self.game.parse().map_err(bad)?;
        match game {
            GameName::Go => Ok(Start::Go(Box::new(self.go_position()?))),
            GameName::Loa => Ok(Start::Loa(Box::new(self.loa_position()?))),
            GameName::Phantom => {
                self.only_for("handicap and stones are for go", self.handicap.unwrap_or(0) > 0)?;
                self.only_for("handicap and stones are for go", self.stones.is_some())?;
                self.only_for("toMove is for go: Black begins", self.to_move.is_some())?;
                let go = self.go()?;
                let referee: Referee =
                    self.referee.as_deref().unwrap_or("paper").parse().map_err(bad)?;
                Ok(Start::Phantom(PhantomSetup { go, referee }))
            }
        }
    }

    /// The same with everything written that was left out.
    pub(crate) fn in_full(&self) -> Result<Self, Refusal> {
        let start = self.start()?;
        Ok(match start {
            Start::Go(position) => Self::of_go(&position, self.handicap),
            Start::Loa(position) => Self::of_loa(&position),
            Start::Phantom(setup) => Self {
                game: GameName::Phantom.name().to_owned(),
                referee: Some(setup.referee.to_string()),
                ..Self::of_terms(setup.go)
            },
        })
    }

    fn of_terms(GoSetup { size, rules, komi }: GoSetup) -> Self {
        let name = go::Rules::PRESETS.iter().find(|(_, preset)| *preset == rules);
        Self {
            game: GameName::Go.name().to_owned(),
            size: Some(size.side()),
            komi: Some(komi.points()),
            rules: Some(name.map_or("chinese", |(name, _)| name).to_owned()),
            ..Self::default()
        }
    }

    /// The terms of a game of Go that is under way.
    pub(crate) fn of_go(position: &go::Position, handicap: Option<usize>) -> Self {
        let board = position.start_board();
        let terms = GoSetup { size: board.size(), rules: position.rules(), komi: position.komi() };
        let mut setup = Self::of_terms(terms);
        if let Some(stones) = handicap.filter(|&stones| stones > 0) {
            setup.handicap = Some(stones);
            // White begins, as a rule.
            if position.start_to_move() == Player::Black {
                setup.to_move = Some(Side::Black);
            }
            return setup;
        }
        if board.stone_total() > 0 {
            let of = |player: Player| {
                board.stones().filter(|&(_, p)| p == player).map(|(p, _)| p.to_string()).collect()
            };
            setup.stones = Some(Stones { black: of(Player::Black), white: of(Player::White) });
        }
        if position.start_to_move() == Player::White {
            setup.to_move = Some(Side::White);
        }
        setup
    }

    /// The terms of a game of Lines of Action that is under way.
    pub(crate) fn of_loa(position: &loa::Position) -> Self {
        let terms = LoaSetup::of(position);
        Self {
            game: GameName::Loa.name().to_owned(),
            rules: Some(terms.rules.to_string()),
            position: terms.start.map(|_| terms.position().to_text()),
            ..Self::default()
        }
    }

    fn only_for(&self, words: &str, is_there: bool) -> Result<(), Refusal> {
        if is_there { Err(Refusal::bad(format!("setup: {words}"))) } else { Ok(()) }
    }

    fn go(&self) -> Result<GoSetup, Refusal> {
        self.only_for("position is for loa", self.position.is_some())?;
        let rules: go::Rules =
            self.rules.as_deref().map_or(Ok(go::Rules::CHINESE), str::parse).map_err(bad)?;
        let size = BoardSize::new(self.size.unwrap_or(9)).map_err(bad)?;
        let komi = match self.komi {
            Some(komi) => komi.to_string().parse::<Komi>().map_err(bad)?,
            None => rules.komi,
        };
        Ok(GoSetup { size, rules, komi })
    }

    fn go_position(&self) -> Result<go::Position, Refusal> {
        self.only_for("referee is for phantom", self.referee.is_some())?;
        let GoSetup { size, rules, komi } = self.go()?;
        let first = self.to_move.map(Player::from);
        if let Some(stones) = self.handicap.filter(|&stones| stones > 0) {
            self.only_for("handicap and stones exclude each other", self.stones.is_some())?;
            let points = fixed_handicap(size, stones).ok_or_else(|| {
                Refusal::bad(format!("setup: there is no handicap of {stones} on this board"))
            })?;
            let mut position =
                go::Position::with_handicap(size, rules, komi, points).map_err(bad)?;
            if let Some(first) = first.filter(|&first| first != position.start_to_move()) {
                position = go::Position::from_board(position.board().clone(), first, rules, komi);
            }
            return Ok(position);
        }
        let Some(stones) = &self.stones else {
            let board = go::Board::new(size);
            let first = first.unwrap_or(Player::Black);
            return Ok(go::Position::from_board(board, first, rules, komi));
        };
        let mut set = Vec::new();
        for (names, player) in [(&stones.black, Player::Black), (&stones.white, Player::White)] {
            for name in names {
                set.push((name.parse::<Point>().map_err(bad)?, player));
            }
        }
        let board = go::Board::from_stones(size, set).map_err(bad)?;
        Ok(go::Position::from_board(board, first.unwrap_or(Player::Black), rules, komi))
    }

    fn loa_position(&self) -> Result<loa::Position, Refusal> {
        let of_go = self.size.is_some_and(|size| size != 8)
            || self.komi.is_some_and(|komi| komi != 0.0)
            || self.handicap.unwrap_or(0) > 0
            || self.stones.is_some()
            || self.to_move.is_some()
            || self.referee.is_some();
        self.only_for("loa has one board, rules and a position, nothing else", of_go)?;
        let rules: loa::Rules =
            self.rules.as_deref().map_or(Ok(loa::Rules::PAPER), str::parse).map_err(bad)?;
        match &self.position {
            Some(text) => loa::Position::from_text(text, rules)
                .map_err(|error| Refusal::bad(format!("position: {error}"))),
            None => Ok(loa::Position::new(rules)),
        }
    }
}

fn bad(error: impl std::fmt::Display) -> Refusal {
    Refusal::bad(format!("setup: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_in_full_begin_the_same_game() {
        for (first, written) in
            [(None, None), (Some(Side::White), None), (Some(Side::Black), Some(Side::Black))]
        {
            let game = "go".to_owned();
            let setup = Setup { game, handicap: Some(2), to_move: first, ..Setup::default() };
            let full = setup.in_full().unwrap();
            assert_eq!(full.to_move, written);
            let first_of = |setup: &Setup| match setup.start().unwrap() {
                Start::Go(position) => position.start_to_move(),
                other => panic!("{other:?}"),
            };
            assert_eq!(first_of(&full), first_of(&setup));
        }
    }
}
