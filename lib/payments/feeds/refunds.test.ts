import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { FEED_PROVIDERS } from "#lib/payments/model/feed.ts";
import { transferAccounts } from "#lib/payments/model/refunds.schema.ts";
import { feeds, receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { refundEndToEndId, refundReference } from "#lib/payments/refunds/refund.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { FEED_WORLDS, type FeedWorld } from "#lib/testing/feed-worlds.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";
const PAYER = { iban: "DE89370400440532013000", name: "Ada Payer" };

for (const provider of FEED_PROVIDERS)
  onDatabase(`refunds in a feed of ${provider}`, (database, connection) => {
    let world: FeedWorld;
    let now = () => new Date();
    let test: ReturnType<typeof createTestServices>;
    let merchant: Awaited<ReturnType<typeof makeMerchant>>;

    before(async () => {
      world = await FEED_WORLDS[provider](() => now());
    });
    after(() => world.close());

    beforeEach(async () => {
      test = createTestServices(connection(), { FEED_SIMULATOR_URL: world.url });
      now = test.clock.now;
      world.clear();
      // Of the tests before.
      await database().update(feeds).set({ retiredAt: now(), nextReadAt: null });
      merchant = await makeMerchant(test.services);
      await test.services.accounts.setTakesTransfers(merchant.accountId, true, "operator");
      await world.add({ services: test.services, owner: owner(), actor: ACTOR });
    });

    const owner = () => ({ accountId: merchant.accountId, mode: "test" as const });
    const own = (id: string) => ({ accountId: merchant.accountId, id });
    const service = () => test.services.refunds;
    const read = async (minutes = 10) => {
      test.clock.advance({ minutes });
      await Promise.all(await test.services.feeds.beginDue());
    };
    const paid = async (payer?: typeof PAYER) => {
      const { id, transferReference } = await makeTransaction(test.services, merchant.apiKey);
      world.book(transferReference, payer && { payer });
      await read();
      return id;
    };
    const ready = async () => {
      const input = { transactionId: await paid(), amount: 450 };
      const { refund } = await service().create({ ...owner(), input, actor: ACTOR });
      await service().enterAccount(own(refund.id), PAYER, ACTOR);
      return refund.id;
    };
    const statuses = (ids: string[]) =>
      Promise.all(ids.map(async (id) => (await service().get(own(id))).status));
    const kinds = async () => (await service().findings(owner())).map(({ kind }) => kind);

    it("are done once their money left, each once, and come back if the provider reverts it", async () => {
      const [one, two, other] = [await ready(), await ready(), await ready()];
      const sent = world.send(`Refund ${refundReference(one)}`, 450);
      world.send(refundEndToEndId(two), 450);
      for (let round = 0; round < 3; round++) await read();
      assert.deepEqual(await statuses([one, two, other]), ["succeeded", "succeeded", "ready"]);
      assert.deepEqual(await kinds(), []);
      sent.change("reversed");
      for (let round = 0; round < 3; round++) await read();
      const { status, returnedAt } = await service().get(own(one));
      assert.deepEqual(
        [status, returnedAt !== null, await kinds()],
        ["succeeded", true, ["returned"]],
      );
    });

    it("wait while a debit is pending, was declined, or is of another amount", async () => {
      const [pending, declined, wrong] = [await ready(), await ready(), await ready()];
      const money = world.send(refundReference(pending), 450, "pending");
      world.send(refundReference(declined), 450, "declined");
      world.send(refundReference(wrong), 451);
      world.send("Rent for November", 450);
      await read();
      assert.deepEqual(await statuses([pending, declined, wrong]), ["ready", "ready", "ready"]);
      assert.deepEqual(await kinds(), ["other_amount"]);
      money.change("completed");
      await read();
      assert.deepEqual(await statuses([pending]), ["succeeded"]);
    });

    it(
      provider === "qonto"
        ? "go back to the account that the provider names, which is stored sealed"
        : "need an account: the provider names none",
      async () => {
        const transactionId = await paid(PAYER);
        const input = { transactionId, amount: 450 };
        const { refund } = await service().create({ ...owner(), input, actor: ACTOR });
        const order = await service().revealOrder(own(refund.id), ACTOR);
        const rows = await database()
          .select({ sealed: transferAccounts.sealedAccount })
          .from(transferAccounts)
          .innerJoin(receivedTransfers, eq(receivedTransfers.id, transferAccounts.transferId))
          .where(eq(receivedTransfers.transactionId, transactionId));
        assert.doesNotMatch(JSON.stringify(rows), /DE89|Ada/);
        const isNamed = provider === "qonto";
        assert.deepEqual(
          [order?.account, refund.status, rows.length],
          isNamed ? [PAYER, "ready", 1] : [undefined, "awaiting_account", 0],
        );
      },
    );
  });
