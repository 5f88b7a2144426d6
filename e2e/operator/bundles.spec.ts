import { globSync, readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { LANGUAGES } from "#lib/platform/i18n/locale.ts";
import { shopper } from "#lib/platform/i18n/messages/en.ts";

const SCRIPTS = globSync(".next/static/**/*.js").map((file) => readFileSync(file, "utf8"));

/** Whether browsers load `text`, plain or escaped. */
function isShipped(text: string): boolean {
  const escaped = text.replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const spellings = new Set([text, escaped, escaped.toUpperCase().replaceAll("\\U", "\\u")]);
  return SCRIPTS.some((script) => [...spellings].some((spelling) => script.includes(spelling)));
}

function sentences(node: object): string[] {
  return Object.values(node).flatMap((value) => {
    if (typeof value !== "string") return sentences(value);
    return value.length > 20 && !value.includes("{") ? [value] : [];
  });
}

test("browsers load no message catalogue, because pages contain their texts", () => {
  expect(SCRIPTS.length).toBeGreaterThan(5);
  // The global error page works without the server.
  expect(isShipped(shopper.common.errorTitle), "the search finds what is there").toBe(true);
  for (const [locale, { messages }] of Object.entries(LANGUAGES)) {
    const { errorTitle, errorLead, errorAgain, ...common } = messages.common;
    const all = sentences({ ...messages, common });
    expect(all.length, locale).toBeGreaterThan(60);
    expect(all.filter(isShipped), locale).toEqual([]);
  }
});
