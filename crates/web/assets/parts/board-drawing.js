// What never changes on a board (wood, lines, names of points), and single stones.

import { svg } from "../dom.js";
import { UNIT, starPoints } from "./geometry.js";

/** Wood, lines, star points and coordinates. */
export function drawGround(place, coordinates) {
  const { size, width, squares, at } = place;
  const parts = [svg("rect", { class: "wood", width, height: width })];
  if (squares) {
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const shade = (row + column) % 2 ? "dark" : "light";
        parts.push(svg("rect", { class: `square ${shade}`, x: at(column) - UNIT / 2, y: at(row) - UNIT / 2, width: UNIT, height: UNIT }));
      }
    }
    const low = at(0) - UNIT / 2;
    parts.push(svg("rect", { class: "grid", x: low, y: low, width: size * UNIT, height: size * UNIT }));
  } else {
    let path = "";
    for (let line = 0; line < size; line += 1) {
      path += `M${at(line)} ${at(0)}V${at(size - 1)}M${at(0)} ${at(line)}H${at(size - 1)}`;
    }
    parts.push(svg("path", { class: "grid", d: path }));
    for (const [column, row] of starPoints(size)) {
      parts.push(svg("circle", { class: "star", cx: at(column), cy: at(row), r: 3.6 }));
    }
  }
  if (coordinates) parts.push(...drawCoordinates(place));
  return parts;
}

function drawCoordinates({ size, width, at, column, row, squares }) {
  const edge = squares ? 12 : 11;
  const parts = [];
  for (let index = 0; index < size; index += 1) {
    parts.push(svg("text", { class: "coordinate", x: at(index), y: width - edge }, String(column(index))));
    parts.push(svg("text", { class: "coordinate", x: edge, y: at(index) }, String(row(index))));
  }
  return parts;
}

/** A stone or piece with its shadow. */
export function drawStone(x, y, player, extra = "") {
  return svg("g", {},
    extra ? null : svg("circle", { class: "stone-shadow", cx: x + 1, cy: y + 2, r: 18 }),
    svg("circle", { class: `stone ${player} ${extra}`, cx: x, cy: y, r: 18 }));
}

/** All stones of `rows`; `dead` ones are faint. */
export function drawStones(place, rows, dead) {
  const parts = [];
  rows.forEach((text, row) => {
    [...text].forEach((mark, column) => {
      if (mark !== "X" && mark !== "O") return;
      const faint = dead?.has(place.name(column, row)) ? "dead" : "";
      parts.push(drawStone(place.at(column), place.at(row), mark === "X" ? "black" : "white", faint));
    });
  });
  return parts;
}
