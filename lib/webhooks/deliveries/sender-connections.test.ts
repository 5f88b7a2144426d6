import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { createConnections, type LookupAll } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { sendWebhook, type WebhookRequest } from "./sender.ts";

const answer: RequestListener = (_request, response) => response.end("ok");

/** `handle` gets the number of the request on its connection, from 1. */
async function listen(
  t: TestContext,
  handle: (nth: number, ...exchange: Parameters<RequestListener>) => unknown = (_, ...exchange) =>
    answer(...exchange),
  host = "127.0.0.1",
) {
  const requests = new Map<Socket, number>();
  const seen = { connections: 0, requests: 0 };
  const server = createServer((request: IncomingMessage, response) => {
    const nth = (requests.get(request.socket) ?? 0) + 1;
    requests.set(request.socket, nth);
    seen.requests++;
    handle(nth, request, response);
  });
  server.on("connection", () => seen.connections++);
  server.listen(0, host);
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen, requests, server };
}

const request = (url: string, allowLocal = true): WebhookRequest => ({
  url,
  headers: { "webhook-id": "evt_1" },
  body: "{}",
  allowLocal,
});

const resolvingTo =
  (...addresses: string[]): LookupAll =>
  (_hostname, done) =>
    done(null, [{ address: addresses.shift() ?? "10.0.0.1", family: 4 }]);

describe("webhook sender: connections", () => {
  it("keeps one for the next webhook to the host, also after a failure", async (t) => {
    const { port, seen } = await listen(t, (_, incoming, response) => {
      response.statusCode = incoming.url === "/down" ? 500 : 200;
      response.end("ok");
    });
    for (const path of ["a", "down", "b"]) {
      const { responseStart } = await sendWebhook(request(`http://127.0.0.1:${port}/${path}`));
      assert.equal(responseStart, "ok");
    }
    assert.deepEqual(seen, { connections: 1, requests: 3 });
  });

  it("keeps none after a truncated or too long response, or if the server closes it", async (t) => {
    const responses: ((response: Parameters<RequestListener>[1]) => unknown)[] = [
      (response) => response.end("x".repeat(17 * 1024)),
      (response) => response.write("never ends"),
      (response) => response.setHeader("connection", "close").end(),
      (response) => response.setHeader("keep-alive", "timeout=1").end(),
      (response) => response.end(),
    ];
    const { port, seen } = await listen(t, (_, _incoming, response) =>
      responses[seen.requests - 1]?.(response),
    );
    for (let count = 1; count <= responses.length; count++) {
      const options = { deadlineMs: 300 };
      const { status } = await sendWebhook(request(`http://127.0.0.1:${port}/`), options);
      assert.equal(status, 200);
      assert.deepEqual(seen, { connections: count, requests: count });
    }
  });

  it("repeats a webhook once, over a new one, if the kept one is closed", async (t) => {
    for (const end of ["destroy", "resetAndDestroy"] as const) {
      const { port, seen } = await listen(t, (nth, incoming, response) =>
        nth === 1 ? response.end() : incoming.socket[end](),
      );
      const url = `http://127.0.0.1:${port}/`;
      assert.equal((await sendWebhook(request(url))).status, 200);
      assert.equal((await sendWebhook(request(url))).status, 200);
      assert.deepEqual(seen, { connections: 2, requests: 3 });
    }
  });

  it("repeats nothing twice, over a new connection, or after a response began", async (t) => {
    const always = await listen(t, (_, incoming, response) =>
      always.seen.requests === 1 ? response.end() : incoming.socket.destroy(),
    );
    const url = `http://127.0.0.1:${always.port}/`;
    assert.equal((await sendWebhook(request(url))).status, 200);
    assert.equal((await sendWebhook(request(url))).error, "ECONNRESET");
    assert.deepEqual(always.seen, { connections: 2, requests: 3 });
    assert.equal((await sendWebhook(request(url))).error, "ECONNRESET");
    assert.deepEqual(always.seen, { connections: 3, requests: 4 });

    const begun = await listen(t, (nth, incoming, response) => {
      if (nth === 1) response.end();
      else incoming.socket.write("HTTP/1.1 200 OK\r\nx-y", () => incoming.socket.destroy());
    });
    const partly = `http://127.0.0.1:${begun.port}/`;
    assert.equal((await sendWebhook(request(partly))).status, 200);
    assert.equal((await sendWebhook(request(partly))).error, "ECONNRESET");
    assert.deepEqual(begun.seen, { connections: 1, requests: 2 });
  });

  it("are not shared with endpoints that may not use local addresses", async (t) => {
    const { port, seen } = await listen(t);
    const connections = createConnections({ lookup: resolvingTo("127.0.0.1", "127.0.0.1") });
    for (const host of ["127.0.0.1", "shop.example"]) {
      for (const scheme of ["http", "https"]) {
        const url = `http://${host}:${port}/`;
        assert.equal((await sendWebhook(request(url), { connections })).status, 200);
        const before = { ...seen };
        const strict = request(`${scheme}://${host}:${port}/`, false);
        assert.equal((await sendWebhook(strict, { connections })).error, "BLOCKED_ADDRESS");
        assert.deepEqual(seen, before);
      }
    }
    assert.equal(seen.connections, 2);
  });

  it("end with their lifetime, idle or not, and then use the name's current address", async (t) => {
    const lifetimeMs = 250;
    const { port, seen, requests, server } = await listen(t);
    const lookup = resolvingTo("127.0.0.1", "127.0.0.1");
    const connections = createConnections({ lookup, lifetimeMs });
    const url = `http://rebind.example:${port}/`;
    const send = () => sendWebhook(request(url), { connections });
    const connected = once(server, "connection");
    assert.equal((await send()).status, 200);
    const [socket] = (await connected) as [Socket];
    // An idle one would be kept for seconds.
    await once(socket, "close", { signal: AbortSignal.timeout(2_000) });
    let busy = 0;
    const startedAt = performance.now();
    for (;;) {
      const { status, error } = await send();
      if (status === undefined) {
        assert.equal(error, "BLOCKED_ADDRESS");
        break;
      }
      assert.equal(status, 200);
      assert.ok(performance.now() - startedAt < 2_000, "a busy connection ends too");
      busy++;
    }
    assert.ok(busy > 1, `${busy} requests`);
    assert.deepEqual([...requests.values()], [1, busy]);
    assert.equal(seen.connections, 2);
  });

  it("are at most 128 without a request", async (t) => {
    const { port, seen, server } = await listen(t, undefined, "0.0.0.0");
    const connections = createConnections();
    for (let host = 1; host <= 130; host++) {
      const { status } = await sendWebhook(request(`http://127.0.0.${host}:${port}/`), {
        connections,
      });
      assert.equal(status, 200);
    }
    assert.equal(seen.connections, 130);
    const open = await new Promise((resolve) =>
      setTimeout(() => server.getConnections((_error, count) => resolve(count)), 50),
    );
    assert.equal(open, 128);
  });
});
