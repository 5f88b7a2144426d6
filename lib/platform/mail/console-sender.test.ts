import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "#lib/platform/failures/errors.ts";
import { alertOnOutage } from "./alert.ts";
import { createConsoleMail } from "./console-sender.ts";
import type { Mail } from "./mail.ts";

const mail: Mail = { to: "ada@shop.example", subject: "s", text: "t", html: "h" };
const LOCAL = "http://localhost:3000";

function make(options: {
  hasSmtp?: boolean;
  sandbox?: boolean;
  addresses?: string[];
  listensLocally?: boolean;
}) {
  const sent: string[] = [];
  const alerts: unknown[] = [];
  const logger = { error: (fields: { alert?: string }) => alerts.push(fields.alert) };
  const consoleMail = createConsoleMail({
    smtp: options.hasSmtp ? async () => void sent.push("smtp") : undefined,
    keep: async () => void sent.push("kept"),
    sandboxEnabled: async () => options.sandbox ?? true,
    addresses: options.addresses ?? [LOCAL, `${LOCAL}/console`],
    listensLocally: options.listensLocally ?? true,
    logger: logger as never,
  });
  return { ...consoleMail, sent, alerts };
}

describe("mails to users of the console", () => {
  it("go through the mail server if there is one", async () => {
    for (const addresses of [[LOCAL], ["https://pay.example"]]) {
      const { send, isKept, sent } = make({ hasSmtp: true, addresses });
      await send(mail);
      assert.deepEqual([sent, await isKept()], [["smtp"], false]);
    }
  });

  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    it(`are stored in the demo's mailbox on ${host}`, async () => {
      const { send, isKept, sent } = make({ addresses: [`http://${host}:3000`] });
      await send(mail);
      assert.deepEqual([sent, await isKept()], [["kept"], true]);
    });
  }

  for (const [name, options] of [
    ["where others reach the deployment", { addresses: ["https://pay.example"] }],
    ["where others reach the console", { addresses: [LOCAL, "https://pay.example/console"] }],
    ["where a name only begins like this computer's", { addresses: ["http://localhost.example"] }],
    ["where the sandbox is off", { sandbox: false }],
    ["where other machines reach the server", { listensLocally: false }],
  ] as const) {
    it(`are never stored ${name}`, async () => {
      const { send, isKept, sent, alerts } = make({
        ...options,
        addresses: [...("addresses" in options ? options.addresses : [LOCAL])],
      });
      await assert.rejects(send(mail), { code: "mail_unavailable" });
      assert.deepEqual([sent, await isKept(), alerts], [[], false, ["mail_not_configured"]]);
    });
  }

  it("alert the operator if the mail server is unavailable, but not if an address is wrong", async () => {
    const alerts: unknown[] = [];
    const logger = { error: (fields: { alert?: string }) => alerts.push(fields.alert) };
    for (const code of ["invalid_request", "mail_unavailable"] as const) {
      const send = alertOnOutage(() => Promise.reject(new AppError(code)), logger as never);
      await assert.rejects(send(mail), { code });
    }
    assert.deepEqual(alerts, ["mail_unavailable"]);
  });
});
