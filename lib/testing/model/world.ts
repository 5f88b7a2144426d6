import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import type { Connection } from "#lib/platform/db/client.ts";
import { connectPglite } from "#lib/platform/db/pglite.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices, type Services } from "#lib/services/create.ts";
import { makeMerchant } from "#lib/testing/factories.ts";
import { createFakeClock, type FakeClock } from "#lib/testing/fake-clock.ts";
import { loadPgliteTemplate } from "#lib/testing/templates.ts";
import { type Crash, crashWith, createCrash } from "./crash.ts";
import { createLedgerBank, type LedgerBank } from "./ledger-bank.ts";

/** Valid refusals in any state. */
const PROPER = [
  "already_paid",
  "transaction_in_progress",
  "transaction_final",
  "attempts_exhausted",
  "authorisation_open",
  "bank_unavailable",
  "too_many_requests",
];

/** Real services on a database that outlives them. */
export type World = {
  connection: Connection;
  clock: FakeClock;
  bank: LedgerBank;
  crash: Crash;
  apiKey: ApiKey;
  services: Services;
  /** Ids of payments whose payer knows the approval URL. */
  offered: Set<string>;
  /** Ids of payments whose money the payee's account shows: some file had it, or the operator saw it. */
  arrived: Set<string>;
  /** Of those that a whole file reported. */
  reported: Set<string>;
  /** Whether the account ever wanted events only with the money. */
  hasHeld: boolean;
};

const NOTES = [
  "create table status_log (at serial primary key, id text, status text)",
  `create function log_status() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or new.status <> old.status then
      insert into status_log (id, status) values (new.id, new.status);
    end if;
    return new;
  end $$`,
  `create trigger log_transactions after insert or update on transactions
    for each row execute function log_status()`,
  `create trigger log_payment_attempts after insert or update on payment_attempts
    for each row execute function log_status()`,
  `create function log_funds() returns trigger language plpgsql as $$
  begin
    insert into status_log (id, status) values ('funds of ' || new.transaction_id, new.funds);
    return new;
  end $$`,
  `create trigger log_transaction_funds after insert or update on transaction_funds
    for each row execute function log_funds()`,
];

/** Logs every status change. */
export async function prepareDatabase(connection: Connection): Promise<ApiKey> {
  for (const statement of NOTES) await connection.db.execute(sql.raw(statement));
  const parts = { connection, clock: createFakeClock(), bank: createLedgerBank(createCrash()) };
  return (await makeMerchant(startServices(parts))).apiKey;
}

export async function beginWorld(
  connection: Connection,
  apiKey: ApiKey,
  crash = createCrash(),
): Promise<World> {
  crash.disarm();
  await connection.db.execute(sql`truncate transactions, status_log, rate_limits cascade`);
  await connection.db.execute(sql`update accounts set deliver_on = 'succeeded'`);
  const parts = { connection, clock: createFakeClock(), bank: createLedgerBank(crash) };
  const seen = {
    offered: new Set<string>(),
    arrived: new Set<string>(),
    reported: new Set<string>(),
  };
  return { ...parts, ...seen, crash, apiKey, services: startServices(parts), hasHeld: false };
}

export async function openModelDatabase() {
  const client = await PGlite.create({ loadDataDir: await loadPgliteTemplate() });
  const crash = createCrash();
  crashWith(client, crash);
  const connection = connectPglite(client);
  const apiKey = await prepareDatabase(connection);
  return {
    close: () => connection.close(),
    begin: () => beginWorld(connection, apiKey, crash),
  };
}

function startServices({ connection, clock, bank }: Pick<World, "connection" | "clock" | "bank">) {
  return createServices({
    env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
    connection,
    clock,
    logger: createLogger("silent"),
    seal: createSeal(Buffer.alloc(32, 7)),
    banks: bank.directory,
  });
}

/** Acts as a request or a worker. Accepts proper refusals, and restarts the process after a crash. Any other error is a bug. */
export async function attempt(world: World, work: () => Promise<unknown>): Promise<void> {
  let failure: unknown;
  const hasCrashed = await world.crash.run(() =>
    work().catch((error: unknown) => {
      failure = error;
    }),
  );
  world.bank.failNext(undefined);
  if (hasCrashed) {
    world.services = startServices(world);
    return;
  }
  if (failure === undefined || (isAppError(failure) && PROPER.includes(failure.code))) return;
  throw failure;
}
