import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { nextPath } from "./next-path.ts";

const SITE = "https://bankside.example";

describe("the page after sign-in", () => {
  it("is the requested page of the console", () => {
    for (const path of [
      "/console",
      "/console?mode=live",
      "/console/payments/txn_1?mode=live#events",
      "/console/payments?q=a%20b%2F%2Fc",
    ]) {
      assert.equal(nextPath(path), path);
    }
  });

  it("is the first page if the request leads elsewhere", () => {
    for (const elsewhere of [
      undefined,
      null,
      7,
      ["/console/payments", "/console"],
      "",
      "console",
      "//evil.example",
      "///evil.example/console",
      "/\\evil.example",
      "\\\\evil.example/console",
      "/\t/evil.example",
      "/console\n/payments",
      " /console",
      "https://evil.example/console",
      "https:/console",
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)//console",
      "data:text/html,/console",
      "/consolation",
      "/console.evil.example",
      "/console@evil.example",
      "/console/../sandbox/mail",
      "/console/%2e%2e//evil.example",
      "/console/.%2E/..//evil.example",
      "%2F%2Fevil.example",
      "/%2Fevil.example",
      "/pay/abc",
      `/console/${"a".repeat(2000)}`,
      "/console/\ud800",
    ]) {
      assert.equal(nextPath(elsewhere), "/console", String(elsewhere));
    }
  });

  it("stays on this site and below /console for any request", () => {
    const pieces = fc.constantFrom(
      "/",
      "\\",
      "//",
      "..",
      ".",
      "%2e",
      "%2f",
      "%5c",
      "\t",
      "\n",
      "console",
      "/console",
      "@",
      ":",
      "?",
      "#",
      "javascript:",
      "https:",
      "evil.example",
      "\u2028",
      "ſ",
    );
    const hostile = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));
    const below = hostile.map((text) => `/console${text}`);
    fc.assert(
      fc.property(fc.oneof(hostile, below, fc.string({ unit: anyCharacter })), (text) => {
        const path = nextPath(text);
        const url = new URL(path, `${SITE}/console/sign-in`);
        assert.equal(url.origin, SITE);
        assert.ok(url.pathname === "/console" || url.pathname.startsWith("/console/"), path);
        assert.equal(nextPath(path), path, "asked for again it stays the same");
      }),
    );
  });
});
