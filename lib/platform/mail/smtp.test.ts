import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { type ErrorCode, isAppError } from "#lib/platform/failures/errors.ts";
import { describeFailure, isOutage } from "#lib/platform/failures/failures.ts";
import { createSmtpSender } from "./smtp.ts";

const FROM = "Bankside <no-reply@pay.example>";
const mail = {
  to: "ada.lovelace@shop.example",
  subject: "042913 is your code to pay Café Zoë",
  text: "Your code: 042913\n\n.\nQUIT\n",
  html: "<p>Your code: 042913</p>",
};

const closing: (() => void)[] = [];
after(() => {
  for (const close of closing) close();
});

async function mailServer(
  options: SMTPServerOptions = {},
  onConnection: (socket: Socket) => void = () => undefined,
) {
  const received: { from: string; to: string[]; body: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          body: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  server.server.on("connection", onConnection);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  closing.push(() => server.close());
  return { received, port: portOf(server.server) };
}

async function rawServer(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    talk(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return portOf(server);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

const sender = (port: number, timeoutMs = 5_000, url = `smtp://127.0.0.1:${port}`) =>
  createSmtpSender({ url, from: FROM, timeoutMs });

describe("a letter", () => {
  it("has a Message-ID of its own, and the address of its settings", async () => {
    const { port, received } = await mailServer();
    const settingsUrl = "https://pay.example/console/settings/emails?mode=live";
    for (let times = 0; times < 2; times++) {
      await sender(port)({ ...mail, id: "ltr_01kagj3y9be2rvn5q8w0m4tzxh", settingsUrl });
    }
    await sender(port)(mail);
    const [first = "", again = "", other = ""] = received.map(({ body }) => body);
    for (const body of [first, again]) {
      assert.match(body, /^Message-ID: <ltr_01kagj3y9be2rvn5q8w0m4tzxh@pay\.example>\r$/m);
      assert.match(
        body,
        /^List-Unsubscribe:\s+<https:\/\/pay\.example\/console\/settings\/emails\?mode=live>\r$/m,
      );
    }
    assert.doesNotMatch(other, /List-Unsubscribe|ltr_/);
  });
});

const dataServer = (then: (done: (error?: Error | null) => void, socket: Socket) => void) => {
  let latest: Socket | undefined;
  const options: SMTPServerOptions = {
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => latest && then(done, latest));
    },
  };
  return mailServer(options, (socket) => {
    latest = socket;
  });
};

/** The log line has no address and no code of the payer. */
function isQuietFailure(error: unknown): true {
  return isQuiet(error, "mail_unavailable");
}

function isQuiet(error: unknown, code: ErrorCode): true {
  assert.ok(isAppError(error) && error.code === code, String(error));
  assert.doesNotMatch(JSON.stringify(describeFailure(error)), /lovelace|shop\.example|042913/);
  assert.ok(!isOutage(error), "a mail server that is down is no outage of ours");
  return true;
}

describe("sending through an SMTP server", () => {
  it("delivers subject, text and HTML from the sender to one recipient", async () => {
    const { received, port } = await mailServer();
    await sender(port)(mail);
    const [{ from, to, body } = { from: "", to: [], body: "" }] = received;
    assert.equal(received.length, 1);
    assert.equal(from, "no-reply@pay.example");
    assert.deepEqual(to, [mail.to]);
    assert.match(body, /^From: Bankside <no-reply@pay\.example>\r$/m);
    assert.match(body, /^To: ada\.lovelace@shop\.example\r$/m);
    assert.match(body, /^Auto-Submitted: auto-generated\r$/m);
    const words = body.replace(/=\r\n/g, "").replace(/\r\n /g, " ");
    assert.match(words, /^Subject: =\?UTF-8\?Q\?042913_is_your_code_to_pay_Caf=C3=A9/m);
    assert.match(words, /Your code: 042913\r\n\r\n\.\r\nQUIT/);
    assert.match(words, /<p>Your code: 042913<\/p>/);
  });

  for (const to of [
    "a&b@shop.example",
    "x!y#z@shop.example",
    "o'hara@shop.example",
    "{|}~^_`$%*/?=@shop.example",
    "a%b@xn--mller-kva.example",
    `${"&".repeat(64)}@${"a.".repeat(90)}example`,
  ]) {
    it(`writes ${to.slice(0, 40)} unchanged, in the envelope and in the header`, async () => {
      let talk = "";
      const { received, port } = await mailServer({}, (socket) => {
        socket.on("data", (chunk: Buffer) => {
          talk += chunk.toString();
        });
      });
      await sender(port)({ ...mail, to });
      assert.deepEqual(talk.match(/^RCPT .*$/gm), [`RCPT TO:<${to}>`]);
      assert.doesNotMatch(talk, /SMTPUTF8/);
      const unfolded = received[0]?.body.replace(/\r\n(?=[ \t])/g, "") ?? "";
      assert.deepEqual(unfolded.match(/^(?:To|Cc|Bcc):.*$/gim), [`To: ${to}`]);
    });
  }

  it("never turns one value into two recipients or two headers", async () => {
    const { received, port } = await mailServer();
    const send = sender(port);
    await send({ ...mail, subject: "hello\r\nBcc: eve@evil.example\r\n\r\nbody" });
    await send({ ...mail, to: "ada@shop.example, eve@evil.example" }).catch(() => undefined);
    await send({ ...mail, to: "ada@shop.example>\r\nRCPT TO:<eve@evil.example" }).catch(
      () => undefined,
    );
    for (const { to, body } of received) {
      assert.ok(to.length <= 1, to.join());
      assert.ok(!to.includes("eve@evil.example"));
      assert.doesNotMatch(body, /^Bcc:/im);
    }
  });

  const refusedRecipient = (words: string, responseCode: number) =>
    mailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`${words} <${address}> 042913`), { responseCode })),
    });

  for (const [words, code] of [
    ["5.1.1", 550],
    ["no such user", 550],
    ["5.2.2 full", 552],
    ["5.1.10", 556],
  ] as const) {
    it(`a recipient refused with ${code} ${words} is an error of the payer's field, and not in the log`, async () => {
      const { received, port } = await refusedRecipient(words, code);
      await assert.rejects(sender(port)(mail), (error) => {
        assert.deepEqual(isAppError(error) && error.fields?.map(({ path }) => path), ["email"]);
        return isQuiet(error, "invalid_request");
      });
      assert.equal(received.length, 0);
    });
  }

  for (const [words, code] of [
    ["4.2.1 try later", 450],
    ["5.7.1 relaying denied", 550],
    ["5.7.0 log in", 530],
    ["5.1.8 sender", 553],
    ["closing", 421],
  ] as const) {
    it(`a recipient refused with ${code} ${words} is mail_unavailable`, async () => {
      const { port } = await refusedRecipient(words, code);
      await assert.rejects(sender(port)(mail), isQuietFailure);
    });
  }

  it("a refused sender is mail_unavailable", async () => {
    const { port } = await mailServer({
      onMailFrom: (_address, _session, done) => done(new Error("5.1.1 who are you")),
    });
    await assert.rejects(sender(port)(mail), isQuietFailure);
  });

  for (const responseCode of [451, 554]) {
    it(`a message refused with ${responseCode} is mail_unavailable`, async () => {
      const error = Object.assign(new Error(`spam from ${mail.to}`), { responseCode });
      const { port } = await dataServer((done) => done(error));
      await assert.rejects(sender(port)(mail), isQuietFailure);
    });
  }

  it("a message whose response is slow has more time than a greeting", async () => {
    const { port } = await dataServer((done) => setTimeout(done, 400));
    const errors: Error[] = [];
    const url = `smtp://127.0.0.1:${port}`;
    const onUnconfirmed = (error: Error) => errors.push(error);
    await createSmtpSender({ url, from: FROM, timeoutMs: 150, onUnconfirmed })(mail);
    assert.deepEqual(errors, []);
  });

  for (const [name, then] of [
    ["never answered", () => undefined],
    ["answered by a cut", (_done: unknown, socket: Socket) => socket.destroy()],
    ["answered by an end", (_done: unknown, socket: Socket) => socket.end()],
  ] as const) {
    it(`a message that was ${name} may have been accepted, and is no failure`, async () => {
      const { port } = await dataServer(then);
      const errors: Error[] = [];
      const url = `smtp://127.0.0.1:${port}`;
      const onUnconfirmed = (error: Error) => errors.push(error);
      await createSmtpSender({ url, from: FROM, responseTimeoutMs: 100, onUnconfirmed })(mail);
      assert.equal(errors.length, 1);
      assert.doesNotMatch(JSON.stringify(describeFailure(errors[0])), /lovelace|shop\.example/);
    });
  }

  it("a connection that is cut before the message is a failure", async () => {
    for (const last of ["MAIL", "RCPT", "DATA"]) {
      const port = await rawServer((socket) => {
        socket.write("220 hello\r\n");
        socket.on("data", (chunk) => {
          if (chunk.toString().includes(last)) socket.destroy();
          else socket.write("250 yes\r\n");
        });
      });
      await assert.rejects(sender(port)(mail), isQuietFailure);
    }
  });

  it("a dead port is mail_unavailable", async () => {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = portOf(server);
    server.close();
    await once(server, "close");
    await assert.rejects(sender(port)(mail), isQuietFailure);
  });

  it("a server that never greets is mail_unavailable", async () => {
    const port = await rawServer(() => undefined);
    await assert.rejects(sender(port, 100)(mail), isQuietFailure);
  });

  it("a server that sends endless lines is mail_unavailable", async () => {
    const port = await rawServer((socket) => {
      socket.write("220 hello\r\n");
      socket.once("data", () => {
        const timer = setInterval(() => socket.write("250-wait\r\n"), 20);
        socket.on("close", () => clearInterval(timer));
      });
    });
    await assert.rejects(sender(port, 100)(mail), isQuietFailure);
  });

  it("a server without TLS gets nothing from an smtps address", async () => {
    const { received, port } = await mailServer();
    await assert.rejects(sender(port, 500, `smtps://127.0.0.1:${port}`)(mail), isQuietFailure);
    await assert.rejects(
      sender(port, 500, `smtp://127.0.0.1:${port}?requireTLS=true`)(mail),
      isQuietFailure,
    );
    assert.equal(received.length, 0);
  });

  it("STARTTLS is used if it is offered, and only with a trusted certificate", async () => {
    const { received, port } = await mailServer({ disabledCommands: ["AUTH"] });
    await assert.rejects(sender(port)(mail), isQuietFailure);
    assert.equal(received.length, 0);
    await sender(port, 5_000, `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`)(mail);
    assert.equal(received.length, 1);
  });
});
