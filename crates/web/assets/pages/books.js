// Opening books in the store: positions, their moves, and how they went.

import { get } from "../server.js";
import { el } from "../dom.js";
import { go, toQuery } from "../links.js";
import { Board } from "../parts/board.js";
import { shareBar } from "../parts/move-table.js";
import { count, GAMES, percent, sideName } from "../words.js";

export const title = "Books";

export async function show(root, where, about) {
  const name = where.rest[0];
  if (!name) return showList(root, about);
  const path = where.query.get("moves") ?? "";
  const page = await get(`/api/books/${encodeURIComponent(name)}?moves=${encodeURIComponent(path)}`);
  showPage(root, name, path, page);
  return null;
}

async function showList(root, about) {
  const books = about.store ? await get("/api/books") : [];
  root.append(el("div", { class: "head" }, el("h1", {}, "Opening books")));
  if (!books.length) {
    root.append(el("section", { class: "card" },
      el("p", {}, about.store ? "There is no book in this store yet." : "Books live in a store, and this server was started without one."),
      el("p", {}, "Build a small one by games, then show it here:"),
      el("pre", { class: "code" }, "tengen book build --store seven.db --size 7 --komi 8.5 --player erica,sims=100 --games 500\ntengen serve --store seven.db")));
    return null;
  }
  root.append(el("div", { class: "examples" }, books.map((book) => el("a", { class: "card book", href: address(book.name, "") },
    el("h2", {}, book.name),
    el("p", { class: "quiet" }, `${GAMES[book.game] ?? book.game}${book.size ? `, ${book.size} × ${book.size}` : ""}${book.komi !== undefined && book.komi !== null ? `, komi ${book.komi}` : ""}`),
    el("p", {}, `${count(book.games)} games, ${count(book.positions)} positions`)))));
  return null;
}

function address(name, path) {
  return `#/books/${encodeURIComponent(name)}${path ? `?moves=${encodeURIComponent(path).replaceAll("%2C", ",")}` : ""}`;
}

function showPage(root, name, path, page) {
  const { position } = page;
  const played = path ? path.split(",") : [];
  const most = Math.max(1, ...page.moves.map((move) => move.games));
  const board = new Board({
    label: "Position of the book", onCandidate: () => {},
    onPlay: (move) => go(address(name, [...played, move].join(",")).slice(1)),
  });
  board.show({
    game: position.setup.game, rows: position.rows, toMove: position.toMove, lastMove: position.lastMove,
    legal: position.legal, legalMoves: position.legalMoves, playable: !position.outcome,
    candidates: page.moves.map((move) => ({ ...move, visits: move.games, line: [move.move] })),
    marks: page.moves.flatMap((move) => (move.twins ?? []).map((point) => ({ point, kind: "twin" }))),
  });
  const crumbs = [["Beginning", ""], ...played.map((move, index) => [`${index + 1}. ${move}`, played.slice(0, index + 1).join(",")])];
  root.append(
    el("div", { class: "head" }, el("h1", {}, name), el("a", { href: "#/books" }, "All books")),
    el("div", { class: "side-by-side" },
      el("div", { class: "board-side" }, board.element),
      el("div", { class: "panel" },
        el("nav", { class: "card", "aria-label": "Moves to this position" },
          el("ol", { class: "chips" }, crumbs.map(([text, target], index) => el("li", {},
            el("a", { class: "button", href: address(name, target), "aria-current": index === crumbs.length - 1 ? "step" : null }, text))))),
        el("section", { class: "card" },
          el("p", { class: "status" }, position.outcome ? `Over: ${position.outcome.text}` : `${sideName(position.toMove)} to move`),
          el("p", { class: "status-more" }, page.inBook === false ? "This position is not in the book." : `${count(page.games)} games came here.`),
          page.moves.some((move) => move.twins?.length) ? el("p", { class: "small quiet" }, "Rings are the same moves by symmetry.") : null,
          page.moves.length ? el("div", { class: "scroll" }, el("table", { class: "moves book-moves" },
            el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Move"), el("th", { scope: "col", class: "number" }, "Games"), el("th", { class: "hide-small" }), el("th", { scope: "col", class: "number" }, "Won"), el("th", { scope: "col", class: "number hide-small" }, "95 %"))),
            el("tbody", {}, page.moves.map((move) => el("tr", { onpointerenter: () => board.showLine([move.move]), onpointerleave: () => board.showLine(null) },
              el("td", {}, el("a", { class: "move-name", href: address(name, move.next ?? [...played, move.move].join(",")) }, move.move)),
              el("td", { class: "number" }, count(move.games)),
              el("td", { class: "hide-small" }, shareBar(move.games / most)),
              el("td", { class: "number" }, percent(move.rate)),
              el("td", { class: "number hide-small quiet" }, move.interval ? `${percent(move.interval[0], 0)}–${percent(move.interval[1], 0)}` : "")))))) : null),
        el("div", { class: "actions" },
          el("a", { class: "button", href: `#/analyse?${toQuery(position.setup, position.moves ?? played)}` }, "Analyse"),
          el("a", { class: "button", href: `#/position?${toQuery(position.setup, position.moves ?? played)}` }, "Play from here")))));
}
