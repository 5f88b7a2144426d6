import { type Connection, connectPostgres } from "./client.ts";
import { migrate } from "./migrate.ts";

type DatabaseEnv = { DATABASE_URL?: string | undefined; DATABASE_POOL: number; DATA_DIR: string };

/** `DATABASE_URL`, otherwise PGlite in `DATA_DIR`. */
export async function openDatabase(
  env: DatabaseEnv,
  onError: (error: Error) => void,
): Promise<Connection> {
  if (env.DATABASE_URL) {
    await migrateServer(env.DATABASE_URL, onError);
    return connectPostgres(env.DATABASE_URL, onError, { size: env.DATABASE_POOL });
  }
  // 10 MB of memory that a process on PostgreSQL does not need.
  const { connectEmbedded } = await import("./pglite.ts");
  const connection = await connectEmbedded(env.DATA_DIR);
  try {
    await migrate(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

// A migration may be slow or wait for another process's.
async function migrateServer(url: string, onError: (error: Error) => void): Promise<void> {
  const connection = connectPostgres(url, onError, { size: 1, queryTimeoutMs: 0 });
  try {
    await migrate(connection);
  } finally {
    await connection.close();
  }
}
