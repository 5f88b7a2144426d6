import assert from "node:assert/strict";
import { it } from "node:test";
import { writePain } from "#lib/payments/refunds/pain.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { MEMBER, openTransferDesk } from "#lib/testing/transfers.ts";

const ACCOUNT = { iban: "DE89370400440532013000", name: "Ada <Payer>" };

onDatabase("a file of refunds at the sandbox bank", (_database, connection) => {
  it("is executed once, and what the bank writes about it ends the refunds", async () => {
    const desk = await openTransferDesk(connection());
    const { id: transactionId, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference }]);
    const { refunds: service, sandboxBank } = desk.test.services;
    const own = (id: string) => ({ accountId: desk.apiKey.accountId, id });
    const file = async () => {
      const input = { transactionId, amount: 450 };
      const { refund } = await service.create({ ...desk.owner(), input, actor: MEMBER });
      await service.enterAccount(own(refund.id), ACCOUNT, MEMBER);
      const { id } = await service.createFile(desk.owner(), MEMBER);
      const { content } = await service.readFile(own(id), MEMBER);
      const taken = await sandboxBank.takeFile(content);
      assert.ok("token" in taken);
      assert.deepEqual(await sandboxBank.takeFile(content), taken);
      const orders = await sandboxBank.orders(taken.token);
      const { bookings } = await sandboxBank.ledger(orders.map((order) => order.id));
      assert.deepEqual(
        bookings.map(({ debtorIban, creditorIban, amount }) => [debtorIban, creditorIban, amount]),
        [["NL91ABNA0417164300", ACCOUNT.iban, 450]],
      );
      return { refundId: refund.id, orders };
    };
    const give = async (kind: "sent" | "returned" | "refused", orders: Orders) => {
      const bytes = Buffer.from(sandboxBank.writeDocument(kind, orders));
      const { transfers } = desk.test.services;
      await transfers.importFile(desk.owner(), { name: `${kind}.xml`, bytes }, MEMBER);
    };
    type Orders = Parameters<typeof sandboxBank.writeDocument>[1];

    const paid = await file();
    await give("sent", paid.orders);
    assert.equal((await service.get(own(paid.refundId))).status, "succeeded");
    await give("returned", paid.orders);
    const { status, returnedAt } = await service.get(own(paid.refundId));
    assert.deepEqual([status, returnedAt === null], ["succeeded", false]);
    const refused = await file();
    await give("refused", refused.orders);
    const { failureReason } = await service.get(own(refused.refundId));
    assert.equal(failureReason, "refused");
  });

  it("is refused if it is none, of live mode, or too long, and stores nothing", async () => {
    const { sandboxBank } = createTestServices(connection()).services;
    const order = (amount: number) => ({
      id: newId("rfnd"),
      amount,
      debtor: { iban: "NL91ABNA0417164300", name: "Harbour Books Ltd" },
      creditor: ACCOUNT,
      text: "Refund",
    });
    const write = (count: number, isTest = true) =>
      writePain({
        id: newId("rfil"),
        createdAt: new Date(),
        orders: Array.from({ length: count }, (_, at) => order(at + 1)),
        isTest,
      });
    const problemOf = async (text: string) => {
      const taken = await sandboxBank.takeFile(text);
      return "problem" in taken ? taken.problem : undefined;
    };
    assert.equal(await problemOf(""), "file");
    assert.equal(await problemOf("<Document>"), "file");
    assert.equal(await problemOf(`<!DOCTYPE x []>${write(1)}`), "file");
    assert.equal(await problemOf(write(1).replace(/<EndToEndId>.*?</, "<EndToEndId>a/b<")), "file");
    assert.equal(await problemOf(write(1).replace("0.01</InstdAmt>", "x</InstdAmt>")), "file");
    assert.equal(await problemOf(write(1, false)), "live");
    assert.equal(await problemOf(write(101)), "too_many");
    assert.equal(await problemOf(write(100)), undefined);
    assert.deepEqual(await sandboxBank.orders("unknown"), []);
  });
});
