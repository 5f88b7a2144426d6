import assert from "node:assert/strict";
import { type IncomingMessage, ServerResponse } from "node:http";
import { describe, it } from "node:test";
import { dress } from "#lib/platform/http/dress.ts";
import { unknownAction } from "./unknown-action.ts";

function locationFor(target: string): string {
  const request = { method: "POST", url: target, headers: {} } as IncomingMessage;
  const response = new ServerResponse(request);
  dress(response, [unknownAction(request)]);
  response.setHeader("x-nextjs-action-not-found", "1");
  response.writeHead(409);
  assert.equal(response.statusCode, 303);
  return String(response.getHeader("location"));
}

describe("a form of another build", () => {
  it("redirects to its own page", () => {
    assert.equal(locationFor("/pay/a%20b?o=1%2B2&lang=de"), "/pay/a%20b?o=1%2B2&lang=de");
  });

  it("redirects to no other site, with only ASCII in the header", () => {
    for (const target of ["//evil.example/x", "/\\evil.example/x", "/..//evil.example/x"]) {
      assert.equal(locationFor(target), "/evil.example/x");
    }
    assert.equal(locationFor('/x?\xff="<'), "/x?%C3%BF=%22%3C");
  });
});
