//! What somebody does who plays on the page.

use serde_json::Value;

use crate::chromium::Browser;

/// A game on the page, played by clicks.
pub(crate) struct Player<'a> {
    pub(crate) browser: &'a Browser,
}

impl Player<'_> {
    /// Chooses from a list by its label and the words of the choice.
    pub(crate) fn choose(&self, label: &str, words: &str) {
        self.browser.click_xpath(&format!(
            "//label[normalize-space()='{label}']/following-sibling::select/option[normalize-space()='{words}']"
        ));
    }

    /// Presses one of several buttons of which one is chosen.
    pub(crate) fn pick(&self, words: &str) {
        self.browser
            .click_xpath(&format!("//main//label[@class='choice'][normalize-space()='{words}']"));
    }

    /// Waits for the player's turn or the end, with a state newer than `version`. True if it is over.
    pub(crate) fn wait_for_turn(&self, version: u64) -> bool {
        let expression = format!(
            "(() => {{ const {{ status, version }} = document.querySelector('[data-status]').dataset;
              return Number(version) > {version} && (status === 'yours' || status === 'over') ? status : null; }})()"
        );
        self.browser.wait_for("my turn or the end", &expression) == "over"
    }

    /// The version of the state that is shown.
    pub(crate) fn version(&self) -> u64 {
        let version = self
            .browser
            .script("return Number(document.querySelector('[data-status]').dataset.version)");
        version.as_u64().expect("a version")
    }

    /// Everything that the server tells this player of the game.
    pub(crate) fn state(&self) -> Value {
        self.browser.script(
            "return fetch('/api/games/' + location.hash.split('/')[2]).then((answer) => answer.json())",
        )
    }

    /// The words of the status.
    pub(crate) fn status(&self) -> String {
        let words =
            self.browser.script("return document.querySelector('.status').parentElement.innerText");
        words.as_str().unwrap_or_default().to_owned()
    }

    /// How many elements there are.
    pub(crate) fn count(&self, selector: &str) -> u64 {
        let selector = Value::from(selector);
        let count =
            self.browser.script(&format!("return document.querySelectorAll({selector}).length"));
        count.as_u64().expect("a number")
    }
}

/// A list of texts in an answer.
pub(crate) fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}
