//! What only Lines of Action has: moves of pieces, positions as text, and GoGui's rules.

use tengen_engine::go::{Game, Outcome, Player};
use tengen_engine::loa::{Move, MoveList, Position, Rules, Square};
use tengen_engine::{Action, GameEngine, LoaEngine};

use super::{
    Call, Command, Reply, analyze, command, done, gogui, gomill, kgs, play, protocol, records,
    settings, setup, text, time,
};
use crate::answer::Refusal;
use crate::session::Session;

type LoaCall<'a> = Call<'a, LoaEngine>;

/// The commands, in the order in which they are listed.
pub(crate) const COMMANDS: &[Command<LoaEngine>] = &[
    // Protocol version 2, required.
    command("protocol_version", protocol::protocol_version),
    command("name", protocol::name),
    command("version", protocol::version),
    command("known_command", protocol::known_command),
    command("list_commands", protocol::list_commands),
    command("quit", protocol::quit),
    command("boardsize", boardsize),
    command("clear_board", setup::clear_board),
    command("komi", komi),
    command("play", play_move),
    command("genmove", genmove),
    // What it offers beside.
    command("time_settings", time::time_settings),
    command("time_left", time::time_left),
    command("final_score", final_score),
    command("loadsgf", records::loadsgf),
    command("reg_genmove", play::reg_genmove),
    command("undo", undo),
    command("showboard", showboard),
    command("printsgf", records::printsgf),
    command("clear_cache", settings::clear_cache),
    command("cputime", gomill::cpu_time),
    command("kgs-time_settings", kgs::time_settings),
    command("gomill-describe_engine", gomill::describe_engine),
    command("gomill-explain_last_move", gomill::explain_last_move),
    command("gomill-cpu_time", gomill::cpu_time),
    // The graphical program GoGui, and its other games than Go.
    command("gogui-analyze_commands", gogui::analyze_commands),
    command("gogui-interrupt", gogui::interrupt),
    command("gogui-rules_game_id", game_id),
    command("gogui-rules_board", rules_board),
    command("gogui-rules_board_size", rules_board_size),
    command("gogui-rules_legal_moves", rules_legal_moves),
    command("gogui-rules_side_to_move", rules_side_to_move),
    command("gogui-rules_final_result", rules_final_result),
    // Analysis.
    command("analyze", analyze::analyze),
    command("genmove_analyze", analyze::genmove_analyze),
    command("lz-analyze", analyze::lz_analyze),
    command("lz-genmove_analyze", analyze::lz_genmove_analyze),
    command("kata-analyze", analyze::analyze),
    command("kata-genmove_analyze", analyze::genmove_analyze),
    command("stop", analyze::stop),
    // Our own.
    command("tengen-set", settings::set),
    command("tengen-position", position),
    command("tengen-rules", rules),
    command("tengen-moves", moves),
    command("tengen-variation", gogui::variation),
];

/// What GoGui offers in its menu: type, label, command.
pub(crate) const MENU: &str = "\
string/Principal Variation/tengen-variation
string/Legal Moves/tengen-moves
string/Explain Last Move/gomill-explain_last_move
string/Result/gogui-rules_final_result
string/Position/tengen-position
param/Player/tengen-set
none/Forget the Tree/clear_cache";

/// The side of the board.
const SIDE: &str = "8";

/// There is one size. As the protocol wants it, the board is cleared.
fn boardsize(call: &mut LoaCall<'_>) -> Reply {
    let size: i64 = call.arguments.parse()?;
    if size.to_string() != SIDE {
        return Err(Refusal::new("unacceptable size"));
    }
    setup::clear_board(call)
}

/// Programs for Go send it whatever the game is; it means nothing here.
fn komi(call: &mut LoaCall<'_>) -> Reply {
    call.arguments.parse::<f64>()?;
    done()
}

impl Session<LoaEngine> {
    /// The legal moves of whoever is to move, those that go on from a begun one.
    fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let mut moves = MoveList::new();
        self.engine.position().legal_moves(&mut moves);
        let from = self.desk.from;
        let goes_on = move |m: &Move| {
            let begins = m.squares().map(|(from, _)| from);
            from.is_none() || begins == from
        };
        moves.iter().copied().filter(goes_on).collect::<Vec<_>>().into_iter()
    }
}

fn play_move(call: &mut LoaCall<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    if !session.desk.by_squares {
        return play::play(call);
    }
    let (player, word) = (arguments.colour()?, arguments.word()?);
    if word.eq_ignore_ascii_case("pass") {
        return play_by_squares(session, player, Move::PASS);
    }
    let square: Square = word.parse().map_err(|_| Refusal::syntax())?;
    play::may_move(session, player)?;
    let illegal = || Refusal::new("illegal move");
    match session.desk.from {
        None => {
            let begins = |m: Move| m.squares().is_some_and(|(from, _)| from == square);
            if !session.legal_moves().any(begins) {
                return Err(illegal());
            }
            session.desk.from = Some(square);
            done()
        }
        Some(_) => {
            let ends = |m: &Move| m.squares().is_some_and(|(_, to)| to == square);
            let m = session.legal_moves().find(ends).ok_or_else(illegal)?;
            play_by_squares(session, player, m)
        }
    }
}

fn play_by_squares(session: &mut Session<LoaEngine>, player: Player, m: Move) -> Reply {
    session.engine.play(player, m).map_err(|_| Refusal::new("illegal move"))?;
    session.position_changed();
    done()
}

/// Square by square, the first half of a move is answered at once and made with the second.
fn genmove(call: &mut LoaCall<'_>) -> Reply {
    if !call.session.desk.by_squares {
        return play::genmove(call);
    }
    let Call { session, arguments, caller } = call;
    let player = arguments.colour()?;
    play::may_move(session, player)?;
    let squares = match (session.desk.from, session.desk.own_to) {
        (Some(from), Some(to)) => (from, to),
        (Some(from), None) => {
            // Somebody else has begun a move, and we are asked where it goes: to the best square.
            let report = session.found(*caller).report.clone();
            let ours = report.moves.iter().filter_map(|m| m.r#move.squares());
            let goes_on = ours.clone().find(|(begins, _)| *begins == from);
            goes_on.ok_or_else(|| Refusal::new("illegal move"))?
        }
        (None, _) => match session.consider(player, *caller) {
            Action::Resign => return text("resign"),
            Action::Move(m) => {
                let Some((from, to)) = m.squares() else {
                    play_by_squares(session, player, m)?;
                    return text("pass");
                };
                (session.desk.from, session.desk.own_to) = (Some(from), Some(to));
                return text(from.to_string().to_uppercase());
            }
        },
    };
    let ends = |m: &Move| m.squares() == Some(squares);
    let m = session.legal_moves().find(ends).ok_or_else(|| Refusal::new("illegal move"))?;
    play_by_squares(session, player, m)?;
    text(squares.1.to_string().to_uppercase())
}

/// Square by square, what is taken back may be half a move, or the second half of one.
fn undo(call: &mut LoaCall<'_>) -> Reply {
    if call.session.desk.from.is_some() {
        call.session.position_changed();
        return done();
    }
    let last = call.session.engine.position().moves().last().copied();
    play::undo(call)?;
    if call.session.desk.by_squares {
        call.session.desk.from = last.and_then(Move::squares).map(|(from, _)| from);
    }
    done()
}

fn showboard(call: &mut LoaCall<'_>) -> Reply {
    let position = call.session.engine.position();
    let last = position.moves().last().map_or_else(String::new, |m| {
        format!(", move {}: {} {m}", position.moves().len(), position.to_move().opponent())
    });
    let state = match position.ending() {
        Some(ending) => ending.to_string(),
        None => format!("{} to move", position.to_move()),
    };
    text(format!("\n{}\n{state}, {} rules{last}", position.board(), position.rules()))
}

/// A point for the winner: programs that referee want a score.
fn final_score(call: &mut LoaCall<'_>) -> Reply {
    match call.session.engine.position().outcome() {
        None => Err(Refusal::new("the game is not over")),
        Some(outcome) => text(match outcome.winner() {
            Some(Player::Black) => "B+1",
            Some(Player::White) => "W+1",
            None => "0",
        }),
    }
}

fn game_id(_: &mut LoaCall<'_>) -> Reply {
    text(<LoaEngine as crate::gtp_game::GtpGame>::GAME.name())
}

/// Rows from the top: X is Black, O is White, a point is empty.
fn rules_board(call: &mut LoaCall<'_>) -> Reply {
    let rows = call.session.engine.position().board().rows().to_uppercase();
    let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = rows.split('/').map(spaced).collect();
    text(format!("\n{}", rows.join("\n")))
}

fn rules_board_size(_: &mut LoaCall<'_>) -> Reply {
    text(SIDE)
}

/// Moves, or where a move can begin or go on if they come square by square.
fn rules_legal_moves(call: &mut LoaCall<'_>) -> Reply {
    let session = &call.session;
    let half = &session.desk;
    let name = |m: Move| match (half.by_squares, m.squares()) {
        (true, Some((from, to))) => {
            let square = if half.from.is_some() { to } else { from };
            square.to_string().to_uppercase()
        }
        _ => m.to_string(),
    };
    let mut names: Vec<String> = session.legal_moves().map(name).collect();
    names.dedup();
    text(names.join(" "))
}

fn rules_side_to_move(call: &mut LoaCall<'_>) -> Reply {
    text(call.session.engine.to_move().to_string().to_lowercase())
}

fn rules_final_result(call: &mut LoaCall<'_>) -> Reply {
    let position = call.session.engine.position();
    text(match (position.ending(), position.outcome().and_then(Outcome::winner)) {
        (Some(ending), Some(winner)) => format!("{winner} wins: {ending}"),
        (Some(ending), None) => format!("Draw: {ending}"),
        (None, _) => "the game is not over".to_owned(),
    })
}

/// `tengen-position`: the pieces and the side to move. `tengen-position ROWS SIDE`: a game that
/// begins like that.
fn position(call: &mut LoaCall<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let words = arguments.rest();
    if words.is_empty() {
        return text(session.engine.position().to_text());
    }
    let position = Position::from_text(&words, session.engine.position().rules());
    let position = position.map_err(|error| Refusal::new(error.to_string()))?;
    setup::begin(session, position)
}

/// `tengen-rules`: their name. `tengen-rules NAME`: others, for a new game.
fn rules(call: &mut LoaCall<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let name = arguments.rest();
    if name.is_empty() {
        return text(session.engine.position().rules().to_string());
    }
    let rules: Rules = name.parse().map_err(|error| Refusal::new(format!("{error}")))?;
    setup::begin(session, Position::new(rules))
}

/// `tengen-moves [SQUARE]`: the legal moves, or those of the piece on a square.
fn moves(call: &mut LoaCall<'_>) -> Reply {
    let Call { session, arguments, .. } = call;
    let square = match arguments.try_word() {
        Some(word) => Some(word.parse::<Square>().map_err(|_| Refusal::syntax())?),
        None => None,
    };
    let begins =
        |m: &Move| square.is_none() || m.squares().is_some_and(|(from, _)| Some(from) == square);
    let names: Vec<String> = session.legal_moves().filter(begins).map(|m| m.to_string()).collect();
    text(names.join(" "))
}
