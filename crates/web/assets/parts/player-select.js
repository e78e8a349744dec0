// A short choice of who searches, for the pages that watch a search.

import { el, uniqueName } from "../dom.js";
import { hasBudget, usualPreset } from "./presets.js";

/** `{ element, spec() }`: a preset of the game, or what stands in `spec`. */
export function playerSelect(game, { spec, label = "Player", only, onChange } = {}) {
  const id = uniqueName("player");
  const presets = game.presets.filter((preset) => hasBudget(preset) && (!only || only(preset)));
  const first = presets.includes(usualPreset(game)) ? usualPreset(game) : presets[0];
  const options = presets.map((preset) => [preset.spec, preset.title]);
  if (spec && !options.some(([known]) => known === spec)) options.unshift([spec, spec]);
  const select = el("select", { id, onchange: () => onChange?.(select.value) },
    options.map(([value, text]) => el("option", { value, selected: value === (spec ?? first?.spec) }, text)));
  return { element: el("div", { class: "field" }, el("label", { for: id }, label), select), spec: () => select.value };
}
