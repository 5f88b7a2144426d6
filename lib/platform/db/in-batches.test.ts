import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { before, beforeEach, it } from "node:test";
import { asc, sql } from "drizzle-orm";
import { bigserial, pgTable, text } from "drizzle-orm/pg-core";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { onDatabase } from "#lib/testing/database.ts";
import type { Batched } from "./batched.ts";
import { inBatches } from "./in-batches.ts";
import { afterCommit } from "./open-transaction.ts";
import { placeholdersFor, prepare } from "./prepared.ts";
import { run } from "./run.ts";

const entries = pgTable("entries", {
  at: bigserial("at", { mode: "number" }).primaryKey(),
  name: text("name").notNull(),
});
const insertion = prepare("test-entry", (db) =>
  db
    .insert(entries)
    .values(placeholdersFor({ name: entries.name }))
    .returning({ name: entries.name }),
);
const all = prepare("test-entries", (db) =>
  db.select({ name: entries.name }).from(entries).orderBy(asc(entries.at)),
);
const division = prepare("test-division", (db) =>
  db
    .select({ result: sql<number>`1 / ${sql.placeholder("by")}::int` })
    .from(sql`(select 1) as one`),
);
const ending = prepare("test-end", (db) =>
  db
    .select({ isEnded: sql<boolean>`pg_terminate_backend(pg_backend_pid())` })
    .from(sql`(select 1) as one`),
);

type Work = (tx: Batched) => Promise<unknown>;

onDatabase("transactions in batches", (database, connection) => {
  const isServer = () => connection().pool !== undefined;
  before(async () => {
    await database().execute(
      sql`create table entries (at bigserial primary key, name text not null)`,
    );
  });
  beforeEach(() => database().execute(sql`truncate entries`));

  const add =
    (name: string): Work =>
    async (tx) => {
      await run(tx, division({ by: 1 }));
      await Promise.all([run(tx, insertion({ name })), tx.commit()]);
    };
  const start = (work: Work) => inBatches(database(), work);
  const stored = async () => (await run(database(), all({}))).map(({ name }) => name);

  it("store nothing if one fails, and the connection works again", async () => {
    const failures: Work[] = [
      (tx) => run(tx, division({ by: 0 })),
      async (tx) => {
        await run(tx, insertion({ name: "lost" }));
        await Promise.all([run(tx, division({ by: 0 })), tx.commit()]);
      },
      async (tx) => {
        await Promise.all([run(tx, insertion({ name: "lost" })), run(tx, division({ by: 0 }))]);
      },
    ];
    for (const fail of failures) await assert.rejects(start(fail), /division by zero/);
    const idle = connection().pool?.totalCount;
    await start(add("kept"));
    assert.deepEqual(await stored(), ["kept"]);
    assert.equal(connection().pool?.totalCount, idle, "no connection was dropped");
  });

  it("store nothing without a commit", async () => {
    assert.deepEqual(await start((tx) => run(tx, division({ by: 1 }))), [{ result: 1 }]);
    const thrown: Work = async (tx) => {
      await run(tx, insertion({ name: "lost" }));
      throw new Error("refused");
    };
    await assert.rejects(start(thrown), /refused/);
    const changed: Work = async (tx) => {
      await run(tx, insertion({ name: "lost" }));
      return "refused";
    };
    assert.equal(await start(changed), "refused");
    assert.deepEqual(await stored(), []);
  });

  it("call back after the commit, in their own context, and not without one", async () => {
    const context = new AsyncLocalStorage<string>();
    const calls: (string | undefined)[] = [];
    const note =
      (work: Work): Work =>
      (tx) => {
        afterCommit(() => calls.push(context.getStore()));
        return work(tx);
      };
    const refused: Work = (tx) => run(tx, insertion({ name: "lost" }));
    await Promise.all([
      context.run("a", () => start(note(add("a")))),
      context.run("b", () => start(note(refused))),
    ]);
    assert.deepEqual(calls, ["a"]);
  });

  it("end with their connection, and the next one gets another", async (t) => {
    if (!isServer()) return t.skip("PGlite has one session");
    await assert.rejects(
      start((tx) => run(tx, ending({}))),
      isOutage,
    );
    await start(add("works again"));
    assert.deepEqual(await stored(), ["works again"]);
  });
});
