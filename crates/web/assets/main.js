// The frame of the page: which page is shown, and what works everywhere.

import { about, Away, back } from "./server.js";
import { button, el, put } from "./dom.js";
import { route } from "./links.js";
import { acceptDrops } from "./parts/open-record.js";
import * as aboutPage from "./pages/about.js";
import * as analyse from "./pages/analyse.js";
import * as books from "./pages/books.js";
import * as game from "./pages/game.js";
import * as home from "./pages/home.js";
import * as phantom from "./pages/phantom.js";
import * as play from "./pages/play.js";
import * as position from "./pages/position.js";
import * as runs from "./pages/runs.js";
import * as search from "./pages/search.js";
import * as weights from "./pages/weights.js";

const PAGES = {
  "": home, play, analyse, search, "loa-proof": search, phantom, books, runs, weights, about: aboutPage, position,
};

const main = document.getElementById("page");
let leave = null; // what the shown page wants done before another is shown
let turn = 0;

/** Shows the page of the address. A page gives back a function that is called when it is left. */
async function show() {
  turn += 1;
  const mine = turn;
  const wasOnBoard = document.activeElement?.classList.contains("board");
  leave?.();
  leave = null;
  const where = route();
  const page = where.page === "play" && where.rest.length ? game : PAGES[where.page];
  mark(where.page);
  if (!page) {
    put(main, el("h1", {}, "There is no such page"), el("p", {}, el("a", { href: "#/" }, "To the first page")));
    return;
  }
  document.title = page.title ? `${page.title} · Tengen` : "Tengen";
  try {
    const known = await about();
    if (mine !== turn) return;
    const root = el("div", { class: "fade" });
    put(main, root);
    const done = await page.show(root, where, known);
    if (mine !== turn) return done?.();
    leave = done ?? null;
    // Whoever uses keys goes on where he was: on the board, or at the top of the page.
    if (wasOnBoard) main.querySelector("svg.board.playable")?.focus({ preventScroll: true });
    else if (mine > 1) main.focus({ preventScroll: true });
  } catch (error) {
    if (mine !== turn) return;
    put(main, el("h1", {}, "This does not work"), el("p", {}, error.message),
      el("div", { class: "row" }, button("Try again", show, { class: "primary" }), el("a", { class: "button", href: "#/" }, "To the first page")));
    if (error instanceof Away) {
      await back();
      if (mine === turn) show();
    }
  }
}

/** Marks where we are among the links above. */
function mark(page) {
  const here = { "loa-proof": "search", position: "analyse" }[page] ?? page;
  for (const link of document.querySelectorAll("#pages a")) {
    if (link.getAttribute("href") === `#/${here}`) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "center" });
    } else link.removeAttribute("aria-current");
  }
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", () => {
  show();
  window.scrollTo(0, 0);
});
acceptDrops();
show();
