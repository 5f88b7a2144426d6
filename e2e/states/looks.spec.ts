import { expect } from "playwright/test";
import { createText } from "#lib/platform/i18n/format.ts";
import { LANGUAGES } from "#lib/platform/i18n/locale.ts";
import {
  expectAccessible,
  expectForcedColours,
  expectMirrored,
  expectStill,
  expectTextSpacing,
} from "../kit/accessible.ts";
import { findTroubles } from "../kit/fits.ts";
import { expectLargeText, findBroken } from "../kit/large-text.ts";
import { untranslated } from "../kit/pseudo.ts";
import { servers } from "../kit/servers.ts";
import { test } from "../kit/shared-context.ts";
import { shiftsOf } from "../kit/stillness.ts";
import { wrongOffers } from "./offers.ts";
import { SHOP } from "./stage.ts";
import { SHOPPER_STATES } from "./table.ts";

test("barriers are found", async ({ page }) => {
  const measures = [expectAccessible, expectStill, expectForcedColours, expectTextSpacing];
  const html = (style: string, more: string) =>
    `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><main><h1>Page</h1><button>Press</button>${more}</main></html>`;
  await page.setContent(html("", "<p>Words</p>"));
  for (const measure of measures) await measure(page);
  const style = `
    @keyframes turn { to { rotate: 1turn } } h1 { animation: turn 1s infinite }
    button { border: 0 }
    p { width: 11ch; overflow: hidden; font-family: monospace; white-space: nowrap }`;
  await page.setContent(html(style, '<img src="data:,"><p>Ten digits</p>'));
  expect(await findTroubles(page), "the words fit until they are set wider").toEqual([]);
  for (const measure of measures) {
    await expect(measure(page), measure.name).rejects.toThrow(page.url());
  }
});

test("low contrast in the dark scheme only is found", async ({ page }) => {
  const html = (colour: string) =>
    `<!doctype html><html lang="en"><title>Page</title><style>@media (prefers-color-scheme: dark) { p { color: ${colour} } }</style><main><h1>Page</h1><p>Words</p></main></html>`;
  await page.setContent(html("#333"));
  await expectAccessible(page);
  await page.setContent(html("#bbb"));
  await expect(expectAccessible(page)).rejects.toThrow("color-contrast");
});

test("content that is cut off, outside or in the wrong direction is found", async ({ page }) => {
  const html = (style: string) =>
    `<!doctype html><html lang="ar" dir="rtl"><style>${style}</style><p>Words of a line</p><bdi>AB 12</bdi></html>`;
  const root = page.locator("html");
  await page.setContent(html(""));
  expect(await findTroubles(page)).toEqual([]);
  await expectMirrored(root);
  for (const [style, words] of [
    ["p { width: 3ch; white-space: nowrap }", "cut off"],
    ["p { height: 1ch; overflow: hidden }", "cut off"],
    ["p { position: absolute; inset-inline-start: -1rem }", "outside"],
  ] as const) {
    await page.setContent(html(style));
    expect((await findTroubles(page)).join(), style).toContain(words);
  }
  for (const style of ["p { text-align: left }", "p { direction: ltr }"]) {
    await page.setContent(html(style));
    await expect(expectMirrored(root), style).rejects.toThrow("Words of a line");
  }
});

test("words and amounts that large text breaks are found", async ({ page }) => {
  const html = (style: string, text: string) =>
    `<!doctype html><html lang="en"><style>p { width: 8rem; font-size: 1.5rem } ${style}</style><main><p>${text}</p></main></html>`;
  for (const [text, broken] of [
    ["€999,999,999.99", "€999,999,999.99"],
    ["Paid 1\u202f234\u202f567,89\u00a0€", "1\u202f234\u202f567,89\u00a0€"],
    ["Zu CHF\u00a01’234’567.89", "CHF\u00a01’234’567.89"],
  ] as const) {
    await page.setContent(html("p { overflow-wrap: anywhere }", text));
    expect(await findBroken(page), text).toEqual([expect.stringContaining(`broken: ${broken} in`)]);
    await page.setContent(html("p { overflow-wrap: anywhere; white-space: nowrap }", text));
    expect(await findBroken(page), "cut off, which another check finds").toEqual([]);
  }
  await page.setContent(html("p { overflow-wrap: anywhere; width: 3ch }", "Sandbox Bank"));
  expect(await findBroken(page)).toHaveLength(2);
  await page.setContent(html("main { overflow: auto; width: 2rem }", "Sandbox"));
  expect(await findBroken(page)).toEqual([]);
  await page.setContent(`<main><div style="overflow: auto; width: 2rem">Sandbox</div></main>`);
  expect(await findBroken(page)).toEqual([expect.stringContaining("scrolls: <div")]);
});

for (const [amount, currency] of [
  [123_456_789, "EUR"],
  [123_456_789, "PLN"],
  [99_999_999_999, "JPY"],
  [99_999_999_999, "HUF"],
  [99_999_999_999, "CHF"],
  [99_999_999_999, "KWD"],
] as const) {
  test(`${amount} in ${currency} stays on one line with large text, in every language`, async ({
    page,
  }) => {
    for (const state of ["ready", "succeeded", "transfer-phone", "payer-paid"]) {
      await page.goto(`/gallery/${state}/languages?amount=${amount}&currency=${currency}`);
      await expectLargeText(page);
    }
  });
}

test("a wrong control on a screen, and a missing one, are found", () => {
  const question = "We’re checking this payment";
  const right = ["Copy: Reference", "Return to Bankside Demo Shop"];
  expect(wrongOffers(question, right)).toEqual([]);
  expect(wrongOffers(question, [...right, "Cancel payment"])).toEqual(["offers “Cancel payment”"]);
  expect(wrongOffers(question, right.slice(1))).toEqual(["lacks: copy"]);
  expect(wrongOffers("Waiting for your bank…", ["Continue at your bank"])).toHaveLength(1);
  expect(wrongOffers("Paid €42.50", ["Receipt", "Try again", "Back to the app"])).toEqual([
    "offers “Try again”",
  ]);
  expect(wrongOffers("Scan with your phone", ["Cancel payment", "Buy more"])).toEqual([
    "offers “Buy more”",
    "lacks: pay",
  ]);
  expect(wrongOffers("Almost paid", [])).toHaveLength(1);
});

test("a layout shift is found", async ({ page }) => {
  expect(await shiftsOf(page, "/gallery/receipt?lang=en")).toEqual([]);
  await page.evaluate(() => {
    document.body.style.paddingTop = "100px";
  });
  await expect.poll(() => page.evaluate(() => window.shifts)).not.toEqual([]);
});

test("a text outside the catalogue is found", async ({ page }) => {
  await page.goto("/gallery/ready?lang=en");
  expect(await untranslated(page.locator("body"))).toContain("Scan with your phone");
});

test("the gallery has all screens of shoppers, and no others", async ({ page }) => {
  await page.goto("/gallery");
  const names = await page.getByRole("main").getByRole("link").allTextContents();
  expect(names.toSorted()).toEqual(SHOPPER_STATES.map(([name]) => name).toSorted());
});

test("a server of real payments has no gallery", async ({ request }) => {
  for (const path of ["/gallery", "/gallery/succeeded", "/gallery/succeeded/languages"]) {
    expect((await request.get(`${servers().first.url}${path}`)).status(), path).toBe(404);
  }
});

test("a page declares its language and direction", async ({ page }) => {
  for (const [lang, { dir, messages }] of [
    ...Object.entries(LANGUAGES),
    ["qps", createText("qps")] as const,
  ]) {
    await page.goto(`/gallery/receipt?lang=${lang}`);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.locator("html")).toHaveAttribute("dir", dir);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(messages.receipt.title);
  }
});

test("a page that leads to the gallery's shop does not navigate", async ({ page }) => {
  await page.goto("/gallery/succeeded");
  const { pathname } = new URL(page.url());
  for (const leave of [
    (shop: string) => location.assign(shop),
    (shop: string) => {
      const link = Object.assign(document.createElement("a"), { href: shop });
      document.body.append(link);
      link.click();
    },
    (shop: string) => {
      document.head.insertAdjacentHTML(
        "beforeend",
        `<meta http-equiv=refresh content="0;${shop}">`,
      );
    },
  ]) {
    await page.evaluate(leave, `${SHOP}/thanks`);
    await page.waitForTimeout(200);
    expect(new URL(page.url()).pathname).toBe(pathname);
  }
});
