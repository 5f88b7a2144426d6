import assert from "node:assert/strict";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { dress } from "#lib/platform/http/dress.ts";
import { lighten } from "./light-pages.ts";
import { lightPage } from "./light-response.ts";

const HEAVY = `<html><head><script nonce="n0nce" src="/_next/a.js"></script></head><body>é</body></html>`;
const LIGHT = lighten(HEAVY, "/script/page.js");

/** As Next does for every response. */
const compress: () => (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void = createRequire(import.meta.url)("next/dist/compiled/compression");

type Respond = (response: ServerResponse, request: IncomingMessage) => unknown;
type Sent = { path?: string; method?: string; accepted?: string };

/** What a client receives when Next responds like `respond`. */
async function serve(
  t: TestContext,
  respond: Respond,
  scriptPath = () => "/script/page.js",
): Promise<(sent?: Sent) => Promise<IncomingMessage>> {
  const server = createServer((incoming, response) => {
    dress(response, [lightPage(incoming, scriptPath)]);
    respond(response, incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return ({ path = "/checkout?reference=1", method = "GET", accepted } = {}) =>
    new Promise((resolve, reject) => {
      const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
      const sending = request({ port: address.port, path, method, headers }, resolve);
      sending.on("error", reject).end();
    });
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts);
}

const sendPage: Respond = (response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("ETag", '"heavy"');
  response.write(HEAVY.slice(0, 30));
  response.end(HEAVY.slice(30));
};

test("a page is made light, then compressed as the browser accepts it", async (t) => {
  const get = await serve(t, sendPage);
  const decoders = [
    ["gzip, deflate, br, zstd", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
    [undefined, undefined, (body: Buffer) => body],
  ] as const;
  for (const [accepted, encoding, decode] of decoders) {
    const response = await get(accepted === undefined ? {} : { accepted });
    const body = await bodyOf(response);
    assert.equal(response.headers["content-encoding"], encoding);
    assert.equal(response.headers["content-length"], String(body.length));
    assert.equal(response.headers.etag, undefined);
    assert.equal(decode(body).toString(), LIGHT);
  }
});

test("Next does not compress a light page", async (t) => {
  const get = await serve(t, (response, { headers }) => {
    response.end(String(headers["accept-encoding"]));
  });
  assert.equal((await bodyOf(await get({ accepted: "br" }))).toString(), "undefined");
  const asset = await get({ accepted: "br", path: "/sandbox/app" });
  assert.equal((await bodyOf(asset)).toString(), "br");
});

test("status and headers of writeHead are kept", async (t) => {
  const get = await serve(t, (response) => {
    response.writeHead(404, { "Content-Type": "text/html", "X-Kept": "yes" });
    response.end(HEAVY);
  });
  const response = await get();
  assert.equal(response.statusCode, 404);
  assert.equal(response.headers["x-kept"], "yes");
  assert.equal((await bodyOf(response)).toString(), LIGHT);
});

test("other types are streamed untouched", { timeout: 5_000 }, async (t) => {
  let finish = () => {};
  const get = await serve(t, (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(HEAVY);
    finish = () => response.end("rest");
  });
  const response = await get({ accepted: "br" });
  const parts = response[Symbol.asyncIterator]();
  // It arrives before the response ends.
  assert.equal(String((await parts.next()).value), HEAVY);
  finish();
  assert.equal(String((await parts.next()).value), "rest");
  assert.equal(response.headers["content-encoding"], undefined);
});

test("redirects are untouched", async (t) => {
  const get = await serve(t, (response) => {
    response.writeHead(303, { Location: "/pay/abc", "Set-Cookie": ["a=1", "b=2"] });
    response.end();
  });
  const response = await get();
  assert.equal(response.statusCode, 303);
  assert.equal(response.headers.location, "/pay/abc");
  assert.deepEqual(response.headers["set-cookie"], ["a=1", "b=2"]);
  assert.equal((await bodyOf(response)).length, 0);
});

test("HEAD and pages with React are untouched", async (t) => {
  const get = await serve(t, sendPage);
  const head = await get({ method: "HEAD" });
  assert.equal(head.headers.etag, '"heavy"');
  assert.equal((await bodyOf(head)).length, 0);
  assert.equal((await bodyOf(await get({ path: "/sandbox/app" }))).toString(), HEAVY);
});

test("an error ends the connection", { timeout: 5_000 }, async (t) => {
  const get = await serve(t, sendPage, () => {
    throw new Error("no script");
  });
  await assert.rejects(get(), { code: "ECONNRESET" });
});

test("a long response that is not a page is sent at the client's pace", async (t) => {
  const part = "x".repeat(64 * 1024);
  const get = await serve(t, async (response, incoming) => {
    compress()(incoming, response, () => {});
    let isDrained: () => void;
    // Before the head, as Next does.
    response.on("drain", () => isDrained());
    response.setHeader("Content-Type", "text/csv");
    response.flushHeaders();
    for (let sent = 0; sent < 16; sent += 1) {
      const drained = new Promise<void>((resolve) => {
        isDrained = resolve;
      });
      if (!response.write(part)) await drained;
    }
    response.end();
  });
  const response = await get({ path: "/checkout/export", accepted: "gzip" });
  assert.equal((await bodyOf(response)).length, 16 * part.length);
});
