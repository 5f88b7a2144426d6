import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";

const OPEN = `import { openServices } from "#lib/services.ts"; const services = await openServices();`;
const MAKE_LIVE_KEY = `${OPEN}
  import { createMerchant } from "#lib/onboarding.ts";
  await createMerchant(services, { name: "Shop", mode: "live", iban: "NL91ABNA0417164300", origins: [], appSchemes: [] });
  await services.close();`;
const REVOKE_KEYS = `${OPEN}
  for (const { id } of await services.accounts.list()) await services.operator.close(id);
  await services.close();`;

describe("a process with TEST_CLOCK", () => {
  const folder = mkdtempSync(join(tmpdir(), "bankside-clock-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function run(program: string, variables: Record<string, string>) {
    const env = { NODE_ENV: "test", DATA_DIR: folder, ...variables } as const;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [words, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    return { words, code };
  }

  it("opens without live keys, and not with one, also after its revocation", async () => {
    const opened = await run(`${OPEN} await services.close();`, { TEST_CLOCK: "true" });
    assert.equal(opened.code, 0, opened.words);
    const made = await run(MAKE_LIVE_KEY, {});
    assert.equal(made.code, 0, made.words);
    const refused = await run(`${OPEN} await services.close();`, { TEST_CLOCK: "true" });
    assert.equal(refused.code, 1);
    assert.match(refused.words, /TEST_CLOCK is for deployments without live keys/);
    const without = await run(REVOKE_KEYS, {});
    assert.equal(without.code, 0, without.words);
    const refusedAgain = await run(`${OPEN} await services.close();`, { TEST_CLOCK: "true" });
    assert.equal(refusedAgain.code, 1);
    assert.match(refusedAgain.words, /TEST_CLOCK is for deployments without live keys/);
  });
});
