import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import type { Actor } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createTestUsers } from "#lib/testing/users.ts";
import { createWebhookTest, type WebhookTest } from "#lib/testing/webhooks.ts";
import { createEndpointNotices } from "./service.ts";

const actor: Actor = "usr_1";
const limit = 1000;

onBothDatabases("notices of disabled endpoints", (database, connection) => {
  let test: WebhookTest;
  let mails: Mail[];
  let refusal: Error | undefined;
  let endpoint: { id: string; url: string };
  const emails: Record<"owner" | "developer" | "viewer", string> = {
    owner: "",
    developer: "",
    viewer: "",
  };

  beforeEach(async () => {
    test = await createWebhookTest(connection());
    mails = [];
    refusal = undefined;
    for (const role of ["owner", "developer", "viewer"] as const) {
      const person = await createTestUsers(connection()).signUp();
      emails[role] = person.email;
      const { accountId } = test;
      await database().transaction((tx) =>
        test.services.members.add(tx, { accountId, userId: person.userId, role }, actor),
      );
    }
    endpoint = await test.addEndpoint(() => ({ status: 410 }), { host: "hooks.shop.example" });
  });

  const createNotices = (sendMail?: (mail: Mail) => Promise<void>) =>
    createEndpointNotices({
      db: database(),
      clock: test.clock,
      accounts: test.services.accounts,
      getEndpoint: test.webhooks.getEndpoint,
      members: test.services.members,
      sendMail:
        sendMail ??
        (async (mail) => {
          if (refusal) throw refusal;
          mails.push(mail);
        }),
      consoleUrl: "https://pay.example/console",
      logger: createLogger("silent"),
    });

  async function disableByAnswer(): Promise<void> {
    await test.makeOutcome();
    await test.webhooks.deliverDue({ limit });
  }

  const readers = () => mails.map(({ to }) => to).toSorted();
  const wanted = () => [emails.owner, emails.developer].toSorted();

  it("go to owners and developers, once, with what to do", async () => {
    const notices = createNotices();
    assert.equal(await notices.sendDue(), 0);
    await disableByAnswer();
    assert.deepEqual(await notices.nextDueAt(), test.clock.now());
    await notices.sendDue();
    assert.deepEqual(readers(), wanted());
    assert.equal(await notices.nextDueAt(), undefined);
    test.clock.advance({ minutes: 60 });
    await notices.sendDue();
    assert.equal(mails.length, 2);
    const [mail] = mails;
    assert.match(mail?.subject ?? "", /“hooks\.shop\.example” was disabled/);
    assert.match(mail?.text ?? "", /returned 410/);
    const link = `https://pay.example/console/webhooks/${endpoint.id}`;
    assert.ok(mail?.text.split("\n").includes(link));
  });

  it("are sent later if the mail server is down, except after giving up", async () => {
    const notices = createNotices();
    await disableByAnswer();
    refusal = new AppError("mail_unavailable");
    await notices.sendDue();
    assert.deepEqual(mails, []);
    refusal = undefined;
    assert.equal(await notices.sendDue(), 0, "not before its time");
    test.clock.advance({ minutes: 15 });
    await notices.sendDue();
    assert.deepEqual(readers(), wanted());

    mails = [];
    endpoint = await test.addEndpoint(() => ({ status: 410 }));
    await disableByAnswer();
    refusal = new AppError("mail_unavailable");
    await notices.sendDue();
    test.clock.advance({ minutes: 3 * 24 * 60 + 1 });
    await notices.sendDue();
    assert.equal(await notices.nextDueAt(), undefined, "given up after three days");
  });

  it("are dropped if a user disabled the endpoint before they were sent", async () => {
    await disableByAnswer();
    const key = { accountId: test.accountId, id: endpoint.id, actor };
    await test.webhooks.enableEndpoint(key);
    await test.webhooks.disableEndpoint(key);
    const notices = createNotices();
    await notices.sendDue();
    assert.deepEqual(mails, []);
    assert.equal(await notices.nextDueAt(), undefined);
  });

  it("are dropped if the endpoint was deleted before they were sent", async () => {
    await disableByAnswer();
    await test.webhooks.deleteEndpoint({ accountId: test.accountId, id: endpoint.id, actor });
    const notices = createNotices();
    await notices.sendDue();
    assert.deepEqual(mails, []);
    assert.equal(await notices.nextDueAt(), undefined);
  });

  it("reach everyone else when one address is refused for good", async () => {
    await disableByAnswer();
    const notices = createNotices(async (mail) => {
      if (mail.to === emails.owner) throw new AppError("invalid_request");
      mails.push(mail);
    });
    await notices.sendDue();
    assert.deepEqual(readers(), [emails.developer]);
    assert.equal(await notices.nextDueAt(), undefined);
  });

  it("are sent by another worker if one died before or after the mail was sent", async () => {
    await disableByAnswer();
    let sent = 0;
    const died = Promise.withResolvers<void>();
    const dying = createNotices(() => {
      sent++;
      died.resolve();
      return new Promise(() => {});
    });
    void dying.sendDue();
    await died.promise;
    const survivor = createNotices();
    await survivor.sendDue();
    assert.equal(mails.length, 1, "the other reader is not held up");
    test.clock.advance({ minutes: 5 });
    await survivor.sendDue();
    assert.deepEqual(readers(), wanted());
    assert.equal(sent, 1);
  });

  it("are not sent for an endpoint enabled by then, or to a former member", async () => {
    const notices = createNotices();
    const { accountId } = test;
    const key = { accountId, id: endpoint.id, actor };
    await disableByAnswer();
    await test.webhooks.enableEndpoint(key);
    await notices.sendDue();
    assert.deepEqual(mails, []);
    assert.equal(await notices.nextDueAt(), undefined);

    await disableByAnswer();
    refusal = new AppError("mail_unavailable");
    await notices.sendDue();
    refusal = undefined;
    const members = await test.services.members.list(accountId);
    const owner = members.find(({ email }) => email === emails.owner);
    const left = members.find(({ email }) => email === emails.developer);
    assert.ok(owner && left);
    const { userId } = left;
    await test.services.members.remove({
      accountId,
      userId,
      actor: `usr_${owner.userId.slice(4)}`,
    });
    test.clock.advance({ minutes: 15 });
    await notices.sendDue();
    assert.deepEqual(readers(), [emails.owner]);
  });

  it("are not created when a merchant disables an endpoint", async () => {
    await test.webhooks.disableEndpoint({ accountId: test.accountId, id: endpoint.id, actor });
    assert.equal(await createNotices().nextDueAt(), undefined);
  });
});
