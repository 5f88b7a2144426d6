import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { XMLParser } from "fast-xml-parser";
import { refunds } from "#lib/payments/model/refunds.schema.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { transactionCode, withEndToEndId } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { codeOf } from "./order.ts";
import { refundEndToEndId, refundReference } from "./refund.ts";

const IBAN = "DE89370400440532013000";

const fromPayer = (iban: string, reference: string) =>
  `<TxDtls><RltdPties><Dbtr><Pty><Nm>Ada Müller &amp; Co</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls>`;

onDatabase("refunds by the merchant's bank", (database, connection) => {
  let desk: TransferDesk;
  beforeEach(async () => {
    desk = await openTransferDesk(connection());
  });

  const service = () => desk.test.services.refunds;
  const own = (id: string) => ({ accountId: desk.apiKey.accountId, id });
  async function ready(amount = 450, iban = IBAN) {
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ details: [fromPayer(iban, transferReference)] }]);
    const input = { transactionId: id, amount, reason: "Büch <1>" };
    const { refund } = await service().create({ ...desk.owner(), input, actor: MEMBER });
    assert.equal(refund.status, "ready");
    return refund.id;
  }
  const statusOf = async (id: string) => (await service().get(own(id))).status;
  const debit = (id: string, amount: string, more: object = {}) => ({
    direction: "DBIT" as const,
    amount,
    details: [withEndToEndId(refundEndToEndId(id))],
    ...more,
  });
  const isEmpty = (error: unknown) => isAppError(error) && error.reason === "status";

  it("go back where the money came from, which nobody reads without an entry in the audit log", async () => {
    const id = await ready();
    const order = await service().revealOrder(own(id), MEMBER);
    assert.deepEqual(order?.account, { iban: IBAN, name: "Ada Müller & Co" });
    const [row] = await database().select().from(refunds).where(eq(refunds.id, id));
    assert.doesNotMatch(JSON.stringify(row), /DE89|Ada/);
  });

  it("have a code for the merchant's banking app, which pays nothing in test mode", async () => {
    const shown = async (id: string) => (await service().revealOrder(own(id), MEMBER))?.code;
    const tried = await ready(450);
    assert.equal(
      await shown(tried),
      `TEST\nNo banking app can pay with this code.\n${refundReference(tried)}`,
    );
    desk = await openTransferDesk(connection(), "live");
    const id = await ready(450);
    const lines = ["BCD", "002", "1", "SCT", "", "Ada Müller & Co", IBAN, "EUR4.50", ""];
    assert.equal(await shown(id), [...lines, refundReference(id)].join("\n"));
    const refund = await service().get(own(id));
    const unnamed = { iban: IBAN, name: null };
    assert.equal(codeOf({ ...refund, currency: "SEK" }, unnamed), null);
    assert.match(codeOf(refund, unnamed) ?? "", /\nNOTPROVIDED\n/);
  });

  it("are in one file until they are released, and the file is always the same", async () => {
    const ids = [await ready(450), await ready(1250)];
    const file = await service().createFile(desk.owner(), MEMBER);
    assert.deepEqual([file.count, file.total], [2, 1700]);
    await assert.rejects(service().createFile(desk.owner(), MEMBER), isEmpty);
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ["processing", "processing"]);
    const key = own(file.id);
    const { content } = await service().readFile(key, MEMBER);
    assert.equal((await service().readFile(key, MEMBER)).content, content);
    await service().release(own(ids[0] ?? ""), MEMBER);
    const next = await service().createFile(desk.owner(), MEMBER);
    assert.deepEqual([next.count, next.total], [1, 450]);
    const stranger = { accountId: desk.stranger.accountId, id: file.id };
    await assert.rejects(service().readFile(stranger, MEMBER), { code: "not_found" });
  });

  it("are written as pain.001 that reads back, which no bank executes in test mode", async () => {
    const id = await ready(450);
    const file = await service().createFile(desk.owner(), MEMBER);
    const { content } = await service().readFile(own(file.id), MEMBER);
    const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: false });
    const { Document: root } = parser.parse(content);
    assert.equal(root["@_xmlns"], "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
    const { GrpHdr: head, PmtInf: part } = root.CstmrCdtTrfInitn;
    const { CdtTrfTxInf: order, ...payment } = part;
    assert.deepEqual(Object.keys(root.CstmrCdtTrfInitn), ["GrpHdr", "PmtInf"]);
    assert.deepEqual(Object.keys(head), ["MsgId", "CreDtTm", "NbOfTxs", "CtrlSum", "InitgPty"]);
    assert.deepEqual(Object.keys(part), [
      "PmtInfId",
      "PmtMtd",
      "NbOfTxs",
      "CtrlSum",
      "PmtTpInf",
      "ReqdExctnDt",
      "Dbtr",
      "DbtrAcct",
      "DbtrAgt",
      "ChrgBr",
      "CdtTrfTxInf",
    ]);
    for (const { NbOfTxs, CtrlSum } of [head, part]) {
      assert.deepEqual([NbOfTxs, CtrlSum], ["1", "4.50"]);
    }
    for (const text of [head.MsgId, payment.PmtInfId, order.PmtId.EndToEndId]) {
      assert.match(text, /^[A-Z0-9-]{1,35}$/);
    }
    const [debtor, creditor] = [payment.DbtrAcct.Id.IBAN, order.CdtrAcct.Id.IBAN];
    assert.deepEqual([debtor, creditor], ["NL00ABNA0417164300", "DE00370400440532013000"]);
    assert.deepEqual([parseIban(debtor), parseIban(creditor)], [undefined, undefined]);
    assert.deepEqual(order.Amt.InstdAmt, { "#text": "4.50", "@_Ccy": "EUR" });
    assert.equal(order.Cdtr.Nm, "Ada Mueller + Co");
    assert.match(order.RmtInf.Ustrd, /^Refund order-[0-9a-f-]+ Buech .1.$/);
    assert.equal(order.PmtId.EndToEndId, refundEndToEndId(id));
    desk = await openTransferDesk(connection(), "live");
    await ready(1);
    const live = await service().createFile(desk.owner(), MEMBER);
    const real = (await service().readFile(own(live.id), MEMBER)).content;
    assert.ok(real.includes(`<IBAN>${IBAN}</IBAN>`) && real.includes("<IBAN>NL91ABNA0417164300"));
  });

  it("are in one file or cancelled, whatever comes first", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await ready(1);
      const ignore = () => undefined;
      const [file] = await Promise.all([
        service().createFile(desk.owner(), MEMBER).catch(ignore),
        service().createFile(desk.owner(), MEMBER).catch(ignore),
        service().cancel(own(id), MEMBER).catch(ignore),
      ]);
      const refund = await service().get(own(id));
      assert.equal(refund.status === "processing", refund.fileId !== null);
      if (file) {
        const { content } = await service().readFile(own(file.id), MEMBER);
        assert.equal(content.includes(refundEndToEndId(id)), refund.fileId === file.id);
      }
    }
  });

  it("are done once a statement shows their debit, each once", async () => {
    const [one, other] = [await ready(450), await ready(450)];
    for (const wrong of [
      debit(one, "4.51"),
      debit(one, "4.50", { currency: "USD" }),
      debit(one, "4.50", { status: "PDNG" }),
    ]) {
      await desk.give([wrong]);
      assert.equal(await statusOf(one), "ready", JSON.stringify(wrong));
    }
    const { bytes } = await desk.give([debit(one, "4.50")]);
    assert.deepEqual([await statusOf(one), await statusOf(other)], ["succeeded", "ready"]);
    const file = { name: "again.xml", bytes };
    await desk.test.services.transfers.importFile(desk.owner(), file, MEMBER);
    assert.equal(await statusOf(other), "ready");
    await service().createFile(desk.owner(), MEMBER);
    await desk.give([debit(other, "4.50")]);
    assert.equal(await statusOf(other), "succeeded");
  });

  it("are done by a debit that a member did not expect meanwhile", async () => {
    for (let round = 0; round < 8; round++) {
      const id = await ready(450);
      await service().createFile(desk.owner(), MEMBER);
      await Promise.all([
        desk.give([debit(id, "4.50")]),
        service()
          .release(own(id), MEMBER)
          .catch(() => undefined),
      ]);
      assert.equal(await statusOf(id), "succeeded", `round ${round}`);
    }
  });

  it("are not released by a page that shows an earlier file", async () => {
    const id = await ready(450);
    await service().createFile(desk.owner(), MEMBER);
    const { updatedAt: seenAt } = await service().get(own(id));
    desk.test.clock.advance({ seconds: 1 });
    await service().release(own(id), MEMBER);
    assert.equal(
      (await service().release({ ...own(id), seenAt }, MEMBER)).status,
      "ready",
      "again",
    );
    desk.test.clock.advance({ seconds: 1 });
    await service().createFile(desk.owner(), MEMBER);
    const old = { ...own(id), seenAt };
    await assert.rejects(service().release(old, MEMBER), isEmpty);
    await assert.rejects(service().markFailed(old, "refused", MEMBER), isEmpty);
    assert.equal(await statusOf(id), "processing");
  });

  it("are not marked as sent by hand if they are in a file", async () => {
    const id = await ready(450);
    for (const _ of [1, 2]) await service().markSent(own(id), MEMBER);
    await service().release(own(id), MEMBER);
    await service().createFile(desk.owner(), MEMBER);
    await assert.rejects(service().markSent(own(id), MEMBER), isEmpty);
    const { status, fileId } = await service().get(own(id));
    assert.deepEqual([status, fileId === null], ["processing", false]);
  });

  it("wait no more for a file once the payment's money went back", async () => {
    const id = await ready(450);
    await service().createFile(desk.owner(), MEMBER);
    const { transactionId } = await service().get(own(id));
    const returned = { id: transactionId, funds: "returned" as const };
    await desk.test.services.transfers.markFunds(desk.apiKey.accountId, returned, MEMBER);
    assert.equal(await statusOf(id), "processing", "the bank has it");
    const { status, fileId } = await service().release(own(id), MEMBER);
    assert.deepEqual([status, fileId], ["cancelled", null]);
  });

  it("fail once a statement shows their return, or are returned after they succeeded", async () => {
    const id = await ready(450);
    const closed = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";
    const details = (of: string) => [withEndToEndId(refundEndToEndId(of), closed)];
    const back = { amount: "4.50", details: details(id) };
    await desk.give([back]);
    assert.equal(await statusOf(id), "ready", "not sent");
    await service().markSent(own(id), MEMBER);
    const returned = { ...back, bookedOn: "2026-11-20" };
    await desk.give([{ ...returned, more: transactionCode("RCDT", "RRTN") }]);
    const failed = await service().get(own(id));
    assert.deepEqual([failed.status, failed.failureReason], ["failed", "returned"]);
    const late = await ready(450);
    await desk.give([debit(late, "4.50")]);
    for (const _ of [1, 2]) await desk.give([{ amount: "4.50", details: details(late) }]);
    const { status, returnedAt } = await service().get(own(late));
    assert.deepEqual([status, returnedAt === null], ["succeeded", false]);
  });
});
