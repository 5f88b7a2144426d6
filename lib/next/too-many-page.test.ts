import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "#lib/errors.ts";
import { LANGUAGES, type OfferedLocale } from "#lib/i18n/locale.ts";
import { answerTooMany } from "./guesses.ts";
import { tooManyPage } from "./too-many-page.ts";

describe("the page for a reader who asks too much", () => {
  for (const locale of Object.keys(LANGUAGES) as OfferedLocale[]) {
    it(`speaks ${locale}, with a heading, and says so to a screen reader`, () => {
      const { messages, dir } = LANGUAGES[locale];
      const page = tooManyPage(locale, "abc");
      assert.ok(page.includes(`<html lang="${locale}" dir="${dir}">`));
      assert.ok(page.includes(`<h1>${messages.payer.enter.title}</h1>`));
      assert.ok(page.includes(`<p>${messages.common.problem.too_many_requests}</p>`));
      assert.ok(page.includes('<style nonce="abc">'));
    });
  }

  it("is answered as a page, and says when to come again", async () => {
    const error = new AppError("too_many_requests", { retryAfterSeconds: 7 });
    const answer = answerTooMany(error, {}, { page: tooManyPage("ar", "abc") });
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(answer.headers.get("retry-after"), "7");
    assert.match(await answer.text(), /^<!doctype html>/);
  });
});
