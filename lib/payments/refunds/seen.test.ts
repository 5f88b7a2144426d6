import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { and, eq } from "drizzle-orm";
import { refundFindings } from "#lib/payments/model/refunds.schema.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { makeMt } from "#lib/testing/mt.ts";
import { structured, unstructured, withEndToEndId } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { refundEndToEndId, refundReference, type SeenRefund } from "./refund.ts";

const OWN_IBAN = "NL91ABNA0417164300";
const ACCOUNT = { iban: "DE89370400440532013000", name: "Ada Payer" };

onDatabase("refunds in bank statements", (database, connection) => {
  let desk: TransferDesk;
  beforeEach(async () => {
    desk = await openTransferDesk(connection());
  });

  const service = () => desk.test.services.refunds;
  const own = (id: string) => ({ accountId: desk.apiKey.accountId, id });
  const ready = async (amount = 450) => {
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference }]);
    const input = { transactionId: id, amount };
    const { refund } = await service().create({ ...desk.owner(), input, actor: MEMBER });
    await service().enterAccount(own(refund.id), ACCOUNT, MEMBER);
    return refund.id;
  };
  const statusOf = async (id: string) => (await service().get(own(id))).status;
  const debit = (detail: string, amount = "4.50") => ({
    direction: "DBIT" as const,
    amount,
    details: [detail],
  });
  const findings = async () =>
    (await service().findings(desk.owner())).map(({ kind, amount, refundId }) => [
      kind,
      amount,
      refundId,
    ]);
  const seen = (id: string, more: Partial<SeenRefund> = {}): SeenRefund => ({
    ...{ mark: id, kind: "sent", iban: OWN_IBAN, amount: 450, currency: "EUR" },
    ...more,
  });

  it("are done by a debit with their reference: each one's own, once", async () => {
    const [whole, text, mt, other] = [await ready(), await ready(), await ready(), await ready()];
    const entries = [
      debit(structured(refundReference(whole))),
      debit(unstructured("Refund of a book, thank you", refundReference(text))),
    ];
    await desk.give(entries);
    for (const kind of ["mt940", "mt942"] as const) {
      const details = [`166?20EREF+NOTPROVIDED?21SVWZ+${refundReference(mt)}`];
      const made = makeMt({ kind, entries: [{ mark: "D", amount: "4,50", details }] });
      const file = { name: "day.sta", bytes: Buffer.from(made) };
      await desk.test.services.transfers.importFile(desk.owner(), file, MEMBER);
    }
    await desk.give(entries);
    assert.deepEqual(await Promise.all([whole, text, mt, other].map(statusOf)), [
      "succeeded",
      "succeeded",
      "succeeded",
      "ready",
    ]);
    assert.deepEqual(await findings(), []);
    const succeeded = await database()
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.target, whole), eq(auditEntries.action, "refund.succeeded")));
    assert.equal(succeeded.length, 1);
  });

  it("are left as they are by a debit that does not fit, which a member looks at once", async () => {
    const id = await ready();
    const wrong = debit(structured(refundReference(id)), "4.51");
    await desk.give([wrong, wrong]);
    await desk.give([wrong]);
    await service().settle(desk.owner(), seen(id, { iban: ACCOUNT.iban }), "system");
    await service().settle(desk.owner(), seen(id, { currency: "USD" }), "system");
    assert.equal(await statusOf(id), "ready");
    assert.deepEqual(await findings(), [
      ["other_amount", 450, id],
      ["other_account", 450, id],
      ["other_amount", 451, id],
    ]);
    assert.equal(await service().countFindings(desk.owner()), 3);
    const [first] = await service().findings(desk.owner());
    const key = own(first?.id ?? "");
    const { accountId } = desk.stranger;
    await service().markSeen({ ...key, accountId }, MEMBER);
    assert.equal(await service().countFindings(desk.owner()), 3);
    for (const _ of [1, 2]) await service().markSeen(key, MEMBER);
    await service().settle(desk.owner(), seen(id, { currency: "USD" }), "system");
    assert.equal(await service().countFindings(desk.owner()), 2);
    await desk.give([debit(structured(refundReference(id)))]);
    assert.equal(await statusOf(id), "succeeded");
  });

  it("that were not to be sent are for a member to look at, once their money left", async () => {
    const [cancelled, refused, returned] = [await ready(), await ready(), await ready()];
    await service().cancel(own(cancelled), MEMBER);
    for (const [id, reason] of [
      [refused, "refused"],
      [returned, "returned"],
    ] as const) {
      await service().markSent(own(id), MEMBER);
      await service().markFailed(own(id), reason, MEMBER);
    }
    for (const id of [cancelled, refused, returned]) {
      await desk.give([debit(withEndToEndId(refundEndToEndId(id)))]);
    }
    assert.deepEqual(
      (await findings()).toSorted(),
      [
        ["not_expected", 450, cancelled],
        ["not_expected", 450, refused],
      ].toSorted(),
    );
    assert.deepEqual(await Promise.all([cancelled, refused, returned].map(statusOf)), [
      "cancelled",
      "failed",
      "failed",
    ]);
  });

  it("of another account or mode are nothing to this one", async () => {
    const id = await ready();
    const { accountId } = desk.stranger;
    for (const owner of [
      { accountId, mode: "test" },
      { ...desk.owner(), mode: "live" },
    ] as const) {
      for (const mark of [id, refundReference(id)]) {
        await service().settle(owner, seen(mark), "system");
        await service().settle(owner, seen(mark, { amount: 1 }), "system");
      }
    }
    assert.deepEqual([await statusOf(id), await findings()], ["ready", []]);
    const rows = await database()
      .select()
      .from(refundFindings)
      .where(eq(refundFindings.refundId, id));
    assert.deepEqual(rows, []);
  });

  it("that came back are alerted of once, unless a member knew", async () => {
    const lines: string[] = [];
    const logger = createLogger("debug", { write: (line) => void lines.push(line) });
    const { services } = createTestServices(connection(), {}, undefined, logger);
    const [id, known] = [await ready(), await ready()];
    for (const each of [id, known])
      await services.refunds.settle(desk.owner(), seen(each), "system");
    await services.refunds.markReturned(own(known), MEMBER);
    for (const each of [id, id, known]) {
      await services.refunds.settle(desk.owner(), seen(each, { kind: "returned" }), "system");
    }
    assert.deepEqual(await findings(), [["returned", 450, id]]);
    await services.refunds.settle(desk.owner(), seen(id, { amount: 1 }), "system");
    const alerts = lines.map((line) => JSON.parse(line)).filter(({ alert }) => alert);
    assert.deepEqual(
      alerts.map(({ alert, kind, refundId }) => [alert, kind, refundId]),
      [
        ["refund_returned", "returned", id],
        ["refund_contradicted", "other_amount", id],
      ],
    );
    assert.doesNotMatch(lines.join("\n"), /DE89|Ada/);
  });
});
