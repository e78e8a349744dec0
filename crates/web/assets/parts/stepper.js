// Stepping through a game: buttons, a slider, and keys that a page may pass on.

import { button, el, uniqueName } from "../dom.js";

export class Stepper {
  constructor({ label = "Move", onStep }) {
    this.onStep = onStep;
    this.at = 0;
    this.last = 0;
    const id = uniqueName("stepper");
    this.slider = el("input", { id, type: "range", min: 0, max: 0, value: 0, "aria-label": label, oninput: () => this.to(Number(this.slider.value)) });
    this.number = el("output", { for: id, class: "small quiet" }, "0 / 0");
    const step = (text, name, target) => button(text, () => this.to(target()), { "aria-label": name, title: name });
    this.element = el("div", { class: "row stepper" },
      step("«", "To the beginning", () => 0), step("‹", "One move back", () => this.at - 1),
      step("›", "One move on", () => this.at + 1), step("»", "To the end", () => this.last),
      el("div", { class: "grow" }, this.slider), this.number);
  }

  /** Shows where we are without telling anybody. */
  set(at, last) {
    this.at = at;
    this.last = last;
    this.slider.max = last;
    this.slider.value = at;
    this.number.textContent = `${at} / ${last}`;
  }

  /** Goes to a move, if there is one. */
  to(at) {
    const target = Math.max(0, Math.min(this.last, at));
    if (target === this.at) return;
    this.set(target, this.last);
    this.onStep(target);
  }

  /** A key of the page: whether it was meant for us. */
  key(event) {
    const targets = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last, PageUp: this.at - 10, PageDown: this.at + 10 };
    if (!(event.key in targets)) return false;
    this.to(targets[event.key]);
    return true;
  }
}

/** Whether a key press is meant for a field or a board rather than for the whole page. */
export function isTyping(event) {
  const name = event.target?.tagName;
  return event.altKey || event.ctrlKey || event.metaKey || ["INPUT", "SELECT", "TEXTAREA"].includes(name) || event.target?.classList?.contains("board");
}
