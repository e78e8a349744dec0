// A 3x3 pattern around a move, as learned policies know them.

import { svg } from "../dom.js";
import { drawStone } from "./board-drawing.js";

const UNIT = 40;

/**
 * Draws three rows of three: `X` stones of the mover, `O` of the other (lower case: in atari), `*` the
 * move, `#` beyond the edge, `.` empty.
 */
export function drawPattern(rows, label) {
  const mark = (row, column) => rows[row]?.[column] ?? "#";
  const parts = [];
  const eachPoint = (draw) => {
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 3; column += 1) {
        if (mark(row, column) !== "#") draw(mark(row, column), row, column, column * UNIT + UNIT / 2, row * UNIT + UNIT / 2);
      }
    }
  };
  eachPoint((_, _row, _column, x, y) => parts.push(svg("rect", { class: "wood", x: x - UNIT / 2 - 0.5, y: y - UNIT / 2 - 0.5, width: UNIT + 1, height: UNIT + 1 })));
  eachPoint((_, row, column, x, y) => {
    // A line goes on to a neighbour, and out of the picture where the board goes on.
    for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
      const inside = row + down >= 0 && row + down < 3 && column + right >= 0 && column + right < 3;
      if (!inside || mark(row + down, column + right) !== "#") {
        parts.push(svg("line", { class: "grid", x1: x, y1: y, x2: x + right * UNIT / 2, y2: y + down * UNIT / 2 }));
      }
    }
  });
  eachPoint((letter, _row, _column, x, y) => {
    const player = { X: "black", x: "black", O: "white", o: "white" }[letter];
    if (player) parts.push(drawStone(x, y, player));
    if (letter === "x" || letter === "o") parts.push(svg("circle", { class: "atari", cx: x, cy: y, r: 9 }));
    if (letter === "*") parts.push(svg("circle", { class: "the-move", cx: x, cy: y, r: 8 }));
  });
  return svg("svg", { class: "board pattern", viewBox: "0 0 120 120", role: "img", "aria-label": label }, parts);
}
