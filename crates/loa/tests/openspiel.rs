//! OpenSpiel as an outside oracle: games that its `lines_of_action` has played, with all that was
//! legal on the way. `data/openspiel.py` made `data/openspiel.txt` and says how.

use tengen_loa::{Game, Move, MoveList, Outcome, Player, Position, Rng, Rules};

/// Plays the game of this number as the script does: plies, winner, hash of all legal moves.
fn play(number: u64, length: u32) -> (usize, char, u64) {
    let mut game = Position::new(Rules::OPENSPIEL.with_length_cap(Some(length)));
    let (mut rng, mut moves) = (Rng::new(number), MoveList::new());
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    while game.outcome().is_none() {
        game.legal_moves(&mut moves);
        moves.sort_by_key(|m| m.squares());
        let texts = moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n";
        for byte in texts.bytes() {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut chosen = rng.choose(&moves).unwrap();
        if number % 2 == 1 && game.moves().len() >= 2 && rng.below(2) == 0 {
            let (from, to) = game.moves()[game.moves().len() - 2].squares().unwrap();
            let back = Move::new(to, from, false);
            chosen = if moves.contains(&back) { back } else { chosen };
        }
        game.play(chosen).unwrap();
    }
    let winner = match game.outcome() {
        Some(Outcome::Win(Player::Black)) => 'B',
        Some(Outcome::Win(Player::White)) => 'W',
        _ => '-',
    };
    (game.moves().len(), winner, digest)
}

#[test]
fn games_agree_with_openspiel() {
    let lines = include_str!("data/openspiel.txt").lines();
    let mut results = [0; 3];
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [number, length, plies, winner, digest] = words[..] else { panic!("{line}") };
        let (number, length) = (number.parse().unwrap(), length.parse().unwrap());
        let played = play(number, length);
        let found = (played.0.to_string(), played.1.to_string(), format!("{:016x}", played.2));
        assert_eq!(found, (plies.into(), winner.into(), digest.into()), "{line}");
        results["BW-".find(winner).unwrap()] += 1;
    }
    assert!(results.iter().all(|&count| count > 20), "the games are not varied: {results:?}");
}
