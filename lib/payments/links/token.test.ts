import assert from "node:assert/strict";
import { it } from "node:test";
import { newLinkToken, readLinkToken } from "./token.ts";

it("a token has 60 random bits in 12 characters that people don't mix up", () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newLinkToken));
  assert.equal(tokens.size, 1_000);
  for (const token of tokens) assert.match(token, /^[0-9a-hjkmnp-tv-z]{12}$/);
  assert.equal(new Set([...tokens].join("")).size, 32);
});

it("is read in capitals, and with letters that look like its own", () => {
  assert.equal(readLinkToken("4Q8XK2M7W0TZ"), "4q8xk2m7w0tz");
  assert.equal(readLinkToken("oOil1IL0abcd"), "00111110abcd");
  for (const text of ["", "4q8xk2m7w0t", "4q8xk2m7w0tzz", "4q8xk2m7w0tu", "4q8xk2m7w0t/", "é"]) {
    assert.equal(readLinkToken(text), undefined, text);
  }
});
