import { z } from "zod";
import { parseOtelPairs } from "./pairs.ts";
import { SAMPLERS } from "./sampler.ts";
import { httpUrl, listOf } from "./variable-types.ts";

/** OpenTelemetry's names. */
export const OTEL_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: listOf(
    parseOtelPairs,
    "must be headers such as authorization=Basic%20…, separated by commas",
  ).optional(),
  OTEL_EXPORTER_OTLP_HEADERS_FILE: z.string().min(1).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: listOf(
    parseOtelPairs,
    "must be attributes such as deployment.environment.name=production, separated by commas",
  ).optional(),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], { error: "must be otlp or none" }).default("otlp"),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(", ")}` })
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a number from 0 to 1" })
    .min(0)
    .max(1)
    .default(1),
};
