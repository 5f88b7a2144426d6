import { z } from "@hono/zod-openapi";
import { API_VERSION } from "#lib/platform/values/api-version.ts";

export const RESPONSE_HEADERS = {
  "X-Request-Id": {
    description:
      "Id of this request in our logs. It is yours if you sent one of at most 64 safe characters",
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      "If you sent a credential: `r` is what is left of the tightest limit, `t` the seconds until there is more",
    schema: { type: "string" },
    example: '"key-writes";r=188;t=7',
  },
  "RateLimit-Policy": {
    description: "The limits that this request counted against: `q` requests in `w` seconds",
    schema: { type: "string" },
    example: '"key-writes";q=200;w=10',
  },
  "API-Version": {
    description: "Version of this API. Within a version, fields, codes and events are only added",
    schema: { type: "string" },
    example: API_VERSION,
  },
  "Cache-Control": { description: "Always `no-store`", schema: { type: "string" } },
} as const;

export function jsonRequest<Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) {
  return { required: true, content: { "application/json": { schema, example } } };
}

export function jsonResponse<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: z.infer<Schema>,
) {
  return {
    description,
    headers: RESPONSE_HEADERS,
    content: { "application/json": { schema, example } },
  };
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z.string().nullable().openapi({
      description: "Send it as `cursor` to get the next page. `null` on the last page",
    }),
  });
}

export function toPage<Row extends { id: string }>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last?.id ?? null };
}
