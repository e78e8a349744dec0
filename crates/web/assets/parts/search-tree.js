// The tree of a search as a table whose rows open: move by move, down to what it has looked at.

import { get } from "../server.js";
import { el, put } from "../dom.js";
import { count, percent, ranked } from "../words.js";
import { proofPatch, shareBar } from "./move-table.js";

/** What was known of a move beforehand: its chance as virtual playouts, or a bias. */
function prior(known) {
  if (!known) return "–";
  return known.weight > 0 ? percent(known.value) : known.bias.toFixed(3);
}

const MOST_CHILDREN = 12;
const DEEPEST = 5;

export class SearchTree {
  /** `onHover(line or null)`. */
  constructor({ onHover } = {}) {
    this.onHover = onHover;
    this.open = new Map(); // a path as text, and the children that the server told of
    this.id = null;
    this.body = el("tbody");
    const head = (text, number, name) => el("th", { scope: "col", class: `${number ? "number" : ""} ${name ?? ""}` }, text);
    this.element = el("table", { class: "moves search-tree" },
      el("thead", {}, el("tr", {}, head("Move"), head("Visits", true), head("", false, "hide-small"), head("Value", true), head("RAVE", true), head("Prior", true), head("Proof"))),
      this.body);
    this.body.addEventListener("pointerleave", () => this.onHover?.(null));
  }

  /** The moves of the root, as a report tells them. */
  show(path, id, moves) {
    if (id !== this.id && id) this.open.clear();
    this.path = path;
    this.id = id;
    this.moves = moves;
    this.draw();
  }

  draw() {
    const rows = [];
    this.collect(rows, this.moves ?? [], []);
    // A row that has the focus is drawn anew; the focus stays with its move.
    const focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.path : null;
    put(this.body, rows);
    if (focused) [...this.body.querySelectorAll("button")].find((one) => one.dataset.path === focused)?.focus();
  }

  collect(rows, moves, path) {
    const most = Math.max(1, ...moves.map((move) => move.visits));
    for (const move of ranked(moves).slice(0, path.length ? MOST_CHILDREN : 30)) {
      const here = [...path, move.move];
      const key = here.join(",");
      const isOpen = this.open.has(key);
      const opener = here.length <= DEEPEST && move.visits > 0
        ? el("button", { class: "opener", type: "button", "data-path": key, "aria-expanded": String(isOpen), "aria-label": `${isOpen ? "Close" : "Open"} ${here.join(" ")}`, onclick: () => this.toggle(key, here) }, isOpen ? "▾" : "▸")
        : null;
      rows.push(el("tr", { class: `level-${path.length}`, onpointerenter: () => this.onHover?.([...path, ...(move.line?.length ? move.line : [move.move])]) },
        el("td", {}, opener, el("span", { class: "move-name" }, move.move)),
        el("td", { class: "number" }, count(move.visits)),
        el("td", { class: "hide-small" }, shareBar(move.visits / most)),
        el("td", { class: "number" }, move.visits ? percent(move.rate) : "–"),
        el("td", { class: "number" }, move.raveVisits ? percent(move.raveRate) : "–"),
        el("td", { class: "number" }, prior(move.prior)),
        el("td", {}, proofPatch(move.proof))));
      if (isOpen) this.collect(rows, this.open.get(key), here);
    }
  }

  async toggle(key, path) {
    if (this.open.has(key)) {
      for (const known of [...this.open.keys()]) if (known === key || known.startsWith(`${key},`)) this.open.delete(known);
      this.draw();
      return;
    }
    this.open.set(key, []);
    await this.ask(key, path);
  }

  async ask(key, path) {
    const mine = this.id;
    if (!mine) return;
    try {
      const { children } = await get(`${this.path}/${mine}/tree?path=${encodeURIComponent(path.join(","))}`);
      if (mine === this.id && this.open.has(key)) {
        this.open.set(key, children);
        this.draw();
      }
    } catch { /* the tree may be gone by now; what is shown stays */ }
  }

  /** There is nobody left to ask. */
  freeze() {
    this.id = null;
  }

  /** Asks again for everything that is open. */
  async refresh() {
    for (const key of [...this.open.keys()]) await this.ask(key, key.split(","));
  }
}
