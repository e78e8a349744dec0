//! tmp
use std::time::{Duration, Instant};
use tengen_go::*;
use tengen_policy::go::LightPlayouts;
use tengen_search::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let threads: usize = a[1].parse().unwrap();
    let expand: u32 = a[2].parse().unwrap();
    let c: f32 = a[3].parse().unwrap();
    let fpu: f32 = a[4].parse().unwrap();
    let secs: f64 = a[5].parse().unwrap();
    let pos = Position::new(BoardSize::new(9).unwrap(), Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    let board = pos.board().clone();
    let mut b = board.clone();
    let mut rng = Rng::new(1);
    for round in 0..2 {
        let t = Instant::now();
        let mut n = 0u64;
        while t.elapsed() < Duration::from_millis(1000) {
            for _ in 0..64 { b.clone_from(&board); pos.playout().run(&mut b, &mut rng, &mut ()); n += 1; }
        }
        let base = n as f64 / t.elapsed().as_secs_f64();
        let options = TreeOptions { expand, threads: threads.try_into().unwrap(), ..TreeOptions::default() };
        let uct = Uct { c, fpu, ..Uct::default() };
        let policy = LightPlayouts::new(&pos);
        let lim = Limits::time(Duration::from_secs_f64(secs));
        let mut s = TreeSearch::new(&pos, &policy, &(), uct, options).unwrap();
        let r = s.search(&pos, &mut Control::new(lim));
        let ru = r.playouts as f64 / r.seconds;
        println!("{round} base {base:.0}  uct {ru:.0} ratio {:.3} depth {} nodes {} best {:?} {:.3} bpn {:.1} rec {}", ru / base, r.depth, r.nodes, r.best, r.value, r.bytes as f64/r.nodes as f64, r.recycled);
        drop(s);
        let rave = Rave { uct: Uct { c: 0.0, fpu: 1.0, ..uct }, schedule: RaveSchedule::Mse { bias: 0.01 } };
        let mut s = TreeSearch::new(&pos, &policy, &(), rave, options).unwrap();
        let r = s.search(&pos, &mut Control::new(lim));
        let rr = r.playouts as f64 / r.seconds;
        println!("{round} rave {rr:.0} ratio {:.3} depth {} nodes {} best {:?} {:.3}", rr / base, r.depth, r.nodes, r.best, r.value);
    }
}
