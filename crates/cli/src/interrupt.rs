//! Ctrl-C: ends the work under way, or the program if there is none.

use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tengen_engine::StopFlag;

/// As shells report a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

static STOP: OnceLock<StopFlag> = OnceLock::new();
static BUSY: AtomicBool = AtomicBool::new(false);
static PRESSED: AtomicU32 = AtomicU32::new(0);

/// From now on Ctrl-C is ours: it ends what [`while_busy`] and [`while_searching`] run; otherwise,
/// and when pressed twice, the program.
pub(crate) fn install() {
    let stop = STOP.get_or_init(StopFlag::new).clone();
    // Without a handler Ctrl-C ends the program as ever: that is no reason to fail.
    let _ = ctrlc::set_handler(move || {
        let again = PRESSED.fetch_add(1, Ordering::Relaxed) > 0;
        if !BUSY.load(Ordering::Relaxed) || again {
            let _ = writeln!(io::stderr());
            // They are groups of their own, which Ctrl-C does not reach.
            tengen_gtp::end_all_engines();
            std::process::exit(INTERRUPTED.into());
        }
        stop.stop();
    });
}

/// Runs work that Ctrl-C asks to end: it looks at the flag, or hands it to searches.
pub(crate) fn while_busy<T>(work: impl FnOnce(&StopFlag) -> T) -> T {
    let stop = STOP.get_or_init(StopFlag::new);
    stop.clear();
    PRESSED.store(0, Ordering::Relaxed);
    BUSY.store(true, Ordering::Relaxed);
    let result = work(stop);
    BUSY.store(false, Ordering::Relaxed);
    result
}

/// Runs a search that Ctrl-C ends, and tells whether it did.
pub(crate) fn while_searching<T>(search: impl FnOnce(StopFlag) -> T) -> (T, bool) {
    while_busy(|stop| (search(stop.clone()), stop.is_stopped()))
}
