import type { CheckoutOptions } from "./options.ts";
import { type Words, wordsIn } from "./words.ts";

// System colours follow dark schemes and forced colours. The iframe paints over the loading text and the shapes of amount,
// QR code and button to come, without a script.
const CSS = `
:host{all:initial;display:block;color-scheme:inherit}
:host([hidden]),[hidden]{display:none!important}
.box{color:CanvasText;font:1rem/1.5 system-ui,sans-serif;text-align:start}
h2,p{margin:0;font-size:1rem}
.frame{position:relative;container-type:inline-size}
.load{position:absolute;inset:0;padding:3rem 1rem;text-align:center;overflow:hidden}
.load::after{content:"";display:block;height:22rem;margin:1rem auto;opacity:.2;background:linear-gradient(GrayText 0 0)50% 0/11rem 2rem,linear-gradient(GrayText 0 0)50% 5rem/17rem 17rem;background-repeat:no-repeat}
@container(min-width:900px){.load::after{background-position:7% 0,80% 0}}
iframe,::slotted(iframe){display:block;position:relative;width:100%;border:0}
.silent,.note:not(:empty){padding:.75rem 1rem;border:1px solid;border-radius:14px;background:Canvas}
.silent{margin-block-end:.5rem}
dialog{box-sizing:border-box;width:min(32rem,100%);max-width:none;max-height:100dvh;margin:auto;padding:0;border:0;border-radius:14px;background:Canvas;overflow:auto;overscroll-behavior:contain}
dialog::backdrop{background:#0009}
.bar{position:sticky;inset-block-start:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem;padding:.5rem 1rem;background:Canvas}
.note{flex-basis:100%}
.note:empty{margin-block-start:-.5rem}
button{min-height:44px;padding:0 1rem;border:1px solid;border-radius:14px;background:none;color:inherit;font:inherit;cursor:pointer}
a{color:LinkText}
:focus-visible{outline:3px solid;outline-offset:2px}
@media(min-width:60rem){dialog{width:60rem}}
@media(max-width:32rem){dialog{height:100dvh;border-radius:0}}
@media(forced-colors:active){dialog{border:1px solid}}
`;

/** The shadow tree keeps out the page's style sheets. */
export type View = ReturnType<typeof createView>;

/** `adopted`: a frame already in the host, which keeps its place. */
export function createView(
  host: HTMLElement,
  { redirectUrl, display, title: ownTitle, sandbox }: CheckoutOptions,
  language: string,
  adopted: HTMLIFrameElement | null,
) {
  const words = wordsIn(language);
  const title = ownTitle || words.title;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const frame = adopted ?? makeFrame(redirectUrl, sandbox);
  frame.title = title;
  const loading = make("p", { class: "load", role: "status", dir: "auto" }, words.loading);
  const link = make("a", { href: redirectUrl, target: "_blank", rel: "noopener" }, words.open);
  const silent = make("p", { class: "silent", role: "alert", dir: "auto", hidden: "" });
  silent.append(`${words.silent} `, link);
  const around = make("div", { class: "frame" });
  around.append(loading, adopted ? make("slot", {}) : frame);
  const box = make("div", { class: "box" });
  box.append(silent, around);
  const dialog = display === "dialog" ? makeDialog(title, words, box) : undefined;
  const all = dialog?.element ?? box;
  all.lang = language;
  root.replaceChildren(all);
  dress(root);
  return { root, frame, loading, silent, dialog };
}

function makeFrame(src: string, sandbox: string | undefined): HTMLIFrameElement {
  // The checkout must know which page frames it, even if the page's referrer policy hides it.
  // Browsers without sharing warn about the feature.
  const canShare = "share" in navigator;
  const frame = make("iframe", {
    allow: canShare ? "clipboard-write; web-share" : "clipboard-write",
    referrerpolicy: "strict-origin",
  });
  if (sandbox !== undefined) frame.setAttribute("sandbox", sandbox);
  frame.src = src;
  return frame;
}

function makeDialog(title: string, words: Words, box: HTMLElement) {
  const heading = make("h2", { id: "title", dir: "auto" }, title);
  const close = make("button", { type: "button" }, words.close);
  const note = make("p", { class: "note", role: "status", dir: "auto" });
  const bar = make("div", { class: "bar box" });
  bar.append(heading, close, note);
  const element = make("dialog", { "aria-labelledby": "title" });
  element.append(bar, box);
  return { element, close, note };
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string>,
  text = "",
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

// The page's policy can block a style element, but not this sheet. Browsers before 2023 need the element.
function dress(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(make("style", {}, CSS));
  }
}
