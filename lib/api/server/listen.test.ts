import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import type { ApiServices } from "#lib/api/http/context.ts";
import { problemSchema } from "#lib/api/http/problems.ts";
import type { HttpServer } from "#lib/platform/http/server.ts";
import { createFakeServices, GOOD_BODY, TEST_KEY } from "#lib/testing/fake-api.ts";
import { listen } from "./listen.ts";

const HEADERS = { "X-API-Key": TEST_KEY, "Content-Type": "application/json" };

const local = { port: 0, addresses: ["127.0.0.1"], isOwnHost: () => true };

const serve = (services: ApiServices) =>
  listen(async () => services, { baseUrl: services.env.BASE_URL, ...local });

describe("the API alone while its database hangs", () => {
  it("is live at once", async (t) => {
    const server = await listen(() => new Promise<never>(() => {}), {
      baseUrl: "http://localhost/api",
      ...local,
    });
    t.after(server.drain);
    for (const path of ["/health/live", "/api/health/live"]) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        signal: AbortSignal.timeout(10_000),
      });
      assert.equal(response.status, 200);
    }
  });
});

describe("the API alone over HTTP", () => {
  let server: HttpServer;
  let base: string;
  before(async () => {
    server = await serve(createFakeServices().services);
    base = `http://127.0.0.1:${server.port}`;
  });
  after(() => server.drain());

  const post = (body: BodyInit) =>
    fetch(`${base}/api/transactions`, {
      method: "POST",
      headers: HEADERS,
      body,
      duplex: "half",
    } as RequestInit);

  async function raw(text: string): Promise<string> {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  async function isAlive(): Promise<void> {
    assert.equal((await fetch(`${base}/health/live`)).status, 200);
  }

  it("creates at the path of BASE_URL, and responds to health requests at both paths", async () => {
    assert.equal((await post(JSON.stringify(GOOD_BODY))).status, 201);
    assert.equal((await fetch(`${base}/api/health/ready`)).status, 200);
    await isAlive();
    assert.equal((await fetch(`${base}/transactions`, { headers: HEADERS })).status, 404);
  });

  it("refuses a body of 1 MB with 413", async () => {
    const response = await post("x".repeat(1024 * 1024));
    assert.equal(response.status, 413);
    assert.equal(problemSchema.parse(await response.json()).code, "body_too_large");
  });

  it("refuses a body of unknown length with 413 as soon as it is too large", async () => {
    const request = httpRequest(`${base}/api/transactions`, { method: "POST", headers: HEADERS });
    request.on("error", () => {});
    for (let chunk = 0; chunk < 8; chunk += 1) request.write(Buffer.alloc(16 * 1024, 0x20));
    // Never ended: the response must not wait for the rest.
    const [response]: [IncomingMessage] = (await once(request, "response")) as [IncomingMessage];
    assert.equal(response.statusCode, 413);
    request.destroy();
    await isAlive();
  });

  it("reads a body that comes in small pieces", async () => {
    const request = httpRequest(`${base}/api/transactions`, { method: "POST", headers: HEADERS });
    for (const byte of Buffer.from(JSON.stringify(GOOD_BODY))) {
      request.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    request.end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    assert.equal(response.statusCode, 201);
    response.resume();
  });

  it("keeps working after a client disconnects in the middle of its body", async () => {
    const head = `POST /api/transactions HTTP/1.1\r\nHost: a\r\nX-API-Key: ${TEST_KEY}\r\n`;
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"amount"`);
    await once(socket, "ready");
    socket.destroy();
    await once(socket, "close");
    await isAlive();
  });

  it("refuses TRACE with 405 and echoes nothing", async () => {
    const response = await raw(
      "TRACE /api/transactions HTTP/1.1\r\nHost: a\r\nX-API-Key: canary\r\nConnection: close\r\n\r\n",
    );
    assert.match(response, /^HTTP\/1\.1 405 /);
    assert.match(response, /\r\nallow: GET, HEAD, OPTIONS, POST\r\n/i);
    assert.doesNotMatch(response, /canary/);
  });

  it("responds with a problem to a Host that is not part of a URL", async () => {
    const response = await raw(
      "GET /api/transactions HTTP/1.1\r\nHost: a@b/c?\r\nConnection: close\r\n\r\n",
    );
    assert.match(response, /^HTTP\/1\.1 400 /);
    assert.match(response, /\r\ncache-control: no-store\r\n/i);
    assert.match(response, /\r\n\r\n\{.*"code":"malformed_request"/s);
    await isAlive();
  });

  it("builds no address from the Host header", async () => {
    const response = await raw(
      `POST /api/transactions HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n` +
        `X-API-Key: ${TEST_KEY}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
        `Content-Length: ${JSON.stringify(GOOD_BODY).length}\r\n\r\n${JSON.stringify(GOOD_BODY)}`,
    );
    assert.match(response, /^HTTP\/1\.1 201 /);
    assert.doesNotMatch(response, /evil/);
  });

  it("refuses two lengths, which smuggle a second request", async () => {
    const response = await raw(
      "POST /api/transactions HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    );
    assert.match(response, /^HTTP\/1\.1 400 /);
  });
});

describe("stopping", () => {
  it("finishes running requests, accepts no new ones, and ends", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered = () => {};
    const running = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const { services } = createFakeServices({
      ready: async () => {
        entered();
        await held;
        return true;
      },
    });
    const server = await serve(services);
    const address = `http://127.0.0.1:${server.port}/health`;
    const response = fetch(`${address}/ready`);
    await running;
    const stopped = server.drain();
    await assert.rejects(fetch(`${address}/live`));
    release();
    assert.equal((await response).status, 200);
    const answeredAt = performance.now();
    await stopped;
    // The client's kept connection alone would hold the server for seconds.
    assert.ok(performance.now() - answeredAt < 2500);
  });
});
