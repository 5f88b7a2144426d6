import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
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
    it(`has types for the code of its README, and tells a wrong use (${moduleResolution})`, () => {
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
