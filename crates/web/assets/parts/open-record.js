// Opening game records: by a file, or dropped anywhere on the page.

import { post } from "../server.js";
import { button, el, notice } from "../dom.js";
import { go } from "../links.js";

/** The server refuses larger ones anyway. */
const LARGEST = 1_000_000;

let opened = null;

/** The record that was opened last, once: for the page that shows it. */
export function takeOpened() {
  const record = opened;
  opened = null;
  return record;
}

/** Reads a record and shows it. */
export async function openText(sgf) {
  try {
    opened = await post("/api/sgf", { sgf });
    if (location.hash.startsWith("#/analyse")) window.dispatchEvent(new Event("hashchange"));
    else go("/analyse");
  } catch (error) {
    notice(error.message);
  }
}

async function openFile(file) {
  if (!file) return;
  if (file.size > LARGEST) notice("This file is too large for a game record.");
  else await openText(await file.text());
}

/** A button that opens a file. */
export function openButton(text = "Open SGF …") {
  const input = el("input", { type: "file", accept: ".sgf,.SGF,text/plain", class: "unseen sgf-file", tabindex: "-1", "aria-label": "Game record", onchange: () => { openFile(input.files[0]); input.value = ""; } });
  return el("span", { class: "file-button" }, button(text, () => input.click()), input);
}

/** Lets records be dropped on the page. */
export function acceptDrops() {
  const cover = document.getElementById("drop");
  const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let depth = 0;
  const enter = (change) => (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    depth = Math.max(0, depth + change);
    cover.hidden = depth === 0;
  };
  window.addEventListener("dragenter", enter(1));
  window.addEventListener("dragleave", enter(-1));
  window.addEventListener("dragover", (event) => { if (hasFile(event)) event.preventDefault(); });
  window.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    depth = 0;
    cover.hidden = true;
    openFile(event.dataTransfer.files[0]);
  });
}
