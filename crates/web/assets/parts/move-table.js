// Moves of a search as a table: visits, chance, and what else the search knows of them.

import { el, put, svg } from "../dom.js";
import { count, percent, PROOFS, ranked } from "../words.js";

/** A small bar for a share from 0 to 1. */
export function shareBar(share) {
  const width = Math.max(0, Math.min(1, share || 0)) * 100;
  return el("span", { class: "share", "aria-hidden": "true" },
    svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none" }, svg("rect", { width, height: 10 })));
}

/** What was proved, as a word on a patch. */
export function proofPatch(proof) {
  return proof ? el("span", { class: `proof ${proof}` }, PROOFS[proof] ?? proof) : null;
}

/** The first moves of a report, briefly: for the side of a board. */
export class MoveTable {
  /** `onHover(line or null)`: the line of the row under the pointer; `onChoose(move)`: a row was pressed. */
  constructor({ most = 6, onHover, onChoose } = {}) {
    this.most = most;
    this.onHover = onHover;
    this.onChoose = onChoose;
    this.body = el("tbody");
    this.element = el("table", { class: "moves" },
      el("thead", {}, el("tr", {},
        el("th", { scope: "col" }, "Move"), el("th", { scope: "col", class: "number" }, "Chance"),
        el("th", { scope: "col", class: "number" }, "Visits"), el("th", { scope: "col", class: "hide-small" }, "Continues"))),
      this.body);
    this.body.addEventListener("pointerleave", () => this.onHover?.(null));
  }

  show(report) {
    const moves = ranked(report?.moves ?? []).slice(0, this.most);
    put(this.body, moves.map((move) => {
      const name = this.onChoose
        ? el("button", { class: "plain move-name", type: "button", onclick: () => this.onChoose(move.move) }, move.move)
        : el("span", { class: "move-name" }, move.move);
      return el("tr", { onpointerenter: () => this.onHover?.(move.line) },
        el("td", {}, name),
        el("td", { class: "number" }, move.proof ? proofPatch(move.proof) : percent(move.rate)),
        el("td", { class: "number" }, count(move.visits)),
        el("td", { class: "hide-small quiet" }, (move.line ?? []).slice(1, 5).join(" ")));
    }));
  }
}
