//! The commands, by the groups of whoever invented them.

mod analyze;
mod gogui;
mod gomill;
mod kata;
mod kgs;
mod loa;
mod play;
mod protocol;
mod records;
mod scoring;
mod settings;
mod setup;
mod time;

use tengen_engine::GoEngine;

use crate::answer::{Answer, Refusal};
use crate::arguments::Arguments;
use crate::gtp_game::GtpGame;
use crate::session::{Caller, Session};

/// A command that is being answered.
pub(crate) struct Call<'a, E: GtpGame = GoEngine> {
    pub(crate) session: &'a mut Session<E>,
    pub(crate) arguments: Arguments<'a>,
    pub(crate) caller: &'a dyn Caller,
}

/// An answer, or why there is none.
pub(crate) type Reply = Result<Answer, Refusal>;

/// What runs a command.
type Run<E> = fn(&mut Call<'_, E>) -> Reply;

/// A command of the protocol, at one of the games.
pub struct Command<E: GtpGame> {
    pub(crate) name: &'static str,
    pub(crate) run: Run<E>,
}

const fn command<E: GtpGame>(name: &'static str, run: Run<E>) -> Command<E> {
    Command { name, run }
}

pub(crate) use gogui::MENU as GO_MENU;
pub(crate) use loa::{COMMANDS as LOA, MENU as LOA_MENU};
pub(crate) use time::time_system;

/// The commands of Go, in the order in which they are listed.
pub(crate) const GO: &[Command<GoEngine>] = &[
    // Protocol version 2, required.
    command("protocol_version", protocol::protocol_version),
    command("name", protocol::name),
    command("version", protocol::version),
    command("known_command", protocol::known_command),
    command("list_commands", protocol::list_commands),
    command("quit", protocol::quit),
    command("boardsize", setup::boardsize),
    command("clear_board", setup::clear_board),
    command("komi", setup::komi),
    command("play", play::play),
    command("genmove", play::genmove),
    // Its tournament subset.
    command("fixed_handicap", setup::fixed_handicap),
    command("place_free_handicap", setup::place_free_handicap),
    command("set_free_handicap", setup::set_free_handicap),
    command("time_settings", time::time_settings),
    command("time_left", time::time_left),
    command("final_score", scoring::final_score),
    command("final_status_list", scoring::final_status_list),
    // Its regression subset, and what it offers beside.
    command("loadsgf", records::loadsgf),
    command("reg_genmove", play::reg_genmove),
    command("undo", play::undo),
    command("showboard", play::showboard),
    command("all_legal", play::all_legal),
    command("printsgf", records::printsgf),
    command("set_position", setup::set_position),
    command("clear_cache", settings::clear_cache),
    command("cputime", gomill::cpu_time),
    // The KGS Go server.
    command("kgs-genmove_cleanup", kgs::genmove_cleanup),
    command("kgs-time_settings", kgs::time_settings),
    command("kgs-rules", kgs::rules),
    command("kgs-game_over", kgs::game_over),
    // The tournament manager gomill.
    command("gomill-describe_engine", gomill::describe_engine),
    command("gomill-explain_last_move", gomill::explain_last_move),
    command("gomill-cpu_time", gomill::cpu_time),
    // The graphical program GoGui.
    command("gogui-analyze_commands", gogui::analyze_commands),
    command("gogui-interrupt", gogui::interrupt),
    // Analysis, for Sabaki, Lizzie and others.
    command("analyze", analyze::analyze),
    command("genmove_analyze", analyze::genmove_analyze),
    command("lz-analyze", analyze::lz_analyze),
    command("lz-genmove_analyze", analyze::lz_genmove_analyze),
    command("kata-analyze", analyze::analyze),
    command("kata-genmove_analyze", analyze::genmove_analyze),
    command("stop", analyze::stop),
    command("kata-get-rules", kata::get_rules),
    command("kata-set-rules", kata::set_rules),
    // Our own.
    command("tengen-set", settings::set),
    command("tengen-winrate", gogui::winrate),
    command("tengen-visits", gogui::visits),
    command("tengen-rave", gogui::rave),
    command("tengen-ownership", gogui::ownership),
    command("tengen-search", gogui::search),
    command("tengen-variation", gogui::variation),
];

/// An answer without words.
fn done() -> Reply {
    Ok(Answer::Text(String::new()))
}

/// An answer.
fn text(text: impl Into<String>) -> Reply {
    Ok(Answer::Text(text.into()))
}
