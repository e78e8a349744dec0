//! tmp
use std::time::Instant;
use tengen_go::*;
use tengen_policy::go::LightPlayouts;
use tengen_search::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let threads: usize = a[1].parse().unwrap();
    let expand: u32 = a[2].parse().unwrap();
    let c: f32 = a[3].parse().unwrap();
    let rounds: u32 = a[4].parse().unwrap();
    let pos = Position::new(BoardSize::new(9).unwrap(), Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    let board = pos.board().clone();
    let mut b = board.clone();
    let mut rng = Rng::new(1);
    let mut best = [f64::MAX; 5];
    let policy = LightPlayouts::new(&pos);
    let lim = Limits::playouts(60_000);
    for _ in 0..rounds {
        let t = Instant::now();
        for _ in 0..60_000 { b.clone_from(&board); pos.playout().run(&mut b, &mut rng, &mut ()); }
        best[0] = best[0].min(t.elapsed().as_secs_f64());
        for (i, th) in [1, threads].into_iter().enumerate() {
        let options = TreeOptions { expand, threads: th.try_into().unwrap(), ..TreeOptions::default() };
        let uct = Uct { c, ..Uct::default() };
        let mut s = TreeSearch::new(&pos, &policy, &(), uct, options).unwrap();
        let r = s.search(&pos, &mut Control::new(lim));
        best[1 + 2 * i] = best[1 + 2 * i].min(r.seconds);
        drop(s);
        let rave = Rave { uct: Uct { c: 0.0, fpu: 1.0, ..uct }, schedule: RaveSchedule::Mse { bias: 0.01 } };
        let mut s = TreeSearch::new(&pos, &policy, &(), rave, options).unwrap();
        let r = s.search(&pos, &mut Control::new(lim));
        best[2 + 2 * i] = best[2 + 2 * i].min(r.seconds);
        }
    }
    println!("uct {:.3} rave {:.3} | threads uct {:.2} rave {:.2}", best[0]/best[1], best[0]/best[2], best[1]/best[3], best[2]/best[4]);
}
