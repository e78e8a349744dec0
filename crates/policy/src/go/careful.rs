//! Care in playouts: what neither a 3x3 pattern nor an answer to the last move tells.
//!
//! Playouts misjudge groups mostly in four ways. They fill the last but one liberty of a large chain,
//! which a pattern cannot see; they leave the one point alone that makes two eyes of an eye space or one;
//! a chain with one small eye and nothing else lives, since what kills it looks like a gift; and who has
//! no other move breaks a seki. So a drawn move that gives stones away is drawn anew, a vital point beside
//! the last move is mostly taken at once, whoever it serves, chains that are
//! [doomed](crate::go::doomed) are mostly killed, and a seki stays.

use tengen_go::{Breath, Chains, PatternCode, Player, Point, Rng, SmallShape, WeightedBoard};

use crate::go::doomed::Doomed;
use crate::go::softmax::{Choice, ChoiceWatcher};

/// How often, of 16 times, vital points are looked for; not always, so that no playout is certain.
const VITAL: usize = 14;

/// So often a move is drawn anew before a gift is made after all: there may be nothing else. In a seki
/// there mostly is not, and then it is better to pass.
const MOST_DRAWS: u32 = 8;

/// Makes a move as the choice has it, but with care.
///
/// The watcher is told of every draw, of those too that come to nothing: whether a draw is taken does
/// not depend on the weights, so the sum of ψ over all draws is that of the move. Vital points, moves that
/// kill and what is played rather than break a seki are not drawn by weight.
#[inline(always)]
pub(crate) fn draw(
    choice: &Choice,
    board: &WeightedBoard,
    player: Player,
    rng: &mut Rng,
    watcher: &mut impl ChoiceWatcher,
) -> Option<Point> {
    if let Some(kill) = choice.doomed().kill(board.board(), player, rng) {
        return Some(kill);
    }
    if rng.below(16) < VITAL
        && let Some(vital) = choice.last().and_then(|last| board.vital_point_beside(last))
        // No eye is filled.
        && board.weight(player, vital) > 0
    {
        return Some(vital);
    }
    let drawn = choice.draw_watched(board, player, rng, watcher)?;
    if is_gift(board.board(), player, drawn, board.code(drawn)) {
        return draw_again(choice, board, player, rng, watcher);
    }
    Some(drawn)
}

/// Draws moves in place of a gift; rather than break a seki, any other move, or a pass.
#[inline(never)]
fn draw_again(
    choice: &Choice,
    board: &WeightedBoard,
    player: Player,
    rng: &mut Rng,
    watcher: &mut impl ChoiceWatcher,
) -> Option<Point> {
    let mut drawn = choice.draw_watched(board, player, rng, watcher)?;
    for _ in 2..MOST_DRAWS {
        if !is_gift(board.board(), player, drawn, board.code(drawn)) {
            return Some(drawn);
        }
        drawn = choice.draw_watched(board, player, rng, watcher)?;
    }
    if !breaks_seki(board, player, drawn) {
        return Some(drawn);
    }
    // What is left elsewhere may weigh little beside the points of a seki.
    let others = || no_gifts(board, player);
    let count = others().count();
    if count == 0 { None } else { others().nth(rng.below(count)) }
}

/// The moves that give nothing away.
fn no_gifts(board: &WeightedBoard, player: Player) -> impl Iterator<Item = Point> + '_ {
    let chains = board.board();
    chains.empty_points().filter(move |&point| {
        board.weight(player, point) > 0
            && chains.ko(player) != Some(point)
            && !is_gift(chains, player, point, board.code(point))
    })
}

/// Whether a move is a gift that neither player should make: at either of the two points that the chain
/// breathes at the opponent too would be in self-atari, or could not move.
///
/// That is so of a lone eye as well, which its owner has no reason to fill. And of four bent in the
/// corner: there the attacker should move, in the end, and does not.
fn breaks_seki(board: &WeightedBoard, player: Player, point: Point) -> bool {
    let chains = board.board();
    let opponent = player.opponent();
    let is_bad = |at: Point| {
        !chains.captures(opponent, at)
            && chains.breath_after(opponent, at, board.code(at)) != Breath::Free
    };
    is_gift(chains, player, point, board.code(point))
        && chains.stones_beside(player, point).any(|friend| {
            chains.two_liberties(friend).is_some_and(|both| both.into_iter().all(is_bad))
        })
}

/// How likely [`draw`] makes each of the moves that the choice has with these probabilities; `None` is a
/// pass.
pub(crate) fn chances(
    choice: &Choice,
    board: &WeightedBoard,
    player: Player,
    drawn: Vec<(Point, f64)>,
) -> Vec<(Option<Point>, f64)> {
    let is_gift = |point| is_gift(board.board(), player, point, board.code(point));
    let gifts: f64 = drawn.iter().filter(|(point, _)| is_gift(*point)).map(|(_, p)| p).sum();
    // After so many gifts the last draw counts, whatever it is.
    let to_the_last = gifts.powi(MOST_DRAWS as i32 - 1);
    let before: f64 = (0..MOST_DRAWS as i32 - 1).map(|earlier| gifts.powi(earlier)).sum();
    let mut moves: Vec<(Option<Point>, f64)> = Vec::new();
    let mut kept = 0.0;
    for (point, chance) in drawn {
        let share = if is_gift(point) { to_the_last } else { before + to_the_last };
        if breaks_seki(board, player, point) {
            kept += chance * share;
        } else {
            add(&mut moves, Some(point), chance * share);
        }
    }
    let others: Vec<Point> = no_gifts(board, player).collect();
    for &other in &others {
        add(&mut moves, Some(other), kept / others.len() as f64);
    }
    if others.is_empty() && kept > 0.0 {
        add(&mut moves, None, kept);
    }
    let vital = choice.last().and_then(|last| board.vital_point_beside(last));
    if let Some(vital) = vital.filter(|&vital| board.weight(player, vital) > 0) {
        take_share(&mut moves, vital, VITAL as f64 / 16.0);
    }
    // The first that can be killed is looked at first.
    let kills: Vec<Point> = choice.doomed().kills(board.board(), player).collect();
    for kill in kills.into_iter().rev() {
        take_share(&mut moves, kill, Doomed::SHARE);
    }
    moves
}

/// A move is made with this probability before any of the others.
fn take_share(moves: &mut Vec<(Option<Point>, f64)>, point: Point, share: f64) {
    moves.iter_mut().for_each(|(_, chance)| *chance *= 1.0 - share);
    add(moves, Some(point), share);
}

/// A move is made with so much more probability.
fn add(moves: &mut Vec<(Option<Point>, f64)>, m: Option<Point>, more: f64) {
    match moves.iter_mut().find(|(other, _)| *other == m) {
        Some((_, chance)) => *chance += more,
        None => moves.push((m, more)),
    }
}

/// Whether a move, whose surroundings have this code, gives two stones or more away: it takes nothing,
/// leaves its chain with one liberty, and does not kill from within. The self-atari of a single stone is
/// left to its pattern, which sees all of it.
#[inline(always)]
fn is_gift(board: &Chains, player: Player, point: Point, code: PatternCode) -> bool {
    board.gives_atari_to_own(player, point, code) && !kills_from_within(board, player, point)
}

/// Whether a self-atari is worth it: what is taken leaves room for one eye only.
#[inline(never)]
fn kills_from_within(board: &Chains, player: Player, point: Point) -> bool {
    let stones = board.small_chain_after(player, point);
    stones.is_some_and(|stones| stones.kills() && is_within_eye(board, player, &stones))
}

/// An eye has a wall of one or two chains. Stones that are merely surrounded have more around them.
fn is_within_eye(board: &Chains, player: Player, stones: &SmallShape) -> bool {
    let mut walls = [None; 2];
    for stone in stones.points() {
        for wall in board.stones_beside(player.opponent(), stone) {
            let chain = board.chain_id(wall);
            if walls.contains(&chain) {
                continue;
            }
            let Some(free) = walls.iter_mut().find(|wall| wall.is_none()) else { return false };
            *free = chain;
        }
    }
    true
}

#[cfg(test)]
mod plain;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::softmax::{SoftmaxPlayouts, SoftmaxTable};
    use tengen_go::{Board, BoardSize, EyeRule, Playout};

    fn at(name: &str) -> Point {
        name.parse().expect("a point")
    }

    fn board(diagram: &str) -> Board {
        diagram.parse().expect("a diagram")
    }

    /// A board with weights, which do not matter here.
    fn weighted(diagram: &str) -> WeightedBoard {
        SoftmaxTable::built_in("sb-9x9").expect("a policy").board(&board(diagram))
    }

    /// The vital point of the empty points, which White encloses.
    fn vital(diagram: &str) -> Option<String> {
        let board = weighted(diagram);
        let from = board.board().empty_points().next().expect("an empty point");
        let wall = board.board().stones_beside(Player::White, from).next().expect("a wall");
        board.vital_point_beside(wall).map(|point| point.to_string())
    }

    #[test]
    fn vital_points() {
        for (diagram, expected) in [
            ("OOOOO\nO..OO\nOOOOO\nOOOOO\nOOOOO", None),
            ("OOOOO\nO...O\nOOOOO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO..OO\nO.OOO\nOOOOO\nOOOOO", Some("B4")),
            ("OOOOO\nO...O\nOO.OO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO..OO\nO..OO\nOOOOO\nOOOOO", None),
            ("OOOOO\nO..OO\nOO..O\nOOOOO\nOOOOO", None),
            ("....O\nOOOOO\nOOOOO\nOOOOO\nOOOOO", None),
            ("OO.OO\nO...O\nOO.OO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO...O\nO..OO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO...O\nOO.OO\nOO.OO\nOOOOO", None),
            ("OO.OO\nO...O\nO..OO\nOOOOO\nOOOOO", Some("C4")),
            ("OOOOO\nO...O\nO...O\nOOOOO\nOOOOO", None),
        ] {
            let spaced: String = diagram
                .lines()
                .map(|line| line.chars().map(|c| format!("{c} ")).collect::<String>() + "\n")
                .collect();
            assert_eq!(vital(&spaced).as_deref(), expected, "{diagram}");
        }
    }

    #[test]
    fn eye_spaces_have_one_owner() {
        let both = "
            . . . O O
            O O X O .
            . . . . .
            . . . . .
            . . . . .";
        assert_eq!(weighted(both).vital_point_beside(at("A4")), None);
        let one = both.replace('X', "O");
        assert_eq!(weighted(&one).vital_point_beside(at("A4")), Some(at("B5")));
    }

    #[test]
    fn it_plays_where_the_eye_space_is_vital() {
        let diagram = "
            O . . . O
            O O O O O
            . . . . .
            . . . . .
            . . . . .";
        let board = weighted(diagram);
        assert_eq!(board.vital_point_beside(at("A5")), Some(at("C5")));
        assert_eq!(board.vital_point_beside(at("A1")), None);
    }

    fn is_gift_of_black(diagram: &str, m: &str) -> bool {
        let board = board(diagram);
        is_gift(&board, Player::Black, at(m), board.pattern_code(at(m)))
    }

    #[test]
    fn gifts() {
        // Two stones between three chains.
        let thin = "
            . . . . .
            . O O . .
            O X . . .
            . O O . .
            . . . . .";
        assert!(is_gift_of_black(thin, "C3"));
        assert!(!is_gift_of_black(thin, "C5"));
        // Within the eye of one chain, two of three points: White cannot take and live.
        let eye = "
            O O O . .
            . X . O .
            O O O O .
            . . . . .
            . . . . .";
        assert!(!is_gift_of_black(eye, "A4"));
        // Two stones in the middle of four in a row: a third leaves three in a row.
        let four = "
            O O O O .
            X X . . O
            O O O O O
            . . . . .
            . . . . .";
        assert!(!is_gift_of_black(four, "C4"));
        // Three in the middle of five: four in a row become two eyes.
        let five = "
            O O O O O
            X X X . .
            O O O O O
            . . . . .
            . . . . .";
        assert!(is_gift_of_black(five, "D4"));
        // What takes something is no gift.
        let takes = "
            . O X . .
            X O X . .
            O . X . .
            X O O . .
            . . . . .";
        assert!(!is_gift_of_black(takes, "B3"));
    }

    /// How often a stone is still there after careful playouts with Black to move.
    fn survival(diagram: &str, stone: &str) -> f64 {
        let board = board(diagram);
        let table = SoftmaxTable::built_in("sb-9x9").expect("a policy");
        let mut playouts = SoftmaxPlayouts::new(table, &board).careful();
        let (stone, mut rng) = (at(stone), Rng::new(6));
        let owner = board.stone(stone);
        let playout = Playout { to_move: Player::Black, passes: 0, limit: 243 };
        let survives = |_: &u32| {
            playouts.run(&board, playout, None, &mut rng, &mut ());
            playouts.board().stone(stone) == owner
        };
        (0..400).filter(survives).count() as f64 / 400.0
    }

    /// Neither player can take the other's stones in the upper right corner. White has no other move, so
    /// that Black was thought to win it, and with it the game.
    #[test]
    fn a_seki_without_eyes_stays() {
        let diagram = "
            . . X O O . X X .
            . X . X O X X X O
            X X . X O O O O O
            O X X . X X X X O
            O O X X X O X X X
            O O X O O O X X O
            O O O O O X X O O
            O . O O X X O . O
            . O X X X O O O .";
        for stone in ["H9", "E9"] {
            let survival = survival(diagram, stone);
            assert!(survival > 0.95, "{stone}: {survival}");
        }
    }

    /// At the lower edge each player has an eye, and one point is common to both.
    #[test]
    fn a_seki_with_eyes_stays() {
        let diagram = "
            . O X X X O O O .
            . O O X O O . O O
            O . O X X O O X O
            . O X X X X X X X
            O O O O X X . X .
            . O X X X X . . .
            O O O X O O X X X
            X X X O . O X X .
            X . X . O O O X .";
        for stone in ["A2", "F2"] {
            let survival = survival(diagram, stone);
            assert!(survival > 0.9, "{stone}: {survival}");
        }
    }

    /// What is called a gift is a self-atari of two stones or more that takes nothing, by playing it.
    #[test]
    fn gifts_leave_one_liberty() {
        let mut rng = Rng::new(7);
        let (mut gifts, mut others) = (0, 0);
        for side in [5, 7, 9] {
            for _ in 0..1500 {
                let mut board = Board::new(BoardSize::new(side).expect("a size"));
                let mut player = Player::Black;
                for _ in 0..rng.below(2 * side * side) {
                    board.play_random_move(player, &mut rng);
                    player = player.opponent();
                }
                let points: Vec<Point> = board.empty_points().collect();
                for point in points {
                    if !board.is_legal(player, point)
                        || board.is_eye(player, point, EyeRule::Standard)
                    {
                        continue;
                    }
                    let mut after = board.clone();
                    after.play(player, point);
                    let theirs = player.opponent();
                    let gives = after.stone_count(theirs) == board.stone_count(theirs)
                        && after.liberties(point).len() == 1
                        && after.chain(point).count() >= 2;
                    let is_gift = is_gift(&board, player, point, board.pattern_code(point));
                    assert!(gives || !is_gift, "{board}\n{player:?} {point}");
                    if after.chain(point).count() > SmallShape::MOST {
                        assert_eq!(gives, is_gift, "{board}\n{player:?} {point}");
                    }
                    gifts += u32::from(is_gift);
                    others += u32::from(gives && !is_gift);
                }
            }
        }
        assert!(gifts > 300 && others > 300, "{gifts} {others}");
    }
}
