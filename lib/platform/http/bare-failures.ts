import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { override } from "./override.ts";
import { isOutageNoted, isUnreadableNoted } from "./request-scope.ts";

/** RFC 9457. */
export function problemResponse(problem: {
  type: string;
  title: string;
  status: number;
  detail?: string | undefined;
  code?: string;
}) {
  const requestId = randomUUID();
  const body = JSON.stringify({ ...problem, requestId });
  const headers = {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  };
  return { headers, body };
}

/** A failure without a code of ours: RFC 9457, 4.2.1. */
const blankProblem = (status: number) =>
  problemResponse({ type: "about:blank", title: STATUS_CODES[status] ?? "Error", status });

/** Next sends some failures as plain text, others empty: they become problems. Client errors are no 500. */
export function dressBareFailures(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...chunk: unknown[]) => boolean;
  const end = response.end.bind(response) as (...chunk: unknown[]) => ServerResponse;
  let problem: string | undefined;

  // The head first: it decides whether the body is replaced.
  const begin = () => {
    if (!response.headersSent && isBare(response, response.statusCode)) {
      response.writeHead(response.statusCode);
    }
  };
  override(response, {
    writeHead(made: number, ...rest: unknown[]) {
      const status = made === 500 ? blameOf(response) : made;
      if (!response.hasHeader("X-Content-Type-Options")) {
        response.setHeader("X-Content-Type-Options", "nosniff");
      }
      if (isBare(response, status, rest.at(-1))) problem = beginProblem(response, status);
      return writeHead(status, ...rest);
    },
    write(...chunk: unknown[]) {
      begin();
      return problem === undefined ? write(...chunk) : true;
    },
    end(...chunk: unknown[]) {
      begin();
      if (problem === undefined) return end(...chunk);
      return end(problem, ...chunk.filter((part) => typeof part === "function"));
    },
  });
}

function blameOf(response: ServerResponse): number {
  if (isUnreadableNoted()) return 400;
  // A file was requested with another method than GET or HEAD.
  return response.hasHeader("Allow") ? 405 : 500;
}

function beginProblem(response: ServerResponse, status: number): string {
  const { headers, body } = blankProblem(isOutageNoted() ? 503 : status);
  for (const name of ["Content-Encoding", "ETag"]) response.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return body;
}

// Our own texts name their charset.
function isBare(response: ServerResponse, status: number, given?: unknown): boolean {
  const type = response.getHeader("Content-Type");
  const isTyped = typeof given === "object" && given !== null && "Content-Type" in given;
  return status >= 400 && !isTyped && (type === undefined || type === "text/plain");
}

const CLIENT_ERRORS: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  // As in Node: a response that has begun can't be followed by another.
  const { _httpMessage: open } = socket as Duplex & { _httpMessage?: { _header: unknown } };
  if (!socket.writable || open?._header) return void socket.destroy(error);
  const status = CLIENT_ERRORS[error.code ?? ""] ?? 400;
  const { headers, body } = blankProblem(status);
  const lines = Object.entries({ Connection: "close", ...headers }).map((header) =>
    header.join(": "),
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
