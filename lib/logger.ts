import pino, { type DestinationStream, type Logger } from "pino";
import { describeFailure } from "./failures.ts";

export type { Logger } from "pino";

const SECRET_HEADERS = ["authentication", "authorization", "x-api-key", "cookie", "set-cookie"];
// `code` and `state` bring a payer back from a bank's OAuth2 server, and can be redeemed by whoever is first.
const SECRET_PARAMETERS = new Set(["jwt", "token", "code", "state"]);

/** Makes the process's JSON logger. Secret headers are cut out wherever a `headers` object is logged. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_HEADERS.flatMap((name) => [
    `["${name}"]`,
    `headers["${name}"]`,
    `*.headers["${name}"]`,
  ]);
  const options = {
    level,
    base: { service: "bankside" },
    redact: { paths, censor: "[redacted]" },
    serializers: { url: redactUrl, err: describeFailure },
  };
  return pino(options, destination ?? standardOutput());
}

// Kept while the log can't be written; what comes beyond is dropped.
const MAX_UNWRITTEN_BYTES = 1024 * 1024;

/** Standard output, whose reader may be gone and whose disk may be full: neither ends the process. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_UNWRITTEN_BYTES });
  output.on("error", () => undefined);
  return output;
}

/** Replaces the values of the query parameters `jwt`, `token`, `code` and `state`, however they are spelled, in a URL or path. */
export function redactUrl(url: string): string {
  const [path = "", query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return url;
  const parameters = new URLSearchParams(query);
  for (const name of [...parameters.keys()]) {
    if (SECRET_PARAMETERS.has(name.toLowerCase())) parameters.set(name, "[redacted]");
  }
  return `${path}?${parameters}`;
}
