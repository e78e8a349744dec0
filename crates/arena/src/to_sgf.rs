//! A game as SGF.

use tengen_engine::GameSetup;
use tengen_engine::go::Player;
use tengen_engine::sgf::{Annotation, GameInfo, GoRecord, LoaRecord, Record, RecordKind};

use crate::hidden_playing::replay;
use crate::playing::{FinalPosition, final_position};
use crate::record::{End, GameRecord, SettledBy, Side};

/// The record as SGF, with what the players thought of their moves. `None` if it is of no game that
/// can be written so.
#[must_use]
pub fn to_sgf(game: &GameRecord, title: &str) -> Option<String> {
    let terms = &game.terms;
    let position = final_position(terms.setup()?, &game.moves)?;
    let name = |player: Player| {
        let side = if player == Player::Black { game.black } else { game.black.other() };
        Some(game.players[side].name.clone())
    };
    let info = GameInfo {
        black: name(Player::Black),
        white: name(Player::White),
        result: Some(game.result.clone()),
        event: Some(title.to_owned()),
        round: Some((game.game + 1).to_string()),
        time: None,
        overtime: terms.clock.clone(),
        comment: Some(remark(game)),
        application: Some(("Tengen".to_owned(), game.version.clone())),
        ..GameInfo::default()
    };
    if let Some(GameSetup::Phantom(setup)) = terms.setup() {
        let arbiter = replay(setup, &game.tries)?;
        return with_notes(game, GoRecord::from_phantom(arbiter.record(), &info));
    }
    match position {
        FinalPosition::Go(position) => with_notes(game, GoRecord::from_game(&position, &info)),
        FinalPosition::Loa(position) => with_notes(game, LoaRecord::from_game(&position, &info)),
    }
}

/// The record with what the players thought of their moves.
fn with_notes<K: RecordKind>(game: &GameRecord, mut record: Record<K>) -> Option<String> {
    for (index, rate) in game.rates.iter().enumerate() {
        let Some(rate) = rate.map(f64::from) else { continue };
        // A record that was edited may have fewer times than rates.
        let time = game.milliseconds.get(index).copied().unwrap_or_default();
        let comment = format!("Black {:.1} %, {time} ms", 100.0 * rate);
        let note = Annotation { comment, win_rate_black: Some(rate) };
        record.annotate(index + 1, &note).ok()?;
    }
    Some(record.to_sgf())
}

/// Who they are and how it ended.
fn remark(game: &GameRecord) -> String {
    let side = |side: Side| &game.players[side].player;
    let (black, white) = (side(game.black), side(game.black.other()));
    let mut text = format!("Black: {black}. White: {white}. Seed {}.", game.seed);
    if !game.opening.moves.is_empty() {
        text += &format!(" Opening {}: {} moves.", game.opening.name, game.opening.moves.len());
    }
    match game.end {
        End::Passes | End::Connection => {}
        End::BothConnected => text += " One move connected both sides.",
        End::NoMove => text += " Ended for want of moves.",
        End::Repetition => text += " Drawn by repetition.",
        End::Resignation => text += " Ended by resignation.",
        End::Forfeit => {
            let reason = game.forfeit.as_ref().map_or("", |forfeit| forfeit.reason.as_str());
            text += &format!(" Forfeited: {reason}.");
        }
        End::Length if game.settled.is_none() && game.result == "0" => text += " Too long: drawn.",
        End::Length => text += " Too long, counted as it stood.",
    }
    if let Some(settled) = &game.settled {
        text += &match settled.by {
            SettledBy::Referee => " Counted by the referee.".to_owned(),
            SettledBy::Agreement if settled.dead.is_empty() => {
                " Counted as both players say: nothing is dead.".to_owned()
            }
            SettledBy::Agreement => {
                format!(" Counted as both players say; dead: {}.", settled.dead.join(" "))
            }
            SettledBy::PlayingOn => {
                format!(" Counted after playing on: {}.", settled.played_on.join(" "))
            }
            SettledBy::Board => " Counted as it stands.".to_owned(),
        };
    }
    text
}
