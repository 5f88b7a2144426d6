import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { freePort } from "#lib/testing/free-port.ts";
import { codeBlocks } from "./code-blocks.ts";
import { compileKit, problemsOf } from "./sdk.ts";

const README = "sdk/playwright/README.md";

// The real package only re-exports `playwright/test`.
function hostPlaywrightTest(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: "@playwright/test", version: "0.0.0", types: "index.d.ts" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const code = 'export * from "playwright/test";\nexport { default } from "playwright/test";\n';
  writeFileSync(join(folder, "index.d.ts"), code);
}

const WRONG_USE = `
import { test } from "./test";

test.use({ banksideOptions: { baseUrl: "http://localhost:3000/api", apiKey: "sk_test_x" } });
test("wrong", async ({ bankside }) => {
  const phone = await bankside.openPhone();
  // @ts-expect-error no such decision
  await bankside.payer.decide(phone, { decision: "steal" });
});
`;

// One of two tests that start together and wait for each other, each in a worker of its own. Without a browser.
const worker = (own: string, other: string) => `
import { existsSync, writeFileSync } from "node:fs";
import { banksideFixtures } from "@bankside/playwright";
import { expect, test as base } from "playwright/test";
import { Webhook } from "standardwebhooks";

const test = base.extend({ ...banksideFixtures, browser: [({}, use) => use(undefined), { scope: "worker" }] });

test("${own}", async ({ bankside }) => {
  const receiver = await bankside.webhooks();
  writeFileSync("${own}.started", String(process.pid));
  await expect.poll(() => existsSync("${other}.started")).toBe(true);
  const body = JSON.stringify({ type: "transaction.succeeded", data: { id: "txn_${own}", externalId: "${own}" } });
  const headers = {
    "webhook-id": "evt_${own}",
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": new Webhook(process.env.SECRET).sign("evt_${own}", new Date(), body),
  };
  const response = await fetch(receiver.url, { method: "POST", body, headers });
  expect(response.status).toBe(204);
  expect((await receiver.waitFor({ externalId: "${own}" })).id).toBe("evt_${own}");
  expect((await receiver.waitFor({ externalId: "${other}" })).id).toBe("evt_${other}");
});
`;

const workersConfig = (port: number) => `
const webhooks = { secret: process.env.SECRET, port: ${port} };
const banksideOptions = { baseUrl: "http://127.0.0.1:9/api", apiKey: "sk_test_x", webhooks };
export default { testMatch: "*.worker.mjs", workers: 2, timeout: 20_000, reporter: "line", use: { banksideOptions } };
`;

/** Names of packages, without those of the files that the README shows. */
function importedPackages(code: string): string[] {
  const names = [...code.matchAll(/from "([^".][^"]*)"/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !isBuiltin(name));
}

describe("the package of Playwright fixtures", () => {
  let app = "";
  let installed = "";

  before(async () => {
    app = realpathSync(mkdtempSync(join(tmpdir(), "bankside-kit-")));
    installed = join(app, "node_modules/@bankside/playwright");
    mkdirSync(installed, { recursive: true });
    copyFileSync("sdk/playwright/package.json", join(installed, "package.json"));
    for (const name of ["playwright", "playwright-core", "jsqr", "pngjs", "standardwebhooks"]) {
      symlinkSync(resolve("node_modules", name), join(app, "node_modules", name));
    }
    symlinkSync(resolve("node_modules/@types"), join(app, "node_modules/@types"));
    hostPlaywrightTest(join(app, "node_modules/@playwright/test"));
    assert.equal(await compileKit(join(installed, "dist")), 0);
  });
  after(() => rmSync(app, { recursive: true, force: true }));

  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ]) {
    it(`has types for the code of its README that reject a wrong use (${moduleResolution})`, () => {
      const files = codeBlocks(README, "ts").map((code) => {
        const [, name] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? [];
        assert.ok(name, `no name of a file stands above ${code}`);
        return { name, code };
      });
      const names = files.map(({ name }) => name);
      assert.deepEqual(names, ["test.ts", "playwright.config.ts", "order.spec.ts"]);
      files.push({ name: "wrong.spec.ts", code: WRONG_USE });
      for (const { name, code } of files) writeFileSync(join(app, name), code);
      const how = { strict: true, noEmit: true, skipLibCheck: true, target: "ES2022" };
      const compilerOptions = { ...how, module, moduleResolution, types: ["node"] };
      const project = { compilerOptions, files: files.map(({ name }) => name) };
      writeFileSync(join(app, "tsconfig.json"), JSON.stringify(project));
      const tsc = resolve("node_modules/typescript/bin/tsc");
      const { status, stdout } = spawnSync(process.execPath, [tsc, "--project", app], {
        encoding: "utf8",
      });
      assert.deepEqual([status, stdout], [0, ""]);
    });
  }

  it("is installed by its README with all packages that its code imports", () => {
    const [install = ""] = codeBlocks(README, "sh");
    const installed = install.split(/\s+/).filter((word) => word.startsWith("@"));
    const imported = importedPackages(codeBlocks(README, "ts").join("\n"));
    assert.match(install, /npm install --save-dev .*\.\/bankside-playwright\.tgz/);
    assert.deepEqual(imported.toSorted(), ["@bankside/playwright", ...installed].toSorted());
  });

  it("delivers webhooks to two simultaneous workers through one port", async () => {
    writeFileSync(join(app, "workers.config.mjs"), workersConfig(await freePort()));
    writeFileSync(join(app, "one.worker.mjs"), worker("one", "two"));
    writeFileSync(join(app, "two.worker.mjs"), worker("two", "one"));
    const cli = resolve("node_modules/playwright/cli.js");
    const { status, stdout } = spawnSync(
      process.execPath,
      [cli, "test", "--config", "workers.config.mjs"],
      {
        cwd: app,
        encoding: "utf8",
        timeout: 60_000,
        env: { ...process.env, SECRET: `whsec_${Buffer.alloc(32, 3).toString("base64")}` },
      },
    );
    assert.match(stdout, /2 passed/);
    assert.equal(status, 0, stdout);
    const pids = ["one", "two"].map((name) => readFileSync(join(app, `${name}.started`), "utf8"));
    assert.notEqual(pids[0], pids[1]);
  });

  it("can be imported", () => {
    const code = `import { createMerchantApi, createPayer, receiveWebhooks, scanQr, banksideFixtures } from "@bankside/playwright";
      console.log([createMerchantApi, createPayer, receiveWebhooks, scanQr, banksideFixtures].map((it) => typeof it).join());`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", code],
      {
        cwd: app,
        encoding: "utf8",
      },
    );
    assert.equal(stdout, "function,function,function,function,object\n", stderr);
  });

  it("can be published: the checker of packages finds nothing", async () => {
    assert.deepEqual(await problemsOf(installed), []);
  });
});
