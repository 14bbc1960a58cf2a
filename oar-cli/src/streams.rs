//! The standard streams, which whoever started the command may have closed or redirected to something full.

use std::io::{self, ErrorKind, Write};

/// Writes to standard output. A reader that has seen enough, as `| head` has, is no failure: the exit status still says
/// what was found.
///
/// # Errors
/// Standard output cannot be written.
pub fn show(text: &str) -> Result<(), String> {
    match write(&mut io::stdout().lock(), text) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(failed),
    }
}

/// Writes to standard output what must arrive whole.
///
/// # Errors
/// Standard output cannot be written, or nobody reads it.
pub fn deliver(text: &str) -> Result<(), String> {
    write(&mut io::stdout().lock(), text).map_err(failed)
}

/// Writes to standard error. Nobody can be told where that fails.
pub fn tell(text: &str) {
    let _ = write(&mut io::stderr().lock(), text);
}

fn write(stream: &mut impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}

fn failed(error: io::Error) -> String {
    format!("cannot write to standard output: {error}")
}
