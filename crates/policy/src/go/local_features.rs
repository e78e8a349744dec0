//! The seven features of paper 003, section 3.2: moves that answer the previous one.
//!
//! Where the paper leaves room:
//!
//! * A string is "in new atari" if it stands beside the previous move and has one liberty. It is saved
//!   by capturing any string in atari beside it, and by extension at its last liberty. A move may do
//!   both; then it has both features.
//! * There is a new ko if the previous move took it. It is solved by capturing a string in atari beside
//!   one of ours that stands beside the previous move.
//! * The two-point semeai: a string beside the previous move has exactly two liberties. A move kills a
//!   string beside it by taking it, or by an atari, not itself a self-atari, from which an extension
//!   would gain neither a second liberty nor a connection.

use std::fmt;

use tengen_go::{Breath, Chains, FewLiberties, PatternCode, Player, Point, WeightedBoard};

/// One of the seven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LocalFeature {
    /// 1. Among the eight points around the previous move; also with each of the others.
    Contiguous,
    /// 2. Saves a string in new atari by capturing.
    SaveByCapture,
    /// 3. The same, but it is self-atari.
    SaveByCaptureSelfAtari,
    /// 4. Saves a string in new atari by extension.
    SaveByExtension,
    /// 5. The same, but it is self-atari.
    SaveByExtensionSelfAtari,
    /// 6. Solves a new ko by capturing.
    CaptureAfterKo,
    /// 7. Kills in a race of two liberties against few.
    TwoPointSemeai,
}

impl LocalFeature {
    /// All of them, in the paper's order.
    pub const ALL: [Self; 7] = [
        Self::Contiguous,
        Self::SaveByCapture,
        Self::SaveByCaptureSelfAtari,
        Self::SaveByExtension,
        Self::SaveByExtensionSelfAtari,
        Self::CaptureAfterKo,
        Self::TwoPointSemeai,
    ];

    /// A number for tables, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contiguous => "contiguous",
            Self::SaveByCapture => "save-by-capture",
            Self::SaveByCaptureSelfAtari => "save-by-capture-self-atari",
            Self::SaveByExtension => "save-by-extension",
            Self::SaveByExtensionSelfAtari => "save-by-extension-self-atari",
            Self::CaptureAfterKo => "capture-after-ko",
            Self::TwoPointSemeai => "two-point-semeai",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Some of the seven.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct LocalFeatures(u8);

impl LocalFeatures {
    /// The first alone.
    pub const CONTIGUOUS: Self = Self(LocalFeature::Contiguous.bit());

    /// How many combinations there are.
    pub const COMBINATIONS: usize = 1 << LocalFeature::ALL.len();

    /// A number for tables, below [`LocalFeatures::COMBINATIONS`].
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The combination with this number.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u8 & (Self::COMBINATIONS - 1) as u8)
    }

    /// Whether this one is among them.
    #[inline]
    #[must_use]
    pub const fn has(self, feature: LocalFeature) -> bool {
        self.0 & feature.bit() != 0
    }

    /// Those that are.
    pub fn iter(self) -> impl Iterator<Item = LocalFeature> {
        // By the bits that are set: there are mostly one or two.
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let feature = LocalFeature::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(*feature)
        })
    }
}

impl fmt::Debug for LocalFeatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// More moves than have ever had a feature at once.
const ROOM: usize = 64;

/// The moves that have any of the features.
///
/// ```
/// use tengen_go::{Board, Player};
/// use tengen_policy::go::{LocalFeature, LocalMoves};
/// // White has just played C3 and threatens C2.
/// let board: Board = ". . . . .\n. . . . .\n. . O . .\n. O X . .\n. . O . .".parse().unwrap();
/// let mut moves = LocalMoves::new();
/// moves.find(&board, Player::Black, "C3".parse().unwrap());
/// assert!(moves.of("D2".parse().unwrap()).has(LocalFeature::SaveByExtension));
/// assert!(moves.of("D4".parse().unwrap()).has(LocalFeature::Contiguous));
/// ```
#[derive(Clone)]
pub struct LocalMoves {
    points: [Point; ROOM],
    features: [LocalFeatures; ROOM],
    len: usize,
}

impl LocalMoves {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        // What fills the room means nothing.
        let filler = Point::new(0, 0).unwrap_or_else(|| unreachable!("every board has A1"));
        Self { points: [filler; ROOM], features: [LocalFeatures(0); ROOM], len: 0 }
    }

    /// The moves and their features. They may be illegal, or fill an eye.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Point, LocalFeatures)> + '_ {
        let len = self.len.min(ROOM);
        self.points[..len].iter().copied().zip(self.features[..len].iter().copied())
    }

    /// Those of one move.
    #[must_use]
    pub fn of(&self, point: Point) -> LocalFeatures {
        self.iter().find(|&(p, _)| p == point).map_or(LocalFeatures(0), |(_, features)| features)
    }

    /// Forgets all moves, as after a pass.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    fn add(&mut self, point: Point, feature: LocalFeature) {
        let bits = feature.bit() | LocalFeature::Contiguous.bit();
        let len = self.len.min(ROOM);
        match self.points[..len].iter().position(|&p| p == point) {
            Some(i) => self.features[i].0 |= bits,
            None => self.push(point, LocalFeatures(bits)),
        }
    }

    #[inline(always)]
    fn push(&mut self, point: Point, features: LocalFeatures) {
        if self.len < ROOM {
            self.points[self.len] = point;
            self.features[self.len] = features;
            self.len += 1;
        }
    }

    /// Finds the moves of `player` that answer the opponent's move on `last`.
    pub fn find(&mut self, board: &Chains, player: Player, last: Point) {
        self.find_answers(board, player, last);
        for point in board.empty_around(last) {
            self.add(point, LocalFeature::Contiguous);
        }
    }

    /// Finds those that have one of the features from the second on.
    fn find_answers(&mut self, board: &Chains, player: Player, last: Point) {
        self.len = 0;
        let code = |point| board.pattern_code(point);
        board.each_weak_beside(player, last, |ours, few| {
            let is_atari = matches!(few, FewLiberties::One(_));
            self.answer(board, code, player, ours, is_atari, true);
        });
        if board.ko(player).is_some() {
            self.solve_ko(board, player, last);
        }
    }

    /// The same, by what the board knows already.
    #[inline(always)]
    pub(crate) fn find_weighted(&mut self, board: &WeightedBoard, player: Player, last: Point) {
        self.len = 0;
        let (chains, code) = (board.board(), |point| board.code(point));
        let prey = board.last_liberties(player.opponent());
        board.each_pressed(player, last, |ours, is_atari| {
            self.answer(chains, code, player, ours, is_atari, prey > 0);
        });
        // The stone that took the ko is in atari itself, but may not be retaken: there has to be another.
        if chains.ko(player).is_some() && prey > 1 {
            self.solve_ko(chains, player, last);
        }
    }

    #[inline(always)]
    fn answer(
        &mut self,
        board: &Chains,
        code: impl Fn(Point) -> PatternCode,
        player: Player,
        ours: Point,
        is_atari: bool,
        may_capture: bool,
    ) {
        if is_atari {
            if may_capture {
                self.save_by_capture(board, &code, player, ours);
            }
            self.save_by_extension(board, code, player, ours);
        } else {
            self.race(board, code, player, ours);
        }
    }

    /// A string of ours is in atari: strings around it may be taken.
    #[inline(never)]
    fn save_by_capture(
        &mut self,
        board: &Chains,
        code: impl Fn(Point) -> PatternCode,
        player: Player,
        ours: Point,
    ) {
        board.each_atari_around(player.opponent(), ours, |taken_at| {
            let feature = match board.breath_after(player, taken_at, code(taken_at)) {
                Breath::Free => LocalFeature::SaveByCapture,
                _ => LocalFeature::SaveByCaptureSelfAtari,
            };
            self.add(taken_at, feature);
        });
    }

    /// The same string may get out at its last liberty.
    #[inline(never)]
    fn save_by_extension(
        &mut self,
        board: &Chains,
        code: impl Fn(Point) -> PatternCode,
        player: Player,
        ours: Point,
    ) {
        if let Some(liberty) = board.atari(ours) {
            match board.breath_after(player, liberty, code(liberty)) {
                // Where it would have no liberty at all it saves nothing.
                Breath::None => {}
                Breath::One => self.add(liberty, LocalFeature::SaveByExtensionSelfAtari),
                Breath::Free => self.add(liberty, LocalFeature::SaveByExtension),
            }
        }
    }

    /// A string of ours has two liberties, or so it seems.
    #[inline(never)]
    fn race(
        &mut self,
        board: &Chains,
        code: impl Fn(Point) -> PatternCode,
        player: Player,
        ours: Point,
    ) {
        let opponent = player.opponent();
        board.each_rival(opponent, ours, |theirs, few| match few {
            FewLiberties::One(taken_at) => self.add(taken_at, LocalFeature::TwoPointSemeai),
            FewLiberties::Two([a, b]) => {
                for [atari, escape] in [[a, b], [b, a]] {
                    if !board.can_extend(opponent, theirs, [atari, escape], code(escape))
                        && board.ko(player) != Some(atari)
                        && board.breath_after(player, atari, code(atari)) == Breath::Free
                    {
                        self.add(atari, LocalFeature::TwoPointSemeai);
                    }
                }
            }
        });
    }

    /// The last move has taken a ko.
    #[inline(never)]
    fn solve_ko(&mut self, board: &Chains, player: Player, last: Point) {
        for ours in board.stones_beside(player, last) {
            board.each_atari_around(player.opponent(), ours, |taken_at| {
                if board.ko(player) != Some(taken_at) {
                    self.add(taken_at, LocalFeature::CaptureAfterKo);
                }
            });
        }
    }
}

impl Default for LocalMoves {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::LocalFeature::{self, *};
    use super::{LocalFeatures, LocalMoves};
    use tengen_go::{Board, Player, Point};

    fn at(name: &str) -> Point {
        name.parse().expect("a point")
    }

    /// The features of a move of Black after White's last move, but for the first.
    fn features(diagram: &str, last: &str, m: &str) -> Vec<LocalFeature> {
        let board: Board = diagram.parse().expect("a diagram");
        let mut moves = LocalMoves::new();
        moves.find(&board, Player::Black, at(last));
        let all: Vec<_> = moves.of(at(m)).iter().collect();
        assert!(all.is_empty() || all.contains(&Contiguous));
        all.into_iter().filter(|&f| f != Contiguous).collect()
    }

    #[test]
    fn extension() {
        // White's C3 has put C2 into atari.
        let free = "
            . . . . .
            . . . . .
            . . O . .
            . O X . .
            . . O . .";
        assert_eq!(features(free, "C3", "D2"), [SaveByExtension]);
        assert_eq!(features(free, "C3", "B1"), []);
        let tight = "
            . . . . .
            . . . . .
            . . O O .
            . O X . O
            . . O . .";
        assert_eq!(features(tight, "C3", "D2"), [SaveByExtensionSelfAtari]);
    }

    #[test]
    fn capture() {
        // White's D2 has put C2 into atari, but B2 is in atari too.
        let board = "
            . . . . .
            . . . . .
            . X O . .
            . O X O .
            . X . . .";
        assert_eq!(features(board, "D2", "A2"), [SaveByCapture]);
        assert_eq!(features(board, "D2", "C1"), [SaveByExtension]);
        // The same, but Black would be left with the one liberty that he has made.
        let tight = "
            . . . . . .
            . . O . . .
            O X O . . .
            . O X O . .
            O X . . . .
            . O . . . .";
        assert_eq!(features(tight, "D3", "A3"), [SaveByCaptureSelfAtari]);
    }

    #[test]
    fn ko() {
        let mut board: Board = "
            . . . . . .
            . . . . . .
            . . . . . .
            O X O . . .
            X . X O . .
            . X O . . ."
            .parse()
            .expect("a diagram");
        board.play(Player::White, at("B2"));
        assert_eq!(board.ko(Player::Black), Some(at("C2")));
        let mut moves = LocalMoves::new();
        moves.find(&board, Player::Black, at("B2"));
        assert!(moves.of(at("A4")).has(CaptureAfterKo));
        assert!(!moves.of(at("C2")).has(CaptureAfterKo));
    }

    #[test]
    fn semeai() {
        // White's D3 leaves C3 with two liberties. A3 and B3 have two as well.
        let board = "
            . . . . .
            X X . . .
            O O X O .
            . . . . .
            . . . . .";
        assert_eq!(features(board, "D3", "B2"), [TwoPointSemeai]);
        // From there they would get out at B2.
        assert_eq!(features(board, "D3", "A2"), []);
        // With another liberty there is no hurry.
        let free = board.replacen("X O .", "X . .", 1);
        assert_eq!(features(&free, "E1", "B2"), []);
    }

    #[test]
    fn combinations_are_numbers() {
        for i in 0..LocalFeatures::COMBINATIONS {
            let set = LocalFeatures::from_index(i);
            assert_eq!(set.index(), i);
            assert_eq!(set.iter().count(), i.count_ones() as usize);
        }
    }
}
