import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { delay, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { createAccountService } from "#lib/merchants/accounts/service.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { sandboxApps } from "#lib/sandbox/model/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createSandboxAppService } from "./service.ts";

const BASE = "https://pay.example/api";
const TXN = "txn_01k9f3v8q2e6rbt5m7x4d0c1an";
const EMAIL = "shopper@mail.example";

const server = setupServer();
before(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
after(() => server.close());

onBothDatabases("sandbox app", (database) => {
  const clock = createFakeClock();
  const logs: string[] = [];
  const open = () =>
    createSandboxAppService({
      db: database(),
      clock,
      seal: createSeal(Buffer.alloc(32, 9)),
      baseUrl: BASE,
      logger: createLogger("info", { write: (line: string) => logs.push(line) }),
      timeoutMs: 100,
    });
  let app: ReturnType<typeof open>;
  let accountId: string;

  before(async () => {
    app = open();
    assert.equal(await app.accountId(), undefined);
    await assert.rejects(app.logIn({}), { code: "not_found" });
    await assert.rejects(app.paymentStatus(TXN), { code: "not_found" });
    const accounts = createAccountService({ db: database(), clock });
    accountId = await accounts.create({ name: "Coffee", iban: "NL91ABNA0417164300" });
    await app.configure({ accountId, apiKey: "sk_test_old" });
    await app.configure({ accountId, apiKey: "sk_test_new" });
  });

  it("stores its newest key, encrypted", async () => {
    const rows = await database().select().from(sandboxApps);
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes("sk_test"));
    assert.equal(await app.accountId(), accountId);
  });

  describe("a log-in", () => {
    it("exchanges the key for a JWT, and sends the e-mail address only if there is one", async () => {
      const sent: unknown[] = [];
      server.use(
        http.post(`${BASE}/auth/verify-apikey`, async ({ request }) => {
          sent.push([request.headers.get("x-api-key"), await request.json()]);
          return HttpResponse.json({ token: "a.b.c" });
        }),
      );
      const logIns = [await app.logIn({ email: EMAIL }), await app.logIn({})];
      for (const { token, orderNumber } of logIns) {
        assert.equal(token, "a.b.c");
        assert.match(orderNumber, /^#\d{4,}$/);
      }
      assert.notEqual(logIns[0]?.orderNumber, logIns[1]?.orderNumber);
      assert.deepEqual(sent, [
        ["sk_test_new", { email: EMAIL }],
        ["sk_test_new", {}],
      ]);
    });

    const failures: [string, () => Response | Promise<Response>][] = [
      ["is refused", () => HttpResponse.json({ code: "unauthorized" }, { status: 401 })],
      ["gets something else", () => HttpResponse.json({ jwt: "a.b.c" })],
      ["gets too much", () => HttpResponse.json({ token: "a".repeat(70_000) })],
      ["gets a page", () => HttpResponse.html("<h1>Hello</h1>")],
      ["is led elsewhere", () => HttpResponse.redirect("https://evil.example/", 307)],
      ["is not answered", () => delay("infinite").then(() => HttpResponse.json({}))],
      ["finds nobody", () => HttpResponse.error()],
    ];
    for (const [what, response] of failures) {
      it(`that ${what} is unavailable, and logs neither key nor e-mail address`, async () => {
        logs.length = 0;
        server.use(http.post(`${BASE}/auth/verify-apikey`, response));
        await assert.rejects(app.logIn({ email: EMAIL }), { code: "unavailable" });
        assert.doesNotMatch(logs.join(), /sk_test|shopper/);
      });
    }
  });

  describe("the status of a payment", () => {
    it("comes from the payment service", async () => {
      server.use(
        http.get(`${BASE}/transactions/${TXN}`, ({ request }) => {
          assert.equal(request.headers.get("x-api-key"), "sk_test_new");
          return HttpResponse.json({ id: TXN, status: "failed", failureReason: "declined" });
        }),
      );
      const truth = await app.paymentStatus(TXN);
      assert.deepEqual(truth, { status: "failed", failureReason: "declined" });
    });

    it("is unknown for a payment of another account", async () => {
      const response = () => HttpResponse.json({ code: "not_found" }, { status: 404 });
      server.use(http.get(`${BASE}/transactions/${TXN}`, response));
      assert.equal(await app.paymentStatus(TXN), undefined);
    });

    for (const id of ["", "..", "../events", "txn_1", `${TXN}?x`, TXN.toUpperCase()]) {
      it(`is not requested for ${JSON.stringify(id)}`, async () => {
        assert.equal(await app.paymentStatus(id), undefined);
      });
    }

    it("is unavailable if the service fails", async () => {
      const response = () => HttpResponse.json({ code: "internal_error" }, { status: 500 });
      server.use(http.get(`${BASE}/transactions/${TXN}`, response));
      await assert.rejects(app.paymentStatus(TXN), { code: "unavailable" });
    });
  });
});
