import { connect } from "node:net";

/** Sent unchecked, one byte per character. */
export type WireRequest = {
  origin: string;
  method: string;
  target: string;
  headers?: [name: string, value: string][];
  body?: string;
};

export type WireResponse = {
  /** 0 if the connection ended without a response. */
  status: number;
  /** Without the status line. */
  lines: string[];
  body: string;
};

const PATIENCE_MS = 60_000;

/** UTF-8, one character per byte. */
export const utf8 = (text: string): string => Buffer.from(text).toString("latin1");

/** Uses its own connection. */
export function send({ origin, method, target, headers = [], body }: WireRequest) {
  const { hostname, port, host } = new URL(origin);
  const length: [string, string][] =
    body === undefined ? [] : [["Content-Length", String(body.length)]];
  const head = [["Host", host], ["Connection", "close"], ...length, ...headers]
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n");
  const { promise, resolve } = Promise.withResolvers<WireResponse>();
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  const finish = () => resolve(parse(Buffer.concat(chunks).toString("latin1")));
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  // An early rejection resets the connection during the body.
  socket.on("error", finish);
  socket.on("close", finish);
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    // A live stream has no end.
    if (chunk.includes("text/event-stream")) setTimeout(() => socket.destroy(), 50);
  });
  socket.write(`${method} ${target} HTTP/1.1\r\n${head}\r\n\r\n${body ?? ""}`, "latin1");
  return promise;
}

function parse(text: string): WireResponse {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return { status: 0, lines: [], body: text };
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const isChunked = lines.some((line) => /^transfer-encoding: chunked$/i.test(line));
  const body = text.slice(end + 4);
  return { status: Number(first.split(" ")[1]), lines, body: isChunked ? joined(body) : body };
}

function joined(chunked: string): string {
  let body = "";
  for (let at = 0; at < chunked.length; ) {
    const start = chunked.indexOf("\r\n", at) + 2;
    const size = Number.parseInt(chunked.slice(at, start), 16);
    if (!(size > 0)) break;
    body += chunked.slice(start, start + size);
    at = start + size + 2;
  }
  return body;
}
