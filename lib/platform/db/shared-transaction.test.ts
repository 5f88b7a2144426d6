import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { before, beforeEach, it } from "node:test";
import { asc, countDistinct, sql } from "drizzle-orm";
import { bigserial, pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { onDatabase } from "#lib/testing/database.ts";
import type { Batched } from "./batched.ts";
import type { Database } from "./database.ts";
import { inBatches } from "./in-batches.ts";
import { afterCommit } from "./open-transaction.ts";
import { placeholdersFor, prepare } from "./prepared.ts";
import { run } from "./run.ts";
import { RunAlone } from "./shared-transaction.ts";

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
const locking = prepare("test-lock", (db) =>
  db
    .select({ isFree: sql<boolean>`pg_try_advisory_xact_lock(${sql.placeholder("key")}::int)` })
    .from(sql`(select 1) as one`),
);
const reserving = prepare("test-nowait", (db) =>
  db.select({ at: entries.at }).from(entries).for("update", { noWait: true }),
);
const ending = prepare("test-end", (db) =>
  db
    .select({ isEnded: sql<boolean>`pg_terminate_backend(pg_backend_pid())` })
    .from(sql`(select 1) as one`),
);

type Work = (tx: Batched) => Promise<unknown>;

onDatabase("transactions that works share", (database, connection) => {
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
      return tx.isShared;
    };
  const share = (work: Work, names: string[] = [], group = "g") =>
    inBatches(database(), work, { group, names });
  const stored = async (from: Database | Batched = database()) =>
    (await run(from, all({}))).map(({ name }) => name);
  const commits = async () => {
    const [row] = await database()
      .select({ commits: countDistinct(sql`xmin::text`) })
      .from(entries);
    return row?.commits;
  };

  it("are one for eight of the same moment", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => share(add(`n${at}`))));
    assert.equal((await stored()).length, 20);
    assert.equal(await commits(), isServer() ? 3 : 20);
  });

  it("are not for those of another group, or with a name in common", async () => {
    await Promise.all([
      share(add("a"), ["x"]),
      share(add("b"), ["y", "z"]),
      share(add("c"), ["z"]),
      share(add("d"), ["x"], "h"),
      inBatches(database(), add("e")),
    ]);
    assert.equal((await stored()).length, 5);
    assert.equal(await commits(), isServer() ? 4 : 5);
  });

  it("have a failure only of its own work", async () => {
    const failures: Work[] = [
      (tx) => run(tx, division({ by: 0 })),
      async (tx) => {
        await run(tx, insertion({ name: "lost" }));
        await Promise.all([run(tx, division({ by: 0 })), tx.commit()]);
      },
    ];
    for (const fail of failures) {
      const ends = await Promise.allSettled([share(add("a")), share(fail), share(add("b"))]);
      assert.deepEqual(
        ends.map(({ status }) => status),
        ["fulfilled", "rejected", "fulfilled"],
      );
      assert.match(String(ends[1].status === "rejected" && ends[1].reason), /division by zero/);
    }
    assert.deepEqual((await stored()).sort(), ["a", "a", "b", "b"]);
  });

  it("keep nothing of a work that does not commit, and all of the others", async () => {
    const read: Work = (tx) => run(tx, division({ by: 1 }));
    const thrown: Work = async (tx) => {
      await read(tx);
      throw new Error("refused");
    };
    const ends = await Promise.allSettled(
      [add("a"), read, thrown, add("b")].map((work) => share(work)),
    );
    assert.deepEqual(ends[1], { status: "fulfilled", value: [{ result: 1 }] });
    assert.match(String(ends[2]?.status === "rejected" && ends[2].reason), /refused/);
    assert.equal(await commits(), isServer() ? 1 : 2);

    const changed: Work = async (tx) => {
      await run(tx, insertion({ name: "lost" }));
      return "refused";
    };
    assert.deepEqual(await Promise.all([add("c"), changed].map((work) => share(work))), [
      false,
      "refused",
    ]);
    assert.deepEqual(await stored(), ["a", "b", "c"]);
  });

  it("run a work alone that would wait, once the others have committed", async () => {
    const seen: unknown[] = [];
    const wait: Work = async (tx) => {
      const [lock] = await run(tx, locking({ key: 7 }));
      seen.push(tx.isShared, lock?.isFree);
      if (tx.isShared) throw new RunAlone();
      seen.push(await stored(tx));
      return add("late")(tx);
    };
    await Promise.all([share(wait), share(add("a"))]);
    const alone = [false, true, ["a"]];
    if (isServer()) assert.deepEqual(seen, [true, true, ...alone]);
    assert.deepEqual((await stored()).sort(), ["a", "late"]);
  });

  it("call each work in its own context, and what it has after the commit once", async () => {
    const context = new AsyncLocalStorage<string>();
    const calls: string[] = [];
    const note =
      (work: Work): Work =>
      (tx) => {
        const name = context.getStore() ?? "none";
        calls.push(name);
        afterCommit(() => calls.push(`${name} after`));
        return work(tx);
      };
    const refused: Work = async (tx) => {
      await run(tx, insertion({ name: "lost" }));
    };
    await Promise.all([
      context.run("a", () => share(note(add("a")))),
      context.run("b", () => share(note(refused))),
    ]);
    const own = calls.filter((call) => call.startsWith("a"));
    assert.deepEqual(own, isServer() ? ["a", "a", "a after"] : ["a", "a after"]);
    assert.deepEqual(
      calls.filter((call) => !call.startsWith("a")),
      ["b"],
    );
  });

  it("fail as a whole, and only once, with the connection", async (t) => {
    if (!isServer()) return t.skip("PGlite has one session");
    let starts = 0;
    const started =
      (work: Work): Work =>
      (tx) => {
        starts += 1;
        return work(tx);
      };
    const end = started((tx) => run(tx, ending({})));
    const ends = await Promise.allSettled([share(end), share(started(add("lost")))]);
    assert.ok(ends.every((end) => end.status === "rejected" && isOutage(end.reason)));
    assert.equal(starts, 2);
    await share(add("works again"));
    assert.deepEqual(await stored(), ["works again"]);
  });

  it("let only the work fail that a lock of others is in the way of", async (t) => {
    if (!isServer()) return t.skip("PGlite has one session");
    await run(database(), insertion({ name: "held" }));
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = database().transaction(async (tx) => {
      await tx.select().from(entries).for("update");
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const reserve: Work = (tx) => run(tx, reserving({}));
    const ends = Promise.allSettled([share(reserve), share(add("a"))]);
    const [refused, added] = await ends.finally(released.resolve);
    await holding;
    assert.ok(refused.status === "rejected" && refused.reason instanceof pg.DatabaseError);
    assert.equal(refused.reason.code, "55P03");
    assert.equal(added.status, "fulfilled");
    assert.deepEqual((await stored()).sort(), ["a", "held"]);
  });
});
