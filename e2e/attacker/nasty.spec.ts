import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { isFull } from "#lib/testing/lane.ts";
import { type AppServer, startAppServer } from "../../scripts/app-server.ts";
import { NASTY_PORT } from "../../scripts/ports.ts";
import { servers } from "../kit/servers.ts";
import { attacksOn, attacksOnForm, attacksOnOperation } from "./attacks.ts";
import { complaints, logComplaints } from "./judge.ts";
import { headerNames, operationsOf, otherPaths, parameterNames, routesOfFiles } from "./routes.ts";
import { demoSchema, setStage, targetsOf } from "./stage.ts";
import { HEADER, MARKUP } from "./values.ts";
import { send, type WireRequest } from "./wire.ts";

// Both tests use the same port.
test.describe.configure({ mode: "serial" });

const AT_ONCE = 8;
/** The quick lane sends one in this many requests per route, and skips forms and API operations. */
const SHARE = isFull ? 1 : 64;
const MAX_LISTED = 20;

/** Without these routes, the test covers little. */
const DEEP = [
  "/checkout",
  "/sandbox/bank/approve/[token]",
  "/sandbox/shop/orders/[orderId]/pay",
  "/console/payments/[id]",
  "/console/webhooks/[id]/deliveries/[deliveryId]",
];

test("hostile input to any route gets a page or a problem, and leaves the log intact", async () => {
  if (isFull) test.setTimeout(600_000);
  const server = await openServer();
  try {
    const demo = demoSchema.parse(
      JSON.parse(readFileSync(join(server.dataDir, "demo.json"), "utf8")),
    );
    const routes = routesOfFiles();
    const stage = await setStage(server.url, demo, routes, isFull);
    for (const pattern of DEEP) expect([...stage.samples.keys()]).toContain(pattern);
    const description = await (await fetch(`${server.url}/openapi.json`)).json();
    const others = otherPaths().map((pattern) => ({ pattern, isPage: false, methods: ["GET"] }));
    const names = {
      parameters: [...new Set([...parameterNames(), ...stage.names])],
      headers: headerNames(),
    };

    function* attacks(): Generator<WireRequest> {
      const targets = targetsOf(stage, [...routes, ...others]);
      for (const [at, target] of targets.entries()) yield* share(attacksOn(target, names), at);
      if (!isFull) return;
      for (const operation of operationsOf(description)) {
        yield* attacksOnOperation(operation, `${server.url}/api`, demo.keys.web);
      }
      // Last, because some forms end what other requests need.
      for (const { form, visitor } of stage.forms) {
        yield* attacksOnForm(form, visitor.cookies(form.url), visitor.userAgent);
      }
    }

    const found = await judgeAll(attacks());
    expect(found).toEqual([]);
    expect(logComplaints(server.output())).toEqual([]);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});

/** Forms may change it, so only the quick lane shares one. */
async function openServer(): Promise<Pick<AppServer, "url" | "dataDir" | "output" | "stop">> {
  if (isFull) return startAppServer(NASTY_PORT, { TRUSTED_PROXIES: "1" });
  const { url, dataDir } = servers().app;
  const log = `test-results/app-server-${new URL(url).port}.log`;
  return { url, dataDir, output: () => readFileSync(log, "utf8"), stop: async () => {} };
}

/** Starts at another offset per route, so that every request goes to some route. */
function* share<T>(all: Iterable<T>, at: number): Generator<T> {
  let count = at;
  for (const one of all) {
    if (count % SHARE === 0) yield one;
    count += 1;
  }
}

/** Each kind of fault once, with a request that caused it. */
async function judgeAll(attacks: Generator<WireRequest>): Promise<string[]> {
  const found = new Map<string, string>();
  const work = async () => {
    for (const attack of attacks) {
      const answer = await send(attack);
      const { method, target, headers = [], body = "" } = attack;
      for (const complaint of complaints(answer, method)) {
        const kind = `${answer.status}: ${complaint}`;
        const own = headers.filter(([name]) => !/^(?:cookie|user-agent|accept)$/i.test(name));
        const sent = `${method} ${target} ${JSON.stringify(own)} ${body}`.slice(0, 600);
        if (!found.has(kind)) found.set(kind, sent);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...found].slice(0, MAX_LISTED).map(([kind, sent]) => `${kind}\n  ${sent}`);
}

const PAGE = { "X-Content-Type-Options": "nosniff", "Content-Type": "text/html" };

const WRONG: [what: string, handle: RequestListener, expected: RegExp][] = [
  [
    "a value that no header takes, and the error printed by who caught it",
    (request, response) => {
      const lang = new URL(request.url ?? "", "http://a").searchParams.get("lang") ?? "";
      try {
        response.setHeader("X-Lang", lang);
      } catch {
        response.writeHead(500, { "Content-Type": "text/plain" });
      }
      response.end("Internal Server Error");
    },
    /^status 500$/,
  ],
  [
    "a header of the request's",
    (request, response) => {
      const [, value = ""] = request.url?.split("lang=") ?? [];
      response.socket?.end(`HTTP/1.1 200 OK\r\nX-Lang: ${decodeURIComponent(value)}\r\n\r\n`);
    },
    /^a header of the request's$/,
  ],
  [
    "plain text",
    (_, response) => response.writeHead(404, { "Content-Type": "text/plain" }).end("x"),
    /^type text\/plain/,
  ],
  [
    "a page without headers",
    (_, response) => response.writeHead(200, PAGE).end("<p>"),
    /^page without default-src/,
  ],
  [
    "markup of the request's",
    (_, response) => response.writeHead(200, PAGE).end(MARKUP),
    /^markup/,
  ],
  ["no answer", (_, response) => response.destroy(), /^no answer$/],
];

for (const [what, handle, expected] of WRONG) {
  test(`control: the test finds ${what}`, async () => {
    const server = createServer(handle).listen(NASTY_PORT, "127.0.0.1");
    try {
      const answer = await send({
        origin: `http://127.0.0.1:${NASTY_PORT}`,
        method: "GET",
        target: `/?lang=de%0d%0a${HEADER}:%201`,
      });
      expect(complaints(answer, "GET")).toContainEqual(expect.stringMatching(expected));
    } finally {
      server.close();
    }
  });
}

test("control: the test finds a line that is no record of the log", () => {
  const record = JSON.stringify({ level: 30, time: 1, service: "bankside", msg: "a" });
  expect(logComplaints(`${record}\n${record}\n`)).toEqual([]);
  for (const line of ["⨯ TypeError: a", '{"level":50,"alert":"forged"}', `${record}x`]) {
    expect(logComplaints(`${record}\n${line}\n${record}`)).toHaveLength(1);
  }
});
