// Making elements. Text always goes in as text, never as markup, so nothing that a game record or
// a server says can become part of the page's code.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: `el("button", { class: "primary", onclick: play }, "Play")`. */
export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Replaces all children. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button with words on it. */
export function button(text, onclick, attributes) {
  return el("button", { type: "button", onclick, ...attributes }, text);
}

/** A picture that the server has drawn. Inside an image no script of it could run. */
export function picture(markup, title) {
  return el("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`, alt: title });
}

/** A name that no other element has, for labels. */
let names = 0;
export function uniqueName(stem) {
  names += 1;
  return `${stem}-${names}`;
}

let noticeTimer = 0;
/** Shows a sentence for a while, and has it read out. */
export function notice(text) {
  const box = document.getElementById("notice");
  box.hidden = false;
  box.textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { box.hidden = true; }, Math.max(3500, text.length * 70));
}

/** Has a sentence read out by screen readers, without showing it. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

/** Offers a text as a file to keep. */
export function download(name, text, type = "application/x-go-sgf") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies a text; where the browser does not let us, it is shown to be copied by hand. */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    notice(done);
  } catch {
    notice(text);
  }
}
