//! A browser without a window, driven through `chromedriver` (the W3C's WebDriver protocol).

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::http::request;

/// The key under which WebDriver names elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// How long anything on the page may take, on a slow and busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What to do where the programs are missing.
const MISSING: &str = "the browser tests need chromium and chromedriver: on Debian, `apt-get install \
     chromium chromium-driver`; TENGEN_SKIP_EXTERNAL=1 leaves out what needs outside programs";

/// Keeps what went wrong on the page, whether or not the console tells of it.
const LISTEN: &str = "window.testErrors = [];
     addEventListener('error', (event) => window.testErrors.push(String(event.message)));
     addEventListener('unhandledrejection', (event) => window.testErrors.push(String(event.reason)));";

/// How wide the page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Desktop,
    Phone,
}

impl Width {
    /// Both, for tests that go through them.
    pub(crate) const BOTH: [Width; 2] = [Width::Desktop, Width::Phone];

    fn pixels(self) -> (u32, u32) {
        match self {
            Width::Desktop => (1280, 900),
            Width::Phone => (360, 740),
        }
    }
}

/// Whether the tests that need outside programs are left out.
pub(crate) fn is_skipped() -> bool {
    std::env::var_os("TENGEN_SKIP_EXTERNAL").is_some_and(|value| value == "1")
}

/// A browser with one page.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts a browser whose page is this wide.
    pub(crate) fn start(width: Width) -> Self {
        let port = free_port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("chromedriver: {error}: {MISSING}"));
        let mut browser = Self { driver, port, session: String::new() };
        let start = Instant::now();
        while request(port, "GET", "/status", None).is_err() {
            assert!(start.elapsed() < PATIENCE, "chromedriver does not answer: {MISSING}");
            std::thread::sleep(Duration::from_millis(20));
        }
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--hide-scrollbars", "--force-color-profile=srgb", "--no-first-run",
            ]},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let (_, answer) = request(port, "POST", "/session", Some(&wanted)).expect("chromedriver");
        let Some(session) = answer["value"]["sessionId"].as_str() else {
            panic!("no browser: {}: {MISSING}", answer["value"]["message"]);
        };
        browser.session = session.to_owned();
        browser.developer("Page.addScriptToEvaluateOnNewDocument", &json!({"source": LISTEN}));
        browser.resize(width);
        browser
    }

    /// The driver's answer to a command of the session.
    fn command(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        let path = format!("/session/{}{path}", self.session);
        let (status, mut answer) =
            request(self.port, method, &path, body).map_err(|error| error.to_string())?;
        let value = answer["value"].take();
        if status == 200 { Ok(value) } else { Err(value["message"].to_string()) }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.command("POST", path, Some(body))
            .unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    /// A command of Chromium's own protocol.
    pub(crate) fn developer(&self, name: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": name, "params": parameters}))
    }

    /// Makes the page this wide, in the light theme.
    pub(crate) fn resize(&self, width: Width) {
        let (width, height) = width.pixels();
        self.resize_to(width, height);
    }

    /// Makes the page so many pixels wide and high; nothing moves by itself.
    pub(crate) fn resize_to(&self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.developer("Emulation.setDeviceMetricsOverride", &size);
        let calm = json!({"features": [
            {"name": "prefers-color-scheme", "value": "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]});
        self.developer("Emulation.setEmulatedMedia", &calm);
    }

    /// Opens an address. An address that differs in its `#` alone is a new page here all the same.
    pub(crate) fn open(&self, address: &str) {
        self.post("/url", &json!({"url": "about:blank"}));
        self.post("/url", &json!({"url": address}));
    }

    /// The value of a script that ends with `return`; promises are waited for.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until an expression is true on the page, and gives its value.
    pub(crate) fn wait_for(&self, what: &str, expression: &str) -> Value {
        let script = json!({"script": format!("return ({expression});"), "args": []});
        let start = Instant::now();
        loop {
            // While a page is loading there may be nothing to ask.
            let value = self.command("POST", "/execute/sync", Some(&script));
            match &value {
                Ok(Value::Null | Value::Bool(false)) | Err(_) => {}
                Ok(Value::String(text)) if text.is_empty() => {}
                Ok(value) => return value.clone(),
            }
            if start.elapsed() > PATIENCE {
                let page = self.script("return document.body.innerText");
                panic!(
                    "waited for {what}; got {value:?}; errors: {:?}; the page:\n{}",
                    self.errors(),
                    page.as_str().unwrap_or_default()
                );
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Waits for an element that is shown, by a CSS selector.
    pub(crate) fn wait_for_element(&self, selector: &str) {
        let selector_text = Value::from(selector);
        self.wait_for(
            selector,
            &format!("document.querySelector({selector_text})?.getClientRects().length"),
        );
    }

    fn element(&self, using: &str, selector: &str) -> Option<String> {
        let wanted = json!({"using": using, "value": selector});
        let element = self.command("POST", "/element", Some(&wanted)).ok()?;
        element[ELEMENT].as_str().map(str::to_owned)
    }

    fn click_found(&self, using: &str, selector: &str) {
        let start = Instant::now();
        loop {
            // Elements are drawn anew as the game goes on: one that is gone is looked for again.
            let clicked = self
                .element(using, selector)
                .ok_or_else(|| "there is no such element".to_owned())
                .and_then(|id| {
                    self.command("POST", &format!("/element/{id}/click"), Some(&json!({})))
                });
            match clicked {
                Ok(_) => return,
                Err(error) if start.elapsed() > PATIENCE => panic!("click {selector}: {error}"),
                Err(_) => std::thread::sleep(Duration::from_millis(30)),
            }
        }
    }

    /// Clicks on an element, with the pointer.
    pub(crate) fn click(&self, selector: &str) {
        self.click_found("css selector", selector);
    }

    /// Clicks on an element, found by an XPath.
    pub(crate) fn click_xpath(&self, path: &str) {
        self.click_found("xpath", path);
    }

    /// Clicks on a button or link with this text.
    pub(crate) fn press(&self, text: &str) {
        self.click_xpath(&format!(
            "//main//*[self::button or self::a][normalize-space()='{text}' and not(@disabled)]"
        ));
    }

    /// Clicks on a point of the (first) board.
    pub(crate) fn click_point(&self, point: &str) {
        self.click(&format!("svg.board [data-point='{point}']"));
    }

    /// Empties a field.
    pub(crate) fn clear(&self, selector: &str) {
        let id = self.element("css selector", selector).unwrap_or_else(|| panic!("no {selector}"));
        self.post(&format!("/element/{id}/clear"), &json!({}));
    }

    /// Types into an element; a file's path into a field for files chooses it.
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        let id = self.element("css selector", selector).unwrap_or_else(|| panic!("no {selector}"));
        self.post(&format!("/element/{id}/value"), &json!({"text": text}));
    }

    /// Presses keys, whatever has the focus. See [`key`].
    pub(crate) fn keys(&self, keys: &[char]) {
        let steps: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
            })
            .collect();
        self.post(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": steps}]}),
        );
    }

    /// The picture of what is shown, as a PNG in base 64.
    pub(crate) fn screenshot(&self) -> String {
        let small = json!({"format": "png", "optimizeForSpeed": false});
        let picture = self.developer("Page.captureScreenshot", &small);
        picture["data"].as_str().expect("base 64").to_owned()
    }

    /// Everything that went wrong in the page or was complained of in the console since the last call.
    pub(crate) fn errors(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "browser"}));
        let mut errors: Vec<String> = log
            .as_array()
            .into_iter()
            .flatten()
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            .map(|entry| entry["message"].to_string())
            .collect();
        let script = json!({"script": "return (window.testErrors ?? []).splice(0)", "args": []});
        if let Ok(Value::Array(more)) = self.command("POST", "/execute/sync", Some(&script)) {
            errors.extend(more.iter().map(Value::to_string));
        }
        errors
    }

    /// Fails if anything went wrong in the page.
    pub(crate) fn assert_no_errors(&self) {
        let errors = self.errors();
        assert!(errors.is_empty(), "errors in the browser's console: {errors:#?}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.command("DELETE", "", None);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The keys that have no letter, as WebDriver writes them.
pub(crate) mod key {
    pub(crate) const ENTER: char = '\u{e007}';
    pub(crate) const LEFT: char = '\u{e012}';
    pub(crate) const UP: char = '\u{e013}';
    pub(crate) const RIGHT: char = '\u{e014}';
    pub(crate) const HOME: char = '\u{e011}';
    pub(crate) const END: char = '\u{e010}';
}

/// A port that nobody listens to.
fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}
