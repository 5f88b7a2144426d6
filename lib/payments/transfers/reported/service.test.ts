import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { onBothDatabases } from "#lib/testing/database.ts";
import { makeTransaction } from "#lib/testing/factories.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

onBothDatabases("reported transfers", (_database, connection) => {
  let desk: TransferDesk;

  beforeEach(async () => {
    desk = await openTransferDesk(connection());
  });

  const reportSent = async () => {
    const { services } = desk.test;
    const transaction = await makeTransaction(services, desk.apiKey);
    await services.transfers.reportSent(transaction.reference);
    return transaction;
  };
  const look = () => desk.test.services.reportedTransfers.list(desk.owner());
  const days = (count: number) => desk.test.clock.advance({ minutes: count * 24 * 60 });

  it("are listed by age, longest wait first, and become overdue", async () => {
    const first = await reportSent();
    days(2);
    const second = await reportSent();
    await makeTransaction(desk.test.services, desk.apiKey);
    const { transfers, ...counts } = await look();
    assert.deepEqual(counts, { count: 2, overdue: 0 });
    assert.deepEqual(
      transfers.map(({ id, isOverdue }) => [id, isOverdue]),
      [
        [first.id, false],
        [second.id, false],
      ],
    );
    const [shown] = transfers;
    assert.equal(shown?.reference, first.transferReference);
    assert.equal(shown?.externalId, first.externalId);
    assert.ok(shown?.reportedAt instanceof Date);
    // Reported on a Thursday and a Saturday; now it is Wednesday, then Thursday.
    days(4);
    assert.deepEqual(
      (await look()).transfers.map(({ isOverdue }) => isOverdue),
      [true, false],
    );
    const count = () => desk.test.services.reportedTransfers.count(desk.owner());
    assert.deepEqual(await count(), { count: 2, overdue: 1 });
    days(1);
    assert.deepEqual(await count(), { count: 2, overdue: 2 });
  });

  it("leave the list when the money came, did not come, or was withdrawn", async () => {
    const { transfers } = desk.test.services;
    const [marked, never, back, byFile] = [
      await reportSent(),
      await reportSent(),
      await reportSent(),
      await reportSent(),
    ];
    assert.equal((await look()).count, 4);
    const { accountId } = desk.apiKey;
    await transfers.markReceived(accountId, { id: marked.id, amountText: "12.50" }, MEMBER);
    await transfers.markNotReceived(accountId, never.id, MEMBER);
    await transfers.takeBack(back.reference);
    await desk.give([{ reference: byFile.transferReference ?? "" }]);
    assert.deepEqual(await look(), { count: 0, overdue: 0, transfers: [] });
  });

  it("are invisible to other accounts and modes, and stay when the account is closed", async () => {
    const { services } = desk.test;
    await reportSent();
    days(14);
    const { reportedTransfers } = services;
    const none = { count: 0, overdue: 0 };
    const { accountId } = desk.stranger;
    assert.deepEqual(await reportedTransfers.count({ ...desk.owner(), accountId }), none);
    assert.deepEqual(await reportedTransfers.count({ ...desk.owner(), mode: "live" }), none);
    await services.operator.close(desk.apiKey.accountId);
    assert.deepEqual(await reportedTransfers.count(desk.owner()), { count: 1, overdue: 1 });
  });
});
