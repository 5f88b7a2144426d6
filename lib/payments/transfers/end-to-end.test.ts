import assert from "node:assert/strict";
import { before, it } from "node:test";
import { and, eq } from "drizzle-orm";
import { isOpen } from "#lib/payments/attempts/attempt.ts";
import { bankAlerts, paymentAttempts } from "#lib/payments/model/attempts.schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import {
  toPublicTransaction,
  type WholeTransaction,
} from "#lib/payments/transactions/transaction.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { startAttempt } from "#lib/testing/factories.ts";
import { type MadeEntry, structured, withEndToEndId } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

const DAY_MINUTES = 24 * 60;

onDatabase("money with the end-to-end id of a payment attempt", (database, connection) => {
  let desk: TransferDesk;
  before(async () => {
    desk = await openTransferDesk(connection());
  });

  const attemptsOf = ({ id }: Pick<WholeTransaction, "id">) =>
    database()
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.transactionId, id))
      .orderBy(paymentAttempts.id);
  const refresh = ({ id }: Pick<WholeTransaction, "id">) =>
    desk.test.services.attempts.refreshLatest(id);

  async function atBank() {
    const transaction = await desk.fresh();
    await startAttempt(desk.test.services, transaction);
    return { transaction, ...(await last(transaction)) };
  }
  async function last(transaction: Pick<WholeTransaction, "id">) {
    const attempt = (await attemptsOf(transaction)).at(-1) ?? assert.fail();
    return { attempt, endToEndId: attempt.endToEndId };
  }
  const give = async (endToEndId: string, more: MadeEntry = {}) =>
    (await desk.give([{ details: [withEndToEndId(endToEndId)], ...more }])).statuses;
  const seen = async ({ id }: Pick<WholeTransaction, "id">) => {
    const { status, funds } = toPublicTransaction(await desk.read(id));
    const events = (await desk.eventsOf(id)).map(({ type }) => type);
    return [status, funds, events.join()];
  };
  const statusesOf = async ({ id }: Pick<WholeTransaction, "id">) =>
    (
      await database()
        .select()
        .from(receivedTransfers)
        .where(eq(receivedTransfers.transactionId, id))
    )
      .map(({ status }) => status)
      .sort();
  const openAlerts = async ({ id }: Pick<WholeTransaction, "id">) =>
    (await database().select().from(bankAlerts).where(eq(bankAlerts.transactionId, id)))
      .filter(({ resolvedAt }) => resolvedAt === null)
      .map(({ kind }) => kind);
  const PAID = ["succeeded", "received", "transaction.succeeded"];

  it("pays what its bank leaves open, in any case of letters, once", async () => {
    const { transaction, endToEndId } = await atBank();
    desk.test.bank.decide("processing");
    await refresh(transaction);
    const entry = { bankRef: "E2E-1" };
    assert.deepEqual(await give(endToEndId.toLowerCase(), entry), ["paid"]);
    assert.deepEqual(await seen(transaction), PAID);
    await give(endToEndId, { ...entry, bookedOn: "2026-11-20" });
    await desk.give([{ details: [withEndToEndId(endToEndId)], bankRef: "OTHER-KIND" }], {
      kind: "camt.054",
    });
    assert.deepEqual(await statusesOf(transaction), ["paid"]);
    assert.deepEqual(await seen(transaction), PAID);
  });

  it("is only counted after its bank's word, which the status rests on until then", async () => {
    const { transaction, endToEndId } = await atBank();
    desk.test.bank.decide("succeeded");
    await refresh(transaction);
    assert.deepEqual(await seen(transaction), ["succeeded", "expected", "transaction.succeeded"]);
    assert.deepEqual(await give(endToEndId), ["paid"]);
    assert.deepEqual(await seen(transaction), PAID);
    assert.deepEqual(await give(endToEndId), ["already_paid"]);
  });

  it("is other money than a transfer of the same amount in another kind of file", async () => {
    const { transaction, endToEndId } = await atBank();
    desk.test.bank.decide("succeeded");
    await refresh(transaction);
    const reference = transaction.transferReference;
    const twice = await desk.give([{ reference }], { kind: "camt.054" });
    assert.deepEqual(twice.statuses, ["already_paid"]);
    assert.equal((await seen(transaction))[1], "expected");
    assert.deepEqual(await give(endToEndId), ["paid"]);
    assert.deepEqual(await statusesOf(transaction), ["already_paid", "paid"]);
  });

  it("closes the alerts that it answers, and no other", async () => {
    const { transaction, attempt, endToEndId } = await atBank();
    desk.test.bank.decide("succeeded", { endToEndId: "another" });
    await refresh(transaction);
    assert.deepEqual(await openAlerts(transaction), ["order_mismatch"]);
    const contradiction = { kind: "contradiction", id: `${attempt.id}-c` } as const;
    const [mismatch] = await database()
      .select()
      .from(bankAlerts)
      .where(eq(bankAlerts.attemptId, attempt.id));
    assert.ok(mismatch);
    await database()
      .insert(bankAlerts)
      .values({ ...mismatch, ...contradiction });
    assert.deepEqual(await give(endToEndId), ["paid"]);
    assert.deepEqual(await openAlerts(transaction), ["contradiction"]);
    const [closed] = await database()
      .select()
      .from(bankAlerts)
      .where(and(eq(bankAlerts.attemptId, attempt.id), eq(bankAlerts.kind, "order_mismatch")));
    assert.equal(closed?.resolvedNote, "The money arrived on the payee's account.");
  });

  it("ends the polls as any success does, and a later contradiction is reported", async () => {
    const { transaction, endToEndId } = await atBank();
    desk.test.bank.decide("processing");
    await refresh(transaction);
    await give(endToEndId);
    const { attempt } = await last(transaction);
    assert.equal(attempt.settledNote, null);
    assert.equal(
      attempt.nextPollAt?.getTime(),
      desk.test.clock.now().getTime() + DAY_MINUTES * 60_000,
    );
    desk.test.bank.decide("declined");
    desk.test.clock.advance({ minutes: DAY_MINUTES });
    await desk.test.services.attempts.pollDue(1000);
    assert.deepEqual(await openAlerts(transaction), ["contradiction"]);
    assert.deepEqual(await seen(transaction), PAID);
  });

  it("pays a payment that is being cancelled, while its bank may still execute it", async () => {
    const { transaction, endToEndId } = await atBank();
    desk.test.bank.setDown(true);
    const cancelling = desk.test.services.transactions.cancel(desk.apiKey, transaction.id);
    await assert.rejects(cancelling, { code: "transaction_in_progress" });
    assert.deepEqual(await give(endToEndId), ["paid"]);
    assert.deepEqual(await seen(transaction), PAID);
    assert.equal((await desk.read(transaction.id)).endReason, null);
  });

  it("is too late for a payment that failed, and contradicts its bank", async () => {
    const { transaction, endToEndId } = await atBank();
    await desk.test.services.transactions.cancel(desk.apiKey, transaction.id);
    assert.deepEqual(await give(endToEndId), ["too_late"]);
    assert.deepEqual(await seen(transaction), ["failed", "unknown", "transaction.failed"]);
    assert.deepEqual(await openAlerts(transaction), ["contradiction"]);
  });

  it("of a declined attempt pays the open payment, unless another attempt is at a bank", async () => {
    const declined = async () => {
      const made = await atBank();
      desk.test.bank.decide("declined");
      await refresh(made.transaction);
      return made;
    };
    const free = await declined();
    assert.deepEqual(await give(free.endToEndId), ["paid"]);
    assert.deepEqual(await seen(free.transaction), PAID);
    assert.deepEqual(await openAlerts(free.transaction), ["contradiction"]);
    const held = await declined();
    await startAttempt(desk.test.services, held.transaction);
    desk.test.bank.decide("processing");
    await refresh(held.transaction);
    assert.deepEqual(await give(held.endToEndId), ["being_paid"]);
    assert.deepEqual(await openAlerts(held.transaction), ["contradiction"]);
    desk.test.bank.decide("succeeded");
    await refresh(held.transaction);
    assert.deepEqual(await statusesOf(held.transaction), ["already_paid"]);
    assert.deepEqual(await give((await last(held.transaction)).endToEndId), ["paid"]);
    assert.deepEqual(await seen(held.transaction), PAID);
  });

  it("of another amount, currency, account or mode pays nothing", async () => {
    const { transaction, endToEndId } = await atBank();
    assert.deepEqual(await give(endToEndId, { amount: "12.49" }), ["wrong_amount"]);
    assert.deepEqual(await give(endToEndId, { currency: "SEK" }), ["wrong_amount"]);
    const { transfers } = desk.test.services;
    const strangers = { accountId: desk.stranger.accountId, mode: desk.stranger.mode };
    const { bytes } = await desk.give([]);
    const text = bytes.toString().replace(
      "</Stmt>",
      `<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <NtryDtls>${withEndToEndId(endToEndId)}</NtryDtls></Ntry></Stmt>`,
    );
    const file = { name: "a.xml", bytes: Buffer.from(text) };
    const { importId } = await transfers.importFile(strangers, file, MEMBER);
    const report = await transfers.report(strangers, importId);
    assert.deepEqual(
      report?.transfers.map(({ status, transactionId }) => [status, transactionId]),
      [["unknown_reference", null]],
    );
    assert.equal((await seen(transaction))[0], "pending");
  });

  it("is listed with a cut or an unknown id, and never guessed", async () => {
    const { transaction, endToEndId } = await atBank();
    const cut = endToEndId.slice(0, -1);
    const unknown = `${cut}${endToEndId.endsWith("A") ? "B" : "A"}`;
    assert.deepEqual(await give(cut), ["unknown_reference"]);
    assert.deepEqual(await give(unknown), ["unknown_reference"]);
    assert.deepEqual(await give(`${endToEndId}0`), ["unknown_reference"]);
    assert.deepEqual(await give("BSHOP-2026-000001"), []);
    assert.equal((await seen(transaction))[0], "pending");
  });

  it("and the reference of another payment is left to a member", async () => {
    const [one, other] = [await atBank(), await desk.fresh()];
    const both = structured(
      other.transferReference,
      `<Refs><EndToEndId>${one.endToEndId}</EndToEndId></Refs>`,
    );
    assert.deepEqual((await desk.give([{ details: [both] }])).statuses, ["unknown_reference"]);
    const same = structured(
      one.transaction.transferReference,
      `<Refs><EndToEndId>${one.endToEndId}</EndToEndId></Refs>`,
    );
    for (const { id } of [one.transaction, other]) {
      assert.equal((await desk.read(id)).status, "pending");
    }
    assert.deepEqual((await desk.give([{ details: [same] }])).statuses, ["paid"]);
    assert.deepEqual(await seen(one.transaction), PAID);
  });

  it("pays what a member has marked while its bank held it", async () => {
    const { transaction, endToEndId } = await atBank();
    desk.test.bank.decide("processing");
    await refresh(transaction);
    const mark = { id: transaction.id, amountText: "12.50" };
    const { transfers } = desk.test.services;
    assert.equal(await transfers.markReceived(desk.apiKey.accountId, mark, MEMBER), "being_paid");
    await give(endToEndId);
    assert.deepEqual(await statusesOf(transaction), ["paid"]);
    assert.deepEqual(await seen(transaction), PAID);
  });

  it("of another amount is accepted by a member, before and after the bank's word", async () => {
    const { transfers } = desk.test.services;
    const accept = async ({ id }: Pick<WholeTransaction, "id">) => {
      const [transfer] = await database()
        .select()
        .from(receivedTransfers)
        .where(eq(receivedTransfers.transactionId, id));
      return transfers.accept(desk.apiKey.accountId, transfer?.id ?? "", MEMBER);
    };
    const first = await atBank();
    desk.test.bank.decide("processing");
    await refresh(first.transaction);
    assert.deepEqual(await give(first.endToEndId, { amount: "12.40" }), ["wrong_amount"]);
    assert.equal(await accept(first.transaction), "paid");
    assert.deepEqual(await seen(first.transaction), PAID);
    const second = await atBank();
    desk.test.bank.decide("succeeded");
    await refresh(second.transaction);
    assert.deepEqual(await give(second.endToEndId, { amount: "12.40" }), ["wrong_amount"]);
    assert.equal(await accept(second.transaction), "paid");
    assert.deepEqual(await seen(second.transaction), PAID);
    const [third] = [await atBank()];
    desk.test.bank.decide("succeeded");
    await refresh(third.transaction);
    await give(third.endToEndId, { amount: "12.40" });
    await give(third.endToEndId);
    await assert.rejects(accept(third.transaction), { code: "transaction_final" });
  });

  for (const [rival, run] of [
    ["its expiry", () => desk.test.services.transactions.expireDue(1000)],
    [
      "a cancellation",
      (id: string) =>
        desk.test.services.transactions.cancel(desk.apiKey, id).catch(() => undefined),
    ],
    [
      "its bank's success",
      (id: string) => {
        desk.test.bank.decide("succeeded");
        return desk.test.services.attempts.refreshLatest(id);
      },
    ],
    [
      "its bank's refusal",
      (id: string) => {
        desk.test.bank.decide("declined");
        return desk.test.services.attempts.refreshLatest(id);
      },
    ],
    [
      "a transfer with the order's reference",
      async (id: string) => {
        const { transferReference: reference } = await desk.read(id);
        await desk.give([{ reference: reference ?? "" }]);
      },
    ],
  ] as const) {
    it(`has one result beside ${rival}`, async () => {
      desk = await openTransferDesk(connection());
      for (let round = 0; round < 4; round++) {
        const { transaction, endToEndId } = await atBank();
        desk.test.clock.advance({ minutes: 31 });
        await Promise.all([run(transaction.id), give(endToEndId), give(endToEndId.toLowerCase())]);
        const [status, funds, events] = await seen(transaction);
        const paid = (await statusesOf(transaction)).filter((each) => each === "paid");
        assert.equal(events, `transaction.${status}`, "one outcome");
        assert.equal(paid.length, status === "succeeded" ? 1 : 0, "counted once");
        assert.equal(funds, status === "succeeded" ? "received" : "unknown");
        const open = (await attemptsOf(transaction)).filter(isOpen);
        assert.deepEqual(open, []);
      }
    });
  }
});
