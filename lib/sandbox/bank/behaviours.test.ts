import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { eq } from "drizzle-orm";
import {
  amountPicking,
  BEHAVIOURS,
  type Behaviour,
  behaviourPickedBy,
} from "#lib/banks/sandbox/behaviours.ts";
import { sandboxBankLedger } from "#lib/sandbox/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createFakeClock, type FakeClock } from "#lib/testing/fake-clock.ts";
import { createSandboxBankApi } from "./api.ts";
import { STEPS } from "./payment.ts";
import { createSandboxBank, type SandboxBank } from "./service.ts";

describe("the amounts that pick a behaviour", () => {
  it("are few, consecutive and different for each behaviour", () => {
    const amounts = BEHAVIOURS.flatMap((behaviour) => amountPicking(behaviour) ?? []);
    assert.deepEqual(
      amounts,
      Array.from(amounts, (_, index) => 66_601 + index),
    );
    assert.equal(amounts.length, BEHAVIOURS.length - 1);
    for (const behaviour of BEHAVIOURS) {
      const amount = amountPicking(behaviour);
      if (amount !== undefined) assert.equal(behaviourPickedBy(amount), behaviour);
    }
  });

  it("give other amounts no behaviour", () => {
    for (const amount of [1, 666, 1250, 66_600, 66_600 + BEHAVIOURS.length, 66_666, 6_660_100]) {
      assert.equal(behaviourPickedBy(amount), "normal", String(amount));
    }
  });
});

onDatabase("behaviours of the sandbox bank", (database) => {
  const PATH = "http://bank.example/sandbox/bank/v1/payments/sepa-credit-transfers";
  const headers = { "x-request-id": randomUUID() };

  function open() {
    const clock: FakeClock = createFakeClock();
    const paused: number[] = [];
    const visited: string[] = [];
    const bank: SandboxBank = createSandboxBank({
      db: database(),
      clock,
      baseUrl: "http://bank.example/sandbox/bank",
      returnUrls: ["https://pay.example/pay"],
      visit: async (url) => {
        visited.push(url);
      },
    });
    const api = createSandboxBankApi(bank, async () => true, {
      onFailure: (error) => assert.fail(String(error)),
      pause: async (ms) => {
        paused.push(ms);
      },
    });
    return { clock, paused, visited, bank, api };
  }

  async function begin(amount = 1250) {
    const opened = open();
    const payment = await opened.bank.initiate({
      requestId: randomUUID(),
      product: "sepa-credit-transfers",
      endToEndId: "E2E-1",
      amount,
      currency: "EUR",
      creditorIban: "NL91ABNA0417164300",
      creditorName: "Corner Books",
      remittance: null,
      debtorIban: null,
      redirectUri: "https://pay.example/return",
      nokRedirectUri: "https://pay.example/refused",
    });
    assert.ok(payment);
    const request = (below: string, method = "GET") =>
      opened.api.request(`${PATH}/${payment.id}${below}`, { method, headers });
    const status = async () => {
      const response: { transactionStatus: string } = await (await request("/status")).json();
      return response.transactionStatus;
    };
    const sca = async () => {
      const response: { scaStatus: string } = await (await request("/authorisations/1")).json();
      return response.scaStatus;
    };
    const debits = async () => {
      const { paymentId, amount: debited } = sandboxBankLedger;
      const rows = await database()
        .select({ debited })
        .from(sandboxBankLedger)
        .where(eq(paymentId, payment.id));
      return rows.map((row) => row.debited);
    };
    return { ...opened, payment, request, status, sca, debits };
  }

  async function approved(behaviour: Behaviour) {
    const begun = await begin();
    const { changed } = await begun.bank.approve(
      begun.payment,
      begun.payment.id,
      "current",
      behaviour,
    );
    assert.ok(changed);
    return begun;
  }

  for (const behaviour of BEHAVIOURS) {
    it(`${behaviour}: follows its steps once, if chosen by page, by amount or by name`, async () => {
      const outcome = behaviour === "normal" ? "approve" : behaviour;
      const byPage = await begin();
      await byPage.bank.approve(byPage.payment, byPage.payment.id, "current", behaviour);
      const byAmount = await begin(amountPicking(behaviour) ?? 1250);
      await byAmount.bank.approve(byAmount.payment, byAmount.payment.id, "current");
      const byName = await begin();
      await byName.bank.act(byName.payment, outcome);
      for (const { bank, payment, debits } of [byPage, byAmount, byName]) {
        assert.equal((await bank.find(payment.id))?.status, STEPS[outcome].to);
        assert.equal((await debits()).length, STEPS[outcome].to === "ACSC" ? 1 : 0);
        assert.equal((await bank.act(payment, outcome)).changed, false, "decided is decided");
      }
    });
  }

  it("a payer may decline the behaviour that the amount chooses", async () => {
    const { bank, payment, status, debits } = await begin(amountPicking("late"));
    await bank.approve(payment, payment.id, "current", "normal");
    assert.equal(await status(), "ACSC");
    assert.deepEqual(await debits(), [payment.amount]);
  });

  it("delayed: settles once after ten seconds, also with many requests at once", async () => {
    const { clock, status, debits } = await approved("delayed");
    clock.advance({ ms: 9_999 });
    assert.equal(await status(), "ACSP");
    assert.deepEqual(await debits(), []);
    clock.advance({ ms: 1 });
    assert.deepEqual(await Promise.all(Array.from({ length: 12 }, status)), Array(12).fill("ACSC"));
    assert.deepEqual(await debits(), [1250]);
  });

  it("hang: executes, and does not respond to the first request", async () => {
    const { paused, request, status, debits } = await approved("hang");
    assert.deepEqual(await debits(), [1250]);
    assert.equal((await request("/status")).status, 504);
    assert.ok(Number(paused[0]) > 10_000, "longer than a payment service waits");
    assert.equal(await status(), "ACSC");
    assert.equal(paused.length, 1);
  });

  it("late: hides the approval, refuses to cancel, and executes ten seconds later", async () => {
    const { bank, clock, payment, request, status, sca, debits } = await begin(
      amountPicking("late"),
    );
    assert.equal((await request("", "DELETE")).status, 405, "also before the approval");
    await bank.approve(payment, payment.id, "current");
    assert.equal(bank.returnUrl((await bank.find(payment.id)) ?? payment), payment.redirectUri);
    clock.advance({ minutes: 60 });
    assert.deepEqual([await status(), await sca()], ["RCVD", "received"]);
    assert.equal((await request("", "DELETE")).status, 405);
    clock.advance({ seconds: 5 });
    assert.equal((await request("", "DELETE")).status, 405, "which puts nothing off");
    assert.deepEqual([await status(), await debits()], ["RCVD", []]);
    clock.advance({ seconds: 5 });
    assert.deepEqual([await status(), await sca()], ["ACSC", "finalised"]);
    assert.deepEqual(await debits(), [payment.amount]);
  });

  it("late: the payer may still cancel at the bank", async () => {
    const { bank, payment, status } = await begin(amountPicking("late"));
    assert.equal((await bank.cancel(payment)).changed, true);
    assert.equal(await status(), "CANC");
  });

  it("never_final: stays accepted for ever", async () => {
    const { clock, status, debits } = await approved("never_final");
    clock.advance({ minutes: 60 * 24 * 365 });
    assert.equal(await status(), "ACSP");
    assert.deepEqual(await debits(), []);
  });

  it("twice: requests the return address before the payer does", async () => {
    const { bank, payment, visited, debits } = await approved("twice");
    await bank.approve(payment, payment.id, "current", "twice");
    assert.deepEqual(visited, [payment.redirectUri]);
    assert.deepEqual(await debits(), [1250]);
    assert.deepEqual((await approved("normal")).visited, []);
  });

  it("reject_then_execute: rejects at the first request and executes at the second, once", async () => {
    const { status, sca, debits } = await approved("reject_then_execute");
    assert.equal(await status(), "RJCT");
    assert.equal(await sca(), "failed");
    assert.deepEqual(await debits(), []);
    assert.deepEqual(await Promise.all([status(), status(), status()]), ["ACSC", "ACSC", "ACSC"]);
    assert.deepEqual(await debits(), [1250]);
  });

  it("execute_then_reject: reports the debit at the first request and denies it from the second on", async () => {
    const { status, debits } = await approved("execute_then_reject");
    assert.deepEqual([await status(), await status(), await status()], ["ACSC", "RJCT", "RJCT"]);
    assert.deepEqual(await debits(), [1250]);
  });

  it("wrong_amount: executes one minor unit more, and reports that amount", async () => {
    const { bank, payment, request, debits } = await approved("wrong_amount");
    assert.deepEqual(await debits(), [1251]);
    const response = await (await request("")).json();
    assert.deepEqual(response.instructedAmount, { currency: "EUR", amount: "12.51" });
    const [current] = await bank.accounts(payment.id, "EUR");
    assert.equal(current?.balance, 1_000_000 - 1251);
  });

  it("malformed: sends three invalid responses, then the correct one", async () => {
    const { request, status, debits } = await approved("malformed");
    const bodies: string[] = [];
    for (let time = 0; time < 3; time++) {
      const response = await request("/status");
      assert.equal(response.status, 200);
      bodies.push(await response.text());
    }
    assert.equal(new Set(bodies).size, 3);
    assert.ok(bodies.every((body) => !body.includes('"ACSC"}')));
    assert.equal(await status(), "ACSC");
    assert.deepEqual(await debits(), [1250]);
  });

  it("server_error: sends 500 and 503, then the correct response", async () => {
    const { request, status } = await approved("server_error");
    assert.deepEqual(
      [(await request("/status")).status, (await request("/status")).status],
      [500, 503],
    );
    assert.equal(await status(), "ACSC");
  });

  it("slow: delays each response by less than a payment service waits", async () => {
    const { paused, request, status } = await approved("slow");
    await status();
    await request("");
    assert.deepEqual(paused, [3_000, 3_000]);
  });

  it("counts no request before the payer has decided", async () => {
    const { bank, payment, status } = await begin(amountPicking("hang"));
    assert.deepEqual([await status(), await status()], ["RCVD", "RCVD"]);
    assert.equal((await bank.find(payment.id))?.asked, 0);
  });

  it("never lends money that is reserved or being settled", async () => {
    // The first round only opens the connections; a race needs several at once.
    for (let round = 0; round < 5; round++) {
      const { bank, clock, payment: first, api } = await begin(200);
      const login = randomUUID();
      const payments = [first];
      for (const amount of [200, 200, 200]) payments.push((await begin(amount)).payment);
      await bank.approve(first, login, "savings", "delayed");
      clock.advance({ seconds: 10 });
      await Promise.all([
        api.request(`${PATH}/${first.id}/status`, { headers }),
        ...payments.slice(1).map((payment) => bank.approve(payment, login, "savings")),
      ]);
      const [, savings] = await bank.accounts(login, "EUR");
      assert.equal(savings?.balance, 100);
    }
  });
});
