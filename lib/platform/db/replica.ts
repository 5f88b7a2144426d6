import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { isOutage } from "#lib/platform/failures/failures.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { type Connection, connectPostgres } from "./client.ts";
import { readValue } from "./value.ts";

const PATIENCE_MS = 1_000;
const ASK_MS = 20;
const PAUSE_MS = 10_000;

type Options = { size: number; onError: (error: Error) => void; logger: Pick<Logger, "error"> };

/**
 * The same connection, whose {@link Connection.reads} go to the replica at `url` once that has all that is committed at the primary.
 * If that takes longer than a second, or fails, they go to the primary for a while.
 */
export function withReplica(
  primary: Connection,
  url: string,
  { size, onError, logger }: Options,
): Connection {
  const replica = connectPostgres(url, onError, { size });
  let pausedUntil = 0;

  function pause(err: unknown): void {
    pausedUntil = performance.now() + PAUSE_MS;
    logger.error({ err }, "the replica can't be used; its reads go to the primary");
  }

  async function catchUp(signal: AbortSignal): Promise<void> {
    const [cluster, position] = await readValue(
      primary.db,
      sql<
        [string, string]
      >`(select jsonb_build_array(${CLUSTER}, pg_current_wal_flush_lsn()) from pg_control_system())`,
    );
    const compared = sql<[string, boolean]>`(select jsonb_build_array(${CLUSTER},
      coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false)) from pg_control_system())`;
    for (;;) {
      const [found, hasAll] = await readValue(replica.db, compared);
      if (found !== cluster) throw new Error("DATABASE_REPLICA_URL names another database");
      if (hasAll) return;
      await sleep(ASK_MS, undefined, { signal });
    }
  }

  async function isUsable(): Promise<boolean> {
    if (performance.now() < pausedUntil) return false;
    const patience = new AbortController();
    const late = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
      throw new Error("the replica is behind, or does not respond");
    });
    try {
      await Promise.race([catchUp(patience.signal), late]);
      return true;
    } catch (error) {
      pause(error);
      return false;
    } finally {
      patience.abort();
    }
  }

  return {
    ...primary,
    reads: async (work) => {
      if (!(await isUsable())) return work(primary.db);
      try {
        return await work(replica.db);
      } catch (error) {
        if (!isOutage(error)) throw error;
        pause(error);
        return work(primary.db);
      }
    },
    close: async () => {
      await Promise.all([primary.close(), replica.close()]);
    },
  };
}

// A restored copy of another deployment has the same name, not the same identifier.
const CLUSTER = sql`system_identifier::text || current_database()`;
