import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { createConnections, type LookupAll } from "#lib/webhooks/net-guard/guarded-agent.ts";
import { sendWebhook, type WebhookRequest } from "./sender.ts";

// Far above the tests' deadlines.
const SOON_MS = 5_000;
const MB = 1024 * 1024;

const request = (url: string): WebhookRequest => ({
  url,
  headers: { "webhook-id": "evt_1" },
  body: "{}",
  allowLocal: true,
});

const resolving = (lookup: LookupAll) => ({ connections: createConnections({ lookup }) });

/** A raw TCP server. */
async function listen(t: TestContext, response: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    socket.once("data", () => response(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, sockets };
}

/** Writes `text` byte by byte until the socket closes. */
function trickle(socket: Socket, text: string): void {
  let index = 0;
  const timer = setInterval(() => socket.write(text[index++ % text.length] ?? ""), 10);
  socket.once("close", () => clearInterval(timer));
}

function flood(socket: Socket, chunk: Buffer): { bytes: number } {
  const written = { bytes: 0 };
  const write = () => {
    while (!socket.destroyed) {
      written.bytes += chunk.length;
      if (!socket.write(chunk)) break;
    }
  };
  socket.on("drain", write);
  write();
  return written;
}

async function allClosed(sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) await new Promise((resolve) => socket.once("close", resolve));
}

describe("webhook sender: misbehaving servers", () => {
  const deadlineMs = 200;

  it("ends at the deadline when headers come byte by byte", async (t) => {
    const header = `HTTP/1.1 200 OK\r\n${"x-slow: yes\r\n".repeat(1000)}`;
    const { url, sockets } = await listen(t, (socket) => trickle(socket, header));
    const response = await sendWebhook(request(url), { deadlineMs });
    assert.deepEqual([response.status, response.error], [undefined, "DEADLINE_EXCEEDED"]);
    assert.ok(response.durationMs < SOON_MS);
    await allClosed(sockets);
  });

  it("ends at the deadline when the body comes byte by byte, and uses the status", async (t) => {
    const { url, sockets } = await listen(t, (socket) => {
      socket.write("HTTP/1.1 503 Busy\r\nretry-after: 60\r\ncontent-length: 100000\r\n\r\n");
      trickle(socket, "drip ");
    });
    const response = await sendWebhook(request(url), { deadlineMs });
    assert.deepEqual([response.status, response.retryAfterSeconds], [503, 60]);
    assert.match(response.responseStart, /^drip/);
    assert.ok(response.durationMs < SOON_MS);
    await allClosed(sockets);
  });

  it("ends at the deadline when preliminary responses never end", async (t) => {
    const { url } = await listen(t, (socket) =>
      trickle(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
    );
    const response = await sendWebhook(request(url), { deadlineMs });
    assert.equal(response.status, undefined);
    assert.ok(response.durationMs < SOON_MS);
  });

  it("ends at the deadline when the name resolves too slowly", async (t) => {
    const { url } = await listen(t, (socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    const { port } = new URL(url);
    let late: (() => void) | undefined;
    const lookup: LookupAll = (_hostname, done) => {
      late = () => done(null, [{ address: "127.0.0.1", family: 4 }]);
    };
    const options = { deadlineMs, ...resolving(lookup) };
    const response = await sendWebhook(request(`http://slow.example:${port}/`), options);
    assert.equal(response.error, "DEADLINE_EXCEEDED");
    late?.();
  });

  it("refuses endless headers, in one or many lines", async (t) => {
    for (const line of [`x-long: ${"x".repeat(MB)}`, "x-many: 1\r\n".repeat(10_000)]) {
      let written = { bytes: 0 };
      const { url } = await listen(t, (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        written = flood(socket, Buffer.from(line));
      });
      const response = await sendWebhook(request(url));
      assert.deepEqual([response.status, response.error], [undefined, "UND_ERR_HEADERS_OVERFLOW"]);
      assert.ok(written.bytes < 64 * MB, "no more than buffers took");
    }
  });

  it("reads at most 16 kB of an endless body in any form", async (t) => {
    const chunked = Buffer.from(`4000\r\n${"x".repeat(0x4000)}\r\n`);
    const forms: [string, Buffer][] = [
      ["content-length: 10000000000\r\n", Buffer.alloc(64 * 1024, "x")],
      ["transfer-encoding: chunked\r\n", chunked],
      ["", Buffer.alloc(64 * 1024, "x")],
    ];
    for (const [header, chunk] of forms) {
      let written = { bytes: 0 };
      const { url, sockets } = await listen(t, (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n`);
        written = flood(socket, chunk);
      });
      const response = await sendWebhook(request(url));
      assert.equal(response.status, 200);
      assert.equal(response.responseStart, "x".repeat(1024));
      assert.ok(written.bytes < 64 * MB, "no more than buffers took");
      await allClosed(sockets);
    }
  });

  it("keeps a gzip bomb compressed", async (t) => {
    const bomb = gzipSync(Buffer.alloc(64 * MB));
    const { url } = await listen(t, (socket) => {
      const headers = `content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`;
      socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n`);
      socket.end(bomb);
    });
    const before = process.memoryUsage().rss;
    const response = await sendWebhook(request(url));
    assert.equal(response.status, 200);
    assert.equal(response.responseStart.charCodeAt(0), 0x1f);
    assert.ok(response.responseStart.length <= 1024);
    assert.ok(process.memoryUsage().rss - before < 32 * MB);
  });

  for (const status of [300, 301, 302, 303, 304, 305, 306, 307, 308]) {
    it(`follows no ${status}`, async (t) => {
      let hits = 0;
      const target = await listen(t, () => hits++);
      const { url } = await listen(t, (socket) =>
        socket.end(
          `HTTP/1.1 ${status} Away\r\nlocation: ${target.url}\r\ncontent-length: 0\r\n\r\n`,
        ),
      );
      assert.equal((await sendWebhook(request(url))).status, status);
      assert.deepEqual([hits, target.sockets.size], [0, 0]);
    });
  }

  it("treats what is no HTTP as no response", async (t) => {
    const responses = ["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/9.9 200 OK\r\n\r\n", "\0\0\0\0", ""];
    for (const text of responses) {
      const { url } = await listen(t, (socket) => socket.end(text));
      const response = await sendWebhook(request(url));
      assert.equal(response.status, undefined, text);
      assert.match(response.error ?? "", /^[A-Z_0-9]+$/, text);
    }
  });
});
