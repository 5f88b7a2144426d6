import {
  countStatistics,
  type ManyOwner,
  manyAttempts,
  manyDeliveries,
  manyTransactions,
} from "#lib/testing/many-payments.ts";
import type { BenchDatabase } from "./database.ts";
import { say } from "./say.ts";

const BATCH = 250_000;

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
    where tablename in ('transactions', 'payment_attempts', 'events', 'deliveries', 'delivery_attempts')
      and not exists (select from pg_constraint where conname = indexname)`);
  for (const { name } of indexes) await database.query(`drop index "${name}"`);
  for (let from = 1; from <= rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH - 1);
    await database.query(`
      set session_replication_role = replica;
      ${manyTransactions(owner, rows, from, to)};
      ${manyAttempts(owner, from, to)};
      ${manyDeliveries(owner, endpointId, from, to)}`);
    say(`growth: ${to} of ${rows} payments`);
  }
  for (const { name, definition } of indexes) {
    say(`growth: ${name}`);
    await database.query(`set maintenance_work_mem = '1GB'; ${definition}`);
  }
  say("growth: statistics");
  await database.query(countStatistics);
  await database.query("vacuum analyze");
}
