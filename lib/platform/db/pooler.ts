import { sql } from "drizzle-orm";
import pg from "pg";
import type { Database } from "./database.ts";
import { clientOf } from "./send.ts";
import { PINNED, quoted, TIME_LIMITS } from "./session.ts";
import { readValue } from "./value.ts";

/** A pooler reports another process id than the server. */
export async function isDirect(db: Database): Promise<boolean> {
  const client = clientOf(db);
  if (!(client instanceof pg.Client)) return true;
  // pg's types lack it.
  const { processID } = client as pg.Client & { processID?: number | null };
  if (processID === undefined)
    throw new Error("pg keeps the process id elsewhere than in processID");
  return processID === (await readValue(db, sql<number>`pg_backend_pid()`));
}

export function identify(db: Database): Promise<string> {
  return readValue(
    db,
    sql<string>`extract(epoch from pg_postmaster_start_time())::text || current_database()`,
  );
}

/** What a role must have behind a pooler: a sentence for each. */
export async function missingSettings(db: Database): Promise<string[]> {
  const names = Object.keys({ ...TIME_LIMITS, ...PINNED });
  const { role, schema, ...settings } = await readValue(
    db,
    sql<
      Record<string, string | null>
    >`(select jsonb_object_agg(lower(name), setting) from pg_settings
      where lower(name) in ${names}) || jsonb_build_object('role', quote_ident(current_user), 'schema', current_schema())`,
  );
  const isLimited = (name: string, most: number) => {
    const limit = Number(settings[name]);
    return limit > 0 && limit <= most;
  };
  const isPinned = (name: string, value: string) => {
    const own = settings[name] ?? "";
    if (name === "search_path") return schema === value;
    if (name === "timezone") return UTC.test(own);
    // The order of day and month does not matter.
    return own === value || (name === "datestyle" && own.startsWith(`${value},`));
  };
  const wanted = [
    ...Object.entries(TIME_LIMITS)
      .filter(([name, most]) => !isLimited(name, most))
      .map(([name, most]) => `${name} = '${most / 1_000}s'`),
    ...Object.entries(PINNED)
      .filter(([name, value]) => !isPinned(name, value))
      .map(([name, value]) => `${name} = ${quoted(value)}`),
  ];
  return wanted.map(
    (setting) =>
      `Behind the pooler of DATABASE_URL a setting is missing: alter role ${role} set ${setting};`,
  );
}

const UTC = /^(Etc\/)?(UTC|UCT|GMT|Universal|Zulu)$/i;
