import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { openParts } from "./parts.ts";

it("a process that can't read its secrets closes its database, and reopens it when it can", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bankside-parts-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", DATA_DIR: folder });
  writeFileSync(join(folder, "app-secret"), "not a secret");
  await assert.rejects(openParts(env), /app-secret|secret/i);
  rmSync(join(folder, "app-secret"));
  const { connection } = await openParts(env);
  await connection.close();
});
