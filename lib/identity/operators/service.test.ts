import assert from "node:assert/strict";
import { before, it } from "node:test";
import { Secret, TOTP } from "otpauth";
import { operators as operatorRows } from "#lib/identity/model/schema.ts";
import type { UserId } from "#lib/identity/model/user.ts";
import { createPasskeyService, type PasskeyService } from "#lib/identity/passkeys/service.ts";
import {
  createSecondFactorService,
  type SecondFactorService,
} from "#lib/identity/second-factors/service.ts";
import { createAuthenticator } from "#lib/testing/authenticator.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { makeUser } from "#lib/testing/users.ts";

const SITE = { origin: "https://pay.example", rpId: "pay.example" };

onDatabase("the operators", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let passkeys: PasskeyService;
  let secondFactors: SecondFactorService;
  before(() => {
    test = createTestServices(connection());
    const { limits, seal } = test.services;
    const demandPassword = async () => undefined;
    const deps = { db: database(), clock: test.clock, limits, seal, demandPassword };
    secondFactors = createSecondFactorService({ ...deps, issuer: "Bankside" });
    passkeys = createPasskeyService({
      ...deps,
      consoleUrl: `${SITE.origin}/console`,
      siteName: "Bankside",
      isOidcOnly: false,
    });
  });

  async function makePerson({ hasApp = true } = {}) {
    const email = `${crypto.randomUUID()}@pay.example`;
    const now = test.clock.now();
    const id = await database().transaction((tx) => makeUser(tx, now, { email }));
    if (hasApp) await addApp(id);
    return { id, email };
  }

  async function addApp(id: UserId): Promise<void> {
    await secondFactors.start(id, "", "ses");
    const { secret = "" } = (await secondFactors.pending(id, "ses")) ?? {};
    const timestamp = test.clock.now().getTime();
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
    await secondFactors.confirm(id, code, "ses");
  }

  /** Returns its id. */
  async function addPasskey(id: UserId): Promise<string> {
    const input = { name: "Laptop", password: "" };
    const { challenge } = await passkeys.startRegistration({ id, email: "", name: "" }, input);
    const response = createAuthenticator(SITE).register(challenge);
    return (await passkeys.finishRegistration(id, { name: "Laptop", response })).id;
  }

  it("are granted and revoked by address, audited, effective at once in open sessions", async () => {
    const { operators, sessions, audit } = test.services;
    const { id, email } = await makePerson();
    const session = await sessions.open({ userId: id, userAgent: null, isComplete: true });
    const isOne = async () => (await sessions.find(session.id))?.isOperator;
    assert.equal(await isOne(), false);
    assert.equal(await operators.change(email.toUpperCase(), "grant", "operator"), true);
    assert.equal(await operators.change(email, "grant", "operator"), false);
    assert.equal(await isOne(), true);
    assert.deepEqual(
      (await operators.list()).filter(({ userId }) => userId === id).map((one) => one.email),
      [email],
    );
    assert.equal(await operators.change(email, "revoke", id), true);
    assert.equal(await operators.change(email, "revoke", id), false);
    assert.equal(await isOne(), false);
    const entries = (await audit.list({ limit: 100 })).filter(
      ({ target, action }) => target === id && action.startsWith("operator."),
    );
    assert.deepEqual(
      entries.map(({ action, actor, accountId }) => [action, actor, accountId]),
      [
        ["operator.revoked", id, null],
        ["operator.granted", "operator", null],
      ],
    );
  });

  it("are users of the console", async () => {
    const change = test.services.operators.change("unknown@pay.example", "grant", "operator");
    await assert.rejects(change, { code: "not_found" });
  });

  it("need a second factor for the role", async () => {
    const { operators } = test.services;
    for (const add of [addApp, addPasskey]) {
      const { id, email } = await makePerson({ hasApp: false });
      await assert.rejects(operators.change(email, "grant", "operator"), {
        code: "invalid_request",
      });
      assert.equal(await operators.has(database(), id), false);
      await add(id);
      assert.equal(await operators.change(email, "grant", "operator"), true);
    }
  });

  it("lose the role with their last second factor only", async () => {
    const { operators, audit } = test.services;
    const { id, email } = await makePerson();
    await operators.change(email, "grant", "operator");
    const passkey = await addPasskey(id);
    await secondFactors.switchOff(id, "");
    assert.equal(await operators.has(database(), id), true);
    await passkeys.remove(id, passkey);
    assert.equal(await operators.has(database(), id), false);
    const [entry] = await audit.list({ limit: 1 });
    assert.deepEqual([entry?.action, entry?.actor, entry?.target], ["operator.revoked", id, id]);
    await addApp(id);
    assert.equal(await operators.has(database(), id), false);
    await operators.change(email, "grant", "operator");
    await secondFactors.switchOff(id, "");
    assert.equal(await operators.has(database(), id), false);
  });

  it("lose the role before a first factor that a password alone can add", async () => {
    const { operators } = test.services;
    for (const add of [addApp, addPasskey]) {
      const { id } = await makePerson({ hasApp: false });
      const row = { userId: id, grantedBy: "operator", createdAt: test.clock.now() };
      await database().insert(operatorRows).values(row);
      await add(id);
      assert.equal(await operators.has(database(), id), false);
    }
  });

  it("have a session that stores its second factor", async () => {
    const { sessions } = test.services;
    const { id: userId } = await makePerson();
    const open = async (options: { isComplete: boolean; hasSecondFactor?: boolean }) =>
      (await sessions.open({ userId, userAgent: null, ...options })).id;
    const usedAt = async (id: string) => (await sessions.find(id))?.secondFactorAt;
    const now = test.clock.now();
    const plain = await open({ isComplete: true });
    assert.equal(await usedAt(plain), null);
    await sessions.noteSecondFactor(plain);
    assert.deepEqual(await usedAt(plain), now);
    assert.deepEqual(await usedAt(await open({ isComplete: true, hasSecondFactor: true })), now);
    const twoSteps = await open({ isComplete: false });
    assert.equal(await usedAt(twoSteps), null);
    await sessions.complete(twoSteps);
    assert.deepEqual(await usedAt(twoSteps), now);
  });
});
