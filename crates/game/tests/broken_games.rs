//! The law kit must catch a game that breaks a law: one fault at a time, each named.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tengen_game::laws::Laws;
use tengen_game::{Game, IllegalMove, Key, MoveList, Outcome, Player, Symmetric, perft};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    ListsIllegal,
    OmitsLegal,
    ListsTwice,
    AcceptsIllegal,
    RefusalLeavesTrace,
    StaleKey,
    NeverEnds,
    EndsSilently,
    CheckedPlayDiffers,
    SharedState,
    CloneFromForgets,
    SymmetryLosesMove,
    SymmetryNotIdentity,
}

/// Five cells in a row; players fill them; whoever fills the last one wins. Mirror symmetry.
#[derive(Debug)]
struct Cells {
    filled: u8,
    to_move: Player,
    key: u64,
    fault: Fault,
    /// Counts the moves of all clones together, as a careless cache would.
    shared: Arc<AtomicU32>,
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        let shared = |cells: &Self| cells.shared.load(Ordering::Relaxed);
        let same_shared = self.fault != Fault::SharedState || shared(self) == shared(other);
        self.filled == other.filled && self.to_move == other.to_move && same_shared
    }
}

impl Clone for Cells {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), ..*self }
    }
    fn clone_from(&mut self, other: &Self) {
        if self.fault != Fault::CloneFromForgets {
            *self = other.clone();
        }
    }
}

fn cells(fault: Fault) -> Cells {
    Cells { filled: 0, to_move: Player::Black, key: 0, fault, shared: Arc::default() }
}

impl Game for Cells {
    type Move = u8;
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        out.extend((0..5).filter(|&m| self.is_legal(m)));
        match self.fault {
            Fault::ListsIllegal if self.filled & 4 != 0 => out.push(2),
            Fault::ListsTwice if !out.is_empty() => out.push(out[0]),
            Fault::OmitsLegal if self.filled == 3 => {
                let rest = out[1..].to_vec();
                out.clear();
                out.extend(rest);
            }
            Fault::EndsSilently if self.filled.count_ones() == 4 => out.clear(),
            _ => {}
        }
    }
    fn is_legal(&self, m: u8) -> bool {
        m < 5
            && self.filled >> m & 1 == 0
            && self.outcome().is_none()
            && !(self.fault == Fault::EndsSilently && self.filled.count_ones() == 4)
    }
    fn play(&mut self, m: u8) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            match self.fault {
                Fault::AcceptsIllegal if m == 7 => return Ok(()),
                Fault::RefusalLeavesTrace if m == 7 => self.to_move = !self.to_move,
                _ => {}
            }
            return Err(IllegalMove::new("no"));
        }
        self.play_unchecked(m);
        if self.fault == Fault::CheckedPlayDiffers {
            self.to_move = Player::Black;
        }
        Ok(())
    }
    fn play_unchecked(&mut self, m: u8) {
        self.filled |= 1 << m;
        self.to_move = !self.to_move;
        if self.fault == Fault::SharedState {
            self.shared.fetch_add(1, Ordering::Relaxed);
        }
        if self.fault == Fault::NeverEnds && self.filled == 31 {
            self.filled = 0;
        }
        if !(self.fault == Fault::StaleKey && m == 3) {
            self.key = u64::from(self.filled);
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.filled == 31).then(|| Outcome::Win(!self.to_move))
    }
    fn key(&self) -> Key {
        Key(self.key)
    }
    fn key_from_scratch(&self) -> Key {
        Key(u64::from(self.filled))
    }
}

impl Symmetric for Cells {
    const SYMMETRIES: usize = 2;
    fn symmetric(&self, s: usize) -> Self {
        let mut image = self.clone();
        if s == 1 || self.fault == Fault::SymmetryNotIdentity {
            image.filled = (0..5).filter(|m| self.filled >> m & 1 == 1).map(|m| 1 << (4 - m)).sum();
            if self.fault == Fault::SymmetryLosesMove && self.filled.count_ones() == 2 {
                image.filled |= 1;
            }
            image.key = u64::from(image.filled);
        }
        image
    }
    fn symmetric_move(&self, s: usize, m: u8) -> u8 {
        if s == 1 { 4 - m } else { m }
    }
}

fn broken_law(fault: Fault) -> Option<&'static str> {
    let laws = Laws::new(cells(fault), 0..8).max_plies(40);
    laws.check().and_then(|_| laws.check_with_symmetry()).err().map(|violation| violation.law)
}

#[test]
fn a_lawful_game_passes() {
    let report = Laws::new(cells(Fault::None), 0..8).games(7).check_with_symmetry().unwrap();
    assert_eq!((report.games, report.moves), (7, 35));
    assert_eq!(report.refusals, 7 * (3 + 4 + 5 + 6 + 7 + 8));
}

#[test]
fn each_fault_is_caught_and_named() {
    let listed = "listed moves are exactly the legal ones";
    let refused = "an illegal move is refused and changes nothing";
    let clone = "a clone is independent of its original";
    let symmetry = "symmetry maps moves and outcomes";
    for (fault, law) in [
        (Fault::ListsIllegal, listed),
        (Fault::OmitsLegal, listed),
        (Fault::ListsTwice, listed),
        (Fault::AcceptsIllegal, refused),
        (Fault::RefusalLeavesTrace, refused),
        (Fault::StaleKey, "the incremental key equals the key from scratch"),
        (Fault::NeverEnds, "random games end"),
        (Fault::EndsSilently, "a game is over exactly when no move is listed"),
        (Fault::CheckedPlayDiffers, "checked and unchecked play lead to the same position"),
        (Fault::SharedState, clone),
        (Fault::CloneFromForgets, clone),
        (Fault::SymmetryLosesMove, symmetry),
        (Fault::SymmetryNotIdentity, symmetry),
    ] {
        assert_eq!(broken_law(fault), Some(law), "{fault:?}");
    }
}

#[test]
fn a_violation_says_how_to_see_it_again() {
    let violation = Laws::new(cells(Fault::StaleKey), 0..8).seed(9).check().unwrap_err();
    let text = violation.to_string();
    assert!(text.contains("seed 9") && text.contains("after [") && text.contains("key"), "{text}");
}

#[test]
fn perft_counts_permutations() {
    let start = cells(Fault::None);
    let counts: Vec<u64> = (0..=6).map(|depth| perft(&start, depth)).collect();
    assert_eq!(counts, [1, 5, 20, 60, 120, 120, 0]);
    let divided = tengen_game::perft_divide(&start, 3);
    assert_eq!(divided, (0..5).map(|m| (m, 12)).collect::<Vec<_>>());
}
