//! Distances, regions and centres of mass on the board of Lines of Action.

#[cfg(test)]
use tengen_loa::Square;

/// Steps of a king from one square to another.
pub(crate) static DISTANCE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let files = (from % 8_usize).abs_diff(to % 8);
            let ranks = (from / 8_usize).abs_diff(to / 8);
            table[from][to] = if files > ranks { files } else { ranks } as u8;
            to += 1;
        }
        from += 1;
    }
    table
};

/// The five regions of paper 000, section 3.1: corners, the rest of the 8x8 rim, the 6x6 rim, the
/// 4x4 rim, the central 2x2 board.
pub(crate) const REGIONS: usize = 5;

/// The region of every square, the outermost first.
pub(crate) static REGION: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (from_edge(square % 8), from_edge(square / 8));
        let ring = if file < rank { file } else { rank };
        table[square] = if file == 0 && rank == 0 { 0 } else { ring + 1 };
        square += 1;
    }
    table
};

/// Squares that an image of one another share a class: ten of them, since a quarter of the board
/// has four squares in each direction and a diagonal.
pub(crate) const SQUARE_CLASSES: usize = 10;

/// The class of every square under the eight symmetries of the board.
pub(crate) static SQUARE_CLASS: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (a, b) = (from_edge(square % 8), from_edge(square / 8));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        // 0,0 0,1 0,2 0,3 1,1 1,2 1,3 2,2 2,3 3,3
        table[square] = [0, 4, 7, 9][low as usize] + high - low;
        square += 1;
    }
    table
};

/// How far a file or rank is from the nearer edge, 0 to 3.
const fn from_edge(line: usize) -> u8 {
    (if line < 4 { line } else { 7 - line }) as u8
}

/// The squares of the rim, corners included.
pub(crate) const RIM: u64 = 0xff81_8181_8181_81ff;

/// The sums of files and of ranks over a set of squares: each bit of a coordinate is one mask.
#[inline(always)]
pub(crate) const fn coordinate_sums(set: u64) -> [u32; 2] {
    let files = (set & 0xaaaa_aaaa_aaaa_aaaa).count_ones()
        + 2 * (set & 0xcccc_cccc_cccc_cccc).count_ones()
        + 4 * (set & 0xf0f0_f0f0_f0f0_f0f0).count_ones();
    let ranks = (set & 0xff00_ff00_ff00_ff00).count_ones()
        + 2 * (set & 0xffff_0000_ffff_0000).count_ones()
        + 4 * (set & 0xffff_ffff_0000_0000).count_ones();
    [files, ranks]
}

/// A mean coordinate, rounded to the nearest line (halves up), by number of pieces and sum.
static MEAN: [[u8; 128]; 16] = {
    let mut table = [[0; 128]; 16];
    let mut pieces = 1;
    while pieces < 16 {
        let mut sum = 0;
        while sum < 128 {
            let mean = (2 * sum + pieces) / (2 * pieces);
            table[pieces][sum] = if mean < 7 { mean } else { 7 } as u8;
            sum += 1;
        }
        pieces += 1;
    }
    table
};

/// The number of the square nearest to the centre of mass of a set.
#[inline(always)]
pub(crate) fn centre_of_mass(set: u64) -> usize {
    let pieces = set.count_ones() as usize % 16;
    let [files, ranks] = coordinate_sums(set);
    let row = &MEAN[pieces];
    usize::from(row[files as usize % 128] + 8 * row[ranks as usize % 128]) % 64
}

/// The region of a square.
#[cfg(test)]
pub(crate) fn region(square: Square) -> usize {
    usize::from(REGION[square.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_their_sizes() {
        let mut sizes = [0; REGIONS];
        for region in REGION {
            sizes[usize::from(region)] += 1;
        }
        assert_eq!(sizes, [4, 24, 20, 12, 4]);
        let mut classes = [0; SQUARE_CLASSES];
        for class in SQUARE_CLASS {
            classes[usize::from(class)] += 1;
        }
        assert_eq!(classes, [4, 8, 8, 8, 4, 8, 8, 4, 8, 4]);
    }

    #[test]
    fn centres_of_mass_are_means_of_coordinates() {
        let mut rng = tengen_game::Rng::new(1);
        for _ in 0..10_000 {
            let set = rng.next_u64() & rng.next_u64() & rng.next_u64();
            let n = set.count_ones();
            if !(1..=12).contains(&n) {
                continue;
            }
            let squares: Vec<Square> = Square::all().filter(|s| set & s.bit() != 0).collect();
            let files: usize = squares.iter().map(|s| s.file()).sum();
            let ranks: usize = squares.iter().map(|s| s.rank()).sum();
            assert_eq!(coordinate_sums(set), [files as u32, ranks as u32]);
            let mean = |sum: usize| (sum as f64 / f64::from(n) + 0.5).floor() as usize;
            assert_eq!(centre_of_mass(set), mean(files) + 8 * mean(ranks));
        }
    }
}
