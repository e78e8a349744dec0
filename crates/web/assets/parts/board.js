// The one board of all games. It shows a position and says which move was chosen; it knows no rules.

import { announce, svg } from "../dom.js";
import { sideName } from "../words.js";
import { drawGround, drawStone, drawStones } from "./board-drawing.js";
import { drawCandidates, drawLastMove, drawLine, drawMarks, drawOwnership, drawTargets, drawTerritory, shownCandidates } from "./board-overlays.js";
import { UNIT, geometry } from "./geometry.js";

/** Below so many pixels a point, a finger may miss: the first tap chooses, the second plays. */
const SURE_TAP = 26;
const LAYERS = ["ground", "own", "stones", "area", "marks", "targets", "candidates", "line", "ghost"];

export class Board {
  /**
   * `onPlay(move)` is told of a legal move, `onRefused(move)` of one that is not (`"b8>b6"` for
   * pieces), `onCandidate(move or null)` of the candidate under the pointer.
   */
  constructor({ label = "Board", coordinates = true, onPlay, onRefused, onCandidate } = {}) {
    this.label = label;
    this.coordinates = coordinates;
    this.onPlay = onPlay;
    this.onRefused = onRefused;
    this.onCandidate = onCandidate;
    this.view = { rows: [], legal: null };
    this.from = null; // the piece that was taken up
    this.armed = null; // the point that was tapped once
    this.element = svg("svg", { class: "board", role: "img", "aria-label": label });
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.under = svg("rect", { class: "cursor-under", width: 34, height: 34, rx: 5 });
    this.ring = svg("rect", { class: "cursor", width: 34, height: 34, rx: 5 });
    this.hits = svg("g", {});
    this.element.append(...Object.values(this.layers), this.under, this.ring, this.hits);
    this.listen();
  }

  listen() {
    const pointOf = (event) => event.target.getAttribute?.("data-point");
    this.hits.addEventListener("click", (event) => {
      const point = pointOf(event);
      if (!point) return;
      this.element.classList.remove("keys");
      const tapped = window.matchMedia("(pointer: coarse)").matches && this.pointWidth() < SURE_TAP;
      const sure = !tapped || this.armed === point || this.place.squares;
      this.moveCursor(point);
      this.armed = sure ? null : point;
      if (sure) this.choose(point);
      else this.showGhost(point);
    });
    this.hits.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.hover(pointOf(event));
    });
    this.hits.addEventListener("pointerleave", () => this.hover(null));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("blur", () => this.element.classList.remove("keys"));
  }

  /**
   * Shows a position. `view`: game, rows, toMove, lastMove, legal, legalMoves (pieces), playable,
   * dead, marks, candidates, ownership, territory.
   */
  show(view) {
    const size = view.rows.length;
    const shape = `${view.game}/${size}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.prepare(view.game, size);
    }
    this.view = view;
    this.targetsOf = view.game === "loa" ? view.legal ?? {} : null;
    this.legal = view.game === "loa" ? new Set(Object.keys(this.targetsOf)) : new Set(view.legal ?? []);
    if (!view.playable || (this.from && !this.legal.has(this.from))) this.from = null;
    this.element.classList.toggle("playable", Boolean(view.playable));
    this.element.setAttribute("role", view.playable || this.onCandidate ? "application" : "img");
    if (view.playable) {
      this.element.setAttribute("tabindex", "0");
      this.element.setAttribute("aria-roledescription", "board");
    } else {
      this.element.removeAttribute("tabindex");
      this.element.removeAttribute("aria-roledescription");
    }
    this.element.setAttribute("aria-label", this.describe());
    const { place, layers } = this;
    layers.stones.replaceChildren(...drawStones(place, view.rows, view.dead && new Set(view.dead)));
    layers.own.replaceChildren(...(view.ownership ? drawOwnership(place, view.ownership) : []));
    layers.area.replaceChildren(...(view.territory ? drawTerritory(place, view.territory, view.rows) : []));
    layers.marks.replaceChildren(...drawLastMove(place, view.rows, view.lastMove), ...drawMarks(place, view.marks ?? []));
    this.candidates = shownCandidates(view.candidates ?? []);
    layers.candidates.replaceChildren(...drawCandidates(place, this.candidates));
    this.showTargets();
    if (this.hovered) this.hover(this.hovered, true);
    else this.showGhost(this.armed);
  }

  /** Draws what depends on the shape alone. */
  prepare(game, size) {
    this.place = geometry(game, size, this.coordinates);
    const { width, at, name } = this.place;
    this.element.setAttribute("viewBox", `0 0 ${width} ${width}`);
    this.element.dataset.size = size;
    this.layers.ground.replaceChildren(...drawGround(this.place, this.coordinates));
    const hits = [];
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        hits.push(svg("rect", { class: "hit", "data-point": name(column, row), x: at(column) - UNIT / 2, y: at(row) - UNIT / 2, width: UNIT, height: UNIT }));
      }
    }
    this.hits.replaceChildren(...hits);
    this.from = null;
    this.hovered = null;
    this.layers.line.replaceChildren();
    this.layers.ghost.replaceChildren();
    this.cursor = { column: Math.floor(size / 2), row: Math.floor(size / 2) };
    this.drawCursor();
  }

  /** The position in words, for those who do not see it. */
  describe() {
    const { rows, toMove, lastMove, playable } = this.view;
    const stones = { X: 0, O: 0 };
    for (const text of rows) for (const mark of text) if (mark in stones) stones[mark] += 1;
    const parts = [`${this.label}, ${rows.length} by ${rows.length}: ${stones.X} black, ${stones.O} white`];
    if (lastMove) parts.push(`last move ${lastMove}`);
    if (toMove) parts.push(`${sideName(toMove)} to move`);
    if (playable) parts.push("arrow keys move the cursor, Enter plays");
    return parts.join(". ");
  }

  pointWidth() {
    return this.element.getBoundingClientRect().width / this.place.width * UNIT;
  }

  cursorName() {
    return this.place.name(this.cursor.column, this.cursor.row);
  }

  moveCursor(name) {
    this.cursor = this.place.find(name) ?? this.cursor;
    this.drawCursor();
  }

  drawCursor() {
    for (const ring of [this.under, this.ring]) {
      ring.setAttribute("x", this.place.at(this.cursor.column) - 17);
      ring.setAttribute("y", this.place.at(this.cursor.row) - 17);
    }
  }

  key(event) {
    if (!this.view.playable || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const last = this.place.size - 1;
      const inside = (value) => Math.min(last, Math.max(0, value));
      this.cursor = { column: inside(this.cursor.column + step[0]), row: inside(this.cursor.row + step[1]) };
      this.drawCursor();
      announce(this.say(this.cursorName()));
      this.hover(this.cursorName());
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.cursorName());
    } else if (event.key === "Escape" && this.from) {
      this.from = null;
      this.showTargets();
      announce("Piece let go");
    } else return;
    this.element.classList.add("keys");
    event.preventDefault();
    event.stopPropagation();
  }

  /** A point in words. */
  say(name) {
    const mark = this.markAt(name);
    const words = [name, mark === "X" ? "black" : mark === "O" ? "white" : "empty"];
    if (this.from && this.targetsOf?.[this.from]?.includes(name)) words.push("can go here");
    const candidate = this.candidateAt(name);
    if (candidate) words.push(`candidate, ${Math.round(candidate.rate * 100)} percent, ${candidate.visits} visits`);
    return words.join(", ");
  }

  markAt(name) {
    const point = this.place.find(name);
    return point ? this.view.rows[point.row][point.column] : ".";
  }

  candidateAt(name) {
    return this.candidates?.find((move) => (this.place.squares ? (move.to ?? move.move.slice(-2)) : move.move) === name);
  }

  /** A click or Enter on a point. */
  choose(name) {
    const { view } = this;
    if (!view.playable) return;
    if (!this.targetsOf) {
      if (this.legal.has(name)) this.onPlay?.(name);
      else this.onRefused?.(name);
      return;
    }
    if (this.from && this.targetsOf[this.from]?.includes(name)) {
      const move = view.legalMoves?.[`${this.from}>${name}`] ?? `${this.from}-${name}`;
      this.from = null;
      this.showTargets();
      this.onPlay?.(move);
      return;
    }
    const own = view.toMove === "black" ? "X" : "O";
    if (this.markAt(name) === own) {
      this.from = this.from === name ? null : name;
      this.showTargets();
      if (this.from && !this.legal.has(name)) this.onRefused?.(name);
      else if (this.from) announce(`${name}: can go to ${this.targetsOf[name].join(", ")}`);
    } else {
      this.onRefused?.(this.from ? `${this.from}>${name}` : name);
    }
  }

  showTargets() {
    const targets = this.from ? this.targetsOf[this.from] ?? [] : [];
    this.layers.targets.replaceChildren(...(this.from ? drawTargets(this.place, this.view.rows, this.from, targets) : []));
  }

  showGhost(name) {
    const point = name && this.place.find(name);
    const shown = point && this.view.playable && !this.targetsOf && this.legal.has(name) && !this.candidateAt(name);
    this.layers.ghost.replaceChildren(...(shown ? [svg("g", { class: "ghost" }, drawStone(this.place.at(point.column), this.place.at(point.row), this.view.toMove))] : []));
  }

  /** The pointer (or the cursor) is over a point: a faint stone, or the line of a candidate. */
  hover(name, again = false) {
    if (name === this.hovered && !again) return;
    this.hovered = name;
    this.showGhost(name);
    const candidate = name ? this.candidateAt(name) : null;
    this.showLine(candidate?.line);
    if (!again) this.onCandidate?.(candidate ?? null);
  }

  /** Shows a line of moves over the position; nothing without one. */
  showLine(line) {
    const shown = line?.length ? drawLine(this.place, line, this.view.toMove) : [];
    this.layers.line.replaceChildren(...shown);
    this.layers.candidates.setAttribute("opacity", shown.length ? 0.15 : 1);
  }
}

/** A small board that only shows something. */
export function smallBoard(view, label) {
  const board = new Board({ label, coordinates: false });
  board.show(view);
  return board.element;
}
