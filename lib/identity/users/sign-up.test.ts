import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq, sql } from "drizzle-orm";
import { emailLinks, users as usersTable } from "#lib/identity/model/schema.ts";
import { rateLimits } from "#lib/platform/db/schema.ts";
import type { AppError } from "#lib/platform/failures/errors.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestUsers, PASSWORD } from "#lib/testing/users.ts";

const invalid = (path: string) => (error: { code: string; fields: { path: string }[] }) =>
  error.code === "invalid_request" && error.fields.length === 1 && error.fields[0]?.path === path;

onBothDatabases("signing up", (database, connection) => {
  let test: ReturnType<typeof createTestUsers>;
  before(() => {
    test = createTestUsers(connection());
  });
  const someone = () => ({
    email: `new-${crypto.randomUUID()}@shop.example`,
    address: crypto.randomUUID(),
  });
  const who = { name: " Robin Quay ", password: PASSWORD, companyName: "Harbour Books" };
  const start = async () => {
    const wish = someone();
    await test.users.startSignUp(wish);
    return { ...wish, token: test.tokenTo(wish.email) };
  };

  it("creates a user, an account without a payee, and its owner", async () => {
    const { email, token } = await start();
    assert.equal(await test.users.readSignUp(token), email);
    const { userId, accountId } = await test.users.finishSignUp({ ...who, token });
    const found = { id: userId, email, name: "Robin Quay", hasTotp: false };
    assert.deepEqual(await test.users.find(userId), found);
    assert.deepEqual(await test.users.findByEmail(email.toUpperCase()), found);
    const [own, ...more] = await test.services.members.accountsOf(userId);
    assert.deepEqual(
      [own?.account.id, own?.account.name, own?.role, more.length],
      [accountId, "Harbour Books", "owner", 0],
    );
    await assert.rejects(test.services.accounts.primaryPayee(accountId, "test"), {
      code: "no_payee",
    });
    const log = await test.services.audit.list({ accountId, limit: 10 });
    assert.deepEqual(
      log.map(({ action, actor }) => [action, actor]),
      [
        ["member.joined", userId],
        ["account.created", userId],
      ],
    );
    assert.doesNotMatch(JSON.stringify(log.map(({ details }) => details)), /Robin|Harbour|@/);
  });

  it("stores neither the link nor the password", async () => {
    const { email, token } = await start();
    const links = await database().select().from(emailLinks).where(eq(emailLinks.email, email));
    assert.doesNotMatch(JSON.stringify(links), new RegExp(token));
    await test.users.finishSignUp({ ...who, token });
    const [row] = await database().select().from(usersTable).where(eq(usersTable.email, email));
    assert.match(row?.passwordHash ?? "", /^\$scrypt\$/);
    assert.doesNotMatch(JSON.stringify(row), new RegExp(PASSWORD));
  });

  it("gets the same response and number of mails with and without an account", async () => {
    const known = await test.signUp();
    const unknown = someone();
    const queries = await countRows();
    const responses = await Promise.all([
      test.users.startSignUp({ ...someone(), email: known.email }),
      test.users.startSignUp(unknown),
    ]);
    assert.deepEqual(responses, [undefined, undefined]);
    assert.equal(test.mailsTo(known.email).length, 2);
    assert.equal(test.mailsTo(unknown.email).length, 1);
    assert.equal((await countRows()) - queries, 2);
    const mail = test.mailsTo(known.email).at(-1);
    assert.match(mail?.subject ?? "", /You already have an account/);
    assert.doesNotMatch(`${mail?.text}${mail?.html}`, /token=/);
    assert.match(mail?.text ?? "", /console\/sign-in/);
  });
  const countRows = async () => (await database().select().from(emailLinks)).length;

  it("accepts one address in any letter case", async () => {
    const wish = someone();
    await test.users.startSignUp({ ...wish, email: ` ${wish.email.toUpperCase()} ` });
    const token = test.tokenTo(wish.email);
    assert.equal(await test.users.readSignUp(token), wish.email);
  });

  it("accepts a link once, also in parallel", async () => {
    const { token } = await start();
    const accounts = (await test.services.accounts.list()).length;
    const all = await Promise.allSettled(
      Array.from({ length: 4 }, () => test.users.finishSignUp({ ...who, token })),
    );
    const refused = all.filter((result) => result.status === "rejected");
    assert.equal(refused.length, 3);
    for (const { reason } of refused) assert.equal(reason.code, "email_link_not_valid");
    assert.equal((await test.services.accounts.list()).length, accounts + 1);
    assert.equal(await test.users.readSignUp(token), undefined);
  });

  it("accepts only the newest link, for an hour", async () => {
    const { token: older, ...wish } = await start();
    await test.users.startSignUp(wish);
    const newer = test.tokenTo(wish.email);
    assert.equal(await test.users.readSignUp(older), undefined);
    await assert.rejects(test.users.finishSignUp({ ...who, token: older }), {
      code: "email_link_not_valid",
    });
    test.clock.advance({ minutes: 59 });
    assert.equal(await test.users.readSignUp(newer), wish.email);
    test.clock.advance({ minutes: 1 });
    assert.equal(await test.users.readSignUp(newer), undefined);
    await assert.rejects(test.users.finishSignUp({ ...who, token: newer }), {
      code: "email_link_not_valid",
    });
  });

  it("never creates two valid links, also in parallel", async () => {
    const wish = someone();
    await Promise.all(Array.from({ length: 5 }, () => test.users.startSignUp(wish)));
    const tokens = test.mailsTo(wish.email).map(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? "");
    assert.equal(tokens.length, 5);
    const open = await Promise.all(tokens.map((token) => test.users.readSignUp(token)));
    assert.equal(open.filter(Boolean).length, 1);
  });

  it("does not accept a link of a password reset, or the reverse", async () => {
    const { email } = await test.signUp();
    await test.users.startReset({ ...someone(), email });
    const reset = test.tokenTo(email);
    assert.equal(await test.users.readSignUp(reset), undefined);
    await assert.rejects(test.users.finishSignUp({ ...who, token: reset }), {
      code: "email_link_not_valid",
    });
    const { token } = await start();
    assert.equal(await test.users.readReset(token), undefined);
    await assert.rejects(test.users.finishReset({ token, password: PASSWORD }), {
      code: "email_link_not_valid",
    });
  });

  it("names the wrong field, and keeps the link", async () => {
    const { email, token } = await start();
    for (const [wrong, path] of [
      [{ name: " " }, "name"],
      [{ name: "a\u202eb" }, "name"],
      [{ companyName: "x".repeat(71) }, "companyName"],
      [{ password: "short" }, "password"],
      [{ password: "harbourbooks1" }, "password"],
    ] as const) {
      await assert.rejects(test.users.finishSignUp({ ...who, token, ...wrong }), invalid(path));
    }
    const empty = { token, name: "", companyName: "", password: "" };
    await assert.rejects(test.users.finishSignUp(empty), (error: AppError) => {
      const paths = error.fields?.map(({ path }) => path);
      assert.deepEqual(paths, ["name", "companyName", "password"]);
      return true;
    });
    await assert.rejects(
      test.users.startSignUp({ ...someone(), email: "nobody" }),
      invalid("email"),
    );
    assert.equal(await test.users.readSignUp(token), email);
  });

  it("hashes nothing for invalid links", async () => {
    const before = test.count.hashes;
    await assert.rejects(test.users.finishSignUp({ ...who, token: "x".repeat(43) }), {
      code: "email_link_not_valid",
    });
    assert.equal(test.count.hashes, before);
  });

  it("leaves nothing behind if one part fails", async () => {
    const { email, token } = await start();
    await database().execute(sql`alter table audit_entries rename to audit_away`);
    try {
      await assert.rejects(test.users.finishSignUp({ ...who, token }));
    } finally {
      await database().execute(sql`alter table audit_away rename to audit_entries`);
    }
    assert.equal(await test.users.findByEmail(email), undefined);
    assert.equal(await test.users.readSignUp(token), email);
  });

  it("sends five mails an hour to an address, and twenty from one", async () => {
    const wish = someone();
    for (let sent = 0; sent < 5; sent += 1) {
      await test.users.startSignUp({ ...wish, address: crypto.randomUUID() });
    }
    const tooMany = { code: "too_many_mails", retryAfterSeconds: 3600 };
    await assert.rejects(
      test.users.startReset({ ...wish, email: wish.email.toUpperCase(), address: "elsewhere" }),
      tooMany,
    );
    assert.equal(test.mailsTo(wish.email).length, 5);
    const address = crypto.randomUUID();
    for (let sent = 0; sent < 20; sent += 1) {
      await test.users.startSignUp({ ...someone(), address });
    }
    await assert.rejects(test.users.startSignUp({ ...someone(), address }), tooMany);
    test.clock.advance({ minutes: 60 });
    await test.users.startSignUp({ ...wish, address });
  });

  it("is refused while it is closed, also with an earlier link", async () => {
    const { token } = await start();
    const closed = createTestUsers(connection(), { isSignUpOpen: false });
    assert.equal(closed.users.isSignUpOpen, false);
    await assert.rejects(closed.users.startSignUp(someone()), { code: "signup_closed" });
    assert.equal(await closed.users.readSignUp(token), undefined);
    await assert.rejects(closed.users.finishSignUp({ ...who, token }), { code: "signup_closed" });
    assert.equal(closed.mails.length, 0);
  });

  it("by an invitation needs no link, and accepts no address twice", async () => {
    const email = `Invited-${crypto.randomUUID()}@Shop.example`;
    const typed = { email, name: "Ada", password: PASSWORD };
    const invited = await test.users.prepareInvited(typed);
    const { userId } = await database().transaction((tx) =>
      test.users.createFromInvitation(tx, invited),
    );
    assert.equal((await test.users.find(userId))?.email, email.toLowerCase());
    await assert.rejects(
      database().transaction((tx) => test.users.createFromInvitation(tx, invited)),
      invalid("email"),
    );
    await assert.rejects(
      test.users.prepareInvited({ ...typed, password: "password1234" }),
      invalid("password"),
    );
  });

  it("of an invited user creates no second one", async () => {
    const { email, token } = await start();
    const person = await test.users.prepareInvited({ email, name: "Ada", password: PASSWORD });
    await database().transaction((tx) => test.users.createFromInvitation(tx, person));
    await assert.rejects(test.users.finishSignUp({ ...who, token }), {
      code: "email_link_not_valid",
    });
  });

  it("deletes links that can no longer work", async () => {
    const { email } = await start();
    const rows = () => database().select().from(emailLinks).where(eq(emailLinks.email, email));
    await test.users.purge();
    assert.equal((await rows()).length, 1);
    test.clock.advance({ minutes: 61 });
    assert.ok((await test.users.purge()) > 0);
    assert.equal((await rows()).length, 0);
  });

  it("stores nothing for made-up links", async () => {
    const before = await database().select().from(rateLimits);
    for (let index = 0; index < 3; index += 1) {
      const token = crypto.randomUUID();
      const dead = { code: "email_link_not_valid" };
      await assert.rejects(test.users.finishSignUp({ ...who, token }), dead);
      await assert.rejects(test.users.finishReset({ token, password: PASSWORD }), dead);
      const joining = { token, name: "Ada", password: PASSWORD };
      await assert.rejects(test.services.invitations.acceptAsNew(joining), dead);
    }
    assert.deepEqual(await database().select().from(rateLimits), before);
  });

  it("limits hashes per link, also for a good password", async () => {
    const { token } = await start();
    const send = (password: string) => test.users.finishSignUp({ ...who, token, password });
    for (let tries = 0; tries < 20; tries++)
      await assert.rejects(send("short"), invalid("password"));
    await assert.rejects(send(PASSWORD), { code: "too_many_tries" });
    test.clock.advance({ minutes: 15 });
    assert.ok((await send(PASSWORD)).userId);
  });
});
