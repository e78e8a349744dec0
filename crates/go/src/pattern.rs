//! The 3x3 surroundings of a move, with the atari status of the four stones beside it: the 2,051
//! pattern classes of paper 003, section 3.2.
//!
//! A [`PatternCode`] says what stands around a point as it is: sides of the board, colours, and which
//! of the four neighbours are in atari. Codes that are one another's mirror images, seen from the
//! player who moves, form one [`Pattern`]; those where he may not move belong to none. Which codes
//! can occur at all:
//!
//! 1. The board ends at a whole side (three cells) or at a corner (five).
//! 2. The centre is empty, so that a stone beside it is in atari only if the centre is the last
//!    liberty of its chain; never if the part of the chain that one sees touches another empty cell.
//! 3. Stones beside the centre that a stone on a diagonal joins are of one chain: both in atari or
//!    neither.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use tengen_game::Player;

/// What stands around an empty point: two bits for each of the eight neighbours, row by row from the
/// upper left (0 nothing, 1 Black, 2 White, 3 off the board), then a bit for each of the four beside
/// the point (above, left, right, below): its chain has no other liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatternCode(u32);

/// Where the bits of atari begin.
pub(crate) const ATARI_SHIFT: u32 = 16;
/// Which of the eight neighbours are beside the point: above, left, right, below.
pub(crate) const BESIDE: [usize; 4] = [1, 3, 4, 6];
/// The lower bits of these, which stand for them in sets.
pub(crate) const BESIDE_BITS: u32 = 1 << 2 | 1 << 6 | 1 << 8 | 1 << 12;
/// The eight neighbours in a ring, so that those next to each other here are so on the board.
pub(crate) const RING: [usize; 8] = [0, 1, 2, 4, 7, 6, 5, 3];

const EMPTY: u32 = 0;
const OWN: u32 = 1;
const THEIRS: u32 = 2;
const OFF: u32 = 3;

impl PatternCode {
    pub(crate) const fn new(bits: u32) -> Self {
        Self(bits)
    }

    /// The code with these cells and bits of atari.
    #[inline(always)]
    pub(crate) const fn with_atari(cells: u16, atari: u32) -> Self {
        Self(cells as u32 | atari << ATARI_SHIFT)
    }

    /// The bits, as described above.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    const fn cell(self, neighbour: usize) -> u32 {
        self.0 >> (2 * neighbour) & 3
    }

    fn is_in_atari(self, neighbour: usize) -> bool {
        let side = BESIDE.iter().position(|&beside| beside == neighbour);
        side.is_some_and(|side| self.0 >> (ATARI_SHIFT + side as u32) & 1 != 0)
    }

    /// The code with the neighbours that this function gives, by number: cell and atari.
    fn from_cells(cell: impl Fn(usize) -> (u32, bool)) -> Self {
        let cells = (0..8).fold(0, |bits, i| bits | cell(i).0 << (2 * i));
        let atari = (0..4).fold(0, |bits, side| bits | u32::from(cell(BESIDE[side]).1) << side);
        Self(cells | atari << ATARI_SHIFT)
    }

    /// With the colours exchanged.
    fn swapped(self) -> Self {
        Self::from_cells(|i| {
            let cell = match self.cell(i) {
                OWN => THEIRS,
                THEIRS => OWN,
                same => same,
            };
            (cell, self.is_in_atari(i))
        })
    }

    /// Mirrored on the diagonal if the first bit of `image` is set, then turned.
    fn image(self, image: usize) -> Self {
        // On the ring, a quarter turn is two steps, and a mirror runs the other way round.
        let from = |place: usize| {
            let turned = (place + 2 * (image >> 1)) % 8;
            RING[if image & 1 == 0 { turned } else { (8 - turned) % 8 }]
        };
        Self::from_cells(|i| {
            let place = RING.iter().position(|&neighbour| neighbour == i).unwrap_or_default();
            (self.cell(from(place)), self.is_in_atari(from(place)))
        })
    }

    /// The smallest of its eight images.
    fn canonical(self) -> Self {
        (0..8).map(|image| self.image(image)).min().unwrap_or(self)
    }

    /// Whether the board ends where it can: nowhere, at one side, or at two that meet.
    fn has_possible_edge(self) -> bool {
        let off = (0..8).fold(0u32, |all, i| all | u32::from(self.cell(i) == OFF) << i);
        const SIDES: [u32; 4] = [0b0000_0111, 0b0010_1001, 0b1001_0100, 0b1110_0000];
        off == 0
            || SIDES.contains(&off)
            || [(0, 1), (0, 2), (3, 1), (3, 2)].iter().any(|&(a, b)| off == SIDES[a] | SIDES[b])
    }

    /// Whether the bits of atari can be as they are.
    fn has_possible_atari(self) -> bool {
        (0..8).all(|place| {
            let (here, next) = (RING[place], RING[(place + 1) % 8]);
            let (cell, other) = (self.cell(here), self.cell(next));
            let atari = |i: usize| self.is_in_atari(i);
            let is_stone = |cell: u32| cell == OWN || cell == THEIRS;
            // A stone with an empty cell next to it, and all that it is joined to, breathes there.
            let breathes = |from: usize, step: usize| {
                let mut at = from;
                for _ in 0..8 {
                    at = (at + step) % 8;
                    match self.cell(RING[at]) {
                        EMPTY => return true,
                        cell if cell != self.cell(RING[from]) => return false,
                        _ => {}
                    }
                }
                false
            };
            let flag_is_possible =
                !atari(here) || is_stone(cell) && !breathes(place, 1) && !breathes(place, 7);
            // Two stones beside the point, two places apart, joined by the one between them.
            let after_next = RING[(place + 2) % 8];
            let joined = BESIDE.contains(&here)
                && is_stone(cell)
                && cell == other
                && cell == self.cell(after_next);
            flag_is_possible && (!joined || atari(here) == atari(after_next))
        })
    }

    /// Whether Black may move there: an empty point beside it, a stone to take, or one to join that
    /// has another liberty.
    fn is_legal_for_black(self) -> bool {
        BESIDE.iter().any(|&i| match self.cell(i) {
            EMPTY => true,
            OWN => !self.is_in_atari(i),
            THEIRS => self.is_in_atari(i),
            _ => false,
        })
    }

    /// Whether it is an eye of Black, by the rule of playouts.
    fn is_eye_of_black(self) -> bool {
        let diagonals = [0, 2, 5, 7];
        let theirs = diagonals.iter().filter(|&&i| self.cell(i) == THEIRS).count();
        let edge = diagonals.iter().any(|&i| self.cell(i) == OFF);
        BESIDE.iter().all(|&i| matches!(self.cell(i), OWN | OFF)) && theirs + usize::from(edge) < 2
    }

    /// The stones of a player beside the point, a bit each: see [`BESIDE_BITS`].
    #[inline(always)]
    pub(crate) const fn stones_beside(self, player: Player) -> u32 {
        let (low, high) = (self.0, self.0 >> 1);
        BESIDE_BITS
            & match player {
                Player::Black => low & !high,
                Player::White => high & !low,
            }
    }

    /// The empty points beside the point, a bit each.
    #[inline(always)]
    pub(crate) const fn empty_beside(self) -> u32 {
        !(self.0 | self.0 >> 1) & BESIDE_BITS
    }

    /// The stones beside the point that are in atari, a bit each.
    #[inline(always)]
    pub(crate) const fn atari_beside(self) -> u32 {
        const SPREAD: [u16; 16] = {
            let mut table = [0; 16];
            let mut bits = 0;
            while bits < 16 {
                let mut side = 0;
                while side < 4 {
                    table[bits] |= (bits as u16 >> side & 1) << (2 * BESIDE[side]);
                    side += 1;
                }
                bits += 1;
            }
            table
        };
        SPREAD[(self.0 >> ATARI_SHIFT & 15) as usize] as u32
    }

    /// The class of a move of `player` there; `None` if he may not move there.
    ///
    /// ```
    /// use tengen_go::{Board, Player};
    /// let board: Board = "X . O\n. . .\n. . .".parse().unwrap();
    /// let code = |name: &str| board.pattern_code(name.parse().unwrap());
    /// // The same to each of them, in a mirror.
    /// let (a, b) = (code("A2").pattern(Player::Black), code("C2").pattern(Player::White));
    /// assert_eq!(a, b);
    /// assert_eq!(a, "#x.#.#..".parse().ok());
    /// ```
    #[must_use]
    pub fn pattern(self, player: Player) -> Option<Pattern> {
        let tables = tables();
        let class = tables.classes[tables.index(self)][player.index()];
        (class != NO_CLASS).then_some(Pattern(class))
    }
}

/// A class of 3x3 surroundings, seen from the player who moves: one of 2,051.
///
/// As text, eight letters, row by row from the upper left without the centre: `.` empty, `x` own,
/// `o` the opponent's, `#` off the board; capital letters are in atari.
///
/// ```
/// use tengen_go::Pattern;
/// assert_eq!(Pattern::ALL, 2051);
/// let hane: Pattern = "xo......".parse().unwrap();
/// assert_eq!(hane, "....o..x".parse().unwrap()); // turned by a quarter
/// assert!("xxxxxxxx".parse::<Pattern>().is_ok_and(Pattern::is_eye));
/// assert!("oooooooo".parse::<Pattern>().is_err()); // no move: suicide
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern(u16);

impl Pattern {
    /// How many there are.
    pub const ALL: usize = 2051;

    /// All of them.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::ALL as u16).map(Self)
    }

    /// A number for tables, below [`Pattern::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The code that stands for the class, Black to move.
    #[must_use]
    pub fn code(self) -> PatternCode {
        tables().representatives[self.index()]
    }

    /// Whether a move there would fill an own eye, by the rule of playouts.
    #[must_use]
    pub fn is_eye(self) -> bool {
        self.code().is_eye_of_black()
    }

    /// Whether any stone is in atari.
    #[must_use]
    pub fn has_atari(self) -> bool {
        self.code().0 >> ATARI_SHIFT != 0
    }

    /// How many of the eight points around are on the board: 8, at the edge 5, in a corner 3.
    #[must_use]
    pub fn cells_on_board(self) -> usize {
        (0..8).filter(|&i| self.code().cell(i) != OFF).count()
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code();
        let letter = |i: usize| match (code.cell(i), code.is_in_atari(i)) {
            (EMPTY, _) => '.',
            (OWN, false) => 'x',
            (OWN, true) => 'X',
            (THEIRS, false) => 'o',
            (THEIRS, true) => 'O',
            _ => '#',
        };
        f.pad(&(0..8).map(letter).collect::<String>())
    }
}

/// A text that is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPattern {
    /// Not eight of the letters.
    #[error("{0:?} is not a pattern: eight of . x o # and, for stones in atari, X O")]
    Letters(String),
    /// Surroundings that cannot be, or where no move is allowed.
    #[error("{0:?} is not a pattern: no move has such surroundings")]
    Impossible(String),
}

impl FromStr for Pattern {
    type Err = BadPattern;
    fn from_str(text: &str) -> Result<Self, BadPattern> {
        let letters = || BadPattern::Letters(text.to_owned());
        let impossible = || BadPattern::Impossible(text.to_owned());
        let mut cells = [(EMPTY, false); 8];
        let mut bytes = text.bytes();
        for cell in &mut cells {
            *cell = match bytes.next().ok_or_else(letters)? {
                b'.' => (EMPTY, false),
                b'x' => (OWN, false),
                b'X' => (OWN, true),
                b'o' => (THEIRS, false),
                b'O' => (THEIRS, true),
                b'#' => (OFF, false),
                _ => return Err(letters()),
            };
        }
        if bytes.next().is_some() {
            return Err(letters());
        }
        let lost = (0..8).any(|i| cells[i].1 && !BESIDE.contains(&i));
        let code = PatternCode::from_cells(|i| cells[i]);
        let exists = !lost && code.has_possible_edge() && code.has_possible_atari();
        exists.then(|| code.pattern(Player::Black)).flatten().ok_or_else(impossible)
    }
}

/// No class: the code cannot be, or the move is not allowed.
pub(crate) const NO_CLASS: u16 = Pattern::ALL as u16;

/// Codes by number. Only one in nine of the cells' combinations can be, and of those with a stone in
/// atari still fewer: all possible codes have numbers close together, so that what is looked up lies
/// close together too. The number of a code is that of its cells, shifted by its bits of atari; the
/// shifts are such that no two fall together.
pub(crate) struct Tables {
    bases: Box<Bases>,
    /// By bits of atari.
    shifts: [Shift; 16],
    /// By number: the class for Black, and for White.
    classes: Box<[[u16; 2]]>,
    /// By class: its smallest code.
    representatives: Box<[PatternCode]>,
}

/// By the sixteen bits of the cells: a number from 1, or 0 where the board cannot end so.
pub(crate) type Bases = [u16; 1 << 16];

/// How many numbers there are.
pub(crate) const INDICES: usize = 1 << 15;

/// How far bits of atari shift the number of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift(u16);

impl Shift {
    /// Without atari.
    pub(crate) const NONE: Self = Self(0);
    /// Of what is no empty point: with any cells the number is the last one, which stands for nothing.
    pub(crate) const OCCUPIED: Self = Self(u16::MAX);

    /// The number of the code with these cells.
    #[inline(always)]
    pub(crate) fn index(self, bases: &Bases, cells: u16) -> usize {
        let base = usize::from(bases[usize::from(cells)]);
        (base + usize::from(self.0)).min(INDICES - 1)
    }
}

impl Tables {
    /// The number of a code, below [`INDICES`].
    #[inline(always)]
    pub(crate) fn index(&self, code: PatternCode) -> usize {
        self.shift(code.0 >> ATARI_SHIFT).index(&self.bases, code.0 as u16)
    }

    #[inline(always)]
    pub(crate) const fn bases(&self) -> &Bases {
        &self.bases
    }

    /// What bits of atari mean for the number.
    #[inline(always)]
    pub(crate) const fn shift(&self, atari: u32) -> Shift {
        self.shifts[(atari & 15) as usize]
    }

    /// The classes of the code with this number, for Black and for White, or [`NO_CLASS`].
    #[inline(always)]
    pub(crate) fn classes(&self, index: usize) -> [u16; 2] {
        self.classes[index]
    }

    fn new() -> Self {
        // The bits of atari that are possible with cells, as a set, and the cells. In this order those
        // with the same bits get numbers side by side, and the rows below become short.
        let mut all: Vec<(u16, u16)> = (0..=u16::MAX)
            .filter(|&cells| PatternCode(cells.into()).has_possible_edge())
            .map(|cells| {
                let possible =
                    |&atari: &u32| PatternCode::with_atari(cells, atari).has_possible_atari();
                ((0..16).filter(possible).fold(0, |set, atari| set | 1 << atari), cells)
            })
            .collect();
        all.sort_unstable();
        let mut bases = vec![0; 1 << 16].into_boxed_slice();
        let mut legal = Vec::new();
        // By bits of atari: the numbers of the cells that these are possible with.
        let mut rows: [Vec<u16>; 16] = Default::default();
        for (&(possible, cells), base) in all.iter().zip(1..) {
            bases[usize::from(cells)] = base;
            for atari in (0..16).filter(|atari| possible >> atari & 1 != 0) {
                rows[atari as usize].push(base);
                let code = PatternCode::with_atari(cells, atari);
                legal.extend(code.is_legal_for_black().then_some(code));
            }
        }
        let bases = bases.try_into().unwrap_or_else(|_| unreachable!("it was made this long"));
        let mut canonical: Vec<_> = legal.iter().map(|&code| (code.canonical(), code)).collect();
        canonical.sort_unstable();
        let mut representatives: Vec<PatternCode> = canonical.iter().map(|&(c, _)| c).collect();
        representatives.dedup();
        let classes = vec![[NO_CLASS; 2]; INDICES].into_boxed_slice();
        let representatives = representatives.into();
        let mut tables = Self { bases, shifts: shifts(&rows), classes, representatives };
        let mut class = 0;
        for (representative, code) in canonical {
            class += usize::from(tables.representatives[class] != representative);
            for (player, code) in [code, code.swapped()].into_iter().enumerate() {
                let index = tables.index(code);
                tables.classes[index][player] = class as u16;
            }
        }
        tables
    }
}

/// The smallest shifts of rows with which no two of them overlap, the largest row first.
fn shifts(rows: &[Vec<u16>; 16]) -> [Shift; 16] {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&row| std::cmp::Reverse(rows[row].len()));
    let mut is_taken = vec![false; INDICES - 1];
    let mut shifts = [Shift::NONE; 16];
    for row in order {
        let fits = |shift: &u16| {
            let place = |&base: &u16| is_taken.get(usize::from(base) + usize::from(*shift));
            rows[row].iter().all(|base| place(base) == Some(&false))
        };
        let shift = (0..INDICES as u16).find(fits);
        let shift = shift.unwrap_or_else(|| unreachable!("there is room for all of them"));
        for &base in &rows[row] {
            is_taken[usize::from(base) + usize::from(shift)] = true;
        }
        shifts[row] = Shift(shift);
    }
    shifts
}

/// The tables, made when they are first asked for.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
    &TABLES
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes that can be, for Black to move: all, and those where he may.
    fn codes() -> (Vec<PatternCode>, Vec<PatternCode>) {
        let possible: Vec<PatternCode> = (0..1 << 20)
            .map(PatternCode)
            .filter(|code| code.has_possible_edge() && code.has_possible_atari())
            .collect();
        let legal = possible.iter().copied().filter(|code| code.is_legal_for_black()).collect();
        (possible, legal)
    }

    fn classes(codes: &[PatternCode]) -> usize {
        let mut canonical: Vec<_> = codes.iter().map(|code| code.canonical()).collect();
        canonical.sort_unstable();
        canonical.dedup();
        canonical.len()
    }

    /// The numbers of an independent enumeration.
    #[test]
    fn there_are_2051() {
        let (possible, legal) = codes();
        assert_eq!(possible.len(), 15_109);
        assert_eq!(legal.len(), 14_476);
        assert_eq!(classes(&legal), Pattern::ALL);
        assert_eq!(classes(&possible), 2166);
        let without_flags = possible.iter().filter(|code| code.0 >> ATARI_SHIFT == 0);
        assert_eq!(classes(&without_flags.copied().collect::<Vec<_>>()), 1107);
        let by_cells = |n: usize| Pattern::all().filter(|p| p.cells_on_board() == n).count();
        assert_eq!((by_cells(8), by_cells(5), by_cells(3)), (1757, 269, 25));
        assert_eq!(Pattern::all().filter(|p| !p.has_atari()).count(), 1077);
        assert_eq!(Pattern::all().filter(|p| p.is_eye()).count(), 17);
    }

    /// Every code has a number of its own, and most of these are in use.
    #[test]
    fn numbers_are_different_and_close_together() {
        let (possible, _) = codes();
        let mut numbers: Vec<_> = possible.iter().map(|&code| tables().index(code)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), possible.len());
        let last = numbers.last().copied().unwrap();
        assert!(last < 20_000, "{last}");
    }

    #[test]
    fn every_image_is_of_the_same_class_and_both_colours_see_the_same() {
        let (possible, legal) = codes();
        for code in &possible {
            let class = code.pattern(Player::Black);
            assert_eq!(class.is_some(), code.is_legal_for_black());
            assert_eq!(code.swapped().pattern(Player::White), class);
            let images: Vec<_> = (0..8).map(|i| code.image(i)).collect();
            assert!(images.iter().all(|image| image.pattern(Player::Black) == class));
            assert_eq!(images[0], *code);
            // A turn four times over, and a mirror twice, change nothing.
            assert_eq!((0..4).fold(*code, |c, _| c.image(2)), *code);
            assert_eq!(code.image(1).image(1), *code);
        }
        // Eight different ones where nothing is symmetric.
        let plain = PatternCode::from_cells(|i| (u32::from(i == 0 || i == 1), false));
        let mut images: Vec<_> = (0..8).map(|i| plain.image(i)).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
        assert!(legal.len() > 8);
    }

    #[test]
    fn names_go_both_ways_and_others_are_refused() {
        for pattern in Pattern::all() {
            assert_eq!(pattern.to_string().parse(), Ok(pattern));
        }
        for bad in [
            "",
            "........x",
            ".......",
            "........é",
            "#.......",
            "OOOOOOOO",
            "y.......",
            ".X......",
        ] {
            assert!(bad.parse::<Pattern>().is_err(), "{bad:?}");
        }
    }
}
