import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, beforeEach, it } from "node:test";
import fc from "fast-check";
import { ROLES, type Role } from "#lib/identity/model/roles.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { makeUser } from "#lib/testing/users.ts";

type UserId = `usr_${string}`;

onDatabase("members", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let accountId: string;
  let owner: UserId;
  before(() => {
    test = createTestServices(connection());
  });
  beforeEach(async () => {
    ({ accountId } = await makeMerchant(test.services));
    owner = await makeMember("owner");
  });

  async function makeMember(role: Role, account = accountId, name = "Ada"): Promise<UserId> {
    const email = `${randomUUID()}@shop.example`;
    return database().transaction(async (tx) => {
      const userId = await makeUser(tx, test.clock.now(), { email, name });
      await test.services.members.add(tx, { accountId: account, userId, role }, "operator");
      return userId;
    });
  }
  const rolesOf = async (account = accountId) =>
    new Map((await test.services.members.list(account)).map((each) => [each.userId, each.role]));
  const log = async () =>
    (await test.services.audit.list({ accountId, limit: 3 }))
      .filter(({ action }) => action !== "member.joined")
      .map(({ actor, action, target, details }) => ({ actor, action, target, details }));
  const signIn = (userId: string) =>
    test.services.sessions.open({ userId, userAgent: null, isComplete: true, accountId });

  it("are listed with name and address, oldest first, for one account", async () => {
    test.clock.advance({ minutes: 1 });
    const second = await makeMember("viewer", accountId, "Grace");
    const listed = await test.services.members.list(accountId);
    assert.deepEqual(
      listed.map(({ userId, name, role }) => [userId, name, role]),
      [
        [owner, "Ada", "owner"],
        [second, "Grace", "viewer"],
      ],
    );
    assert.match(listed[0]?.email ?? "", /@shop\.example$/);
    assert.deepEqual(listed[1]?.joinedAt, test.clock.now());
  });

  it("join once", async () => {
    const { members } = test.services;
    const again = database().transaction((tx) =>
      members.add(tx, { accountId, userId: owner, role: "viewer" }, owner),
    );
    await assert.rejects(again, { code: "already_member" });
  });

  it("can get another role, audited if it changed", async () => {
    const userId = await makeMember("viewer");
    const { members } = test.services;
    await members.changeRole({ accountId, userId, role: "developer", actor: owner });
    await members.changeRole({ accountId, userId, role: "developer", actor: owner });
    assert.equal((await rolesOf()).get(userId), "developer");
    assert.deepEqual(await log(), [
      {
        actor: owner,
        action: "member.role_changed",
        target: userId,
        details: { from: "viewer", to: "developer" },
      },
    ]);
  });

  it("are changed and removed by owners of the same account only", async () => {
    const { members } = test.services;
    const { accountId: elsewhere } = await makeMerchant(test.services);
    const userId = await makeMember("viewer");
    const actors = [
      await makeMember("developer"),
      userId,
      await makeMember("owner", elsewhere),
      "operator",
    ] as const;
    for (const actor of actors) {
      const change = members.changeRole({ accountId, userId, role: "owner", actor });
      await assert.rejects(change, { code: "forbidden" });
    }
    for (const actor of actors.filter((each) => each !== userId)) {
      await assert.rejects(members.remove({ accountId, userId, actor }), { code: "forbidden" });
    }
    const stranger = await makeMember("viewer", elsewhere);
    const theirs = { accountId, userId: stranger, actor: owner };
    await assert.rejects(members.changeRole({ ...theirs, role: "owner" }), { code: "not_found" });
    await assert.rejects(members.remove(theirs), { code: "not_found" });
    assert.equal((await rolesOf(elsewhere)).get(stranger), "viewer");
    assert.equal((await rolesOf()).get(userId), "viewer");
  });

  it("keep an owner: the last one can't be demoted, removed or leave", async () => {
    await makeMember("developer");
    const { members } = test.services;
    const last = { accountId, userId: owner, actor: owner };
    for (const role of ["developer", "viewer"] as const) {
      await assert.rejects(members.changeRole({ ...last, role }), { code: "last_owner" });
    }
    await assert.rejects(members.remove(last), { code: "last_owner" });
    const second = await makeMember("owner");
    await members.remove(last);
    assert.deepEqual((await rolesOf()).get(second), "owner");
  });

  it("keep an owner when the last two leave at once", async () => {
    const { members } = test.services;
    const ways = {
      leave: (userId: UserId) => members.remove({ accountId, userId, actor: userId }),
      demote: (userId: UserId, actor: UserId) =>
        members.changeRole({ accountId, userId, role: "viewer", actor }),
      remove: (userId: UserId, actor: UserId) => members.remove({ accountId, userId, actor }),
    };
    for (const first of Object.values(ways)) {
      for (const second of Object.values(ways)) {
        ({ accountId } = await makeMerchant(test.services));
        const [one, two] = [await makeMember("owner"), await makeMember("owner")];
        const settled = await Promise.allSettled([first(one, two), second(two, one)]);
        const owners = [...(await rolesOf()).values()].filter((role) => role === "owner");
        assert.deepEqual(
          [owners.length, settled.filter(({ status }) => status === "fulfilled").length],
          [1, 1],
        );
      }
    }
  });

  it("never lose the last owner, nor obey anyone else, in any order of requests", async () => {
    const step = fc.record({
      who: fc.nat(3),
      actor: fc.nat(3),
      what: fc.constantFrom(...ROLES, "remove" as const),
    });
    const { members } = test.services;
    const isDone = (what: Role | "remove", request: { userId: UserId; actor: UserId }) =>
      (what === "remove"
        ? members.remove({ accountId, ...request })
        : members.changeRole({ accountId, ...request, role: what })
      ).then(
        () => true,
        () => false,
      );
    const run = async (steps: { who: number; actor: number; what: Role | "remove" }[]) => {
      ({ accountId } = await makeMerchant(test.services));
      const people = [
        await makeMember("owner"),
        await makeMember("owner"),
        await makeMember("developer"),
        await makeMember("viewer"),
      ];
      for (const { who, actor: by, what } of steps) {
        const [userId, actor] = [people[who], people[by]];
        assert.ok(userId && actor);
        const known = await rolesOf();
        const done = await isDone(what, { userId, actor });
        const after = await rolesOf();
        assert.ok([...after.values()].includes("owner"), "somebody is an owner");
        if (!done) assert.deepEqual(after, known);
        const mayAct = known.get(actor) === "owner" || (what === "remove" && who === by);
        assert.ok(mayAct || !done, "only an owner acts on others");
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), run), {
      numRuns: propertyRuns(7),
    });
  });

  it("lose access with the request after their removal", async () => {
    const userId = await makeMember("developer");
    const { sessions, members } = test.services;
    const { id } = await signIn(userId);
    assert.equal((await sessions.find(id))?.membership?.role, "developer");
    await members.remove({ accountId, userId, actor: owner });
    const session = await sessions.find(id);
    assert.ok(session);
    assert.equal(session.membership, undefined);
    await assert.rejects(sessions.switchAccount(session, accountId), { code: "not_found" });
    assert.deepEqual(await members.accountsOf(userId), []);
    assert.deepEqual(await log(), [
      {
        actor: owner,
        action: "member.removed",
        target: userId,
        details: { role: "developer", left: false },
      },
    ]);
  });

  it("have their new role with the next request", async () => {
    const userId = await makeMember("owner");
    const { sessions, members } = test.services;
    const { id } = await signIn(userId);
    await members.changeRole({ accountId, userId, role: "viewer", actor: owner });
    assert.equal((await sessions.find(id))?.membership?.role, "viewer");
  });

  it("can leave and be removed, but not changed, in a closed account", async () => {
    const [developer, viewer] = [await makeMember("developer"), await makeMember("viewer")];
    const { members, operator } = test.services;
    await operator.close(accountId);
    const change = { accountId, userId: viewer, role: "owner", actor: owner } as const;
    await assert.rejects(members.changeRole(change), { code: "account_closed" });
    await members.remove({ accountId, userId: viewer, actor: owner });
    await members.remove({ accountId, userId: developer, actor: developer });
    assert.deepEqual([...(await rolesOf()).keys()], [owner]);
  });
});
