import assert from "node:assert/strict";
import { after, afterEach, before, describe, it, mock } from "node:test";
import { inspect } from "node:util";
import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { createBankside } from "./bankside.ts";
import { isBanksideError } from "./bankside-error.ts";
import type { Launcher, OpenOptions } from "./launcher.ts";
import { type Wait, wait } from "./wait.ts";

const BASE = "https://pay.example/api";
const JWT = "head.body.signature";
const TXN = "txn_01k9f3v8q2e6rbt5m7x4d0c1an";
const REDIRECT = "https://pay.example/secure?token=one-time";

const server = setupServer();
before(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  server.resetHandlers();
  mock.restoreAll();
});
after(() => server.close());

type Sent = { headers: Headers; body: unknown };
type Reply = () => Response | Promise<Response>;

const created: Reply = () =>
  HttpResponse.json({ id: TXN, redirectUrl: REDIRECT, status: "pending" }, { status: 201 });

/** Repeats the last reply. Returns the requests. */
function serve(...replies: Reply[]): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post(`${BASE}/transactions`, async ({ request }) => {
      sent.push({ headers: request.headers, body: await request.json() });
      const reply = replies[Math.min(sent.length, replies.length) - 1] ?? created;
      return reply();
    }),
  );
  return sent;
}

const lost: Reply = () => HttpResponse.error();

function launch(address?: string) {
  const opened: { url: string; options: OpenOptions }[] = [];
  const launcher: Launcher = {
    async open(url, options) {
      opened.push({ url, options });
      return address;
    },
  };
  const waits: number[] = [];
  const wait: Wait = async (delayMs) => {
    waits.push(delayMs);
  };
  const bankside = createBankside({ baseUrl: BASE, launcher, wait });
  return { opened, launcher, bankside, waits };
}

describe("initiatePayment", () => {
  it("treats null as missing", async () => {
    const sent = serve();
    const { bankside, opened } = launch();
    await bankside.initiatePayment("0.01", JWT, null, null, null);
    await bankside.initiatePayment("0.01", JWT, null, null, { externalId: null, signal: null });
    const plain = { amount: 1, currency: "EUR", source: "sdk_integration" };
    assert.deepEqual(
      sent.map(({ body }) => body),
      [plain, plain],
    );
    assert.equal(opened[0]?.url, `${REDIRECT}&jwt=${JWT}`);
    assert.equal(opened[1]?.options.urlScheme, undefined);
  });

  it("opens the checkout with token, JWT and return address", async () => {
    serve();
    const { bankside, opened } = launch();
    await bankside.initiatePayment("12", JWT, undefined, "myapp");
    assert.equal(opened[0]?.url, `${REDIRECT}&jwt=${JWT}&redirect-url=myapp`);
    assert.equal(opened[0]?.options.urlScheme, "myapp");
    assert.equal(opened[0]?.options.transactionId, TXN);
  });

  it("has an unknown result without a scheme, for any returned address", async () => {
    serve();
    const { bankside } = launch(`myapp://?status=succeeded&transactionId=${TXN}`);
    assert.equal((await bankside.initiatePayment("12", JWT)).status, "unknown");
  });
});

const circle: Record<string, unknown> = {};
circle["itself"] = circle;

describe("invalid requests", () => {
  const wrong: [
    string,
    Parameters<ReturnType<typeof createBankside>["initiatePayment"]>,
    string,
  ][] = [
    ["metadata that holds itself", ["12", JWT, circle], "invalid_metadata"],
    ["metadata with a bigint", ["12", JWT, { cart: 7n }], "invalid_metadata"],
    ["metadata that is a list", ["12", JWT, JSON.parse("[7]")], "invalid_metadata"],
  ];
  for (const [what, call, code] of wrong) {
    it(`with ${what} are refused before anything is sent or opened`, async () => {
      const sent = serve();
      const { bankside, opened } = launch();
      await assert.rejects(bankside.initiatePayment(...call), { name: "BanksideError", code });
      assert.equal(sent.length + opened.length, 0);
    });
  }
});

describe("failures of the service", () => {
  it("never contain the token, and open nothing", async () => {
    serve(() => HttpResponse.json({ code: "unauthorized", title: "No" }, { status: 401 }));
    const { bankside, opened } = launch();
    await assert.rejects(bankside.initiatePayment("12", JWT), (error: unknown) => {
      assert.ok(isBanksideError(error));
      assert.ok(!inspect(error, { depth: 10 }).includes(JWT));
      return true;
    });
    assert.equal(opened.length, 0);
  });

  it("a failed launch names the transaction that was created", async () => {
    serve();
    const launcher: Launcher = { open: () => Promise.reject(new Error("no activity")) };
    const bankside = createBankside({ baseUrl: BASE, launcher });
    await assert.rejects(bankside.initiatePayment("12", JWT), {
      code: "view_not_opened",
      transactionId: TXN,
    });
  });
});

describe("a bad connection", () => {
  const busy: Reply = () =>
    HttpResponse.json(
      { code: "idempotency_in_progress", title: "Wait" },
      { status: 409, headers: { "Retry-After": "9" } },
    );
  for (const [why, reply] of [
    ["the network", lost],
    ["the first request", busy],
  ] as const) {
    it(`can be aborted in the pause for ${why}`, async () => {
      const controller = new AbortController();
      const sent = serve(reply);
      const { launcher, opened } = launch();
      const given: Wait = (delayMs, signal) => {
        const waiting = wait(delayMs, signal);
        controller.abort();
        return waiting;
      };
      const bankside = createBankside({ baseUrl: BASE, launcher, wait: given });
      const options = { signal: controller.signal };
      await assert.rejects(bankside.initiatePayment("12", JWT, {}, "myapp", options), {
        code: "aborted",
      });
      assert.deepEqual([sent.length, opened.length], [1, 0]);
    });
  }

  it("is not tried again without secure random numbers for a key", async () => {
    mock.getter(globalThis, "crypto", () => undefined);
    const sent = serve(lost);
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), { code: "network" });
    assert.equal(sent.length, 1);
    assert.equal(sent[0]?.headers.get("idempotency-key"), null);
  });

  it("creates a key from random bytes if random UUIDs are missing", async () => {
    const getRandomValues = (bytes: Uint8Array) => bytes.fill(10);
    mock.getter(globalThis, "crypto", () => ({ getRandomValues }));
    const sent = serve();
    await launch().bankside.initiatePayment("12", JWT);
    assert.equal(sent[0]?.headers.get("idempotency-key"), "0a".repeat(16));
  });

  it("creates another key for each payment", async () => {
    const sent = serve();
    const { bankside } = launch();
    await bankside.initiatePayment("12", JWT);
    await bankside.initiatePayment("12", JWT);
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    assert.equal(new Set(keys).size, 2);
  });

  it("leaves no timer running after a response", async () => {
    const timers = mock.method(globalThis, "setTimeout");
    const cleared = mock.method(globalThis, "clearTimeout");
    serve();
    const bankside = createBankside({
      baseUrl: BASE,
      launcher: launch().launcher,
      timeoutMs: 54_321,
    });
    await bankside.initiatePayment("12", JWT);
    const own = timers.mock.calls.filter(({ arguments: [, ms] }) => ms === 54_321);
    assert.equal(own.length, 1);
    assert.ok(cleared.mock.calls.some(({ arguments: [timer] }) => timer === own[0]?.result));
  });

  it("can be aborted before and during the wait", async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    serve(() => {
      controller.abort();
      return delay("infinite").then(created);
    });
    const { bankside, opened } = launch();
    const payment = () => bankside.initiatePayment("12", JWT, {}, "myapp", options);
    await assert.rejects(payment(), { code: "aborted" });
    await assert.rejects(payment(), { code: "aborted" });
    assert.equal(opened.length, 0);
  });
});

describe("a launcher that needs the user's click", () => {
  function prepared() {
    const log: string[] = [];
    const launcher: Launcher = {
      open: () => Promise.reject(new Error("the prepared view is the one to use")),
      prepare() {
        log.push("prepared");
        return {
          async open() {
            log.push("opened");
            return undefined;
          },
          discard: () => log.push("discarded"),
        };
      },
    };
    return { log, bankside: createBankside({ baseUrl: BASE, launcher }) };
  }

  it("opens its window before any asynchronous step", async () => {
    serve();
    const { log, bankside } = prepared();
    const payment = bankside.initiatePayment("12", JWT, {}, "myapp");
    assert.deepEqual(log, ["prepared"]);
    await payment;
    assert.deepEqual(log, ["prepared", "opened"]);
  });

  it("closes its window if there is no transaction to show", async () => {
    serve(() => HttpResponse.json({ code: "unauthorized" }, { status: 401 }));
    const { log, bankside } = prepared();
    await assert.rejects(bankside.initiatePayment("12", JWT), { code: "unauthorized" });
    assert.deepEqual(log, ["prepared", "discarded"]);
  });

  it("opens no window for an invalid request", async () => {
    const { log, bankside } = prepared();
    await assert.rejects(bankside.initiatePayment("1,2", JWT), { code: "invalid_amount" });
    assert.deepEqual(log, []);
  });
});
