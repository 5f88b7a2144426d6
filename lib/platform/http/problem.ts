import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

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
export const blankProblem = (status: number) =>
  problemResponse({ type: "about:blank", title: STATUS_CODES[status] ?? "Error", status });

const CLIENT_ERRORS: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** `isResponding`: a response has begun on this connection, so none may follow in it. */
export function refuseUnreadable(
  error: Error & { code?: string },
  socket: Duplex,
  isResponding: boolean,
): void {
  if (!socket.writable || isResponding) return void socket.destroy(error);
  const status = CLIENT_ERRORS[error.code ?? ""] ?? 400;
  const { headers, body } = blankProblem(status);
  const lines = Object.entries({ Connection: "close", ...headers }).map((header) =>
    header.join(": "),
  );
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
