//! Where the record of a game is.

/// The path of a game's SGF file, seen from the folder of its contest. The pairing is part of the
/// name where there are several of them.
///
/// ```
/// use tengen_arena::sgf_name;
/// assert_eq!(sgf_name(1, 0, 17), "sgf/000017.sgf");
/// assert_eq!(sgf_name(3, 2, 17), "sgf/2-000017.sgf");
/// ```
#[must_use]
pub fn sgf_name(pairings: usize, pairing: usize, game: u64) -> String {
    if pairings > 1 { format!("sgf/{pairing}-{game:06}.sgf") } else { format!("sgf/{game:06}.sgf") }
}
