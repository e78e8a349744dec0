//! Who may ask, for what, and how much.

mod harness;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use harness::Running;
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn only_the_page_itself_may_ask() {
    let server = Running::start();
    let port = server.address.port();
    let get = |lines: &str| server.with_head("GET", "/api/about", lines, "").status;
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        assert_eq!(get(&format!("Host: {host}:{port}\r\n")), 200, "{host}");
    }
    for host in [
        format!("evil.example:{port}"),
        "localhost".to_owned(),
        "localhost:1".to_owned(),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1:{port}.evil.example"),
        format!("user@localhost:{port}"),
        String::new(),
    ] {
        assert_eq!(get(&format!("Host: {host}\r\n")), 403, "{host}");
    }
    // Twice, or none at all.
    assert!(
        [400, 403].contains(&get(&format!("Host: localhost:{port}\r\nHost: evil.example\r\n")))
    );
    assert!([400, 403].contains(&get("")));
    let own = format!("Host: localhost:{port}\r\n");
    for (origin, status) in [
        (format!("http://localhost:{port}"), 200),
        (format!("http://127.0.0.1:{port}"), 403),
        (format!("https://localhost:{port}"), 403),
        ("http://evil.example".to_owned(), 403),
        (format!("http://evil.example:{port}"), 403),
        ("null".to_owned(), 403),
        ("http://localhost".to_owned(), 403),
    ] {
        assert_eq!(get(&format!("{own}Origin: {origin}\r\n")), status, "{origin}");
    }
    // A link from elsewhere may lead here; a script elsewhere may not ask.
    assert_eq!(
        get(&format!("{own}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n")),
        200
    );
    assert_eq!(
        get(&format!("{own}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n")),
        403
    );
    // The whole address in the first line counts as well.
    let absolute = format!("http://evil.example:{port}/api/about");
    let answer = server.with_head("GET", &absolute, &own, "");
    assert_eq!(answer.status, 403, "{}", answer.body);
}

#[test]
fn forms_of_other_pages_cannot_post() {
    let server = Running::start();
    let own = format!("Host: {}\r\n", server.address);
    let body = r#"{"setup": {"game": "go"}}"#;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let lines = format!("{own}Content-Type: {kind}\r\n");
        assert_eq!(server.with_head("POST", "/api/positions", &lines, body).status, 415, "{kind}");
    }
    assert_eq!(server.with_head("POST", "/api/positions", &own, body).status, 415);
    let lines = format!("{own}Content-Type: application/json; charset=utf-8\r\n");
    assert_eq!(server.with_head("POST", "/api/positions", &lines, body).status, 200);
    for method in ["PUT", "PATCH", "OPTIONS", "TRACE"] {
        assert_eq!(server.with_head(method, "/api/positions", &own, "").status, 403, "{method}");
    }
}

#[test]
fn answers_tell_browsers_what_they_may_do() {
    let server = Running::start();
    for path in ["/", "/api", "/api/about", "/nothing", "/api/nothing"] {
        let head = server.get(path).head.to_ascii_lowercase();
        assert!(head.contains("content-security-policy: default-src 'self';"), "{path}: {head}");
        assert!(!head.contains("unsafe-inline") && !head.contains("unsafe-eval"), "{head}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}");
        assert!(head.contains("frame-ancestors 'none'"), "{path}");
        assert!(!head.contains("access-control-allow"), "{path}");
    }
    let page = server.get("/").body;
    assert!(!page.contains("<script>") && !page.contains("onclick"), "nothing in line");
}

#[test]
fn bodies_and_lists_have_an_end() {
    let server = Running::start();
    let own = format!("Host: {}\r\nContent-Type: application/json\r\n", server.address);
    let long = format!("{{\"sgf\": \"{}\"}}", "x".repeat(2 << 20));
    let answer = server.with_head("POST", "/api/sgf", &own, &long);
    assert_eq!(answer.status, 413, "{}", answer.body);
    // One that only claims to be long is not waited for.
    let head = format!(
        "POST /api/sgf HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 99999999999\r\nConnection: close\r\n\r\n",
        server.address
    );
    assert_eq!(server.raw(head.as_bytes()).status, 413);
    let moves = vec!["pass"; 5000];
    let body = json!({"setup": {"game": "go"}, "moves": moves});
    assert_eq!(server.post("/api/positions", &body).status, 400);
    let body = json!({"setup": {"game": "go"}, "moves": moves, "black": {"human": true}, "white": {"human": true}});
    assert_eq!(server.post("/api/games", &body).status, 400);
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(server.with_head("POST", "/api/positions", &own, &nested).status, 400);
    let sgf = format!("(;SZ[9]{})", ";B[ee]".repeat(100_000));
    assert_eq!(server.post("/api/sgf", &json!({"sgf": sgf})).status, 422);
    // Many variations of one node take no more memory than a few.
    let sgf = format!("(;SZ[19];B[ee]{})", "(;W[cc];B[dd])".repeat(9_000));
    assert_eq!(server.post("/api/sgf", &json!({"sgf": sgf})).status, 200);
}

#[test]
fn analyses_have_an_end() {
    let server = Running::start();
    let endless = json!({"setup": {"game": "go", "size": 9}, "spec": "uct"});
    let mut streams = Vec::new();
    let mut statuses = Vec::new();
    for _ in 0..14 {
        let answer = server.post("/api/analyses", &endless);
        statuses.push(answer.status);
        if answer.status == 200 {
            let id = answer.json()["id"].as_str().unwrap().to_owned();
            streams.push(server.listen(&format!("/api/analyses/{id}/events")));
        } else {
            assert!(answer.error().contains("analyses already"), "{}", answer.error());
        }
    }
    assert_eq!(statuses, [vec![200; 12], vec![503; 2]].concat());
    // Two run; the others wait, and are told so. Everybody has his turn.
    streams[5].wait("queued", |it| it["before"].is_u64());
    for stream in &streams {
        stream.wait("report", |it| it["playouts"].as_u64() > Some(0));
    }
}

#[test]
fn no_path_leads_to_a_file() {
    let server = Running::start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/assets/index.html",
        "//etc/passwd",
        "/etc/passwd",
        "/pages/../../Cargo.toml",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/books/..%2f..%2fetc%2fpasswd",
        "/api/policies/..%2f..%2fetc%2fpasswd",
        "/api/runs/..%2f..%2fetc%2fpasswd",
        "/api/runs/r..%2f..",
        "/api/games/%00",
    ] {
        let answer = server.get(path);
        assert!([400, 404].contains(&answer.status), "{path}: {} {}", answer.status, answer.body);
        assert!(!answer.body.contains("root:"), "{path}");
    }
}

#[test]
fn players_are_built_in_ones_within_limits() {
    let server = Running::start();
    let try_player = |game: &str, spec: &str| {
        let body = json!({
            "setup": {"game": game}, "black": {"human": true}, "white": {"spec": spec}
        });
        server.post("/api/games", &body)
    };
    for spec in [
        "gtp:sh -c 'touch /tmp/tengen-was-here'",
        "gtp:gnugo --mode gtp",
        "uct,book=/etc/passwd",
        "uct,book=postgres://localhost/x",
        "erica,policy=/etc/passwd",
        "erica,policy=./x.toml",
        "erica,prior=/dev/random",
        "uct,threads=1000",
        "uct,sims=999999999999",
        "uct,sims=1G",
        "uct,time=24h",
        "uct,time=1000m",
        "uct,ponder=on",
        "nobody",
        "",
        "<script>",
    ] {
        let answer = try_player("go", spec);
        assert_eq!(answer.status, 400, "{spec}: {}", answer.body);
        let analysis = json!({"setup": {"game": "go"}, "spec": spec});
        assert_eq!(server.post("/api/analyses", &analysis).status, 400, "{spec}");
    }
    assert!(!std::path::Path::new("/tmp/tengen-was-here").exists());
    // As much memory as anybody asks for is not given, but the player is.
    assert_eq!(try_player("go", "uct,memory=1000G,sims=10").status, 200);
    for (black, part) in
        [(json!({"human": false}), "read"), (json!({}), "read"), (json!(1), "read")]
    {
        let body = json!({"setup": {"game": "go"}, "black": black, "white": {"human": true}});
        let answer = server.post("/api/games", &body);
        assert_eq!(answer.status, 400);
        assert!(answer.error().contains(part), "{}", answer.error());
    }
}

/// Any JSON at all, with words that mean something here and there.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("go".to_owned()),
        Just("loa".to_owned()),
        Just("phantom".to_owned()),
        Just("D4".to_owned()),
        Just("pass".to_owned()),
        Just("b1-b3".to_owned()),
        Just("uct,sims=5".to_owned()),
        Just("(;SZ[9];B[ee])".to_owned()),
        ".{0,12}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..20_i64).prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("setup".to_owned()),
        Just("game".to_owned()),
        Just("size".to_owned()),
        Just("komi".to_owned()),
        Just("handicap".to_owned()),
        Just("position".to_owned()),
        Just("stones".to_owned()),
        Just("black".to_owned()),
        Just("white".to_owned()),
        Just("human".to_owned()),
        Just("spec".to_owned()),
        Just("moves".to_owned()),
        Just("move".to_owned()),
        Just("nodes".to_owned()),
        Just("parent".to_owned()),
        Just("sgf".to_owned()),
        Just("playouts".to_owned()),
        Just("toMove".to_owned()),
        ".{0,6}",
    ];
    leaf.prop_recursive(4, 40, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..8)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

/// A setup that mostly makes sense, with anything else beside it.
fn nearly_right() -> impl Strategy<Value = Value> {
    let setup = prop_oneof![
        (2..20_usize, any_json())
            .prop_map(|(size, komi)| json!({"game": "go", "size": size, "komi": komi})),
        any_json().prop_map(|it| json!({"game": "loa", "position": it})),
        any_json().prop_map(|it| json!({"game": "go", "size": 5, "stones": it})),
        any_json().prop_map(|it| json!({"game": "phantom", "size": 5, "referee": it})),
    ];
    (setup, any_json(), any_json()).prop_map(|(setup, one, two)| {
        json!({
            "setup": setup, "moves": one, "move": two, "nodes": one, "spec": "uct,sims=5",
            "black": {"human": true}, "white": {"spec": "random"}, "sgf": "(;SZ[9])"
        })
    })
}

#[test]
fn no_json_upsets_the_server() {
    let server = Running::start();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 150,
        ..ProptestConfig::default()
    });
    let paths = [
        "/api/positions",
        "/api/positions/why",
        "/api/sgf",
        "/api/sgf/write",
        "/api/games",
        "/api/proofs",
        "/api/analyses",
        "/api/games/00000000000000000000000000000000/play",
    ];
    let any = prop_oneof![any_json(), nearly_right()];
    let begun = std::cell::RefCell::new(Vec::new());
    watch_searches();
    runner
        .run(&any, |body| {
            for path in paths {
                // Only the keys that each knows, or it is refused at the first.
                let mut body = body.clone();
                let known: &[&str] = match path {
                    "/api/positions" => &["setup", "moves"],
                    "/api/positions/why" => &["setup", "moves", "move"],
                    "/api/sgf" => &["sgf"],
                    "/api/sgf/write" => &["setup", "nodes"],
                    "/api/games" => &["setup", "moves", "black", "white"],
                    "/api/proofs" | "/api/analyses" => &["setup", "moves", "spec"],
                    _ => &["move"],
                };
                if let Some(map) = body.as_object_mut()
                    && map.contains_key("setup")
                {
                    map.retain(|key, _| known.contains(&key.as_str()));
                }
                let answer = server.post(path, &body);
                if answer.status == 503 && ["/api/proofs", "/api/analyses"].contains(&path) {
                    // All places are taken: those who came first have been heard.
                    for id in begun.borrow_mut().drain(..) {
                        let stop = format!("/api/analyses/{id}/stop");
                        server.post(&stop, &json!({"drop": true}));
                    }
                } else if let Some(id) = answer.json()["id"].as_str() {
                    begun.borrow_mut().push(id.to_owned());
                }
                prop_assert!(
                    (200..500).contains(&answer.status) || answer.status == 503,
                    "{path} {body}: {} {}",
                    answer.status,
                    answer.body
                );
                if answer.status >= 400 {
                    prop_assert!(!answer.error().is_empty(), "{path} {body}: {}", answer.body);
                }
            }
            Ok(())
        })
        .unwrap();
    assert_eq!(server.get("/api/about").status, 200);
    // What was begun is searched on other threads, which must not end either.
    for spec in ["uct,sims=5", "random"] {
        let state = server.begin(&json!({"game": "go", "size": 5}), spec, "human");
        server.wait_for(state["id"].as_str().unwrap(), &["yours"]);
    }
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "a search has panicked");
}

/// Panics on threads that search: nobody waits for those, so no answer tells of them.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn watch_searches() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name().is_some_and(|name| name.starts_with("search")) {
            PANICS.fetch_add(1, Ordering::Relaxed);
        }
        usual(info);
    }));
}

/// Bytes that are no request at all.
#[test]
fn no_bytes_upset_the_server() {
    let server = Running::start();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 100,
        ..ProptestConfig::default()
    });
    runner
        .run(&prop::collection::vec(any::<u8>(), 0..300), |mut bytes| {
            bytes.extend(b"\r\n\r\n");
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            // Empty lines are no request yet: the server would wait for one.
            let _ = stream.write_all(&bytes).and_then(|()| stream.shutdown(Shutdown::Write));
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            prop_assert!(!answer.starts_with(b"HTTP/1.1 5"), "{answer:?}");
            Ok(())
        })
        .unwrap();
    assert_eq!(server.get("/api/about").status, 200);
}
