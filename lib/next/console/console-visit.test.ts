import assert from "node:assert/strict";
import { before, it } from "node:test";
import { ROLES, type Role } from "#lib/identity/model/roles.ts";
import type { OpenSession } from "#lib/identity/sessions/session.ts";
import { type AppError, isAppError } from "#lib/platform/failures/errors.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestUsers, PASSWORD } from "#lib/testing/users.ts";
import { signedIn, visitAs } from "./console-visit.ts";

onDatabase("a visit of the console", (database, connection) => {
  let test: ReturnType<typeof createTestUsers>;
  before(() => {
    test = createTestUsers(connection());
  });

  async function open(role?: Role, isComplete = true): Promise<OpenSession> {
    const { members, sessions } = test.services;
    const email = `${crypto.randomUUID()}@shop.example`;
    const person = await test.users.prepareInvited({ email, name: "Ada", password: PASSWORD });
    const { accountId } = await test.signUp();
    const userId = await database().transaction(async (tx) => {
      const created = await test.users.createFromInvitation(tx, person);
      if (role) await members.add(tx, { accountId, userId: created.userId, role }, "operator");
      return created.userId;
    });
    const { id } = await sessions.open({ userId, userAgent: null, isComplete });
    const session = await sessions.find(id);
    if (!session) throw new Error("the session is not open");
    return session;
  }

  function codeOf(run: () => unknown): AppError["code"] | undefined {
    try {
      run();
      return undefined;
    } catch (error) {
      if (isAppError(error)) return error.code;
      throw error;
    }
  }

  it("requires the role, or a higher one", async () => {
    for (const [rank, role] of ROLES.entries()) {
      const session = await open(role);
      for (const [neededRank, needed] of ROLES.entries()) {
        const expected = rank >= neededRank ? undefined : "forbidden";
        const code = codeOf(() => visitAs(session, needed));
        assert.equal(code, expected, `${role} where ${needed} is needed`);
      }
      assert.deepEqual(visitAs(session, role), {
        session,
        user: session.user,
        account: session.membership?.account,
        role,
      });
    }
  });

  it("requires an account", async () => {
    const session = await open();
    assert.equal(
      codeOf(() => visitAs(session, "viewer")),
      "forbidden",
    );
    assert.equal(signedIn(session), session);
  });

  it("requires both steps of the sign-in", async () => {
    for (const session of [undefined, await open("owner", false)]) {
      assert.equal(
        codeOf(() => visitAs(session, "viewer")),
        "signed_out",
      );
      assert.equal(
        codeOf(() => signedIn(session)),
        "signed_out",
      );
    }
  });
});
