import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { transactions } from "#lib/db/schema.ts";
import { onEachDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAuthorisation,
} from "#lib/testing/factories.ts";
import { makeStatement } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

onEachDatabase("bank transfers shoppers told of", (database, connection) => {
  let desk: TransferDesk;

  before(async () => {
    desk = await openTransferDesk(connection());
  });

  it("keep a payment from ending by itself once the payer has sent one", async () => {
    const transaction = await desk.fresh();
    const { reference, id } = transaction;
    await desk.test.services.transfers.tell(reference);
    await desk.test.services.transfers.tell(reference);
    const view = await desk.test.services.checkout.view(reference, "web");
    assert.equal(view?.state, "processing");
    assert.ok(view?.transfer?.toldAt);
    desk.test.clock.advance({ minutes: 60 * 24 * 3 });
    await desk.test.services.transactions.expireDue(1000);
    assert.equal((await desk.read(id)).status, "processing");
    await assert.rejects(startAuthorisation(desk.test.services, transaction), {
      code: "transaction_in_progress",
    });
    await assert.rejects(desk.test.services.transactions.cancel(desk.apiKey, id), {
      code: "transaction_in_progress",
    });
    const again = makeTransaction(desk.test.services, desk.apiKey, {
      externalId: transaction.externalId ?? "",
      amount: 999,
    });
    await assert.rejects(again, { code: "transaction_in_progress" });
    assert.deepEqual((await desk.give([{ reference: transaction.transferReference }])).standings, [
      "paid",
    ]);
    assert.equal((await desk.read(id)).status, "succeeded");
  });

  it("can be taken back by the payer, and be given up by the merchant", async () => {
    const [one, other] = [await desk.fresh(), await desk.fresh()];
    const { transfers } = desk.test.services;
    await assert.rejects(transfers.takeBack(one.reference), { code: "transfer_not_expected" });
    await transfers.tell(one.reference);
    await transfers.takeBack(one.reference);
    await transfers.takeBack(one.reference);
    assert.equal((await desk.read(one.id)).failureReason, "cancelled");
    await assert.rejects(transfers.tell(one.reference), { code: "transaction_final" });

    await assert.rejects(transfers.markNotReceived(desk.apiKey.accountId, other.id, MEMBER), {
      code: "transfer_not_expected",
    });
    await transfers.tell(other.reference);
    await assert.rejects(transfers.markNotReceived(desk.stranger.accountId, other.id, MEMBER), {
      code: "not_found",
    });
    await transfers.markNotReceived(desk.apiKey.accountId, other.id, MEMBER);
    assert.equal((await desk.read(other.id)).failureReason, "expired");
    assert.equal((await desk.eventsOf(other.id)).length, 1);
    assert.deepEqual((await desk.give([{ reference: other.transferReference }])).standings, [
      "too_late",
    ]);
    assert.equal((await desk.read(other.id)).status, "failed");
  });

  it("are not offered, and cannot be told, while a bank is in question about the last try", async () => {
    const [alerted, silent] = [await desk.fresh(), await desk.fresh()];
    for (const each of [alerted, silent]) {
      await startAuthorisation(desk.test.services, each);
      desk.test.bank.decide("declined");
      await desk.test.services.authorisations.refreshLatest(each.id);
      // The bank takes its word back, and nobody has asked it yet.
      desk.test.bank.decide("succeeded");
      const shown = await desk.test.services.checkout.view(each.reference, "web");
      assert.ok(shown?.transfer);
      if (each === alerted) await desk.test.services.transfers.prepare(each.reference);
      else {
        const telling = desk.test.services.transfers.tell(each.reference);
        await assert.rejects(telling, { code: "payment_in_question" });
      }
      const after = await desk.test.services.checkout.view(each.reference, "web");
      assert.equal(after?.transfer, null);
      assert.equal((await desk.read(each.id)).transferToldAt, null);
    }
  });

  it("can be told a little after the time is over, and not from a page that is old", async () => {
    const [late, old] = [await desk.fresh(), await desk.fresh()];
    const { transfers } = desk.test.services;
    const at = old.expiresAt.getTime() - desk.test.clock.now().getTime();
    desk.test.clock.advance({ minutes: at / 60_000 + 9 });
    await transfers.tell(late.reference);
    assert.equal((await desk.read(late.id)).status, "processing");
    desk.test.clock.advance({ minutes: 2 });
    await assert.rejects(transfers.tell(old.reference), { code: "transaction_final" });
    assert.equal((await desk.read(old.id)).transferToldAt, null);
  });

  it("that were on their way when the account was closed can still be settled", async () => {
    const { services } = createTestServices(connection());
    const made = await makeMerchant(services);
    const { accountId } = made.apiKey;
    await services.accounts.setTakesTransfers(accountId, true, "operator");
    const make = async () => {
      const transaction = await makeTransaction(services, made.apiKey);
      await services.transfers.tell(transaction.reference);
      return transaction;
    };
    const [byHand, never, byFile] = [await make(), await make(), await make()];
    await services.operator.close(accountId);
    const mark = { id: byHand.id, amountText: "12.50" };
    assert.equal(await services.transfers.markReceived(accountId, mark, MEMBER), "paid");
    await services.transfers.markNotReceived(accountId, never.id, MEMBER);
    const entries = [{ reference: byFile.transferReference ?? "", bankRef: "C1" }];
    const file = { name: "late.xml", bytes: Buffer.from(makeStatement({ entries })) };
    await services.transfers.importFile({ accountId, mode: "test" }, file, MEMBER);
    const ends = await database()
      .select({ id: transactions.id, status: transactions.status })
      .from(transactions)
      .where(eq(transactions.accountId, accountId));
    const statusOf = new Map(ends.map(({ id, status }) => [id, status]));
    assert.deepEqual(
      [byHand, never, byFile].map(({ id }) => statusOf.get(id)),
      ["succeeded", "failed", "succeeded"],
    );
  });
});
