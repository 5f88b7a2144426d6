import assert from "node:assert/strict";
import { before, it } from "node:test";
import { OUTCOMES } from "#lib/banks/sandbox/behaviours.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
} from "#lib/testing/factories.ts";
import { createTestDriver, SIMULATIONS } from "./test-driver.ts";

onDatabase("a chosen test outcome", (_database, connection) => {
  let services: ReturnType<typeof createTestServices>["services"];
  before(() => {
    ({ services } = createTestServices(connection()));
  });

  it("is refused in live mode for every outcome", async () => {
    const { apiKey } = await makeMerchant(services, { mode: "live" });
    const { id, reference } = await makeTransaction(services, apiKey);
    for (const play of SIMULATIONS) {
      const simulated = services.testDriver.simulate(reference, play);
      await assert.rejects(simulated, { code: "test_mode_only" }, play);
    }
    assert.equal((await services.transactions.get(apiKey, id)).status, "pending");
  });

  it("can't end a live transaction, at any bank", async () => {
    const { apiKey } = await makeMerchant(services, { mode: "live" });
    const order = await makeTransaction(services, apiKey);
    const calls: string[] = [];
    // A bank for live payments, and an attempt that waits to settle.
    const driver = createTestDriver({
      findByReference: async () => order,
      orderDigest: () => "digest",
      isSandboxBank: () => true,
      attempts: {
        ...services.attempts,
        start: async () => {
          calls.push("start");
          return { approvalUrl: "https://bank.example/approve" };
        },
        latest: async () => {
          calls.push("latest");
          return undefined;
        },
        refreshLatest: async () => void calls.push("refresh"),
      },
      act: async (_url, outcome) => void calls.push(outcome),
    });
    for (const outcome of OUTCOMES) {
      await assert.rejects(
        driver.drive(order, outcome, "bank"),
        { code: "test_mode_only" },
        outcome,
      );
    }
    assert.deepEqual(calls, []);
  });

  it("ends a test transaction as its expiry would", async () => {
    const { apiKey } = await makeMerchant(services);
    const { id, reference } = await makeTransaction(services, apiKey);
    await services.testDriver.simulate(reference, "expire");
    const { status, failureReason } = await services.transactions.get(apiKey, id);
    assert.deepEqual([status, failureReason], ["failed", "expired"]);
  });

  it("is refused for the direct flow, whose reference gives no access", async () => {
    const { apiKey } = await makeMerchant(services);
    const { transaction } = await makeDirectTransaction(services, apiKey);
    const simulated = services.testDriver.simulate(transaction.reference, "expire");
    await assert.rejects(simulated, { code: "not_found" });
  });

  it("does not wait for a bank that hangs", async () => {
    const { apiKey } = await makeMerchant(services);
    const order = await makeTransaction(services, apiKey);
    const asked: string[] = [];
    const driver = createTestDriver({
      attempts: {
        ...services.attempts,
        start: async () => ({ approvalUrl: "https://bank.example/approve" }),
        refreshLatest: async () => void asked.push("bank"),
      },
      findByReference: async () => order,
      orderDigest: () => "digest",
      isSandboxBank: () => true,
      act: async (_url, outcome) => void asked.push(outcome),
    });
    await driver.simulate(order.reference, "hang");
    await driver.simulate(order.reference, "approve");
    assert.deepEqual(asked, ["hang", "approve", "bank"]);
  });

  it("reports a bank outside the sandbox as a wrong field, unless the transaction is final", async () => {
    const { apiKey } = await makeMerchant(services);
    const order = await makeTransaction(services, apiKey);
    const fields = [{ path: "bankId", message: "must be the id of a sandbox bank" }];
    for (const outcome of OUTCOMES) {
      const driven = services.testDriver.drive(order, outcome, "nope");
      await assert.rejects(driven, { code: "invalid_request", fields }, outcome);
    }
    const ended = await services.transactions.cancel(apiKey, order.id);
    for (const outcome of OUTCOMES) {
      const driven = services.testDriver.drive(ended, outcome, "nope");
      await assert.rejects(driven, { code: "transaction_final" }, outcome);
    }
  });

  it("can't settle before accept, and reports whether the transaction is final", async () => {
    const { apiKey } = await makeMerchant(services);
    const order = await makeTransaction(services, apiKey);
    const settle = () => services.testDriver.drive(order, "settle");
    await assert.rejects(settle(), { code: "outcome_not_possible", status: 409 });
    assert.equal((await services.transactions.get(apiKey, order.id)).status, "pending");
    await services.transactions.cancel(apiKey, order.id);
    await assert.rejects(settle(), { code: "transaction_final" });
  });
});
