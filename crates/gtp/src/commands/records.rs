//! Game records.

use std::path::Path;

use tengen_engine::sgf::{GameInfo, MAX_BYTES};
use tengen_engine::{read_at_most, write_whole};

use super::{Call, Reply, done, text};
use crate::answer::Refusal;
use crate::gtp_game::GtpGame;

/// `loadsgf FILE [N]`: the position before move N, or the last one. A file name may hold spaces.
pub(super) fn loadsgf<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, .. } = call;
    let whole = arguments.rest();
    if whole.is_empty() {
        return Err(Refusal::syntax());
    }
    let (file, move_number) = match whole.rsplit_once(' ') {
        Some((file, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            (file, Some(number.parse::<usize>().map_err(|_| Refusal::syntax())?))
        }
        _ => (whole.as_str(), None),
    };
    // The standard words first, then what people need to know.
    let refuse = |reason: String| Refusal::new(format!("cannot load file: {reason}"));
    let path = session.folder.join(Path::new(file));
    let bytes = read_at_most(&path, MAX_BYTES).map_err(|error| refuse(error.to_string()))?;
    let position = session.engine.read_record(&bytes, move_number);
    let position = position.map_err(|error| refuse(error.to_string()))?;
    session.engine.set_position(position).map_err(|error| refuse(error.to_string()))?;
    session.game_begins();
    done()
}

/// `printsgf [FILE]`: the game so far, as an answer or into a file.
pub(super) fn printsgf<E: GtpGame>(call: &mut Call<'_, E>) -> Reply {
    let Call { session, arguments, .. } = call;
    let identity = session.identity.clone();
    let info = GameInfo {
        application: Some((identity.name, identity.version)),
        result: session.result(),
        ..GameInfo::default()
    };
    let sgf = session.engine.write_record(&info, session.notes());
    let file = arguments.rest();
    if file.is_empty() {
        return text(sgf);
    }
    let path = session.folder.join(Path::new(&file));
    write_whole(&path, &sgf)
        .map_err(|error| Refusal::new(format!("cannot write file: {error}")))?;
    done()
}
