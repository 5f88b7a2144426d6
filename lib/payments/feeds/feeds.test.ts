import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { FEED_PROVIDERS } from "#lib/payments/model/feed.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { feeds, receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import {
  type Booking,
  FEED_WORLDS,
  type FeedMoney,
  type FeedWorld,
} from "#lib/testing/feed-worlds.ts";
import { makeStatement } from "#lib/testing/statements.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";
const HOUR = 60;

for (const provider of FEED_PROVIDERS)
  onDatabase(`a feed of ${provider}`, (database, connection) => {
    const lines: string[] = [];
    let world: FeedWorld;
    let now = () => new Date();
    let test: ReturnType<typeof createTestServices>;
    let merchant: Awaited<ReturnType<typeof makeMerchant>>;
    let feedId: string;

    before(async () => {
      world = await FEED_WORLDS[provider](() => now());
    });
    after(() => world.close());

    /** Services as of another process; the first also begins an account. */
    const start = (process?: Parameters<typeof createTestServices>[2]) =>
      createTestServices(
        connection(),
        { FEED_SIMULATOR_URL: world.url },
        process,
        createLogger("debug", { write: (line) => void lines.push(line) }),
      );

    beforeEach(async () => {
      test = start();
      now = test.clock.now;
      world.clear();
      for (const list of [world.faults, world.before, lines]) list.length = 0;
      // Of the tests before.
      await database().update(feeds).set({ retiredAt: now(), nextReadAt: null });
      merchant = await makeMerchant(test.services);
      await test.services.accounts.setTakesTransfers(merchant.accountId, true, "operator");
      feedId = await add();
    });

    const owner = () => ({ accountId: merchant.accountId, mode: "test" as const });
    const add = () => world.add({ services: test.services, owner: owner(), actor: ACTOR });
    const order = () => makeTransaction(test.services, merchant.apiKey);
    const pay = (reference: string | null, booking?: Booking) => world.book(reference, booking);
    const read = async () => {
      const begun = await test.services.feeds.beginDue();
      await Promise.all(begun);
      return begun.length;
    };
    const readLater = (minutes = 10) => {
      test.clock.advance({ minutes });
      return read();
    };
    const statusOf = async ({ id }: { id: string }) =>
      (await test.services.transactions.findById(id))?.status;
    const rows = () =>
      database()
        .select()
        .from(receivedTransfers)
        .where(eq(receivedTransfers.accountId, merchant.accountId));
    const feed = async () => {
      const [found] = await database().select().from(feeds).where(eq(feeds.id, feedId));
      return found ?? assert.fail();
    };
    const alerts = () =>
      lines.map((line) => JSON.parse(line)).flatMap(({ alert }) => (alert ? [alert] : []));

    it("pays what was booked, within a week before it was added, once", async () => {
      const [one, other] = [await order(), await order()];
      pay(one.transferReference);
      await readLater(0);
      assert.equal(await statusOf(one), "succeeded");
      pay(`Order 7 ${other.transferReference}`);
      for (let round = 0; round < 4; round++) await readLater();
      assert.equal(await statusOf(other), "succeeded");
      assert.deepEqual(
        (await rows()).map(({ status, createdBy }) => [status, createdBy]),
        [
          ["paid", "system"],
          ["paid", "system"],
        ],
      );
      const { lastMoneyAt, lastReadAt, lastError } = await feed();
      assert.ok(lastMoneyAt && lastReadAt && lastMoneyAt < lastReadAt && lastError === null);
    });

    it("counts only booked incoming credits in the account and currency", async () => {
      const made = await Promise.all(Array.from({ length: 7 }, order));
      const references = made.map(({ transferReference }) => transferReference ?? "");
      const [pending = "", declined = "", foreign = "", ...others] = references;
      pay(pending, { state: "pending" });
      pay(declined, { state: "declined" });
      pay(foreign, { currency: "SEK" });
      world.bookOthers(others);
      pay("Rent for November");
      await readLater();
      assert.deepEqual(
        (await rows()).map(({ status }) => status),
        ["wrong_amount"],
      );
      for (const each of made) assert.notEqual(await statusOf(each), "succeeded");
    });

    it("counts a pending credit once it is booked, however late", async () => {
      const one = await order();
      const money = pay(one.transferReference, { state: "pending" });
      await readLater();
      test.clock.advance({ minutes: 20 });
      pay("Rent");
      await read();
      money.change("completed");
      await readLater();
      assert.equal((await rows()).length, 1);
    });

    if (provider === "qonto") {
      it("goes on after a credit that can't be stored, which it alerts of once and tries again", async () => {
        const [bad, one, other] = [await order(), await order(), await order()];
        const money = pay(bad.transferReference, { isUnstorable: true });
        pay(one.transferReference);
        await readLater(0);
        pay(other.transferReference);
        await readLater();
        assert.deepEqual(
          [await statusOf(bad), await statusOf(one), await statusOf(other), alerts()],
          ["pending", "succeeded", "succeeded", ["feed_money_failed"]],
        );
        assert.equal((await feed()).failures, 0);
        money.correct?.();
        await readLater();
        assert.equal(await statusOf(bad), "succeeded");
      });
    }

    it("books nothing again that it has stored", async () => {
      const one = await order();
      pay(one.transferReference);
      await readLater(0);
      // PostgreSQL writes into a row who locked it last.
      const lockedBy = () =>
        database()
          .select({ xmax: sql<string>`xmax::text` })
          .from(transactions)
          .where(eq(transactions.id, one.id));
      const before = await lockedBy();
      await readLater();
      assert.deepEqual(await lockedBy(), before);
    });

    it("alerts once when counted money is reversed, and says that it went back", async () => {
      const one = await order();
      const money = pay(one.transferReference);
      await readLater(0);
      money.change("reversed");
      for (let round = 0; round < 3; round++) await readLater();
      assert.deepEqual([await statusOf(one), alerts()], ["succeeded", ["feed_money_reversed"]]);
      const found = await test.services.transactions.findById(one.id);
      assert.equal(found?.seenFunds, "returned");
    });

    it("alerts of reversed money that wasn't counted, and moves no other payment's", async () => {
      const one = await order();
      pay(one.transferReference);
      await readLater(0);
      const second = pay(one.transferReference);
      await readLater();
      second.change("reversed");
      await readLater();
      assert.deepEqual((await rows()).map(({ status }) => status).sort(), ["already_paid", "paid"]);
      const found = await test.services.transactions.findById(one.id);
      assert.deepEqual([found?.seenFunds, alerts()], ["received", ["feed_money_reversed"]]);
    });

    it("reads all pages, also while what was read changes and moves to the end", async () => {
      const started = now().getTime() - 3 * 24 * HOUR * 60_000;
      const at = (minute: number) => new Date(started + minute * 60_000).toISOString();
      const old = Array.from({ length: world.pageSize * 1.3 }, (_, minute) =>
        pay(`Rent ${minute}`, { at: at(minute) }),
      );
      const one = await order();
      pay(one.transferReference, { at: at(world.pageSize * 1.1 + 0.5) });
      const earlier = Array.from({ length: world.opening + 1 }, () => () => {});
      world.before.push(...earlier, () => {
        for (const each of old.slice(0, 40)) each.change();
      });
      await readLater(0);
      assert.equal(await statusOf(one), "succeeded");
    });

    if (provider === "qonto")
      it("reads all pages of one moment", async () => {
        const moment = new Date(now().getTime() - 60_000).toISOString();
        for (let index = 0; index < 230; index++) pay(`Rent ${index}`, { at: moment });
        const one = await order();
        pay(one.transferReference, { at: moment });
        await readLater(0);
        assert.equal(await statusOf(one), "succeeded");
      });

    it("is woken by a webhook that changes nothing itself, once per event", async () => {
      const one = await order();
      await readLater(0);
      const money = pay(one.transferReference);
      const { receiveWebhook } = test.services.feeds;
      const sent = money.webhook({ event: "evt-1" });
      assert.equal(await read(), 0, "not due");
      assert.equal(await receiveWebhook(feedId, sent), "taken");
      assert.equal(await statusOf(one), "pending");
      const before = (await feed()).nextReadAt;
      test.clock.advance({ seconds: 1 });
      assert.equal(await receiveWebhook(feedId, money.webhook({ event: "evt-1" })), "taken");
      assert.deepEqual((await feed()).nextReadAt, before);
      assert.equal(await read(), 1);
      assert.equal(await statusOf(one), "succeeded");
    });

    it("finds money that becomes readable after its webhook", async () => {
      const one = await order();
      await readLater(0);
      const money = pay(one.transferReference, { readableAt: now().getTime() + 45_000 });
      await test.services.feeds.receiveWebhook(feedId, money.webhook());
      for (let round = 0; round < 6; round++) {
        await read();
        test.clock.advance({ seconds: 10 });
      }
      assert.equal(await statusOf(one), "succeeded");
    });

    it("refuses webhooks that are forged, old, changed, of another feed, or retired", async () => {
      const one = await order();
      await readLater(0);
      const money = pay(one.transferReference);
      const { receiveWebhook } = test.services.feeds;
      const at = (minutes: number) => new Date(now().getTime() + minutes * 60_000);
      const good = money.webhook();
      const changed = { ...good, body: Buffer.concat([good.body, Buffer.from(" ")]) };
      const unsigned = { ...good, headers: new Headers() };
      for (const forged of [
        money.webhook({ secret: "another-secret" }),
        money.webhook({ at: at(-6) }),
        money.webhook({ at: at(6) }),
        changed,
        unsigned,
      ]) {
        assert.equal(await receiveWebhook(feedId, forged), "unsigned");
      }
      for (const id of ["feed_01kagj1d6xf0bsn9t2v7y3m5qe", "feed_x", "", "../feeds"]) {
        assert.equal(await receiveWebhook(id, good), "unknown");
      }
      assert.equal(await read(), 0, "none woke it");
      await test.services.feeds.retire(merchant.accountId, feedId, ACTOR);
      assert.equal(await receiveWebhook(feedId, good), "unknown");
    });

    it("goes on after any failure of the provider, later each time", async () => {
      const one = await order();
      pay(one.transferReference);
      const failing = ["lost", "html", "cut", { status: 500 }, { status: 429 }] as const;
      world.faults.push(...failing);
      const errors: (string | null)[] = [];
      for (const _ of failing) {
        test.clock.advance({ ms: Math.max(0, Number((await feed()).nextReadAt) - Number(now())) });
        await read();
        errors.push((await feed()).lastError);
      }
      const unreachable = "unreachable";
      assert.deepEqual(errors, [
        unreachable,
        "unexpected_answer",
        unreachable,
        unreachable,
        "busy",
      ]);
      assert.ok(Number((await feed()).nextReadAt) - Number(now()) >= 8 * 60_000);
      await readLater(HOUR);
      assert.equal(await statusOf(one), "succeeded");
      assert.deepEqual([(await feed()).lastError, (await feed()).failures], [null, 0]);
    });

    it("waits as long as the provider asks, also when a webhook comes", async () => {
      world.faults.push({ status: 429, headers: { "retry-after": "1800" } });
      await readLater(0);
      const money = pay(null);
      await test.services.feeds.receiveWebhook(feedId, money.webhook());
      assert.equal(await readLater(29), 0);
      assert.equal(await readLater(1), 1);
    });

    it("is woken from a long pause by a webhook, but not right after a failure", async () => {
      for (let round = 0; round < 6; round++) {
        world.faults.push({ status: 503 });
        await readLater(HOUR);
      }
      const one = await order();
      const money = pay(one.transferReference);
      const wake = () => test.services.feeds.receiveWebhook(feedId, money.webhook());
      await wake();
      assert.equal(await readLater(0), 0);
      test.clock.advance({ minutes: 2 });
      await wake();
      assert.equal(await read(), 1);
      assert.equal(await statusOf(one), "succeeded");
    });

    it("alerts once a day after a business day without a successful read", async () => {
      await readLater(0);
      // Thursday noon: Friday is the first whole business day.
      world.deny();
      for (let hours = 0; hours < 35; hours++) await readLater(HOUR);
      assert.deepEqual(alerts(), []);
      for (let hours = 0; hours < 85; hours++) await readLater(HOUR);
      assert.equal((await feed()).lastError, "denied");
      world.allow();
      const silent = alerts().length;
      assert.ok(alerts().every((alert) => alert === "feed_silent"));
      // From Saturday to Tuesday.
      assert.equal(silent, 4);
      await readLater(HOUR);
      assert.equal((await feed()).silentAt, null);
    });

    it("reads nothing once retired, also while it reads, and forgets its secrets", async () => {
      const one = await order();
      pay(one.transferReference);
      const { feeds: service } = test.services;
      const retired = Promise.withResolvers<void>();
      world.before.push(() => retired.promise);
      const [reading] = await service.beginDue();
      await service.retire(merchant.accountId, feedId, ACTOR);
      retired.resolve();
      await reading;
      await readLater(HOUR);
      const { sealedCredentials, sealedWebhookSecret, lastReadAt } = await feed();
      assert.deepEqual([sealedCredentials, sealedWebhookSecret, lastReadAt], [null, null, null]);
      assert.equal(await statusOf(one), "pending");
      await assert.rejects(service.retire(merchant.accountId, feedId, ACTOR), {
        code: "not_found",
      });
      await assert.rejects(service.readNow(merchant.accountId, feedId), { code: "not_found" });
      await add();
    });

    it("belongs to its account alone", async () => {
      const stranger = await makeMerchant(test.services);
      const { feeds: service } = test.services;
      const other = { accountId: stranger.accountId, mode: "test" as const };
      assert.deepEqual(await service.list(other), []);
      for (const attempt of [
        () => service.retire(stranger.accountId, feedId, ACTOR),
        () => service.readNow(stranger.accountId, feedId),
        () => service.setWebhookSecret(stranger.accountId, feedId, "long-enough", ACTOR),
      ]) {
        await assert.rejects(attempt(), { code: "not_found" });
      }
      const [listed] = await service.list(owner());
      assert.equal(listed?.hasWebhook, true);
      assert.doesNotMatch(JSON.stringify(listed), /sealed|secret|private/i);
    });

    it("writes no secret to the log", async () => {
      pay((await order()).transferReference);
      world.faults.push("html");
      await readLater(0);
      await readLater(HOUR);
      const secrets = world.secrets();
      world.deny();
      await readLater(HOUR);
      world.allow();
      const log = lines.join("\n");
      assert.match(log, /a feed could not be read/);
      for (const secret of secrets) assert.ok(!log.includes(secret));
    });

    it("is read by one of several workers", async () => {
      pay((await order()).transferReference);
      const others = [start(test), start(test)];
      const begun = await Promise.all(
        [test, ...others].map(({ services }) => services.feeds.beginDue()),
      );
      await Promise.all(begun.flat());
      assert.equal(begun.flat().length, 1);
    });

    it("counts money once that files, a member and webhooks report in any order, and loses none", async () => {
      const give = (kind: "camt.053" | "camt.054", reference: string) => {
        const entries = [{ reference, bankRef: `${kind}-${reference}` }];
        const bytes = Buffer.from(makeStatement({ kind, entries }));
        return test.services.transfers.importFile(owner(), { name: "day.xml", bytes }, ACTOR);
      };
      const steps = {
        state: ({ reference }) => give("camt.053", reference),
        notify: ({ reference }) => give("camt.054", reference),
        read: () => readLater(0),
        wake: ({ money }) => test.services.feeds.receiveWebhook(feedId, money.webhook()),
        mark: ({ id }) =>
          test.services.transfers
            .markReceived(merchant.accountId, { id, amountText: "12.50" }, ACTOR)
            .catch(() => undefined),
        restart: () => {
          test = start(test);
        },
        change: ({ money }) => money.change(),
      } satisfies Record<string, (paid: Paid) => unknown>;
      type Paid = { id: string; reference: string; money: FeedMoney };
      const names = Object.keys(steps) as (keyof typeof steps)[];
      const any = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(any, async (chosen) => {
          const { id, transferReference } = await order();
          const reference = transferReference ?? "";
          const money = pay(reference);
          for (const name of chosen) await steps[name]({ id, reference, money });
          await readLater();
          const own = (await rows()).filter(({ transactionId }) => transactionId === id);
          assert.deepEqual(
            [own.map(({ status }) => status), await statusOf({ id })],
            [["paid"], "succeeded"],
          );
          // More than the limit of files an hour.
          test.clock.advance({ minutes: HOUR });
        }),
        { numRuns: 20 },
      );
    });
  });
