import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { freePort } from "#lib/testing/free-port.ts";
import { codeBlocks } from "./code-blocks.ts";

const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;

// With spaces and an escape, which a parser followed by a stringifier would lose.
const BODY =
  '{ "type": "transaction.succeeded", "data": {"externalId": "order\\u002d1", "amount": 1250, "currency": "EUR"} }';

const EVENT = JSON.parse(BODY);

/** As Bankside sends it. */
function signed({ secret = SECRET, body = BODY } = {}) {
  const id = `evt_${randomUUID()}`;
  const now = new Date();
  return {
    id,
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, now, body),
    },
  };
}

type Sent = ReturnType<typeof signed>;

const requestOf = ({ body, headers }: Sent) =>
  new Request("http://127.0.0.1/webhooks", { method: "POST", body, headers });

const routeSchema = z.object({ POST: z.custom<(request: Request) => Promise<Response>>() });

describe("the receivers in the documents", () => {
  let folder = "";
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "bankside-receivers-")));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const code of codeBlocks("docs/webhooks.md", "js")) {
      const [, name] = /^\/\/ (\S+\.js)\b/.exec(code) ?? [];
      assert.ok(name, `no name of a file stands above ${code}`);
      writeFileSync(join(folder, name), code);
    }
    process.env["WEBHOOK_SECRET"] = SECRET;
  });
  after(() => rmSync(folder, { recursive: true }));

  let server: ChildProcess | undefined;
  afterEach(async () => {
    const running = server;
    server = undefined;
    if (running?.kill("SIGKILL")) await once(running, "exit");
  });

  /** Runs a file of docs/webhooks.md, which prints what it handles. */
  async function start(name: string) {
    const port = await freePort();
    const code = `
      import { readFileSync, writeFileSync } from "node:fs";
      globalThis.handleOnce = async (id, event) => console.log(JSON.stringify([id, event]));
      writeFileSync("started-${name}", readFileSync("${name}", "utf8").replaceAll("3001", "${port}"));
      await import("./started-${name}");`;
    server = spawn(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: folder,
      env: { ...process.env, WEBHOOK_SECRET: SECRET },
      stdio: ["ignore", "pipe", "inherit"],
    });
    assert.ok(server.stdout);
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const url = `http://127.0.0.1:${port}/webhooks`;
    const send = ({ body, headers }: Sent) => fetch(url, { method: "POST", body, headers });
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline && server.exitCode === null) {
      const response = await fetch(url).catch(() => undefined);
      if (response) break;
      await new Promise((done) => setTimeout(done, 20));
    }
    return { send, handled: async () => JSON.parse((await lines.next()).value ?? "null") };
  }

  for (const name of ["express.js", "fastify.js", "hono.js"]) {
    it(`docs/webhooks.md: ${name} handles a signed webhook and refuses others`, async () => {
      const { send, handled } = await start(name);
      assert.equal((await send(signed({ secret: OTHER }))).status, 401);
      const forged = { ...signed(), body: BODY.replace("1250", "1251") };
      assert.equal((await send(forged)).status, 401);
      const good = signed();
      assert.equal((await send(good)).status, 204);
      assert.deepEqual(await handled(), [good.id, EVENT]);
    });
  }

  it("docs/webhooks.md: route.js handles a signed webhook and refuses others", async () => {
    const handled: unknown[] = [];
    Object.assign(globalThis, { handleOnce: async (...all: unknown[]) => handled.push(all) });
    const { POST } = routeSchema.parse(await import(pathToFileURL(join(folder, "route.js")).href));
    assert.equal((await POST(requestOf(signed({ secret: OTHER })))).status, 401);
    const good = signed();
    assert.equal((await POST(requestOf(good))).status, 204);
    assert.deepEqual(handled, [[good.id, EVENT]]);
  });

  it("docs/webhooks.md: verify reads headers and bodies of every kind, and names a parsed body", async () => {
    const { verify } = await import(pathToFileURL(join(folder, "verify.js")).href);
    const { body, headers } = signed();
    const entries = Object.entries(headers);
    for (const given of [
      headers,
      new Headers(headers),
      Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value])),
      Object.fromEntries(entries.map(([name, value]) => [name, [value]])),
    ]) {
      for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body)]) {
        assert.deepEqual(verify(raw, given), EVENT);
      }
    }
    assert.equal(verify(body, {}), undefined);
    assert.equal(verify(JSON.stringify(EVENT), headers), undefined, "parsed and stringified");
    assert.throws(() => verify(EVENT, headers), /must be of type string or an instance of Buffer/);
  });

  for (const document of ["README.md", "sdk/js/README.md"]) {
    it(`${document}: the route only pays the order of a signed webhook`, async () => {
      const paid: unknown[] = [];
      const order = { cents: 1250 };
      Object.assign(globalThis, {
        findOrder: async (id: string) => (id === "order-1" ? order : undefined),
        markPaid: async (...all: unknown[]) => paid.push(all),
      });
      const [code = ""] = codeBlocks(document, "js").filter((block) => block.includes("POST("));
      const file = join(folder, `${document.replaceAll("/", "-")}.js`);
      writeFileSync(file, code);
      const { POST } = routeSchema.parse(await import(pathToFileURL(file).href));
      await assert.rejects(POST(requestOf(signed({ secret: OTHER }))), /No matching signature/);
      assert.deepEqual(paid, []);
      assert.equal((await POST(requestOf(signed()))).status, 204);
      assert.deepEqual(paid, [document === "README.md" ? ["order-1", 1250] : [order]]);
    });
  }
});
