import { randomUUID } from "node:crypto";
import type { Env } from "#lib/platform/configuration/env.ts";
import { createSampler } from "#lib/platform/configuration/sampler.ts";
import { onShutdown } from "#lib/platform/http/shutdown.ts";
import { createFetch } from "#lib/platform/net/fetch.ts";
import { createOutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { type FinishedSpan, traceWith } from "#lib/platform/telemetry/tracing/tracer.ts";

type OtelEnv = Pick<Env, (`OTEL_${string}` | "HTTPS_PROXY" | "NO_PROXY") & keyof Env>;

/** If `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Call before loggers are created; call the result with one. */
export function openTelemetry(env: OtelEnv): (logger: Logger) => Promise<void> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || env.OTEL_TRACES_EXPORTER === "none") return async () => undefined;
  let finish = (_span: FinishedSpan): void => {};
  traceWith({
    isSampled: createSampler(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG),
    finish: (span) => finish(span),
  });
  return async (logger) => {
    const { createExporter } = await import("./exporter.ts");
    const proxy = createOutboundProxy(env);
    const traces = createExporter({
      endpoint,
      headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      resource: resourceOf(env),
      logger,
      ...(proxy && { fetch: createFetch({ proxy }) }),
    });
    finish = traces.add;
    onShutdown("close", traces.flush);
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
