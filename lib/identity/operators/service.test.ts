import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { makeUser } from "#lib/testing/users.ts";

onDatabase("the operators", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });

  async function makePerson() {
    const email = `${crypto.randomUUID()}@pay.example`;
    const now = test.clock.now();
    const id = await database().transaction((tx) => makeUser(tx, now, { email }));
    return { id, email };
  }

  it("are granted and revoked by address, audited, and open sessions notice at once", async () => {
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
    const entries = (await audit.list({ limit: 100 })).filter(({ target }) => target === id);
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

  it("change in the caller's transaction", async () => {
    const { operators } = test.services;
    const { id } = await makePerson();
    const undone = database().transaction(async (tx) => {
      await operators.grant(tx, id, "system");
      assert.equal(await operators.has(tx, id), true);
      throw new Error("undo");
    });
    await assert.rejects(undone, /undo/);
    assert.equal(await operators.has(database(), id), false);
  });

  it("have a session that notes its second factor", async () => {
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
