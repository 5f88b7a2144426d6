import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

describe("account:create", () => {
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "bankside-account-"));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  const environment = () => ({
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    APP_SECRET: "",
    LOG_LEVEL: "error",
  });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/run.mjs", "account:create", ...args], {
      encoding: "utf8",
      env: environment(),
    });

  it("prints one JSON line with a test key for each method, and the secret of the callback URL", () => {
    const options = ["--name", "Shop", "--json", "--origin", "https://shop.example"];
    const { stdout, stderr, status } = run(
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

  it("makes live keys only for a named account to be paid on", () => {
    const refused = run("--name", "Shop", "--json", "--live");
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /--iban/);
    const { stdout } = run(
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

  it("takes the schemes of several apps", () => {
    const schemes = ["--app-scheme", "myapp", "--app-scheme", "com.shop.app"];
    const { status, stderr } = run("--name", "Shop", "--json", ...schemes);
    assert.equal(status, 0, stderr);
  });

  it("says what is wrong with an option and prints nothing else", () => {
    const wrong: [string[], RegExp][] = [
      [[], /name/],
      [["--name", "Shop", "--iban", "NL00ABNA0417164300"], /iban is not a valid IBAN/],
      [["--name", "Shop", "--origin", "shop.example"], /origin must look like/],
      [["--name", "Shop", "--app-scheme", "https://shop"], /app-scheme must be a URL scheme/],
      [["--name", "Shop", "--callback-url", "https://10.0.0.1/x"], /callbackUrl/],
      [["--name", "Shop", "--colour", "red"], /--colour/],
    ];
    for (const [options, expected] of wrong) {
      const { stdout, stderr, status } = run("--json", ...options);
      assert.equal(status, 1, options.join(" "));
      assert.equal(stdout, "");
      assert.match(stderr, expected);
      assert.doesNotMatch(stderr, /\n\s+at /, "no stack");
    }
  });

  it("says who holds the embedded database while the service runs", async () => {
    const script = `import { openEmbedded } from "#lib/db/embedded.ts";
      await openEmbedded(${JSON.stringify(dataDir)}); console.log("open"); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ["--input-type=module", "--eval", script]);
    try {
      await once(holder.stdout, "data");
      const { stdout, stderr, status } = run("--name", "Shop", "--json");
      assert.equal(status, 1);
      assert.equal(stdout, "");
      assert.match(stderr, new RegExp(`in use by process ${holder.pid}`));
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "exit");
    }
    assert.ok((await readdir(dataDir)).includes("app-secret"));
  });
});
