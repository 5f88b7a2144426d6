import type { Context, TypedResponse } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { JSONParsed } from "hono/utils/types";
import type { ApiEnv } from "./context.ts";

const MEMBERS = [
  "body",
  "bodyUsed",
  "headers",
  "ok",
  "redirected",
  "statusText",
  "type",
  "url",
] as const;
const METHODS = ["arrayBuffer", "blob", "bytes", "clone", "formData", "json", "text"] as const;

/**
 * A response that the listener writes as it is. It becomes a real `Response` only for callers within the process: its headers
 * and stream cost more time than all else in a simple request.
 */
export class Reply {
  readonly status: number;
  /** Empty for none. */
  readonly content: string;
  /** Of the request's context: middleware may add some until they are sent. */
  readonly sentHeaders: Record<string, string>;
  #real: Response | undefined;

  constructor(content: string, status: number, sentHeaders: Record<string, string>) {
    this.content = content;
    this.status = status;
    this.sentHeaders = sentHeaders;
  }

  get real(): Response {
    const { content, status, sentHeaders: headers } = this;
    this.#real ??= new Response(content === "" ? null : content, { status, headers });
    return this.#real;
  }
}

// A Response by its prototype, so that no constructor of one runs.
Object.setPrototypeOf(Reply.prototype, Response.prototype);
for (const name of MEMBERS) {
  Object.defineProperty(Reply.prototype, name, {
    get(this: Reply) {
      return this.real[name];
    },
  });
}
for (const name of METHODS) {
  Object.defineProperty(Reply.prototype, name, {
    value(this: Reply) {
      return this.real[name]();
    },
  });
}

/** `headers` get the type of the content, and are shared. */
export function respond(
  content: string,
  status: number,
  headers: Record<string, string>,
): Response {
  return new Reply(content, status, headers) as unknown as Response;
}

export function respondJson<Value, Status extends ContentfulStatusCode>(
  c: Context<ApiEnv>,
  value: Value,
  status: Status,
) {
  const headers = c.get("headers");
  headers["Content-Type"] = "application/json";
  const response: unknown = new Reply(JSON.stringify(value), status, headers);
  return response as Response & TypedResponse<JSONParsed<Value>, Status, "json">;
}
