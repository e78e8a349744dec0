// What playout policies and priors have learned: features as bars, 3x3 patterns as boards.

import { get } from "../server.js";
import { el, picture, svg } from "../dom.js";
import { drawPattern } from "../parts/pattern.js";

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
      patterns("The most wanted patterns", policy.patterns?.filter((one) => one.among !== "worst")),
      patterns("The least wanted patterns", policy.patterns?.filter((one) => one.among === "worst")),
      policy.pictures?.length ? el("section", { class: "card" }, el("h2", {}, "Pictures"),
        el("div", { class: "plots" }, policy.pictures.map((one) => picture(one.svg, one.title || "Picture")))) : null));
}

function patterns(heading, list) {
  if (!list?.length) return null;
  return el("section", { class: "card" }, el("h2", {}, heading),
    el("p", { class: "small quiet" }, "Black may move to the blue point; stones with an orange ring are in atari."),
    el("ul", { class: "patterns" }, list.map(patternItem)));
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
      el("output", {}, shortly(gamma)));
  }));
}

function patternItem({ rows, gamma, rank }) {
  const words = `γ ${shortly(gamma)}`;
  return el("li", {}, drawPattern(rows, `Pattern ${rows.join(" / ")}, ${words}`), el("span", {}, words), rank ? el("span", { class: "quiet" }, ` no. ${rank}`) : null);
}

/** Three digits: no more is meant. */
function shortly(gamma) {
  return gamma >= 100 ? gamma.toFixed(0) : String(Number(gamma.toPrecision(3)));
}
