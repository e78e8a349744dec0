//! Chains that are killed from within: all that they breathe at lies in one small eye.

use tengen_game::Player;

use crate::chains::Chains;
use crate::few_liberties::FewLiberties;
use crate::liberties::Liberties;
use crate::point::{Point, STRIDE, Vertex};

impl Chains {
    /// Where the opponent kills the chain at `point` from within, if it breathes at two points only, both
    /// in one eye, and what it takes there leaves no room for two: a stone on one of them, by itself or
    /// with others that are in the eye already, leaves it in atari, and when it takes them it is no
    /// better off.
    ///
    /// ```
    /// use tengen_go::Board;
    /// // Two points are one eye, whoever is to move.
    /// let board: Board = ". . O X .\nO O O X .\nX X X X .\n. . . . .\n. . . . .".parse().unwrap();
    /// let throw_in = board.throw_in("A4".parse().unwrap()).unwrap();
    /// assert!(["A5", "B5"].contains(&throw_in.to_string().as_str()));
    /// assert_eq!(board.throw_in("A3".parse().unwrap()), None);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn throw_in(&self, point: Point) -> Option<Point> {
        let root = self.root_of(point.vertex());
        let word = self.liberties[root];
        // Most chains have more liberties: two points touch a chain eight times at most.
        let may_be = word.is_stone() & (word.count() <= 8) & !word.are_on_one_point();
        if may_be && word.may_be_on_two_points() { self.throw_in_of(root, word) } else { None }
    }

    /// The same for the root and the word of a chain.
    #[inline(never)]
    fn throw_in_of(&self, root: Vertex, word: Liberties) -> Option<Point> {
        let [a, b] = self.two_of(root, word)?;
        // No other point beside them is empty: a glance that most do not stand.
        let beside = u64::from(matches!(b.index() - a.index(), 1 | STRIDE));
        if self.liberties[a].count() != beside || self.liberties[b].count() != beside {
            return None;
        }
        let owner = if word.is_stone_of(Player::Black) { Player::Black } else { Player::White };
        let kills = |at, last| self.is_killed_at(owner, [at, last]);
        if kills(a, b) { Some(a) } else { kills(b, a).then_some(b) }
    }

    /// Whether a stone against `owner` at the first of these points, which are all that a chain of his
    /// breathes at, kills it from within.
    fn is_killed_at(&self, owner: Player, eye @ [at, last]: [Point; 2]) -> bool {
        let Some(stones) = self.small_chain_after(owner.opponent(), at) else { return false };
        let is_closed = |few| match few {
            FewLiberties::One(liberty) => eye.contains(&liberty),
            FewLiberties::Two([a, b]) => eye == [a, b] || eye == [b, a],
        };
        // All around is either of the eye or of a wall that breathes nowhere else.
        let encloses = |vertex: Vertex| {
            let word = self.word(vertex);
            if word.is_empty_point() {
                vertex == at.vertex() || vertex == last.vertex()
            } else if word.is_stone_of(owner) {
                let wall = self.root_of(vertex);
                self.few_of(wall, self.liberties[wall]).is_some_and(is_closed)
            } else {
                !word.is_stone() || stones.points().any(|stone| stone.vertex() == vertex)
            }
        };
        // Two eyes are no such thing.
        let breathes = || stones.points().any(|stone| stone.sides().contains(&last.vertex()));
        stones.kills()
            && breathes()
            && stones.points().chain([last]).all(|point| point.sides().into_iter().all(encloses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::size::BoardSize;
    use tengen_game::Rng;

    fn at(name: &str) -> Point {
        name.parse().expect("a point")
    }

    /// Where the chain at `stone` is killed from within, the plain way: by everything within it that is
    /// not of its colour.
    fn plain_throw_in(board: &Board, stone: Point) -> Option<Point> {
        let owner = board.stone(stone)?;
        let liberties: Vec<Point> = board.liberties(stone).iter().collect();
        let &[a, b] = &liberties[..] else { return None };
        // All that is connected with one of them without crossing a stone of the owner.
        let mut within = vec![a];
        let mut looked_at = 0;
        while looked_at < within.len() {
            for beside in within[looked_at].neighbours(board.size()) {
                if board.stone(beside) != Some(owner) && !within.contains(&beside) {
                    within.push(beside);
                }
            }
            looked_at += 1;
        }
        let empty: Vec<Point> = within.iter().copied().filter(|&p| board.is_empty(p)).collect();
        if !(empty.len() == 2 && empty.contains(&b)) {
            return None;
        }
        let walls = within.iter().flat_map(|p| board.stones_beside(owner, *p));
        let is_closed = |wall| board.liberties(wall).iter().all(|p| p == a || p == b);
        if !walls.into_iter().all(is_closed) {
            return None;
        }
        [(a, b), (b, a)].into_iter().find_map(|(first, last)| {
            // The stones within are one chain with the new one, and it breathes at the last point.
            let mut chain = vec![first];
            let mut looked_at = 0;
            while looked_at < chain.len() {
                for beside in chain[looked_at].neighbours(board.size()) {
                    if within.contains(&beside) && beside != last && !chain.contains(&beside) {
                        chain.push(beside);
                    }
                }
                looked_at += 1;
            }
            let is_whole = chain.len() + 1 == within.len();
            let breathes = last.neighbours(board.size()).any(|p| chain.contains(&p));
            let kills = board.small_chain_after(owner.opponent(), first).is_some_and(|s| s.kills());
            (is_whole && breathes && kills).then_some(first)
        })
    }

    /// Whether the attacker takes the chain at `stone`, whatever its owner answers, if both move only at
    /// these points and the owner may pass.
    fn is_taken(board: &Board, stone: Point, owner: Player, points: &[Point], moves: u32) -> bool {
        let attacker = owner.opponent();
        points.iter().any(|&point| {
            if !board.is_legal(attacker, point) {
                return false;
            }
            let mut attacked = board.clone();
            attacked.play(attacker, point);
            if attacked.stone(stone) != Some(owner) {
                return true;
            }
            let survives = |answered: &Board| {
                moves == 0 || !is_taken(answered, stone, owner, points, moves - 1)
            };
            if survives(&attacked) {
                return false;
            }
            points.iter().all(|&answer| {
                if !attacked.is_legal(owner, answer) {
                    return true;
                }
                let mut answered = attacked.clone();
                answered.play(owner, answer);
                !survives(&answered)
            })
        })
    }

    /// Small boards full of stones, most of them of one colour: many chains with one eye.
    fn any_board(rng: &mut Rng) -> Board {
        let mut board = Board::new(BoardSize::new(3 + rng.below(5)).expect("a size"));
        let share = [6, 8, 10][rng.below(3)];
        for _ in 0..board.size().area() + rng.below(2 * board.size().area()) {
            let player = Player::BOTH[usize::from(rng.below(16) >= share)];
            board.play_random_move(player, rng);
        }
        board
    }

    #[test]
    fn throw_ins_are_those_of_the_plain_way_and_kill() {
        let mut rng = Rng::new(11);
        let (mut chains, mut found, mut larger, mut searched) = (0, 0, 0, 0);
        while chains < 1_000_000 {
            let board = any_board(&mut rng);
            for stone in board.size().points().filter(|&p| board.chain_id(p) == Some(p)) {
                chains += 1;
                let throw_in = board.throw_in(stone);
                assert_eq!(throw_in, plain_throw_in(&board, stone), "{stone}\n{board}");
                let (Some(first), Some(owner)) = (throw_in, board.stone(stone)) else { continue };
                found += 1;
                let within = board.small_chain_after(owner.opponent(), first).expect("it kills");
                larger += u32::from(within.len() > 1);
                // A search of everything takes long for large eyes.
                if within.len() <= 2 {
                    searched += 1;
                    let liberties = board.liberties(stone);
                    let points: Vec<Point> = within.points().chain(liberties.iter()).collect();
                    assert!(is_taken(&board, stone, owner, &points, 5), "{stone}\n{board}");
                }
            }
        }
        assert!(found > 1_000 && larger > 400 && searched > 800, "{found} {larger} {searched}");
    }

    #[test]
    fn two_eyes_are_no_eye_to_throw_into() {
        let board: Board = ". O . X .\nO O O X .\nX X X X .\n. . . . .\n. . . . .".parse().unwrap();
        assert_eq!(board.throw_in(at("A4")), None);
    }

    #[test]
    fn a_way_out_is_seen() {
        // The wall at C5 is another chain, which has a liberty at D5.
        let board: Board = ". . O . .\nO O X X .\nX X X . .\n. . . . .\n. . . . .".parse().unwrap();
        assert_eq!(board.throw_in(at("A4")), None);
    }

    #[test]
    fn stones_within_may_be_there_already() {
        // Three in a row with a stone in their midst.
        let board: Board = ". X . O X\nO O O O X\nX X X X X\n. . . . .\n. . . . .".parse().unwrap();
        assert!(board.throw_in(at("A4")).is_some());
    }
}
