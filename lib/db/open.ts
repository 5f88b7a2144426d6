import { type Connection, connectPglite, connectPostgres } from "./client.ts";
import { openEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

/** Opens and migrates the configured database: the server at `DATABASE_URL`, else PGlite in `DATA_DIR`. */
export async function openDatabase(
  env: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  onError: (error: Error) => void,
): Promise<Connection> {
  const connection = env.DATABASE_URL
    ? connectPostgres(env.DATABASE_URL, onError)
    : await connectEmbedded(env.DATA_DIR);
  try {
    await migrate(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
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
