import { EnvError, loadEnv } from "#lib/env.ts";
import { getServices } from "#lib/services.ts";

/** Runs the worker alone, beside web servers that share its PostgreSQL server. */
async function main(): Promise<void> {
  if (!loadEnv().DATABASE_URL) {
    throw new EnvError(
      "A worker of its own needs DATABASE_URL. The embedded database has one process, and npm start works inside it.",
    );
  }
  const { worker, logger, close } = await getServices();
  let isStopping = false;
  const stop = () => {
    // npm and a terminal may both send the signal.
    if (isStopping) return;
    isStopping = true;
    close().then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  worker.start();
  logger.info("the worker runs");
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

if (import.meta.main) main().catch(fail);
