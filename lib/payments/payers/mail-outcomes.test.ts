import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { after, it } from "node:test";
import { eq } from "drizzle-orm";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { payerCodes } from "#lib/payments/model/payers.schema.ts";
import { createSmtpSender } from "#lib/platform/mail/smtp.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestPayers } from "#lib/testing/payers.ts";
import { createPayerService } from "./service.ts";

const closing: (() => void)[] = [];
after(() => {
  for (const close of closing) close();
});

type Answer = (done: (error?: Error | null) => void, cut: () => void) => void;

onDatabase("responses of the mail server", (database, connection) => {
  /** `received`: mails the server accepted. */
  async function begin(response: Answer, options: SMTPServerOptions = {}) {
    const received: string[] = [];
    let cut: () => void = () => undefined;
    const server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          received.push(Buffer.concat(chunks).toString());
          response(done, cut);
        });
      },
      ...options,
    });
    server.on("error", () => undefined);
    server.server.on("connection", (socket) => {
      cut = () => void socket.destroy();
    });
    server.listen(0, "127.0.0.1");
    await once(server.server, "listening");
    closing.push(() => server.close());
    const address = server.server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const url = `smtp://127.0.0.1:${address.port}`;
    const sendMail = createSmtpSender({ url, from: "a@pay.example", responseTimeoutMs: 150 });
    const { services, clock, openWeb } = createTestPayers(connection());
    const payers = createPayerService({ ...services, db: database(), clock, sendMail });
    const { session } = await openWeb();
    const { id: sessionId } = session;
    const email = `ada-${randomUUID()}@x.example`;
    return {
      received,
      send: () => payers.sendCode({ sessionId, email, locale: "en" }),
      check: (code: string) => payers.checkCode({ sessionId, code }),
      lastCode: () => /^Subject: (\d{6})/m.exec(received.at(-1) ?? "")?.[1] ?? "",
      rows: () => database().select().from(payerCodes).where(eq(payerCodes.sessionId, sessionId)),
    };
  }

  const doubtful: [string, Answer][] = [
    ["answers too late", (done) => void setTimeout(done, 300)],
    ["cuts the connection instead of an answer", (_done, cut) => cut()],
  ];
  for (const [name, response] of doubtful) {
    it(`the code of a mail whose server ${name} is valid and counts`, async () => {
      const { send, check, lastCode, rows, received } = await begin(response);
      await send();
      await assert.rejects(send(), { code: "code_too_soon" });
      assert.equal(received.length, 1);
      const [row, ...more] = await rows();
      assert.ok(row?.sentAt && !row.voidedAt && more.length === 0);
      await check(lastCode());
    });
  }

  it("the code of a refused mail is void and kept, without a wait", async () => {
    const refusal = Object.assign(new Error("spam"), { responseCode: 554 });
    const { send, check, lastCode, rows } = await begin((done) => done(refusal));
    await assert.rejects(send(), { code: "mail_unavailable" });
    await assert.rejects(send(), { code: "mail_unavailable" });
    const all = await rows();
    assert.deepEqual(
      all.map(({ sentAt, voidedAt }) => [sentAt, voidedAt !== null]),
      [
        [null, true],
        [null, true],
      ],
    );
    await assert.rejects(check(lastCode()), { code: "code_expired" });
  });

  it("an unknown address is the payer's to correct", async () => {
    const { send, rows } = await begin((done) => done(), {
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error("5.1.1 unknown"), { responseCode: 550 })),
    });
    for (let number = 1; number <= 5; number++) {
      await assert.rejects(send(), ({ code, fields }) => {
        assert.equal(code, "invalid_request");
        assert.equal(fields[0].path, "email");
        return true;
      });
    }
    // No code was guessed, so the order does not end.
    await assert.rejects(send(), { code: "no_more_codes" });
    assert.equal((await rows()).length, 5);
  });
});
