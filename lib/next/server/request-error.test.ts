import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "#lib/platform/failures/errors.ts";
import { isUnreadable } from "./request-error.ts";

const NEXT =
  "/app/node_modules/next/dist/compiled/next-server/app-page-turbo.runtime.prod.js:15:70523";
const NEXT_CHUNK = "/app/.next/server/chunks/ssr/node_modules_next_dist_0-amwq._.js:1:11868";
const OWN_SERVICE = "file:///app/lib/payments/checkout/service.ts:12:5";
const OWN_CHUNK = "/app/.next/server/chunks/ssr/_0o6iwo0iw2nrf._.js:1:2262";

function thrownAt(files: string[], error: Error = new SyntaxError("x is not valid JSON")): Error {
  const frames = files.map((file) => `    at read (${file})`);
  error.stack = ["SyntaxError: x", ...frames].join("\n");
  return error;
}

describe("isUnreadable", () => {
  it("is true of a request that only Next could not read", () => {
    assert.ok(
      isUnreadable(thrownAt([NEXT, "node:internal/deps/undici/undici:6736:14", NEXT_CHUNK])),
    );
  });

  it("is true of an action that was called without a form", () => {
    assert.ok(isUnreadable(new AppError("invalid_request")));
  });

  it("is false for errors of our own code and of the database", () => {
    const coded = Object.assign(new Error("22021"), { code: "22021" });
    for (const error of [
      thrownAt([OWN_CHUNK, NEXT]),
      thrownAt([OWN_SERVICE]),
      thrownAt([NEXT], coded),
      new AppError("internal_error"),
      "a text",
      undefined,
    ]) {
      assert.ok(!isUnreadable(error));
    }
  });
});
