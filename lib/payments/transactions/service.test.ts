import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { accounts, payees } from "#lib/merchants/model/schema.ts";
import { transactions } from "#lib/payments/model/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import type { CreateRequest } from "./transaction.ts";

const SOONER_THAN_A_LOCK_TIMEOUT = { timeout: 8_000 };

onBothDatabases("transaction service", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let apiKey: ApiKey;

  before(async () => {
    test = createTestServices(connection());
    ({ apiKey } = await makeMerchant(test.services));
  });

  const create = (
    input: Partial<CreateRequest["input"]> & { externalId: string },
    idempotencyKey?: string,
  ) =>
    test.services.transactions.create({
      apiKey,
      input: { amount: 1250, currency: "EUR", ...input },
      idempotencyKey,
    });

  it("creates a pending transaction and returns its address", async () => {
    const externalId = randomUUID();
    const { created, replayed } = await create({ externalId });
    assert.equal(replayed, false);
    assert.equal(created.status, "pending");
    assert.equal(created.displayAmount, "€12.50");
    assert.equal(created.externalId, externalId);
    const url = new URL(created.redirectUrl);
    assert.equal(`${url.origin}${url.pathname}`, "http://localhost:3000/checkout");
    assert.equal(url.searchParams.get("reference"), created.reference);
    assert.ok(Buffer.from(created.reference ?? "", "base64url").length >= 16, "128 random bits");
    assert.equal(Date.parse(created.expiresAt) - test.clock.now().getTime(), 30 * 60_000);
  });

  it("returns the same transaction for the same order", async () => {
    const externalId = randomUUID();
    const first = await create({ externalId, metadata: { a: 1, b: { c: [1, 2] } } });
    const again = await create({ externalId, metadata: { b: { c: [1, 2] }, a: 1 } });
    assert.equal(again.replayed, true);
    assert.deepEqual(again.created, first.created);
  });

  it("replaces a pending transaction when the order changed", async () => {
    const externalId = randomUUID();
    const first = await create({ externalId });
    const second = await create({ externalId, amount: 1300 });
    assert.equal(second.replayed, false);
    assert.notEqual(second.created.id, first.created.id);
    const old = await test.services.transactions.get(apiKey, first.created.id);
    assert.equal(old.status, "failed");
    assert.equal(old.failureReason, "superseded");
  });

  it("refuses a second transaction during processing and after payment", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    const externalId = transaction.externalId ?? "";
    await startAttempt(test.services, transaction);
    test.bank.decide("processing");
    await test.services.attempts.refreshLatest(transaction.id);
    await assert.rejects(create({ externalId, amount: 999 }), { code: "transaction_in_progress" });
    test.bank.decide("succeeded");
    await test.services.attempts.refreshLatest(transaction.id);
    await assert.rejects(create({ externalId, amount: 999 }), { code: "already_paid" });
  });

  it("creates a new transaction after a failed or expired one", async () => {
    const externalId = randomUUID();
    const first = await create({ externalId });
    await test.services.transactions.cancel(apiKey, first.created.id);
    const second = await create({ externalId });
    assert.notEqual(second.created.id, first.created.id);
    test.clock.advance({ minutes: 31 });
    const third = await create({ externalId });
    assert.notEqual(third.created.id, second.created.id);
    const expired = await test.services.transactions.get(apiKey, second.created.id);
    assert.equal(expired.failureReason, "expired");
  });

  it("creates one transaction for 20 equal parallel requests", async () => {
    const externalId = randomUUID();
    const all = await Promise.all(Array.from({ length: 20 }, () => create({ externalId })));
    assert.equal(new Set(all.map(({ created }) => created.id)).size, 1);
    assert.equal(all.filter(({ replayed }) => !replayed).length, 1);
  });

  it("keeps one payable transaction of 10 different parallel requests", async () => {
    const externalId = randomUUID();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create({ externalId, amount: 100 + index })),
    );
    const stored = await Promise.all(
      all.map(({ created }) => test.services.transactions.get(apiKey, created.id)),
    );
    assert.equal(stored.filter(({ status }) => status === "pending").length, 1);
  });

  it(
    "stores other orders while a payment holds one that is requested again",
    SOONER_THAN_A_LOCK_TIMEOUT,
    async (t) => {
      if (!connection().pool) return t.skip("PGlite has one session");
      const [known, other] = [randomUUID(), randomUUID()];
      const { created } = await create({ externalId: known });
      const locked = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const paying = database().transaction(async (tx) => {
        await tx.select().from(transactions).where(eq(transactions.id, created.id)).for("update");
        locked.resolve();
        await released.promise;
      });
      await locked.promise;
      const again = create({ externalId: known }, known);
      const fresh = create({ externalId: other }, other);
      assert.equal((await fresh.finally(released.resolve)).replayed, false);
      await paying;
      assert.equal((await again).created.id, created.id);
    },
  );

  it("returns the response to an Idempotency-Key again, even after the transaction has ended", async () => {
    const key = randomUUID();
    const externalId = randomUUID();
    const first = await create({ externalId }, key);
    await test.services.transactions.cancel(apiKey, first.created.id);
    const again = await create({ externalId }, key);
    assert.equal(again.replayed, true);
    assert.deepEqual(again.created, first.created);
    await assert.rejects(create({ externalId, amount: 1 }, key), {
      code: "idempotency_key_reused",
    });
    test.clock.advance({ minutes: 24 * 60 });
    assert.equal((await create({ externalId }, key)).replayed, false);
  });

  it("returns the response to an Idempotency-Key again without its IBAN, and after the account closed", async () => {
    const own = await makeMerchant(test.services);
    const mine = eq(payees.accountId, own.accountId);
    const [stored] = await database().select().from(payees).where(mine);
    assert.ok(stored);
    const { iban } = stored;
    for (const payee of [undefined, { iban }]) {
      const request: CreateRequest = {
        apiKey: own.apiKey,
        input: { amount: 1250, currency: "EUR", externalId: randomUUID(), payee },
        idempotencyKey: randomUUID(),
      };
      const { create: send } = test.services.transactions;
      const first = await send(request);
      const isAnswered = async () => {
        assert.deepEqual(await send(request), { created: first.created, replayed: true });
      };
      const setClosed = (closedAt: Date | null) =>
        database().update(accounts).set({ closedAt }).where(eq(accounts.id, own.accountId));
      const isRefused = (code: string) =>
        assert.rejects(send({ ...request, idempotencyKey: randomUUID() }), { code });
      await database().delete(payees).where(mine);
      await isAnswered();
      await isRefused(payee ? "payee_not_confirmed" : "no_payee");
      await database().insert(payees).values(stored);
      await setClosed(test.clock.now());
      await isAnswered();
      await isRefused("account_closed");
      await setClosed(null);
    }
  });

  it("separates accounts and modes", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    const stranger = await makeMerchant(test.services);
    await assert.rejects(test.services.transactions.get(stranger.apiKey, transaction.id), {
      code: "not_found",
    });
    await assert.rejects(test.services.transactions.cancel(stranger.apiKey, transaction.id), {
      code: "not_found",
    });
    const live: ApiKey = { ...apiKey, mode: "live" };
    await assert.rejects(test.services.transactions.get(live, transaction.id), {
      code: "not_found",
    });
    const found = await test.services.transactions.list({
      accountId: stranger.accountId,
      mode: "test",
      limit: 10,
    });
    assert.deepEqual(found, []);
  });

  it("cancels once and keeps the outcome", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    const cancelled = await test.services.transactions.cancel(apiKey, transaction.id);
    assert.equal(cancelled.failureReason, "cancelled");
    const again = await test.services.transactions.cancel(apiKey, transaction.id);
    assert.deepEqual(again, cancelled);
  });

  it("expires due transactions and returns the next due time", async () => {
    const transaction = await makeTransaction(test.services, apiKey);
    test.clock.advance({ minutes: 30 });
    assert.ok((await test.services.transactions.expireDue(1000)) >= 1);
    const expired = await test.services.transactions.get(apiKey, transaction.id);
    assert.equal(expired.failureReason, "expired");
    const next = await makeTransaction(test.services, apiKey);
    assert.deepEqual(await test.services.transactions.nextExpiryAt(), next.expiresAt);
  });

  it("lists pages newest first without gaps", async () => {
    const own = await makeMerchant(test.services);
    const made: string[] = [];
    for (let index = 0; index < 5; index++)
      made.push((await makeTransaction(test.services, own.apiKey)).id);
    const page = (before?: string) =>
      test.services.transactions.list({ accountId: own.accountId, mode: "test", limit: 2, before });
    const ids: string[] = [];
    for (let rows = await page(); rows.length > 0; rows = await page(rows.at(-1)?.id)) {
      ids.push(...rows.map(({ id }) => id));
    }
    assert.deepEqual(ids, made.toReversed());
  });
});
