import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, TypedResponse } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { JSONParsed } from "hono/utils/types";
import type { ApiEnv } from "./context.ts";
import { rateHeaders } from "./rate-limits.ts";

/**
 * Straight to Node's response: a web `Response` costs more time than all else in a simple request. Callers within the process
 * have no Node response, and get a web one. Empty `content` is none.
 */
export function respond(c: Context<ApiEnv>, content: string, status: number): Response {
  const headers = { ...c.get("headers"), ...rateHeaders(c.get("limits")) };
  const outgoing = c.env?.outgoing;
  if (!outgoing) return new Response(content === "" ? null : content, { status, headers });
  const length = content === "" ? {} : { "Content-Length": Buffer.byteLength(content) };
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(content);
  return RESPONSE_ALREADY_SENT;
}

/**
 * Written as the reader takes it. A failure before the first part is thrown; a later one breaks the response off: cut short, it
 * would look whole.
 */
export async function respondParts(
  c: Context<ApiEnv>,
  type: string,
  parts: AsyncGenerator<string, void>,
): Promise<Response> {
  const first = await parts.next();
  c.get("headers")["Content-Type"] = type;
  const headers = { ...c.get("headers"), ...rateHeaders(c.get("limits")) };
  const text = Readable.from(partsFrom(first, parts));
  const outgoing = c.env?.outgoing;
  if (!outgoing) return new Response((await text.toArray()).join(""), { status: 200, headers });
  outgoing.writeHead(200, headers);
  await pipeline(text, outgoing).catch((err) => {
    c.get("services").logger.warn({ err }, "a response broke off");
  });
  return RESPONSE_ALREADY_SENT;
}

async function* partsFrom(
  first: IteratorResult<string, void>,
  parts: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (first.done) return;
  yield first.value;
  yield* parts;
}

/** Of the response to this request. */
export const statusOf = (c: Context<ApiEnv>): number => c.env?.outgoing?.statusCode ?? c.res.status;

export function respondJson<Value, Status extends ContentfulStatusCode>(
  c: Context<ApiEnv>,
  value: Value,
  status: Status,
) {
  c.get("headers")["Content-Type"] = "application/json";
  const response: unknown = respond(c, JSON.stringify(value), status);
  return response as Response & TypedResponse<JSONParsed<Value>, Status, "json">;
}
