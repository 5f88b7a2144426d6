import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { writeRows } from "#lib/testing/known-rows.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { noticedChanges, readSchema, type Schema } from "#lib/testing/schema-changes.ts";
import { readMigrations } from "./migration-files.ts";

// docs/decisions/044-upgrades.md has the rule.

/** Migrations that the previous version's code notices. `stop`: its processes must stop first. */
const NOTICED: Record<string, { stop: boolean; why: string }> = {
  "0001_payment_tables": {
    stop: true,
    why: "Older code writes to columns that are gone, and leaves those of payment attempts empty.",
  },
  "0002_fewer_indexes": {
    stop: false,
    why: "What is no longer unique is random or made from an id, and the new key of delivery attempts refuses what no version stores.",
  },
  "0005_funds": {
    stop: false,
    why: "Transfers that older code still books as paid show money as expected.",
  },
  "0007_concurrent_indexes": {
    stop: false,
    why: "The key of events allows more types, none of which older code writes. Keys of feeds are null in its transfers.",
  },
  "0011_concurrent_indexes": {
    stop: false,
    why: "The key of events allows more types, none of which older code writes. It leaves the external ids of endpoints null.",
  },
  "0014_payment_links": {
    stop: false,
    why: "The trigger of transactions writes to links only, and changes nothing for payments without one.",
  },
  "0015_concurrent_indexes": {
    stop: false,
    why: "The key of events is for a type that older code does not write.",
  },
  "0017_refund_findings": {
    stop: false,
    why: "What older code would refund beyond what was received is refused. It deletes no refunds.",
  },
};

const WHAT_TO_DO = `
Processes of the version before fail beside this migration. Expand first, contract later:
  1. Add the new table or column beside the old one (nullable, or with a default), and write both.
  2. In the next version, read only the new one.
  3. In the version after, drop the old one, and name that migration in NOTICED of lib/platform/db/older-processes.test.ts.
A rename is an added column now and a dropped one two versions later. If steps are not possible, name the migration in NOTICED
and in docs/operating.md: operators then stop all processes first.`;

const migrations = readMigrations();

describe("processes of the version before a migration", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let client: pg.Client;
  let known: Schema = { tables: {}, unique: {}, constraints: {}, triggers: {} };
  before(async () => {
    const url = await createDatabase(await serverUrl(), name);
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  async function apply(statements: string[]): Promise<string[]> {
    for (const statement of statements) await client.query(statement);
    return noticedChanges(known, await readSchema(client), statements);
  }

  async function passing(work: () => Promise<unknown>): Promise<void> {
    await client.query("begin");
    try {
      await work();
    } finally {
      await client.query("rollback");
    }
  }

  for (const { tag, statements } of migrations) {
    const { stop = false } = NOTICED[tag] ?? {};
    it(`${stop ? "are stopped" : "go on"}: ${tag}`, async () => {
      const changes = await apply(statements);
      if (!NOTICED[tag]) assert.deepEqual(changes, [], WHAT_TO_DO);
      if (NOTICED[tag] && !stop) assert.notDeepEqual(changes, [], "leave it out of NOTICED");
      if (!stop) await passing(() => writeRows(client, known));
      known = await readSchema(client);
    });
  }

  it("are stopped for the migrations that docs/operating.md names", () => {
    const docs = readFileSync("docs/operating.md", "utf8");
    const named = [...docs.matchAll(/^\| `(\d{4}_\w+)` \|/gm)].map(([, tag]) => tag);
    const stopping = Object.keys(NOTICED).filter((tag) => NOTICED[tag]?.stop);
    assert.deepEqual(named, stopping);
    assert.deepEqual(
      Object.keys(NOTICED).filter((tag) => !migrations.some((each) => each.tag === tag)),
      [],
    );
  });

  for (const [statement, change] of [
    ["alter table transactions rename column metadata to notes", /transactions.metadata is gone/],
    ["alter table transactions rename to payments", /table transactions is gone/],
    ["alter table transactions alter amount type numeric", /amount was bigint and is numeric/],
    ["alter table transactions alter external_id set not null", /can no longer be null/],
    ["alter table events alter payload drop not null", /can be null now/],
    ["alter table transactions alter flow drop default", /flow has another default/],
    ["alter table transactions add colour text not null", /colour is new and needs a value/],
    ["drop index deliveries_endpoint_log", /deliveries_endpoint_log is gone/],
    ["create unique index one on transactions (account_id)", /one may refuse/],
    ["alter table accounts add constraint short check (length(name) < 9)", /short may refuse/],
    [
      "alter table accounts add colour text, add constraint dyed check (name = '' or colour <> '')",
      /dyed may refuse/,
    ],
    ["drop trigger transactions_guard on transactions", /transactions_guard is gone/],
    [
      "create trigger again before insert on accounts for each row execute function guard_transaction()",
      /again may refuse/,
    ],
    [
      "create table hints (token_id text references payer_devices (id))",
      /may refuse that older code deletes from payer_devices/,
    ],
    ["update accounts set name = name", /rows are changed once/],
  ] as const) {
    it(`detects: ${statement}`, () =>
      passing(async () => {
        assert.match((await apply([statement])).join("\n"), change);
      }));
  }

  for (const statement of [
    "alter table transactions add colour text",
    "alter table transactions add colour text not null default 'green'",
    "alter table transactions add colour text unique",
    "alter table transactions add owner_id text references users (id)",
    "create table hints (account_id text references accounts (id))",
    "create table hints (token_id text references payer_devices (id) on delete cascade)",
    "create index one on transactions (account_id)",
    "drop index deliveries_endpoint",
  ]) {
    it(`allows: ${statement}`, () =>
      passing(async () => {
        assert.deepEqual(await apply([statement]), []);
        await writeRows(client, known);
      }));
  }
});
