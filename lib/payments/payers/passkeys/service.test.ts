import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { eq } from "drizzle-orm";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import { payerPasskeys } from "#lib/payments/model/payers.schema.ts";
import { maskEmail } from "#lib/platform/values/email.ts";
import { createAuthenticator } from "#lib/testing/authenticator.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { makeTransaction } from "#lib/testing/factories.ts";
import { createTestPayers } from "#lib/testing/payers.ts";

const DAY = 24 * 60;
const FAILED = { code: "passkey_failed" };

onBothDatabases("a payer's passkey", (database, connection) => {
  const siteOf = ({ services }: ReturnType<typeof createTestPayers>) => {
    const { origin, hostname } = new URL(services.env.PAYER_APP_URL);
    return { origin, rpId: hostname };
  };

  /** Verified by a code. */
  async function verify(test: ReturnType<typeof createTestPayers>, email: string) {
    const { transaction, session } = await test.openWeb();
    await test.payers.sendCode({ sessionId: session.id, email, locale: "en" });
    await test.payers.checkCode({ sessionId: session.id, code: test.lastCode() });
    return { transaction, sessionId: session.id, browserId: newBrowserId() };
  }

  async function register(test = createTestPayers(connection())) {
    const { passkeys } = test.payers;
    const email = `ada-${randomUUID()}@shop.example`;
    const place = await verify(test, email);
    const authenticator = createAuthenticator(siteOf(test));
    const { challenge } = await passkeys.creationOptions(place);
    const response = authenticator.register(challenge);
    const deviceId = await passkeys.register({ ...place, response });
    return { ...test, passkeys, email, authenticator, place, response, deviceId };
  }

  /** Another order, in another browser. */
  async function visit(test: ReturnType<typeof createTestPayers>) {
    const { transaction } = await test.openWeb();
    const place = { transaction, browserId: newBrowserId() };
    const { challenge } = await test.payers.passkeys.requestOptions(place);
    return { ...place, challenge };
  }

  it("is created with user verification, for the payer's host, without the address in its handle", async () => {
    const test = createTestPayers(connection());
    const { passkeys } = test.payers;
    const email = `ada-${randomUUID()}@shop.example`;
    const place = await verify(test, email);
    const options = await passkeys.creationOptions(place);
    assert.equal(options.rp.id, siteOf(test).rpId);
    assert.equal(options.user.name, email);
    assert.equal(options.authenticatorSelection?.residentKey, "required");
    assert.equal(options.authenticatorSelection?.userVerification, "required");
    assert.equal(Buffer.from(options.user.id, "base64url").length, 32);
    assert.deepEqual(options.excludeCredentials, []);
    const { challenge, ...again } = await passkeys.creationOptions(await verify(test, email));
    assert.equal(again.user.id, options.user.id, "a second passkey replaces the first");
    assert.notEqual(challenge, options.challenge);

    const request = await passkeys.requestOptions(place);
    assert.equal(request.userVerification, "required");
    assert.deepEqual(request.allowCredentials ?? [], []);
  });

  it("verifies its payer in another browser, for another order", async () => {
    const { authenticator, deviceId, email, ...test } = await register();
    const { challenge, ...place } = await visit(test);
    const response = authenticator.signIn(challenge, "any");
    const signedIn = await test.passkeys.signIn({ ...place, response });
    assert.equal(signedIn.deviceId, deviceId);
    assert.equal(signedIn.isOnDevice, true);
    const session = await test.payers.session(signedIn.opened.id, place.transaction.reference);
    assert.equal(session?.verifiedBy, "device");
    assert.equal(session?.maskedEmail, maskEmail(email));
  });

  it("on a phone does not remember the computer", async () => {
    const { authenticator, ...test } = await register();
    const { challenge, ...place } = await visit(test);
    const response = authenticator.signIn(challenge, "any", { attachment: "cross-platform" });
    assert.equal((await test.passkeys.signIn({ ...place, response })).isOnDevice, false);
  });

  for (const [name, wrong] of Object.entries({
    "of another site": { origin: "https://evil.example" },
    "for another host": { rpId: "evil.example" },
    "without the payer's finger, face or screen lock": { isUserVerified: false },
  })) {
    it(`is refused ${name}`, async () => {
      const { authenticator, ...test } = await register();
      const { challenge, ...place } = await visit(test);
      const bad = authenticator.signIn(challenge, "any", wrong);
      await assert.rejects(test.passkeys.signIn({ ...place, response: bad }), FAILED);
      const good = authenticator.signIn(challenge, "any");
      await test.passkeys.signIn({ ...place, response: good });

      const another = await verify(test, test.email);
      const options = await test.passkeys.creationOptions(another);
      const added = createAuthenticator(siteOf(test));
      const response = added.register(options.challenge, wrong);
      await assert.rejects(test.passkeys.register({ ...another, response }), FAILED);
      const right = added.register(options.challenge);
      await test.passkeys.register({ ...another, response: right });
    });
  }

  it("is valid for one order, in one browser, for one purpose", async () => {
    const { authenticator, ...test } = await register();
    const { challenge, ...place } = await visit(test);
    const response = authenticator.signIn(challenge, "any");
    const other = await visit(test);
    const signIn = (at: typeof place) => test.passkeys.signIn({ ...at, response });
    await assert.rejects(signIn({ ...place, transaction: other.transaction }), FAILED);
    await assert.rejects(signIn({ ...place, browserId: other.browserId }), FAILED);
    await signIn(place);

    const at = await verify(test, test.email);
    const added = createAuthenticator(siteOf(test));
    const { challenge: toSignIn } = await test.passkeys.requestOptions(at);
    const { challenge: toRegister } = await test.passkeys.creationOptions(at);
    const add = (text: string, browserId = at.browserId) =>
      test.passkeys.register({ ...at, browserId, response: added.register(text) });
    await assert.rejects(add(toSignIn), FAILED);
    await assert.rejects(add(toRegister, newBrowserId()), FAILED);
    await add(toRegister);
    const mixedUp = authenticator.signIn(toRegister, "any");
    await assert.rejects(test.passkeys.signIn({ ...at, response: mixedUp }), FAILED);
  });

  it("is refused with a stranger's signature or another id", async () => {
    const { authenticator, ...test } = await register();
    const { challenge, ...place } = await visit(test);
    const stranger = createAuthenticator(siteOf(test)).signIn(challenge, "any");
    const { id, rawId } = authenticator.signIn(challenge, "any");
    for (const response of [stranger, { ...stranger, id, rawId }]) {
      await assert.rejects(test.passkeys.signIn({ ...place, response }), FAILED);
    }
  });

  it("ends with its device: forgotten, or unseen for 180 days", async () => {
    const { authenticator, deviceId, clock, ...test } = await register();
    const rows = () => database().$count(payerPasskeys, eq(payerPasskeys.deviceId, deviceId));
    clock.advance({ minutes: 179 * DAY });
    const seen = await visit({ ...test, clock });
    const first = authenticator.signIn(seen.challenge, "any");
    await test.passkeys.signIn({ ...seen, response: first });
    clock.advance({ minutes: 179 * DAY });
    await test.purge();
    assert.equal(await rows(), 1, "each use counts as seen");
    clock.advance({ minutes: 2 * DAY });
    const late = await visit({ ...test, clock });
    const second = authenticator.signIn(late.challenge, "any");
    await assert.rejects(test.passkeys.signIn({ ...late, response: second }), FAILED);
    await test.purge();
    assert.equal(await rows(), 0);

    const other = await register();
    const { challenge, ...place } = await visit(other);
    const response = other.authenticator.signIn(challenge, "any");
    await other.passkeys.signIn({ ...place, response });
    await other.payers.forget(other.deviceId);
    await assert.rejects(other.passkeys.signIn({ ...place, response }), FAILED);
  });

  it("is refused after a copy was used, also in parallel", async () => {
    const { authenticator, ...test } = await register();
    const use = async (counter: number) => {
      const { challenge, ...place } = await visit(test);
      authenticator.setCounter(counter);
      return { ...place, response: authenticator.signIn(challenge, "any") };
    };
    await test.passkeys.signIn(await use(5));
    await assert.rejects(test.passkeys.signIn(await use(5)), FAILED);
    await assert.rejects(test.passkeys.signIn(await use(4)), FAILED);
    const copied = await use(6);
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => test.passkeys.signIn(copied)),
    );
    assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
    await test.passkeys.signIn(await use(8));
  });

  it("is created once, after a code, for a payable order", async () => {
    const { place, response, ...test } = await register();
    await assert.rejects(test.passkeys.register({ ...place, response }), FAILED);

    const { session } = await test.openWeb();
    const unverified = { sessionId: session.id, browserId: newBrowserId() };
    const denied = { code: "payer_not_verified" };
    await assert.rejects(test.passkeys.creationOptions(unverified), denied);
    await assert.rejects(test.passkeys.register({ ...unverified, response }), denied);
    // A device that is remembered already needs none.
    const { challenge, ...at } = await visit(test);
    const signed = test.authenticator.signIn(challenge, "any");
    const { opened } = await test.passkeys.signIn({ ...at, response: signed });
    await assert.rejects(
      test.passkeys.creationOptions({ sessionId: opened.id, browserId: at.browserId }),
      denied,
    );
  });

  it("is not created for an ended order", async () => {
    const test = createTestPayers(connection());
    const { passkeys } = test.payers;
    const place = await verify(test, `ada-${randomUUID()}@shop.example`);
    const { challenge } = await passkeys.creationOptions(place);
    const response = createAuthenticator(siteOf(test)).register(challenge);
    test.clock.advance({ minutes: 2 * DAY });
    const ended = { code: "transaction_final" };
    await assert.rejects(passkeys.register({ ...place, response }), ended);
    test.clock.advance({ minutes: -2 * DAY });
    await passkeys.register({ ...place, response });
  });

  it("opens no ended order", async () => {
    const { authenticator, clock, services, ...test } = await register();
    const { challenge, ...place } = await visit({ ...test, clock, services });
    const response = authenticator.signIn(challenge, "any");
    await test.passkeys.signIn({ ...place, response });
    const transaction = { ...place.transaction, status: "failed" as const };
    await assert.rejects(test.passkeys.signIn({ ...place, transaction, response }), {
      code: "transaction_final",
    });
    clock.advance({ minutes: 2 * DAY });
    await assert.rejects(test.passkeys.signIn({ ...place, response }), {
      code: "transaction_final",
    });
  });

  it("is refused if the merchant vouches for another payer", async () => {
    const { authenticator, services, email, ...test } = await register();
    const { apiKey } = await test.openWeb();
    await services.accounts.setEmailWhitelisted(apiKey.accountId, true);
    const named = async (address: string) => {
      const payer = { email: address };
      const transaction = await makeTransaction(services, apiKey, { payer });
      const place = { transaction, browserId: newBrowserId() };
      const { challenge } = await test.passkeys.requestOptions(place);
      const response = authenticator.signIn(challenge, "any");
      return test.passkeys.signIn({ ...place, response });
    };
    await assert.rejects(named("zoe@shop.example"), FAILED);
    await named(email.toUpperCase());
  });
});
