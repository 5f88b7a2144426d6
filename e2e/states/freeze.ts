import type { Frame, Page } from "playwright/test";
import { QRCodeSVG } from "qrcode.react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** As many characters as the link of a payment has. */
const LINK = `https://pay.example/${"x".repeat(320)}`;
/** As many as a transfer has. */
const TRANSFER = "x".repeat(85);

/**
 * Makes a page look the same each time it is photographed: what is random or tells the time is replaced, by what looks
 * like it. The page is dead afterwards.
 */
export async function freeze(page: Page): Promise<void> {
  for (const frame of page.frames()) await freezeFrame(frame);
}

// What is random or tells the time, and what stands in its place.
const REPLACEMENTS: [pattern: string, words: string][] = [
  ["order-[\\w-]{6,}", "order-1042"],
  ["payer-[0-9a-f-]{36}@", "robin@"],
  ["\\b(acct|txn|key)_[0-9a-z]{26}\\b", "$1_01kaj5x0c8f2tvq7n3m9zr4wye"],
  ["\\b\\d{1,2} [A-Z][a-z]+ \\d{4}(,| at) \\d{2}:\\d{2}", "15 January 2026$1 12:05"],
  ["\\b\\d{2}:\\d{2} UTC", "12:30 UTC"],
  ["\\b\\d{1,2}:\\d{2}(?= left|$|(?! UTC)[^\\d]+\\]$)", "29:42"],
  ["(?<=\\(\\D+)\\d{1,2}(?= \\S+\\))", "29"],
  ["\\b[A-Z0-9]{2}-[A-Z0-9]{2}$", "K7-42"],
  ["\\bRF\\d{2}( \\d{4}){3}\\b", "RF18 5390 0754 7034"],
  ["^[\\w-]{22}$", "q4Zk0TxPz1mWc7RbN8vLsA"],
  ["\\b\\d+ (second|minute)s? ago", "1 minute ago"],
];

async function freezeFrame(frame: Frame): Promise<void> {
  await frame.evaluate(kill);
  await frame.evaluate(replaceCodes, { link: draw(LINK), transfer: draw(TRANSFER) });
  await frame.evaluate(replaceTexts, REPLACEMENTS);
}

function draw(value: string): string {
  return renderToStaticMarkup(
    createElement(QRCodeSVG, { value, level: "M", size: 320, marginSize: 4 }),
  );
}

// These run in the page. A copy: whatever scripts still change is the original. A copied frame would be loaded anew.
function kill() {
  if (!document.querySelector("iframe")) document.body.replaceWith(document.body.cloneNode(true));
}

function replaceCodes({ link, transfer }: { link: string; transfer: string }) {
  for (const shown of document.querySelectorAll('svg[role="img"][height="320"]')) {
    // Only the words for a transfer name its reference.
    const isTransfer = /\bRF\d{14}\b/.test(shown.getAttribute("aria-label") ?? "");
    const markup = isTransfer ? transfer : link;
    const other = new DOMParser().parseFromString(markup, "text/html").querySelector("svg");
    shown.setAttribute("viewBox", other?.getAttribute("viewBox") ?? "");
    shown.replaceChildren(...(other?.childNodes ?? []));
  }
}

function replaceTexts(replacements: [string, string][]) {
  const patterns = replacements.map(([of, words]) => [new RegExp(of, "g"), words] as const);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = patterns.reduce((left, [of, to]) => left.replace(of, to), node.nodeValue ?? "");
    if (text !== node.nodeValue) node.nodeValue = text;
  }
}
