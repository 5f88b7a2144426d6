import assert from "node:assert/strict";
import { it } from "node:test";
import { sql } from "drizzle-orm";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { sandboxMails } from "#lib/sandbox/model/schema.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createSandboxMail } from "./service.ts";

onBothDatabases("the demo's mailbox", (database) => {
  const mailbox = () => {
    const clock = createFakeClock();
    const seal = createSeal(Buffer.alloc(32, 7));
    return { clock, mails: createSandboxMail({ db: database(), clock, seal }) };
  };
  const mailTo = (to: string, subject = "hello") => ({
    to,
    subject,
    text: "words",
    html: "<p>words",
  });

  it("shows a recipient's twenty newest mails, newest first", async () => {
    const { clock, mails } = mailbox();
    for (let number = 1; number <= 22; number++) {
      await mails.deliver(mailTo("Ada@shop.example", `mail ${number}`));
      clock.advance({ seconds: 1 });
    }
    await mails.deliver(mailTo("eve@shop.example"));
    const list = await mails.list(" ada@SHOP.example ");
    assert.deepEqual(
      list.map(({ subject }) => subject),
      Array.from({ length: 20 }, (_, index) => `mail ${22 - index}`),
    );
    assert.equal(list[0]?.html, "<p>words");
    assert.deepEqual(await mails.list("ada"), []);
    assert.deepEqual(await mails.list("adb@shop.example"), []);
  });

  it("stores only encrypted mails", async () => {
    const { mails } = mailbox();
    await mails.deliver(mailTo("secret.person@shop.example", "secret subject"));
    const rows = await database().select().from(sandboxMails);
    assert.ok(rows.length > 0);
    assert.doesNotMatch(JSON.stringify(rows), /secret|words/);
  });

  it("can't decrypt a mail that was moved to another row", async () => {
    const { mails } = mailbox();
    await mails.deliver(mailTo("mallory@shop.example"));
    await database().execute(
      sql`insert into sandbox_mails select 'mail_moved', recipient_mac, sealed_mail, created_at from sandbox_mails order by id desc limit 1`,
    );
    await assert.rejects(mails.list("mallory@shop.example"));
    await database().execute(sql`delete from sandbox_mails where id = 'mail_moved'`);
  });

  it("deletes mails that are older than a day", async () => {
    const { clock, mails } = mailbox();
    await mails.purge();
    await mails.deliver(mailTo("old@shop.example"));
    clock.advance({ minutes: 24 * 60 - 1 });
    await mails.deliver(mailTo("new@shop.example"));
    clock.advance({ minutes: 2 });
    assert.ok((await mails.purge()) >= 1);
    assert.deepEqual(await mails.list("old@shop.example"), []);
    assert.equal((await mails.list("new@shop.example")).length, 1);
  });
});
