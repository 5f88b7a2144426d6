import type { Connection } from "#lib/platform/db/client.ts";
import { isMigrated } from "#lib/platform/db/migrate.ts";
import { createReadiness } from "#lib/platform/db/readiness.ts";
import { stopping } from "#lib/platform/http/shutdown.ts";

export function createProcessReadiness(connection: Connection) {
  let isPreparing = false;
  const isDatabaseReady = createReadiness(() => isMigrated({ db: connection.reserved }));
  const hasRoom = createReadiness(connection.hasRoom);
  return {
    /** False while the process prepares or ends, or the database's disk is full. */
    ready: async () =>
      (await isDatabaseReady()) && (await hasRoom()) && !isPreparing && !stopping().aborted,
    /** `work` must not fail. */
    async readyAfter(work: Promise<void>): Promise<void> {
      isPreparing = true;
      await work;
      isPreparing = false;
    },
    isDatabaseReady,
  };
}
