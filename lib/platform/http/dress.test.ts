import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, createServer, get, type RequestListener, type ServerResponse } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { keptBytes } from "#lib/testing/kept-bytes.ts";
import { bareFailures, dress, goneNoted, neverSniffed } from "./dress.ts";
import { inRequestScope, noteGone, noteUnreadable } from "./request-scope.ts";
import { serveHttp } from "./server.ts";

async function setUp(t: TestContext, handle: RequestListener) {
  const server = createServer((request, response) => {
    dress(response, [neverSniffed, bareFailures, goneNoted]);
    handle(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : assert.fail();
  return { port, url: `http://127.0.0.1:${port}` };
}

async function expectProblem(answer: Response, status: number) {
  assert.equal(answer.status, status);
  assert.equal(answer.headers.get("content-type"), "application/problem+json");
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.equal(answer.headers.get("etag"), null);
  const problem = await answer.json();
  assert.deepEqual([problem.type, problem.status], ["about:blank", status]);
  assert.equal(problem.requestId, answer.headers.get("x-request-id"));
}

describe("a failure without a type", () => {
  const plain: Record<string, RequestListener> = {
    "ended with words": (_, response) => void response.end("Internal Server Error, <b>"),
    "written in parts": (_, response) => {
      response.write("Internal ");
      response.end("Server Error");
    },
    "begun before it is written": (_, response) => void response.writeHead(500).end("Error"),
    empty: (_, response) => void response.end(),
  };
  for (const [what, handle] of Object.entries(plain)) {
    it(`becomes a problem: ${what}`, async (t) => {
      const { url } = await setUp(t, (request, response) => {
        response.statusCode = 500;
        response.setHeader("Content-Type", "text/plain");
        response.setHeader("ETag", '"a"');
        handle(request, response);
      });
      await expectProblem(await fetch(url), 500);
    });
  }

  it("becomes a problem without any type, and has no body for HEAD", async (t) => {
    const { url } = await setUp(t, (_, response) => void response.writeHead(405).end());
    await expectProblem(await fetch(url), 405);
    const head = await fetch(url, { method: "HEAD" });
    assert.equal(head.status, 405);
    assert.equal(await head.text(), "");
  });

  it("calls the callback of its end", async (t) => {
    const ended = Promise.withResolvers<void>();
    const { url } = await setUp(t, (_, response) => {
      response.statusCode = 400;
      response.end("x", "utf8", ended.resolve);
    });
    await expectProblem(await fetch(url), 400);
    await ended.promise;
  });
});

describe("every other response", () => {
  it("keeps the type that is set with its status", async (t) => {
    const { url } = await setUp(t, (_, response) => {
      response.writeHead(413, { "Content-Type": "application/problem+json" }).end('{"code":"a"}');
    });
    assert.deepEqual(await (await fetch(url)).json(), { code: "a" });
  });

  const cases: [status: number, type: string | undefined, body: string][] = [
    [200, undefined, "anything"],
    [200, "text/plain", "anything"],
    [404, "text/html", "<p>Nothing here"],
    [429, "text/plain; charset=utf-8", "Too many requests"],
    [303, undefined, ""],
  ];
  for (const [status, type, body] of cases) {
    it(`stays unchanged: ${status} ${type}`, async (t) => {
      const { url } = await setUp(t, (_, response) => {
        if (type) response.setHeader("Content-Type", type);
        response.statusCode = status;
        response.end(body);
      });
      const answer = await fetch(url, { redirect: "manual" });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
      assert.equal(answer.headers.get("content-length"), String(body.length));
      assert.equal(await answer.text(), body);
    });
  }
});

describe("a request that Next could not read", () => {
  const cases: [made: number, expected: number][] = [
    [500, 400],
    [200, 200],
    [404, 404],
  ];
  for (const [made, expected] of cases) {
    it(`is the client's error: ${made} becomes ${expected}`, async (t) => {
      const { url } = await setUp(t, (_, response) => {
        inRequestScope(() => {
          noteUnreadable();
          response.setHeader("Content-Type", "text/html");
          response.statusCode = made;
          response.end("<p>");
        });
      });
      assert.equal((await fetch(url)).status, expected);
    });
  }
});

it("a page of what is no more is a 410, and its redirects and failures are not", async (t) => {
  for (const [made, expected] of [
    [200, 410],
    [303, 303],
    [500, 500],
  ]) {
    const { url } = await setUp(t, (_, response) => {
      inRequestScope(() => {
        noteGone();
        response.setHeader("Content-Type", "text/html");
        response.statusCode = made ?? 0;
        response.end("<p>");
      });
    });
    assert.equal((await fetch(url, { redirect: "manual" })).status, expected);
  }
});

it("a file accepts GET and HEAD only", async (t) => {
  const { url } = await setUp(t, (_, response) => {
    response.setHeader("Allow", ["GET", "HEAD"]);
    response.statusCode = 500;
    response.end("Internal Server Error");
  });
  const answer = await fetch(url, { method: "PUT" });
  assert.equal(answer.headers.get("allow"), "GET, HEAD");
  await expectProblem(answer, 405);
});

describe("rules", () => {
  it("apply in their order, each to what the one before has made", async (t) => {
    const { url } = await setUp(t, (_, response) => {
      dress(response, [
        (_response, { status }) => ({ status: status + 1 }),
        (_response, { status }) => ({ status: status + 1, body: (sent) => `${status}: ${sent}` }),
      ]);
      response.writeHead(200, { "X-Kept": "yes", "Content-Length": 3 });
      response.write("a");
      response.end("bc");
    });
    const answer = await fetch(url);
    assert.deepEqual([answer.status, answer.headers.get("x-kept")], [202, "yes"]);
    assert.equal(await answer.text(), "201: abc");
  });
});

const NUMBERS = 10_000;
const BYTES = NUMBERS * 8;

describe("the memory of requests that have ended", () => {
  async function keptPerRequest(t: TestContext, change: (response: ServerResponse) => void) {
    const server = await serveHttp(
      async (_request, response) => {
        change(response);
        const own = Array.from({ length: NUMBERS }, (_, at) => at / 3);
        Object.assign(response, { own });
        await setTimeout(1);
        response.end("done");
      },
      { port: 0, addresses: ["127.0.0.1"], isOwnHost: () => true },
    );
    const agent = new Agent({ keepAlive: true });
    t.after(() => {
      agent.destroy();
      return server.drain();
    });
    return keptBytes(async () => {
      const [response] = await once(get({ port: server.port, agent }), "response");
      await once(response.resume(), "end");
    });
  }

  it("is free without a full collection", async (t) => {
    const kept = await keptPerRequest(t, (response) =>
      dress(response, [neverSniffed, bareFailures]),
    );
    assert.ok(kept < BYTES / 4, `${kept} bytes of each`);
  });

  it("is kept by a function written directly into a property", async (t) => {
    const kept = await keptPerRequest(t, (response) => {
      const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
      response.end = ((...rest: unknown[]) => end(...rest)) as typeof end;
    });
    assert.ok(kept > BYTES / 2, `${kept} bytes of each`);
  });
});
