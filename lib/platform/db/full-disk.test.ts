import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { sql } from "drizzle-orm";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { onlyInFull } from "#lib/testing/lane.ts";
import { startPostgres } from "#lib/testing/postgres-server.ts";
import { connectPostgres } from "./client.ts";
import { connectEmbedded } from "./pglite.ts";

const PIECE = Buffer.alloc(1024 * 1024);

function fill(file: string): void {
  assert.throws(
    () => {
      for (;;) appendFileSync(file, PIECE);
    },
    { code: "ENOSPC" },
  );
}

/** A small disk for this test alone; undefined where none can be mounted, and the test is skipped. */
function mountSmall(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "bankside-full-disk-"));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", folder]);
  if (mounted.status !== 0) {
    const why = "no small disk can be mounted here; run it as root on Linux";
    process.stderr.write(`NOT TESTED: ${t.name}: ${why}\n`);
    t.skip(why);
    return undefined;
  }
  ends.push(() => spawnSync("umount", [folder]));
  return { folder, ends };
}

it("a full disk loses nothing that was acknowledged, and needs no repair", async (t) => {
  const disk = mountSmall(t);
  if (!disk) return;
  const { folder, ends } = disk;
  chmodSync(folder, 0o755);
  const server = await startPostgres({ durable: true, folder });
  ends.push(() => server.stop());
  const connection = connectPostgres(await server.createDatabase("app"), () => undefined);
  ends.push(connection.close);
  const { db } = connection;
  const insert = () =>
    db.transaction((tx) =>
      tx.execute(sql`insert into kept (filler) values (repeat(md5(random()::text), 2000))`),
    );
  await db.execute(sql`create table kept (id serial primary key, filler text)`);
  await db.execute(sql`alter table kept alter column filler set storage external`);
  await insert();
  let acknowledged = 1;
  assert.equal(await connection.hasRoom(), true);

  const filler = join(folder, "filler");
  fill(filler);
  let failure: unknown;
  for (let tries = 0; !failure && tries < 10_000; tries += 1) {
    await insert().then(
      () => {
        acknowledged += 1;
      },
      (error: unknown) => {
        failure = error;
      },
    );
  }
  assert.ok(isOutage(failure), "it is answered as an outage, 503");
  for (let asked = 0; asked < 3; asked += 1) {
    // A server that has ended itself is not ready either.
    assert.equal(await connection.hasRoom(), false, "no process is ready");
  }

  rmSync(filler);
  // A server that can't write its log ends itself.
  const isUp = await db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  if (!isUp) {
    await server.down("crash");
    await server.up();
  }
  assert.equal(await connection.hasRoom(), true, "without a write");
  await insert();
  const result = await db.execute(sql`select count(*)::int as count from kept`);
  const [row] = (result as unknown as { rows: { count: number }[] }).rows;
  assert.ok((row?.count ?? 0) > acknowledged, `${row?.count} of ${acknowledged}`);
});

it("detects a full disk below the embedded database, and when it has room again", {
  skip: onlyInFull,
}, async (t) => {
  const disk = mountSmall(t);
  if (!disk) return;
  const { folder, ends } = disk;
  const { db, hasRoom, close } = await connectEmbedded(join(folder, "data"));
  ends.push(close);
  await db.execute(sql`create table kept (filler text)`);
  await db.execute(sql`alter table kept alter column filler set storage external`);
  const filler = join(folder, "filler");
  fill(filler);
  const insert = () =>
    db.execute(
      sql`insert into kept select repeat(md5(n::text), 2000) from generate_series(1, 20) n`,
    );
  let failure: unknown;
  for (let tries = 0; !failure && tries < 1_000; tries += 1) {
    await insert().then(
      () => undefined,
      (error: unknown) => {
        failure = error;
      },
    );
  }
  assert.ok(isOutage(failure), String(failure));
  assert.deepEqual([await hasRoom(), await hasRoom()], [false, false]);
  rmSync(filler);
  assert.equal(await hasRoom(), true, "without a write");
  await insert();
});
