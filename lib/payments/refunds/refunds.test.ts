import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import {
  canMoveRefund,
  FIRST_REFUND_STATUSES,
  REFUND_STATUSES,
  type RefundStatus,
} from "#lib/payments/model/refund.ts";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { refundRow } from "#lib/testing/rows.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { EVENT_TYPES } from "#lib/webhooks/model/event-types.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import type { RefundInput } from "./refund.ts";

const ACCOUNT = { iban: "DE89370400440532013000", name: "Ada Payer" };

onDatabase("refunds", (database, connection) => {
  let desk: TransferDesk;
  beforeEach(async () => {
    desk = await openTransferDesk(connection());
  });

  const services = () => desk.test.services;
  const own = (id: string) => ({ accountId: desk.apiKey.accountId, id });
  const paid = async () => {
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference }]);
    return id;
  };
  const create = (
    transactionId: string,
    input: Omit<RefundInput, "transactionId"> = {},
    key?: string,
  ) =>
    services().refunds.create({
      ...desk.owner(),
      input: { transactionId, ...input },
      actor: MEMBER,
      idempotencyKey: key,
    });
  const refusal = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      if (isAppError(error)) return error.reason ?? error.code;
      throw error;
    }
    return "none";
  };
  const shown = async (id: string) => {
    const { refundedAmount, refundCount } = toPublicTransaction(await desk.read(id));
    return [refundedAmount, refundCount];
  };
  const ready = async (transactionId: string, amount?: number) => {
    const { refund } = await create(transactionId, { amount });
    return services().refunds.enterAccount(own(refund.id), ACCOUNT, MEMBER);
  };

  it("never exceed what was received, and free it once they fail or are cancelled", async () => {
    const id = await paid();
    assert.deepEqual(await shown(id), [0, 0]);
    const { refund: first } = await create(id, { amount: 1000 });
    assert.equal(first.status, "awaiting_account");
    assert.equal(await refusal(create(id, { amount: 251 })), "refund_exceeds_payment");
    const { refund: rest } = await create(id);
    assert.deepEqual([rest.amount, await shown(id)], [250, [1250, 2]]);
    assert.equal(await refusal(create(id)), "refund_exceeds_payment");
    const cancelled = await services().refunds.cancel(own(first.id), MEMBER);
    assert.equal(cancelled.status, "cancelled");
    assert.equal((await services().refunds.cancel(own(first.id), MEMBER)).status, "cancelled");
    assert.deepEqual(await shown(id), [250, 1]);
    const again = await ready(id, 1000);
    await services().refunds.markSent(own(again.id), MEMBER);
    assert.equal(await refusal(services().refunds.cancel(own(again.id), MEMBER)), "status");
    await services().refunds.markFailed(own(again.id), "refused", MEMBER);
    assert.deepEqual(await shown(id), [250, 1]);
    const last = await ready(id);
    await services().refunds.markSent(own(last.id), MEMBER);
    await services().refunds.markSucceeded(own(last.id), MEMBER);
    assert.deepEqual(await shown(id), [1250, 2]);
    const { refunds: list, left } = await services().refunds.ofPayment(await desk.read(id));
    assert.equal(left, 0);
    assert.deepEqual(list.map(({ status, amount }) => [status, amount]).sort(), [
      ["awaiting_account", 250],
      ["cancelled", 1000],
      ["failed", 1000],
      ["succeeded", 1000],
    ]);
    const actions = await database()
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.target, last.id));
    assert.deepEqual(actions.map(({ action }) => action).sort(), [
      "refund.account_entered",
      "refund.created",
      "refund.sent",
      "refund.succeeded",
    ]);
  });

  it("need money that was received: in test mode also a bank's word", async () => {
    const open = await desk.fresh();
    assert.equal(await refusal(create(open.id)), "not_succeeded");
    assert.equal(await refusal(create("txn_01kagj3y9be2rvn5q8w0m4tzxh")), "not_found");
    const stranger = { accountId: desk.stranger.accountId, input: { transactionId: open.id } };
    assert.equal(
      await refusal(services().refunds.create({ ...stranger, actor: MEMBER })),
      "not_found",
    );
    for (const [mode, expected] of [
      ["test", "none"],
      ["live", "not_received"],
    ] as const) {
      desk = await openTransferDesk(connection(), mode);
      const { id } = await desk.fresh();
      await startAttempt(services(), await desk.read(id));
      desk.test.bank.decide("succeeded");
      await services().attempts.refreshLatest(id);
      assert.equal(await refusal(create(id, { amount: 50 })), expected, mode);
      const mark = (funds: "received" | "returned") =>
        services().transfers.markFunds(desk.apiKey.accountId, { id, funds }, MEMBER);
      await mark("received");
      const { refund } = await create(id, { amount: 50 });
      await mark("returned");
      assert.equal((await services().refunds.get(own(refund.id))).status, "cancelled");
      assert.equal(await refusal(create(id)), "funds_returned");
      assert.deepEqual(await shown(id), [0, 0]);
    }
  });

  it("are the same for the same externalId or Idempotency-Key", async () => {
    const [id, other] = [await paid(), await paid()];
    const { refund } = await create(id, { amount: 100, externalId: "r1" }, "k1");
    const again = [
      await create(id, { amount: 100, externalId: "r1" }, "k1"),
      await create(id, { externalId: "r1" }),
    ];
    assert.deepEqual(
      again.map((each) => [each.refund.id, each.isNew]),
      [
        [refund.id, false],
        [refund.id, false],
      ],
    );
    assert.equal(await refusal(create(id, { amount: 101 }, "k1")), "idempotency_key_reused");
    assert.equal(
      await refusal(create(other, { amount: 100, externalId: "r1" }, "k1")),
      "idempotency_key_reused",
    );
    for (const wrong of [{ amount: 101 }, {}]) {
      const asked = create("amount" in wrong ? id : other, { ...wrong, externalId: "r1" });
      assert.equal(await refusal(asked), "external_id_in_use");
    }
    const results = await Promise.all(
      [id, other].map((each) => refusal(create(each, { amount: 1, externalId: "both" }, "kk"))),
    );
    assert.equal(results.filter((result) => result === "none").length, 1, results.join());
    desk.test.clock.advance({ minutes: 24 * 60 + 1 });
    assert.equal((await create(other, { amount: 5 }, "k1")).isNew, true);
  });

  it("of money that paid nothing count by themselves, and keep it from paying", async () => {
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference, amount: "20.00" }]);
    const [transfer] = await database()
      .select()
      .from(receivedTransfers)
      .where(eq(receivedTransfers.transactionId, id));
    const transferId = transfer?.id ?? "";
    const accept = () => services().transfers.accept(desk.apiKey.accountId, transferId, MEMBER);
    assert.equal(
      await refusal(create(id, { transferId: "trf_01kagj3y9be2rvn5q8w0m4tzxh" })),
      "transfer_not_refundable",
    );
    const { refund } = await create(id, { transferId, amount: 1500 });
    assert.equal(await refusal(create(id, { transferId, amount: 501 })), "refund_exceeds_payment");
    assert.equal(await refusal(accept()), "not_found");
    assert.deepEqual(await shown(id), [0, 0]);
    const { refund: rest } = await create(id, { transferId });
    assert.equal(rest.amount, 500);
    const unresolved = async () => (await services().transfers.unresolved(desk.owner())).count;
    await services().refunds.cancel(own(refund.id), MEMBER);
    assert.equal(await unresolved(), 0);
    await services().refunds.cancel(own(rest.id), MEMBER);
    assert.equal(await unresolved(), 1);
    assert.equal(await accept(), "paid");
    assert.equal(await refusal(create(id, { transferId })), "transfer_not_refundable");
    assert.equal(
      (await create(id)).refund.amount,
      2000,
      "the money that came, not the order's amount",
    );
  });

  it("of a payment that rests on a word include money that does not fit: it may be the same", async () => {
    const { id, transferReference } = await desk.fresh();
    await startAttempt(services(), await desk.read(id));
    desk.test.bank.decide("succeeded");
    await services().attempts.refreshLatest(id);
    await desk.give([{ reference: transferReference, amount: "20.00" }]);
    const [transfer] = await database()
      .select()
      .from(receivedTransfers)
      .where(eq(receivedTransfers.transactionId, id));
    const transferId = transfer?.id ?? "";
    const { refund } = await create(id);
    assert.equal(refund.amount, 1250);
    assert.equal(await refusal(create(id, { transferId, amount: 751 })), "refund_exceeds_payment");
    assert.equal((await create(id, { transferId })).refund.amount, 750);
    const row = refundRow({ ...desk.owner(), transactionId: id, transferId, amount: 1 });
    await assert.rejects(Promise.resolve(database().insert(refunds).values(row)), (error: Error) =>
      /more than was received/.test(String(error.cause)),
    );
    await services().refunds.cancel(own(refund.id), MEMBER);
    assert.equal((await create(id, { transferId })).refund.amount, 1250);
    assert.equal(await refusal(create(id)), "refund_exceeds_payment");
  });

  it("give one of two at once the whole, and a refund or a return", async () => {
    const id = await paid();
    const results = await Promise.all([1, 2, 3].map(() => refusal(create(id))));
    assert.deepEqual(results.sort(), ["none", "refund_exceeds_payment", "refund_exceeds_payment"]);
    for (let round = 0; round < 4; round++) {
      const next = await paid();
      const mark = { id: next, funds: "returned" } as const;
      await Promise.all([
        refusal(create(next)),
        services().transfers.markFunds(desk.apiKey.accountId, mark, MEMBER),
      ]);
      assert.deepEqual(await shown(next), [0, 0]);
    }
  });

  it("tell endpoints that subscribe", async () => {
    const { accountId, mode } = desk.apiKey;
    const told = async () =>
      (
        await database()
          .select()
          .from(events)
          .where(sql`${events.accountId} = ${accountId} and type like 'refund.%'`)
      )
        .map(({ type, payload }) => [type, JSON.parse(payload).data.status])
        .sort();
    const id = await paid();
    await create(id, { amount: 1 });
    assert.deepEqual(await told(), []);
    const url = "http://127.0.0.1:4999/hook";
    await services().webhooks.createEndpoint({ accountId, mode, url, eventTypes: EVENT_TYPES });
    const good = await ready(id, 2);
    await services().refunds.markSent(own(good.id), MEMBER);
    for (const _ of [1, 2]) await services().refunds.markSucceeded(own(good.id), MEMBER);
    for (const _ of [1, 2]) await services().refunds.markReturned(own(good.id), MEMBER);
    const bad = await ready(id, 3);
    assert.equal(await refusal(services().refunds.markReturned(own(bad.id), MEMBER)), "status");
    await services().refunds.markSent(own(bad.id), MEMBER);
    await services().refunds.markFailed(own(bad.id), "returned", MEMBER);
    assert.deepEqual(await told(), [
      ["refund.awaiting_account", "awaiting_account"],
      ["refund.awaiting_account", "awaiting_account"],
      ["refund.failed", "failed"],
      ["refund.returned", "succeeded"],
      ["refund.succeeded", "succeeded"],
    ]);
  });

  it("need a second factor above the owner's limits, in live mode", async () => {
    const { accountId } = desk.apiKey;
    const above = (mode: "test" | "live", amount: number, currency = "EUR") =>
      services().refunds.isAboveLimit({ accountId, mode }, { amount, currency });
    assert.equal(await above("live", 99_999_999), false, "none is set");
    await services().refunds.setLimits(accountId, { perRefund: 500, perDay: 800 }, MEMBER);
    assert.deepEqual(await services().refunds.limits(accountId), { perRefund: 500, perDay: 800 });
    assert.deepEqual(
      [
        await above("live", 500),
        await above("live", 501),
        await above("live", 1, "SEK"),
        await above("test", 501),
      ],
      [false, true, true, false],
    );
    await database().execute(
      sql`update refund_limits set per_refund = null where account_id = ${accountId}`,
    );
    assert.deepEqual([await above("live", 800), await above("live", 801)], [false, true]);
  });

  it("are held by the database as well", async () => {
    const id = await paid();
    const owner = { ...desk.owner(), transactionId: id };
    const insert = (given: Parameters<typeof refundRow>[0]) =>
      database()
        .insert(refunds)
        .values(refundRow({ ...owner, ...given }));
    const refused = /more than was received|no way from|another account|immutable/;
    const rejects = (work: PromiseLike<unknown>) =>
      assert.rejects(Promise.resolve(work), (error: Error) => refused.test(String(error.cause)));
    await rejects(insert({ amount: 1251 }));
    await rejects(insert({ currency: "USD" }));
    await rejects(insert({ transferId: "trf_1" }));
    await rejects(insert({ accountId: desk.stranger.accountId }));
    await rejects(insert({ status: "processing" }));
    const results = await Promise.allSettled([700, 700].map((amount) => insert({ amount })));
    assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const { id: open } = await desk.fresh();
    await rejects(insert({ transactionId: open, amount: 1 }));
    await keepsTotals();
    const [row] = await database().select().from(refunds).where(eq(refunds.transactionId, id));
    for (const column of ["amount = 1", "transfer_id = 'x'", "currency = 'USD'"]) {
      await rejects(
        database().execute(sql.raw(`update refunds set ${column} where id = '${row?.id}'`)),
      );
    }
    await database()
      .transaction(async (tx) => {
        // Without the guard, the same statement passes.
        await tx.execute(sql`alter table refunds disable trigger refunds_guard`);
        await tx.insert(refunds).values(refundRow({ ...owner, amount: 1251 }));
        tx.rollback();
      })
      .catch((error: Error) => assert.equal(error.message, "Rollback"));
  });

  /** While one refund is added, another is cancelled by a statement that takes no lock itself. */
  async function keepsTotals() {
    const transactionId = await paid();
    const owner = { ...desk.owner(), transactionId, amount: 100 };
    const [first, second] = [refundRow(owner), refundRow(owner)];
    await database().insert(refunds).values(first);
    const added = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const adding = database().transaction(async (tx) => {
      await tx.insert(refunds).values(second);
      added.resolve();
      await commit.promise;
    });
    await added.promise;
    const cancelling = database().execute(
      sql`update refunds set status = 'cancelled', finished_at = now() where id = ${first.id}`,
    );
    const cancelled = Promise.resolve(cancelling);
    await sleep(100);
    commit.resolve();
    await Promise.all([adding, cancelled]);
    assert.deepEqual(await shown(transactionId), [100, 1]);
  }

  it("move only as the table says", async () => {
    const id = await paid();
    const path: Record<RefundStatus, RefundStatus[]> = {
      awaiting_account: [],
      ready: [],
      processing: ["processing"],
      succeeded: ["processing", "succeeded"],
      failed: ["processing", "failed"],
      cancelled: ["cancelled"],
    };
    const moveTo = (refundId: string, to: RefundStatus) =>
      database().execute(sql`update refunds set status = ${to},
        failure_reason = case when ${to} = 'failed' then 'returned' end,
        finished_at = case when ${to} in ('succeeded', 'failed', 'cancelled') then now() end
        where id = ${refundId}`);
    for (const from of REFUND_STATUSES) {
      for (const to of REFUND_STATUSES.filter((status) => status !== from)) {
        const first = FIRST_REFUND_STATUSES.find((status) => status === from) ?? "ready";
        const row = refundRow({ ...desk.owner(), transactionId: id, amount: 1, status: first });
        await database().insert(refunds).values(row);
        for (const step of path[from]) await moveTo(row.id, step);
        const moved = Promise.resolve(moveTo(row.id, to)).then(
          () => true,
          () => false,
        );
        assert.equal(await moved, canMoveRefund(from, to), `${from} to ${to}`);
      }
    }
  });
});
