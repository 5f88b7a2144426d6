import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { transactions } from "#lib/payments/model/schema.ts";
import { receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { makeMt } from "#lib/testing/mt.ts";
import { structured } from "#lib/testing/statements.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";

const UNKNOWN = "RF18539007547034";

const sentBy = (name: string) => structured(UNKNOWN, `<RltdPties>${name}</RltdPties>`);

onDatabase("orders for a payer of the sender's name", (database, connection) => {
  let desk: TransferDesk;
  before(async () => {
    desk = await openTransferDesk(connection());
  });

  it("come first, and only as orders are they kept", async () => {
    const { transfers } = desk.test.services;
    const named = await desk.fresh({ payer: { name: "Zoë Lovelace" } });
    await desk.fresh({ payer: { name: "Ada Byron" } });
    const reported = await desk.fresh();
    await desk.fresh({ payer: { name: "Zoë Lovelace" }, amount: 1300 });
    await transfers.reportSent(reported.reference);
    await desk.give([
      { details: [sentBy("<Dbtr><Pty><Nm>LOVELACE ZOE</Nm></Pty></Dbtr>")] },
      { details: [sentBy("<Dbtr><Nm>Grace Hopper</Nm></Dbtr>")] },
    ]);
    const { transfers: listed } = await transfers.unresolved(desk.owner());
    const [byHopper = [], byLovelace = []] = listed.map(({ suggestions }) => suggestions);
    assert.deepEqual(
      byHopper.map(({ hasSameName }) => hasSameName),
      [false, false, false],
    );
    assert.equal(byHopper[0]?.id, reported.id);
    assert.deepEqual(
      byLovelace.map(({ hasSameName }) => hasSameName),
      [true, false, false],
    );
    assert.deepEqual([byLovelace[0]?.id, byLovelace[1]?.id], [named.id, reported.id]);
    const rows = await database().select().from(receivedTransfers);
    assert.deepEqual(
      rows.map(({ sameNameOrders }) => sameNameOrders),
      [[named.id], []],
    );
    assert.doesNotMatch(JSON.stringify(rows), /lovelace|hopper/i);
  });

  it("are found for an MT940 too", async () => {
    const { transfers } = desk.test.services;
    const { id } = await desk.fresh({ payer: { name: "Zoë Lovelace" }, amount: 1500 });
    const details = [`166?00GUTSCHRIFT?20SVWZ+${UNKNOWN}?32LOVELACE ZOE`];
    const bytes = Buffer.from(makeMt({ entries: [{ amount: "15,00", details }] }));
    await transfers.importFile(desk.owner(), { name: "november.sta", bytes }, MEMBER);
    const { transfers: listed } = await transfers.unresolved(desk.owner());
    const { suggestions } = listed.find(({ amount }) => amount === 1500) ?? assert.fail();
    assert.deepEqual(
      suggestions.map((each) => [each.id, each.hasSameName]),
      [[id, true]],
    );
  });

  it("stop no money if their names can't be opened", async () => {
    const { id } = await desk.fresh({ payer: { name: "Zoë Lovelace" }, amount: 1400 });
    await database()
      .update(transactions)
      .set({ sealedPayer: "of another key" })
      .where(eq(transactions.id, id));
    const entry = { amount: "14.00", details: [sentBy("<Dbtr><Nm>Zoë Lovelace</Nm></Dbtr>")] };
    assert.deepEqual((await desk.give([entry])).statuses, ["unknown_reference"]);
  });
});
