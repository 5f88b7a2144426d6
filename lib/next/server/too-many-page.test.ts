import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { respondTooMany } from "#lib/next/request/guesses.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { LANGUAGES, type OfferedLocale } from "#lib/platform/i18n/locale.ts";
import { tooManyBody } from "./too-many-page.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** Empty for plain words. */
const pageFor = (lang: string | null, more: Record<string, string> = {}) => {
  const body = tooManyBody(lang, new Headers({ ...BROWSER, ...more }), "abc");
  return "page" in body ? body.page : "";
};

describe("the page for too many requests", () => {
  for (const locale of Object.keys(LANGUAGES) as OfferedLocale[]) {
    it(`is in ${locale}, with a heading and its language`, () => {
      const { messages, dir } = LANGUAGES[locale];
      const page = pageFor(locale);
      assert.ok(page.includes(`<html lang="${locale}" dir="${dir}">`));
      assert.ok(page.includes(`<h1>${messages.payer.enter.title}</h1>`));
      assert.ok(page.includes(`<p>${messages.common.problem.too_many_requests}</p>`));
      assert.ok(page.includes('<style nonce="abc">'));
    });
  }

  it("is in the browser's language if none was requested", () => {
    assert.match(pageFor(null, { "accept-language": "el" }), /<html lang="el" dir="ltr">/);
    assert.match(pageFor("xx", { "accept-language": "ar" }), /<html lang="ar" dir="rtl">/);
  });

  it("is sent to a browser, with Retry-After", async () => {
    const error = new AppError("too_many_requests", { retryAfterSeconds: 7 });
    const response = respondTooMany(error, {}, tooManyBody("ar", new Headers(BROWSER), "abc"));
    assert.equal(response.status, 429);
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(response.headers.get("retry-after"), "7");
    assert.match(await response.text(), /^<!doctype html>/);
  });

  it("is a sentence if a script requests it", async () => {
    const words = LANGUAGES.de.messages.common.problem.too_many_requests;
    for (const headers of [{ accept: "*/*" }, { ...BROWSER, "next-action": "1" }, {}]) {
      assert.deepEqual(tooManyBody("de", new Headers(headers), "abc"), { words });
    }
    const error = new AppError("too_many_requests");
    const response = respondTooMany(error, {}, { words });
    assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
    assert.equal(await response.text(), words);
  });
});
