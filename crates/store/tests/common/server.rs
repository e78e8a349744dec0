//! A PostgreSQL server of one's own, on a free port, with its data in a temporary folder. It ends with
//! the test, however that ends.
//!
//! `./scripts/test` installs PostgreSQL. `TENGEN_SKIP_EXTERNAL=1` leaves these tests out on purpose.

// Every test program has its own copy of this, and none uses all of it.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Makes a folder and a server in it, then does as it is told, until its input ends: which it does
/// when the test ends, also if that is killed. A server refuses to be run by root.
const KEEPER: &str = r#"
set -eu
folder=$(mktemp -d /tmp/tengen-postgres.XXXXXX)
cd "$folder"
server=
trap '' INT
trap 'stop 2>/dev/null; cd /; rm -rf "$folder"' EXIT
"$1/initdb" --no-sync --no-locale --encoding=UTF8 --auth=trust --username=tengen --pgdata=data >init.log 2>&1 ||
    { cat init.log >&2; exit 1; }
start() {
    "$1/postgres" -D data -p "$2" -h 127.0.0.1 -k "$folder" -c max_connections=60 -c logging_collector=off >>log 2>&1 &
    server=$!
    for _ in $(seq 300); do
        if "$1/pg_isready" -q -h 127.0.0.1 -p "$2" -U tengen; then echo ready; return; fi
        if ! kill -0 $server 2>/dev/null; then cat log >&2; exit 1; fi
        sleep 0.1
    done
    cat log >&2
    exit 1
}
# Without a word to anybody, as if it had crashed: what was committed must be there again.
stop() { if [ -n "$server" ]; then kill -QUIT $server; wait $server || true; server=; fi; }
start "$1" "$2"
while read -r word; do
    case $word in
        stop) stop; echo stopped ;;
        start) start "$1" "$2" ;;
    esac
done
"#;

/// A server.
pub(crate) struct Postgres {
    keeper: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    port: u16,
    databases: AtomicU32,
}

/// Whether tests with other programs are left out on purpose.
pub(crate) fn skipped() -> bool {
    let skipped = std::env::var("TENGEN_SKIP_EXTERNAL").is_ok_and(|value| value == "1");
    if skipped {
        println!("skipped on purpose: TENGEN_SKIP_EXTERNAL=1");
    }
    skipped
}

/// Where the server's programs are: Debian has a folder for each version.
fn programs() -> PathBuf {
    let mut found: Vec<PathBuf> = Vec::new();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        found.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    found.extend(std::env::split_paths(&path));
    let needed = ["initdb", "postgres", "pg_isready"];
    found.retain(|folder| needed.iter().all(|program| folder.join(program).exists()));
    let hint = "PostgreSQL must be installed: run ./scripts/test, or set TENGEN_SKIP_EXTERNAL=1";
    found.into_iter().max().expect(hint)
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    // The folder of a process belongs to whoever runs it.
    std::fs::metadata("/proc/self").is_ok_and(|folder| folder.uid() == 0)
}

impl Postgres {
    /// Starts one.
    pub(crate) fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr());
        let port = port.expect("a free port").port();
        let programs = programs();
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        let mut keeper = command
            .args(["-c", KEEPER, "keeper"])
            .arg(Path::new(&programs))
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let orders = keeper.stdin.take();
        let answers = BufReader::new(keeper.stdout.take().expect("a pipe"));
        let mut server = Self { keeper, orders, answers, port, databases: AtomicU32::new(0) };
        server.expect("ready");
        server
    }

    fn expect(&mut self, word: &str) {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("an answer");
        assert_eq!(line.trim(), word, "the server does not run");
    }

    fn order(&mut self, word: &str) {
        let orders = self.orders.as_mut().expect("a pipe");
        writeln!(orders, "{word}").and_then(|()| orders.flush()).expect("a keeper");
    }

    /// Stops it at once, as a crash would.
    pub(crate) fn stop(&mut self) {
        self.order("stop");
        self.expect("stopped");
    }

    /// Starts it again.
    pub(crate) fn start_again(&mut self) {
        self.order("start");
        self.expect("ready");
    }

    /// The address of a database.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://tengen@127.0.0.1:{}/{database}", self.port)
    }

    /// The address of a new, empty database.
    pub(crate) fn new_database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test{number}");
        let mut client = postgres::Client::connect(&self.url("postgres"), postgres::NoTls)
            .expect("a connection");
        client.batch_execute(&format!("CREATE DATABASE {name}")).expect("a database");
        self.url(&name)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.orders.take());
        let _ = self.keeper.wait();
    }
}
