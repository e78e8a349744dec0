// Stepping through a game: chances, live analysis, ownership, variations.

import { getText, post } from "../server.js";
import { button, copy, download, el, notice, put } from "../dom.js";
import { fromQuery, go, positionLink, toQuery } from "../links.js";
import { Analysis, analyseOnce } from "../parts/analysis.js";
import { Board } from "../parts/board.js";
import { GameTree, TreePicture } from "../parts/game-tree.js";
import { WinRateGraph } from "../parts/graph.js";
import { MoveTable } from "../parts/move-table.js";
import { openButton, takeOpened } from "../parts/open-record.js";
import { playerSelect } from "../parts/player-select.js";
import { isTyping, Stepper } from "../parts/stepper.js";
import { count, percent, sideName } from "../words.js";

export const title = "Analyse";

/** How long one position is looked at, and one of a whole game. */
const PLAYOUTS = 20_000;
const QUICK_PLAYOUTS = 400;

let kept = null; // the game that was shown last, for whoever comes back

export async function show(root, where, about) {
  let opened = takeOpened();
  if (!opened && where.query.has("example")) opened = await post("/api/sgf", { sgf: await getText("examples/game.sgf") });
  let game;
  if (opened) {
    game = { setup: opened.setup, tree: new GameTree(opened.nodes, opened.main), heading: headingOf(opened), info: opened };
    if (opened.problems?.length) notice(`Left out: ${opened.problems.join("; ")}`);
  } else if (where.query.has("g")) {
    const { setup, moves } = fromQuery(where.query);
    const tree = GameTree.fromMoves(moves);
    tree.goTo(tree.nodes.length - 1);
    game = { setup, tree, heading: "Analysis", info: {} };
  } else {
    game = kept ?? { setup: { game: "go", size: 9 }, tree: GameTree.fromMoves([]), heading: "Analysis", info: {} };
  }
  kept = game;
  const page = new AnalysisPage(root, game, about);
  await page.goTo(game.tree.here);
  return () => page.end();
}

function headingOf({ title: name, players, result }) {
  const sides = players?.black || players?.white ? `${players.black || "?"} – ${players.white || "?"}` : "";
  return [sides || name, result].filter(Boolean).join(" · ") || "A game";
}

class AnalysisPage {
  constructor(root, game, about) {
    Object.assign(this, game);
    this.about = about;
    this.positions = new Map();
    this.ownership = false;
    this.live = true;
    this.analysis = new Analysis({
      onReport: (report) => this.reported(report),
      onEnd: (end) => this.ended(end),
      onError: (error) => put(this.figures, error.message),
      onQueued: (before) => put(this.figures, `Waiting: ${before} searches come first.`),
    });
    this.build(root);
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  end() {
    this.analysis.stop();
    this.whole?.abort();
    document.removeEventListener("keydown", this.onKey);
  }

  build(root) {
    const known = this.about.games.find((one) => one.name === this.setup.game);
    this.board = new Board({ label: "The shown position", onPlay: (move) => this.play(move), onRefused: (move) => this.refused(move), onCandidate: () => {} });
    this.stepper = new Stepper({ onStep: (step) => this.goTo(this.tree.line()[step]) });
    this.status = el("p", { class: "status", role: "status" });
    this.figures = el("p", { class: "small quiet" }, " ");
    this.table = new MoveTable({ most: 8, onHover: (line) => this.board.showLine(line), onChoose: (move) => this.play(move) });
    this.graph = new WinRateGraph({ onChoose: (step) => this.goTo(this.tree.line()[step] ?? this.tree.here) });
    this.picture = new TreePicture({ onChoose: (index) => this.goTo(index) });
    this.comment = el("p", { class: "comment" });
    this.player = playerSelect(known, { onChange: () => this.search() });
    this.player.element.classList.add("grow");
    const liveButton = button("Live", () => { this.live = !this.live; liveButton.setAttribute("aria-pressed", String(this.live)); this.search(); }, { "aria-pressed": "true" });
    const ownButton = known.name === "go"
      ? button("Ownership", () => { this.ownership = !this.ownership; ownButton.setAttribute("aria-pressed", String(this.ownership)); this.draw(); }, { "aria-pressed": "false" })
      : null;
    this.wholeButton = button("Analyse the whole game", () => this.analyseWhole());
    this.passButton = known.name === "loa" ? null : button("Pass", () => this.play("pass"));
    this.removeButton = button("Delete variation", () => { this.tree.remove(this.tree.here); this.goTo(this.tree.here); });
    root.append(
      el("div", { class: "head" }, el("h1", {}, this.heading), openButton()),
      el("div", { class: "side-by-side" },
        el("div", { class: "board-side stack" }, this.board.element, this.stepper.element),
        el("div", { class: "panel" },
          el("section", { class: "card stack", "aria-label": "Analysis" },
            el("div", { class: "row spread" }, this.status),
            el("div", { class: "row ends" }, this.player.element, liveButton, ownButton),
            el("div", { class: "scroll" }, this.table.element), this.figures),
          el("section", { class: "card stack" },
            el("div", { class: "row spread" }, el("h2", {}, "Chances"), this.wholeButton), this.graph.element),
          el("section", { class: "card stack" },
            el("h2", {}, "Moves and variations"), this.picture.element, this.comment,
            el("p", { class: "small quiet" }, "Play on the board to try a variation. ← → step, ↑ ↓ change the variation."),
            el("div", { class: "row" }, this.passButton, this.removeButton)),
          el("section", { class: "card" }, el("div", { class: "actions wide" },
            button("Save SGF", () => this.save()),
            button("Copy link", () => copy(positionLink(this.setup, this.tree.moves()), "The link to this position was copied.")),
            button("Play from here", () => go(`/position?${toQuery(this.setup, this.tree.moves())}`)),
            button("Search tree", () => go(`/search?${toQuery(this.setup, this.tree.moves())}`)))))));
  }

  async goTo(index) {
    if (index === undefined || index === null) return;
    this.tree.goTo(index);
    this.report = this.tree.nodes[index].report ?? null;
    try {
      const position = await this.positionOf(index);
      if (this.tree.here !== index) return;
      this.position = position;
    } catch (error) {
      notice(error.message);
      if (index > 0) await this.goTo(this.tree.nodes[index].parent);
      return;
    }
    if (this.position.setup) this.setup = { ...this.setup, ...this.position.setup };
    const line = this.tree.line();
    this.stepper.set(line.indexOf(index), line.length - 1);
    this.picture.show(this.tree, this.firstPlayer());
    this.draw();
    this.search();
  }

  firstPlayer() {
    return this.setup.toMove ?? (this.setup.handicap > 1 ? "white" : "black");
  }

  async positionOf(index) {
    if (!this.positions.has(index)) {
      this.positions.set(index, await post("/api/positions", { setup: this.setup, moves: this.tree.moves(index) }));
    }
    return this.positions.get(index);
  }

  draw() {
    const { position, tree, report } = this;
    if (!position) return;
    const node = tree.nodes[tree.here];
    this.board.show({
      game: this.setup.game, rows: position.rows, toMove: position.toMove, lastMove: position.lastMove,
      legal: position.legal, legalMoves: position.legalMoves, playable: !position.outcome,
      candidates: this.live && !this.ownership ? report?.moves ?? [] : [],
      ownership: this.ownership ? report?.ownership : null, territory: position.outcome?.territory,
    });
    const number = tree.moves().length;
    this.status.textContent = position.outcome
      ? `Over after ${number} moves: ${position.outcome.text}`
      : `${number ? `${number}. ${position.lastMove ?? node.move}. ` : ""}${sideName(position.toMove)} to move${report ? `, Black ${percent(report.rate)}` : ""}`;
    this.table.show(report);
    if (report) put(this.figures, `${count(report.playouts)} playouts, ${count(Math.round(report.playoutsPerSecond ?? 0))} a second${report.proof ? `. Proved: ${report.proof === "draw" ? "a draw" : `${sideName(report.proof)} wins`}.` : ""}`);
    else put(this.figures, position.outcome ? "The game is over here." : this.live ? "Searching …" : "Press “Live” to have the position searched.");
    const line = tree.line();
    this.graph.show(line.map((index) => tree.nodes[index].rate ?? tree.nodes[index].winRate ?? null), line.indexOf(tree.here));
    this.comment.textContent = node.comment ?? "";
    this.comment.hidden = !node.comment;
    this.removeButton.disabled = tree.here === 0;
  }

  /** Has the shown position searched, a moment after the last step. */
  search() {
    this.analysis.stop();
    clearTimeout(this.timer);
    if (!this.live || !this.position || this.position.outcome || this.whole) return this.draw();
    this.timer = setTimeout(() => this.analysis.start({
      setup: this.setup, moves: this.tree.moves(), spec: this.player.spec(), playouts: PLAYOUTS, ownership: this.setup.game === "go",
    }), 200);
  }

  reported(report) {
    this.report = report;
    const node = this.tree.nodes[this.tree.here];
    node.report = report;
    node.rate = report.rate;
    this.draw();
  }

  ended(end) {
    if (end.error) put(this.figures, end.error);
    if (end.report) this.reported(end.report);
  }

  /** All positions of the line, one after another: fills the graph. */
  async analyseWhole() {
    if (this.whole) {
      this.whole.abort();
      return;
    }
    this.whole = new AbortController();
    const { signal } = this.whole;
    this.analysis.stop();
    clearTimeout(this.timer);
    const line = this.tree.line();
    try {
      for (const [step, index] of line.entries()) {
        const node = this.tree.nodes[index];
        if (Number.isFinite(node.rate)) continue;
        this.wholeButton.textContent = `Stop (${step} / ${line.length - 1})`;
        const position = await this.positionOf(index);
        if (position.outcome) {
          node.rate = rateOf(this.setup.game, position.outcome);
          continue;
        }
        const report = await analyseOnce({ setup: this.setup, moves: this.tree.moves(index), spec: this.player.spec(), playouts: QUICK_PLAYOUTS }, signal);
        if (signal.aborted) break;
        if (report) node.rate = report.rate;
        this.draw();
      }
    } catch (error) {
      notice(error.message);
    }
    const left = signal.aborted && !this.board.element.isConnected;
    this.whole = null;
    this.wholeButton.textContent = "Analyse the whole game";
    if (!left) this.search();
  }

  play(move) {
    this.tree.play(move);
    this.goTo(this.tree.here);
  }

  async refused(move) {
    try {
      const { reason } = await post("/api/positions/why", { setup: this.setup, moves: this.tree.moves(), move });
      notice(reason ?? `${move} is not a legal move.`);
    } catch (error) {
      notice(error.message);
    }
  }

  async save() {
    try {
      const { sgf } = await post("/api/sgf/write", { setup: this.setup, nodes: this.tree.written(), players: this.info.players, result: this.info.result });
      download("tengen.sgf", sgf);
    } catch (error) {
      notice(error.message);
    }
  }

  key(event) {
    if (isTyping(event)) return;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const sibling = this.tree.sibling(event.key === "ArrowUp" ? -1 : 1);
      if (sibling === null) return;
      this.goTo(sibling);
    } else if (!this.stepper.key(event)) return;
    event.preventDefault();
  }
}

/** Black's chance in a game that is over; nothing while nobody has said which stones are dead. */
function rateOf(game, outcome) {
  if (outcome.winner) return outcome.winner === "black" ? 1 : 0;
  return game === "go" && !outcome.territory ? null : 0.5;
}
