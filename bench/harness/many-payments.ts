import { readFileSync } from "node:fs";
import {
  type ManyOwner,
  manyAttempts,
  manyDeliveries,
  manyTransactions,
} from "#lib/testing/many-payments.ts";
import type { BenchDatabase } from "./database.ts";
import { say } from "./say.ts";

const BATCH = 250_000;
/** It has an insert that derives what triggers keep up from then on. */
const MIGRATION = "0027_payment_statistics";

/**
 * A merchant's payments of the last 180 days, one attempt each, with events that the endpoint got. Indexes are built at the end,
 * and triggers do not run: what they would write is added in their place.
 */
export async function fill(
  database: BenchDatabase,
  { endpointId, ...owner }: ManyOwner & { endpointId: string },
  rows: number,
): Promise<void> {
  const indexes = await database.query(`
    select indexname as name, indexdef as definition from pg_indexes i
    where tablename in ('transactions', 'payment_attempts', 'payment_banks', 'events', 'deliveries', 'delivery_attempts')
      and not exists (select from pg_constraint where conname = indexname)`);
  for (const { name } of indexes) await database.query(`drop index "${name}"`);
  for (let from = 1; from <= rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH - 1);
    await database.query(`
      set session_replication_role = replica;
      ${manyTransactions(owner, rows, from, to)};
      ${manyAttempts(from, to)};
      ${manyDeliveries(owner, endpointId, from, to)}`);
    say(`growth: ${to} of ${rows} payments`);
  }
  say("growth: banks of payments");
  await database.query(`
    insert into payment_banks (transaction_id, account_id, mode, bank_id, created_at, currency, failure_reason, external_id)
    select t.id, t.account_id, t.mode, a.bank_id, t.created_at, t.currency, t.failure_reason, t.external_id
    from payment_attempts a join transactions t on t.id = a.transaction_id order by t.id`);
  for (const { name, definition } of indexes) {
    say(`growth: ${name}`);
    await database.query(`set maintenance_work_mem = '1GB'; ${definition}`);
  }
  say(`growth: as migration ${MIGRATION}`);
  const migration = readFileSync(`lib/platform/db/migrations/${MIGRATION}.sql`, "utf8");
  const statements = migration.split("--> statement-breakpoint");
  await database.query(statements.find((text) => /^\s*insert/.test(text)) ?? "");
  await database.query("vacuum analyze");
}
