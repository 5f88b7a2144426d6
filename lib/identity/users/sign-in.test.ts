import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { users as usersTable } from "#lib/identity/model/schema.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { until } from "#lib/testing/until.ts";
import { createTestUsers, PASSWORD } from "#lib/testing/users.ts";

const failed = { code: "sign_in_failed" };
const tooMany = { code: "too_many_tries", retryAfterSeconds: 900 };

onDatabase("signing in", (database, connection) => {
  let test: ReturnType<typeof createTestUsers>;
  before(() => {
    test = createTestUsers(connection());
  });
  const signIn = (
    email: string,
    password = PASSWORD,
    address: string = crypto.randomUUID(),
    users = test.users,
  ) => users.signIn({ email, password, address, userAgent: "Test" });
  const nobody = () => `nobody-${crypto.randomUUID()}@shop.example`;
  const stored = async (email: string) => {
    const [row] = await database().select().from(usersTable).where(eq(usersTable.email, email));
    assert.ok(row);
    return row;
  };

  it("opens a session for the correct password, for any case of the address", async () => {
    const { email, userId, accountId } = await test.signUp();
    const { user, sessionId, isComplete } = await signIn(` ${email.toUpperCase()}`);
    assert.deepEqual([user.id, isComplete], [userId, true]);
    const session = await test.services.sessions.find(sessionId);
    assert.deepEqual([session?.isComplete, session?.membership?.account.id], [true, accountId]);
  });

  it("accepts a password in any Unicode composition", async () => {
    const email = nobody();
    const password = "Zoë-über-Fluß-Straße";
    const person = await test.users.prepareInvited({
      email,
      name: "Zoë",
      password: password.normalize("NFD"),
    });
    await database().transaction((tx) => test.users.createFromInvitation(tx, person));
    await signIn(email, password.normalize("NFC"));
    await signIn(email, password.normalize("NFD"));
  });

  it("leaves the second step open with an authenticator app", async () => {
    const { email } = await test.signUp();
    await database()
      .update(usersTable)
      .set({ sealedTotpSecret: "x", totpConfirmedAt: test.clock.now() })
      .where(eq(usersTable.email, email));
    const { sessionId, isComplete } = await signIn(email);
    assert.equal(isComplete, false);
    assert.equal((await test.services.sessions.find(sessionId))?.isComplete, false);
  });

  it("responds alike to a wrong password and an unknown address, after the same work", async () => {
    const { email } = await test.signUp();
    const tries = [email, nobody(), "no address at all"];
    const work: unknown[][] = [];
    for (const tried of tries) {
      const before = test.count.hashes;
      const error = await signIn(tried, "wrong-pony-battery-71").catch((caught) => caught);
      work.push([test.count.hashes - before, error.code, error.message, error.fields]);
    }
    assert.deepEqual(work[0]?.slice(0, 2), [1, failed.code]);
    assert.deepEqual(work[1], work[0]);
    assert.deepEqual(work[2], work[0]);
  });

  it("is refused after ten failures for an address, known or not, even if correct", async () => {
    const { email } = await test.signUp();
    for (const tried of [email, nobody()]) {
      const all = await Promise.allSettled(
        Array.from({ length: 14 }, () => signIn(tried, "wrong-pony-battery-71")),
      );
      const codes = all.map((result) => (result.status === "rejected" ? result.reason.code : ""));
      assert.equal(codes.filter((code) => code === failed.code).length, 10);
      assert.equal(codes.filter((code) => code === tooMany.code).length, 4);
      const before = test.count.hashes;
      await assert.rejects(signIn(tried), tooMany);
      assert.equal(test.count.hashes, before);
    }
    test.clock.advance({ minutes: 15 });
    await signIn(email);
  });

  it("does not count a correct attempt, which gives others no more attempts", async () => {
    const { email } = await test.signUp();
    for (let times = 0; times < 15; times += 1) await signIn(email);
    for (let times = 0; times < 9; times += 1) {
      await assert.rejects(signIn(email, "wrong-pony-battery-71"), failed);
    }
    await signIn(email);
    await assert.rejects(signIn(email, "wrong-pony-battery-71"), failed);
    await assert.rejects(signIn(email, "wrong-pony-battery-71"), tooMany);
  });

  it("is refused after 50 failures from one network address", async () => {
    const { email } = await test.signUp();
    const address = crypto.randomUUID();
    await Promise.allSettled(
      Array.from({ length: 25 }, () => signIn(nobody(), "wrong-pony-battery-71", address)),
    );
    // A successful sign-in does not reset the counter.
    await signIn(email, PASSWORD, address);
    await Promise.allSettled(
      Array.from({ length: 25 }, () => signIn(nobody(), "wrong-pony-battery-71", address)),
    );
    await assert.rejects(signIn(email, PASSWORD, address), tooMany);
    await signIn(email);
  });

  // One home connection has 256 /64 networks.
  const line = (at: number) => `2001:db8:7:${at.toString(16)}::/64`;

  it("is refused after 200 failures from one IPv6 /56", async () => {
    const { email } = await test.signUp();
    const before = test.count.hashes;
    for (let at = 0; at < 256; at += 8) {
      const some = Array.from({ length: 8 }, (_, next) => line(at + next));
      await Promise.allSettled(
        some.map((address) => signIn(nobody(), "wrong-pony-battery-71", address)),
      );
    }
    assert.equal(test.count.hashes - before, 200);
    await assert.rejects(signIn(email, PASSWORD, line(9)), tooMany);
    await signIn(email, PASSWORD, "2001:db8:8:0::/64");
  });

  it("stays open to others while one IPv6 /56 uses all its attempts", async () => {
    const { promise: held, resolve: cancelAtBank } = Promise.withResolvers<void>();
    const { email } = await test.signUp();
    const slow = createTestUsers(connection(), { onHash: () => held });
    slow.clock.advance({ minutes: 60 });
    const codes: string[] = [];
    const crowd: Promise<unknown>[] = [];
    for (let at = 0; at < 256; at += 1) {
      const tried = signIn(nobody(), "wrong-pony-battery-71", line(at), slow.users);
      crowd.push(tried.catch(({ code }) => codes.push(code)));
      // Two run and ten wait.
      await until(() => codes.length >= crowd.length - 12);
    }
    const other = signIn(email, PASSWORD, "2001:db8:8:0::/64", slow.users);
    cancelAtBank();
    assert.equal((await other).isComplete, true);
    await Promise.all(crowd);
    const count = (code: string) => codes.filter((each) => each === code).length;
    assert.deepEqual([count("too_many_tries"), count("sign_in_failed")], [56, 12]);
    assert.equal(count("unavailable"), 188);
  });

  it("rehashes the password if its cost is outdated", async () => {
    const { email } = await test.signUp();
    const before = await stored(email);
    const dearer = createTestUsers(connection(), { cost: { ln: 5, r: 8, p: 1 } });
    await assert.rejects(signIn(email, "wrong-pony-battery-71", "a", dearer.users), failed);
    assert.equal((await stored(email)).passwordHash, before.passwordHash);
    await signIn(email, PASSWORD, "a", dearer.users);
    const after = await stored(email);
    assert.match(after.passwordHash, /^\$scrypt\$ln=5,/);
    assert.deepEqual(after.passwordChangedAt, before.passwordChangedAt);
    await signIn(email, PASSWORD, "a", dearer.users);
    assert.equal((await stored(email)).passwordHash, after.passwordHash);
  });

  it("fails if the password changes during the check", async () => {
    const { email, userId } = await test.signUp();
    await test.users.startReset({ email, address: "a" });
    const token = test.tokenTo(email);
    let isFirst = true;
    const slow = createTestUsers(connection(), {
      async onHash() {
        if (!isFirst) return;
        isFirst = false;
        await test.users.finishReset({ token, password: "another-pony-battery-72" });
      },
    });
    await assert.rejects(signIn(email, PASSWORD, "a", slow.users), failed);
    assert.deepEqual(await test.services.sessions.list(userId), []);
  });

  it("treats text that is no address, or that no database stores, as a wrong password", async () => {
    for (const email of ["a\0b", "a\0b@shop.example", "", "'"]) {
      await assert.rejects(signIn(email), failed, JSON.stringify(email));
    }
  });
});
