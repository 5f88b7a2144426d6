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
import { compileKit, problemsOf } from "./sdk.ts";

// What stands in the README.
const CONSUMER = `
import { expect, test as base } from "playwright/test";
import { type BanksideFixtures, banksideFixtures } from "@bankside/playwright";

const test = base.extend<BanksideFixtures>(banksideFixtures);
test.use({ banksideOptions: { baseUrl: "http://localhost:3000/api", apiKey: "sk_test_x" } });
test("an order is paid", async ({ page, bankside }) => {
  const link = await bankside.scanQr(page.getByRole("img"));
  const phone = await bankside.openPhone();
  await phone.goto(link);
  await bankside.payer.pay(phone, { decision: "approve" });
  const { data } = await (await bankside.webhooks()).waitFor({ type: "transaction.succeeded" });
  expect(data.status).toBe("succeeded");
  await bankside.advanceClock({ minutes: 31 });
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
    assert.equal(await compileKit(join(installed, "dist")), 0);
  });
  after(() => rmSync(app, { recursive: true, force: true }));

  it("has types for the test of its README, and tells a wrong use", () => {
    writeFileSync(join(app, "shop.spec.mts"), CONSUMER);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "ES2022",
      module: "nodenext",
      types: ["node"],
    };
    const config = JSON.stringify({ compilerOptions, files: ["shop.spec.mts"] });
    writeFileSync(join(app, "tsconfig.json"), config);
    const tsc = resolve("node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "--project", app], {
      encoding: "utf8",
    });
    assert.deepEqual([status, stdout], [0, ""]);
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
