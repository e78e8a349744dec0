//! How large a board is, so that growth is seen.

use tengen_go::{Board, BoardSize};

#[test]
fn bytes_of_a_board() {
    assert_eq!(size_of::<Board>(), 9488);
    let used = |side| Board::bytes_in_use(BoardSize::new(side).unwrap());
    assert_eq!([9, 13, 19].map(used), [4559, 6431, 9479]);
}
