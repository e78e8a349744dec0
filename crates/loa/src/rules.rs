//! The rules that sources disagree about.

use std::fmt;
use std::str::FromStr;

/// Who wins if a move connects both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simultaneous {
    /// Nobody.
    Draw,
    /// Whoever moved.
    MoverWins,
}

/// What happens to a player who has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// He passes. If neither side can move, the game is drawn at once.
    Pass,
    /// He loses.
    Loss,
}

/// Which repetitions end the game as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The third occurrence of a position with the same player to move.
    Threefold,
    /// The second occurrence of a board, whoever is to move. (A pass does not count as one.)
    TwofoldBoard,
    /// None: a game could go on for ever.
    None,
}

/// The rules of a game.
///
/// ```
/// use tengen_loa::{Rules, Simultaneous};
/// assert_eq!(Rules::default().simultaneous, Simultaneous::Draw);
/// assert_eq!("mover-wins".parse::<Rules>().unwrap().simultaneous, Simultaneous::MoverWins);
/// let error = "sackson".parse::<Rules>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown rules \"sackson\": known are paper, mover-wins and openspiel"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Who wins if a move connects both sides.
    pub simultaneous: Simultaneous,
    /// What happens to a player who has no move.
    pub no_move: NoMove,
    /// Which repetitions are draws.
    pub repetition: Repetition,
    /// After how many plies an undecided game is drawn, if it ever is. A connection made by the
    /// last of them still wins.
    pub length_cap: Option<u32>,
}

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules {0:?}: known are paper, mover-wins and openspiel")]
pub struct UnknownRules(String);

impl Rules {
    /// The rules of paper 000 (section 2): simultaneous connection is a draw, a player without a
    /// move passes, and the third occurrence of a position with the same player to move is a draw.
    pub const PAPER: Self = Self {
        simultaneous: Simultaneous::Draw,
        no_move: NoMove::Pass,
        repetition: Repetition::Threefold,
        length_cap: None,
    };

    /// The same, but whoever connects both sides by his move wins, as in Sackson's second edition
    /// and on Boardspace.
    pub const MOVER_WINS: Self = Self { simultaneous: Simultaneous::MoverWins, ..Self::PAPER };

    /// The rules of OpenSpiel's `lines_of_action`: the mover wins, a player without a move loses,
    /// the second occurrence of a board is a draw, and so is the thousandth ply. (There the
    /// thousandth ply is a draw even if it connects; here it wins.)
    pub const OPENSPIEL: Self = Self {
        simultaneous: Simultaneous::MoverWins,
        no_move: NoMove::Loss,
        repetition: Repetition::TwofoldBoard,
        length_cap: Some(1000),
    };

    /// Names and presets.
    pub const PRESETS: [(&'static str, Self); 3] =
        [("paper", Self::PAPER), ("mover-wins", Self::MOVER_WINS), ("openspiel", Self::OPENSPIEL)];

    /// The same rules with another rule for repetitions.
    #[must_use]
    pub const fn with_repetition(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
    }

    /// The same rules with another cap on the length of a game.
    #[must_use]
    pub const fn with_length_cap(self, length_cap: Option<u32>) -> Self {
        Self { length_cap, ..self }
    }

    /// A number of their own for each rules.
    pub(crate) fn number(self) -> u64 {
        let kind = self.simultaneous as u64 + 2 * self.no_move as u64 + 4 * self.repetition as u64;
        kind << 33 | self.length_cap.map_or(1 << 32, u64::from)
    }
}

/// The rules of paper 000.
impl Default for Rules {
    fn default() -> Self {
        Self::PAPER
    }
}

/// The name of a preset, which `, drawn after 500 plies` may follow.
impl FromStr for Rules {
    type Err = UnknownRules;
    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        let unknown = || UnknownRules(text.to_owned());
        let (name, cap) = match text.split_once(CAP_BEGINS) {
            Some((name, rest)) => {
                let cap = rest.strip_suffix(CAP_ENDS).and_then(|cap| cap.parse().ok());
                (name, Some(cap.ok_or_else(unknown)?))
            }
            None => (text, None),
        };
        let known = Self::PRESETS.iter().find(|(preset, _)| preset.eq_ignore_ascii_case(name));
        let &(_, rules) = known.ok_or_else(unknown)?;
        Ok(if cap.is_some() { rules.with_length_cap(cap) } else { rules })
    }
}

/// What stands before and after the number of plies in the text of rules.
const CAP_BEGINS: &str = ", drawn after ";
const CAP_ENDS: &str = " plies";

/// The name of a preset, with another cap where it has one; or the rules one by one.
///
/// ```
/// use tengen_loa::Rules;
/// let rules = Rules::PAPER.with_length_cap(Some(500));
/// assert_eq!(rules.to_string(), "paper, drawn after 500 plies");
/// assert_eq!(rules.to_string().parse(), Ok(rules));
/// ```
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Self::PRESETS.iter().find(|(_, rules)| rules == self) {
            return f.pad(name);
        }
        let like = |&&(_, rules): &&(&str, Self)| rules.with_length_cap(self.length_cap) == *self;
        if let (Some((name, _)), Some(cap)) = (Self::PRESETS.iter().find(like), self.length_cap) {
            return write!(f, "{name}{CAP_BEGINS}{cap}{CAP_ENDS}");
        }
        let simultaneous = match self.simultaneous {
            Simultaneous::Draw => "simultaneous connection draws",
            Simultaneous::MoverWins => "simultaneous connection wins for the mover",
        };
        let no_move = match self.no_move {
            NoMove::Pass => "no move passes",
            NoMove::Loss => "no move loses",
        };
        let repetition = match self.repetition {
            Repetition::Threefold => "the third occurrence of a position draws",
            Repetition::TwofoldBoard => "the second occurrence of a board draws",
            Repetition::None => "repetition is allowed",
        };
        write!(f, "{simultaneous}, {no_move}, {repetition}")?;
        self.length_cap.map_or(Ok(()), |cap| write!(f, "{CAP_BEGINS}{cap}{CAP_ENDS}"))
    }
}
