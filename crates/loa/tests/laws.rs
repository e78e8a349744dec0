//! Lines of Action obeys the laws of every game, under every preset, and its refusals say why.

use std::collections::HashSet;

use tengen_game::laws::Laws;
use tengen_loa::{
    BarePosition, Board, Ending, Game, Move, MoveList, Outcome, Player, Position, Repetition, Rng,
    Rules, Square, Symmetric, Symmetry,
};

/// Every move there could be, also senseless ones.
fn universe() -> Vec<Move> {
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    let both = |(from, to)| [false, true].map(|captures| Move::new(from, to, captures));
    pairs.flat_map(both).chain([Move::PASS]).collect()
}

#[test]
fn every_preset_obeys_every_law() {
    for (_, rules) in Rules::PRESETS {
        Laws::new(Position::new(rules), universe()).games(2).check_with_symmetry().unwrap();
    }
}

/// A position without history agrees with a whole one as long as history ends nothing.
#[test]
fn bare_positions_agree_with_whole_ones() {
    let mut rng = Rng::new(3);
    let mut moves = [MoveList::new(), MoveList::new()];
    let mut ended = 0;
    for (_, rules) in Rules::PRESETS {
        for text in [FORCED_PASS, &Position::new(rules).to_text()] {
            let start = Position::from_text(text, rules).unwrap();
            let timeless = rules.with_repetition(Repetition::None).with_length_cap(None);
            for _ in 0..60 {
                let mut game = Position::from_text(text, timeless).unwrap();
                let mut bare = game.bare();
                assert_eq!(bare, BarePosition::new(*start.board(), start.to_move(), rules));
                for _ in 0..400 {
                    game.legal_moves(&mut moves[0]);
                    bare.legal_moves(&mut moves[1]);
                    assert_eq!(moves[0][..], moves[1][..], "{game:?}");
                    assert_eq!(game.outcome(), bare.outcome(), "{game:?}");
                    assert_eq!((game.key(), game.to_move()), (bare.key(), bare.to_move()));
                    assert_eq!(bare.key(), bare.key_from_scratch());
                    assert_eq!(game.board(), bare.board());
                    let Some(m) = rng.choose(&moves[0]) else { break };
                    game.play_unchecked(m);
                    bare.play(m).unwrap();
                }
                ended += u32::from(game.outcome().is_some());
            }
        }
    }
    assert!(ended > 100, "{ended}");
}

/// Few pieces, and a player who must pass.
#[test]
fn small_positions_obey_every_law() {
    let texts = [
        "o......./......../......../...x..../....o.../......../......../.......x b",
        "......../..x.o.x./.o.o.o.o/..x.o.x./.x.x.x.x/..x.o.x./.o.o.o.o/..x...x. w",
        FORCED_PASS,
    ];
    for text in texts {
        for (_, rules) in Rules::PRESETS {
            let game = Position::from_text(text, rules).unwrap();
            Laws::new(game, universe()).games(4).check_with_symmetry().unwrap();
        }
    }
}

/// White's pieces are walled into two corners; Black has moves.
const FORCED_PASS: &str =
    "......xo/......xx/......../..x...../......../......../xx....../ox...... w";

#[test]
fn a_stuck_player_passes_or_loses() {
    let mut pass = game(FORCED_PASS, Rules::PAPER);
    assert_eq!(pass.ending(), None);
    assert_eq!(refusal(&pass, "a1-a2"), "the line has 2 pieces, so the piece moves 2 squares");
    assert_eq!(refusal(&pass, "a1-a3"), "a black piece on a2 is in the way");
    play(&mut pass, "pass c5-d5 pass");
    assert_eq!(pass.to_move(), Player::Black);
    let loss = game(FORCED_PASS, Rules::OPENSPIEL);
    assert_eq!(loss.ending(), Some(Ending::Stuck(Player::Black)));
    assert_eq!(loss.outcome(), Some(Outcome::Win(Player::Black)));
    // A pass brings the same board, but nobody has repeated it.
    let rules = Rules::PAPER.with_repetition(Repetition::TwofoldBoard);
    let mut board_only = game(FORCED_PASS, rules);
    play(&mut board_only, "pass");
    assert_eq!(board_only.ending(), None);
}

fn game(text: &str, rules: Rules) -> Position {
    Position::from_text(text, rules).unwrap()
}

fn play(game: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let m = game.parse_move(text).unwrap();
        game.play(m).unwrap_or_else(|error| panic!("{text}: {error} in\n{game:?}"));
    }
}

fn refusal(game: &Position, text: &str) -> String {
    let m = game.parse_move(text).unwrap();
    let refusal = game.check(m).unwrap_err();
    // The trait's error has the same words.
    assert_eq!(game.clone().play(m).unwrap_err().reason, refusal.to_string());
    refusal.to_string()
}

#[test]
fn every_refusal_says_why() {
    let start = Position::new(Rules::PAPER);
    assert_eq!(refusal(&start, "pass"), "a player who can move may not pass");
    assert_eq!(refusal(&start, "d4-d5"), "there is no piece on d4");
    assert_eq!(refusal(&start, "a4-c4"), "the piece on a4 is the opponent's");
    assert_eq!(refusal(&start, "b1-c3"), "a piece moves along a rank, a file or a diagonal");
    assert_eq!(refusal(&start, "b1-b1"), "a piece moves along a rank, a file or a diagonal");
    assert_eq!(refusal(&start, "b1-b4"), "the line has 2 pieces, so the piece moves 2 squares");
    assert_eq!(refusal(&start, "c1xc3"), "there is nothing to take on c3");
    let quiet = Move::new("c1".parse().unwrap(), "a3".parse().unwrap(), false);
    assert_eq!(
        start.check(quiet).unwrap_err().to_string(),
        "the move takes the piece on a3, which it does not say"
    );
    let open = game("......../......../......../......../..x.o.x./......../......../x......o b", {
        Rules::PAPER
    });
    assert_eq!(refusal(&open, "c4-f4"), "a white piece on e4 is in the way");
    assert_eq!(refusal(&open, "c4-c6"), "the line has 1 piece, so the piece moves 1 square");
    let own = game("......../......../......../......../x.x...../......../......../o......o b", {
        Rules::PAPER
    });
    assert_eq!(refusal(&own, "a4-c4"), "there is an own piece on c4");
    let over = game("x......./......../......../......../......../......../......../o......o w", {
        Rules::PAPER
    });
    assert_eq!(refusal(&over, "a1-b1"), "the game is over");
    assert_eq!(refusal(&over, "pass"), "the game is over");
}

/// Paper 000, section 2: the third occurrence of a position with the same player to move.
#[test]
fn the_third_occurrence_is_a_draw() {
    let back_and_forth = "b1-h1 a2-c2 h1-b1 c2-a2";
    let mut paper = Position::new(Rules::PAPER);
    play(&mut paper, back_and_forth);
    assert_eq!(paper.ending(), None);
    play(&mut paper, back_and_forth);
    assert_eq!(paper.ending(), Some(Ending::Repetition));
    assert_eq!(paper.outcome(), Some(Outcome::Draw));
    let mut twofold = Position::new(Rules::OPENSPIEL);
    play(&mut twofold, back_and_forth);
    assert_eq!(twofold.ending(), Some(Ending::Repetition));
    let mut endless = Position::new(Rules::PAPER.with_repetition(Repetition::None));
    (0..20).for_each(|_| play(&mut endless, back_and_forth));
    assert_eq!(endless.ending(), None);
}

#[test]
fn a_capped_game_is_drawn() {
    let mut game = Position::new(Rules::PAPER.with_length_cap(Some(3)));
    play(&mut game, "b1-h1 a2-c2");
    assert_eq!(game.ending(), None);
    play(&mut game, "h1-b1");
    assert_eq!(game.ending(), Some(Ending::Length));
}

/// Equal positions with different pasts: the key is the same, the history key is not.
#[test]
fn the_history_key_knows_what_can_repeat() {
    let mut fresh = Position::new(Rules::PAPER);
    let mut repeated = Position::new(Rules::PAPER);
    play(&mut repeated, "b1-h1 a2-c2 h1-b1 c2-a2");
    assert_eq!(fresh.key(), repeated.key());
    assert_ne!(fresh.history_key(), repeated.history_key());
    // A capture makes the past irrelevant.
    play(&mut fresh, "c1xa3");
    play(&mut repeated, "c1xa3");
    assert_eq!(fresh.history_key(), repeated.history_key());
    // So does another rule.
    let [mut one, mut other] = [(); 2].map(|()| Position::new(Rules::MOVER_WINS));
    assert_ne!(one.history_key(), Position::new(Rules::PAPER).history_key());
    // The order of moves does not matter.
    play(&mut one, "b1-h1 a2-c2 b8-h8 a7-c7");
    play(&mut other, "b8-h8 a2-c2 b1-h1 a7-c7");
    assert_eq!(one.key(), other.key());
    assert_ne!(one.history_key(), other.history_key(), "they have been to different places");
    let capped = Rules::PAPER.with_repetition(Repetition::None).with_length_cap(Some(100));
    let (begun, mut later) = (Position::new(capped), Position::new(capped));
    play(&mut later, "b1-h1 a2-c2 h1-b1 c2-a2");
    assert_eq!(begun.key(), later.key());
    assert_ne!(begun.history_key(), later.history_key(), "fewer plies are left");
}

#[test]
fn the_start_has_four_symmetries() {
    let start = Position::new(Rules::PAPER);
    let swapped = [Player::White, Player::Black].map(|player| start.board().pieces(player));
    for (s, symmetry) in Symmetry::ALL.into_iter().enumerate() {
        let image = start.symmetric(s);
        let expected = if s < 4 { Board::START } else { Board::from_pieces(swapped).unwrap() };
        assert_eq!(*image.board(), expected, "{symmetry:?}");
        for square in Square::all() {
            assert_eq!(symmetry.inverse().apply(symmetry.apply(square)), square);
        }
        assert_eq!(image.board().canonical_key().0, start.board().canonical_key().0);
    }
}

/// Reference, section 1.4: distinct positions after one, two and three plies, and the same modulo
/// the four symmetries that keep the start.
#[test]
fn distinct_positions_of_the_opening() {
    let mut level = vec![Position::new(Rules::PAPER)];
    let mut moves = MoveList::new();
    for (positions, classes) in [(36, 9), (1_244, 311), (32_976, 8_244)] {
        let mut keys = HashSet::new();
        let mut next = Vec::new();
        for game in &level {
            game.legal_moves(&mut moves);
            for &m in &moves {
                let mut after = game.clone();
                after.play(m).unwrap();
                if keys.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        // All eight give the same number: from one start, no image under the other four is met.
        let canonical: HashSet<_> =
            next.iter().map(|game| game.board().canonical_key().0).collect();
        assert_eq!((next.len(), canonical.len()), (positions, classes));
        level = next;
    }
}

/// Clones made in the middle of a game go their own ways.
#[test]
fn a_position_fits_into_any_other() {
    let mut rng = Rng::new(9);
    let long = tengen_game::laws::random_game(&Position::new(Rules::PAPER), &mut rng, 150);
    let mut scratch = Position::new(Rules::OPENSPIEL);
    scratch.clone_from(&long);
    assert!(scratch == long && scratch.history_key() == long.history_key());
    assert_eq!(scratch.rules(), Rules::PAPER);
}
