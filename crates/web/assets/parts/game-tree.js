// A game with its variations: nodes with parents, and where we are in it.

import { el, put, svg } from "../dom.js";
import { other } from "../words.js";

export class GameTree {
  /** `nodes[0]` is the root; `main` are the indices of the main line. */
  constructor(nodes, main) {
    this.nodes = nodes.map((node) => ({ ...node, children: [] }));
    this.nodes.forEach((node, index) => { if (index > 0) this.nodes[node.parent].children.push(index); });
    this.preferred = new Map(); // the child to go on with, where one was chosen
    (main ?? []).forEach((index) => { if (index > 0) this.preferred.set(this.nodes[index].parent, index); });
    this.here = 0;
  }

  /** A tree that is one line of moves. */
  static fromMoves(moves) {
    return new GameTree([{ parent: null }, ...moves.map((move, index) => ({ parent: index, move }))], null);
  }

  path(index = this.here) {
    const path = [];
    for (let at = index; at > 0; at = this.nodes[at].parent) path.unshift(at);
    return path;
  }

  moves(index = this.here) {
    return this.path(index).map((at) => this.nodes[at].move).filter(Boolean);
  }

  next(index) {
    const { children } = this.nodes[index];
    return this.preferred.get(index) ?? children[0] ?? null;
  }

  /** The line through where we are: up to it and on from it. */
  line() {
    const line = [0, ...this.path()];
    for (let at = this.next(this.here); at !== null; at = this.next(at)) line.push(at);
    return line;
  }

  goTo(index) {
    this.here = index;
    for (const at of this.path()) this.preferred.set(this.nodes[at].parent, at);
  }

  /** Plays a move: into a variation that is there, or a new one. */
  play(move) {
    const known = this.nodes[this.here].children.find((child) => this.nodes[child].move === move);
    if (known === undefined) {
      this.nodes.push({ parent: this.here, move, children: [] });
      this.nodes[this.here].children.push(this.nodes.length - 1);
    }
    this.goTo(known ?? this.nodes.length - 1);
  }

  /** The next or previous sibling of where we are. */
  sibling(step) {
    const parent = this.nodes[this.here].parent;
    if (parent === null || parent === undefined) return null;
    const { children } = this.nodes[parent];
    return children[children.indexOf(this.here) + step] ?? null;
  }

  /** Takes a variation away. */
  remove(index) {
    const { parent } = this.nodes[index];
    const siblings = this.nodes[parent].children;
    siblings.splice(siblings.indexOf(index), 1);
    if (this.preferred.get(parent) === index) this.preferred.delete(parent);
    this.goTo(parent);
  }

  /** What is still part of the tree, numbered anew, as records are written from. */
  written() {
    const numbers = new Map([[0, 0]]);
    const list = [{ parent: null, comment: this.nodes[0].comment }];
    const open = [...this.nodes[0].children].reverse();
    while (open.length) {
      const index = open.pop();
      const { parent, move, comment, rate, winRate } = this.nodes[index];
      numbers.set(index, list.length);
      list.push({ parent: numbers.get(parent), move, comment, winRate: rate ?? winRate });
      open.push(...[...this.nodes[index].children].reverse());
    }
    return list;
  }
}

const STEP = 22;

/** Draws the tree: moves go to the right, variations below. */
export class TreePicture {
  constructor({ onChoose }) {
    this.onChoose = onChoose;
    this.element = el("div", { class: "tree", role: "group", "aria-label": "Variations", tabindex: "0" });
  }

  show(tree, firstPlayer = "black") {
    const spots = layOut(tree);
    const parts = [];
    const rings = [];
    let [width, height] = [0, 0];
    for (const [index, { x, y }] of spots) {
      const node = tree.nodes[index];
      [width, height] = [Math.max(width, x), Math.max(height, y)];
      const parent = spots.get(node.parent);
      if (parent) parts.push(svg("path", { class: "branch", d: parent.y === y ? `M${parent.x} ${y}H${x}` : `M${parent.x} ${parent.y}V${y - 8}L${parent.x + 8} ${y}H${x}` }));
      const depth = (x - STEP / 2) / STEP;
      const player = index === 0 ? "root" : node.player ?? (depth % 2 === 1 ? firstPlayer : other(firstPlayer));
      rings.push(svg("g", { class: `node ${player} ${index === tree.here ? "here" : ""}`, "data-node": index, onclick: () => this.onChoose(index) },
        svg("title", {}, node.move ? `${depth}. ${node.move}${node.comment ? `: ${node.comment.slice(0, 200)}` : ""}` : "Beginning"),
        svg("circle", { cx: x, cy: y, r: 8.5 }),
        index > 0 ? svg("text", { x, y: y + 0.5 }, String(depth)) : null,
        node.comment ? svg("circle", { class: "noted", cx: x + 7, cy: y - 7, r: 2.5 }) : null));
    }
    put(this.element, svg("svg", { width: width + STEP, height: height + STEP }, parts, rings));
    const here = spots.get(tree.here);
    if (here) {
      this.element.scrollLeft = here.x - this.element.clientWidth / 2;
      this.element.scrollTop = here.y - this.element.clientHeight / 2;
    }
  }
}

/** Where each node is drawn: every variation gets the first line that is free to its right. */
function layOut(tree) {
  const spots = new Map();
  const ends = []; // for each line, how far it is taken from the right
  const open = [[0, 0, 0]];
  while (open.length) {
    const [start, depth, wanted] = open.pop();
    const chain = [];
    for (let at = start; at !== undefined; at = tree.nodes[at].children[0]) chain.push(at);
    let line = wanted;
    while ((ends[line] ?? Infinity) <= depth + chain.length) line += 1;
    ends[line] = depth - 1;
    chain.forEach((index, step) => spots.set(index, { x: (depth + step) * STEP + STEP / 2, y: line * STEP + STEP / 2 }));
    // The last variations of a chain are drawn nearest to it; those before them go below.
    chain.forEach((index, step) => {
      const { children } = tree.nodes[index];
      for (let number = children.length - 1; number >= 1; number -= 1) open.push([children[number], depth + step + 1, line + 1]);
    });
  }
  return spots;
}
