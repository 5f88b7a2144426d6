import type { describeFailure } from "#lib/platform/failures/failures.ts";
import { listed, nanoseconds } from "./attributes.ts";

/** Of pino. The log has no others. */
const SEVERITIES: Record<number, string> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO",
  40: "WARN",
  50: "ERROR",
  60: "FATAL",
};

type Line = {
  level: number;
  time: number;
  msg?: string;
  service?: string;
  trace_id?: string;
  span_id?: string;
  err?: ReturnType<typeof describeFailure>;
};

/** The body of a request to `/v1/logs`. Lines are those of the log, so what it leaves out is left out here. */
export const logsBody = (resource: Record<string, string>) => {
  const attributes = listed(resource);
  return (lines: readonly string[]) => ({
    resourceLogs: [
      {
        resource: { attributes },
        scopeLogs: [{ scope: { name: "bankside" }, logRecords: lines.map(toRecord) }],
      },
    ],
  });
};

function toRecord(text: string) {
  const {
    level,
    time,
    msg,
    trace_id,
    span_id,
    service: _service,
    err,
    ...fields
  } = JSON.parse(text) as Line;
  const [failure, ...causes] = err ?? [];
  return {
    timeUnixNano: nanoseconds(time),
    // 9 is INFO, 13 WARN and so on.
    severityNumber: (level / 10) * 4 - 3,
    severityText: SEVERITIES[level] ?? "INFO",
    body: { stringValue: msg ?? "" },
    attributes: listed({
      ...fields,
      "exception.type": failure?.name,
      "exception.message": failure?.message,
      "exception.stacktrace": failure?.stack,
      "exception.causes": causes.length > 0 ? causes : undefined,
    }),
    ...(trace_id !== undefined && { traceId: trace_id, spanId: span_id }),
  };
}
