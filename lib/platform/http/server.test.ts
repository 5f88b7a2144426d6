import assert from "node:assert/strict";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { listenAddresses, ownHosts } from "./own-addresses.ts";
import { admitMethod } from "./request.ts";
import { noteOutage } from "./request-scope.ts";
import { type HttpOptions, serveHttp } from "./server.ts";

const TOO_MUCH = 128 * 1024 + 1;
const UPLOAD = "/console/payments/transfers/import";

const echo: RequestListener = async (request, response) => {
  if (!admitMethod(request, response)) return;
  let size = 0;
  try {
    for await (const chunk of request) size += chunk.length;
  } catch {
    return;
  }
  response.end(JSON.stringify({ url: request.url, size, upgrade: request.headers.upgrade }));
};

async function setUp(
  t: TestContext,
  handle: RequestListener = echo,
  limits?: HttpOptions["limits"],
  isOwnHost: HttpOptions["isOwnHost"] = () => true,
  apiPrefix?: string,
) {
  const server = await serveHttp(handle, {
    port: 0,
    addresses: ["127.0.0.1"],
    isOwnHost,
    apiPrefix,
    ...(limits && { limits }),
  });
  t.after(server.drain);
  const raw = async (...parts: string[]): Promise<string> => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    for (const part of parts) socket.write(part);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of socket) chunks.push(chunk);
    } catch {
      // What arrived before the cut is the response.
    }
    return Buffer.concat(chunks).toString();
  };
  return { ...server, raw, url: `http://127.0.0.1:${server.port}` };
}

const head = (line: string, ...headers: string[]) =>
  [line, "Host: a", "Connection: close", ...headers, "", ""].join("\r\n");

/** Resolves once earlier requests have arrived. */
const arrived = async (url: string) => (await fetch(url)).text();

describe("the HTTP server", () => {
  for (const method of ["TRACE", "PROPFIND", "PURGE"]) {
    it(`refuses ${method} with 405 and echoes nothing`, async (t) => {
      const { raw } = await setUp(t);
      const answer = await raw(head(`${method} /x HTTP/1.1`, "X-Canary: canary"));
      assert.match(answer, /^HTTP\/1\.1 405 /);
      assert.match(answer, /\r\nAllow: GET, HEAD, POST, OPTIONS\r\n/);
      assert.match(answer, /"code":"method_not_allowed"/);
      assert.doesNotMatch(answer, /canary/);
    });
  }

  it("accepts PUT, PATCH and DELETE for its APIs, but for no page", async (t) => {
    const { raw } = await setUp(t);
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      for (const path of ["/api/x", "/api", "/sandbox/bank/v1/x?a=1"]) {
        assert.match(await raw(head(`${method} ${path} HTTP/1.1`)), /^HTTP\/1\.1 200 /);
      }
      for (const path of ["/x", "/apis", "/console?/api/", "/sandbox/bank"]) {
        assert.match(await raw(head(`${method} ${path} HTTP/1.1`)), /^HTTP\/1\.1 405 /);
      }
    }
  });

  it("opens no tunnel", async (t) => {
    const { raw } = await setUp(t);
    assert.match(await raw(head("CONNECT db.internal:5432 HTTP/1.1")), /^HTTP\/1\.1 405 /);
  });

  it("ignores a request to upgrade, and responds as usual", async (t) => {
    const { raw } = await setUp(t);
    const upgrade =
      "GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket";
    const answer = await raw(`${upgrade}\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 200 /);
  });

  it("reads an absolute target as its path, and its authority in place of Host", async (t) => {
    const isOwnHost = (host: string) => host === "pay.example";
    const { raw } = await setUp(
      t,
      (request, response) => {
        const { headers, headersDistinct, rawHeaders, url } = request;
        const hosts = rawHeaders.filter((_, at) => /^host$/i.test(rawHeaders[at - 1] ?? ""));
        response.end(JSON.stringify([url, headers.host, headersDistinct["host"], hosts]));
      },
      undefined,
      isOwnHost,
    );
    const answer = await raw(head("GET http://pay.example/pay/x?o=1 HTTP/1.1"));
    const own = "pay.example";
    assert.equal(answer.split("\r\n\r\n")[1], JSON.stringify(["/pay/x?o=1", own, [own], [own]]));
    const text = head("GET http://evil.example/pay/x?o=1 HTTP/1.1").replace(
      "Host: a",
      `Host: ${own}`,
    );
    assert.match(await raw(text), /^HTTP\/1\.1 421 /);
  });

  for (const target of ["*", "ftp://a/x", "javascript:alert(1)"]) {
    it(`refuses ${target}`, async (t) => {
      const { raw } = await setUp(t);
      assert.match(await raw(head(`OPTIONS ${target} HTTP/1.1`)), /^HTTP\/1\.1 (404|400) /);
    });
  }

  for (const path of [
    "/api/transactions/%ff",
    "/console/payments/%",
    "/secure/%E0%A4%A/events",
    "/checkout/logo/%ed%a0%80",
    "/pay/%00",
    "/pay/a%00b?x=1",
    "http://a/pay/%c0%af",
  ]) {
    it(`responds with 404 at ${path}, which no route can decode`, async (t) => {
      const { raw } = await setUp(t);
      const answer = await raw(head(`GET ${path} HTTP/1.1`));
      assert.match(answer, /^HTTP\/1\.1 404 /);
      assert.match(answer, /\r\nContent-Type: application\/problem\+json\r\n/);
      assert.match(answer, /\r\nX-Content-Type-Options: nosniff\r\n/);
      assert.match(answer, /\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
      assert.match(answer, /"code":"not_found"/);
    });
  }

  const chunk = `${(100 * 1024).toString(16)}\r\n${"x".repeat(100 * 1024)}\r\n`;
  const refusals: [status: number, request: (path: string) => string[]][] = [
    [400, (path) => [head(`GET ${path}/x HTTP/1.1`, "Host: b")]],
    [400, (path) => [head(`GET ${path}/x HTTP/2.0`)]],
    [404, (path) => [head(`GET ${path}/%ff HTTP/1.1`)]],
    [404, (path) => [head(`GET http://a${path}/x%00?y HTTP/1.1`)]],
    [413, (path) => [head(`POST ${path}/x HTTP/1.1`, `Content-Length: ${TOO_MUCH}`)]],
    [413, (path) => [head(`POST ${path} HTTP/1.1`, "Transfer-Encoding: chunked"), chunk, chunk]],
    [421, (path) => [head(`GET ${path}/x HTTP/1.1`).replace("Host: a", "Host: other")]],
  ];
  for (const [status, request] of refusals) {
    it(`names the API's version in a ${status} on its paths only: ${request("/api")[0]?.split("\r")[0]}`, async (t) => {
      const isVersioned = async (path: string, apiPrefix: string | undefined) => {
        const { raw } = await setUp(t, echo, undefined, (host) => host === "a", apiPrefix);
        const answer = await raw(...request(path));
        assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
        return /\r\nAPI-Version: 1\r\n/.test(answer);
      };
      assert.equal(await isVersioned("/api", "/api"), true);
      assert.equal(await isVersioned("/pay", "/api"), false);
      assert.equal(await isVersioned("/apis", "/api"), false);
      assert.equal(await isVersioned("/v1/transactions", ""), true);
      assert.equal(await isVersioned("/api", undefined), false);
    });
  }

  it("passes the query and a valid encoding to the routes unchanged", async (t) => {
    const { raw } = await setUp(t);
    for (const target of ["/x?q=%ff%00", "/%E2%82%AC/%2f?", "/%25ff"]) {
      assert.match(await raw(head(`GET ${target} HTTP/1.1`)), /^HTTP\/1\.1 200 /);
    }
  });

  for (const [what, text] of [
    ["two Host lines", head("GET /x HTTP/1.1", "Host: a")],
    ["two different Host lines", head("GET /x HTTP/1.1", "hOST: b")],
    ["two Host lines beside an absolute target", head("GET http://a/x HTTP/1.1", "Host: a")],
    ["no Host", head("GET /x HTTP/1.1").replace("Host: a\r\n", "")],
    ["a Host with user information", head("GET /x HTTP/1.1").replace("Host: a", "Host: u@a")],
    ["a Host with a path", head("GET /x HTTP/1.1").replace("Host: a", "Host: a/b?")],
    ["a Host that is a list", head("GET /x HTTP/1.1").replace("Host: a", "Host: a, b")],
    ["no HTTP version", head("GET /x")],
    ["HTTP/0.9", head("GET /x HTTP/0.9")],
    ["HTTP/2.0", head("GET /x HTTP/2.0")],
    ["HTTP/1.2", head("GET /x HTTP/1.2")],
    ["HTTP/3.0", head("GET /x HTTP/3.0")],
  ] as const) {
    it(`refuses ${what}`, async (t) => {
      let calls = 0;
      const { raw } = await setUp(t, (_request, response) => {
        calls += 1;
        response.end();
      });
      assert.match(await raw(text), /^HTTP\/1\.1 400 /);
      assert.equal(calls, 0);
    });
  }

  it("refuses a body whose declared length is too large before it arrives", async (t) => {
    const { raw } = await setUp(t);
    const answer = await raw(head("POST /x HTTP/1.1", `Content-Length: ${TOO_MUCH}`));
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.match(answer, /"code":"body_too_large"/);
    const upload = `Content-Length: ${TOO_MUCH}`;
    const body = "x".repeat(TOO_MUCH);
    assert.match(await raw(head(`POST ${UPLOAD}?a=b HTTP/1.1`, upload), body), /"size":131073/);
  });

  it("redirects a plain form with too large a file to its page, but not a script", async (t) => {
    const { raw } = await setUp(t);
    const send = (accept: string, path = UPLOAD) =>
      raw(head(`POST ${path} HTTP/1.1`, `Content-Length: ${3 * 1024 * 1024}`, `Accept: ${accept}`));
    const led = await send("text/html,application/xhtml+xml,*/*;q=0.8");
    assert.match(led, /^HTTP\/1\.1 303 /);
    assert.match(led, /\r\nLocation: \.\.\/transfers\?problem=statement_too_large\r\n/);
    assert.match(await send("application/json"), /^HTTP\/1\.1 413 /);
    assert.match(await send("text/html", "/pay/x"), /^HTTP\/1\.1 413 /);
  });

  it("cuts a body without a declared length that becomes too large", async (t) => {
    const { raw } = await setUp(t);
    const chunk = `${(64 * 1024).toString(16)}\r\n${"x".repeat(64 * 1024)}\r\n`;
    const chunks = (count: number) => Array.from({ length: count }, () => chunk);
    const start = head("POST /x HTTP/1.1", "Transfer-Encoding: chunked");
    assert.match(await raw(start, ...chunks(2), "0\r\n\r\n"), /"size":131072/);
    assert.doesNotMatch(await raw(start, ...chunks(3), "0\r\n\r\n"), /"size"/);
    const upload = head(`POST ${UPLOAD} HTTP/1.1`, "Transfer-Encoding: chunked");
    assert.match(await raw(upload, ...chunks(33), "0\r\n\r\n"), /"size":2162688/);
    assert.doesNotMatch(await raw(upload, ...chunks(34), "0\r\n\r\n"), /"size"/);
  });

  it("responds with 503 and Retry-After to a request that met a dead database", async (t) => {
    const answers: [sent: number, expected: number][] = [
      [500, 503],
      [404, 503],
      [200, 503],
      [303, 303],
    ];
    const { url } = await setUp(t, async (request, response) => {
      await new Promise(setImmediate);
      noteOutage();
      response.statusCode = Number(request.url?.slice(1));
      response.end();
    });
    for (const [sent, expected] of answers) {
      const answer = await fetch(`${url}/${sent}`, { redirect: "manual" });
      assert.equal(answer.status, expected);
      assert.equal(answer.headers.get("retry-after"), expected === 503 ? "5" : null);
    }
  });

  it("does not change the responses to other requests", async (t) => {
    const { promise: noted, resolve } = Promise.withResolvers<void>();
    const { url } = await setUp(t, async (request, response) => {
      if (request.url === "/down") noteOutage();
      else await noted;
      response.end();
      resolve();
    });
    const [up, down] = await Promise.all([fetch(`${url}/up`), fetch(`${url}/down`)]);
    assert.deepEqual([up.status, down.status], [200, 503]);
  });

  it("disconnects a client that never ends its headers", async (t) => {
    const limits = { headersMs: 100, requestMs: 200, silenceMs: 60_000, idleMs: 200 };
    const { port } = await setUp(t, echo, limits);
    const socket = connect(port, "127.0.0.1");
    const trickle = setInterval(() => socket.write("x"), 20);
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nX-Slow: ");
    const [answer] = await once(socket, "data");
    clearInterval(trickle);
    assert.match(String(answer), /^HTTP\/1\.1 408 /);
    socket.destroy();
  });

  it("drains without cutting a response that a slow client still reads", async (t) => {
    const SIZE = 30_000_000;
    const { promise: handedOver, resolve } = Promise.withResolvers<void>();
    const { port, drain } = await setUp(t, (_request, response) => {
      response.setHeader("Content-Length", SIZE);
      response.end(Buffer.alloc(SIZE, 0x78));
      resolve();
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await handedOver;
    const drained = drain();
    let read = 0;
    let isFirst = true;
    for await (const chunk of socket) {
      read += chunk.length;
      // Lets some sweeps pass while nothing is read.
      if (isFirst) await sleep(200);
      isFirst = false;
    }
    assert.ok(read > SIZE, `${read}`);
    await drained;
  });

  it("drains at once if clients are connected but send nothing", async (t) => {
    const { port, url, drain } = await setUp(t);
    const silent = connect(port, "127.0.0.1");
    await once(silent, "connect");
    const kept = connect(port, "127.0.0.1");
    kept.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(kept, "data");
    await (await fetch(url)).text();
    const startedAt = performance.now();
    const closed = Promise.all([once(silent, "close"), once(kept, "close")]);
    silent.resume();
    kept.resume();
    await drain();
    await closed;
    assert.ok(performance.now() - startedAt < 5_000);
  });

  for (const [what, sent] of [
    ["headers", "GET / HTTP/1.1\r\nX-Half: "],
    ["a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"],
  ]) {
    it(`waits for ${what} half sent as long as headers may take, and responds to complete requests`, async (t) => {
      const { promise: held, resolve: cancelAtBank } = Promise.withResolvers<void>();
      const limits = { headersMs: 300, requestMs: 60_000, silenceMs: 60_000, idleMs: 200 };
      const { port, url, drain } = await setUp(
        t,
        async (request, response) => {
          if (request.url === "/held") await held;
          await echo(request, response);
        },
        limits,
      );
      const half = connect(port, "127.0.0.1");
      half.on("error", () => undefined);
      await once(half, "connect");
      half.write(sent ?? "");
      const whole = fetch(`${url}/held`);
      await arrived(url);
      const drained = drain();
      half.resume();
      await once(half, "close");
      cancelAtBank();
      assert.equal((await whole).status, 200);
      await drained;
    });
  }

  /** Sends a request on a kept connection; resolves with the whole response. Rejects if the connection is reset. */
  async function ask(socket: Socket, path: string): Promise<string> {
    if (socket.readableEnded) throw new Error("closed before");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    let text = "";
    for (;;) {
      const [chunk] = await Promise.race([once(socket, "data"), once(socket, "end")]);
      if (chunk === undefined) throw new Error(`closed after ${text.length} characters`);
      text += chunk;
      const [start = "", body] = text.split("\r\n\r\n");
      const [, length] = /\r\nContent-Length: (\d+)/.exec(start) ?? [];
      if (body !== undefined && body.length >= Number(length)) return text;
    }
  }

  async function keptConnections(port: number, count: number): Promise<Socket[]> {
    const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1"));
    await Promise.all(sockets.map((socket) => ask(socket, "/first")));
    return sockets;
  }

  it("responds to requests on kept connections while it begins to drain, and then closes them", async (t) => {
    const limits = { headersMs: 10_000, requestMs: 60_000, silenceMs: 60_000, idleMs: 500 };
    const { port, drain } = await setUp(t, echo, limits);
    const sockets = await keptConnections(port, 24);
    const closed = sockets.map((socket) => once(socket, "close"));
    const drained = drain();
    const answers = await Promise.all(
      sockets.map(async (socket, number) => {
        await sleep(number * 8);
        return ask(socket, `/${number}`);
      }),
    );
    for (const [number, answer] of answers.entries()) {
      assert.match(answer, /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
      assert.match(answer, new RegExp(`"url":"/${number}"`));
    }
    await Promise.all([drained, ...closed]);
  });

  it("responds to the request after the last response that promised to keep the connection", async (t) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const limits = { headersMs: 10_000, requestMs: 60_000, silenceMs: 60_000, idleMs: 300 };
    const { port, drain } = await setUp(
      t,
      async (request, response) => {
        if (request.url !== "/long") return void (await echo(request, response));
        response.writeHead(200, { "Content-Length": 2 });
        response.write("a");
        await held;
        response.end("b");
      },
      limits,
    );
    const [socket] = await keptConnections(port, 1);
    assert.ok(socket);
    const long = ask(socket, "/long");
    await once(socket, "data");
    const drained = drain();
    // Longer than an idle connection is kept.
    await sleep(400);
    release();
    assert.match(await long, /\r\nConnection: keep-alive\r\n.*\r\n\r\nab$/s);
    // Longer than it takes to look for idle ones.
    await sleep(120);
    assert.match(await ask(socket, "/next"), /\r\nConnection: close\r\n/);
    await drained;
  });

  it("responds to a request that has arrived but is not read while it looks for idle connections", async (t) => {
    const limits = { headersMs: 10_000, requestMs: 60_000, silenceMs: 60_000, idleMs: 20 };
    const { port, drain } = await setUp(t, echo, limits);
    const [socket] = await keptConnections(port, 1);
    assert.ok(socket);
    const drained = drain();
    // Busy until all timers are due: the request is sent, and no event is read before the next timer.
    const asked = sleep(1).then(() => ask(socket, "/busy"));
    const busyUntil = performance.now() + 200;
    while (performance.now() < busyUntil);
    assert.match(await asked, /"url":"\/busy"/);
    await drained;
  });

  it("closes the connection with a response that begins while it drains", async (t) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { port, url, drain } = await setUp(t, async (request, response) => {
      if (request.url === "/held") await held;
      await echo(request, response);
    });
    const [socket] = await keptConnections(port, 1);
    assert.ok(socket);
    const answer = ask(socket, "/held");
    await arrived(url);
    const drained = drain();
    release();
    assert.match(await answer, /\r\nConnection: close\r\n/);
    await drained;
  });

  it("closes a connection with its refusal while it drains", async (t) => {
    const { port, drain } = await setUp(t);
    const [socket] = await keptConnections(port, 1);
    assert.ok(socket);
    const drained = drain();
    assert.match(await ask(socket, "/%ff"), /^HTTP\/1\.1 404 .*\r\nConnection: close\r\n/s);
    await drained;
  });

  it("responds to headers that end while it drains", async (t) => {
    const { port, url, drain } = await setUp(t);
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write("GET /late HTTP/1.1\r\nHost: ");
    await arrived(url);
    const drained = drain();
    socket.write("a\r\n\r\n");
    assert.match(String((await once(socket, "data"))[0]), /"url":"\/late"/);
    await drained;
  });
});

describe("the host of a request", () => {
  const env = parseEnv({
    PUBLIC_URL: "https://pay.example",
    CONSOLE_URL: "http://my.example:81/c",
  });
  const hosted = (t: TestContext) => setUp(t, undefined, undefined, ownHosts(env));
  const withHost = (line: string, host: string) => head(line).replace("Host: a", `Host: ${host}`);

  for (const host of ["pay.example", "PAY.example:443", "my.example:81"]) {
    it(`is served as ${host}`, async (t) => {
      const { raw } = await hosted(t);
      assert.match(await raw(withHost("GET /x HTTP/1.1", host)), /^HTTP\/1\.1 200 /);
    });
  }

  for (const host of [
    "",
    "evil.example",
    "pay.example:80",
    "pay.example.evil.example",
    "my.example",
    "127.0.0.1",
    "pay.example,evil.example",
  ]) {
    it(`is refused as ${JSON.stringify(host)} before a body is read`, async (t) => {
      let calls = 0;
      const count: RequestListener = (_request, response) => {
        calls += 1;
        response.end();
      };
      const { raw } = await setUp(t, count, undefined, ownHosts(env));
      const [start = "", body] = (
        await raw(`${withHost("POST /x HTTP/1.1", host).trimEnd()}\r\nContent-Length: 9\r\n\r\n`)
      ).split("\r\n\r\n");
      assert.match(start, /^HTTP\/1\.1 421 /);
      assert.match(start, /\r\nContent-Type: application\/problem\+json\r\n/);
      const { code, detail } = JSON.parse(body ?? "");
      assert.equal(code, "misdirected_request");
      assert.match(detail, /PUBLIC_URL/);
      assert.equal(calls, 0);
    });
  }

  it("may be any host, or none, for probes of load balancers and webhooks of the sandbox", async (t) => {
    const { raw } = await hosted(t);
    for (const path of [
      "/health/live",
      "/health/ready?probe=1",
      "/sandbox/shop/webhook",
      "/sandbox/receiver/acct_1-2",
    ]) {
      assert.match(
        await raw(withHost(`GET ${path} HTTP/1.1`, "10.0.0.7:3000")),
        /^HTTP\/1\.1 200 /,
      );
      assert.match(await raw(`GET ${path} HTTP/1.0\r\n\r\n`), /^HTTP\/1\.1 200 /);
    }
    for (const path of ["/health/live/", "/health/other", "//health/live", "/x", "/sandbox/shop"]) {
      assert.match(
        await raw(withHost(`GET ${path} HTTP/1.1`, "10.0.0.7:3000")),
        /^HTTP\/1\.1 421 /,
      );
      assert.match(await raw(`GET ${path} HTTP/1.0\r\n\r\n`), /^HTTP\/1\.1 421 /);
    }
  });
});

describe("where a server listens", () => {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const own = new Set(interfaces.map(({ address }) => address));
  const outside = interfaces.find(
    ({ internal, family }) => !internal && family === "IPv4",
  )?.address;

  async function reached(t: TestContext, variables: Record<string, string>, address: string) {
    const addresses = listenAddresses(parseEnv(variables));
    const server = await serveHttp(echo, { port: 0, addresses, isOwnHost: () => true });
    t.after(server.drain);
    const socket = connect(server.port, address);
    t.after(() => socket.destroy());
    return once(socket, "connect").then(
      () => true,
      () => false,
    );
  }

  const local = { PUBLIC_URL: "http://localhost:3000" };
  const [hasIpv6, isWholeNetwork] = [own.has("::1"), process.platform === "linux"];
  // Linux answers on the whole loopback network: a second address.
  const others = [...(outside ? [outside] : []), ...(isWholeNetwork ? ["127.0.0.2"] : [])];

  it("is only on this machine while all addresses are local", async (t) => {
    assert.equal(await reached(t, local, "127.0.0.1"), true);
    assert.equal(await reached(t, local, "::1"), hasIpv6);
    for (const other of others) assert.equal(await reached(t, local, other), false, other);
  });

  it("is on every interface otherwise, or if HOST sets that", async (t) => {
    for (const variables of [
      { PUBLIC_URL: "https://pay.example" },
      { ...local, CHECKOUT_URL: "https://pay.example/checkout" },
      { ...local, HOST: "0.0.0.0" },
    ]) {
      for (const other of others) assert.equal(await reached(t, variables, other), true, other);
    }
  });

  it("is only at HOST if that is set", async (t) => {
    const isPublic = { PUBLIC_URL: "https://pay.example" };
    for (const HOST of ["127.0.0.1", "localhost"]) {
      assert.equal(await reached(t, { ...isPublic, HOST }, "127.0.0.1"), true);
      for (const other of others) {
        assert.equal(await reached(t, { ...isPublic, HOST }, other), false);
        assert.equal(await reached(t, { ...isPublic, HOST: other }, other), true);
        assert.equal(await reached(t, { ...isPublic, HOST: other }, "127.0.0.1"), false);
      }
    }
  });

  it("omits an address that this machine lacks, unless it is the only one", async (t) => {
    // TEST-NET-3, which no machine has.
    const missing = "203.0.113.1";
    const options = { port: 0, isOwnHost: () => true };
    const server = await serveHttp(echo, { ...options, addresses: ["127.0.0.1", missing] });
    t.after(server.drain);
    assert.deepEqual(server.addresses, ["127.0.0.1"]);
    await assert.rejects(serveHttp(echo, { ...options, addresses: [missing] }), {
      code: "EADDRNOTAVAIL",
    });
    await assert.rejects(
      serveHttp(echo, { ...options, port: server.port, addresses: ["127.0.0.1"] }),
      { code: "EADDRINUSE" },
    );
  });
});

describe("an invalid request", () => {
  const cases: [what: string, sent: string, status: number][] = [
    ["no HTTP", "nonsense\r\n\r\n", 400],
    ["a control character in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n", 400],
    ["too long a head", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ];
  for (const [what, sent, status] of cases) {
    it(`is refused with a problem that quotes nothing: ${what}`, async (t) => {
      const { raw } = await setUp(t);
      const [start = "", body = ""] = (await raw(sent)).split("\r\n\r\n");
      assert.match(start, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(start, /\r\nContent-Type: application\/problem\+json\r\n/);
      assert.match(start, /\r\nX-Content-Type-Options: nosniff/);
      assert.equal(JSON.parse(body).status, status);
      assert.doesNotMatch(start + body, /nonsense|xxx/);
    });
  }

  /** What comes after the first part of a response. */
  async function answerAfter(t: TestContext, handle: RequestListener): Promise<string> {
    const { port } = await setUp(t, handle);
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
    const [first] = await once(socket, "data");
    assert.match(String(first), /^HTTP\/1\.1 200 /);
    socket.write("nonsense\r\n\r\n");
    return text(socket).catch(() => "");
  }

  it("is refused after a complete response", async (t) => {
    assert.match(await answerAfter(t, echo), /^HTTP\/1\.1 400 /);
  });

  it("adds nothing to a response that has begun", async (t) => {
    const begin: RequestListener = (_, response) => void response.writeHead(200).write("begun");
    assert.equal(await answerAfter(t, begin), "");
  });
});
