import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { readAppSecrets } from "./app-secret.ts";

describe("the app secret in DATA_DIR", () => {
  const folder = mkdtempSync(join(tmpdir(), "bankside-secret-"));
  const DATA_DIR = join(folder, "data");
  const path = join(DATA_DIR, "app-secret");
  after(() => rmSync(folder, { recursive: true }));

  it("is created once, readable by its owner only", () => {
    const [secret, ...more] = readAppSecrets({ DATA_DIR });
    assert.equal(secret?.length, 32);
    assert.deepEqual(more, []);
    assert.deepEqual(readAppSecrets({ DATA_DIR }), [secret]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it("may be a list, which does not change", () => {
    const [made] = readAppSecrets({ DATA_DIR });
    const list = `-,${made?.toString("hex")},${"cd".repeat(32)}\n`;
    writeFileSync(path, list);
    assert.deepEqual(readAppSecrets({ DATA_DIR }), [null, made, Buffer.alloc(32, 0xcd)]);
    assert.equal(readFileSync(path, "utf8"), list);
  });

  it("is refused if it is invalid, without a copy of it in the error", () => {
    for (const wrong of ["", "hunter2", `${"ab".repeat(32)}\n${"cd".repeat(32)}`]) {
      writeFileSync(path, wrong);
      assert.throws(
        () => readAppSecrets({ DATA_DIR }),
        ({ message }: Error) => message.includes(path) && !/hunter2|abab/.test(message),
      );
    }
  });

  it("is not used if APP_SECRET is set", () => {
    assert.deepEqual(readAppSecrets({ APP_SECRET: [Buffer.alloc(32, 1)], DATA_DIR }), [
      Buffer.alloc(32, 1),
    ]);
  });
});
