import assert from "node:assert/strict";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { UNSENT_REFUNDS } from "#lib/payments/model/refund.ts";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import type { Refund } from "./refund.ts";

const ACCOUNT = { iban: "DE89370400440532013000", name: "Ada Payer" };

const verb = fc.constantFrom(
  "enter",
  "send",
  "succeed",
  "fail",
  "release",
  "cancel",
  "file",
  "return",
  "fundsReturned",
);
const step = fc.oneof(
  fc.record({ create: fc.integer({ min: 1, max: 1250 }) }),
  fc.record({ verb, of: fc.nat({ max: 5 }) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

onDatabase("refunds in a crowd", (database, connection) => {
  let desk: TransferDesk;

  async function paid() {
    // An account may import 60 files an hour.
    desk = await openTransferDesk(connection());
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference }]);
    return id;
  }

  const rowsOf = (transactionId: string) =>
    database().select().from(refunds).where(eq(refunds.transactionId, transactionId));

  async function take(transactionId: string, wanted: Step): Promise<void> {
    const { refunds: service, transfers } = desk.test.services;
    const { accountId } = desk.apiKey;
    if ("create" in wanted) {
      const input = { transactionId, amount: wanted.create };
      await service.create({ ...desk.owner(), input, actor: MEMBER });
      return;
    }
    const key = { accountId, id: (await rowsOf(transactionId))[wanted.of]?.id ?? "" };
    const verbs = {
      enter: () => service.enterAccount(key, ACCOUNT, MEMBER),
      send: () => service.markSent(key, MEMBER),
      succeed: () => service.markSucceeded(key, MEMBER),
      fail: () => service.markFailed(key, "refused", MEMBER),
      release: () => service.release(key, MEMBER),
      cancel: () => service.cancel(key, MEMBER),
      file: () => service.createFile(desk.owner(), MEMBER),
      return: () => service.markReturned(key, MEMBER),
      fundsReturned: () =>
        transfers.markFunds(accountId, { id: transactionId, funds: "returned" }, MEMBER),
    };
    await verbs[wanted.verb]();
  }

  async function check(transactionId: string, earlier: Refund[]): Promise<Refund[]> {
    const rows = await rowsOf(transactionId);
    const counted = rows.filter(({ status }) => !UNSENT_REFUNDS.some((each) => each === status));
    const sum = counted.reduce((total, { amount }) => total + amount, 0);
    assert.ok(sum <= 1250, `${sum} of 1250`);
    const { refundedAmount, refundCount } = await desk.read(transactionId);
    assert.deepEqual([refundedAmount ?? 0, refundCount ?? 0], [sum, counted.length]);
    for (const { id, status } of earlier.filter(({ finishedAt }) => finishedAt !== null)) {
      assert.equal(rows.find((row) => row.id === id)?.status, status, "final");
    }
    assert.ok(rows.every(({ status, fileId }) => fileId === null || status !== "ready"));
    return rows;
  }

  it("never exceed what was received, whatever happens at once", async () => {
    let created = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
        async (crowds) => {
          const id = await paid();
          let earlier = await rowsOf(id);
          for (const crowd of crowds) {
            const results = await Promise.allSettled(crowd.map((wanted) => take(id, wanted)));
            for (const result of results) {
              if (result.status === "rejected") assert.ok(isAppError(result.reason), result.reason);
            }
            earlier = await check(id, earlier);
          }
          created += earlier.length;
        },
      ),
      { numRuns: propertyRuns(6) },
    );
    assert.ok(created > 10, `only ${created} refunds`);
  });
});
