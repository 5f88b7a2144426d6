import type { CheckoutOptions } from "./options.ts";
import type { Words } from "./words.ts";

// System colours follow the page into its dark scheme and into forced colours. What an iframe paints lies over the words
// that it is loading, so they give way to the first pixel of the checkout without any script.
const CSS = `
:host{all:initial;display:block;color-scheme:inherit}
:host([hidden]),[hidden]{display:none!important}
.box{color:CanvasText;font:1rem/1.5 system-ui,sans-serif;text-align:start}
h2,p{margin:0;font-size:1rem}
.frame{position:relative}
.load{position:absolute;inset:0;padding:3rem 1rem;text-align:center}
iframe,::slotted(iframe){display:block;position:relative;width:100%;border:0}
.silent,.note{padding:.75rem 1rem;border:1px solid;border-radius:14px;background:Canvas}
.silent{margin-block-end:.5rem}
.note:empty{display:none}
dialog{box-sizing:border-box;width:min(32rem,100%);max-width:none;max-height:100dvh;margin:auto;padding:0;border:0;border-radius:14px;background:Canvas;overflow:auto;overscroll-behavior:contain}
dialog::backdrop{background:#0009}
.bar{position:sticky;inset-block-start:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem;padding:.5rem 1rem;background:Canvas}
.note{flex-basis:100%}
button{min-height:44px;padding:0 1rem;border:1px solid;border-radius:14px;background:none;color:inherit;font:inherit;cursor:pointer}
a{color:LinkText}
:focus-visible{outline:3px solid;outline-offset:2px}
@media(max-width:32rem){dialog{height:100dvh;border-radius:0}}
@media(forced-colors:active){dialog{border:1px solid}}
`;

/** The elements around and in the frame, all in the host's shadow tree so that the page's style sheets stay outside. */
export type View = ReturnType<typeof createView>;

/** Makes them. `adopted` is a frame that stands in the host already, and is left where it is. */
export function createView(
  host: HTMLElement,
  { redirectUrl, display, title: ownTitle, sandbox }: CheckoutOptions,
  words: Words,
  adopted: HTMLIFrameElement | null,
) {
  const title = ownTitle ?? words.title;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const frame = adopted ?? makeFrame(redirectUrl, title, sandbox);
  const loading = make("p", { className: "load", textContent: words.loading, dir: "auto" });
  loading.setAttribute("role", "status");
  const link = make("a", {
    href: redirectUrl,
    target: "_blank",
    rel: "noopener",
    textContent: words.open,
  });
  const silent = make("p", { className: "silent", dir: "auto", hidden: true });
  silent.setAttribute("role", "alert");
  silent.append(`${words.silent} `, link);
  const around = make("div", { className: "frame" });
  around.append(loading, adopted ? make("slot", {}) : frame);
  const box = make("div", { className: "box" });
  box.append(silent, around);
  const dialog = display === "dialog" ? makeDialog(title, words, box) : undefined;
  root.replaceChildren(dialog?.element ?? box);
  dress(root);
  return { root, frame, loading, silent, dialog };
}

function makeFrame(src: string, title: string, sandbox: string | undefined): HTMLIFrameElement {
  const frame = make("iframe", {
    src,
    title,
    allow: "clipboard-write",
    // The checkout must know which page frames it, whatever that page tells others.
    referrerPolicy: "strict-origin",
  });
  if (sandbox !== undefined) frame.setAttribute("sandbox", sandbox);
  return frame;
}

function makeDialog(title: string, words: Words, box: HTMLElement) {
  const heading = make("h2", { id: "title", textContent: title, dir: "auto" });
  const close = make("button", { type: "button", textContent: words.close });
  const note = make("p", { className: "note", dir: "auto" });
  note.setAttribute("role", "status");
  const bar = make("div", { className: "bar box" });
  bar.append(heading, close, note);
  const element = make("dialog", {});
  element.setAttribute("aria-labelledby", heading.id);
  element.append(bar, box);
  return { element, close, note };
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), properties);
}

// Such a sheet needs no leave of the page's policy; browsers before 2023 get an element, which does.
function dress(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(make("style", { textContent: CSS }));
  }
}
