// The first page: a board to play on at once, a few words, examples one click away.

import { post } from "../server.js";
import { el, notice } from "../dom.js";
import { go } from "../links.js";
import { Board, smallBoard } from "../parts/board.js";
import { usualPreset } from "../parts/presets.js";
import { LOA_EXAMPLES } from "../examples/positions.js";

export const title = "";

const EMPTY = Array.from({ length: 9 }, () => ".".repeat(9));

export async function show(root, _where, about) {
  const goGame = about.games.find((game) => game.name === "go");
  const spec = `${usualPreset(goGame).spec},time=1s`; // long enough to see it think
  const setup = { game: "go", size: 9, komi: goGame.komi, rules: goGame.defaultRules };
  const board = new Board({ label: "An empty board: play to begin", onPlay: start });
  const position = await post("/api/positions", { setup, moves: [] });
  board.show({ game: "go", rows: position.rows ?? EMPTY, toMove: "black", legal: position.legal, playable: true });

  let started = false;
  async function start(move) {
    if (started) return;
    started = true;
    try {
      const state = await post("/api/games", { setup, black: { human: true }, white: { spec } });
      await post(`/api/games/${state.id}/play`, { move });
      go(`/play/${state.id}`);
    } catch (error) {
      started = false;
      notice(error.message);
    }
  }

  root.append(
    el("div", { class: "side-by-side" },
      el("div", { class: "board-side" }, board.element),
      el("div", { class: "panel" },
        el("div", {},
          el("h1", {}, "Play a stone."),
          el("p", { class: "lead" }, `Click a point, and ${usualPreset(goGame).title} answers. You are Black; whoever holds more of the board in the end wins.`),
          el("p", {}, "Tengen plays Go, Lines of Action and Phantom Go with the Monte-Carlo methods of the classic papers, and shows what it thinks: trees, proofs, learned patterns. Everything runs on this computer, offline."),
          el("div", { class: "row" },
            el("a", { class: "button primary", href: "#/play" }, "Choose a game"),
            el("a", { class: "button", href: "#/analyse?example=game" }, "See a game analysed"))),
        el("h2", {}, "One click away"),
        el("ul", { class: "examples" }, examples().map(([href, drawing, name, words]) =>
          el("li", {}, el("a", { class: "example", href }, drawing, el("span", {}, el("strong", {}, name), el("span", {}, words)))))))));
}

function examples() {
  const loa = LOA_EXAMPLES[0].position.split(" ")[0].split("/").map((row) => row.replaceAll("x", "X").replaceAll("o", "O"));
  const drawn = (game, rows, more) => {
    const element = smallBoard({ game, rows, ...more }, "");
    element.setAttribute("aria-hidden", "true");
    return element;
  };
  return [
    ["#/loa-proof?example=0", drawn("loa", loa), "Watch a win being proved", "Lines of Action: MCTS-Solver finds a forced win and shows it."],
    ["#/phantom?example=game", drawn("go", [".X...", "..XO.", ".....", ".X...", "....."], { marks: [{ point: "C3", kind: "refused" }, { point: "D2", kind: "refused" }] }),
      "Three boards of Phantom Go", "What Black knew, what was, what White knew."],
    ["#/search?g=go&size=9&moves=E5&start=1", drawn("go", [".....", "...O.", "..X..", ".....", "....."], { toMove: "black", candidates: [{ move: "D3", visits: 70, rate: 0.55, line: [] }, { move: "B3", visits: 30, rate: 0.48, line: [] }] }),
      "A search tree as it grows", "Visits, values, RAVE and priors of every move."],
    ["#/weights", drawn("go", ["XO.", ".X.", "..O"]), "What playouts have learned", "3×3 patterns and features with their weights."],
  ];
}
