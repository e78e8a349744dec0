//! Standard output, for work that is worth finishing though nobody reads it.

use std::io::{self, StdoutLock, Write};

/// Standard output until it is closed (`tengen ... | head -1`), and nothing from then on.
pub(crate) struct Listener {
    out: StdoutLock<'static>,
    gone: bool,
}

impl Listener {
    pub(crate) fn new() -> Self {
        Self { out: io::stdout().lock(), gone: false }
    }

    /// Whether nobody listens any more.
    pub(crate) const fn is_gone(&self) -> bool {
        self.gone
    }
}

impl Write for Listener {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        match self.out.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(bytes.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.gone { Ok(()) } else { self.out.flush() }
    }
}
