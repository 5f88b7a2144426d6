import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { asc, eq, sql } from "drizzle-orm";
import type { Role } from "#lib/identity/model/roles.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createLetterJobs } from "#lib/services/letters.ts";
import { onBothDatabases, onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { MEMBER } from "#lib/testing/transfers.ts";
import { makeUser } from "#lib/testing/users.ts";
import { letterItems, letterSwitches, letters } from "#lib/webhooks/model/letters.schema.ts";
import { WAITS_MS, windowOf } from "./letter.ts";

const SMTP = { SMTP_URL: "smtp://127.0.0.1:9" };
const ADA = { email: "ada@mail.example", name: "Ada Payer" };

type Post = (mail: Mail) => Promise<void>;

async function openShop(
  connection: Connection,
  { mode = "test", variables = {} }: { mode?: Mode; variables?: Record<string, string> } = {},
) {
  const test = createTestServices(connection, variables);
  const { services, clock, bank } = test;
  const { apiKey, accountId } = await makeMerchant(services, { mode });
  const owner = { accountId, mode };
  const mails: Mail[] = [];
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger("error", { write: (line) => void logged.push(JSON.parse(line)) });
  const post: { send: Post; isOpen: boolean } = {
    send: async (mail) => void mails.push(mail),
    isOpen: true,
  };
  const box = { isOpen: async () => post.isOpen, send: (mail: Mail) => post.send(mail) };
  const worker = createLetterJobs(
    { env: services.env, connection, clock, logger },
    { ...services, letterPost: { toPayer: box, toMember: box } },
  );
  const { db } = connection;

  return {
    ...test,
    ...{ apiKey, owner, mails, logged, post, worker },

    /** An owner unless `role` is given. */
    async join(role: Role = "owner") {
      const email = `member-${crypto.randomUUID()}@shop.example`;
      const userId = await db.transaction(async (tx) => {
        const id = await makeUser(tx, clock.now(), { email });
        await services.members.add(tx, { accountId, userId: id, role }, "operator");
        return id;
      });
      const choose = (on: string[]) =>
        services.letters.setNotes(
          { ...owner, userId },
          {
            payments: on.includes("payments"),
            refunds: on.includes("refunds"),
            refund_problems: on.includes("refund_problems"),
            overdue: on.includes("overdue"),
          },
        );
      return { email, userId, choose };
    },

    async order(input: Parameters<typeof makeTransaction>[2] = {}) {
      return makeTransaction(services, apiKey, { payer: ADA, ...input });
    },

    async pay(input: Parameters<typeof makeTransaction>[2] = {}) {
      const transaction = await makeTransaction(services, apiKey, { payer: ADA, ...input });
      await startAttempt(services, transaction);
      bank.decide("succeeded");
      await services.attempts.refreshLatest(transaction.id);
      return transaction;
    },

    receipts: (isOn = true) => services.letters.setReceipts(owner, isOn, "operator"),

    rows: () =>
      db
        .select()
        .from(letters)
        .where(eq(letters.accountId, accountId))
        .orderBy(asc(letters.kind), asc(letters.createdAt)),

    async states() {
      return (await this.rows()).map(({ kind, state, reason }) => [kind, state, reason].join(" "));
    },
  };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

onBothDatabases("letters", (_database, connection) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(connection());
  });

  it("are off at first: shops send their own", async () => {
    await shop.join();
    await shop.pay();
    assert.deepEqual(await shop.rows(), []);
  });

  it("take a receipt to the payer, in the language of the order, once", async () => {
    await shop.receipts();
    const { id } = await shop.pay({ locale: "de", description: "Zwei Bücher" });
    const due = await shop.worker.nextDueAt();
    assert.deepEqual(due, shop.clock.now());
    await shop.worker.sendDue();
    await shop.worker.sendDue();
    const [mail, ...more] = shop.mails;
    assert.deepEqual(more, []);
    assert.equal(mail?.to, ADA.email);
    assert.match(mail.subject, /^Beleg: 12,50/);
    assert.match(mail.text, /Zwei Bücher/);
    const [row] = await shop.rows();
    assert.equal(mail.id, row?.id);
    assert.deepEqual([row?.state, row?.subject, row?.nextAt], ["sent", id, null]);
    assert.equal(await shop.worker.nextDueAt(), undefined);
    assert.doesNotMatch(JSON.stringify(await shop.rows()), /@/, "no address is stored");
  });

  it("use the language where the shop has its account if the order has none", async () => {
    await shop.receipts();
    await shop.pay();
    await shop.worker.sendDue();
    assert.match(shop.mails[0]?.subject ?? "", /^Bewijs: /, "an IBAN of the Netherlands");
  });

  it("are sent once when a payment is reported twice at the same time", async () => {
    const member = await shop.join();
    await member.choose(["payments"]);
    await shop.receipts();
    const { id } = await shop.pay();
    const paid = await shop.services.transactions.findById(id);
    assert.ok(paid);
    const { db } = connection();
    shop.clock.advance({ minutes: 20 });
    await Promise.all(
      [1, 2, 3].map(() => db.transaction((tx) => shop.services.letters.recordStatus(tx, paid))),
    );
    assert.equal((await shop.rows()).length, 2);
    shop.clock.advance({ minutes: 20 });
    await Promise.all([1, 2, 3].map(() => shop.worker.sendDue()));
    assert.deepEqual(
      shop.mails.map(({ to }) => to).toSorted(),
      [ADA.email, member.email].toSorted(),
    );
  });

  it("belong to the status: a change that is rolled back leaves none", async () => {
    await shop.receipts();
    const pending = await shop.order();
    const { db } = connection();
    await assert.rejects(
      db.transaction(async (tx) => {
        await shop.services.letters.recordStatus(tx, { ...pending, status: "succeeded" });
        throw new Error("no");
      }),
    );
    assert.deepEqual(await shop.rows(), []);
  });

  it("tell members of all payments of a quarter of an hour at once", async () => {
    const member = await shop.join("viewer");
    await member.choose(["payments"]);
    const paid = [await shop.pay({ externalId: "book-1" }), await shop.pay({ amount: 700 })];
    await shop.worker.sendDue();
    assert.equal(shop.mails.length, 0, "not before its end");
    shop.clock.advance({
      ms: windowOf(shop.clock.now()).sendAt.getTime() - shop.clock.now().getTime(),
    });
    paid.push(await shop.pay({ externalId: "book-3" }));
    await shop.worker.sendDue();
    const [mail, ...more] = shop.mails;
    assert.deepEqual([mail?.to, more], [member.email, []]);
    assert.match(mail?.subject ?? "", /^2 payments: €19\.50 – Corner Books/);
    assert.match(mail?.text ?? "", /book-1: €12\.50/);
    assert.doesNotMatch(mail?.text ?? "", /book-3/);
    assert.ok(mail?.text.includes(`${shop.services.env.CONSOLE_URL}/payments\n`));
    assert.ok(mail?.settingsUrl?.endsWith("/settings/emails"));
    shop.clock.advance({ minutes: 30 });
    await shop.worker.sendDue();
    assert.match(shop.mails.at(-1)?.subject ?? "", /^Payment of €12\.50/);
    assert.match(shop.mails.at(-1)?.text ?? "", new RegExp(`/payments/${paid.at(-1)?.id}\n`));
  });

  it("go to no former member, and to no one who switched them off meanwhile", async () => {
    const [owner, leaving, bored] = [await shop.join(), await shop.join(), await shop.join()];
    for (const member of [leaving, bored]) await member.choose(["payments"]);
    await shop.receipts();
    await shop.pay();
    await bored.choose([]);
    await shop.receipts(false);
    const { accountId } = shop.owner;
    await shop.services.members.remove({
      accountId,
      userId: leaving.userId,
      actor: `usr_${owner.userId.slice(4)}`,
    });
    shop.clock.advance({ minutes: 20 });
    await shop.worker.sendDue();
    assert.deepEqual(shop.mails, []);
    const skipped = "skipped switched_off";
    assert.deepEqual(await shop.states(), [
      `payments ${skipped}`,
      `payments ${skipped}`,
      `receipt ${skipped}`,
    ]);
    await shop.pay();
    assert.equal((await shop.rows()).length, 3, "nor are new ones stored");
  });

  it("are retried with growing waits and then given up, with an alert and no address", async () => {
    await shop.receipts();
    shop.post.send = async () => {
      throw new Error("no");
    };
    await shop.pay();
    for (const wait of [0, ...WAITS_MS]) {
      shop.clock.advance({ ms: wait - 1 });
      if (wait > 0) assert.equal(await shop.worker.sendDue(), 0, "not before its time");
      shop.clock.advance({ ms: 1 });
      assert.equal(await shop.worker.sendDue(), 1);
    }
    assert.deepEqual(await shop.states(), ["receipt given_up failed"]);
    assert.equal(shop.logged.at(-1)?.["alert"], "letter_given_up");
    assert.doesNotMatch(JSON.stringify(shop.logged), /ada@|Ada Payer/);
  });

  it("wait for a mail server that is down without trying each", async () => {
    await shop.receipts();
    let tries = 0;
    shop.post.send = async () => {
      tries++;
      throw new AppError("mail_unavailable");
    };
    for (let count = 0; count < 3; count++) await shop.pay();
    await shop.worker.sendDue();
    assert.equal(tries, 1);
    assert.equal(await shop.worker.sendDue(), 0);
    shop.post.send = async (mail) => void shop.mails.push(mail);
    shop.clock.advance({ minutes: 1 });
    await shop.worker.sendDue();
    assert.equal(shop.mails.length, 3);
  });

  it("are given up at once if the address does not exist", async () => {
    await shop.receipts();
    shop.post.send = async () => {
      throw new AppError("invalid_request");
    };
    await shop.pay();
    await shop.worker.sendDue();
    assert.deepEqual(await shop.states(), ["receipt given_up refused"]);
    assert.equal(shop.logged.at(-1)?.["alert"], undefined);
  });

  it("are sent again, with the same id, if a worker died with one", async () => {
    await shop.receipts();
    const died = Promise.withResolvers<Mail>();
    shop.post.send = (mail) => {
      died.resolve(mail);
      return new Promise(() => {});
    };
    await shop.pay();
    void shop.worker.sendDue();
    const first = await died.promise;
    shop.post.send = async (mail) => void shop.mails.push(mail);
    assert.equal(await shop.worker.sendDue(), 0, "its lease is not over");
    shop.clock.advance({ minutes: 5 });
    await shop.worker.sendDue();
    assert.deepEqual(
      shop.mails.map(({ id, to }) => [id, to]),
      [[first.id, first.to]],
    );
  });

  it("are not sent once the payer's address is deleted, or if there never was one", async () => {
    await shop.receipts();
    const { id } = await shop.pay();
    await connection()
      .db.update(transactions)
      .set({ sealedPayer: null })
      .where(eq(transactions.id, id));
    await shop.worker.sendDue();
    assert.deepEqual(await shop.states(), ["receipt skipped no_address"]);
  });

  it("are not sent after the payer had the same receipt sent by hand", async () => {
    await shop.receipts();
    const one = await shop.pay();
    const other = await shop.pay();
    const byHand = async (reference: string, email: string) => {
      const order = await shop.services.checkout.open(reference, "web");
      assert.ok(order);
      await shop.services.receipts.send({ order, email, address: undefined, locale: "en" });
    };
    await byHand(one.reference, "Ada@mail.example");
    await byHand(other.reference, "someone-else@mail.example");
    await shop.worker.sendDue();
    assert.deepEqual(
      (await shop.rows()).map(({ subject, reason }) => [subject, reason]),
      [
        [one.id, "sent_by_hand"],
        [other.id, null],
      ],
    );
    assert.equal(shop.mails.length, 1);
  });

  it("end in test mode if the sandbox's mailbox is closed, and are not stored without it", async () => {
    await shop.receipts();
    await shop.pay();
    shop.post.isOpen = false;
    await shop.worker.sendDue();
    assert.deepEqual(await shop.states(), ["receipt skipped no_mail_server"]);
    const closed = await openShop(connection(), { variables: { SANDBOX: "false" } });
    await closed.receipts();
    await closed.pay();
    assert.deepEqual(await closed.rows(), []);
  });
});

onDatabase("letters of live payments", (database, connection) => {
  it("are not stored without a mail server", async () => {
    const shop = await openShop(connection(), { mode: "live" });
    await shop.receipts();
    await shop.pay();
    assert.deepEqual(await shop.rows(), []);
    assert.equal(await database().$count(letterItems), 0);
  });

  it("wait for the money where the account delivers with it", async () => {
    const shop = await openShop(connection(), { mode: "live", variables: SMTP });
    const { accountId } = shop.owner;
    await shop.receipts();
    const early = await shop.pay();
    assert.deepEqual(await shop.states(), ["receipt queued "]);
    await shop.services.accounts.setDeliverOn(accountId, "received", "operator");
    const late = await shop.pay();
    assert.equal((await shop.rows()).length, 1);
    for (const { id } of [early, late]) {
      await shop.services.transfers.markFunds(accountId, { id, funds: "received" }, "operator");
    }
    const subjects = (await shop.rows()).map(({ subject }) => subject);
    assert.deepEqual(subjects.toSorted(), [early.id, late.id].toSorted());
    await shop.worker.sendDue();
    assert.match(shop.mails[0]?.text ?? "", /Corner Books/);
    assert.doesNotMatch(shop.mails[0]?.text ?? "", /Test mode|Testmodus/i);
  });

  it("tell owners of refunds that did not arrive, and others only if they ask", async () => {
    const shop = await openShop(connection(), { mode: "live", variables: SMTP });
    const [owner, , asking] = [
      await shop.join(),
      await shop.join("viewer"),
      await shop.join("viewer"),
    ];
    await asking.choose(["refunds"]);
    const { accountId } = shop.owner;
    const { id: transactionId, externalId } = await shop.pay();
    const mark = { id: transactionId, funds: "received" } as const;
    await shop.services.transfers.markFunds(accountId, mark, "operator");
    const { refunds } = shop.services;
    const input = { transactionId, amount: 500 };
    const { refund } = await refunds.create({ accountId, input, actor: "operator" });
    const key = { accountId, id: refund.id };
    await refunds.enterAccount(key, { iban: "DE89370400440532013000", name: "Ada" }, "operator");
    await refunds.markSent(key, "operator");
    await refunds.markSucceeded(key, "operator");
    await refunds.markReturned(key, "operator");
    shop.clock.advance({ minutes: 20 });
    await shop.worker.sendDue();
    const bySubject = shop.mails.map(({ to, subject }) => [to, subject.split(" – ")[0]]);
    assert.deepEqual(
      bySubject.toSorted(),
      [
        [asking.email, "Refund of €5.00 sent"],
        [owner.email, "A refund of €5.00 did not arrive"],
      ].toSorted(),
    );
    const problem = shop.mails.find(({ to }) => to === owner.email);
    assert.ok(problem?.text.includes(`${externalId}, came back: €5.00`));
    assert.ok(problem?.text.includes(`/payments/${transactionId}?mode=live\n`));
  });

  it("tell owners once of each transfer that becomes overdue", async () => {
    const shop = await openShop(connection(), { mode: "live", variables: SMTP });
    await shop.services.accounts.setTakesTransfers(shop.owner.accountId, true, "operator");
    const owner = await shop.join();
    const report = async () => {
      const { id, reference } = await shop.order();
      await shop.services.transfers.reportSent(reference);
      return id;
    };
    const day = async (count: number) => {
      shop.clock.advance({ minutes: count * 24 * 60 });
      for (let hour = 0; hour < 2; hour++) await shop.worker.noticeOverdue();
      await shop.worker.sendDue();
      return shop.mails.splice(0).map(({ to, subject }) => [to, subject.split(" – ")[0]].join(" "));
    };
    const first = await report();
    assert.deepEqual(await day(4), [], "Thursday to Monday");
    await report();
    const news = `${owner.email} A bank transfer of €12.50 is overdue`;
    assert.deepEqual(await day(2), [news], "three business days are over");
    assert.deepEqual(await day(1), []);
    assert.deepEqual(await day(3), [`${owner.email} 2 bank transfers are overdue`]);
    const { accountId } = shop.owner;
    await shop.services.transfers.markNotReceived(accountId, first, MEMBER);
    assert.deepEqual(await day(1), [], "less is no news");
  });
});

onDatabase("switches of letters", (database, connection) => {
  it("are each member's own and each mode's own, and problems are on for owners in live mode", async () => {
    const shop = await openShop(connection());
    const { accountId } = shop.owner;
    const [owner, viewer] = [await shop.join(), await shop.join("viewer")];
    const read = async (userId: string, role: Role, mode: Mode) => {
      const { notes, receipts } = await shop.services.letters.switches({
        ...{ accountId, userId, role, mode },
      });
      return [receipts, ...Object.keys(notes).filter((kind) => notes[kind as keyof typeof notes])];
    };
    const live = [false, "refund_problems", "overdue"];
    assert.deepEqual(await read(owner.userId, "owner", "live"), live);
    assert.deepEqual(await read(owner.userId, "owner", "test"), [false]);
    assert.deepEqual(await read(viewer.userId, "viewer", "live"), [false]);
    await owner.choose(["payments"]);
    await shop.receipts();
    assert.deepEqual(await read(owner.userId, "owner", "test"), [true, "payments"]);
    assert.deepEqual(await read(viewer.userId, "viewer", "test"), [true]);
    assert.deepEqual(await read(owner.userId, "owner", "live"), live);
    const kept = await database().$count(letterSwitches, eq(letterSwitches.recipient, "payer"));
    assert.equal(kept, 1);
    const audited = await database().execute(
      sql`select details from audit_entries where account_id = ${accountId} and action = 'account.settings_changed'`,
    );
    assert.match(JSON.stringify(audited), /receipts/);
  });
});
