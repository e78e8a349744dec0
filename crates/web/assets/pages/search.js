// A search as it grows, and proofs at Lines of Action.

import { post } from "../server.js";
import { button, el, notice, put, uniqueName } from "../dom.js";
import { LOA_EXAMPLES } from "../examples/positions.js";
import { fromQuery, go, toQuery } from "../links.js";
import { Analysis } from "../parts/analysis.js";
import { Board } from "../parts/board.js";
import { playerSelect } from "../parts/player-select.js";
import { SearchTree } from "../parts/search-tree.js";
import { isTyping, Stepper } from "../parts/stepper.js";
import { count, percent, sideName } from "../words.js";

export const title = "Search";

const BUDGETS = [1000, 10_000, 100_000, 1_000_000];

export async function show(root, where, about) {
  const proof = where.page === "loa-proof";
  const { setup, moves } = fromQuery(where.query);
  if (proof) {
    setup.game = "loa";
    const example = LOA_EXAMPLES[Number(where.query.get("example"))];
    setup.position = where.query.get("position") ?? (example ?? LOA_EXAMPLES[0]).position;
  }
  const page = new SearchPage(root, { setup, moves, proof, about, spec: where.query.get("spec") });
  await page.begin(where.query.has("example") || where.query.has("start"));
  return () => page.end();
}

class SearchPage {
  constructor(root, options) {
    Object.assign(this, options);
    this.game = this.about.games.find((one) => one.name === this.setup.game) ?? this.about.games[0];
    this.search = new Analysis({
      path: this.proof ? "/api/proofs" : "/api/analyses",
      keep: true,
      onReport: (report) => this.reported(report),
      onEnd: (end) => this.ended(end),
      onError: (error) => { this.running(false); put(this.status, error.message); },
      onQueued: (before) => put(this.status, `Waiting: ${before} searches come first.`),
    });
    this.build(root);
    this.onKey = (event) => { if (!isTyping(event) && !this.lineCard.hidden && this.stepper.key(event)) event.preventDefault(); };
    document.addEventListener("keydown", this.onKey);
  }

  build(root) {
    this.board = new Board({ label: "The searched position", onPlay: (move) => this.play(move), onRefused: (move) => this.refused(move), onCandidate: () => {} });
    this.tree = new SearchTree({ onHover: (line) => this.board.showLine(line) });
    this.status = el("p", { class: "status", role: "status" });
    this.figures = el("p", { class: "status-more" }, " ");
    this.startButton = button(this.proof ? "Prove" : "Search", () => this.start(), { class: "primary" });
    this.stopButton = button("Stop", () => this.search.finish(), { disabled: true });
    this.stepper = new Stepper({ label: "Move of the line", onStep: (step) => this.showLineStep(step) });
    this.lineMoves = el("ol", { class: "chips" });
    this.lineCard = el("section", { class: "card stack line-card", hidden: true }, el("h2", {}, "The winning line"), this.lineMoves, this.stepper.element);
    root.append(
      el("div", { class: "head" }, el("h1", {}, this.proof ? "Proving a win at Lines of Action" : "A search as it grows"),
        this.proof ? el("a", { href: "#/search" }, "Search at Go") : el("a", { href: "#/loa-proof" }, "Prove a win at Lines of Action")),
      el("div", { class: "side-by-side" },
        el("div", { class: "board-side stack" }, this.board.element, this.proof ? null : this.backRow()),
        el("div", { class: "panel" },
          el("section", { class: "card stack" }, this.proof ? this.proofInput() : this.searchInput(),
            el("div", { class: "row" }, this.startButton, this.stopButton),
            el("div", {}, this.status, this.figures)),
          this.lineCard,
          el("section", { class: "card" }, el("h2", {}, "The tree"),
            el("p", { class: "small quiet" }, "Visits and value of each move for the side to move, what RAVE says of it, what was known beforehand, and what is proved. Open a row to see the answers."),
            el("div", { class: "scroll" }, this.tree.element)))));
  }

  searchInput() {
    this.player = playerSelect(this.game, { spec: this.spec, label: "Method" });
    const id = uniqueName("budget");
    this.budget = el("select", { id }, BUDGETS.map((playouts) => el("option", { value: playouts, selected: playouts === 100_000 }, playouts.toLocaleString("en"))));
    const games = uniqueName("game");
    const select = el("select", { id: games, onchange: () => go(`/search?g=${select.value}`) },
      this.about.games.filter((game) => game.name !== "phantom").map((game) => el("option", { value: game.name, selected: game.name === this.setup.game }, game.title)));
    return el("div", { class: "fields" },
      el("div", { class: "field" }, el("label", { for: games }, "Game"), select),
      this.player.element, el("div", { class: "field" }, el("label", { for: id }, "Playouts"), this.budget));
  }

  backRow() {
    this.backButton = button("Take back", () => go(`/search?${toQuery(this.setup, this.moves.slice(0, -1))}`), { disabled: !this.moves.length });
    return el("div", { class: "row" }, this.backButton, el("a", { class: "button", href: `#/analyse?${toQuery(this.setup, this.moves)}` }, "Analyse"));
  }

  proofInput() {
    const id = uniqueName("position");
    this.player = playerSelect(this.game, { spec: this.spec, label: "Method", only: (preset) => /solver/.test(preset.spec) || /solver/.test(preset.name) });
    this.text = el("textarea", { id, class: "code", spellcheck: "false", maxlength: 400, oninput: () => { this.ready = this.usePosition(); } });
    this.text.value = this.setup.position;
    return el("div", { class: "stack" },
      el("div", { class: "field" }, el("label", { for: id }, "Position: eight rows, x Black, o White, then b or w to move"), this.text),
      el("div", { class: "row" }, LOA_EXAMPLES.map((example, number) => el("a", { class: "button", href: `#/loa-proof?example=${number}` }, example.name))),
      this.player.element);
  }

  async begin(startNow) {
    await this.showPosition();
    if (startNow) this.start();
  }

  end() {
    this.search.stop();
    document.removeEventListener("keydown", this.onKey);
  }

  async showPosition() {
    this.position = await post("/api/positions", { setup: this.setup, moves: this.moves });
    this.setup = { ...this.setup, ...this.position.setup };
    this.drawBoard(this.position, []);
    put(this.status, this.position.outcome ? `This position is over: ${this.position.outcome.text}` : `${sideName(this.position.toMove)} to move.`);
    this.startButton.disabled = Boolean(this.position.outcome);
  }

  async usePosition() {
    this.search.stop();
    this.running(false);
    const position = this.text.value.trim().replace(/\s*\n\s*/g, "/").replace(/\/(?=[bw]$)/, " ");
    this.startButton.disabled = true;
    if (!/^([xo.]{8}\/){7}[xo.]{8} [bw]$/i.test(position)) {
      put(this.status, "A position is eight rows of eight squares with / between them, then b or w.");
      return;
    }
    this.setup = { game: "loa", rules: this.setup.rules, position };
    this.moves = [];
    this.lineCard.hidden = true;
    put(this.figures, " ");
    try {
      await this.showPosition();
    } catch (error) {
      put(this.status, error.message);
      this.startButton.disabled = true;
    }
  }

  drawBoard(position, candidates) {
    this.board.show({
      game: this.setup.game, rows: position.rows, toMove: position.toMove, lastMove: position.lastMove,
      legal: position.legal, legalMoves: position.legalMoves, playable: !this.proof && !position.outcome, candidates,
    });
  }

  async start() {
    await this.ready; // the position may just have been pasted
    if (this.startButton.disabled) return;
    this.lineCard.hidden = true;
    this.running(true);
    put(this.status, "Searching …");
    this.report = null;
    this.tree.show(this.search.path, null, []);
    const request = { setup: this.setup, moves: this.moves, spec: this.player.spec() };
    if (!this.proof) request.playouts = Number(this.budget.value);
    this.search.start(request);
    // The address reproduces what is shown.
    const spec = `spec=${encodeURIComponent(request.spec)}`;
    const address = this.proof ? `#/loa-proof?position=${encodeURIComponent(this.setup.position).replaceAll("%2F", "/")}` : `#/search?${toQuery(this.setup, this.moves)}`;
    history.replaceState(null, "", `${address}&${spec}`);
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (this.search.running && this.board.element.isConnected) this.tree.refresh();
      else clearInterval(this.timer);
    }, 1200);
  }

  running(yes) {
    this.startButton.disabled = yes;
    this.stopButton.disabled = !yes;
    this.status.classList.toggle("working", yes);
  }

  reported(report) {
    this.report = report;
    put(this.figures, `${count(report.playouts)} playouts in ${(report.seconds ?? 0).toFixed(1)} s. Black's chance: ${percent(report.rate)}.`);
    this.tree.show(this.search.path, this.search.id, report.moves);
    if (this.lineCard.hidden) this.drawBoard(this.position, report.moves);
  }

  async ended(end) {
    this.running(false);
    if (end.reason === "gone") {
      this.tree.freeze();
      put(this.status, "The search is gone; what it found is still here.");
      return;
    }
    if (end.report) this.reported(end.report);
    this.tree.refresh();
    if (end.error) {
      put(this.status, end.error);
      return;
    }
    if (!this.proof) {
      put(this.status, end.report?.proof ? `Proved: ${proved(end.report.proof)}.` : "Done.");
      return;
    }
    if (!end.proved) {
      put(this.status, "Nothing was proved within this search.");
      return;
    }
    const within = end.distance ? ` in ${end.distance} ${end.distance === 1 ? "ply" : "plies"}` : "";
    put(this.status, `Proved: ${proved(end.proved)}${within}.`);
    if (end.line?.length) await this.useLine(end.line);
  }

  /** The winning line, to be played through. */
  async useLine(line) {
    this.line = line;
    this.lineCard.hidden = false;
    put(this.lineMoves, line.map((move, index) => el("li", {}, button(`${index + 1}. ${move}`, () => this.stepper.to(index + 1)))));
    this.stepper.set(0, line.length);
    await this.showLineStep(0);
  }

  async showLineStep(step) {
    try {
      const moves = [...this.moves, ...this.line.slice(0, step)];
      const position = await post("/api/positions", { setup: this.setup, moves });
      if (this.stepper.at !== step) return;
      this.drawBoard(position, step === 0 ? this.report?.moves ?? [] : []);
      [...this.lineMoves.querySelectorAll("button")].forEach((one, index) => one.setAttribute("aria-pressed", String(index + 1 === step)));
      if (position.outcome) put(this.figures, `The end: ${position.outcome.reason ?? position.outcome.text}`);
    } catch (error) {
      notice(error.message);
    }
  }

  play(move) {
    go(`/search?${toQuery(this.setup, [...this.moves, move])}`);
  }

  async refused(move) {
    const { reason } = await post("/api/positions/why", { setup: this.setup, moves: this.moves, move }).catch((error) => ({ reason: error.message }));
    notice(reason ?? `${move} is not a legal move.`);
  }
}

function proved(who) {
  return who === "draw" ? "a draw" : `${sideName(who)} wins`;
}
