import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { after, before, beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { feeds, receivedTransfers } from "#lib/payments/model/transfers.schema.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeTransaction } from "#lib/testing/factories.ts";
import { type RevolutSimulator, startRevolut } from "#lib/testing/revolut-simulator.ts";

const IBAN = "NL91ABNA0417164300";
const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";
const DAY_MINUTES = 24 * 60;

onDatabase("the consent and the list of Revolut", (database, connection) => {
  const lines: string[] = [];
  let revolut: RevolutSimulator;
  let now = () => new Date();
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;

  before(async () => {
    revolut = await startRevolut({ now: () => now() });
  });
  after(() => revolut.close());

  beforeEach(async () => {
    test = createTestServices(
      connection(),
      { FEED_SIMULATOR_URL: revolut.url },
      undefined,
      createLogger("debug", { write: (line) => void lines.push(line) }),
    );
    now = test.clock.now;
    for (const list of [revolut.transactions, revolut.requests, revolut.faults, lines]) {
      list.length = 0;
    }
    // Of the tests before.
    await database().update(feeds).set({ retiredAt: now(), nextReadAt: null });
    merchant = await makeMerchant(test.services);
    await test.services.accounts.setTakesTransfers(merchant.accountId, true, "operator");
  });

  const owner = () => ({ accountId: merchant.accountId, mode: "test" as const });
  const prepare = () => test.services.feeds.prepareConsent(owner(), IBAN, ACTOR);
  const listed = async () => (await test.services.feeds.list(owner()))[0] ?? assert.fail();
  const consentOf = async () => (await listed()).consent ?? assert.fail();
  /** As far as Revolut's redirect. */
  const consent = async (id: string) => {
    const clientId = revolut.register(await consentOf());
    await test.services.feeds.setClientId(merchant.accountId, id, clientId);
    return again();
  };
  const again = async () => {
    const back = revolut.consent((await consentOf()).url ?? assert.fail());
    return back.searchParams.get("code") ?? assert.fail();
  };
  const finish = (id: string, code: string, accountId = merchant.accountId) =>
    test.services.feeds.finishConsent(accountId, id, code, ACTOR);
  const connect = async () => {
    const id = await prepare();
    await finish(id, await consent(id));
    return id;
  };
  const read = async (minutes = 0) => {
    test.clock.advance({ minutes });
    const begun = await test.services.feeds.beginDue();
    await Promise.all(begun);
    return begun.length;
  };
  const isPaid = async ({ id }: { id: string }) =>
    (await test.services.transactions.findById(id))?.status === "succeeded";
  const order = () => makeTransaction(test.services, merchant.apiKey);
  const refused = (attempt: Promise<unknown>, message: string) =>
    assert.rejects(attempt, (error: { fields?: { message: string }[] }) => {
      assert.equal(error.fields?.[0]?.message, message);
      return true;
    });

  it("shows a certificate of its own key, asks only to read, and reads after the consent alone", async () => {
    const id = await prepare();
    const { certificate, redirectUri, url } = await consentOf();
    const parsed = new X509Certificate(certificate);
    assert.ok(parsed.verify(parsed.publicKey) && parsed.validToDate > parsed.validFromDate);
    assert.equal(parsed.publicKey.asymmetricKeyDetails?.modulusLength, 2048);
    assert.ok(redirectUri.endsWith(`/console/settings/feeds/consent/${id}`));
    assert.equal(url, undefined);
    await test.services.feeds.readNow(merchant.accountId, id);
    assert.equal(await read(), 0);
    const code = await consent(id);
    const asked = new URL((await consentOf()).url ?? "");
    assert.deepEqual(
      [asked.host, asked.searchParams.get("scope"), asked.searchParams.get("redirect_uri")],
      ["sandbox-business.revolut.com", "READ", redirectUri],
    );
    assert.equal(await read(), 0);
    await finish(id, code);
    assert.equal(await read(), 1);
    assert.equal((await listed()).lastError, null);
  });

  it("refuses another key's client, used codes, other accounts and second feeds", async () => {
    const id = await prepare();
    await refused(prepare(), "feed_known");
    await refused(
      test.services.feeds.prepareConsent(owner(), "DE89370400440532013000", ACTOR),
      "feed_iban",
    );
    const { setClientId, find } = test.services.feeds;
    await refused(finish(id, "code-before-the-client-id"), "feed_consent_denied");
    await refused(setClientId(merchant.accountId, id, "two words"), "feed_secret");
    await refused(finish(id, "line\nbreak"), "feed_secret");
    const code = await consent(id);
    const stranger = await makeMerchant(test.services);
    for (const attempt of [
      () => finish(id, code, stranger.accountId),
      () => setClientId(stranger.accountId, id, "client"),
      () => find(stranger.accountId, id),
      () => find(merchant.accountId, "../feeds"),
    ]) {
      await assert.rejects(attempt(), { code: "not_found" });
    }
    revolut.faults.push("lost");
    await refused(finish(id, code), "feed_consent_failed");
    await finish(id, code);
    await refused(finish(id, code), "feed_consent_denied");
    // Registered with another certificate.
    const other = revolut.register({
      ...(await consentOf()),
      certificate: (await makeOther()).certificate,
    });
    await setClientId(merchant.accountId, id, other);
    await refused(finish(id, await again()), "feed_consent_denied");
  });

  const makeOther = async () => {
    const { makeKeyPair } = await import("./key-pair.ts");
    return makeKeyPair("other.example", now());
  };

  it("uses a token for its forty minutes, also one that ends early", async () => {
    await connect();
    const asked = () => revolut.requests.filter((each) => each.includes("/auth/token")).length;
    const before = asked();
    for (let minute = 0; minute < 60; minute++) await read(1);
    assert.equal(asked() - before, 2);
    revolut.accessTokens.clear();
    const one = await order();
    revolut.book({ reference: one.transferReference });
    await read(1);
    assert.deepEqual([asked() - before, await isPaid(one)], [3, true]);
  });

  it("goes on after a revoked consent was given again", async () => {
    const id = await connect();
    await read();
    revolut.revoke();
    const one = await order();
    revolut.book({ reference: one.transferReference });
    await read(1);
    assert.equal((await listed()).lastError, "denied");
    await finish(id, await again());
    await read();
    assert.deepEqual([await isPaid(one), (await listed()).lastError], [true, null]);
  });

  it("counts money that was pending for weeks", async () => {
    await connect();
    const one = await order();
    const money = revolut.book({ reference: one.transferReference, state: "pending" });
    for (let day = 0; day < 20; day++) {
      revolut.book({ reference: "Rent" });
      await read(DAY_MINUTES);
    }
    revolut.change(money, { state: "completed" });
    await read(1);
    const rows = await database()
      .select()
      .from(receivedTransfers)
      .where(eq(receivedTransfers.accountId, merchant.accountId));
    assert.equal(rows.length, 1);
  });

  it("counts transfers of other customers, and none with a second own leg", async () => {
    await connect();
    const [one, other] = [await order(), await order()];
    revolut.book({ reference: one.transferReference, type: "transfer", counterparty: "revolut" });
    const own = revolut.book({ reference: other.transferReference, type: "transfer" });
    const [leg] = own.legs;
    if (leg) own.legs.push({ ...leg, account_id: revolut.accounts[0]?.id ?? "", amount: -12.5 });
    await read();
    assert.deepEqual([await isPaid(one), await isPaid(other)], [true, false]);
  });

  it("loses nothing at the end of a page, where times differ by less than a millisecond", async () => {
    const begun = now().getTime() - 60_000;
    const one = await order();
    for (let index = 0; index < 600; index++) {
      const created_at = new Date(begun + Math.floor(index / 10))
        .toISOString()
        .replace("Z", `${String(index % 10).padStart(3, "0")}Z`);
      // Page 1 ends with the one before.
      const reference = index === 100 ? one.transferReference : `Rent ${index}`;
      revolut.book({ created_at, reference });
    }
    revolut.book({ reference: "Rent" });
    await connect();
    await read();
    assert.equal(await isPaid(one), true);
  });

  it("begins again after a read that broke off", async () => {
    await connect();
    const one = await order();
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MINUTES * 60_000);
    revolut.book({ created_at: daysAgo(3).toISOString(), reference: one.transferReference });
    for (let index = 0; index < 500; index++) revolut.book({ reference: "Rent" });
    // The token, the accounts, the details of two, and a page.
    const earlier = Array.from({ length: 5 }, () => () => {});
    revolut.before.push(...earlier, () => revolut.faults.push("lost"));
    await read();
    assert.deepEqual([(await listed()).lastError, await isPaid(one)], ["unreachable", false]);
    await read(10);
    assert.equal(await isPaid(one), true);
  });

  it("says when no account has the IBAN, or an amount is none", async () => {
    await connect();
    const account = revolut.accounts[1] ?? assert.fail();
    account.ibans = ["FR1420041010050500013M02606"];
    await read();
    assert.equal((await listed()).lastError, "account_missing");
    account.ibans = [IBAN];
    const one = await order();
    const money = revolut.book({ reference: one.transferReference, amount: 12.505 });
    await read(10);
    assert.deepEqual([(await listed()).lastError, await isPaid(one)], ["unexpected_answer", false]);
    const [leg] = money.legs;
    if (leg) leg.amount = 12.5;
    await read(60);
    assert.equal(await isPaid(one), true);
  });

  it("takes a webhook while its secret is rotated", async () => {
    const id = await connect();
    const { setWebhookSecret, receiveWebhook } = test.services.feeds;
    await setWebhookSecret(merchant.accountId, id, revolut.webhookSecret, ACTOR);
    await read();
    const money = revolut.book();
    const rotated = revolut.webhook(money, { secrets: ["another-secret", revolut.webhookSecret] });
    assert.equal(await receiveWebhook(id, rotated), "taken");
    assert.equal(await read(), 1);
    rotated.headers.delete("revolut-request-timestamp");
    assert.equal(await receiveWebhook(id, rotated), "unsigned");
  });

  it("logs neither keys, codes nor tokens", async () => {
    const id = await prepare();
    const code = await consent(id);
    revolut.faults.push("html");
    await refused(finish(id, code), "feed_consent_failed");
    await finish(id, code);
    revolut.faults.push({ status: 500 });
    await read();
    await read(10);
    const log = lines.join("\n");
    assert.match(log, /a feed could not be read/);
    const tokens = [...revolut.refreshTokens.keys(), ...revolut.accessTokens.keys()];
    for (const secret of [code, ...tokens, "PRIVATE KEY", "client_assertion"]) {
      assert.ok(!log.includes(secret));
    }
  });
});
