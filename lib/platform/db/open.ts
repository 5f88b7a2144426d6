import type { Env } from "#lib/platform/configuration/env.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { count } from "#lib/platform/telemetry/metrics/record.ts";
import { type Connection, connectPostgres } from "./client.ts";
import type { Database } from "./database.ts";
import { mayMigrate, migrate, pendingOf, readApplied } from "./migrate.ts";
import { PendingMigrationError } from "./migration-errors.ts";
import { readMigrations } from "./migration-files.ts";
import { identify, isDirect, missingSettings } from "./pooler.ts";
import { refuseUnusable } from "./usable.ts";

type DatabaseEnv = Pick<
  Env,
  "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATABASE_MIGRATE_URL" | "DATABASE_POOL" | "DATA_DIR"
>;

type OpenLogger = Pick<Logger, "error" | "info">;

/**
 * `DATABASE_URL`, otherwise PGlite in `DATA_DIR`. Migrates it, if the user may.
 * @throws NewerSchemaError
 * @throws WaitingError
 */
export async function openDatabase(env: DatabaseEnv, logger: OpenLogger): Promise<Connection> {
  const { DATABASE_URL: url } = env;
  return url === undefined ? openEmbedded(env) : openServer(url, env, logger);
}

async function openServer(url: string, env: DatabaseEnv, logger: OpenLogger): Promise<Connection> {
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_POOL: size } = env;
  const server = await prepareServer(env, logger);
  if (directUrl !== undefined) await checkPooler(url, directUrl, server, logger);
  return connectPostgres(url, reportTo(logger), { size, directUrl });
}

async function checkPooler(
  url: string,
  directUrl: string,
  server: string,
  logger: OpenLogger,
): Promise<void> {
  const connection = connectPostgres(url, reportTo(logger), { size: 1, directUrl });
  try {
    await connection.session(async (db) => {
      if ((await identify(db)) !== server) {
        throw new Error("DATABASE_URL and DATABASE_DIRECT_URL name different databases.");
      }
      await refuseUnusable(db);
      for (const sentence of await missingSettings(db)) {
        logger.error({ alert: "pooler_setting" }, sentence);
      }
    });
  } finally {
    await connection.close();
  }
}

export async function openForMigration(env: DatabaseEnv, logger: OpenLogger): Promise<Connection> {
  const name = (["DATABASE_MIGRATE_URL", "DATABASE_DIRECT_URL", "DATABASE_URL"] as const).find(
    (each) => env[each] !== undefined,
  );
  if (name === undefined) return connectEmbedded(env);
  const connection = connectDirectly(env[name] ?? "", logger);
  try {
    await inSession(connection, name, async () => undefined);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function openEmbedded(env: DatabaseEnv): Promise<Connection> {
  const connection = await connectEmbedded(env);
  try {
    await migrate(connection);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function connectEmbedded(env: DatabaseEnv): Promise<Connection> {
  // 10 MB of memory that a process on PostgreSQL does not need.
  const pglite = await import("./pglite.ts");
  return pglite.connectEmbedded(env.DATA_DIR);
}

async function prepareServer(env: DatabaseEnv, logger: OpenLogger): Promise<string> {
  const name = env.DATABASE_DIRECT_URL === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const connection = connectDirectly(env[name] ?? "", logger);
  try {
    return await inSession(connection, name, async (db) => {
      const isPending = pendingOf(readMigrations(), await readApplied(db)).length > 0;
      if (isPending && !(await mayMigrate(db))) throw new PendingMigrationError();
      const session = <T>(work: (db: Database) => Promise<T>) => work(db);
      if (isPending) await migrate({ session }, { report: (sentence) => logger.info(sentence) });
      return identify(db);
    });
  } finally {
    await connection.close();
  }
}

async function inSession<T>(
  connection: Connection,
  name: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  try {
    return await connection.session(async (db) => {
      if (!(await isDirect(db))) throw new Error(pooledSentence(name));
      await refuseUnusable(db);
      return work(db);
    });
  } catch (error) {
    const errors: NodeJS.ErrnoException[] =
      error instanceof AggregateError ? error.errors : [error as Error];
    const refused = errors.find(({ code = "" }) => TLS_CODE.test(code));
    if (!refused) throw error;
    const { code, message } = refused;
    throw new Error(`The certificate of the server of ${name} is refused (${code}): ${message}.`, {
      cause: error,
    });
  }
}

const TLS_CODE = /^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

function pooledSentence(name: string): string {
  return name === "DATABASE_URL"
    ? "DATABASE_URL names a connection pooler: set DATABASE_DIRECT_URL too, to the PostgreSQL server itself."
    : `${name} names a connection pooler: set it to the PostgreSQL server itself.`;
}

function connectDirectly(url: string, logger: OpenLogger): Connection {
  return connectPostgres(url, reportTo(logger), { size: 1, silenceMs: 0 });
}

function reportTo(logger: OpenLogger) {
  return (error: Error) => {
    count("bankside_database_connections_lost_total", {});
    logger.error({ err: error }, "database connection lost");
  };
}
