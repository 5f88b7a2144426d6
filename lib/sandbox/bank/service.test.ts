import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { eq } from "drizzle-orm";
import { OUTCOMES } from "#lib/banks/sandbox/behaviours.ts";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { sandboxBankLedger } from "#lib/sandbox/model/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import type { SandboxInitiation } from "./initiate.ts";
import { type SandboxPayment, scaStatusOf } from "./payment.ts";
import { createSandboxBank } from "./service.ts";

const DAY_MINUTES = 24 * 60;

const INITIATION: Omit<SandboxInitiation, "requestId"> = {
  product: "sepa-credit-transfers",
  endToEndId: "E2E-1",
  amount: 1250,
  currency: "EUR",
  creditorIban: "NL91ABNA0417164300",
  creditorName: "Corner Books",
  remittance: "order-17",
  debtorIban: null,
  redirectUri: "https://pay.example/return",
  nokRedirectUri: "https://pay.example/refused",
};

onBothDatabases("sandbox bank", (database) => {
  const bankOf = () =>
    createSandboxBank({
      db: database(),
      clock: systemClock,
      baseUrl: "https://bank.example/sandbox/bank",
      returnUrls: ["https://pay.example/pay", "https://secure.example/in-app"],
    });

  async function begin(values: Partial<SandboxInitiation> = {}): Promise<SandboxPayment> {
    const payment = await bankOf().initiate({ ...INITIATION, requestId: randomUUID(), ...values });
    assert.ok(payment);
    return payment;
  }

  const debitsOf = (payment: SandboxPayment) =>
    database().select().from(sandboxBankLedger).where(eq(sandboxBankLedger.paymentId, payment.id));

  const statusOf = async (payment: SandboxPayment) => (await bankOf().find(payment.id))?.status;

  it("stores a payment with an unguessable approval address", async () => {
    const payment = await begin();
    assert.equal(payment.status, "RCVD");
    assert.equal(scaStatusOf(payment), "received");
    const url = bankOf().approvalUrl(payment);
    assert.match(url, /^https:\/\/bank\.example\/sandbox\/bank\/approve\/[\w-]{43}$/);
    assert.ok(!url.includes(payment.id));
    assert.equal((await bankOf().findByApprovalToken(payment.approvalToken))?.id, payment.id);
    assert.equal(await bankOf().findByApprovalToken(payment.id), undefined);
    assert.equal(await bankOf().find("unknown"), undefined);
  });

  it("sends payers back only to the origins of its payment service", () => {
    for (const url of [
      "https://pay.example/",
      "https://pay.example:443/pay/x/return?a=1",
      "https://secure.example/in-app/x/return?a=1",
    ]) {
      assert.ok(bankOf().returnsTo(url), url);
    }
    for (const url of [
      "",
      "/pay",
      "null",
      "app://pay.example/pay",
      "https://evil.example/pay",
      "https://pay.example.evil.example/",
      "https://pay.example@evil.example/",
      "http://pay.example/",
      "javascript:alert(1)",
    ]) {
      assert.ok(!bankOf().returnsTo(url), url);
    }
  });

  it("creates one payment for one request id, also in parallel", async () => {
    const requestId = randomUUID();
    const payments = await Promise.all(
      Array.from({ length: 8 }, () => bankOf().initiate({ ...INITIATION, requestId })),
    );
    assert.equal(new Set(payments.map((payment) => payment?.id)).size, 1);
    assert.ok(payments[0]);
    for (const other of [
      { amount: 1251 },
      { creditorIban: "DE89370400440532013000" },
      { remittance: null },
    ]) {
      assert.equal(await bankOf().initiate({ ...INITIATION, requestId, ...other }), undefined);
    }
  });

  it("debits once when a payment is approved often and from several accounts", async () => {
    const payment = await begin();
    const decisions = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        bankOf().approve(payment, `payer-${index % 3}-${payment.id}`, "current"),
      ),
    );
    assert.equal(decisions.filter(({ changed }) => changed).length, 1);
    assert.ok(decisions.every((decision) => decision.payment.status === "ACSC"));
    const debits = await debitsOf(payment);
    assert.equal(debits.length, 1);
    assert.equal(debits[0]?.amount, 1250);
    assert.equal(debits[0]?.debtorIban, (await bankOf().find(payment.id))?.debtorIban);
  });

  it("lets exactly one of several contradicting decisions win", async () => {
    const payment = await begin();
    const decisions = await Promise.all([
      bankOf().approve(payment, payment.id, "current"),
      bankOf().decline(payment),
      bankOf().cancel(payment),
    ]);
    assert.equal(decisions.filter(({ changed }) => changed).length, 1);
    const approved = (await statusOf(payment)) === "ACSC";
    assert.equal((await debitsOf(payment)).length, approved ? 1 : 0);
  });

  it("rejects more than the account holds, and debits nothing", async () => {
    const payment = await begin();
    const { payment: rejected } = await bankOf().approve(payment, payment.id, "savings");
    assert.equal(rejected.status, "RJCT");
    assert.equal(rejected.reason, "insufficient_funds");
    assert.equal((await debitsOf(payment)).length, 0);
  });

  it("never lets parallel payments overdraw an account", async () => {
    // The first round only opens the connections; a race needs several at once.
    for (let round = 0; round < 5; round++) {
      const login = randomUUID();
      const payments = await Promise.all(Array.from({ length: 8 }, () => begin({ amount: 200 })));
      await Promise.all(payments.map((payment) => bankOf().approve(payment, login, "savings")));
      const statuses = await Promise.all(payments.map(statusOf));
      assert.equal(statuses.filter((status) => status === "ACSC").length, 2);
      assert.equal(statuses.filter((status) => status === "RJCT").length, 6);
      const [, savings] = await bankOf().accounts(login, "EUR");
      assert.equal(savings?.balance, 100);
    }
  });

  it("keeps balances by currency", async () => {
    const payment = await begin({ currency: "SEK", product: "cross-border-credit-transfers" });
    await bankOf().approve(payment, payment.id, "current");
    const balance = async (currency: string) =>
      (await bankOf().accounts(payment.id, currency))[0]?.balance;
    assert.equal(await balance("SEK"), 1_000_000 - 1250);
    assert.equal(await balance("EUR"), 1_000_000);
  });

  describe("an account that the payment service sent", () => {
    const GIVEN = "DE89370400440532013000";
    const balanceOf = async (iban: string) =>
      (await bankOf().accounts("x", "EUR", iban)).find(({ key }) => key === "given")?.balance;

    it("is offered first, and pays as long as it holds enough", async () => {
      const [first] = await bankOf().accounts("payer", "EUR", GIVEN);
      assert.deepEqual([first?.key, first?.iban], ["given", GIVEN]);
      const payment = await begin({ debtorIban: GIVEN, amount: 600_000 });
      const before = await balanceOf(GIVEN);
      const { payment: paid } = await bankOf().approve(payment, "payer", "given");
      assert.deepEqual([paid.status, paid.debtorIban], ["ACSC", GIVEN]);
      assert.equal((await debitsOf(payment))[0]?.debtorIban, GIVEN);
      assert.equal(await balanceOf(GIVEN), Number(before) - 600_000);
      const another = await begin({ debtorIban: GIVEN, amount: 600_000 });
      const { payment: refused } = await bankOf().approve(another, "payer", "given");
      assert.deepEqual([refused.status, refused.reason], ["RJCT", "insufficient_funds"]);
      assert.equal((await debitsOf(another)).length, 0);
    });

    it("may be replaced by another one", async () => {
      const payment = await begin({ debtorIban: GIVEN });
      const login = randomUUID();
      const before = await balanceOf(GIVEN);
      const { payment: paid } = await bankOf().approve(payment, login, "current");
      const [current] = await bankOf().accounts(login, "EUR");
      assert.equal(paid.status, "ACSC");
      assert.equal(paid.debtorIban, current?.iban);
      assert.equal(current?.balance, 1_000_000 - 1250);
      assert.equal(await balanceOf(GIVEN), before);
      const poor = await begin({ debtorIban: GIVEN });
      assert.equal((await bankOf().approve(poor, login, "savings")).payment.status, "RJCT");
    });

    it("can't be chosen if none was sent", async () => {
      const payment = await begin();
      assert.equal((await bankOf().approve(payment, "payer", "given")).changed, false);
      assert.equal(await statusOf(payment), "RCVD");
    });
  });

  it("refuses an account with another key", async () => {
    const payment = await begin();
    assert.equal((await bankOf().approve(payment, payment.id, "automation")).changed, false);
    assert.equal(await statusOf(payment), "RCVD");
  });

  it("accepts first and debits only when it settles", async () => {
    const payment = await begin();
    const accepted = await bankOf().act(payment, "accept");
    assert.equal(accepted.payment.status, "ACSP");
    assert.equal(scaStatusOf(accepted.payment), "finalised");
    assert.equal((await debitsOf(payment)).length, 0);
    const settled = await Promise.all([1, 2, 3].map(() => bankOf().act(payment, "settle")));
    assert.equal(settled.filter(({ changed }) => changed).length, 1);
    assert.equal(await statusOf(payment), "ACSC");
    assert.equal((await debitsOf(payment)).length, 1);
  });

  const ends = {
    approve: "ACSC",
    decline: "RJCT",
    insufficient_funds: "RJCT",
    cancel: "CANC",
  } as const;
  for (const [outcome, status] of Object.entries(ends) as [keyof typeof ends, string][]) {
    it(`stays ${status} after ${outcome} and any later outcome`, async () => {
      const payment = await begin({ amount: 99_999_999_999 });
      const decided = await bankOf().act(payment, outcome);
      assert.equal(decided.payment.status, status);
      assert.equal(decided.changed, true);
      for (const later of OUTCOMES) {
        const decision = await bankOf().act(payment, later);
        assert.deepEqual([decision.changed, decision.payment.status], [false, status], later);
      }
      assert.equal((await bankOf().approve(payment, "demo", "current")).changed, false);
      assert.equal((await debitsOf(payment)).length, status === "ACSC" ? 1 : 0);
    });
  }

  it("does not settle a payment that is not approved", async () => {
    const payment = await begin();
    assert.equal((await bankOf().act(payment, "settle")).changed, false);
    assert.equal(await statusOf(payment), "RCVD");
  });

  it("lists the requested payments and their bookings, and no others", async () => {
    const [paid, open, foreign] = [await begin(), await begin(), await begin()];
    await bankOf().act(paid, "approve");
    await bankOf().act(foreign, "approve");
    const { payments, bookings } = await bankOf().ledger([paid.id, open.id]);
    const ids = payments.map(({ id }) => id);
    assert.deepEqual(ids.toSorted(), [paid.id, open.id].toSorted());
    assert.deepEqual(
      bookings.map(({ paymentId }) => paymentId),
      [paid.id],
    );
    assert.deepEqual(await bankOf().ledger([]), { payments: [], bookings: [] });
  });

  /** Long ago, so that a purge reaches no payments of other tests. */
  function openLongAgo() {
    const clock = createFakeClock(new Date("2001-01-01T00:00:00Z"));
    const bank = createSandboxBank({
      db: database(),
      clock,
      baseUrl: "https://bank.example/sandbox/bank",
      returnUrls: ["https://pay.example/pay"],
    });
    const begun = async () => {
      const payment = await bank.initiate({ ...INITIATION, requestId: randomUUID() });
      assert.ok(payment);
      return payment;
    };
    return { clock, bank, begun };
  }

  it("deletes decided payments with their debits after some days", async () => {
    const { clock, bank, begun } = openLongAgo();
    const [paid, declined] = [await begun(), await begun()];
    await bank.act(paid, "approve");
    await bank.decline(declined);
    assert.equal((await debitsOf(paid)).length, 1);
    clock.advance({ minutes: 3 * DAY_MINUTES });
    assert.equal(await bank.purge(3), 0, "a moment too early");
    clock.advance({ ms: 1 });
    assert.equal(await bank.purge(3), 2);
    assert.deepEqual(
      [await bank.find(paid.id), await bank.find(declined.id)],
      [undefined, undefined],
    );
    assert.equal((await debitsOf(paid)).length, 0);
  });

  it("cancels a payment without a decision, and deletes it as many days later", async () => {
    const { clock, bank, begun } = openLongAgo();
    const { id } = await begun();
    clock.advance({ minutes: 3 * DAY_MINUTES });
    assert.equal(await bank.purge(3), 0);
    assert.equal((await bank.find(id))?.status, "RCVD", "a moment too early");
    clock.advance({ ms: 1 });
    assert.equal(await bank.purge(3), 0);
    assert.equal((await bank.find(id))?.status, "CANC");
    clock.advance({ minutes: 3 * DAY_MINUTES, ms: 1 });
    assert.equal(await bank.purge(3), 1);
    assert.equal(await bank.find(id), undefined);
  });

  it("keeps an accepted payment while its payment service polls it", async () => {
    const { clock, bank, begun } = openLongAgo();
    const asked = await begun();
    const forgotten = await begun();
    for (const { id } of [asked, forgotten]) {
      const payment = await bank.find(id);
      assert.ok(payment);
      await bank.act(payment, "never_final");
    }
    for (let day = 0; day < 5; day++) {
      clock.advance({ minutes: DAY_MINUTES });
      const payment = await bank.find(asked.id);
      assert.ok(payment);
      await bank.ask(payment);
      await bank.purge(3);
    }
    assert.equal((await bank.find(asked.id))?.status, "ACSP");
    assert.equal(await bank.find(forgotten.id), undefined);
  });
});
