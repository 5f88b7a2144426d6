import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { z } from "zod";

describe("account:whitelist", () => {
  let dataDir: string;
  let accountId: string;

  const node = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      encoding: "utf8",
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: "",
        APP_SECRET: "",
        LOG_LEVEL: "error",
      },
    });
  const run = (task: string, ...args: string[]) => node("scripts/run.mjs", task, ...args);

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "bankside-whitelist-"));
    const { stdout, stderr } = run("account:create", "--name", "Shop", "--json");
    assert.equal(stderr, "");
    ({ accountId } = z.object({ accountId: z.string() }).parse(JSON.parse(stdout)));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  /** Reads the flag where it is kept, in a process of its own. */
  function isTrusted(): boolean {
    const script = `import { getServices } from "#lib/services.ts";
      const services = await getServices();
      const settings = await services.accounts.appSettings(${JSON.stringify(accountId)});
      process.stdout.write(String(settings.emailWhitelisted));
      await services.close();`;
    const { stdout, stderr } = node("--input-type=module", "--eval", script);
    assert.match(stdout, /^(true|false)$/, stderr);
    return stdout === "true";
  }

  it("switches on and off, and says in one line what holds now", () => {
    const on = run("account:whitelist", "--account", accountId);
    assert.deepEqual([on.status, on.stderr], [0, ""]);
    assert.equal(
      on.stdout,
      `${accountId}: an e-mail address it tells spares its payers the code.\n`,
    );
    assert.equal(isTrusted(), true);
    const off = run("account:whitelist", "--account", accountId, "--off");
    assert.deepEqual([off.status, off.stderr], [0, ""]);
    assert.equal(off.stdout, `${accountId}: its payers are asked for a code by e-mail.\n`);
    assert.equal(isTrusted(), false);
  });

  it("says what is wrong and changes nothing", () => {
    const wrong: [string[], RegExp][] = [
      [[], /account[\s\S]*Usage: /],
      [["--account", "acct_1"], /must be the id of an account/],
      [
        ["--account", "acct_01kagj1d6xf0bsn9t2v7y3m5qe"],
        /^There is no account acct_01kagj\w+\.\n$/,
      ],
      [["--account", accountId, "--on"], /--on/],
      [[accountId], /Usage: /],
    ];
    for (const [args, expected] of wrong) {
      const { status, stdout, stderr } = run("account:whitelist", ...args);
      assert.deepEqual([status, stdout], [1, ""], args.join(" "));
      assert.match(stderr, expected);
      assert.doesNotMatch(stderr, /\n\s+at /, "no stack");
    }
    assert.equal(isTrusted(), false);
  });
});
