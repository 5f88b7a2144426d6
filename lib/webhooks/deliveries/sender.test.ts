import assert from "node:assert/strict";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { createConnections, type LookupAll } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { sendWebhook, type WebhookRequest } from "./sender.ts";

const closers: (() => Promise<void>)[] = [];
after(() => Promise.all(closers.map((close) => close())));

async function listen(handler: RequestListener) {
  const seen = { connections: 0, requests: 0 };
  const server = createServer((request, response) => {
    seen.requests++;
    handler(request, response);
  });
  server.on("connection", () => seen.connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, seen };
}

const answering =
  (status: number, headers: Record<string, string> = {}, body = ""): RequestListener =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };

const request = (url: string, allowLocal = true): WebhookRequest => ({
  url,
  headers: { "webhook-id": "evt_1" },
  body: '{"a":"é"}',
  allowLocal,
});

const resolving = (lookup: LookupAll) => ({ connections: createConnections({ lookup }) });

const resolvingTo =
  (...addresses: string[]): LookupAll =>
  (_hostname, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

describe("webhook sender: responses", () => {
  it("posts the exact bytes with the given headers and its own", async () => {
    let received: { request: IncomingMessage; body: string } | undefined;
    const { url, seen } = await listen(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      received = { request: incoming, body: Buffer.concat(chunks).toString("utf8") };
      response.writeHead(200).end("thanks");
    });
    const answer = await sendWebhook(request(`${url}?a=1`));
    assert.equal(answer.status, 200);
    assert.equal(answer.error, undefined);
    assert.equal(answer.responseStart, "thanks");
    assert.ok(answer.durationMs >= 0);
    assert.equal(seen.requests, 1);
    assert.equal(received?.body, '{"a":"é"}');
    assert.equal(received?.request.method, "POST");
    assert.equal(received?.request.url, "/hook?a=1");
    const { headers } = received?.request ?? { headers: {} };
    assert.equal(headers["webhook-id"], "evt_1");
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers["user-agent"], "Bankside-Webhooks/1");
    assert.equal(headers["accept-encoding"], "identity");
    assert.equal(headers["content-length"], "10");
  });

  for (const status of [204, 400, 410, 500]) {
    it(`reports ${status}`, async () => {
      const { url } = await listen(answering(status));
      assert.equal((await sendWebhook(request(url))).status, status);
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`does not follow ${status}`, async () => {
      const target = await listen(answering(200));
      const { url } = await listen(answering(status, { location: target.url }));
      assert.equal((await sendWebhook(request(url))).status, status);
      assert.equal(target.seen.connections, 0);
    });
  }

  it("reads Retry-After in seconds and as a date", async () => {
    const clock = { now: () => new Date("2026-01-15T12:00:00Z") };
    const wishes: [string, number | undefined][] = [
      ["90", 90],
      ["Thu, 15 Jan 2026 12:01:00 GMT", 60],
      ["soon", undefined],
    ];
    for (const [wish, seconds] of wishes) {
      const { url } = await listen(answering(429, { "retry-after": wish }));
      const answer = await sendWebhook(request(url), { clock });
      assert.equal(answer.retryAfterSeconds, seconds);
      assert.equal("retryAfterSeconds" in answer, seconds !== undefined);
    }
  });

  it("keeps the first kB of the response as storable text", async () => {
    const { url } = await listen(answering(200, {}, `\0${"é".repeat(2000)}`));
    const { responseStart } = await sendWebhook(request(url));
    assert.equal(responseStart, `\uFFFD${"é".repeat(511)}`);
  });

  it("does not decompress a response", async () => {
    const { url } = await listen(answering(200, { "content-encoding": "gzip" }, "no gzip at all"));
    const answer = await sendWebhook(request(url));
    assert.equal(answer.status, 200);
    assert.equal(answer.responseStart, "no gzip at all");
  });
});

describe("webhook sender: faults", () => {
  it("ends at the deadline without a response", async () => {
    const { url, seen } = await listen(() => {});
    const answer = await sendWebhook(request(url), { deadlineMs: 100 });
    assert.equal(answer.status, undefined);
    assert.equal(answer.error, "DEADLINE_EXCEEDED");
    assert.equal(seen.requests, 1);
    assert.ok(answer.durationMs >= 90 && answer.durationMs < 5_000);
  });

  for (const scheme of ["http", "https"]) {
    it(`ends at the deadline if the name is not resolved (${scheme})`, async () => {
      const options = { deadlineMs: 100, ...resolving(() => {}) };
      const answer = await sendWebhook(request(`${scheme}://shop.example/`), options);
      assert.equal(answer.error, "DEADLINE_EXCEEDED");
      assert.ok(answer.durationMs < 5_000);
    });
  }

  it("stops reading an endless response and uses its status", async () => {
    let written = 0;
    const { url } = await listen((_incoming, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(8 * 1024, "x");
      const write = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on("drain", write);
      write();
    });
    const answer = await sendWebhook(request(url));
    assert.equal(answer.status, 200);
    assert.equal(answer.responseStart, "x".repeat(1024));
    assert.ok(answer.durationMs < 5_000);
    assert.ok(written < 16 * 1024 * 1024, "no more than the sockets' buffers were filled");
  });

  it("uses the status if the body is slow or breaks off", async () => {
    const trickling = await listen((_incoming, response) => {
      response.writeHead(200).write("a");
    });
    assert.equal((await sendWebhook(request(trickling.url), { deadlineMs: 100 })).status, 200);
    const breaking = await listen((_incoming, response) => {
      response.writeHead(500, { "content-length": "100" }).write("a");
      setImmediate(() => response.destroy());
    });
    assert.equal((await sendWebhook(request(breaking.url))).status, 500);
  });

  it("refuses a response with too many headers", async () => {
    const { url } = await listen(answering(200, { "x-long": "x".repeat(20_000) }));
    const answer = await sendWebhook(request(url));
    assert.equal(answer.status, undefined);
    assert.match(answer.error ?? "", /^[A-Z_]+$/);
  });

  it("names the cause by a code if there is no connection", async () => {
    const { url, port } = await listen(answering(200));
    await closers.pop()?.();
    assert.equal((await sendWebhook(request(url))).error, "ECONNREFUSED");
    const failing: LookupAll = (_hostname, done) =>
      done(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
    assert.equal(
      (await sendWebhook(request("https://shop.example/"), resolving(failing))).error,
      "ENOTFOUND",
    );
    const plain = await listen(answering(200));
    const overTls = await sendWebhook(request(`https://127.0.0.1:${plain.port}/`));
    assert.equal(overTls.status, undefined);
    assert.notEqual(overTls.error, undefined);
    assert.equal(plain.seen.requests, 0, "no downgrade to plain HTTP");
    assert.notEqual(port, plain.port);
  });
});

describe("webhook sender: addresses", () => {
  it("opens no connection to loopback in any form, unless local addresses are allowed", async () => {
    const { port, seen } = await listen(answering(200));
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.1",
      "[::ffff:127.0.0.1]",
      "[::1]",
      "localhost",
    ]) {
      for (const scheme of ["http", "https"]) {
        const answer = await sendWebhook(request(`${scheme}://${host}:${port}/`, false));
        assert.equal(answer.error, "BLOCKED_ADDRESS", `${scheme}://${host}`);
      }
    }
    assert.equal(seen.connections, 0);
  });

  it("opens no connection for a name that now resolves to a private address", async () => {
    const { port, seen } = await listen(answering(200));
    for (const addresses of [
      ["127.0.0.1"],
      ["93.184.215.14", "127.0.0.1"],
      ["127.0.0.1", "93.184.215.14"],
      [],
    ]) {
      const options = resolving(resolvingTo(...addresses));
      const answer = await sendWebhook(request(`https://rebind.example:${port}/`, false), options);
      assert.equal(answer.error, "BLOCKED_ADDRESS");
      assert.equal(answer.status, undefined);
    }
    assert.equal(seen.connections, 0);
  });

  it("connects to the checked address without a second lookup", async () => {
    const { port, seen } = await listen(answering(200));
    let lookups = 0;
    const lookup: LookupAll = (hostname, done) => {
      lookups++;
      resolvingTo(lookups === 1 ? "127.0.0.1" : "10.0.0.1")(hostname, done);
    };
    assert.equal(
      (await sendWebhook(request(`http://rebind.example:${port}/`), resolving(lookup))).status,
      200,
    );
    assert.equal(lookups, 1);
    assert.equal(seen.connections, 1);
  });

  it("allows only loopback of the private addresses, if local ones are allowed", async () => {
    for (const host of [
      "10.0.0.1",
      "192.168.0.1",
      "169.254.169.254",
      "0.0.0.0",
      "[fd00::1]",
      "[::ffff:127.0.0.1]",
    ]) {
      assert.equal((await sendWebhook(request(`http://${host}/`))).error, "BLOCKED_ADDRESS", host);
    }
  });
});
