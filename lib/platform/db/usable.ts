import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { ReadOnlyError } from "./migration-errors.ts";
import { readValue } from "./value.ts";

/** SQL_ASCII keeps each text's bytes as they were sent. */
const ENCODINGS = ["UTF8", "SQL_ASCII"];

const FACTS = sql<{
  encoding: string;
  isReadOnly: boolean;
  role: string;
  name: string;
}>`jsonb_build_object(
  'encoding', current_setting('server_encoding'),
  'isReadOnly', current_setting('default_transaction_read_only')::boolean,
  'role', quote_ident(current_user), 'name', quote_ident(current_database()))`;

/**
 * A read-only database stays so: its disk is nearly full, or it moves to another server.
 * @throws an error whose message is a sentence; ReadOnlyError if waiting helps
 */
export async function refuseUnusable(db: Database): Promise<void> {
  const { encoding, isReadOnly, role, name } = await readValue(db, FACTS);
  if (!ENCODINGS.includes(encoding)) {
    throw new Error(
      `The database's encoding is ${encoding}, which can't store all texts: create one with the encoding UTF8, as docs/database.md describes.`,
    );
  }
  if (isReadOnly) throw new ReadOnlyError(role, name);
}
