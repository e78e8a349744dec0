//! GNU Go 3.8 as an outside oracle for legal moves and area scores.
//!
//! `./scripts/test` installs it. `TENGEN_SKIP_EXTERNAL=1` leaves this test out on purpose.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tengen_game::MoveList;
use tengen_go::{BoardSize, Game, Komi, Move, Position, Rng, Rules};

struct GnuGo {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start() -> Self {
        // Debian keeps it in a folder that is not on every search path.
        let process = ["gnugo", "/usr/games/gnugo"].into_iter().find_map(|program| {
            Command::new(program)
                .args(["--mode", "gtp", "--chinese-rules", "--positional-superko"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .ok()
        });
        let mut process = process
            .expect("gnugo must be installed: run ./scripts/test, or set TENGEN_SKIP_EXTERNAL=1");
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output }
    }

    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "gnugo ended at {command:?}");
            if line == "\n" {
                break;
            }
            answer += &line;
        }
        let answer = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
        answer.trim().to_owned()
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}

fn score_in_gnugo_form(score: f32) -> String {
    match score {
        s if s > 0.0 => format!("B+{s:.1}"),
        s if s < 0.0 => format!("W+{:.1}", -s),
        _ => "0".to_owned(),
    }
}

/// Random games on mixed sizes: sets of legal moves all the way, and the score at the end. Half of
/// them begin wild, with any legal move, so that large captures and superko come up; all end as
/// light playouts, so that hardly anything is left for GNU Go's `final_score` to judge.
#[test]
fn gnugo_agrees_on_legal_moves_and_scores() {
    if std::env::var_os("TENGEN_SKIP_EXTERNAL").is_some_and(|value| value == "1") {
        println!("skipped on purpose: TENGEN_SKIP_EXTERNAL=1");
        return;
    }
    let mut gnugo = GnuGo::start();
    let mut rng = Rng::new(38);
    let mut moves = MoveList::new();
    let (mut sets, mut scores) = (0, 0);
    for number in 0..240 {
        // GNU Go plays on 5x5 to 19x19.
        let side = if number % 12 == 11 { 13 + number / 12 % 7 } else { 5 + number % 6 };
        let size = BoardSize::new(side).unwrap();
        let mut game = Position::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
        for command in [format!("boardsize {side}"), "clear_board".into(), "komi 7.5".into()] {
            gnugo.ask(&command);
        }
        let every = if side > 10 { 40 } else { 3 };
        for turn in 0.. {
            assert!(turn < 10 * size.area(), "an endless game");
            if turn % every == 0 {
                compare_legal_moves(&mut gnugo, &game, &mut moves);
                sets += 1;
            }
            let wild = number % 2 == 0 && turn < 2 * size.area();
            let drawn = if wild {
                game.legal_moves(&mut moves);
                rng.choose(&moves[..moves.len() - 1])
            } else {
                game.board().clone().play_random_move(game.to_move(), &mut rng).map(Move::Play)
            };
            let m = drawn.filter(|&m| game.is_legal(m)).unwrap_or(Move::Pass);
            gnugo.ask(&format!("play {} {m}", game.to_move()));
            game.play(m).unwrap();
            if game.outcome().is_some() {
                break;
            }
        }
        // `final_score` takes off what GNU Go believes dead: then there is nothing to compare.
        if gnugo.ask("final_status_list dead").is_empty() {
            let (ours, theirs) = (score_in_gnugo_form(game.score()), gnugo.ask("final_score"));
            assert_eq!(ours, theirs, "game {number}: {game:?}");
            scores += 1;
        }
    }
    println!("{sets} sets of legal moves and {scores} scores agree");
    assert!(scores >= 200, "only {scores} scores could be compared");
}

fn compare_legal_moves(gnugo: &mut GnuGo, game: &Position, moves: &mut MoveList<Move>) {
    let answer = gnugo.ask(&format!("all_legal {}", game.to_move()));
    let parse = |name: &str| name.parse::<Move>().unwrap();
    let mut theirs: Vec<Move> = answer.split_whitespace().map(parse).collect();
    theirs.sort();
    game.legal_moves(moves);
    let mut ours: Vec<Move> = moves.iter().copied().filter(|&m| m != Move::Pass).collect();
    ours.sort();
    assert_eq!(ours, theirs, "{game:?}");
}
