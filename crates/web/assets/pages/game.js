// A game under way: board, status, what the engine thinks, and what to do next.

import { Away, back, get, getText, listen, post, Refused } from "../server.js";
import { announce, button, copy, download, el, notice, put } from "../dom.js";
import { go, positionLink, toQuery } from "../links.js";
import { Board } from "../parts/board.js";
import { WinRateGraph } from "../parts/graph.js";
import { MoveTable } from "../parts/move-table.js";
import { PhantomBoards } from "../parts/phantom-boards.js";
import { remembered, rememberState } from "../parts/last-games.js";
import { statusOf } from "../parts/status.js";
import { isTyping } from "../parts/stepper.js";
import { count, other, percent, playerName, sideName } from "../words.js";

export const title = "Game";

export async function show(root, where, about) {
  const page = new GamePage(root, where.rest[0], about);
  await page.begin();
  return () => page.end();
}

class GamePage {
  constructor(root, id, about) {
    this.about = about;
    this.root = root;
    this.id = id;
    this.showThinking = true;
    this.showArea = true;
    this.onKey = (event) => this.key(event);
  }

  async begin() {
    const state = await get(`/api/games/${encodeURIComponent(this.id)}?soft=1`).catch((error) => {
      if (error instanceof Refused && (error.status === 404 || error.status === 410)) return { gone: true, error: error.message };
      throw error;
    });
    if (state.gone) return this.gone(state);
    this.build(state);
    this.update(state);
    this.stop = listen(`/api/games/${encodeURIComponent(this.id)}/events`, {
      state: (next) => this.update(next),
      thinking: (report) => this.think(report),
      hint: (report) => this.hint(report),
      gone: (event) => this.gone(event),
    }, { rest: true });
    document.addEventListener("keydown", this.onKey);
  }

  end() {
    this.stop?.();
    document.removeEventListener("keydown", this.onKey);
  }

  /** The elements that stay while the game goes on. */
  build(state) {
    this.game = this.about.games.find((game) => game.name === state.setup.game);
    const phantom = state.setup.game === "phantom";
    this.board = new Board({
      label: "The game", onPlay: (move) => this.act("play", { move }), onRefused: (move) => this.refused(move), onCandidate: () => {},
    });
    this.lines = { black: el("div", { class: "player" }), white: el("div", { class: "player" }) };
    this.status = el("p", { class: "status", role: "status" });
    this.more = el("p", { class: "status-more" });
    this.actions = el("div", { class: "actions" });
    this.table = new MoveTable({ onHover: (line) => this.board.showLine(line) });
    this.thoughts = el("p", { class: "small quiet" }, " ");
    this.graph = new WinRateGraph();
    this.news = el("ol", { class: "log", reversed: true });
    this.after = el("div", { class: "stack" });
    const thinkingBox = el("input", { type: "checkbox", checked: true, onchange: () => { this.showThinking = thinkingBox.checked; this.draw(); } });
    thinkingBox.checked = true;
    const top = state.side === "white" ? "black" : "white";
    put(this.root,
      el("h1", { class: "unseen" }, "Game"),
      el("div", { class: "side-by-side" },
        el("div", { class: "board-side" }, this.lines[top], this.board.element, this.lines[other(top)]),
        el("div", { class: "panel" },
          el("section", { class: "card stack", "aria-label": "Status" }, el("div", {}, this.status, this.more), this.actions),
          phantom
            ? el("section", { class: "card" }, el("h2", {}, "What you were told"), this.news)
            : this.thoughtsCard = el("section", { class: "card stack" },
              el("div", { class: "row spread" }, el("h2", {}, "What it thinks"), el("label", { class: "check small" }, thinkingBox, "on the board")),
              el("div", { class: "scroll" }, this.table.element), this.thoughts),
          phantom ? null : el("section", { class: "card stack" }, el("h2", {}, "Chances"), this.graph.element),
          el("section", { class: "card stack" }, el("h2", {}, "This game"), this.links(state)))),
      this.after);
  }

  links(state) {
    this.save = button("Save SGF", async () => {
      try {
        download("tengen.sgf", await getText(`/api/games/${this.id}/sgf`));
      } catch (error) {
        notice(error.message);
      }
    });
    const phantom = state.setup.game === "phantom";
    const link = phantom ? null : button("Copy link", () => copy(positionLink(this.state.setup, this.state.position.moves), "The link to this position was copied."));
    const analyse = phantom ? null : button("Analyse", () => go(`/analyse?${toQuery(this.state.setup, this.state.position.moves)}`));
    return el("div", { class: "actions" }, this.save, link, analyse, el("a", { class: "button", href: `#/play?g=${state.setup.game}` }, "New game"));
  }

  update(state) {
    if (this.state && state.version < this.state.version) return;
    const changed = !this.state || state.version !== this.state.version;
    const before = this.state;
    this.state = state;
    if (changed) {
      this.hinted = state.hint ?? null;
      this.waiting = false;
    }
    rememberState(state);
    this.draw();
    if (before && state.position.moves && state.position.moves.length !== before.position.moves?.length) {
      announce(`${state.position.lastMove ?? "Taken back"}. ${statusOf(state, this.game).main}`);
    }
  }

  think(report) {
    this.report = report;
    this.draw();
  }

  hint(report) {
    this.hinted = report;
    this.waiting = false;
    this.draw();
    const best = report.moves?.[0];
    if (best && best.move !== this.announced) announce(`Hint: ${best.move}, ${percent(best.rate)}`);
    this.announced = best?.move;
  }

  /** Everything anew from state and report. */
  draw() {
    const { state } = this;
    const { position, view } = state;
    const over = state.status === "over";
    const said = statusOf(state, this.game);
    Object.assign(this.root.dataset, { status: state.status, version: state.version });
    this.status.textContent = said.main;
    this.status.className = `status ${over ? "over" : ""} ${state.status === "thinking" || this.waiting ? "working" : ""}`;
    this.more.textContent = said.more;
    for (const side of ["black", "white"]) this.drawPlayer(side);
    const thinking = state.status === "thinking";
    const report = this.hinted ?? (this.showThinking && thinking && this.report?.toMove === position.toMove ? this.report : null);
    const result = over ? state.result ?? position.outcome : null;
    this.board.show({
      game: state.setup.game, rows: position.rows, toMove: position.toMove, lastMove: position.lastMove,
      legal: view?.triesLegal ?? position.legal, legalMoves: position.legalMoves, playable: state.status === "yours",
      marks: over ? [] : [
        ...(view?.unseen ? view.empty ?? [] : []).map((point) => ({ point, kind: "empty" })),
        ...(view?.tried ?? []).map((point) => ({ point, kind: "refused" })),
      ],
      candidates: report?.moves ?? [],
      territory: this.showArea ? result?.territory : null, dead: result?.dead,
    });
    const shown = this.hinted ?? this.report;
    if (this.thoughtsCard) this.thoughtsCard.hidden = !shown && (over || state.side === "both");
    this.table.show(shown);
    this.thoughts.textContent = shown
      ? `${this.hinted ? "A hint for you: " : thinking ? "" : "Before its last move: "}${count(shown.playouts)} playouts, ${count(Math.round(shown.playoutsPerSecond ?? 0))} a second`
      : "While it thinks, its moves are listed here. Point at one to see how it would go on.";
    const rates = [null, ...(state.history ?? []).map((entry) => entry.rate ?? null)];
    if (thinking && Number.isFinite(this.report?.rate)) rates[rates.length - 1] = rates[rates.length - 1] ?? this.report.rate;
    this.graph.show(rates);
    if (view) put(this.news, [...(view.events ?? [])].reverse().map((text) => el("li", {}, text)));
    this.save.disabled = Boolean(view) && !over; // the whole game is known only afterwards
    this.drawActions(result);
    if (over && state.replay && !this.replayed) {
      this.replayed = new PhantomBoards(state.replay, { title: "What everybody knew" });
      put(this.after, this.replayed.element);
    }
  }

  drawPlayer(side) {
    const { state } = this;
    const taken = (state.view?.prisoners ?? state.position.captures)?.[side] ?? 0;
    const turn = state.status !== "over" && state.position.toMove === side;
    put(this.lines[side],
      el("span", { class: `stone ${side}` }),
      el("span", { class: "name" }, playerName(state.players[side], this.game), el("span", { class: "unseen" }, `, ${sideName(side)}`)),
      turn ? el("span", { class: `turn ${state.status === "thinking" ? "working" : ""}` }, state.status === "thinking" ? "thinking" : state.status === "yours" ? "to move" : state.status) : null,
      el("span", { class: "taken" }, state.setup.game === "loa" ? `${pieces(state.position.rows, side)} pieces` : `${taken} captured`));
  }

  drawActions(result) {
    const { state } = this;
    const { status } = state;
    const game = state.setup.game;
    const list = [];
    const add = (text, name, enabled, more) => list.push(button(text, () => this.act(name), { disabled: !enabled, ...more }));
    if (status === "over") {
      if (result?.territory) {
        list.push(button("Territory", () => { this.showArea = !this.showArea; this.draw(); }, { "aria-pressed": String(this.showArea) }));
      }
      list.push(button("Play again", () => this.again(), { class: "primary" }));
      if (game !== "phantom" && state.side !== null && state.position.moves?.length) add("Undo", "undo", true);
    } else if (state.side === null) {
      if (status === "paused") add("Go on", "resume", true, { class: "primary" });
      else add("Pause", "pause", true);
      add("Move now", "move-now", status === "thinking");
    } else {
      const yours = status === "yours";
      if (game !== "loa") list.push(button("Pass", () => this.act("play", { move: "pass" }), { disabled: !yours }));
      else if (yours && state.position.legalMoves?.pass) list.push(button("Pass", () => this.act("play", { move: "pass" })));
      if (game !== "phantom") add("Undo", "undo", state.position.moves?.length > 0);
      if (status === "thinking") add("Move now", "move-now", true);
      else add("Hint", "hint", yours && !this.waiting);
      add("Resign", "resign", true);
    }
    // Pressing a button draws everything anew; the focus stays with the button of the same name.
    const focused = this.actions.contains(document.activeElement) ? document.activeElement.textContent : null;
    put(this.actions, list);
    if (focused) list.find((one) => one.textContent === focused && !one.disabled)?.focus();
  }

  async act(name, body) {
    if (name === "hint") {
      this.waiting = true;
      this.draw();
    }
    try {
      const state = await post(`/api/games/${this.id}/${name}`, body);
      if (state?.position) this.update(state);
    } catch (error) {
      this.waiting = false;
      if (error instanceof Refused && (error.status === 404 || error.status === 410)) this.gone({ error: error.message });
      else if (!(error instanceof Away)) notice(error.message);
    }
  }

  /** A click that is no move: why not? */
  async refused(move) {
    const { setup, position } = this.state;
    if (setup.game === "phantom") {
      notice(this.state.view?.tried?.includes(move) ? `${move} was refused in this turn already.` : `You cannot try ${move}: there is a stone on it.`);
      return;
    }
    try {
      const { reason } = await post("/api/positions/why", { setup, moves: position.moves, move });
      notice(reason ?? `${move} is not a legal move.`);
    } catch (error) {
      notice(error.message);
    }
  }

  async again() {
    const { setup, players } = this.state;
    const seat = (side) => (players[side].human ? { human: true } : { spec: players[side].spec });
    try {
      const state = await post("/api/games", { setup, black: seat("black"), white: seat("white") });
      go(`/play/${state.id}`);
    } catch (error) {
      notice(error.message);
    }
  }

  /** The server has dropped the game, or was started again without a store. */
  async gone(event) {
    this.stop?.();
    await back();
    delete this.root.dataset.status;
    const last = this.state ?? remembered(this.id);
    const again = last && last.setup.game !== "phantom"
      ? button("Set up the same position again", async () => {
        const seat = (side) => (last.players[side].human ? { human: true } : { spec: last.players[side].spec });
        try {
          const state = await post("/api/games", { setup: last.setup, moves: last.position.moves, black: seat("black"), white: seat("white") });
          go(`/play/${state.id}`);
        } catch (error) {
          notice(error.message);
        }
      }, { class: "primary" })
      : null;
    put(this.root,
      el("section", { class: "card stack" },
        el("h1", {}, "This game is gone"),
        el("p", {}, event?.error ?? "The server does not know it any more."),
        el("p", { class: "quiet" }, "Games that nobody plays are dropped after a while, and a server that was started again knows only games in its store."),
        el("div", { class: "row" }, again, el("a", { class: "button", href: "#/play" }, "New game"))));
  }

  key(event) {
    if (isTyping(event) || !this.state) return;
    const keys = { u: "undo", h: "hint", n: "move-now" };
    if (event.key === "p" && this.state.status === "yours") this.act("play", { move: "pass" });
    else if (keys[event.key]) this.act(keys[event.key]);
    else return;
    event.preventDefault();
  }
}

function pieces(rows, side) {
  const mark = side === "black" ? "X" : "O";
  return rows.join("").split(mark).length - 1;
}
