import { randomBytes } from "node:crypto";
import { startPostgres } from "#lib/testing/postgres-server.ts";
import { startAppServer, startProcess } from "./app-server.ts";
import { APP_PORT, FIRST_PORT, SECOND_PORT } from "./ports.ts";
import { APP_SCHEME, publishServers } from "./servers.ts";

type Stop = () => Promise<unknown>;

/** Starts what the browser tests run against; the result stops it. */
export default async function globalSetup(): Promise<Stop> {
  const started: Stop[] = [];
  const stopAll = async () => {
    for (const stop of started.toReversed()) await stop();
  };
  try {
    await start(started);
    return stopAll;
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function start(started: Stop[]): Promise<void> {
  // The tests say from which address they come.
  const app = await startAppServer(APP_PORT, { TRUSTED_PROXIES: "1" });
  started.push(app.stop);
  const postgres = await startPostgres();
  started.push(postgres.stop);
  const shared = {
    DATABASE_URL: await postgres.createDatabase("bankside"),
    APP_SECRET: randomBytes(32).toString("hex"),
    WORKER: "false",
    TRUSTED_PROXIES: "1",
    SECURITY_CONTACT: "mailto:security@bankside.example",
  };
  const first = await startAppServer(FIRST_PORT, { ...shared, APP_DEEP_LINK_SCHEME: APP_SCHEME });
  started.push(first.stop);
  // Its transactions expire while a test can watch.
  const second = await startAppServer(SECOND_PORT, { ...shared, TRANSACTION_TTL_MINUTES: "0.15" });
  started.push(second.stop);
  const worker = startProcess("worker", ["scripts/run.mjs", "worker"], {
    ...shared,
    PUBLIC_URL: first.url,
    DATA_DIR: first.dataDir,
  });
  started.push(worker.stop);
  const commands = { ...shared, NODE_ENV: "production", LOG_LEVEL: "error" };
  publishServers({
    app: { ...app, variables: {} },
    first: { ...first, variables: { ...commands, PUBLIC_URL: first.url } },
    second: { ...second, variables: { ...commands, PUBLIC_URL: second.url } },
  });
}
