import assert from "node:assert/strict";
import { test } from "node:test";
import { isLightPage, lighten } from "./light-pages.ts";

const SCRIPT = "/script/page-ABC.js";
const OURS = `<script type="module" src="${SCRIPT}" nonce="n0nce"></script>`;
const WAIT = '<link rel="expect" href="#page-end" blocking="render">';
const END = '<template id="page-end"></template>';

/** As Next renders it. */
function page(head = "", body = "<p>Pay</p>"): string {
  return `<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="/a.css"/><script src="/_next/static/chunks/a.js" async="" nonce="n0nce"></script>${head}</head><body>${body}</body></html>`;
}

test("the page's script replaces Next's scripts and flight data, and the page is painted whole", () => {
  const flight = '<script nonce="n0nce">self.__next_f.push([1,"<p>Pay</p>"])</script>';
  assert.equal(
    lighten(page("", `<p>Pay</p>${flight}`), SCRIPT),
    `<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="/a.css"/>${WAIT}${OURS}</head><body><p>Pay</p>${END}</body></html>`,
  );
});

test("our own scripts stay", () => {
  const inline = '<script data-own="" nonce="n0nce">document.title</script>';
  const embed = '<script data-own="" async="" src="/embed.js" nonce="n0nce"></script>';
  const after = '<script async="" src="/embed.js" data-own="" nonce="n0nce"></script>';
  const light = lighten(page(inline, embed + after), SCRIPT);
  assert.deepEqual(light.match(/<script.*?<\/script>/g), [inline, OURS, embed, after]);
});

test("comments and preloads of scripts go; other preloads stay", () => {
  const font = '<link rel="preload" as="font" href="/fonts/a.woff2"/>';
  const script = '<link rel="preload" as="script" href="/_next/static/chunks/a.js"/>';
  const light = lighten(page(font + script, `<p>5<!-- --> EUR</p><!--\n$-->`), SCRIPT);
  assert.ok(light.includes(font));
  assert.ok(light.includes("<p>5 EUR</p>"), light);
  assert.ok(!light.includes("chunks"), light);
});

test("a page that only the browser can render stays whole", () => {
  const shell = page().replace('<html lang="en">', '<html id="__next_error__">');
  assert.equal(lighten(shell, SCRIPT), shell);
});

test("a page without a nonce stays whole", () => {
  const plain = "<html><head></head><body><script>1</script></body></html>";
  assert.equal(lighten(plain, SCRIPT), plain);
});

test("all pages are light except those with React in the browser", () => {
  for (const path of [
    "/",
    "/checkout",
    "/pay/abc",
    "/sandbox/shop/cart",
    "/sandbox/apple",
    "/embed-check/frame",
    "/console/settings/brand/preview",
  ]) {
    assert.equal(isLightPage(path), true, path);
  }
  for (const path of [
    "/console",
    "/console/sign-in",
    "/console/settings/brand",
    "/embed-check",
    "/sandbox/app",
    "/sandbox/app/return",
    "/embed.js",
    "/fonts/a.woff2",
  ]) {
    assert.equal(isLightPage(path), false, path);
  }
});
