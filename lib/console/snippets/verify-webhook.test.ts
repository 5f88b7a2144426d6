import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import { freePort } from "#lib/testing/free-port.ts";
import { newWebhookSecret, signatureHeaders } from "#lib/webhooks/signatures/signature.ts";
import { type VerifyLanguage, verifySnippets } from "./verify-webhook.ts";

const PATH = "/hooks/bankside?shop=a%22b";
const address = new URL(PATH, "https://shop.example");
const folder = mkdtempSync(join(tmpdir(), "snippets-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const secret = newWebhookSecret();
const body = JSON.stringify({ type: "transaction.succeeded", data: { id: "txn_1", note: "café" } });
const signed = (sentAt = new Date(), secrets = [secret]) =>
  signatureHeaders({ id: "evt_1", sentAt, body }, secrets);

const TOOLS: Record<VerifyLanguage, { check: string[]; run?: string[] }> = {
  node: { check: ["node", "--check"], run: ["node"] },
  python: { check: ["python3", "-m", "py_compile"], run: ["python3"] },
  php: { check: ["php", "-l"] },
  go: { check: ["gofmt", "-e"] },
};

const has = (tool = "") => spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0;

function start(command: string[], variables: Record<string, string>): ChildProcess {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return spawn("env", [...assignments, ...command], { stdio: ["ignore", "pipe", "pipe"] });
}

async function post(url: string, headers: Record<string, string>, text: string): Promise<number> {
  for (let tries = 0; ; tries++) {
    try {
      return (await fetch(url, { method: "POST", headers, body: text })).status;
    } catch (error) {
      // It is still starting.
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function serve(t: TestContext, command: string[]) {
  const port = await freePort();
  const child = start(command, { WEBHOOK_SECRET: secret, PORT: String(port) });
  t.after(async () => {
    const ended = once(child, "close");
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  return (headers: Record<string, string>, text = body, path = PATH) =>
    post(`${url}${path}`, headers, text);
}

describe("examples that verify webhooks", () => {
  for (const { language, file, code } of verifySnippets(address)) {
    const path = join(folder, file);
    writeFileSync(path, code);
    const { check, run } = TOOLS[language];

    it(`${language}: is a valid program`, (t) => {
      if (!has(check[0])) return t.skip(`${check[0]} is not on this machine`);
      const [tool = "", ...args] = check;
      const { status, stderr } = spawnSync(tool, [...args, path], { encoding: "utf8" });
      assert.equal(status, 0, stderr);
    });

    if (!run) continue;

    it(`${language}: accepts only signed webhooks`, async (t) => {
      if (!has(run[0])) return t.skip(`${run[0]} is not on this machine`);
      const send = await serve(t, [...run, path]);
      const other = newWebhookSecret();
      const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
      assert.equal(await send(signed()), 204);
      assert.equal(await send(signed(ago(280))), 204);
      for (const secrets of [
        [secret, other],
        [other, secret],
      ]) {
        assert.equal(await send(signed(new Date(), secrets)), 204, "a rotation has two signatures");
      }
      assert.equal(await send(signed(), body.replace("txn_1", "txn_2")), 400);
      assert.equal(await send(signed(), `${body}\n`), 400);
      assert.equal(await send(signed(ago(310))), 400);
      assert.equal(await send(signed(ago(-310))), 400);
      assert.equal(await send(signed(new Date(), [other])), 400);
      assert.equal(await send({ ...signed(), "webhook-id": "evt_2" }), 400);
      assert.equal(await send({ ...signed(), "webhook-signature": "v1," }), 400);
      assert.equal(await send({ ...signed(), "webhook-timestamp": "soon" }), 400);
      for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
        const { [name]: _, ...others } = signed();
        assert.equal(await send(others), 400, name);
      }
      assert.equal(await send(signed(), body, "/elsewhere"), 400);
    });

    it(`${language}: does not start without a secret`, async (t) => {
      if (!has(run[0])) return t.skip(`${run[0]} is not on this machine`);
      const child = start([...run, path], { WEBHOOK_SECRET: "", PORT: "0" });
      const [status] = await once(child, "close");
      assert.notEqual(status, 0);
    });
  }
});
