import type { Env } from "#lib/platform/configuration/env.ts";
import { isApiPath } from "#lib/platform/http/api-paths.ts";
import type { HttpOptions } from "#lib/platform/http/server.ts";
import { onShutdown } from "#lib/platform/http/shutdown.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { readAtScrape, recordWith } from "#lib/platform/telemetry/metrics/record.ts";
import { createRequestCounter } from "#lib/platform/telemetry/metrics/requests.ts";
import { createRouteTable, type Kind } from "#lib/platform/telemetry/metrics/routes.ts";
import { createRequestTracer } from "#lib/platform/telemetry/tracing/requests.ts";
import { isTracing } from "#lib/platform/telemetry/tracing/tracer.ts";
import type { Services } from "./create.ts";

// A stranger's scrapes must not reach the database.
const KEPT_MS = 5_000;

type Options = {
  env: Pick<Env, "METRICS_PORT" | "METRICS_HOST">;
  logger: Logger;
  apiPrefix?: string;
  pages?: () => { kind: Kind; pattern: string }[];
};

export type Monitoring = Pick<HttpOptions, "onRequest" | "around"> & {
  onOperations?: (patterns: string[]) => void;
};

/** If `METRICS_PORT` is set. Call before the services open. */
export async function openMonitoring({
  env,
  logger,
  apiPrefix = "",
  pages = () => [],
}: Options): Promise<Monitoring> {
  const { METRICS_PORT: port, METRICS_HOST: host } = env;
  if (port !== undefined) await openMetrics(port, host, logger);
  if (port === undefined && !isTracing()) return {};
  const api = createRouteTable();
  const site = createRouteTable();
  for (const { kind, pattern } of pages()) site.add(kind, pattern);
  const find = (path: string) => {
    if (!isApiPath(path, apiPrefix)) return site.find(path);
    const inside = path.startsWith(`${apiPrefix}/`) ? path.slice(apiPrefix.length) : path;
    return api.find(inside) ?? { kind: "api" as const, route: "other" };
  };
  return {
    ...(port !== undefined && { onRequest: createRequestCounter(find) }),
    ...(isTracing() && { around: createRequestTracer(find) }),
    onOperations(patterns) {
      for (const pattern of patterns) api.add("api", pattern);
    },
  };
}

async function openMetrics(port: number, host: string | undefined, logger: Logger): Promise<void> {
  // 20 MB of memory.
  const { createRegistry } = await import("#lib/platform/telemetry/metrics/registry.ts");
  const { serveMetrics } = await import("#lib/platform/telemetry/metrics/server.ts");
  const registry = createRegistry();
  recordWith(registry.recorder);
  const server = await serveMetrics(registry, { port, host });
  onShutdown("close", server.drain);
  logger.info({ port: server.port, addresses: server.addresses }, "metrics are served");
}

type Sources = Pick<
  Services,
  | "env"
  | "streams"
  | "databasePool"
  | "isDatabaseReady"
  | "webhooks"
  | "bankAlerts"
  | "waysToBePaid"
>;

export function readServices(services: Sources, { hasWorker }: { hasWorker: boolean }): void {
  const { streams, databasePool: pool, webhooks, bankAlerts, waysToBePaid } = services;
  const one = (value: number) => [{ labels: {}, value }];
  readAtScrape("bankside_live_pages_open", () => one(streams.open()));
  readAtScrape("bankside_database_up", async () => one(Number(await services.isDatabaseReady())));
  if (pool) {
    readAtScrape("bankside_database_pool_waiting", () => one(pool.waitingCount));
    readAtScrape("bankside_database_pool_connections", () => [
      { labels: { state: "in_use" }, value: pool.totalCount - pool.idleCount },
      { labels: { state: "idle" }, value: pool.idleCount },
    ]);
  }
  if (!hasWorker) return;
  const queue = kept(webhooks.queueState);
  const endpoint = (isFailing: boolean) => ({ endpoint_state: isFailing ? "failing" : "working" });
  readAtScrape("bankside_webhook_queue_due", async () =>
    (await queue()).map(({ isFailing, due: value }) => ({ labels: endpoint(isFailing), value })),
  );
  readAtScrape("bankside_webhook_queue_oldest_due_seconds", async () =>
    (await queue()).map(({ isFailing, oldestSeconds: value }) => ({
      labels: endpoint(isFailing),
      value,
    })),
  );
  const alerts = kept(bankAlerts.countByKind);
  readAtScrape("bankside_bank_alerts_open", async () =>
    (await alerts()).map(({ mode, kind, alerts: value }) => ({ labels: { mode, kind }, value })),
  );
  const unpayable = kept(waysToBePaid.listUnpayable);
  readAtScrape("bankside_accounts_without_way_to_pay", async () => one((await unpayable()).length));
}

function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  return () => {
    last ??= read().finally(() => {
      setTimeout(() => {
        last = undefined;
      }, KEPT_MS).unref();
    });
    return last;
  };
}
