// What is laid over the stones: last move, marks, candidate moves, lines, ownership, territory.

import { svg } from "../dom.js";
import { percent, ranked, short, squaresOf } from "../words.js";
import { drawStone } from "./board-drawing.js";

const MOST_CANDIDATES = 9;
const MOST_OF_A_LINE = 12;

function stoneAt(rows, point) {
  const mark = rows[point.row]?.[point.column];
  return mark === "X" ? "black" : mark === "O" ? "white" : null;
}

/** The move just played: a ring on its stone, and where a piece came from. */
export function drawLastMove(place, rows, move) {
  const squares = place.squares ? squaresOf(move) : null;
  const point = place.find(squares ? squares.to : move);
  if (!point) return [];
  const [x, y] = [place.at(point.column), place.at(point.row)];
  const colour = stoneAt(rows, point) ?? "white";
  const parts = [svg("circle", { class: `last on-${colour}`, cx: x, cy: y, r: 8.5 })];
  const start = squares && place.find(squares.from);
  if (start) {
    const [fromX, fromY] = [place.at(start.column), place.at(start.row)];
    const length = Math.hypot(x - fromX, y - fromY) || 1;
    const [stepX, stepY] = [(x - fromX) / length, (y - fromY) / length];
    parts.unshift(
      svg("circle", { class: "from", cx: fromX, cy: fromY, r: 14 }),
      svg("line", { class: "trace", x1: fromX + stepX * 14, y1: fromY + stepY * 14, x2: x - stepX * 19, y2: y - stepY * 19 }));
  }
  return parts;
}

/** Crosses on refused points, dots on points that are empty for certain, rings on twins, letters. */
export function drawMarks(place, marks) {
  return marks.flatMap(({ point: name, kind, text }) => {
    const point = place.find(name);
    if (!point) return [];
    const [x, y] = [place.at(point.column), place.at(point.row)];
    if (kind === "refused") return [svg("path", { class: "refused", d: `M${x - 9} ${y - 9}l18 18m0 -18l-18 18` })];
    if (kind === "twin") return [svg("circle", { class: "twin", cx: x, cy: y, r: 6 })];
    if (kind === "empty") return [svg("circle", { class: "surely-empty", cx: x, cy: y, r: 4 })];
    return [svg("circle", { class: "label-back", cx: x, cy: y, r: 12 }), svg("text", { class: "label", x, y }, text ?? "")];
  });
}

/** Who has which point in the end: the surer, the larger the square. */
export function drawOwnership(place, values) {
  const parts = [];
  values.forEach((line, row) => line.forEach((value, column) => {
    const side = Math.sqrt(Math.abs(value)) * 22;
    if (side < 5) return;
    parts.push(svg("rect", {
      class: `own ${value > 0 ? "black" : "white"}`, opacity: 0.3 + 0.5 * Math.abs(value),
      x: place.at(column) - side / 2, y: place.at(row) - side / 2, width: side, height: side, rx: 3,
    }));
  }));
  return parts;
}

/** The area that was counted; stones speak for themselves, unless they are dead. */
export function drawTerritory(place, area, stones) {
  const parts = [];
  area.forEach((text, row) => [...text].forEach((mark, column) => {
    if ((mark !== "X" && mark !== "O") || stones[row][column] === mark) return;
    parts.push(svg("rect", { class: `area ${mark === "X" ? "black" : "white"}`, x: place.at(column) - 6, y: place.at(row) - 6, width: 12, height: 12, rx: 2 }));
  }));
  return parts;
}

/** The moves of a report that are worth showing, the best first. */
export function shownCandidates(moves) {
  const most = Math.max(0, ...moves.map((move) => move.visits));
  return ranked(moves).filter((move, index) => index === 0 || move.visits >= most * 0.02).slice(0, MOST_CANDIDATES);
}

/** Candidate moves with their chance and visits. */
export function drawCandidates(place, moves) {
  const total = Math.max(1, ...moves.map((move) => move.visits));
  const arrows = [];
  const discs = [];
  const taken = new Set();
  moves.forEach((move, index) => {
    const squares = place.squares ? { from: move.from, to: move.to, ...squaresOf(move.move) } : null;
    const name = squares ? squares.to : move.move;
    const point = place.find(name);
    if (!point) return;
    const [x, y] = [place.at(point.column), place.at(point.row)];
    const best = index === 0 ? "best" : "";
    const start = squares && place.find(squares.from);
    if (start) {
      const [fromX, fromY] = [place.at(start.column), place.at(start.row)];
      const length = Math.hypot(x - fromX, y - fromY) || 1;
      arrows.unshift(svg("line", {
        class: `arrow ${best}`, "marker-end": `url(#paint-arrow${best ? "-best" : ""})`,
        x1: fromX, y1: fromY, x2: x - (x - fromX) / length * 24, y2: y - (y - fromY) / length * 24,
      }));
    }
    if (taken.has(name)) return; // two pieces may go to one square: the better move names it
    taken.add(name);
    const lost = move.proof === "loss" ? "lost" : "";
    const rate = move.proof === "win" ? "win" : move.proof === "loss" ? "loss" : move.proof === "draw" ? "draw" : percent(move.rate, 0);
    discs.push(svg("g", { class: `candidate ${best} ${lost}` },
      svg("circle", { cx: x, cy: y, r: 14 + 4 * Math.sqrt(move.visits / total) }),
      svg("text", { class: "rate", x, y: y + 1.5 }, rate),
      svg("text", { class: "visits", x, y: y + 11 }, short(move.visits))));
  });
  return [...arrows, ...discs.reverse()];
}

/** A line of moves as numbered stones, or as numbered arrows where pieces move. */
export function drawLine(place, moves, toMove) {
  const parts = [];
  let player = toMove;
  moves.slice(0, place.squares ? 5 : MOST_OF_A_LINE).forEach((move, index) => {
    const squares = place.squares ? squaresOf(move) : null;
    const point = place.find(squares ? squares.to : move);
    if (point) {
      const [x, y] = [place.at(point.column), place.at(point.row)];
      const start = squares && place.find(squares.from);
      if (start) {
        const [fromX, fromY] = [place.at(start.column), place.at(start.row)];
        const length = Math.hypot(x - fromX, y - fromY) || 1;
        parts.push(svg("line", {
          class: "arrow best", "marker-end": "url(#paint-arrow-best)",
          x1: fromX, y1: fromY, x2: x - (x - fromX) / length * 22, y2: y - (y - fromY) / length * 22,
        }));
      }
      parts.push(drawStone(x, y, player), svg("text", { class: `line-number on-${player}`, x, y: y + 0.5 }, String(index + 1)));
    }
    player = player === "black" ? "white" : "black";
  });
  return parts;
}

/** Where a chosen piece may go. */
export function drawTargets(place, rows, from, targets) {
  const start = place.find(from);
  if (!start) return [];
  const parts = [svg("circle", { class: "selected", cx: place.at(start.column), cy: place.at(start.row), r: 18 })];
  for (const name of targets) {
    const point = place.find(name);
    if (!point) continue;
    const capture = stoneAt(rows, point) !== null;
    parts.push(svg("circle", {
      class: `target ${capture ? "capture" : ""}`, cx: place.at(point.column), cy: place.at(point.row), r: capture ? 18 : 7,
    }));
  }
  return parts;
}
