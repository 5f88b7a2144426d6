import assert from "node:assert/strict";
import { after, afterEach, before, describe, it, mock } from "node:test";
import { inspect } from "node:util";
import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { createBankside } from "./bankside.ts";
import { isBanksideError } from "./bankside-error.ts";
import type { Launcher, OpenOptions } from "./launcher.ts";

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

/** The service answers one reply after the other, then the last again. Gives what it was sent. */
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

/** A view that comes back with `address`. Gives what it was opened with. */
function launch(address?: string) {
  const opened: { url: string; options: OpenOptions }[] = [];
  const launcher: Launcher = {
    async open(url, options) {
      opened.push({ url, options });
      return address;
    },
  };
  return { opened, launcher, bankside: createBankside({ baseUrl: BASE, launcher }) };
}

describe("initiatePayment", () => {
  it("creates the transaction as the interface has it", async () => {
    const sent = serve();
    await launch().bankside.initiatePayment("12.5", JWT, { customer: "c-1" }, "myapp");
    assert.equal(sent.length, 1);
    assert.equal(sent[0]?.headers.get("authentication"), `Bearer ${JWT}`);
    assert.equal(sent[0]?.headers.get("authorization"), null);
    assert.equal(sent[0]?.headers.get("content-type"), "application/json");
    assert.match(sent[0]?.headers.get("idempotency-key") ?? "", /^[\w-]{32,}$/);
    assert.deepEqual(sent[0]?.body, {
      amount: 1250,
      currency: "EUR",
      source: "sdk_integration",
      metadata: { customer: "c-1" },
    });
  });

  it("sends no metadata where none is given", async () => {
    const sent = serve();
    await launch().bankside.initiatePayment("0.01", JWT);
    assert.deepEqual(sent[0]?.body, { amount: 1, currency: "EUR", source: "sdk_integration" });
  });

  it("opens the checkout with token, JWT and way back", async () => {
    serve();
    const { bankside, opened } = launch();
    await bankside.initiatePayment("12", JWT, undefined, "myapp");
    assert.equal(opened[0]?.url, `${REDIRECT}&jwt=${JWT}&redirect-url=myapp`);
    assert.equal(opened[0]?.options.urlScheme, "myapp");
    assert.equal(opened[0]?.options.transactionId, TXN);
  });

  it("gives hint and ids", async () => {
    serve();
    const { bankside } = launch(`myapp://?status=succeeded&transactionId=${TXN}&externalId=o-1`);
    assert.deepEqual(await bankside.initiatePayment("12", JWT, undefined, "myapp"), {
      status: "succeeded",
      transactionId: TXN,
      externalId: "o-1",
    });
  });

  const unknowns: [string, string | undefined][] = [
    ["a closed view", undefined],
    ["another scheme", `other://?status=succeeded&transactionId=${TXN}`],
    ["another transaction", "myapp://?status=succeeded&transactionId=txn_other"],
    ["no transaction", "myapp://?status=succeeded"],
  ];
  for (const [why, address] of unknowns) {
    it(`knows nothing, not even of a cancellation, after ${why}`, async () => {
      serve();
      const result = await launch(address).bankside.initiatePayment("12", JWT, {}, "myapp");
      assert.deepEqual(result, { status: "unknown", transactionId: TXN });
    });
  }

  it("knows nothing without a scheme, whatever comes back", async () => {
    serve();
    const { bankside } = launch(`myapp://?status=succeeded&transactionId=${TXN}`);
    assert.equal((await bankside.initiatePayment("12", JWT)).status, "unknown");
  });
});

describe("what can't be asked for", () => {
  const wrong: [
    string,
    Parameters<ReturnType<typeof createBankside>["initiatePayment"]>,
    string,
  ][] = [
    ["an amount with a comma", ["12,50", JWT], "invalid_amount"],
    ["an empty token", ["12", ""], "invalid_token"],
    ["a token with a line break", ["12", "a.b.c\r\nX-API-Key: k"], "invalid_token"],
    [
      "a web address to come back to",
      ["12", JWT, {}, "https://evil.example"],
      "invalid_url_scheme",
    ],
  ];
  for (const [what, call, code] of wrong) {
    it(`${what} is refused before anything is sent or opened`, async () => {
      const sent = serve();
      const { bankside, opened } = launch();
      await assert.rejects(bankside.initiatePayment(...call), { name: "BanksideError", code });
      assert.equal(sent.length + opened.length, 0);
    });
  }

  for (const baseUrl of [
    "",
    "pay.example",
    "ftp://pay.example",
    "https://u:p@pay.example",
    "https://a.example?x",
  ]) {
    it(`no API is at ${JSON.stringify(baseUrl)}`, () => {
      const { launcher } = launch();
      assert.throws(() => createBankside({ baseUrl, launcher }), { code: "invalid_base_url" });
    });
  }

  it("an ending slash of the API's address does no harm", async () => {
    const sent = serve();
    const { launcher } = launch();
    await createBankside({ baseUrl: `${BASE}/`, launcher }).initiatePayment("1", JWT);
    assert.equal(sent.length, 1);
  });
});

describe("failures of the service", () => {
  const problem = (body: object, init: ResponseInit) => () =>
    HttpResponse.json(body, { headers: { "X-Request-Id": "req-head" }, ...init });

  it("come with code, status and request id, and open nothing", async () => {
    serve(
      problem(
        { code: "unauthorized", title: "No", status: 401, requestId: "req-1" },
        { status: 401 },
      ),
    );
    const { bankside, opened } = launch();
    await assert.rejects(bankside.initiatePayment("12", JWT), (error: unknown) => {
      assert.ok(isBanksideError(error));
      assert.ok(!inspect(error, { depth: 10 }).includes(JWT));
      assert.equal(error.message, "No");
      assert.deepEqual([error.code, error.status, error.requestId], ["unauthorized", 401, "req-1"]);
      return true;
    });
    assert.equal(opened.length, 0);
  });

  it("say when to try again", async () => {
    const init = { status: 429, headers: { "Retry-After": "30", "X-Request-Id": "req-head" } };
    serve(problem({ code: "too_many_transactions", title: "Too many" }, init));
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), {
      code: "too_many_transactions",
      retryAfterSeconds: 30,
      requestId: "req-head",
    });
  });

  const unreadable: [string, Reply][] = [
    ["a page of a proxy", () => HttpResponse.html("<h1>Bad gateway</h1>", { status: 502 })],
    ["a code that is none", () => HttpResponse.json({ code: "<script>" }, { status: 422 })],
    ["no redirectUrl", () => HttpResponse.json({ id: TXN }, { status: 201 })],
    ["no id", () => HttpResponse.json({ redirectUrl: REDIRECT }, { status: 201 })],
    ["a list", () => HttpResponse.json([], { status: 201 })],
    ["nothing", () => new HttpResponse(null, { status: 201 })],
    [
      "a script to open",
      () => HttpResponse.json({ id: TXN, redirectUrl: "javascript:alert(1)" }, { status: 201 }),
    ],
    [
      "an unprotected page",
      () =>
        HttpResponse.json(
          { id: TXN, redirectUrl: "http://pay.example/secure?token=t" },
          { status: 201 },
        ),
    ],
  ];
  for (const [what, reply] of unreadable) {
    it(`${what} is an answer that can't be read`, async () => {
      serve(reply);
      const { bankside, opened } = launch();
      await assert.rejects(bankside.initiatePayment("12", JWT), { code: "unexpected_answer" });
      assert.equal(opened.length, 0);
    });
  }

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
  it("is tried once more with the same key, so that no second transaction is made", async () => {
    const sent = serve(lost, created);
    const result = await launch().bankside.initiatePayment("12", JWT);
    assert.equal(result.transactionId, TXN);
    assert.equal(sent.length, 2);
    assert.ok(sent[0]?.headers.get("idempotency-key"));
    assert.equal(sent[0]?.headers.get("idempotency-key"), sent[1]?.headers.get("idempotency-key"));
  });

  it("is given up after the second try", async () => {
    const sent = serve(lost);
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), { code: "network" });
    assert.equal(sent.length, 2);
  });

  it("is not tried again without secure random numbers for a key", async () => {
    mock.getter(globalThis, "crypto", () => undefined);
    const sent = serve(lost);
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), { code: "network" });
    assert.equal(sent.length, 1);
    assert.equal(sent[0]?.headers.get("idempotency-key"), null);
  });

  it("makes a key of random bytes where there are no random UUIDs", async () => {
    const getRandomValues = (bytes: Uint8Array) => bytes.fill(10);
    mock.getter(globalThis, "crypto", () => ({ getRandomValues }));
    const sent = serve();
    await launch().bankside.initiatePayment("12", JWT);
    assert.equal(sent[0]?.headers.get("idempotency-key"), "0a".repeat(16));
  });

  it("makes another key for each payment", async () => {
    const sent = serve();
    const { bankside } = launch();
    await bankside.initiatePayment("12", JWT);
    await bankside.initiatePayment("12", JWT);
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    assert.equal(new Set(keys).size, 2);
  });

  it("does not repeat what the service refused", async () => {
    const sent = serve(() => HttpResponse.json({ code: "internal_error" }, { status: 500 }));
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), { code: "internal_error" });
    assert.equal(sent.length, 1);
  });

  it("that never answers times out, and is not waited for twice", async () => {
    const sent = serve(async () => {
      await delay("infinite");
      return created();
    });
    const bankside = createBankside({ baseUrl: BASE, launcher: launch().launcher, timeoutMs: 50 });
    await assert.rejects(bankside.initiatePayment("12", JWT), { code: "timeout" });
    assert.equal(sent.length, 1);
  });

  it("leaves no time-out running once it was answered", async () => {
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

  it("can be given up, before and while it is waited for", async () => {
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

  it("opens its window before anything is awaited", async () => {
    serve();
    const { log, bankside } = prepared();
    const payment = bankside.initiatePayment("12", JWT, {}, "myapp");
    assert.deepEqual(log, ["prepared"]);
    await payment;
    assert.deepEqual(log, ["prepared", "opened"]);
  });

  it("closes its window when there is no transaction to show", async () => {
    serve(() => HttpResponse.json({ code: "unauthorized" }, { status: 401 }));
    const { log, bankside } = prepared();
    await assert.rejects(bankside.initiatePayment("12", JWT), { code: "unauthorized" });
    assert.deepEqual(log, ["prepared", "discarded"]);
  });

  it("opens no window for what is refused at once", async () => {
    const { log, bankside } = prepared();
    await assert.rejects(bankside.initiatePayment("1,2", JWT), { code: "invalid_amount" });
    assert.deepEqual(log, []);
  });
});
