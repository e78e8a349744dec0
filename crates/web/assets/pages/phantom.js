// Phantom Go: what it is, a game to play, and three boards of one that was played.

import { get, post } from "../server.js";
import { el, notice } from "../dom.js";
import { go } from "../links.js";
import { PhantomBoards } from "../parts/phantom-boards.js";
import { SetupForm } from "../parts/setup-form.js";

export const title = "Phantom Go";

export async function show(root, where, about) {
  const replay = await get("examples/phantom.json");
  const boards = new PhantomBoards(replay, { title: "A game afterwards: three boards", start: mostHidden(replay) });
  const form = new SetupForm(about, {
    game: "phantom", label: "Start the game",
    onStart: async (request) => {
      try {
        const state = await post("/api/games", request);
        go(`/play/${state.id}`);
      } catch (error) {
        notice(error.message);
      }
    },
  });
  const playing = el("div", { class: "side-by-side" }, form.element, rules());
  root.append(
    el("div", { class: "head" }, el("h1", {}, "Phantom Go")),
    el("p", { class: "lead" }, "Go in which you do not see the other's stones. You try a point; an arbiter, who sees all, plays the stone or says “illegal”, and you try again. Two passes end the game."),
    el("div", { class: "stack" }, where.query.has("example") ? [boards.element, playing] : [playing, boards.element]));
}

/** The moment at which the players know least of what is there, and something was tried in vain. */
function mostHidden(replay) {
  const unseen = (entry, side) => entry.arbiter.join("").length - [...entry.arbiter.join("")].filter((mark, at) => mark === entry[side].join("")[at]).length;
  const score = (entry) => unseen(entry, "black") + unseen(entry, "white") + 3 * Math.min(1, entry.tries.length);
  return replay.reduce((best, entry, at) => (score(entry) >= score(replay[best]) ? at : best), 0);
}

function rules() {
  return el("section", { class: "card" },
    el("h2", {}, "What you are told"),
    el("p", {}, "Whether your try was legal, never why it was not. Which of your stones were captured. How many you have captured (in some rules: which)."),
    el("p", {}, "During the game this page receives only what your side may know. Afterwards all three boards can be stepped through, as in Fig. 1 of paper 004."),
    el("p", { class: "quiet small" }, "The players search in worlds that agree with everything they were told."));
}
