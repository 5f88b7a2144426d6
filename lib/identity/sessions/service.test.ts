import assert from "node:assert/strict";
import { before, beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import { members, sessions, users } from "#lib/identity/model/schema.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { Services } from "#lib/services/index.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import type { FakeClock } from "#lib/testing/fake-clock.ts";
import { SESSION_SECONDS } from "./session.ts";

const DAY = 24 * 60;

onBothDatabases("sessions of the console", (database, connection) => {
  let services: Services;
  let clock: FakeClock;
  let userId: `usr_${string}`;
  before(() => {
    ({ services, clock } = createTestServices(connection()));
  });
  beforeEach(async () => {
    userId = await makeUser();
  });

  async function makeUser() {
    const id = newId("usr");
    const now = clock.now();
    const email = `${id}@shop.example`;
    await database().insert(users).values({
      id,
      email,
      name: "Ada",
      passwordHash: "x",
      passwordChangedAt: now,
      createdAt: now,
    });
    return id;
  }

  async function join(accountId: string, role: "owner" | "viewer" = "owner") {
    await database().insert(members).values({ accountId, userId, role, createdAt: clock.now() });
    clock.advance({ ms: 1 });
  }

  const open = async (options: { isComplete?: boolean; of?: string; userAgent?: string } = {}) => {
    const { isComplete = true, of = userId, userAgent = "test" } = options;
    return (await services.sessions.open({ userId: of, userAgent, isComplete })).id;
  };
  const find = (id: string) => services.sessions.find(id);
  const mustFind = async (id: string) => {
    const session = await find(id);
    assert.ok(session);
    return session;
  };

  it("know their user, account and role", async () => {
    const { accountId } = await makeMerchant(services);
    await join(accountId, "viewer");
    const session = await mustFind(await open());
    assert.deepEqual(session.user, {
      id: userId,
      email: `${userId}@shop.example`,
      name: "Ada",
      hasTotp: false,
    });
    assert.equal(session.membership?.account.id, accountId);
    assert.equal(session.membership?.role, "viewer");
    assert.equal(session.isComplete, true);
  });

  it("use a membership from the provider only if they began there", async () => {
    const { accountId } = await makeMerchant(services);
    await join(accountId);
    await database().update(members).set({ isMapped: true }).where(eq(members.userId, userId));
    const opened = { userId, userAgent: null, isComplete: true };
    const { id: own } = await services.sessions.open(opened);
    const { id: begunThere } = await services.sessions.open({ ...opened, isFromProvider: true });
    assert.equal((await mustFind(own)).membership, undefined);
    assert.equal((await mustFind(begunThere)).membership?.account.id, accountId);
  });

  it("are found by their own id only", async () => {
    await open();
    for (const id of ["", "ses_", newId("ses"), "' or 1=1 --"])
      assert.equal(await find(id), undefined);
  });

  it("have no account without a membership, and follow changes of a role at once", async () => {
    const id = await open();
    assert.equal((await mustFind(id)).membership, undefined);
    const { accountId } = await makeMerchant(services);
    await join(accountId);
    const second = await open();
    await database().update(members).set({ role: "viewer" }).where(eq(members.userId, userId));
    assert.equal((await mustFind(second)).membership?.role, "viewer");
    await database().delete(members).where(eq(members.userId, userId));
    assert.equal((await mustFind(second)).membership, undefined);
  });

  it("end after a week without use", async () => {
    const id = await open();
    clock.advance({ minutes: 7 * DAY - 1 });
    await mustFind(id);
    clock.advance({ minutes: 7 * DAY - 1 });
    await mustFind(id);
    clock.advance({ minutes: 7 * DAY });
    assert.equal(await find(id), undefined);
    assert.deepEqual(await services.sessions.list(userId), []);
  });

  it("end after 30 days, however often used", async () => {
    const id = await open();
    for (let day = 0; day < 29; day++) {
      clock.advance({ minutes: DAY });
      await mustFind(id);
    }
    clock.advance({ seconds: SESSION_SECONDS - 29 * DAY * 60 - 1 });
    await mustFind(id);
    clock.advance({ seconds: 1 });
    assert.equal(await find(id), undefined);
  });

  it("without the second step are marked, and end after 15 minutes", async () => {
    const left = await open({ isComplete: false });
    const taken = await open({ isComplete: false });
    assert.equal((await mustFind(left)).isComplete, false);
    clock.advance({ minutes: 14 });
    await services.sessions.complete(taken);
    assert.equal((await mustFind(taken)).isComplete, true);
    clock.advance({ minutes: 1 });
    assert.equal(await find(left), undefined);
    clock.advance({ minutes: 3 * DAY });
    await mustFind(taken);
  });

  it("are limited to 50 per user: the longest unseen ends, among complete ones", async () => {
    const other = await open({ of: await makeUser() });
    const oldest = await open();
    clock.advance({ minutes: 2 });
    const all = [await open()];
    while (all.length < 49) all.push(await open());
    clock.advance({ minutes: 2 });
    const half = [await open({ isComplete: false }), await open({ isComplete: false })];
    await mustFind(all[0] ?? "");
    await mustFind(oldest);
    clock.advance({ minutes: 2 });
    await services.sessions.complete(half[0] ?? "");
    assert.equal(await find(all[1] ?? ""), undefined, "seen before all others");
    await open();
    assert.equal(await find(all[2] ?? ""), undefined);
    for (const id of [oldest, other, all[0], all[3], ...half]) await mustFind(id ?? "");
    const list = await services.sessions.list(userId);
    assert.equal(list.filter(({ isComplete }) => isComplete).length, 50);
  });

  it("that are revoked stay revoked from the next request on", async () => {
    const id = await open();
    assert.equal(await services.sessions.revoke(userId, id), true);
    assert.equal(await find(id), undefined);
    assert.equal(await services.sessions.revoke(userId, id), false);
    await assert.rejects(services.sessions.complete(id), { code: "signed_out" });
    assert.equal(await find(id), undefined);
  });

  it("are revoked by their own user only", async () => {
    const id = await open();
    const other = await makeUser();
    assert.equal(await services.sessions.revoke(other, id), false);
    await services.sessions.revokeOthers(other, id);
    await database().transaction((tx) => services.sessions.revokeAll(tx, other));
    await mustFind(id);
    assert.deepEqual(await services.sessions.list(other), []);
  });

  it("can all be revoked but one, with their number", async () => {
    const over = await open({ isComplete: false });
    clock.advance({ minutes: 15 });
    const kept = await open();
    const others = [await open(), await open(), await open({ isComplete: false })];
    await services.sessions.revoke(userId, others[0] ?? "");
    assert.equal(await services.sessions.revokeOthers(userId, kept), 2);
    for (const id of [over, ...others]) assert.equal(await find(id), undefined);
    await mustFind(kept);
    assert.equal(await services.sessions.revokeOthers(userId, kept), 0);
  });

  it("are revoked in the caller's transaction or not at all", async () => {
    const ids = [await open(), await open()];
    const { sessions: service } = services;
    const undone = database().transaction(async (tx) => {
      assert.equal(await service.revokeAll(tx, userId), 2);
      throw new Error("undone");
    });
    await assert.rejects(undone, /undone/);
    for (const id of ids) await mustFind(id);
    await database().transaction((tx) => service.revokeAll(tx, userId, ids[0]));
    await mustFind(ids[0] ?? "");
    assert.equal(await find(ids[1] ?? ""), undefined);
  });

  it("switch to another account of their user only", async () => {
    const [first, second, foreign] = [
      (await makeMerchant(services)).accountId,
      (await makeMerchant(services)).accountId,
      (await makeMerchant(services)).accountId,
    ];
    await join(first);
    await join(second, "viewer");
    const id = await open();
    const beside = await open();
    const lookedAt = async (session = id) => (await mustFind(session)).membership?.account.id;
    assert.equal(await lookedAt(), first);
    await services.sessions.switchAccount(await mustFind(id), second);
    assert.deepEqual([await lookedAt(), await lookedAt(beside)], [second, first]);
    for (const accountId of [foreign, "acct_nothing", ""]) {
      const switched = services.sessions.switchAccount(await mustFind(id), accountId);
      await assert.rejects(switched, { code: "not_found" });
    }
    assert.equal(await lookedAt(), second);
  });

  it("are listed last seen first, with their browser", async () => {
    const first = await open({ userAgent: "first" });
    clock.advance({ minutes: 1 });
    const second = await open({ userAgent: "x".repeat(1000), isComplete: false });
    clock.advance({ minutes: 1 });
    const openedAt = (await mustFind(first)).createdAt;
    const list = await services.sessions.list(userId);
    assert.deepEqual(
      list.map(({ id, isComplete }) => ({ id, isComplete })),
      [
        { id: first, isComplete: true },
        { id: second, isComplete: false },
      ],
    );
    assert.deepEqual(list[0]?.lastSeenAt, clock.now());
    assert.deepEqual(list[0]?.createdAt, openedAt);
    assert.deepEqual([list[0]?.userAgent, list[1]?.userAgent?.length], ["first", 300]);
    assert.deepEqual(Object.keys(list[0] ?? {}).sort(), [
      "createdAt",
      "id",
      "isComplete",
      "lastSeenAt",
      "userAgent",
    ]);
  });

  it("are deleted a month after their end, not before", async () => {
    const revoked = await open();
    await services.sessions.revoke(userId, revoked);
    const stored = async () =>
      (await database().select().from(sessions).where(eq(sessions.userId, userId))).map(
        ({ id }) => id,
      );
    clock.advance({ minutes: 30 * DAY - 1 });
    const alive = await open();
    await services.sessions.purge();
    assert.deepEqual((await stored()).sort(), [revoked, alive].sort());
    clock.advance({ minutes: 2 });
    assert.ok((await services.sessions.purge()) >= 1);
    assert.deepEqual(await stored(), [alive]);
  });

  it("are not completed once they have ended", async () => {
    const [late, ended] = [await open({ isComplete: false }), await open({ isComplete: false })];
    await services.sessions.revoke(userId, ended);
    await assert.rejects(services.sessions.complete(ended), { code: "signed_out" });
    clock.advance({ minutes: 15 });
    await assert.rejects(services.sessions.complete(late), { code: "signed_out" });
    assert.deepEqual([await find(late), await find(ended)], [undefined, undefined]);
  });
});
