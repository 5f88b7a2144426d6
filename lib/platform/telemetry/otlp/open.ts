import { randomUUID } from "node:crypto";
import type { Env } from "#lib/platform/configuration/env.ts";
import { createSampler } from "#lib/platform/configuration/sampler.ts";
import { onShutdown } from "#lib/platform/http/shutdown.ts";
import { createFetch } from "#lib/platform/net/fetch.ts";
import { createOutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import { copyLines, type Logger } from "#lib/platform/telemetry/logger.ts";
import { type FinishedSpan, traceWith } from "#lib/platform/telemetry/tracing/tracer.ts";

type OtelEnv = Pick<Env, (`OTEL_${string}` | "HTTPS_PROXY" | "NO_PROXY") & keyof Env>;

/**
 * Sends traces and the log to `OTEL_EXPORTER_OTLP_ENDPOINT`, if it is set. Call before loggers are created; call the result with one.
 */
export function openTelemetry(env: OtelEnv): (logger: Logger) => Promise<void> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const hasTraces = env.OTEL_TRACES_EXPORTER === "otlp";
  const hasLogs = env.OTEL_LOGS_EXPORTER === "otlp";
  if (endpoint === undefined || !(hasTraces || hasLogs)) return async () => undefined;
  let finish = (_span: FinishedSpan): void => {};
  if (hasTraces) {
    traceWith({
      isSampled: createSampler(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG),
      finish: (span) => finish(span),
    });
  }
  return async (logger) => {
    const { createExporter } = await import("./exporter.ts");
    const proxy = createOutboundProxy(env);
    const to = {
      endpoint,
      headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      logger,
      ...(proxy && { fetch: createFetch({ proxy }) }),
    };
    const resource = resourceOf(env);
    if (hasTraces) {
      const { spansBody } = await import("./spans.ts");
      const traces = createExporter({ ...to, signal: "traces", toBody: spansBody(resource) });
      finish = traces.add;
      onShutdown("close", traces.flush);
    }
    if (hasLogs) {
      const { logsBody } = await import("./logs.ts");
      const logs = createExporter({ ...to, signal: "logs", toBody: logsBody(resource) });
      copyLines(logs.add);
      onShutdown("close", logs.flush);
    }
  };
}

function resourceOf(env: OtelEnv): Record<string, string> {
  return {
    "service.instance.id": randomUUID(),
    "service.name": "bankside",
    ...env.OTEL_RESOURCE_ATTRIBUTES,
    ...(env.OTEL_SERVICE_NAME !== undefined && { "service.name": env.OTEL_SERVICE_NAME }),
  };
}
