// What this is, which keys there are, and where the interface is described.

import { el } from "../dom.js";
import { count } from "../words.js";

export const title = "About";

const LIMITS = {
  games: "Games at once", analyses: "Searches at once", moves: "Moves in a game", bodyBytes: "Bytes in a request",
  playouts: "Playouts in a search", seconds: "Seconds for a search", idleGameSeconds: "Seconds until an idle game is dropped",
  idleAnalysisSeconds: "Seconds until an idle search is dropped",
};

const KEYS = [
  ["Arrow keys, Enter", "on a board: move the cursor, play there (at Lines of Action: take a piece, then put it down; Esc lets it go)"],
  ["← → Home End", "in Analyse: step through the game"],
  ["↑ ↓", "in Analyse: change the variation"],
  ["P, U, H, N", "in a game: pass, undo, hint, move now"],
];

export async function show(root, _where, about) {
  const limits = Object.entries(about.limits ?? {});
  root.append(
    el("div", { class: "head" }, el("h1", {}, `Tengen ${about.version}`)),
    el("div", { class: "side-by-side" },
      el("div", { class: "panel" },
        el("section", { class: "card" },
          el("p", {}, "A Monte-Carlo game engine and workbench. It plays and analyses Go, Lines of Action and Phantom Go, proves wins, builds opening books, learns from games, and measures what it claims."),
          el("p", {}, "This page is served by the program itself and fetches nothing from elsewhere. The same program works in a terminal (", el("code", {}, "tengen play"), ") and for other programs (", el("code", {}, "tengen gtp"), "); ", el("code", {}, "tengen --help"), " lists everything."),
          el("p", {}, el("a", { href: "/api" }, "The interface that this page uses"), " is open to your programs too: JSON and server-sent events.")),
        el("section", { class: "card" }, el("h2", {}, "Keys"),
          el("div", { class: "scroll" }, el("table", { class: "wrapping" }, el("tbody", {}, KEYS.map(([keys, words]) => el("tr", {}, el("th", { scope: "row" }, keys), el("td", {}, words)))))))),
      el("div", { class: "panel" },
        el("section", { class: "card" }, el("h2", {}, "This server"),
          el("table", { class: "wrapping" }, el("tbody", {},
            row("Threads", about.threads), row("Store", about.store ? "yes" : "none"), row("Records", about.records ? "yes" : "none"),
            limits.map(([name, value]) => row(LIMITS[name] ?? name, count(value))))))),
    ));
}

function row(name, value) {
  return el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, String(value)));
}
