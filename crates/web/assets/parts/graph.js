// The win-rate graph: Black's share below the curve, White's above it, move by move.

import { svg } from "../dom.js";
import { percent } from "../words.js";

const WIDTH = 420;
const HEIGHT = 130;

export class WinRateGraph {
  /** `onChoose(number)` is told of the move number that was pointed at. */
  constructor({ onChoose } = {}) {
    this.onChoose = onChoose;
    this.element = svg("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Win rate of Black" });
    if (onChoose) {
      const choose = (event) => {
        const box = this.element.getBoundingClientRect();
        const share = (event.clientX - box.left) / box.width;
        onChoose(Math.round(Math.min(1, Math.max(0, share)) * this.last));
      };
      this.element.addEventListener("pointerdown", (event) => {
        this.element.setPointerCapture(event.pointerId);
        choose(event);
      });
      this.element.addEventListener("pointermove", (event) => { if (event.buttons) choose(event); });
      this.element.classList.add("playable");
    }
  }

  /** `rates[n]`: Black's chance after n moves, or null; `here`: the shown number. */
  show(rates, here = null) {
    this.last = Math.max(1, rates.length - 1);
    const x = (number) => number / this.last * WIDTH;
    const y = (rate) => HEIGHT - rate * HEIGHT;
    const known = rates.map((rate, number) => ({ rate, number })).filter(({ rate }) => Number.isFinite(rate));
    const parts = [svg("rect", { class: "white-share", width: WIDTH, height: HEIGHT })];
    if (known.length) {
      const curve = known.map(({ rate, number }) => `${x(number).toFixed(1)} ${y(rate).toFixed(1)}`);
      const [first, end] = [known[0], known[known.length - 1]];
      const begin = `0 ${y(first.rate).toFixed(1)}`;
      parts.push(svg("path", { class: "black-share", d: `M0 ${HEIGHT}L${begin}L${curve.join("L")}L${x(end.number).toFixed(1)} ${HEIGHT}Z` }));
      if (end.number < this.last) parts.push(svg("rect", { class: "unknown", x: x(end.number), width: WIDTH - x(end.number), height: HEIGHT }));
      parts.push(svg("line", { class: "half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
      parts.push(svg("path", { class: "curve", d: `M${begin}L${curve.join("L")}` }));
      const drawn = x(end.number) > 60; // else the words stand where nothing is known yet
      const now = known.findLast(({ number }) => number <= (here ?? this.last)) ?? end;
      parts.push(svg("circle", { class: "dot", cx: Math.min(WIDTH - 4, Math.max(4, x(now.number))), cy: y(now.rate), r: 4.5 }));
      parts.push(svg("text", { class: drawn ? "on-white" : "", x: 8, y: 16 }, "White"), svg("text", { class: drawn ? "on-black" : "", x: 8, y: HEIGHT - 8 }, "Black"));
      this.element.setAttribute("aria-label", `Win rate of Black after move ${now.number}: ${percent(now.rate)}`);
    } else {
      parts.push(svg("rect", { class: "unknown", width: WIDTH, height: HEIGHT }));
      parts.push(svg("text", { x: WIDTH / 2, y: HEIGHT / 2 + 4, "text-anchor": "middle" }, "The chances of both sides will be drawn here."));
    }
    if (here !== null) parts.push(svg("line", { class: "here", x1: x(here), x2: x(here), y1: 0, y2: HEIGHT }));
    parts.push(svg("rect", { class: "frame", x: 0.5, y: 0.5, width: WIDTH - 1, height: HEIGHT - 1, rx: 6 }));
    this.element.replaceChildren(...parts);
  }
}
