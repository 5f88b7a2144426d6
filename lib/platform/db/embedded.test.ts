import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

const opener = (dataDir: string, then: string) => [
  "--input-type=module",
  "--eval",
  `import { openEmbedded } from "#lib/platform/db/embedded.ts";
   const { client, release } = await openEmbedded(${JSON.stringify(dataDir)});
   ${then}`,
];

describe("embedded database", () => {
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "bankside-embedded-"));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  it("refuses a second process and names the first, and opens once that one is killed", async () => {
    const holder = spawn(
      process.execPath,
      opener(dataDir, 'console.log("open"); setInterval(() => {}, 1000);'),
    );
    await once(holder.stdout, "data");
    const second = spawnSync(process.execPath, opener(dataDir, ""), { encoding: "utf8" });
    assert.notEqual(second.status, 0);
    assert.match(
      second.stderr,
      new RegExp(`is in use by process ${holder.pid} since .* DATABASE_URL`),
    );
    holder.kill("SIGKILL");
    await once(holder, "exit");
    const third = spawnSync(process.execPath, opener(dataDir, "await client.close(); release();"), {
      encoding: "utf8",
    });
    assert.equal(third.status, 0, third.stderr);
  });

  it("keeps every acknowledged row when its process is killed", async () => {
    const writer = spawn(
      process.execPath,
      opener(
        dataDir,
        `await client.exec("create table if not exists kept (id int primary key)");
         for (let id = 1; ; id++) { await client.query("insert into kept values ($1)", [id]); console.log(id); }`,
      ),
    );
    let acknowledged = 0;
    for await (const chunk of writer.stdout) {
      acknowledged = Number(String(chunk).trim().split("\n").at(-1));
      if (acknowledged >= 50) break;
    }
    writer.kill("SIGKILL");
    await once(writer, "exit");
    const reader = spawnSync(
      process.execPath,
      opener(
        dataDir,
        `const { rows } = await client.query("select max(id) as last, count(*)::int as count from kept");
         console.log(JSON.stringify(rows[0])); await client.close(); release();`,
      ),
      { encoding: "utf8" },
    );
    const { last, count } = JSON.parse(reader.stdout) as { last: number; count: number };
    assert.ok(last >= acknowledged, `${last} of ${acknowledged}`);
    assert.equal(count, last);
  });
});
