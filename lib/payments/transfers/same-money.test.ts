import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { StatementKind } from "#lib/payments/model/kinds.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { type MadeEntry, makeStatement, structured } from "#lib/testing/statements.ts";
import { findSameMoney, type Mention, sourceKeys } from "./same-money.ts";
import type { ReceivedTransfer } from "./transfer.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";
const NOTIFICATION = { kind: "camt.054" } as const;
const STATEMENT = { kind: "camt.053" } as const;
const FEED = { kind: "feed" } as const;

describe("the same money", () => {
  const mention = (more: Partial<Mention>): Mention => ({
    amount: 1250,
    currency: "EUR",
    key: "K",
    attemptId: null,
    source: STATEMENT,
    ...more,
  });
  const row = (id: string, more: Partial<ReceivedTransfer> = {}) =>
    ({
      id,
      amount: 1250,
      currency: "EUR",
      importId: "stmt_a",
      attemptId: null,
      notificationKey: null,
      statementKey: null,
      feedKey: null,
      ...more,
    }) as ReceivedTransfer;

  it("has the same amount and currency", () => {
    const known = [row("a", { amount: 1249 }), row("b", { currency: "SEK" })];
    assert.equal(findSameMoney(known, mention({})), undefined);
    assert.equal(findSameMoney(known, mention({ amount: 1249 }))?.id, "a");
  });

  it("is what no file of its kind has reported, first the one with the same key", () => {
    const known = [
      row("a", { notificationKey: "A", statementKey: "B" }),
      row("b", { notificationKey: "B" }),
      row("c", { notificationKey: "K" }),
    ];
    assert.equal(findSameMoney(known, mention({}))?.id, "c");
    assert.equal(findSameMoney(known, mention({ key: "other" }))?.id, "b");
    assert.equal(findSameMoney(known, mention({ source: NOTIFICATION })), undefined);
    assert.equal(findSameMoney(known, mention({ key: "hand", source: undefined }))?.id, "a");
  });

  it("is reported in one place by all formats of a kind", () => {
    const formats = {
      statementKey: ["camt.053", "mt940"],
      notificationKey: ["camt.052", "camt.054", "mt942"],
    };
    for (const [column, kinds] of Object.entries(formats)) {
      for (const kind of kinds as StatementKind[]) {
        const one = mention({ source: { kind } });
        assert.deepEqual(sourceKeys(one), { [column]: "K" }, kind);
        const known = [row("a", { [column]: "K" }), row("b", { [column]: "B" })];
        assert.equal(findSameMoney(known, one), undefined, kind);
        assert.equal(findSameMoney([row("c")], one)?.id, "c", kind);
      }
    }
  });

  it("counts as often as the kind of source that reports it most often, in any order", () => {
    const kinds = [NOTIFICATION, STATEMENT, FEED];
    const reported = fc.array(fc.tuple(fc.nat(2), fc.nat(3)), { maxLength: 16 });
    fc.assert(
      fc.property(reported, (mentions) => {
        const rows: ReceivedTransfer[] = [];
        const different = new Map(
          mentions.map(([kind, number]) => {
            const source = kinds[kind] ?? STATEMENT;
            return [`${source.kind} ${number}`, mention({ key: `K${number}`, source })];
          }),
        );
        for (const one of different.values()) {
          const same = findSameMoney(rows, one);
          if (same) Object.assign(same, sourceKeys(one));
          else rows.push(row(String(rows.length), sourceKeys(one)));
        }
        const counts = kinds.map(
          (kind) => [...different.values()].filter(({ source }) => source === kind).length,
        );
        assert.equal(rows.length, Math.max(...counts));
      }),
    );
  });
});

onDatabase("the same money in two files", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
    await test.services.accounts.setTakesTransfers(apiKey.accountId, true, "operator");
  });

  const fresh = async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    return { ...transaction, reference: transaction.transferReference ?? "" };
  };
  const give = (kind: "camt.053" | "camt.054", entries: MadeEntry[]) => {
    const bytes = Buffer.from(makeStatement({ kind, entries }));
    const owner = { accountId: apiKey.accountId, mode: apiKey.mode };
    return test.services.transfers.importFile(owner, { name: "day.xml", bytes }, ACTOR);
  };
  const notify = (...entries: MadeEntry[]) => give("camt.054", entries);
  const state = (...entries: MadeEntry[]) => give("camt.053", entries);
  const statusesOf = async ({ id }: { id: string }) => {
    const rows = await database()
      .select()
      .from(receivedTransfers)
      .where(eq(receivedTransfers.transactionId, id))
      .orderBy(asc(receivedTransfers.id));
    return rows.map(({ status }) => status);
  };
  const part = (reference: string, id: string) =>
    structured(
      reference,
      `<Refs><AcctSvcrRef>${id}</AcctSvcrRef></Refs><Amt Ccy="EUR">12.50</Amt>`,
    );
  const plainPart = (reference: string) => structured(reference, `<Amt Ccy="EUR">12.50</Amt>`);

  it("counts once if only the notification has ids for the parts of a batch", async () => {
    const [one, other] = [await fresh(), await fresh()];
    const batch = { amount: "25.00", bankRef: `E-${one.id}` };
    const references = [one.reference, other.reference];
    await notify({ ...batch, details: references.map((each, n) => part(each, `P${n}-${one.id}`)) });
    const { known } = await state({ ...batch, details: references.map(plainPart) });
    assert.equal(known, 2);
    for (const each of [one, other]) assert.deepEqual(await statusesOf(each), ["paid"]);
  });

  it("counts once if the statement has another day and id", async () => {
    const transaction = await fresh();
    const { reference, id } = transaction;
    await notify({ reference, bookedOn: "2026-11-19" });
    await state({ reference, bookedOn: "2026-11-20", bankRef: `S-${id}` });
    assert.deepEqual(await statusesOf(transaction), ["paid"]);
  });

  it("counts once if the notification has no day, in either order", async () => {
    const [one, other] = [await fresh(), await fresh()];
    await notify({ reference: one.reference, bookedOn: null });
    await state({ reference: one.reference });
    await state({ reference: other.reference });
    await notify({ reference: other.reference, bookedOn: null });
    for (const each of [one, other]) assert.deepEqual(await statusesOf(each), ["paid"]);
  });

  it("is two if both kinds report two transfers, and three if one reports three", async () => {
    const transaction = await fresh();
    const { reference, id } = transaction;
    const entry = (bankRef: string) => ({ reference, bankRef: `${bankRef}-${id}` });
    await notify(entry("N1"), entry("N2"));
    await state(entry("S1"), entry("S2"));
    await state(entry("S2"), entry("S1"));
    assert.deepEqual(await statusesOf(transaction), ["paid", "already_paid"]);
    await state(entry("S3"));
    assert.deepEqual(await statusesOf(transaction), ["paid", "already_paid", "already_paid"]);
    await notify(entry("N3"));
    assert.equal((await statusesOf(transaction)).length, 3);
  });

  it("is more money if the other kind used its id before", async () => {
    const transaction = await fresh();
    const { reference, id } = transaction;
    await notify({ reference, bankRef: `K-${id}` });
    await state({ reference, bankRef: `X-${id}` });
    await state({ reference, bankRef: `K-${id}` });
    assert.deepEqual(await statusesOf(transaction), ["paid", "already_paid"]);
  });

  it("matches a member's mark, once for each kind", async () => {
    const transaction = await fresh();
    const { reference, id } = transaction;
    const mark = { id, amountText: "12.50" };
    const { transfers } = test.services;
    assert.equal(await transfers.markReceived(apiKey.accountId, mark, ACTOR), "paid");
    await notify({ reference, bankRef: `N-${id}` });
    await state({ reference, bankRef: `S-${id}`, bookedOn: "2026-11-20" });
    assert.equal(await transfers.markReceived(apiKey.accountId, mark, ACTOR), "paid");
    assert.deepEqual(await statusesOf(transaction), ["paid"]);
    await state({ reference, bankRef: `S2-${id}` });
    assert.deepEqual(await statusesOf(transaction), ["paid", "already_paid"]);
  });

  it("counts once when all kinds are read at once", async () => {
    for (let round = 0; round < 5; round++) {
      const transaction = await fresh();
      const { reference, id } = transaction;
      const mark = { id, amountText: "12.50" };
      const entry = (bankRef: string, more: MadeEntry = {}) => ({
        reference,
        bankRef: `${bankRef}-${id}`,
        ...more,
      });
      await Promise.all([
        notify(entry("N1"), entry("N2")),
        state(entry("S1", { bookedOn: "2026-11-20" })),
        test.services.transfers.markReceived(apiKey.accountId, mark, ACTOR),
        state(entry("S2"), entry("S1", { bookedOn: "2026-11-20" })),
        notify(entry("N2")),
      ]);
      assert.deepEqual((await statusesOf(transaction)).sort(), ["already_paid", "paid"]);
    }
  });

  it("without a payment counts once when two kinds use its id at once", async () => {
    const reference = "RF00111111111111";
    const entry = { reference, bankRef: "UNKNOWN-1" };
    await Promise.all([notify(entry), state(entry), notify(entry), state(entry)]);
    const rows = await database()
      .select()
      .from(receivedTransfers)
      .where(eq(receivedTransfers.reference, reference));
    assert.deepEqual(
      rows.map(({ status }) => status),
      ["unknown_reference"],
    );
  });
});
