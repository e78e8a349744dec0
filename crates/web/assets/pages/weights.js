// What playout policies and priors have learned: features as bars, 3x3 patterns as boards.

import { get } from "../server.js";
import { el, picture, svg } from "../dom.js";
import { smallBoard } from "../parts/board.js";

export const title = "Weights";

export async function show(root, where) {
  const policies = await get("/api/policies");
  const name = where.rest[0] ?? policies[0]?.name;
  root.append(el("div", { class: "head" }, el("h1", {}, "What was learned")));
  if (!name) {
    root.append(el("p", {}, "There are no learned policies here."));
    return;
  }
  const policy = await get(`/api/policies/${encodeURIComponent(name)}`);
  root.append(
    el("p", { class: "lead" }, "Playouts choose a move in proportion to its γ: the product of the weights of all its features. A γ of 2 makes a move twice as likely, one of ½ half as likely."),
    el("nav", { class: "row", "aria-label": "Policies" }, policies.map((one) => el("a", { class: "button", href: `#/weights/${encodeURIComponent(one.name)}`, title: one.help ?? "", "aria-current": one.name === name ? "page" : null }, one.title ?? one.name))),
    el("div", { class: "stack spaced" },
      policy.about ? el("p", { class: "quiet" }, policy.about) : null,
      policy.features?.length ? el("section", { class: "card" }, el("h2", {}, "Features"), bars(policy.features)) : null,
      policy.patterns?.length ? el("section", { class: "card" }, el("h2", {}, "3×3 patterns"),
        el("p", { class: "small quiet" }, "Black to move in the middle. The most wanted first, the least wanted last."),
        el("ul", { class: "patterns" }, policy.patterns.map(drawPattern))) : null,
      policy.pictures?.length ? el("section", { class: "card" }, el("h2", {}, "Pictures"),
        el("div", { class: "plots" }, policy.pictures.map((one) => el("figure", {}, el("figcaption", {}, one.title), picture(one.svg, one.title))))) : null));
}

/** Bars on a logarithmic scale: to the right of the middle more likely, to the left less. */
function bars(features) {
  const widest = Math.max(1, ...features.map(({ gamma }) => Math.abs(Math.log2(gamma)) || 0));
  return el("div", { class: "bars" }, features.map(({ name, gamma, help }) => {
    const length = Math.max(-50, Math.min(50, (Math.log2(gamma) || 0) / widest * 50));
    return el("div", { class: "bar", title: help ?? "" },
      el("span", {}, name),
      svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: length > 0 ? "more" : "less", x: length > 0 ? 50 : 50 + length, y: 1, width: Math.abs(length), height: 8 }),
        svg("line", { class: "zero", x1: 50, x2: 50, y1: 0, y2: 10 })),
      el("output", {}, gamma >= 100 ? gamma.toFixed(0) : gamma.toPrecision(3)));
  }));
}

function drawPattern({ rows, gamma }) {
  const text = `γ ${gamma >= 100 ? gamma.toFixed(0) : Number(gamma.toPrecision(3))}`;
  const outside = [];
  rows.forEach((row, at) => [...row].forEach((mark, column) => {
    if (mark === "#") outside.push({ point: `${"ABC"[column]}${3 - at}`, kind: "outside" });
  }));
  const board = smallBoard({ game: "go", rows: rows.map((row) => row.replace(/[^XO]/g, ".")), marks: [{ point: "B2", kind: "label", text: "●" }] }, text);
  return el("li", {}, board, text);
}
