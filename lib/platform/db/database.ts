import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

/** Also an open transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;
