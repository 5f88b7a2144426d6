import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/api-keys/api-key.ts";
import { accounts, auditEntries, events, transactions } from "#lib/db/schema.ts";
import { receivedTransfers } from "#lib/db/transfer-schema.ts";
import { newId } from "#lib/ids.ts";
import { onEachDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
  startAuthorisation,
} from "#lib/testing/factories.ts";
import { type MadeEntry, makeStatement, unstructured } from "#lib/testing/statements.ts";
import { createCreditorReference } from "./creditor-reference.ts";
import { shownTransfer } from "./shown.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

onEachDatabase("bank transfers", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;
  let stranger: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
    ({ apiKey: stranger } = await makeMerchant(test.services));
    await test.services.accounts.setTakesTransfers(apiKey.accountId, true, "operator");
  });

  const owner = () => ({ accountId: apiKey.accountId, mode: apiKey.mode });
  const fresh = async (input = {}) => {
    test = createTestServices(connection());
    const transaction = await makeTransaction(test.services, apiKey, input);
    return { ...transaction, transferReference: transaction.transferReference ?? "" };
  };
  const read = (id: string) => test.services.transactions.get(apiKey, id);
  const eventsOf = (id: string) =>
    database().select().from(events).where(eq(events.transactionId, id));
  let bankRefs = 0;
  /** Reads a made-up file of these entries, each with an id of the bank's own unless told. */
  const give = async (
    entries: MadeEntry[],
    more: Parameters<typeof makeStatement>[0] | object = {},
  ) => {
    const named = entries.map((entry) => ({ bankRef: `B${++bankRefs}`, ...entry }));
    const bytes = Buffer.from(makeStatement({ entries: named, ...more }));
    const { transfers } = test.services;
    const result = await transfers.importFile(owner(), { name: "november.xml", bytes }, ACTOR);
    const report = await transfers.report(owner(), result.importId);
    assert.ok(report);
    return { bytes, result, standings: report.transfers.map(({ standing }) => standing), report };
  };
  const standingOf = async (id: string) => {
    const { transfers } = await test.services.transfers.list(owner());
    return transfers.find(({ transactionId }) => transactionId === id)?.standing;
  };

  it("belong to the web flow in euros of accounts that take them", async () => {
    const own = await fresh();
    assert.match(own.transferReference, /^RF\d{14}$/);
    assert.equal((await fresh({ currency: "SEK" })).transferReference, "");
    const direct = await makeDirectTransaction(
      test.services,
      (await test.services.apiKeys.authenticate(
        (
          await test.services.apiKeys.create({ ...owner(), method: "direct" })
        ).key,
      )) as ApiKey,
    );
    assert.equal(direct.transaction.transferReference, null);
    const other = await makeMerchant(test.services);
    const plain = await makeTransaction(test.services, other.apiKey);
    assert.equal(plain.transferReference, null);
    assert.equal((await test.services.checkout.view(plain.reference, "web"))?.transfer, null);
    await assert.rejects(test.services.transfers.tell(plain.reference), {
      code: "transfer_not_expected",
    });
  });

  it("are offered while nothing else is under way", async () => {
    const transaction = await fresh();
    const shown = async () =>
      (await test.services.checkout.view(transaction.reference, "web"))?.transfer;
    const offered = await shown();
    assert.equal(offered?.reference, transaction.transferReference);
    assert.equal(offered?.toldAt, null);
    await startAuthorisation(test.services, transaction);
    assert.equal(await shown(), null);
    await assert.rejects(test.services.transfers.tell(transaction.reference), {
      code: "authorisation_open",
    });
    test.bank.decide("declined");
    await test.services.authorisations.refreshLatest(transaction.id);
    assert.ok(await shown());
    await test.services.accounts.setTakesTransfers(apiKey.accountId, false, "operator");
    assert.equal(await shown(), null);
    await test.services.accounts.setTakesTransfers(apiKey.accountId, true, "operator");
  });

  it("keep a payment from ending by itself once the payer has sent one", async () => {
    const transaction = await fresh();
    const { reference, id } = transaction;
    await test.services.transfers.tell(reference);
    await test.services.transfers.tell(reference);
    const view = await test.services.checkout.view(reference, "web");
    assert.equal(view?.state, "processing");
    assert.ok(view?.transfer?.toldAt);
    test.clock.advance({ minutes: 60 * 24 * 3 });
    await test.services.transactions.expireDue(1000);
    assert.equal((await read(id)).status, "processing");
    await assert.rejects(startAuthorisation(test.services, transaction), {
      code: "transaction_in_progress",
    });
    await assert.rejects(test.services.transactions.cancel(apiKey, id), {
      code: "transaction_in_progress",
    });
    const again = makeTransaction(test.services, apiKey, {
      externalId: transaction.externalId ?? "",
      amount: 999,
    });
    await assert.rejects(again, { code: "transaction_in_progress" });
    assert.deepEqual((await give([{ reference: transaction.transferReference }])).standings, [
      "paid",
    ]);
    assert.equal((await read(id)).status, "succeeded");
  });

  it("can be taken back by the payer, and be given up by the merchant", async () => {
    const [one, other] = [await fresh(), await fresh()];
    const { transfers } = test.services;
    await assert.rejects(transfers.takeBack(one.reference), { code: "transfer_not_expected" });
    await transfers.tell(one.reference);
    await transfers.takeBack(one.reference);
    await transfers.takeBack(one.reference);
    assert.equal((await read(one.id)).failureReason, "cancelled");
    await assert.rejects(transfers.tell(one.reference), { code: "transaction_final" });

    await assert.rejects(transfers.markNotReceived(apiKey.accountId, other.id, ACTOR), {
      code: "transfer_not_expected",
    });
    await transfers.tell(other.reference);
    await assert.rejects(transfers.markNotReceived(stranger.accountId, other.id, ACTOR), {
      code: "not_found",
    });
    await transfers.markNotReceived(apiKey.accountId, other.id, ACTOR);
    assert.equal((await read(other.id)).failureReason, "expired");
    assert.equal((await eventsOf(other.id)).length, 1);
    assert.deepEqual((await give([{ reference: other.transferReference }])).standings, [
      "too_late",
    ]);
    assert.equal((await read(other.id)).status, "failed");
  });

  it("pay once when a member marks them, with the amount and an entry in the audit log", async () => {
    const { id, transferReference } = await fresh();
    const { transfers } = test.services;
    const mark = (amountText: string, accountId = apiKey.accountId) =>
      transfers.markReceived(accountId, { id, amountText }, ACTOR);
    await assert.rejects(mark("12.51"), { code: "invalid_request" });
    await assert.rejects(mark("12.5.0"), { code: "invalid_request" });
    await assert.rejects(mark("12.50", stranger.accountId), { code: "not_found" });
    assert.equal(await mark(" 12,50 "), "paid");
    assert.equal(await mark("12.50"), "paid");
    assert.equal((await read(id)).status, "succeeded");
    assert.equal((await eventsOf(id)).length, 1);
    const audited = await database().select().from(auditEntries).where(eq(auditEntries.target, id));
    assert.deepEqual(
      audited.map(({ action, actor }) => [action, actor]),
      [["transfer.received", ACTOR]],
    );
    // The file that tells of it later is the same money; what comes on top is not.
    const later = await give([{ reference: transferReference }, { reference: transferReference }]);
    assert.deepEqual(later.standings, ["paid", "already_paid"]);
  });

  it("are told apart in a file", async () => {
    const [fits, less, foreign] = [await fresh(), await fresh(), await fresh()];
    const cancelled = await fresh();
    await test.services.transactions.cancel(apiKey, cancelled.id);
    const made = await give([
      { details: [unstructured(`Order 7, ${fits.transferReference}`)] },
      { reference: less.transferReference, amount: "12.49" },
      { reference: foreign.transferReference, currency: "SEK" },
      { reference: cancelled.transferReference },
      { reference: createCreditorReference() },
      { details: [unstructured("Rent for November")] },
    ]);
    assert.deepEqual(made.standings, [
      "paid",
      "wrong_amount",
      "wrong_amount",
      "too_late",
      "unknown_reference",
    ]);
    assert.equal(made.report.file.entries, 6);
    assert.deepEqual(
      await Promise.all(
        [fits, less, foreign, cancelled].map(async ({ id }) => (await read(id)).status),
      ),
      ["succeeded", "pending", "pending", "failed"],
    );
  });

  it("count once in a statement that repeats a notification, with the bank's id or without", async () => {
    const [named, nameless] = [await fresh(), await fresh()];
    const entries = [
      { reference: named.transferReference, bankRef: "SAME-1" },
      { reference: nameless.transferReference, bankRef: "NONREF" },
    ];
    const first = await give(entries, { kind: "camt.054" });
    assert.deepEqual(first.standings, ["paid", "paid"]);
    const [one = {}, two = {}] = entries;
    const second = await give([one, { ...two, bankRef: "ONLY-HERE" }], { kind: "camt.053" });
    assert.deepEqual([second.standings, second.result.known], [[], 2]);
    const third = await give([{ reference: named.transferReference }]);
    assert.deepEqual(third.standings, ["already_paid"]);
  });

  it("are known again in the same file, which is one import", async () => {
    const { id, transferReference } = await fresh();
    const { bytes, result } = await give([{ reference: transferReference }]);
    const file = { name: "again.xml", bytes };
    const again = await test.services.transfers.importFile(owner(), file, ACTOR);
    assert.deepEqual(again, {
      importId: result.importId,
      isRepeated: true,
      known: 0,
      unreadable: 0,
    });
    assert.equal((await eventsOf(id)).length, 1);
    const audited = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, result.importId));
    assert.deepEqual(
      audited.map(({ action }) => action),
      ["transfers.imported"],
    );
  });

  it("are nobody's in a file of another account, of another mode or on another IBAN", async () => {
    const mine = await fresh();
    const iban = "DE89370400440532013000";
    await assert.rejects(give([{ reference: mine.transferReference }], { iban }), {
      code: "invalid_request",
    });
    const { services } = test;
    await services.accounts.confirmPayee({
      ...owner(),
      iban,
      name: "Corner Books",
      isPrimary: false,
    });
    const elsewhere = await give([{ reference: mine.transferReference }], { iban });
    assert.deepEqual(elsewhere.standings, ["unknown_reference"]);

    const bytes = Buffer.from(
      makeStatement({ entries: [{ reference: mine.transferReference, bankRef: "X" }] }),
    );
    const file = { name: "x.xml", bytes };
    for (const each of [
      { ...owner(), accountId: stranger.accountId },
      { ...owner(), mode: "live" as const },
    ]) {
      const { importId } = await services.transfers.importFile(each, file, ACTOR);
      const report = await services.transfers.report(each, importId);
      assert.deepEqual(
        report?.transfers.map(({ standing, transactionId }) => [standing, transactionId]),
        [["unknown_reference", null]],
      );
    }
    assert.equal((await read(mine.id)).status, "pending");
  });

  it("that paid nothing are dealt with by a note, once", async () => {
    const { transferReference } = await fresh();
    const { report } = await give([{ reference: transferReference, amount: "1.00" }]);
    const id = report.transfers[0]?.id ?? "";
    const { transfers } = test.services;
    const isOpen = async () =>
      (await transfers.unresolved(owner())).transfers.some((each) => each.id === id);
    assert.ok(await isOpen());
    await assert.rejects(transfers.resolve(apiKey.accountId, id, " ", ACTOR), {
      code: "invalid_request",
    });
    await assert.rejects(transfers.resolve(stranger.accountId, id, "x", ACTOR), {
      code: "not_found",
    });
    await transfers.resolve(apiKey.accountId, id, "Sent back", ACTOR);
    await assert.rejects(transfers.resolve(apiKey.accountId, id, "Again", ACTOR), {
      code: "not_found",
    });
    assert.ok(!(await isOpen()));
  });

  it("have a reference of their own even where chance repeats one", async () => {
    const { transferReference } = await fresh();
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
      const second = await fresh();
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

  it("leave a transaction its reference, whatever changes", async () => {
    const { id } = await fresh();
    const change = database()
      .update(transactions)
      .set({ transferReference: createCreditorReference() })
      .where(eq(transactions.id, id));
    await assert.rejects(change);
    assert.equal(await standingOf(id), undefined);
  });

  it("need a confirmed IBAN before they can be offered, in test mode too", async () => {
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
    await services.accounts.proposePayee({ accountId: id, iban, holder: "Amazon Payments" }, ACTOR);
    await assert.rejects(turnOn(), { code: "payee_not_confirmed" });
    // An account that was let before, or whose IBAN waits behind a confirmed one: what counts is the payee itself.
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

  it("show a code in test mode that no banking app pays with, and the real one in live mode", async () => {
    const transaction = await fresh();
    const shown = await test.services.checkout.view(transaction.reference, "web");
    const code = shown?.transfer?.code ?? "";
    assert.equal(code.split("\n")[0], "TEST");
    assert.ok(!code.includes("BCD") && !code.includes(transaction.payeeIban));
    assert.ok(code.endsWith(transaction.transferReference));
    const real = shownTransfer({ ...transaction, mode: "live" }, true)?.code ?? "";
    assert.deepEqual(real.split("\n").slice(0, 4), ["BCD", "002", "1", "SCT"]);
    assert.equal(real.split("\n")[9], transaction.transferReference);
  });

  it("are not offered, and cannot be told, while a bank is in question about the last try", async () => {
    const [alerted, silent] = [await fresh(), await fresh()];
    for (const each of [alerted, silent]) {
      await startAuthorisation(test.services, each);
      test.bank.decide("declined");
      await test.services.authorisations.refreshLatest(each.id);
      // The bank takes its word back, and nobody has asked it yet.
      test.bank.decide("succeeded");
      const shown = await test.services.checkout.view(each.reference, "web");
      assert.ok(shown?.transfer);
      if (each === alerted) await test.services.transfers.prepare(each.reference);
      else {
        const telling = test.services.transfers.tell(each.reference);
        await assert.rejects(telling, { code: "payment_in_question" });
      }
      const after = await test.services.checkout.view(each.reference, "web");
      assert.equal(after?.transfer, null);
      assert.equal((await read(each.id)).transferToldAt, null);
    }
  });

  it("can be told a little after the time is over, and not from a page that is old", async () => {
    const [late, old] = [await fresh(), await fresh()];
    const { transfers } = test.services;
    const at = old.expiresAt.getTime() - test.clock.now().getTime();
    test.clock.advance({ minutes: at / 60_000 + 9 });
    await transfers.tell(late.reference);
    assert.equal((await read(late.id)).status, "processing");
    test.clock.advance({ minutes: 2 });
    await assert.rejects(transfers.tell(old.reference), { code: "transaction_final" });
    assert.equal((await read(old.id)).transferToldAt, null);
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
    assert.equal(await services.transfers.markReceived(accountId, mark, ACTOR), "paid");
    await services.transfers.markNotReceived(accountId, never.id, ACTOR);
    const entries = [{ reference: byFile.transferReference ?? "", bankRef: "C1" }];
    const file = { name: "late.xml", bytes: Buffer.from(makeStatement({ entries })) };
    await services.transfers.importFile({ accountId, mode: "test" }, file, ACTOR);
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

  it("that wait for a bank cannot be noted as sent back, and one that was never pays", async () => {
    const transaction = await fresh();
    await startAuthorisation(test.services, transaction);
    test.bank.decide("processing");
    await test.services.authorisations.refreshLatest(transaction.id);
    const { report } = await give([{ reference: transaction.transferReference }]);
    const [waiting] = report.transfers;
    assert.equal(waiting?.standing, "being_paid");
    const id = waiting?.id ?? "";
    const { transfers } = test.services;
    await assert.rejects(transfers.resolve(apiKey.accountId, id, "Sent back", ACTOR), {
      code: "transaction_in_progress",
    });
    await database()
      .update(receivedTransfers)
      .set({ resolvedAt: test.clock.now(), resolvedNote: "Sent back" })
      .where(eq(receivedTransfers.id, id));
    test.bank.decide("declined");
    await test.services.authorisations.refreshLatest(transaction.id);
    assert.equal((await read(transaction.id)).status, "failed");
    assert.equal(await transfers.tryAgain(apiKey.accountId, id), "too_late");
  });

  it("of another amount pay where a member accepts that very one, which keeps its amount", async () => {
    const { id, transferReference: reference } = await fresh();
    const { transfers } = test.services;
    const { report } = await give([
      { reference, amount: "12.00" },
      { reference, amount: "0.40" },
    ]);
    const [less, rest] = report.transfers.map((each) => each.id);
    const accept = (transferId = less, accountId = apiKey.accountId) =>
      transfers.accept(accountId, transferId ?? "", ACTOR);
    await assert.rejects(accept(less, stranger.accountId), { code: "not_found" });
    await assert.rejects(accept("trf_none"), { code: "not_found" });
    assert.equal(await accept(), "paid");
    assert.equal((await read(id)).status, "succeeded");
    assert.equal((await eventsOf(id)).length, 1);
    await assert.rejects(accept(), { code: "transaction_final" });
    await assert.rejects(accept(rest), { code: "transaction_final" });
    const audited = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, less ?? ""));
    assert.deepEqual(
      audited.map(({ action, actor, details }) => [action, actor, details]),
      [["transfer.accepted", ACTOR, { amount: 1200, currency: "EUR" }]],
    );
    // What comes in full later is other money; what another kind of file tells of the accepted one is not.
    const told = [
      { reference, amount: "12.00" },
      { reference, amount: "12.50" },
    ];
    assert.deepEqual((await give(told, { kind: "camt.054" })).standings, ["already_paid"]);
    const { transfers: all } = await transfers.list(owner());
    assert.deepEqual(
      all.filter(({ transactionId }) => transactionId === id).map((each) => each.amount),
      [1250, 40, 1200],
    );
  });

  it("of another amount that were dealt with, or that were none, are not accepted", async () => {
    const [one, other] = [await fresh(), await fresh()];
    const { transfers } = test.services;
    const { report } = await give([
      { reference: one.transferReference, amount: "12.00" },
      { reference: createCreditorReference() },
    ]);
    const [less = "", unknown = ""] = report.transfers.map((each) => each.id);
    await transfers.resolve(apiKey.accountId, less, "Sent back", ACTOR);
    for (const id of [less, unknown]) {
      await assert.rejects(transfers.accept(apiKey.accountId, id, ACTOR), { code: "not_found" });
    }
    assert.equal((await read(one.id)).status, "pending");
    assert.equal((await read(other.id)).status, "pending");
  });

  it("of another amount that are accepted pay once when a bank lets go, and win once over a note", async () => {
    const held = await fresh();
    await startAuthorisation(test.services, held);
    test.bank.setDown(true);
    const { report } = await give([{ reference: held.transferReference, amount: "12.00" }]);
    const id = report.transfers[0]?.id ?? "";
    const { transfers } = test.services;
    assert.equal(await transfers.accept(apiKey.accountId, id, ACTOR), "being_paid");
    test.bank.setDown(false);
    assert.equal(await transfers.tryAgain(apiKey.accountId, id), "paid");
    assert.equal((await read(held.id)).status, "succeeded");

    for (let round = 0; round < 5; round++) {
      const raced = await fresh();
      const made = await give([{ reference: raced.transferReference, amount: "12.00" }]);
      const racedId = made.report.transfers[0]?.id ?? "";
      const ends = await Promise.allSettled([
        test.services.transfers.accept(apiKey.accountId, racedId, ACTOR),
        test.services.transfers.resolve(apiKey.accountId, racedId, "Sent back", ACTOR),
        test.services.transfers.accept(apiKey.accountId, racedId, ACTOR),
      ]);
      assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 1);
      const isPaid = ends[1]?.status === "rejected";
      assert.equal((await read(raced.id)).status, isPaid ? "succeeded" : "pending");
    }
  });

  it("of another amount have to be decided about before a member marks the payment", async () => {
    const { id, transferReference: reference } = await fresh();
    const { transfers } = test.services;
    const { report } = await give([{ reference, amount: "12.00" }]);
    const mark = () => transfers.markReceived(apiKey.accountId, { id, amountText: "12.50" }, ACTOR);
    await assert.rejects(mark(), { code: "transfer_undecided" });
    assert.equal((await read(id)).status, "pending");
    await transfers.resolve(apiKey.accountId, report.transfers[0]?.id ?? "", "Sent back", ACTOR);
    assert.equal(await mark(), "paid");
    assert.deepEqual((await give([{ reference }])).standings, ["paid"]);
  });
});
