import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";

onDatabase("a paused bank", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  it("starts no payment, and lets an open attempt continue", async () => {
    const { services, bank } = test;
    const { apiKey } = await makeMerchant(services);
    const open = await makeTransaction(services, apiKey);
    const approvalUrl = await startAttempt(services, open);
    const other = await makeTransaction(services, apiKey);
    assert.equal(await services.bankPauses.pause("scripted", " Outage ", "operator"), true);
    assert.equal(await services.bankPauses.pause("scripted", "Other", "operator"), false);
    const [offered] = await services.attempts.banks(other.reference);
    assert.equal(offered?.isPaused, true);
    await assert.rejects(startAttempt(services, other), { code: "bank_unavailable" });
    assert.deepEqual(await startAttempt(services, open), approvalUrl);
    bank.decide("succeeded");
    await services.attempts.refreshLatest(open.id);
    assert.equal((await services.transactions.get(apiKey, open.id)).status, "succeeded");
    assert.equal((await services.attempts.payingBank(open.id))?.id, "scripted");

    const [shown] = (await services.operator.banks()).filter(({ id }) => id === "scripted");
    assert.equal(shown?.pause?.reason, "Outage");
    const [today] = shown?.days ?? [];
    assert.deepEqual([today?.started, today?.succeeded, today?.unavailable], [1, 1, 0]);

    assert.equal(await services.bankPauses.resume("scripted", "operator"), true);
    assert.equal(await services.bankPauses.resume("scripted", "operator"), false);
    assert.ok(await startAttempt(services, other));
    const entries = await services.audit.list({ limit: 2, action: undefined });
    assert.deepEqual(
      entries.map(({ action, target }) => [action, target]),
      [
        ["bank.resumed", "scripted"],
        ["bank.paused", "scripted"],
      ],
    );
  });

  it("requires a known bank and a reason", async () => {
    const { bankPauses } = test.services;
    await assert.rejects(bankPauses.pause("elsewhere", "Outage", "operator"), {
      code: "not_found",
    });
    await assert.rejects(bankPauses.pause("scripted", " ", "operator"), {
      code: "invalid_request",
    });
  });
});
