// Three boards of Phantom Go: what Black knew, what was, what White knew (Fig. 1 of paper 004).

import { el, put } from "../dom.js";
import { sideName } from "../words.js";
import { Board } from "./board.js";
import { Stepper } from "./stepper.js";

export class PhantomBoards {
  /** `replay`: what was tried and played, with three boards after each move; `start`: the one to begin with. */
  constructor(replay, { title = "Three boards", start = replay.length - 1 } = {}) {
    this.replay = replay;
    this.boards = {
      black: new Board({ label: "What Black knew", coordinates: false }),
      arbiter: new Board({ label: "The arbiter's board", coordinates: false }),
      white: new Board({ label: "What White knew", coordinates: false }),
    };
    this.said = el("p", { class: "status-more", "aria-live": "polite" });
    this.stepper = new Stepper({ label: "Move", onStep: (step) => this.show(step) });
    const figure = (name, caption) => el("figure", {}, el("figcaption", {}, caption), this.boards[name].element);
    this.element = el("section", { class: "card stack phantom-boards", "aria-label": title },
      el("h2", {}, title),
      el("div", { class: "three" },
        figure("black", "What Black knew"), figure("arbiter", "What was: the arbiter's board"), figure("white", "What White knew")),
      this.stepper.element, this.said);
    this.stepper.set(start, replay.length - 1);
    this.show(start);
  }

  show(step) {
    const entry = this.replay[step];
    if (!entry) return;
    const refused = entry.tries ?? [];
    for (const [name, board] of Object.entries(this.boards)) {
      const sees = name === "arbiter" || name === entry.player;
      board.show({
        game: "go", rows: entry[name], lastMove: sees ? entry.move : null,
        marks: name === entry.player ? refused.map((point) => ({ point, kind: "refused" })) : [],
      });
    }
    if (!entry.player) {
      put(this.said, "Nothing has been played yet.");
      return;
    }
    const tried = refused.length ? ` after trying ${refused.join(", ")} in vain` : "";
    const done = entry.move === "pass" ? "passed" : `played ${entry.move}`;
    put(this.said, `${step}. ${sideName(entry.player)} ${done}${tried}.`);
  }
}
