import assert from "node:assert/strict";
import { before, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { emailLinks, users as usersTable } from "#lib/identity/model/schema.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestUsers, PASSWORD } from "#lib/testing/users.ts";

const NEW = "another-pony-battery-72";
const invalid = (path: string) => (error: { code: string; fields: { path: string }[] }) =>
  error.code === "invalid_request" && error.fields[0]?.path === path;

onDatabase("a new password", (database, connection) => {
  let test: ReturnType<typeof createTestUsers>;
  before(() => {
    test = createTestUsers(connection());
  });

  const signIn = (email: string, password = PASSWORD) =>
    test.users.signIn({ email, password, address: crypto.randomUUID(), userAgent: null });
  const wish = (email: string) => ({ email, address: crypto.randomUUID() });
  const reset = async (email: string) => {
    await test.users.startReset(wish(email));
    return test.tokenTo(email);
  };
  const isAlive = async (id: string) => (await test.services.sessions.find(id)) !== undefined;
  const actions = async (target: string) => {
    const all = await test.services.audit.list({ limit: 200 });
    return all.filter((entry) => entry.target === target && entry.accountId === null);
  };

  it("set with the current one signs out all other browsers, informs the owner, and is audited", async () => {
    const { email, userId } = await test.signUp();
    const [own, other] = [await signIn(email), await signIn(email)];
    await test.users.changePassword({
      userId,
      currentPassword: PASSWORD,
      newPassword: NEW,
      keepSessionId: own.sessionId,
    });
    assert.deepEqual([await isAlive(own.sessionId), await isAlive(other.sessionId)], [true, false]);
    assert.match(test.mailsTo(email).at(-1)?.subject ?? "", /Your password was changed/);
    await assert.rejects(signIn(email), { code: "sign_in_failed" });
    await signIn(email, NEW);
    const log = await actions(userId);
    assert.deepEqual(
      log.map(({ action, actor, details }) => [action, actor, details]),
      [["user.password_changed", userId, {}]],
    );
  });

  it("requires the current one, with ten attempts", async () => {
    const { email, userId } = await test.signUp();
    const other = await signIn(email);
    const change = (currentPassword: string, newPassword = NEW) =>
      test.users.changePassword({ userId, currentPassword, newPassword, keepSessionId: "ses_x" });
    await assert.rejects(change(PASSWORD, "password1234"), invalid("newPassword"));
    for (let tries = 0; tries < 10; tries += 1) {
      await assert.rejects(change("wrong-pony-battery-71"), invalid("currentPassword"));
    }
    await assert.rejects(change(PASSWORD), { code: "too_many_tries" });
    assert.ok(await isAlive(other.sessionId));
    assert.equal(await test.users.checkPassword(userId, PASSWORD), true);
    assert.equal(await test.users.checkPassword(userId, NEW), false);
    assert.equal(await test.users.checkPassword("usr_nobody", PASSWORD), false);
  });

  it("is estimated in another thread", async () => {
    const guessable = { email: "ada@shop.example", name: "Ada", password: "password1234" };
    const first = await Promise.race([
      test.services.users.prepareInvited(guessable).catch(() => "the estimate"),
      setImmediate("a turn of the event loop"),
    ]);
    assert.equal(first, "a turn of the event loop");
  });

  it("is estimated 20 times in 15 minutes at most", async () => {
    const { email, userId } = await test.signUp();
    const token = await reset(email);
    const change = () =>
      test.users.changePassword({
        userId,
        currentPassword: PASSWORD,
        newPassword: "password1234",
        keepSessionId: "ses_x",
      });
    const finish = () => test.users.finishReset({ token, password: "password1234" });
    for (const [send, field] of [
      [change, "newPassword"],
      [finish, "password"],
    ] as const) {
      const before = test.count.estimates;
      for (let tries = 0; tries < 20; tries += 1) await assert.rejects(send(), invalid(field));
      await assert.rejects(send(), { code: "too_many_tries", retryAfterSeconds: 900 });
      assert.equal(test.count.estimates - before, 20);
    }
  });

  it("set twice at once is the first one", async () => {
    const { email, userId } = await test.signUp();
    const tried = [NEW, "yet-another-pony-73", "one-further-pony-74"];
    const all = await Promise.allSettled(
      tried.map((newPassword) =>
        test.users.changePassword({
          userId,
          currentPassword: PASSWORD,
          newPassword,
          keepSessionId: "ses_x",
        }),
      ),
    );
    const set = tried.filter((_, index) => all[index]?.status === "fulfilled");
    assert.equal(set.length, 1);
    await signIn(email, set[0]);
  });

  it("set by a mailed link signs out every browser and keeps the second factor", async () => {
    const { email, userId } = await test.signUp();
    const { sessionId } = await signIn(email);
    const totp = { sealedTotpSecret: "x", totpConfirmedAt: test.clock.now() };
    await database().update(usersTable).set(totp).where(eq(usersTable.id, userId));
    const token = await reset(email);
    assert.equal(await test.users.readReset(token), email);
    await test.users.finishReset({ token, password: NEW });
    assert.equal(await isAlive(sessionId), false);
    assert.equal((await test.users.find(userId))?.hasTotp, true);
    assert.equal((await signIn(email, NEW)).isComplete, false);
    assert.match(test.mailsTo(email).at(-1)?.subject ?? "", /Your password was changed/);
    assert.deepEqual(
      (await actions(userId)).map(({ action }) => action),
      ["user.password_reset"],
    );
  });

  it("gets the same response and number of mails with and without an account", async () => {
    const { email } = await test.signUp();
    const unknown = `nobody-${crypto.randomUUID()}@shop.example`;
    const rows = async () => (await database().select().from(emailLinks)).length;
    const before = await rows();
    const [one, other] = [
      await test.users.startReset(wish(email)),
      await test.users.startReset(wish(unknown)),
    ];
    assert.deepEqual([one, other], [undefined, undefined]);
    assert.equal((await rows()) - before, 2);
    assert.deepEqual([test.mailsTo(email).length, test.mailsTo(unknown).length], [2, 1]);
    const mail = test.mailsTo(unknown)[0];
    assert.match(mail?.subject ?? "", /no account/);
    assert.doesNotMatch(`${mail?.text}${mail?.html}`, /token=/);
  });

  it("uses a link once, the newest only, within an hour", async () => {
    const { email } = await test.signUp();
    const dead = { code: "email_link_not_valid" };
    const older = await reset(email);
    const newer = await reset(email);
    await assert.rejects(test.users.finishReset({ token: older, password: NEW }), dead);
    await assert.rejects(
      test.users.finishReset({ token: newer, password: "short" }),
      invalid("password"),
    );
    const all = await Promise.allSettled(
      [1, 2, 3].map(() => test.users.finishReset({ token: newer, password: NEW })),
    );
    assert.equal(all.filter(({ status }) => status === "fulfilled").length, 1);
    await assert.rejects(test.users.finishReset({ token: newer, password: NEW }), dead);
    const late = await reset(email);
    test.clock.advance({ minutes: 60 });
    assert.equal(await test.users.readReset(late), undefined);
    await assert.rejects(test.users.finishReset({ token: late, password: NEW }), dead);
  });

  it("invalidates links sent to set one", async () => {
    const { email, userId } = await test.signUp();
    const token = await reset(email);
    const { sessionId } = await signIn(email);
    await test.users.changePassword({
      userId,
      currentPassword: PASSWORD,
      newPassword: NEW,
      keepSessionId: sessionId,
    });
    assert.equal(await test.users.readReset(token), undefined);
  });

  it("ends a lockout that others' attempts caused", async () => {
    const { email } = await test.signUp();
    for (let tries = 0; tries < 10; tries += 1) {
      await assert.rejects(signIn(email, "wrong-pony-battery-71"), { code: "sign_in_failed" });
    }
    await assert.rejects(signIn(email), { code: "too_many_tries" });
    await test.users.finishReset({ token: await reset(email), password: NEW });
    await signIn(email, NEW);
  });

  it("is set even if the notice can't be sent", async () => {
    const { email } = await test.signUp();
    const token = await reset(email);
    const silent = createTestUsers(connection(), {
      sendMail: () => Promise.reject(new AppError("mail_unavailable")),
    });
    await silent.users.finishReset({ token, password: NEW });
    await signIn(email, NEW);
    await assert.rejects(silent.users.startReset(wish(email)), { code: "mail_unavailable" });
  });

  it("does not contain the name", async () => {
    const { userId } = await test.signUp();
    await test.users.rename(userId, " Robin Pier ");
    assert.equal((await test.users.find(userId))?.name, "Robin Pier");
    await assert.rejects(test.users.rename(userId, "\u0007"), invalid("name"));
  });
});
