//! Phantom Go: everything that is sent to a player is read, and no hidden stone is in it before the
//! end.
//!
//! What a player may know is worked out here by another arbiter, from the record of the finished game.
//! So the whole game is played first, everything that was sent is kept with its time, and in the end
//! every word that was sent while the game went on is compared with what the player knew then.

mod harness;

use std::collections::BTreeSet;

use harness::{Answer, Folder, Running, strings};
use serde_json::{Value, json};
use tengen_engine::go::{BoardSize, Komi, Move, Player, Rules};
use tengen_engine::phantom::{Arbiter, PlayerView, Referee, Sight};

/// The rows that a player may see.
fn rows(view: &PlayerView) -> Vec<String> {
    let letter = |player| if player == Player::Black { 'X' } else { 'O' };
    let mark = |point| match view.sight(point) {
        Sight::Own => letter(view.player()),
        Sight::Opponent => letter(view.player().opponent()),
        Sight::Empty | Sight::Unknown => '.',
    };
    let points: Vec<_> = view.size().points().collect();
    let rows = points.chunks(view.size().side()).rev();
    rows.map(|row| row.iter().map(|&point| mark(point)).collect()).collect()
}

/// Every string anywhere in a value.
fn texts<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => into.push(text),
        Value::Array(list) => list.iter().for_each(|it| texts(it, into)),
        Value::Object(map) => map.iter().for_each(|(key, it)| {
            into.push(key);
            texts(it, into);
        }),
        _ => {}
    }
}

/// Words of a text that are points of the board.
fn points_in(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.parse::<Move>().is_ok_and(|m| m.point().is_some())).map(str::to_owned)
}

/// What is wrong with something that was sent to `player` at a moment when he knew this.
fn leak(sent: &Value, view: &PlayerView) -> Option<String> {
    let known = rows(view);
    // Boards: the one he may see, and none else; before the end there is only one.
    let mut boards = Vec::new();
    find_boards(sent, view.size().side(), &mut boards);
    if let Some(board) = boards.iter().find(|board| **board != known) {
        return Some(format!("a board that he does not know: {board:?}"));
    }
    for secret in ["replay", "arbiter", "thinking", "seed", "tries"] {
        if sent.get(secret).is_some() {
            return Some(format!("{secret} is told"));
        }
    }
    if !sent["history"].as_array().is_none_or(Vec::is_empty) {
        return Some("a history is told".to_owned());
    }
    // Points: a stone that he does not know may be named only among all points that he may try, or
    // among those that are empty or were refused, which his own view says.
    let size = view.size();
    let allowed: BTreeSet<String> =
        size.points().filter(|&p| view.sight(p) != Sight::Unknown).map(|p| p.to_string()).collect();
    let tried: BTreeSet<String> = view.refusals().map(|(_, p)| p.to_string()).collect();
    let candidates: BTreeSet<String> = view.candidates().iter().map(|p| p.to_string()).collect();
    let mut rest = sent.clone();
    for place in [&["position", "legal"][..], &["view", "triesLegal"]] {
        if let Some(list) = place.iter().try_fold(&mut rest, |it, key| it.get_mut(key)) {
            let named: BTreeSet<String> = strings(list).into_iter().collect();
            if named != candidates {
                return Some(format!("{place:?} tells more than his tries"));
            }
            *list = Value::Null;
        }
    }
    // His own words, events and moves, are those of his view; he may be told them again.
    let own: BTreeSet<String> = view
        .moments()
        .iter()
        .flat_map(|moment| points_in(&moment.event.to_string()).collect::<Vec<_>>())
        .collect();
    // Advice is about what he may try.
    if let Some(hint) = rest.as_object_mut().and_then(|it| it.remove("hint")) {
        let mut words = Vec::new();
        texts(&hint, &mut words);
        let mut named = words.iter().flat_map(|word| points_in(word).collect::<Vec<_>>());
        if let Some(point) = named.find(|point| !candidates.contains(point)) {
            return Some(format!("advice names {point}"));
        }
    }
    let mut words = Vec::new();
    texts(&rest, &mut words);
    for word in words {
        for point in points_in(word) {
            if !allowed.contains(&point) && !tried.contains(&point) && !own.contains(&point) {
                return Some(format!("{point} is named in {word:?}"));
            }
        }
    }
    None
}

/// Lists of as many strings as the board has rows, each as long as it.
fn find_boards(value: &Value, side: usize, into: &mut Vec<Vec<String>>) {
    match value {
        Value::Array(list) => {
            let is_row = |it: &Value| {
                let text = it.as_str().unwrap_or_default();
                text.len() == side && text.chars().all(|c| "XO.".contains(c))
            };
            if list.len() == side && list.iter().all(is_row) {
                into.push(strings(value));
            }
            list.iter().for_each(|it| find_boards(it, side, into));
        }
        Value::Object(map) => map.values().for_each(|it| find_boards(it, side, into)),
        _ => {}
    }
}

/// A game of a person against a player; everything that was sent before its end.
struct Sent {
    answers: Vec<Value>,
    stream: Vec<Value>,
    raw: String,
    over: Value,
}

fn play(server: &Running, side: Player, referee: &str, spec: &str) -> Sent {
    let setup = json!({"game": "phantom", "size": 5, "referee": referee});
    let (black, white) = if side == Player::Black { ("human", spec) } else { (spec, "human") };
    let begun = server.begin(&setup, black, white);
    let id = begun["id"].as_str().unwrap().to_owned();
    let stream = server.listen(&format!("/api/games/{id}/events"));
    let mut answers = vec![begun];
    let mut keep = |answer: Answer| {
        let state = answer.json();
        answers.push(state.clone());
        state
    };
    let mut turn = 0;
    let mut candidates_then = BTreeSet::new();
    let over = loop {
        let state = keep(server.get(&format!("/api/games/{id}")));
        match state["status"].as_str().unwrap() {
            "over" => break state,
            "yours" => {}
            _ => continue,
        }
        if turn == 3 {
            // Advice knows no more than he does.
            keep(server.post(&format!("/api/games/{id}/hint"), &json!({})));
            stream.wait("hint", |_| true);
            candidates_then = strings(&state["view"]["triesLegal"]).into_iter().collect();
        }
        // Other ways to learn something: refused, or answered with what he knows already.
        for (what, status) in [("undo", 409), ("pause", 200), ("move-now", 200), ("resume", 200)] {
            let answer = server.post(&format!("/api/games/{id}/{what}"), &json!({}));
            assert_eq!(answer.status, status, "{what}: {}", answer.body);
            keep(answer);
        }
        for (answer, status) in
            [(server.get(&format!("/api/games/{id}/sgf")), 409), (server.play(&id, "Z9"), 422)]
        {
            assert_eq!(answer.status, status, "{}", answer.body);
            keep(answer);
        }
        let candidates = strings(&state["view"]["triesLegal"]);
        turn += 1;
        // Here and there, so that some tries are illegal.
        let m = candidates.get((7 * turn) % candidates.len().max(1));
        let m = m.filter(|_| turn < 30).map_or("pass", String::as_str);
        keep(server.play(&id, m));
    };
    let last = stream.wait("state", |it| it["status"] == "over");
    assert_eq!(last["replay"], over["replay"]);
    let mut told = stream.events("state");
    for hint in stream.events("hint") {
        // Advice is about what he might try when he asked.
        let mut words = Vec::new();
        texts(&hint["moves"], &mut words);
        texts(&hint["line"], &mut words);
        let mut named = words.iter().flat_map(|word| points_in(word).collect::<Vec<_>>());
        assert!(named.all(|point| candidates_then.contains(&point)), "{hint}");
        told.push(hint);
    }
    answers.retain(|it| it["status"] != "over");
    told.retain(|it| it["status"] != "over");
    assert!(stream.events("thinking").is_empty(), "what a player thinks is his secret");
    Sent { answers, stream: told, raw: stream.text(), over }
}

/// The views of a finished game, before its first event and after each of them.
fn views(over: &Value, side: Player) -> Vec<PlayerView> {
    let referee: Referee = over["setup"]["referee"].as_str().unwrap().parse().unwrap();
    let size = BoardSize::new(5).unwrap();
    let mut arbiter = Arbiter::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF, referee);
    let mut views = vec![arbiter.view(side).clone()];
    for moment in &over["replay"].as_array().unwrap()[1..] {
        let mut tries = strings(&moment["tries"]);
        tries.extend(moment["move"].as_str().map(str::to_owned));
        for text in tries {
            let view = arbiter.view(arbiter.to_move());
            let made = match text.parse::<Move>().unwrap() {
                Move::Play(point) => view.attempt(point).unwrap(),
                Move::Pass => view.pass().unwrap(),
            };
            arbiter.answer(made).unwrap();
            views.push(arbiter.view(side).clone());
        }
        let told = strings(&moment["arbiter"]);
        let board = arbiter.position().board();
        let seen: usize = told.iter().map(|row| row.replace('.', "").len()).sum();
        assert_eq!(seen, board.stone_total(), "the replay is the true game");
    }
    views
}

/// The view at the time of something that was sent: by how much the player had been told.
fn view_then<'a>(sent: &Value, views: &'a [PlayerView]) -> Option<&'a PlayerView> {
    let events = sent["view"]["events"].as_array()?.len();
    views.iter().rev().find(|view| view.moments().len() == events)
}

#[test]
fn nothing_that_is_sent_tells_of_a_hidden_stone() {
    let server = Running::start();
    let mut seen_hidden = 0;
    for (side, referee, spec) in [
        (Player::Black, "paper", "phantom,sims=30"),
        (Player::White, "paper", "mce-all,sims=30"),
        (Player::Black, "olympiad", "uct-prob,sims=30"),
        (Player::White, "olympiad", "random"),
    ] {
        let Sent { answers, stream, raw, over } = play(&server, side, referee, spec);
        let views = views(&over, side);
        let (mut states, mut others) = (0, 0);
        for sent in answers.iter().chain(&stream) {
            match view_then(sent, &views) {
                Some(view) => {
                    assert_eq!(leak(sent, view), None, "{sent}");
                    states += 1;
                    seen_hidden += view.unseen();
                }
                // Refusals and advice: points are those of the last turn, none of them hidden for
                // what is not among his candidates.
                None if sent["error"].is_string() => {
                    let text = sent["error"].as_str().unwrap();
                    assert!(points_in(text).all(|point| text.starts_with(&point)), "{text}");
                    others += 1;
                }
                None => {
                    // Advice is about what he may try, as he knew it when he asked.
                    assert!(sent["moves"].is_array(), "{sent}");
                    others += 1;
                }
            }
        }
        assert!(states > 20 && others > 5, "{states} {others}");
        // How often a player tries is his secret: no event comes with a try in vain. What comes is
        // new, the first excepted, which whoever begins to listen is told.
        let told = stream.iter().filter(|it| it["view"].is_object());
        let versions: Vec<u64> = told.map(|it| it["version"].as_u64().unwrap()).collect();
        assert!(versions.len() > 5);
        assert!(versions[1..].is_sorted_by(|a, b| a < b), "{versions:?}");
        let before_end = raw.split("\"replay\"").next().unwrap();
        assert!(!before_end.contains("arbiter"), "the word itself");
        assert!(over["replay"].as_array().unwrap().len() > 4);
    }
    assert!(seen_hidden > 100, "there was something to hide: {seen_hidden}");
}

/// The same test finds what it is meant to find.
#[test]
fn a_leak_would_be_found() {
    let server = Running::start();
    let Sent { answers, over, .. } = play(&server, Player::Black, "paper", "phantom,sims=30");
    let views = views(&over, Player::Black);
    let replay = over["replay"].as_array().unwrap();
    // A moment with a stone that Black does not see.
    let hidden = |sent: &&Value| view_then(sent, &views).is_some_and(|view| view.unseen() > 0);
    let honest = answers.iter().find(hidden).expect("White has played unseen");
    let view = view_then(honest, &views).unwrap();
    assert_eq!(leak(honest, view), None);
    let true_rows = replay
        .iter()
        .map(|moment| &moment["arbiter"])
        .find(|it| strings(it) != rows(view))
        .expect("the arbiter saw more");
    let change = |key: &str, value: Value| {
        let mut sent = honest.clone();
        let place = key.split('/').fold(&mut sent, |it, key| &mut it[key]);
        *place = value;
        leak(&sent, view)
    };
    assert!(change("position/rows", true_rows.clone()).is_some());
    assert!(change("more", json!({"deep": [true_rows]})).is_some());
    assert!(change("replay", json!([])).is_some());
    let all = BoardSize::new(5).unwrap().points();
    let unknown = all.clone().find(|&point| view.sight(point) == Sight::Unknown).unwrap();
    assert!(change("position/lastMove", json!(unknown.to_string())).is_some());
    assert!(change("view/known", json!([unknown.to_string()])).is_some());
    assert!(change("fault", json!(format!("the player wanted {unknown}."))).is_some());
    assert!(change("history", json!([{"move": "pass"}])).is_some());
    let one_less: Vec<String> =
        view.candidates().iter().skip(1).map(|point| point.to_string()).collect();
    if !one_less.is_empty() {
        assert!(change("view/triesLegal", json!(one_less)).is_some(), "a gap tells too");
    }
}

/// Who watches two players sees the arbiter's board, and plays neither.
#[test]
fn watching_shows_the_true_board() {
    let server = Running::start();
    let setup = json!({"game": "phantom", "size": 5});
    let begun = server.begin(&setup, "random", "random");
    let id = begun["id"].as_str().unwrap();
    let over = server.wait_for(id, &["over"]);
    assert!(over["side"].is_null() && over["replay"].is_array());
    assert_eq!(server.play(id, "C3").status, 409);
}

/// With a store the list of games is open to all: it must not change with a try in vain.
#[test]
fn the_list_of_games_tells_of_no_try() {
    let folder = Folder::new("phantom-list");
    let server = Running::with_store(&folder.file("games.db"));
    // White knows nothing of eight stones in the middle, and is slow enough to be seen trying.
    let stones = ["C3", "B3", "D3", "C2", "C4", "B2", "D4", "B4"];
    let moves: Vec<&str> = stones.iter().flat_map(|&stone| [stone, "pass"]).collect();
    let begun = server.post(
        "/api/games",
        &json!({
            "setup": {"game": "phantom", "size": 5}, "moves": moves,
            "black": {"human": true}, "white": {"spec": "phantom,time=100ms"}
        }),
    );
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    let changed = || {
        let list = server.get("/api/games").json();
        let listed = list.as_array().unwrap().iter().find(|it| it["id"] == id.as_str()).unwrap();
        listed["changed"].as_u64().unwrap()
    };
    for m in ["A1", "E5", "A5"] {
        // Where a white stone is in the way he is still to move, and tries another.
        let mut thinking = server.play(&id, m).json()["status"] == "thinking";
        let mut seen = BTreeSet::new();
        while thinking {
            let now = changed();
            // Only what is seen while he is still at the same turn.
            thinking = server.state(&id)["status"] == "thinking";
            if thinking {
                seen.insert(now);
            }
        }
        assert!(seen.len() <= 1, "the list has changed in a turn: {seen:?}");
    }
    server.post(&format!("/api/games/{id}/resign"), &json!({}));
    let over = server.state(&id);
    let replay = over["replay"].as_array().unwrap();
    let tries: usize = replay.iter().map(|it| it["tries"].as_array().unwrap().len()).sum();
    assert!(tries > 0, "there was something to tell");
}
