//! From flags to the terms of a game.

use anyhow::bail;
use tengen_engine::loa::Position;
use tengen_engine::{GameName, GameSetup, GoSetup, LoaSetup, PlayerSpec};
use tengen_go::BoardSize;

use crate::cli::GameArgs;

/// The side of a board of Go unless another is given.
const GO_SIDE: usize = 9;

/// Who plays if nobody is named.
pub(crate) const fn usual_player(game: GameName) -> &'static str {
    match game {
        GameName::Go => "erica",
        GameName::Loa => "mc-loa",
    }
}

/// The player that is named, or else the usual one.
pub(crate) fn player_or_usual(
    player: Option<&PlayerSpec>,
    game: GameName,
) -> anyhow::Result<PlayerSpec> {
    Ok(player.map_or_else(|| usual_player(game).parse(), |spec| Ok(spec.clone()))?)
}

/// Rules by their name, or the usual ones.
pub(crate) fn rules<R>(name: Option<&str>) -> anyhow::Result<R>
where
    R: Default + std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    Ok(name.map_or_else(|| Ok(R::default()), str::parse)?)
}

impl GameArgs {
    pub(crate) fn setup(&self, game: GameName) -> anyhow::Result<GameSetup> {
        Ok(match game {
            GameName::Go => GameSetup::Go(self.go()?),
            GameName::Loa => GameSetup::Loa(self.loa()?),
        })
    }

    pub(crate) fn go(&self) -> anyhow::Result<GoSetup> {
        if self.position.is_some() || self.max_length.is_some() {
            bail!("--position and --max-length are for loa: in go pass or set stones up by GTP");
        }
        let rules: tengen_go::Rules = rules(self.rules.as_deref())?;
        let size = self.size.map_or_else(|| BoardSize::new(GO_SIDE), Ok)?;
        Ok(GoSetup { size, rules, komi: self.komi.unwrap_or(rules.komi) })
    }

    pub(crate) fn loa(&self) -> anyhow::Result<LoaSetup> {
        if self.size.is_some() || self.komi.is_some() {
            bail!("--size and --komi are for go: loa has one board and no komi");
        }
        let mut rules: tengen_loa::Rules = rules(self.rules.as_deref())?;
        if self.max_length.is_some() {
            rules = rules.with_length_cap(self.max_length);
        }
        let Some(text) = &self.position else { return Ok(LoaSetup { rules, start: None }) };
        let position = Position::from_text(text, rules)
            .map_err(|error| anyhow::anyhow!("position {text:?}: {error}"))?;
        Ok(LoaSetup::of(&position))
    }
}
