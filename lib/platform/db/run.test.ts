import assert from "node:assert/strict";
import { before, it } from "node:test";
import { count, countDistinct, eq, inArray, sql } from "drizzle-orm";
import { NodePgDatabase } from "drizzle-orm/node-postgres";
import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { onBothDatabases } from "#lib/testing/database.ts";
import { at, minorUnits } from "./columns.ts";
import type { Database } from "./database.ts";
import { inBatches } from "./in-batches.ts";
import { placeholdersFor, prepare } from "./prepared.ts";
import { run } from "./run.ts";
import { clientOf } from "./send.ts";
import { together } from "./together.ts";

const notes = pgTable("notes", {
  id: text("id").primaryKey(),
  amount: minorUnits("amount").notNull(),
  metadata: jsonb("metadata"),
  createdAt: at("created_at"),
});
const row = { id: "a", amount: 99_999_999_999, metadata: { a: [1, "ü"] }, createdAt: new Date(5) };
const bare = { id: "b", amount: 1, metadata: null, createdAt: null };

const { id, amount, metadata, createdAt } = notes;
const insertion = prepare("test-insert", (db) =>
  db.insert(notes).values(placeholdersFor({ id, amount, metadata, createdAt })).returning({ id }),
);
const all = prepare("test-all", (db) => db.select().from(notes).orderBy(id));
const session = prepare("test-session", (db) =>
  db.select({ pid: sql<number>`pg_backend_pid()` }).from(sql`(values (1)) as one`),
);
const byId = prepare("test-by-id", (db) =>
  db
    .select({ half: sql<number>`(${amount} / ${sql.placeholder("by")}::int)::int`, createdAt })
    .from(notes)
    .where(eq(id, sql.placeholder("id"))),
);

it("refuses a statement with rows that drizzle does not describe", () => {
  const query = (db: Database) => db.select().from(notes);
  const described = prepare("test-described", query)({}).statement;
  assert.equal((described.decode(["a", "1", null, null]) as { id: string }).id, "a");
  const undescribed = prepare("test-undescribed", (db) => {
    const built = query(db);
    const named = built.prepare.bind(built);
    built.prepare = (name) => Object.assign(named(name), { fields: undefined });
    return built;
  });
  const { decode } = undescribed({}).statement;
  assert.throws(() => decode(["a"]), /test-undescribed/);
});

it("a database whose client drizzle keeps elsewhere is refused", () => {
  const moved = { _: { session: {} } } as unknown as Database;
  assert.throws(() => clientOf(moved), /_\.session/);
});

onBothDatabases("prepared statements", (database) => {
  before(async () => {
    await database().execute(sql`create table notes
      (id text primary key, amount bigint not null, metadata jsonb, created_at timestamptz(3))`);
  });

  it("read the same as drizzle, the first time and later", async () => {
    for (const given of [row, bare]) await run(database(), insertion(given));
    for (let time = 0; time < 3; time += 1) {
      assert.deepEqual(await run(database(), all({})), [row, bare]);
      assert.deepEqual(await run(database(), byId({ id: "b", by: 1 })), [
        { half: 1, createdAt: null },
      ]);
    }
    assert.deepEqual(await database().select().from(notes).orderBy(id), [row, bare]);
  });

  it("work again after a failure", async () => {
    for (let time = 0; time < 12; time += 1) {
      await assert.rejects(run(database(), byId({ id: "a", by: 0 })), /division by zero/);
      await assert.rejects(run(database(), byId({ id: "a", by: "x" })), /integer/);
      assert.equal((await run(database(), byId({ id: "b", by: 1 }))).length, 1);
    }
  });

  it("of the same moment share a round trip, reads and inserts apart", async () => {
    const isServer = database() instanceof NodePgDatabase;
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
    const insert = ids.map((name) => run(database(), insertion({ ...bare, id: name })));
    const sessions = await Promise.all(ids.map(() => run(database(), session({}))));
    await Promise.all(insert);
    const isNew = inArray(id, ids);
    const [stored] = await database()
      .select({ notes: count(), commits: countDistinct(sql`xmin::text`) })
      .from(notes)
      .where(isNew);
    await database().delete(notes).where(isNew);
    // 32 at most.
    assert.equal(new Set(sessions.flat().map(({ pid }) => pid)).size, isServer ? 2 : 1);
    assert.deepEqual(stored, { notes: 40, commits: isServer ? 2 : 40 });
  });

  it("of the same moment fail alone", async () => {
    const divided = [1, 0, 1].map((by) => run(database(), byId({ id: "b", by })));
    const read = await Promise.allSettled(divided);
    assert.deepEqual(
      read.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    const inserts = ["f", "a", "g"].map((name) =>
      run(database(), insertion({ ...bare, id: name })),
    );
    const inserted = await Promise.allSettled(inserts);
    assert.deepEqual(
      inserted.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    const stored = (await run(database(), all({}))).map((note) => note.id);
    assert.deepEqual(stored, ["a", "b", "f", "g"]);
    await database()
      .delete(notes)
      .where(inArray(id, ["f", "g"]));
  });

  it("of a transaction take effect together, each seeing earlier ones", async () => {
    const seen = await inBatches(database(), async (tx) => {
      const [, first] = await Promise.all([
        tx.run(insertion({ ...bare, id: "c" })),
        tx.run(byId({ id: "c", by: 1 })),
      ]);
      await Promise.all([tx.run(insertion({ ...bare, id: "d" })), tx.commit()]);
      return first.length;
    });
    assert.equal(seen, 1);
    const stored = (await run(database(), all({}))).map((note) => note.id);
    assert.deepEqual(stored, ["a", "b", "c", "d"]);
  });

  it("of a failed transaction have no effect, wherever it failed", async () => {
    const failures = [
      (tx: Parameters<Parameters<typeof inBatches>[1]>[0]) =>
        Promise.all([tx.run(byId({ id: "a", by: 0 })), tx.commit()]),
      (tx: Parameters<Parameters<typeof inBatches>[1]>[0]) =>
        Promise.all([tx.run(insertion(row)), tx.commit()]),
      () => Promise.reject(new Error("thrown")),
    ];
    for (const fail of failures) {
      const work = inBatches(database(), async (tx) => {
        await tx.run(insertion({ ...bare, id: "lost" }));
        await fail(tx);
      });
      await assert.rejects(work);
      assert.equal((await run(database(), byId({ id: "lost", by: 1 }))).length, 0);
    }
    await assert.rejects(
      inBatches(database(), (tx) =>
        Promise.all([
          tx.run(insertion({ ...bare, id: "lost" })),
          tx.run(byId({ id: "a", by: 0 })),
          tx.commit(),
        ]),
      ),
    );
    assert.equal((await run(database(), byId({ id: "lost", by: 1 }))).length, 0);
  });

  it("in one statement take effect together, and each works alone later", async () => {
    const insert = (id: string) => insertion({ ...bare, id });
    const idsOf = async () => (await run(database(), all({}))).map((note) => note.id);
    await run(database(), together(insert("h")));
    await run(database(), together(insert("i"), insert("j"), insert("k")));
    assert.deepEqual(await idsOf(), ["a", "b", "c", "d", "h", "i", "j", "k"]);
    await assert.rejects(run(database(), together(insert("l"), insert("k"))), /notes_pkey/);
    assert.deepEqual(await run(database(), insert("l")), [{ id: "l" }]);
    assert.deepEqual(await idsOf(), ["a", "b", "c", "d", "h", "i", "j", "k", "l"]);
  });

  it("of an uncommitted transaction have no effect", async () => {
    const rows = await inBatches(database(), (tx) => tx.run(insertion({ ...bare, id: "lost" })));
    assert.deepEqual(rows, [{ id: "lost" }]);
    assert.equal((await run(database(), byId({ id: "lost", by: 1 }))).length, 0);
  });

  it("refuse a query beside an open transaction", async () => {
    await assert.rejects(
      inBatches(database(), () => run(database(), all({}))),
      /beside the open transaction/,
    );
  });
});
