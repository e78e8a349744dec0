//! Names that cannot be guessed: who knows the name of a game may play it.

use crate::refusal::Refusal;

/// 128 random bits in hexadecimal.
pub(crate) fn id() -> Result<String, Refusal> {
    Ok(format!("{:016x}{:016x}", number()?, number()?))
}

/// A random number.
pub(crate) fn number() -> Result<u64, Refusal> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|error| Refusal::fault(format!("this system gives no random numbers: {error}")))?;
    Ok(u64::from_le_bytes(bytes))
}

/// Whether a text has the form of [`id`].
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
