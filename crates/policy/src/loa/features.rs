//! What an evaluator sees: the nine features of MIA, some of them in several parts, and material.
//!
//! The features are those that are known by name of the program MIA (concentration,
//! centralisation, centre-of-mass position, quads, mobility, walls, connectedness, uniformity,
//! player to move); where only the name is known, the definition is ours. All are means per piece
//! or do not depend on how many pieces there are, so that they do not reward material. MIA gave it
//! no weight; in games of strong self-play it turned out to tell more than any other feature.

use tengen_loa::{Board, Player, Square, neighbours, squares};

use crate::loa::geometry::{RIM, SQUARE_CLASS, SQUARE_CLASSES, coordinate_sums};

/// One number that is computed of a side, or of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name, in files of weights.
    pub name: &'static str,
    /// Which of the nine it is a part of.
    pub group: &'static str,
}

const fn feature(group: &'static str, name: &'static str) -> Feature {
    Feature { name, group }
}

/// How many there are.
pub const FEATURE_COUNT: usize = 25;

/// All of them, in the order of [`Features`].
pub const FEATURES: [Feature; FEATURE_COUNT] = [
    feature("player to move", "to-move"),
    feature("concentration", "concentration"),
    feature("material", "pieces"),
    feature("centre-of-mass position", "off-centre"),
    feature("quads", "quads"),
    feature("centralisation", "on-a1"),
    feature("centralisation", "on-b1"),
    feature("centralisation", "on-c1"),
    feature("centralisation", "on-d1"),
    feature("centralisation", "on-b2"),
    feature("centralisation", "on-c2"),
    feature("centralisation", "on-d2"),
    feature("centralisation", "on-c3"),
    feature("centralisation", "on-d3"),
    feature("centralisation", "on-d4"),
    feature("centralisation", "on-rim"),
    feature("mobility", "captures"),
    feature("mobility", "inner-moves"),
    feature("mobility", "rim-moves"),
    feature("walls", "walled"),
    feature("walls", "blocked"),
    feature("connectedness", "neighbours"),
    feature("connectedness", "groups"),
    feature("connectedness", "main-group"),
    feature("uniformity", "rectangle"),
];

const TO_MOVE: usize = 0;
const CONCENTRATION: usize = 1;
const PIECES: usize = 2;
const OFF_CENTRE: usize = 3;
const QUADS: usize = 4;
const ON: usize = 5;
const ON_RIM: usize = ON + SQUARE_CLASSES;
const CAPTURES: usize = ON_RIM + 1;
const INNER_MOVES: usize = CAPTURES + 1;
const RIM_MOVES: usize = CAPTURES + 2;
const WALLED: usize = CAPTURES + 3;
const BLOCKED: usize = CAPTURES + 4;
const NEIGHBOURS: usize = BLOCKED + 1;
const GROUPS: usize = BLOCKED + 2;
const MAIN_GROUP: usize = BLOCKED + 3;
const RECTANGLE: usize = BLOCKED + 4;
const _: () = assert!(RECTANGLE + 1 == FEATURE_COUNT);

/// The features of a position: of the player to move less those of the other.
pub type Features = [f32; FEATURE_COUNT];

/// Which parts are wanted; what is not costs nothing and is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    /// Mobility and walls, which need all moves of both sides.
    moves: bool,
    /// Connectedness and uniformity.
    shape: bool,
}

impl Wanted {
    /// What is needed for these weights.
    fn by(weights: &Features) -> Self {
        let any = |range: std::ops::RangeInclusive<usize>| weights[range].iter().any(|&w| w != 0.0);
        Self { moves: any(CAPTURES..=BLOCKED), shape: any(NEIGHBOURS..=RECTANGLE) }
    }
}

/// All features of a position.
///
/// ```
/// use tengen_loa::{Board, Player};
/// use tengen_policy::loa::{FEATURES, features};
/// // At the start both sides look the same, but for who is to move.
/// let start = features(&Board::START, Player::Black);
/// assert_eq!(start[0], 1.0);
/// assert!(start[1..].iter().all(|difference| difference.abs() < 1e-6));
/// println!("{}: {}", FEATURES[0].name, start[0]);
/// ```
#[must_use]
pub fn features(board: &Board, to_move: Player) -> Features {
    let mut own = of_side(board, to_move);
    let other = of_side(board, to_move.opponent());
    for (own, other) in own.iter_mut().zip(other) {
        *own -= other;
    }
    own[TO_MOVE] = 1.0;
    own
}

/// The window of those who want to know exactly.
pub(crate) const ANY: (f32, f32) = (f32::NEG_INFINITY, f32::INFINITY);

/// Weights in the form in which they are summed up fastest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weighing {
    weights: Features,
    wanted: Wanted,
    /// Of a piece on each square.
    on: [f32; 64],
    has_wide_instructions: bool,
}

impl Weighing {
    pub(crate) fn new(weights: Features) -> Self {
        let mut on = [0.0; 64];
        for (square, on) in on.iter_mut().enumerate() {
            *on = weights[ON + usize::from(SQUARE_CLASS[square])];
            *on += if RIM >> square & 1 == 1 { weights[ON_RIM] } else { 0.0 };
        }
        let has_wide_instructions = has_wide_instructions();
        Self { weights, wanted: Wanted::by(&weights), on, has_wide_instructions }
    }

    pub(crate) const fn weights(&self) -> &Features {
        &self.weights
    }

    /// The weighted sum of the features, without listing them. Mobility and walls, which cost most,
    /// are left out where the rest is so far outside of `window` that they hardly ever matter; also
    /// returns whether they are in.
    #[inline]
    pub(crate) fn sum(&self, board: &Board, to_move: Player, window: (f32, f32)) -> (f32, bool) {
        #[cfg(target_arch = "x86_64")]
        if self.has_wide_instructions {
            // SAFETY: the processor has the instructions.
            #[allow(unsafe_code)]
            return unsafe { self.sum_by_wide_instructions(board, to_move, window) };
        }
        self.sum_anywhere(board, to_move, window)
    }

    /// The same sum where it may be beyond `bound` for one of the players; `None` where it is so near
    /// zero that mobility and walls hardly ever make it that.
    #[inline]
    pub(crate) fn sum_beyond(&self, board: &Board, to_move: Player, bound: f32) -> Option<f32> {
        #[cfg(target_arch = "x86_64")]
        if self.has_wide_instructions {
            // SAFETY: the processor has the instructions.
            #[allow(unsafe_code)]
            return unsafe { self.sum_beyond_by_wide_instructions(board, to_move, bound) };
        }
        self.sum_beyond_anywhere(board, to_move, bound)
    }

    /// [`Self::sum`] with instructions that not every processor has: they count bits, and follow all
    /// four lines of a piece at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
    fn sum_by_wide_instructions(
        &self,
        board: &Board,
        to_move: Player,
        window: (f32, f32),
    ) -> (f32, bool) {
        self.sum_anywhere(board, to_move, window)
    }

    /// The same for [`Self::sum_beyond`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
    fn sum_beyond_by_wide_instructions(
        &self,
        board: &Board,
        to_move: Player,
        bound: f32,
    ) -> Option<f32> {
        self.sum_beyond_anywhere(board, to_move, bound)
    }

    #[inline(always)]
    fn sum_beyond_anywhere(&self, board: &Board, to_move: Player, bound: f32) -> Option<f32> {
        let stance = self.without_freedom(board, to_move);
        (stance.abs() + LAZY >= bound).then(|| self.with_freedom(stance, board, to_move))
    }

    #[inline(always)]
    fn sum_anywhere(&self, board: &Board, to_move: Player, window: (f32, f32)) -> (f32, bool) {
        let stance = self.without_freedom(board, to_move);
        if !self.wanted.moves {
            return (stance, true);
        }
        if stance < window.0 - LAZY || stance > window.1 + LAZY {
            return (stance, false);
        }
        (self.with_freedom(stance, board, to_move), true)
    }

    /// A sum that was made without mobility and walls, with them.
    #[inline(always)]
    fn with_freedom(&self, stance: f32, board: &Board, to_move: Player) -> f32 {
        if !self.wanted.moves {
            return stance;
        }
        stance + self.freedom(board, to_move) - self.freedom(board, to_move.opponent())
    }

    /// The sum without mobility and walls.
    #[inline(always)]
    fn without_freedom(&self, board: &Board, to_move: Player) -> f32 {
        let opponent = to_move.opponent();
        // Written out: a closure would not have the instructions of its surroundings.
        let (own, other) = if self.wanted.shape {
            (self.stance::<true>(board, to_move), self.stance::<true>(board, opponent))
        } else {
            (self.stance::<false>(board, to_move), self.stance::<false>(board, opponent))
        };
        own - other + self.weights[TO_MOVE]
    }

    /// How a side stands: all but mobility and walls.
    #[inline(always)]
    fn stance<const SHAPE: bool>(&self, board: &Board, player: Player) -> f32 {
        let (weights, mine) = (&self.weights, board.pieces(player));
        let pieces = mine.count_ones() as i32 & 15;
        let per_piece = RECIPROCAL[pieces as usize];
        let sums = coordinate_sums(mine).map(|sum| sum as i32);
        let (mut distances, mut of_pieces) = (0, 0.0);
        for square in squares(mine) {
            distances += times_distance(square, pieces, sums);
            of_pieces += self.on[square.index()];
        }
        if SHAPE {
            of_pieces += 2.0 * weights[NEIGHBOURS] * adjacent_pairs(mine) as f32;
        }
        let spread = (distances as f32 * per_piece - LEAST_SUM[pieces as usize]) * per_piece;
        let [file, rank] = sums.map(|sum| sum as f32 * per_piece - 3.5);
        let mut sum = of_pieces * per_piece
            + weights[PIECES] * pieces as f32
            + weights[CONCENTRATION] / (spread.max(0.0) + 0.5)
            + weights[OFF_CENTRE] * file.abs().max(rank.abs())
            + weights[QUADS] * full_quads(mine, sums.map(|sum| sum as f32 * per_piece)) as f32;
        if SHAPE {
            let (groups, largest) = groups(mine);
            sum += weights[GROUPS] * groups as f32
                + weights[MAIN_GROUP] * largest as f32 * per_piece
                + weights[RECTANGLE] * rectangle(mine) as f32;
        }
        sum
    }

    /// What a side can do: mobility and walls.
    #[inline(always)]
    fn freedom(&self, board: &Board, player: Player) -> f32 {
        let (weights, mine) = (&self.weights, board.pieces(player));
        let pieces = mine.count_ones() as i32 & 15;
        let sums = coordinate_sums(mine).map(|sum| sum as i32);
        let mut ends = Ends::default();
        let (mut walled, mut blocked) = (0, 0);
        for square in squares(mine) {
            let reach = board.reach(player, square);
            ends.add(reach);
            walled += u32::from((square.bit() & RIM != 0) & (reach & !RIM == 0));
            let but_one = reach & reach.wrapping_sub(1);
            let at_most_two = but_one & but_one.wrapping_sub(1) == 0;
            let far = times_distance(square, pieces, sums) > 2 * pieces;
            blocked += u32::from(far & at_most_two);
        }
        let sum = weights[CAPTURES] * ends.within(board.pieces(player.opponent())) as f32
            + weights[INNER_MOVES] * ends.within(!RIM) as f32
            + weights[RIM_MOVES] * ends.within(RIM) as f32
            + weights[WALLED] * walled as f32
            + weights[BLOCKED] * blocked as f32;
        sum * RECIPROCAL[pieces as usize]
    }
}

/// Whether the processor has the instructions that `sum_by_wide_instructions` uses. All sums are the
/// same without them, to the last bit, but a search takes half as long again.
fn has_wide_instructions() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Points by which mobility and walls are thought to change a score at most. In games of self-play
/// they changed it by more in about one position of two thousand.
const LAZY: f32 = 400.0;

/// King steps from a square to the very centre of mass of pieces, times the number of pieces.
#[inline(always)]
fn times_distance(square: Square, pieces: i32, sums: [i32; 2]) -> i32 {
    let files = (square.file() as i32 * pieces - sums[0]).abs();
    let ranks = (square.rank() as i32 * pieces - sums[1]).abs();
    files.max(ranks)
}

/// On which squares moves end, counted for all squares at once: a number of four bits for each,
/// one bit of all numbers a word. (No square can be reached by more than twelve pieces.)
#[derive(Clone, Copy, Default)]
struct Ends([u64; 4]);

impl Ends {
    #[inline(always)]
    const fn add(&mut self, set: u64) {
        let mut carry = set;
        let mut plane = 0;
        while plane < 4 {
            let sum = self.0[plane] ^ carry;
            carry &= self.0[plane];
            self.0[plane] = sum;
            plane += 1;
        }
    }

    /// How many moves end within a set.
    #[inline(always)]
    const fn within(&self, set: u64) -> u32 {
        let [ones, twos, fours, eights] = self.0;
        (ones & set).count_ones()
            + 2 * (twos & set).count_ones()
            + 4 * (fours & set).count_ones()
            + 8 * (eights & set).count_ones()
    }
}

/// The least possible sum of distances from the centre of mass: one piece at 0, eight at 1, the
/// rest at 2 (Winands et al., The Quad Heuristic in Lines of Action, 2001).
static LEAST_SUM: [f32; 16] =
    [0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0];

static RECIPROCAL: [f32; 16] = {
    let mut table = [0.0; 16];
    let mut n = 1;
    while n < 16 {
        table[n] = 1.0 / n as f32;
        n += 1;
    }
    table
};

fn of_side(board: &Board, player: Player) -> Features {
    let mut features = [0.0; FEATURE_COUNT];
    let (mine, theirs) = (board.pieces(player), board.pieces(player.opponent()));
    let pieces = mine.count_ones() as i32 & 15;
    let per_piece = RECIPROCAL[pieces as usize];
    let sums = coordinate_sums(mine).map(|sum| sum as i32);
    let mut distances = 0;
    let (mut captures, mut inner, mut rim, mut walled, mut blocked) = (0, 0, 0, 0, 0);
    for square in squares(mine) {
        let distance = times_distance(square, pieces, sums);
        distances += distance;
        features[ON + usize::from(SQUARE_CLASS[square.index()])] += per_piece;
        let reach = board.reach(player, square);
        let (count, inside) = (reach.count_ones(), (reach & !RIM).count_ones());
        captures += (reach & theirs).count_ones();
        inner += inside;
        rim += count - inside;
        walled += u32::from(square.bit() & RIM != 0 && inside == 0);
        blocked += u32::from(distance > 2 * pieces && count <= 2);
    }
    let spread = (distances as f32 * per_piece - LEAST_SUM[pieces as usize]) * per_piece;
    features[PIECES] = pieces as f32;
    // Half a step is as near as it gets: pieces in one place should not be worth infinitely much.
    features[CONCENTRATION] = 1.0 / (spread.max(0.0) + 0.5);
    let [file, rank] = sums.map(|sum| sum as f32 * per_piece - 3.5);
    features[OFF_CENTRE] = file.abs().max(rank.abs());
    features[QUADS] = full_quads(mine, sums.map(|sum| sum as f32 * per_piece)) as f32;
    features[ON_RIM] = (mine & RIM).count_ones() as f32 * per_piece;
    features[CAPTURES] = captures as f32 * per_piece;
    features[INNER_MOVES] = inner as f32 * per_piece;
    features[RIM_MOVES] = rim as f32 * per_piece;
    features[WALLED] = walled as f32 * per_piece;
    features[BLOCKED] = blocked as f32 * per_piece;
    features[NEIGHBOURS] = 2.0 * adjacent_pairs(mine) as f32 * per_piece;
    let (groups, largest) = groups(mine);
    features[GROUPS] = groups as f32;
    features[MAIN_GROUP] = largest as f32 * per_piece;
    features[RECTANGLE] = rectangle(mine) as f32;
    features
}

/// Quads with three or four pieces at most two squares from the centre of mass (quads as 2x2
/// windows; those that hang over the edge hold two pieces at most).
#[inline(always)]
fn full_quads(set: u64, centre: [f32; 2]) -> u32 {
    let (beside, above) = (set >> 1 & 0x7f7f_7f7f_7f7f_7f7f, set >> 8);
    let across = above >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    // At least three of four.
    let full = set & beside & (above | across) | above & across & (set | beside);
    // A window whose lower left square is (f, r) has its middle on (f + ½, r + ½): near are those
    // with f from the centre's file - 2½ to that + 1½, which are the cells of a table.
    let [files, ranks] = centre.map(|at| NEAR[(2.0 * at) as usize % 16]);
    let near = u64::from(files) * 0x0101_0101_0101_0101;
    let rows = ((u64::from(ranks) * 0x0002_0408_1020_4081) & 0x0101_0101_0101_0101) * 0xff;
    (full & near & rows).count_ones()
}

/// By twice a coordinate of the centre, rounded down: the windows at most two squares from it, as
/// bits.
static NEAR: [u8; 16] = {
    let mut table = [0; 16];
    let mut twice = 0;
    while twice < 16 {
        let mut window = 0;
        while window < 8 {
            // Half a square is the precision of the table: the middle of its cell counts.
            let away = 4 * window + 2 - (2 * twice + 1) as i32;
            if away.abs() <= 8 {
                table[twice] |= 1 << window;
            }
            window += 1;
        }
        twice += 1;
    }
    table
};

/// Pairs of pieces that touch.
#[inline(always)]
const fn adjacent_pairs(set: u64) -> u32 {
    let not_h = set & 0x7f7f_7f7f_7f7f_7f7f;
    let not_a = set & 0xfefe_fefe_fefe_fefe;
    (set & not_h << 1).count_ones()
        + (set & set << 8).count_ones()
        + (set & not_h << 9).count_ones()
        + (set & not_a << 7).count_ones()
}

/// How many groups there are, and the size of the largest.
#[inline(always)]
fn groups(set: u64) -> (u32, u32) {
    // Lone pieces are groups of one: no need to fill them.
    let lone = set & !neighbours(set);
    let (mut count, mut largest) = (lone.count_ones(), u32::from(lone != 0));
    let mut rest = set & !lone;
    while rest != 0 {
        let mut group = rest & rest.wrapping_neg();
        loop {
            let grown = (group | neighbours(group)) & rest;
            if grown == group {
                break;
            }
            group = grown;
        }
        count += 1;
        largest = largest.max(group.count_ones());
        rest &= !group;
    }
    (count, largest)
}

/// The area of the smallest rectangle around all pieces.
#[inline(always)]
const fn rectangle(set: u64) -> u32 {
    let ranks = (71 - set.leading_zeros()) / 8 - set.trailing_zeros() / 8;
    let mut row = set | set >> 32;
    row |= row >> 16;
    row = (row | row >> 8) & 0xff;
    let files = 64 - row.leading_zeros() - row.trailing_zeros();
    ranks * files
}

#[cfg(test)]
mod tests {
    use tengen_game::{MoveList, Rng};
    use tengen_loa::{Game, Position, Rules};

    use super::*;

    /// Positions of random games, some near their end.
    fn positions(count: usize) -> Vec<Position> {
        let (mut rng, mut moves) = (Rng::new(5), MoveList::new());
        let mut position = Position::new(Rules::PAPER);
        let mut positions = Vec::new();
        while positions.len() < count {
            position.legal_moves(&mut moves);
            match rng.choose(&moves) {
                Some(m) => position.play_unchecked(m),
                None => position = Position::new(Rules::PAPER),
            }
            positions.push(position.clone());
        }
        positions
    }

    #[test]
    fn the_weighted_sum_is_that_of_the_listed_features() {
        let mut rng = Rng::new(6);
        for version in 0..4 {
            let mut weights: Features = [0.0; FEATURE_COUNT];
            for (i, weight) in weights.iter_mut().enumerate() {
                let skipped = version & 1 == 1 && (CAPTURES..=BLOCKED).contains(&i)
                    || version & 2 == 2 && i >= NEIGHBOURS;
                *weight = if skipped { 0.0 } else { 100.0 * (rng.unit() - 0.5) };
            }
            let weighing = Weighing::new(weights);
            for position in positions(3000) {
                let (board, to_move) = (position.board(), position.to_move());
                let listed = features(board, to_move);
                let sum: f32 = listed.iter().zip(&weights).map(|(x, w)| x * w).sum();
                let (fast, is_whole) = weighing.sum(board, to_move, ANY);
                assert!(is_whole);
                // To the last bit, whatever the processor has.
                let anywhere = weighing.sum_anywhere(board, to_move, ANY);
                assert_eq!((fast.to_bits(), true), (anywhere.0.to_bits(), anywhere.1));
                let beyond = weighing.sum_beyond(board, to_move, 500.0);
                assert_eq!(beyond, weighing.sum_beyond_anywhere(board, to_move, 500.0));
                assert!(beyond.is_none_or(|beyond| beyond.to_bits() == fast.to_bits()));
                assert!((sum - fast).abs() < 0.01, "{sum} {fast}\n{board}");
            }
        }
    }

    /// What the other side gains the one to move loses, but for the turn itself.
    #[test]
    fn sides_are_treated_alike() {
        for position in positions(2000) {
            let [black, white] = Player::BOTH.map(|player| features(position.board(), player));
            for (i, (black, white)) in black.iter().zip(white).enumerate() {
                assert!(i == TO_MOVE || (black + white).abs() < 1e-5);
            }
        }
    }
}
