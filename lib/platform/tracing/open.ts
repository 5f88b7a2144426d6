import type { Env } from "#lib/platform/env.ts";
import { onShutdown } from "#lib/platform/http/shutdown.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { createFetch } from "#lib/platform/net/fetch.ts";
import { createOutboundProxy } from "#lib/platform/net/outbound-proxy.ts";
import { createSampler } from "./sampler.ts";
import { type FinishedSpan, traceWith } from "./tracer.ts";

type OtelEnv = Pick<Env, (`OTEL_${string}` | "HTTPS_PROXY" | "NO_PROXY") & keyof Env>;

/** Records traces if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Call before loggers are created; call the result with one. */
export function openTracing(env: OtelEnv): (logger: Logger) => Promise<void> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return async () => undefined;
  let finish = (_span: FinishedSpan): void => {};
  traceWith({
    isSampled: createSampler(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG),
    finish: (span) => finish(span),
  });
  return async (logger) => {
    const { createExporter } = await import("./exporter.ts");
    const proxy = createOutboundProxy(env);
    const exporter = createExporter({
      endpoint,
      headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      resource: {
        "service.name": "bankside",
        ...env.OTEL_RESOURCE_ATTRIBUTES,
        ...(env.OTEL_SERVICE_NAME !== undefined && { "service.name": env.OTEL_SERVICE_NAME }),
      },
      logger,
      ...(proxy && { fetch: createFetch({ proxy }) }),
    });
    finish = exporter.finish;
    onShutdown("close", exporter.flush);
  };
}
