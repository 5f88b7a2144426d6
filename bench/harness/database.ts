import { connectPostgres } from "#lib/platform/db/client.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import { onServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { fail } from "#lib/testing/templates.ts";
import { cpuMsOfTree, parentOf } from "./cpu.ts";

export type BenchDatabase = Awaited<ReturnType<typeof startDatabase>>;

/** A server with PostgreSQL's own settings (each commit reaches the disk) and a migrated, empty database. */
export async function startDatabase() {
  const server = await startPostgres({ production: true });
  try {
    const url = await server.createDatabase("bench");
    const connection = connectPostgres(url, fail);
    await migrate(connection);
    await connection.close();
    const pid = await serverPid(url);
    return {
      url,
      /** Of all the server's processes; `undefined` on systems without `/proc`. */
      cpuMs: () => (pid === undefined ? undefined : cpuMsOfTree(pid)),
      query: (text: string, values: unknown[] = []) =>
        onServer(url, async (client) => (await client.query(text, values)).rows),
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function serverPid(url: string): Promise<number | undefined> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    // While this connection is open, its process is there to be looked at.
    return rows[0] && parentOf(rows[0].pid);
  });
}
