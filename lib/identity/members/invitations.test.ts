import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, beforeEach, it } from "node:test";
import { eq } from "drizzle-orm";
import type { Role } from "#lib/identity/model/roles.ts";
import {
  invitations as invitationsTable,
  users as usersTable,
} from "#lib/identity/model/schema.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { digest } from "#lib/platform/values/ids.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { makeUser } from "#lib/testing/users.ts";

const PASSWORD = "plum-harbour-ladder-9";
const WEEK_MINUTES = 7 * 24 * 60;
const text = createMerchantText();

onBothDatabases("invitations", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let accountId: string;
  let owner: { id: `usr_${string}`; email: string };
  before(() => {
    test = createTestServices(connection());
  });
  beforeEach(async () => {
    test.clock.advance({ minutes: 61 });
    ({ accountId } = await makeMerchant(test.services));
    owner = await makeMember("owner");
  });

  const anEmail = () => `${randomUUID()}@shop.example`;
  async function makeMember(role: Role | undefined, account = accountId) {
    const { members } = test.services;
    const email = anEmail();
    return database().transaction(async (tx) => {
      const id = await makeUser(tx, test.clock.now(), { email });
      if (role) await members.add(tx, { accountId: account, userId: id, role }, "operator");
      return { id, email };
    });
  }
  const invite = (email: string, role: Role = "developer", more = {}) =>
    test.services.invitations.invite({ accountId, email, role, actor: owner.id, text, ...more });
  async function tokenOf(email: string): Promise<string> {
    const [mail] = await test.services.sandboxMail.list(email);
    const [link = ""] = /http:\S+/.exec(mail?.text ?? "") ?? [];
    assert.match(link, /^http:\/\/localhost:3000\/console\/invitation\?token=/);
    return new URL(link).searchParams.get("token") ?? "";
  }
  const rowsTo = (email: string) =>
    database().select().from(invitationsTable).where(eq(invitationsTable.email, email));
  const roleOf = async (email: string) =>
    (await test.services.members.list(accountId)).find((member) => member.email === email)?.role;

  it("have a link whose token is not stored, and admit a user once", async () => {
    const { invitations } = test.services;
    const user = await makeMember(undefined);
    await invite(user.email);
    const token = await tokenOf(user.email);
    const [row] = await rowsTo(user.email);
    assert.equal(row?.digest, digest(token));
    assert.ok(!JSON.stringify(row).includes(token));
    assert.ok(Buffer.from(token, "base64url").length >= 32);
    const found = { accountId, accountName: "Corner Books", email: user.email, role: "developer" };
    assert.deepEqual(await invitations.find(token), found);
    assert.deepEqual(await invitations.accept({ token, user }), { userId: user.id, accountId });
    assert.equal(await roleOf(user.email), "developer");
    assert.equal(await invitations.find(token), undefined);
    const again = invitations.accept({ token, user });
    await assert.rejects(again, { code: "email_link_not_valid" });
    assert.deepEqual(await invitations.list(accountId), []);
  });

  it("are audited without the address", async () => {
    const user = await makeMember(undefined);
    await invite(user.email);
    await test.services.invitations.accept({ token: await tokenOf(user.email), user });
    const rows = await database()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.accountId, accountId));
    const shown = rows.map(({ action, actor, details }) => [action, actor, details]);
    assert.ok(shown.some(([action, actor]) => action === "member.invited" && actor === owner.id));
    const joined = shown.filter(([, actor]) => actor === user.id);
    assert.deepEqual(joined, [["member.joined", user.id, { role: "developer" }]]);
    assert.ok(!JSON.stringify(rows).includes(user.email));
  });

  it("match the address in any letter case", async () => {
    const user = await makeMember(undefined);
    await invite(` ${user.email.toUpperCase()} `);
    const stranger = await makeMember(undefined);
    const token = await tokenOf(user.email);
    const wrong = test.services.invitations.accept({ token, user: stranger });
    await assert.rejects(wrong, { code: "wrong_recipient" });
    assert.equal(await roleOf(stranger.email), undefined);
    await test.services.invitations.accept({ token, user });
    await assert.rejects(invite("nobody"), (error: { fields?: unknown }) => {
      assert.deepEqual(error.fields, [{ path: "email", message: "email_address" }]);
      return true;
    });
  });

  it("create a new user; a wrong password leaves the link valid", async () => {
    const { invitations, users, members } = test.services;
    const email = anEmail();
    await invite(email, "viewer");
    const token = await tokenOf(email);
    const weak = invitations.acceptAsNew({ token, name: "Grace", password: "short" });
    await assert.rejects(weak, { code: "invalid_request" });
    assert.equal(await users.findByEmail(email), undefined);
    const both = await Promise.allSettled([
      invitations.acceptAsNew({ token, name: "Grace", password: PASSWORD }),
      invitations.acceptAsNew({ token, name: "Grace", password: PASSWORD }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const user = await users.findByEmail(email);
    assert.equal(user?.name, "Grace");
    const [own, ...others] = await members.accountsOf(user?.id ?? "");
    assert.deepEqual([own?.account.id, own?.role, others.length], [accountId, "viewer", 0]);
  });

  it("allow a new user 20 attempts in 15 minutes", async () => {
    const { invitations } = test.services;
    const email = anEmail();
    await invite(email, "viewer");
    const token = await tokenOf(email);
    const join = (password: string) => invitations.acceptAsNew({ token, name: "Ada", password });
    for (let tries = 0; tries < 20; tries += 1) {
      await assert.rejects(join("short"), { code: "invalid_request" });
    }
    await assert.rejects(join(PASSWORD), { code: "too_many_tries" });
    test.clock.advance({ minutes: 15 });
    assert.equal((await join(PASSWORD)).accountId, accountId);
  });

  it("create no second user for a known address", async () => {
    const user = await makeMember(undefined);
    await invite(user.email);
    const token = await tokenOf(user.email);
    const { invitations } = test.services;
    await assert.rejects(invitations.acceptAsNew({ token, name: "Eve", password: PASSWORD }), {
      code: "invalid_request",
    });
    const rows = await database().select().from(usersTable).where(eq(usersTable.email, user.email));
    assert.deepEqual(
      rows.map(({ name }) => name),
      ["Ada"],
    );
    assert.ok(await invitations.find(token));
  });

  it("admit one of two who accept at once", async () => {
    const user = await makeMember(undefined);
    await invite(user.email);
    const token = await tokenOf(user.email);
    const accept = () => test.services.invitations.accept({ token, user });
    const settled = await Promise.allSettled([accept(), accept(), accept()]);
    assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 1);
  });

  it("end after a week, and when a newer one is sent", async () => {
    const { invitations } = test.services;
    const user = await makeMember(undefined);
    await invite(user.email, "owner");
    const first = await tokenOf(user.email);
    test.clock.advance({ minutes: 1 });
    await invite(user.email, "viewer");
    const second = await tokenOf(user.email);
    assert.equal(await invitations.find(first), undefined);
    const replaced = invitations.accept({ token: first, user });
    await assert.rejects(replaced, { code: "email_link_not_valid" });
    test.clock.advance({ minutes: WEEK_MINUTES - 1, seconds: 59 });
    assert.ok(await invitations.find(second));
    test.clock.advance({ seconds: 1 });
    assert.equal(await invitations.find(second), undefined);
    const late = invitations.accept({ token: second, user });
    await assert.rejects(late, { code: "email_link_not_valid" });
    const [open, ...others] = await invitations.list(accountId);
    assert.deepEqual([open?.isExpired, open?.role, others.length], [true, "viewer", 0]);
    await invitations.sendAgain({ accountId, id: open?.id ?? "", actor: owner.id, text });
    await invitations.accept({ token: await tokenOf(user.email), user });
    assert.equal(await roleOf(user.email), "viewer");
  });

  it("are revoked and resent by owners of the account only", async () => {
    const { invitations } = test.services;
    const email = anEmail();
    await invite(email);
    const token = await tokenOf(email);
    const [{ id } = { id: "" }] = await invitations.list(accountId);
    const developer = await makeMember("developer");
    const { accountId: elsewhere } = await makeMerchant(test.services);
    const other = await makeMember("owner", elsewhere);
    const tries = [
      { accountId, id, actor: developer.id, code: "forbidden" },
      { accountId, id, actor: other.id, code: "forbidden" },
      { accountId: elsewhere, id, actor: other.id, code: "not_found" },
    ] as const;
    for (const { code, ...request } of tries) {
      await assert.rejects(invitations.revoke(request), { code });
      await assert.rejects(invitations.sendAgain({ ...request, text }), { code });
      if (request.accountId === accountId) {
        const sent = invite(anEmail(), "owner", { actor: request.actor });
        await assert.rejects(sent, { code });
      }
    }
    assert.ok(await invitations.find(token));
    await invitations.revoke({ accountId, id, actor: owner.id });
    assert.equal(await invitations.find(token), undefined);
    const again = invitations.revoke({ accountId, id, actor: owner.id });
    await assert.rejects(again, { code: "not_found" });
    const [entry] = await test.services.audit.list({ accountId, limit: 1 });
    assert.deepEqual([entry?.action, entry?.target], ["member.invitation_revoked", id]);
  });

  it("end with the inviter's role or membership", async () => {
    const { members, invitations } = test.services;
    for (const end of ["demote", "remove", "leave"] as const) {
      const inviter = await makeMember("owner");
      const email = anEmail();
      await invite(email, "owner", { actor: inviter.id });
      const kept = anEmail();
      await invite(kept);
      const theirs = { accountId, userId: inviter.id };
      if (end === "demote") {
        await members.changeRole({ ...theirs, role: "developer", actor: owner.id });
      } else {
        await members.remove({ ...theirs, actor: end === "leave" ? inviter.id : owner.id });
      }
      assert.equal(await invitations.find(await tokenOf(email)), undefined, end);
      assert.ok(await invitations.find(await tokenOf(kept)), end);
    }
  });

  it("are refused for members", async () => {
    const member = await makeMember("viewer");
    await assert.rejects(invite(member.email.toUpperCase()), { code: "already_member" });
    assert.deepEqual(await test.services.sandboxMail.list(member.email), []);
  });

  it("are limited to 20 open ones, also in parallel", async () => {
    const { invitations } = test.services;
    const first = anEmail();
    await invite(first);
    for (let count = 2; count < 20; count += 1) await invite(anEmail());
    const settled = await Promise.allSettled([invite(anEmail()), invite(anEmail())]);
    assert.deepEqual(settled.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    assert.equal((await invitations.list(accountId)).length, 20);
    const late = anEmail();
    await assert.rejects(invite(late), { code: "limit_reached" });
    assert.deepEqual(await test.services.sandboxMail.list(late), []);
    await invite(first);
    test.clock.advance({ minutes: WEEK_MINUTES });
    await invite(late);
  });

  it("are not stored if their mail fails, and an earlier one still works", async () => {
    const mute = createTestServices(connection(), { SANDBOX: "false" });
    const user = await makeMember(undefined);
    await invite(user.email);
    const token = await tokenOf(user.email);
    const request = { accountId, role: "owner", actor: owner.id, text } as const;
    for (const email of [user.email, anEmail()]) {
      const sent = mute.services.invitations.invite({ ...request, email });
      await assert.rejects(sent, { code: "mail_unavailable" });
    }
    assert.equal((await test.services.invitations.list(accountId)).length, 1);
    assert.equal((await test.services.invitations.find(token))?.role, "developer");
  });

  it("are limited per e-mail address", async () => {
    const email = anEmail();
    for (let count = 0; count < 5; count += 1) await invite(email);
    await assert.rejects(invite(email), { code: "too_many_mails" });
    await invite(anEmail());
  });

  it("end with the account", async () => {
    const { invitations, operator } = test.services;
    const user = await makeMember(undefined);
    await invite(user.email);
    const token = await tokenOf(user.email);
    await operator.close(accountId);
    assert.equal(await invitations.find(token), undefined);
    await assert.rejects(invitations.accept({ token, user }), { code: "account_closed" });
    await assert.rejects(invite(anEmail()), { code: "account_closed" });
  });

  it("can come from the operator as a link, mailed or not, also for an account without members", async () => {
    const { services } = test;
    const mute = createTestServices(connection(), { SANDBOX: "false" }).services;
    const { accountId: empty } = await makeMerchant(services);
    for (const { invitations, expected } of [
      { invitations: services.invitations, expected: true },
      { invitations: mute.invitations, expected: false },
    ]) {
      const email = anEmail();
      const request = { accountId: empty, email, role: "owner", text } as const;
      const { link, isMailed } = await invitations.inviteByLink(request);
      assert.equal(isMailed, expected);
      assert.equal((await services.sandboxMail.list(email)).length, expected ? 1 : 0);
      const token = new URL(link).searchParams.get("token") ?? "";
      const { userId } = await invitations.acceptAsNew({ token, name: "Ada", password: PASSWORD });
      const [own] = await services.members.accountsOf(userId);
      assert.deepEqual([own?.account.id, own?.role], [empty, "owner"]);
    }
    const accountId = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";
    const request = { accountId, email: anEmail(), role: "owner", text } as const;
    await assert.rejects(services.invitations.inviteByLink(request), { code: "not_found" });
  });

  it("are deleted a month after their end", async () => {
    const { invitations } = test.services;
    const email = anEmail();
    await invite(email);
    test.clock.advance({ minutes: WEEK_MINUTES + 30 * 24 * 60 });
    await invitations.purge();
    assert.equal((await rowsTo(email)).length, 1);
    test.clock.advance({ seconds: 1 });
    assert.ok((await invitations.purge()) >= 1);
    assert.deepEqual(await rowsTo(email), []);
  });
});

onBothDatabases("a further account", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  before(() => {
    test = createTestServices(connection());
  });
  const makeUser = ({ users } = test.services) =>
    database().transaction(async (tx) => {
      const email = `${randomUUID()}@shop.example`;
      const person = await users.prepareInvited({ email, name: "Ada", password: PASSWORD });
      return (await users.createFromInvitation(tx, person)).userId;
    });

  it("belongs to the user who opened it", async () => {
    const { openings, members, audit } = test.services;
    const userId = await makeUser();
    assert.equal(openings.isOpen, true);
    const accountId = await openings.open(userId, { name: " Harbour Books " });
    const [own] = await members.accountsOf(userId);
    assert.deepEqual([own?.account.name, own?.role], ["Harbour Books", "owner"]);
    const entries = await audit.list({ accountId, limit: 5 });
    assert.deepEqual(
      entries.map(({ actor, action }) => [actor, action]),
      [
        [userId, "member.joined"],
        [userId, "account.created"],
      ],
    );
    await assert.rejects(openings.open(userId, { name: " " }), { code: "invalid_request" });
  });

  it("is limited to 20 per user", async () => {
    const { openings, operator } = test.services;
    const userId = await makeUser();
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      ids.push(await openings.open(userId, { name: "Shop" }));
    }
    await assert.rejects(openings.open(userId, { name: "Shop" }), { code: "limit_reached" });
    await operator.close(ids[0] ?? "");
    await openings.open(userId, { name: "Shop" });
  });

  it("is limited to 20 per user, also in parallel", async () => {
    const { openings, members } = test.services;
    const userId = await makeUser();
    const all = await Promise.allSettled(
      Array.from({ length: 24 }, () => openings.open(userId, { name: "Shop" })),
    );
    const refused = all.filter((result) => result.status === "rejected");
    assert.deepEqual(
      refused.map(({ reason }) => reason.code),
      Array(4).fill("limit_reached"),
    );
    assert.equal((await members.accountsOf(userId)).length, 20);
  });

  it("can be opened by the operator while sign-up is closed", async () => {
    const { openings } = createTestServices(connection(), { SIGNUP: "closed" }).services;
    assert.equal(openings.isOpen, false);
    const userId = await makeUser();
    await assert.rejects(openings.open(userId, { name: "Shop" }), { code: "signup_closed" });
  });
});
