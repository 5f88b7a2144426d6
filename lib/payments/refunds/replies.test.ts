import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import { makeReply } from "#lib/testing/replies.ts";
import { withEndToEndId } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { refundEndToEndId } from "./refund.ts";
import type { BankReply } from "./replies.ts";

const ACCOUNT = { iban: "DE89370400440532013000", name: "Ada Payer" };

onDatabase("a bank's status report on refunds", (_database, connection) => {
  let desk: TransferDesk;
  beforeEach(async () => {
    desk = await openTransferDesk(connection());
  });

  const service = () => desk.test.services.refunds;
  const own = (id: string) => ({ accountId: desk.apiKey.accountId, id });
  const ready = async () => {
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference }]);
    const input = { transactionId: id, amount: 450 };
    const { refund } = await service().create({ ...desk.owner(), input, actor: MEMBER });
    await service().enterAccount(own(refund.id), ACCOUNT, MEMBER);
    return refund.id;
  };
  const filed = async (count: number) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at++) ids.push(await ready());
    const file = await service().createFile(desk.owner(), MEMBER);
    return { ids, messageId: file.id.replace("_", "").toUpperCase() };
  };
  const statusOf = async (id: string) => {
    const { status, failureReason } = await service().get(own(id));
    return failureReason ?? status;
  };
  const statuses = (ids: string[]) => Promise.all(ids.map(statusOf));
  const give = async (reply: BankReply, owner = desk.owner()) => {
    const file = { name: "status.xml", bytes: Buffer.from(makeReply(reply)) };
    const { files } = await desk.test.services.transfers.importFile(owner, file, MEMBER);
    const [only] = files;
    assert.ok(only && "refused" in only && files.length === 1);
    return [only.refused, only.unknown];
  };
  /** About orders of the only part. */
  const replyTo = (
    messageId: string,
    orders: [id: string, status?: string][],
    more: { status?: string; part?: string } = {},
  ): BankReply => ({
    messageId,
    status: more.status,
    parts: [
      {
        id: `${messageId}-1`,
        status: more.part,
        orders: orders.map(([id, status]) => ({ endToEndId: refundEndToEndId(id), status })),
      },
    ],
  });

  it("fails what the bank refuses, again without effect, and nothing that it accepts", async () => {
    const { ids, messageId } = await filed(3);
    const [one = "", two = "", three = ""] = ids;
    for (const status of ["ACTC", "ACCP", "ACSP", "ACSC", "PDNG"]) {
      assert.deepEqual(await give(replyTo(messageId, [[one, status]], { status })), [0, 0]);
    }
    assert.deepEqual(await statuses(ids), ["processing", "processing", "processing"]);
    const reply = replyTo(
      messageId,
      [
        [one, "RJCT"],
        [two, "ACSC"],
      ],
      { status: "PART" },
    );
    for (const _ of [1, 2]) assert.deepEqual(await give(reply), [1, 0]);
    assert.deepEqual(await statuses(ids), ["refused", "processing", "processing"]);
    assert.deepEqual(await give(replyTo(messageId, [[two, "ACSC"]], { part: "RJCT" })), [2, 0]);
    assert.deepEqual(await statuses(ids), ["refused", "processing", "refused"]);
    assert.equal(await statusOf(three), "refused");
    const whole = { messageId, status: "RJCT", parts: [] };
    assert.deepEqual(await give(whole), [3, 0]);
    assert.deepEqual(await statuses(ids), ["refused", "refused", "refused"]);
  });

  it("ignores and counts what no file of the merchant has", async () => {
    const { ids, messageId } = await filed(1);
    const [one = ""] = ids;
    const stranger = await filed(1);
    const [strange = ""] = stranger.ids;
    assert.deepEqual(await give({ messageId: "OTHER-17", status: "RJCT", parts: [] }), [0, 1]);
    assert.deepEqual(
      await give(
        replyTo(`RFIL${"0".repeat(26)}`, [
          [one, "RJCT"],
          [strange, "RJCT"],
        ]),
      ),
      [0, 2],
    );
    assert.deepEqual(
      await give(replyTo(messageId, [[strange, "RJCT"]])),
      [0, 1],
      "an order of another file",
    );
    const parts = [{ id: `${messageId}-2`, status: "RJCT", orders: [] }];
    assert.deepEqual(await give({ messageId, status: undefined, parts }), [0, 1]);
    assert.deepEqual(await statuses([one, strange]), ["processing", "processing"]);
    const whole = { messageId, status: "RJCT", parts: [] };
    const other = { accountId: desk.stranger.accountId, mode: "test" as const };
    assert.deepEqual(await give(whole, other), [0, 1]);
    assert.equal(await statusOf(one), "processing");
    const live = { ...desk.owner(), mode: "live" as const };
    assert.deepEqual(await service().settleReply(live, whole, MEMBER), { refused: 0, unknown: 1 });
    assert.equal(await statusOf(one), "processing");
  });

  it("of an earlier file is nothing to a refund that was sent in another", async () => {
    const { ids, messageId } = await filed(1);
    const [id = ""] = ids;
    await service().release(own(id), MEMBER);
    const whole = { messageId, status: "RJCT", parts: [] };
    assert.deepEqual(await give(whole), [0, 0]);
    assert.equal(await statusOf(id), "ready");
    const next = await service().createFile(desk.owner(), MEMBER);
    await service().settleReply(desk.owner(), whole, MEMBER);
    assert.equal(await statusOf(id), "processing");
    const again = { ...whole, messageId: next.id.replace("_", "").toUpperCase() };
    await give(again);
    assert.equal(await statusOf(id), "refused");
  });

  it("counts less than money: a debit decides, and a member looks at what contradicts it", async () => {
    const { ids, messageId } = await filed(1);
    const [id = ""] = ids;
    const details = [withEndToEndId(refundEndToEndId(id))];
    await desk.give([{ direction: "DBIT", amount: "4.50", details }]);
    for (const _ of [1, 2]) await give({ messageId, status: "RJCT", parts: [] });
    assert.equal(await statusOf(id), "succeeded");
    const found = await service().findings(desk.owner());
    assert.deepEqual(
      found.map(({ kind, refundId }) => [kind, refundId]),
      [["refused", id]],
    );
  });
});
