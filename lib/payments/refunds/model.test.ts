import assert from "node:assert/strict";
import { it } from "node:test";
import { and, eq, like } from "drizzle-orm";
import fc from "fast-check";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { toDecimalString } from "#lib/platform/values/money.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import * as rules from "#lib/testing/model/refunds.ts";
import { structured, withEndToEndId } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { EVENT_TYPES } from "#lib/webhooks/model/event-types.ts";
import { events } from "#lib/webhooks/model/schema.ts";
import { refundEndToEndId } from "./refund.ts";

const PAYER = { iban: "DE89370400440532013000", name: "Ada Payer" };
const NAMED = `<RltdPties><Dbtr><Pty><Nm>${PAYER.name}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${PAYER.iban}</IBAN></Id></DbtrAcct></RltdPties>`;
const CLOSED = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";

type Model = rules.RefundModel;
/** One payment of 12.50, and a desk that knows no other. */
type Real = { desk: TransferDesk; id: string; reference: string; files: Buffer[] };
type Command = fc.AsyncCommand<Model, Real>;

onDatabase("refunds after any events in any order", (database, connection) => {
  function command(name: string, run: (model: Model, real: Real) => Promise<unknown>): Command {
    return {
      check: () => true,
      toString: () => name,
      async run(model, real) {
        await run(model, real);
        await check(model, real);
      },
    };
  }

  const keyOf = ({ desk }: Real, id: string) => ({ accountId: desk.apiKey.accountId, id });

  /** `allowed`, or the reason of the refusal. */
  async function outcomeOf(work: Promise<unknown>): Promise<string> {
    try {
      await work;
      return "allowed";
    } catch (error) {
      if (isAppError(error)) return error.reason ?? error.code;
      throw error;
    }
  }

  /** Other tests prove what a credit does. */
  async function learn(model: Model, { desk, id }: Real, hasPayer: boolean): Promise<void> {
    const { status, seenFunds } = await desk.read(id);
    Object.assign(model, { status, funds: seenFunds });
    const rows = await database()
      .select()
      .from(receivedTransfers)
      .where(eq(receivedTransfers.transactionId, id));
    model.credits = rows.map(({ id: transferId, amount, status: known }) => {
      const before = model.credits.find((credit) => credit.id === transferId);
      return { hasPayer, ...before, id: transferId, amount, status: known };
    });
  }

  const credit = fc
    .record({ amount: fc.constantFrom(1250, 1250, 300), hasPayer: fc.boolean() })
    .map(({ amount, hasPayer }) =>
      command(`credit of ${amount}${hasPayer ? " with its payer" : ""}`, async (model, real) => {
        const details = [structured(real.reference, hasPayer ? NAMED : "")];
        const given = await real.desk.give([{ amount: toDecimalString(amount, "EUR"), details }]);
        real.files.push(given.bytes);
        await learn(model, real, hasPayer);
      }),
    );

  const cancelPayment = fc.constant(
    command("cancel the payment", async (model, real) => {
      const { apiKey, test } = real.desk;
      await outcomeOf(test.services.transactions.cancel(apiKey, real.id));
      await learn(model, real, false);
    }),
  );

  const fundsReturn = fc.constant(
    command("the payment's money goes back", async (model, real) => {
      const { transfers } = real.desk.test.services;
      const mark = { id: real.id, funds: "returned" as const };
      const marking = transfers.markFunds(real.desk.apiKey.accountId, mark, MEMBER);
      const expected = rules.returnFunds(model) ? "allowed" : "outcome_not_possible";
      assert.equal(await outcomeOf(marking), expected);
    }),
  );

  const create = fc
    .record({
      amount: fc.option(fc.constantFrom(1, 250, 300, 500, 1000, 1250, 1251), { nil: undefined }),
      of: fc.constantFrom(undefined, undefined, undefined, 0, 1, 2),
      externalId: fc.constantFrom(undefined, undefined, "a", "b"),
      key: fc.constantFrom(undefined, undefined, "k"),
    })
    .map(({ of, ...wanted }) =>
      command(`refund ${JSON.stringify({ of, ...wanted })}`, async (model, real) => {
        const transferId = of === undefined ? undefined : model.credits[of]?.id;
        await createOne(model, real, { ...wanted, transferId });
      }),
    );

  async function createOne(model: Model, { desk, id }: Real, creation: rules.Creation) {
    const { key, ...input } = creation;
    const expected = rules.expectCreation(model, creation);
    const creating = desk.test.services.refunds.create({
      ...desk.owner(),
      input: { transactionId: id, ...input },
      actor: MEMBER,
      idempotencyKey: key,
    });
    if ("refusal" in expected) {
      assert.equal(await outcomeOf(creating), expected.refusal);
      return;
    }
    const { refund, isNew } = await creating;
    assert.equal(isNew, !("known" in expected));
    if ("known" in expected) {
      assert.equal(refund.id, expected.known);
      return;
    }
    const { externalId, transferId = null } = input;
    const blank = { failureReason: null, isInFile: false, isReturned: false };
    model.refunds.push({ ...expected, ...blank, id: refund.id, transferId, externalId });
    if (expected.status === "awaiting_account") {
      model.events.push(`refund.awaiting_account ${refund.id}`);
    }
    const request = rules.requestOf(creation);
    if (key !== undefined) model.keys.set(key, { request, refundId: refund.id });
  }

  const onRefund = (
    name: string,
    run: (model: Model, real: Real, refund: rules.ModelRefund) => Promise<unknown>,
  ) =>
    fc.nat(4).map((choice) =>
      command(`${name} ${choice}`, async (model, real) => {
        const refund = model.refunds[choice % Math.max(1, model.refunds.length)];
        if (refund) await run(model, real, refund);
      }),
    );

  const moves = fc.constantFrom(...rules.MODEL_MOVES).chain((name) =>
    onRefund(name, async (model, real, refund) => {
      const service = real.desk.test.services.refunds;
      const key = keyOf(real, refund.id);
      const verbs: Record<rules.ModelMove, () => Promise<unknown>> = {
        enter: () => service.enterAccount(key, PAYER, MEMBER),
        send: () => service.markSent(key, MEMBER),
        succeed: () => service.markSucceeded(key, MEMBER),
        refuse: () => service.markFailed(key, "refused", MEMBER),
        bounce: () => service.markFailed(key, "returned", MEMBER),
        release: () => service.release(key, MEMBER),
        cancel: () => service.cancel(key, MEMBER),
      };
      const expected = rules.move(model, refund, name) ? "allowed" : "status";
      assert.equal(await outcomeOf(verbs[name]()), expected);
    }),
  );

  const markReturned = onRefund("a member sees the return of", async (model, real, refund) => {
    const marking = real.desk.test.services.refunds.markReturned(keyOf(real, refund.id), MEMBER);
    const expected = rules.comeBack(model, refund) ? "allowed" : "status";
    assert.equal(await outcomeOf(marking), expected);
  });

  const file = fc.constant(
    command("a file", async (model, { desk }) => {
      const creating = desk.test.services.refunds.createFile(desk.owner(), MEMBER);
      const expected = rules.putInFile(model) ? "allowed" : "status";
      assert.equal(await outcomeOf(creating), expected);
    }),
  );

  const entryOf = ({ id, amount }: rules.ModelRefund, more = "") => ({
    amount: toDecimalString(amount, "EUR"),
    details: [withEndToEndId(refundEndToEndId(id), more)],
  });

  const debit = onRefund("a statement shows", async (model, real, refund) => {
    const given = await real.desk.give([{ ...entryOf(refund), direction: "DBIT" }]);
    real.files.push(given.bytes);
    rules.seeDebit(model, refund);
  });

  const wrongDebit = onRefund(
    "a statement shows a cent more than",
    async (_model, real, refund) => {
      const { amount } = refund;
      await real.desk.give([{ ...entryOf({ ...refund, amount: amount + 1 }), direction: "DBIT" }]);
    },
  );

  const comesBack = onRefund("a statement shows the return of", async (model, real, refund) => {
    await real.desk.give([entryOf(refund, CLOSED)]);
    rules.seeReturn(model, refund);
  });

  // Its debit may be news: the refund may have been released since.
  const again = fc.nat(5).map((choice) =>
    command(`file ${choice} again`, async (model, { desk, files }) => {
      const bytes = files[choice % Math.max(1, files.length)];
      if (!bytes) return;
      const stored = { name: "again.xml", bytes };
      await desk.test.services.transfers.importFile(desk.owner(), stored, MEMBER);
      const shown = model.refunds.filter(({ id }) => bytes.includes(refundEndToEndId(id)));
      for (const refund of shown) rules.seeDebit(model, refund);
    }),
  );

  async function check(model: Model, { desk, id }: Real): Promise<void> {
    const rows = await database().select().from(refunds).where(eq(refunds.transactionId, id));
    const found = rows.map((row) => ({
      id: row.id,
      transferId: row.transferId,
      amount: row.amount,
      status: row.status,
      failureReason: row.failureReason,
      isInFile: row.fileId !== null,
      isReturned: row.returnedAt !== null,
      externalId: row.externalId ?? undefined,
    }));
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
    assert.deepEqual(found.sort(byId), model.refunds.toSorted(byId));
    const { refundedAmount, refundCount, status, seenFunds } = await desk.read(id);
    const counted = model.refunds.filter((one) => one.transferId === null && rules.isCounted(one));
    const shown = [refundedAmount ?? 0, refundCount ?? 0, status, seenFunds];
    assert.deepEqual(shown, [rules.sumOf(model, null), counted.length, model.status, model.funds]);
    await checkMoney(model, id);
    const told = await database()
      .select()
      .from(events)
      .where(and(eq(events.accountId, desk.apiKey.accountId), like(events.type, "refund.%")));
    const names = told.map(({ type, payload }) => `${type} ${JSON.parse(payload).data.id}`);
    assert.deepEqual(names.sort(), model.events.toSorted());
  }

  /** A refunded credit pays nothing else; without its refunds, it is for a member to look at. */
  async function checkMoney(model: Model, id: string): Promise<void> {
    for (const place of [null, ...model.credits.map((one) => one.id)]) {
      const [sum, received] = [rules.sumOf(model, place), rules.receivedBy(model, place)];
      assert.ok(sum <= received, `${sum} of ${received}`);
    }
    const rows = await database()
      .select()
      .from(receivedTransfers)
      .where(eq(receivedTransfers.transactionId, id));
    for (const { id: transferId, resolvedAt } of rows) {
      assert.equal(resolvedAt !== null, rules.sumOf(model, transferId) > 0, transferId);
    }
  }

  async function begin(isPaid: boolean): Promise<{ model: Model; real: Real }> {
    const desk = await openTransferDesk(connection());
    const { accountId, mode } = desk.apiKey;
    const url = "http://127.0.0.1:4999/hook";
    const endpoint = { accountId, mode, url, eventTypes: EVENT_TYPES };
    await desk.test.services.webhooks.createEndpoint({ ...endpoint, actor: MEMBER });
    const { id, transferReference } = await desk.fresh();
    const model: Model = {
      status: "pending",
      funds: null,
      credits: [],
      refunds: [],
      keys: new Map(),
      events: [],
    };
    const real: Real = { desk, id, reference: transferReference, files: [] };
    if (isPaid) {
      await desk.give([{ details: [structured(transferReference, NAMED)] }]);
      await learn(model, real, true);
    }
    return { model, real };
  }

  it("are what a model says, and never exceed what was received", async () => {
    let created = 0;
    const chosen = fc.oneof(
      ...[
        credit,
        credit,
        create,
        create,
        create,
        create,
        create,
        moves,
        moves,
        moves,
        file,
        debit,
        debit,
      ],
      ...[comesBack, again, fundsReturn, cancelPayment, wrongDebit, markReturned],
    );
    const commands = fc.array(chosen, { minLength: 10, maxLength: 25, size: "max" });
    const property = fc.asyncProperty(commands, fc.nat(3), async (each, beginning) => {
      const { model, real } = await begin(beginning > 0);
      await fc.asyncModelRun(() => ({ model, real }), each);
      created += model.refunds.length;
    });
    await fc.assert(property, { numRuns: propertyRuns(12) });
    assert.ok(created > 0, "no refund was ever created");
  });
});
