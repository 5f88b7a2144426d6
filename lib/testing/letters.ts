import assert from "node:assert/strict";
import { contrastOf } from "#lib/merchants/brand/colour-space.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";

// Gmail cuts a longer one off.
const MAX_BYTES = 102 * 1024;
const MIN_CONTRAST = 4.5;

/** What Gmail, Outlook for Windows and narrow phones allow. `words`: in both parts. */
export function assertReadable(mail: Mail, words: string[], links: number, name: string): void {
  const { html, text } = mail;
  assert.ok(Buffer.byteLength(html) <= MAX_BYTES, `${name}: size`);
  assert.doesNotMatch(html, /\bsrc=|<link|<script|<img|@import|url\(|position:|float:/, name);
  assert.equal(html.split(" href=").length - 1, links, `${name}: links`);
  // As some of Gmail's apps show it.
  const bare = html.replace(/<style>.*?<\/style>/s, "");
  assert.doesNotMatch(bare, /<style/, name);
  const shown = wordsOf(bare);
  for (const word of words) {
    assert.ok(text.includes(word), `${name}: “${word}” in the text`);
    assert.ok(shown.includes(word.replace(/\s+/gu, " ")), `${name}: “${word}” in the HTML`);
  }
  assertOutlook(bare, name);
  assertContrast(html, name);
}

/** Word lays it out: tables with a width, colours and sizes on each element. */
function assertOutlook(html: string, name: string): void {
  const [, conditional = ""] = /<!--\[if mso\]>(.*?)<!\[endif\]-->/s.exec(html) ?? [];
  assert.match(conditional, /width="560"/, `${name}: Outlook has no max-width`);
  const others = html.replace(/<!--\[if mso\]>.*?<!\[endif\]-->/gs, "");
  for (const [table] of html.matchAll(/<table[^>]*>/g)) assert.match(table, /role="presentation"/);
  assert.doesNotMatch(others, /width="(?!100%)|[^-]width:(?!34%)/, `${name}: 320 px`);
  for (const [element] of others.matchAll(/<(?:p|h1|a)\b[^>]*>/g)) {
    assert.match(element, /[";]color:#[0-9a-f]{6}/, `${name}: a colour of its own`);
  }
}

/** Each ink on each ground that it is on, in both schemes. */
function assertContrast(html: string, name: string): void {
  const rules = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  const dark = (selector: string, property: string) =>
    new RegExp(`\\.${selector}\\{${property}:(#[0-9a-f]{6})`).exec(rules)?.[1] ?? "";
  const light = (selector: string, property: string) =>
    new RegExp(`class="${selector}[ "][^>]*?[";]${property}:(#[0-9a-f]{6})`).exec(html)?.[1];
  const pairs = [
    ["ink", "card"],
    ["ink", "paper"],
    ["muted", "card"],
    ["muted", "paper"],
    ["warning", "card"],
    ["on", "button"],
  ] as const;
  for (const [ink, ground] of pairs) {
    for (const read of [light, dark]) {
      const [one, other] = [read(ink, "color"), read(ground, "background-color")];
      if (one === undefined && ink === "warning") continue;
      assert.ok(one && other, `${name}: ${ink} and ${ground} have a colour`);
      assert.ok(contrastOf(one, other) >= MIN_CONTRAST, `${name}: ${ink} on ${ground}`);
    }
  }
}

/** As a program that shows no tags. */
function wordsOf(html: string): string {
  return html
    .replace(/^.*<body/s, "<body")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/gu, " ");
}
