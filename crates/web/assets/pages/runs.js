// Matches and tournaments: how far they are, who leads, and every game.

import { get, listen } from "../server.js";
import { button, el, notice, picture, put } from "../dom.js";
import { openText } from "../parts/open-record.js";
import { count } from "../words.js";

export const title = "Runs";

export async function show(root, where, about) {
  const id = where.rest[0];
  if (!id) return showList(root, about);
  const body = el("div", { class: "stack" });
  root.append(body);
  const view = { from: 0 };
  const draw = async () => {
    const run = await get(`/api/runs/${encodeURIComponent(id)}?from=${view.from}`);
    drawRun(body, id, run, view, () => draw().catch((error) => notice(error.message)));
  };
  await draw();
  return listen(`/api/runs/${encodeURIComponent(id)}/events`, {
    progress: () => draw().catch((error) => notice(error.message)),
    gone: () => {},
  }, { rest: true });
}

async function showList(root, about) {
  const runs = await get("/api/runs");
  root.append(el("div", { class: "head" }, el("h1", {}, "Matches and tournaments")));
  if (!runs.length) {
    root.append(el("section", { class: "card" },
      el("p", {}, about.store || about.records ? "There are no runs here yet." : "This server was started without a store and without a folder of records."),
      el("p", {}, "Play a match and watch it here:"),
      el("pre", { class: "code" }, "tengen match uct,sims=1000 ucb,sims=1000 --openings random:4 --out records/first\ntengen serve --records records")));
    return null;
  }
  root.append(el("div", { class: "examples" }, runs.map((run) => el("a", { class: "card run", href: `#/runs/${encodeURIComponent(run.id)}` },
    el("h2", {}, run.title || run.id),
    el("p", { class: "quiet" }, [run.kind, run.state, run.from].filter(Boolean).join(" · ")),
    progress(run)))));
  return null;
}

function progress({ done, total }) {
  const words = total ? `${count(done)} of ${count(total)} games` : `${count(done)} games`;
  return el("div", {}, total ? el("progress", { class: "progress", max: total, value: done, "aria-label": words }) : null, el("p", { class: "small quiet" }, words));
}

/** A table that the server has laid out: `{ columns, rows }`, or rows whose first one is the head. */
function table(data, name) {
  if (!data) return null;
  const columns = data.columns ?? data.head ?? data[0] ?? [];
  const rows = data.rows ?? data.slice?.(1) ?? [];
  if (!rows.length) return null;
  return el("div", { class: "scroll" }, el("table", { class: name },
    el("thead", {}, el("tr", {}, columns.map((text) => el("th", { scope: "col" }, String(text ?? ""))))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, index) =>
      index === 0 ? el("th", { scope: "row" }, String(cell ?? "")) : el("td", {}, String(cell ?? ""))))))));
}

function drawRun(body, id, run, view, redraw) {
  const section = (heading, ...content) => content.some(Boolean) ? el("section", { class: "card stack" }, el("h2", {}, heading), content) : null;
  const ratings = run.ratings?.length && !run.standings?.columns?.includes("Elo")
    ? table({ columns: ["Player", "Elo", "95 %"], rows: run.ratings.map((one) => [one.name, rounded(one.elo), Number.isFinite(one.low) ? `${rounded(one.low)} to ${rounded(one.high)}` : ""]) })
    : null;
  put(body,
    el("div", { class: "head" }, el("h1", {}, run.title || id), el("a", { href: "#/runs" }, "All runs")),
    el("section", { class: "card" }, el("p", { class: "status", role: "status" }, [run.kind, run.state].filter(Boolean).join(" · ")), run.terms ? el("p", { class: "status-more" }, run.terms) : null, progress(run)),
    section("Standings", table(run.standings)),
    section("Ratings", ratings),
    section("Cross table", table(run.crossTable, "cross")),
    section("Plots", run.plots?.length ? el("div", { class: "plots" }, run.plots.map((plot) => picture(plot.svg, plot.title || "Plot"))) : null),
    run.games?.length ? el("section", { class: "card stack" }, el("h2", {}, "Games"), games(id, run), pager(run, view, redraw)) : null);
}

function rounded(elo) {
  return Number.isFinite(elo) ? String(Math.round(elo)) : "–";
}

function games(id, run) {
  const open = async (number) => {
    try {
      const { sgf } = await get(`/api/runs/${encodeURIComponent(id)}/games/${number}`);
      await openText(sgf);
    } catch (error) {
      notice(error.message);
    }
  };
  return el("div", { class: "scroll" }, el("table", { class: "run-games" },
    el("thead", {}, el("tr", {}, ["Game", "Black", "White", "Result", "Moves", ""].map((text) => el("th", { scope: "col", class: text === "Moves" ? "number" : "" }, text)))),
    el("tbody", {}, run.games.map((game) => el("tr", {},
      el("td", {}, String(game.number)), el("td", {}, game.black), el("td", {}, game.white), el("td", {}, game.result ?? ""),
      el("td", { class: "number" }, String(Array.isArray(game.moves) ? game.moves.length : game.moves ?? "")),
      el("td", {}, button("View", () => open(game.number), { class: "plain", "aria-label": `View game ${game.number}` })))))));
}

function pager(run, view, redraw) {
  const page = run.games.length;
  const total = run.gamesTotal ?? run.done ?? 0;
  if (view.from === 0 && page >= total) return null;
  const to = (from) => () => { view.from = Math.max(0, from); redraw(); };
  return el("div", { class: "row" },
    button("Earlier", to(view.from - Math.max(page, 50)), { disabled: view.from === 0 }),
    button("Later", to(view.from + page), { disabled: view.from + page >= total }));
}
