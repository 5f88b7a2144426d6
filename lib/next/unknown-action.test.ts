import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { redirectUnknownAction } from "./unknown-action.ts";

// As Next 16.4 responds: handleUnrecognizedAction in server/app-render/action-handler.js.
const server = createServer((incoming, response) => {
  redirectUnknownAction(incoming, response);
  if (incoming.url?.includes("known")) return void response.end("page");
  response.setHeader("x-nextjs-action-not-found", "1");
  response.setHeader("content-type", "text/plain");
  response.statusCode = 409;
  response.end("Server Action unavailable.");
});

before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
after(() => server.close());

async function send(path: string, headers: Record<string, string> = {}, method = "POST") {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, path, method, headers }).end();
  const [answer] = await once(sent, "response");
  answer.resume();
  return answer;
}

describe("a form that names no action of this build", () => {
  it("is redirected to its own page, query and all", async () => {
    const { statusCode, headers } = await send("/checkout?reference=abc&lang=de");
    assert.equal(statusCode, 303);
    assert.equal(headers.location, "/checkout?reference=abc&lang=de");
    assert.equal(headers["x-nextjs-action-not-found"], undefined);
  });

  for (const path of ["//evil.example/pay", "/\\evil.example/pay", "/\\/evil.example/pay"]) {
    it(`stays on this site: ${path}`, async () => {
      const { headers } = await send(path);
      assert.equal(new URL(headers.location, "https://pay.example").host, "pay.example");
    });
  }

  it("is left to the page's script where one sent it", async () => {
    const { statusCode, headers } = await send("/checkout", { "Next-Action": "40".repeat(21) });
    assert.equal(statusCode, 409);
    assert.equal(headers["x-nextjs-action-not-found"], "1");
  });

  it("is no page that was asked for, and no form that was taken", async () => {
    assert.equal((await send("/pay", {}, "GET")).statusCode, 409);
    assert.equal((await send("/known")).statusCode, 200);
  });
});
