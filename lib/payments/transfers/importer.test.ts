import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { statementImports } from "#lib/payments/model/transfers.schema.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { createCreditorReference } from "#lib/platform/values/creditor-reference.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { makeStatement, unstructured } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

onBothDatabases("bank transfers in files", (database, connection) => {
  let desk: TransferDesk;

  before(async () => {
    desk = await openTransferDesk(connection());
  });

  it("are separated in a file", async () => {
    const [fits, less, foreign] = [await desk.fresh(), await desk.fresh(), await desk.fresh()];
    const cancelled = await desk.fresh();
    await desk.test.services.transactions.cancel(desk.apiKey, cancelled.id);
    const made = await desk.give([
      { details: [unstructured(`Order 7, ${fits.transferReference}`)] },
      { reference: less.transferReference, amount: "12.49" },
      { reference: foreign.transferReference, currency: "SEK" },
      { reference: cancelled.transferReference },
      { reference: createCreditorReference() },
      { details: [unstructured("Rent for November")] },
    ]);
    assert.deepEqual(made.statuses, [
      "paid",
      "wrong_amount",
      "wrong_amount",
      "too_late",
      "unknown_reference",
    ]);
    assert.equal(made.report.file.entries, 6);
    assert.deepEqual(
      await Promise.all(
        [fits, less, foreign, cancelled].map(async ({ id }) => (await desk.read(id)).status),
      ),
      ["succeeded", "pending", "pending", "failed"],
    );
  });

  it("count once in a statement that repeats a notification, with or without the bank's id", async () => {
    const [named, nameless] = [await desk.fresh(), await desk.fresh()];
    const entries = [
      { reference: named.transferReference, bankRef: "SAME-1" },
      { reference: nameless.transferReference, bankRef: "NONREF" },
    ];
    const first = await desk.give(entries, { kind: "camt.054" });
    assert.deepEqual(first.statuses, ["paid", "paid"]);
    const [one = {}, two = {}] = entries;
    const second = await desk.give([one, { ...two, bankRef: "ONLY-HERE" }], { kind: "camt.053" });
    assert.deepEqual([second.statuses, second.result.known], [[], 2]);
    const third = await desk.give([{ reference: named.transferReference }]);
    assert.deepEqual(third.statuses, ["already_paid"]);
  });

  it("are recognised in the same file, which is one import", async () => {
    const { id, transferReference } = await desk.fresh();
    const { bytes, result } = await desk.give([{ reference: transferReference }]);
    const file = { name: "again.xml", bytes };
    const { files, ...again } = await desk.test.services.transfers.importFile(
      desk.owner(),
      file,
      MEMBER,
    );
    const { importId } = result;
    assert.deepEqual(again, { importId, isRepeated: true, known: 0, unreadable: 0 });
    const ibans = ["NL91ABNA0417164300"];
    const read = {
      name: "again.xml",
      kind: "camt.053",
      ibans,
      entries: 1,
      known: 0,
      unreadable: 0,
    };
    assert.deepEqual(files, [read]);
    assert.equal((await desk.eventsOf(id)).length, 1);
    const audited = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, result.importId));
    assert.deepEqual(
      audited.map(({ action }) => action),
      ["transfers.imported"],
    );
  });

  it("are not booked one by one again when their file comes again", async (t) => {
    const orders = [await desk.fresh(), await desk.fresh(), await desk.fresh()];
    const entries = orders.map(({ transferReference }) => ({ reference: transferReference }));
    const { bytes } = await desk.give(entries);
    const booking = t.mock.method(database(), "transaction");
    const file = { name: "again.xml", bytes };
    await desk.test.services.transfers.importFile(desk.owner(), file, MEMBER);
    // That of the import itself.
    assert.equal(booking.mock.callCount(), 1);
  });

  it("are in a finished import, if an earlier version stored it", async () => {
    const [row] = await database()
      .insert(statementImports)
      .values({
        ...desk.owner(),
        id: newId("stmt"),
        digest: "as before",
        fileName: "before.xml",
        kind: "camt.053",
        entries: 1,
        createdBy: MEMBER,
        createdAt: new Date(),
      })
      .returning();
    assert.deepEqual(row?.files, []);
  });

  it("match nothing in a file of another account, mode or IBAN", async () => {
    const mine = await desk.fresh();
    const iban = "DE89370400440532013000";
    await assert.rejects(desk.give([{ reference: mine.transferReference }], { iban }), {
      code: "invalid_request",
    });
    const { services } = desk.test;
    await services.accounts.confirmPayee({
      ...desk.owner(),
      iban,
      name: "Corner Books",
      isPrimary: false,
    });
    const elsewhere = await desk.give([{ reference: mine.transferReference }], { iban });
    assert.deepEqual(elsewhere.statuses, ["unknown_reference"]);

    const bytes = Buffer.from(
      makeStatement({ entries: [{ reference: mine.transferReference, bankRef: "X" }] }),
    );
    const file = { name: "x.xml", bytes };
    for (const each of [
      { ...desk.owner(), accountId: desk.stranger.accountId },
      { ...desk.owner(), mode: "live" as const },
    ]) {
      const { importId } = await services.transfers.importFile(each, file, MEMBER);
      const report = await services.transfers.report(each, importId);
      assert.deepEqual(
        report?.transfers.map(({ status, transactionId }) => [status, transactionId]),
        [["unknown_reference", null]],
      );
    }
    assert.equal((await desk.read(mine.id)).status, "pending");
  });

  it("are omitted if they are on another account's IBAN in a file that also has ours", async () => {
    const [mine, foreign] = [await desk.fresh(), await desk.fresh()];
    const ours = makeStatement({
      entries: [{ reference: mine.transferReference, bankRef: "TWO-1" }],
    });
    const theirs = makeStatement({
      iban: "FR1420041010050500013M02606",
      entries: [{ reference: foreign.transferReference, bankRef: "TWO-2" }],
    });
    const [statement = ""] = /<Stmt>.*<\/Stmt>/s.exec(theirs) ?? [];
    const both = ours.replace("</Stmt>", `</Stmt>${statement}`);
    const { transfers } = desk.test.services;
    const file = { name: "two-accounts.xml", bytes: Buffer.from(both) };
    const { importId } = await transfers.importFile(desk.owner(), file, MEMBER);
    const report = await transfers.report(desk.owner(), importId);
    assert.equal(report?.file.entries, 1);
    assert.deepEqual(
      report?.transfers.map(({ transactionId, status }) => [transactionId, status]),
      [[mine.id, "paid"]],
    );
    assert.equal((await desk.read(foreign.id)).status, "pending");
  });

  it("are read from a limited number of files an hour, damaged ones included, per account and way", async () => {
    const own = await openTransferDesk(connection());
    const { transfers } = own.test.services;
    const damaged = { name: "damaged.xml", bytes: Buffer.from("<") };
    const wrong = Array.from({ length: 58 }, () =>
      transfers.importFile(own.owner(), damaged, MEMBER),
    );
    for (const end of await Promise.allSettled(wrong)) {
      assert.equal(end.status === "rejected" && end.reason.code, "invalid_request");
    }
    await own.give([]);
    const other = { ...own.owner(), mode: "live" as const };
    await assert.rejects(transfers.importFile(other, damaged, MEMBER), { code: "invalid_request" });
    await assert.rejects(own.give([]), { code: "too_many_requests", retryAfterSeconds: 3600 });
    for (const way of ["key_01kagj1d6xf0bsn9t2v7y3m5qe", "system"] as const) {
      const file = transfers.importFile(own.owner(), damaged, way);
      await assert.rejects(file, { code: "invalid_request" }, way);
    }
    const colleague = transfers.importFile(own.owner(), damaged, "usr_01kagj1d6xf0bsn9t2v7y3m5qf");
    await assert.rejects(colleague, { code: "too_many_requests" });
    const stranger = { ...own.owner(), accountId: own.stranger.accountId };
    await assert.rejects(transfers.importFile(stranger, damaged, MEMBER), {
      code: "invalid_request",
    });
    own.test.clock.advance({ minutes: 60 });
    await own.give([]);
  });
});
