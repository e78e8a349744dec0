//! `cargo bench -p tengen-go`
fn main() {
    divan::main();
}
