import pino, { type DestinationStream, type Logger } from "pino";
import { describeFailure } from "#lib/platform/failures/failures.ts";
import { isTracing, traceFields } from "./tracing/tracer.ts";

export type { Logger } from "pino";

const SECRET_HEADERS = ["authentication", "authorization", "x-api-key", "cookie", "set-cookie"];
// Of a bank's OAuth2 server; the first holder can redeem them.
const SECRET_PARAMETERS = new Set(["jwt", "token", "code", "state"]);

const MAX_TEXT_LENGTH = 2_000;
const MAX_ITEMS = 100;
const MAX_DEPTH = 5;

// Control characters, line separators, direction overrides: harmless in JSON, not in a terminal.
const OBEYED = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Redacts secret headers in any `headers` object. Cuts long values. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_HEADERS.flatMap((name) => [
    `["${name}"]`,
    `headers["${name}"]`,
    `*.headers["${name}"]`,
  ]);
  const options = {
    ...(isTracing() && { mixin: traceFields }),
    level,
    base: { service: "bankside" },
    redact: { paths, censor: "[redacted]" },
    serializers: { url: redactUrl, printed: redactText, err: describeFailure },
    formatters: { log: (fields: object) => bounded(fields) as Record<string, unknown> },
    hooks: { streamWrite: (line: string) => line.replace(OBEYED, escaped) },
  };
  return pino(options, destination ?? standardOutput());
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Limits length and depth. Errors, dates and the like stay for their serializers. */
function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return "[too deep]";
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).map((item) => bounded(item, depth + 1));
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  const fields = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(fields.map(([name, field]) => [name, bounded(field, depth + 1)]));
}

// Buffered while the log can't be written; the rest is dropped.
const MAX_UNWRITTEN_BYTES = 1024 * 1024;

// A system call for each line costs as much as a request.
const GATHER_MS = 10;
const MAX_GATHERED = 64 * 1024;

/** Level 50 is "error", 60 "fatal". */
const URGENT = /^\{"level":[56]0,/;

let shared: DestinationStream | undefined;

/** A closed reader or full disk does not end the process. */
function standardOutput(): DestinationStream {
  shared ??= gather(
    pino
      .destination({ dest: 1, sync: true, maxLength: MAX_UNWRITTEN_BYTES })
      .on("error", () => undefined),
  );
  return shared;
}

/** Urgent lines are written at once, and all before the process exits. */
function gather(output: DestinationStream): DestinationStream {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const gathered = lines;
    lines = "";
    if (gathered !== "") output.write(gathered);
  }
  process.on("exit", flush);
  return {
    write(line) {
      lines += line;
      if (URGENT.test(line) || lines.length > MAX_GATHERED) flush();
      else timer ??= setTimeout(flush, GATHER_MS).unref();
    },
  };
}

function redactText(text: string): string {
  return text.replace(/\b(jwt|token|code|state)=[^&\s"']+/gi, "$1=[redacted]");
}

/** Redacts the query parameters `jwt`, `token`, `code` and `state`, in any spelling. */
export function redactUrl(url: string): string {
  const [path = "", query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return url;
  const parameters = new URLSearchParams(query);
  for (const name of [...parameters.keys()]) {
    if (SECRET_PARAMETERS.has(name.toLowerCase())) parameters.set(name, "[redacted]");
  }
  return `${path}?${parameters}`;
}
