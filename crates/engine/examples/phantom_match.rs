//! A match of Phantom Go between two methods, colours in turn:
//! `cargo run --release -p tengen-engine --example phantom_match --
//! phantom,sims=500 mce-all,sims=500 20 9 olympiad`. (Players, games, size, referee.)

use tengen_engine::PhantomSettings;
use tengen_engine::go::{BoardSize, Komi, Outcome, Player, Rules};
use tengen_engine::phantom::{Arbiter, Referee, WorldCounts};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |i: usize, usual: &str| -> String {
        arguments.get(i).map_or_else(|| usual.to_owned(), Clone::clone)
    };
    let names = [argument(0, "phantom"), argument(1, "mce-all")];
    let settings: [PhantomSettings; 2] = [names[0].parse()?, names[1].parse()?];
    let games: u64 = argument(2, "20").parse()?;
    let size: BoardSize = argument(3, "9").parse()?;
    let referee: Referee = argument(4, "paper").parse()?;
    let (mut won, mut tries, mut moves) = (0, 0, 0);
    let mut counts = WorldCounts::default();
    let began = std::time::Instant::now();
    for game in 0..games {
        let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, referee);
        let first = Player::BOTH[game as usize % 2];
        let player = |i: usize| {
            let colour = if i == 0 { first } else { !first };
            let seed = settings[i].seed + 2 * game + i as u64;
            PhantomSettings { seed, ..settings[i] }.player(arbiter.view(colour))
        };
        let (mut one, mut other) = (player(0), player(1));
        match first {
            Player::Black => arbiter.play_out(&mut [&mut one, &mut other], 2000)?,
            Player::White => arbiter.play_out(&mut [&mut other, &mut one], 2000)?,
        }
        let winner = arbiter.outcome().and_then(Outcome::winner);
        won += u64::from(winner == Some(first));
        tries += arbiter.record().tries().len();
        moves += arbiter.position().moves().len();
        let found = one.world_counts();
        counts.carried += found.carried;
        counts.mended += found.mended;
        counts.copied += found.copied;
        counts.built += found.built;
        counts.failed += found.failed;
    }
    let n = games as usize;
    println!("{} {won} - {} {}", names[0], games - won, names[1]);
    println!("{} moves and {} tries a game", moves / n, tries / n);
    println!("{:.1} s a game; {counts:?}", began.elapsed().as_secs_f64() / games as f64);
    Ok(())
}
