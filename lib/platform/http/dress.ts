import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { blankProblem } from "./problem.ts";
import { isGoneNoted, isOutageNoted, isUnreadableNoted } from "./request-scope.ts";

/** `headers` are those given to `writeHead`; others are set in the response. */
export type Head = { status: number; headers: OutgoingHttpHeaders };

/** Looks at a response just before its head is sent. May set headers. */
export type Rule = (response: ServerResponse, head: Head) => Change | undefined;

/** `body` gets the whole body and returns the one to send. It may set headers too. */
export type Change = { status?: number; body?: (sent: Buffer) => string | Uint8Array };

/**
 * The one place that changes what others respond, such as Next. The rules apply in their order, each to what the one before has
 * made of it. Without a new body, all is sent as it comes.
 */
export function dress(response: ServerResponse, rules: readonly Rule[]): void {
  const { writeHead, write, end, flushHeaders } = response;
  let begun: (Head & Pick<Change, "body">) | undefined;
  const parts: Uint8Array[] = [];

  const begin = (head: Head) => {
    if (begun) return begun;
    begun = { ...head };
    for (const rule of rules) Object.assign(begun, rule(response, begun));
    response.statusCode = begun.status;
    return begun;
  };
  const beginAsSet = () => begin({ status: response.statusCode, headers: {} });
  const isPassed = () => beginAsSet().body === undefined;

  const finish = ({ headers, body }: ReturnType<typeof begin>, rest: unknown[]) => {
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    for (const name of ["Content-Encoding", "ETag"]) response.removeHeader(name);
    const made = Buffer.from(body?.(Buffer.concat(parts.splice(0))) ?? "");
    response.setHeader("Content-Length", made.length);
    override(response, { writeHead, write, end, flushHeaders });
    response.end(made, ...(rest.filter((part) => typeof part === "function") as [() => void]));
  };

  override(response, {
    writeHead(status: number, ...rest: unknown[]) {
      const { status: changed, body } = begin({ status, headers: headersIn(rest) });
      const head = [changed, ...rest] as Parameters<typeof writeHead>;
      return body ? response : writeHead.apply(response, head);
    },
    flushHeaders() {
      if (isPassed()) flushHeaders.apply(response);
    },
    write(...chunk: Parameters<typeof write>) {
      if (isPassed()) return write.apply(response, chunk);
      parts.push(bytesOf(chunk[0]));
      return true;
    },
    end(...chunk: Parameters<typeof end>) {
      const made = beginAsSet();
      if (!made.body) return end.apply(response, chunk);
      const [last] = chunk;
      if (last !== undefined && typeof last !== "function") parts.push(bytesOf(last));
      try {
        finish(made, chunk);
      } catch (error) {
        response.destroy(error as Error);
      }
      return response;
    },
  });
}

/**
 * Replaces methods of one request or response. V8 takes a function that is written straight into a property for long-lived:
 * `response.end = () => {}` would keep the response, and all that belongs to its request, until a full collection.
 */
export function override<T extends IncomingMessage | ServerResponse>(
  target: T,
  methods: { [Name in keyof T]?: (...values: never[]) => unknown },
): void {
  Object.assign(target, methods);
}

function bytesOf(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

function headersIn(rest: unknown[]): OutgoingHttpHeaders {
  const last = rest.at(-1);
  return typeof last === "object" && last !== null ? (last as OutgoingHttpHeaders) : {};
}

/** The content type of a response whose head is about to be sent. */
export function typeOf(response: ServerResponse, { headers }: Head): string | undefined {
  const given = Object.keys(headers).find((name) => name.toLowerCase() === "content-type");
  const type = given === undefined ? response.getHeader("Content-Type") : headers[given];
  return type === undefined ? undefined : String(type);
}

const RETRY_AFTER_SECONDS = 5;

/** For every response: one that met a database outage becomes a 503, and none keeps its connection while the server ends. */
export function everyResponse(isOutage: () => boolean, isEnding: () => boolean): Rule {
  return (response, { status }) => {
    if (isEnding()) response.shouldKeepAlive = false;
    const leadsOn = status >= 300 && status < 400;
    if (!isOutage() || leadsOn) return undefined;
    response.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
    return { status: 503 };
  };
}

export const neverSniffed: Rule = (response) => {
  if (!response.hasHeader("X-Content-Type-Options")) {
    response.setHeader("X-Content-Type-Options", "nosniff");
  }
  return undefined;
};

/** A page of Next has no status of its own. */
export const goneNoted: Rule = (_response, { status }) =>
  status === 200 && isGoneNoted() ? { status: 410 } : undefined;

/** Next sends some failures as plain text, others empty: they become problems. Client errors are no 500. */
export const bareFailures: Rule = (response, head) => {
  const status = head.status === 500 ? blameOf(response) : head.status;
  const type = typeOf(response, head);
  // Our own texts name their charset.
  if (status < 400 || (type !== undefined && type !== "text/plain")) return { status };
  const { headers, body } = blankProblem(isOutageNoted() ? 503 : status);
  return {
    status,
    body() {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return body;
    },
  };
};

function blameOf(response: ServerResponse): number {
  if (isUnreadableNoted()) return 400;
  // A file was requested with another method than GET or HEAD.
  return response.hasHeader("Allow") ? 405 : 500;
}
