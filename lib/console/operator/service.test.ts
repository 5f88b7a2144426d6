import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeDirectTransaction,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { events } from "#lib/webhooks/model/schema.ts";

const UNKNOWN = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";

onDatabase("the operator", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;

  before(() => {
    test = createTestServices(connection());
  });

  const overviewOf = async (accountId: string) =>
    (await test.services.operator.accounts()).find(({ id }) => id === accountId);
  const make = (input: Parameters<typeof makeTransaction>[2], apiKey: Merchant["apiKey"]) =>
    makeTransaction(test.services, apiKey, input);
  type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
  const reasonOf = async ({ apiKey }: Merchant, id: string) => {
    const { status, failureReason } = await test.services.transactions.get(apiKey, id);
    return [status, failureReason];
  };

  it("lists no account at first, then each with its active keys, payees and latest transaction", async () => {
    assert.deepEqual(await test.services.operator.accounts(), []);
    const first = await makeMerchant(test.services);
    const second = await makeMerchant(test.services, { mode: "live" });
    await make({}, first.apiKey);
    test.clock.advance({ minutes: 5 });
    const latest = await make({}, first.apiKey);
    await test.services.apiKeys.revoke(first.accountId, first.apiKey.id);
    await test.services.apiKeys.create({
      accountId: second.accountId,
      method: "web",
      mode: "test",
    });
    const [one, two] = await test.services.operator.accounts();
    assert.deepEqual([one?.id, two?.id], [first.accountId, second.accountId]);
    assert.deepEqual(one?.activeKeys, { live: 0, test: 2 });
    assert.deepEqual(two?.activeKeys, { live: 3, test: 1 });
    assert.deepEqual([one?.lastTransactionAt, two?.lastTransactionAt], [latest.createdAt, null]);
    assert.deepEqual(
      one?.payees.map(({ iban, name, isPrimary }) => [iban, name, isPrimary]),
      [["NL91ABNA0417164300", "Corner Books", true]],
    );
    const live = await make({}, second.apiKey);
    assert.deepEqual((await overviewOf(second.accountId))?.lastTransactionAt, live.createdAt);
  });

  it("closes an account: keys and JWTs end, pending transactions are cancelled and reported", async () => {
    const merchant = await makeMerchant(test.services, {
      callbackUrl: "http://127.0.0.1:9/hook",
    });
    const bystander = await makeMerchant(test.services);
    const { accountId, keys, apiKey } = merchant;
    const web = await make({}, apiKey);
    const direct = await makeDirectTransaction(test.services, apiKey);
    const other = await make({}, bystander.apiKey);
    assert.deepEqual(await test.services.operator.close(accountId), {
      wasOpen: true,
      keysRevoked: 3,
      cancelled: 2,
      open: 0,
      reported: 0,
    });
    for (const key of Object.values(keys)) {
      assert.equal(await test.services.apiKeys.authenticate(key), undefined);
    }
    assert.equal(await test.services.tokens.verify(direct.jwt), undefined);
    for (const { id } of [web, direct.transaction]) {
      assert.deepEqual(await reasonOf(merchant, id), ["failed", "cancelled"]);
    }
    const reported = await database().select().from(events).where(eq(events.accountId, accountId));
    assert.equal(reported.length, 2);
    assert.deepEqual((await overviewOf(accountId))?.closedAt, test.clock.now());
    assert.deepEqual(await reasonOf(bystander, other.id), ["pending", null]);
    assert.ok(await test.services.apiKeys.authenticate(bystander.keys.web));
    const [entry, ...others] = await test.services.audit.list({ accountId, limit: 10 });
    assert.deepEqual(
      [entry?.action, entry?.target, entry?.details],
      ["account.closed", accountId, { keysRevoked: 3 }],
    );
    assert.deepEqual(
      others.map(({ action }) => action),
      [
        "webhook_endpoint.created",
        ...Array.from({ length: 3 }, () => "api_key.created"),
        "account.created",
      ],
    );
  });

  it("can close an account again without a change", async () => {
    const { accountId } = await makeMerchant(test.services);
    await test.services.operator.close(accountId);
    const closedAt = (await overviewOf(accountId))?.closedAt;
    test.clock.advance({ minutes: 1 });
    const again = await test.services.operator.close(accountId);
    assert.deepEqual(again, { wasOpen: false, keysRevoked: 0, cancelled: 0, open: 0, reported: 0 });
    assert.deepEqual((await overviewOf(accountId))?.closedAt, closedAt);
    const entries = await test.services.audit.list({ accountId, limit: 10 });
    assert.equal(entries.filter(({ action }) => action === "account.closed").length, 1);
  });

  it("leaves a payment to the bank that may execute it, and reports its outcome", async () => {
    const own = createTestServices(connection());
    const merchant = await makeMerchant(own.services);
    const approved = await makeTransaction(own.services, merchant.apiKey);
    await startAttempt(own.services, approved);
    own.bank.decide("succeeded");
    const silent = await makeTransaction(own.services, merchant.apiKey);
    await startAttempt(own.services, silent);
    own.bank.setDown(true);
    const closing = await own.services.operator.close(merchant.accountId);
    assert.deepEqual([closing.cancelled, closing.open], [0, 2]);
    own.bank.setDown(false);
    own.clock.advance({ minutes: 60 });
    await own.services.attempts.pollDue();
    assert.deepEqual(await reasonOf(merchant, approved.id), ["succeeded", null]);
    assert.deepEqual(await reasonOf(merchant, silent.id), ["failed", "cancelled"]);
    const { accountId } = merchant;
    const reported = await database().select().from(events).where(eq(events.accountId, accountId));
    assert.deepEqual(reported.map(({ type }) => type).sort(), [
      "transaction.failed",
      "transaction.succeeded",
    ]);
  });

  it("keeps a payment with a reported transfer until a member decides", async () => {
    const merchant = await makeMerchant(test.services);
    const { accountId, apiKey } = merchant;
    await test.services.accounts.setTakesTransfers(accountId, true, "operator");
    const reported = await make({}, apiKey);
    await test.services.transfers.reportSent(reported.reference);
    const untold = await make({}, apiKey);
    const { cancelled, open, reported: count } = await test.services.operator.close(accountId);
    assert.deepEqual([cancelled, open, count], [1, 0, 1]);
    assert.deepEqual(await reasonOf(merchant, untold.id), ["failed", "cancelled"]);
    assert.deepEqual(await reasonOf(merchant, reported.id), ["processing", null]);
    await test.services.transfers.markNotReceived(accountId, reported.id, "operator");
    assert.deepEqual(await reasonOf(merchant, reported.id), ["failed", "expired"]);
  });

  it("refuses new transactions of a closed account with any key", async () => {
    const { accountId, apiKey } = await makeMerchant(test.services);
    await test.services.operator.close(accountId);
    // Like a request that was authenticated before the account closed.
    await assert.rejects(make({}, apiKey), { code: "account_closed" });
    assert.equal((await overviewOf(accountId))?.lastTransactionAt, null);
  });

  it("leaves no transaction pending, even if created during closing", async () => {
    const merchant = await makeMerchant(test.services);
    const { accountId, apiKey } = merchant;
    const creations = Array.from({ length: 12 }, () => make({}, apiKey));
    const results = Promise.allSettled(creations);
    await test.services.operator.close(accountId);
    for (const result of await results) {
      if (result.status === "fulfilled") {
        assert.deepEqual(await reasonOf(merchant, result.value.id), ["failed", "cancelled"]);
      } else assert.equal(result.reason.code, "account_closed");
    }
  });

  it("gets an error for an unknown account", async () => {
    await assert.rejects(test.services.operator.close(UNKNOWN), {
      code: "not_found",
      message: `There is no account ${UNKNOWN}`,
    });
  });
});

onDatabase("the operator's lists", (_database, connection) => {
  it("find accounts by name or id in pages, and list waiting IBANs", async () => {
    const { services } = createTestServices(connection());
    const first = await makeMerchant(services);
    const second = await makeMerchant(services);
    await services.accounts.rename(second.accountId, "100% Books_", "operator");
    const find = async (wanted: Parameters<typeof services.operator.searchAccounts>[0]) =>
      (await services.operator.searchAccounts(wanted)).map(({ id }) => id);
    assert.deepEqual(await find({ limit: 1 }), [first.accountId]);
    assert.deepEqual(await find({ limit: 1, after: first.accountId }), [second.accountId]);
    assert.deepEqual(await find({ limit: 9, search: "0% book" }), [second.accountId]);
    assert.deepEqual(await find({ limit: 9, search: "1%B" }), []);
    assert.deepEqual(await find({ limit: 9, search: first.accountId }), [first.accountId]);
    assert.deepEqual(await find({ limit: 9, isWhitelisted: true }), []);
    await services.accounts.setEmailWhitelisted(first.accountId, true);
    assert.deepEqual(await find({ limit: 9, isWhitelisted: true }), [first.accountId]);

    const { accountId } = first;
    const iban = "DE89370400440532013000";
    await services.accounts.proposePayee({ accountId, iban, holder: "Corner Books Ltd" }, "system");
    const waiting = await services.operator.waitingPayees({ limit: 9 });
    assert.deepEqual(
      waiting.map(({ payee, accountName }) => [payee.accountId, payee.iban, accountName]),
      [[accountId, iban, "Corner Books"]],
    );
    const name = "Corner Books Ltd";
    await services.accounts.confirmPayee({ accountId, iban, name, isPrimary: false }, "usr_1");
    assert.deepEqual(await services.operator.waitingPayees({ limit: 9 }), []);
    const account = await services.operator.account(accountId);
    assert.deepEqual([account?.activeKeys.test, account?.payees.length], [3, 2]);
    assert.equal(await services.operator.account(UNKNOWN), undefined);

    await services.operator.close(accountId, "usr_1");
    const [entry] = await services.audit.list({ accountId, limit: 1 });
    assert.deepEqual([entry?.action, entry?.actor], ["account.closed", "usr_1"]);
  });

  it("show the jobs and their queues", async () => {
    const { services, clock } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services, { callbackUrl: "http://127.0.0.1:9/hook" });
    await makeTransaction(services, apiKey);
    clock.advance({ minutes: 31 });
    const { queues, exhausted } = await services.operator.jobs();
    const due = Object.fromEntries(queues.map(({ name, waiting }) => [name, waiting]));
    assert.deepEqual(due, { deliveries: 0, failing_deliveries: 0, polls: 0, expiries: 1 });
    assert.equal(exhausted, 0);
  });
});
