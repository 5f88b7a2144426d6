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
  const waits: number[] = [];
  const wait: Wait = async (delayMs) => {
    waits.push(delayMs);
  };
  const bankside = createBankside({ baseUrl: BASE, launcher, wait });
  return { opened, launcher, bankside, waits };
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

  it("names the order, so that it is not paid twice", async () => {
    const sent = serve();
    await launch().bankside.initiatePayment("1", JWT, { a: 1 }, "myapp", { externalId: "order 7" });
    assert.deepEqual(sent[0]?.body, {
      amount: 100,
      currency: "EUR",
      source: "sdk_integration",
      externalId: "order 7",
      metadata: { a: 1 },
    });
  });

  for (const code of ["already_paid", "transaction_in_progress"]) {
    it(`tells that an order can't be paid again: ${code}`, async () => {
      const sent = serve(() => HttpResponse.json({ code, title: "No" }, { status: 409 }));
      const { bankside, opened } = launch();
      const payment = bankside.initiatePayment("1", JWT, {}, "myapp", { externalId: "o-1" });
      await assert.rejects(payment, { code, status: 409 });
      assert.deepEqual([sent.length, opened.length], [1, 0]);
    });
  }

  it("takes null for what is not given", async () => {
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

const circle: Record<string, unknown> = {};
circle["itself"] = circle;

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
    ["metadata that holds itself", ["12", JWT, circle], "invalid_metadata"],
    ["metadata with a bigint", ["12", JWT, { cart: 7n }], "invalid_metadata"],
    ["metadata that is a list", ["12", JWT, JSON.parse("[7]")], "invalid_metadata"],
    ["an empty externalId", ["12", JWT, {}, "myapp", { externalId: "" }], "invalid_external_id"],
    [
      "an externalId with a line break",
      ["12", JWT, {}, "myapp", { externalId: "a\nb" }],
      "invalid_external_id",
    ],
    [
      "an externalId that is too long",
      ["12", JWT, {}, "myapp", { externalId: "a".repeat(129) }],
      "invalid_external_id",
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

  it("name the refused fields", async () => {
    const errors = [{ path: "metadata", message: "is too big", more: 1 }, { path: 1 }, null];
    serve(problem({ code: "invalid_request", title: "No", errors }, { status: 422 }));
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), (error: unknown) => {
      assert.ok(isBanksideError(error));
      assert.deepEqual(error.errors, [{ path: "metadata", message: "is too big" }]);
      return true;
    });
    serve(problem({ code: "unauthorized", errors: "none" }, { status: 401 }));
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), { errors: [] });
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
    const { bankside, waits } = launch();
    const result = await bankside.initiatePayment("12", JWT);
    assert.equal(result.transactionId, TXN);
    assert.equal(sent.length, 2);
    assert.deepEqual(waits, [500]);
    assert.ok(sent[0]?.headers.get("idempotency-key"));
    assert.equal(sent[0]?.headers.get("idempotency-key"), sent[1]?.headers.get("idempotency-key"));
  });

  it("is given up after the second try", async () => {
    const sent = serve(lost);
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), { code: "network" });
    assert.equal(sent.length, 2);
  });

  const busy =
    (retryAfter?: string): Reply =>
    () =>
      HttpResponse.json(
        { code: "idempotency_in_progress", title: "Wait" },
        { status: 409, ...(retryAfter && { headers: { "Retry-After": retryAfter } }) },
      );

  it("that lost the answer is asked again while the first request runs, as the service says", async () => {
    const sent = serve(lost, busy("2"), busy(), created);
    const { bankside, waits } = launch();
    assert.equal((await bankside.initiatePayment("12", JWT)).transactionId, TXN);
    assert.deepEqual(waits, [500, 2_000, 1_000]);
    assert.equal(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size, 1);
    assert.equal(sent.length, 4);
  });

  it("is given up when the first request still runs after three more", async () => {
    const sent = serve(busy("1"));
    const { bankside, waits } = launch();
    await assert.rejects(bankside.initiatePayment("12", JWT), {
      code: "idempotency_in_progress",
      retryAfterSeconds: 1,
    });
    assert.deepEqual(waits, [1_000, 1_000, 1_000]);
    assert.equal(sent.length, 4);
  });

  it("is repeated only once, however often the service is asked to wait for", async () => {
    const sent = serve(lost, busy("1"), lost);
    await assert.rejects(launch().bankside.initiatePayment("12", JWT), { code: "network" });
    assert.equal(sent.length, 3);
  });

  it("keeps nobody waiting for longer than ten seconds", async () => {
    const sent = serve(busy("11"));
    const { bankside, waits } = launch();
    await assert.rejects(bankside.initiatePayment("12", JWT), { retryAfterSeconds: 11 });
    assert.deepEqual([sent.length, waits.length], [1, 0]);
  });

  for (const [why, reply] of [
    ["the network", lost],
    ["the first request", busy("9")],
  ] as const) {
    it(`can be given up in the pause for ${why}`, async () => {
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
