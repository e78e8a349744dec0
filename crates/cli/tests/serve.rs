//! `tengen serve` as a user meets it; what it answers is tested in `crates/web`.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use common::{stderr, stdout, tengen};

#[test]
fn help_tells_how_it_is_used() {
    let output = tengen(&["serve", "--help"]);
    assert!(output.status.success());
    let text = stdout(&output);
    for part in
        ["--addr", "--store", "--records", "--threads", "--open", "127.0.0.1:7777", "docs/web.md"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("page-folder"));
}

#[test]
fn addresses_that_are_none_are_explained() {
    for (address, part) in [
        ("nonsense", "is no address such as 127.0.0.1:7777"),
        ("127.0.0.1", "is no address such as 127.0.0.1:7777"),
        ("127.0.0.1:99999", "is no address such as 127.0.0.1:7777"),
        ("127.0.0.1:x", "is no address such as 127.0.0.1:7777"),
        ("", "is no address such as 127.0.0.1:7777"),
        ("192.0.2.1:7777", "cannot listen at 192.0.2.1:7777"),
    ] {
        let output = tengen(&["serve", "--addr", address]);
        assert_eq!(output.status.code(), Some(2), "{address}");
        assert!(stderr(&output).contains(part), "{address}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
    let output = tengen(&["serve", "--addr", "127.0.0.1:0", "--records", "/no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("records /no/such/folder"), "{}", stderr(&output));
    let output = tengen(&["serve", "--threads", "0"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_port_in_use_is_named() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    let output = tengen(&["serve", "--addr", &address]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    assert!(text.contains(&format!("{address} is in use")) && text.contains("--addr"), "{text}");
}

/// A server that is running, and ends with its test.
struct Serving {
    child: Child,
    page: String,
}

impl Serving {
    fn start(address: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["serve", "--addr", address, "--threads", "1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut page = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut page).unwrap();
        Self { child, page: page.trim().to_owned() }
    }

    /// Ctrl-C; the exit code and what it said to people.
    fn interrupt(mut self) -> (Option<i32>, String) {
        let killed = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let mut said = String::new();
        self.child.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_says_where_it_is_answers_and_ends_by_ctrl_c() {
    let serving = Serving::start("127.0.0.1:0");
    let address = serving.page.strip_prefix("http://").unwrap().to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("Tengen"), "{answer}");
    // A page that is still listening does not hold it up.
    let mut listening = TcpStream::connect(&address).unwrap();
    write!(listening, "GET /api/analyses/x/events HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    let (code, said) = serving.interrupt();
    assert_eq!((code, said.as_str()), (Some(0), ""));
}

#[test]
fn an_address_for_others_is_warned_of() {
    let serving = Serving::start("0.0.0.0:0");
    assert!(serving.page.starts_with("http://localhost:"), "{}", serving.page);
    let (code, said) = serving.interrupt();
    assert_eq!(code, Some(0));
    assert!(said.contains("warning: 0.0.0.0:") && said.contains("other machines"), "{said}");
}
