import "server-only";
import { DatabaseSync } from "node:sqlite";
import { env } from "./env";

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL,
    amount INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed')),
    transaction_id TEXT,
    redirect_url TEXT
  ) STRICT;
  -- The webhooks that were handled.
  CREATE TABLE IF NOT EXISTS webhooks (id TEXT PRIMARY KEY, type TEXT NOT NULL) STRICT;
`;

let opened: DatabaseSync | undefined;

export function database(): DatabaseSync {
  if (!opened) {
    opened = new DatabaseSync(env.database());
    opened.exec(SCHEMA);
  }
  return opened;
}

/** Commits all of `work`, or nothing if it throws. */
export function inTransaction<T>(work: () => T): T {
  const db = database();
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}
