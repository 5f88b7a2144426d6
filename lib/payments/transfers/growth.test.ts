import assert from "node:assert/strict";
import { before, it } from "node:test";
import { statementImports } from "#lib/payments/model/transfers.schema.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { insertMany, vacuum } from "#lib/testing/many-payments.ts";
import { rowsReadBy } from "#lib/testing/rows-read.ts";
import * as repository from "./repository.ts";
import type { TransferOwner } from "./transfer.ts";

const ROWS = 10_000;
const OF_A_FILE = 100;
// Of one file, or all open money, each with its index entry.
const MOST_READ = 500;

/** A hundred to a file. Every hundredth is open, of which half waits for a bank. */
const manyTransfers = ({ accountId, mode }: TransferOwner, from: number, to: number) => `
  insert into received_transfers (id, account_id, mode, import_id, entry_key, amount, currency, status, created_by, created_at)
  select 'trf_' || lpad(n::text, 26, '0'), '${accountId}', '${mode}', 'stmt_' || (n - 1) / ${OF_A_FILE}, 'k' || n, 100, 'EUR',
    case when n % 200 = 0 then 'being_paid' when n % 100 = 0 then 'too_late' else 'paid' end, 'system', now()
  from generate_series(${from}, ${to}) n`;

onDatabase("received money among much", (database, connection) => {
  let owner: TransferOwner;
  before(async () => {
    const { services, clock } = createTestServices(connection());
    const { apiKey } = await makeMerchant(services);
    owner = { accountId: apiKey.accountId, mode: apiKey.mode };
    const files = Array.from({ length: ROWS / OF_A_FILE }, (_, at) => ({
      ...owner,
      id: `stmt_${at}`,
      digest: newId("stmt"),
      fileName: "november.xml",
      kind: "camt.053" as const,
      entries: OF_A_FILE,
      createdBy: "system",
      createdAt: clock.now(),
    }));
    await database().insert(statementImports).values(files);
    await insertMany(database(), ROWS, (from, to) => manyTransfers(owner, from, to));
    await vacuum(database());
  });

  async function read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    let result: { value: T } | undefined;
    const rows = await rowsReadBy(database(), async (db) => {
      result = { value: await work(db) };
    });
    assert.ok(rows <= MOST_READ, `${rows} rows`);
    assert.ok(result);
    return result.value;
  }

  it("is found by its file with few rows read", async () => {
    const counts = await read((db) => repository.countOfImport(db, "stmt_7"));
    assert.deepEqual(counts, { paid: 99, review: 1 });
    const listed = await read((db) => repository.listOfImport(db, "stmt_7", 1_000));
    assert.equal(listed.length, OF_A_FILE);
  });

  it("is found with few rows read while it is open", async () => {
    assert.equal(await read((db) => repository.countUnresolved(db, owner)), 100);
    const waiting = await read((db) => repository.listWaiting(db, owner, 20));
    assert.equal(waiting.length, 20);
    const page = { ...owner, limit: 51 };
    assert.equal((await read((db) => repository.list(db, page, "unresolved"))).length, 51);
  });
});
