import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { accounts } from "#lib/merchants/model/schema.ts";
import { expectedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { shownTransfer } from "./shown.ts";

onDatabase("offers of bank transfers", (database, connection) => {
  let desk: TransferDesk;

  before(async () => {
    desk = await openTransferDesk(connection());
  });

  it("require the web flow, euros, and an account that takes them", async () => {
    const own = await desk.fresh();
    assert.match(own.transferReference, /^RF\d{14}$/);
    assert.equal((await desk.fresh({ currency: "SEK" })).transferReference, "");
    const direct = await makeDirectTransaction(
      desk.test.services,
      (await desk.test.services.apiKeys.authenticate(
        (
          await desk.test.services.apiKeys.create({ ...desk.owner(), method: "direct" })
        ).key,
      )) as ApiKey,
    );
    assert.equal(direct.transaction.transferReference, null);
    const other = await makeMerchant(desk.test.services);
    const plain = await makeTransaction(desk.test.services, other.apiKey);
    assert.equal(plain.transferReference, null);
    assert.equal((await desk.test.services.checkout.view(plain.reference, "web"))?.transfer, null);
    await assert.rejects(desk.test.services.transfers.reportSent(plain.reference), {
      code: "transfer_not_expected",
    });
  });

  it("exist while nothing else is under way", async () => {
    const transaction = await desk.fresh();
    const shown = async () =>
      (await desk.test.services.checkout.view(transaction.reference, "web"))?.transfer;
    const offered = await shown();
    assert.equal(offered?.reference, transaction.transferReference);
    assert.equal(offered?.reportedAt, null);
    await startAttempt(desk.test.services, transaction);
    assert.equal(await shown(), null);
    await assert.rejects(desk.test.services.transfers.reportSent(transaction.reference), {
      code: "authorisation_open",
    });
    desk.test.bank.decide("declined");
    await desk.test.services.attempts.refreshLatest(transaction.id);
    assert.ok(await shown());
    await desk.test.services.accounts.setTakesTransfers(desk.apiKey.accountId, false, "operator");
    assert.equal(await shown(), null);
    await desk.test.services.accounts.setTakesTransfers(desk.apiKey.accountId, true, "operator");
  });

  it("have a unique reference, even if a random one repeats", async () => {
    const { transferReference } = await desk.fresh();
    const crypto = await import("node:crypto");
    const { mock } = await import("node:test");
    const { syncBuiltinESMExports } = await import("node:module");
    const digits = Number(transferReference.slice(4));
    let calls = 0;
    const random = mock.method(crypto.default, "randomInt", () =>
      calls++ < 2 ? digits : digits + 1,
    );
    syncBuiltinESMExports();
    try {
      const second = await desk.fresh();
      assert.equal(
        second.transferReference,
        createCreditorReference(String(digits + 1).padStart(12, "0")),
      );
      assert.equal(calls, 3);
    } finally {
      random.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it("keep a transaction's reference after any change", async () => {
    const { id } = await desk.fresh();
    const change = database()
      .update(expectedTransfers)
      .set({ reference: createCreditorReference() })
      .where(eq(expectedTransfers.transactionId, id));
    await assert.rejects(change);
  });

  it("require a confirmed IBAN, in test mode too", async () => {
    const { services, clock } = createTestServices(connection());
    const made = await makeMerchant(services);
    const [account] = await database()
      .select()
      .from(accounts)
      .where(eq(accounts.id, made.apiKey.accountId));
    assert.ok(account);
    const id = newId("acct");
    await database()
      .insert(accounts)
      .values({ ...account, id });
    const turnOn = () => services.accounts.setTakesTransfers(id, true, "operator");
    await assert.rejects(turnOn(), { code: "no_payee" });
    const iban = "DE89370400440532013000";
    await services.accounts.proposePayee(
      { accountId: id, iban, holder: "Amazon Payments" },
      MEMBER,
    );
    await assert.rejects(turnOn(), { code: "payee_not_confirmed" });
    // With the setting already on, or another IBAN confirmed, only the payee's own IBAN counts.
    await database().update(accounts).set({ takesTransfers: true }).where(eq(accounts.id, id));
    const { key } = await services.apiKeys.create({ accountId: id, method: "web", mode: "test" });
    const ownKey = (await services.apiKeys.authenticate(key)) as ApiKey;
    const before = await makeTransaction(services, ownKey);
    assert.deepEqual([before.payeeIban, before.transferReference], [iban, null]);
    await services.accounts.confirmPayee({ accountId: id, iban, name: "Ada", isPrimary: true });
    await turnOn();
    clock.advance({ minutes: 1 });
    assert.match((await makeTransaction(services, ownKey)).transferReference ?? "", /^RF/);
  });

  it("show an unpayable code in test mode, and the real one in live mode", async () => {
    const transaction = await desk.fresh();
    const shown = await desk.test.services.checkout.view(transaction.reference, "web");
    const code = shown?.transfer?.code ?? "";
    assert.equal(code.split("\n")[0], "TEST");
    assert.ok(!code.includes("BCD") && !code.includes(transaction.payeeIban));
    assert.ok(code.endsWith(transaction.transferReference));
    const real = shownTransfer({ ...transaction, mode: "live" }, true)?.code ?? "";
    assert.deepEqual(real.split("\n").slice(0, 4), ["BCD", "002", "1", "SCT"]);
    assert.equal(real.split("\n")[9], transaction.transferReference);
  });
});
