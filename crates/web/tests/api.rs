//! The API: every address, as the page uses it.

mod harness;

use std::time::Duration;

use harness::{Folder, Running, strings};
use serde_json::{Value, json};
use tengen_engine::StopFlag;
use tengen_web::Options;

const GO5: fn() -> Value = || json!({"game": "go", "size": 5, "komi": 0.5});

#[test]
fn the_server_tells_what_it_can_do() {
    let server = Running::start();
    let about = server.get("/api/about").json();
    let names: Vec<&str> =
        about["games"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["go", "loa", "phantom"]);
    // Every preset and every method can be played.
    for game in about["games"].as_array().unwrap() {
        let setup = json!({"game": game["name"]});
        let specs = game["presets"].as_array().unwrap().iter().map(|it| &it["spec"]);
        let methods = game["methods"].as_array().unwrap().iter().map(|it| &it["name"]);
        for spec in specs.chain(methods) {
            let spec = spec.as_str().unwrap();
            let state = server.begin(&setup, "human", spec);
            assert_eq!(state["status"], "yours", "{spec}");
            let id = state["id"].as_str().unwrap();
            let gone = server.with_head(
                "DELETE",
                &format!("/api/games/{id}"),
                &format!("Host: {}\r\n", server.address),
                "",
            );
            assert_eq!(gone.status, 200, "{}", gone.body);
            assert_eq!(server.get(&format!("/api/games/{id}")).status, 404);
        }
    }
    let table = server.get("/api?format=json").json();
    assert!(table.as_array().unwrap().len() > 25);
    let page = server.get("/api");
    assert!(page.head.contains("text/html") && page.body.contains("/api/games/{id}/play"));
    assert!(server.get("/").body.contains("<!doctype html>"));
}

#[test]
fn positions_are_shown_and_moves_refused_with_reasons() {
    let server = Running::start();
    let ask = |setup: Value, moves: &[&str]| {
        server.post("/api/positions", &json!({"setup": setup, "moves": moves}))
    };
    // Two passes: by rules under which players agree on dead stones nobody has won yet.
    let passed = ask(GO5(), &["C3", "C2", "pass", "pass"]).json();
    let outcome = &passed["outcome"];
    assert!(outcome["winner"].is_null() && outcome["territory"].is_null(), "{outcome}");
    assert_eq!(outcome["text"], "both have passed");
    let strict = json!({"game": "go", "size": 5, "rules": "cgos"});
    let counted = ask(strict, &["C3", "pass", "pass"]).json();
    assert_eq!(counted["outcome"]["winner"], "black");
    let shown = ask(GO5(), &["C3", "C2", "pass"]).json();
    assert_eq!(strings(&shown["rows"]), [".....", ".....", "..X..", "..O..", "....."]);
    assert_eq!((&shown["toMove"], &shown["lastMove"]), (&json!("white"), &json!("pass")));
    assert_eq!(shown["legal"].as_array().unwrap().len(), 23);
    // A corner stone is taken.
    let shown = ask(GO5(), &["A2", "A1", "B1"]).json();
    assert_eq!(shown["captures"], json!({"black": 1, "white": 0}));
    assert_eq!(strings(&shown["rows"])[4], ".X...");
    let refused = ask(GO5(), &["C3", "C3"]);
    assert_eq!(
        (refused.status, refused.error().as_str()),
        (422, "move 2, C3: the point is occupied")
    );
    let why = |setup: Value, moves: &[&str], m: &str| {
        let body = json!({"setup": setup, "moves": moves, "move": m});
        let answer = server.post("/api/positions/why", &body);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    };
    assert_eq!(
        why(GO5(), &["C3"], "C3"),
        json!({"legal": false, "reason": "C3: the point is occupied"})
    );
    assert_eq!(why(GO5(), &["C3"], "C2"), json!({"legal": true}));
    let loa = || json!({"game": "loa"});
    assert_eq!(why(loa(), &[], "b1>b3"), json!({"legal": true}));
    assert!(why(loa(), &[], "b1>b4")["reason"].as_str().unwrap().contains("2 squares"));
    let shown = ask(loa(), &["b1-h1"]).json();
    assert_eq!(shown["legalMoves"]["a2>c2"], "a2-c2");
    assert!(strings(&shown["legal"]["a2"]).contains(&"c2".to_owned()));
    // Handicap, setup stones, and the whole terms coming back.
    let shown = ask(json!({"game": "go", "size": 9, "handicap": 2}), &[]).json();
    assert_eq!((&shown["toMove"], shown["setup"]["handicap"].as_u64()), (&json!("white"), Some(2)));
    let setup = json!({"game": "go", "size": 5, "stones": {"black": ["A1"], "white": ["C3", "A2"]}, "toMove": "white"});
    let shown = ask(setup, &["B1"]).json();
    assert_eq!(strings(&shown["rows"])[3..], ["O....", ".O..."]);
    let again =
        server.post("/api/positions", &json!({"setup": shown["setup"], "moves": shown["moves"]}));
    assert_eq!(again.json(), shown);
    for (setup, part) in [
        (json!({"game": "chess"}), "known are go, loa and phantom"),
        (json!({"game": "go", "size": 99}), "size"),
        (json!({"game": "go", "komi": 0.3}), "komi"),
        (json!({"game": "go", "rules": "japanese"}), "unknown rules"),
        (json!({"game": "go", "size": 5, "handicap": 4}), "no handicap"),
        (json!({"game": "go", "position": "x"}), "position is for loa"),
        (json!({"game": "loa", "size": 9}), "one board"),
        (json!({"game": "loa", "position": "x"}), "8 rows"),
        (json!({"game": "go", "stones": {"black": ["A1", "A1"]}}), "A1"),
        (json!({"game": "go", "colour": 1}), "unknown field"),
    ] {
        let refused = ask(setup.clone(), &[]);
        assert_eq!(refused.status, 400, "{setup}: {}", refused.body);
        assert!(refused.error().contains(part), "{setup}: {}", refused.error());
    }
}

#[test]
fn a_game_of_go_is_played_to_its_end_and_counted() {
    let server = Running::start();
    let state = server.begin(&GO5(), "human", "uct,sims=300");
    let id = state["id"].as_str().unwrap().to_owned();
    let stream = server.listen(&format!("/api/games/{id}/events"));
    assert_eq!((&state["status"], &state["side"]), (&json!("yours"), &json!("black")));
    let refused = server.play(&id, "Z9");
    assert_eq!(refused.status, 422, "{}", refused.body);
    let mut moves = 0;
    loop {
        let state = server.wait_for(&id, &["yours", "over"]);
        if state["status"] == "over" {
            break;
        }
        let legal = strings(&state["position"]["legal"]);
        // From the middle to the rim; then it is time to pass.
        let wanted = ["C3", "C4", "D3", "B3", "C2", "D4", "B2"];
        let m = wanted.iter().find(|m| legal.iter().any(|it| it == *m));
        let answer = server.play(&id, m.copied().unwrap_or("pass"));
        assert_eq!(answer.status, 200, "{}", answer.body);
        moves += 1;
        assert!(moves < 60);
    }
    let state = server.state(&id);
    let result = &state["result"];
    assert!(result["text"].as_str().unwrap().contains('+'), "{result}");
    if result["territory"].is_array() {
        let territory = strings(&result["territory"]);
        assert_eq!(territory.len(), 5);
        let count = |letter| territory.concat().matches(letter).count();
        assert!(count('X') + count('O') > 0);
    }
    let history = state["history"].as_array().unwrap();
    assert!(history.iter().filter(|it| it["player"] == "white").any(|it| it["rate"].is_f64()));
    // The stream has told all of it, in order.
    let versions: Vec<u64> =
        stream.events("state").iter().map(|it| it["version"].as_u64().unwrap()).collect();
    assert!(versions.len() > moves && versions.is_sorted(), "{versions:?}");
    let last = stream.wait("state", |it| it["status"] == "over");
    assert_eq!(last["result"], *result);
    let record = server.get(&format!("/api/games/{id}/sgf"));
    assert!(record.body.starts_with("(;GM[1]FF[4]") && record.body.contains("PW[uct,sims=300]"));
    assert_eq!(server.play(&id, "A1").status, 409);
    // The record comes back as a tree.
    let tree = server.post("/api/sgf", &json!({"sgf": record.body})).json();
    assert_eq!(tree["main"].as_array().unwrap().len(), history.len() + 1);
}

#[test]
fn moves_are_taken_back_and_games_given_up() {
    let server = Running::start();
    let state = server.begin(&GO5(), "human", "uct,sims=100");
    let id = state["id"].as_str().unwrap().to_owned();
    let action = |what: &str| server.post(&format!("/api/games/{id}/{what}"), &json!({}));
    assert_eq!(action("undo").status, 409);
    server.play(&id, "C3");
    server.wait_for(&id, &["yours"]);
    let undone = action("undo").json();
    assert_eq!(
        (&undone["status"], undone["history"].as_array().unwrap().len()),
        (&json!("yours"), 0)
    );
    server.play(&id, "B2");
    let state = server.wait_for(&id, &["yours"]);
    assert_eq!(state["history"][0]["move"], "B2");
    let over = action("resign").json();
    assert_eq!((&over["status"], &over["result"]["text"]), (&json!("over"), &json!("W+R")));
    assert_eq!(action("resign").status, 409);
    // The resignation is taken back, not the moves.
    let back = action("undo").json();
    assert_eq!((&back["status"], back["history"].as_array().unwrap().len()), (&json!("yours"), 2));
    assert!(back["result"].is_null());
}

#[test]
fn thinking_is_shown_and_cut_short() {
    let server = Running::start();
    let setup = json!({"game": "go", "size": 9});
    let state = server.begin(&setup, "human", "erica,time=30s");
    let id = state["id"].as_str().unwrap().to_owned();
    let stream = server.listen(&format!("/api/games/{id}/events"));
    server.play(&id, "E5");
    let report = stream.wait("thinking", |it| it["playouts"].as_u64() > Some(0));
    assert!(report["moves"][0]["visits"].as_u64() > Some(0), "{report}");
    assert!(!report["line"].as_array().unwrap().is_empty());
    assert_eq!(report["toMove"], "white");
    let started = std::time::Instant::now();
    assert_eq!(server.post(&format!("/api/games/{id}/move-now"), &json!({})).status, 200);
    let state = server.wait_for(&id, &["yours"]);
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(state["history"].as_array().unwrap().len(), 2);
    // A turn that is taken back while somebody thinks is over at once.
    server.play(&id, "D4");
    let undone = server.post(&format!("/api/games/{id}/undo"), &json!({})).json();
    assert_eq!(
        (&undone["status"], undone["history"].as_array().unwrap().len()),
        (&json!("yours"), 2)
    );
    assert_eq!(server.post(&format!("/api/games/{id}/hint"), &json!({})).status, 200);
    let hint = stream.wait("hint", |it| it["moves"][0]["visits"].as_u64() > Some(0));
    assert_eq!(hint["toMove"], "black");
    let state = server.listen(&format!("/api/games/{id}/events"));
    let state = state.wait("state", |it| it["hint"].is_object());
    assert!(state["hint"]["playouts"].as_u64() > Some(0));
}

#[test]
fn players_are_watched_held_and_let_go() {
    let server = Running::start();
    let state = server.begin(&json!({"game": "loa"}), "mc-loa,sims=60", "mcts-solver,sims=60");
    let id = state["id"].as_str().unwrap().to_owned();
    assert!(state["side"].is_null());
    let action = |what: &str| server.post(&format!("/api/games/{id}/{what}"), &json!({})).json();
    let held = action("pause");
    assert_eq!(held["status"], "paused");
    let length = |state: &Value| state["history"].as_array().unwrap().len();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(length(&server.state(&id)), length(&held));
    action("resume");
    let over = server.wait_for(&id, &["over"]);
    assert!(length(&over) > 5 && over["result"]["reason"].is_string(), "{}", over["result"]);
    assert_eq!(server.play(&id, "b1-b3").status, 409);
    assert!(server.get(&format!("/api/games/{id}/sgf")).body.starts_with("(;GM[9]"));
}

#[test]
fn a_game_of_lines_of_action_against_a_person() {
    let server = Running::start();
    let state = server.begin(&json!({"game": "loa"}), "mcts-solver,sims=50", "human");
    let id = state["id"].as_str().unwrap().to_owned();
    for _ in 0..200 {
        let state = server.wait_for(&id, &["yours", "over"]);
        if state["status"] == "over" {
            let text = state["result"]["text"].as_str().unwrap();
            assert!(["B+", "W+", "0"].contains(&text), "{text}");
            return;
        }
        let moves = state["position"]["legalMoves"].as_object().unwrap();
        let m = moves.values().next().unwrap().as_str().unwrap();
        assert_eq!(server.play(&id, m).status, 200);
    }
    server.post(&format!("/api/games/{id}/resign"), &json!({}));
    assert_eq!(server.state(&id)["result"]["text"], "B+R");
}

#[test]
fn an_analysis_reports_grows_and_ends() {
    let server = Running::start();
    let body = json!({
        "setup": {"game": "go", "size": 9}, "moves": ["E5", "C3"], "spec": "erica",
        "playouts": 20_000, "ownership": true
    });
    let answer = server.post("/api/analyses", &body);
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    let stream = server.listen(&format!("/api/analyses/{id}/events"));
    let report = stream.wait("report", |it| it["playouts"].as_u64() > Some(100));
    let owners = report["ownership"].as_array().unwrap();
    assert_eq!((owners.len(), owners[0].as_array().unwrap().len()), (9, 9));
    let tree = |path: &str| {
        let answer = server.get(&format!("/api/analyses/{id}/tree?path={path}"));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    };
    let first = tree("");
    let best = first["children"][0]["move"].as_str().unwrap().to_owned();
    assert!(first["node"]["visits"].as_u64() > Some(0));
    let end = stream.wait("end", |_| true);
    assert_eq!((&end["reason"], &end["proved"]), (&json!("limit"), &Value::Null));
    assert!(end["report"]["playouts"].as_u64() >= Some(20_000), "{}", end["report"]["playouts"]);
    // It has grown, and can still be looked into.
    let last = tree("");
    assert!(last["node"]["visits"].as_u64() >= first["node"]["visits"].as_u64());
    let below = tree(&best);
    assert_eq!(below["node"]["toMove"], "white");
    assert!(!below["children"].as_array().unwrap().is_empty());
    for nonsense in ["Z9", "E5", "pass,pass,pass", "%00", "a,,b"] {
        assert_eq!(tree(nonsense)["children"], json!([]), "{nonsense}");
    }
    // What is sent is not more than five reports a second.
    assert!(stream.events("report").len() < 60);
}

#[test]
fn an_analysis_is_stopped_and_makes_room_for_others() {
    let server = Running::with(Options { threads: Some(1), ..Options::default() });
    let endless = json!({"setup": {"game": "go", "size": 9}, "moves": [], "spec": "uct"});
    let id = server.post("/api/analyses", &endless).json()["id"].as_str().unwrap().to_owned();
    let stream = server.listen(&format!("/api/analyses/{id}/events"));
    stream.wait("report", |_| true);
    // A game on the only thread goes on in between.
    let state = server.begin(&GO5(), "human", "uct,sims=100");
    let game = state["id"].as_str().unwrap().to_owned();
    for m in ["C3", "C2"] {
        server.play(&game, m);
        server.wait_for(&game, &["yours"]);
    }
    let before = stream.events("report").last().unwrap()["playouts"].as_u64();
    stream.wait("report", |it| it["playouts"].as_u64() > before);
    server.post(&format!("/api/analyses/{id}/stop"), &json!({}));
    let end = stream.wait("end", |_| true);
    assert_eq!(end["reason"], "stopped");
    let total = end["report"]["playouts"].as_u64();
    assert!(total >= before, "slices add up: {total:?} {before:?}");
    // Dropped at once, so that stepping through a game does not use up the places.
    for _ in 0..30 {
        let id = server.post("/api/analyses", &endless).json()["id"].as_str().unwrap().to_owned();
        let answer = server.post(&format!("/api/analyses/{id}/stop"), &json!({"drop": true}));
        assert_eq!(answer.status, 200, "{}", answer.body);
        let again = server.post(&format!("/api/analyses/{id}/stop"), &json!({"drop": true}));
        assert_eq!(again.status, 200);
        assert_eq!(server.post(&format!("/api/analyses/{id}/stop"), &json!({})).status, 404);
    }
    let gone = server.listen("/api/analyses/0123456789abcdef0123456789abcdef/events");
    gone.wait("gone", |it| it["error"].is_string());
}

/// A search that cannot go on later ends when somebody waits.
#[test]
fn an_analysis_that_cannot_pause_makes_room_too() {
    let server = Running::with(Options { threads: Some(1), ..Options::default() });
    for (setup, spec) in [(GO5(), "mc"), (json!({"game": "loa"}), "mia-2006")] {
        let endless = json!({"setup": setup, "spec": spec});
        let id = server.post("/api/analyses", &endless).json()["id"].as_str().unwrap().to_owned();
        let stream = server.listen(&format!("/api/analyses/{id}/events"));
        stream.wait("report", |_| true);
        let state = server.begin(&GO5(), "uct,sims=10", "human");
        server.wait_for(state["id"].as_str().unwrap(), &["yours"]);
        assert_eq!(stream.wait("end", |_| true)["reason"], "limit", "{spec}");
    }
}

/// Black wins in three; from docs/loa.md's examples.
const WON: &str = "....oxo./....ooo./.....x../......x./..x...x./......xo/......../........ b";

#[test]
fn a_proof_ends_with_a_line_to_the_end() {
    let server = Running::start();
    let body = json!({"setup": {"game": "loa", "position": WON}, "spec": "mcts-solver"});
    let id = server.post("/api/proofs", &body).json()["id"].as_str().unwrap().to_owned();
    let stream = server.listen(&format!("/api/proofs/{id}/events"));
    let end = stream.wait("end", |_| true);
    assert_eq!((&end["reason"], &end["proved"]), (&json!("proved"), &json!("black")), "{end}");
    let line = strings(&end["line"]);
    let shown = server
        .post("/api/positions", &json!({"setup": {"game": "loa", "position": WON}, "moves": line}));
    assert_eq!(shown.json()["outcome"]["winner"], "black", "{line:?} {}", shown.body);
    let tree = server.get(&format!("/api/proofs/{id}/tree?path={}", line[0])).json();
    assert_eq!(tree["node"]["proved"], "black");
    let refused = server.post("/api/proofs", &json!({"setup": {"game": "loa"}, "spec": "mc"}));
    assert_eq!(refused.status, 400);
    let refused = server.post("/api/analyses", &json!({"setup": {"game": "phantom"}}));
    assert!(refused.error().contains("Phantom Go is not analysed"));
}

#[test]
fn records_go_both_ways_with_their_variations() {
    let server = Running::start();
    let sgf = "(;GM[1]SZ[9]KM[7]PB[Anna]PW[Bert]RE[B+2]AB[cc]PL[B];B[ee]C[Here\\]]SBKV[61.5]\
               (;W[ce];B[gg])(;W[gc];B[zz])(;W[gg];B[cg]))";
    let read = server.post("/api/sgf", &json!({"sgf": sgf})).json();
    assert_eq!(read["setup"]["stones"], json!({"black": ["C7"], "white": []}));
    assert_eq!(read["players"], json!({"black": "Anna", "white": "Bert"}));
    let nodes = read["nodes"].as_array().unwrap();
    let moves: Vec<&str> = nodes.iter().map(|it| it["move"].as_str().unwrap_or("")).collect();
    assert_eq!(moves, ["", "E5", "C5", "G3", "G7", "G3", "C3"]);
    assert_eq!((&nodes[1]["comment"], &nodes[1]["winRate"]), (&json!("Here]"), &json!(0.615)));
    assert_eq!(read["main"], json!([0, 1, 2, 3]));
    assert_eq!(read["problems"].as_array().unwrap().len(), 1, "{}", read["problems"]);
    let written = server.post(
        "/api/sgf/write",
        &json!({"setup": read["setup"], "nodes": nodes, "players": read["players"], "result": "B+2"}),
    );
    assert_eq!(written.status, 200, "{}", written.body);
    let again = server.post("/api/sgf", &json!({"sgf": written.json()["sgf"]})).json();
    assert_eq!(again["nodes"], read["nodes"]);
    assert_eq!(again["setup"], read["setup"]);
    // Lines of Action, with moves as they are played.
    let sgf = "(;GM[9]SU[Standard];B[C1:A3];W[a2-c4](;B[b1-b3])(;B[d1-d3]))";
    let read = server.post("/api/sgf", &json!({"sgf": sgf})).json();
    let nodes = read["nodes"].as_array().unwrap();
    let moves: Vec<&str> = nodes.iter().filter_map(|it| it["move"].as_str()).collect();
    assert_eq!(moves, ["c1xa3", "a2-c4", "b1-b3", "d1-d3"]);
    let written =
        server.post("/api/sgf/write", &json!({"setup": read["setup"], "nodes": nodes})).json();
    let again = server.post("/api/sgf", &json!({"sgf": written["sgf"]})).json();
    assert_eq!(again["nodes"], read["nodes"]);
    for (sgf, part) in [("", "it is empty"), ("(;B[aa", "ends too early"), ("(;SZ[99])", "size")] {
        let refused = server.post("/api/sgf", &json!({"sgf": sgf}));
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.error().contains(part), "{sgf}: {}", refused.error());
    }
    let bad =
        json!({"setup": {"game": "go"}, "nodes": [{"parent": null}, {"parent": 5, "move": "A1"}]});
    assert_eq!(server.post("/api/sgf/write", &bad).status, 422);
}

#[test]
fn runs_are_shown_while_they_are_played() {
    use std::num::NonZero;
    use std::ops::ControlFlow;
    use tengen_arena::{Campaign, TournamentFile};
    let folder = Folder::new("runs");
    let file: TournamentFile = "title = \"Two\"\ngames = 2\n[game]\nsize = 5\n\
        [players]\nfirst = \"mc,sims=20\"\nsecond = \"uct,sims=20\"\n"
        .parse()
        .unwrap();
    let campaign = Campaign {
        contest: file.contest("0.1.0").unwrap(),
        jobs: NonZero::new(1).unwrap(),
        out: Some(folder.0.join("records/deep/two")),
        store: None,
    };
    // One game, then the other while somebody looks on.
    let one = |played: &tengen_arena::Played| match played.games.len() {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    campaign.run(&StopFlag::new(), &mut { one }).unwrap();
    let server = Running::with(Options {
        records: Some(folder.0.join("records")),
        store: Some(folder.file("store.db")),
        ..Options::default()
    });
    let runs = server.get("/api/runs").json();
    assert_eq!((&runs[0]["title"], &runs[0]["state"]), (&json!("Two"), &json!("open")));
    assert_eq!((&runs[0]["done"], &runs[0]["total"]), (&json!(1), &json!(2)));
    let id = runs[0]["id"].as_str().unwrap();
    let stream = server.listen(&format!("/api/runs/{id}/events"));
    stream.wait("progress", |it| it["done"] == 1);
    campaign.run(&StopFlag::new(), &mut |_| ControlFlow::Continue(())).unwrap();
    stream.wait("progress", |it| it["done"] == 2 && it["state"] == "over");
    let page = server.get(&format!("/api/runs/{id}")).json();
    assert_eq!(page["players"][0]["name"], "first");
    assert_eq!(page["games"].as_array().unwrap().len(), 2);
    assert_eq!(page["crossTable"]["rows"].as_array().unwrap().len(), 2);
    assert_eq!(page["ratings"].as_array().unwrap().len(), 2);
    assert!(page["plots"][0]["svg"].as_str().unwrap().starts_with("<svg"));
    let game = server.get(&format!("/api/runs/{id}/games/1")).json();
    let read = server.post("/api/sgf", &json!({"sgf": game["sgf"]})).json();
    assert_eq!(read["main"].as_array().unwrap().len() - 1, page["games"][1]["moves"]);
    assert_eq!(server.get(&format!("/api/runs/{id}/games/2")).status, 404);
    assert_eq!(server.get("/api/runs/r0000000000000000").status, 404);
    assert_eq!(server.get("/api/runs/s1").status, 404);
}

#[test]
fn books_are_walked() {
    use tengen_arena::{BookRecord, GameTerms, RowAdder, StoredBook};
    use tengen_engine::{GameSetup, GoSetup, go};
    let folder = Folder::new("books");
    let path = folder.file("books.db");
    let rules = go::Rules::CHINESE;
    let size = go::BoardSize::new(5).unwrap();
    let terms = GameTerms::new(GameSetup::Go(GoSetup { size, rules, komi: rules.komi }), None);
    let store = tengen_store::Store::open(&path).unwrap();
    let book = StoredBook::open_or_make(store, "tiny", &terms).unwrap();
    let adder = RowAdder::new(&book, "by hand", "test", 0).unwrap();
    let games = [("C3 C2", "B", 2), ("C3 D3", "W", 1), ("B2 C3", "0", 1)];
    for (moves, result, times) in games {
        let (moves, result) = (moves.to_owned(), result.to_owned());
        let record = BookRecord::Game { moves: moves.clone(), result, from_book: 0, times };
        assert!(adder.add(&moves, &record).unwrap());
    }
    drop(book);
    let server = Running::with_store(&path);
    let books = server.get("/api/books").json();
    assert_eq!((&books[0]["name"], &books[0]["games"]), (&json!("tiny"), &json!(4)));
    let page = server.get("/api/books/tiny").json();
    assert_eq!((&page["moves"][0]["move"], &page["moves"][0]["games"]), (&json!("C3"), &json!(3)));
    let next = page["moves"][0]["next"].as_str().unwrap();
    let page = server.get(&format!("/api/books/tiny?moves={next}")).json();
    assert_eq!(page["position"]["toMove"], "white");
    assert_eq!(page["inBook"], true);
    // Where symmetry makes moves the same they are one.
    let games: Vec<u64> =
        page["moves"].as_array().unwrap().iter().map(|it| it["games"].as_u64().unwrap()).collect();
    assert_eq!(games.iter().sum::<u64>(), 3);
    assert_eq!(server.get("/api/books/tiny?moves=A1,A1").status, 422);
    assert_eq!(server.get("/api/books/none").status, 404);
    assert_eq!(Running::start().get("/api/books").json(), json!([]));
}
