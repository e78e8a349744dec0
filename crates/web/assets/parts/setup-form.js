// Setting up a game: which game, its board and rules, who plays, how strong.

import { el, put, uniqueName } from "../dom.js";
import { GAMES } from "../words.js";
import { hasBudget, usualPreset } from "./presets.js";

const PLAYOUTS = [10, 30, 100, 200, 400, 800, 1500, 3000, 6000, 12_000, 25_000, 50_000];
const SECONDS = [0.1, 0.2, 0.5, 1, 2, 3, 5, 8, 15, 30];
const REMEMBERED = "tengen-setup";

/** A list to choose from, with its label. */
function choice(label, options, value, onchange) {
  const id = uniqueName("choice");
  const select = el("select", { id, onchange: () => onchange(select.value) },
    options.map(([key, text]) => el("option", { value: key, selected: String(key) === String(value) }, text)));
  return el("div", { class: "field" }, el("label", { for: id }, label), select);
}

/** Buttons of which one is chosen. */
function segments(legend, options, value, onchange, hidden = false) {
  const name = uniqueName("segments");
  return el("fieldset", {},
    el("legend", { class: hidden ? "unseen" : "" }, legend),
    el("div", { class: "choices" }, options.map(([key, text]) => el("label", { class: "choice" },
      el("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }), el("span", {}, text)))));
}

/** Who plays one side: a preset and how long it may think. */
class PlayerChoice {
  constructor(title, game, value) {
    this.title = title;
    this.element = el("fieldset", { class: "stack" });
    this.use(game, value);
  }

  use(game, value) {
    this.game = game;
    const first = usualPreset(game);
    this.value = { preset: first.name, unit: "playouts", playouts: 5, seconds: 3, custom: "", ...value };
    if (this.value.preset !== "custom" && !game.presets.some((preset) => preset.name === this.value.preset)) this.value.preset = first.name;
    this.draw();
  }

  get preset() {
    return this.game.presets.find((preset) => preset.name === this.value.preset);
  }

  /** The player as the server wants it. */
  spec() {
    if (this.value.preset === "custom") return this.value.custom.trim() || usualPreset(this.game).spec;
    if (!hasBudget(this.preset)) return this.preset.spec;
    const budget = this.value.unit === "playouts" ? `sims=${PLAYOUTS[this.value.playouts]}` : `time=${SECONDS[this.value.seconds] * 1000}ms`;
    return `${this.preset.spec},${budget}`;
  }

  draw() {
    const { value, game } = this;
    const options = [...game.presets.map((preset) => [preset.name, preset.title]), ["custom", "Another player …"]];
    const parts = [el("legend", {}, this.title),
      choice("Player", options, value.preset, (preset) => { value.preset = preset; this.draw(); })];
    if (value.preset === "custom") {
      const id = uniqueName("spec");
      parts.push(el("div", { class: "field" }, el("label", { for: id }, "Name and keys"),
        el("input", { id, value: value.custom, placeholder: "uct,sims=1000,rave=on", maxlength: 300, autocomplete: "off", spellcheck: "false", oninput: (event) => { value.custom = event.target.value; } }),
        el("p", { class: "small quiet" }, `Methods: ${game.methods.map((method) => method.name).join(", ")}.`)));
    } else {
      if (this.preset.help) parts.push(el("p", { class: "small quiet" }, this.preset.help));
      if (hasBudget(this.preset)) parts.push(this.strength());
    }
    put(this.element, parts);
  }

  strength() {
    const { value } = this;
    const id = uniqueName("strength");
    const steps = value.unit === "playouts" ? PLAYOUTS : SECONDS;
    const words = () => value.unit === "playouts" ? `${steps[value.playouts].toLocaleString("en")} playouts` : `${steps[value.seconds]} s a move`;
    const output = el("output", { for: id }, words());
    const slider = el("input", {
      id, type: "range", min: 0, max: steps.length - 1, step: 1, value: value[value.unit], "aria-valuetext": words(),
      oninput: () => {
        value[value.unit] = Number(slider.value);
        output.textContent = words();
        slider.setAttribute("aria-valuetext", words());
      },
    });
    slider.value = value[value.unit];
    return el("div", {},
      el("div", { class: "row spread" }, el("label", { for: id, class: "small quiet" }, "Strength"),
        segments("Measured in", [["playouts", "playouts"], ["seconds", "time"]], value.unit, (unit) => { value.unit = unit; this.draw(); }, true)),
      el("div", { class: "strength" }, slider, output));
  }
}

/** The whole form. `onChange(setup)` is told whenever the board would look different. */
export class SetupForm {
  constructor(about, { game = "go", onChange, onStart, label = "Start the game" }) {
    this.about = about;
    this.onChange = onChange;
    const remembered = recall(game);
    this.value = { who: "black", ...remembered, game };
    this.element = el("form", { class: "form card", onsubmit: (event) => { event.preventDefault(); remember(this.value); onStart(this.request()); } });
    this.label = label;
    this.useGame(game);
  }

  get game() {
    return this.about.games.find((game) => game.name === this.value.game);
  }

  useGame(name) {
    this.value.game = name;
    const { game, value } = this;
    if (!game.sizes?.includes(value.size)) value.size = game.defaultSize;
    value.komi = value.komi ?? game.komi;
    if (!game.rules?.some((rule) => rule.name === value.rules)) value.rules = game.defaultRules;
    value.handicap = 0;
    this.players = {
      black: new PlayerChoice("Black", game, value.blackPlayer), white: new PlayerChoice("White", game, value.whitePlayer),
    };
    value.blackPlayer = this.players.black.value;
    value.whitePlayer = this.players.white.value;
    this.draw();
  }

  setup() {
    const { value, game } = this;
    const setup = { game: value.game };
    if (game.name !== "loa") {
      setup.size = Number(value.size);
      setup.komi = Number(value.komi);
    }
    if (value.rules) setup.rules = value.rules;
    if (game.referees?.length) setup.referee = value.referee ?? game.referees[0].name;
    if (Number(value.handicap) > 0) setup.handicap = Number(value.handicap);
    return setup;
  }

  request() {
    const seat = (side) => this.value.who === side || this.value.who === "both" ? { human: true } : { spec: this.players[side].spec() };
    return { setup: this.setup(), black: seat("black"), white: seat("white") };
  }

  draw() {
    const { value, game } = this;
    const changed = () => this.onChange?.(this.setup());
    const set = (key) => (text) => { value[key] = text; changed(); };
    const fields = [];
    if (game.name !== "loa") {
      const komi = uniqueName("komi");
      fields.push(choice("Board", game.sizes.map((size) => [size, `${size} × ${size}`]), value.size, (size) => { value.size = Number(size); this.draw(); }));
      fields.push(el("div", { class: "field" }, el("label", { for: komi }, "Komi"),
        el("input", { id: komi, type: "number", step: 0.5, min: -400, max: 400, value: value.komi, onchange: (event) => set("komi")(event.target.value) })));
    }
    if (game.rules?.length > 1) fields.push(choice("Rules", game.rules.map((rule) => [rule.name, rule.title ?? rule.name]), value.rules, set("rules")));
    if (game.referees?.length) {
      if (!game.referees.some((one) => one.name === value.referee)) value.referee = game.referees[0].name;
      fields.push(choice("Referee", game.referees.map((one) => [one.name, one.name]), value.referee, set("referee")));
    }
    if (game.name === "go" && game.handicaps?.length) {
      const allowed = game.handicapsBySize?.[game.sizes.indexOf(Number(value.size))] ?? game.handicaps;
      if (!allowed.includes(Number(value.handicap))) value.handicap = 0;
      fields.push(choice("Handicap", [...new Set([0, ...allowed])].map((stones) => [stones, stones === 0 ? "none" : `${stones} stones`]), value.handicap, set("handicap")));
    }
    const whos = [["black", "Black"], ["white", "White"]];
    if (game.name !== "phantom") whos.push(["both", "both sides"]);
    whos.push(["watch", "neither: I watch"]);
    if (game.name === "phantom" && value.who === "both") value.who = "black";
    const sides = value.who === "black" ? ["white"] : value.who === "white" ? ["black"] : value.who === "watch" ? ["black", "white"] : [];
    put(this.element,
      segments("Game", this.about.games.map((one) => [one.name, one.title ?? GAMES[one.name]]), value.game, (name) => { remember(value); this.useGame(name); }),
      fields.length ? el("div", { class: "fields" }, fields) : null,
      segments("I play", whos, value.who, (who) => { value.who = who; this.draw(); }),
      sides.map((side) => this.players[side].element),
      el("div", { class: "row" }, el("button", { class: "primary", type: "submit" }, this.label)));
    changed();
  }
}

function remember(value) {
  try {
    localStorage.setItem(`${REMEMBERED}-${value.game}`, JSON.stringify(value));
  } catch { /* a browser that keeps nothing is fine */ }
}

function recall(game) {
  try {
    return JSON.parse(localStorage.getItem(`${REMEMBERED}-${game}`)) ?? {};
  } catch {
    return {};
  }
}
