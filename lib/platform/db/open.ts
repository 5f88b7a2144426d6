import { type Connection, connectPglite, connectPostgres } from "./client.ts";
import { openEmbedded } from "./embedded.ts";
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

async function connectEmbedded(dataDir: string): Promise<Connection> {
  const { client, release } = await openEmbedded(dataDir);
  const connection = connectPglite(client);
  return {
    ...connection,
    close: async () => {
      await connection.close();
      release();
    },
  };
}
