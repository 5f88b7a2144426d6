import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { runInProcess } from "#lib/testing/run-in-process.ts";
import { TEMPLATE } from "#lib/testing/templates.ts";
import { createAccount } from "./operator/create-account.ts";

type Result = { status: number | null; stdout: string; stderr: string };

describe("account:create", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let dataDir: string;
  let url: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "bankside-account-"));
    url = await createDatabase(await serverUrl(), name, TEMPLATE);
  });
  after(async () => {
    await rm(dataDir, { recursive: true, force: true });
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  const embedded = () => ({ DATA_DIR: dataDir, DATABASE_URL: "", APP_SECRET: "" });
  const onServer = () => ({ DATABASE_URL: url, APP_SECRET: "07".repeat(32) });
  const start = (program: string[], variables: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [...program, ...args], {
      encoding: "utf8",
      env: { ...process.env, LOG_LEVEL: "error", ...variables },
    });
  const run = (...args: string[]) => runInProcess(createAccount, args, onServer());

  function assertRefused({ status, stdout, stderr }: Result, reason: RegExp) {
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, reason);
    assert.doesNotMatch(stderr, /\n\s+at /, "no stack");
  }

  it("prints one JSON line with a test key for each method, and the Webhook Secret of the callback URL", () => {
    const options = ["--name", "Shop", "--json", "--origin", "https://shop.example"];
    const { stdout, stderr, status } = start(
      ["scripts/run.mjs", "--production", "scripts/account-create.ts"],
      embedded(),
      ...options,
      "--callback-url",
      "http://localhost:8080/webhook",
    );
    assert.equal(status, 0, stderr);
    assert.equal(stdout.trimEnd().split("\n").length, 1);
    const made: unknown = JSON.parse(stdout);
    assert.ok(made && typeof made === "object");
    assert.deepEqual(Object.keys(made), ["accountId", "keys", "webhookSecret"]);
    assert.match(
      stdout,
      /"web":"sk_test_[\w-]{43}","direct":"sk_test_[\w-]{43}","sdk":"sk_test_[\w-]{43}"/,
    );
    assert.match(stdout, /"webhookSecret":"whsec_/);
  });

  it("creates live keys only with a payee's account", async () => {
    assertRefused(await run("--name", "Shop", "--json", "--live"), /--iban/);
    const { stdout } = await run(
      "--name",
      "Shop",
      "--json",
      "--live",
      "--iban",
      "NL91 ABNA 0417 1643 00",
    );
    assert.match(stdout, /"web":"sk_live_/);
    assert.doesNotMatch(stdout, /webhookSecret/);
  });

  it("accepts the schemes of several apps", async () => {
    const schemes = ["--app-scheme", "myapp", "--app-scheme", "com.shop.app"];
    const { status, stderr } = await run("--name", "Shop", "--json", ...schemes);
    assert.equal(status, 0, stderr);
  });

  it("explains an invalid option, and prints nothing else", async () => {
    const wrong: [string[], RegExp][] = [
      [[], /name/],
      [["--name", "Shop", "--iban", "NL00ABNA0417164300"], /iban is not a valid IBAN/],
      [["--name", "Shop", "--origin", "shop.example"], /origin must look like/],
      [["--name", "Shop", "--app-scheme", "https://shop"], /app-scheme must be a URL scheme/],
      [["--name", "Shop", "--colour", "red"], /--colour/],
    ];
    for (const [options, expected] of wrong) {
      assertRefused(await run("--json", ...options), expected);
    }
    const local = ["--name", "Shop", "--callback-url", "https://10.0.0.1/x"];
    assertRefused(start(["scripts/account-create.ts"], onServer(), ...local), /callbackUrl/);
  });

  it("names the process that uses the embedded database while the service runs", async () => {
    const script = `import { openEmbedded } from "#lib/platform/db/embedded.ts";
      await openEmbedded(${JSON.stringify(dataDir)}); console.log("open"); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ["--input-type=module", "--eval", script]);
    try {
      await once(holder.stdout, "data");
      const refused = await runInProcess(createAccount, ["--name", "Shop", "--json"], embedded());
      assertRefused(refused, new RegExp(`in use by process ${holder.pid}`));
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "exit");
    }
    assert.ok((await readdir(dataDir)).includes("app-secret"));
  });
});
